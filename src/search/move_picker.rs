//! Staged move generation and ordering: most nodes never generate most of their moves.

use std::cmp::Reverse;

use super::histories::Continuations;
use super::tunables as t;
use super::worker::{ScoredMove, Worker};
use crate::movegen::{CheckSquares, gain};
use crate::types::Move;

/// The kind of a picked move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveKind {
    /// A capture or promotion, also as hash move.
    Tactical,
    /// A capture or promotion that loses more material than a good capture may.
    Losing,
    /// A killer or countermove.
    Refutation,
    Quiet,
}

impl MoveKind {
    /// True unless the move is a capture or promotion.
    pub fn is_quiet(self) -> bool {
        matches!(self, MoveKind::Quiet | MoveKind::Refutation)
    }
}

/// Which quiet moves are wanted.
#[derive(Clone, Copy, Debug)]
pub(super) enum Quiets<'a> {
    All,
    /// Only quiet moves that give check.
    Checks(&'a CheckSquares),
    None,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Hash,
    GenerateCaptures,
    Captures,
    Refutations,
    GenerateQuiets,
    Quiets,
    Losing,
}

/// Number of moves of a list that are selected before a long rest is sorted. Sorting at once made amazons a third slower.
const SELECTED: usize = 16;
/// A longer rest is sorted, since selecting the best move each time takes quadratic time. Duck chess has 640 moves at the
/// start, amazons 2,176.
const LONG: usize = 100;

/// Returns the moves of a node one by one.
#[derive(Debug)]
pub(super) struct MovePicker {
    stage: Stage,
    hash_move: Move,
    /// Captures that win less than this come last, centipawns.
    threshold: i32,
    /// Captures that gain no more than this at once are returned without a static exchange evaluation,
    /// centipawns.
    pub futile: i32,
    /// Only checks are left among the quiet moves in the worker's list.
    only_checks: bool,
    /// Index of the first move of this node in the worker's list.
    first: usize,
    /// The losing captures are in the list from `first` to this index.
    losing: usize,
    next: usize,
    /// Index of the first move of the list: captures, then quiet moves.
    list: usize,
    /// True if the moves from `next` on are sorted.
    sorted: bool,
    /// The killers and the countermove: those up to `refutations_seen` have been returned, the others are still to
    /// come.
    refutations: [Move; 3],
    refutations_seen: usize,
    continuations: Continuations,
}

impl MovePicker {
    /// A picker for all moves of a node; `hash_move` must be pseudo-legal or [`Move::NONE`].
    pub fn new(
        worker: &Worker,
        hash_move: Move,
        ply: usize,
        continuations: Continuations,
    ) -> MovePicker {
        MovePicker {
            stage: Stage::Hash,
            hash_move,
            threshold: -t::good_capture_margin(),
            futile: i32::MIN,
            only_checks: false,
            first: worker.moves.len(),
            losing: worker.moves.len(),
            next: worker.moves.len(),
            list: worker.moves.len(),
            sorted: false,
            refutations: worker.histories.refutations(ply, continuations[0]),
            refutations_seen: 0,
            continuations,
        }
    }

    /// A picker for captures and promotions. If there are quiet moves, captures that win at least `threshold` come
    /// before them, the other captures after them.
    pub fn tactical(worker: &Worker, hash_move: Move, threshold: i32) -> MovePicker {
        let mut picker = MovePicker::new(worker, hash_move, 0, Continuations::default());
        picker.threshold = threshold;
        if hash_move != Move::NONE && worker.gain(hash_move).is_none() {
            picker.hash_move = Move::NONE;
        }
        picker
    }

    /// The next move. Quiet moves are skipped unless they are wanted; a caller that once asks for fewer quiet moves
    /// cannot get the others later.
    pub fn next(&mut self, worker: &mut Worker, quiets: Quiets) -> Option<(Move, MoveKind)> {
        loop {
            match self.stage {
                Stage::Hash => {
                    self.stage = Stage::GenerateCaptures;
                    if self.hash_move != Move::NONE {
                        let kind = if worker.gain(self.hash_move).is_some() {
                            MoveKind::Tactical
                        } else {
                            MoveKind::Quiet
                        };
                        return Some((self.hash_move, kind));
                    }
                }
                Stage::GenerateCaptures => {
                    self.generate_captures(worker);
                    self.stage = Stage::Captures;
                }
                Stage::Captures => {
                    if let Some(mv) = self.pick_capture(worker) {
                        return Some((mv, MoveKind::Tactical));
                    }
                    self.stage = Stage::Refutations;
                }
                Stage::Refutations => {
                    if let Some(mv) = self.next_refutation(worker, quiets) {
                        return Some((mv, MoveKind::Refutation));
                    }
                    self.stage = Stage::GenerateQuiets;
                }
                Stage::GenerateQuiets => {
                    (self.list, self.sorted) = (self.next, false);
                    self.generate_quiets(worker, quiets);
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => {
                    if let Some(mv) = self.pick_quiet(worker, quiets) {
                        return Some((mv, MoveKind::Quiet));
                    }
                    self.next = self.first;
                    self.stage = Stage::Losing;
                }
                Stage::Losing => {
                    if self.next >= self.losing {
                        return None;
                    }
                    self.next += 1;
                    return Some((worker.moves[self.next - 1].mv, MoveKind::Losing));
                }
            }
        }
    }

    #[inline(never)]
    fn generate_captures(&mut self, worker: &mut Worker) {
        worker.buffer.clear();
        let Worker { rules, pos, .. } = worker;
        rules.tables.pseudo_captures(pos, &mut worker.buffer);
        for &mv in &worker.buffer {
            if mv == self.hash_move {
                continue;
            }
            let gain = gain(pos, &rules.evaluation.values, mv).unwrap_or(0);
            let score = 16 * gain + worker.histories.capture(pos, mv) / 4;
            worker.moves.push(ScoredMove { mv, score });
        }
    }

    /// The best capture that does not lose; losing captures are put aside.
    fn pick_capture(&mut self, worker: &mut Worker) -> Option<Move> {
        while let Some(best) = self.pick(worker) {
            let gain = worker.gain(best.mv).unwrap_or(0);
            if gain <= self.futile {
                return Some(best.mv);
            }
            worker.prefetch(best.mv);
            if worker.see_ge(best.mv, gain, self.threshold) {
                return Some(best.mv);
            }
            worker.moves.swap(self.losing, self.next - 1);
            self.losing += 1;
        }
        None
    }

    /// The next killer or countermove that is pseudo-legal and wanted. Such a move often settles a node before its
    /// other quiet moves are generated.
    fn next_refutation(&mut self, worker: &mut Worker, quiets: Quiets) -> Option<Move> {
        let wanted = |worker: &Worker, mv| match quiets {
            Quiets::All => true,
            Quiets::Checks(squares) => worker.rules.tables.gives_check(&worker.pos, mv, squares),
            Quiets::None => false,
        };
        while self.refutations_seen < self.refutations.len() {
            let (before, rest) = self.refutations.split_at_mut(self.refutations_seen);
            self.refutations_seen += 1;
            let mv = rest[0];
            let again = mv == self.hash_move || before.contains(&mv);
            let Worker {
                rules, pos, buffer, ..
            } = worker;
            if mv != Move::NONE
                && !again
                && rules.tables.is_pseudo_quiet(pos, mv, buffer)
                && wanted(worker, mv)
            {
                return Some(mv);
            }
            // the move comes later, with the other quiet moves
            rest[0] = Move::NONE;
        }
        None
    }

    /// The best of the wanted quiet moves.
    fn pick_quiet(&mut self, worker: &mut Worker, quiets: Quiets) -> Option<Move> {
        match quiets {
            Quiets::All => {}
            Quiets::Checks(_) if self.only_checks => {}
            Quiets::Checks(squares) => self.keep_checks(worker, squares),
            Quiets::None => return None,
        }
        self.pick(worker).map(|best| best.mv)
    }

    /// The best remaining move of the list.
    #[inline]
    fn pick(&mut self, worker: &mut Worker) -> Option<ScoredMove> {
        let rest = worker.moves.get_mut(self.next..)?;
        if self.next == self.list + SELECTED && rest.len() > LONG {
            rest.sort_unstable_by_key(|each| (Reverse(each.score), each.mv.bits()));
            self.sorted = true;
        }
        let best = if self.sorted {
            rest.first().copied()
        } else {
            best_first(rest)
        };
        self.next += usize::from(best.is_some());
        best
    }

    /// Keeps only the quiet moves that give check.
    #[inline(never)]
    fn keep_checks(&mut self, worker: &mut Worker, squares: &CheckSquares) {
        self.only_checks = true;
        let Worker {
            rules, pos, moves, ..
        } = worker;
        let is_calm = |found: &mut ScoredMove| !rules.tables.gives_check(pos, found.mv, squares);
        moves.extract_if(self.next.., is_calm).for_each(drop);
    }

    #[inline(never)]
    fn generate_quiets(&mut self, worker: &mut Worker, quiets: Quiets) {
        let squares = match quiets {
            Quiets::All => None,
            Quiets::Checks(squares) if squares.possible() => Some(squares),
            _ => return,
        };
        self.only_checks = squares.is_some();
        worker.buffer.clear();
        let Worker { rules, pos, .. } = worker;
        rules.tables.pseudo_quiets(pos, &mut worker.buffer);
        let histories = (worker.histories).of_quiets(pos.side(), self.continuations);
        // a cheap test first: most moves have another target than the moves sought
        let targets = |moves: &[Move]| moves.iter().fold(0u64, |set, mv| set | near(*mv));
        let given = targets(&self.refutations) | near(self.hash_move);
        let start = worker.moves.len();
        let nothing = ScoredMove {
            mv: Move::NONE,
            score: 0,
        };
        worker.moves.resize(start + worker.buffer.len(), nothing);
        let mut places = worker.moves[start..].iter_mut();
        for &mv in &worker.buffer {
            if squares.is_some_and(|squares| !rules.tables.gives_check(pos, mv, squares)) {
                continue;
            }
            if given & near(mv) != 0 && (mv == self.hash_move || self.refutations.contains(&mv)) {
                continue;
            }
            let score = histories.of(pos, mv);
            debug_assert_eq!(score, worker.histories.quiet(pos, mv, self.continuations));
            if let Some(place) = places.next() {
                *place = ScoredMove { mv, score };
            }
        }
        let unused = places.len();
        worker.moves.truncate(worker.moves.len() - unused);
    }
}

/// A bit, one of 64, for the target of a move.
#[inline]
fn near(mv: Move) -> u64 {
    1 << (mv.to().0 & 63)
}

impl Worker<'_> {
    /// Lets a search take moves from a picker, and removes the moves of the node from the worker's list
    /// afterwards.
    #[inline]
    pub fn with_moves<T>(
        &mut self,
        picker: MovePicker,
        search: impl FnOnce(&mut Self, MovePicker) -> T,
    ) -> T {
        let first = picker.first;
        let result = search(self, picker);
        self.moves.truncate(first);
        result
    }
}

/// Moves the best move to the front.
#[inline]
fn best_first(moves: &mut [ScoredMove]) -> Option<ScoredMove> {
    let (first, others) = moves.split_first_mut()?;
    let mut best: Option<&mut ScoredMove> = None;
    let mut highest = first.score;
    for other in others {
        if other.score > highest {
            highest = other.score;
            best = Some(other);
        }
    }
    if let Some(best) = best {
        std::mem::swap(first, best);
    }
    Some(*first)
}

#[cfg(test)]
mod tests {
    use super::super::testing::with_worker;
    use super::*;
    use crate::types::Rng;

    /// Both when selected and when sorted.
    #[test]
    fn better_moves_come_first() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        with_worker("normal", start, |worker| {
            let mut rng = Rng::new(1);
            for count in [0, 1, LONG, LONG + SELECTED, LONG + SELECTED + 1, 1500] {
                let mut picker = MovePicker::new(worker, Move::NONE, 0, Continuations::default());
                let mut scores: Vec<i32> = (0..count).map(|_| rng.below(200) as i32).collect();
                let moves = scores.iter().map(|&score| ScoredMove {
                    mv: Move::NONE,
                    score,
                });
                worker.moves.extend(moves);
                let picked = std::iter::from_fn(|| picker.pick(worker));
                let picked: Vec<i32> = picked.map(|best| best.score).collect();
                scores.sort_unstable_by(|a, b| b.cmp(a));
                assert_eq!(picked, scores);
                worker.moves.clear();
            }
        });
    }
}
