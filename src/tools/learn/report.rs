//! The report: what was learnt, as a page to look at. It needs nothing but itself, and is as light or as
//! dark as the reader has everything else.

pub mod worth;

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::types::{Color, Square};
use crate::variant::Variant;
use worth::Board;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// So many games there were ...
    pub games: u64,
    /// ... with so many positions.
    pub positions: u64,
    /// The loss in the positions that are held out, without a net.
    pub before: f64,
    /// The same with the net of the best epoch.
    pub after: f64,
    /// After each epoch: the loss in what was learnt from, and in what is held out.
    pub epochs: Vec<(f64, f64)>,
}

/// What is told of one game.
#[derive(Clone, Debug)]
pub struct Chapter {
    pub name: String,
    pub command: String,
    /// How learning went, the last time at the end.
    pub curves: Vec<Curve>,
    /// How the match went, and what follows from it.
    pub verdict: String,
    pub boards: Vec<String>,
}

pub fn page(chapters: &[Chapter]) -> String {
    let mut body = String::new();
    for chapter in chapters {
        let Chapter {
            name,
            command,
            curves,
            verdict,
            boards,
        } = chapter;
        let (name, command, verdict) = (text(name), text(command), text(verdict));
        body += &format!("<section><h2>{name}</h2>\n<p>{verdict}.</p>\n<pre>{command}</pre>\n");
        for (round, curve) in (1..).zip(curves) {
            if !curve.epochs.is_empty() {
                body += &format!(
                    "<figure>{}<figcaption>{}</figcaption></figure>\n",
                    plot(curve),
                    caption(round, curve)
                );
            }
        }
        if !boards.is_empty() {
            body += "<h3>What a piece is worth where</h3>\n<p>In centipawns, for the side that has it, beside \
                what the evaluation knows without the net. The number behind the name is the average; on \
                the squares is what they add to it or take from it. Squares without a number were not \
                visited.</p>\n<div class=\"boards\">\n";
            boards.iter().for_each(|board| body += board);
            body += "</div>\n";
        }
        body += "</section>\n";
    }
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>What fmax has learnt</title>\n<style>{STYLE}</style></head>\n\
         <body><h1>What fmax has learnt</h1>\n{body}</body></html>\n"
    )
}

const STYLE: &str = "
:root{color-scheme:light dark;--ink:#1c1f24;--soft:#69707c;--page:#fbfaf7;--card:#fff;--line:#dcd9d0;\
--light:#f1ece0;--dark:#dfd6c2;--plus:#1f7a4d;--minus:#c2452d;--one:#2563a8;--two:#b06a00}
@media(prefers-color-scheme:dark){:root{--ink:#e6e4df;--soft:#9a9fa8;--page:#15171a;--card:#1d2024;--line:#33373d;\
--light:#33373e;--dark:#282b31;--plus:#4cc38a;--minus:#f0745a;--one:#7ab2f0;--two:#e6a94a}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--page);max-width:72rem;margin:2rem auto;padding:0 1rem}
h1{font-weight:600;letter-spacing:-.02em}h2{margin-top:3rem;border-bottom:1px solid var(--line)}
p{max-width:44rem}pre{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.6rem .8rem;white-space:pre-wrap}
figure{display:inline-block;margin:1rem 1rem 1rem 0;background:var(--card);border:1px solid var(--line);border-radius:8px;padding:.8rem}
figcaption{color:var(--soft);font-size:.85rem;max-width:26rem}
.boards{display:flex;flex-wrap:wrap;gap:1rem}.boards figure{margin:0}
svg{display:block;max-width:100%;height:auto}svg text{fill:var(--ink);font:11px system-ui,sans-serif}
svg .soft{fill:var(--soft)}svg .axis{stroke:var(--line)}
";

/// A text as a part of a page.
fn text(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            c => safe.push(c),
        }
    }
    safe
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
    const SIZE: (f64, f64) = (416.0, 220.0);
    const LEFT: f64 = 54.0;
    const EDGE: f64 = 14.0;
    let all = (curve.epochs.iter())
        .flat_map(|&(a, b)| [a, b])
        .chain([curve.before]);
    let (low, high) = all.fold((f64::MAX, f64::MIN), |(low, high), x| {
        (low.min(x), high.max(x))
    });
    let room = ((high - low) * 0.08).max(1e-9);
    let (low, high) = (low - room, high + room);
    let last = curve.epochs.len().max(2) as f64;
    let x = |epoch: f64| LEFT + (SIZE.0 - LEFT - EDGE) * (epoch - 1.0) / (last - 1.0);
    let y = |loss: f64| EDGE + (SIZE.1 - 3.0 * EDGE) * (high - loss) / (high - low);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {} {}\" width=\"{}\" role=\"img\">",
        SIZE.0, SIZE.1, SIZE.0
    );
    // writing to a string cannot fail
    for part in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let loss = low + part * (high - low);
        let _ = write!(
            svg,
            "<line class=\"axis\" x1=\"{LEFT}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>\
             <text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{loss:.4}</text>",
            SIZE.0 - EDGE,
            LEFT - 6.0,
            y(loss) + 4.0,
            y = y(loss),
        );
    }
    let line = |of: &dyn Fn(&(f64, f64)) -> f64| {
        let points = (1u32..).zip(&curve.epochs);
        let points =
            points.map(|(epoch, losses)| format!("{:.1},{:.1}", x(epoch.into()), y(of(losses))));
        points.collect::<Vec<_>>().join(" ")
    };
    let _ = write!(
        svg,
        "<line stroke=\"var(--soft)\" stroke-dasharray=\"5 4\" x1=\"{LEFT}\" x2=\"{right:.1}\" y1=\"{before:.1}\" y2=\"{before:.1}\"/>\
         <polyline fill=\"none\" stroke=\"var(--two)\" stroke-width=\"2\" points=\"{training}\"/>\
         <polyline fill=\"none\" stroke=\"var(--one)\" stroke-width=\"2.5\" points=\"{held}\"/>\
         <text class=\"soft\" x=\"{EDGE}\" y=\"{bottom}\">epochs 1 to {epochs}: \
         <tspan fill=\"var(--one)\">other games</tspan>, \
         <tspan fill=\"var(--two)\">games learnt from</tspan>, - - without the net</text></svg>",
        right = SIZE.0 - EDGE,
        before = y(curve.before),
        training = line(&|losses| losses.0),
        held = line(&|losses| losses.1),
        bottom = SIZE.1 - 8.0,
        epochs = curve.epochs.len(),
    );
    svg
}

/// The picture of a board with what a piece is worth on each square.
pub fn board(variant: &Variant, board: &Board) -> String {
    const CELL: usize = 34;
    let (files, ranks) = (usize::from(variant.files), usize::from(variant.ranks));
    let piece = variant.piece(board.id);
    let mean = board.mean();
    let side = match board.color {
        Color::White => "",
        Color::Black => ", black",
    };
    let title = text(&format!("{}{side}: {mean:+.0}", piece.title()));
    // the same colour is the same worth on all boards
    let strength = |worth: f64| (worth.abs() / FULL_COLOUR).min(1.0) * 0.75;
    let (width, height) = (files * CELL, ranks * CELL);
    let mut svg = format!(
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" role=\"img\" aria-label=\"{title}\">"
    );
    for rank in 0..ranks {
        for file in 0..files {
            let (f, r) = (file as u8, rank as u8);
            if variant.is_hole(f, r) {
                continue;
            }
            let (x, y) = (file * CELL, (ranks - 1 - rank) * CELL);
            let shade = if (file + rank) % 2 == 0 {
                "dark"
            } else {
                "light"
            };
            let rect = format!("<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"");
            // writing to a string cannot fail
            let _ = write!(svg, "{rect} fill=\"var(--{shade})\"/>");
            if let Some(worth) = board.worth(Square::at(f, r)) {
                let worth = worth - mean;
                let colour = if worth < 0.0 { "minus" } else { "plus" };
                let _ = write!(
                    svg,
                    "{rect} fill=\"var(--{colour})\" fill-opacity=\"{:.2}\"/>\
                     <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{:.0}</text>",
                    strength(worth),
                    x + CELL / 2,
                    y + CELL / 2 + 4,
                    // no zero below zero
                    worth.round() + 0.0,
                );
            }
        }
    }
    format!("<figure>{svg}</svg><figcaption>{title}</figcaption></figure>\n")
}

/// What is worth so much more or less has the full colour, centipawns.
const FULL_COLOUR: f64 = 60.0;

#[cfg(test)]
mod tests;
