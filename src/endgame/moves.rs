//! The moves of the men of an ending, sorted by the squares where they begin or end.

use std::collections::HashSet;

use super::force::number;
use crate::movegen::{Walk, WalkPlatform};
use crate::types::{Bitboard, Square};

/// A move, seen from one of its ends; squares are counted without gaps.
#[derive(Clone, Copy)]
pub(super) struct MoveEnd<const W: usize> {
    /// The other end.
    pub end: u8,
    /// What has to be empty.
    pub empty: Bitboard<W, usize>,
    /// Where a platform has to stand, and whether a friend and whether an enemy is one.
    pub platform: Option<(u8, bool, bool)>,
}

impl<const W: usize> MoveEnd<W> {
    fn new(end: Square, walk: &Walk, files: u8) -> MoveEnd<W> {
        let set = |bits: Bitboard<W, usize>, sq| bits.with(number(sq, files));
        let platform = |p: WalkPlatform| (number(p.sq, files) as u8, p.friend, p.enemy);
        MoveEnd {
            end: number(end, files) as u8,
            empty: walk.empty.iter().fold(Bitboard::EMPTY, set),
            platform: walk.platform.map(platform),
        }
    }

    /// True if nothing has to be looked at.
    fn is_leap(&self) -> bool {
        self.empty.is_empty() && self.platform.is_none()
    }
}

/// The moves of a man of the side with pieces.
pub(super) struct PieceMoves<const W: usize> {
    /// By square: from where it gets there without a capture.
    pub retro: Vec<Vec<MoveEnd<W>>>,
    /// By square: where it captures from there.
    pub attacks: Vec<Vec<MoveEnd<W>>>,
}

/// The moves of the lone royal.
pub(super) struct RoyalMoves<const W: usize> {
    /// Nothing ever is in its way.
    leaps: bool,
    quiet: Vec<Vec<MoveEnd<W>>>,
    captures: Vec<Vec<MoveEnd<W>>>,
    /// Where it can go and capture if nothing is in the way, and from where.
    quiet_to: Vec<Bitboard<W, usize>>,
    pub quiet_from: Vec<Bitboard<W, usize>>,
    captures_to: Vec<Bitboard<W, usize>>,
    pub captures_from: Vec<Bitboard<W, usize>>,
}

fn sorted<const W: usize>(
    board: (u8, usize),
    walks: &[Walk],
    pick: impl Fn(&Walk) -> bool,
    ends: impl Fn(&Walk) -> (Square, Square),
) -> Vec<Vec<MoveEnd<W>>> {
    let (files, squares) = board;
    let mut lists = vec![Vec::new(); squares];
    for walk in walks.iter().filter(|walk| pick(walk)) {
        let (here, there) = ends(walk);
        lists[number(here, files)].push(MoveEnd::new(there, walk, files));
    }
    lists
}

impl<const W: usize> PieceMoves<W> {
    /// The moves of a type on a board of so many files and squares.
    pub fn new(board: (u8, usize), walks: &[Walk]) -> PieceMoves<W> {
        PieceMoves {
            retro: sorted(board, walks, |walk| walk.quiet, |walk| (walk.to, walk.from)),
            attacks: sorted(
                board,
                walks,
                |walk| walk.capture,
                |walk| (walk.from, walk.to),
            ),
        }
    }
}

impl<const W: usize> RoyalMoves<W> {
    /// The moves of a type on a board of so many files and squares.
    pub fn new(board: (u8, usize), walks: &[Walk]) -> RoyalMoves<W> {
        let forth = |walk: &Walk| (walk.from, walk.to);
        let quiet = sorted(board, walks, |walk| walk.quiet, forth);
        let captures = sorted(board, walks, |walk| walk.capture, forth);
        let to = |lists: &[Vec<MoveEnd<W>>]| -> Vec<Bitboard<W, usize>> {
            let set = |bits: Bitboard<W, usize>, half: &MoveEnd<W>| bits.with(half.end.into());
            let union = |list: &Vec<MoveEnd<W>>| list.iter().fold(Bitboard::EMPTY, set);
            lists.iter().map(union).collect()
        };
        let from = |lists: &[Bitboard<W, usize>]| -> Vec<Bitboard<W, usize>> {
            let mut back = vec![Bitboard::EMPTY; board.1];
            for (i, bits) in lists.iter().enumerate() {
                bits.iter().for_each(|end| back[end] = back[end].with(i));
            }
            back
        };
        let leaps = quiet
            .iter()
            .chain(&captures)
            .flatten()
            .all(MoveEnd::is_leap);
        let (quiet_to, captures_to) = (to(&quiet), to(&captures));
        RoyalMoves {
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
    pub fn quiet_to(&self, square: usize, men: Bitboard<W, usize>) -> Bitboard<W, usize> {
        if self.leaps {
            return self.quiet_to[square];
        }
        open_ends(&self.quiet[square], men)
    }

    /// Where it could capture one of the other side's men.
    #[inline]
    pub fn captures_to(&self, square: usize, men: Bitboard<W, usize>) -> Bitboard<W, usize> {
        if self.leaps {
            return self.captures_to[square];
        }
        open_ends(&self.captures[square], men)
    }
}

fn open_ends<const W: usize>(moves: &[MoveEnd<W>], men: Bitboard<W, usize>) -> Bitboard<W, usize> {
    let open = |half: &&MoveEnd<W>| {
        let enemy = |(sq, _, enemy): (u8, bool, bool)| enemy && men.contains(sq.into());
        !half.empty.meets(&men) && half.platform.is_none_or(enemy)
    };
    (moves.iter().filter(open)).fold(Bitboard::EMPTY, |bits, half| bits.with(half.end.into()))
}

/// True if the moves of a type are the same seen in a mirror, left for right.
pub(super) fn is_symmetric(walks: &[Walk], files: u8) -> bool {
    let seen = |sq: Square| Square::at(files - 1 - sq.file(), sq.rank());
    let mirror = |walk: &Walk| Walk {
        from: seen(walk.from),
        to: seen(walk.to),
        empty: walk.empty.iter().map(seen).collect::<Bitboard>(),
        platform: (walk.platform).map(|p| WalkPlatform {
            sq: seen(p.sq),
            ..p
        }),
        ..*walk
    };
    let known: HashSet<&Walk> = walks.iter().collect();
    walks.iter().all(|walk| known.contains(&mirror(walk)))
}
