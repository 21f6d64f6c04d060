//! The states of the session, each with its search.

use crate::protocol::searches::Search;
use crate::search::SearchResult;
use crate::types::Move;

/// What the engine is doing.
///
/// | | Observing | Waiting | Thinking | Pondering | Analysing |
/// |---|---|---|---|---|---|
/// | searches | nothing | nothing | the position | that after the expected move, if there is one | the position |
/// | told a move | makes it | makes it: Thinking | refuses it | the expected one: Thinking, with the same search; else as when Waiting | makes it |
/// | search ends | | | moves: Waiting | keeps the result | shows the result |
/// | `?` | | | moves: Waiting | | |
/// | `ping` | answers | answers | answers after its move | answers | answers |
/// | `.` | | | | | tells how far it is |
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
/// An empty field: nothing happens, or the state stays. Another position is one set up or reached
/// by taking moves back. A state that searches the position begins anew when that changes, or when
/// moves are excluded. After each event [`Session::after_event`](super::Session::after_event) begins what the
/// state calls for: an analysis, or from Waiting to Pondering when a reply is expected; `playother`
/// ponders even when none is. While there is no position to play from (see
/// [`Missing`](super::missing::Missing)) nothing is searched: it is Observing, Waiting or Analysing.
#[derive(Debug)]
pub(super) enum State {
    /// Force mode: it plays neither side.
    Observing,
    /// It answers the opponent's next move.
    Waiting,
    /// It searches for its move.
    Thinking(Search),
    /// Like `Waiting`, with a search on the opponent's time.
    Pondering(Ponder),
    /// It plays neither side and shows its analysis.
    Analysing(Analysis),
}

/// A search on the opponent's time.
#[derive(Debug)]
pub(super) struct Ponder {
    /// The search.
    pub search: Search,
    /// The expected move; `None`: it searches the position on the board, to fill the hash table.
    pub expected: Option<Move>,
    /// The result, if it ended before the opponent moved; `Some(None)` after a failure.
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
    pub fn search(&self) -> Option<&Search> {
        match self {
            State::Thinking(search)
            | State::Pondering(Ponder { search, .. })
            | State::Analysing(Analysis::Search(search)) => Some(search),
            _ => None,
        }
    }

    /// The search of the state, mutably.
    pub fn search_mut(&mut self) -> Option<&mut Search> {
        match self {
            State::Thinking(search)
            | State::Pondering(Ponder { search, .. })
            | State::Analysing(Analysis::Search(search)) => Some(search),
            _ => None,
        }
    }
}
