//! The placements of the men of the side with pieces, numbered: pieces that are alike are not told
//! apart, and on boards that are the same seen in a mirror the royal stays in the left half.

use super::force::MAX_TABLE_MEN;
use crate::types::Bitboard;

/// Where the men of the side with pieces stand: the royal, then the pieces as the force lists them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Men<const W: usize> {
    pub count: usize,
    pub at: [u8; MAX_TABLE_MEN],
    pub set: Bitboard<W, usize>,
}

/// Neighbours in the list of pieces that are alike.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// The index of the first one among the men, and how many there are.
    first: usize,
    count: usize,
    /// The placements of the groups behind this one.
    weight: usize,
}

/// The numbering.
#[derive(Clone, Debug)]
pub(super) struct Placements {
    files: usize,
    /// The squares of the board.
    pub squares: usize,
    /// Left and right make no difference.
    mirrored: bool,
    /// How many men there are.
    men: usize,
    groups: Vec<Group>,
    /// The placements of all pieces, and of all men.
    weight: usize,
    pub count: usize,
}

/// The number of ways to choose `k` of `n` squares.
fn choices(n: usize, k: usize) -> usize {
    (0..k).fold(1, |product, i| product * n.saturating_sub(i) / (i + 1))
}

impl Placements {
    /// The numbering for a board, whether it is the same seen in a mirror, and the numbers of alike
    /// pieces.
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

    /// The file of the royal is so far to the right that the other half is meant.
    #[inline]
    pub fn is_mirrored(&self, royal: usize) -> bool {
        self.mirrored && royal % self.files >= self.files.div_ceil(2)
    }

    /// A square seen in the mirror.
    #[inline]
    pub fn mirror(&self, square: usize) -> usize {
        let file = square % self.files;
        square - file + (self.files - 1 - file)
    }

    /// The men seen in the mirror.
    pub fn seen_in_mirror(&self, at: &[u8; MAX_TABLE_MEN]) -> [u8; MAX_TABLE_MEN] {
        let mut seen = *at;
        for square in &mut seen[..self.men] {
            *square = self.mirror(usize::from(*square)) as u8;
        }
        seen
    }

    /// The royal is on a middle file of its own, where a placement and its image both have numbers.
    #[inline]
    pub fn is_middle(&self, royal: usize) -> bool {
        let file = royal % self.files;
        self.mirrored && file == self.files - 1 - file
    }

    /// How many placements a numbered one stands for.
    pub fn weight(&self, royal: usize) -> u64 {
        1 + u64::from(self.mirrored && !self.is_middle(royal))
    }

    /// The number of a placement, given the squares of the men in the order of the force. If the royal
    /// stands in the wrong half, all of them are to be seen in the mirror, the lone royal as well.
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

    /// Where the men stand; `None` if two of them stand on one square.
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

/// The number of a set of squares among all sets of as many squares.
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
        // the largest square with no more sets of `k` squares before it
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

    /// Every placement has one number, and every number is one's or nobody's.
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
                // in another order and from the other side it is the same placement
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
