//! The states of the session.

use super::analysing::Analysis;
use super::pondering::Ponder;
use super::thinking::Search;

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
/// moves are excluded. After each event [`Session::settle`](super::Session::settle) begins what the
/// state calls for: an analysis, or from Waiting to Pondering when a reply is expected; `playother`
/// ponders even when none is.
#[derive(Debug)]
pub(super) enum State {
    /// It plays neither side (force mode): moves are only made on the board.
    Observing,
    /// It will answer the opponent's next move.
    Waiting,
    /// It is searching for its move.
    Thinking(Search),
    /// It will answer the opponent's next move, and searches on the guess that it knows which.
    Pondering(Ponder),
    /// It plays neither side, and shows what it thinks of the position.
    Analysing(Analysis),
}

impl State {
    /// What the engine is doing, in words.
    pub fn name(&self) -> &'static str {
        match self {
            State::Observing => "observing",
            State::Waiting => "waiting for a move",
            State::Thinking(_) => "thinking",
            State::Pondering(_) => "pondering",
            State::Analysing(_) => "analysing",
        }
    }

    /// The search that belongs to the state.
    pub fn search(&self) -> Option<&Search> {
        match self {
            State::Thinking(search)
            | State::Pondering(Ponder { search, .. })
            | State::Analysing(Analysis::Search(search)) => Some(search),
            _ => None,
        }
    }

    /// The same, to change it.
    pub fn search_mut(&mut self) -> Option<&mut Search> {
        match self {
            State::Thinking(search)
            | State::Pondering(Ponder { search, .. })
            | State::Analysing(Analysis::Search(search)) => Some(search),
            _ => None,
        }
    }
}
