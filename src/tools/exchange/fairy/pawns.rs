//! Pawns, which are types 1 and 2: their moves, double and triple steps, and captures in passing.

use super::keys::{Value, everywhere, of};
use super::{Exporter, Importer, Kind, Kinds, moves};
use crate::types::{ByColor, Color, TypeId};
use crate::variant::{Condition, LegEnd, MoveDescriptor, Zone};

/// The value of a pawn; other values are estimated.
pub const PAWN_VALUE: &str = "100";

/// The number of squares that a first move goes.
fn length(m: &MoveDescriptor) -> u8 {
    let steps = m.legs().unwrap_or(&[]).iter().map(|leg| match leg.end {
        LegEnd::Steps(n) => {
            let (files, ranks) = (leg.step.files.unsigned_abs(), leg.step.ranks.unsigned_abs());
            n * files.max(ranks)
        }
        _ => 0,
    });
    steps.sum()
}

impl Exporter<'_> {
    pub fn pawns(&mut self) {
        let pawn = ByColor::from_fn(|color| self.kind_of(color, TypeId::pawn(color)));
        for color in Color::ALL {
            let own = pawn[color].map_or(Kinds::NONE, Kinds::of);
            for key in ["promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"] {
                self.set_of(color, key, own);
            }
        }
        let doubles = ByColor::from_fn(|color| self.steps(color, false));
        let triples = ByColor::from_fn(|color| self.steps(color, true));
        if doubles.iter().chain(triples.iter()).all(Zone::is_empty) {
            self.set("doubleStep", false);
            return;
        }
        for color in Color::ALL {
            self.set_of(color, "doubleStepRegion", self.squares(&doubles[color]));
            if pawn[color] == Some(Kind::PAWN) {
                self.set_of(color, "tripleStepRegion", self.squares(&triples[color]));
            } else if !triples[color].is_empty() && triples[color] != doubles[color] {
                self.lose("pawns push from other squares");
            }
            let zone = self.passed(color.other());
            self.set_of(color, "enPassantRegion", zone);
        }
    }

    /// The squares from which the pawns of a colour make a first move of three squares, or of any other number.
    fn steps(&self, color: Color, three: bool) -> Zone {
        let (pawn, usual) = (TypeId::pawn(color), self.rules.pawn_rank);
        let mut zone = Zone::default();
        if self.kind_of(color, pawn).is_none() {
            return zone;
        }
        let moves = self.variant.piece(pawn).moves.iter();
        for m in moves.filter(|m| (length(m) == 3) == three) {
            let (first, last) = match m.condition {
                Condition::Always => continue,
                Condition::BeyondStart => (usual + 1, usual + 1),
                Condition::Virgin => self.rules.pushes.ranks[color].unwrap_or((usual, usual)),
            };
            zone.add(&self.game.on_board(&self.game.own_ranks(color, first, last)));
        }
        zone
    }

    /// The squares where pawns of a colour can be captured in passing.
    fn passed(&mut self, color: Color) -> Value {
        let moves = &self.variant.piece(TypeId::pawn(color)).moves;
        let pushes = moves.iter().filter(|m| m.condition != Condition::Always);
        let (open, closed): (Vec<_>, Vec<_>) = pushes.partition(|m| m.en_passant);
        let enemy = color.other();
        if open.is_empty() || self.kind_of(enemy, TypeId::pawn(enemy)).is_none() {
            return Zone::default().into();
        }
        if !closed.is_empty() {
            self.lose("all first moves of pawns can be answered in passing");
        }
        match self.rules.pushes.en_passant[color] {
            None => everywhere().into(),
            // the squares passed on the way from these ranks
            Some((first, last)) => self.squares(&self.game.own_ranks(color, first + 1, last + 1)),
        }
    }
}

impl Importer<'_> {
    pub fn pawn_lines(&mut self) -> Vec<String> {
        let mut spare = None;
        let mut lines = Vec::new();
        for color in Color::ALL {
            let Some(kind) = self.pawn[color] else {
                // with the letter of the other side's pawn it would be the same piece
                let new = || self.new_letter().unwrap_or('?');
                let letter = *spare.get_or_insert_with(new);
                lines.push(format!("{letter}:{PAWN_VALUE} fmWfcF"));
                continue;
            };
            let text = self.pawn_moves(color, kind);
            let value = self.royal(kind).unwrap_or(PAWN_VALUE);
            lines.push(format!("{}:{value} {text}", self.letter(kind)));
        }
        self.pushes();
        lines
    }

    /// Reports kinds other than pawns that capture in passing.
    pub fn other_captors(&mut self) {
        if !self.anybody_pushes() {
            return;
        }
        let regions = self.game.squares_of("enPassantRegion");
        let types = self.game.pieces_of("enPassantTypes");
        for color in Color::ALL {
            if regions[color].is_empty() {
                continue;
            }
            for kind in types[color].iter() {
                let rays = self.game.rays(kind);
                let only_captures = |ray: &moves::Ray| {
                    let quiet = moves::Ray {
                        capture: false,
                        ..*ray
                    };
                    ray.capture && !rays.contains(&quiet)
                };
                let other = self.pawn[color] != Some(kind) && self.owns(color, kind);
                if other && rays.iter().any(only_captures) {
                    let letter = self.letter(kind);
                    self.lose_of(kind, format!("{letter} captures in passing as pawns do"));
                }
            }
        }
    }

    /// The moves of a pawn, with its first moves and captures in passing.
    fn pawn_moves(&mut self, color: Color, kind: Kind) -> String {
        let game = self.game;
        let doubles = game.squares_of("doubleStepRegion")[color];
        let triples = game.squares_of("tripleStepRegion")[color];
        let can_push = game.flag("doubleStep") && !doubles.is_empty();
        let passing = game.pieces_of("enPassantTypes")[color].contains(kind)
            && !game.squares_of("enPassantRegion")[color].is_empty();
        if kind == Kind::PAWN {
            let mut text = if passing { "fmWfceF" } else { "fmWfcF" }.to_owned();
            if can_push {
                text += "ifmnD";
            }
            if triples.is_empty() {
                return text;
            }
            match [doubles, triples].map(|zone| self.ranks(&zone, color)) {
                [double, triple] if double == triple => text += "ifmW3",
                [Some((2, 3)), Some((2, 2))] => text += "iifmnDifmW3",
                _ => self.lose(
                    "tripleStepRegionWhite",
                    "triple steps from other ranks than double ones",
                ),
            }
            return text;
        }
        let mut rays = game.rays(kind);
        if !can_push {
            rays.retain(|ray| !ray.initial);
        }
        if game.number("soldierPromotionRank") > 1 && kind == Kind::SOLDIER {
            rays = moves::read("fW");
        }
        let Some(ours) = self.betza_for_us(kind, &rays, true) else {
            return "-".to_owned();
        };
        if passing && self.anybody_pushes() {
            // a pawn captures in passing by moves that only capture
            return ours.replace('c', "ce");
        }
        ours
    }

    /// True if some pawn has a first move that passes squares.
    fn anybody_pushes(&self) -> bool {
        let doubles = self.game.squares_of("doubleStepRegion");
        let pushes =
            |kind: Kind| kind == Kind::PAWN || self.game.rays(kind).iter().any(|ray| ray.initial);
        let mut colors = Color::ALL.into_iter();
        self.game.flag("doubleStep")
            && colors
                .any(|color| self.pawn[color].is_some_and(pushes) && !doubles[color].is_empty())
    }

    /// The rule line for first moves of pawns.
    fn pushes(&mut self) {
        if !self.anybody_pushes() {
            return;
        }
        let game = self.game;
        let doubles = game.squares_of("doubleStepRegion");
        let triples = game.squares_of("tripleStepRegion");
        let zones = game.squares_of("promotionRegion");
        let single = |color: Color| match self.ranks(&doubles[color], color) {
            Some((first, last)) if first == last && triples[color].is_empty() => Some(first),
            _ => None,
        };
        let both = single(Color::White).filter(|rank| single(Color::Black) == Some(*rank));
        let plain = zones.iter().all(|zone| !self.is_whole(zone));
        self.pawn_rank = both.filter(|rank| (3..=self.size.1 / 2).contains(rank) && plain);
        for color in Color::ALL {
            let passed = game.squares_of("enPassantRegion")[color.other()];
            if self.pawn[color].is_none() || doubles[color].is_empty() {
                continue;
            }
            let some_passed = !passed.is_empty() && !self.is_whole(&passed);
            let mut lost = some_passed;
            if triples[color].is_empty() {
                let Some((first, last)) = self.ranks(&doubles[color], color) else {
                    let key = of(color, "doubleStepRegion");
                    self.lose(&key, "double steps from some squares of a rank only");
                    continue;
                };
                let usual = self.pawn_rank.unwrap_or(self.size.1.min(2));
                if (first, last) != (usual, usual) {
                    self.word("Pushes", format!("{color}={first}-{last}"));
                }
                // the pawns that can be captured in passing, by the ranks where they start
                if let Some((from, to)) = self.ranks(&passed, color).filter(|(from, _)| *from > 1) {
                    let (low, high) = ((from - 1).max(first), (to - 1).min(last));
                    lost &= low > high;
                    if some_passed && low <= high && (low, high) != (first, last) {
                        self.word("Pushes", format!("{color}=en-passant={low}-{high}"));
                    }
                }
            }
            if lost {
                self.lose(
                    "enPassantRegion",
                    "captures in passing on some squares only",
                );
            }
        }
    }
}
