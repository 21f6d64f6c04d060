//! What has to be known of a game to solve one of its endings, apart from the game, so that it can
//! be solved on another thread and found again.

use std::sync::Arc;

use super::table::Table;
use crate::movegen::Walk;
use crate::ruleset::Ruleset;
use crate::types::{Square, TypeId};
use crate::variant::{MoveDescriptor, Stalemate};

/// The men of an ending: a royal with some pieces against a lone royal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Force {
    /// The royal of the side with pieces.
    pub royal: TypeId,
    /// Its pieces, in ascending order; neither pawns nor royals.
    pub pieces: Vec<TypeId>,
    /// The lone royal.
    pub bare: TypeId,
}

impl Force {
    /// The force of these men.
    pub fn new(royal: TypeId, pieces: &[TypeId], bare: TypeId) -> Force {
        let mut pieces = pieces.to_vec();
        pieces.sort_unstable();
        Force {
            royal,
            pieces,
            bare,
        }
    }

    /// The same without one of the pieces.
    pub fn without(&self, index: usize) -> Force {
        let mut less = self.clone();
        less.pieces.remove(index);
        less
    }
}

/// What an ending depends on. Two games in which this is the same share a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Key {
    size: (u8, u8),
    pawn_rank: u8,
    stalemate: Stalemate,
    /// How the men move: the royal, the pieces, the lone royal.
    moves: Vec<Vec<MoveDescriptor>>,
}

impl Key {
    pub fn new(rules: &Ruleset, force: &Force) -> Key {
        let v = rules.variant();
        let men = std::iter::once(&force.royal)
            .chain(&force.pieces)
            .chain([&force.bare]);
        Key {
            size: (v.files, v.ranks),
            pawn_rank: v.rules.pawn_rank,
            stalemate: v.rules.win.stalemate,
            moves: men.map(|&id| v.piece(id).moves.clone()).collect(),
        }
    }
}

/// A way of a man, squares counted without gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Way {
    pub from: u8,
    pub to: u8,
    pub capture: bool,
    pub quiet: bool,
    /// The squares that have to be empty, as words of bits.
    pub empty: [u64; 4],
    /// Where a platform has to stand, and whether a friend and whether an enemy is one.
    pub platform: Option<(u8, bool, bool)>,
}

/// An ending to be solved.
#[derive(Debug)]
pub(super) struct Problem {
    pub files: usize,
    pub squares: usize,
    /// The ways of the men of the side with pieces, its royal first.
    pub men: Vec<Vec<Way>>,
    /// The ways of the lone royal.
    pub bare: Vec<Way>,
    pub stalemate_loses: bool,
    /// What is left when the lone royal takes a piece, by the index of the piece; `None`: a draw.
    pub less: Vec<Option<Arc<Table>>>,
    /// How many pieces in a row are alike.
    pub alike: Vec<usize>,
}

impl Problem {
    /// What the loss of pieces leaves is still to be told. `None` if some of the men move in ways that are not understood.
    pub fn new(rules: &Ruleset, force: &Force) -> Option<Problem> {
        let v = rules.variant();
        let files = v.files;
        let ways = |&id: &TypeId| -> Option<Vec<Way>> {
            let walks = rules.tables.walks(id)?;
            Some(walks.iter().map(|walk| way(walk, files)).collect())
        };
        Some(Problem {
            files: files.into(),
            squares: usize::from(v.files) * usize::from(v.ranks),
            men: std::iter::once(&force.royal)
                .chain(&force.pieces)
                .map(ways)
                .collect::<Option<_>>()?,
            bare: ways(&force.bare)?,
            stalemate_loses: v.rules.win.stalemate == Stalemate::Loss,
            less: Vec::new(),
            alike: (force.pieces.chunk_by(|a, b| a == b))
                .map(<[_]>::len)
                .collect(),
        })
    }
}

/// The number of a square when they are counted without gaps.
#[inline]
pub(super) fn number(sq: Square, files: u8) -> usize {
    usize::from(sq.rank()) * usize::from(files) + usize::from(sq.file())
}

fn way(walk: &Walk, files: u8) -> Way {
    let mut empty = [0; 4];
    for sq in walk.empty.iter() {
        let index = number(sq, files);
        empty[index >> 6] |= 1 << (index & 63);
    }
    Way {
        from: number(walk.from, files) as u8,
        to: number(walk.to, files) as u8,
        capture: walk.capture,
        quiet: walk.quiet,
        empty,
        platform: (walk.platform).map(|p| (number(p.sq, files) as u8, p.friend, p.enemy)),
    }
}
