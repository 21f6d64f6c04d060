//! `go perft`: counts leaf nodes on its own thread, which can be stopped.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::Sender;

use super::notation::Letters;
use crate::board::Position;
use crate::game::Game;
use crate::movegen::MoveTables;
use crate::movegen::perft::perft;
use crate::protocol::Event;
use crate::protocol::search_thread::{send, spawn};

/// Trees of this depth are counted without looking for `stop`.
const UNCHECKED_DEPTH: u32 = 2;

/// A running count; dropping it ends the count.
#[derive(Debug)]
pub struct Perft {
    stop: Arc<AtomicBool>,
}

impl Perft {
    /// Starts to count from the position on the board.
    ///
    /// # Errors
    /// If no thread can be created.
    pub fn begin(
        game: &Game,
        letters: &Letters,
        depth: u32,
        events: Sender<Event>,
    ) -> io::Result<Perft> {
        let count = Count {
            game: game.clone(),
            letters: letters.clone(),
            stop: Arc::default(),
            events: events.clone(),
        };
        let stop = count.stop.clone();
        let failure = Event::Done("perft failed".to_owned());
        spawn("perft", events, failure, move || {
            let total = count.run(depth);
            Event::Done(format!("\nNodes searched: {total}\n\n"))
        })?;
        Ok(Perft { stop })
    }

    /// Ends the count early.
    pub fn stop(&self) {
        self.stop.store(true, Relaxed);
    }
}

impl Drop for Perft {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The count on its thread.
struct Count {
    game: Game,
    letters: Letters,
    stop: Arc<AtomicBool>,
    events: Sender<Event>,
}

impl Count {
    /// Counts the leaf nodes, and reports the number for each root move.
    fn run(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let tables = &self.game.rules().tables;
        let mut pos = self.game.position().clone();
        let mut total = 0;
        for mv in tables.legal(&mut pos) {
            tables.make(&mut pos, mv);
            let nodes = self.nodes(tables, &mut pos, depth - 1);
            pos.unmake();
            if self.stop.load(Relaxed) {
                break;
            }
            total += nodes;
            let text = self.letters.spell(&self.game, mv);
            send(&self.events, Event::Line(format!("{text}: {nodes}")));
        }
        total
    }

    fn nodes(&self, tables: &MoveTables, pos: &mut Position, depth: u32) -> u64 {
        if depth <= UNCHECKED_DEPTH {
            return perft(tables, pos, depth);
        }
        let mut nodes = 0;
        for mv in tables.legal(pos) {
            if self.stop.load(Relaxed) {
                break;
            }
            tables.make(pos, mv);
            nodes += self.nodes(tables, pos, depth - 1);
            pos.unmake();
        }
        nodes
    }
}
