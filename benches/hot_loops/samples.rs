//! Positions to work on: from random games that never change.

use std::sync::Arc;

use fmax::board::Position;
use fmax::game::Game;
use fmax::ruleset::Ruleset;
use fmax::types::Move;
use fmax::variant::{Library, ReadOptions, Selections};

const GAMES: usize = 6;
/// A game gives a position every so many plies ...
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
        let mut random = Random(1);
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

/// splitmix64: positions must not change with a library.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}
