//! Moves in the coordinate notation of the protocol.

use crate::board::Layout;
use crate::board::fen::piece_letter;
use crate::types::{Color, Move};

/// Writes a move as the protocol does: `e2e4`, `e7e8q`, gating `b1c3h`. Castling is the king's
/// move; castling that gates a piece on the partner's square is written partner takes king
/// (`h1e1h`); where it is no choice, castling that lets pieces in has the letter of the first one.
/// In games that are
/// shuffled castling is `O-O` and `O-O-O`, or king takes partner if it gates as well. A drop is the
/// letter of the piece and its square, `N@e4`. `color` is the side that makes the move.
pub fn format_move(layout: &Layout, mv: Move, color: Color) -> String {
    if let Some(id) = mv.dropped() {
        let letter = piece_letter(layout, Color::White, id);
        return format!("{letter}@{}", layout.square_name(mv.to()));
    }
    let (mut from, mut to) = (mv.from(), mv.to());
    let castling = layout.castling(color, mv);
    let shuffled = layout.variant.rules.shuffle.is_some();
    if let Some(castling) = castling.filter(|_| shuffled && mv.gated().is_none()) {
        // squares could mean a king's step as well
        let right = castling.corner.file() > castling.from.file();
        return if right { "O-O" } else { "O-O-O" }.to_owned();
    }
    match castling {
        Some(castling) if mv.gates_at_partner() && !layout.has_gates() => {
            (to, from) = (from, castling.corner)
        }
        Some(castling) if shuffled => to = castling.corner,
        _ => {}
    }
    let mut text = layout.square_name(from) + &layout.square_name(to);
    if let Some(id) = mv.promotion().or(mv.gated()) {
        text.push(piece_letter(layout, Color::Black, id));
    }
    text
}
