//! Which moves to try first.

use super::MAX_PLY;
use super::tunables::HISTORY_LIMIT;
use crate::board::{Move, Position, Square};
use crate::eval::Evaluation;
use crate::variant::{Color, TypeId};

/// What earlier parts of the search tell about quiet moves.
#[derive(Debug)]
pub(super) struct Histories {
    /// By colour, type and target.
    quiet: Vec<i32>,
    /// By the opponent's last move (type and target): the answer that refuted it.
    counter: Vec<Move>,
    killers: [[Move; 2]; MAX_PLY],
}

impl Histories {
    pub fn new(types: usize) -> Histories {
        Histories {
            quiet: vec![0; (types + 1) * 512],
            counter: vec![Move::NONE; (types + 1) * 512],
            killers: [[Move::NONE; 2]; MAX_PLY],
        }
    }

    /// Begins a new search: killers are gone, history fades.
    pub fn new_search(&mut self) {
        self.killers = [[Move::NONE; 2]; MAX_PLY];
        self.quiet.iter_mut().for_each(|h| *h /= 4);
    }

    fn index(color: Color, id: TypeId, to: Square) -> usize {
        id.index() << 9 | color.index() << 8 | to.index()
    }

    /// The history value of a quiet move.
    pub fn quiet(&self, pos: &Position, mv: Move) -> i32 {
        self.quiet[Self::index(pos.side(), pos.type_on(mv.from()), mv.to())]
    }

    fn counter_index(pos: &Position) -> Option<usize> {
        let last = pos.last_move().filter(|&mv| mv != Move::NONE)?;
        Some(Self::index(
            pos.side().other(),
            pos.type_on(last.to()),
            last.to(),
        ))
    }

    /// A quiet move has failed high; the others tried before it have not.
    pub fn reward(&mut self, pos: &Position, best: Move, tried: &[Move], depth: i32, ply: usize) {
        let bonus = (depth * depth * 16).min(HISTORY_LIMIT / 8);
        self.update(pos, best, bonus);
        for &mv in tried {
            self.update(pos, mv, -bonus);
        }
        let killers = &mut self.killers[ply.min(MAX_PLY - 1)];
        if killers[0] != best {
            *killers = [best, killers[0]];
        }
        if let Some(index) = Self::counter_index(pos) {
            self.counter[index] = best;
        }
    }

    /// Moves the value towards the limit by a share of what is left (so that it never overflows).
    fn update(&mut self, pos: &Position, mv: Move, bonus: i32) {
        let index = Self::index(pos.side(), pos.type_on(mv.from()), mv.to());
        let value = &mut self.quiet[index];
        *value += bonus - *value * bonus.abs() / HISTORY_LIMIT;
    }
}

/// A move with the priority it is tried with.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoredMove {
    pub mv: Move,
    pub score: i32,
}

/// Priorities of the stages; history values lie below the last of them.
const HASH_MOVE: i32 = 1 << 30;
const GOOD_CAPTURE: i32 = 1 << 28;
const KILLER: i32 = 1 << 26;
const BAD_CAPTURE: i32 = -(1 << 26);

/// The value a capture or promotion wins at once, centipawns, and whether the move is one.
pub(super) fn gain(pos: &Position, eval: &Evaluation, mv: Move) -> Option<i32> {
    let victim = if mv.is_en_passant() {
        pos.en_passant().victim
    } else {
        mv.to()
    };
    let captured = pos.type_on(victim);
    let capture = captured != TypeId(0) && mv.castling().is_none();
    let promotion = mv.promotion();
    if !capture && promotion.is_none() {
        return None;
    }
    let taken = if capture { eval.value(captured) } else { 0 };
    let grown = promotion.map_or(0, |id| eval.value(id) - eval.value(pos.type_on(mv.from())));
    Some(taken + grown)
}

/// Gives every move its priority.
pub(super) fn score_moves(
    moves: &mut [ScoredMove],
    pos: &Position,
    eval: &Evaluation,
    histories: &Histories,
    hash_move: Move,
    ply: usize,
) {
    let killers = histories.killers[ply.min(MAX_PLY - 1)];
    let counter =
        Histories::counter_index(pos).map_or(Move::NONE, |index| histories.counter[index]);
    for entry in moves {
        let mv = entry.mv;
        entry.score = if mv == hash_move {
            HASH_MOVE
        } else if let Some(gain) = gain(pos, eval, mv) {
            let attacker = eval.value(pos.type_on(mv.from()));
            if gain < 0 {
                // promotion to less than a pawn
                BAD_CAPTURE
            } else {
                GOOD_CAPTURE + 16 * gain - attacker
            }
        } else if mv == killers[0] {
            KILLER + 2
        } else if mv == killers[1] {
            KILLER + 1
        } else if mv == counter {
            KILLER
        } else {
            histories.quiet(pos, mv)
        };
    }
}

/// Moves the best of the rest to index `i`.
#[inline]
pub(super) fn pick(moves: &mut [ScoredMove], i: usize) -> ScoredMove {
    let mut best = i;
    for j in i + 1..moves.len() {
        if moves[j].score > moves[best].score {
            best = j;
        }
    }
    moves.swap(i, best);
    moves[i]
}
