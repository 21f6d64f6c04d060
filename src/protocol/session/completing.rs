//! Moves whose written form ends with a letter that the player had no part in: it tells on which
//! board a piece goes on, or what waits behind it and has to come in. A GUI that does not know the
//! game moves pieces without it, and then shows something else than what is on the board here.
//!
//! XBoard can be helped in two ways. Squares that are lit in blue make it wait for a `choice`, the
//! letter that belongs to the move: so it shows a piece that goes on to another board with the picture
//! that it has there. But it hears a `choice` only while it does not test legality; while it does,
//! its board takes no click any more until that has changed and the choice is repeated. A game with
//! two boards cannot be played in XBoard otherwise anyway, so there it is left waiting, and the user
//! is told why. Any other move is taken back by the refusal of an illegal move, and made again with
//! its letter by a move of the engine, which XBoard takes from it at any time.

use std::time::Duration;

use super::Session;
use crate::movegen::notation::without_marks;
use crate::protocol::{Event, Reply};
use crate::types::Move;

/// How long XBoard may take to make a move that has been completed for it.
const PATIENCE: Duration = Duration::from_secs(2);

/// A move that XBoard has been given the letter of, but has not sent yet.
#[derive(Clone, Debug)]
pub(super) struct Awaited {
    /// The whole move.
    text: String,
    /// Where it belongs: the key of the position.
    key: u64,
    /// The user knows why nothing happens.
    told: bool,
}

impl Session {
    /// Gives XBoard the letter of a move that it waits for, and sees to it that it is heard.
    pub(super) fn complete_by_choice(&mut self, mv: Move) {
        let text = self.game.format(mv);
        let Some(letter) = suffix(&text) else {
            return;
        };
        let upper = letter.to_ascii_uppercase();
        self.output.send(&Reply::Choice(upper.to_string()));
        let key = self.game.position().key();
        let told = false;
        self.gui.awaited = Some(Awaited { text, key, told });
        self.set_alarm();
    }

    /// Lets an [`Event::Alarm`] come later, if none is on its way yet.
    fn set_alarm(&mut self) {
        if self.gui.alarm_is_set {
            return;
        }
        let events = self.events.clone();
        let wait = move || {
            std::thread::sleep(PATIENCE);
            // a session that has ended needs no waking
            let _ = events.send(Event::Alarm);
        };
        let thread = std::thread::Builder::new().name("alarm".to_owned());
        self.gui.alarm_is_set = thread.spawn(wait).is_ok();
    }

    /// Time has passed: a move that has not come is waited for by XBoard, which did not listen.
    pub(super) fn alarm(&mut self) {
        self.gui.alarm_is_set = false;
        let Some(awaited) = &mut self.gui.awaited else {
            return;
        };
        let letter = suffix(&awaited.text).map(|letter| letter.to_ascii_uppercase());
        if !std::mem::replace(&mut awaited.told, true) {
            let message = "Your move waits: switch Test Legality off in Options > General, XBoard \
                           cannot follow this game with it";
            self.output.send(&Reply::TellUserError(message.to_owned()));
        }
        let letter = letter.map_or(String::new(), String::from);
        self.output.send(&Reply::Choice(letter));
        self.set_alarm();
    }

    /// A move has come. True if XBoard has waited with it so long that the position is another one
    /// now.
    pub(super) fn comes_too_late(&mut self, text: &str) -> bool {
        let is_awaited = |awaited: &mut Awaited| awaited.text.eq_ignore_ascii_case(text);
        let awaited = self.gui.awaited.take_if(is_awaited);
        awaited.is_some_and(|awaited| awaited.key != self.game.position().key())
    }

    /// Sees to it that the GUI shows a move as it is made here although it has sent it without its
    /// letter.
    ///
    /// # Errors
    /// If it cannot: how the move has to be written. Where the letter changes no more than a picture,
    /// and the user has not moved the piece himself, nothing is done: a file of moves may be under way.
    pub(super) fn complete(&mut self, text: &str, mv: Move) -> Result<(), String> {
        let full = self.game.format(mv);
        let layout = &self.game.rules().layout;
        let two_boards = layout.has_two_boards();
        let moved_by_mouse = self.gui.put_on.take() == Some(layout.shown(mv.to()));
        let told = suffix(without_marks(text)).map(|letter| letter.to_ascii_lowercase());
        let chosen = mv.promotion().is_some() && !two_boards;
        if suffix(&full).is_none() || suffix(&full) == told || chosen || !self.gui.is_there {
            return Ok(());
        }
        let can_be_helped = self.gui.is_xboard && !self.gui.opponent_computes;
        if can_be_helped && (moved_by_mouse || !two_boards) {
            self.output.send(&Reply::IllegalMove {
                reason: format!("it is made as {full}"),
                text: text.to_owned(),
            });
            self.output.send(&Reply::Move(full));
        } else if !two_boards {
            return Err(format!("write {full} for all that comes in with it"));
        }
        Ok(())
    }
}

/// The letter at the end of a move; `None` if there is none, as for drops and castling in words.
pub(super) fn suffix(text: &str) -> Option<char> {
    let (squares, letter) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let squares = squares.trim_end_matches(['=', '/']);
    let letter = letter.chars().next()?;
    let is_suffix = letter.is_ascii_alphabetic() && squares.ends_with(|c: char| c.is_ascii_digit());
    is_suffix.then_some(letter)
}
