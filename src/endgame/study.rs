//! Complete results of an ending, for `fmax mates`: the share of won positions, the longest win, and examples.
//!
//! A search solves only endings that it can use, within strict limits. Here the caller sets the limits, and the
//! variant may have rules under which a search would not use a table of mates.

use std::ops::Range;
use std::sync::Arc;

use super::force::Force;
use super::solver::Stopped;
use super::store::{Endgames, Ending};
use super::table::{Count, ProbeResult, Table};
use super::validate::position;
use crate::board::Position;
use crate::ruleset::Ruleset;
use crate::types::{Color, Move, Square, TypeId};
use crate::variant::Variant;

/// Largest number of pieces besides the royal.
pub const MOST_PIECES: usize = super::force::MAX_TABLE_PIECES;

/// Why an ending was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// The solver was stopped.
    Stopped,
    /// The analysis needs about this number of bytes, more than the limit.
    TooLarge(usize),
    /// The analysis does not support the moves of this type.
    Moves(TypeId),
    /// The table contradicts the legal moves: the analysis does not support a rule of the variant.
    Disagrees,
}

impl From<Stopped> for Unsolved {
    fn from(_: Stopped) -> Unsolved {
        Unsolved::Stopped
    }
}

/// A part of the positions, by the colours of the squares of several pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "workshop", derive(serde::Serialize))]
#[cfg_attr(feature = "workshop", serde(rename_all = "lowercase"))]
pub enum Colors {
    /// All positions.
    #[default]
    Any,
    /// All pieces on squares of one colour.
    Same,
    /// Pieces on squares of both colours.
    Different,
}

impl Colors {
    /// The classes of these positions, by whether all pieces are on squares of one colour.
    fn classes(self) -> Range<usize> {
        match self {
            Colors::Any => 0..2,
            Colors::Same => 1..2,
            Colors::Different => 0..1,
        }
    }
}

/// The results of an ending over some of its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    /// Positions with the side that has the pieces to move.
    pub strong: Count,
    /// Positions with the bare royal to move.
    pub bare: Count,
    /// Drawn positions with the side that has the pieces to move, where it can play on for ever without losing a piece
    /// or giving stalemate.
    pub fortresses: u64,
    /// Length in moves of the longest win with the side that has the pieces to move; 0 if there is no win.
    pub longest: u32,
}

/// A solved ending.
#[derive(Debug)]
pub struct Study {
    rules: Arc<Ruleset>,
    strong: Color,
    ending: Arc<Ending>,
    table: Arc<Table>,
}

/// The first royal that a side starts with, on the board or in hand.
pub fn royal_of(v: &Variant, color: Color) -> Option<TypeId> {
    let start = v.start_pieces().into_iter();
    let placed = start.filter(|man| man.color == color).map(|man| man.id);
    let held = v.rules.hand[color].iter().map(|&(id, _)| id);
    (placed.chain(held)).find(|&id| v.is_royal(id))
}

impl Endgames {
    /// The endings of a variant in which `strong` has the pieces, for [`Endgames::study`]. Keeps `pairs` endings with
    /// two pieces, which endings with three pieces need.
    pub fn exhaustive(rules: Arc<Ruleset>, strong: Color, pairs: usize) -> Endgames {
        let mut endgames = Endgames::new(rules);
        endgames.exhaustive = Some((strong, pairs));
        endgames
    }

    /// The approximate memory for solving the ending of some pieces with their royal, in bytes.
    ///
    /// # Errors
    /// If the analysis does not support the moves of a piece.
    pub fn bytes_for(&self, pieces: &[TypeId]) -> Result<usize, Unsolved> {
        let force = self.force(pieces)?;
        let problem = self.problem(&force);
        let problem = problem.ok_or_else(|| Unsolved::Moves(self.unsupported(&force)))?;
        Ok(problem.bytes())
    }

    /// Solves the ending of some pieces, neither pawns nor royals, with their royal, within `bytes` of memory and until
    /// `stop` returns true.
    ///
    /// # Errors
    /// The ending was not solved; the error says why.
    pub fn study(
        &self,
        pieces: &[TypeId],
        bytes: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Study, Unsolved> {
        let needed = self.bytes_for(pieces)?;
        if needed > bytes {
            return Err(Unsolved::TooLarge(needed));
        }
        let ending = self.ending(self.force(pieces)?);
        let table = ending.solved(self, stop)?.cloned();
        Ok(Study {
            rules: self.rules.clone(),
            strong: self.strong(),
            table: table.ok_or(Unsolved::Disagrees)?,
            ending,
        })
    }

    fn strong(&self) -> Color {
        self.exhaustive.map_or(Color::White, |(strong, _)| strong)
    }

    fn force(&self, pieces: &[TypeId]) -> Result<Force, Unsolved> {
        let v = self.rules.variant();
        let royal = |color| royal_of(v, color).ok_or(Unsolved::Disagrees);
        let strong = self.strong();
        Ok(Force::new(royal(strong)?, pieces, royal(strong.other())?))
    }

    /// The first type whose moves the analysis does not support.
    fn unsupported(&self, force: &Force) -> TypeId {
        let mut men = force.men().chain([force.bare]);
        let found = men.find(|&id| self.rules.tables.walks(id).is_none());
        found.unwrap_or(force.royal)
    }
}

impl Study {
    /// The results over a part of the positions.
    pub fn figures(&self, colors: Colors) -> Figures {
        let classes = colors.classes();
        let sum = |counts: &[Count; 2]| {
            let counts = counts[classes.clone()].iter();
            counts.fold(Count::default(), |sum, &count| sum + count)
        };
        Figures {
            strong: sum(&self.table.won),
            bare: sum(&self.table.lost),
            fortresses: self.table.fortresses[classes.clone()].iter().sum(),
            longest: (self.longest(colors)).map_or(0, |(distance, _)| distance.into()),
        }
    }

    /// True if the ending counts as a win.
    pub fn mates(&self) -> bool {
        self.table.mates()
    }

    /// A position of the longest win.
    pub fn longest_win(&self, colors: Colors) -> Option<Position> {
        let (_, squares) = self.longest(colors)?;
        let files = usize::from(self.rules.variant().files);
        let at = |&square: &usize| Square::at((square % files) as u8, (square / files) as u8);
        let squares: Vec<Square> = squares.iter().map(at).collect();
        position(&self.rules, &self.ending.force, self.strong, &squares)
    }

    /// The moves that win fastest. The side with the pieces is to move.
    pub fn best_moves(&self, pos: &mut Position) -> Vec<Move> {
        let wanted = 2 * u32::from(self.table.distance_in(pos, self.strong)).saturating_sub(1);
        let mut moves = self.rules.tables.legal(pos);
        let force = &self.ending.force;
        moves.retain(|&mv| {
            self.rules.tables.make(pos, mv);
            let known = self.table.probe(&self.rules, pos, force, self.strong);
            pos.unmake();
            known == Some(ProbeResult::Loss(wanted))
        });
        moves
    }

    /// The longest win in moves, and the squares of the men in its position, the bare royal last.
    fn longest(&self, colors: Colors) -> Option<(u8, Vec<usize>)> {
        let table = &self.table;
        let squares = table.placements.squares;
        let files = usize::from(self.rules.variant().files);
        let mut best: Option<(u8, Vec<usize>)> = None;
        for (index, distances) in table.distances.chunks_exact(squares.max(1)).enumerate() {
            let most = distances.iter().copied().max().unwrap_or(0);
            if most <= best.as_ref().map_or(0, |(distance, _)| *distance) {
                continue;
            }
            let Some(men) = table.placements.men::<4>(index) else {
                continue;
            };
            let fits = colors.classes().contains(&men.on_one_color(files).into());
            if let Some(bare) = distances.iter().position(|&d| d == most).filter(|_| fits) {
                let own = men.at[..men.count].iter().map(|&square| square.into());
                best = Some((most, own.chain([bare]).collect()));
            }
        }
        best
    }
}
