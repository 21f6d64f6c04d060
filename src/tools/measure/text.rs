//! The report as text.

use std::io::{self, Write};

use super::report::{Measured, Piece, Report, Step};
use crate::tools::findings::Findings;
use crate::tools::report::{Document, Part, Section};

/// The columns of the table of pieces.
const COLUMNS: [&str; 8] = [
    "piece",
    "moves",
    "pawns",
    "centipawns",
    "pair",
    "games",
    "in use",
    "file",
];

impl Findings for Report {
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        self.document().write_text(out)
    }
}

impl Report {
    fn document(&self) -> Document {
        let (game, games, nodes, seed) = (&self.game, self.games, self.nodes, self.seed);
        let heading = COLUMNS.map(str::to_owned).to_vec();
        let rows = std::iter::once(heading).chain(self.pieces.iter().map(row));
        let lines = self.lines();
        let mut sections = vec![Section::new("", [Part::Table(rows.collect(), 2)])];
        if self.rounds.len() > 1 {
            let title = "what was used and what was found, centipawns";
            sections.push(Section::new(title, [Part::Table(self.rounds_in_rows(), 1)]));
        }
        if !lines.is_empty() {
            let title = "piece lines for the file of variants";
            sections.push(Section::new(title, [Part::Lines(lines)]));
        }
        let warnings = Part::Warnings(self.worries.clone());
        sections.push(Section::new("what to be careful about", [warnings]));
        let percent =
            |what: Measured| format!("{:.1} +- {:.1} %", 100.0 * what.value, 100.0 * what.error);
        let mut introduction = vec![format!(
            "{game}: {games} games of random armies, {nodes} nodes a move, seed {seed}; intervals of 95 %"
        )];
        introduction.extend(
            self.pawn
                .map(|pawn| format!("a pawn more adds {} to an even score", percent(pawn))),
        );
        introduction.extend(
            self.first_move
                .map(|first| format!("the first move adds {}", percent(first))),
        );
        let (drawn, unfinished) = (self.drawn.text(), self.unfinished.text());
        introduction.push(format!("drawn {drawn}, not played to the end {unfinished}"));
        Document {
            title: game.clone(),
            introduction,
            sections,
        }
    }

    /// The values of the kinds, a row for each round.
    fn rounds_in_rows(&self) -> Vec<Vec<String>> {
        let letters = self.pieces.iter().map(|piece| piece.letter.clone());
        let heading = std::iter::once("round".to_owned()).chain(letters).collect();
        let cell = |step: &Step| format!("{} -> {}", step.used, short(step.measured, 0));
        let rows = self.rounds.iter().map(|round| {
            let number = std::iter::once(round.round.to_string());
            number.chain(round.values.iter().map(cell)).collect()
        });
        std::iter::once(heading).chain(rows).collect()
    }

    /// The beginnings of piece lines with the measured values, and the values in the file.
    fn lines(&self) -> Vec<(String, String)> {
        let known = self.pieces.iter().filter_map(|piece| {
            let line = piece.line.as_ref()?;
            let now = match (piece.file, &piece.betza) {
                (_, Some(_)) => return Some((line.clone(), "a new piece".to_owned())),
                (Some(value), None) if piece.is_as_in_file() => {
                    format!("now {value}, within the interval")
                }
                (Some(value), None) => format!("now {value}"),
                (None, None) => "now estimated".to_owned(),
            };
            Some((format!("{line} ..."), now))
        });
        known.collect()
    }
}

fn row(piece: &Piece) -> Vec<String> {
    let pair = piece.pair.map(|pair| short(Some(pair), 0));
    vec![
        piece.title.clone(),
        piece.betza.clone().unwrap_or_default(),
        short(piece.pawns, 2),
        short(piece.centipawns, 0),
        pair.unwrap_or_default(),
        piece.games.to_string(),
        piece.used.to_string(),
        piece.file.map_or("-".to_owned(), |file| file.to_string()),
    ]
}

/// `3.25 +- 0.20`
fn short(what: Option<Measured>, digits: usize) -> String {
    what.map_or("-".to_owned(), |what| {
        format!("{:.digits$} +- {:.digits$}", what.value, what.error)
    })
}
