//! Generation of pseudo-legal moves.

use super::MoveTables;
use super::entry::Entry;
use super::game_end::GameEnd;
use super::sink::Sink;
use crate::board::Position;
use crate::board::cell::{EMPTY, color_bit};
use crate::types::{Bitboard, Move, Square, TypeId};

impl MoveTables {
    /// All pseudo-legal moves: legal except for the safety of the own royals and of the squares that castling passes.
    /// If the game is over, there are no such moves.
    pub fn pseudo_legal(&self, pos: &Position, moves: &mut Vec<Move>) {
        self.generate::<true, true>(pos, moves);
    }

    /// The pseudo-legal captures and promotions, without captures that gate a piece.
    pub fn pseudo_captures(&self, pos: &Position, moves: &mut Vec<Move>) {
        self.generate::<true, false>(pos, moves);
    }

    /// The pseudo-legal moves that [`MoveTables::pseudo_captures`] leaves out.
    pub fn pseudo_quiets(&self, pos: &Position, moves: &mut Vec<Move>) {
        self.generate::<false, true>(pos, moves);
    }

    /// True if a move is pseudo-legal; the move may come from elsewhere, such as the hash table. `buffer` is scratch
    /// space. The game must not be over.
    pub fn is_pseudo_legal(&self, pos: &Position, mv: Move, buffer: &mut Vec<Move>) -> bool {
        self.generates::<true, true>(pos, mv, buffer)
    }

    /// Like [`MoveTables::is_pseudo_legal`], but true of [quiet moves](MoveTables::pseudo_quiets) only.
    pub fn is_pseudo_quiet(&self, pos: &Position, mv: Move, buffer: &mut Vec<Move>) -> bool {
        self.generates::<false, true>(pos, mv, buffer)
    }

    /// True if a move is generated, as a capture (`C`) or a quiet move (`Q`).
    fn generates<const C: bool, const Q: bool>(
        &self,
        pos: &Position,
        mv: Move,
        buffer: &mut Vec<Move>,
    ) -> bool {
        if let Some(id) = mv.dropped() {
            return Q && self.is_pseudo_drop(pos, id, mv.to());
        }
        if mv.is_pass() {
            return Q && self.rules.passes && self.pass(pos) == Some(mv);
        }
        if pos.cell(mv.from()) & color_bit(pos.side()) == 0 {
            return false;
        }
        buffer.clear();
        if mv.is_wall_alone() {
            self.walls_alone(pos, buffer);
        } else if mv.castling().is_some() {
            self.castling_moves(pos, buffer);
        } else {
            let id = pos.type_on(mv.from());
            let entry = self.entry(id, mv.from());
            if self.has_only_own_moves(entry) {
                let mut finder = Finder {
                    mv,
                    target: self.square_index().of(mv.to()),
                    found: false,
                };
                self.emit::<_, C, Q>(pos, mv.from(), id, entry, &mut finder);
                return finder.found;
            }
            self.piece_moves::<C, Q>(pos, mv.from(), id, buffer);
        }
        buffer.contains(&mv)
    }

    /// True if no rule adds, changes or removes moves of a piece on its square.
    #[inline]
    pub(super) fn has_only_own_moves(&self, entry: &Entry) -> bool {
        !self.rules.add_to_pieces() && !entry.changes && !entry.duplicates
    }

    fn generate<const C: bool, const Q: bool>(&self, pos: &Position, moves: &mut Vec<Move>) {
        if self.game_end(pos).is_some_and(GameEnd::ends_play) {
            return;
        }
        self.generate_undecided::<C, Q>(pos, moves);
    }

    /// The moves of a position, whether or not the game is over.
    pub(super) fn generate_undecided<const C: bool, const Q: bool>(
        &self,
        pos: &Position,
        moves: &mut Vec<Move>,
    ) {
        let us = pos.side();
        let left = self.sets.emit::<_, C, Q>(pos, pos.live(us), moves);
        for (from, id) in pos.pieces_in(us, left) {
            self.piece_moves::<C, Q>(pos, from, id, moves);
        }
        if Q {
            self.castling_moves(pos, moves);
            if self.rules.passes {
                moves.extend(self.pass(pos));
            }
            if self.rules.drops {
                self.drop_moves(pos, us, moves);
            }
            if self.rules.walls {
                self.walls_alone(pos, moves);
            }
        }
    }

    /// The moves of one piece of the side to move, without castling.
    #[inline]
    pub(super) fn piece_moves<const C: bool, const Q: bool>(
        &self,
        pos: &Position,
        from: Square,
        id: TypeId,
        moves: &mut Vec<Move>,
    ) {
        let entry = self.entry(id, from);
        if self.has_only_own_moves(entry) {
            return self.emit::<_, C, Q>(pos, from, id, entry, moves);
        }
        self.piece_moves_by_rules::<C, Q>(pos, from, id, moves);
    }

    /// The moves of one piece, if special rules may change them.
    #[inline(never)]
    fn piece_moves_by_rules<const C: bool, const Q: bool>(
        &self,
        pos: &Position,
        from: Square,
        id: TypeId,
        moves: &mut Vec<Move>,
    ) {
        let first = moves.len();
        let entry = self.entry(id, from);
        let more = Q && self.rules.completes && self.adds_to_moves(pos, from, id);
        if more || entry.changes {
            self.emit::<_, true, true>(pos, from, id, entry, moves);
        } else {
            self.emit::<_, C, Q>(pos, from, id, entry, moves);
        }
        if entry.duplicates {
            remove_duplicates(moves, first);
        }
        if !self.rules.doubles.is_empty() {
            if more || entry.changes {
                self.add_doubles::<true, true>(pos, from, id, moves);
            } else {
                self.add_doubles::<C, Q>(pos, from, id, moves);
            }
        }
        if self.rules.completes {
            self.complete_moves(pos, from, (moves, first), more);
            if more && !C && !entry.changes {
                remove_plain_captures(pos, moves, first);
            }
        }
        if entry.changes {
            self.change_moves::<C, Q>(pos, from, id, (moves, first));
        }
        if self.rules.walls {
            self.add_walls(pos, moves, first);
        }
    }
}

/// A sink that looks for one move of a piece.
struct Finder {
    mv: Move,
    /// Number of the sought move's target square.
    target: usize,
    found: bool,
}

impl Sink for Finder {
    #[inline]
    fn push(&mut self, mv: Move) {
        self.found |= mv == self.mv;
    }

    #[inline]
    fn push_each<const W: usize>(
        &mut self,
        targets: Bitboard<W, usize>,
        to: impl Fn(usize) -> Move,
    ) {
        self.found |= targets.contains(self.target) && to(self.target) == self.mv;
    }
}

/// Removes duplicates from index `first` on.
fn remove_duplicates(moves: &mut Vec<Move>, first: usize) {
    let mut kept = first;
    for i in first..moves.len() {
        let mv = moves[i];
        let what = |mv: Move| (mv.to(), mv.promotion(), mv.is_en_passant());
        let same = |other: &Move| what(*other) == what(mv);
        if !moves[first..kept].iter().any(same) {
            moves[kept] = mv;
            kept += 1;
        }
    }
    moves.truncate(kept);
}

/// Removes captures without gating from index `first` on.
fn remove_plain_captures(pos: &Position, moves: &mut Vec<Move>, first: usize) {
    let mut i = first;
    while let Some(mv) = moves.get(i) {
        if mv.piece_suffix().is_none() && pos.cell(mv.to()) != EMPTY {
            moves.swap_remove(i);
        } else {
            i += 1;
        }
    }
}
