//! Help for people who type: moves in SAN, several moves on one line, and, at a terminal only, advice as comments.

use super::{Session, State};
use crate::movegen::notation::without_marks;
use crate::protocol::Command;

const MOVES: &str = "write moves as e2e4, e7e8q or Nf3; `moves` shows all";

/// Words that people try, and the commands that they mean.
const MEANT: [(&str, &str); 9] = [
    ("board", "show"),
    ("print", "show"),
    ("display", "show"),
    ("q", "quit"),
    ("bye", "quit"),
    ("end", "quit"),
    ("stop", "?"),
    ("takeback", "undo"),
    ("start", "new"),
];

impl Session {
    /// True if a line begins with a move, legal or not.
    pub(super) fn begins_with_move(&self, line: &str) -> bool {
        let texts = moves_in(line);
        texts.first().is_some_and(|first| {
            matches!(first.parse(), Ok(Command::Move(_)))
                || (self.game.rules().tables).has_form_of_san(self.game.position(), first)
                || self.game.parse_text(first).is_ok()
        })
    }

    /// Advice after a take-back or a new position: the engine does not move by itself.
    pub(super) fn advise_on_turn(&mut self) {
        let waits = matches!(self.state, State::Waiting) && self.missing.is_none();
        if self.gui.is_person && waits && self.game.position().side() == self.play.us {
            self.comment("it is the engine's turn: `go` lets it move".to_owned());
        }
    }

    /// Advice after an unknown command.
    pub(super) fn advise(&mut self, line: &str) {
        if !self.gui.is_person {
            return;
        }
        let word = line.split_whitespace().next().unwrap_or_default();
        let mut meant = MEANT.iter();
        let advice = match meant.find(|(tried, _)| word.eq_ignore_ascii_case(tried)) {
            Some((_, command)) => format!("do you mean `{command}`? `help` lists all commands"),
            None if word.contains(|c: char| c.is_ascii_digit()) => MOVES.to_owned(),
            None => "`help` lists all commands".to_owned(),
        };
        self.comment(advice);
    }

    /// Advice after a malformed move.
    pub(super) fn advise_on_moves(&mut self) {
        if self.gui.is_person {
            self.comment(MOVES.to_owned());
        }
    }
}

/// The moves in a line such as `1. d4 d5 2.c4`, without their numbers.
pub(super) fn moves_in(line: &str) -> Vec<&str> {
    let words = line.split_whitespace().map(|word| {
        let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let text = rest.trim_start_matches('.');
        if text.len() < rest.len() { text } else { word }
    });
    // `e.p.` and `!?` may stand alone
    let moves = words.filter(|text| !without_marks(text).is_empty());
    moves.collect()
}
