//! Errors and warnings about texts in Betza notation.

use std::fmt;

/// An error in a text in Betza notation, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetzaError {
    /// The position of the wrong character, counted from 0.
    pub at: usize,
    /// The kind of error.
    pub kind: BetzaErrorKind,
}

impl fmt::Display for BetzaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl std::error::Error for BetzaError {}

/// Kinds of errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BetzaErrorKind {
    /// A character without a meaning.
    Unknown(char),
    /// A capital that is not an atom.
    UnknownAtom(char),
    /// An empty text.
    Empty,
    /// Prefixes without an atom; the last prefix.
    NoAtom(char),
    /// An ordinary word, perhaps the name of a piece.
    Word,
    /// A number that does not follow an atom.
    StrayNumber,
    /// A number that is not a range.
    Range,
    /// A letter in the wrong place.
    Misplaced(char),
    /// A letter that may occur only once in a leg.
    Twice(char),
    /// Directions that mean something else when other letters separate them.
    Parted(char, char),
    /// `h` on an oblique leap without a side.
    HalfOf,
    /// Modes that exclude each other.
    Contradiction(char, char),
    /// A mode without rules in this program.
    Unsupported(char),
    /// A mode without rules in this program, on a leg on the way.
    UnsupportedOnTheWay(char),
    /// A lame king step, which has no square between.
    LameStep,
    /// En passant by a piece other than a pawn.
    NoPawn,
    /// En passant without other captures.
    OnlyEnPassant,
    /// A move from one rank beyond the start by a piece other than a pawn.
    NoPawnBeyond,
    /// Some legs go round the cylinder, others do not.
    HalfCylinder,
    /// A pawn passes more squares than can be stored.
    LongPush(usize),
    /// Castling without `i`, without a number, with several legs, vertical, with modes, or twice to the same square.
    Castling,
    /// A `t` without captures.
    OnlyTame,
    /// The text has no moves.
    NoMove,
    /// The text has too many different paths.
    TooMany(usize),
}

impl BetzaErrorKind {
    /// The error at a character.
    pub fn at(self, at: usize) -> BetzaError {
        BetzaError { at, kind: self }
    }

    /// How to mend the error.
    pub fn hint(&self) -> String {
        match self {
            BetzaErrorKind::Unknown('[' | ']' | '?' | '-') => {
                "there are no brackets here: the legs of a move are joined by a, as in FyafsF for [F?R]"
            }
            BetzaErrorKind::Unknown(_) | BetzaErrorKind::UnknownAtom(_) => {
                "the capitals are W F D N A H C Z G, K R B Q and O, with small letters before them"
            }
            BetzaErrorKind::Empty => "as in WN, a step straight or a knight's leap",
            BetzaErrorKind::NoAtom(_) => {
                "small letters say how the piece makes the move of the capital behind them, as in fmW"
            }
            // the sub-command is not in every build
            BetzaErrorKind::Word if cfg!(feature = "tools") => {
                "moves are capitals such as W, N or R, with small letters before them; `fmax new --list` \
                 shows the moves of named pieces"
            }
            BetzaErrorKind::Word => {
                "moves are capitals such as W, N or R, with small letters before them"
            }
            BetzaErrorKind::StrayNumber => "a number goes behind a capital, as in R4",
            BetzaErrorKind::Range => "a range has one or two digits, 0 is without limit",
            BetzaErrorKind::Misplaced('y') => "y changes what follows: it stands on a leg before the last",
            BetzaErrorKind::Misplaced('i') => "behind an a, i is for a leg as long as the ride before it",
            BetzaErrorKind::Misplaced(_) | BetzaErrorKind::Twice(_) => {
                "before a capital stand i, directions (f b l r v s h) and modes (m c d e t p g o y n j), in \
                 any order; then a with the next leg"
            }
            BetzaErrorKind::Parted(..) => {
                "write the directions (f b l r v s h) side by side, before or behind the modes \
                 (m c d e t p g o y n j)"
            }
            BetzaErrorKind::HalfOf => "write hr or hl for the right or left half of the eight directions",
            BetzaErrorKind::Contradiction(..) => "leave one of them out",
            BetzaErrorKind::OnlyTame => "by ct the captures give no check",
            BetzaErrorKind::Unsupported('d') => "pawns do not capture their friends",
            BetzaErrorKind::Unsupported(_) => "what pawns may capture they give check to",
            BetzaErrorKind::UnsupportedOnTheWay(_) => {
                "what is captured on the way is captured by the first of two legs, one step long, as in caK or mcabK"
            }
            BetzaErrorKind::LameStep => "n is for leaps of two or three squares, as in nN",
            BetzaErrorKind::NoPawn => "only types 1 and 2 capture en passant",
            BetzaErrorKind::OnlyEnPassant => "write ce",
            BetzaErrorKind::NoPawnBeyond => "ii is for types 1 and 2",
            BetzaErrorKind::HalfCylinder => "write o on all legs or on none",
            BetzaErrorKind::LongPush(_) => "write a range, as in ifmW6",
            BetzaErrorKind::Castling => "castling is written isO2, irO3 and so on, with j before O for each \
                                  square that the partner stands in from the edge",
            BetzaErrorKind::NoMove => {
                "a hopper has to go on behind its platform (pR, gQ, pW3), and a range must be longer \
                 than what is skipped"
            }
            BetzaErrorKind::TooMany(_) => "limit the range of the legs on the way",
        }
        .to_owned()
    }
}

impl fmt::Display for BetzaErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BetzaErrorKind::Unknown(c) => write!(f, "`{c}` means nothing in Betza notation"),
            BetzaErrorKind::UnknownAtom(c) => write!(f, "no move is called `{c}`"),
            BetzaErrorKind::Empty => f.write_str("there is no move"),
            BetzaErrorKind::NoAtom(c) => {
                write!(f, "behind `{c}` a capital such as W or N is missing")
            }
            BetzaErrorKind::Word => f.write_str("this is a word, no move"),
            BetzaErrorKind::StrayNumber => f.write_str("this number stands behind no capital"),
            BetzaErrorKind::Range => f.write_str("this number is no range"),
            BetzaErrorKind::Misplaced(c) => write!(f, "`{c}` cannot stand here"),
            BetzaErrorKind::Twice(c) => write!(f, "`{c}` stands here once too often"),
            BetzaErrorKind::Parted(a, b) => {
                write!(
                    f,
                    "`{a}` and `{b}` mean one thing together and another one apart"
                )
            }
            BetzaErrorKind::HalfOf => f.write_str("`h` needs a side"),
            BetzaErrorKind::Contradiction(a, b) => write!(f, "`{a}` and `{b}` exclude each other"),
            BetzaErrorKind::Unsupported(c) => write!(f, "`{c}` is not supported"),
            BetzaErrorKind::UnsupportedOnTheWay(c) => {
                write!(f, "`{c}` is not supported before the last leg")
            }
            BetzaErrorKind::LameStep => f.write_str("no square lies between neighbours"),
            BetzaErrorKind::NoPawn => f.write_str("this piece does not capture en passant"),
            BetzaErrorKind::OnlyEnPassant => f.write_str("a pawn cannot capture en passant only"),
            BetzaErrorKind::NoPawnBeyond => f.write_str("this piece has no rank where it starts"),
            BetzaErrorKind::HalfCylinder => f.write_str("only some legs go round the edge"),
            BetzaErrorKind::LongPush(most) => {
                write!(f, "a pawn cannot pass more than {most} squares at once")
            }
            BetzaErrorKind::Castling => f.write_str("this castling is not understood"),
            BetzaErrorKind::OnlyTame => {
                f.write_str("`t` is for captures, and there are none of enemies")
            }
            BetzaErrorKind::NoMove => f.write_str("this names no move"),
            BetzaErrorKind::TooMany(most) => {
                write!(f, "this comes to more than {most} different paths")
            }
        }
    }
}

/// Warnings about valid texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetzaWarning {
    /// An atom that XBoard reads as another atom.
    Swapped(char, char),
    /// XBoard does not read all legs.
    LongChain,
    /// A path that returns to its start square; the path ends there.
    ComesHome,
    /// A doubled atom; the second has no effect, but in older texts it means a rider.
    Twice(char),
}

impl fmt::Display for BetzaWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BetzaWarning::Swapped(letter, atom) => {
                write!(
                    f,
                    "`{letter}` is read as {atom}, but XBoard reads something else"
                )
            }
            BetzaWarning::LongChain => {
                write!(
                    f,
                    "XBoard reads only {} characters behind an `a`",
                    super::LONGEST_CHAIN
                )
            }
            BetzaWarning::ComesHome => f.write_str(
                "this path can come back to where it began; it ends there, but goes on in XBoard",
            ),
            BetzaWarning::Twice(atom) => write!(
                f,
                "`{atom}{atom}` is the same as `{atom}`; `{atom}0` goes on as long as it can"
            ),
        }
    }
}
