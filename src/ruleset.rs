//! A game ready to be played.

use std::sync::Arc;

use crate::board::layout::Weights;
use crate::board::{Layout, Position};
use crate::eval::Evaluation;
use crate::eval::net::Net;
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
    /// Compiles a game, with the net that was learnt for it, if there is one; then the evaluation counts as
    /// that net knows it.
    pub fn new(variant: Arc<Variant>) -> Ruleset {
        let tables = MoveTables::new(variant.clone());
        let evaluation = Evaluation::new(&Net::as_learnt(variant.clone()), &tables);
        Ruleset::of(variant, tables, evaluation)
    }

    /// The same without a net.
    pub fn without_net(variant: Arc<Variant>) -> Ruleset {
        let tables = MoveTables::new(variant.clone());
        let evaluation = Evaluation::without_net(&variant, &tables);
        Ruleset::of(variant, tables, evaluation)
    }

    /// The same with a net, which has to be one for this game.
    pub fn with_net(variant: Arc<Variant>, net: Net) -> Ruleset {
        let tables = MoveTables::new(variant.clone());
        let (weights, evaluation) = Evaluation::without_net(&variant, &tables);
        let evaluation = evaluation.with_net(&variant, weights, net);
        Ruleset::of(variant, tables, evaluation)
    }

    fn of(
        variant: Arc<Variant>,
        tables: MoveTables,
        (weights, evaluation): (Weights, Evaluation),
    ) -> Ruleset {
        let layout = Arc::new(Layout::new(variant, weights));
        Ruleset {
            layout,
            tables,
            evaluation,
        }
    }

    /// The hand-made evaluation in centipawns, without a net, from the point of view of the side to
    /// move.
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
