//! The state after a refused position or variant.
//!
//! The GUI then shows another position than the session has. So every command that needs a position is refused until
//! the next position is set up, in every state of the session. `force` and `exit` still change the state. After a
//! refused variant a position does not help: it would belong to the wrong variant.

use anyhow::bail;

use super::dispatch::Basis;
use super::{Session, State};
use crate::protocol::{Command, Reply};

/// A refused position or variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Missing {
    what: What,
    /// The message shown to the user.
    message: String,
    /// The user has just read the message. A GUI may send `go` right after a position; the message is not repeated
    /// then.
    is_news: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Position,
    Variant,
}

impl Session {
    /// Refuses a position.
    pub(super) fn lose_position(&mut self, reason: &str) {
        let message =
            format!("Illegal position: {reason}. Set up another one, or begin a new game");
        self.output.send(&Reply::TellUserError(message.clone()));
        self.lose(What::Position, message);
    }

    /// Refuses a variant.
    pub(super) fn lose_variant(&mut self, reason: &str) {
        let message = format!("{reason}. Choose another variant, or begin a new game");
        self.output.send(&Reply::TellUser(message.clone()));
        self.lose(What::Variant, message);
    }

    fn lose(&mut self, what: What, message: String) {
        self.break_off();
        self.play.expected = None;
        let still = self.missing.as_ref().map(|missing| missing.what);
        self.missing = Some(Missing {
            what: still.filter(|old| *old == What::Variant).unwrap_or(what),
            message,
            is_news: !matches!(self.state, State::Analysing(_)),
        });
    }

    /// True if the session has the part of the game that a command needs.
    ///
    /// # Errors
    /// The refusal of the command, if the GUI expects an answer.
    pub(super) fn has(&mut self, basis: Basis, command: &Command) -> anyhow::Result<bool> {
        let Some(missing) = &mut self.missing else {
            return Ok(true);
        };
        let reason = match missing.what {
            What::Position => "no position",
            What::Variant => "no game",
        };
        match basis {
            Basis::Nothing => return Ok(true),
            Basis::Variant if missing.what == What::Position => return Ok(true),
            Basis::PositionOrSilence => return Ok(false),
            Basis::PositionForUser | Basis::PositionForAnalysis => {
                if !std::mem::take(&mut missing.is_news) {
                    let message = missing.message.clone();
                    self.output.send(&Reply::TellUserError(message));
                }
                if basis == Basis::PositionForAnalysis {
                    return Ok(true);
                }
            }
            Basis::Move => {
                // `Illegal` makes the GUI give the move back to a person, but in a match it would lose the game, and it
                // would stop a game that is only shown
                let expects_answer =
                    matches!(self.state, State::Waiting) && !self.gui.opponent_computes;
                if let (true, Command::Move(text)) = (expects_answer, command) {
                    let (reason, text) = (reason.to_owned(), text.clone());
                    self.output.send(&Reply::IllegalMove { reason, text });
                    return Ok(false);
                }
            }
            Basis::Variant | Basis::Position => {}
        }
        bail!(reason)
    }
}
