//! The ranks from which pawns push, and from which a push allows en passant.
//!
//! A pawn can push from these ranks wherever it came from, because a FEN does not record where it came from.

use super::{Resolver, Rule, Sentences};
use crate::types::{ByColor, Color, TypeId};
use crate::variant::describe::phrases::ranks;
use crate::variant::{Condition, MoveShape, Variant};

const PUSHES: &str = "Pushes: 2, or Pushes: white=1-2 black=2 en-passant=2";

pub(super) const RULE: Rule = Rule::new(&[PUSHES], resolve, describe);

/// First and last rank, counted from 1 on the owner's side.
type Ranks = (u8, u8);

/// The ranks of pawn pushes, if they are not only the start rank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pushes {
    /// The ranks on which a pawn has its first move.
    pub ranks: ByColor<Option<Ranks>>,
    /// The ranks from which a push allows en passant, if not all.
    pub en_passant: ByColor<Option<Ranks>>,
}

canonical!(struct Pushes { ranks = 1, en_passant = 2 });

impl Variant {
    /// True if a pawn of a colour has its first move on a rank (0 is the first one).
    pub fn pushes_from(&self, color: Color, rank: u8) -> bool {
        let own = self.rules.pawn_rank;
        let (first, last) = self.rules.pushes.ranks[color].unwrap_or((own, own));
        (first..=last).contains(&self.relative_rank(color, rank))
    }

    /// True if a push from a rank (0 is the first one) allows en passant.
    pub fn passes_from(&self, color: Color, rank: u8) -> bool {
        let (first, last) = self.rules.pushes.en_passant[color].unwrap_or((1, self.ranks));
        self.pushes_from(color, rank) && (first..=last).contains(&self.relative_rank(color, rank))
    }

    /// A rank (0 is the first one) as a side counts it, from 1.
    pub fn relative_rank(&self, color: Color, rank: u8) -> u8 {
        match color {
            Color::White => rank + 1,
            Color::Black => self.ranks - rank,
        }
    }

    /// True if a pawn that has moved can stand on a rank with first moves. Then the rank decides whether it can push,
    /// otherwise virginity does.
    pub fn pushes_by_rank(&self, color: Color) -> bool {
        let pawn = TypeId::pawn(color);
        let moves = || self.moves_anywhere(pawn);
        if !moves().any(|m| m.condition == Condition::Virgin) {
            return false;
        }
        let forward = |ranks: i8| match color {
            Color::White => ranks > 0,
            Color::Black => ranks < 0,
        };
        let strays = moves().any(|m| match &m.shape {
            MoveShape::Path { legs, .. } => legs.iter().any(|leg| !forward(leg.step.ranks)),
            MoveShape::MultiPath { .. } | MoveShape::Double { .. } => true,
            MoveShape::Castling { .. } => false,
        });
        let behind = |rank: u8| rank < self.rules.pawn_rank;
        let start = self.start_pieces().into_iter();
        let mut pawns = start.filter(|piece| piece.color == color && piece.id == pawn);
        let mut drops = (self.rules.drops.iter()).flat_map(|drops| &drops.kinds[color]);
        strays
            || self.rules.pushes.ranks[color].is_some()
            || drops.any(|kind| kind.id == pawn && behind(kind.ranks.0))
            || pawns.any(|piece| behind(self.relative_rank(color, piece.rank)))
    }
}

fn resolve(cx: &mut Resolver<'_>) {
    cx.each_listed(PUSHES, |cx, value| {
        let (colors, rest) = value.owner()?;
        let passing = rest.after("en-passant");
        let ranks = passing.unwrap_or(rest).ranks(cx.variant.ranks)?;
        let pushes = &mut cx.variant.rules.pushes;
        let sides = match passing {
            Some(_) => &mut pushes.en_passant,
            None => &mut pushes.ranks,
        };
        colors.iter().for_each(|&color| sides[color] = Some(ranks));
        Ok(())
    });
    let given = !cx.values(PUSHES).is_empty();
    let pushes = |color: Color| {
        let mut moves = cx.variant.moves_anywhere(TypeId::pawn(color));
        moves.any(|m| m.condition == Condition::Virgin)
    };
    if given && !Color::ALL.into_iter().any(pushes) {
        let hint = "a mode like 24, or i in Betza notation, is for the first move";
        cx.refuse(PUSHES, "the pawns have no first move", hint);
    }
}

fn describe(words: &mut Sentences<'_>) {
    let pushes = &words.variant.rules.pushes;
    words.of_sides(["Pawns", "White's pawns", "Black's pawns"], |color| {
        let first = pushes.ranks[color].map(ranks);
        let first = first.map(|ranks| format!("have their first move on {ranks}"));
        let passing = pushes.en_passant[color].map(ranks).map(|ranks| {
            format!("can be captured in passing only after a first move from {ranks}")
        });
        let what: Vec<String> = first.into_iter().chain(passing).collect();
        let what = what.join(" and ");
        (!what.is_empty()).then(|| format!("{what}, as their owner counts."))
    });
}
