//! Piece lines: how the kinds move, where pawns and others have first moves, who castles, who is royal.

use super::Writer;
use super::castling::Castling;
use crate::tools::exchange::fairy::Kind;
use crate::tools::exchange::fairy::moves::{self, Manner};
use crate::tools::exchange::fairy::quoted;
use crate::types::{ByColor, Color};

/// The worth of a pawn; that of others is left to be estimated.
pub(super) const PAWN: &str = "100";
/// Royal.
const ROYAL: &str = "-1";
/// Royal as a group, a spare one being worth something.
const GROUP: &str = "-300";
/// Group royals numbered so high may not all be left attacked.
const FIRST_DUPLE: usize = 8;

/// The type that pawns become if nothing is said.
const DEFAULT_CHOICE: usize = 7;

impl Writer<'_> {
    /// All piece lines; those of the pawns are returned, the others kept.
    pub(super) fn piece_lines(&mut self) -> Vec<String> {
        let castling = ByColor::from_fn(|color| self.castling_of(color));
        let kinds: Vec<Kind> = self.used.iter().collect();
        let pawns = self.pawn_lines();
        let (mut early, mut late) = (Vec::new(), Vec::new());
        for kind in kinds {
            if self.pawn.iter().any(|pawn| *pawn == Some(kind)) {
                continue;
            }
            let letter = self.letter(kind).to_string();
            let lines = self.lines_of(kind, &letter, &castling);
            match self.royal(kind) {
                Some(_) if !self.game.flag("dupleCheck") => early.extend(lines),
                _ => late.extend(lines),
            }
        }
        for (from, to) in self.pairs.clone() {
            if self.royal(to) == Some(GROUP) && self.royal(from).is_none() {
                self.lose(
                    "promotedPieceType",
                    "pieces that become one more royal piece",
                );
            }
            let letter = format!("+{}", self.letter(from));
            let lines = self.lines_of(to, &letter, &castling);
            match self.royal(to) {
                Some(_) if !self.game.flag("dupleCheck") => early.extend(lines),
                _ => late.extend(lines),
            }
        }
        early.extend(late);
        if self.game.flag("dupleCheck") {
            // behind all others, and far enough
            let royal = |line: &String| line.contains(&format!(":{GROUP} "));
            let (mut plain, mut royals): (Vec<_>, Vec<_>) =
                early.drain(..).partition(|l| !royal(l));
            while plain.len() + 2 < FIRST_DUPLE - 1 {
                let Some(letter) = self.new_letter() else {
                    break;
                };
                plain.push(format!("{letter}:? K"));
            }
            early.append(&mut plain);
            early.append(&mut royals);
        }
        self.default_promotion(&mut early);
        self.pieces = early;
        self.other_captors();
        self.inside_partners(&castling);
        self.zones();
        self.lines();
        pawns
    }

    /// A piece that must not be lost can be chosen by pawns only if it is what they become by default, which is type 7.
    fn default_promotion(&self, lines: &mut Vec<String>) {
        let choices = self.game.pieces_of("promotionPieceTypes");
        let chosen = choices.iter().flat_map(|kinds| kinds.iter());
        let mut royal = chosen.filter(|kind| self.royal(*kind) == Some(ROYAL));
        let Some(kind) = royal.next() else { return };
        let start = format!("{}:", self.letter(kind));
        let place = DEFAULT_CHOICE - 3;
        let found = lines.iter().position(|line| line.starts_with(&start));
        if let Some(found) = found.filter(|_| place < lines.len()) {
            let line = lines.remove(found);
            lines.insert(place, line);
        }
    }

    /// What is written before the moves of a royal kind.
    pub(super) fn royal(&self, kind: Kind) -> Option<&'static str> {
        if kind == Kind::KING {
            return Some(ROYAL);
        }
        let pseudo = self.game.flag("extinctionPseudoRoyal")
            && self.game.pieces("extinctionPieceTypes").contains(kind);
        if !pseudo {
            return None;
        }
        let left = self.game.number("extinctionPieceCount") as usize;
        let count = |color: Color| {
            let placed = self
                .start
                .iter()
                .filter(|p| p.color == color && p.kind == kind)
                .count();
            placed
                + self.hand[color]
                    .iter()
                    .filter(|held| **held == kind)
                    .count()
        };
        let made = self.pairs.values().any(|to| *to == kind)
            || self.pairs.contains_key(&kind)
            || self
                .game
                .pieces_of("promotionPieceTypes")
                .iter()
                .any(|kinds| kinds.contains(kind));
        let most = Color::ALL.into_iter().map(count).max().unwrap_or(0);
        let always = left >= 8 || most <= left + 1 && !made;
        Some(if always { ROYAL } else { GROUP })
    }

    /// The lines of a kind under a letter; one for each side where they differ.
    fn lines_of(
        &mut self,
        kind: Kind,
        letter: &str,
        castling: &ByColor<Option<Castling>>,
    ) -> Vec<String> {
        let base = self.betza(kind);
        let value = self.royal(kind).unwrap_or("?");
        let own = ByColor::from_fn(|color| {
            let castles = castling[color]
                .as_ref()
                .filter(|c| c.kind == kind && !letter.starts_with('+'));
            let text = castles.map_or(String::new(), |c| c.text.clone());
            let moves = format!("{base}{text}");
            match moves.is_empty() {
                true => format!("{letter}:{} -", if value == "?" { "100" } else { value }),
                false => format!("{letter}:{value} {moves}"),
            }
        });
        let zones =
            [Color::White, Color::Black].map(|color| self.game.mobility.get(&(color, kind)));
        let same_zone = zones[0] == zones[1];
        // who never has the kind need not castle with it
        let has = |color: Color| self.stands(color, kind);
        let [white, black] = own.into_array();
        match () {
            () if white == black && same_zone => vec![white],
            () if white == black => vec![white, black],
            () if same_zone && !has(Color::Black) => vec![white],
            () if same_zone && !has(Color::White) => vec![black],
            () => vec![white, black],
        }
    }

    /// The moves of a kind in our notation, castling apart.
    fn betza(&mut self, kind: Kind) -> String {
        let text = self.game.betza(kind).to_owned();
        let mut rays = moves::read(&text);
        let cambodian = self.game.flag("cambodianMoves");
        let special = match kind {
            Kind::KING if cambodian => "imfsN",
            Kind::FERS if cambodian => "imfD",
            _ => "",
        };
        let soldier = kind == Kind::SOLDIER && self.game.number("soldierPromotionRank") > 1;
        if soldier {
            return "fW".to_owned();
        }
        let mut text = text;
        if rays.iter().any(|ray| ray.initial) {
            let doubles = self.game.squares_of("doubleStepRegion");
            if self.game.flag("doubleStep") && doubles.iter().any(|zone| !zone.is_empty()) {
                let letter = self.letter(kind);
                self.lose(&kind.to_string(), format!("first moves of {letter}, which is no pawn: here they are for pieces that have not moved"));
            }
            rays.retain(|ray| !ray.initial);
            text = moves::write(&rays).unwrap_or_default();
        }
        if kind == Kind::PAWN {
            text = "fmWfcF".to_owned();
        }
        let plain: String = text.chars().filter(|c| *c != 'e').collect();
        if let Some(more) = rays
            .iter()
            .find(|ray| matches!(ray.manner, Manner::Hop(3..)))
        {
            let letter = self.letter(kind);
            let step = more.step;
            self.lose(
                &kind.to_string(),
                format!(
                    "hops of {letter} with a limit, in steps of {} and {}",
                    step.files, step.ranks
                ),
            );
            rays.retain(|ray| !matches!(ray.manner, Manner::Hop(3..)));
        }
        if rays.is_empty() {
            return special.to_owned();
        }
        match moves::for_us(&plain, &self.board, false) {
            Some(text) => text + special,
            None => {
                let letter = self.letter(kind);
                self.lose(
                    &kind.to_string(),
                    format!("the moves of {letter}: `{}`", quoted(&plain)),
                );
                moves::write(&rays).unwrap_or_default() + special
            }
        }
    }
}
