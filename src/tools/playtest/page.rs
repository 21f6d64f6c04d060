//! The report as a page to look at. It needs nothing but itself, and is as light or as dark as the reader
//! has everything else.

use anyhow::Context;
use askama::Template;

use super::estimate::{Points, Share, short};
use super::plots;
use super::report::{Moment, Report, Usage};
use super::text::COLUMNS;
use crate::variant::Variant;

/// What the template has to fill in.
#[derive(Template)]
#[template(path = "playtest/page.html", config = "src/tools/askama.toml")]
struct Page<'r> {
    report: &'r Report,
    description: &'r str,
    command: &'r str,
    numbers: Vec<Number>,
    results: Vec<Part>,
    figures: Vec<Figure>,
    /// The headings of the table of pieces.
    columns: Vec<&'static str>,
    /// Its rows, each with the share of all moves.
    pieces: Vec<(f64, Vec<String>)>,
    first_moves: String,
}

/// A number that stands out.
struct Number {
    label: &'static str,
    value: String,
    more: String,
}

/// A part of a bar.
struct Part {
    class: &'static str,
    label: String,
    percent: f64,
}

/// A plot.
struct Figure {
    svg: String,
    caption: &'static str,
}

/// The page.
///
/// # Errors
/// If it cannot be drawn.
pub fn page(report: &Report, variant: &Variant, command: &str) -> anyhow::Result<String> {
    let page = Page {
        report,
        description: &variant.description,
        command,
        numbers: numbers(report),
        results: results(report),
        figures: figures(report)?,
        columns: COLUMNS.iter().map(|(heading, _)| *heading).collect(),
        pieces: pieces(report),
        first_moves: plots::first_moves(&report.first_moves.moves)?,
    };
    page.render().context("cannot write the page")
}

impl Page<'_> {
    fn percent(&self, share: &f64) -> String {
        format!("{:.1}", 100.0 * share)
    }

    fn interval(&self, share: &Share) -> String {
        between(share.low, share.high)
    }

    fn per_game(&self, usage: &Usage) -> String {
        plus_minus(&usage.per_game.text())
    }

    fn worth(&self, score: &i64, mate: &Option<i64>) -> String {
        match mate {
            Some(moves) if *moves > 0 => format!("wins in {moves}"),
            Some(moves) => format!("loses in {}", -moves),
            None => format!("{:+.2}", *score as f64 / 100.0),
        }
    }

    fn white(&self, points: &f64, games: &u64) -> String {
        match games {
            0 => "–".to_owned(),
            games => format!("{:.0} % of {games}", 100.0 * points / *games as f64),
        }
    }
}

fn between(low: f64, high: f64) -> String {
    format!("{:.1} to {:.1} %", 100.0 * low, 100.0 * high)
}

/// What the terminal shows, with the sign for it.
fn plus_minus(text: &str) -> String {
    text.replace("+-", "±")
}

fn pieces(report: &Report) -> Vec<(f64, Vec<String>)> {
    let rows = report.pieces.iter().map(|piece| {
        let cells = COLUMNS.iter().map(|(_, show)| plus_minus(&show(piece)));
        (piece.share_of_moves, cells.collect())
    });
    rows.collect()
}

fn numbers(report: &Report) -> Vec<Number> {
    let mut numbers = Vec::new();
    let mut add = |label, value, more| numbers.push(Number { label, value, more });
    let score = |points: &Points| format!("{:.1} %", 100.0 * points.score);
    let interval = |points: &Points| between(points.low, points.high);
    if let Some(white) = &report.white {
        add("White scores", score(white), interval(white));
    }
    let share = |share: &Share| format!("{:.1} %", 100.0 * share.share);
    add(
        "drawn",
        share(&report.drawn),
        between(report.drawn.low, report.drawn.high),
    );
    if let Some(skill) = &report.skill {
        let more = format!("{}; {}", interval(skill), skill.elo_text());
        add("the better side scores", score(skill), more);
    }
    if let Some(length) = &report.length {
        let more = format!(
            "half of the games {} to {}",
            short(length.lower_quartile),
            short(length.upper_quartile)
        );
        add("moves in a game", short(length.median), more);
    }
    if let Some(choices) = &report.choices_spread {
        let more = format!(
            "half of the positions {} to {}",
            short(choices.lower_quartile),
            short(choices.upper_quartile)
        );
        add("legal moves", plus_minus(&report.choices.text()), more);
    }
    let first = &report.first_moves;
    let more = format!("{} legal, {} good", first.moves.len(), first.good);
    add(
        "as varied as so many first moves",
        format!("{:.1}", first.effective),
        more,
    );
    add(
        "lead changes in a game",
        plus_minus(&report.swings.text()),
        format!("{} of wins from 3 pawns behind", share(&report.comebacks)),
    );
    let distinct = format!("{} of {}", report.distinct, report.games);
    add("games that differ", distinct, "in their moves".to_owned());
    numbers
}

fn results(report: &Report) -> Vec<Part> {
    let Some(white) = &report.white else {
        return Vec::new();
    };
    let all = (white.wins + white.draws + white.losses).max(1) as f64;
    let part = |class, name: &str, count: u64| Part {
        class,
        label: format!("{name} {count}"),
        percent: 100.0 * count as f64 / all,
    };
    let parts = [
        part("white", "White", white.wins),
        part("drawn", "drawn", white.draws),
        part("black", "Black", white.losses),
    ];
    parts
        .into_iter()
        .filter(|part| part.percent > 0.0)
        .collect()
}

fn figures(report: &Report) -> anyhow::Result<Vec<Figure>> {
    let course = |of: fn(&Moment) -> f64, what| plots::course(&report.course, of, what);
    Ok(vec![
        Figure {
            svg: plots::lengths(&report.lengths)?,
            caption: "How long games are.",
        },
        Figure {
            svg: plots::leads(&report.course)?,
            caption: "Who is ahead, as the searches see it, between equals: the median, half of the games \
                      (dark) and eight in ten (light). Games that are won stay at the edge.",
        },
        Figure {
            svg: course(|moment| moment.choices, "legal moves")?,
            caption: "The choice that there is, move by move, on average over the games that are still \
                      being played.",
        },
        Figure {
            svg: course(|moment| moment.pieces, "pieces on the board")?,
            caption: "How the board empties.",
        },
    ])
}
