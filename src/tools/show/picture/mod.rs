//! Pictures of boards, pieces and moves, as SVG and as PNG.
//!
//! | file | owns |
//! |---|---|
//! | `alphabet` | letters as strokes |
//! | `board` | squares, edges, zones, coordinates |
//! | `marks` | pieces, and the signs of their moves |
//! | `png` | SVG to PNG |
//!
//! Everything is drawn with paths, so that no font is needed. Every sign differs from the others in shape as well as in
//! colour, for black-and-white prints and colour-blind readers.

mod alphabet;
mod board;
mod marks;
mod png;

use svg::Document;
use svg::node::element::{Group, Title};

use super::legend::Sign;
use super::reach::{How, Line, Mark as Reached, Window};
use super::sheet::player;
use super::view::View;
use crate::board::Position;
use crate::ruleset::Ruleset;
use crate::types::{Color, Square, TypeId};
use crate::variant::describe::Mark;
use crate::variant::describe::pictures::Pictures;
use crate::variant::{Rights, Variant, letter};

pub use png::png;

/// The side of a square, in the units of the pictures.
pub const CELL: f64 = 40.0;

/// Where squares are in a picture.
#[derive(Clone, Copy, Debug)]
struct Frame {
    window: Window,
    /// The room to the left of the squares, and the room above them.
    origin: (f64, f64),
}

impl Frame {
    /// The middle of a square.
    fn center(&self, sq: Square) -> (f64, f64) {
        let (x, y) = self.corner(sq.file(), sq.rank());
        (x + CELL / 2.0, y + CELL / 2.0)
    }

    /// The upper left corner of a square.
    fn corner(&self, file: u8, rank: u8) -> (f64, f64) {
        let column = f64::from(file) - f64::from(self.window.files.0);
        let row = f64::from(self.window.ranks.1) - f64::from(rank);
        (self.origin.0 + column * CELL, self.origin.1 + row * CELL)
    }
}

/// An empty picture of this size.
fn document(width: f64, height: f64, title: &str) -> Document {
    Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("role", "img")
        .add(Title::new(title))
}

/// The room for coordinates.
const RIM: f64 = 23.0;
/// The room around a drawing without coordinates.
const EDGE: f64 = 4.0;

/// The start position.
pub fn setup(rules: &Ruleset, pictures: &Pictures) -> Document {
    let title = format!("Start position of {}", rules.variant().name);
    position(&rules.start(), pictures, &title)
}

/// A position, with pieces in hand and pieces that wait to be gated.
pub fn position(pos: &Position, pictures: &Pictures, title: &str) -> Document {
    let variant = &pos.layout().variant;
    let window = Window::whole(variant);
    let (files, ranks) = window.size();
    let (width, height) = (f64::from(files) * CELL, f64::from(ranks) * CELL);
    let held = [Color::Black, Color::White].map(|color| held(pos, color));
    let room = |pieces: &[(f64, TypeId, u8)]| if pieces.is_empty() { 0.0 } else { CELL + 6.0 };
    let (above, below) = (room(&held[0]), room(&held[1]));
    let boards: u8 = if variant.has_two_boards() { 2 } else { 1 };
    let total = f64::from(boards) * (width + RIM + EDGE);
    let mut picture = document(total, above + height + RIM + EDGE + below, title);
    for board in 0..boards {
        let left = RIM + f64::from(board) * (width + RIM + EDGE);
        let frame = Frame {
            window,
            origin: (left, above + EDGE),
        };
        picture = picture.add(board::board(variant, frame, (true, true)));
        let mut pieces = Group::new();
        for wall in pos.walls().filter(|_| board == 0) {
            pieces = pieces.add(board::wall(frame, wall));
        }
        for sq in variant
            .squares()
            .filter(|sq| (sq.file() >= variant.files) == (board == 1))
        {
            if let Some((color, id)) = pos.piece_on(sq) {
                let at = frame.center(pos.layout().shown(sq));
                pieces = pieces.add(marks::piece(variant, pictures, id, color, at));
            }
        }
        picture = picture.add(pieces);
    }
    let rows = [
        (0.0, Color::Black),
        (above + height + RIM + EDGE, Color::White),
    ];
    for ((top, color), pieces) in rows.into_iter().zip(held) {
        for (column, id, count) in pieces {
            let at = (RIM + column * CELL + CELL / 2.0, top + CELL / 2.0 + 2.0);
            picture = picture.add(marks::piece(variant, pictures, id, color, at));
            if count > 1 {
                let place = (at.0 + CELL * 0.36, at.1 + CELL * 0.3);
                picture = picture.add(marks::label(&count.to_string(), place, 10.0));
            }
        }
    }
    picture
}

/// The pieces of a colour that are off the board: for each the column in the picture, the type and the number.
fn held(pos: &Position, color: Color) -> Vec<(f64, TypeId, u8)> {
    let variant = &pos.layout().variant;
    let gates: Vec<(Square, TypeId)> = variant.gates(color).collect();
    let (mut column, mut pieces) = (0.0, Vec::new());
    let counts = variant.types().map(|(id, _)| (id, pos.in_hand(color, id)));
    for (id, count) in counts.filter(|(_, count)| *count > 0) {
        if let Some((sq, _)) = gates.iter().find(|(_, other)| *other == id) {
            pieces.push((f64::from(sq.file()), id, count));
        } else {
            pieces.push((column, id, count));
            column += 1.4;
        }
    }
    pieces
}

/// The moves of a piece on a part of the board.
pub fn view(variant: &Variant, pictures: &Pictures, view: &View, title: &str) -> Document {
    let (files, ranks) = view.window.size();
    let rim = if view.named { RIM } else { EDGE };
    let frame = Frame {
        window: view.window,
        origin: (rim, EDGE),
    };
    let width = f64::from(files) * CELL + rim + EDGE;
    let height = f64::from(ranks) * CELL + rim + EDGE;
    let mut picture =
        document(width, height, title).add(board::board(variant, frame, (view.named, view.zoned)));
    for line in &view.reach.lines {
        picture = picture.add(marks::line(line, frame));
    }
    for &sq in &view.reach.lame {
        picture = picture.add(marks::lame(frame.center(sq)));
    }
    for screen in &view.reach.screens {
        let friend = screen.friend.then_some(view.color);
        picture = picture.add(marks::screen(friend, frame.center(screen.sq)));
    }
    for mark in &view.reach.marks {
        picture = picture.add(marks::mark(mark, frame.center(mark.sq)));
    }
    for &sq in &view.reach.victims {
        picture = picture.add(marks::victim(frame.center(sq)));
    }
    for &(sq, id) in view.others.iter().chain([&(view.from, view.id)]) {
        let at = frame.center(sq);
        picture = picture.add(marks::piece(variant, pictures, id, view.color, at));
    }
    picture
}

pub fn piece(variant: &Variant, pictures: &Pictures, id: TypeId, color: Color) -> Document {
    let (owner, letter) = (player(color), letter::text(variant.piece(id).letter));
    let title = format!("{owner}'s {letter}");
    let middle = (CELL / 2.0, CELL / 2.0);
    document(CELL, CELL, &title).add(marks::piece(variant, pictures, id, color, middle))
}

/// A picture of a single sign, for a legend.
pub fn sign(sign: Sign) -> Document {
    let middle = (CELL / 2.0, CELL / 2.0);
    let square = board::square(0.0, 0.0, true);
    document(CELL, CELL, sign.meaning())
        .add(square)
        .add(example(sign, middle))
}

/// A picture of the mark of a zone, for a legend.
pub fn zone(mark: Mark, meaning: &str) -> Document {
    let square = board::square(0.0, 0.0, true);
    document(CELL, CELL, meaning)
        .add(square)
        .add(board::sign(mark))
}

/// A sign, drawn with its middle at this point.
fn example(sign: Sign, at: (f64, f64)) -> Group {
    let own = Rights {
        own: true,
        ..Rights::BOTH
    };
    let mark = |rights, how, first| {
        marks::mark(
            &Reached {
                sq: Square::at(0, 0),
                rights,
                how,
                first,
                goes_on: false,
            },
            at,
        )
    };
    let line = |goes_on| {
        let line = Line {
            points: vec![Square::at(0, 0), Square::at(1, 0)],
            how: How::Slide,
            first: false,
            goes_on,
        };
        let window = Window {
            files: (0, 1),
            ranks: (0, 0),
        };
        // a line across the whole square, or a line with its arrow at the end of the square
        let left = if goes_on { 1.42 } else { 1.0 };
        let origin = (at.0 - CELL * left, at.1 - CELL / 2.0);
        marks::line(&line, Frame { window, origin })
    };
    match sign {
        Sign::Both => mark(Rights::BOTH, How::Leap, false),
        Sign::Move => mark(Rights::QUIET, How::Leap, false),
        Sign::Capture => mark(Rights::CAPTURE, How::Leap, false),
        Sign::Own => mark(own, How::Leap, false),
        Sign::First => mark(Rights::QUIET, How::Leap, true),
        Sign::Slide => line(false).add(mark(Rights::BOTH, How::Slide, false)),
        Sign::GoesOn => line(true),
        Sign::Lame => marks::lame(at),
        Sign::Hop => mark(Rights::CAPTURE, How::Hop, false),
        Sign::Screen => marks::screen(None, at),
        Sign::FriendlyScreen => marks::screen(Some(Color::White), at),
        Sign::Victim => marks::victim(at),
        Sign::Locust => mark(Rights::QUIET, How::Locust, false),
        Sign::Castling => mark(Rights::QUIET, How::Castling, true),
    }
}
