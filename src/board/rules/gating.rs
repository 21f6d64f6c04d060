//! Gating: pieces in hand come in where others leave their first square.

use crate::board::state::Board;
use crate::board::{Layout, Position};
use crate::types::{Bitboard, Color, Move, Square, TypeId};

impl Layout {
    /// The squares where a piece waits to come in, and which one it is.
    pub fn gates(&self, color: Color) -> impl Iterator<Item = (Square, TypeId)> + '_ {
        self.variant.gates(color)
    }

    /// True if pieces wait at gates in this game.
    pub fn has_gates(&self) -> bool {
        self.variant.rules.gating.has_gates()
    }

    /// The start squares of the pieces of a colour that may let one from the hand in.
    fn gate_squares(&self, color: Color) -> Bitboard<4, usize> {
        match self.variant.rules.gating.types.is_empty() {
            true => Bitboard::EMPTY,
            false => self.piece_starts[color],
        }
    }
}

impl Position {
    /// What a colour has in hand that can still come in where others leave their first squares:
    /// types, and how many.
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
        // what is in hand at a gate still waits there
        let gates = layout.gates(color);
        chosen.chain(gates.map(move |(_, id)| (id, held(id))))
    }

    /// The colour that has more in hand for a gate than can wait there, if there is one (for tests).
    pub(in crate::board) fn waits_in_vain(&self) -> Option<Color> {
        let vain = |color: &Color| {
            let mut gates = self.layout.gates(*color);
            gates.any(|(sq, id)| self.in_hand(*color, id) > u8::from(self.is_virgin(sq)))
        };
        Color::ALL.into_iter().find(vain)
    }
}

impl Board {
    /// What a move lets in from the hand, and where.
    fn gatings(&self, layout: &Layout, us: Color, mv: Move) -> [Option<(Square, TypeId)>; 2] {
        let Some(first) = mv.entering() else {
            return [None; 2];
        };
        let partner = layout.castling(us, mv).map(|castling| castling.corner);
        match partner {
            Some(corner) if mv.enters_at_partner() => [Some((corner, first)), None],
            Some(corner) if mv.brings_two() => {
                let second = layout.gates(us).find(|(sq, _)| *sq == corner);
                [Some((mv.from(), first)), second]
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
            self.pick_up(layout, us, id, sq);
        }
    }

    /// The squares where it matters that nobody has left them yet, because a piece of the hand can
    /// come in there.
    pub(super) fn open_gates(&self, layout: &Layout) -> Bitboard<4, usize> {
        let mut open = Bitboard::EMPTY;
        for color in Color::ALL {
            // a hand that drops empty or captures fill again says nothing about the future
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

    /// What waits where a piece is gone without letting it in is lost.
    #[inline(never)]
    pub(super) fn close_gates(&mut self, layout: &Layout, gone: Bitboard<4, usize>) {
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
