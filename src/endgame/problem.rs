//! The input of the solver: the board, the moves of the men, and the endings with one piece less.
//!
//! Only this part knows the rules of variants: zones, holes, royals that may not face each other, passes.

use std::sync::Arc;

use super::force::{Force, number};
use super::moves::is_symmetric;
use super::placements::Placements;
use super::table::Table;
use crate::movegen::Walk;
use crate::ruleset::Ruleset;
use crate::types::{Bitboard, Color, Square, Step, TypeId};
use crate::variant::rules::passing::Pass;
use crate::variant::{Stalemate, Variant};

/// Squares, counted without gaps.
pub(super) type Squares = Bitboard<4, usize>;

/// The rules and moves that an ending depends on.
#[derive(Debug)]
pub(super) struct Problem {
    pub files: u8,
    pub squares: usize,
    /// The moves of the men of the side with pieces; the royal comes first.
    pub men: Vec<Vec<Walk>>,
    /// The moves of the bare royal.
    pub bare: Vec<Walk>,
    /// The squares that each man can reach, the royal of the side with pieces first and the bare royal last.
    pub homes: Vec<Squares>,
    /// By the square of a royal: the squares where another royal would face it, each with the squares between. Empty
    /// if royals may face each other.
    pub facing: Vec<Vec<(u8, Squares)>>,
    pub stalemate_loses: bool,
    /// Whether to find fortresses.
    pub seeks_fortresses: bool,
    /// The endings after the capture of a piece, by the index of this piece; `None`: a draw.
    pub smaller: Vec<Option<Arc<Table>>>,
    pub placements: Placements,
}

impl Problem {
    /// `strong` is the side that has the pieces, which matters if men cannot leave a part of the board; `None`: it
    /// does not matter. The caller must add the smaller endings. Returns `None` if the moves of a man are not
    /// supported.
    pub fn new(rules: &Ruleset, force: &Force, strong: Option<Color>) -> Option<Problem> {
        let v = rules.variant();
        let (files, squares) = (v.files, usize::from(v.files) * usize::from(v.ranks));
        let mut men: Vec<_> =
            (force.men().map(|id| rules.tables.walks(id))).collect::<Option<_>>()?;
        let mut bare = rules.tables.walks(force.bare)?;
        let mut homes = Vec::new();
        for (i, (walks, id)) in men.iter_mut().zip(force.men()).enumerate() {
            homes.push(confine(v, walks, (id, strong), i == 0));
        }
        let other = strong.map(Color::other);
        homes.push(confine(v, &mut bare, (force.bare, other), true));
        if other.is_some_and(|bare| v.rules.passing[bare] == Pass::Always) {
            // a pass is a move to the same square; it never helps the side that mates
            bare.extend(board(v).map(stay));
        }
        let facing = facing(v);
        let mirrored = (men.iter().chain([&bare])).all(|walks| is_symmetric(walks, files))
            && homes.iter().all(|home| is_mirrored(home, files));
        let alike: Vec<usize> = (force.pieces.chunk_by(|a, b| a == b))
            .map(<[_]>::len)
            .collect();
        Some(Problem {
            files,
            squares,
            men,
            bare,
            homes,
            facing,
            stalemate_loses: v.rules.win.stalemate == Stalemate::Loss,
            seeks_fortresses: strong.is_some(),
            smaller: Vec::new(),
            placements: Placements::new(files.into(), squares, mirrored, &alike),
        })
    }

    /// Number of positions with the same side to move.
    pub fn positions(&self) -> usize {
        self.placements.count.saturating_mul(self.squares)
    }

    /// Approximate memory for solving the ending, in bytes.
    pub fn bytes(&self) -> usize {
        let words = self.squares.div_ceil(64);
        // seven sets of squares, the distances, and places in lists
        let each = 7 * 8 * words + self.squares + 16;
        self.placements.count.saturating_mul(each)
    }
}

/// The squares of a board.
fn board(v: &Variant) -> impl Iterator<Item = Square> + '_ {
    let all = (0..v.ranks).flat_map(|rank| (0..v.files).map(move |file| Square::at(file, rank)));
    all.filter(|sq| !v.is_hole(sq.file(), sq.rank()))
}

fn stay(sq: Square) -> Walk {
    Walk {
        from: sq,
        to: sq,
        capture: false,
        quiet: true,
        empty: Bitboard::EMPTY,
        platform: None,
    }
}

/// The squares that a man can reach; removes moves from and to other squares. Most men reach all squares, so only
/// royals and confined men are traced from their start squares.
fn confine(
    v: &Variant,
    walks: &mut Vec<Walk>,
    (id, owner): (TypeId, Option<Color>),
    royal: bool,
) -> Squares {
    let allowed: Vec<Square> = board(v)
        .filter(|sq| v.may_stop(id, sq.file(), sq.rank()))
        .collect();
    let mut home = allowed
        .iter()
        .fold(Squares::EMPTY, |home, sq| home.with(number(*sq, v.files)));
    let confined = home.len() < usize::from(v.files) * usize::from(v.ranks);
    if let Some(owner) = owner
        && (royal || confined)
    {
        let start = v.start_pieces();
        let own = (start.iter()).filter(|man| man.color == owner && man.id == id);
        let squares = own.map(|man| number(Square::at(man.file, man.rank), v.files));
        let from: Squares = squares.collect();
        if !from.is_empty() {
            home = home & reached(walks, from, v.files);
        }
    }
    let at_home = |sq| home.contains(number(sq, v.files));
    walks.retain(|walk| at_home(walk.from) && (at_home(walk.to) || !walk.quiet));
    home
}

/// The squares that a sequence of moves reaches.
fn reached(walks: &[Walk], from: Squares, files: u8) -> Squares {
    let mut reached = from;
    loop {
        let before = reached;
        for walk in walks {
            if reached.contains(number(walk.from, files)) {
                reached = reached.with(number(walk.to, files));
            }
        }
        if reached == before {
            return reached;
        }
    }
}

/// True if a set of squares has left-right symmetry.
fn is_mirrored(home: &Squares, files: u8) -> bool {
    let files = usize::from(files);
    home.iter()
        .all(|square| home.contains(square / files * files + files - 1 - square % files))
}

/// For each square, the squares where royals would face each other, if facing is illegal.
fn facing(v: &Variant) -> Vec<Vec<(u8, Squares)>> {
    let zones = &v.rules.zones;
    if !zones.facing_is_illegal {
        return Vec::new();
    }
    let mut lists = vec![Vec::new(); usize::from(v.files) * usize::from(v.ranks)];
    let steps: [(i8, i8, bool); 4] = [(0, 1, true), (0, -1, true), (1, 0, false), (-1, 0, false)];
    for from in board(v) {
        for &(file, rank, ahead) in &steps {
            if !ahead && !zones.facing_on_ranks {
                continue;
            }
            let (mut at, mut between) = (from, Squares::EMPTY);
            while let Some(next) = v.step_from(at, Step::new(file, rank), false) {
                let square = number(next, v.files);
                lists[number(from, v.files)].push((square as u8, between));
                between = between.with(square);
                at = next;
            }
        }
    }
    lists
}
