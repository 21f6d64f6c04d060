//! Writing standard algebraic notation (SAN).
//!
//! As in python-chess, for any variant: pieces of a kind are distinguished by the file, or else by the rank; only their
//! legal moves count. A move that decides the game by a rule has the mark of mate. A dropped pawn has its letter,
//! because XBoard needs it.

use super::{castling_text, format_move, letter_on_board, turn};
use crate::board::Position;
use crate::board::fen::piece_letter;
use crate::movegen::{GameEnd, MoveTables};
use crate::types::{Color, Move, TypeId};
use crate::variant::letter;

impl MoveTables {
    /// Writes a legal move; `None` if the text would not be read as this move.
    pub fn san(&self, pos: &Position, mv: Move) -> Option<String> {
        if mv.castling().is_some() && mv.piece_suffix().is_some() && !pos.layout().has_gates() {
            // SAN has no form for a gated piece and the square where it enters
            return None;
        }
        let text = self.san_without_mark(pos, mv);
        let marked = format!("{text}{}", self.san_mark(pos, mv));
        [marked, text]
            .into_iter()
            .find(|text| self.parse_san(pos, text) == Ok(mv))
    }

    fn san_without_mark(&self, pos: &Position, mv: Move) -> String {
        let layout = pos.layout();
        if mv.is_pass() {
            return "--".to_owned();
        }
        if mv.dropped().is_some() || mv.is_wall_alone() {
            return format_move(pos, mv);
        }
        let to = layout.square_name(mv.to());
        let wall = mv
            .wall()
            .map(|wall| format!(",{to}{}", layout.square_name(wall)));
        let wall = wall.unwrap_or_default();
        if let Some(castling) = layout.castling(pos.side(), mv) {
            return castling_text(castling).to_owned() + &wall;
        }
        let letter = shown(pos, mv);
        let pawn = pos.type_on(mv.from()) == TypeId::pawn(pos.side()) && letter == "P";
        let capture = pos.is_capture(mv) || pos.captures_own(mv);
        let via = mv.via().map(|via| format!("x{}", layout.square_name(via)));
        format!(
            "{}{}{}{}{}{}{wall}",
            if pawn { "" } else { &letter },
            self.san_origin(pos, mv, pawn && capture),
            via.as_deref().unwrap_or_default(),
            match (capture, via.is_some()) {
                // the piece on the way is captured; the mark shows whether a second piece is captured
                (_, true) if pos.piece_on(mv.to()).is_none() || mv.from() == mv.to() => "-",
                (true, _) => "x",
                (false, _) => "",
            },
            to,
            suffix(pos, mv)
        )
    }

    /// The file, the rank or the square that distinguishes the moving piece from others that could go there
    /// too. A pawn that captures always has its file.
    fn san_origin(&self, pos: &Position, mv: Move, with_file: bool) -> String {
        let layout = pos.layout();
        let arrival = |mv: Move| (layout.square_name(mv.to()), mv.via());
        let (letter, target) = (shown(pos, mv), arrival(mv));
        let rivals = self.legal(&mut pos.clone()).into_iter().filter(|&other| {
            let walks = other.dropped().is_none() && !other.is_pass() && other.castling().is_none();
            walks
                && other.from() != mv.from()
                && arrival(other) == target
                && shown(pos, other) == letter
        });
        let rivals: Vec<String> = rivals
            .map(|other| layout.square_name(other.from()))
            .collect();
        let name = layout.square_name(mv.from());
        let (file, rank) = name.split_at(1);
        if rivals.is_empty() && !with_file {
            String::new()
        } else if !rivals.iter().any(|rival| rival.starts_with(file)) {
            file.to_owned()
        } else if !with_file && !rivals.iter().any(|rival| rival[1..] == *rank) {
            rank.to_owned()
        } else {
            name
        }
    }

    /// `#` for a move that decides the game, `+` for a check. Where a plus means a promotion, checks are not
    /// marked.
    fn san_mark(&self, pos: &Position, mv: Move) -> &'static str {
        let mut after = pos.clone();
        self.make(&mut after, mv);
        let in_check = self.in_check(&after);
        let decided = match self.game_end(&after) {
            Some(end) => matches!(end, GameEnd::Win(..)),
            None => self.legal(&mut after).is_empty() && self.no_moves(&after, in_check).is_some(),
        };
        let types = &pos.layout().variant.pieces;
        let plus_promotes = types
            .iter()
            .any(|piece| letter::base(piece.letter).is_some());
        match (decided, in_check && !plus_promotes) {
            (true, _) => "#",
            (false, true) => "+",
            (false, false) => "",
        }
    }
}

/// The letter of the moving piece, upper case.
fn shown(pos: &Position, mv: Move) -> String {
    let letter = pos.shown_letter(pos.layout().shown(mv.from()));
    letter.unwrap_or_default().to_ascii_uppercase()
}

/// The promotion, or the piece gated on the origin.
fn suffix(pos: &Position, mv: Move) -> String {
    let layout = pos.layout();
    if let Some(sign) = turn(layout, pos.type_on(mv.from()), mv.promotion()) {
        return sign.to_string();
    }
    let Some(id) = mv.piece_suffix() else {
        return String::new();
    };
    let sign = if mv.promotion().is_some() { '=' } else { '/' };
    let letter = letter_on_board(pos, mv)
        .map_or_else(|| piece_letter(layout, Color::White, id), letter::text);
    format!("{sign}{}", letter.to_ascii_uppercase())
}
