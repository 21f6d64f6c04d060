//! The board of a picture: the squares that are not holes, the edge of the board, zones, and coordinates.

use svg::node::element::{Group, Path, Rectangle};

use super::marks::label;
use super::{CELL, Frame};
use crate::tools::report::chart::number;
use crate::types::Square;
use crate::variant::describe::{Mark, MarkedZone, marked_zones};
use crate::variant::{Variant, Zone};

const LIGHT: &str = "#f6efdf";
const DARK: &str = "#dccba6";
const WALL: &str = "#7c6f5a";
const LINES: &str = "#5d4b2c";
const ZONES: &str = "#9a3324";
const PROMOTION: &str = "#1c55b8";
const GOALS: &str = "#1f7a4d";
const WATER: &str = "#2f6f9f";

/// A wave along the edge of a square.
const WAVE: &str = "q5-5 10 0t10 0t10 0t10 0";

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
    let mut group = Group::new();
    let board = variant.board();
    for (file, rank) in visible(&board, frame) {
        let (x, y) = frame.corner(file, rank);
        group = group.add(square(x, y, (file + rank) % 2 == 1));
    }
    if zoned {
        group = zones(variant, frame, group);
    }
    group = group.add(outline(edges(frame, &board), LINES, 2.0));
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

/// The squares of a zone that are in a frame.
fn visible(zone: &Zone, frame: Frame) -> impl Iterator<Item = (u8, u8)> {
    let shown = move |&(file, rank): &(u8, u8)| frame.window.contains(Square::at(file, rank));
    zone.squares().filter(shown)
}

/// The edges between the squares of a zone and other squares or the edge of the board.
fn edges(frame: Frame, zone: &Zone) -> String {
    let mut data = String::new();
    for (file, rank) in visible(zone, frame) {
        let (x, y) = frame.corner(file, rank);
        let sides = [
            ((file, rank + 1), (x, y), (CELL, 0.0)),
            ((file, rank.wrapping_sub(1)), (x, y + CELL), (CELL, 0.0)),
            ((file.wrapping_sub(1), rank), (x, y), (0.0, CELL)),
            ((file + 1, rank), (x + CELL, y), (0.0, CELL)),
        ];
        for ((file, rank), (x, y), (dx, dy)) in sides {
            if !zone.contains(file, rank) {
                data += &format!("M{} {}l{dx} {dy}", number(x), number(y));
            }
        }
    }
    data
}

/// The marks of zones.
fn zones(variant: &Variant, frame: Frame, group: Group) -> Group {
    let mut marks: Vec<(Mark, String)> = Vec::new();
    for marked in marked_zones(variant) {
        let drawn = (marked.mark, data(variant, frame, &marked));
        if !marks.contains(&drawn) {
            marks.push(drawn);
        }
    }
    let visible = marks.into_iter().filter(|(_, data)| !data.is_empty());
    visible.fold(group, |group, (sign, data)| group.add(mark(sign, data)))
}

/// The path of a mark.
fn data(variant: &Variant, frame: Frame, marked: &MarkedZone) -> String {
    let zone = marked.zone;
    match marked.mark {
        Mark::Hole => hatching(frame, &zone),
        Mark::Lines => diagonals(&zone, frame),
        Mark::Goal => edges(frame, &zone),
        Mark::Gate => gates(variant, frame, &zone),
        Mark::Area | Mark::Change | Mark::River | Mark::Promotion | Mark::Cell => {
            // the edge of the board is drawn anyway
            let board = edges(frame, &variant.board());
            let board: Vec<&str> = board.split('M').collect();
            let edges = edges(frame, &zone);
            let inner = edges.split('M').filter(|edge| !board.contains(edge));
            let inner: String = inner.map(|edge| format!("M{edge}")).collect();
            match marked.mark {
                Mark::River => inner.replace(&format!("l{CELL} 0"), WAVE),
                _ => inner,
            }
        }
    }
}

/// A mark along a path.
fn mark(mark: Mark, data: String) -> Group {
    let (color, width, dashes) = match mark {
        Mark::Hole => (LINES, 1.0, ""),
        Mark::Area => (ZONES, 4.6, ""),
        Mark::Change => (ZONES, 2.4, "9 5 0.1 5"),
        Mark::River => (WATER, 2.0, ""),
        Mark::Lines => (ZONES, 1.2, ""),
        Mark::Goal => (GOALS, 4.0, "0.1 8"),
        Mark::Promotion => (PROMOTION, 1.8, "6 5"),
        Mark::Gate => (LINES, 3.0, ""),
        Mark::Cell => (LINES, 3.4, ""),
    };
    let mut path = outline(data.clone(), color, width);
    if !dashes.is_empty() {
        path = path.set("stroke-dasharray", dashes);
    }
    let group = Group::new().add(path);
    match mark {
        // a double line
        Mark::Area => group.add(outline(data, LIGHT, 1.6)),
        _ => group,
    }
}

/// A mark as it is drawn on a square, for a legend.
pub fn sign(of: Mark) -> Group {
    let data = match of {
        Mark::Hole => "M4 16l12-12M4 36l32-32M24 36l12-12".to_owned(),
        Mark::Area => "M8 40v-32h32".to_owned(),
        Mark::Change | Mark::Promotion | Mark::Cell => "M0 20h40".to_owned(),
        Mark::River => format!("M0 20{WAVE}"),
        Mark::Lines => "M0 0l40 40M0 40l40-40".to_owned(),
        Mark::Goal => "M4 4h32v32h-32z".to_owned(),
        Mark::Gate => "M4 14v12M36 14v12M0 20h40".to_owned(),
    };
    mark(of, data)
}

/// Diagonal lines in holes.
fn hatching(frame: Frame, holes: &Zone) -> String {
    let lines = visible(holes, frame).flat_map(|(file, rank)| {
        let (x, y) = frame.corner(file, rank);
        [(4.0, 16.0, 12.0), (4.0, 36.0, 32.0), (24.0, 36.0, 12.0)].map(|(dx, dy, length)| {
            let (x, y) = (number(x + dx), number(y + dy));
            format!("M{x} {y}l{length} {}", -length)
        })
    });
    lines.collect()
}

/// Posts at the edge of the board, on both sides of a gate.
fn gates(variant: &Variant, frame: Frame, squares: &Zone) -> String {
    let posts = visible(squares, frame).map(|(file, rank)| {
        let (x, y) = frame.corner(file, rank);
        let edge = if rank * 2 < variant.ranks {
            y + CELL
        } else {
            y
        };
        let (left, right) = (number(x + 4.0), number(x + CELL - 4.0));
        let y = number(edge - 6.0);
        format!("M{left} {y}v12M{right} {y}v12")
    });
    posts.collect()
}

/// Diagonal lines in a zone.
fn diagonals(zone: &Zone, frame: Frame) -> String {
    let mut data = String::new();
    for (file, rank) in zone.squares() {
        let here = Square::at(file, rank);
        for (file, rank) in [(file + 1, rank + 1), (file + 1, rank.wrapping_sub(1))] {
            let there = Square::at(file, rank);
            let on = zone.contains(file, rank);
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
