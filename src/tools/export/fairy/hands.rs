//! Pieces in hand: where they are dropped, what becomes of captured ones, gates; and walls.

use super::Exporter;
use crate::tools::fairy::keys::Value;
use crate::tools::fairy::moves::{Manner, Ray, from_move};
use crate::tools::fairy::{Kind, Kinds};
use crate::types::{ByColor, Color, TypeId};
use crate::variant::rules::walls::Where;
use crate::variant::{Drops, MoveShape, PromotesTo, Variant, Zone, letter};

impl Exporter<'_> {
    /// Everything about hands.
    pub(super) fn hands(&mut self) {
        let rules = &self.variant.rules;
        if !rules.gating.types.is_empty() {
            self.game.set_flag("gating", true);
            self.game.set_flag("seirawanGating", true);
        }
        if rules.gating.has_gates() {
            self.lose("pieces that wait behind others do not come in");
        }
        let Some(drops) = rules.drops.clone() else {
            return;
        };
        self.game.set_flag("pieceDrops", true);
        self.game.set_flag("capturesToHand", drops.captures);
        self.game.set_flag("twoBoards", drops.partner);
        let hides = self
            .variant
            .pieces
            .iter()
            .any(|piece| piece.promoted_from.is_some());
        let promotes = matches!(&rules.promotion.to, PromotesTo::Choice(choices)
            if choices.iter().any(|choice| !choice.accepted.is_empty()));
        self.game.set_flag(
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
                self.game.set("dropNoDoubled", Value::Piece(Some(kind)));
                self.game.set("dropNoDoubledCount", Value::Number(0));
            }
            _ => self.lose("all captured pieces can be dropped"),
        }
    }

    fn promoted_drops(&mut self, drops: &Drops) {
        let all = drops.kinds.iter().flatten();
        let promoted =
            all.filter(|kind| letter::base(self.variant.piece(kind.id).letter).is_some());
        self.game.set_flag("dropPromoted", promoted.count() > 0);
    }

    /// The squares where a type can be dropped here.
    fn allowed(&self, color: Color, id: TypeId, ranks: (u8, u8)) -> Zone {
        let variant = self.variant;
        let limits = &variant.rules.drop_limits.zones[color];
        let limit = limits
            .iter()
            .find(|(limited, _)| *limited == id)
            .map(|(_, zone)| zone);
        let mut zone = Zone::default();
        for rank in 0..variant.ranks {
            let own = match color {
                Color::White => rank + 1,
                Color::Black => variant.ranks - rank,
            };
            for file in 0..variant.files {
                let can = (ranks.0..=ranks.1).contains(&own)
                    && limit.is_none_or(|zone| zone.contains(file, rank))
                    && variant.may_stop(id, file, rank)
                    && !variant.is_hole(file, rank)
                    && !self.is_stuck(color, id, file, rank);
                if can {
                    zone.insert(file, rank);
                }
            }
        }
        zone
    }

    /// True if a piece could not be dropped because it could never move from there.
    fn is_stuck(&self, color: Color, id: TypeId, file: u8, rank: u8) -> bool {
        self.game.flag("immobilityIllegal") && !can_ever_move(self.variant, color, id, file, rank)
    }

    /// One region for all kinds, and what is said of pawns.
    fn regions(&mut self, drops: &Drops) {
        let variant = self.variant;
        for color in Color::ALL {
            let wanted: Vec<(TypeId, Zone)> = (drops.kinds[color].iter())
                .filter(|kind| letter::base(variant.piece(kind.id).letter).is_none())
                .map(|kind| (kind.id, self.allowed(color, kind.id, kind.ranks)))
                .collect();
            let mut region = Zone::default();
            wanted.iter().for_each(|(_, zone)| region.add(zone));
            let everywhere = (0..variant.ranks).all(|rank| {
                (0..variant.files)
                    .all(|file| region.contains(file, rank) || variant.is_hole(file, rank))
            });
            if !everywhere && !wanted.is_empty() {
                self.game.set_of(color, "dropRegion", self.squares(&region));
            }
            for (id, zone) in wanted {
                self.region_of(color, id, &region, &zone);
            }
        }
    }

    /// Sets what lets a type be dropped just where it can be here.
    fn region_of(&mut self, color: Color, id: TypeId, region: &Zone, wanted: &Zone) {
        let variant = self.variant;
        let kind = self.kinds.get(&(color, id)).copied();
        let first = match color {
            Color::White => 0,
            Color::Black => variant.ranks - 1,
        };
        let zone = self.game.squares_of("promotionRegion")[color];
        let there = |in_zone: bool, on_first: bool, only_first: bool| -> Zone {
            let mut own = Zone::default();
            for (file, rank) in region.squares() {
                let barred = !in_zone && zone.contains(file, rank)
                    || !on_first && rank == first
                    || only_first && rank != first;
                let stuck = self.is_stuck(color, id, file, rank);
                if !barred
                    && !stuck
                    && variant.may_stop(id, file, rank)
                    && !variant.is_hole(file, rank)
                {
                    own.insert(file, rank);
                }
            }
            own
        };
        if kind == Some(Kind::PAWN) {
            for (in_zone, on_first) in [(false, false), (true, false), (false, true), (true, true)]
            {
                if there(in_zone, on_first, false) == *wanted {
                    self.game.set_flag("promotionZonePawnDrops", in_zone);
                    self.game.set_flag("firstRankPawnDrops", on_first);
                    return;
                }
            }
        }
        if there(true, true, false) == *wanted {
            return;
        }
        if kind == Some(Kind::ROOK) && there(true, true, true) == *wanted {
            self.game.set_flag("sittuyinRookDrop", true);
            return;
        }
        // a pawn of another kind that keeps off its last rank: it could not move there
        let immobile = |file, rank| !can_ever_move(variant, color, id, file, rank);
        let mut own = Zone::default();
        for (file, rank) in there(true, true, false).squares() {
            if !immobile(file, rank) {
                own.insert(file, rank);
            }
        }
        if own == *wanted && !variant.rules.promotion.optional {
            self.game.set_flag("immobilityIllegal", true);
            return;
        }
        if self.confined_to(color, id, region, wanted) {
            return;
        }
        let name = self.name(id);
        self.lose(format!("{name} can be dropped on other squares"));
    }

    /// A kind is dropped only where it may stop: if it gets from the squares where it can be dropped, and from
    /// those where it starts, to no other square of the region, it need not be able to stop there.
    fn confined_to(&mut self, color: Color, id: TypeId, region: &Zone, wanted: &Zone) -> bool {
        let variant = self.variant;
        let Some(&kind) = self.kinds.get(&(color, id)) else {
            return false;
        };
        let side = variant.files.max(variant.ranks);
        let types = variant
            .rules
            .zones
            .changes
            .iter()
            .filter(|change| change.id == id);
        let types = std::iter::once(id).chain(types.map(|change| change.like));
        let moves = types.flat_map(|id| &variant.piece(id).moves);
        let rays: Option<Vec<Vec<Ray>>> = moves.map(|m| from_move(m, color, side)).collect();
        let Some(rays) = rays else { return false };
        let start = variant.start_pieces().into_iter();
        let start = start
            .filter(|p| p.color == color && p.id == id)
            .map(|p| (p.file, p.rank));
        let mut open: Vec<(u8, u8)> = wanted.squares().chain(start).collect();
        let mut reached = Zone::default();
        while let Some((file, rank)) = open.pop() {
            let on_board = file < variant.files && rank < variant.ranks;
            if reached.contains(file, rank) || !on_board || !variant.may_stop(id, file, rank) {
                continue;
            }
            reached.insert(file, rank);
            for ray in rays.iter().flatten() {
                let step = match color {
                    Color::White => ray.step,
                    Color::Black => -ray.step,
                };
                for times in 1..=side as i8 {
                    let files = step.files.saturating_mul(times);
                    let ranks = step.ranks.saturating_mul(times);
                    let to = (
                        file.checked_add_signed(files),
                        rank.checked_add_signed(ranks),
                    );
                    if let (Some(file), Some(rank)) = to {
                        open.push((file, rank));
                    }
                    if matches!(ray.manner, Manner::Leap | Manner::Lame) {
                        break;
                    }
                }
            }
        }
        let inside = |zone: &Zone| {
            let mut own = Zone::default();
            let both = zone.squares().filter(|&(f, r)| region.contains(f, r));
            both.for_each(|(f, r)| own.insert(f, r));
            own
        };
        let fits = inside(&reached) == *wanted;
        if fits {
            self.game.mobility.insert((color, kind), reached);
        }
        fits
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
                self.game.set("dropNoDoubled", Value::Piece(Some(kind)));
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
            self.game.set_flag("shogiPawnDropMateIllegal", true);
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
            (true, true) => self.game.set_flag("dropChecks", false),
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
        self.game.set_flag("mustDrop", true);
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
            (true, Some(kind), None) => self.game.set("mustDropType", Value::Piece(Some(kind))),
            (true, ..) => self.lose("whatever is in hand must be dropped before play"),
        }
        let opposite = ByColor::from_fn(|color| {
            self.kinds_of(color, placement.opposite[color].iter().copied())
        });
        for kind in opposite.iter().flat_map(|kinds| kinds.iter()) {
            match kind {
                Kind::BISHOP => self.game.set_flag("dropOppositeColoredBishop", true),
                _ => self.lose("pieces are placed on squares of any colour"),
            }
        }
    }

    /// Walls that moves set up, and captors that become walls.
    pub(super) fn walls(&mut self) {
        let Some(walls) = self.variant.rules.walls.clone() else {
            return;
        };
        self.game.set_text(
            "wallingRule",
            match walls.place {
                Where::Elsewhere => "duck",
                Where::Anywhere => "static",
                Where::Behind => "past",
                Where::Edge => "edge",
                Where::Shot => "arrow",
            },
        );
        self.game.set_flag("wallOrMove", walls.instead);
        for color in Color::ALL {
            if let Some(zone) = walls.zones[color] {
                self.game
                    .set_of(color, "wallingRegion", self.squares(&zone));
            }
        }
    }
}

/// True if a piece of a colour has a move from a square of an empty board, first moves apart.
fn can_ever_move(variant: &Variant, color: Color, id: TypeId, file: u8, rank: u8) -> bool {
    let side = variant.files.max(variant.ranks);
    let moves = &variant.piece(id).moves;
    moves.iter().any(|m| {
        if matches!(m.shape, MoveShape::Castling { .. }) {
            return false;
        }
        let Some(rays) = crate::tools::fairy::moves::from_move(m, color, side) else {
            return true;
        };
        rays.iter().any(|ray| {
            let step = match color {
                Color::White => ray.step,
                Color::Black => -ray.step,
            };
            let to = (
                file.checked_add_signed(step.files),
                rank.checked_add_signed(step.ranks),
            );
            let on_board =
                matches!(to, (Some(f), Some(r)) if f < variant.files && r < variant.ranks);
            !ray.initial && !ray.capture && on_board
        })
    })
}
