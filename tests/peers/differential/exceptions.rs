//! Known defects of the original that cause differences.

use fmax::types::Color;
use fmax::variant::{PieceType, Royalty, Variant};

use super::duel::{Difference, Kind};

type Test = fn(&Variant, &Difference) -> bool;

/// A bug of the original, and the test that recognises it.
const TABLE: [(&str, Test); 4] = [
    (
        "the original takes a pawn's own letter for a promotion choice; the pawn stays one for ever",
        |variant, difference| {
            let letters = Color::ALL.map(|color| match color {
                Color::White => variant.pieces[0].letter,
                Color::Black => variant.pieces[1].letter,
            });
            let suffix = difference.mv.chars().last().map(|c| c.to_ascii_uppercase());
            difference.kind == Kind::SuffixAccepted && suffix.is_some_and(|c| letters.contains(&c))
        },
    ),
    (
        // our rule is that of Spartan Chess: only a captured royal returns
        "the original lets a pawn become one more extinction royal while none is lost",
        |variant, difference| {
            let suffix = difference.mv.chars().last().map(|c| c.to_ascii_uppercase());
            let royal = |p: &PieceType| matches!(p.royalty, Royalty::Extinction { .. });
            let mut pieces = variant.pieces.iter().filter(|p| royal(p));
            difference.kind == Kind::SuffixAccepted && pieces.any(|p| Some(p.letter) == suffix)
        },
    ),
    (
        // Probably a cutoff just after the move of a piece that might gate leaves the search of the
        // original without restoring the hash keys, so that later positions are judged by the entries
        // of others. After f2f4 e7e5 b2b3 f7f6 c2c3 e5f4 e2e3 g7g6 g2g4 e8e7 d1c2 b8a6 c2d3 h7h5 c3c4
        // f4f3 d3d7 it refuses c8d7 with 2^14 entries or more, but not with 2^10.
        "gating spoils the original's hash keys, and it refuses a legal move",
        |variant, difference| {
            difference.kind == Kind::Refused && !variant.rules.gating.types.is_empty()
        },
    ),
    (
        "the original's answer depends on the size of its hash table",
        |_, difference| difference.kind == Kind::HashAccident,
    ),
];

/// The reason for a difference, if it is a known bug of the original.
pub fn reason(variant: &Variant, difference: &Difference) -> Option<&'static str> {
    let known = TABLE.iter().find(|(_, fits)| fits(variant, difference));
    known.map(|(reason, _)| *reason)
}
