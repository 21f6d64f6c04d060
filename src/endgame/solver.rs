//! Retrograde analysis of a royal with pieces against a bare royal.
//!
//! For each placement of the side with pieces, the squares of the bare royal are a bitboard, so that a step backwards
//! treats all of them at once. Starting from the mates, the positions are found in the order of their distance: a
//! position with the side with pieces to move is won if a move leads to a lost position, and a position with the bare
//! royal to move is lost if all its moves lead to won positions. Each round looks only at new results. Positions that
//! are never found to be won are drawn.

mod fortress;
mod retro;

use super::force::MAX_TABLE_MEN;
use super::moves::{PieceMoves, RoyalMoves};
use super::placements::{Men, Placements};
use super::problem::Problem;
use super::table::{Count, Table};
use crate::types::Bitboard;
use retro::come_from;

/// Results of a placement, as sets of squares of the bare royal.
#[derive(Clone, Default)]
struct Known<const W: usize> {
    /// Squares of pieces that the bare royal can capture without losing, in this round.
    capturable: Bitboard<W, usize>,
    /// Squares where the bare royal is to move and loses.
    lost: Bitboard<W, usize>,
    /// Such squares found in this round.
    newly_lost: Bitboard<W, usize>,
    /// Squares where the side with pieces is to move and wins, found in this round.
    newly_won: Bitboard<W, usize>,
}

struct Solver<'a, const W: usize> {
    problem: &'a Problem,
    stop: &'a dyn Fn() -> bool,
    placements: &'a Placements,
    /// The squares where the bare royal can stand.
    board: Bitboard<W, usize>,
    /// The squares where each other man can stand; `None`: all squares.
    homes: Option<Vec<Bitboard<W, usize>>>,
    men: Vec<PieceMoves<W>>,
    bare: RoyalMoves<W>,
    /// By placement: the squares of the bare royal where the side with pieces is to move, has not won yet, and does
    /// not give check. This is a separate vector because it is read most often.
    undecided: Vec<Bitboard<W, usize>>,
    known: Vec<Known<W>>,
    /// Distances to mate, as in the table.
    distances: Vec<u8>,
    /// Placements with newly lost positions.
    lost: Vec<u32>,
    /// Placements with newly won positions.
    won: Vec<u32>,
    /// Conversions, by the distance of the smaller ending: placements, and the squares where the bare royal captures.
    conversions: Vec<Vec<(u32, u8)>>,
}

/// The solver was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// Solves an ending, until `stop` returns true. `stop` is called for every placement, every few microseconds.
///
/// # Errors
/// The solver was stopped.
pub(super) fn solve(problem: &Problem, stop: &dyn Fn() -> bool) -> Result<Table, Stopped> {
    match problem.squares {
        0..=64 => Solver::<1>::new(problem, stop).solve(),
        65..=128 => Solver::<2>::new(problem, stop).solve(),
        129..=192 => Solver::<3>::new(problem, stop).solve(),
        _ => Solver::<4>::new(problem, stop).solve(),
    }
}

impl<'a, const W: usize> Solver<'a, W> {
    fn new(problem: &'a Problem, stop: &'a dyn Fn() -> bool) -> Self {
        let squares = problem.squares;
        let count = problem.placements.count;
        let board = (problem.files, squares);
        let mut homes: Vec<Bitboard<W, usize>> =
            problem.homes.iter().map(|home| home.resized()).collect();
        let royal_home = homes.pop().unwrap_or(Bitboard::EMPTY);
        let confined = homes.iter().any(|home| home.len() < squares);
        Solver {
            problem,
            stop,
            placements: &problem.placements,
            board: royal_home,
            homes: confined.then_some(homes),
            men: (problem.men.iter())
                .map(|walks| PieceMoves::new(board, walks))
                .collect(),
            bare: RoyalMoves::new(board, &problem.bare),
            undecided: vec![Bitboard::EMPTY; count],
            known: vec![Known::default(); count],
            distances: vec![0; count * squares],
            lost: Vec::new(),
            won: Vec::new(),
            conversions: Vec::new(),
        }
    }

    fn solve(mut self) -> Result<Table, Stopped> {
        let (mut won, mut lost) = ([Count::default(); 2], [Count::default(); 2]);
        for index in 0..self.known.len() {
            self.check_stop()?;
            if let Some(men) = self.men(index) {
                self.begin(index, men);
                won[self.one_color(men)].all += self.undecided_count(index, men);
            }
        }
        let mut distance = 0;
        while (!self.lost.is_empty() || usize::from(distance) < self.conversions.len())
            && distance < u8::MAX
        {
            distance += 1;
            self.step_back(distance)?;
            self.find_lost(distance)?;
        }
        for index in 0..self.known.len() {
            self.check_stop()?;
            if let Some(men) = self.men(index) {
                let class = self.one_color(men);
                won[class].drawn += self.undecided_count(index, men);
                let weight = self.placements.weight(men.at[0].into());
                let legal = self.legal_replies(men).len() as u64;
                let open = legal - self.known[index].lost.len() as u64;
                lost[class].all += legal * weight;
                lost[class].drawn += open * weight;
            }
        }
        let fortresses = if self.problem.seeks_fortresses {
            self.fortresses()?
        } else {
            [0; 2]
        };
        Ok(Table {
            placements: self.placements.clone(),
            distances: self.distances,
            fortresses,
            won,
            lost,
            smaller: self.problem.smaller.clone(),
        })
    }

    /// The squares of the men; `None` if the placement is impossible.
    #[inline]
    fn men(&self, index: usize) -> Option<Men<W>> {
        let men = self.placements.men(index)?;
        let at_home = |homes: &Vec<Bitboard<W, usize>>| {
            let mut both = homes.iter().zip(&men.at);
            both.all(|(home, &square)| home.contains(square.into()))
        };
        self.homes.as_ref().is_none_or(at_home).then_some(men)
    }

    /// The squares where the bare royal could capture the other royal or faces it illegally: no legal move leads to
    /// such a position.
    fn illegal(&self, men: Men<W>) -> Bitboard<W, usize> {
        let mut squares = self.facing(men);
        for square in self.bare.captures_from[usize::from(men.at[0])].iter() {
            let captures = self.bare.captures_to(square, men.set);
            if captures.contains(men.at[0].into()) {
                squares = squares.with(square);
            }
        }
        squares
    }

    /// The squares where the bare royal faces the other royal illegally.
    fn facing(&self, men: Men<W>) -> Bitboard<W, usize> {
        let mut faced = Bitboard::EMPTY;
        if let Some(lines) = self.problem.facing.get(usize::from(men.at[0])) {
            for (end, between) in lines {
                if !between.resized().meets(&men.set) {
                    faced = faced.with(usize::from(*end));
                }
            }
        }
        faced
    }

    /// The legal squares of the bare royal if it is to move.
    fn legal_replies(&self, men: Men<W>) -> Bitboard<W, usize> {
        (self.board.without(men.set)).without(self.illegal(men))
    }

    fn check_stop(&self) -> Result<(), Stopped> {
        if (self.stop)() { Err(Stopped) } else { Ok(()) }
    }

    /// Number of positions with this placement that are not won yet.
    fn undecided_count(&self, index: usize, men: Men<W>) -> u64 {
        self.undecided[index].len() as u64 * self.placements.weight(men.at[0].into())
    }

    /// 1 if there are several pieces, all on squares of one colour, otherwise 0.
    fn one_color(&self, men: Men<W>) -> usize {
        men.on_one_color(self.problem.files.into()).into()
    }

    /// The squares that the men attack, without the man of index `taken`.
    fn attacks(&self, men: Men<W>, taken: usize) -> Bitboard<W, usize> {
        let mut others = men.set;
        if taken < men.count {
            others = others.without(Bitboard::EMPTY.with(men.at[taken].into()));
        }
        let mut attacks = self.facing(Men { set: others, ..men });
        for (i, man) in self.men.iter().enumerate().filter(|&(i, _)| i != taken) {
            for step in &man.attacks[usize::from(men.at[i])] {
                let platform = |(sq, friend, enemy): (u8, bool, bool)| {
                    friend && others.contains(sq.into()) || enemy && sq == step.end
                };
                if !step.empty.meets(&others) && step.platform.is_none_or(platform) {
                    attacks = attacks.with(step.end.into());
                }
            }
        }
        attacks
    }

    /// Initialises a placement: checks, mates, stalemates.
    fn begin(&mut self, index: usize, men: Men<W>) {
        let attacks = self.attacks(men, usize::MAX);
        let board = self.board;
        let open = board.without(attacks).without(men.set);
        let mut capturable = Bitboard::EMPTY;
        for i in 1..men.count {
            let square = usize::from(men.at[i]);
            if self.attacks(men, i).contains(square) {
                continue;
            }
            let others = (men.at[..men.count].iter().enumerate()).filter(|&(other, _)| other != i);
            let squares = others.map(|(_, &square)| usize::from(square));
            let smaller = self.problem.smaller[i - 1].as_ref();
            let distance = smaller.map_or(0, |table| table.distance(squares.chain([square])));
            capturable = capturable.with(square);
            if distance > 0 {
                let distance = usize::from(distance);
                if self.conversions.len() <= distance {
                    self.conversions.resize(distance + 1, Vec::new());
                }
                self.conversions[distance].push((index as u32, square as u8));
            }
        }
        let faced = self.facing(men);
        let mut lost = Bitboard::EMPTY;
        // without check only a stalemate can lose at once
        let candidates = if self.problem.stalemate_loses {
            board
        } else {
            attacks
        };
        for square in (candidates & board).without(men.set).iter() {
            let captures = self.bare.captures_to(square, men.set);
            if captures.contains(men.at[0].into()) || faced.contains(square) {
                // no legal move leads to this position
                continue;
            }
            let moves = self.bare.quiet_to(square, men.set);
            if !moves.meets(&open) && !captures.meets(&capturable) {
                lost = lost.with(square);
            }
        }
        self.undecided[index] = open;
        let known = &mut self.known[index];
        known.capturable = capturable;
        known.lost = lost;
        known.newly_lost = lost;
        if !lost.is_empty() {
            self.lost.push(index as u32);
        }
    }

    /// Finds the positions that are won by a move to a position just found to be lost.
    fn step_back(&mut self, distance: u8) -> Result<(), Stopped> {
        let movers = std::mem::take(&mut self.men);
        let placements = self.placements;
        for index in std::mem::take(&mut self.lost) {
            self.check_stop()?;
            let index = index as usize;
            let lost = std::mem::replace(&mut self.known[index].newly_lost, Bitboard::EMPTY);
            let Some(men) = self.men(index) else {
                continue;
            };
            come_from(placements, &movers, men, lost, |stood, lost| {
                self.note_won(stood, lost, distance);
            });
        }
        self.men = movers;
        Ok(())
    }

    /// Records a placement with a move to positions that are lost for the bare royal on these squares.
    fn note_won(&mut self, men: &[u8; MAX_TABLE_MEN], lost: Bitboard<W, usize>, distance: u8) {
        let index = self.placements.index(men);
        let won = lost & self.undecided[index];
        if won.is_empty() {
            return;
        }
        self.undecided[index] = self.undecided[index].without(won);
        let known = &mut self.known[index];
        if known.newly_won.is_empty() {
            self.won.push(index as u32);
        }
        known.newly_won |= won;
        for square in won.iter() {
            self.distances[index * self.problem.squares + square] = distance;
        }
    }

    /// Finds the positions where the bare royal loses because all its moves lead to won positions.
    fn find_lost(&mut self, distance: u8) -> Result<(), Stopped> {
        for index in std::mem::take(&mut self.won) {
            self.check_stop()?;
            let index = index as usize;
            let won = std::mem::replace(&mut self.known[index].newly_won, Bitboard::EMPTY);
            let union = |bits: Bitboard<W, usize>, square| bits | self.bare.quiet_from[square];
            let origins = won.iter().fold(Bitboard::EMPTY, union);
            self.note_lost(index, origins, won);
        }
        let distance = usize::from(distance);
        if distance < self.conversions.len() {
            for (index, square) in std::mem::take(&mut self.conversions[distance]) {
                self.check_stop()?;
                let index = index as usize;
                let taken = Bitboard::EMPTY.with(square.into());
                self.known[index].capturable = self.known[index].capturable.without(taken);
                self.note_lost(index, self.bare.captures_from[usize::from(square)], taken);
            }
        }
        Ok(())
    }

    /// Checks the squares from which the bare royal may have moved to squares just found to be won.
    fn note_lost(
        &mut self,
        index: usize,
        origins: Bitboard<W, usize>,
        reached: Bitboard<W, usize>,
    ) {
        let Some(men) = self.men(index) else {
            return;
        };
        let (known, open) = (&self.known[index], self.undecided[index]);
        let mut lost = Bitboard::EMPTY;
        let origins = origins.without(known.lost).without(men.set);
        for square in origins.without(self.facing(men)).iter() {
            let moves = self.bare.quiet_to(square, men.set);
            let captures = self.bare.captures_to(square, men.set);
            if !moves.meets(&open)
                && !captures.meets(&known.capturable)
                && !captures.contains(men.at[0].into())
                && (moves.meets(&reached) || captures.meets(&reached))
            {
                lost = lost.with(square);
            }
        }
        if lost.is_empty() {
            return;
        }
        let known = &mut self.known[index];
        if known.newly_lost.is_empty() {
            self.lost.push(index as u32);
        }
        known.lost |= lost;
        known.newly_lost |= lost;
    }
}
