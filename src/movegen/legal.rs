//! Legality of pseudo-legal moves.

use super::{CheckInfo, MoveTables};
use crate::board::Position;
use crate::types::{Bitboard, Move};

impl MoveTables {
    /// True if a pseudo-legal move is legal.
    #[inline]
    pub fn is_legal(&self, pos: &mut Position, mv: Move, check_info: &CheckInfo) -> bool {
        if check_info.must_capture && !pos.is_capture(mv) {
            return false;
        }
        if check_info.must_place && !self.places(pos.side(), mv) {
            return false;
        }
        if self.rules.judges_moves
            && let Some(legal) = self.is_legal_by_rule(pos, mv, check_info)
        {
            return legal;
        }
        let Some(royal) = check_info.royal else {
            let turns = self.rules.promotes_in_place && mv.promotion().is_some();
            return check_info.harmless && !turns || self.survives(pos, mv, check_info);
        };
        if mv.from() == royal {
            if mv.is_special() {
                return self
                    .castles_safely(pos, mv, check_info)
                    .unwrap_or_else(|| self.survives(pos, mv, check_info));
            }
            let them = pos.side().other();
            return pos.without(royal, |pos| !self.attacked(pos, mv.to(), them));
        }
        if mv.is_special() && self.needs_full_test(mv) {
            return self.survives(pos, mv, check_info);
        }
        if check_info.in_check && !check_info.path_check && !check_info.evasions.contains(mv.to()) {
            return false;
        }
        let pinned = check_info.pinned >> (pos.cell(mv.from()) & 63) & 1 != 0;
        let uncertain = check_info.path_check
            || check_info.has_platforms && check_info.platforms.contains(mv.to());
        !pinned && !uncertain || self.survives(pos, mv, check_info)
    }

    /// True if check info cannot decide the legality of a move.
    #[inline]
    fn needs_full_test(&self, mv: Move) -> bool {
        mv.is_en_passant()
            || mv.castling().is_some()
            || self.makes_royal(mv)
            || self.rules.drops_are_tried && mv.dropped().is_some()
            || self.rules.promotes_in_place && mv.promotion().is_some()
    }

    #[inline]
    fn makes_royal(&self, mv: Move) -> bool {
        self.royal_promotion
            && mv
                .promotion()
                .is_some_and(|id| self.royal_kinds[id.index()].is_royal())
    }

    /// Whether castling of the only royal is legal, without making the move; `None` if this must be tested.
    #[inline(never)]
    fn castles_safely(&self, pos: &mut Position, mv: Move, check_info: &CheckInfo) -> Option<bool> {
        let us = pos.side();
        if mv.gated().is_some() || pos.layout().has_effects {
            return None;
        }
        let castling = pos.layout().castling(us, mv)?;
        let (from, to) = (castling.from, castling.to);
        let (corner, partner_to) = (castling.corner, castling.partner_to);
        let safe = !self.is_forbidden(pos, mv, check_info)
            && !pos.as_if_moved([(from, to), (corner, partner_to)], |pos| {
                self.attacked(pos, to, us.other())
            });
        Some(safe)
    }

    /// Tests a move by making it: true if it is legal.
    #[inline(never)]
    fn survives(&self, pos: &mut Position, mv: Move, check_info: &CheckInfo) -> bool {
        let us = pos.side();
        if self.is_forbidden(pos, mv, check_info) {
            return false;
        }
        pos.make(mv);
        let legal =
            self.royals_safe(pos, us) && self.why_forbidden(pos, check_info.answered).is_none();
        pos.unmake();
        legal
    }

    /// All legal moves.
    pub fn legal(&self, pos: &mut Position) -> Vec<Move> {
        let check_info = self.check_info(pos);
        let mut moves = Vec::new();
        self.pseudo_legal(pos, &mut moves);
        moves.retain(|&mv| self.is_legal(pos, mv, &check_info));
        moves
    }

    /// The number of legal moves: like [`MoveTables::legal`], but most moves are only counted; `buffer` is
    /// scratch space.
    #[inline(never)]
    pub fn count_legal(&self, pos: &mut Position, buffer: &mut Vec<Move>) -> u64 {
        if self.game_end(pos).is_some_and(super::GameEnd::ends_play) {
            return 0;
        }
        let us = pos.side();
        let check_info = self.check_info(pos);
        let first = buffer.len();
        let mut count = Count(0);
        let bound = check_info.must_capture || check_info.must_place;
        let free = check_info.royal.is_some()
            && !check_info.in_check
            && !check_info.has_platforms
            && !bound
            && !check_info.royals_face;
        let slots = pos.live(us);
        let certain = if free && !self.adds_moves(pos) {
            slots & !check_info.pinned & !pos.royals(us)
        } else {
            0
        };
        // an en passant capture vacates two squares at once, and a new royal may be attacked
        let certain = if pos.en_passant().is_useless() && !self.royal_promotion {
            certain
        } else {
            certain & !pos.pawns(us)
        };
        let left = (self.sets).emit::<_, true, true>(pos, certain, &mut count);
        for (from, id) in pos.pieces_in(us, left) {
            let entry = self.entry(id, from);
            if entry.duplicates || entry.changes {
                self.piece_moves::<true, true>(pos, from, id, buffer);
            } else {
                self.emit::<_, true, true>(pos, from, id, entry, &mut count);
            }
        }
        for (from, id) in pos.pieces_in(us, slots & !certain) {
            self.piece_moves::<true, true>(pos, from, id, buffer);
        }
        self.castling_moves(pos, buffer);
        if self.rules.passes {
            buffer.extend(self.pass(pos));
        }
        if self.rules.walls {
            self.walls_alone(pos, buffer);
        }
        // a drop captures nothing
        if self.rules.drops && !bound {
            count.0 += self.count_drops(pos, &check_info, buffer);
        } else if check_info.must_place {
            self.drop_moves(pos, us, buffer);
        }
        for &mv in &buffer[first..] {
            count.0 += u64::from(self.is_legal(pos, mv, &check_info));
        }
        buffer.truncate(first);
        count.0
    }
}

/// A sink that only counts moves.
struct Count(u64);

impl super::sink::Sink for Count {
    #[inline]
    fn push(&mut self, _mv: Move) {
        self.0 += 1;
    }

    #[inline]
    fn push_each<const W: usize>(
        &mut self,
        targets: Bitboard<W, usize>,
        _to: impl Fn(usize) -> Move,
    ) {
        self.0 += targets.len() as u64;
    }
}
