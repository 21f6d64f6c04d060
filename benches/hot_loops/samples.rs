//! Positions to work on: from random games that never change.

use std::sync::Arc;

use fmax::board::Position;
use fmax::game::Game;
use fmax::ruleset::Ruleset;
use fmax::types::{Move, Rng};
use fmax::variant::{Library, ReadOptions, Selections};

const GAMES: usize = 6;
/// A game gives a position every `STRIDE` plies ...
const STRIDE: usize = 5;
/// ... up to this one.
const PLIES: usize = 60;

/// Positions of one game.
pub struct Samples {
    pub rules: Arc<Ruleset>,
    pub positions: Vec<Position>,
    /// The legal moves of each.
    pub legal: Vec<Vec<Move>>,
}

impl Samples {
    pub fn new(name: &str) -> Samples {
        let library = Library::builtin(ReadOptions::default());
        let variant = library.find(name, &Selections::default()).unwrap();
        let rules = Arc::new(Ruleset::new(variant));
        let mut samples = Samples {
            rules: rules.clone(),
            positions: Vec::new(),
            legal: Vec::new(),
        };
        let mut random = Rng::new(1);
        for _ in 0..GAMES {
            let mut game = Game::new(rules.clone(), 0);
            for ply in 0..PLIES {
                if game.outcome().is_some() {
                    break;
                }
                let moves = game.legal_moves();
                let mv = moves[random.below(moves.len())];
                if ply % STRIDE == 0 {
                    samples.positions.push(game.position().clone());
                    samples.legal.push(moves);
                }
                game.play(mv);
            }
        }
        samples
    }
}
