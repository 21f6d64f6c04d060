//! Promotion choices, and the squares where a piece could never move again.

use crate::movegen::MoveTables;
use crate::movegen::entry::PromotionChoice;
use crate::movegen::rules::Choices;
use crate::types::{Bitboard, ByColor, Color, Square, TypeId, TypeSet};
use crate::variant::{PromotesTo, Royalty, Variant};

/// The promotion choices of types other than pawns.
pub(super) fn choices(v: &Variant) -> Choices {
    let promotion = &v.rules.promotion;
    let choice = |&id: &TypeId| PromotionChoice::new(v, id);
    ByColor::from_fn(|color| {
        let of = |id: TypeId| promotion.of_piece(color, id).iter().map(choice).collect();
        v.by_type(Vec::new(), of)
    })
}

/// The squares where a piece of a type may not come, because it could never move again.
pub(super) fn dead_ends(v: &Variant) -> Vec<Bitboard> {
    let dead = |id: TypeId| -> Bitboard {
        let ends = v.squares().filter(|&sq| v.is_dead_end(id, sq));
        ends.filter(|_| v.rules.promotion.mobile).collect()
    };
    v.by_type(Bitboard::EMPTY, dead)
}

impl PromotionChoice {
    /// The promotion choice of a type, with the limit that the rules set for it.
    pub(super) fn new(v: &Variant, id: TypeId) -> PromotionChoice {
        let piece = v.piece(id);
        let alike = |&other: &TypeId| {
            let other = v.piece(other);
            other.letter == piece.letter && other.is_twin_of(piece)
        };
        let alike: TypeSet = (v.types().map(|(id, _)| id))
            .filter(|other| *other == id || alike(other))
            .collect();
        let mut limits = alike.iter().filter_map(|id| v.rules.promotion.most(id));
        PromotionChoice {
            id,
            alike,
            limit: limits.next().unwrap_or(u8::MAX),
        }
    }
}

impl MoveTables {
    /// True if moves of a type from a square may promote it, or end where it could not move again.
    pub(super) fn may_change(&self, id: TypeId, from: Square, zones: &ByColor<Bitboard>) -> bool {
        let reach = self.reach(id, from);
        let promotes = |color: Color| {
            let leaving = self.variant.rules.promotion.leaving && zones[color].contains(from);
            !self.rules.choices[color][id.index()].is_empty()
                && (leaving || zones[color].meets(&reach))
        };
        // promotion of pawns depends on their target square, unless they promote in place
        id.is_pawn() && self.rules.promotes_in_place
            || !id.is_pawn() && Color::ALL.into_iter().any(promotes)
            || !id.is_pawn() && self.rules.dead_ends[id.index()].meets(&reach)
    }
}

/// True if a pawn of this type could be promoted on the square, whichever colour the pawn has.
pub(super) fn promotes(v: &Variant, id: TypeId, sq: Square) -> bool {
    (Color::ALL.iter()).any(|&c| v.is_pawn(id, c) && v.promotes_at(c, sq.file(), sq.rank()))
}

/// The promotion choices of a colour's pawns, by file.
pub(super) fn by_file(v: &Variant, color: Color) -> Vec<Vec<PromotionChoice>> {
    let start_count = |alike: TypeSet| {
        let pieces = v.start_pieces().into_iter();
        let pieces = pieces.filter(|piece| piece.color == color && alike.contains(piece.id));
        u8::try_from(pieces.count()).unwrap_or(u8::MAX)
    };
    let choice = |id: TypeId| {
        let mut choice = PromotionChoice::new(v, id);
        if v.rules.promotion.captured || matches!(v.piece(id).royalty, Royalty::Extinction { .. }) {
            choice.limit = start_count(choice.alike);
        }
        choice
    };
    let by_file = |file: usize| -> Vec<PromotionChoice> {
        match &v.rules.promotion.to {
            PromotesTo::Choice(choices) => choices[color]
                .distinct
                .iter()
                .map(|&id| choice(id))
                .collect(),
            PromotesTo::ByFile(files) => files[color]
                .get(file)
                .copied()
                .flatten()
                .map(choice)
                .into_iter()
                .collect(),
        }
    };
    let files = v.squares().map(|sq| sq.file() + 1).max().unwrap_or(0);
    (0..files)
        .map(|file| by_file(usize::from(v.shown_file(file))))
        .collect()
}
