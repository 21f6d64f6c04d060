//! The moves of a piece line, in steps and modes or in Betza notation.
//!
//! A text in Betza notation serves both colours, as each owner sees the board. A type belongs to no colour, so a piece
//! that moves unlike its mirror image becomes two types: the type of the file and a second type for Black.

use super::Pieces;
use crate::types::{ByColor, Color, MAX_TYPES, Step, TypeId};
use crate::variant::betza::{self, Context};
use crate::variant::ini::game_def::{BoardSize, MoveDef, MoveToken, PieceDef};
use crate::variant::ini::limits::{MAX_BETZA, MAX_MOVES};
use crate::variant::ini::mode;
use crate::variant::rules;
use crate::variant::{MoveDescriptor, MoveShape, PieceType, Span};

/// A type that is mirrored for Black.
#[derive(Clone, Debug)]
pub(super) struct Mirrored {
    /// The type of the file, which becomes White's.
    pub(super) id: TypeId,
    /// Black's type.
    pub(super) twin: TypeId,
    moves: Vec<MoveDescriptor>,
}

impl Pieces<'_> {
    /// All moves of a piece.
    pub(super) fn moves(&mut self, def: &PieceDef, id: TypeId) -> Vec<MoveDescriptor> {
        let context = mode::Context {
            pawn: id.is_pawn(),
            alternators: self.alternators,
        };
        let mut moves = Vec::with_capacity(def.moves.len());
        for entry in &def.moves {
            let decoded = match &entry.value {
                MoveToken::Betza(text) => self.betza(text, entry.span, id),
                MoveToken::Steps(steps) => self.steps(steps, entry.span, context),
            };
            if !decoded.is_empty() && !decoded.iter().any(|m| fits(m, self.size)) {
                let BoardSize { files, ranks } = self.size;
                let text = format!(
                    "move {}: it always leaves a board of {files}x{ranks}",
                    entry.value
                );
                self.report.warning(entry.span, text, None);
            }
            moves.extend(decoded);
            if moves.len() > MAX_MOVES {
                let message = format!("a piece has at most {MAX_MOVES} moves");
                self.report.error(entry.span, message, None);
                moves.truncate(MAX_MOVES);
                break;
            }
        }
        moves
    }

    fn steps(
        &mut self,
        steps: &MoveDef,
        span: Span,
        context: mode::Context,
    ) -> Vec<MoveDescriptor> {
        let at = |text: &dyn std::fmt::Display| format!("move {steps}: {text}");
        match mode::decode(steps, context) {
            Ok(decoded) => {
                for warning in &decoded.warnings {
                    self.report.warning(span, at(warning), None);
                }
                decoded.moves
            }
            Err(error) => {
                let hint = Some(error.hint().to_owned());
                self.report.error(span, at(&error), hint);
                Vec::new()
            }
        }
    }

    /// The moves of a token of a piece line.
    fn betza(&mut self, text: &str, span: Span, id: TypeId) -> Vec<MoveDescriptor> {
        let pawn = Color::ALL
            .into_iter()
            .find(|&color| TypeId::pawn(color) == id);
        let context = Context {
            pawn: pawn.is_some(),
            side: self.size.files.max(self.size.ranks),
        };
        let at = |offset: usize| Span {
            column: span.column + offset as u32,
            ..span
        };
        if text.len() > MAX_BETZA {
            let message = format!("a word in Betza notation has at most {MAX_BETZA} characters");
            self.report.error(span, message, None);
            return Vec::new();
        }
        let reading = match betza::read(text, context) {
            Ok(reading) => reading,
            Err(error) => {
                let message = format!("move {text}: {error}");
                self.report.error(at(error.at), message, error.kind.hint());
                return Vec::new();
            }
        };
        for (offset, warning) in &reading.warnings {
            self.report
                .warning(at(*offset), format!("move {text}: {warning}"), None);
        }
        if let Some(color) = pawn {
            self.note_en_passant(color, reading.en_passant, text, span);
        }
        let [white, black] = self.owners(id);
        if !black {
            return reading.moves;
        }
        let mirror = reading.moves.iter().map(MoveDescriptor::turned).collect();
        if !white {
            return mirror;
        }
        if !reading.moves.iter().all(|m| mirror.contains(m)) {
            self.mirror(id, &reading.moves, mirror);
        }
        reading.moves
    }

    /// The colours that can have a type: a colour that starts with the type, or for which the type's letter means it.
    fn owners(&self, id: TypeId) -> [bool; 2] {
        if id.is_pawn() {
            return [id == TypeId::WHITE_PAWN, id == TypeId::BLACK_PAWN];
        }
        Color::ALL.map(|color| self.starts_with(id, color) || self.letter_means(color, id))
    }

    fn starts_with(&self, id: TypeId, color: Color) -> bool {
        let numbers = &self.game.back_ranks[color];
        numbers.iter().any(|number| number.value == u32::from(id.0))
    }

    /// True if the letter of a type means that type for a colour.
    fn letter_means(&self, color: Color, id: TypeId) -> bool {
        let pieces = &self.game.pieces;
        let letter = pieces[id.index() - 1].letter.value;
        let same = |piece: &PieceDef| piece.letter.value.eq_ignore_ascii_case(&letter);
        let found = match color {
            Color::White => pieces.iter().position(same),
            Color::Black => pieces.iter().rposition(same),
        };
        found == Some(id.index() - 1)
    }

    /// Records that Black's piece of a type moves differently. `own`: some of White's moves, `mirror`: the same moves
    /// as Black has them.
    fn mirror(&mut self, id: TypeId, own: &[MoveDescriptor], mirror: Vec<MoveDescriptor>) {
        let known = self.mirrored.iter().position(|m| m.id == id);
        let index = known.unwrap_or_else(|| {
            let twin = TypeId(0);
            let moves = Vec::new();
            self.mirrored.push(Mirrored { id, twin, moves });
            self.mirrored.len() - 1
        });
        // the moves are stored in pairs, which are exchanged when all moves of the piece are known
        let moves = &mut self.mirrored[index].moves;
        for (a, b) in own.iter().zip(mirror) {
            moves.push(a.clone());
            moves.push(b);
        }
    }

    /// Adds a mirrored type for each type that needs one, and gives it to Black.
    pub(super) fn add_mirrored(
        &mut self,
        pieces: &mut Vec<PieceType>,
        back_rank: &mut [Option<TypeId>],
    ) {
        for index in 0..self.mirrored.len() {
            let id = self.mirrored[index].id;
            let letter = self.game.pieces[id.index() - 1].letter;
            let name = letter.value;
            let complaint = if pieces.len() >= MAX_TYPES {
                Some(format!("black's {name} is one kind of piece too many"))
            } else if !self.letter_means(Color::Black, id) {
                Some(format!(
                    "black starts with a {name} that moves unlike white's, but its letter means another \
                     piece"
                ))
            } else if rules::is_one_type_for_both(self.game, id) {
                Some(format!(
                    "both sides need the same {name}, but this one moves unlike its mirror image"
                ))
            } else {
                None
            };
            if let Some(message) = complaint {
                let hint = "give the two pieces letters and lines of their own";
                self.report.error(letter.span, message, hint);
                continue;
            }
            let Some(original) = pieces.get(id.index() - 1) else {
                continue;
            };
            let twin = TypeId(pieces.len() as u8 + 1);
            let pairs = &self.mirrored[index].moves;
            let exchange = |m: &MoveDescriptor| {
                let pair = pairs.chunks_exact(2).find(|pair| pair[0] == *m);
                pair.map_or_else(|| m.clone(), |pair| pair[1].clone())
            };
            let moves = original.moves.iter().map(exchange).collect();
            let piece = PieceType {
                moves,
                ..original.clone()
            };
            pieces.push(piece);
            self.mirrored[index].twin = twin;
            for place in back_rank.iter_mut().filter(|place| **place == Some(id)) {
                *place = Some(twin);
            }
        }
    }

    /// Records whether a pawn captures en passant. `takes`: whether some captures of a text are also en passant, and
    /// whether some are not.
    fn note_en_passant(&mut self, color: Color, takes: [bool; 2], text: &str, span: Span) {
        let before = self.takes_en_passant[color];
        let some = takes[0] || before == Some(true);
        if some && (takes[1] || before == Some(false)) {
            let message = format!("move {text}: if one capture of a pawn is en passant, all are");
            let hint = "write ce for all captures";
            self.report.warning(span, message, hint);
        }
        if takes != [false, false] {
            self.takes_en_passant[color] = Some(some);
        }
    }
}

/// The text of a piece whose moves are all in Betza notation, in XBoard's letters and order.
pub(super) fn text(def: &PieceDef) -> Option<String> {
    let texts: Option<Vec<&str>> = (def.moves.iter())
        .map(|token| match &token.value {
            MoveToken::Betza(text) => Some(text.as_str()),
            MoveToken::Steps(_) => None,
        })
        .collect();
    betza::for_xboard(&texts?.concat())
}

/// If a pawn's notation has no en-passant capture, the other pawn's first moves allow none.
pub(super) fn settle_en_passant(pieces: &mut [PieceType], takes: ByColor<Option<bool>>) {
    for color in Color::ALL {
        if takes[color] == Some(false)
            && let Some(other) = pieces.get_mut(TypeId::pawn(color.other()).index() - 1)
        {
            other.moves.iter_mut().for_each(|m| m.en_passant = false);
        }
    }
}

/// True if a move can stay on the board.
fn fits(descriptor: &MoveDescriptor, size: BoardSize) -> bool {
    let fits = |files: i32, ranks: i32| {
        (descriptor.cylinder || files.unsigned_abs() < u32::from(size.files))
            && ranks.unsigned_abs() < u32::from(size.ranks)
    };
    let step_fits = |step: Step| fits(step.files.into(), step.ranks.into());
    match &descriptor.shape {
        MoveShape::Path { legs, .. } => legs.first().is_some_and(|leg| step_fits(leg.step)),
        MoveShape::MultiPath { twice, once, .. } => {
            let sum = |twice: i8, once: i8| 2 * i32::from(twice) + i32::from(once);
            fits(sum(twice.files, once.files), sum(twice.ranks, once.ranks))
        }
        MoveShape::Double { first, .. } => step_fits(*first),
        MoveShape::Castling { files, .. } => fits(i32::from(*files), 0),
    }
}
