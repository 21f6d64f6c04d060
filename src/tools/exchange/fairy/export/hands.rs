//! Pieces in hand: where they are dropped, what becomes of captured ones, gates; and walls.

mod regions;

use super::Exporter;
use crate::tools::exchange::fairy::keys::Value;
use crate::tools::exchange::fairy::{Kind, Kinds};
use crate::types::{ByColor, Color};
use crate::variant::{Drops, PromotesTo, letter};

impl Exporter<'_> {
    pub(super) fn hands(&mut self) {
        let rules = &self.variant.rules;
        if rules.gating.has_gates() {
            self.lose("pieces that wait behind others do not come in");
        }
        let Some(drops) = rules.drops.clone() else {
            return;
        };
        let hides = self
            .variant
            .pieces
            .iter()
            .any(|piece| piece.promoted_from.is_some());
        let promotes = matches!(&rules.promotion.to, PromotesTo::Choice(choices)
            if choices.iter().any(|choice| !choice.accepted.is_empty()));
        self.game.set(
            "dropLoop",
            (drops.captures || drops.partner) && promotes && !hides,
        );
        self.undroppable(&drops);
        self.promoted_drops(&drops);
        self.regions(&drops);
        self.per_file(&drops);
        self.mates(&drops);
        self.checks(&drops);
        self.placement();
    }

    /// Kinds that get into hands there and cannot be dropped here.
    fn undroppable(&mut self, drops: &Drops) {
        if !drops.captures && !drops.partner {
            return;
        }
        let mut never: Vec<Kind> = Vec::new();
        for color in Color::ALL {
            for id in self.variant.types_of(color.other()) {
                let piece = self.variant.piece(id);
                let own = self.variant.type_by_letter(piece.letter, color);
                let held = own.is_some_and(|own| drops.can_drop(color, own));
                let part = letter::base(piece.letter).is_some() || piece.royalty.is_royal();
                if !held
                    && !part
                    && !piece.hides_promotion()
                    && let Some(kind) = self.kind(id)
                    && !never.contains(&kind)
                {
                    never.push(kind);
                }
            }
        }
        match never[..] {
            [] => {}
            // on no file there may be even one less than none
            [kind] => {
                self.game.set("dropNoDoubled", Some(kind));
                self.game.set("dropNoDoubledCount", Value::Number(0));
            }
            _ => self.lose("all captured pieces can be dropped"),
        }
    }

    fn promoted_drops(&mut self, drops: &Drops) {
        let all = drops.kinds.iter().flatten();
        let promoted =
            all.filter(|kind| letter::base(self.variant.piece(kind.id).letter).is_some());
        self.game.set("dropPromoted", promoted.count() > 0);
    }

    fn per_file(&mut self, drops: &Drops) {
        let mut limited: Vec<(Kind, u8)> = Vec::new();
        for color in Color::ALL {
            for kind in drops.kinds[color].iter().filter(|kind| kind.per_file > 0) {
                let own = self.kinds.get(&(color, kind.id)).copied();
                if let Some(own) = own
                    && !limited.contains(&(own, kind.per_file))
                {
                    limited.push((own, kind.per_file));
                }
            }
        }
        match limited[..] {
            [] => {}
            [(kind, count)] if !self.game.is_set("dropNoDoubled") => {
                self.game.set("dropNoDoubled", Some(kind));
                self.game
                    .set("dropNoDoubledCount", Value::Number(count.into()));
            }
            _ => self.lose("only one kind is limited in its number on a file"),
        }
    }

    fn mates(&mut self, drops: &Drops) {
        let mut tamed = drops.kinds.iter().flatten().filter(|kind| kind.no_mate);
        let all: Vec<Option<Kind>> = tamed.by_ref().map(|kind| self.kind(kind.id)).collect();
        if all.is_empty() {
            return;
        }
        if all.iter().all(|kind| *kind == Some(Kind::SHOGI_PAWN)) {
            self.game.set("shogiPawnDropMateIllegal", true);
            self.note("who mates with a dropped pawn loses there; here the drop is illegal");
        } else {
            self.lose("drops that mate are legal");
        }
    }

    fn checks(&mut self, drops: &Drops) {
        let limits = self.variant.rules.drop_limits.no_check.clone();
        let all = Color::ALL.into_iter().all(|color| {
            drops.kinds[color]
                .iter()
                .all(|kind| limits[color].contains(&kind.id))
        });
        let any = limits.iter().any(|list| !list.is_empty());
        match (any, all) {
            (true, true) => self.game.set("dropChecks", false),
            (true, false) => self.lose("drops may give check"),
            (false, _) => {}
        }
    }

    fn placement(&mut self) {
        let placement = self.variant.rules.placement.clone();
        let first =
            ByColor::from_fn(|color| self.kinds_of(color, placement.first[color].iter().copied()));
        let both = first.iter().fold(Kinds::NONE, |all, kinds| {
            kinds.iter().fold(all, Kinds::with)
        });
        if both.is_empty() {
            return;
        }
        self.game.set("mustDrop", true);
        let hand = ByColor::from_fn(|color| {
            let held = self.variant.rules.hand[color].iter().map(|(id, _)| *id);
            self.kinds_of(color, held)
        });
        let rest = hand
            .iter()
            .flat_map(|kinds| kinds.iter())
            .any(|kind| !both.contains(kind));
        let mut kinds = both.iter();
        match (rest, kinds.next(), kinds.next()) {
            (false, ..) => {}
            (true, Some(kind), None) => self.game.set("mustDropType", Some(kind)),
            (true, ..) => self.lose("whatever is in hand must be dropped before play"),
        }
        let opposite = ByColor::from_fn(|color| {
            self.kinds_of(color, placement.opposite[color].iter().copied())
        });
        for kind in opposite.iter().flat_map(|kinds| kinds.iter()) {
            match kind {
                Kind::BISHOP => self.game.set("dropOppositeColoredBishop", true),
                _ => self.lose("pieces are placed on squares of any colour"),
            }
        }
    }

    pub(super) fn walls(&mut self) {
        let Some(walls) = self.variant.rules.walls.clone() else {
            return;
        };
        for color in Color::ALL {
            if let Some(zone) = walls.zones[color] {
                self.game
                    .set_of(color, "wallingRegion", self.squares(&zone));
            }
        }
    }
}
