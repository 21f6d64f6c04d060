//! Kinds of pieces in reports. All types with the same letter are one kind: white's and black's, promoted or not.

use crate::types::{Color, TypeId};
use crate::variant::Variant;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The letter of the kind for display.
    pub letter: String,
    /// The letter of the kind, with its name if it has one.
    pub title: String,
    /// True if losing a piece of the kind, or the last one, loses the game.
    pub royal: bool,
    pub pawn: bool,
    /// True if pieces of the kind have no moves by design.
    pub immobile: bool,
    /// True if rules use the kind only to describe how other pieces move in some zone.
    pub borrowed: bool,
    /// True if the rules allow pieces of the kind on the board.
    pub possible: bool,
}

/// The kinds of a variant.
#[derive(Clone, Debug)]
pub struct Kinds {
    /// The kinds, in the order of their first types.
    pub kinds: Vec<Kind>,
    /// The index of a type's kind, by the type's number from 1.
    of: Vec<usize>,
}

impl Kinds {
    pub fn new(variant: &Variant) -> Kinds {
        let zones = &variant.rules.zones;
        let borrowed = |id: TypeId| {
            let mut changes = zones.changes.iter().chain(&zones.lines);
            changes.any(|change| change.like == id)
        };
        let possible: Vec<TypeId> = (Color::ALL.into_iter())
            .flat_map(|color| variant.types_of(color))
            .collect();
        let (mut kinds, mut letters, mut of) = (Vec::new(), Vec::new(), Vec::new());
        for (id, piece) in variant.types() {
            let known = letters.iter().position(|&letter| letter == piece.letter);
            let index = known.unwrap_or(kinds.len());
            if known.is_none() {
                letters.push(piece.letter);
                kinds.push(Kind {
                    letter: piece.written(),
                    title: piece.title(),
                    royal: piece.royalty.is_royal(),
                    pawn: id.is_pawn(),
                    immobile: piece.moves.is_empty(),
                    borrowed: borrowed(id),
                    possible: false,
                });
            }
            kinds[index].immobile &= piece.moves.is_empty();
            kinds[index].possible |= possible.contains(&id);
            of.push(index);
        }
        Kinds { kinds, of }
    }

    pub fn count(&self) -> usize {
        self.kinds.len()
    }

    /// The index of a type's kind.
    pub fn of(&self, id: TypeId) -> usize {
        self.of[id.index() - 1]
    }
}
