//! Drops: putting pieces from the hand on empty squares.

use super::placement;
use crate::board::Position;
use crate::movegen::sink::Sink;
use crate::movegen::{CheckInfo, MoveTables};
use crate::types::{Bitboard, Color, Move, Square, TypeId};
use crate::variant::DropKind;

impl MoveTables {
    /// The drops of the side to move, regardless of its royals and of forbidden mates.
    #[inline(never)]
    pub(in crate::movegen) fn drop_moves<S: Sink>(&self, pos: &Position, us: Color, moves: &mut S) {
        each_kind(pos, us, |kind, open| {
            for sq in open.iter() {
                moves.push(Move::dropping(kind.id, sq));
            }
        });
    }

    /// True if a drop is pseudo-legal; the move may come from elsewhere.
    pub(in crate::movegen) fn is_pseudo_drop(
        &self,
        pos: &Position,
        id: TypeId,
        to: Square,
    ) -> bool {
        let mut found = false;
        each_kind(pos, pos.side(), |kind, open| {
            found |= kind.id == id && open.contains(to);
        });
        found
    }

    /// The number of legal drops whose legality check info decides; all other drops go to the buffer.
    pub(in crate::movegen) fn count_drops(
        &self,
        pos: &Position,
        check_info: &CheckInfo,
        buffer: &mut Vec<Move>,
    ) -> u64 {
        let us = pos.side();
        let Some(answers) = check_info.answers() else {
            self.drop_moves(pos, us, buffer);
            return 0;
        };
        let mut count = 0;
        each_kind(pos, us, |kind, open| {
            let open = answers.map_or(open, |answers| open & answers);
            let no_check = &self.variant.rules.drop_limits.no_check[us];
            let royal = self.royal_kinds[kind.id.index()].is_royal();
            if kind.no_mate || no_check.contains(&kind.id) || royal {
                buffer.extend(open.iter().map(|sq| Move::dropping(kind.id, sq)));
            } else {
                count += open.len() as u64;
            }
        });
        count
    }

    /// True if a legal drop mates or gives check although it must not do so.
    #[inline(never)]
    pub(super) fn is_forbidden_drop(&self, pos: &mut Position, mv: Move) -> bool {
        let us = pos.side();
        let no_check = &self.variant.rules.drop_limits.no_check[us];
        let checks = mv.dropped().is_some_and(|id| no_check.contains(&id)) && {
            pos.make(mv);
            let checks = self.in_check(pos);
            pos.unmake();
            checks
        };
        if checks {
            return true;
        }
        if !must_not_mate(pos, mv) {
            return false;
        }
        self.make(pos, mv);
        // a drop that leaves the own king in check is illegal anyway, and testing the answers to it, the answers to
        // those answers and so on would not end
        let mated = self.in_check(pos) && self.royals_safe(pos, us) && !self.has_answer(pos);
        pos.unmake();
        mated
    }

    /// True if there is a legal move, or would be if the check had not won the game by itself. The legality of a drop
    /// that must not mate depends on the answers to it, and their legality on further answers: only the first answers
    /// are tested.
    fn has_answer(&self, pos: &mut Position) -> bool {
        let check_info = self.check_info(pos);
        let mut moves = Vec::new();
        self.generate_undecided::<true, true>(pos, &mut moves);
        let (last, first): (Vec<Move>, Vec<Move>) =
            moves.into_iter().partition(|&mv| must_not_mate(pos, mv));
        let mut all = first.into_iter().chain(last);
        all.any(|mv| self.is_legal(pos, mv, &check_info))
    }
}

/// True if a move drops a piece that must not mate when it is dropped.
fn must_not_mate(pos: &Position, mv: Move) -> bool {
    let Some((id, drops)) = mv.dropped().zip(pos.layout().drops.as_ref()) else {
        return false;
    };
    let mut kinds = drops.kinds[pos.side()].iter();
    kinds.any(|(kind, _)| kind.id == id && kind.no_mate)
}

/// Calls back with each type that the colour can drop now, and the squares where it can be dropped.
fn each_kind(pos: &Position, us: Color, mut visit: impl FnMut(&DropKind, Bitboard)) {
    let Some(drops) = &pos.layout().drops else {
        return;
    };
    // a position has slots for 64 pieces of a colour
    if !pos.has_hand(us) || pos.live(us) == u64::MAX {
        return;
    }
    let occupied = pos.occupancy::<4>();
    let taken: Bitboard = pos.layout().index.members(occupied).collect();
    for (kind, squares) in &drops.kinds[us] {
        if pos.in_hand(us, drops.held_as(us, kind.id)) == 0 {
            continue;
        }
        let mut open = squares.without(taken);
        if kind.per_file > 0 {
            let mut on_file = [0; 16];
            let own = pos.pieces(us).filter(|&(_, id)| id == kind.id);
            own.for_each(|(sq, _)| on_file[usize::from(sq.file() & 15)] += 1);
            open = open
                .iter()
                .filter(|sq| on_file[usize::from(sq.file() & 15)] < kind.per_file)
                .collect();
        }
        if !pos.layout().variant.rules.placement.opposite[us].is_empty() {
            let free = |id: TypeId| {
                let mut kinds = drops.kinds[us].iter();
                let squares = kinds.find(|(kind, _)| kind.id == id);
                squares.map_or(Bitboard::EMPTY, |(_, squares)| squares.without(taken))
            };
            open = placement::keep_shades(pos, us, (kind.id, open), free);
        }
        visit(kind, open);
    }
}
