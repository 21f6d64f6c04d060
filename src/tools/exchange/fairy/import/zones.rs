//! Where kinds may stop, and what lines on the board add to their moves.

use super::Writer;
use crate::tools::exchange::fairy::keys::everywhere;
use crate::tools::exchange::fairy::{Kind, Kinds};
use crate::types::ByColor;

impl Writer<'_> {
    pub(super) fn zones(&mut self) {
        let mobility = self.game.mobility.clone();
        let mut number = 0;
        let mut done: Vec<Kind> = Vec::new();
        for (_, kind) in mobility.keys() {
            if done.contains(kind) {
                continue;
            }
            done.push(*kind);
            let letters = self.letters(Kinds::of(*kind));
            if letters.is_empty() {
                continue;
            }
            let own = ByColor::from_fn(|color| {
                mobility
                    .get(&(color, *kind))
                    .map(|zone| self.game.on_board(zone))
            });
            if own.iter().flatten().all(|zone| self.is_whole(zone)) {
                continue;
            }
            number += 1;
            let name = format!("zone{number}");
            let [white, black] = own
                .map(|zone| {
                    let zone = zone.unwrap_or_else(|| self.game.on_board(&everywhere()));
                    self.area(&zone)
                })
                .into_array();
            self.rule(format!("Zone: white={name}={white} black={name}={black}"));
            self.rule(format!("Confine: {letters}={name}"));
        }
        let rank = self.game.number("soldierPromotionRank") as u8;
        if rank > 1 && self.used.contains(Kind::SOLDIER) {
            let Some(like) = self.new_letter() else {
                return;
            };
            let (files, ranks) = self.size;
            let letter = self.letter(Kind::SOLDIER);
            self.pieces.push(format!("{like}: fsW"));
            let last = char::from(b'a' + files - 1);
            self.rule(format!(
                "Zone: white=far=a{rank}-{last}{ranks} black=far=a1-{last}{}",
                ranks + 1 - rank
            ));
            self.rule(format!("Zone-Moves: {letter}={like}@far"));
        }
    }

    pub(super) fn lines(&mut self) {
        let zone = self.game.squares("diagonalLines");
        if self.used.contains(Kind::JANGGI_CANNON) {
            let letter = self.letter(Kind::JANGGI_CANNON);
            self.rule(format!("Hop-Limits: {letter}={letter}"));
        }
        if zone.is_empty() {
            return;
        }
        let area = self.area(&zone);
        self.rule(format!("Zone: lines={area}"));
        let mut words = Vec::new();
        let king = self.game.king_is_wazir.then_some(Kind::KING);
        let wazirs: Vec<Kind> = king
            .into_iter()
            .chain([Kind::WAZIR])
            .filter(|k| self.used.contains(*k))
            .collect();
        for (kinds, moves) in [
            (wazirs, "F"),
            (vec![Kind::SOLDIER], "fF"),
            (vec![Kind::ROOK], "B"),
            (vec![Kind::JANGGI_CANNON], "pB"),
        ] {
            let letters: String = kinds
                .iter()
                .filter(|k| self.used.contains(**k))
                .map(|k| self.letter(*k))
                .collect();
            if letters.is_empty() {
                continue;
            }
            let Some(like) = self.new_letter() else {
                return;
            };
            self.pieces.push(format!("{like}: {moves}"));
            words.push(format!("{letters}={like}@lines"));
        }
        if !words.is_empty() {
            self.rule(format!("Zone-Lines: {}", words.join(" ")));
        }
    }
}
