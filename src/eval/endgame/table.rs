//! A solved ending.

/// Who wins an ending, and how soon, for every way the men can stand.
#[derive(Debug)]
pub(super) struct Table {
    squares: usize,
    /// With the side that has pieces to move: in how many of its moves it wins, 0: not at all. By
    /// the squares of its royal, its pieces and the lone royal, the last one fastest.
    levels: Vec<u8>,
    /// Among the positions with the side to move that has pieces: how many it wins, and how many
    /// there are; by whether the first two pieces stand on squares of one colour.
    pub wins: [u64; 2],
    pub all: [u64; 2],
    /// The most moves that a win takes.
    pub longest: u8,
}

impl Table {
    pub fn new(squares: usize, levels: Vec<u8>, wins: [u64; 2], all: [u64; 2]) -> Table {
        let longest = levels.iter().copied().max().unwrap_or(0);
        Table {
            squares,
            levels,
            wins,
            all,
            longest,
        }
    }

    /// In how many moves the side with pieces wins when it is to move, 0 if it does not: the
    /// squares of its royal, of its pieces in the order of the force, and of the lone royal.
    #[inline]
    pub fn level(&self, men: impl Iterator<Item = usize>) -> u8 {
        let index = men.fold(0, |index, square| index * self.squares + square);
        self.levels[index]
    }

    /// The share of won positions with the side to move that has pieces.
    pub fn share(&self) -> f64 {
        (self.wins[0] + self.wins[1]) as f64 / (self.all[0] + self.all[1]).max(1) as f64
    }

    /// The same, of those positions only in which the first two pieces stand on squares of one
    /// colour, or of different colours.
    pub fn share_on(&self, one_color: bool) -> f64 {
        let i = usize::from(one_color);
        self.wins[i] as f64 / self.all[i].max(1) as f64
    }

    /// What it takes in memory.
    pub fn bytes(&self) -> usize {
        self.levels.len()
    }
}
