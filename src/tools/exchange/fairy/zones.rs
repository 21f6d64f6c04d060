//! The squares where kinds may stop, and the moves that lines on the board add.

use super::keys::everywhere;
use super::{Exporter, Importer, Kind, Kinds, moves};
use crate::types::Color;

/// The moves that lines add to each kind. The king is a wazir if a built-in variant makes it one.
const LINES: [(Kind, &str); 4] = [
    (Kind::WAZIR, "F"),
    (Kind::SOLDIER, "fF"),
    (Kind::ROOK, "B"),
    (Kind::JANGGI_CANNON, "pB"),
];

impl Exporter<'_> {
    pub fn zones(&mut self) {
        for (id, zone) in &self.rules.zones.confined {
            for color in Color::ALL {
                if let Some(kind) = self.kind_of(color, *id) {
                    self.game.mobility.insert((color, kind), *zone);
                }
            }
        }
        self.lines();
    }

    /// The lines of the palaces: Fairy-Stockfish has fixed moves along them for each kind.
    fn lines(&mut self) {
        const LOST: &str = "does not move along the lines of the board";
        let lines = &self.rules.zones.lines;
        let Some(zone) = lines.first().map(|line| line.zone) else {
            return;
        };
        for line in lines {
            let owner = self.kinds.iter().find(|((_, id), _)| *id == line.id);
            let Some((&(color, _), &kind)) = owner else {
                continue;
            };
            let rays = self.rays_of(color, line.like);
            let known = LINES.iter().find(|(own, _)| *own == kind);
            let wazir = kind == Kind::KING
                && self.game.rays(kind) == moves::read("W")
                && rays == Some(moves::read("F"));
            if wazir && line.zone == zone {
                self.game.king_is_wazir = true;
                let name = self.name(line.id);
                self.text_losses.push(format!(
                    "{name} {LOST}, unless the section inherits from a game where it does"
                ));
            } else if line.zone != zone || rays != known.map(|(_, text)| moves::read(text)) {
                self.lose_of(line.id, LOST);
            }
        }
        self.set("diagonalLines", self.squares(&zone));
    }
}

impl Importer<'_> {
    pub fn zones(&mut self) {
        let mobility = &self.game.mobility;
        let mut number = 0;
        let mut done = Kinds::NONE;
        for &(_, kind) in mobility.keys() {
            let letters = self.letters(Kinds::of(kind));
            let own = Color::ALL.map(|color| {
                let zone = mobility.get(&(color, kind)).copied();
                self.game.on_board(&zone.unwrap_or_else(everywhere))
            });
            let limited = own.iter().any(|zone| !self.is_whole(zone));
            if done.contains(kind) || letters.is_empty() || !limited {
                continue;
            }
            done = done.with(kind);
            number += 1;
            let name = format!("zone{number}");
            let [white, black] = own.map(|zone| self.area(&zone));
            self.rule(format!("Zone: white={name}={white} black={name}={black}"));
            self.rule(format!("Confine: {letters}={name}"));
        }
        let rank = self.game.number("soldierPromotionRank") as u8;
        if rank > 1 && self.used.contains(Kind::SOLDIER) {
            let Some(like) = self.new_letter() else {
                return;
            };
            self.pieces.push(format!("{like}:? fsW"));
            let ranks = self.size.1;
            let [white, black] = Color::ALL.map(|color| {
                let far = self.game.own_ranks(color, rank, ranks);
                self.area(&self.game.on_board(&far))
            });
            self.rule(format!("Zone: white=far={white} black=far={black}"));
            self.rule(format!(
                "Zone-Moves: {}={like}@far",
                self.letter(Kind::SOLDIER)
            ));
        }
    }

    pub fn lines(&mut self) {
        if self.used.contains(Kind::JANGGI_CANNON) {
            let letter = self.letter(Kind::JANGGI_CANNON);
            self.rule(format!("Hop-Limits: {letter}={letter}"));
        }
        let zone = self.game.squares("diagonalLines");
        if zone.is_empty() {
            return;
        }
        self.rule(format!("Zone: lines={}", self.area(&zone)));
        for (kind, moves) in LINES {
            let king_too = kind == Kind::WAZIR && self.game.king_is_wazir;
            let kinds = [Kind::KING, kind];
            let letters = self.used_letters(kinds.into_iter().skip(usize::from(!king_too)));
            if letters.is_empty() {
                continue;
            }
            let Some(like) = self.new_letter() else {
                return;
            };
            self.pieces.push(format!("{like}:? {moves}"));
            self.word("Zone-Lines", format!("{letters}={like}@lines"));
        }
    }
}
