//! Piece lines and back ranks.

use super::{Pieces, moves};
use crate::types::{Color, MAX_TYPES, TypeId};
use crate::variant::ini::game_def::PieceDef;
use crate::variant::{MAX_VALUE, PieceType, Royalty, letter};

/// The value of an absolute royal.
const ABSOLUTE: i32 = -1;
/// Royals from this number on are subject to the duple check.
const FIRST_DUPLE: u8 = 8;

impl Pieces<'_> {
    pub(super) fn check_count(&mut self) {
        let pieces = &self.game.pieces;
        if pieces.len() < 2 {
            let message = "a variant needs at least its two pawns";
            let hint = "pieces 1 and 2 are white's and black's pawn";
            self.report.error(self.game.span, message, hint);
        }
        if let Some(extra) = pieces.get(MAX_TYPES) {
            let message = format!("this is piece number {}", MAX_TYPES + 1);
            let hint = format!("a variant has at most {MAX_TYPES} kinds of pieces");
            self.report.error(extra.letter.span, message, hint);
        }
    }

    pub(super) fn piece(&mut self, def: &PieceDef, id: TypeId) -> PieceType {
        let letter = def.letter;
        if !letter::is_letter(letter.value) {
            let message = format!("`{}` cannot stand for a piece", letter.value);
            let hint = "use a letter from A to Z";
            self.report.error(letter.span, message, hint);
        }
        let written = def.value.unwrap_or(0);
        if written.unsigned_abs() > MAX_VALUE.unsigned_abs() {
            let message = format!("a piece cannot have the value {written}");
            let hint = format!("values are centipawns, from -{MAX_VALUE} to {MAX_VALUE}");
            self.report.error(letter.span, message, hint);
        }
        let who = || format!("piece {} ({})", id.0, letter.value);
        match (def.moves.first(), def.immobile) {
            (None, false) => {
                let hint = "a dash instead of moves shows that this is intended";
                (self.report).warning(letter.span, format!("{} has no moves", who()), hint);
            }
            (Some(token), true) => {
                let message = format!("{} has a dash instead of moves, and moves", who());
                self.report.error(token.span, message, None);
            }
            _ => {}
        }
        let (royalty, value) = match written {
            ABSOLUTE => (Royalty::Absolute, 0),
            value if value < ABSOLUTE => {
                let duple = id.0 >= FIRST_DUPLE;
                (Royalty::Extinction { duple }, value.saturating_neg())
            }
            value => (Royalty::None, value),
        };
        PieceType {
            letter: letter.value.to_ascii_uppercase(),
            name: None,
            value,
            estimated: def.value.is_none(),
            centralised: letter.value.is_lowercase(),
            royalty,
            moves: self.moves(def, id),
            promoted_from: None,
            betza: moves::text(def),
        }
    }

    pub(super) fn back_rank(&mut self, color: Color) -> Vec<Option<TypeId>> {
        let count = self.game.pieces.len();
        let numbers = &self.game.back_ranks[color];
        if numbers.len() != usize::from(self.size.files) {
            let message = format!("{color}'s back rank is incomplete");
            self.report.error(self.game.span, message, None);
        }
        let mut rank = Vec::with_capacity(numbers.len());
        for number in numbers {
            let value = number.value as usize;
            if value > count {
                let message = format!("{color} has a piece number {value} without a piece line");
                let hint = format!("the variant has {count} piece lines");
                self.report.error(number.span, message, hint);
            }
            let id = u8::try_from(value).ok().filter(|&value| value > 0);
            rank.push(id.map(TypeId));
        }
        rank
    }
}
