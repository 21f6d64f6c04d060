//! A variant compiled for play.

use std::sync::Arc;

use crate::board::layout::Weights;
use crate::board::{Layout, Position};
use crate::eval::Evaluation;
use crate::eval::net::Net;
use crate::movegen::MoveTables;
use crate::variant::Variant;

/// A compiled variant: board, move tables and evaluation.
#[derive(Debug)]
pub struct Ruleset {
    /// The board data.
    pub layout: Arc<Layout>,
    /// The move tables.
    pub tables: MoveTables,
    /// The evaluation.
    pub evaluation: Evaluation,
}

impl Ruleset {
    /// Compiles a variant, with its net if there is one, and the evaluation that this net corrects.
    pub fn new(variant: Arc<Variant>) -> Ruleset {
        let tables = MoveTables::new(variant.clone());
        let evaluation = Evaluation::new(&Net::attach(variant.clone()), &tables);
        Ruleset::of(variant, tables, evaluation)
    }

    /// Compiles a variant without its net.
    pub fn without_net(variant: Arc<Variant>) -> Ruleset {
        let tables = MoveTables::new(variant.clone());
        let evaluation = Evaluation::without_net(&variant, &tables);
        Ruleset::of(variant, tables, evaluation)
    }

    /// Compiles a variant with this net, which must belong to the variant.
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

    /// The hand-made evaluation in centipawns for the side to move.
    pub fn evaluate(&self, pos: &Position) -> i32 {
        self.evaluation.evaluate_once(&self.tables, pos)
    }

    /// The variant as data.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.layout.variant
    }

    /// The start position.
    pub fn start(&self) -> Position {
        Position::start(self.layout.clone())
    }
}
