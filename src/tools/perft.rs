//! `fmax perft`: counting legal move sequences.

use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

use clap::Args;

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

/// Counts in a game, if not the default one, and writes what it has counted.
///
/// # Errors
/// If there is no such game or position, or nothing can be written.
pub fn run(
    library: &Library,
    game: Option<&str>,
    count: &Arguments,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let variant = library.find_or_default(game, &Selections::default())?;
    let mut game = Game::new(Arc::new(Ruleset::new(variant)), 0);
    if let Some(fen) = &count.fen {
        game.set_fen(fen)?;
    }
    let tables = &game.rules().tables;
    let mut position = game.position().clone();
    let start = Instant::now();
    let nodes = if count.divide && count.depth > 0 {
        let mut nodes = 0;
        for (mv, below) in divide(tables, &mut position, count.depth) {
            writeln!(out, "{}: {below}", game.format(mv))?;
            nodes += below;
        }
        nodes
    } else {
        perft(tables, &mut position, count.depth)
    };
    write_speed(out, nodes, start.elapsed())?;
    Ok(())
}
