//! Pieces in hand that come in where others leave their first square.

use super::layout::Layout;
use super::position::Board;
use crate::types::{Bitboard, Color, Move, Square, TypeId};

impl Layout {
    /// The squares where a piece waits to come in, and which one it is.
    pub fn gates(&self, color: Color) -> &[(Square, TypeId)] {
        &self.gating.gates[color]
    }

    /// True if pieces wait at gates in this game.
    pub fn has_gates(&self) -> bool {
        !self.gating.gates.iter().all(Vec::is_empty)
    }

    /// The start squares of the pieces of a colour that may let one from the hand in.
    pub fn gate_squares(&self, color: Color) -> Bitboard {
        self.gating.squares[color]
    }
}

impl Board {
    /// What a move lets in from the hand, and where.
    fn gatings(&self, layout: &Layout, us: Color, mv: Move) -> [Option<(Square, TypeId)>; 2] {
        let Some(first) = mv.gated() else {
            return [None; 2];
        };
        let partner = layout.castling(us, mv).map(|castling| castling.corner);
        match partner {
            Some(corner) if mv.gates_at_partner() => [Some((corner, first)), None],
            Some(corner) if mv.opens_both_gates() => {
                let second = layout.gates(us).iter().find(|(sq, _)| *sq == corner);
                [Some((mv.from(), first)), second.copied()]
            }
            _ => [Some((mv.from(), first)), None],
        }
    }

    /// Lets in what a move lets in.
    #[inline(never)]
    pub(super) fn gate(&mut self, layout: &Layout, us: Color, mv: Move) {
        for (sq, id) in self.gatings(layout, us, mv).into_iter().flatten() {
            self.drop_from_hand(layout, us, id, sq);
        }
    }

    /// Takes back what a move has let in; the sums come from the saved state.
    #[inline(never)]
    pub(super) fn ungate(&mut self, layout: &Layout, us: Color, mv: Move) {
        for (sq, id) in self.gatings(layout, us, mv).into_iter().flatten() {
            self.pick_up(us, id, sq);
        }
    }

    /// The squares where it matters that nobody has left them yet, because a piece of the hand can
    /// come in there.
    pub(super) fn open_gates(&self, layout: &Layout) -> Bitboard {
        let mut open = Bitboard::EMPTY;
        for color in Color::ALL {
            // a hand that drops empty or captures fill again says nothing about the future
            if self.has_hand(color) || layout.drops.is_some() {
                open |= layout.gate_squares(color);
            }
            for &(sq, id) in layout.gates(color) {
                if self.hands[color][id.index()] > 0 {
                    open.insert(sq);
                }
            }
        }
        open
    }

    /// What waits where a piece is gone without letting it in is lost.
    #[inline(never)]
    pub(super) fn close_gates(&mut self, layout: &Layout, gone: Bitboard) {
        for color in Color::ALL {
            for &(sq, id) in layout.gates(color) {
                if gone.contains(sq) && self.hands[color][id.index()] > 0 {
                    self.change_hand(layout, color, id, -1);
                    self.lost.push((color, id));
                    if let Some(undo) = self.stack.last_mut() {
                        undo.lost += 1;
                    }
                }
            }
        }
    }

    /// Gives back what the last move made somebody lose; the key comes from the saved state.
    pub(super) fn restore_lost(&mut self, count: u8) {
        for _ in 0..count {
            let Some((color, id)) = self.lost.pop() else {
                return;
            };
            self.hands[color][id.index()] += 1;
            self.hand_total[color] += 1;
        }
    }

    /// Takes from the hands of a new position what waits at no gate: one piece can wait where the
    /// piece before it has never moved.
    pub(super) fn keep_waiting(&mut self, layout: &Layout, virgin: Bitboard) {
        for color in Color::ALL {
            for &(sq, id) in layout.gates(color) {
                let most = u8::from(virgin.contains(sq));
                while self.hands[color][id.index()] > most {
                    self.change_hand(layout, color, id, -1);
                }
            }
        }
    }
}
