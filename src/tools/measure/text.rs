//! The report in lines for people.

use std::io::{self, Write};

use super::report::{Measured, Piece, Report, Round, Step};
use crate::tools::findings::Findings;
use crate::tools::table;

impl Findings for Report {
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let Report {
            game,
            games,
            nodes,
            seed,
            ..
        } = self;
        writeln!(
            out,
            "{game}: {games} games of random armies, {nodes} nodes a move, seed {seed}; intervals of 95 %"
        )?;
        let percent =
            |what: Measured| format!("{:.1} +- {:.1} %", 100.0 * what.value, 100.0 * what.error);
        if let Some(pawn) = self.pawn {
            writeln!(out, "a pawn more adds {} to an even score", percent(pawn))?;
        }
        if let Some(first) = self.first_move {
            writeln!(out, "the first move adds {}", percent(first))?;
        }
        writeln!(
            out,
            "drawn {}, not played to the end {}",
            self.drawn.text(),
            self.unfinished.text()
        )?;
        self.write_pieces(out)?;
        self.write_rounds(out)?;
        self.write_lines(out)?;
        if !self.worries.is_empty() {
            writeln!(out, "what to be careful about")?;
        }
        for worry in &self.worries {
            writeln!(out, "  {}: {}", worry.worry, worry.found)?;
            writeln!(out, "    {}", worry.reason)?;
        }
        Ok(())
    }
}

impl Report {
    fn write_pieces(&self, out: &mut impl Write) -> io::Result<()> {
        let mut rows = vec![
            [
                "piece",
                "moves",
                "pawns",
                "centipawns",
                "pair",
                "games",
                "in use",
                "file",
            ]
            .map(str::to_owned),
        ];
        rows.extend(self.pieces.iter().map(row));
        table::write(&rows, 2, out)
    }

    /// How the values have changed from round to round.
    fn write_rounds(&self, out: &mut impl Write) -> io::Result<()> {
        if self.rounds.len() < 2 {
            return Ok(());
        }
        let letters = self.pieces.iter().map(|piece| piece.letter.clone());
        let heading: Vec<String> = std::iter::once("round".to_owned()).chain(letters).collect();
        let row = |round: &Round| -> Vec<String> {
            let cell = |step: &Step| format!("{} -> {}", step.used, short(step.measured, 0));
            let number = std::iter::once(round.round.to_string());
            number.chain(round.values.iter().map(cell)).collect()
        };
        let rows: Vec<Vec<String>> = std::iter::once(heading)
            .chain(self.rounds.iter().map(row))
            .collect();
        writeln!(out, "what was used and what was found, centipawns")?;
        table::write(&rows, 1, out)
    }

    fn write_lines(&self, out: &mut impl Write) -> io::Result<()> {
        let changed = |piece: &&Piece| piece.line.is_some();
        if self.pieces.iter().any(|piece| changed(&piece)) {
            writeln!(out, "piece lines for the file of games")?;
        }
        for piece in self.pieces.iter().filter(changed) {
            let line = piece.line.as_deref().unwrap_or_default();
            let now = match (piece.file, &piece.betza) {
                (_, Some(_)) => "a new piece".to_owned(),
                (Some(value), None) => match piece.is_as_in_file() {
                    true => format!("now {value}, within the interval"),
                    false => format!("now {value}"),
                },
                (None, None) => "now estimated".to_owned(),
            };
            let rest = if piece.betza.is_some() { "" } else { " ..." };
            writeln!(out, "  {:<24}  {now}", format!("{line}{rest}"))?;
        }
        Ok(())
    }
}

fn row(piece: &Piece) -> [String; 8] {
    [
        piece.title.clone(),
        piece.betza.clone().unwrap_or_default(),
        short(piece.pawns, 2),
        short(piece.centipawns, 0),
        piece
            .pair
            .map_or(String::new(), |pair| short(Some(pair), 0)),
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
