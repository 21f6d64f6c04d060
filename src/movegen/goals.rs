//! Goals besides royals, in the games that have them: who has reached one, which captures explode
//! and which must be made.

use std::borrow::Cow;

use super::game_end::{GameEnd, WinReason};
use super::{CheckInfo, MoveTables};
use crate::board::Position;
use crate::board::position::color_bit;
use crate::types::{ByColor, Color, Move, Square, TypeSet};
use crate::variant::{MoveShape, Stalemate, Variant};

/// The game as its moves are compiled: royals that a capture would destroy capture nothing.
pub(super) fn with_careful_royals(v: &Variant) -> Cow<'_, Variant> {
    if v.rules.win.explosion.is_none() {
        return Cow::Borrowed(v);
    }
    let mut v = v.clone();
    for piece in v.pieces.iter_mut().filter(|p| p.royalty.is_royal()) {
        for m in &mut piece.moves {
            match &mut m.shape {
                MoveShape::Path { legs, .. } => {
                    legs.iter_mut().for_each(|leg| leg.rights.capture = false);
                }
                MoveShape::MultiPath { rights, .. } => rights.capture = false,
                MoveShape::Castling { .. } => {}
            }
        }
    }
    Cow::Owned(v)
}

/// The types of which white and black must keep a piece; none for a side that begins without any.
pub(super) fn baring(v: &Variant) -> ByColor<TypeSet> {
    let start = v.start_pieces();
    ByColor::from_fn(|color| {
        let named = &v.rules.win.baring[color];
        let types = v.kinds(named);
        let mut own = start.iter().filter(|piece| piece.color == color);
        let concerned = own.any(|piece| types.contains(piece.id));
        if concerned { types } else { TypeSet::EMPTY }
    })
}

/// How many pieces of some types a side has, in hand as well.
fn count(pos: &Position, color: Color, types: TypeSet) -> u32 {
    let number = |id| u32::from(pos.count(color, id)) + u32::from(pos.in_hand(color, id));
    types.iter().map(number).sum()
}

impl MoveTables {
    /// Who has reached a goal that is no royal's.
    #[inline(never)]
    pub(super) fn goal_end(&self, pos: &Position) -> Option<GameEnd> {
        let goals = &self.variant.rules.win;
        let (us, them) = (pos.side(), pos.side().other());
        let ended = |reason, winner| Some(GameEnd::Win(winner, reason));
        if goals.checks > 0 {
            for color in [them, us] {
                if pos.checks_left(color) == 0 {
                    return ended(WinReason::Checks, color);
                }
            }
        }
        // of two losers it is the side that has just moved
        for color in [them, us] {
            let mut kinds = self.vanishing[color].iter();
            if kinds.any(|&kind| count(pos, color, kind) == 0) {
                return ended(WinReason::Extinction, color.other());
            }
        }
        if goals.explosion.is_some() {
            for color in [them, us] {
                if self.has_royals[color] && pos.royals(color) == 0 {
                    return ended(WinReason::Explosion, color.other());
                }
            }
        }
        if goals.bare_wins {
            for color in [them, us] {
                if pos.live(color) == pos.royals(color) && !pos.has_hand(color) {
                    return ended(WinReason::Rid, color);
                }
            }
        }
        None
    }

    /// True if a side has lost all that it must not be without, in games where being bare loses.
    pub(super) fn is_bare(&self, pos: &Position, color: Color) -> bool {
        let types = self.baring[color];
        let alone = pos.live(color) == pos.royals(color) && !pos.has_hand(color);
        self.variant.rules.win.bare_king_loses && alone
            || !types.is_empty() && count(pos, color, types) == 0
    }

    /// True if a capture takes the last piece of a type that must not die out, or the last that
    /// keeps a side from being bare.
    pub fn extinguishes(&self, pos: &Position, mv: Move) -> bool {
        let them = pos.side().other();
        let victim = pos.victim_square(mv);
        let id = pos.type_on(victim);
        let kinds = self.vanishing[them].iter();
        pos.cell(victim) & color_bit(them) != 0
            && (kinds.chain([&self.baring[them]]))
                .any(|&kind| kind.contains(id) && count(pos, them, kind) == 1)
    }

    /// True if a royal of the side to move has a legal move to its goal. `buffer` is room to find
    /// out.
    #[inline(never)]
    pub fn can_reach_goal(
        &self,
        pos: &mut Position,
        known: &CheckInfo,
        buffer: &mut Vec<Move>,
    ) -> bool {
        let Some((id, goal)) = self.hill else {
            return false;
        };
        buffer.clear();
        let royals = pos.pieces(pos.side()).filter(|&(_, other)| other == id);
        royals.for_each(|(sq, _)| self.piece_moves::<true, true>(pos, sq, id, buffer));
        let mut moves = buffer.iter().filter(|mv| goal.contains(mv.to()));
        moves.any(|&mv| self.is_legal(pos, mv, known))
    }

    /// [`MoveTables::royals_safe`] where captures explode: without an own royal nothing is safe,
    /// without an enemy one everything is, and royals side by side protect each other, because
    /// nobody can blow up one of them alone.
    #[inline(never)]
    pub(super) fn royals_safe_from_blasts(&self, pos: &Position, color: Color) -> bool {
        let Some(blast) = pos.layout().blast() else {
            return true;
        };
        let them = color.other();
        if pos.royals(color) == 0 {
            return !self.has_royals[color];
        }
        if pos.royals(them) == 0 {
            return true;
        }
        let royal = |sq: Square| {
            let cell = pos.cell(sq);
            cell & color_bit(them) != 0 && pos.royals(them) >> (cell & 63) & 1 != 0
        };
        (pos.pieces_in(color, pos.royals(color))).all(|(sq, _)| {
            blast.around(sq).iter().any(|&sq| royal(sq)) || !self.attacked(pos, sq, them)
        })
    }

    /// True if a capture must be made because one can be.
    #[inline(never)]
    pub(super) fn must_capture(&self, pos: &Position, known: &CheckInfo) -> bool {
        let mut captures = Vec::new();
        self.pseudo_captures(pos, &mut captures);
        captures.retain(|&mv| pos.is_capture(mv));
        if captures.is_empty() || !self.has_royals[pos.side()] {
            return !captures.is_empty();
        }
        let mut copy = pos.without_history();
        captures
            .into_iter()
            .any(|mv| self.is_legal(&mut copy, mv, known))
    }

    /// Which side wins, if any, when the side to move has no legal move.
    pub fn no_moves(&self, pos: &Position, in_check: bool) -> Option<Color> {
        let (us, them) = (pos.side(), pos.side().other());
        let rules = &self.variant.rules;
        if in_check {
            return Some(if rules.win.mated_wins { us } else { them });
        }
        match rules.win.stalemate {
            Stalemate::Draw => None,
            Stalemate::Loss => Some(them),
            Stalemate::Win => Some(us),
            Stalemate::Fewer => {
                let [own, other] = [us, them].map(|color| pos.live(color).count_ones());
                match own.cmp(&other) {
                    std::cmp::Ordering::Less => Some(us),
                    std::cmp::Ordering::Equal => None,
                    std::cmp::Ordering::Greater => Some(them),
                }
            }
        }
    }
}
