//! The transposition table.
//!
//! Lock-free: an entry is two atomic words, the data and a check word XORed with a hash of the data, so that an entry
//! torn by two writers matches no key. The check word is the key with its lowest 16 bits replaced by the static
//! evaluation: the bucket index already depends on these bits. Four entries make a bucket of one cache line.

mod memory;

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use memory::{Bucket, Buckets};

use super::{Bound, MATE_IN_MAX};
use crate::types::Move;

/// The entry of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// The best move found, perhaps [`Move::NONE`].
    pub mv: Move,
    /// The score, with mates counted from this position.
    pub score: i32,
    /// The depth searched, plies.
    pub depth: i32,
    /// The kind of the score.
    pub bound: Bound,
    /// The static evaluation; [`NO_EVAL`] if there is none.
    pub eval: i32,
}

impl Entry {
    /// True if the score causes a cutoff with this window.
    #[inline]
    pub fn cuts(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        }
    }
}

/// The evaluation of a position in check, which is not evaluated.
pub(super) const NO_EVAL: i32 = i16::MIN as i32;
/// Buckets that are sampled to estimate how full the table is.
const SAMPLE: usize = 250;
/// The part of the key that is stored.
const KEY_BITS: u64 = !0xFFFF;

/// The hash table.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Buckets,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// A table of at most this many bytes (but at least one bucket).
    pub fn new(bytes: usize) -> TranspositionTable {
        let count = (bytes / size_of::<Bucket>()).max(1);
        TranspositionTable {
            buckets: Buckets::new(count),
            generation: AtomicU8::new(0),
        }
    }

    /// The size of the table in bytes.
    pub fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    /// Clears the table.
    pub fn clear(&self) {
        for word in (0..self.buckets.len()).flat_map(|index| self.buckets.get(index).as_flattened())
        {
            word.store(0, Relaxed);
        }
    }

    /// The share of entries from the last search, per mille, estimated from a sample.
    pub fn permille_full(&self) -> u32 {
        let buckets = self.buckets.len().min(SAMPLE);
        let generation = self.generation.load(Relaxed) & 63;
        let entries = (0..buckets).flat_map(|index| self.buckets.get(index));
        let used = entries.filter(|[_, data]| {
            let data = data.load(Relaxed);
            data != 0 && age(data) == generation
        });
        let all = buckets * size_of::<Bucket>() / size_of::<[u64; 2]>();
        (used.count() * 1000 / all) as u32
    }

    /// Begins a new search: from now on, entries of older searches are replaced first.
    pub(super) fn new_search(&self) {
        self.generation.fetch_add(1, Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        // the lowest bits of the key have the most influence on the index
        let spread = u128::from(key.rotate_right(16));
        let index = ((spread * self.buckets.len() as u128) >> 64) as usize;
        self.buckets.get(index)
    }

    /// Prefetches the bucket of a key.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        safe_arch::prefetch_t0(self.bucket(key));
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// The entry of this key, for a node `ply` plies from the root.
    pub(super) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        for [check, data] in self.bucket(key) {
            let data = data.load(Relaxed);
            let check = check.load(Relaxed) ^ seal(data);
            if (check ^ key) & KEY_BITS == 0 && data != 0 {
                let mut entry = unpack(data)?;
                entry.eval = i32::from(check as u16 as i16);
                entry.score = shifted(entry.score, -(ply as i32));
                return Some(entry);
            }
        }
        None
    }

    /// Stores a result.
    pub(super) fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let generation = self.generation.load(Relaxed) & 63;
        entry.score = shifted(entry.score, ply as i32);
        let mut best = (i32::MAX, 0);
        let bucket = self.bucket(key);
        for (i, [check, data]) in bucket.iter().enumerate() {
            let data = data.load(Relaxed);
            if (check.load(Relaxed) ^ seal(data) ^ key) & KEY_BITS == 0 && data != 0 {
                if let Some(old) = unpack(data) {
                    let shallow = entry.depth + 3 < old.depth && entry.bound != Bound::Exact;
                    if shallow && age(data) == generation {
                        return;
                    }
                    if entry.mv == Move::NONE {
                        entry.mv = old.mv;
                    }
                }
                best = (0, i);
                break;
            }
            let worth = if data == 0 {
                -1000
            } else {
                let old = generation.wrapping_sub(age(data)) & 63;
                depth(data) - 8 * i32::from(old)
            };
            if worth < best.0 {
                best = (worth, i);
            }
        }
        let data = pack(entry, generation);
        let check = key & KEY_BITS | u64::from(entry.eval as i16 as u16);
        let [check_word, data_word] = &bucket[best.1];
        check_word.store(check ^ seal(data), Relaxed);
        data_word.store(data, Relaxed);
    }
}

/// A hash of the data. Two results of one position may differ in their lowest bits only, where the check word has no
/// part of the key; the multiplication spreads the difference to all higher bits.
#[inline]
fn seal(data: u64) -> u64 {
    data.wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

// data: move 32, score 16, depth 8, bound 2, generation 6

fn pack(entry: Entry, generation: u8) -> u64 {
    let bound = match entry.bound {
        Bound::Exact => 3u64,
        Bound::Lower => 2,
        Bound::Upper => 1,
    };
    u64::from(entry.mv.bits())
        | u64::from(entry.score as i16 as u16) << 32
        | u64::from(entry.depth.clamp(0, 255) as u8) << 48
        | bound << 56
        | u64::from(generation) << 58
}

fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> 56 & 3 {
        3 => Bound::Exact,
        2 => Bound::Lower,
        1 => Bound::Upper,
        _ => return None,
    };
    Some(Entry {
        mv: Move::from_bits(data as u32),
        score: i32::from((data >> 32) as u16 as i16),
        depth: depth(data),
        bound,
        eval: NO_EVAL,
    })
}

fn depth(data: u64) -> i32 {
    i32::from((data >> 48) as u8)
}

fn age(data: u64) -> u8 {
    (data >> 58) as u8
}

/// Mate scores are stored as distances from the position: converts a score by a number of plies.
fn shifted(score: i32, plies: i32) -> i32 {
    match score {
        s if s >= MATE_IN_MAX => s + plies,
        s if s <= -MATE_IN_MAX => s - plies,
        s => s,
    }
}

#[cfg(test)]
mod tests {
    use super::super::MATE;
    use super::*;
    use crate::types::Square;

    #[test]
    fn what_was_stored_is_found_again() {
        let table = TranspositionTable::new(1 << 16);
        let mv = Move::new(Square(3), Square(250));
        for (score, bound) in [
            (0, Bound::Exact),
            (-28_000, Bound::Lower),
            (MATE - 7, Bound::Upper),
            (7 - MATE, Bound::Exact),
        ] {
            let entry = Entry {
                mv,
                score,
                depth: 9,
                bound,
                eval: -321,
            };
            table.store(0xABCD_EF01_2345_6789, 5, entry);
            let found = table.probe(0xABCD_EF01_2345_6789, 5).unwrap();
            assert_eq!(
                (found.mv, found.score, found.depth, found.bound, found.eval),
                (mv, score, 9, bound, -321)
            );
        }
        // a mate found 5 plies deep is 2 plies nearer at ply 7
        let (key, other) = (1 << 40, 2 << 40);
        table.store(
            key,
            5,
            Entry {
                mv,
                score: MATE - 9,
                depth: 200,
                bound: Bound::Exact,
                eval: NO_EVAL,
            },
        );
        assert_eq!(table.probe(key, 7).unwrap().score, MATE - 11);
        assert!(table.probe(other, 0).is_none());
        table.clear();
        assert!(table.probe(key, 7).is_none());
    }

    #[test]
    fn size_is_kept() {
        assert!(TranspositionTable::new(1_000_000).bytes() <= 1_000_000);
        assert!(TranspositionTable::new(0).bytes() > 0);
    }
}
