//! Numbers of the placements of the side with pieces. Pieces of one type are interchangeable, and on boards with mirror
//! symmetry the royal is in the left half.

use super::force::MAX_TABLE_MEN;
use crate::types::Bitboard;

/// The squares of the side with pieces: the royal, then the pieces in the order of the force.
#[derive(Clone, Copy, Debug)]
pub(super) struct Men<const W: usize> {
    pub count: usize,
    pub at: [u8; MAX_TABLE_MEN],
    pub set: Bitboard<W, usize>,
}

impl<const W: usize> Men<W> {
    /// True if there are several pieces, all on squares of one colour.
    pub fn on_one_color(&self, files: usize) -> bool {
        let color = |&square: &u8| (usize::from(square) / files + usize::from(square) % files) & 1;
        let mut colors = self.at[1..self.count].iter().map(color);
        let first = colors.next();
        self.count > 2 && colors.all(|color| Some(color) == first)
    }
}

/// Pieces of one type.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// The index of the first piece of the group among the men.
    first: usize,
    count: usize,
    /// Number of placements of the later groups.
    weight: usize,
}

/// The numbering.
#[derive(Clone, Debug)]
pub(super) struct Placements {
    files: usize,
    /// Number of squares.
    pub squares: usize,
    /// The board has mirror symmetry.
    mirrored: bool,
    /// Number of men.
    men: usize,
    groups: Vec<Group>,
    /// Number of placements of the pieces.
    weight: usize,
    /// Number of placements of all men.
    pub count: usize,
}

/// The number of ways to choose `k` of `n` squares.
fn choices(n: usize, k: usize) -> usize {
    (0..k).fold(1, |product, i| product * n.saturating_sub(i) / (i + 1))
}

impl Placements {
    /// `alike`: the number of pieces of each type.
    pub fn new(files: usize, squares: usize, mirrored: bool, alike: &[usize]) -> Placements {
        let mut groups = Vec::new();
        let mut first = 1;
        for &count in alike {
            groups.push(Group {
                first,
                count,
                weight: 1,
            });
            first += count;
        }
        let mut weight = 1;
        for group in groups.iter_mut().rev() {
            group.weight = weight;
            weight *= choices(squares, group.count);
        }
        let royal_files = if mirrored { files.div_ceil(2) } else { files };
        Placements {
            files,
            squares,
            mirrored,
            men: first,
            groups,
            weight,
            count: weight * royal_files * (squares / files),
        }
    }

    /// True if the royal is in the right half, so that the mirror image has the number instead.
    #[inline]
    pub fn is_mirrored(&self, royal: usize) -> bool {
        self.mirrored && royal % self.files >= self.files.div_ceil(2)
    }

    /// The mirror image of a square.
    #[inline]
    pub fn mirror(&self, square: usize) -> usize {
        let file = square % self.files;
        square - file + (self.files - 1 - file)
    }

    /// The mirror image of the men.
    pub fn seen_in_mirror(&self, at: &[u8; MAX_TABLE_MEN]) -> [u8; MAX_TABLE_MEN] {
        let mut seen = *at;
        for square in &mut seen[..self.men] {
            *square = self.mirror(usize::from(*square)) as u8;
        }
        seen
    }

    /// True if the royal is on the middle file, where a placement and its mirror image both have numbers.
    #[inline]
    pub fn is_middle(&self, royal: usize) -> bool {
        let file = royal % self.files;
        self.mirrored && file == self.files - 1 - file
    }

    /// The number of placements that share a number.
    pub fn weight(&self, royal: usize) -> u64 {
        1 + u64::from(self.mirrored && !self.is_middle(royal))
    }

    /// The number of a placement, given the squares of the men in the order of the force. If the royal is in the right
    /// half, it is the number of the mirror image; the caller must mirror the bare royal as well.
    #[inline]
    pub fn index(&self, at: &[u8; MAX_TABLE_MEN]) -> usize {
        let royal = usize::from(at[0]);
        if self.is_mirrored(royal) {
            self.number(&self.seen_in_mirror(at))
        } else {
            self.number(at)
        }
    }

    #[inline]
    fn number(&self, at: &[u8; MAX_TABLE_MEN]) -> usize {
        let royal = usize::from(at[0]);
        let royal = if self.mirrored {
            let half = self.files.div_ceil(2);
            royal / self.files * half + royal % self.files
        } else {
            royal
        };
        (self.groups.iter()).fold(royal * self.weight, |index, group| {
            let at = &at[group.first..group.first + group.count];
            index + group.weight * rank(at)
        })
    }

    /// The squares of the men with this number; `None` if two men are on one square.
    pub fn men<const W: usize>(&self, index: usize) -> Option<Men<W>> {
        let mut men = Men {
            count: self.men,
            at: [0; MAX_TABLE_MEN],
            set: Bitboard::EMPTY,
        };
        let royal = index / self.weight;
        let royal = if self.mirrored {
            let half = self.files.div_ceil(2);
            royal / half * self.files + royal % half
        } else {
            royal
        };
        men.at[0] = royal as u8;
        men.set = men.set.with(royal);
        let mut rest = index % self.weight;
        for group in &self.groups {
            let at = &mut men.at[group.first..group.first + group.count];
            unrank(rest / group.weight, at, self.squares);
            rest %= group.weight;
            for &square in at.iter() {
                if men.set.contains(square.into()) {
                    return None;
                }
                men.set = men.set.with(square.into());
            }
        }
        Some(men)
    }
}

/// The number of a set of squares among all sets of this size.
#[inline]
fn rank(at: &[u8]) -> usize {
    let [a, b, c] = match *at {
        [a] => return usize::from(a),
        [a, b] => [a.min(b), a.max(b), 0].map(usize::from),
        [a, b, c] => {
            let (low, high) = (a.min(b), a.max(b));
            [low.min(c), high.min(c).max(low), high.max(c)].map(usize::from)
        }
        _ => return 0,
    };
    let pair = a + b * b.wrapping_sub(1) / 2;
    match at {
        [_, _] => pair,
        _ => pair + c * (c.wrapping_sub(1)) * c.wrapping_sub(2) / 6,
    }
}

/// The set of squares of a number, in ascending order.
fn unrank(mut rank: usize, at: &mut [u8], squares: usize) {
    if let [square] = at {
        *square = rank as u8;
        return;
    }
    let mut below = squares;
    for k in (1..=at.len()).rev() {
        // the largest square with at most `rank` sets of `k` squares before it
        let (mut low, mut high) = (0, below);
        while high - low > 1 {
            let middle = low.midpoint(high);
            if choices(middle, k) <= rank {
                low = middle;
            } else {
                high = middle;
            }
        }
        at[k - 1] = low as u8;
        rank -= choices(low, k);
        below = low.max(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every placement has one number, and every number at most one placement.
    #[test]
    fn numbers_are_placements() {
        for (files, ranks, mirrored, alike) in [
            (5, 4, true, &[3][..]),
            (4, 5, true, &[1, 2]),
            (4, 4, false, &[2, 1]),
            (5, 4, false, &[1, 1, 1]),
            (6, 6, true, &[2]),
            (3, 3, true, &[1]),
        ] {
            let placements = Placements::new(files, files * ranks, mirrored, alike);
            let mut sum = 0;
            for index in 0..placements.count {
                let Some(men) = placements.men::<1>(index) else {
                    continue;
                };
                assert_eq!(placements.index(&men.at), index);
                // the order of pieces and the mirror image do not matter
                let mut other = men.at;
                for group in &placements.groups {
                    other[group.first..group.first + group.count].reverse();
                }
                if mirrored {
                    other = placements.seen_in_mirror(&other);
                }
                if !placements.is_middle(men.at[0].into()) {
                    assert_eq!(placements.index(&other), index);
                }
                let ways: usize = alike.iter().map(|&n| (1..=n).product::<usize>()).product();
                sum += placements.weight(men.at[0].into()) as usize * ways;
            }
            let men = 1 + alike.iter().sum::<usize>();
            let all: usize = (0..men).map(|i| files * ranks - i).product();
            assert_eq!(sum, all);
        }
    }
}
