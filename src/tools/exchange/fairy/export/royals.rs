//! Kings. Where a side has several royal pieces, or where captures blow them up, the keys about extinction
//! say what is royal.

use super::Exporter;
use crate::tools::exchange::fairy::keys::Value;
use crate::tools::exchange::fairy::{Kind, Kinds};
use crate::types::Color;
use crate::variant::Royalty;

/// With so many pieces left all of a kind are royal; no board has more.
const ALWAYS: u32 = 64;

impl Exporter<'_> {
    pub(super) fn royals(&mut self) {
        let mut kinds = Kinds::NONE;
        let (mut absolute, mut groups, mut duple) = (false, false, false);
        for (&(_, id), &kind) in &self.kinds {
            if kind == Kind::KING {
                continue;
            }
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
        self.extinction_is_taken = true;
        self.game.set("extinctionPieceTypes", kinds);
        self.game.set("extinctionValue", "loss");
        self.game.set("extinctionPseudoRoyal", true);
        let several = self.has_several(kinds);
        if absolute && several {
            self.game.set("extinctionPieceCount", Value::Number(ALWAYS));
            if groups {
                self.lose("every royal piece must be kept, not only the last one of a kind");
            }
        }
        self.game.set("dupleCheck", duple);
    }

    /// True if a side can have several of a kind.
    fn has_several(&self, kinds: Kinds) -> bool {
        let start = self.variant.start_pieces();
        let rules = &self.variant.rules;
        Color::ALL.into_iter().any(|color| {
            kinds.iter().any(|kind| {
                let is_kind = |id| self.kinds.get(&(color, id)) == Some(&kind);
                let placed = start
                    .iter()
                    .filter(|p| p.color == color && is_kind(p.id))
                    .count();
                let held = rules.hand[color].iter().filter(|(id, _)| is_kind(*id));
                let made = rules.promotion.pieces[color]
                    .iter()
                    .any(|(_, to)| to.iter().any(|id| is_kind(*id)));
                let chosen = match &rules.promotion.to {
                    crate::variant::PromotesTo::Choice(choices) => {
                        choices[color].accepted.iter().any(|id| is_kind(*id))
                    }
                    crate::variant::PromotesTo::ByFile(_) => false,
                };
                placed + held.map(|(_, n)| usize::from(*n)).sum::<usize>() > 1
                    || chosen
                    || made && placed > 0
            })
        })
    }
}
