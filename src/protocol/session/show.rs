//! Output for people at a terminal and readers of a GUI's log: comments, which no GUI acts on.

use super::Session;
use crate::protocol::Reply;
use crate::types::Square;
use crate::variant::describe::diagram;

const HELP: [&str; 17] = [
    "new, variant NAME      begin a game of chess, or of another variant",
    "variants               list the variants",
    "e2e4, e7e8q, Nf3       make a move; the engine answers",
    "1.d4 d5 2.c4           make several moves; the engine answers the last one",
    "go, playother          let the engine play the side to move, or the other side",
    "force                  let the engine play neither side",
    "undo, remove           take back a move, or one of each side",
    "st SECONDS, sd PLIES   how long the engine may think",
    "level MOVES MINUTES SECONDS",
    "                       a clock: moves until the next time control (0: none), increment",
    "resign                 give up the game",
    "setboard FEN           set up a position",
    "analyze, exit          start or end an analysis of the position",
    "hard, easy             let the engine think on your time, or not",
    "remember, bk           remember the position and its score, show what is remembered",
    "post, hint, show, moves, ?",
    "quit",
];

/// Width of the list of variants.
const WIDTH: usize = 80;

impl Session {
    /// The first line on a terminal.
    pub fn greet(&mut self) {
        // the habits of old GUIs do not matter
        self.gui.sends_fens = true;
        self.gui.is_person = true;
        let version = env!("CARGO_PKG_VERSION");
        let entries = self.variants.library.distinct_entries();
        let count = entries.filter(|entry| entry.variant.is_ok()).count();
        let games = if count == 1 { "game" } else { "games" };
        self.comment(format!(
            "fmax {version} plays {count} {games} over the XBoard protocol; try `help`"
        ));
        self.output.flush();
    }

    pub(super) fn show_help(&mut self) {
        for line in HELP {
            self.comment(line.to_owned());
        }
    }

    /// The names of the variants in columns.
    pub(super) fn show_variants(&mut self) {
        let names = self.variants.library.public_names();
        let width = names.iter().map(|name| name.len()).max().unwrap_or(0) + 2;
        let rows: Vec<String> = names
            .chunks((WIDTH / width).max(1))
            .map(|row| row.iter().map(|name| format!("{name:width$}")).collect())
            .collect();
        for row in rows {
            self.comment(row.trim_end().to_owned());
        }
    }

    /// The board with coordinates, the FEN, and the state of the game.
    pub(super) fn show_board(&mut self) {
        let position = self.game.position();
        let layout = position.layout();
        // ranks are numbered as in moves
        let first = Square::first_rank(layout.variant.ranks);
        let mut lines = diagram(&layout.variant, first, |file, rank| {
            position.shown_letter(Square::at(file, rank))
        });
        lines.push(format!("{}: {}", layout.variant.name, position.fen()));
        lines.push(match self.result() {
            Some(result) => format!("the game is over: {result}"),
            None => format!("{} to move, {}", position.side(), self.state.name()),
        });
        for line in lines {
            self.comment(line);
        }
    }

    pub(super) fn show_moves(&mut self) {
        let legal = self.game.legal_moves();
        let mut texts: Vec<String> = legal.iter().map(|&mv| self.game.format(mv)).collect();
        texts.sort_unstable();
        self.comment(format!("{} legal moves: {}", texts.len(), texts.join(" ")));
    }

    pub(super) fn comment(&mut self, text: String) {
        self.output.send(&Reply::Comment(text));
    }
}
