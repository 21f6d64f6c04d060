//! The report as an HTML page.

pub mod worth;

use serde::{Deserialize, Serialize};
use svg::Document;
use svg::node::element::{Rectangle, Text};

use crate::tools::report::chart::{Chart, ONE, SOFT, TWO, labels, number};
use crate::tools::report::{self, Part, Section};
use crate::types::Color;
use crate::variant::Variant;
use worth::Board;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// The number of games ...
    pub games: u64,
    /// ... and of their positions.
    pub positions: u64,
    /// The loss on the held-out positions without a net.
    pub before: f64,
    /// The loss on the held-out positions with the best net.
    pub after: f64,
    /// The losses after each epoch: on the training positions, and on the held-out positions.
    pub epochs: Vec<(f64, f64)>,
}

/// The report on one variant.
#[derive(Clone, Debug)]
pub struct Chapter {
    pub name: String,
    pub command: String,
    /// The course of each training, the last one at the end.
    pub curves: Vec<Curve>,
    /// The result of the match, and the decision.
    pub verdict: String,
    /// Pictures of piece values by square, with captions.
    pub boards: Vec<(String, String)>,
}

/// The report with these chapters as an HTML page.
pub fn page(chapters: &[Chapter]) -> anyhow::Result<String> {
    let document = report::Document {
        title: "Nets learned by fmax".to_owned(),
        introduction: Vec::new(),
        sections: chapters.iter().flat_map(Chapter::sections).collect(),
    };
    document.page()
}

impl Chapter {
    fn sections(&self) -> Vec<Section> {
        let curves = (1..).zip(&self.curves);
        let curves = curves.filter(|(_, curve)| !curve.epochs.is_empty());
        let curves = curves.map(|(round, curve)| (plot(curve), caption(round, curve)));
        let verdict = Part::Text(format!("{}.", self.verdict));
        let command = Part::Command(self.command.clone());
        let parts = [verdict, command, Part::Figures(curves.collect())];
        let mut sections = vec![Section::new(self.name.clone(), parts)];
        if !self.boards.is_empty() {
            let note = "In centipawns, for the side that has it, beside what the evaluation knows without the net. The number \
                        behind the name is the average; on the squares is what they add to it or take from it. Squares \
                        without a number were not visited.";
            let parts = [
                Part::Note(note.to_owned()),
                Part::Figures(self.boards.clone()),
            ];
            sections.push(Section::new("Piece values by square", parts));
        }
        sections
    }
}

fn caption(round: usize, curve: &Curve) -> String {
    let after = curve.after;
    let change = 100.0 * (after / curve.before.max(1e-12) - 1.0);
    format!(
        "Learning, round {round}: {} positions of {} games. The error in positions of other games is {:.5} \
         without the net, and {after:.5} with it ({change:+.1} %).",
        curve.positions, curve.games, curve.before
    )
}

fn plot(curve: &Curve) -> String {
    let all = (curve.epochs.iter())
        .flat_map(|&(a, b)| [a, b])
        .chain([curve.before]);
    let (low, high) = all.fold((f64::MAX, f64::MIN), |(low, high), x| {
        (low.min(x), high.max(x))
    });
    let room = ((high - low) * 0.08).max(1e-9);
    let x = 1.0..curve.epochs.len().max(2) as f64;
    let epochs = || (1u32..).map(f64::from).zip(&curve.epochs);
    let names = ["epoch", "error"];
    let mut chart = Chart::new(x.clone(), low - room..high + room, names, labels(&x));
    chart.line([(x.start, curve.before), (x.end, curve.before)], SOFT);
    chart.line(epochs().map(|(epoch, losses)| (epoch, losses.0)), TWO);
    chart.line(epochs().map(|(epoch, losses)| (epoch, losses.1)), ONE);
    chart.legend(&[
        (ONE, "held-out games"),
        (TWO, "training games"),
        (SOFT, "without the net"),
    ]);
    chart.svg()
}

/// The picture of a board with the value of a piece on each square, and its caption.
pub fn board(variant: &Variant, board: &Board) -> (String, String) {
    const CELL: usize = 34;
    let (files, ranks) = (usize::from(variant.files), usize::from(variant.ranks));
    let piece = variant.piece(board.id);
    let mean = board.mean();
    let side = match board.color {
        Color::White => "",
        Color::Black => ", black",
    };
    let title = format!("{}{side}: {mean:+.0}", piece.title());
    let mut svg = Document::new()
        .set("viewBox", (0, 0, files * CELL, ranks * CELL))
        .set("width", files * CELL)
        .set("role", "img");
    for sq in variant.squares().filter(|sq| sq.file() < variant.files) {
        let (file, rank) = (usize::from(sq.file()), usize::from(sq.rank()));
        let (x, y) = (file * CELL, (ranks - 1 - rank) * CELL);
        let square = || {
            let square = Rectangle::new().set("x", x).set("y", y);
            square.set("width", CELL).set("height", CELL)
        };
        let shade = if (file + rank) % 2 == 0 {
            "dark"
        } else {
            "light"
        };
        svg = svg.add(square().set("fill", format!("var(--{shade})")));
        if let Some(worth) = board.worth(sq) {
            let worth = worth - mean;
            let color = if worth < 0.0 { "minus" } else { "plus" };
            // equal values have equal colours on all boards
            let strength = (worth.abs() / FULL_COLOUR).min(1.0) * 0.75;
            // without a minus sign before a zero
            let text = Text::new(format!("{:.0}", worth.round() + 0.0));
            let text = text.set("x", x + CELL / 2).set("y", y + CELL / 2 + 4);
            svg = svg
                .add(
                    square()
                        .set("fill", format!("var(--{color})"))
                        .set("fill-opacity", number(strength)),
                )
                .add(
                    text.set("text-anchor", "middle")
                        .set("style", "fill:var(--ink)"),
                );
        }
    }
    (svg.to_string(), title)
}

/// The difference in centipawns that has the full colour.
const FULL_COLOUR: f64 = 60.0;

#[cfg(test)]
mod tests;
