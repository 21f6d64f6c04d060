//! One game as a file writes it down, with the place of every word: what
//! [`read`](super::source::read) yields and [`resolve`](super::resolve) gives a meaning.

use std::fmt;

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
    /// The codes of the further steps that are written out; without `repeat` at most one.
    pub further: Vec<i32>,
    /// An asterisk ends the move: its steps follow each other for ever.
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
    /// Betza notation, for all the moves it names.
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
    /// The value as written, negative for royals; `None` if it is to be estimated.
    pub value: Option<i32>,
    /// The moves.
    pub moves: Vec<Spanned<MoveToken>>,
    /// A dash stands for them: it is meant to have none.
    pub immobile: bool,
    /// Nothing stands where the value belongs, not even a question mark.
    pub unvalued: bool,
}

/// A line `Word: values` below the pieces.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleLine {
    /// The word before the colon.
    pub word: Spanned<String>,
    /// The blank-separated words behind it.
    pub values: Vec<Spanned<String>>,
}

/// A line of the form of a rule line behind the end of its game.
#[derive(Clone, Debug, PartialEq)]
pub struct DroppedRule {
    /// The line.
    pub rule: RuleLine,
    /// Which line ended the game, from 1.
    pub end: u32,
    /// That line is blank.
    pub blank: bool,
}

/// One game as the file says it.
///
/// When [`GameDef::diagnostics`] holds an error, reading stopped there and the rest is missing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameDef {
    /// Where the game begins.
    pub span: Span,
    /// Its lines, with those of the description.
    pub text: String,
    /// Its name; the default game of a file has none.
    pub name: Option<Spanned<String>>,
    /// The `//` line directly above the game, and those that it goes on from, as one.
    pub description: Option<Spanned<String>>,
    /// The piece-to-character table for the GUI.
    pub piece_to_char: Option<Spanned<String>>,
    /// The parent variant for the GUI.
    pub parent: Option<Spanned<String>>,
    /// The board.
    pub size: Option<Spanned<BoardSize>>,
    /// The number behind the `=` of the board size.
    pub zone: Option<Spanned<i32>>,
    /// The piece numbers on white's and black's back rank.
    pub back_ranks: ByColor<Vec<Spanned<u32>>>,
    /// The piece lines.
    pub pieces: Vec<PieceDef>,
    /// The `# ID BETZA` lines, without the `#`.
    pub piece_commands: Vec<Spanned<String>>,
    /// The rule lines.
    pub rules: Vec<RuleLine>,
    /// The line that ends the game, where no blank one does.
    pub stop: Option<Spanned<String>>,
    /// Lines of the form of rule lines that come too late.
    pub dropped_rules: Vec<DroppedRule>,
    /// What is wrong with the text of this game.
    pub diagnostics: Vec<Diagnostic>,
}

impl GameDef {
    /// The value that the file gives a piece, if there is one.
    pub fn raw_value(&self, id: TypeId) -> Option<i32> {
        self.pieces.get(id.index().checked_sub(1)?)?.value
    }
}
