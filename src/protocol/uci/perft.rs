//! `go perft`: counts leaf nodes on its own thread, which can be stopped.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::Sender;
use std::thread;

use crate::board::Position;
use crate::game::Game;
use crate::movegen::MoveTables;
use crate::movegen::perft::perft;
use crate::protocol::Event;
use crate::search::STACK_BYTES;
use crate::types::Move;

/// Trees of this depth are counted without checking for `stop`.
const UNCHECKED_DEPTH: u32 = 2;

/// A running count; dropping it ends the count.
#[derive(Debug)]
pub struct Perft {
    /// Number of the count, repeated in its events.
    pub id: u64,
    stop: Arc<AtomicBool>,
}

impl Perft {
    /// Starts to count from the position on the board.
    ///
    /// # Errors
    /// If no thread can be created.
    pub fn begin(id: u64, game: &Game, depth: u32, events: Sender<Event>) -> io::Result<Perft> {
        let stop: Arc<AtomicBool> = Arc::default();
        let (rules, mut pos) = (game.rules().clone(), game.position().clone());
        let count = Count {
            id,
            stop: stop.clone(),
            events,
        };
        thread::Builder::new()
            .name("perft".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || count.run(&rules.tables, &mut pos, depth))?;
        Ok(Perft { id, stop })
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
    id: u64,
    stop: Arc<AtomicBool>,
    events: Sender<Event>,
}

impl Count {
    fn run(&self, tables: &MoveTables, pos: &mut Position, depth: u32) {
        if depth == 0 {
            return self.send(None, 1);
        }
        let mut total = 0;
        for mv in tables.legal(pos) {
            tables.make(pos, mv);
            let nodes = self.nodes(tables, pos, depth - 1);
            pos.unmake();
            if self.stop.load(Relaxed) {
                break;
            }
            total += nodes;
            self.send(Some(mv), nodes);
        }
        self.send(None, total);
    }

    fn send(&self, first: Option<Move>, nodes: u64) {
        let id = self.id;
        if (self.events.send(Event::Counted { id, first, nodes })).is_err() {
            log::debug!("perft {id} outlived its session");
        }
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
