//! The board as a diagram: every square with what stands there, and the coordinates around it.

use crate::types::{Color, Square};
use crate::variant::{Placed, Variant};

/// The diagram of a position, a line for each rank from the top, then the letters of the files.
/// `shown` is the letter on a square, by file and rank from 0, in the case of its colour; a `.` is an
/// empty square and a `*` a hole.
pub fn diagram(variant: &Variant, shown: impl Fn(u8, u8) -> Option<char>) -> Vec<String> {
    let mut lines = Vec::with_capacity(usize::from(variant.ranks) + 1);
    for rank in (0..variant.ranks).rev() {
        let name = Square::at(0, rank).name(variant.ranks);
        let mut line = format!("{:>2}", &name[1..]);
        for file in 0..variant.files {
            let hole = variant.is_hole(file, rank);
            let nothing = if hole { '*' } else { '.' };
            line.push(' ');
            line.push(shown(file, rank).unwrap_or(nothing));
        }
        lines.push(line);
    }
    let files = (0..variant.files).map(|file| format!(" {}", char::from(b'a' + file)));
    lines.push(format!("  {}", files.collect::<String>()));
    lines
}

/// The diagram of the start position, before any shuffling.
pub(super) fn start(variant: &Variant) -> Vec<String> {
    let pieces = variant.start_pieces();
    let letter = |piece: &Placed| {
        let letter = variant.letter_on(variant.piece(piece.id).letter, piece.file);
        match piece.color {
            Color::White => letter,
            Color::Black => letter.to_ascii_lowercase(),
        }
    };
    diagram(variant, |file, rank| {
        let here = |piece: &&Placed| (variant.shown_file(piece.file), piece.rank) == (file, rank);
        pieces.iter().find(here).map(letter)
    })
}
