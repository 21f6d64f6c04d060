//! The states of the session, each with its search.

use crate::protocol::searches::Search;
use crate::search::SearchResult;
use crate::types::Move;

/// What the engine is doing.
///
/// | | Observing | Waiting | Thinking | Pondering | Analysing |
/// |---|---|---|---|---|---|
/// | searches | nothing | nothing | the position | the position after the expected move, if there is one | the position |
/// | a move | is made | is made: Thinking | is refused | if expected: Thinking, with the same search; else as in Waiting | is made |
/// | search ends | | | moves: Waiting | keeps the result | shows the result |
/// | `?` | | | moves: Waiting | | |
/// | `ping` | answers | answers | answers after its move | answers | answers |
/// | `.` | | | | | shows its progress |
/// | `go` | Thinking | Thinking | | Thinking | Thinking |
/// | `playother` | Waiting | Waiting | Waiting | Waiting | Waiting |
/// | `force`, `result` | | Observing | Observing | Observing | Observing |
/// | `analyze` | Analysing | Analysing | Analysing | Analysing | |
/// | `exit` | | | | | Observing |
/// | `hard` | | Pondering | | | |
/// | `easy` | | | | Waiting | |
/// | `new` | Waiting | Waiting | Waiting | Waiting | |
/// | another position | | | Waiting | Waiting | |
///
/// An empty field: nothing happens, or the state stays. Another position is set up or reached by taking moves back.
/// A state that searches the position starts again when the position or the excluded moves change. After each event
/// [`Session::after_event`](super::Session::after_event) starts an analysis that is due, and goes from Waiting to
/// Pondering when a reply is expected; `playother` ponders even without one. While the position is
/// [`Missing`](super::missing::Missing), the state is Observing, Waiting or Analysing, and nothing is searched.
#[derive(Debug)]
pub(super) enum State {
    /// Force mode: the engine plays neither side.
    Observing,
    /// The engine answers the opponent's next move.
    Waiting,
    /// The engine searches for its move.
    Thinking(Search),
    /// Like `Waiting`, with a search on the opponent's time.
    Pondering(Ponder),
    /// The engine plays neither side and shows its analysis.
    Analysing(Analysis),
}

/// A search on the opponent's time.
#[derive(Debug)]
pub(super) struct Ponder {
    /// The search.
    pub search: Search,
    /// The expected move; `None`: the search is of the position on the board, to fill the hash table.
    pub expected: Option<Move>,
    /// The result of the search, if it ended before the opponent moved; `Some(None)` after a failure.
    pub result: Option<Option<SearchResult>>,
}

/// The stage of an analysis.
#[derive(Debug)]
pub(super) enum Analysis {
    /// Not started yet.
    Due,
    /// Running, or at its deepest.
    Search(Search),
    /// Nothing to search: the game is over, or all moves are excluded.
    Idle,
}

impl State {
    /// The name shown to users.
    pub fn name(&self) -> &'static str {
        match self {
            State::Observing => "observing",
            State::Waiting => "waiting for a move",
            State::Thinking(_) => "thinking",
            State::Pondering(_) => "pondering",
            State::Analysing(_) => "analysing",
        }
    }

    /// The search of the state.
    pub fn search(&mut self) -> Option<&mut Search> {
        match self {
            State::Thinking(search)
            | State::Pondering(Ponder { search, .. })
            | State::Analysing(Analysis::Search(search)) => Some(search),
            _ => None,
        }
    }
}
