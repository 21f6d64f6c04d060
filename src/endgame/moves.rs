//! The moves of the men of an ending, by start or target square.

use std::collections::HashSet;

use super::force::number;
use crate::movegen::{Walk, WalkPlatform};
use crate::types::{Bitboard, Square};

/// A move, seen from one of its two squares; squares are counted without gaps.
#[derive(Clone, Copy)]
pub(super) struct MoveEnd<const W: usize> {
    /// The other square of the move.
    pub end: u8,
    /// Squares that must be empty.
    pub empty: Bitboard<W, usize>,
    /// The square of a hopper's platform, and whether own and enemy men may be the platform.
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

    /// True if other men cannot block the move.
    fn is_leap(&self) -> bool {
        self.empty.is_empty() && self.platform.is_none()
    }
}

/// The moves of a man on the side with pieces.
pub(super) struct PieceMoves<const W: usize> {
    /// By target square: the quiet moves to it.
    pub retro: Vec<Vec<MoveEnd<W>>>,
    /// By start square: the captures.
    pub attacks: Vec<Vec<MoveEnd<W>>>,
}

/// The moves of the bare royal.
pub(super) struct RoyalMoves<const W: usize> {
    /// Other men cannot block any of the moves.
    leaps: bool,
    quiet: Vec<Vec<MoveEnd<W>>>,
    captures: Vec<Vec<MoveEnd<W>>>,
    /// Targets by start square, and start squares by target, without blockers.
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
    /// The moves of a type on a board with this number of files and squares.
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
    /// The moves of a type on a board with this number of files and squares.
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
        let mut all = quiet.iter().chain(&captures).flatten();
        let leaps = all.all(MoveEnd::is_leap);
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

    /// The quiet targets from a square, given the squares of the enemy men.
    #[inline]
    pub fn quiet_to(&self, square: usize, men: Bitboard<W, usize>) -> Bitboard<W, usize> {
        if self.leaps {
            return self.quiet_to[square];
        }
        open_ends(&self.quiet[square], men)
    }

    /// The squares where the bare royal could capture, given the squares of the enemy men.
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

/// True if the moves of a type have left-right symmetry.
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
