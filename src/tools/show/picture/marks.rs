//! Pieces, and the signs of their moves.

use svg::node::element::{Circle, Group, Path, Rectangle};

use super::alphabet::{HEIGHT, WIDTH, strokes};
use super::{CELL, Frame};
use crate::tools::report::chart::number;
use crate::tools::show::reach::{How, Line, Mark};
use crate::types::{Color, TypeId};
use crate::variant::describe::pictures::{BASE, LETTER, Picture, Pictures, SIZE};
use crate::variant::{Variant, letter};

type Point = (f64, f64);

const INK: &str = "#1c1c1c";
const PAPER: &str = "#fffdf6";
const GREEN: &str = "#1f7a3a";
const BLUE: &str = "#1c55b8";
const RED: &str = "#c01f1f";
const VIOLET: &str = "#7a3aa8";
const GREY: &str = "#6f6f6f";

/// The line on the base of royal pieces, in the units of a piece's picture.
const STRIPE: &str = "M27 85h46";
/// The height in a piece's picture that comes to the middle of the square.
const MIDDLE: f64 = 47.0;

fn circle(at: Point, radius: f64) -> Circle {
    Circle::new()
        .set("cx", number(at.0))
        .set("cy", number(at.1))
        .set("r", number(radius))
}

fn stroke(data: String, color: &str, width: f64) -> Path {
    Path::new()
        .set("d", data)
        .set("fill", "none")
        .set("stroke", color)
        .set("stroke-width", number(width))
        .set("stroke-linecap", "round")
        .set("stroke-linejoin", "round")
}

/// A circle with an outline.
fn ring(at: Point, radius: f64, fill: &str, color: &str, width: f64) -> Circle {
    circle(at, radius)
        .set("fill", fill)
        .set("stroke", color)
        .set("stroke-width", width)
}

/// Straight lines from point to point.
fn polyline<const N: usize>(points: [Point; N]) -> String {
    let points = points.map(|(x, y)| format!("{} {}", number(x), number(y)));
    format!("M{}", points.join("L"))
}

/// The transformation that puts a drawing at a point.
fn placed((x, y): Point, scale: f64) -> String {
    let [x, y, scale] = [x, y, scale].map(number);
    format!("translate({x} {y}) scale({scale})")
}

/// A text centred at a point, with capitals of this height.
fn text(text: &str, at: Point, height: f64, color: &str, pen: f64) -> Group {
    let scale = height / HEIGHT;
    let advance = WIDTH + 4.0;
    let width = advance * text.chars().count() as f64 - 4.0;
    let mut group = Group::new();
    for (i, sign) in text.chars().enumerate() {
        let Some(path) = strokes(sign) else { continue };
        let x = at.0 + (advance * i as f64 - width / 2.0) * scale;
        let y = at.1 - height / 2.0;
        let path = stroke(path.to_owned(), color, pen);
        group = group.add(path.set("transform", placed((x, y), scale)));
    }
    group
}

/// A small text, such as a coordinate.
pub fn label(what: &str, at: Point, height: f64) -> Group {
    text(what, at, height, "#4a4132", 1.7)
}

/// A piece. Royal pieces have a striped base; a piece without a picture is its letter in a frame.
pub fn piece(variant: &Variant, pictures: &Pictures, id: TypeId, color: Color, at: Point) -> Group {
    let (fill, ink) = match color {
        Color::White => (PAPER, INK),
        Color::Black => (INK, PAPER),
    };
    let kind = variant.piece(id);
    let Picture {
        outline,
        lines,
        is_frame,
    } = pictures.of(id, color);
    let royal = kind.royalty.is_royal();
    let lines = format!("{lines}{}", if royal { STRIPE } else { "" });
    let scale = CELL * 0.92 / SIZE;
    let corner = (at.0 - scale * SIZE / 2.0, at.1 - scale * MIDDLE);
    let mut group = Group::new().set("transform", placed(corner, scale));
    for part in [&**outline, BASE] {
        group = group.add(stroke(part.to_owned(), INK, 3.6).set("fill", fill));
    }
    group = group.add(stroke(lines, ink, 3.0));
    if !*is_frame {
        return group;
    }
    match letter::base(kind.letter) {
        Some(capital) => {
            let plus = (LETTER.0 - 14.0, LETTER.1 - 6.0);
            let main = (LETTER.0 + 8.0, LETTER.1);
            let capital = capital.to_string();
            group
                .add(text("+", plus, 17.0, ink, 2.8))
                .add(text(&capital, main, 30.0, ink, 2.2))
        }
        None => group.add(text(&kind.letter.to_string(), LETTER, 34.0, ink, 2.2)),
    }
}

/// A platform: a piece of either side, or of the side `friend`.
pub fn screen(friend: Option<Color>, at: Point) -> Group {
    let fill = match friend {
        None => "#a9a9a9",
        Some(Color::White) => PAPER,
        Some(Color::Black) => INK,
    };
    let disc = ring(at, CELL * 0.36, fill, INK, 1.4);
    Group::new().add(disc.set("stroke-dasharray", "4 2.4"))
}

/// A square that must be empty.
pub fn lame(at: Point) -> Group {
    let half = CELL * 0.11;
    let data = format!(
        "M{} {}h{}v{}h{}z",
        number(at.0 - half),
        number(at.1 - half),
        number(2.0 * half),
        number(2.0 * half),
        number(-2.0 * half)
    );
    Group::new().add(stroke(data, GREY, 2.0).set("fill", PAPER))
}

/// A piece that is captured by a move that goes on.
pub fn victim(at: Point) -> Group {
    let ring = ring(at, CELL * 0.3, "none", RED, 2.4)
        .set("stroke-dasharray", "1 4")
        .set("stroke-linecap", "round");
    Group::new().add(ring)
}

fn cross((x, y): Point, half: f64) -> Path {
    let falling = polyline([(x - half, y - half), (x + half, y + half)]);
    let rising = polyline([(x + half, y - half), (x - half, y + half)]);
    stroke(falling + &rising, RED, 3.6)
}

/// A square standing on its corner.
fn diamond((x, y): Point, half: f64) -> Path {
    let corners = [(x, y - half), (x + half, y), (x, y + half), (x - half, y)];
    stroke(polyline(corners) + "Z", VIOLET, 1.8)
}

/// The sign of a move to a square.
pub fn mark(mark: &Mark, at: Point) -> Group {
    let mut group = Group::new();
    group = match mark.how {
        How::Hop => group.add(diamond(at, CELL * 0.38)),
        How::Locust => {
            let (top, side, bottom) = (CELL * 0.4, CELL * 0.37, at.1 + CELL * 0.26);
            let corners = [
                (at.0, at.1 - top),
                (at.0 + side, bottom),
                (at.0 - side, bottom),
            ];
            group.add(stroke(polyline(corners) + "Z", RED, 1.6))
        }
        How::Castling => {
            let side = CELL * 0.56;
            let frame = Rectangle::new()
                .set("x", number(at.0 - side / 2.0))
                .set("y", number(at.1 - side / 2.0))
                .set("width", number(side))
                .set("height", number(side))
                .set("rx", 3)
                .set("fill", "none")
                .set("stroke", BLUE)
                .set("stroke-width", 1.6);
            group.add(frame)
        }
        How::Leap | How::Slide | How::Lame => group,
    };
    if mark.first && mark.how != How::Castling {
        let ring = ring(at, CELL * 0.3, "none", INK, 1.4);
        group = group.add(ring.set("stroke-dasharray", "3.4 2.6"));
    }
    group = match (mark.rights.quiet, mark.rights.capture) {
        (true, true) => group.add(circle(at, CELL * 0.17).set("fill", GREEN)),
        (true, false) => group.add(ring(at, CELL * 0.14, PAPER, BLUE, 3.0)),
        (false, true) => group.add(cross(at, CELL * 0.14)),
        (false, false) => group,
    };
    if mark.rights.own {
        let half = CELL * 0.24;
        let data = format!(
            "M{} {}h{}M{} {}h{}",
            number(at.0 - half),
            number(at.1 - half),
            number(2.0 * half),
            number(at.0 - half),
            number(at.1 + half),
            number(2.0 * half)
        );
        group = group.add(stroke(data, RED, 2.4));
    }
    group
}

/// The path of a move other than a leap.
pub fn line(line: &Line, frame: Frame) -> Group {
    let points: Vec<Point> = line.points.iter().map(|&sq| frame.center(sq)).collect();
    let mut group = Group::new();
    let (Some(&last), Some(&before)) = (points.last(), points.iter().rev().nth(1)) else {
        return group;
    };
    let (dx, dy) = (last.0 - before.0, last.1 - before.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    // an arrow reaches the end of the square
    let reach = if line.goes_on { CELL * 0.36 } else { 0.0 };
    let tip = (last.0 + ux * reach, last.1 + uy * reach);
    let width = f64::from(frame.window.size().0) * CELL;
    let mut data = String::new();
    let mut last_x = f64::NAN;
    for &(x, y) in points.iter().chain([&tip]) {
        // a path round a cylinder leaves the board at one side and returns at the other
        let walks = (x - last_x).abs() * 2.0 <= width;
        let command = if walks { 'L' } else { 'M' };
        data += &format!("{command}{} {}", number(x), number(y));
        last_x = x;
    }
    let color = match line.how {
        How::Hop => VIOLET,
        How::Lame => GREY,
        How::Leap | How::Slide | How::Locust | How::Castling => GREEN,
    };
    let mut path = stroke(data, color, 2.6).set("stroke-opacity", 0.55);
    if line.how != How::Slide {
        path = path.set("stroke-dasharray", "1 5");
    }
    group = group.add(path);
    if line.goes_on {
        let (back, side) = (CELL * 0.16, CELL * 0.12);
        let base = (tip.0 - ux * back, tip.1 - uy * back);
        let left = (base.0 - uy * side, base.1 + ux * side);
        let right = (base.0 + uy * side, base.1 - ux * side);
        group = group.add(stroke(polyline([left, tip, right]), color, 2.6));
    }
    group
}
