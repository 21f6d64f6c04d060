//! Piece types by number, and sets of them.

use std::ops::{BitAnd, BitOr, BitOrAssign};

use super::Color;

/// The number of a piece type in its variant: 1 is the white pawn, 2 the black one, and so on in the order of
/// the piece lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub u8);

impl TypeId {
    /// White's pawn.
    pub const WHITE_PAWN: TypeId = TypeId(1);
    /// Black's pawn.
    pub const BLACK_PAWN: TypeId = TypeId(2);

    /// The number as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// True for the pawns of both colours.
    pub fn is_pawn(self) -> bool {
        self == TypeId::WHITE_PAWN || self == TypeId::BLACK_PAWN
    }

    /// The pawn of a colour.
    pub fn pawn(color: Color) -> TypeId {
        match color {
            Color::White => TypeId::WHITE_PAWN,
            Color::Black => TypeId::BLACK_PAWN,
        }
    }
}

/// A set of piece types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct TypeSet(u64);

impl TypeSet {
    /// The empty set.
    pub const EMPTY: TypeSet = TypeSet(0);

    /// True if the type is a member.
    #[inline]
    pub const fn contains(self, id: TypeId) -> bool {
        self.0 >> (id.0 & 63) & 1 != 0
    }

    /// The set with one more type.
    #[inline]
    pub const fn with(self, id: TypeId) -> TypeSet {
        TypeSet(self.0 | 1 << (id.0 & 63))
    }

    /// Adds a type.
    #[inline]
    pub const fn insert(&mut self, id: TypeId) {
        *self = self.with(id);
    }

    /// True if the set has no member.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True if a type is in both sets.
    #[inline]
    pub const fn meets(self, other: TypeSet) -> bool {
        self.0 & other.0 != 0
    }

    /// The members in ascending order.
    pub fn iter(self) -> impl Iterator<Item = TypeId> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let low = (left != 0).then(|| left.trailing_zeros() as u8)?;
            left &= left - 1;
            Some(TypeId(low))
        })
    }
}

impl BitOr for TypeSet {
    type Output = TypeSet;

    #[inline]
    fn bitor(self, other: TypeSet) -> TypeSet {
        TypeSet(self.0 | other.0)
    }
}

impl BitOrAssign for TypeSet {
    #[inline]
    fn bitor_assign(&mut self, other: TypeSet) {
        self.0 |= other.0;
    }
}

impl BitAnd for TypeSet {
    type Output = TypeSet;

    #[inline]
    fn bitand(self, other: TypeSet) -> TypeSet {
        TypeSet(self.0 & other.0)
    }
}

impl FromIterator<TypeId> for TypeSet {
    fn from_iter<I: IntoIterator<Item = TypeId>>(types: I) -> TypeSet {
        types.into_iter().fold(TypeSet::EMPTY, TypeSet::with)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_contains_its_members() {
        let types = [0, 1, 31, 62].map(TypeId);
        let set: TypeSet = types.into_iter().collect();
        assert!(set.iter().eq(types) && set.contains(TypeId(31)) && !set.contains(TypeId(2)));
        assert!(set.meets(TypeSet::EMPTY.with(TypeId(62))) && !set.meets(TypeSet::EMPTY));
        assert_eq!(set & set | TypeSet::EMPTY, set);
    }
}
