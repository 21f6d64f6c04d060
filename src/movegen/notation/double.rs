//! Moves that capture on the way, written as two moves with a comma between: `e2e3,e3e4`.

use super::format_move;
use super::parse::{MoveError, Parser};
use crate::board::Position;
use crate::types::{Move, Square};

/// Writes a move that captures on the way; the letter of a promotion is at the end.
pub(super) fn format(pos: &Position, mv: Move, via: Square) -> String {
    let layout = pos.layout();
    let via = layout.square_name(via);
    let plain = Move::new(mv.from(), mv.to());
    let plain = mv.promotion().map_or(plain, |id| plain.promoting(id));
    let text = format_move(pos, plain);
    let from = layout.square_name(mv.from());
    format!(
        "{from}{via},{via}{}",
        text.strip_prefix(&from).unwrap_or(&text)
    )
}

impl Parser<'_> {
    /// The move that a text of two moves with a comma in between means. A single move may be written as two moves over
    /// an empty square. XBoard mistakes a black piece that goes to an empty square and back for castling, and sends
    /// `d6d6,e7c6`.
    pub(super) fn double(&self, text: &str) -> Result<Move, MoveError> {
        let layout = self.pos.layout();
        let square = |text| {
            let found = Square::parse_prefix(text, layout.files, layout.ranks);
            found.ok_or(MoveError::Malformed)
        };
        let (front, behind) = text.split_once(',').ok_or(MoveError::Malformed)?;
        let (from, rest) = square(front)?;
        let (via, rest) = square(rest)?;
        let (again, letter) = square(behind)?;
        let (to, letter) = square(letter)?;
        if !rest.is_empty() || again != via && via != from {
            return Err(MoveError::Malformed);
        }
        self.check_origin(from)?;
        let fits = |mv: &Move| (mv.from(), mv.to(), mv.via()) == (from, to, Some(via));
        let doubles: Vec<Move> = self.legal.iter().copied().filter(fits).collect();
        if !doubles.is_empty() {
            return self.with_suffix(&doubles, (from, to), letter);
        }
        let free = self.pos.piece_on(via).is_none();
        if via == from || free && from == to {
            let passes = |mv: &Move| mv.from() == from && self.pos.goes_out_and_back(*mv);
            let pass = self.legal.iter().copied().find(passes);
            return pass.ok_or(MoveError::Unreachable);
        }
        if free {
            let (from, to) = (layout.square_name(from), layout.square_name(to));
            return self.parse(&format!("{from}{to}{letter}"));
        }
        Err(self.why_no_double(fits))
    }

    /// The moves with these two squares that capture on the way, if they all capture on the same square and
    /// no other move goes there.
    pub(super) fn only_double(&self, from: Square, to: Square) -> Vec<Move> {
        let fits = |mv: &Move| (mv.from(), mv.to()) == (from, to) && mv.via().is_some();
        let doubles: Vec<Move> = self.legal.iter().copied().filter(fits).collect();
        let alike = doubles.iter().all(|mv| mv.via() == doubles[0].via());
        if doubles.is_empty() || !alike || from == to {
            return Vec::new();
        }
        if (self.pseudo_legal().into_iter()).any(|mv| self.goes(mv, from, to)) {
            Vec::new()
        } else {
            doubles
        }
    }

    fn why_no_double(&self, fits: impl Fn(&Move) -> bool) -> MoveError {
        let found = self.pseudo_legal().into_iter().find(fits);
        found.map_or(MoveError::Unreachable, |mv| {
            self.why_illegal(mv, MoveError::InCheck)
        })
    }
}
