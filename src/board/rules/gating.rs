//! Gating: pieces in hand enter where others leave their first square.

use crate::board::state::Board;
use crate::board::{Layout, Position};
use crate::types::{Bitboard, Color, Move, Square, TypeId};

impl Layout {
    /// The squares where a waiting piece enters when the first piece leaves, with the types of the waiting pieces.
    pub fn gates(&self, color: Color) -> impl Iterator<Item = (Square, TypeId)> + '_ {
        self.variant.gates(color)
    }

    /// True if there are gates.
    pub fn has_gates(&self) -> bool {
        self.variant.rules.gating.has_gates()
    }

    /// The start squares of a colour's pieces that allow gating.
    fn gate_squares(&self, color: Color) -> Bitboard<4, usize> {
        if self.variant.rules.gating.types.is_empty() {
            Bitboard::EMPTY
        } else {
            self.piece_starts[color]
        }
    }
}

impl Position {
    /// The pieces in hand that a colour can still gate: types and numbers.
    pub fn waiting(&self, color: Color) -> impl Iterator<Item = (TypeId, usize)> + '_ {
        let layout = self.layout();
        let held = move |id: TypeId| usize::from(self.in_hand(color, id));
        let places = layout.gate_squares(color) & self.virgin_numbers();
        let mut places = places.len();
        let chosen = layout.variant.rules.gating.types.iter().map(move |&id| {
            let count = held(id).min(places);
            places -= count;
            (id, count)
        });
        // pieces at gates that have not yet opened still wait there
        let gates = layout.gates(color);
        chosen.chain(gates.map(move |(_, id)| (id, held(id))))
    }

    /// The colour with more pieces in hand for a gate than can wait there, if any (for tests).
    pub(in crate::board) fn waits_in_vain(&self) -> Option<Color> {
        let vain = |color: &Color| {
            let mut gates = self.layout.gates(*color);
            gates.any(|(sq, id)| self.in_hand(*color, id) > u8::from(self.is_virgin(sq)))
        };
        Color::ALL.into_iter().find(vain)
    }
}

impl Board {
    /// The pieces that a move gates, with their squares.
    fn gatings(&self, layout: &Layout, us: Color, mv: Move) -> [Option<(Square, TypeId)>; 2] {
        let Some(first) = mv.gated() else {
            return [None; 2];
        };
        let partner = layout.castling(us, mv).map(|castling| castling.corner);
        match partner {
            Some(corner) if mv.gates_at_partner() => [Some((corner, first)), None],
            Some(corner) if mv.gates_two() => {
                let second = layout.gates(us).find(|(sq, _)| *sq == corner);
                [Some((mv.from(), first)), second]
            }
            _ => [Some((mv.from(), first)), None],
        }
    }

    /// Gates the pieces of a move.
    #[inline(never)]
    pub(in crate::board) fn gate(&mut self, layout: &Layout, us: Color, mv: Move) {
        for (sq, id) in self.gatings(layout, us, mv).into_iter().flatten() {
            self.drop_from_hand(layout, us, id, sq);
        }
    }

    /// Undoes the gating of a move; the sums come from the saved state.
    #[inline(never)]
    pub(in crate::board) fn ungate(&mut self, layout: &Layout, us: Color, mv: Move) {
        for (sq, id) in self.gatings(layout, us, mv).into_iter().flatten() {
            self.pick_up(layout, us, id, sq);
        }
    }

    /// The squares whose virginity matters because a piece in hand can be gated there.
    pub(super) fn open_gates(&self, layout: &Layout) -> Bitboard<4, usize> {
        let mut open = Bitboard::EMPTY;
        for color in Color::ALL {
            // with drops, an empty hand can be filled again
            if self.has_hand(color) || layout.drops.is_some() {
                open |= layout.gate_squares(color);
            }
            for (sq, id) in layout.gates(color) {
                if self.hands[color][id.index()] > 0 {
                    open.insert(layout.index.of(sq));
                }
            }
        }
        open
    }

    /// Removes waiting pieces from the hand if their square was left without gating them.
    #[inline(never)]
    pub(in crate::board) fn close_gates(&mut self, layout: &Layout, gone: Bitboard<4, usize>) {
        for color in Color::ALL {
            for (sq, id) in layout.gates(color) {
                if gone.contains(layout.index.of(sq)) && self.hands[color][id.index()] > 0 {
                    self.change_hand(layout, color, id, -1);
                    self.lost.push((color, id));
                    if let Some(undo) = self.stack.last_mut() {
                        undo.lost += 1;
                    }
                }
            }
        }
    }

    /// Restores the waiting pieces that the last move lost; the key comes from the saved state.
    pub(super) fn restore_lost(&mut self, count: u8) {
        for _ in 0..count {
            let Some((color, id)) = self.lost.pop() else {
                return;
            };
            self.hands[color][id.index()] += 1;
            self.hand_total[color] += 1;
        }
    }

    /// Removes pieces that wait at no gate from the hands of a new position: a piece can wait only behind a virgin
    /// piece.
    pub(in crate::board) fn keep_waiting(&mut self, layout: &Layout, virgin: Bitboard<4, usize>) {
        for color in Color::ALL {
            for (sq, id) in layout.gates(color) {
                let most = u8::from(virgin.contains(layout.index.of(sq)));
                while self.hands[color][id.index()] > most {
                    self.change_hand(layout, color, id, -1);
                }
            }
        }
    }
}
