//! The ways of the men of an ending, sorted by the squares where they begin or end.

use super::problem::Way;
use crate::eval::bits::Bits;

/// A way, seen from one of its ends.
#[derive(Clone, Copy)]
pub(super) struct Half<const W: usize> {
    /// The other end.
    pub end: u8,
    pub empty: Bits<W>,
    pub platform: Option<(u8, bool, bool)>,
}

impl<const W: usize> Half<W> {
    fn new(end: u8, way: &Way) -> Half<W> {
        let set = |bits: Bits<W>, i: usize| {
            let member = way.empty[i >> 6] >> (i & 63) & 1 != 0;
            if member { bits.with(i) } else { bits }
        };
        Half {
            end,
            empty: (0..W * 64).fold(Bits::EMPTY, set),
            platform: way.platform,
        }
    }

    /// True if nothing has to be looked at.
    fn is_leap(&self) -> bool {
        self.empty.is_empty() && self.platform.is_none()
    }
}

/// A man of the side with pieces.
pub(super) struct Man<const W: usize> {
    /// By square: from where it gets there without a capture.
    pub back: Vec<Vec<Half<W>>>,
    /// By square: where it captures from there.
    pub hits: Vec<Vec<Half<W>>>,
}

/// The lone royal. All of its ways are kept apart by square.
pub(super) struct Bare<const W: usize> {
    /// Nothing ever is in its way.
    leaps: bool,
    quiet: Vec<Vec<Half<W>>>,
    captures: Vec<Vec<Half<W>>>,
    /// Where it can go and capture if nothing is in the way, and from where.
    quiet_to: Vec<Bits<W>>,
    pub quiet_from: Vec<Bits<W>>,
    captures_to: Vec<Bits<W>>,
    pub captures_from: Vec<Bits<W>>,
}

fn sorted<const W: usize>(
    squares: usize,
    ways: &[Way],
    pick: impl Fn(&Way) -> bool,
    ends: impl Fn(&Way) -> (u8, u8),
) -> Vec<Vec<Half<W>>> {
    let mut lists = vec![Vec::new(); squares];
    for way in ways.iter().filter(|way| pick(way)) {
        let (here, there) = ends(way);
        lists[usize::from(here)].push(Half::new(there, way));
    }
    lists
}

impl<const W: usize> Man<W> {
    pub fn new(squares: usize, ways: &[Way]) -> Man<W> {
        Man {
            back: sorted(squares, ways, |way| way.quiet, |way| (way.to, way.from)),
            hits: sorted(squares, ways, |way| way.capture, |way| (way.from, way.to)),
        }
    }
}

impl<const W: usize> Bare<W> {
    pub fn new(squares: usize, ways: &[Way]) -> Bare<W> {
        let forth = |way: &Way| (way.from, way.to);
        let quiet = sorted(squares, ways, |way| way.quiet, forth);
        let captures = sorted(squares, ways, |way| way.capture, forth);
        let to = |lists: &[Vec<Half<W>>]| -> Vec<Bits<W>> {
            let set = |bits: Bits<W>, half: &Half<W>| bits.with(half.end.into());
            let union = |list: &Vec<Half<W>>| list.iter().fold(Bits::EMPTY, set);
            lists.iter().map(union).collect()
        };
        let from = |lists: &[Bits<W>]| -> Vec<Bits<W>> {
            let mut back = vec![Bits::EMPTY; squares];
            for (i, bits) in lists.iter().enumerate() {
                bits.iter().for_each(|end| back[end] = back[end].with(i));
            }
            back
        };
        let leaps = quiet.iter().chain(&captures).flatten().all(Half::is_leap);
        let (quiet_to, captures_to) = (to(&quiet), to(&captures));
        Bare {
            leaps,
            quiet_from: from(&quiet_to),
            captures_from: from(&captures_to),
            quiet,
            captures,
            quiet_to,
            captures_to,
        }
    }

    /// Where it can go from a square when men of the other side stand on some.
    #[inline]
    pub fn quiet_to(&self, square: usize, men: Bits<W>) -> Bits<W> {
        if self.leaps {
            return self.quiet_to[square];
        }
        open_ends(&self.quiet[square], men)
    }

    /// Where it could capture one of the other side's men.
    #[inline]
    pub fn captures_to(&self, square: usize, men: Bits<W>) -> Bits<W> {
        if self.leaps {
            return self.captures_to[square];
        }
        open_ends(&self.captures[square], men)
    }
}

fn open_ends<const W: usize>(ways: &[Half<W>], men: Bits<W>) -> Bits<W> {
    let open = |half: &&Half<W>| {
        let enemy = |(sq, _, enemy): (u8, bool, bool)| enemy && men.has(sq.into());
        !half.empty.meets(&men) && half.platform.is_none_or(enemy)
    };
    (ways.iter().filter(open)).fold(Bits::EMPTY, |bits, half| bits.with(half.end.into()))
}
