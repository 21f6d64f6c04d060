//! The report as text and as a page with charts.

use std::io::{self, Write};

use super::first_moves::FirstMove;
use super::report::{End, MOST_LEAD, Moment, Piece, Report};
use crate::tools::findings::Findings;
use crate::tools::lab::estimate::{Mean, Share, short};
use crate::tools::report::chart::{Chart, ONE, SOFT, TWO, labels};
use crate::tools::report::{Document, Part, Section};

/// Numbers of first moves: in the list, and in the chart.
const FIRST_MOVES: usize = 8;
const CHARTED: usize = 14;
/// The approximate number of bars in the histogram of lengths.
const BARS: f64 = 24.0;

/// The columns of the table of pieces, each with its heading.
type Column = (&'static str, fn(&Piece) -> String);

const COLUMNS: [Column; 9] = [
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

/// A mean over the games in which there is a piece of the kind, as text.
fn seen(piece: &Piece, mean: &Mean, times: f64) -> String {
    match piece.moving.of {
        0 => "-".to_owned(),
        _ => with_error(mean, times),
    }
}

fn with_error(mean: &Mean, times: f64) -> String {
    let digits = if times > 1.0 { 0 } else { 2 };
    let error = mean
        .error
        .map(|error| format!(" +- {:.digits$}", times * error));
    format!(
        "{:.digits$}{}",
        times * mean.mean,
        error.unwrap_or_default()
    )
}

impl Findings for Report {
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        self.document().write_text(out)
    }
}

/// A label and a text.
type Line = (String, String);

fn line(label: &str, text: String) -> Line {
    (label.to_owned(), text)
}

impl Report {
    pub fn document(&self) -> Document {
        let (game, games, nodes, seed) = (&self.game, self.games, self.nodes, self.seed);
        let heading = COLUMNS.map(|(heading, _)| heading.to_owned()).to_vec();
        let cells = |piece| COLUMNS.iter().map(|(_, show)| show(piece)).collect();
        let pieces = std::iter::once(heading).chain(self.pieces.iter().map(cells));
        let mut sections = vec![
            Section::new("between equals", [Part::Lines(self.between_equals())]),
            Section::new("games", [Part::Lines(self.of_games())]),
            Section::new("how games go", [Part::Figures(self.figures())]),
            Section::new("how games end", [Part::Lines(self.ends.iter().map(end).collect())]),
            Section::new("what happens in a game", [Part::Lines(self.happenings())]),
            Section::new(
                "first moves",
                [
                    Part::Lines(self.first_moves_in_lines()),
                    Part::Figures(vec![(
                        first_moves(&self.first_moves.moves),
                        "First moves in percent: as sensible players would choose them, and as played."
                            .to_owned(),
                    )]),
                ],
            ),
            Section::new(
                "pieces",
                [
                    Part::Table(pieces.collect(), 1),
                    Part::Note(
                        "Both sides together. Pieces that come later are promoted, dropped or gated. A promoted piece counts as \
                         surviving. A piece is traded early if something of the other side is taken on the same square right \
                         before or after it, in the first third of the game."
                            .to_owned(),
                    ),
                ],
            ),
            Section::new("what to worry about", [Part::Warnings(self.worries.clone())]),
        ];
        sections
            .retain(|section| !matches!(&section.parts[0], Part::Lines(lines) if lines.is_empty()));
        Document {
            title: game.clone(),
            introduction: vec![format!(
                "{game}: {games} games, {nodes} nodes a move, seed {seed}; intervals of 95 %"
            )],
            sections,
        }
    }

    fn between_equals(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        if let Some(white) = &self.white {
            lines.push(line("white scores", white.text()));
        }
        lines.push(line("drawn", self.drawn.text()));
        lines.push(line(
            "lead changes",
            format!("{} in a game", self.swings.text()),
        ));
        let back = self.comebacks.text() + " of the won games are won from 3 pawns behind";
        lines.push(line("comebacks", back));
        if let Some(skill) = &self.skill {
            let times = format!("{} x nodes score", self.stronger);
            lines.push((times, format!("{}, {}", skill.text(), skill.elo_text())));
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
            let (low, high) = (short(choices.lower_quartile), short(choices.upper_quartile));
            let mean = self.choices.text();
            let text = format!("{mean} on average (half of the positions {low} to {high})");
            lines.push(line("legal moves", text));
        }
        lines.push(line(
            "different",
            format!("{} of {} games", self.distinct, self.games),
        ));
        let unconverted = self.unconverted.text() + " with a side 5 pawns ahead";
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
            "{} legal, {} good, as much choice as {:.1} equal ones",
            first.moves.len(),
            first.good,
            first.effective
        );
        let numbering = self.numbering.map(|text| line("ranks", text.to_owned()));
        std::iter::once(line("choice", summary))
            .chain(first.moves.iter().take(FIRST_MOVES).map(first_move))
            .chain(numbering)
            .collect()
    }

    /// The charts of the course of games.
    fn figures(&self) -> Vec<(String, String)> {
        let figure = |svg: String, caption: &str| (svg, caption.to_owned());
        vec![
            figure(lengths(&self.lengths), "How long games are."),
            figure(
                leads(&self.course),
                "Who is ahead, as the searches see it, between equals: the median, half of the games (dark) and eight in ten \
                 (light). Games that are won stay at the edge.",
            ),
            figure(
                course(&self.course, |moment| moment.choices, "legal moves"),
                "Legal moves by move number, on average over the games in progress.",
            ),
            figure(
                course(&self.course, |moment| moment.pieces, "pieces on the board"),
                "Pieces on the board by move number.",
            ),
        ]
    }
}

fn first_move(first: &FirstMove) -> Line {
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
    let (weight, played) = (first.weight, first.played);
    line(
        &first.shown,
        format!("{worth}, weight {weight:.2}, {played} games{white}"),
    )
}

fn end(end: &End) -> Line {
    let won = match (end.white, end.black) {
        (0, 0) => String::new(),
        (white, black) => format!(", white {white}, black {black}"),
    };
    line(&end.reason, format!("{}{won}", end.games.text()))
}

/// A histogram of the lengths of games.
fn lengths(lengths: &[f64]) -> String {
    let most = lengths.iter().copied().fold(1.0, f64::max);
    let width = (most / BARS).ceil().max(1.0);
    let mut counts = vec![0.0; (most / width) as usize + 1];
    for &length in lengths {
        counts[(length / width) as usize] += 1.0;
    }
    let highest = counts.iter().copied().fold(1.0, f64::max);
    let right = width * counts.len() as f64;
    let x = 0.0..right;
    let names = ["moves of each side", "games"];
    let mut chart = Chart::new(x.clone(), 0.0..highest * 1.08, names, labels(&x));
    for (index, &count) in counts.iter().enumerate() {
        let left = index as f64 * width;
        chart.bar(left..left + width * 0.92, count, ONE);
    }
    chart.svg()
}

/// An empty chart for the course of games.
fn by_move(course: &[Moment], y: std::ops::Range<f64>, what: &str) -> Chart {
    let last = course.last().map_or(2, |moment| moment.number.max(2));
    let x = 1.0..f64::from(last);
    Chart::new(x.clone(), y, ["move", what], labels(&x))
}

/// A chart of an average by move number.
fn course(course: &[Moment], of: fn(&Moment) -> f64, what: &str) -> String {
    let most = course.iter().map(of).fold(1.0, f64::max);
    let mut chart = by_move(course, 0.0..most * 1.08, what);
    chart.line(
        course
            .iter()
            .map(|moment| (moment.number.into(), of(moment))),
        ONE,
    );
    chart.svg()
}

/// A chart of white's lead: the median, with bands for 50 % and 80 % of the games.
fn leads(course: &[Moment]) -> String {
    let most = MOST_LEAD / 100.0;
    let mut chart = by_move(course, -most..most, "white is ahead, pawns");
    let line = |quantile: usize| {
        let known = course.iter().filter_map(move |moment| {
            Some((f64::from(moment.number), moment.lead?[quantile] / 100.0))
        });
        known.collect::<Vec<(f64, f64)>>()
    };
    for (low, high, opacity) in [(0, 4, 0.16), (1, 3, 0.28)] {
        chart.band(
            line(high).into_iter().chain(line(low).into_iter().rev()),
            ONE,
            opacity,
        );
    }
    let last = course.last().map_or(2, |moment| moment.number.max(2));
    chart.line([(1.0, 0.0), (last.into(), 0.0)], SOFT);
    chart.line(line(2), TWO);
    chart.svg()
}

/// A chart of the first moves: their weights and how often they were played, the best first.
fn first_moves(moves: &[FirstMove]) -> String {
    let shown = &moves[..moves.len().min(CHARTED)];
    let all: u64 = moves.iter().map(|first| first.played).sum();
    let chosen = |first: &FirstMove| 100.0 * first.weight;
    let played = |first: &FirstMove| 100.0 * first.played as f64 / all.max(1) as f64;
    let most = shown
        .iter()
        .flat_map(|first| [chosen(first), played(first)])
        .fold(1.0, f64::max);
    let places = || (1u32..).map(f64::from).zip(shown);
    let names = places()
        .map(|(place, first)| (place, first.shown.clone()))
        .collect();
    let x = 0.4..shown.len().max(1) as f64 + 0.6;
    let mut chart = Chart::new(x, 0.0..most * 1.08, ["", "percent"], names);
    for (place, first) in places() {
        chart.bar(place - 0.34..place - 0.02, chosen(first), ONE);
        chart.bar(place + 0.02..place + 0.34, played(first), TWO);
    }
    chart.legend(&[(ONE, "chosen by sensible players"), (TWO, "played")]);
    chart.svg()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charts_of_any_amount_of_data_are_drawn() {
        let moment = |number| Moment {
            number,
            games: 10,
            choices: 20.0 + f64::from(number),
            pieces: 32.0,
            lead: (number > 2).then_some([-100.0, -50.0, 0.0, 60.0, 110.0]),
        };
        let moments: Vec<Moment> = (1..40).map(moment).collect();
        let first = FirstMove {
            mv: "e2e4".to_owned(),
            shown: "e2e4".to_owned(),
            score: 20,
            mate: None,
            weight: 0.5,
            played: 3,
            white_points: 1.5,
            games: 3,
        };
        let svg = lengths(&[12.0, 40.0, 41.0, 300.0]);
        assert!(svg.contains("<rect") && svg.contains(ONE) && svg.contains("games"));
        let svg = leads(&moments);
        assert!(svg.contains("<polygon") && svg.contains(TWO));
        assert!(course(&moments, |moment| moment.choices, "legal moves").contains("<polyline"));
        assert!(first_moves(&[first]).contains("e2e4"));
        for svg in [
            lengths(&[]),
            leads(&[]),
            course(&[], |moment| moment.pieces, "pieces"),
            first_moves(&[]),
        ] {
            assert!(svg.contains("<svg") && !svg.contains("NaN"), "{svg}");
        }
    }
}
