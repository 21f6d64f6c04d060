//! What a game *is*: pieces, their moves, the start array and the rules, as declarative data.
//!
//! Loading has two steps here: text to [`GameDef`] (what the file says, with the place of every
//! word), then `GameDef` to [`Variant`] (checked meaning). The third, `Variant` to move tables,
//! belongs to [`crate::movegen`]. Nothing here knows boards in play. The magic values of the
//! fmax.ini format (a value of -2 on piece 3, values ending in 3, the name `seirawan`, ...) are
//! translated by this layer and known nowhere else.
//!
//! | module | owns |
//! |---|---|
//! | [`moves`] | how a piece moves, as data |
//! | [`rules`] | special rules: promotion, castling, hands, win conditions, a file each with its line in the ini file |
//! | [`ini`] | the reader of fmax.ini: lines, modes, diagnostics, the [`Library`] of games |
//! | [`betza`] | Betza notation, read and written |
//! | [`describe`] | a game in words |
//! | [`letter`] | the letters of pieces, with a plus or without |
//! | [`properties`] | what follows from how pieces move |
//! | [`setup`] | board, start array and start position |
//! | [`params`] | the weights of the evaluation, with what has been tuned |
//! | `fingerprint` | numbers by which what was learnt of a game is known to belong to it |

#[macro_use]
mod canonical;

pub mod betza;
pub mod describe;
mod fingerprint;
pub mod ini;
pub mod letter;
pub mod moves;
pub mod params;
pub mod piece;
pub mod properties;
pub mod rules;
pub mod setup;

use std::fmt;
use std::sync::Arc;

use crate::types::{ByColor, Color, Square, Step, TypeId, TypeSet};

pub use ini::diagnostic::{Diagnostic, Severity, Span, Spanned};
pub use ini::game_def::GameDef;
pub use ini::library::{Entry, FindError, Library, LoadError, Origin, ReadOptions, Selections};
pub use moves::{Condition, Leg, LegEnd, MoveDescriptor, MoveShape, Over, Platform, Rights};
pub use params::{Params, Term};
pub use piece::{MAX_VALUE, PieceType, Royalty};
pub use rules::Rules;
pub use rules::castling::Castling;
pub use rules::counting::{Counting, PieceLimit};
pub use rules::drops::{DropKind, Drops};
pub use rules::promotion::{PromotesTo, Promotion, PromotionChoices};
pub use rules::repetition::{MoveRule, Repetition};
pub use rules::shuffle::Shuffle;
pub use rules::win_conditions::{Stalemate, WinConditions};
pub use rules::zones::{Change, Zone, Zones};
pub use setup::{BoardError, Diagram, Placed, Start};

/// What is sent to the GUI when a game is selected, so that it can show it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuiInfo {
    /// The piece-to-character table of the `setup` command, if the GUI needs one.
    pub piece_to_char: Option<String>,
    /// The known variant whose rules the GUI shall use as a base.
    pub parent: Option<String>,
    /// `piece` commands, each `ID BETZA`.
    pub piece_lines: Vec<String>,
}

/// A net as it is written, shared by all copies of a game.
#[derive(Clone, PartialEq, Eq)]
pub struct NetBytes(pub Arc<[u8]>);

impl fmt::Debug for NetBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NetBytes({} bytes)", self.0.len())
    }
}

/// A game, checked and complete.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// Its name; the unnamed default game of a file is called `normal`.
    pub name: String,
    /// What the game is, in a line; perhaps empty.
    pub description: String,
    /// Width of the board, 1 to 16.
    pub files: u8,
    /// Height of the board, 1 to 16.
    pub ranks: u8,
    /// The piece types; `pieces[0]` is [`TypeId`] 1.
    pub pieces: Vec<PieceType>,
    /// So many of the types, the first ones, have a piece line in the file. Those behind follow from
    /// them: what moves the other way up the board in black's hands, and promoted pieces that a
    /// captor gets as pawns.
    pub written_types: u8,
    /// The back ranks in the start position, white's and black's, from the a-file.
    pub back_rank: ByColor<Vec<Option<TypeId>>>,
    /// The start position where it is not that of back ranks and pawns.
    pub start: Option<Start>,
    /// The name of another game of the same file, which programs mean by the name of this one that
    /// have another idea of how it is played.
    pub elsewhere: Option<String>,
    /// Everything that is not a move or a place.
    pub rules: Rules,
    /// What the terms of the evaluation are worth.
    pub params: Params,
    /// The net that corrects the evaluation, as a file has it (see [`ini::net_file`]); it is told to be
    /// for this game, and was not yet looked at.
    pub net: Option<NetBytes>,
    /// What the GUI needs to be told.
    pub gui: GuiInfo,
    /// Letters that are understood as another letter of this game: `(alias, letter)`, upper case.
    pub letter_aliases: Vec<(char, char)>,
}

// a net and a remembered game depend on the rules alone; letters count only through `kinds`
canonical!(struct Variant { files = 1, ranks = 2, back_rank = 3, start = 4, rules = 5, pieces = 6 } without {
    name, description, written_types, elsewhere, params, net, gui, letter_aliases
});

impl Variant {
    /// The piece type with a number.
    ///
    /// # Panics
    /// If the game has no such type; numbers come only from the game itself.
    pub fn piece(&self, id: TypeId) -> &PieceType {
        &self.pieces[id.index() - 1]
    }

    /// All types with their numbers.
    pub fn types(&self) -> impl Iterator<Item = (TypeId, &PieceType)> {
        self.pieces
            .iter()
            .enumerate()
            .map(|(i, piece)| (TypeId(i as u8 + 1), piece))
    }

    /// The type that a letter means for a colour: of several types that share it, white's is the
    /// first and black's the last. Case does not matter; aliases are understood. What is written with
    /// a plus is found by its [`letter`].
    pub fn type_by_letter(&self, letter: char, color: Color) -> Option<TypeId> {
        let letter = letter.to_ascii_uppercase();
        let find = |letter: char| {
            let mut same = self
                .types()
                .filter(|(_, piece)| piece.letter == letter && !piece.hides_promotion())
                .map(|(id, _)| id);
            match color {
                Color::White => same.next(),
                Color::Black => same.last(),
            }
        };
        find(letter).or_else(|| {
            let &(_, real) = self
                .letter_aliases
                .iter()
                .find(|(alias, _)| *alias == letter)?;
            find(real)
        })
    }

    /// True if a piece has a letter, which is a capital.
    pub fn has_letter(&self, letter: char) -> bool {
        self.pieces.iter().any(|piece| piece.letter == letter)
    }

    /// The type of pieces that look like this one but have been promoted, in games where that makes
    /// a difference; otherwise the type itself.
    pub fn promoted(&self, id: TypeId) -> TypeId {
        let piece = self.piece(id);
        self.types()
            .find(|(_, other)| {
                other.hides_promotion() && other.letter == piece.letter && other.is_twin_of(piece)
            })
            .map_or(id, |(promoted, _)| promoted)
    }

    /// The types of a kind: those with the letter of a type, promoted ones included.
    pub fn kind(&self, id: TypeId) -> TypeSet {
        let letter = self.piece(id).letter;
        let same = self.types().filter(|(_, piece)| piece.letter == letter);
        same.map(|(id, _)| id).collect()
    }

    /// The types of all kinds that some types belong to.
    pub fn kinds(&self, types: &[TypeId]) -> TypeSet {
        (types.iter()).fold(TypeSet::EMPTY, |kinds, &id| kinds | self.kind(id))
    }

    /// True for white and black if they begin with a royal, on the board or in hand: only then they
    /// need one.
    pub fn needs_royal(&self) -> ByColor<bool> {
        let start = self.start_pieces();
        ByColor::from_fn(|color| {
            let own = start.iter().filter(|piece| piece.color == color);
            let held = self.rules.hand[color].iter().map(|&(id, _)| id);
            let mut all = own.map(|piece| piece.id).chain(held);
            all.any(|id| self.piece(id).royalty.is_royal())
        })
    }

    /// The rank (0 is the first one) on which pawns of a colour start.
    pub fn pawn_rank(&self, color: Color) -> u8 {
        match color {
            Color::White => self.rules.pawn_rank - 1,
            Color::Black => self.ranks - self.rules.pawn_rank,
        }
    }

    /// The square one step away on the board of the game: a hole is not on it.
    pub fn step_from(&self, from: Square, step: Step, cylinder: bool) -> Option<Square> {
        let shown = Square::at(self.shown_file(from.file()), from.rank());
        let to = shown.offset(step, self.files, self.ranks, cylinder)?;
        let to = Square::at(to.file() + (from.file() - shown.file()), to.rank());
        (!self.is_hole(to.file(), to.rank())).then_some(to)
    }

    /// True if a type is the pawn of that colour (and so promotes and makes en-passant captures).
    pub fn is_pawn(&self, id: TypeId, color: Color) -> bool {
        id == TypeId::pawn(color)
    }
}
