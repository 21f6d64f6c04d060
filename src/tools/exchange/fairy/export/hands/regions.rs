//! Where each kind can be dropped, by the keys that Fairy-Stockfish has for it.

use super::Exporter;
use crate::tools::exchange::fairy::Kind;
use crate::tools::exchange::fairy::moves::{Manner, Rays, from_move, from_moves};
use crate::types::{Color, TypeId};
use crate::variant::{Drops, MoveShape, Variant, Zone, letter};

impl Exporter<'_> {
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
    pub(super) fn regions(&mut self, drops: &Drops) {
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
                    self.game.set("promotionZonePawnDrops", in_zone);
                    self.game.set("firstRankPawnDrops", on_first);
                    return;
                }
            }
        }
        if there(true, true, false) == *wanted {
            return;
        }
        if kind == Some(Kind::ROOK) && there(true, true, true) == *wanted {
            self.game.set("sittuyinRookDrop", true);
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
            self.game.set("immobilityIllegal", true);
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
        let mut rays = Rays::new();
        let changes = &variant.rules.zones.changes;
        let types = changes.iter().filter(|change| change.id == id);
        for id in std::iter::once(id).chain(types.map(|change| change.like)) {
            match from_moves(&variant.piece(id).moves, color, side) {
                Some(more) => rays.extend(more),
                None => return false,
            }
        }
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
            for ray in &rays {
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
}

/// True if a piece of a colour has a move from a square of an empty board, first moves apart.
fn can_ever_move(variant: &Variant, color: Color, id: TypeId, file: u8, rank: u8) -> bool {
    let side = variant.files.max(variant.ranks);
    let moves = &variant.piece(id).moves;
    moves.iter().any(|m| {
        if matches!(m.shape, MoveShape::Castling { .. }) {
            return false;
        }
        let Some(rays) = from_move(m, color, side) else {
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
