//! When there is nothing to play from: a position or a game that the GUI asked for was refused.
//!
//! What it shows is then not what is on the board here, and a move made there would be a move in
//! another game. So everything that needs the position is refused until one comes, whatever the
//! session is doing; that goes on beneath, and `force` or `exit` still change it. After a game that
//! is not there even another position will not do: it would be one of the wrong game.

use anyhow::bail;

use super::{Session, State};
use crate::protocol::{Command, Reply};

/// What the session has to be told before anything can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Missing {
    what: What,
    /// What the user has been told about it.
    message: String,
    /// True until the next request: a GUI may send `go` right after the position, and once is enough.
    is_news: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Position,
    Game,
}

/// What a command needs.
enum Need {
    Nothing,
    Game,
    Position,
    /// A position, but nobody waits for an answer: XBoard would not send the command again if it
    /// were refused, or sends it with every click.
    PositionOrSilence,
    /// A position, for something that a user has asked for: he is told why it does not happen,
    /// unless that is the first thing after the refusal.
    /// `analyze` is never refused: XBoard would take the engine for one that cannot.
    PositionForUser,
    Move,
}

impl Session {
    /// A position was refused.
    pub(super) fn lose_position(&mut self, reason: &str) {
        let message =
            format!("Illegal position: {reason}. Set up another one, or begin a new game");
        self.output.send(&Reply::TellUserError(message.clone()));
        self.lose(What::Position, message);
    }

    /// A game was refused.
    pub(super) fn lose_game(&mut self, reason: &str) {
        let message = format!("{reason}. Choose another game, or begin a new one");
        self.output.send(&Reply::TellUser(message.clone()));
        self.lose(What::Game, message);
    }

    fn lose(&mut self, what: What, message: String) {
        self.break_off();
        self.play.expected = None;
        // without the game it was in, a position does not help
        let what = match &self.missing {
            Some(missing) if missing.what == What::Game => What::Game,
            _ => what,
        };
        self.missing = Some(Missing {
            what,
            message,
            is_news: !matches!(self.state, State::Analysing(_)),
        });
    }

    /// True if a command may be obeyed with what there is to play from; if not, and somebody waits
    /// for an answer, the refusal.
    pub(super) fn has_what_it_needs(&mut self, command: &Command) -> anyhow::Result<bool> {
        let Some(missing) = &mut self.missing else {
            return Ok(true);
        };
        let reason = match missing.what {
            What::Position => "no position",
            What::Game => "no game",
        };
        match need(command) {
            Need::Nothing => return Ok(true),
            Need::Game if missing.what == What::Position => return Ok(true),
            Need::PositionOrSilence => return Ok(false),
            Need::PositionForUser => {
                if !std::mem::take(&mut missing.is_news) {
                    let message = missing.message.clone();
                    self.output.send(&Reply::TellUserError(message));
                }
                if *command == Command::Analyze {
                    return Ok(true);
                }
            }
            Need::Move => {
                // a human being gets the move back to whom nobody would answer; in a match the word
                // `Illegal` loses the game, and a game that is only shown would not be shown further
                let expects_answer =
                    matches!(self.state, State::Waiting) && !self.gui.opponent_computes;
                if let (true, Command::Move(text)) = (expects_answer, command) {
                    let (reason, text) = (reason.to_owned(), text.clone());
                    self.output.send(&Reply::IllegalMove { reason, text });
                    return Ok(false);
                }
            }
            Need::Game | Need::Position => {}
        }
        bail!(reason)
    }
}

fn need(command: &Command) -> Need {
    match command {
        Command::SetBoard(_) | Command::Edit => Need::Game,
        Command::Go
        | Command::PlayOther
        | Command::Analyze
        | Command::Hint
        | Command::Book
        | Command::Remember(_) => Need::PositionForUser,
        Command::Move(_) => Need::Move,
        Command::Draw | Command::Mouse { .. } => Need::PositionOrSilence,
        Command::SetScore { .. }
        | Command::Show
        | Command::Moves
        | Command::Resign
        | Command::SideToMove(_)
        | Command::Undo
        | Command::Remove
        | Command::Holding(_)
        | Command::Exclude(_)
        | Command::Include(_) => Need::Position,
        Command::Nothing
        | Command::Ignored
        | Command::XBoard
        | Command::Protover(_)
        | Command::Accepted(_)
        | Command::Rejected(_)
        | Command::New
        | Command::Variant(_)
        | Command::Quit
        | Command::Random
        | Command::Force
        | Command::Level { .. }
        | Command::MoveTime(_)
        | Command::Depth(_)
        | Command::Time(_)
        | Command::OpponentTime(_)
        | Command::MoveNow
        | Command::Ping(_)
        | Command::Result(_)
        | Command::Ponder(_)
        | Command::Post(_)
        | Command::Exit
        | Command::Status
        | Command::Memory(_)
        | Command::NodeRate(_)
        | Command::Pause
        | Command::Resume
        | Command::Computer
        | Command::EndgameTables
        | Command::Cores(_)
        | Command::Option { .. }
        | Command::Variants
        | Command::Help => Need::Nothing,
    }
}
