//! Moves in the coordinate notation of the protocol and in SAN, written and read.

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

/// How passing the turn is written.
const PASS: &str = "@@@@";

/// True if the piece that castles could go to that square by an ordinary move, so that the text of its
/// move would mean this one.
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

/// Writes a move as the protocol does: `e2e4`, `e7e8q`, `b1c3h` with the letter of a piece that comes
/// in. Castling is the king's move, or king takes partner where the king could go there by an ordinary
/// move as well; if something comes in on the partner's square it is written
/// partner takes king (`h1e1h`); where it is no choice, castling that lets pieces in has the letter
/// of the first one. A promotion to what has the same letter with a plus is written `7g7f+`, the way
/// back `7g7f-`. In games that are shuffled castling is `O-O` and `O-O-O`, or king takes partner
/// if it lets something in as well. A drop is the letter of the piece and its square, `N@e4`. Passing the
/// turn is `@@@@`. In a game with two boards every move has the letter of the piece on the board where it ends.
/// A move that sets up a wall goes on to it behind a comma, `e2e4,e4d5`. So does one that takes something on
/// its way from there, `e2e3,e3e4`.
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
        // squares could mean a king's step as well
        let right = castling.corner.file() > castling.from.file();
        return if right { "O-O" } else { "O-O-O" }.to_owned();
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

/// The sign of a promotion to the piece that has the same letter with a plus, or back from it.
fn turn(layout: &Layout, from: TypeId, to: Option<TypeId>) -> Option<char> {
    let [from, to] = [from, to?].map(|id| layout.variant.piece(id).letter);
    match () {
        () if letter::base(to) == Some(from) => Some('+'),
        () if letter::base(from) == Some(to) => Some('-'),
        () => None,
    }
}
