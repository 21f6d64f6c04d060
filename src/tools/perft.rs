//! `fmax perft`: counting legal move sequences.

use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

use super::write_speed;
use crate::game::Game;
use crate::movegen::perft::{divide, perft};
use crate::ruleset::Ruleset;
use crate::variant::{Library, Selections};

/// What to count.
#[derive(Clone, Copy, Debug)]
pub struct Count<'a> {
    /// The game; `None`: the default one.
    pub game: Option<&'a str>,
    /// The position; `None`: the start.
    pub fen: Option<&'a str>,
    /// Each first move separately.
    pub divide: bool,
    /// Plies.
    pub depth: u32,
}

/// Counts, and writes what it has counted.
///
/// # Errors
/// If there is no such game or position, or nothing can be written.
pub fn run(library: &Library, count: &Count<'_>, out: &mut impl Write) -> anyhow::Result<()> {
    let variant = library.find_or_default(count.game, &Selections::default())?;
    let mut game = Game::new(Arc::new(Ruleset::new(variant)), 0);
    if let Some(fen) = count.fen {
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
