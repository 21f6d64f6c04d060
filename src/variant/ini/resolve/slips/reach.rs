//! Piece lines shifted by an inserted line. Numbers count lines, so the back ranks then name other pieces, which shows
//! by unused or repeated pieces.
//!
//! These are slips:
//!
//! - A type that no player can ever have: it is in no start position or hand, no piece promotes to it or becomes it by
//!   a capture, and no other piece moves like it. It has a name or moves in Betza notation: files of Fairy-Max have
//!   lines of steps for other programs, or only to keep numbers in order. Pawns may be missing.
//! - An army that starts with several pieces of one type whose value is the mark -1 of a king, and no other royals.
//!   With two such types it is intended.

use super::Checks;
use crate::types::{Color, TypeId};
use crate::variant::Royalty;

/// The hint.
const HINT: &str = "the numbers of the back ranks count the piece lines from 1: a new line belongs \
                    behind the last one";

impl Checks<'_> {
    pub(super) fn reach(&mut self) {
        self.several_kings();
        let used = self.used_letters();
        for number in 1..=self.variant.written_types {
            let id = TypeId(number);
            let piece = self.variant.piece(id);
            let meant = piece.name.is_some() || piece.betza.is_some();
            let unused = meant && !id.is_pawn() && !used.contains(&piece.letter);
            if !unused {
                continue;
            }
            let message = format!(
                "no {} is ever on the board: it is in no back rank, and nothing is promoted to it",
                piece.written()
            );
            let span = self.def(id).letter.span;
            self.report.warning(span, message, HINT);
        }
    }

    /// The letters of the types that a player can have or that others move like. Types with the same letter belong to
    /// the other colour.
    fn used_letters(&self) -> Vec<char> {
        let rules = &self.variant.rules;
        let own = Color::ALL.map(|color| self.variant.types_of(color));
        let held = rules.hand.iter().flatten().map(|&(id, _)| id);
        let changes = rules.zones.changes.iter().chain(&rules.zones.lines);
        let effects = &rules.capture_effects;
        let becomes = effects.contagion.iter().chain(effects.recolour.iter());
        let used = (own.into_iter().flatten())
            .chain(held)
            .chain(changes.map(|change| change.like))
            .chain(becomes.flatten().map(|&(_, becomes)| becomes));
        used.map(|id| self.variant.piece(id).letter).collect()
    }

    fn several_kings(&mut self) {
        let start = self.variant.start_pieces();
        for color in Color::ALL {
            let own = start.iter().filter(|piece| piece.color == color);
            let own: Vec<TypeId> = own.map(|piece| piece.id).collect();
            let royalty = |id: TypeId| self.variant.piece(id).royalty;
            let mut royals = own.into_iter().filter(|&id| royalty(id).is_royal());
            let (Some(id), Some(second)) = (royals.next(), royals.next()) else {
                continue;
            };
            let one_kind = id == second && royals.all(|other| other == id);
            if royalty(id) != Royalty::Absolute || !one_kind {
                continue;
            }
            let ranks = self.game.back_ranks[color].iter();
            let number = u32::from(id.0);
            let second = ranks.filter(|place| place.value == number).nth(1);
            let span = second.map_or(self.game.span, |place| place.span);
            let letter = self.variant.piece(id).written();
            let message =
                format!("{color} begins with several {letter}: who loses one of them has lost");
            self.report.warning(span, message, HINT);
        }
    }
}
