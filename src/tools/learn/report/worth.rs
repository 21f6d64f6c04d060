//! The value that a net gives each piece on each square.
//!
//! A net evaluates positions, not pieces. So each piece is removed from positions that were played, and the change of the
//! evaluation counts for the piece's square. Interactions with other pieces are averaged.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::board::Position;
use crate::eval::net::inputs::piece_feature;
use crate::eval::net::{Inputs, Net};
use crate::ruleset::Ruleset;
use crate::tools::lab::shards::Collection;
use crate::types::{Color, Square, TypeId};

/// The number of positions that are evaluated, spread evenly over all positions.
const POSITIONS: u64 = 20_000;

/// The value of a piece by square, in centipawns for its side; only squares where the piece was seen have one.
#[derive(Clone, Debug)]
pub struct Board {
    pub color: Color,
    pub id: TypeId,
    /// For each square, how often the piece was seen there, and the sum of its values.
    pub squares: BTreeMap<Square, (u32, i64)>,
}

impl Board {
    /// The average value on a square in centipawns, if the piece was seen there.
    pub fn worth(&self, sq: Square) -> Option<f64> {
        let &(count, sum) = self.squares.get(&sq)?;
        Some(sum as f64 / f64::from(count))
    }

    /// The average value over all squares, in centipawns.
    pub fn mean(&self) -> f64 {
        let (count, sum) = (self.squares.values()).fold((0, 0), |(count, sum), &(n, worth)| {
            (count + u64::from(n), sum + worth)
        });
        sum as f64 / count.max(1) as f64
    }
}

/// The values of a net for the pieces of a variant, in the order of their types: white's pieces, and black's pieces of types
/// that white does not have.
pub fn boards(games: &Collection, rules: &Arc<Ruleset>, net: &Net) -> anyhow::Result<Vec<Board>> {
    let inputs = Inputs::new(rules.variant(), &rules.tables);
    let step = games.positions().div_ceil(POSITIONS).max(1);
    let mut boards: BTreeMap<(TypeId, Color), Board> = BTreeMap::new();
    let (mut number, mut features) = (0, Vec::new());
    games.samples(rules, |pos: &Position, _| {
        number += 1;
        if number % step != 0 {
            return;
        }
        features.clear();
        inputs.features(pos, &mut features);
        for color in Color::ALL {
            let whole = net.evaluate_features(&features, color);
            for (sq, id) in pos.pieces(color) {
                let feature = piece_feature(color, id, sq);
                let Some(index) = features.iter().position(|&known| known == feature) else {
                    continue;
                };
                let taken = features.swap_remove(index);
                let worth = whole - net.evaluate_features(&features, color);
                features.push(taken);
                let board = boards.entry((id, color)).or_insert_with(|| Board {
                    color,
                    id,
                    squares: BTreeMap::new(),
                });
                let (count, sum) = board.squares.entry(sq).or_default();
                *count += 1;
                *sum += i64::from(worth);
            }
        }
    })?;
    let is_white = |id: TypeId| boards.contains_key(&(id, Color::White));
    // a pawn of black is the other type of pawn
    let shown =
        |board: &&Board| board.color == Color::White || !is_white(board.id) && !board.id.is_pawn();
    Ok(boards.values().filter(shown).cloned().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::net::weights::{Mode, Weights};
    use crate::testing::games::without_net;
    use crate::tools::learn::games::tests::collection;

    /// The value of the knight in centipawns, on the near half of the board and on the far half.
    const KNIGHT: [i16; 2] = [-20, 150];

    #[test]
    fn piece_values_come_from_the_net() {
        let rules = without_net("los-alamos");
        let games = collection(&rules, 4);
        let inputs = Inputs::new(rules.variant(), &rules.tables);
        let knight = rules.variant().type_by_letter('N', Color::White).unwrap();
        let far = |sq: Square| usize::from(sq.rank() >= rules.variant().ranks / 2);
        let mut linear = vec![0; inputs.count()];
        for sq in rules.variant().squares() {
            let feature = piece_feature(Color::White, knight, sq);
            linear[inputs.of(Color::White, feature)] = KNIGHT[far(sq)];
        }
        let weights = Weights {
            mode: Mode::Add,
            symmetry: inputs.symmetry(),
            hidden: 32,
            zones: 1,
            reach: 100,
            bias: 0,
            scale: 0,
            input: vec![0; 32 * inputs.count()],
            biases: vec![0; 32],
            output: vec![0; 64],
            linear,
        };
        let net = Net::new(weights, inputs).unwrap();
        let boards = boards(&games, &rules, &net).unwrap();
        // each type once: white's types, and black's king, which is a type of its own
        let blacks = boards.iter().filter(|board| board.color == Color::Black);
        let king = rules.variant().type_by_letter('K', Color::Black).unwrap();
        assert_eq!(blacks.map(|board| board.id).collect::<Vec<_>>(), [king]);
        assert_eq!(boards.len(), 6);
        for board in &boards {
            let worths = (board.squares.keys()).map(|&sq| (sq, board.worth(sq).unwrap()));
            for (sq, worth) in worths {
                let expected = if board.id == knight {
                    KNIGHT[far(sq)]
                } else {
                    0
                };
                assert_eq!(worth, f64::from(expected), "{:?} {sq:?}", board.id);
            }
        }
        let knights = boards.iter().find(|board| board.id == knight).unwrap();
        let halves = knights.squares.keys().map(|&sq| far(sq));
        assert_eq!(halves.collect::<std::collections::BTreeSet<_>>().len(), 2);
        assert!((-20.0..150.0).contains(&knights.mean()));
        assert_eq!(knights.worth(Square::at(15, 15)), None);
    }
}
