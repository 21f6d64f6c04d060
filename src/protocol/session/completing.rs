//! Moves that end with a letter which the player does not choose: the letter of the board on which a piece continues,
//! or of the piece that must be gated. A GUI that does not know the variant sends such moves without the letter, and
//! its board then differs from ours.
//!
//! There are two ways to correct XBoard. The first: squares lit in blue make XBoard wait for a `choice`, the letter of
//! the move. Then it shows a piece on another board with the right picture. But XBoard reads `choice` only while it
//! does not test legality. Otherwise its board takes no more clicks until the user turns legality testing off and we
//! repeat the choice. A variant with two boards needs legality testing off anyway, so we let XBoard wait, and show the
//! user why. The second way is for all other moves: we refuse the move as illegal and send it with its letter as a move
//! of the engine, which XBoard accepts at any time.

use std::time::Duration;

use anyhow::bail;

use super::Session;
use crate::movegen::notation::without_marks;
use crate::protocol::search_thread::spawn;
use crate::protocol::{Event, Reply};
use crate::types::Move;

/// Time for XBoard to send a move after its `choice`.
const PATIENCE: Duration = Duration::from_secs(2);

/// A move whose letter XBoard has got, but which it has not sent yet.
#[derive(Clone, Debug)]
pub(super) struct Awaited {
    /// The whole move.
    text: String,
    /// The key of the position in which the move is made.
    key: u64,
    /// The user has been shown why nothing happens.
    explained: bool,
}

impl Session {
    /// Sends XBoard the letter of a move for which XBoard waits, and repeats the letter until the move comes.
    pub(super) fn complete_by_choice(&mut self, mv: Move) {
        let text = self.game.format(mv);
        let Some(letter) = suffix(&text) else {
            return;
        };
        self.output
            .send(&Reply::Choice(letter.to_ascii_uppercase().into()));
        self.gui.awaited = Some(Awaited {
            key: self.game.position().key(),
            text,
            explained: false,
        });
        self.set_alarm();
    }

    /// Arranges for an [`Event::Alarm`] later, unless an alarm is already set.
    fn set_alarm(&mut self) {
        if self.gui.alarm_is_set {
            return;
        }
        let events = self.events.clone();
        let wait = || {
            std::thread::sleep(PATIENCE);
            Event::Alarm
        };
        self.gui.alarm_is_set = spawn("alarm", events, Event::Alarm, wait).is_ok();
    }

    /// If the awaited move has not come, XBoard has ignored the `choice`: explains the reason once, and repeats the
    /// choice.
    pub(super) fn alarm(&mut self) {
        self.gui.alarm_is_set = false;
        let Some(awaited) = &mut self.gui.awaited else {
            return;
        };
        let letter = suffix(&awaited.text).map(|letter| letter.to_ascii_uppercase());
        if !std::mem::replace(&mut awaited.explained, true) {
            let message = "Your move waits: switch Test Legality off in Options > General, XBoard \
                           cannot follow this game with it";
            self.output.send(&Reply::TellUserError(message.to_owned()));
        }
        self.output
            .send(&Reply::Choice(letter.map_or(String::new(), String::from)));
        self.set_alarm();
    }

    /// A move has come. True if XBoard sent it so late that the position has changed.
    pub(super) fn comes_too_late(&mut self, text: &str) -> bool {
        let is_awaited = |awaited: &mut Awaited| awaited.text.eq_ignore_ascii_case(text);
        let awaited = self.gui.awaited.take_if(is_awaited);
        awaited.is_some_and(|awaited| awaited.key != self.game.position().key())
    }

    /// Corrects the GUI's board after a move without its letter. Where the letter only changes a picture, only moves by
    /// mouse are corrected: other moves may come from a file.
    ///
    /// # Errors
    /// If the board cannot be corrected; the error explains how to write the move.
    pub(super) fn complete(&mut self, text: &str, mv: Move) -> anyhow::Result<()> {
        let full = self.game.format(mv);
        let layout = &self.game.rules().layout;
        let two_boards = layout.has_two_boards();
        let moved_by_mouse = self.gui.put_on.take() == Some(layout.shown(mv.to()));
        let sent = suffix(without_marks(text)).map(|letter| letter.to_ascii_lowercase());
        let chosen = mv.promotion().is_some() && !two_boards;
        if suffix(&full).is_none() || suffix(&full) == sent || chosen || !self.gui.is_there {
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
            bail!("write {full} for all that comes in with it");
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
