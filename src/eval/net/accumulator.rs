//! What the hidden units of a net add up, kept from one evaluation to the next.
//!
//! Making and taking back moves does not touch it: at each evaluation the position is compared with
//! the one that was evaluated last, and what differs is added and taken away. In a search that is a
//! handful of facts.

use super::inputs::{Fact, HAND_MOST, Inputs, NO_INPUT, check_fact, hand_fact, piece_fact};
use super::units::Units;
use super::{MOST_GROUPS, Net, numbers};
use crate::board::Position;
use crate::types::{Bitboard, ByColor, Color, Square, TypeId};

/// Groups of units whose sums are in registers of the processor at once: of those of SSE2 they take half, and what is
/// more goes back and forth between them and memory.
const AT_ONCE: usize = 2;
/// Slots whose pieces are compared at once.
const SLOTS: usize = 8;

/// What one thread remembers of the position that it evaluated last. For one net only.
#[derive(Clone, Debug)]
pub struct Accumulator {
    /// Nothing was evaluated yet.
    empty: bool,
    /// The key of everything that stood on the board.
    key: u64,
    live: ByColor<u64>,
    words: ByColor<[Word; 64 / SLOTS]>,
    /// By the number of the type among those that can be held.
    hands: ByColor<[u8; 64]>,
    rights: Bitboard<4, usize>,
    checks: ByColor<u8>,
    /// The sums of each unit, as white and as black sees the position. They are exact modulo 2^16, and
    /// no sum of a whole position is outside of an `i16` (see [`Net::read`]).
    sums: ByColor<[Units; MOST_GROUPS]>,
    /// The sum of the linear part that is not in the piece-square weights, white's minus black's.
    linear: i32,
    /// What the net said last, and for which side to move, if nothing has changed since.
    pub(super) value: Option<(Color, i32)>,
    /// What is new, and what is no longer true.
    come: Vec<Fact>,
    gone: Vec<Fact>,
}

/// Eight slots of a colour: squares and types, a byte each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Word {
    squares: u64,
    types: u64,
    /// Bits of those whose pieces are on the board.
    live: u64,
}

impl Word {
    /// The piece of a slot.
    #[inline]
    fn piece(self, color: Color, slot: usize) -> Option<Fact> {
        let byte = |word: u64| (word >> (8 * slot)) as u8;
        (self.live >> slot & 1 != 0)
            .then(|| piece_fact(color, TypeId(byte(self.types)), Square(byte(self.squares))))
    }
}

impl Default for Accumulator {
    fn default() -> Accumulator {
        Accumulator {
            empty: true,
            key: 0,
            live: ByColor::both(0),
            words: ByColor::both([Word::default(); 64 / SLOTS]),
            hands: ByColor::both([0; 64]),
            rights: Bitboard::EMPTY,
            checks: ByColor::both(0),
            sums: ByColor::both([Units::all(0); MOST_GROUPS]),
            linear: 0,
            value: None,
            come: Vec::new(),
            gone: Vec::new(),
        }
    }
}

impl Accumulator {
    /// The sums of all units as a side sees the position.
    #[inline]
    pub(super) fn sums(&self, view: Color) -> &[Units; MOST_GROUPS] {
        &self.sums[view]
    }

    /// The linear part that is not in the piece-square weights, white's minus black's.
    #[inline]
    pub(super) fn linear(&self) -> i32 {
        self.linear
    }

    /// Goes to another position. `key` is that of everything that stands on its board.
    #[inline]
    pub(super) fn update<const N: usize>(&mut self, net: &Net, pos: &Position, key: u64) {
        if self.empty {
            self.begin::<N>(net);
        } else if key == self.key && net.inputs.is_plain() {
            return;
        }
        if key != self.key {
            self.key = key;
            for color in Color::ALL {
                self.compare_pieces(pos, color);
            }
        }
        if !net.inputs.is_plain() {
            self.compare_rest(&net.inputs, pos);
        }
        if self.come.is_empty() && self.gone.is_empty() {
            return;
        }
        self.apply::<N>(net);
    }

    /// An empty board, without anything else.
    #[inline(never)]
    fn begin<const N: usize>(&mut self, net: &Net) {
        let (come, gone) = (Vec::with_capacity(256), Vec::with_capacity(256));
        *self = Accumulator {
            empty: false,
            come,
            gone,
            ..Accumulator::default()
        };
        for view in Color::ALL {
            self.sums[view][..N].copy_from_slice(&net.biases[..N]);
        }
    }

    #[inline]
    fn compare_pieces(&mut self, pos: &Position, color: Color) {
        let live = pos.live(color);
        let before = std::mem::replace(&mut self.live[color], live);
        let words = (64 - (live | before).leading_zeros() as usize).div_ceil(SLOTS);
        let (squares, types) = pos.slots(color);
        let (squares, types) = (squares.as_chunks().0, types.as_chunks().0);
        for word in 0..words.min(64 / SLOTS) {
            let (Some(squares), Some(types)) = (squares.get(word), types.get(word)) else {
                return;
            };
            // spelled out, for then each of them is one load
            let &[a, b, c, d, e, f, g, h]: &[Square; SLOTS] = squares;
            let squares = u64::from_le_bytes([a.0, b.0, c.0, d.0, e.0, f.0, g.0, h.0]);
            let &[a, b, c, d, e, f, g, h]: &[TypeId; SLOTS] = types;
            let types = u64::from_le_bytes([a.0, b.0, c.0, d.0, e.0, f.0, g.0, h.0]);
            let new = Word {
                squares,
                types,
                live: live >> (word * SLOTS) & 0xff,
            };
            let old = std::mem::replace(&mut self.words[color][word], new);
            if old != new {
                self.compare_slots(color, old, new);
            }
        }
    }

    /// Notes which pieces of eight slots have come or gone.
    #[inline]
    fn compare_slots(&mut self, color: Color, old: Word, new: Word) {
        let mut slots = old.live ^ new.live;
        let mut differing = old.squares ^ new.squares | old.types ^ new.types;
        while differing != 0 {
            let slot = differing.trailing_zeros() as usize / 8;
            slots |= 1 << slot;
            differing &= !(0xff << (8 * slot));
        }
        while slots != 0 {
            let slot = slots.trailing_zeros() as usize;
            slots &= slots - 1;
            // unlike `extend`, this looks for room only where there is a piece
            if let Some(fact) = old.piece(color, slot) {
                self.gone.push(fact);
            }
            if let Some(fact) = new.piece(color, slot) {
                self.come.push(fact);
            }
        }
    }

    /// Hands, rights and checks.
    #[inline]
    fn compare_rest(&mut self, inputs: &Inputs, pos: &Position) {
        if inputs.counts() {
            self.compare_counts(inputs, pos);
        }
        let rights = pos.virgin_numbers() & inputs.homes;
        if rights != self.rights {
            let before = std::mem::replace(&mut self.rights, rights);
            let fact = |number| inputs.right_fact(number);
            (self.come).extend(rights.without(before).iter().map(fact));
            (self.gone).extend(before.without(rights).iter().map(fact));
        }
    }

    /// Hands and checks.
    #[inline(never)]
    fn compare_counts(&mut self, inputs: &Inputs, pos: &Position) {
        for color in Color::ALL {
            for (number, &id) in inputs.hands[color].iter().enumerate() {
                let held = pos.in_hand(color, id).min(HAND_MOST);
                let before = std::mem::replace(&mut self.hands[color][number], held);
                let fact = |count| hand_fact(color, id, count);
                self.come.extend((before + 1..=held).map(fact));
                self.gone.extend((held + 1..=before).map(fact));
            }
            if inputs.checks {
                let left = pos.checks_left(color);
                let before = std::mem::replace(&mut self.checks[color], left);
                if left != before {
                    self.gone.push(check_fact(color, before));
                    self.come.push(check_fact(color, left));
                }
            }
        }
    }

    /// Adds and takes away what differs.
    #[inline]
    fn apply<const N: usize>(&mut self, net: &Net) {
        if N > AT_ONCE {
            self.add_rows::<N, AT_ONCE>(net);
        } else {
            self.add_rows::<N, N>(net);
        }
        if net.keeps_linear() {
            let (come, gone) = (&self.come, &self.gone);
            let linear = |fact: &Fact| net.kept_linear(*fact);
            self.linear += come.iter().map(linear).sum::<i32>();
            self.linear -= gone.iter().map(linear).sum::<i32>();
        }
        self.value = None;
        self.come.clear();
        self.gone.clear();
    }

    /// The part of it that is about the sums: those of `B` groups at once, which divides `N`.
    #[inline]
    fn add_rows<const N: usize, const B: usize>(&mut self, net: &Net) {
        debug_assert!(N.is_multiple_of(B));
        let (rows, _) = net.weights.as_chunks::<N>();
        for view in Color::ALL {
            let index = net.inputs.seen_by(view);
            let row = |fact: &Fact| rows.get(usize::from(*index.get(usize::from(*fact))?));
            let (blocks, _) = self.sums[view].as_chunks_mut::<B>();
            for (number, kept) in blocks.iter_mut().take(N / B).enumerate() {
                let part = |fact: &Fact| row(fact)?.as_chunks::<B>().0.get(number);
                let mut sums = *kept;
                for row in self.come.iter().filter_map(part) {
                    sums.iter_mut().zip(row).for_each(|(sum, row)| sum.add(row));
                }
                for row in self.gone.iter().filter_map(part) {
                    sums.iter_mut()
                        .zip(row)
                        .for_each(|(sum, row)| sum.subtract(row));
                }
                *kept = sums;
            }
        }
    }

    /// True if it is what it would be from scratch (for tests).
    pub(super) fn is_right<const N: usize>(&self, net: &Net, pos: &Position) -> bool {
        let mut facts = Vec::new();
        net.inputs.facts(pos, &mut facts);
        let sums = |view: Color| {
            let inputs = facts.iter().map(|&fact| net.inputs.of(view, fact));
            let inputs = inputs.filter(|&input| input != usize::from(NO_INPUT));
            super::sums(
                &net.biases,
                inputs.map(|input| &net.weights[input * N..][..N]),
            )
        };
        let linear: i32 = facts.iter().map(|&fact| net.kept_linear(fact)).sum();
        let same = |view: Color| numbers(&self.sums[view][..N]).eq(sums(view));
        self.linear == linear && Color::ALL.into_iter().all(same)
    }
}
