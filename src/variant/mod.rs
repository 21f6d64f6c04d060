//! Variants as declarative data: pieces, their moves, the start position and the rules.
//!
//! Loading has two steps: text to [`GameDef`] (with the place of every word), then `GameDef` to [`Variant`] (checked).
//! [`crate::movegen`] compiles a `Variant` to move tables. Nothing here knows boards in play. The magic values of the
//! fmax.ini format (a value of -2 on piece 3, values ending in 3, the name `seirawan`, ...) are known only to this layer.
//!
//! | module | contents |
//! |---|---|
//! | [`moves`] | moves of pieces, as data |
//! | [`rules`] | special rules: promotion, castling, hands, win conditions, a file each with its line in the ini file |
//! | [`ini`] | the reader of fmax.ini: lines, modes, diagnostics, the [`Library`] of variants |
//! | [`betza`] | reading and writing Betza notation |
//! | [`describe`] | variants in words |
//! | [`letter`] | the letters of pieces, with or without a plus |
//! | [`properties`] | properties that follow from the moves of pieces |
//! | [`setup`] | board, start array and start position |
//! | [`params`] | the weights of the evaluation, tuned and default |
//! | `fingerprint` | fingerprints that tie nets and recorded games to a variant |

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
pub use ini::library::{Entry, FindError, Library, LoadError, Origin, Selections};
pub use ini::read_options::ReadOptions;
pub use moves::{Condition, Leg, LegEnd, MoveDescriptor, MoveShape, Over, Platform, Rights};
pub use params::{Params, Term};
pub use piece::{MAX_VALUE, PieceType, Royalty};
pub use rules::Rules;
pub use rules::castling::Castling;
pub use rules::counting::{Counting, PieceLimit};
pub use rules::drops::{DropKind, Drops};
pub use rules::pictures::{Drawing, GivenPicture};
pub use rules::promotion::{PromotesTo, Promotion, PromotionChoices};
pub use rules::repetition::{MoveRule, Repetition};
pub use rules::shuffle::Shuffle;
pub use rules::win_conditions::{Stalemate, WinConditions};
pub use rules::zones::{Change, Zone, Zones};
pub use setup::{BoardError, Diagram, Placed, Start};

/// Lines that the GUI needs to show a variant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GuiInfo {
    /// The piece-to-character table of the `setup` command, if the GUI needs one.
    pub piece_to_char: Option<String>,
    /// The known variant whose rules the GUI uses as a base.
    pub parent: Option<String>,
    /// `piece` commands, each `ID BETZA`.
    pub piece_lines: Vec<String>,
}

/// A trained net as it is in a [file](ini::net_file).
#[derive(Clone, PartialEq)]
pub struct EncodedNet {
    /// The weights of the evaluation that the net was trained with and is used with.
    pub params: Params,
    /// Shared by all copies of a variant.
    pub bytes: Arc<[u8]>,
}

impl EncodedNet {
    /// A net that was trained with the evaluation weights of this variant.
    pub fn new(variant: &Variant, bytes: impl Into<Arc<[u8]>>) -> Arc<EncodedNet> {
        Arc::new(EncodedNet {
            params: variant.params.clone(),
            bytes: bytes.into(),
        })
    }
}

impl fmt::Debug for EncodedNet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EncodedNet({} bytes)", self.bytes.len())
    }
}

/// A variant, checked and complete.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The name of the variant; `normal` for the unnamed default variant of a file.
    pub name: String,
    /// A description in one line; may be empty.
    pub description: String,
    /// The inventor, and perhaps the year.
    pub author: Option<String>,
    /// Width of the board, 1 to 16.
    pub files: u8,
    /// Height of the board, 1 to 16.
    pub ranks: u8,
    /// The piece types; `pieces[0]` is [`TypeId`] 1.
    pub pieces: Vec<PieceType>,
    /// Number of types with a piece line; they come first. The others are derived from them: mirrored types of Black, and
    /// promoted pieces that become pawns in a captor's hand.
    pub written_types: u8,
    /// The back ranks in the start position, from the a-file.
    pub back_rank: ByColor<Vec<Option<TypeId>>>,
    /// The start position, if it is not made of the back ranks and pawns.
    pub start: Option<Start>,
    /// Another variant of the file: the one that other programs mean by the name of this variant.
    pub elsewhere: Option<String>,
    /// The rules.
    pub rules: Rules,
    /// The weights of the evaluation.
    pub params: Params,
    /// The net that corrects or replaces the evaluation.
    pub net: Option<Arc<EncodedNet>>,
    /// Descriptions for the GUI.
    pub gui: GuiInfo,
    /// Aliases of letters: `(alias, letter)`, upper case.
    pub letter_aliases: Vec<(char, char)>,
    /// Pictures of pieces.
    pub pictures: Vec<GivenPicture>,
}

// a net and a remembered game depend on the rules alone; letters count only through `kinds`
canonical!(struct Variant { files = 1, ranks = 2, back_rank = 3, start = 4, rules = 5, pieces = 6 } without {
    name, description, author, written_types, elsewhere, params, net, gui, letter_aliases, pictures
});

impl Variant {
    /// The piece type with this number.
    ///
    /// # Panics
    /// If there is no such type; numbers come only from the variant itself.
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

    /// A table by type number, with `nothing` for number 0.
    pub fn by_type<T>(&self, nothing: T, of: impl FnMut(TypeId) -> T) -> Vec<T> {
        let types = self.types().map(|(id, _)| id);
        std::iter::once(nothing).chain(types.map(of)).collect()
    }

    /// The type that a letter means for a colour. If several types share the letter, White's is the first and Black's
    /// the last. Either case and aliases are accepted; a letter with a plus is a [`letter`] of its own.
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

    /// The promoted form of a type with the same letter, if it is a separate type; otherwise the type itself.
    pub fn promoted(&self, id: TypeId) -> TypeId {
        let piece = self.piece(id);
        self.types()
            .find(|(_, other)| {
                other.hides_promotion() && other.letter == piece.letter && other.is_twin_of(piece)
            })
            .map_or(id, |(promoted, _)| promoted)
    }

    /// The kind of a type: all types with its letter, promoted types included.
    pub fn kind(&self, id: TypeId) -> TypeSet {
        let letter = self.piece(id).letter;
        let same = self.types().filter(|(_, piece)| piece.letter == letter);
        same.map(|(id, _)| id).collect()
    }

    /// The kinds of several types, in one set.
    pub fn kinds(&self, types: &[TypeId]) -> TypeSet {
        (types.iter()).fold(TypeSet::EMPTY, |kinds, &id| kinds | self.kind(id))
    }

    /// Whether each side starts with a royal, on the board or in hand. Only such a side needs a royal.
    pub fn needs_royal(&self) -> ByColor<bool> {
        let start = self.start_pieces();
        ByColor::from_fn(|color| {
            let own = start.iter().filter(|piece| piece.color == color);
            let held = self.rules.hand[color].iter().map(|&(id, _)| id);
            let mut all = own.map(|piece| piece.id).chain(held);
            all.any(|id| self.is_royal(id))
        })
    }

    /// The rank (0 is the first one) on which pawns of a colour start.
    pub fn pawn_rank(&self, color: Color) -> u8 {
        match color {
            Color::White => self.rules.pawn_rank - 1,
            Color::Black => self.ranks - self.rules.pawn_rank,
        }
    }

    /// The rank in front of the pawn rank; it may be off the board.
    pub fn rank_beyond_start(&self, color: Color) -> u8 {
        match color {
            Color::White => self.pawn_rank(color) + 1,
            Color::Black => self.pawn_rank(color).wrapping_sub(1),
        }
    }

    /// The square one step away; `None` off the board and for holes.
    pub fn step_from(&self, from: Square, step: Step, cylinder: bool) -> Option<Square> {
        let shown = Square::at(self.shown_file(from.file()), from.rank());
        let to = shown.offset(step, self.files, self.ranks, cylinder)?;
        let to = Square::at(to.file() + (from.file() - shown.file()), to.rank());
        (!self.is_hole(to.file(), to.rank())).then_some(to)
    }

    /// The royal types.
    pub fn royals(&self) -> impl Iterator<Item = (TypeId, &PieceType)> {
        self.types().filter(|(_, piece)| piece.royalty.is_royal())
    }

    /// True if a type is royal.
    pub fn is_royal(&self, id: TypeId) -> bool {
        self.piece(id).royalty.is_royal()
    }

    /// True if a type is the pawn of that colour (and so promotes and makes en-passant captures).
    pub fn is_pawn(&self, id: TypeId, color: Color) -> bool {
        id == TypeId::pawn(color)
    }
}
