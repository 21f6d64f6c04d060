//! Making and unmaking moves.

use super::cell::{Cell, EMPTY, color_bit, owner};
use super::layout::Layout;
use super::piece_list::part;
use super::state::{Board, EnPassant, Undo};
use super::{Castling, Position};
use crate::types::{Bitboard, Color, Move, Square, TypeId};
use crate::variant::moves::MAX_PASSED;

impl Position {
    /// Makes a pseudo-legal move.
    #[inline]
    pub fn make(&mut self, mv: Move) {
        self.board.make(&self.layout, mv);
        if self.layout.has_effects {
            self.make_effects(mv);
        }
    }

    /// The key after a pseudo-legal move that only affects its origin and target. It is wrong for castling, en passant
    /// and similar moves.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        let us = self.side();
        let (from, to) = (mv.from(), mv.to());
        let squares = self.layout.piece_squares(us, self.type_on(from));
        let zobrist = &self.layout.zobrist;
        let mut key =
            self.key() ^ zobrist.side ^ squares[from.index()].key ^ squares[to.index()].key;
        let captured = self.cell(to);
        if captured != EMPTY {
            key ^= self.layout.piece_squares(owner(captured), self.type_on(to))[to.index()].key;
        }
        if self.is_virgin(from) {
            key ^= zobrist.virgin(from);
        }
        if let Some(sq) = mv.wall() {
            key ^= self.key_of_wall(sq);
        }
        key
    }

    /// Passes the turn (for null-move searches).
    pub fn make_null(&mut self) {
        self.board.make_null(&self.layout);
    }

    /// Unmakes the last move or pass. Does nothing at the start.
    #[inline]
    pub fn unmake(&mut self) {
        self.board.unmake(&self.layout);
    }
}

impl Board {
    pub(super) fn has_hand(&self, color: Color) -> bool {
        self.hand_total[color] > 0
    }

    fn make(&mut self, layout: &Layout, mv: Move) {
        let us = self.side;
        let them = us.other();
        let (from, to) = (mv.from(), mv.to());
        let mover = self.cells[from.index()];
        let mover_type = self.type_of[usize::from(mover)];
        debug_assert!(
            mover & color_bit(us) != 0 || mv.dropped().is_some(),
            "{mv:?} moves no own piece"
        );
        self.save_state();
        self.stack.push(Undo {
            mv,
            captured_square: to,
            mover_type,
            ..Undo::default()
        });
        let victim = if mv.is_en_passant() {
            self.state.en_passant.victim
        } else {
            to
        };
        self.begin_turn_change(layout);
        if us == Color::Black {
            self.move_number += 1;
        }
        if !mv.is_special() {
            self.make_ordinary(layout, us, mv, mover, mover_type);
            return;
        }

        if mv.is_pass() || mv.is_wall_alone() {
            return;
        }
        if let Some(id) = mv.dropped() {
            self.drop_piece(layout, us, id, to);
            return;
        }
        if let Some(via) = mv.via() {
            self.take_on_the_way(layout, us, via);
        }
        let castling = layout.castling(us, mv);
        if let Some(castling) = castling {
            self.castle(layout, us, castling);
            if layout.variant.rules.castling.opposite {
                self.bar_castling(layout, them, castling.is_right());
            }
        } else {
            let captured = self.cells[victim.index()];
            if captured != EMPTY && from != to {
                self.capture(layout, owner(captured), captured);
            }
            self.lift(layout, us, mover);
            let new_type = mv.promotion().unwrap_or(mover_type);
            self.place(layout, us, mover, new_type, to);
            if mover_type == TypeId::pawn(us) {
                self.state.rule_clock = 0;
                // a promoted pawn cannot be captured en passant
                if mv.is_push() && mv.promotion().is_none() {
                    self.set_en_passant(layout, us, from, to);
                }
            }
        }
        if mv.gated().is_some() {
            self.gate(layout, us, mv);
        }
        let corner = castling.map(|castling| castling.corner);
        self.lose_virginity(
            layout,
            &[from, to, victim, corner.unwrap_or(from)],
            mv.gated().is_some(),
        );
    }

    /// Removes a captured piece of `them`, which may be the own side, and saves it for unmaking.
    #[inline]
    fn capture(&mut self, layout: &Layout, them: Color, captured: Cell) {
        debug_assert!(captured & color_bit(them) != 0, "it is the other side's");
        if let Some(undo) = self.stack.last_mut() {
            undo.captured = captured;
            undo.captured_type = self.type_of[usize::from(captured)];
            undo.captured_square = self.square_of[usize::from(captured)];
        }
        if layout.drops.is_some() {
            let id = self.type_of[usize::from(captured)];
            self.take_in_hand(layout, them.other(), id);
        }
        self.lift(layout, them, captured);
        self.state.rule_clock = 0;
    }

    /// Completes a move that only affects its origin and target, as most do.
    #[inline]
    fn make_ordinary(
        &mut self,
        layout: &Layout,
        us: Color,
        mv: Move,
        mover: Cell,
        mover_type: TypeId,
    ) {
        let (from, to) = (mv.from(), mv.to());
        let captured = self.cells[to.index()];
        if captured != EMPTY {
            self.capture(layout, owner(captured), captured);
        } else if mover_type == TypeId::pawn(us) {
            self.state.rule_clock = 0;
        }
        let squares = layout.piece_squares(us, mover_type);
        let (before, after) = (squares[from.index()], squares[to.index()]);
        self.state.key ^= before.key ^ after.key;
        self.state.part_keys[part(us, mover_type)] ^= before.key ^ after.key;
        let change = after.score - before.score;
        if us == Color::White {
            self.state.score += change;
        } else {
            self.state.score -= change;
        }
        self.cells[from.index()] = EMPTY;
        self.stand(mover, to);
        let [gone, come] = [from, to].map(|sq| layout.index.of(sq));
        let occupied = &mut self.state.occupied[us];
        occupied.remove(gone);
        occupied.insert(come);
        if mover_type == TypeId::pawn(us) {
            self.state.pawn_squares.remove(gone);
            self.state.pawn_squares.insert(come);
        }
        let virgin = &self.state.virgin;
        if virgin.contains(gone) || virgin.contains(come) {
            self.lose_virginity(layout, &[from, to], false);
        }
    }

    /// Saves the state for unmaking.
    #[inline]
    fn save_state(&mut self) {
        // unlike a push, this copies the state only once
        self.states
            .extend_from_slice(std::slice::from_ref(&self.state));
    }

    fn make_null(&mut self, layout: &Layout) {
        self.save_state();
        self.stack.push(Undo::default());
        self.begin_turn_change(layout);
        self.set_passes(layout, 0);
        self.shield(layout, None);
        if self.side == Color::White {
            self.move_number += 1;
        }
    }

    fn unmake(&mut self, layout: &Layout) {
        let Some(undo) = self.stack.pop() else { return };
        self.side = self.side.other();
        let us = self.side;
        if us == Color::Black {
            self.move_number -= 1;
        }
        let mv = undo.mv;
        if layout.leaves_traces {
            self.unmake_effects(layout, us, &undo);
        }
        if !mv.is_special() {
            if mv != Move::NONE {
                let mover = self.cells[mv.to().index()];
                self.cells[mv.to().index()] = EMPTY;
                self.stand(mover, mv.from());
                self.put_back(layout, &undo);
            }
        } else if let Some(id) = mv.dropped() {
            self.pick_up(layout, us, id, mv.to());
        } else if !mv.is_pass() && !mv.is_wall_alone() {
            if mv.gated().is_some() {
                self.ungate(layout, us, mv);
            }
            if let Some(c) = layout.castling(us, mv) {
                let king = self.cells[c.to.index()];
                let partner = self.cells[c.partner_to.index()];
                self.cells[c.to.index()] = EMPTY;
                self.cells[c.partner_to.index()] = EMPTY;
                self.stand(king, c.from);
                self.stand(partner, c.corner);
            } else {
                let mover = self.cells[mv.to().index()];
                self.cells_remove(us, mover);
                self.stand(mover, mv.from());
                self.enlist(us, mover, undo.mover_type);
                self.put_back(layout, &undo);
                if mv.via().is_some() {
                    self.put_back_on_the_way(layout, us);
                }
            }
        }
        if let Some(state) = self.states.last() {
            self.state = *state;
        }
        self.states.pop();
    }

    /// Puts the captured piece back, if the move captured; the sums come from the saved state.
    #[inline]
    fn put_back(&mut self, layout: &Layout, undo: &Undo) {
        if undo.captured == EMPTY {
            return;
        }
        let color = owner(undo.captured);
        self.stand(undo.captured, undo.captured_square);
        self.enlist(color, undo.captured, undo.captured_type);
        if layout.drops.is_some() {
            self.give_back(layout, color.other(), undo.captured_type);
        }
    }

    /// Starts a turn: switches the side to move and clears en-passant rights.
    fn begin_turn_change(&mut self, layout: &Layout) {
        self.state.key ^= layout.zobrist.side;
        self.clear_en_passant(layout);
        self.state.rule_clock = self.state.rule_clock.saturating_add(1);
        self.side = self.side.other();
    }

    #[inline]
    pub(super) fn clear_en_passant(&mut self, layout: &Layout) {
        if self.state.en_passant.count == 0 {
            return;
        }
        if self.state.en_passant.keyed {
            for &sq in self.state.en_passant.squares() {
                self.state.key ^= layout.zobrist.en_passant(sq);
            }
        }
        self.state.en_passant = EnPassant::default();
    }

    fn castle(&mut self, layout: &Layout, us: Color, castling: &Castling) {
        let king = self.cells[castling.from.index()];
        let partner = self.cells[castling.corner.index()];
        let (king_type, partner_type) = (
            self.type_of[usize::from(king)],
            self.type_of[usize::from(partner)],
        );
        self.lift(layout, us, king);
        self.lift(layout, us, partner);
        self.place(layout, us, king, king_type, castling.to);
        self.place(layout, us, partner, partner_type, castling.partner_to);
    }

    /// Removes a side's right to castle to a wing.
    #[inline(never)]
    fn bar_castling(&mut self, layout: &Layout, color: Color, right: bool) {
        let castlings = layout.castlings[color].iter();
        for castling in castlings.filter(|castling| castling.is_right() == right) {
            self.lose_virginity(layout, &[castling.corner], false);
        }
    }

    pub(super) fn change_hand(&mut self, layout: &Layout, color: Color, id: TypeId, by: i8) {
        let count = &mut self.hands[color][id.index()];
        self.state.key ^= layout.zobrist.hand(color, id, *count);
        *count = count.wrapping_add_signed(by);
        self.state.key ^= layout.zobrist.hand(color, id, *count);
        let total = &mut self.hand_total[color];
        *total = total.wrapping_add_signed(by);
    }

    /// The en-passant squares of a push, and whether they are part of the key.
    fn set_en_passant(&mut self, layout: &Layout, us: Color, from: Square, to: Square) {
        let Some(push) = layout.pushes(us, from).iter().find(|push| push.to == to) else {
            return;
        };
        self.set_en_passant_squares(layout, us, &push.passed, to);
    }

    pub(super) fn set_en_passant_squares(
        &mut self,
        layout: &Layout,
        pusher: Color,
        passed: &[Square],
        victim: Square,
    ) {
        self.clear_en_passant(layout);
        let mut ep = EnPassant {
            victim,
            ..EnPassant::default()
        };
        for &sq in passed.iter().take(MAX_PASSED) {
            ep.squares[usize::from(ep.count)] = sq;
            ep.count += 1;
        }
        let capturer = pusher.other();
        let pawn = TypeId::pawn(capturer);
        let stands = |&sq: &Square| {
            let cell = self.cells[sq.index()];
            cell & color_bit(capturer) != 0 && self.type_of[usize::from(cell)] == pawn
        };
        ep.keyed = ep.squares().iter().any(|&sq| {
            layout
                .pawn_capture_origins(capturer, sq)
                .is_none_or(|list| list.iter().any(stands))
        });
        self.state.en_passant = ep;
        if ep.keyed {
            for &sq in ep.squares() {
                self.state.key ^= layout.zobrist.en_passant(sq);
            }
        }
    }

    /// Ends the virginity of these squares, and of other squares whose virginity becomes useless. `hand`: the hand has
    /// changed as well.
    pub(super) fn lose_virginity(&mut self, layout: &Layout, squares: &[Square], hand: bool) {
        let before = self.state.virgin;
        let mut castling = hand;
        for &sq in squares {
            let number = layout.index.of(sq);
            if self.state.virgin.contains(number) {
                self.state.virgin.remove(number);
                self.state.key ^= layout.zobrist.virgin(sq);
                castling |= layout.is_castling_square(sq);
            }
        }
        if castling {
            if layout.has_gates() {
                self.close_gates(layout, before ^ self.state.virgin);
            }
            let virgin = self.useful_virgins(layout, self.state.virgin);
            self.set_virgins(layout, virgin);
        }
    }

    /// Sets the squares of virgin pieces, by number.
    #[inline]
    pub(super) fn set_virgins(&mut self, layout: &Layout, virgin: Bitboard<4, usize>) {
        for number in (self.state.virgin ^ virgin).iter() {
            self.state.key ^= layout.zobrist.virgin(layout.index.square(number));
        }
        self.state.virgin = virgin;
    }
}
