//! An ending solved for its own sake: how much of it is won, how long that takes at most, and from
//! where.
//!
//! The search asks for endings only where it can use them, and within bounds that no game feels. Here
//! whoever asks decides what it may take, and the rules of the game may be such that no search would
//! trust a table of mates alone.

use std::sync::Arc;

use super::force::Force;
use super::placements::Men;
use super::solver::Stopped;
use super::store::{Endgames, Ending};
use super::table::{Count, ProbeResult, Table};
use crate::board::{Placement, Position, Virginity};
use crate::ruleset::Ruleset;
use crate::types::{Bitboard, Color, Move, Square, TypeId};
use crate::variant::Variant;

/// The most pieces besides the royal of an ending that is solved.
pub const MOST_PIECES: usize = super::force::MAX_TABLE_PIECES;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolved {
    /// It was stopped.
    Stopped,
    /// It takes about so many bytes, more than there may be.
    TooLarge(usize),
    /// This type moves in a way that is not understood.
    Moves(TypeId),
    /// The legal moves of the game say something else: it has rules of which the analysis does not
    /// know.
    Disagrees,
}

impl From<Stopped> for Unsolved {
    fn from(_: Stopped) -> Unsolved {
        Unsolved::Stopped
    }
}

/// Which positions of an ending: with several pieces those in which all of them stand on squares of
/// one colour may be told from the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// Whatever the colours are.
    Any,
    /// All pieces on squares of one colour.
    Same,
    /// Pieces on squares of both colours.
    Different,
}

/// How an ending fares over some of its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    /// With the side to move that has pieces: how many are drawn.
    pub strong: Count,
    /// The same with the lone royal to move.
    pub bare: Count,
    /// Of those drawn with the side to move that has pieces: where it can go on for ever without losing
    /// a piece or giving stalemate.
    pub fortresses: u64,
    /// The most moves that a win takes with the side to move that has pieces; 0 if there is none.
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

/// The royal that a side begins with, on the board or in hand, the first one if there are several.
pub fn royal_of(v: &Variant, color: Color) -> Option<TypeId> {
    let royal = |id: &TypeId| v.piece(*id).royalty.is_royal();
    let start = v.start_pieces().into_iter();
    let mut placed = start.filter(|man| man.color == color).map(|man| man.id);
    let mut held = v.rules.hand[color].iter().map(|&(id, _)| id);
    placed.find(royal).or_else(|| held.find(royal))
}

impl Endgames {
    /// The endings of a game in which `strong` has the pieces, to be solved for their own sake. So
    /// many with two pieces are kept for those with three.
    pub fn exhaustive(rules: Arc<Ruleset>, strong: Color, pairs: usize) -> Endgames {
        let mut endgames = Endgames::new(rules);
        endgames.exhaustive = Some((strong, pairs));
        endgames
    }

    /// What it takes to solve the ending of some pieces with their royal, about, in bytes.
    ///
    /// # Errors
    /// If the moves of a man are not understood.
    pub fn bytes_for(&self, pieces: &[TypeId]) -> Result<usize, Unsolved> {
        let force = self.force(pieces)?;
        match self.problem(&force) {
            Some(problem) => Ok(problem.bytes()),
            None => Err(Unsolved::Moves(self.not_understood(&force))),
        }
    }

    /// Solves the ending of some pieces, neither pawns nor royals, with their royal, unless `stop`
    /// says that nobody wants it any more or it takes more memory than `bytes`.
    ///
    /// # Errors
    /// If there is no answer.
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

    fn not_understood(&self, force: &Force) -> TypeId {
        let mut men = force.men().chain([force.bare]);
        let odd = men.find(|&id| self.rules.tables.walks(id).is_none());
        odd.unwrap_or(force.royal)
    }
}

impl Study {
    /// How it fares.
    pub fn figures(&self, colors: Colors) -> Figures {
        let classes = match colors {
            Colors::Any => 0..2,
            Colors::Same => 1..2,
            Colors::Different => 0..1,
        };
        let sum = |counts: &[Count; 2]| {
            let counts = counts[classes.clone()].iter();
            counts.fold(Count::default(), |sum, &count| sum.and(count))
        };
        let longest = match colors {
            Colors::Any => self.table.longest(),
            _ => self.longest(colors).map_or(0, |(distance, _)| distance),
        };
        Figures {
            strong: sum(&self.table.won),
            bare: sum(&self.table.lost),
            fortresses: self.table.fortresses[classes.clone()].iter().sum(),
            longest: longest.into(),
        }
    }

    /// True if no win takes more moves than can be counted, 255.
    pub fn is_whole(&self) -> bool {
        self.table.is_whole
    }

    /// True if it is counted as a win, whatever the colours of the squares are.
    pub fn mates(&self) -> bool {
        self.table.mates()
    }

    /// A position with the side to move that has the pieces in which the win takes longest.
    pub fn longest_win(&self, colors: Colors) -> Option<Position> {
        let (_, squares) = self.longest(colors)?;
        let v = self.rules.variant();
        let at = |square: usize| {
            let files = usize::from(v.files);
            Square::at((square % files) as u8, (square / files) as u8)
        };
        let force = &self.ending.force;
        let own = force.men().map(|id| (self.strong, id));
        let men = own.chain([(self.strong.other(), force.bare)]);
        let placed = squares.iter().zip(men);
        let placement = Placement {
            pieces: placed
                .map(|(&sq, (color, id))| (at(sq), color, id))
                .collect(),
            hands: Vec::new(),
            side: self.strong,
            virginity: Virginity::On(Bitboard::EMPTY),
            en_passant: Vec::new(),
            rule_clock: 0,
            ..Placement::start(&self.rules.layout)
        };
        Position::new(self.rules.layout.clone(), &placement).ok()
    }

    /// The moves that win soonest in a position with the side to move that has the pieces.
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

    /// The longest win among some positions, in moves, and where the men stand then, the lone royal
    /// last.
    fn longest(&self, colors: Colors) -> Option<(u8, Vec<usize>)> {
        let table = &self.table;
        let squares = table.placements.squares;
        let longest = |distances: &[u8]| distances.iter().copied().max().unwrap_or(0);
        let mut best: Option<(u8, Vec<usize>)> = None;
        for (index, distances) in table.distances.chunks_exact(squares.max(1)).enumerate() {
            let most = longest(distances);
            if most <= best.as_ref().map_or(0, |(distance, _)| *distance) {
                continue;
            }
            let Some(men) = table.placements.men::<4>(index) else {
                continue;
            };
            let fits = match colors {
                Colors::Any => true,
                Colors::Same => self.on_one_color(men),
                Colors::Different => !self.on_one_color(men),
            };
            if let Some(bare) = distances.iter().position(|&d| d == most).filter(|_| fits) {
                let own = men.at[..men.count].iter().map(|&square| square.into());
                best = Some((most, own.chain([bare]).collect()));
            }
        }
        best
    }

    fn on_one_color(&self, men: Men<4>) -> bool {
        let files = usize::from(self.rules.variant().files);
        let color = |&square: &u8| (usize::from(square) / files + usize::from(square) % files) & 1;
        let mut colors = men.at[1..men.count].iter().map(color);
        let first = colors.next();
        men.count > 2 && colors.all(|color| Some(color) == first)
    }
}
