//! A move in 32 bits.

use super::Square;
use super::TypeId;

/// A move: origin, target, an extra piece type (promotion, or one that enters from the hand) and flags.
///
/// A move is meaningful only in a position where it was generated (or checked to be legal).
/// Castling goes from the mover's square to where the mover arrives, which no other castling of
/// that side does; [`Layout::castling`](crate::board::Layout::castling) knows where the partner goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u32);

const PROMOTION: u32 = 1 << 22;
const EN_PASSANT: u32 = 1 << 23;
const PUSH: u32 = 1 << 24;
const CASTLING: u32 = 1 << 25;
const ENTERING: u32 = 1 << 26;
const ENTERS_AT_PARTNER: u32 = 1 << 27;
const FIRST_MOVE: u32 = 1 << 28;
const DROP: u32 = 1 << 29;
const BRINGS_TWO: u32 = 1 << 30;
const PASS: u32 = 1 << 31;

impl Move {
    /// No move: from a1 to a1.
    pub const NONE: Move = Move(0);

    /// An ordinary move or capture.
    pub const fn new(from: Square, to: Square) -> Move {
        Move(from.0 as u32 | (to.0 as u32) << 8)
    }

    /// The same move as a promotion.
    pub const fn promoting(self, to: TypeId) -> Move {
        Move(self.0 | PROMOTION | (to.0 as u32) << 16)
    }

    /// The same move as an en-passant capture.
    pub const fn capturing_en_passant(self) -> Move {
        Move(self.0 | EN_PASSANT)
    }

    /// The same move as a pawn push whose passed squares become en-passant squares.
    pub const fn pushing(self) -> Move {
        Move(self.0 | PUSH)
    }

    /// The same move as one that only a virgin piece has.
    pub const fn as_first_move(self) -> Move {
        Move(self.0 | FIRST_MOVE)
    }

    /// The same move as castling.
    pub const fn as_castling(self) -> Move {
        Move(self.0 | CASTLING)
    }

    /// The same move, leaving a piece from the hand on the square the mover comes from.
    pub const fn bringing(self, piece: TypeId) -> Move {
        Move(self.0 | ENTERING | (piece.0 as u32) << 16)
    }

    /// The same castling, leaving a piece from the hand on the square the partner comes from.
    pub const fn bringing_at_partner(self, piece: TypeId) -> Move {
        Move(self.bringing(piece).0 | ENTERS_AT_PARTNER)
    }

    /// The same castling that brings a piece in, as one that does so for the partner too.
    pub const fn bringing_two(self) -> Move {
        Move(self.0 | BRINGS_TWO)
    }

    /// Putting a piece from the hand on a square, which is origin and target of the move.
    pub const fn dropping(piece: TypeId, on: Square) -> Move {
        Move(Move::new(on, on).0 | DROP | (piece.0 as u32) << 16)
    }

    /// Passing the turn, where that is a move of the game; an own piece stands on the square, which is
    /// origin and target of the move.
    pub const fn passing(on: Square) -> Move {
        Move(Move::new(on, on).0 | PASS)
    }

    /// Where the mover comes from.
    pub const fn from(self) -> Square {
        Square(self.0 as u8)
    }

    /// Where the mover goes.
    pub const fn to(self) -> Square {
        Square((self.0 >> 8) as u8)
    }

    const fn piece(self) -> TypeId {
        TypeId((self.0 >> 16) as u8 & 63)
    }

    /// What the pawn becomes, for a promotion.
    pub fn promotion(self) -> Option<TypeId> {
        (self.0 & PROMOTION != 0).then(|| self.piece())
    }

    /// What enters from the hand where the mover or its castling partner comes from.
    pub fn entering(self) -> Option<TypeId> {
        (self.0 & ENTERING != 0).then(|| self.piece())
    }

    /// What the move brings on the board besides the mover, or in its place: the piece after the
    /// squares in coordinate notation.
    pub fn piece_suffix(self) -> Option<TypeId> {
        (self.0 & (PROMOTION | ENTERING) != 0).then(|| self.piece())
    }

    /// What is dropped, for a drop.
    #[inline]
    pub fn dropped(self) -> Option<TypeId> {
        (self.0 & DROP != 0).then(|| self.piece())
    }

    /// The turn is passed.
    pub const fn is_pass(self) -> bool {
        self.0 & PASS != 0
    }

    /// What enters goes to the castling partner's square, not the mover's.
    pub const fn enters_at_partner(self) -> bool {
        self.0 & ENTERS_AT_PARTNER != 0
    }

    /// Something enters on the castling partner's square as well.
    pub const fn brings_two(self) -> bool {
        self.0 & BRINGS_TWO != 0
    }

    /// An en-passant capture.
    pub const fn is_en_passant(self) -> bool {
        self.0 & EN_PASSANT != 0
    }

    /// A push that makes en-passant squares.
    pub const fn is_push(self) -> bool {
        self.0 & PUSH != 0
    }

    /// A move other than castling that only a virgin piece has (pawns' pushes apart).
    pub const fn is_first_move(self) -> bool {
        self.0 & FIRST_MOVE != 0
    }

    /// Between which squares the mover castles, for castling.
    pub fn castling(self) -> Option<(Square, Square)> {
        (self.0 & CASTLING != 0).then(|| (self.from(), self.to()))
    }

    /// True unless only origin and target matter.
    pub const fn is_special(self) -> bool {
        self.0 >> 22 != 0
    }

    /// The move as a number, for storage; see [`Move::from_bits`].
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The inverse of [`Move::bits`].
    pub const fn from_bits(bits: u32) -> Move {
        Move(bits)
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}{:?}:{:x}", self.from(), self.to(), self.0 >> 16)
    }
}
