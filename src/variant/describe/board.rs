//! The board as a diagram, with coordinates.

use crate::variant::{Placed, Variant, letter};

/// The diagram of a position: a line for each rank from the top, then the letters of the files. The lowest rank has the
/// number `first`. `shown` is the letter on a square, by file and rank from 0, in the case of its colour and perhaps
/// with a plus, which takes the blank before the square; `.` is an empty square and `*` a hole.
pub fn diagram(
    variant: &Variant,
    first: u8,
    shown: impl Fn(u8, u8) -> Option<String>,
) -> Vec<String> {
    let mut lines = Vec::with_capacity(usize::from(variant.ranks) + 1);
    for rank in (0..variant.ranks).rev() {
        let mut line = format!("{:>2}", rank + first);
        for file in 0..variant.files {
            let hole = variant.is_hole(file, rank);
            let nothing = if hole { "*" } else { "." };
            let shown = shown(file, rank).unwrap_or_else(|| nothing.to_owned());
            line += &format!("{shown:>2}");
        }
        lines.push(line);
    }
    let files = (0..variant.files).map(|file| format!(" {}", char::from(b'a' + file)));
    lines.push(format!("  {}", files.collect::<String>()));
    lines
}

/// The diagram of the start position, before any shuffling, with ranks counted from 1.
pub(super) fn start(variant: &Variant) -> Vec<String> {
    let pieces = variant.start_pieces();
    let letter = |piece: &Placed| {
        let letter = variant.letter_on(variant.piece(piece.id).letter, piece.file);
        letter::colored(letter, piece.color)
    };
    diagram(variant, 1, |file, rank| {
        let here = |piece: &&Placed| (variant.shown_file(piece.file), piece.rank) == (file, rank);
        pieces.iter().find(here).map(letter)
    })
}
