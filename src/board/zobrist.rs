//! Zobrist keys.
//!
//! The keys are a fixed function of their index (see [`Rng::nth`]), so the node count of `bench` does not depend on a
//! library.

use crate::types::{Color, Rng, Square, TypeId};

/// The key tables of a variant.
#[derive(Debug)]
pub struct Zobrist {
    piece: Vec<u64>,
    virgin: Vec<u64>,
    en_passant: Vec<u64>,
    /// Key of Black to move.
    pub side: u64,
}

impl Zobrist {
    /// Keys for this number of types.
    pub fn new(types: usize) -> Zobrist {
        let block =
            |first: u64, count: u64| (first..first + count).map(Rng::nth).collect::<Vec<_>>();
        Zobrist {
            piece: block(1 << 20, (types as u64 + 1) * 512),
            virgin: block(1 << 10, 256),
            en_passant: block(1 << 11, 256),
            side: Rng::nth(0),
        }
    }

    /// Index of a piece on a square, the same in all tables by piece and square.
    #[inline]
    pub fn piece_index(color: Color, id: TypeId, sq: Square) -> usize {
        (id.index() << 9) | (color.index() << 8) | sq.index()
    }

    /// Key of a piece on a square.
    #[inline]
    pub fn piece(&self, color: Color, id: TypeId, sq: Square) -> u64 {
        self.piece[Self::piece_index(color, id, sq)]
    }

    /// Key of the piece on that square being virgin.
    #[inline]
    pub fn virgin(&self, sq: Square) -> u64 {
        self.virgin[sq.index()]
    }

    /// Key of an en-passant square.
    #[inline]
    pub fn en_passant(&self, sq: Square) -> u64 {
        self.en_passant[sq.index()]
    }

    /// Key of the checks that a side still needs.
    pub fn checks(&self, color: Color, left: u8) -> u64 {
        if left == 0 {
            return 0;
        }
        Rng::nth((1 << 41) | (color.index() as u64) << 8 | u64::from(left))
    }

    /// Key of a number of passes in a row.
    pub fn passes(&self, count: u8) -> u64 {
        if count == 0 {
            return 0;
        }
        Rng::nth((1 << 42) | u64::from(count))
    }

    /// Key of the shield over pieces that may not be traded.
    pub fn shield(&self) -> u64 {
        Rng::nth(1 << 44)
    }

    /// Key of a wall on a square.
    pub fn wall(&self, sq: Square) -> u64 {
        Rng::nth((1 << 43) | sq.index() as u64)
    }

    /// Key of a colour having `count` pieces of a type in hand.
    pub fn hand(&self, color: Color, id: TypeId, count: u8) -> u64 {
        if count == 0 {
            return 0;
        }
        Rng::nth((1 << 40) | (Self::piece_index(color, id, Square(count)) as u64))
    }
}
