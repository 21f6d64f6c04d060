//! Reading and writing moves: the coordinate notation of the protocols, and SAN.

mod double;
mod parse;
mod san;
mod write_san;

use super::rules::{letter_on_board, partner_form};
use crate::board::fen::piece_letter;
use crate::board::{Castling, Layout, Position};
use crate::types::{Color, Move, Step, TypeId};
use crate::variant::{LegEnd, MoveDescriptor, letter};

pub use parse::{MoveError, without_marks};

/// The text of a pass.
const PASS: &str = "@@@@";

/// True if the castling piece also has an ordinary move to its castling target: both would have the same text.
fn is_a_step(pos: &Position, castling: &Castling) -> bool {
    let files = castling.to.file() as i8 - castling.from.file() as i8;
    let v = &pos.layout().variant;
    let moves = &v.piece(pos.type_on(castling.from)).moves;
    let mut legs = moves.iter().filter_map(MoveDescriptor::plain_leg);
    legs.any(|leg| {
        let Step {
            files: step, ranks, ..
        } = leg.step;
        let far = match leg.end {
            LegEnd::Steps(steps) => steps,
            _ => u8::MAX,
        };
        leg.rights.quiet
            && ranks == 0
            && step != 0
            && files % step == 0
            && (1..=i16::from(far)).contains(&i16::from(files / step))
    })
}

/// Writes a move as the protocol does: `e2e4`, `e7e8q`, `b1c3h` with the letter of a gated piece. Castling is the
/// king's move, or king takes partner if the king also has an ordinary move to the same square. Gating on the
/// partner's square is written partner takes king (`h1e1h`); castling with forced gating has the letter of the first
/// gated piece. A promotion to the piece that has the same letter with a plus is `7g7f+`, the way back is `7g7f-`. In
/// shuffled variants castling is `O-O` and `O-O-O`, or king takes partner if it gates a piece. A drop is `N@e4`, a
/// pass `@@@@`. With two boards every move has the letter of the piece on the board where it ends. A wall follows a
/// comma as a move from the target: `e2e4,e4d5`. The second part of a move that captures on the way also follows a
/// comma: `e2e3,e3e4`.
pub fn format_move(pos: &Position, mv: Move) -> String {
    let layout = pos.layout();
    if mv.is_pass() {
        return PASS.to_owned();
    }
    if let Some(wall) = mv.wall() {
        let (to, wall) = (layout.square_name(mv.to()), layout.square_name(wall));
        return format!("{},{to}{wall}", format_move(pos, mv.without_wall()));
    }
    if let Some(via) = mv.via() {
        return double::format(pos, mv, via);
    }
    if let Some(id) = mv.dropped() {
        let letter = piece_letter(layout, Color::White, id);
        return format!("{letter}@{}", layout.square_name(mv.to()));
    }
    let (mut from, mut to) = (mv.from(), mv.to());
    let castling = layout.castling(pos.side(), mv);
    let shuffled = layout.variant.rules.shuffle.is_some();
    if let Some(castling) = castling.filter(|_| shuffled && mv.piece_suffix().is_none()) {
        // the king's square could mean an ordinary move
        return castling_text(castling).to_owned();
    }
    if let Some(castling) = castling {
        match partner_form(layout, mv, castling) {
            Some(squares) => [from, to] = squares,
            None if shuffled || is_a_step(pos, castling) => to = castling.corner,
            None => {}
        }
    }
    let text = layout.square_name(from) + &layout.square_name(to);
    let here = letter_on_board(pos, mv).map(|letter| letter.to_ascii_lowercase().to_string());
    let brought = || match turn(layout, pos.type_on(mv.from()), mv.promotion()) {
        Some(sign) => Some(sign.to_string()),
        None => Some(piece_letter(layout, Color::Black, mv.piece_suffix()?)),
    };
    text + &here.or_else(brought).unwrap_or_default()
}

/// Castling in SAN.
fn castling_text(castling: &Castling) -> &'static str {
    if castling.is_right() { "O-O" } else { "O-O-O" }
}

/// The sign of a promotion to the piece that has the same letter and a plus (`+`), or back (`-`).
fn turn(layout: &Layout, from: TypeId, to: Option<TypeId>) -> Option<char> {
    let [from, to] = [from, to?].map(|id| layout.variant.piece(id).letter);
    match () {
        () if letter::base(to) == Some(from) => Some('+'),
        () if letter::base(from) == Some(to) => Some('-'),
        () => None,
    }
}
