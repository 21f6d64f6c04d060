//! The board of a picture: the squares that are not holes, the edge of the board, zones, and coordinates.

use svg::node::element::{Group, Path, Rectangle};

use super::marks::label;
use super::{CELL, Frame, Window};
use crate::tools::report::chart::number;
use crate::types::{Color, Square};
use crate::variant::{PromotesTo, Variant, Zone};

const LIGHT: &str = "#f6efdf";
const DARK: &str = "#dccba6";
const WALL: &str = "#7c6f5a";
const LINES: &str = "#5d4b2c";
const ZONES: &str = "#9a3324";
const PROMOTION: &str = "#1c55b8";
const GOALS: &str = "#1f7a4d";

/// A square whose upper left corner is at this point.
pub fn square(x: f64, y: f64, light: bool) -> Rectangle {
    Rectangle::new()
        .set("x", number(x))
        .set("y", number(y))
        .set("width", CELL)
        .set("height", CELL)
        .set("fill", if light { LIGHT } else { DARK })
}

/// The squares of a frame; with coordinates if `named`, with the borders of zones if `zoned`.
pub fn board(variant: &Variant, frame: Frame, (named, zoned): (bool, bool)) -> Group {
    let window = frame.window;
    let mut group = Group::new();
    let squares = || {
        let ranks = window.ranks.0..=window.ranks.1;
        ranks.flat_map(move |rank| (window.files.0..=window.files.1).map(move |file| (file, rank)))
    };
    for (file, rank) in squares().filter(|&(file, rank)| !variant.is_hole(file, rank)) {
        let (x, y) = frame.corner(file, rank);
        group = group.add(square(x, y, (file + rank) % 2 == 1));
    }
    if zoned {
        group = zone_lines(variant, frame, group);
    }
    let edges = edges(frame, |file, rank| !variant.is_hole(file, rank), variant);
    group = group.add(outline(edges, LINES, 2.0));
    if named { names(frame, group) } else { group }
}

/// A wall on a square.
pub fn wall(frame: Frame, sq: Square) -> Rectangle {
    let (x, y) = frame.corner(sq.file(), sq.rank());
    square(x + 4.0, y + 4.0, true)
        .set("width", CELL - 8.0)
        .set("height", CELL - 8.0)
        .set("rx", 4)
        .set("fill", WALL)
}

fn outline(data: String, color: &str, width: f64) -> Path {
    Path::new()
        .set("d", data)
        .set("fill", "none")
        .set("stroke", color)
        .set("stroke-width", width)
        .set("stroke-linecap", "round")
}

/// The edges between the squares for which `inside` is true and other squares or the edge of the board.
fn edges(frame: Frame, inside: impl Fn(u8, u8) -> bool, variant: &Variant) -> String {
    let window = frame.window;
    let is_in = |file: i16, rank: i16| {
        let (Ok(file), Ok(rank)) = (u8::try_from(file), u8::try_from(rank)) else {
            return false;
        };
        file < variant.files && rank < variant.ranks && inside(file, rank)
    };
    let mut data = String::new();
    for rank in window.ranks.0..=window.ranks.1 {
        for file in window.files.0..=window.files.1 {
            if !inside(file, rank) {
                continue;
            }
            let (x, y) = frame.corner(file, rank);
            let (f, r) = (i16::from(file), i16::from(rank));
            let sides = [
                (is_in(f, r + 1), (x, y), (CELL, 0.0)),
                (is_in(f, r - 1), (x, y + CELL), (CELL, 0.0)),
                (is_in(f - 1, r), (x, y), (0.0, CELL)),
                (is_in(f + 1, r), (x + CELL, y), (0.0, CELL)),
            ];
            for (_, (x, y), (dx, dy)) in sides.into_iter().filter(|(open, ..)| !open) {
                data += &format!("M{} {}l{dx} {dy}", number(x), number(y));
            }
        }
    }
    data
}

/// The borders of zones, and the lines within them.
fn zone_lines(variant: &Variant, frame: Frame, mut group: Group) -> Group {
    let zones = &variant.rules.zones;
    let mut drawn: Vec<Zone> = Vec::new();
    let all = (zones.confined.iter().map(|(_, zone)| *zone))
        .chain(zones.changes.iter().map(|change| change.zone));
    for zone in all {
        if !drawn.contains(&zone) {
            drawn.push(zone);
            let data = edges(frame, |file, rank| zone.contains(file, rank), variant);
            group = group.add(outline(data, ZONES, 2.4).set("stroke-opacity", 0.8));
        }
    }
    for zone in goals(variant) {
        let data = edges(frame, |file, rank| zone.contains(file, rank), variant);
        group = group.add(outline(data, GOALS, 4.0).set("stroke-dasharray", "0.1 8"));
    }
    if let Some(grid) = &variant.rules.grid {
        let data = grid_lines(variant, frame, |a, b| {
            grid.cell_of(a.file(), a.rank()) == grid.cell_of(b.file(), b.rank())
        });
        group = group.add(outline(data, ZONES, 2.4));
    }
    for line in &zones.lines {
        let data = diagonals(&line.zone, frame);
        group = group.add(outline(data, ZONES, 1.2).set("stroke-opacity", 0.7));
    }
    for color in Color::ALL
        .into_iter()
        .filter(|&color| shows_promotion(variant, color))
    {
        let data = promotion_edges(variant, frame, color);
        group = group.add(outline(data, PROMOTION, 1.8).set("stroke-dasharray", "6 5"));
    }
    group
}

/// The goal squares, without duplicates.
pub fn goals(variant: &Variant) -> Vec<Zone> {
    let win = &variant.rules.win;
    let targets = win
        .goals
        .iter()
        .flat_map(|goal| goal.targets.iter().flatten());
    let mut zones: Vec<Zone> = Vec::new();
    let all = targets.map(|(_, zone)| *zone);
    for zone in all.chain(win.hill.map(|_| variant.hill_squares())) {
        if !zones.contains(&zone) {
            zones.push(zone);
        }
    }
    zones
}

/// True if the promotion zone is more than the last rank, so that it is drawn.
fn shows_promotion(variant: &Variant, color: Color) -> bool {
    let promotion = &variant.rules.promotion;
    let pawns = match &promotion.to {
        PromotesTo::Choice(choices) => !choices[color].accepted.is_empty(),
        PromotesTo::ByFile(_) => true,
    };
    let deep = promotion.ranks > 1 || promotion.squares.is_some();
    deep && (pawns || !promotion.pieces[color].is_empty())
}

/// True if the border of a promotion zone is drawn. For that, some squares must be outside the zone.
pub fn draws_promotion(variant: &Variant) -> bool {
    let frame = Frame {
        window: Window::whole(variant),
        origin: (0.0, 0.0),
    };
    let mut colors = Color::ALL.into_iter();
    colors.any(|color| {
        shows_promotion(variant, color) && !promotion_edges(variant, frame, color).is_empty()
    })
}

/// The border of a colour's promotion zone.
fn promotion_edges(variant: &Variant, frame: Frame, color: Color) -> String {
    let promotes = |file, rank| variant.promotes_at(color, file, rank);
    // the edge of the board is drawn anyway
    let all = edges(frame, promotes, variant);
    let board = edges(frame, |file, rank| !variant.is_hole(file, rank), variant);
    let board: Vec<&str> = board.split('M').collect();
    let inner = all
        .split('M')
        .filter(|part| !part.is_empty() && !board.contains(part));
    inner.map(|part| format!("M{part}")).collect()
}

/// The lines between the cells of a grid.
fn grid_lines(variant: &Variant, frame: Frame, same: impl Fn(Square, Square) -> bool) -> String {
    let window = frame.window;
    let mut data = String::new();
    for rank in window.ranks.0..=window.ranks.1 {
        for file in window.files.0..=window.files.1 {
            let here = Square::at(file, rank);
            let (x, y) = frame.corner(file, rank);
            if file + 1 < variant.files && !same(here, Square::at(file + 1, rank)) {
                data += &format!("M{} {}v{CELL}", number(x + CELL), number(y));
            }
            if rank + 1 < variant.ranks && !same(here, Square::at(file, rank + 1)) {
                data += &format!("M{} {}h{CELL}", number(x), number(y));
            }
        }
    }
    data
}

/// Diagonal lines in a zone.
fn diagonals(zone: &Zone, frame: Frame) -> String {
    let mut data = String::new();
    for (file, rank) in zone.squares() {
        let here = Square::at(file, rank);
        for (to, on) in [
            ((file + 1, rank + 1), zone.contains(file + 1, rank + 1)),
            (
                (file + 1, rank.wrapping_sub(1)),
                rank > 0 && zone.contains(file + 1, rank - 1),
            ),
        ] {
            let there = Square::at(to.0, to.1);
            if on && frame.window.contains(here) && frame.window.contains(there) {
                let ((x, y), (tx, ty)) = (frame.center(here), frame.center(there));
                data += &format!("M{} {}L{} {}", number(x), number(y), number(tx), number(ty));
            }
        }
    }
    data
}

/// The letters of files below the board, and the numbers of ranks to its left. Ranks count from 1 as in all texts for people,
/// even in variants where XBoard counts from 0.
fn names(frame: Frame, mut group: Group) -> Group {
    let window = frame.window;
    let (_, bottom) = frame.corner(window.files.0, window.ranks.0);
    for file in window.files.0..=window.files.1 {
        let (x, _) = frame.corner(file, window.ranks.0);
        let name = char::from(b'a' + file).to_string();
        group = group.add(label(&name, (x + CELL / 2.0, bottom + CELL + 9.0), 9.0));
    }
    for rank in window.ranks.0..=window.ranks.1 {
        let (x, y) = frame.corner(window.files.0, rank);
        let name = (rank + 1).to_string();
        group = group.add(label(&name, (x - 12.0, y + CELL / 2.0), 9.0));
    }
    group
}
