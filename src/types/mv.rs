//! A move in 32 bits.

use super::Square;
use super::TypeId;

/// A move: origin, target, an extra piece type (a promotion, or a piece gated from the hand) and flags.
///
/// A move has a meaning only in the position where it was generated (or found to be legal). A castling move
/// goes from the mover's square to its target, which is unique among the side's castlings;
/// [`Layout::castling`](crate::board::Layout::castling) has the partner's squares.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Move(u32);

const PROMOTION: u32 = 1 << 22;
const EN_PASSANT: u32 = 1 << 23;
const PUSH: u32 = 1 << 24;
const CASTLING: u32 = 1 << 25;
const ENTERING: u32 = 1 << 26;
const GATES_AT_PARTNER: u32 = 1 << 27;
const FIRST_MOVE: u32 = 1 << 28;
const DROP: u32 = 1 << 29;
const GATES_TWO: u32 = 1 << 30;
/// The flag for two gated pieces: in a move that gates no piece, it means a pass.
const PASS: u32 = GATES_TWO;
/// The move places a wall. Its other bits then have another layout, to make room for the wall's square: bits 16 to 20
/// are the promotion, 21 and 22 the kind of the move, 23 to 30 the square of the wall. Moves that capture on the way
/// have this flag too: see [`STAYS`].
const WALLING: u32 = 1 << 31;
/// The flags of the kinds of moves with a wall.
const KINDS: [u32; 4] = [0, EN_PASSANT, PUSH, CASTLING];
/// The kind of castling, which never promotes.
const CASTLES: u32 = 3 << 21;
/// A castling with a promotion, which does not exist, encodes a move that captures on the way; the bits of the wall
/// hold the square of that capture. The promotion bits hold this value if the piece does not promote, and otherwise
/// its promotion plus one.
const STAYS: u32 = 1;

impl Move {
    /// No move: from a1 to a1.
    pub const NONE: Move = Move(0);

    /// An ordinary move or capture.
    pub const fn new(from: Square, to: Square) -> Move {
        Move(from.0 as u32 | (to.0 as u32) << 8)
    }

    /// The same move as a promotion. The promotion of a move that captures on the way must be among the first
    /// [`Move::TYPES_VIA`] types.
    pub const fn promoting(self, to: TypeId) -> Move {
        if self.is_via() {
            let becomes = STAYS + to.0 as u32;
            return Move(self.0 & !(31 << 16) | becomes << 16);
        }
        Move(self.0 | PROMOTION | (to.0 as u32) << 16)
    }

    /// The same move as an en passant capture.
    pub const fn capturing_en_passant(self) -> Move {
        Move(self.0 | EN_PASSANT)
    }

    /// The same move as a pawn push that leaves en passant squares.
    pub const fn pushing(self) -> Move {
        Move(self.0 | PUSH)
    }

    /// The same move as a move that only a virgin piece has.
    pub const fn as_first_move(self) -> Move {
        Move(self.0 | FIRST_MOVE)
    }

    /// The same move as castling.
    pub const fn as_castling(self) -> Move {
        Move(self.0 | CASTLING)
    }

    /// The same move with a piece from the hand gated on its origin.
    pub const fn gating(self, piece: TypeId) -> Move {
        Move(self.0 | ENTERING | (piece.0 as u32) << 16)
    }

    /// The same castling with a piece from the hand gated on the partner's origin.
    pub const fn gating_at_partner(self, piece: TypeId) -> Move {
        Move(self.gating(piece).0 | GATES_AT_PARTNER)
    }

    /// The same castling with a second piece gated on the partner's origin.
    pub const fn gating_two(self) -> Move {
        Move(self.0 | GATES_TWO)
    }

    /// A drop of a piece on a square, which is origin and target of the move.
    pub const fn dropping(piece: TypeId, on: Square) -> Move {
        Move(Move::new(on, on).0 | DROP | (piece.0 as u32) << 16)
    }

    /// A pass, in variants that allow it. An own piece stands on the square, which is origin and target of
    /// the move.
    pub const fn passing(on: Square) -> Move {
        Move(Move::new(on, on).0 | PASS)
    }

    /// The same move with a wall that is placed afterwards. The promotion must be among the first
    /// [`Move::TYPES_WITH_WALLS`] types; the flag of a first move is lost.
    pub fn walling(self, on: Square) -> Move {
        let kind = KINDS
            .iter()
            .position(|&kind| kind != 0 && self.0 & kind != 0);
        let becomes = self.promotion().map_or(0, |id| u32::from(id.0));
        let extra = becomes << 16 | (kind.unwrap_or(0) as u32) << 21 | u32::from(on.0) << 23;
        Move(self.0 & 0xFFFF | extra | WALLING)
    }

    /// The same plain move with a capture on the way; it may end on its origin. If the square on the way is empty, the
    /// move ends on its origin, and the turn is passed.
    pub const fn over(self, via: Square) -> Move {
        Move(self.0 & 0xFFFF | STAYS << 16 | CASTLES | (via.0 as u32) << 23 | WALLING)
    }

    /// The number of types that a move with a wall can name.
    pub const TYPES_WITH_WALLS: usize = 31;
    /// The number of types that a move that captures on the way can name.
    pub const TYPES_VIA: usize = 30;

    #[inline]
    const fn is_via(self) -> bool {
        self.0 & (WALLING | CASTLES) == WALLING | CASTLES && self.0 >> 16 & 31 != 0
    }

    /// The square on the way where the move captures, if any; see [`Move::over`].
    #[inline]
    pub fn via(self) -> Option<Square> {
        self.is_via().then_some(Square((self.0 >> 23) as u8))
    }

    /// The square of the wall, if any.
    #[inline]
    pub fn wall(self) -> Option<Square> {
        (self.0 & WALLING != 0 && !self.is_via()).then_some(Square((self.0 >> 23) as u8))
    }

    /// The move without its wall.
    #[must_use]
    pub fn without_wall(self) -> Move {
        Move(self.plain_bits())
    }

    /// True if no piece moves: only a wall is placed.
    #[inline]
    pub fn is_wall_alone(self) -> bool {
        let stays = self.0 as u8 == (self.0 >> 8) as u8;
        self.0 & WALLING != 0 && stays && self.0 >> 16 & 0x7F == 0
    }

    /// The bits of the move without its wall and the square on the way.
    #[inline]
    const fn plain_bits(self) -> u32 {
        if self.0 & WALLING == 0 {
            return self.0;
        }
        self.unpacked()
    }

    #[inline(never)]
    const fn unpacked(self) -> u32 {
        let becomes = self.0 >> 16 & 31;
        let (none, kind) = if self.is_via() {
            (STAYS, 0)
        } else {
            (0, KINDS[(self.0 >> 21 & 3) as usize])
        };
        let promotion = if becomes == none {
            0
        } else {
            PROMOTION | (becomes - none) << 16
        };
        self.0 & 0xFFFF | promotion | kind
    }

    /// The origin.
    pub const fn from(self) -> Square {
        Square(self.0 as u8)
    }

    /// The target.
    pub const fn to(self) -> Square {
        Square((self.0 >> 8) as u8)
    }

    const fn piece(self) -> TypeId {
        TypeId((self.plain_bits() >> 16) as u8 & 63)
    }

    /// True if the move has all of these flags, in their usual meaning.
    #[inline]
    const fn has(self, flag: u32) -> bool {
        self.0 & (WALLING | flag) == flag
    }

    /// The promotion or gated type of a move without a wall and without a square on the way.
    const fn plain_piece(self) -> TypeId {
        TypeId((self.0 >> 16) as u8 & 63)
    }

    /// The promotion.
    pub fn promotion(self) -> Option<TypeId> {
        (self.plain_bits() & PROMOTION != 0).then(|| self.piece())
    }

    /// The piece gated on the origin of the mover or its castling partner.
    pub fn gated(self) -> Option<TypeId> {
        self.has(ENTERING).then(|| self.plain_piece())
    }

    /// The type of the piece that the move adds or promotes to: the suffix in coordinate notation.
    pub fn piece_suffix(self) -> Option<TypeId> {
        (self.plain_bits() & (PROMOTION | ENTERING) != 0).then(|| self.piece())
    }

    /// The dropped piece.
    #[inline]
    pub fn dropped(self) -> Option<TypeId> {
        self.has(DROP).then(|| self.plain_piece())
    }

    /// The turn is passed.
    pub const fn is_pass(self) -> bool {
        self.0 & (WALLING | PASS | ENTERING) == PASS
    }

    /// The gated piece enters on the castling partner's square, not on the mover's.
    pub const fn gates_at_partner(self) -> bool {
        self.has(GATES_AT_PARTNER)
    }

    /// A second piece is gated on the castling partner's square.
    pub const fn gates_two(self) -> bool {
        self.has(GATES_TWO | ENTERING)
    }

    /// An en passant capture.
    pub const fn is_en_passant(self) -> bool {
        self.plain_bits() & EN_PASSANT != 0
    }

    /// A push that leaves en passant squares.
    pub const fn is_push(self) -> bool {
        self.plain_bits() & PUSH != 0
    }

    /// A move other than castling that only virgin pieces have (except pawn pushes).
    pub const fn is_first_move(self) -> bool {
        self.has(FIRST_MOVE)
    }

    /// The origin and target of the castling mover.
    pub fn castling(self) -> Option<(Square, Square)> {
        (self.plain_bits() & CASTLING != 0).then(|| (self.from(), self.to()))
    }

    /// True unless the move is just an origin and a target.
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
