//! Royals that face each other on an open file (or rank).

use crate::board::Position;
use crate::board::cell::EMPTY;
use crate::types::{Color, Square};

/// True if two royals of different colours stand on one file, or on one rank if `on_ranks`, with only empty squares
/// between them.
#[inline(never)]
pub(super) fn do_face(pos: &Position, on_ranks: bool) -> bool {
    let royals = |color: Color| {
        let royals = pos.pieces_in(color, pos.royals(color));
        royals.map(|(sq, _)| sq)
    };
    royals(Color::White).any(|a| {
        royals(Color::Black).any(|b| is_open(pos, a, b) && (on_ranks || a.file() == b.file()))
    })
}

/// True if two squares are on one file or rank, and all squares between them are empty.
fn is_open(pos: &Position, a: Square, b: Square) -> bool {
    let range = |one: u8, other: u8| one.min(other)..=one.max(other);
    let free = |sq: Square| {
        let hole = pos.layout().variant.is_hole(sq.file(), sq.rank());
        sq == a || sq == b || pos.cell(sq) == EMPTY && !hole
    };
    let mut ranks = range(a.rank(), b.rank());
    (a.file() == b.file() || a.rank() == b.rank())
        && ranks.all(|rank| range(a.file(), b.file()).all(|file| free(Square::at(file, rank))))
}
