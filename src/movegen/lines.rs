//! Lines of squares as bitboards: how far a rider gets along them, without scanning square by square.

use crate::board::SquareIndex;
use crate::types::{Bitboard, Square};

/// Lines from one square: a run of pairs of a [`LinePool`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lines {
    start: u32,
    pairs: u16,
    /// Number of these lines among the lines of all squares.
    pub number: u32,
}

impl Lines {
    /// True if there are no lines.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.pairs == 0
    }
}

/// Lines of a board of up to 64 `W` squares, without their origins.
#[derive(Debug, Default)]
pub(super) struct LinePool<const W: usize> {
    /// In each pair, square numbers ascend along the first line and descend along the second. A missing line
    /// is empty, so that a rider has as many pairs near the edge as elsewhere.
    pairs: Vec<[Bitboard<W, usize>; 2]>,
    /// The number of runs.
    pub runs: u32,
}

impl<const W: usize> LinePool<W> {
    /// Adds lines, each from the nearest square to the farthest.
    pub fn add(&mut self, index: &SquareIndex, lines: Vec<Vec<Square>>) -> Lines {
        let (ascending, descending): (Vec<_>, Vec<_>) =
            lines.into_iter().partition(|line| ascends(line));
        let count = ascending.len().max(descending.len());
        let run = Lines {
            start: self.pairs.len() as u32,
            pairs: count as u16,
            number: self.runs,
        };
        self.runs += 1;
        let nth = |lines: &[Vec<Square>], n: usize| {
            let line = lines.get(n).into_iter().flatten();
            index.set(line.copied())
        };
        self.pairs
            .extend((0..count).map(|n| [nth(&ascending, n), nth(&descending, n)]));
        run
    }

    /// The squares on each of some lines, up to and including the first occupied square.
    #[inline]
    pub fn reached(&self, lines: Lines, occupied: Bitboard<W, usize>) -> Bitboard<W, usize> {
        let start = lines.start as usize;
        let mut set = Bitboard::EMPTY;
        for [up, down] in &self.pairs[start..start + usize::from(lines.pairs)] {
            set |= up.up_to_lowest(*up & occupied) | down.down_to_highest(*down & occupied);
        }
        set
    }
}

/// True if square numbers ascend along a line.
fn ascends(line: &[Square]) -> bool {
    line.len() < 2 || line[0].index() < line[1].index()
}
