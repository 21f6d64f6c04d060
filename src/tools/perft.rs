//! `fmax perft`: counting legal move sequences.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use clap::Args;

use super::findings::Findings;
use super::write_speed;
use crate::game::Game;
use crate::movegen::perft::{divide, perft};
use crate::ruleset::Ruleset;
use crate::variant::{Library, Selections};

/// What to count.
#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// The position, if not the start.
    #[arg(long)]
    pub fen: Option<String>,
    /// Count for each first move separately.
    #[arg(long)]
    pub divide: bool,
    /// Plies.
    pub depth: u32,
}

/// The result.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "workshop", derive(serde::Serialize))]
pub struct Count {
    /// The name of the variant.
    pub game: String,
    /// The position.
    pub fen: String,
    /// Depth in plies.
    pub depth: u32,
    /// Number of move sequences.
    pub nodes: u64,
    /// Time used.
    pub seconds: f64,
    /// The first moves, if requested.
    pub moves: Option<Vec<FirstMove>>,
}

/// A first move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "workshop", derive(serde::Serialize))]
pub struct FirstMove {
    /// The move.
    #[cfg_attr(feature = "workshop", serde(rename = "move"))]
    pub text: String,
    /// Number of sequences that begin with it.
    pub nodes: u64,
}

/// Counts move sequences, by default of the default variant.
///
/// # Errors
/// The variant is unknown, or the position is not valid.
pub fn run(library: &Library, game: Option<&str>, count: &Arguments) -> anyhow::Result<Count> {
    let variant = library.find_or_default(game, &Selections::default())?;
    let mut game = Game::new(Arc::new(Ruleset::new(variant)), 0);
    if let Some(fen) = &count.fen {
        let (name, start) = (game.rules().variant().name.clone(), game.position().fen());
        game.set_fen(fen).map_err(|error| {
            let fen = fen.escape_debug();
            anyhow!("--fen '{fen}': {error}; {name} begins with '{start}'")
        })?;
    }
    let tables = &game.rules().tables;
    let mut position = game.position().clone();
    let fen = position.fen();
    let start = Instant::now();
    let mut moves = None;
    let nodes = if count.divide && count.depth > 0 {
        let counts = divide(tables, &mut position, count.depth);
        let first = |&(mv, nodes)| FirstMove {
            text: game.format(mv),
            nodes,
        };
        moves = Some(counts.iter().map(first).collect());
        counts.iter().map(|(_, nodes)| nodes).sum()
    } else {
        perft(tables, &mut position, count.depth)
    };
    Ok(Count {
        game: game.rules().variant().name.clone(),
        fen,
        depth: count.depth,
        nodes,
        seconds: (start.elapsed().as_secs_f64() * 1e6).round() / 1e6,
        moves,
    })
}

impl Findings for Count {
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        for FirstMove { text, nodes } in self.moves.iter().flatten() {
            writeln!(out, "{text}: {nodes}")?;
        }
        write_speed(out, self.nodes, Duration::from_secs_f64(self.seconds))
    }
}
