//! A solved ending.

use std::sync::Arc;

use super::placements::{MOST_MEN, Stands};

/// Who wins an ending, and how soon, for every way the men can stand.
#[derive(Debug)]
pub(super) struct Table {
    stands: Stands,
    /// With the side that has pieces to move: in how many of its moves it wins, 0: not at all. By
    /// how its men stand and the square of the lone royal.
    levels: Vec<u8>,
    /// Among the positions with the side to move that has pieces: how many it wins, and how many
    /// there are; by whether all pieces stand on squares of one colour.
    pub wins: [u64; 2],
    pub all: [u64; 2],
    /// The most moves that a win takes.
    pub longest: u8,
    /// What is left without one of the pieces, by its index; `None`: a draw.
    pub less: Vec<Option<Arc<Table>>>,
}

impl Table {
    pub fn new(
        stands: Stands,
        levels: Vec<u8>,
        wins: [u64; 2],
        all: [u64; 2],
        less: &[Option<Arc<Table>>],
    ) -> Table {
        let longest = levels.iter().copied().max().unwrap_or(0);
        Table {
            stands,
            levels,
            wins,
            all,
            longest,
            less: less.to_vec(),
        }
    }

    /// In how many moves the side with pieces wins when it is to move, 0 if it does not: the
    /// squares of its royal, of its pieces in the order of the force, and of the lone royal.
    #[inline]
    pub fn level(&self, men: impl Iterator<Item = usize>) -> u8 {
        let (mut at, mut bare) = ([0; MOST_MEN], 0);
        for (i, square) in men.enumerate() {
            bare = square;
            if let Some(place) = at.get_mut(i) {
                *place = square as u8;
            }
        }
        if self.stands.is_mirrored(at[0].into()) {
            bare = self.stands.mirror(bare);
        }
        self.levels[self.stands.index(&at) * self.stands.squares() + bare]
    }

    /// The share of won positions with the side to move that has pieces.
    pub fn share(&self) -> f64 {
        (self.wins[0] + self.wins[1]) as f64 / (self.all[0] + self.all[1]).max(1) as f64
    }

    /// The same, of those positions only in which all pieces stand on squares of one colour, or not.
    pub fn share_on(&self, one_color: bool) -> f64 {
        let i = usize::from(one_color);
        self.wins[i] as f64 / self.all[i].max(1) as f64
    }

    /// What it takes in memory.
    pub fn bytes(&self) -> usize {
        self.levels.len()
    }
}
