//! The accumulator: the sums of the hidden layer, updated from one evaluation to the next.
//!
//! Making and unmaking moves does not touch it: each evaluation compares the position with the last one
//! evaluated, and adds and removes the features that differ. In a search these are few.

use super::inputs::{
    Feature, HAND_MOST, Inputs, ZONES, check_feature, hand_feature, piece_feature,
};
use super::units::Units;
use super::{MOST_GROUPS, Net};
use crate::board::Position;
use crate::types::{Bitboard, ByColor, Color, Square, TypeId};

/// Groups of units whose sums are kept in registers, which are half of the SSE2 registers. With more groups, sums
/// would be spilled to memory.
const AT_ONCE: usize = 2;
/// Slots compared at once.
const SLOTS: usize = 8;

/// The accumulators of one thread. They serve one net only.
///
/// A net with weights for each zone has one for each pair of zones, so that a royal piece that leaves a zone and comes
/// back does not cost two sums from scratch.
#[derive(Clone, Debug, Default)]
pub struct Accumulators(Vec<Accumulator>);

impl Accumulators {
    /// The memory that all need, bytes.
    pub const BYTES: usize = ZONES * ZONES * size_of::<Accumulator>();

    /// The accumulator for the zones of both sides' royal pieces.
    #[inline]
    pub(super) fn of(&mut self, zones: ByColor<usize>) -> &mut Accumulator {
        let number = zones[Color::White] * ZONES + zones[Color::Black];
        if self.0.len() <= number {
            let accumulator = |number| Accumulator {
                zones: ByColor::new(number / ZONES, number % ZONES),
                ..Accumulator::default()
            };
            let missing = (self.0.len()..=number).map(accumulator);
            self.0.extend(missing);
        }
        &mut self.0[number]
    }
}

/// Sums, with the position that they belong to.
#[derive(Clone, Debug)]
pub(super) struct Accumulator {
    /// The zones whose weights are summed.
    zones: ByColor<usize>,
    /// No position has been evaluated yet.
    empty: bool,
    /// The key of the pieces on the board.
    key: u64,
    live: ByColor<u64>,
    words: ByColor<[Word; 64 / SLOTS]>,
    /// The pieces in hand, by the index of their type among the types that can be held.
    hands: ByColor<[u8; 64]>,
    rights: Bitboard<4, usize>,
    checks: ByColor<u8>,
    /// The sums of each unit from both perspectives. They are exact modulo 2^16, and the full sum for a position
    /// always fits an `i16` (see [`Net::read`]).
    pub(super) sums: ByColor<[Units; MOST_GROUPS]>,
    /// The linear part outside of the piece-square tables, from white's point of view.
    pub(super) linear: i32,
    /// The last output and its side to move, if nothing has changed since.
    pub(super) value: Option<(Color, i32)>,
    /// Features to add and to remove.
    added: Vec<Feature>,
    removed: Vec<Feature>,
}

/// Eight slots of a colour: squares and types, a byte each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Word {
    squares: u64,
    types: u64,
    /// The slots that have pieces, a bit each.
    live: u64,
}

impl Word {
    /// The feature of the piece in a slot.
    #[inline]
    fn piece(self, color: Color, slot: usize) -> Option<Feature> {
        let byte = |word: u64| (word >> (8 * slot)) as u8;
        (self.live >> slot & 1 != 0)
            .then(|| piece_feature(color, TypeId(byte(self.types)), Square(byte(self.squares))))
    }
}

impl Default for Accumulator {
    fn default() -> Accumulator {
        Accumulator {
            zones: ByColor::both(0),
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
            added: Vec::new(),
            removed: Vec::new(),
        }
    }
}

impl Accumulator {
    /// Updates the accumulator to another position. `key` is the key of the pieces on its board.
    #[inline]
    pub(super) fn update<const N: usize>(&mut self, net: &Net, pos: &Position, key: u64) {
        if self.empty {
            self.begin::<N>(net);
        } else if key == self.key && net.inputs.plain {
            return;
        }
        if key != self.key {
            self.key = key;
            for color in Color::ALL {
                self.compare_pieces(pos, color);
            }
        }
        if !net.inputs.plain {
            self.compare_rest(&net.inputs, pos);
        }
        if self.added.is_empty() && self.removed.is_empty() {
            return;
        }
        self.apply::<N>(net);
    }

    /// Resets the accumulator to an empty board.
    #[inline(never)]
    fn begin<const N: usize>(&mut self, net: &Net) {
        let (added, removed) = (Vec::with_capacity(256), Vec::with_capacity(256));
        *self = Accumulator {
            empty: false,
            zones: self.zones,
            added,
            removed,
            ..Accumulator::default()
        };
        for perspective in Color::ALL {
            self.sums[perspective][..N].copy_from_slice(&net.biases[..N]);
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
            // spelled out, so that each element is a single load
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

    /// Records the pieces of eight slots that differ.
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
            // in contrast to `extend`, this only checks the capacity where there is a piece
            if let Some(feature) = old.piece(color, slot) {
                self.removed.push(feature);
            }
            if let Some(feature) = new.piece(color, slot) {
                self.added.push(feature);
            }
        }
    }

    /// Records the hands, rights and checks that differ.
    #[inline]
    fn compare_rest(&mut self, inputs: &Inputs, pos: &Position) {
        if inputs.counts() {
            self.compare_counts(inputs, pos);
        }
        let rights = pos.virgin_numbers() & inputs.homes;
        if rights != self.rights {
            let before = std::mem::replace(&mut self.rights, rights);
            let feature = |number| inputs.right_feature(number);
            (self.added).extend(rights.without(before).iter().map(feature));
            (self.removed).extend(before.without(rights).iter().map(feature));
        }
    }

    /// Records the hands and checks that differ.
    #[inline(never)]
    fn compare_counts(&mut self, inputs: &Inputs, pos: &Position) {
        for color in Color::ALL {
            for (number, &id) in inputs.hands[color].iter().enumerate() {
                let held = pos.in_hand(color, id).min(HAND_MOST);
                let before = std::mem::replace(&mut self.hands[color][number], held);
                let feature = |count| hand_feature(color, id, count);
                self.added.extend((before + 1..=held).map(feature));
                self.removed.extend((held + 1..=before).map(feature));
            }
            if inputs.checks {
                let left = pos.checks_left(color);
                let before = std::mem::replace(&mut self.checks[color], left);
                if left != before {
                    self.removed.push(check_feature(color, before));
                    self.added.push(check_feature(color, left));
                }
            }
        }
    }

    /// Adds and removes the recorded features.
    #[inline]
    fn apply<const N: usize>(&mut self, net: &Net) {
        if N > AT_ONCE {
            self.add_rows::<N, AT_ONCE>(net);
        } else {
            self.add_rows::<N, N>(net);
        }
        if net.keeps_linear() {
            let (added, removed) = (&self.added, &self.removed);
            let linear = |feature: &Feature| net.kept_linear(*feature);
            self.linear += added.iter().map(linear).sum::<i32>();
            self.linear -= removed.iter().map(linear).sum::<i32>();
        }
        self.value = None;
        self.added.clear();
        self.removed.clear();
    }

    /// Adds and removes the features, `B` groups at once; `B` divides `N`.
    #[inline]
    fn add_rows<const N: usize, const B: usize>(&mut self, net: &Net) {
        debug_assert!(N.is_multiple_of(B));
        let (rows, _) = net.weights.as_chunks::<N>();
        for perspective in Color::ALL {
            let index = net.inputs.seen_by(perspective);
            let first = self.zones[perspective] * net.inputs.count();
            let rows = rows
                .get(first..first + net.inputs.count())
                .unwrap_or_default();
            let row = |feature: &Feature| rows.get(usize::from(*index.get(usize::from(*feature))?));
            let (blocks, _) = self.sums[perspective].as_chunks_mut::<B>();
            for (number, kept) in blocks.iter_mut().take(N / B).enumerate() {
                let part = |feature: &Feature| row(feature)?.as_chunks::<B>().0.get(number);
                let mut sums = *kept;
                for row in self.added.iter().filter_map(part) {
                    sums.iter_mut().zip(row).for_each(|(sum, row)| sum.add(row));
                }
                for row in self.removed.iter().filter_map(part) {
                    sums.iter_mut()
                        .zip(row)
                        .for_each(|(sum, row)| sum.subtract(row));
                }
                *kept = sums;
            }
        }
    }

    /// True if the accumulator equals a full refresh (for tests).
    pub(super) fn is_right<const N: usize>(&self, net: &Net, pos: &Position) -> bool {
        let mut features = Vec::new();
        net.inputs.features(pos, &mut features);
        let linear: i32 = features
            .iter()
            .map(|&feature| net.kept_linear(feature))
            .sum();
        let same = |color| self.sums[color][..N] == net.sums(color, &features);
        self.linear == linear && Color::ALL.into_iter().all(same)
    }
}
