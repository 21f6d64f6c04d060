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

    /// Advice for `exit` without an analysis.
    pub(super) fn advise_on_exit(&mut self) {
        if self.gui.is_person && !matches!(self.state, State::Analysing(_)) {
            self.comment("`exit` ends an analysis; `quit` leaves the program".to_owned());
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

    /// The answers to some lines, typed by a person or sent by a GUI, without the greeting.
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
        let written = String::from_utf8(page.0.lock().unwrap().clone()).unwrap();
        written.lines().map(str::to_owned).collect()
    }

    #[test]
    fn san_is_read_at_a_terminal_and_on_a_pipe() {
        let typed = ["e2-e4", "e5", "Nb1c3", "Nc6", "usermove Bb5", "show"];
        let fen = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/2N5/PPPP1PPP/R1BQK1NR b";
        for person in [true, false] {
            let said = answers(person, &typed);
            assert!(said.iter().any(|line| line.contains(fen)), "{said:?}");
            assert!(said.iter().all(|line| line.starts_with('#')), "{said:?}");
        }
    }

    #[test]
    fn unknown_lines_get_advice() {
        let lines = [
            "board", "q", "Nb1c4", "Nc4", "Bxc4", "e2~e4", "exit", "gravity", "bench2", "Rook a8",
        ];
        let said = answers(true, &lines);
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
        assert_eq!(said, expected);
        // advice is for people only
        let plain: Vec<&str> = (expected.into_iter())
            .filter(|line| !line.starts_with('#'))
            .collect();
        assert_eq!(answers(false, &lines), plain);
    }
}
