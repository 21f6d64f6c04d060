//! The contents of a square, in a byte.

use crate::types::Color;

/// What stands on a square, as the position stores it: 0 for empty, otherwise the colour in the
/// top two bits (so that one AND answers "own piece?") and the piece's slot below.
pub type Cell = u8;

/// The empty cell.
pub const EMPTY: Cell = 0;

/// The cell of a wall: neither empty nor a piece.
pub const WALL: Cell = 1;

/// True if a cell has a piece.
#[inline]
pub const fn is_piece(cell: Cell) -> bool {
    cell != EMPTY && cell != WALL
}

/// The bit that marks the cells of a colour.
#[inline]
pub const fn color_bit(color: Color) -> Cell {
    match color {
        Color::White => 0x40,
        Color::Black => 0x80,
    }
}

/// The colour of the piece in a cell.
#[inline]
pub const fn owner(cell: Cell) -> Color {
    match cell & color_bit(Color::White) {
        0 => Color::Black,
        _ => Color::White,
    }
}
