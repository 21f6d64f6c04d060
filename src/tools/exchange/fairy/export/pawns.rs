//! Pawns: where they make their double step, who captures them in passing, and what they and others become.

use std::collections::BTreeMap;

use super::Exporter;
use crate::tools::exchange::fairy::keys::{Value, everywhere};
use crate::tools::exchange::fairy::{Kind, Kinds};
use crate::types::{ByColor, Color, TypeId};
use crate::variant::{Condition, LegEnd, MoveDescriptor, MoveShape, PromotesTo, Zone, letter};

/// How many squares a pawn's first move goes.
fn length(m: &MoveDescriptor) -> u8 {
    let MoveShape::Path { legs, .. } = &m.shape else {
        return 0;
    };
    let steps = legs.iter().map(|leg| match leg.end {
        LegEnd::Steps(n) => {
            n * leg
                .step
                .ranks
                .unsigned_abs()
                .max(leg.step.files.unsigned_abs())
        }
        _ => 0,
    });
    steps.sum()
}

impl Exporter<'_> {
    pub(super) fn pawns(&mut self) {
        let pawn = ByColor::from_fn(|color| self.kinds.get(&(color, TypeId::pawn(color))).copied());
        let set = pawn.map(|kind| kind.map_or(Kinds::NONE, Kinds::of));
        self.set_each("promotionPawnTypes", set.map(Value::Pieces));
        self.set_each("enPassantTypes", set.map(Value::Pieces));
        self.set_each("nMoveRuleTypes", set.map(Value::Pieces));
        let doubles = ByColor::from_fn(|color| self.steps(color, 2));
        let triples = ByColor::from_fn(|color| self.steps(color, 3));
        let none = doubles.iter().all(Zone::is_empty) && triples.iter().all(Zone::is_empty);
        if none {
            self.game.set("doubleStep", false);
            return;
        }
        self.set_each("doubleStepRegion", doubles.map(|zone| self.squares(&zone)));
        for color in Color::ALL {
            let own = pawn[color] == Some(Kind::PAWN);
            if own {
                let zone = triples[color];
                self.game
                    .set_of(color, "tripleStepRegion", self.squares(&zone));
            } else if !triples[color].is_empty() && triples[color] != doubles[color] {
                self.lose("pawns push from other squares");
            }
            let zone = self.passed(color.other());
            self.game
                .set_of(color, "enPassantRegion", self.squares(&zone));
        }
    }

    /// The squares from which the pawns of a colour make a first move of some length, or of any other if it
    /// is two.
    fn steps(&self, color: Color, wanted: u8) -> Zone {
        let variant = self.variant;
        let id = TypeId::pawn(color);
        let mut zone = Zone::default();
        if !self.kinds.contains_key(&(color, id)) {
            return zone;
        }
        for m in &variant.piece(id).moves {
            let long = length(m) == 3;
            if m.condition == Condition::Always || long != (wanted == 3) {
                continue;
            }
            for rank in 0..variant.ranks {
                if self.can_push(color, m, rank) {
                    (0..variant.files).for_each(|file| zone.insert(file, rank));
                }
            }
        }
        zone
    }

    /// True if a pawn on a rank has a first move.
    fn can_push(&self, color: Color, m: &MoveDescriptor, rank: u8) -> bool {
        let variant = self.variant;
        let own = match color {
            Color::White => rank,
            Color::Black => variant.ranks - 1 - rank,
        };
        let start = variant.rules.pawn_rank - 1;
        match (m.condition, variant.rules.pushes.ranks[color]) {
            (Condition::Always, _) => true,
            (Condition::BeyondStart, _) => own == start + 1,
            (Condition::Virgin, Some((first, last))) => (first..=last).contains(&(own + 1)),
            (Condition::Virgin, None) => own == start,
        }
    }

    /// The squares where pawns of a colour can be captured in passing.
    fn passed(&mut self, color: Color) -> Zone {
        let variant = self.variant;
        let moves = &variant.piece(TypeId::pawn(color)).moves;
        let pushes: Vec<&MoveDescriptor> = (moves.iter())
            .filter(|m| m.condition != Condition::Always)
            .collect();
        let open = pushes.iter().filter(|m| m.en_passant).count();
        let captures = self.enemy_captures(color);
        if open == 0 || !captures {
            return Zone::default();
        }
        if open < pushes.len() {
            self.lose("all first moves of pawns can be answered in passing");
        }
        let Some((first, last)) = variant.rules.pushes.en_passant[color] else {
            return everywhere();
        };
        // what is passed on the way from these ranks
        let mut zone = Zone::default();
        for own in first..=last {
            for passed in 1..2u8 {
                let rank = own - 1 + passed;
                let rank = match color {
                    Color::White => rank,
                    Color::Black => (variant.ranks - 1).saturating_sub(rank),
                };
                (0..variant.files).for_each(|file| zone.insert(file, rank));
            }
        }
        zone
    }

    /// True if the other side's pawns capture at all.
    fn enemy_captures(&self, color: Color) -> bool {
        let enemy = color.other();
        self.kinds.contains_key(&(enemy, TypeId::pawn(enemy)))
    }

    /// The zones, and what is promoted in them to what.
    pub(super) fn promotion(&mut self) {
        let promotion = self.variant.rules.promotion.clone();
        self.pawn_choices();
        self.other_promotions();
        let optional = promotion.optional;
        self.game.set("mandatoryPawnPromotion", !optional);
        let others = promotion.pieces.iter().any(|list| !list.is_empty());
        // it says nothing where no piece but pawns with a choice is promoted
        let pairs = !self.game.pairs("promotedPieceType").is_empty();
        self.game.set("mandatoryPiecePromotion", pairs && !optional);
        let stuck = promotion.mobile || optional && !others && !promotion.stay;
        self.game.set("immobilityIllegal", stuck);
        if promotion.quiet {
            self.lose("pawns that capture are promoted in the whole zone");
        }
        if promotion.entering {
            self.lose("every move that begins or ends in the zone promotes, not only captures from within");
        }
        if others
            && !promotion.leaving
            && !promotion.entering
            && !promotion.back
            && self.can_leave()
        {
            self.lose("moves that begin in the promotion zone promote as well");
        }
        self.limits();
        self.zone();
    }

    /// True if a piece that is promoted in the zone can be in it.
    fn can_leave(&self) -> bool {
        let rules = &self.variant.rules;
        if rules.promotion.optional || rules.promotion.mobile {
            return true;
        }
        let start = self.variant.start_pieces();
        let promoted = |color: Color, id: TypeId| {
            rules.promotion.pieces[color]
                .iter()
                .any(|(from, _)| *from == id)
        };
        let inside = |placed: &crate::variant::Placed| {
            promoted(placed.color, placed.id)
                && self
                    .variant
                    .promotes_at(placed.color, placed.file, placed.rank)
        };
        let dropped = |color: Color, id: TypeId| {
            rules.promotion.pieces[color]
                .iter()
                .any(|(from, _)| *from == id)
                && rules
                    .drops
                    .as_ref()
                    .is_some_and(|drops| drops.can_drop(color, id))
        };
        start.iter().any(inside)
            || Color::ALL
                .into_iter()
                .any(|color| self.variant.types().any(|(id, _)| dropped(color, id)))
    }

    fn pawn_choices(&mut self) {
        let choices = match &self.variant.rules.promotion.to {
            PromotesTo::Choice(choices) => choices.clone(),
            PromotesTo::ByFile(_) => {
                self.lose("pawns become what they like, whatever stood on their file");
                self.by_file()
            }
        };
        let mut pairs = self.game.pairs("promotedPieceType");
        for color in Color::ALL {
            let pawn = TypeId::pawn(color);
            let accepted = &choices[color].accepted;
            let single = accepted.first().filter(|_| accepted.len() == 1);
            let plus = single.filter(|id| letter::base(self.variant.piece(**id).letter).is_some());
            let kinds = match plus {
                Some(&to) => {
                    self.pair(&mut pairs, color, pawn, to);
                    Kinds::NONE
                }
                None => self.kinds_of(color, accepted.iter().copied()),
            };
            self.game.set_of(color, "promotionPieceTypes", kinds);
            // a pawn of its own that has no choice must not wait for one
            let own = self.game.pieces_of("promotionPawnTypes")[color];
            if kinds.is_empty() && !own.contains(Kind::PAWN) {
                self.game.set_of(color, "promotionPawnTypes", Kinds::NONE);
            }
        }
        self.game.set("promotedPieceType", pairs);
    }

    /// Everything that a file makes of a pawn.
    fn by_file(&self) -> ByColor<crate::variant::PromotionChoices> {
        let PromotesTo::ByFile(files) = &self.variant.rules.promotion.to else {
            return ByColor::default();
        };
        ByColor::from_fn(|color| {
            let mut accepted: Vec<TypeId> = files[color].iter().flatten().copied().collect();
            accepted.sort_unstable();
            accepted.dedup();
            crate::variant::PromotionChoices {
                accepted,
                ..Default::default()
            }
        })
    }

    fn pair(&mut self, pairs: &mut BTreeMap<Kind, Kind>, color: Color, from: TypeId, to: TypeId) {
        let kinds = [from, to].map(|id| self.kinds.get(&(color, id)).copied());
        let [Some(from_kind), Some(to_kind)] = kinds else {
            return;
        };
        if from_kind == to_kind {
            return;
        }
        let before = pairs.insert(from_kind, to_kind);
        if before.is_some_and(|before| before != to_kind) {
            let name = self.name(from);
            self.lose(format!("{name} becomes the same for both sides"));
        }
    }

    fn other_promotions(&mut self) {
        let mut pairs = self.game.pairs("promotedPieceType");
        for color in Color::ALL {
            let list = self.variant.rules.promotion.pieces[color].clone();
            let mut choosers = Kinds::NONE;
            for (from, to) in list {
                let turns_back = self.variant.rules.promotion.back
                    && letter::base(self.variant.piece(from).letter).is_some();
                if from == TypeId::pawn(color) || turns_back {
                    continue;
                }
                if let [to] = to[..] {
                    self.pair(&mut pairs, color, from, to);
                    continue;
                }
                // it chooses as a pawn does, if it may become the same
                let own = self.kinds_of(color, to.iter().copied());
                if own != self.game.pieces_of("promotionPieceTypes")[color] && !to.is_empty() {
                    let name = self.name(from);
                    self.lose(format!("{name} has another choice when it is promoted"));
                }
                choosers = self
                    .kinds_of(color, [from])
                    .iter()
                    .fold(choosers, Kinds::with);
            }
            let pawns = self.game.pieces_of("promotionPawnTypes")[color];
            let all = choosers.iter().fold(pawns, Kinds::with);
            self.game.set_of(color, "promotionPawnTypes", all);
        }
        self.game.set("promotedPieceType", pairs);
    }

    /// So many of a kind there can be at most.
    fn limits(&mut self) {
        let promotion = &self.variant.rules.promotion;
        let mut limits: BTreeMap<Kind, u32> = BTreeMap::new();
        for &(id, most) in &promotion.limits {
            if let Some(kind) = self.kind(id) {
                limits.insert(kind, most.into());
            }
        }
        if promotion.captured {
            let mut counts: BTreeMap<(Color, Kind), u32> = BTreeMap::new();
            for placed in self.variant.start_pieces() {
                if let Some(&kind) = self.kinds.get(&(placed.color, placed.id)) {
                    *counts.entry((placed.color, kind)).or_default() += 1;
                }
            }
            let choices = self.game.pieces_of("promotionPieceTypes");
            for kind in choices.iter().flat_map(|kinds| kinds.iter()) {
                let count = |color| counts.get(&(color, kind)).copied().unwrap_or(0);
                let own: Vec<u32> = Color::ALL
                    .into_iter()
                    .filter(|c| choices[*c].contains(kind))
                    .map(count)
                    .collect();
                let most = own.iter().copied().max().unwrap_or(0);
                if own.iter().any(|n| *n != most) {
                    self.lose(
                        "a side can have as many pieces of a kind as the other one began with",
                    );
                }
                if most == 0 {
                    for color in Color::ALL {
                        let kinds = self.game.pieces_of("promotionPieceTypes")[color].without(kind);
                        self.game.set_of(color, "promotionPieceTypes", kinds);
                    }
                } else {
                    limits.insert(kind, most);
                }
            }
            self.game.set(
                "mandatoryPawnPromotion",
                !self.variant.rules.promotion.optional,
            );
        }
        self.game.set("promotionLimit", limits);
    }

    fn zone(&mut self) {
        let variant = self.variant;
        let pairs = self.game.pairs("promotedPieceType");
        let kinds = self.game.pieces_of("promotionPieceTypes");
        for color in Color::ALL {
            let mut zone = Zone::default();
            for rank in 0..variant.ranks {
                for file in 0..variant.files {
                    if variant.promotes_at(color, file, rank) && !variant.is_hole(file, rank) {
                        zone.insert(file, rank);
                    }
                }
            }
            // pawns that are never promoted must not stop before the zone
            let idle = pairs.is_empty() && kinds[color].is_empty();
            if idle && !variant.rules.promotion.mobile {
                zone = Zone::default();
            }
            self.game
                .set_of(color, "promotionRegion", self.squares(&zone));
        }
    }
}
