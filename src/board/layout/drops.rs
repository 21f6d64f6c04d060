//! Drops, and captured pieces that go to hands.

use crate::types::{Bitboard, ByColor, Color, TypeId};
use crate::variant::{DropKind, Variant};

/// The tables of drops, computed at load.
#[derive(Debug)]
pub struct DropTables {
    /// The types that each side may drop, with the squares for them, whether occupied or not.
    pub kinds: ByColor<Vec<(DropKind, Bitboard)>>,
    /// By captor and captured type: the type that goes to the captor's hand.
    captured_as: ByColor<Vec<Option<TypeId>>>,
    /// By owner and type: the type that leaves the hand in a drop.
    held_as: ByColor<Vec<TypeId>>,
}

impl DropTables {
    /// The tables of a variant; `None` without drops.
    pub(super) fn new(v: &Variant) -> Option<DropTables> {
        let drops = v.rules.drops.as_ref()?;
        let open = |kind: &DropKind, color: Color| {
            let immobile = |sq| v.rules.promotion.mobile && v.is_dead_end(kind.id, sq);
            let open = v.squares().filter(|&sq| v.is_open_to(color, kind, sq));
            open.filter(|&sq| !immobile(sq)).collect()
        };
        let kinds = ByColor::from_fn(|color| {
            let kinds = drops.kinds[color].iter();
            kinds.map(|kind| (*kind, open(kind, color))).collect()
        });
        let in_hand = |id: TypeId, owner: Color| {
            let id = v.piece(id).promoted_from.unwrap_or(id);
            match id {
                TypeId::WHITE_PAWN | TypeId::BLACK_PAWN => Some(TypeId::pawn(owner)),
                id => v.type_by_letter(v.piece(id).letter, owner),
            }
        };
        let becomes = |id: TypeId, captor: Color| {
            let id = in_hand(id, captor)?;
            let mut kinds = drops.kinds[captor].iter();
            kinds
                .any(|kind| in_hand(kind.id, captor) == Some(id) && drops.captures)
                .then_some(id)
        };
        let captured_as = ByColor::from_fn(|captor| v.by_type(None, |id| becomes(id, captor)));
        let held_as =
            ByColor::from_fn(|owner| v.by_type(TypeId(0), |id| in_hand(id, owner).unwrap_or(id)));
        Some(DropTables {
            kinds,
            captured_as,
            held_as,
        })
    }

    /// The type that leaves a colour's hand when a piece of this type, perhaps promoted, is dropped.
    pub fn held_as(&self, color: Color, id: TypeId) -> TypeId {
        self.held_as[color][id.index()]
    }

    /// The type that the capture of a type brings to the captor's hand.
    pub(in crate::board) fn captured_as(&self, captor: Color, id: TypeId) -> Option<TypeId> {
        self.captured_as[captor][id.index()]
    }

    /// True if captures fill the hands, so that a position can recur after captures.
    pub fn refills(&self) -> bool {
        self.captured_as.iter().flatten().any(Option::is_some)
    }
}
