//! The rules of a game beyond how its pieces move: each a named field, translated once at load.

pub mod alice;
pub mod shuffle;
pub mod win_conditions;
pub mod zones;

use super::{Shuffle, WinConditions, Zones};
use crate::types::{ByColor, Color, TypeId};

/// How pawns promote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Promotion {
    /// What they become.
    pub to: PromotesTo,
    /// How many ranks at the far end promote a pawn that reaches them.
    pub ranks: u8,
    /// Before the last rank a pawn may stay a pawn.
    pub optional: bool,
    /// A pawn becomes only what its side has lost a piece of: of each type there are never more
    /// than at the start. While there is no choice the last rank is barred to pawns.
    pub captured: bool,
    /// Before the last rank only a pawn that does not capture is promoted.
    pub quiet: bool,
}

/// What a pawn becomes in the promotion zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PromotesTo {
    /// The player chooses among these, the default choice first; white's and black's choices.
    Choice(ByColor<PromotionChoices>),
    /// It becomes the piece that belongs to the file, indexed by file from 0, white's and black's.
    /// Without a piece for a file the pawn stays a pawn there.
    ByFile(ByColor<Vec<Option<TypeId>>>),
}

/// The promotion choices of one colour.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PromotionChoices {
    /// What is chosen when the player names nothing. `None`: pawns of this colour never promote.
    pub default: Option<TypeId>,
    /// Everything a player may choose, the default first.
    pub accepted: Vec<TypeId>,
    /// The choices worth searching: `accepted` without twins (pieces that are alike in all but
    /// name).
    pub distinct: Vec<TypeId>,
}

/// What is special about castling and the other first moves of royals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Castling {
    /// The type that white's and black's pieces castle with: the nearest one on the way. `None`:
    /// whatever starts in the corner.
    pub partner: ByColor<Option<TypeId>>,
    /// A royal in check may not make a first-move leap (a move other than castling that only a
    /// virgin royal has).
    pub no_leap_in_check: bool,
    /// A virgin royal loses its first-move rights when an enemy piece of this type moves to where
    /// it would attack it on an empty board.
    pub leap_aim: Option<TypeId>,
}

/// Pieces in hand that come in where another one leaves its first square.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gating {
    /// Pieces each side starts with in hand and may place on the square that a virgin non-pawn
    /// leaves (Seirawan gating).
    pub types: Vec<TypeId>,
    /// White's and black's gates: there a piece of the hand comes in as soon as it can, and is lost
    /// with the piece in front of it. No type waits at two gates of a colour, none can be dropped.
    pub gates: ByColor<Vec<Gate>>,
}

/// When moves without capture or pawn move make a draw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveRule {
    /// So many moves of each side, where the game has a number of its own. `None`: the user decides.
    pub limit: Option<u32>,
    /// Checks and the answers to them do not count.
    pub without_checks: bool,
}

/// Where a piece waits off the board: it comes in on the square in front of it, when the piece that
/// begins there leaves for the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gate {
    /// The file, from 0; the square is the one on the owner's first rank.
    pub file: u8,
    /// What waits there.
    pub id: TypeId,
}

/// Pieces in hand that can be put on empty squares instead of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drops {
    /// What white and black may drop.
    pub kinds: ByColor<Vec<DropKind>>,
    /// Captured pieces go to the captor's hand if they can be dropped from there; otherwise they
    /// are gone, and so are all in games where hands are never filled up.
    pub captures: bool,
}

/// A type that can be dropped, and what is not allowed in that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DropKind {
    /// The type in hand, which is the one on the board.
    pub id: TypeId,
    /// The first and the last rank where it may be dropped, counted from 1 on the owner's side.
    pub ranks: (u8, u8),
    /// It may not be dropped on a file where the owner has one of the type already.
    pub one_per_file: bool,
    /// A drop of it must not be mate.
    pub no_mate: bool,
}

/// Who loses by a repetition; otherwise it is a draw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repetition {
    /// A side that gives check with every move of the repetition, unless the other one does as
    /// well.
    pub perpetual_check_loses: bool,
    /// A side that attacks the same piece with every move, likewise.
    pub perpetual_chase_loses: bool,
    /// Attacker and victim: attacks that are chases even if the victim is protected.
    pub always_chased: Vec<(TypeId, TypeId)>,
}

/// How long a side may be hunted that has little left: the counting rules of Makruk and its
/// relatives.
///
/// A side that is to move can begin to count if the other side has more than its king, and the game
/// is drawn when the other side has made as many moves as the limit says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counting {
    /// The limit of a side that has more than its king.
    pub board_limit: Option<u16>,
    /// That side has at most so many men, the king included.
    pub board_men: u8,
    /// It may begin while there are pawns on the board.
    pub board_with_pawns: bool,
    /// Limits of a side with nothing but its king, on a board without pawns; the first one that
    /// fits what the other side has.
    pub piece_limits: Vec<PieceLimit>,
    /// The limit if none fits.
    pub bare_limit: Option<u16>,
    /// The count of a side with nothing but its king begins with the number of men on the board,
    /// not with 0.
    pub from_men: bool,
}

/// A limit that depends on what the hunter has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceLimit {
    /// Types that count together.
    pub types: Vec<TypeId>,
    /// So many of them at least.
    pub count: u8,
    /// The limit, in moves of each side.
    pub moves: u16,
}

/// The rules of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The rank on which pawns start, counted from the own side, 1 = the back rank.
    pub pawn_rank: u8,
    /// How pawns promote.
    pub promotion: Promotion,
    /// What is special about castling and the other first moves of royals.
    pub castling: Castling,
    /// Parts of the board that are special.
    pub zones: Zones,
    /// What decides the game besides the loss of a royal, and what must be captured.
    pub win: WinConditions,
    /// When moves without capture or pawn move make a draw.
    pub move_rule: MoveRule,
    /// Who loses when positions come back.
    pub repetition: Repetition,
    /// The counting rules, for those who want to play by them.
    pub counting: Option<Counting>,
    /// Dropping of pieces in hand.
    pub drops: Option<Drops>,
    /// What white and black have in hand at the start.
    pub hand: ByColor<Vec<(TypeId, u8)>>,
    /// Pieces in hand that come in where another one leaves its first square.
    pub gating: Gating,
    /// The back ranks are shuffled before the game.
    pub shuffle: Option<Shuffle>,
    /// The game has a second board beyond the looking glass, and every move is followed by a step
    /// through it, to the same square of the other board: the letters of the pieces and what they
    /// are called there. Empty: there is one board.
    pub alice: Vec<(char, char)>,
}

impl Rules {
    /// True if a player could ever bring a piece of that type from the hand on the board.
    pub fn can_hold(&self, color: Color, id: TypeId) -> bool {
        let drops = self.drops.as_ref();
        let mut gates = self.gating.gates[color].iter();
        self.gating.types.contains(&id)
            || gates.any(|gate| gate.id == id)
            || drops.is_some_and(|drops| {
                let mut kinds = drops.kinds[color].iter();
                kinds.any(|kind| kind.id == id)
            })
    }

    /// True if players can have pieces in hand.
    pub fn has_hands(&self) -> bool {
        self.lets_pieces_in() || self.drops.is_some()
    }

    /// True if pieces of the hand come in where others leave their first square.
    pub fn lets_pieces_in(&self) -> bool {
        !self.gating.types.is_empty() || self.has_gates()
    }

    /// True if there are gates at which pieces have to come in.
    pub fn has_gates(&self) -> bool {
        !self.gating.gates.iter().all(Vec::is_empty)
    }
}
