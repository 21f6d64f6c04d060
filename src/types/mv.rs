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
/// A move that brings two brings at least one: what does not passes the turn.
const PASS: u32 = BRINGS_TWO;
/// The move sets up a wall. Then its bits mean something else, because there is a square more: 16 to 20 are
/// what the pawn becomes, 21 and 22 the kind of the move, 23 to 30 the square of the wall.
/// Or it goes over a square where it takes something: see [`STAYS`].
const WALLING: u32 = 1 << 31;
/// The flags that the kinds of moves with a wall stand for.
const KINDS: [u32; 4] = [0, EN_PASSANT, PUSH, CASTLING];
/// The kind of castling, which promotes nothing.
const CASTLES: u32 = 3 << 21;
/// What is castling to some type otherwise is a move over the square in the bits of the wall: this much in
/// those of the type if the piece stays what it is, one more than the type that it becomes if it does not.
const STAYS: u32 = 1;

impl Move {
    /// No move: from a1 to a1.
    pub const NONE: Move = Move(0);

    /// An ordinary move or capture.
    pub const fn new(from: Square, to: Square) -> Move {
        Move(from.0 as u32 | (to.0 as u32) << 8)
    }

    /// The same move as a promotion. What a move over another square promotes to must be among the first
    /// [`Move::TYPES_VIA`] types.
    pub const fn promoting(self, to: TypeId) -> Move {
        if self.is_via() {
            let becomes = STAYS + to.0 as u32;
            return Move(self.0 & !(31 << 16) | becomes << 16);
        }
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

    /// The same move with a wall that is set up on a square behind it. What it becomes must be among the
    /// first [`Move::TYPES_WITH_WALLS`] types; that it is a virgin piece's first move is forgotten.
    pub fn walling(self, on: Square) -> Move {
        let kind = KINDS
            .iter()
            .position(|&kind| kind != 0 && self.0 & kind != 0);
        let becomes = self.promotion().map_or(0, |id| u32::from(id.0));
        let extra = becomes << 16 | (kind.unwrap_or(0) as u32) << 21 | u32::from(on.0) << 23;
        Move(self.0 & 0xFFFF | extra | WALLING)
    }

    /// The same move, if it does no more than move, over a square on the way: the enemy piece there is taken,
    /// and the move may end where it began. Over an empty square it ends there, and the turn is passed.
    pub const fn over(self, via: Square) -> Move {
        Move(self.0 & 0xFFFF | STAYS << 16 | CASTLES | (via.0 as u32) << 23 | WALLING)
    }

    /// So many types can be named by moves that set up walls.
    pub const TYPES_WITH_WALLS: usize = 31;
    /// So many types can be named by moves over a square where something is taken.
    pub const TYPES_VIA: usize = 30;

    #[inline]
    const fn is_via(self) -> bool {
        self.0 & (WALLING | CASTLES) == WALLING | CASTLES && self.0 >> 16 & 31 != 0
    }

    /// The square on the way where the move takes something, if it goes over one; see [`Move::over`].
    #[inline]
    pub const fn via(self) -> Option<Square> {
        if self.is_via() {
            Some(Square((self.0 >> 23) as u8))
        } else {
            None
        }
    }

    /// Where the move sets up a wall, if it does.
    #[inline]
    pub fn wall(self) -> Option<Square> {
        (self.0 & WALLING != 0 && !self.is_via()).then_some(Square((self.0 >> 23) as u8))
    }

    /// The move without its wall.
    #[must_use]
    pub fn without_wall(self) -> Move {
        Move(self.plain_bits())
    }

    /// True if nothing moves: only a wall is set up.
    #[inline]
    pub fn is_wall_alone(self) -> bool {
        let stays = self.0 as u8 == (self.0 >> 8) as u8;
        self.0 & WALLING != 0 && stays && self.0 >> 16 & 0x7F == 0
    }

    /// The bits of the move without its wall, and without the square on its way.
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

    /// Where the mover comes from.
    pub const fn from(self) -> Square {
        Square(self.0 as u8)
    }

    /// Where the mover goes.
    pub const fn to(self) -> Square {
        Square((self.0 >> 8) as u8)
    }

    const fn piece(self) -> TypeId {
        TypeId((self.plain_bits() >> 16) as u8 & 63)
    }

    /// The flags of what does not set up walls nor go over a square, and no flags of what does.
    #[inline]
    const fn flags(self) -> u32 {
        if self.0 & WALLING == 0 { self.0 } else { 0 }
    }

    /// True if it has all of these flags, in their own meaning.
    #[inline]
    const fn has(self, flag: u32) -> bool {
        self.0 & (WALLING | flag) == flag
    }

    /// The type in a move with such flags.
    const fn plain_piece(self) -> TypeId {
        TypeId((self.0 >> 16) as u8 & 63)
    }

    /// What the pawn becomes, for a promotion.
    pub fn promotion(self) -> Option<TypeId> {
        (self.plain_bits() & PROMOTION != 0).then(|| self.piece())
    }

    /// What enters from the hand where the mover or its castling partner comes from.
    pub fn entering(self) -> Option<TypeId> {
        self.has(ENTERING).then(|| self.plain_piece())
    }

    /// What the move brings on the board besides the mover, or in its place: the piece after the
    /// squares in coordinate notation.
    pub fn piece_suffix(self) -> Option<TypeId> {
        (self.plain_bits() & (PROMOTION | ENTERING) != 0).then(|| self.piece())
    }

    /// What is dropped, for a drop.
    #[inline]
    pub fn dropped(self) -> Option<TypeId> {
        self.has(DROP).then(|| self.plain_piece())
    }

    /// The turn is passed.
    pub const fn is_pass(self) -> bool {
        self.flags() & (PASS | ENTERING) == PASS
    }

    /// What enters goes to the castling partner's square, not the mover's.
    pub const fn enters_at_partner(self) -> bool {
        self.has(ENTERS_AT_PARTNER)
    }

    /// Something enters on the castling partner's square as well.
    pub const fn brings_two(self) -> bool {
        self.has(BRINGS_TWO | ENTERING)
    }

    /// An en-passant capture.
    pub const fn is_en_passant(self) -> bool {
        self.plain_bits() & EN_PASSANT != 0
    }

    /// A push that makes en-passant squares.
    pub const fn is_push(self) -> bool {
        self.plain_bits() & PUSH != 0
    }

    /// A move other than castling that only a virgin piece has (pawns' pushes apart).
    pub const fn is_first_move(self) -> bool {
        self.has(FIRST_MOVE)
    }

    /// Between which squares the mover castles, for castling.
    pub fn castling(self) -> Option<(Square, Square)> {
        (self.plain_bits() & CASTLING != 0).then(|| (self.from(), self.to()))
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
