//! Which pieces are royal. Fairy-Stockfish has one king for each side; the keys about extinction make other kinds
//! royal.

use super::{Exporter, Importer, Kind, Kinds};
use crate::types::{Color, TypeId};
use crate::variant::{PromotesTo, Royalty};

/// A kind is royal while a side has at most this number of its pieces; no board has more.
const ALWAYS: u8 = 64;
/// The piece value in our file that makes a piece royal.
pub const ROYAL: &str = "-1";
/// The piece value for royal pieces of which a side may lose all but the last.
pub const GROUP: &str = "-300";

impl Exporter<'_> {
    /// Where a side has several royal pieces, or captures blow them up, the keys about extinction name the royal kinds.
    pub fn royals(&mut self) {
        let mut kinds = Kinds::NONE;
        let (mut absolute, mut groups, mut duple) = (false, false, false);
        for (&(_, id), &kind) in self.kinds.iter().filter(|(_, kind)| **kind != Kind::KING) {
            match self.variant.piece(id).royalty {
                Royalty::None => continue,
                Royalty::Absolute => absolute = true,
                Royalty::Extinction { duple: also } => {
                    groups = true;
                    duple |= also;
                }
            }
            kinds = kinds.with(kind);
        }
        if kinds.is_empty() {
            return;
        }
        self.set("extinctionPieceTypes", kinds);
        self.set("extinctionValue", "loss");
        self.set("extinctionPseudoRoyal", true);
        let mut each = Color::ALL
            .into_iter()
            .flat_map(|color| kinds.iter().map(move |kind| (color, kind)));
        if absolute && each.any(|(color, kind)| self.can_have_several(color, kind)) {
            self.set("extinctionPieceCount", ALWAYS);
            if groups {
                self.lose("every royal piece must be kept, not only the last one of a kind");
            }
        }
        self.set("dupleCheck", duple);
    }

    fn can_have_several(&self, color: Color, kind: Kind) -> bool {
        let promotion = &self.rules.promotion;
        let is_kind = |id: TypeId| self.kind_of(color, id) == Some(kind);
        let mut made = promotion.pieces[color].iter().flat_map(|(_, to)| to);
        let chosen = match &promotion.to {
            PromotesTo::Choice(choices) => &choices[color].accepted[..],
            PromotesTo::ByFile(_) => &[],
        };
        self.count(color, is_kind) > 1
            || chosen.iter().any(|id| is_kind(*id))
            || made.any(|id| is_kind(*id)) && !self.places(color, kind).is_empty()
    }
}

impl Importer<'_> {
    /// The piece value that makes a kind royal; `None` if the kind is not royal.
    pub fn royal(&self, kind: Kind) -> Option<&'static str> {
        let game = self.game;
        if kind == Kind::KING {
            return Some(ROYAL);
        }
        if !game.flag("extinctionPseudoRoyal")
            || !game.pieces("extinctionPieceTypes").contains(kind)
        {
            return None;
        }
        let left = game.number("extinctionPieceCount") as usize;
        let choices = game.pieces_of("promotionPieceTypes");
        let made = self
            .pairs
            .iter()
            .any(|(from, to)| *from == kind || *to == kind)
            || choices.iter().any(|kinds| kinds.contains(kind));
        let few = Color::ALL
            .into_iter()
            .all(|color| self.count(color, kind) <= left + 1);
        Some(if left >= 8 || few && !made {
            ROYAL
        } else {
            GROUP
        })
    }
}
