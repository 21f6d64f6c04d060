//! A variant as written in a file, with the place of every word. [`read`](super::source::read) produces it, and
//! [`resolve`](super::resolve) interprets it.

use std::fmt;
use std::ops::Range;

use crate::types::{ByColor, TypeId};
use crate::variant::{Diagnostic, Span, Spanned};

/// The size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSize {
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
}

/// One move of a piece line, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveDef {
    /// The step code.
    pub step: i32,
    /// The mode bits.
    pub mode: u32,
    /// The codes of further steps; without `repeat` at most one.
    pub further: Vec<i32>,
    /// An asterisk ends the move: its steps alternate for ever.
    pub repeat: bool,
}

impl fmt::Display for MoveDef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{:X}", self.step, self.mode)?;
        for step in &self.further {
            write!(f, ",{step}")?;
        }
        f.write_str(if self.repeat { "*" } else { "" })
    }
}

/// One move token of a piece line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveToken {
    /// Steps and a mode.
    Steps(MoveDef),
    /// Betza notation.
    Betza(String),
}

impl fmt::Display for MoveToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveToken::Steps(def) => def.fmt(f),
            MoveToken::Betza(text) => f.write_str(text),
        }
    }
}

/// One piece line.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceDef {
    /// The letter, in the case in which it is written.
    pub letter: Spanned<char>,
    /// The value as written, negative for royals; `None` if it must be estimated.
    pub value: Option<i32>,
    /// The moves.
    pub moves: Vec<Spanned<MoveToken>>,
    /// A dash states that the piece has no moves.
    pub immobile: bool,
    /// The value is missing, without even a question mark.
    pub unvalued: bool,
}

/// A line `Word: values` below the pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleLine {
    /// The word before the colon.
    pub word: Spanned<String>,
    /// The words after the colon.
    pub values: Vec<Spanned<String>>,
}

/// A line with the form of a rule line after the end of its variant.
#[derive(Clone, Debug, PartialEq)]
pub struct DroppedRule {
    /// The line.
    pub rule: RuleLine,
    /// The number of the line that ended the variant, from 1.
    pub end: u32,
    /// The line that ended the variant is blank.
    pub blank: bool,
}

/// A variant as written in a file.
///
/// If [`GameDef::diagnostics`] has an error, reading stopped there and the rest is missing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameDef {
    /// The place where the variant starts in the file.
    pub span: Span,
    /// The lines of the variant, with those of its description.
    pub lines: Range<usize>,
    /// The name of the variant; the default variant of a file has no name.
    pub name: Option<Spanned<String>>,
    /// The comment directly above the variant, which may have several lines.
    pub description: Option<Spanned<String>>,
    /// The piece-to-character table for the GUI.
    pub piece_to_char: Option<Spanned<String>>,
    /// The parent variant for the GUI.
    pub parent: Option<Spanned<String>>,
    /// The board.
    pub size: Option<Spanned<BoardSize>>,
    /// The number after the `=` of the board size.
    pub zone: Option<Spanned<i32>>,
    /// The piece numbers on white's and black's back rank.
    pub back_ranks: ByColor<Vec<Spanned<u32>>>,
    /// The piece lines.
    pub pieces: Vec<PieceDef>,
    /// The `# ID BETZA` lines, without the `#`.
    pub piece_commands: Vec<Spanned<String>>,
    /// The rule lines.
    pub rules: Vec<RuleLine>,
    /// The line that ends the variant, unless it is blank.
    pub stop: Option<Spanned<String>>,
    /// Rule lines that come too late.
    pub dropped_rules: Vec<DroppedRule>,
    /// Errors and warnings about the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl GameDef {
    /// The value of a piece in the file, if it has one.
    pub fn raw_value(&self, id: TypeId) -> Option<i32> {
        self.pieces.get(id.index().checked_sub(1)?)?.value
    }
}
