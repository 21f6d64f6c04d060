//! What a person at a terminal is told besides: moves may be written as in books, and what is not
//! understood is answered with what is. GUIs get nothing of it, and the lines of the protocol are the
//! same for both.

use super::{Session, State};
use crate::movegen::notation::MoveError;
use crate::types::Move;

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
    /// The legal move that a person means by a text in the notation of books, after coordinates have
    /// failed for the reason given.
    ///
    /// # Errors
    /// If it means none: that reason, or a better one if it has no form of coordinates.
    pub(super) fn read_san(&self, text: &str, error: MoveError) -> Result<Move, MoveError> {
        let position = self.game.position();
        let found = self.game.rules().tables.parse_san(position, text);
        found.map_err(|san| match error {
            MoveError::Malformed => san,
            error => error,
        })
    }

    /// True if a line that is no command is a move in that notation, be it legal or not.
    pub(super) fn is_san(&self, line: &str) -> bool {
        let position = self.game.position();
        let has_form = || (self.game.rules().tables).has_form_of_san(position, line);
        self.gui.is_person && (has_form() || self.read_san(line, MoveError::Malformed).is_ok())
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
            Some((_, command)) => format!("do you mean `{command}`? `help` tells all commands"),
            None if word.contains(|c: char| c.is_ascii_digit()) => MOVES.to_owned(),
            None => "`help` tells all commands".to_owned(),
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
    fn moves_as_in_books_are_read_at_a_terminal_only() {
        let typed = ["e2-e4", "e5", "Nb1c3", "Nc6", "usermove Bb5", "show"];
        let told = answers(true, &typed);
        let fen = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/2N5/PPPP1PPP/R1BQK1NR b";
        assert!(told.iter().any(|line| line.contains(fen)), "{told:?}");
        assert!(told.iter().all(|line| line.starts_with('#')), "{told:?}");
        let told = answers(false, &typed);
        let refused = [
            "Illegal move (not a move): e2-e4",
            "Illegal move (not a move): e5",
            "Error (unknown command): Nb1c3",
            "Error (unknown command): Nc6",
            "Illegal move (not a move): Bb5",
        ];
        assert_eq!(told[..5], refused);
    }

    #[test]
    fn what_is_not_understood_is_answered_with_what_is() {
        let lines = [
            "board", "q", "Nb1c4", "Nc4", "Bxc4", "e2~e4", "exit", "gravity", "bench2", "Rook a8",
        ];
        let told = answers(true, &lines);
        let expected = [
            "Error (unknown command): board",
            "# do you mean `show`? `help` tells all commands",
            "Error (unknown command): q",
            "# do you mean `quit`? `help` tells all commands",
            "Illegal move (the piece does not move so): Nb1c4",
            "Illegal move (the piece does not move so): Nc4",
            "Illegal move (the piece does not move so): Bxc4",
            "Illegal move (not a move): e2~e4",
            "# write moves as e2e4, e7e8q or Nf3; `moves` shows all",
            "# `exit` ends an analysis; `quit` leaves the program",
            "Error (unknown command): gravity",
            "# `help` tells all commands",
            "Error (unknown command): bench2",
            "# write moves as e2e4, e7e8q or Nf3; `moves` shows all",
            "Error (unknown command): Rook a8",
            "# `help` tells all commands",
        ];
        assert_eq!(told, expected);
        let plain = answers(false, &lines);
        // to a GUI these are no moves
        let refused = |line: &str| {
            let san = |line: &&&str| line.starts_with(['N', 'B']);
            match line.rsplit_once(": ") {
                Some((_, text)) if lines.iter().filter(san).any(|san| *san == text) => {
                    format!("Error (unknown command): {text}")
                }
                _ => line.to_owned(),
            }
        };
        let expected = expected.iter().filter(|line| !line.starts_with('#'));
        let expected: Vec<String> = expected.map(|line| refused(line)).collect();
        assert_eq!(plain, expected);
    }
}
