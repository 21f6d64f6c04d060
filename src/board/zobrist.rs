//! Zobrist keys.
//!
//! The keys are a fixed function of their index (splitmix64 of Steele, Lea and Flood), not of a
//! random number library, so that the node count of `bench` never depends on a dependency.

use crate::types::{Color, Square, TypeId};

fn splitmix(index: u64) -> u64 {
    let mut z = index.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The key tables of one game.
#[derive(Debug)]
pub struct Zobrist {
    piece: Vec<u64>,
    virgin: Vec<u64>,
    en_passant: Vec<u64>,
    /// Key of the side to move being black.
    pub side: u64,
}

impl Zobrist {
    /// Keys for a game with this many piece types.
    pub fn new(types: usize) -> Zobrist {
        let block =
            |first: u64, count: u64| (first..first + count).map(splitmix).collect::<Vec<_>>();
        Zobrist {
            piece: block(1 << 20, (types as u64 + 1) * 512),
            virgin: block(1 << 10, 256),
            en_passant: block(1 << 11, 256),
            side: splitmix(0),
        }
    }

    /// Index of a piece on a square, shared by all tables per piece and square.
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

    /// Key of a side needing so many more checks to win.
    pub fn checks(&self, color: Color, left: u8) -> u64 {
        if left == 0 {
            return 0;
        }
        splitmix((1 << 41) | (color.index() as u64) << 8 | u64::from(left))
    }

    /// Key of having `count` pieces of a type in hand.
    pub fn hand(&self, color: Color, id: TypeId, count: u8) -> u64 {
        if count == 0 {
            return 0;
        }
        splitmix((1 << 40) | (Self::piece_index(color, id, Square(count)) as u64))
    }
}
