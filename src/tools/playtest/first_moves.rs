//! The first moves of a variant: their scores, and how much choice there is.
//!
//! Each first move is searched, and weighted by softmax of its score. The exponential of the entropy of the weights is the
//! effective number of first moves: this number of equally good moves would be as much choice.

use serde::Serialize;

use super::games::{DECIDED, closeness, value_after};
use super::schedule::Plan;
use crate::game::Game;
use crate::search::Value;
use crate::tools::lab::estimate::rounded;
use crate::tools::lab::self_play::{Player, centipawns, start, table_bytes};
use crate::types::{Move, Square};

/// A first move is searched with this many times the nodes of a move in a game ...
const MORE_NODES: u64 = 4;
/// ... unless all first moves together would take more than this many times those nodes.
const MOST_NODES: u64 = 400;
/// A good move is worse than the best one by at most this, in centipawns.
pub const GOOD: i64 = 50;

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FirstMove {
    /// The move in the notation of the protocol.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move with ranks counted from 1.
    #[serde(skip)]
    pub shown: String,
    /// The score for the side that makes the move, in centipawns; 10000 is a mate.
    pub score: i64,
    /// Moves to mate; negative if the other side mates.
    pub mate: Option<i64>,
    /// The softmax weight of the move, 0 to 1.
    pub weight: f64,
    /// Games in which the move was played first.
    pub played: u64,
    /// White's points in such games between equals.
    pub white_points: f64,
    /// Games between equals that began with the move.
    pub games: u64,
}

/// The choice at the start.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FirstMoves {
    /// The moves, the best first.
    pub moves: Vec<FirstMove>,
    /// The number of moves that are worse than the best by at most half a pawn.
    pub good: usize,
    /// The entropy of the weights in bits.
    pub entropy: f64,
    /// The effective number of first moves: 2 to the power of the entropy.
    pub effective: f64,
}

/// The legal first moves, to be searched one by one.
pub struct Candidates {
    start: Game,
    moves: Vec<Move>,
    /// Nodes for each move.
    nodes: u64,
}

impl Candidates {
    pub fn new(plan: &Plan) -> Candidates {
        let game = start(&plan.rules, None);
        // a variant whose game is over at the start has no first move
        let mut moves = match game.outcome() {
            Some(_) => Vec::new(),
            None => game.legal_moves(),
        };
        moves.sort_unstable_by_key(|mv| mv.bits());
        let nodes = (plan.nodes * MOST_NODES / moves.len().max(1) as u64)
            .clamp(plan.nodes.div_ceil(MORE_NODES), plan.nodes * MORE_NODES);
        Candidates {
            start: game,
            moves,
            nodes,
        }
    }

    pub fn count(&self) -> u32 {
        self.moves.len() as u32
    }

    /// A player for these searches.
    pub fn player(&self) -> Player {
        Player::new(self.start.clone(), table_bytes(self.nodes))
    }

    /// The value of the move with this index for the side that makes it; `None` if the move draws the game. The value does not
    /// depend on the moves searched before.
    pub fn search(&self, player: &mut Player, index: u32) -> Option<Value> {
        player.begin(self.start.clone());
        value_after(player, &self.start, self.moves[index as usize], self.nodes)
    }

    /// The choice, given the value of each move.
    pub fn weigh(&self, values: impl IntoIterator<Item = Option<Value>>) -> FirstMoves {
        let names = self.moves.iter().map(|&mv| self.start.format(mv));
        let mut first_moves = weigh(names.zip(values).collect());
        let ranks = self.start.rules().variant().ranks;
        for first in &mut first_moves.moves {
            first.shown = Square::plain_move(&first.mv, ranks);
        }
        first_moves
    }
}

fn weigh(values: Vec<(String, Option<Value>)>) -> FirstMoves {
    let mut moves: Vec<FirstMove> = (values.into_iter())
        .map(|(mv, value)| FirstMove {
            mv,
            score: value.map_or(0, |value| centipawns(value, DECIDED)),
            mate: match value {
                Some(Value::Mate(moves)) => Some(moves.into()),
                Some(Value::Mated(moves)) => Some(-i64::from(moves)),
                _ => None,
            },
            ..FirstMove::default()
        })
        .collect();
    moves.sort_by_key(|first| (-first.score, first.mate.map_or(0, i64::abs)));
    let best = moves.first().map_or(0, |first| first.score);
    let weights: Vec<f64> = moves
        .iter()
        .map(|first| closeness(best - first.score))
        .collect();
    let all: f64 = weights.iter().sum();
    let mut entropy = 0.0;
    for (first, weight) in moves.iter_mut().zip(weights) {
        let share = weight / all;
        first.weight = rounded(share);
        if share > 0.0 {
            entropy -= share * libm::log2(share);
        }
    }
    FirstMoves {
        good: moves
            .iter()
            .filter(|first| best - first.score <= GOOD)
            .count(),
        entropy: rounded(entropy),
        effective: if moves.is_empty() {
            0.0
        } else {
            rounded(libm::exp2(entropy))
        },
        moves,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weighed(scores: &[Value]) -> FirstMoves {
        let named = scores.iter().enumerate();
        weigh(
            named
                .map(|(i, &value)| (format!("m{i}"), Some(value)))
                .collect(),
        )
    }

    #[test]
    fn equal_first_moves_are_a_choice() {
        let four = weighed(&[Value::Centipawns(20); 4]);
        assert_eq!((four.good, four.entropy, four.effective), (4, 2.0, 4.0));
        let one = weighed(&[
            Value::Centipawns(-900),
            Value::Mate(3),
            Value::Centipawns(0),
        ]);
        assert_eq!((one.good, one.effective), (1, 1.0));
        assert_eq!(
            (one.moves[0].mv.as_str(), one.moves[0].mate),
            ("m1", Some(3))
        );
        assert_eq!(one.moves[2].mv, "m0");
        let none = weighed(&[]);
        assert_eq!((none.good, none.effective), (0, 0.0));
        // a difference of 40 centipawns is a factor e
        let two = weighed(&[Value::Centipawns(40), Value::Centipawns(0)]);
        assert_eq!(two.moves[1].weight, 0.2689);
    }
}
