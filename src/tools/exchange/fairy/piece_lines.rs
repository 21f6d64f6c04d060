//! The piece lines of our files.

use super::castling::Castling;
use super::kinds::CAMBODIAN;
use super::moves::{self, Manner, Ray, Rays};
use super::pawns::PAWN_VALUE;
use super::royals::{GROUP, ROYAL};
use super::{Importer, Kind, quoted};
use crate::types::{ByColor, Color};

/// In the duple rule, royals with this type number or a higher one may not all be left attacked.
const FIRST_DUPLE: usize = 8;
/// The number of the type that pawns become by default.
const DEFAULT_CHOICE: usize = 7;

impl Importer<'_> {
    /// Writes all piece lines, and returns those of the pawns.
    pub fn piece_lines(&mut self) -> Vec<String> {
        let castling = ByColor::from_fn(|color| self.castling_of(color));
        let pawns = self.pawn_lines();
        let types = self.pawns();
        let plain = self.used.iter().filter(|kind| !types.contains(*kind));
        let mut pieces: Vec<(Kind, String)> = plain
            .map(|kind| (kind, self.letter(kind).to_string()))
            .collect();
        for (&from, &to) in &self.pairs.clone() {
            if self.royal(to) == Some(GROUP) && self.royal(from).is_none() {
                self.lose(
                    "promotedPieceType",
                    "pieces that become one more royal piece",
                );
            }
            pieces.push((to, format!("+{}", self.letter(from))));
        }
        let duple = self.game.flag("dupleCheck");
        let (mut lines, mut late) = (Vec::new(), Vec::new());
        for (kind, letter) in pieces {
            let own = self.lines_of(kind, &letter, &castling);
            // royals come first; those of the duple rule come last, with a high enough type number
            let early = match self.royal(kind) {
                Some(GROUP) => !duple,
                royal => royal.is_some() || duple,
            };
            if early { &mut lines } else { &mut late }.extend(own);
        }
        while duple && lines.len() + 2 < FIRST_DUPLE - 1 {
            let Some(letter) = self.new_letter() else {
                break;
            };
            lines.push(format!("{letter}:? K"));
        }
        lines.append(&mut late);
        self.default_promotion(&mut lines);
        self.pieces = lines;
        self.other_captors();
        self.inside_partners(&castling);
        self.zones();
        self.lines();
        pawns
    }

    /// Moves a piece that must not be lost to the place of the default promotion if pawns can choose it, since they
    /// can choose it only there.
    fn default_promotion(&self, lines: &mut Vec<String>) {
        let choices = self.game.pieces_of("promotionPieceTypes");
        let mut chosen = choices.iter().flat_map(|kinds| kinds.iter());
        let Some(kind) = chosen.find(|kind| self.royal(*kind) == Some(ROYAL)) else {
            return;
        };
        let start = format!("{}:", self.letter(kind));
        let place = DEFAULT_CHOICE - 3;
        if let Some(found) = lines.iter().position(|line| line.starts_with(&start))
            && place < lines.len()
        {
            let line = lines.remove(found);
            lines.insert(place, line);
        }
    }

    /// The lines of a kind with a letter; a line for each side if the sides differ.
    fn lines_of(
        &mut self,
        kind: Kind,
        letter: &str,
        castling: &ByColor<Option<Castling>>,
    ) -> Vec<String> {
        let base = self.own_betza(kind);
        let value = self.royal(kind).unwrap_or("?");
        let [white, black] = Color::ALL.map(|color| {
            let castles = castling[color].as_ref();
            let castles = castles.filter(|c| c.kind == kind && !letter.starts_with('+'));
            let moves = format!("{base}{}", castles.map_or("", |c| c.text.as_str()));
            match (moves.as_str(), value) {
                ("", "?") => format!("{letter}:{PAWN_VALUE} -"),
                ("", value) => format!("{letter}:{value} -"),
                (moves, value) => format!("{letter}:{value} {moves}"),
            }
        });
        let mobility = &self.game.mobility;
        let same_zone = mobility.get(&(Color::White, kind)) == mobility.get(&(Color::Black, kind));
        // a side that never has the kind need not castle with it
        if same_zone && (white == black || !self.stands(Color::Black, kind)) {
            vec![white]
        } else if same_zone && !self.stands(Color::White, kind) {
            vec![black]
        } else {
            vec![white, black]
        }
    }

    /// The moves of a kind in our notation, without castling.
    fn own_betza(&mut self, kind: Kind) -> String {
        if kind == Kind::SOLDIER && self.game.number("soldierPromotionRank") > 1 {
            return "fW".to_owned();
        }
        let special = match kind {
            Kind::KING if self.game.flag("cambodianMoves") => CAMBODIAN[0],
            Kind::FERS if self.game.flag("cambodianMoves") => CAMBODIAN[1],
            _ => "",
        };
        let letter = self.letter(kind);
        let mut rays = self.game.rays(kind);
        if rays.iter().any(|ray| ray.initial) {
            let doubles = self.game.squares_of("doubleStepRegion");
            if self.game.flag("doubleStep") && doubles.iter().any(|zone| !zone.is_empty()) {
                self.lose_of(kind, format!("first moves of {letter}, which is no pawn: here they are for pieces that have not moved"));
            }
            rays.retain(|ray| !ray.initial);
        }
        let limited = |ray: &Ray| matches!(ray.manner, Manner::Hop(3..));
        if let Some(Ray { step, .. }) = rays.iter().copied().find(limited) {
            let (files, ranks) = (step.files, step.ranks);
            self.lose_of(
                kind,
                format!("hops of {letter} with a limit, in steps of {files} and {ranks}"),
            );
            rays.retain(|ray| !limited(ray));
        }
        if rays.is_empty() {
            return special.to_owned();
        }
        let ours = self.betza_for_us(kind, &rays, false);
        ours.unwrap_or_else(|| moves::write(&rays).unwrap_or_default()) + special
    }

    /// These moves of a kind in our notation, or Fairy-Stockfish's own text if it has the same meaning. Reports moves
    /// for which there is no form.
    pub fn betza_for_us(&mut self, kind: Kind, rays: &Rays, pawn: bool) -> Option<String> {
        let mut text = self.game.betza(kind).to_owned();
        if moves::read(&text) != *rays {
            text = moves::write(rays).unwrap_or_default();
        }
        text.retain(|c| c != 'e');
        let ours = moves::for_us(&text, self.size, pawn);
        if ours.is_none() {
            let (letter, text) = (self.letter(kind), quoted(&text));
            self.lose_of(kind, format!("the moves of {letter}: `{text}`"));
        }
        ours
    }
}
