//! Reading standard algebraic notation (SAN), in any variant.
//!
//! This only finds the origin of the move; the rest is read as coordinates.

use super::parse::{MoveError, with_plus, without_marks};
use crate::board::Position;
use crate::movegen::MoveTables;
use crate::types::{Move, Square, TypeId};
use crate::variant::letter;

/// The parts of a SAN move.
#[derive(Debug)]
struct San<'a> {
    /// The letter of the piece; none for the pawn.
    letter: Option<char>,
    /// A file, a rank or both that distinguish the piece from others of its kind.
    origin: &'a str,
    to: Square,
    /// The square of a capture on the way (`Lxe5-e4`).
    via: Option<Square>,
    /// The promotion, or the gated piece.
    suffix: &'a str,
    /// The wall, with the comma before it.
    wall: &'a str,
}

impl MoveTables {
    /// Finds the legal move that a text means, in SAN or as [`MoveTables::parse_move`] reads it. If a text has both
    /// meanings (`B1c3`), it is SAN if the piece is in upper case. A dropped pawn may have no letter (`@e4`).
    ///
    /// # Errors
    /// Why the text is not a legal move, or is ambiguous.
    pub fn parse_san(&self, pos: &Position, text: &str) -> Result<Move, MoveError> {
        if let Some(text) = with_plus(text) {
            // the plus is not a check, but a promotion
            let promotes = |mv: &Move| mv.promotion().is_some();
            let san = || self.find(pos, &San::split(pos, &text)?).ok();
            let found = self.parse_move(pos, &text).ok().or_else(san);
            if let Some(mv) = found.filter(promotes) {
                return Ok(mv);
            }
        }
        let text = without_marks(text);
        if text.starts_with('@') && !text.starts_with("@@") {
            return self.parse_move(pos, &format!("P{text}"));
        }
        let san = San::split(pos, text).map(|san| self.find(pos, &san));
        match san {
            Some(Ok(mv)) if text.starts_with(|c: char| c.is_ascii_uppercase()) => Ok(mv),
            san => match (self.parse_move(pos, text), san) {
                (Err(MoveError::Malformed), Some(san)) => san,
                (plain, _) => plain,
            },
        }
    }

    /// True if a text has the form of a piece move in SAN, legal or not.
    pub fn has_form_of_san(&self, pos: &Position, text: &str) -> bool {
        San::split(pos, without_marks(text)).is_some()
    }

    /// The move of the only piece that fits the text.
    fn find(&self, pos: &Position, san: &San<'_>) -> Result<Move, MoveError> {
        let layout = pos.layout();
        let to = layout.square_name(san.to);
        let fits = |mv: &Move| {
            mv.dropped().is_none()
                && !mv.is_pass()
                && mv.castling().is_none()
                && layout.square_name(mv.to()) == to
                && mv.via() == san.via
                && san.names(pos, mv.from())
        };
        let legal = self.legal(&mut pos.clone());
        let mut from: Vec<Square> = legal
            .iter()
            .filter(|mv| fits(mv))
            .map(|mv| mv.from())
            .collect();
        from.sort_by_key(|sq| sq.index());
        from.dedup();
        let squares: Vec<String> = from.iter().map(|&sq| layout.square_name(sq)).collect();
        match &squares[..] {
            // no piece fits: reading the move as coordinates gives the reason
            [] => Err(self.why_none(pos, san)),
            [from] => self.parse_move(pos, &san.from(pos, from)),
            _ => Err(MoveError::Ambiguous(squares.join(" and "))),
        }
    }

    /// Why no piece can make the move: the reason for the first piece that fits.
    fn why_none(&self, pos: &Position, san: &San<'_>) -> MoveError {
        let layout = pos.layout();
        // `e2c` looks like a move in coordinates whose last rank is missing
        let is_short = san.letter.is_none()
            && san.origin.is_empty()
            && san.suffix.starts_with(|c: char| c.is_ascii_lowercase());
        let mut why = if is_short {
            MoveError::Malformed
        } else {
            MoveError::Unreachable
        };
        for sq in layout.squares().filter(|&sq| san.names(pos, sq)) {
            let text = san.from(pos, &layout.square_name(sq));
            match self.parse_move(pos, &text) {
                Err(MoveError::Unreachable) | Ok(_) => {}
                Err(error) => why = error,
            }
        }
        why
    }
}

impl<'a> San<'a> {
    /// Splits a text; `None` if it does not have the form of SAN.
    fn split(pos: &Position, text: &'a str) -> Option<San<'a>> {
        let layout = pos.layout();
        let (text, wall) = text.split_at(text.find(',').unwrap_or(text.len()));
        let (letter, rest) = match text.chars().next()? {
            c if c.is_ascii_uppercase() => (Some(c), &text[1..]),
            '+' => {
                let letter = text[1..].chars().next().filter(char::is_ascii_uppercase)?;
                (letter::promoted(letter), &text[2..])
            }
            _ => (None, text),
        };
        // the target is the last square
        let square = |at: usize| {
            let tail = (rest.get(at..)).filter(|tail| !tail.starts_with(char::is_uppercase))?;
            let (sq, suffix) = Square::parse_prefix(tail, layout.files, layout.ranks)?;
            let suffix = suffix.trim_start_matches(['=', '/']);
            (suffix.chars().count() <= 1).then_some((at, sq, suffix))
        };
        let (at, to, suffix) = (0..rest.len()).rev().find_map(square)?;
        let origin = &rest[..at];
        let origin = origin.strip_suffix(['x', '-', ':']).unwrap_or(origin);
        let (origin, via) = San::split_via(pos, origin).unwrap_or((origin, None));
        // a file, a rank, or both
        let rank = origin.trim_start_matches(|c: char| c.is_ascii_lowercase());
        let is_origin = origin.len() - rank.len() <= 1 && rank.bytes().all(|c| c.is_ascii_digit());
        is_origin.then_some(San {
            letter,
            origin,
            to,
            via,
            suffix,
            wall,
        })
    }

    /// Splits the text before the target into the origin and the square of a capture on the way.
    fn split_via<'t>(pos: &Position, text: &'t str) -> Option<(&'t str, Option<Square>)> {
        let layout = pos.layout();
        let (origin, via) = text.rsplit_once('x')?;
        let (via, _) = Square::parse_prefix(via, layout.files, layout.ranks)
            .filter(|(_, rest)| rest.is_empty() && layout.variant.has_double_moves())?;
        Some((origin, Some(via)))
    }

    /// The move as coordinates, from a given origin.
    fn from(&self, pos: &Position, from: &str) -> String {
        let (to, via) = (pos.layout().square_name(self.to), self.via);
        let via = via.map(|sq| pos.layout().square_name(sq));
        let via = via.map_or(String::new(), |via| format!("{via},{via}"));
        format!("{from}{via}{to}{}{}", self.suffix, self.wall)
    }

    /// True if a piece of the side to move on a square fits the text.
    fn names(&self, pos: &Position, from: Square) -> bool {
        let layout = pos.layout();
        let Some((_, id)) = pos.piece_on(from).filter(|&(color, _)| color == pos.side()) else {
            return false;
        };
        let right_kind = match self.letter {
            None => id == TypeId::pawn(pos.side()),
            Some(letter) => {
                let named = layout.piece_shown(letter, pos.side(), layout.shown(from));
                named.is_some_and(|(named, _)| layout.variant.kind(named).contains(id))
            }
        };
        let name = layout.square_name(from);
        let (file, rank) = name.split_at(1);
        let right_place = [name.as_str(), file, rank, ""].contains(&self.origin);
        right_kind && right_place
    }
}
