//! A game ready to be played.

use std::sync::Arc;

use crate::board::{Layout, Position};
use crate::eval::Evaluation;
use crate::movegen::MoveTables;
use crate::variant::Variant;

/// A game compiled for play: its board, its move tables and its evaluation.
#[derive(Debug)]
pub struct Ruleset {
    /// The board.
    pub layout: Arc<Layout>,
    /// The moves.
    pub tables: MoveTables,
    /// The evaluation.
    pub evaluation: Evaluation,
}

impl Ruleset {
    /// Compiles a game.
    pub fn new(variant: Arc<Variant>) -> Ruleset {
        let tables = MoveTables::new(variant.clone());
        let (weights, evaluation) = Evaluation::new(&variant, &tables);
        let layout = Arc::new(Layout::new(variant, weights));
        Ruleset {
            layout,
            tables,
            evaluation,
        }
    }

    /// The static evaluation in centipawns, from the point of view of the side to move.
    pub fn evaluate(&self, pos: &Position) -> i32 {
        self.evaluation.evaluate_once(&self.tables, pos)
    }

    /// The game as data.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.layout.variant
    }

    /// The start position.
    pub fn start(&self) -> Position {
        Position::start(self.layout.clone())
    }
}
