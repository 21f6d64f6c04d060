//! Retrograde analysis: who wins an ending of a royal with pieces against a lone royal.
//!
//! For each placement of the side with pieces, the squares of the lone royal are one set of bits, so
//! that a step backwards treats all of them at once. Beginning with the mates, the positions are found in the order of the moves they take: a position with the side to move that
//! has pieces is won if a move leads to a lost one of the lone royal, and this is lost if all its
//! moves lead to won ones. Each set grows only by what is new, and only what is new is looked at
//! again. What never turns out to be won is drawn.

use std::sync::Arc;

use super::force::{Force, MAX_TABLE_MEN};
use super::moves::{PieceMoves, RoyalMoves, is_symmetric};
use super::placements::{Men, Placements};
use super::table::Table;
use crate::movegen::Walk;
use crate::ruleset::Ruleset;
use crate::types::Bitboard;
use crate::variant::Stalemate;

/// What has to be known of a game to solve one of its endings.
#[derive(Debug)]
pub(super) struct Problem {
    files: u8,
    pub squares: usize,
    /// The moves of the men of the side with pieces, its royal first.
    men: Vec<Vec<Walk>>,
    /// The moves of the lone royal.
    bare: Vec<Walk>,
    stalemate_loses: bool,
    /// What is left when the lone royal takes a piece, by the index of the piece; `None`: a draw.
    pub less: Vec<Option<Arc<Table>>>,
    pub placements: Placements,
}

impl Problem {
    /// What the loss of pieces leaves is still to be told. `None` if some of the men move in ways
    /// that are not understood.
    pub fn new(rules: &Ruleset, force: &Force) -> Option<Problem> {
        let v = rules.variant();
        let (files, squares) = (v.files, usize::from(v.files) * usize::from(v.ranks));
        let men: Vec<_> = (force.men().map(|id| rules.tables.walks(id))).collect::<Option<_>>()?;
        let bare = rules.tables.walks(force.bare)?;
        let mirrored = (men.iter().chain([&bare])).all(|walks| is_symmetric(walks, files));
        let alike: Vec<usize> = (force.pieces.chunk_by(|a, b| a == b))
            .map(<[_]>::len)
            .collect();
        Some(Problem {
            files,
            squares,
            men,
            bare,
            stalemate_loses: v.rules.win.stalemate == Stalemate::Loss,
            less: Vec::new(),
            placements: Placements::new(files.into(), squares, mirrored, &alike),
        })
    }
}

/// What is known of a placement besides what is undecided, as sets of squares of the lone royal.
#[derive(Clone)]
struct Known<const W: usize> {
    /// Pieces that the lone royal can take without losing, as far as is known.
    capturable: Bitboard<W, usize>,
    /// The lone royal is to move and loses.
    lost: Bitboard<W, usize>,
    /// The same, found in this round.
    newly_lost: Bitboard<W, usize>,
    /// The side with pieces is to move and wins, found in this round.
    newly_won: Bitboard<W, usize>,
}

struct Solver<'a, const W: usize> {
    problem: &'a Problem,
    stop: &'a dyn Fn() -> bool,
    placements: &'a Placements,
    /// All squares.
    board: Bitboard<W, usize>,
    men: Vec<PieceMoves<W>>,
    bare: RoyalMoves<W>,
    /// By placement: the squares of the lone royal where the side with pieces is to move, has not
    /// won yet, and gives no check. Apart from the rest, since it is looked at far more often.
    undecided: Vec<Bitboard<W, usize>>,
    known: Vec<Known<W>>,
    /// As in the table.
    distances: Vec<u8>,
    /// Placements with something newly lost.
    lost: Vec<u32>,
    /// Placements with something newly won.
    won: Vec<u32>,
    /// Conversions, by the moves that the ending with less takes: placements, and the squares where
    /// the lone royal takes a piece.
    conversions: Vec<Vec<(u32, u8)>>,
}

/// Nobody wants to know any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// Solves an ending, unless `stop` says on the way that nobody wants it any more. It is asked
/// whenever a placement is looked at, which takes some thousandths of a millisecond.
///
/// # Errors
/// If it was stopped.
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
        let nothing = Known {
            capturable: Bitboard::EMPTY,
            lost: Bitboard::EMPTY,
            newly_lost: Bitboard::EMPTY,
            newly_won: Bitboard::EMPTY,
        };
        Solver {
            problem,
            stop,
            placements: &problem.placements,
            board: (0..squares).collect(),
            men: (problem.men.iter())
                .map(|walks| PieceMoves::new(board, walks))
                .collect(),
            bare: RoyalMoves::new(board, &problem.bare),
            undecided: vec![Bitboard::EMPTY; count],
            known: vec![nothing; count],
            distances: vec![0; count * squares],
            lost: Vec::new(),
            won: Vec::new(),
            conversions: Vec::new(),
        }
    }

    fn solve(mut self) -> Result<Table, Stopped> {
        let (mut all, mut open) = ([0; 2], [0; 2]);
        for index in 0..self.known.len() {
            self.look()?;
            if let Some(men) = self.placements.men(index) {
                self.begin(index, men);
                all[self.one_color(men)] += self.undecided_count(index, men);
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
            self.look()?;
            if let Some(men) = self.placements.men(index) {
                open[self.one_color(men)] += self.undecided_count(index, men);
            }
        }
        let wins = [all[0] - open[0], all[1] - open[1]];
        Ok(Table {
            placements: self.placements.clone(),
            distances: self.distances,
            wins,
            all,
            less: self.problem.less.clone(),
        })
    }

    /// Looks whether to go on.
    fn look(&self) -> Result<(), Stopped> {
        if (self.stop)() { Err(Stopped) } else { Ok(()) }
    }

    /// How many positions that are not won (yet) there are with a placement.
    fn undecided_count(&self, index: usize, men: Men<W>) -> u64 {
        self.undecided[index].len() as u64 * self.placements.weight(men.at[0].into())
    }

    /// 1 if all pieces stand on squares of one colour and there are several, otherwise 0.
    fn one_color(&self, men: Men<W>) -> usize {
        if men.count < 3 {
            return 0;
        }
        let files = usize::from(self.problem.files);
        let square_color =
            |square: u8| (usize::from(square) / files + usize::from(square) % files) & 1;
        let mut others = men.at[2..men.count].iter();
        usize::from(others.all(|&square| square_color(square) == square_color(men.at[1])))
    }

    /// Where the men capture, if the one of index `taken` has gone; whatever is captured there is
    /// the lone royal.
    fn attacks(&self, men: Men<W>, taken: usize) -> Bitboard<W, usize> {
        let mut others = men.set;
        if taken < men.count {
            others = others.without(Bitboard::EMPTY.with(men.at[taken].into()));
        }
        let mut attacks = Bitboard::EMPTY;
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

    /// What is known of a placement before any move is looked at: checks, mates, stalemates.
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
            let less = self.problem.less[i - 1].as_ref();
            let distance = less.map_or(0, |table| table.distance(squares.chain([square])));
            capturable = capturable.with(square);
            if distance > 0 {
                let distance = usize::from(distance);
                if self.conversions.len() <= distance {
                    self.conversions.resize(distance + 1, Vec::new());
                }
                self.conversions[distance].push((index as u32, square as u8));
            }
        }
        let mut lost = Bitboard::EMPTY;
        // without check nothing is lost at once, unless by stalemate
        let candidates = if self.problem.stalemate_loses {
            board
        } else {
            attacks
        };
        for square in candidates.without(men.set).iter() {
            let captures = self.bare.captures_to(square, men.set);
            if captures.contains(men.at[0].into()) {
                // the royal that could be taken has just moved there: not legal
                continue;
            }
            let moves = self.bare.quiet_to(square, men.set);
            let stuck = !moves.meets(&open) && !captures.meets(&capturable);
            if stuck {
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

    /// Finds what is won because a move leads to what has just been found lost.
    fn step_back(&mut self, distance: u8) -> Result<(), Stopped> {
        let movers = std::mem::take(&mut self.men);
        for index in std::mem::take(&mut self.lost) {
            self.look()?;
            let index = index as usize;
            let lost = std::mem::replace(&mut self.known[index].newly_lost, Bitboard::EMPTY);
            let Some(men) = self.placements.men(index) else {
                continue;
            };
            for i in 0..men.count {
                let at = usize::from(men.at[i]);
                let others = men.set.without(Bitboard::EMPTY.with(at));
                for step in &movers[i].retro[at] {
                    let from = usize::from(step.end);
                    if others.contains(from) || step.empty.meets(&others) {
                        continue;
                    }
                    let mut lost = lost.without(step.empty);
                    if let Some((sq, friend, enemy)) = step.platform {
                        if others.contains(sq.into()) {
                            if !friend {
                                continue;
                            }
                        } else if enemy {
                            lost = lost & Bitboard::EMPTY.with(sq.into());
                        } else {
                            continue;
                        }
                    }
                    if lost.is_empty() {
                        continue;
                    }
                    let mut stood = men.at;
                    stood[i] = step.end;
                    let seen = i == 0 && self.placements.is_mirrored(from);
                    self.note_won(
                        &stood,
                        if seen { self.mirrored(lost) } else { lost },
                        distance,
                    );
                    if i == 0 && self.placements.is_middle(from) && !self.placements.is_middle(at) {
                        // it could have come there from the other side as well
                        let other = self.placements.seen_in_mirror(&stood);
                        self.note_won(&other, self.mirrored(lost), distance);
                    }
                }
            }
        }
        self.men = movers;
        Ok(())
    }

    /// The squares seen in the mirror.
    fn mirrored(&self, bits: Bitboard<W, usize>) -> Bitboard<W, usize> {
        let mirror = |seen: Bitboard<W, usize>, square| seen.with(self.placements.mirror(square));
        bits.iter().fold(Bitboard::EMPTY, mirror)
    }

    /// A placement of which a move leads to what is lost with the lone royal on these squares.
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

    /// Finds where the lone royal loses because all its moves lead to what is won now.
    fn find_lost(&mut self, distance: u8) -> Result<(), Stopped> {
        for index in std::mem::take(&mut self.won) {
            self.look()?;
            let index = index as usize;
            let won = std::mem::replace(&mut self.known[index].newly_won, Bitboard::EMPTY);
            let union = |bits: Bitboard<W, usize>, square| bits | self.bare.quiet_from[square];
            let origins = won.iter().fold(Bitboard::EMPTY, union);
            self.note_lost(index, origins, won);
        }
        let distance = usize::from(distance);
        if distance < self.conversions.len() {
            for (index, square) in std::mem::take(&mut self.conversions[distance]) {
                self.look()?;
                let index = index as usize;
                let taken = Bitboard::EMPTY.with(square.into());
                self.known[index].capturable = self.known[index].capturable.without(taken);
                self.note_lost(index, self.bare.captures_from[usize::from(square)], taken);
            }
        }
        Ok(())
    }

    /// Looks at squares of the lone royal from which it may have come to others that have just
    /// been found to be won by the other side.
    fn note_lost(
        &mut self,
        index: usize,
        origins: Bitboard<W, usize>,
        reached: Bitboard<W, usize>,
    ) {
        let Some(men) = self.placements.men(index) else {
            return;
        };
        let (known, open) = (&self.known[index], self.undecided[index]);
        let mut lost = Bitboard::EMPTY;
        for square in origins.without(known.lost).without(men.set).iter() {
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
