//! `go perft`: counting move sequences on a thread of its own, which can be stopped.

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

/// Trees of so many plies are counted without a look at the world.
const AT_ONCE: u32 = 2;

/// A count under way; it ends when this is dropped.
#[derive(Debug)]
pub struct Perft {
    /// Its number, which comes back with what is counted.
    pub id: u64,
    stop: Arc<AtomicBool>,
}

impl Perft {
    /// Begins to count from the position on the board.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub fn begin(id: u64, game: &Game, depth: u32, events: Sender<Event>) -> io::Result<Perft> {
        let stop: Arc<AtomicBool> = Arc::default();
        let perft = Perft {
            id,
            stop: stop.clone(),
        };
        let (rules, mut pos) = (game.rules().clone(), game.position().clone());
        let tell = move |event| {
            if events.send(event).is_err() {
                log::debug!("nobody listens to perft {id}");
            }
        };
        thread::Builder::new()
            .name("perft".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || {
                let tables = &rules.tables;
                let mut total = u64::from(depth == 0);
                let first = if depth == 0 {
                    Vec::new()
                } else {
                    tables.legal(&mut pos)
                };
                for mv in first {
                    tables.make(&mut pos, mv);
                    let nodes = count(tables, &mut pos, depth - 1, &stop);
                    pos.unmake();
                    if stop.load(Relaxed) {
                        break;
                    }
                    total += nodes;
                    tell(Event::Counted {
                        id,
                        first: Some(mv),
                        nodes,
                    });
                }
                tell(Event::Counted {
                    id,
                    first: None,
                    nodes: total,
                });
            })?;
        Ok(perft)
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

fn count(tables: &MoveTables, pos: &mut Position, depth: u32, stop: &AtomicBool) -> u64 {
    if depth <= AT_ONCE {
        return perft(tables, pos, depth);
    }
    let mut nodes = 0;
    for mv in tables.legal(pos) {
        if stop.load(Relaxed) {
            break;
        }
        tables.make(pos, mv);
        nodes += count(tables, pos, depth - 1, stop);
        pos.unmake();
    }
    nodes
}
