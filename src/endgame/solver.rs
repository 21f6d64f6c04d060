//! Retrograde analysis: who wins an ending of a royal with pieces against a lone royal.
//!
//! For each way the side with pieces can stand (a *stand*), the squares of the lone royal are one
//! set of bits, so that a step backwards treats all of them at once. Beginning with the mates, the
//! positions are found in the order of the moves they take: a position with the side to move that
//! has pieces is won if a move leads to a lost one of the lone royal, and this is lost if all its
//! moves lead to won ones. Each set grows only by what is new, and only what is new is looked at
//! again. What never turns out to be won is drawn.

use super::moves::{Bare, Man};
use super::placements::{MOST_MEN, Men, Stands};
use super::problem::Problem;
use super::table::Table;
use crate::eval::bits::Bits;

/// What is known of a stand besides what is open, as sets of squares of the lone royal.
#[derive(Clone)]
struct Stand<const W: usize> {
    /// Pieces that the lone royal can take without losing, as far as is known.
    prey: Bits<W>,
    /// The lone royal is to move and loses.
    lost: Bits<W>,
    /// The same, found in this round.
    newly_lost: Bits<W>,
    /// The side with pieces is to move and wins, found in this round.
    newly_won: Bits<W>,
}

struct Solver<'a, const W: usize> {
    problem: &'a Problem,
    numbers: Stands,
    /// All squares.
    board: Bits<W>,
    men: Vec<Man<W>>,
    bare: Bare<W>,
    /// By stand: the squares of the lone royal where the side with pieces is to move, has not won
    /// yet, and gives no check. Apart from the rest, since it is looked at far more often.
    open: Vec<Bits<W>>,
    stands: Vec<Stand<W>>,
    levels: Vec<u8>,
    /// Stands with something newly lost.
    lost: Vec<u32>,
    /// Stands with something newly won.
    won: Vec<u32>,
    /// By the moves that an ending with less takes: stands and squares where the lone royal gets
    /// there by taking the piece on the square.
    later: Vec<Vec<(u32, u8)>>,
}

/// Solves an ending.
pub(super) fn solve(problem: &Problem) -> Table {
    match problem.squares {
        0..=64 => Solver::<1>::new(problem).solve(),
        65..=128 => Solver::<2>::new(problem).solve(),
        129..=192 => Solver::<3>::new(problem).solve(),
        _ => Solver::<4>::new(problem).solve(),
    }
}

impl<'a, const W: usize> Solver<'a, W> {
    fn new(problem: &'a Problem) -> Self {
        let squares = problem.squares;
        let numbers = Stands::of(problem);
        let stands = numbers.count();
        let none = Stand {
            prey: Bits::EMPTY,
            lost: Bits::EMPTY,
            newly_lost: Bits::EMPTY,
            newly_won: Bits::EMPTY,
        };
        Solver {
            problem,
            numbers,
            board: Bits::first(squares),
            men: (problem.men.iter())
                .map(|ways| Man::new(squares, ways))
                .collect(),
            bare: Bare::new(squares, &problem.bare),
            open: vec![Bits::EMPTY; stands],
            stands: vec![none; stands],
            levels: vec![0; stands * squares],
            lost: Vec::new(),
            won: Vec::new(),
            later: Vec::new(),
        }
    }

    fn solve(mut self) -> Table {
        let (mut all, mut open) = ([0; 2], [0; 2]);
        for index in 0..self.stands.len() {
            if let Some(men) = self.numbers.men(index) {
                self.begin(index, men);
                all[self.one_color(men)] += self.open_ones(index, men);
            }
        }
        let mut level = 0;
        while (!self.lost.is_empty() || usize::from(level) < self.later.len()) && level < u8::MAX {
            level += 1;
            self.step_back(level);
            self.find_lost(level);
        }
        for index in 0..self.stands.len() {
            if let Some(men) = self.numbers.men(index) {
                open[self.one_color(men)] += self.open_ones(index, men);
            }
        }
        let wins = [all[0] - open[0], all[1] - open[1]];
        Table::new(self.numbers, self.levels, wins, all, &self.problem.less)
    }

    /// How many positions that are not won (yet) a stand is good for.
    fn open_ones(&self, index: usize, men: Men<W>) -> u64 {
        u64::from(self.open[index].len()) * self.numbers.weight(men.at[0].into())
    }

    /// 1 if all pieces stand on squares of one colour and there are several, otherwise 0.
    fn one_color(&self, men: Men<W>) -> usize {
        if men.count < 3 {
            return 0;
        }
        let files = self.problem.files;
        let shade = |square: u8| (usize::from(square) / files + usize::from(square) % files) & 1;
        let mut others = men.at[2..men.count].iter();
        usize::from(others.all(|&square| shade(square) == shade(men.at[1])))
    }

    /// Where the men capture, if the one of index `taken` has gone; whatever is captured there is
    /// the lone royal.
    fn hits(&self, men: Men<W>, taken: usize) -> Bits<W> {
        let mut others = men.set;
        if taken < men.count {
            others = others.without(Bits::EMPTY.with(men.at[taken].into()));
        }
        let mut hits = Bits::EMPTY;
        for (i, man) in self.men.iter().enumerate().filter(|&(i, _)| i != taken) {
            for half in &man.hits[usize::from(men.at[i])] {
                let platform = |(sq, friend, enemy): (u8, bool, bool)| {
                    friend && others.has(sq.into()) || enemy && sq == half.end
                };
                if !half.empty.meets(&others) && half.platform.is_none_or(platform) {
                    hits = hits.with(half.end.into());
                }
            }
        }
        hits
    }

    /// What is known of a stand before any move is looked at: checks, mates, stalemates.
    fn begin(&mut self, index: usize, men: Men<W>) {
        let hits = self.hits(men, usize::MAX);
        let board = self.board;
        let open = board.without(hits).without(men.set);
        let mut prey = Bits::EMPTY;
        for i in 1..men.count {
            let square = usize::from(men.at[i]);
            if self.hits(men, i).has(square) {
                continue;
            }
            let others = (men.at[..men.count].iter().enumerate()).filter(|&(other, _)| other != i);
            let squares = others.map(|(_, &square)| usize::from(square));
            let less = self.problem.less[i - 1].as_ref();
            let level = less.map_or(0, |table| table.level(squares.chain([square])));
            prey = prey.with(square);
            if level > 0 {
                let level = usize::from(level);
                if self.later.len() <= level {
                    self.later.resize(level + 1, Vec::new());
                }
                self.later[level].push((index as u32, square as u8));
            }
        }
        let mut lost = Bits::EMPTY;
        // without check nothing is lost at once, unless by stalemate
        let candidates = if self.problem.stalemate_loses {
            board
        } else {
            hits
        };
        for square in candidates.without(men.set).iter() {
            let captures = self.bare.captures_to(square, men.set);
            if captures.has(men.at[0].into()) {
                // the royal that could be taken has just moved there: not legal
                continue;
            }
            let moves = self.bare.quiet_to(square, men.set);
            let stuck = !moves.meets(&open) && !captures.meets(&prey);
            if stuck {
                lost = lost.with(square);
            }
        }
        self.open[index] = open;
        let stand = &mut self.stands[index];
        stand.prey = prey;
        stand.lost = lost;
        stand.newly_lost = lost;
        if !lost.is_empty() {
            self.lost.push(index as u32);
        }
    }

    /// Finds what is won because a move leads to what has just been found lost.
    fn step_back(&mut self, level: u8) {
        let movers = std::mem::take(&mut self.men);
        for index in std::mem::take(&mut self.lost) {
            let index = index as usize;
            let lost = std::mem::replace(&mut self.stands[index].newly_lost, Bits::EMPTY);
            let Some(men) = self.numbers.men(index) else {
                continue;
            };
            for i in 0..men.count {
                let at = usize::from(men.at[i]);
                let others = men.set.without(Bits::EMPTY.with(at));
                for half in &movers[i].back[at] {
                    let from = usize::from(half.end);
                    if others.has(from) || half.empty.meets(&others) {
                        continue;
                    }
                    let mut lost = lost.without(half.empty);
                    if let Some((sq, friend, enemy)) = half.platform {
                        if others.has(sq.into()) {
                            if !friend {
                                continue;
                            }
                        } else if enemy {
                            lost = lost.and(Bits::EMPTY.with(sq.into()));
                        } else {
                            continue;
                        }
                    }
                    if lost.is_empty() {
                        continue;
                    }
                    let mut stood = men.at;
                    stood[i] = half.end;
                    let seen = i == 0 && self.numbers.is_mirrored(from);
                    self.note_won(&stood, if seen { self.mirrored(lost) } else { lost }, level);
                    if i == 0 && self.numbers.is_middle(from) && !self.numbers.is_middle(at) {
                        // it could have come there from the other side as well
                        let other = self.numbers.seen_in_mirror(&stood);
                        self.note_won(&other, self.mirrored(lost), level);
                    }
                }
            }
        }
        self.men = movers;
    }

    /// The squares seen in the mirror.
    fn mirrored(&self, bits: Bits<W>) -> Bits<W> {
        let mirror = |seen: Bits<W>, square| seen.with(self.numbers.mirror(square));
        bits.iter().fold(Bits::EMPTY, mirror)
    }

    /// A stand of which a move leads to what is lost with the lone royal on these squares.
    fn note_won(&mut self, men: &[u8; MOST_MEN], lost: Bits<W>, level: u8) {
        let index = self.numbers.index(men);
        let won = lost.and(self.open[index]);
        if won.is_empty() {
            return;
        }
        self.open[index] = self.open[index].without(won);
        let stand = &mut self.stands[index];
        if stand.newly_won.is_empty() {
            self.won.push(index as u32);
        }
        stand.newly_won = stand.newly_won.or(won);
        for square in won.iter() {
            self.levels[index * self.problem.squares + square] = level;
        }
    }

    /// Finds where the lone royal loses because all its moves lead to what is won now.
    fn find_lost(&mut self, level: u8) {
        for index in std::mem::take(&mut self.won) {
            let index = index as usize;
            let won = std::mem::replace(&mut self.stands[index].newly_won, Bits::EMPTY);
            let union = |bits: Bits<W>, square| bits.or(self.bare.quiet_from[square]);
            let origins = won.iter().fold(Bits::EMPTY, union);
            self.note_lost(index, origins, won);
        }
        let level = usize::from(level);
        if level < self.later.len() {
            for (index, square) in std::mem::take(&mut self.later[level]) {
                let index = index as usize;
                let taken = Bits::EMPTY.with(square.into());
                self.stands[index].prey = self.stands[index].prey.without(taken);
                self.note_lost(index, self.bare.captures_from[usize::from(square)], taken);
            }
        }
    }

    /// Looks at squares of the lone royal from which it may have come to others that have just
    /// been found to be won by the other side.
    fn note_lost(&mut self, index: usize, origins: Bits<W>, reached: Bits<W>) {
        let Some(men) = self.numbers.men(index) else {
            return;
        };
        let (stand, open) = (&self.stands[index], self.open[index]);
        let mut lost = Bits::EMPTY;
        for square in origins.without(stand.lost).without(men.set).iter() {
            let moves = self.bare.quiet_to(square, men.set);
            let captures = self.bare.captures_to(square, men.set);
            if !moves.meets(&open)
                && !captures.meets(&stand.prey)
                && !captures.has(men.at[0].into())
                && (moves.meets(&reached) || captures.meets(&reached))
            {
                lost = lost.with(square);
            }
        }
        if lost.is_empty() {
            return;
        }
        let stand = &mut self.stands[index];
        if stand.newly_lost.is_empty() {
            self.lost.push(index as u32);
        }
        stand.lost = stand.lost.or(lost);
        stand.newly_lost = stand.newly_lost.or(lost);
    }
}
