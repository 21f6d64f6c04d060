//! The report in lines for people.

use std::io::{self, Write};

use super::estimate::{Mean, Share, short};
use super::report::{End, Piece, Report};
use crate::tools::findings::Findings;
use crate::tools::table;

/// So many first moves are shown.
const FIRST_MOVES: usize = 8;
/// Before numbers there is room for so many characters at least.
const LABEL: usize = 16;

/// One column of the table of pieces: its heading, and what it says.
pub(super) type Column = (&'static str, fn(&Piece) -> String);

pub(super) const COLUMNS: [Column; 9] = [
    ("piece", |piece| piece.title.clone()),
    ("start", |piece| format!("{:.0}", piece.at_start)),
    ("later", |piece| format!("{:.2}", piece.come_later)),
    ("moves %", |piece| {
        format!("{:.1}", 100.0 * piece.share_of_moves)
    }),
    ("moves each", |piece| seen(piece, &piece.moves, 1.0)),
    ("captures", |piece| with_error(&piece.captures, 1.0)),
    ("games moved %", |piece| share(&piece.moving)),
    ("survive %", |piece| seen(piece, &piece.survive, 100.0)),
    ("traded early %", |piece| match piece.at_start {
        0.0 => "-".to_owned(),
        _ => with_error(&piece.traded, 100.0),
    }),
];

fn share(share: &Share) -> String {
    match share.of {
        0 => "-".to_owned(),
        _ => format!("{:.0}", 100.0 * share.share),
    }
}

/// A mean over the games in which there is such a piece.
fn seen(piece: &Piece, mean: &Mean, times: f64) -> String {
    match piece.moving.of {
        0 => "-".to_owned(),
        _ => with_error(mean, times),
    }
}

fn with_error(mean: &Mean, times: f64) -> String {
    let digits = if times > 1.0 { 0 } else { 2 };
    match mean.error {
        Some(error) => format!(
            "{:.digits$} +- {:.digits$}",
            times * mean.mean,
            times * error
        ),
        None => format!("{:.digits$}", times * mean.mean),
    }
}

impl Findings for Report {
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", self.heading())?;
        for (title, lines) in [
            ("between equals", self.between_equals()),
            ("games", self.of_games()),
            ("how games end", self.ends.iter().map(end).collect()),
            ("what happens in a game", self.happenings()),
            ("first moves", self.first_moves_in_lines()),
        ] {
            let widths = lines.iter().map(|(label, _)| label.chars().count());
            let width = widths.max().unwrap_or(0).max(LABEL);
            if !lines.is_empty() {
                writeln!(out, "{title}")?;
                for (label, text) in lines {
                    writeln!(out, "  {label:<width$}  {text}")?;
                }
            }
        }
        write_pieces(&self.pieces, out)?;
        writeln!(out, "what to worry about")?;
        if self.worries.is_empty() {
            writeln!(out, "  nothing")?;
        }
        for worry in &self.worries {
            let sure = if worry.sure { "sure" } else { "perhaps" };
            writeln!(out, "  {sure}: {}: {}", worry.worry, worry.found)?;
            writeln!(out, "    {}", worry.reason)?;
        }
        Ok(())
    }
}

/// What stands before a line, and the line.
type Line = (String, String);

fn line(label: &str, text: String) -> Line {
    (label.to_owned(), text)
}

impl Report {
    /// `mygame: 200 games, 2000 nodes a move, seed 1; 95 % intervals`
    pub fn heading(&self) -> String {
        let Report {
            game,
            games,
            nodes,
            seed,
            ..
        } = self;
        format!("{game}: {games} games, {nodes} nodes a move, seed {seed}; intervals of 95 %")
    }

    fn between_equals(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        if let Some(white) = &self.white {
            lines.push(line("white scores", white.text()));
        }
        lines.push(line("drawn", self.drawn.text()));
        lines.push(line("decisive", self.decisive.text()));
        lines.push(line(
            "lead changes",
            format!("{} in a game", self.swings.text()),
        ));
        let back = format!(
            "{} of the won games are won from 3 pawns behind",
            self.comebacks.text()
        );
        lines.push(line("comebacks", back));
        if let Some(skill) = &self.skill {
            let elo = skill.elo_text();
            let times = format!("{} x nodes score", self.stronger);
            lines.push((times, format!("{}, {elo}", skill.text())));
        }
        lines
    }

    fn of_games(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        if let Some(length) = &self.length {
            lines.push(line(
                "moves",
                format!(
                    "{} (half of the games {} to {}, all {} to {}), mean {}",
                    short(length.median),
                    short(length.lower_quartile),
                    short(length.upper_quartile),
                    short(length.least),
                    short(length.most),
                    self.mean_length.text()
                ),
            ));
        }
        if let Some(choices) = &self.choices_spread {
            let (mean, low, high) = (
                &self.choices,
                short(choices.lower_quartile),
                short(choices.upper_quartile),
            );
            let text = format!(
                "{} on average (half of the positions {low} to {high})",
                mean.text()
            );
            lines.push(line("legal moves", text));
        }
        let distinct = format!("{} of {} games", self.distinct, self.games);
        lines.push(line("different", distinct));
        let unconverted = format!("{} with a side 5 pawns ahead", self.unconverted.text());
        lines.push(line("drawn while won", unconverted));
        lines
    }

    fn happenings(&self) -> Vec<Line> {
        let some = self.events.iter().filter(|usage| usage.games.count > 0);
        some.map(|usage| {
            let games = 100.0 * usage.games.share;
            let text = format!("{}, in {games:.0} % of the games", usage.per_game.text());
            line(&usage.what, text)
        })
        .collect()
    }

    fn first_moves_in_lines(&self) -> Vec<Line> {
        let first = &self.first_moves;
        if first.moves.is_empty() {
            return Vec::new();
        }
        let summary = format!(
            "{} legal, {} good, as varied as {:.1} equal ones ({:.1} bits)",
            first.moves.len(),
            first.good,
            first.effective,
            first.entropy
        );
        let shown = first.moves.iter().take(FIRST_MOVES).map(|first| {
            let worth = match first.mate {
                Some(moves) if moves > 0 => format!("wins in {moves}"),
                Some(moves) => format!("loses in {}", -moves),
                None => format!("{:+.2}", first.score as f64 / 100.0),
            };
            let white = match first.games {
                0 => String::new(),
                games => format!(
                    ", white scores {:.0} % in {games} between equals",
                    100.0 * first.white_points / games as f64
                ),
            };
            let text = format!(
                "{worth}, weight {:.2}, {} games{white}",
                first.weight, first.played
            );
            line(&first.shown, text)
        });
        let numbering = self.numbering.map(|text| line("ranks", text.to_owned()));
        std::iter::once(line("choice", summary))
            .chain(shown)
            .chain(numbering)
            .collect()
    }
}

fn end(end: &End) -> Line {
    let End {
        reason,
        games,
        white,
        black,
    } = end;
    let won = match (white, black) {
        (0, 0) => String::new(),
        _ => format!(", white {white}, black {black}"),
    };
    line(reason, format!("{}{won}", games.text()))
}

fn write_pieces(pieces: &[Piece], out: &mut impl Write) -> io::Result<()> {
    let heading = COLUMNS.map(|(heading, _)| heading.to_owned());
    let cells = |piece| COLUMNS.map(|(_, show)| show(piece));
    let rows: Vec<_> = std::iter::once(heading)
        .chain(pieces.iter().map(cells))
        .collect();
    table::write(&rows, 1, out)
}
