//! What helps people who type: moves in SAN and several on one line, on a pipe as well; and at a terminal
//! advice, as comments. The lines of the protocol are the same for people and GUIs.

use super::{Session, State};
use crate::movegen::notation::without_marks;
use crate::protocol::Command;

/// How moves are written.
const MOVES: &str = "write moves as e2e4, e7e8q or Nf3; `moves` shows all";

/// What people try, and the command that they mean.
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
    /// True if a line that is no command begins with a move, be it legal or not.
    pub(super) fn begins_with_move(&self, line: &str) -> bool {
        let texts = moves_in(line);
        let Some(first) = texts.first() else {
            return false;
        };
        matches!(first.parse(), Ok(Command::Move(_)))
            || (self.game.rules().tables).has_form_of_san(self.game.position(), first)
            || self.game.parse_text(first).is_ok()
    }

    /// After moves were taken back or a position was set up: the engine does not move by itself.
    pub(super) fn advise_on_turn(&mut self) {
        let waits = matches!(self.state, State::Waiting) && self.missing.is_none();
        if self.gui.is_person && waits && self.game.position().side() == self.play.us {
            self.comment("it is the engine's turn: `go` lets it move".to_owned());
        }
    }

    /// After a refusal of a line that was not understood.
    pub(super) fn advise(&mut self, line: &str) {
        if !self.gui.is_person {
            return;
        }
        let word = line.split_whitespace().next().unwrap_or_default();
        let meant = MEANT
            .iter()
            .find(|(tried, _)| word.eq_ignore_ascii_case(tried));
        let advice = match meant {
            Some((_, command)) => format!("do you mean `{command}`? `help` lists all commands"),
            None if word.contains(|c: char| c.is_ascii_digit()) => MOVES.to_owned(),
            None => "`help` lists all commands".to_owned(),
        };
        self.comment(advice);
    }

    /// After a move that has not the form of one.
    pub(super) fn advise_on_moves(&mut self) {
        if self.gui.is_person {
            self.comment(MOVES.to_owned());
        }
    }

    /// `exit` where nothing is analysed, which many take for the end.
    pub(super) fn advise_on_exit(&mut self) {
        if self.gui.is_person && !matches!(self.state, State::Analysing(_)) {
            self.comment("`exit` ends an analysis; `quit` leaves the program".to_owned());
        }
    }
}

/// The moves in a line such as `1. d4 d5 2.c4`, without their numbers.
pub(super) fn moves_in(line: &str) -> Vec<&str> {
    let words = line.split_whitespace().map(|word| {
        let behind = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let text = behind.trim_start_matches('.');
        if text.len() < behind.len() {
            text
        } else {
            word
        }
    });
    // `e.p.` and `!?` may stand alone
    words
        .filter(|text| !without_marks(text).is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};
    use std::sync::{Arc, Mutex, mpsc};
    use std::time::Instant;

    use crate::protocol::{Config, Event, Output, Session};
    use crate::variant::{Library, ReadOptions};

    #[derive(Clone, Default)]
    struct Page(Arc<Mutex<Vec<u8>>>);

    impl Write for Page {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// What is said to some lines, of a person or not, without the greeting.
    fn answers(person: bool, lines: &[&str]) -> Vec<String> {
        let config = Config {
            library: Library::builtin(ReadOptions::default()),
            reading: ReadOptions::default(),
            hash_bytes: 1 << 20,
            threads: 1,
            game: None,
            tools: None,
        };
        let page = Page::default();
        let (sender, _events) = mpsc::channel();
        let output = Output::new(Box::new(page.clone()));
        let mut session = Session::new(config, output, sender).unwrap();
        if person {
            session.greet();
        }
        page.0.lock().unwrap().clear();
        for line in [&["force"], lines].concat() {
            let at = Instant::now();
            let line = line.to_owned();
            session.handle(Event::Input { line, at });
        }
        let told = String::from_utf8(page.0.lock().unwrap().clone()).unwrap();
        told.lines().map(str::to_owned).collect()
    }

    #[test]
    fn san_is_read_at_a_terminal_and_on_a_pipe() {
        let typed = ["e2-e4", "e5", "Nb1c3", "Nc6", "usermove Bb5", "show"];
        let fen = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/2N5/PPPP1PPP/R1BQK1NR b";
        for person in [true, false] {
            let told = answers(person, &typed);
            assert!(told.iter().any(|line| line.contains(fen)), "{told:?}");
            assert!(told.iter().all(|line| line.starts_with('#')), "{told:?}");
        }
    }

    #[test]
    fn what_is_not_understood_is_answered_with_what_is() {
        let lines = [
            "board", "q", "Nb1c4", "Nc4", "Bxc4", "e2~e4", "exit", "gravity", "bench2", "Rook a8",
        ];
        let told = answers(true, &lines);
        let expected = [
            "Error (unknown command): board",
            "# do you mean `show`? `help` lists all commands",
            "Error (unknown command): q",
            "# do you mean `quit`? `help` lists all commands",
            "Illegal move (the piece does not move so): Nb1c4",
            "Illegal move (the piece does not move so): Nc4",
            "Illegal move (the piece does not move so): Bxc4",
            "Illegal move (not a move): e2~e4",
            "# write moves as e2e4, e7e8q or Nf3; `moves` shows all",
            "# `exit` ends an analysis; `quit` leaves the program",
            "Error (unknown command): gravity",
            "# `help` lists all commands",
            "Error (unknown command): bench2",
            "# write moves as e2e4, e7e8q or Nf3; `moves` shows all",
            "Error (unknown command): Rook a8",
            "# `help` lists all commands",
        ];
        assert_eq!(told, expected);
        // advice is for people only
        let plain: Vec<&str> = (expected.into_iter())
            .filter(|line| !line.starts_with('#'))
            .collect();
        assert_eq!(answers(false, &lines), plain);
    }
}
