//! Pieces in hand: where they are dropped, what becomes of captured pieces, and which pieces are placed before play.

use super::{Exporter, Importer, Kind, Kinds, moves};
use crate::types::{Color, TypeId};
use crate::variant::{DropKind, Drops, PromotesTo, Zone};

impl Exporter<'_> {
    pub fn hands(&mut self) {
        let Some(drops) = self.rules.drops.as_ref() else {
            return;
        };
        let hides = (self.variant.pieces.iter()).any(|piece| piece.promoted_from.is_some());
        let promotes = matches!(&self.rules.promotion.to, PromotesTo::Choice(choices)
            if choices.iter().any(|choice| !choice.accepted.is_empty()));
        let filled = drops.captures || drops.partner;
        self.set("dropLoop", filled && promotes && !hides);
        if filled {
            self.undroppable(drops);
        }
        let all: Vec<&DropKind> = drops.kinds.iter().flatten().collect();
        self.set(
            "dropPromoted",
            all.iter().any(|kind| self.has_plus(kind.id)),
        );
        for color in Color::ALL {
            self.regions(color, &drops.kinds[color]);
        }
        self.per_file(drops);
        let mut tamed = all.iter().filter(|kind| kind.no_mate).peekable();
        if tamed.peek().is_some() {
            if tamed.all(|kind| self.kind(kind.id) == Some(Kind::SHOGI_PAWN)) {
                self.set("shogiPawnDropMateIllegal", true);
                self.note("who mates with a dropped pawn loses there; here the drop is illegal");
            } else {
                self.lose("drops that mate are legal");
            }
        }
        let limits = &self.rules.drop_limits.no_check;
        if limits.iter().any(|list| !list.is_empty()) {
            let limited = |color| {
                let mut own = drops.kinds[color].iter();
                own.all(|kind| limits[color].contains(&kind.id))
            };
            if Color::ALL.into_iter().all(limited) {
                self.set("dropChecks", false);
            } else {
                self.lose("drops may give check");
            }
        }
        self.place_first();
    }

    /// Reports captured kinds that can be dropped in Fairy-Stockfish but not here.
    fn undroppable(&mut self, drops: &Drops) {
        let mut never = Kinds::NONE;
        for color in Color::ALL {
            for id in self.variant.types_of(color.other()) {
                let piece = self.variant.piece(id);
                let own = self.variant.type_by_letter(piece.letter, color);
                let held = own.is_some_and(|own| drops.can_drop(color, own))
                    || self.has_plus(id)
                    || piece.royalty.is_royal()
                    || piece.hides_promotion();
                if let Some(kind) = self.kind(id)
                    && !held
                {
                    never = never.with(kind);
                }
            }
        }
        if let Some(kind) = never.single() {
            // with a limit of 0 on each file it cannot be dropped
            self.set("dropNoDoubled", Some(kind));
            self.set("dropNoDoubledCount", 0u8);
        } else if !never.is_empty() {
            self.lose("all captured pieces can be dropped");
        }
    }

    fn per_file(&mut self, drops: &Drops) {
        let limited = drops.kinds.iter().flatten();
        let limited = limited.filter(|dropped| dropped.per_file > 0);
        let mut limited: Vec<(Kind, u8)> = limited
            .filter_map(|dropped| Some((self.kind(dropped.id)?, dropped.per_file)))
            .collect();
        limited.sort_unstable();
        limited.dedup();
        match limited[..] {
            [] => {}
            [(kind, count)] if !self.game.is_set("dropNoDoubled") => {
                self.set("dropNoDoubled", Some(kind));
                self.set("dropNoDoubledCount", count);
            }
            _ => self.lose("only one kind is limited in its number on a file"),
        }
    }

    fn place_first(&mut self) {
        let placement = &self.rules.placement;
        let [white, black] = Color::ALL.map(|color| self.kinds_of(color, &placement.first[color]));
        let first = white | black;
        if first.is_empty() {
            return;
        }
        self.set("mustDrop", true);
        let held = Color::ALL
            .map(|color| self.kinds_of(color, self.rules.hand[color].iter().map(|(id, _)| id)));
        if (held[0] | held[1]).iter().any(|kind| !first.contains(kind)) {
            match first.single() {
                Some(kind) => self.set("mustDropType", Some(kind)),
                None => self.lose("whatever is in hand must be dropped before play"),
            }
        }
        let [white, black] =
            Color::ALL.map(|color| self.kinds_of(color, &placement.opposite[color]));
        for kind in (white | black).iter() {
            match kind {
                Kind::BISHOP => self.set("dropOppositeColoredBishop", true),
                _ => self.lose("pieces are placed on squares of any colour"),
            }
        }
    }

    /// Sets the region for all kinds of a side, and the keys for single kinds.
    fn regions(&mut self, color: Color, kinds: &[DropKind]) {
        let (variant, limits) = (self.variant, &self.rules.drop_limits);
        // the squares where each type can be dropped by the rules of fmax
        let (mut wanted, mut region) = (Vec::new(), Zone::default());
        for kind in kinds.iter().filter(|kind| !self.has_plus(kind.id)) {
            let (first, last) = kind.ranks;
            let zone = self.game.on_board(&self.game.own_ranks(color, first, last));
            let zone = zone.only(|file, rank| limits.allow(color, kind.id, file, rank));
            let zone = self.usable(color, kind.id, &zone);
            region.add(&zone);
            wanted.push((kind.id, zone));
        }
        let board = self.game.board();
        let mut squares = board.squares();
        let everywhere = squares.all(|(f, r)| region.contains(f, r) || variant.is_hole(f, r));
        if !everywhere && !wanted.is_empty() {
            self.set_of(color, "dropRegion", self.squares(&region));
        }
        for (id, zone) in wanted {
            if !self.region_of(color, id, &zone) {
                self.lose_of(id, "can be dropped on other squares");
            }
        }
    }

    /// The part of these squares where a type may stop, and from which it can move on if the rules of drops require that.
    fn usable(&self, color: Color, id: TypeId, zone: &Zone) -> Zone {
        let mobile = self.game.flag("immobilityIllegal");
        zone.only(|file, rank| {
            self.variant.may_stop(id, file, rank)
                && (!mobile || self.can_ever_move(color, id, (file, rank)))
        })
    }

    /// True if a piece of a colour has a move from a square of an empty board; first moves do not count.
    fn can_ever_move(&self, color: Color, id: TypeId, from: (u8, u8)) -> bool {
        let rays = self.rays_of(color, id);
        rays.is_none_or(|rays| moves::can_move(&rays, color, from, &self.game.board()))
    }

    /// Sets the keys by which a type can be dropped on exactly these squares; false if there are none.
    fn region_of(&mut self, color: Color, id: TypeId, wanted: &Zone) -> bool {
        let kind = self.kind_of(color, id);
        let (flags, last): (&[&str], u8) = match kind {
            Some(Kind::PAWN) => (&["promotionZonePawnDrops", "firstRankPawnDrops"], 3),
            Some(Kind::ROOK) => (&["sittuyinRookDrop"], 1),
            _ => (&[], 0),
        };
        // tries all settings of the flags, and then clears them again
        for setting in (0..=last).chain([0]) {
            for (bit, flag) in flags.iter().enumerate() {
                self.set(flag, setting >> bit & 1 != 0);
            }
            let region = self.game.drop_region(color, kind);
            if self.usable(color, id, &region) == *wanted {
                return true;
            }
        }
        // a pawn of another kind is not dropped on its last rank, where it could not move
        let region = self.usable(color, id, &self.game.squares_of("dropRegion")[color]);
        let mobile = region.only(|file, rank| self.can_ever_move(color, id, (file, rank)));
        if mobile == *wanted && !self.rules.promotion.optional {
            self.set("immobilityIllegal", true);
            return true;
        }
        kind.is_some_and(|kind| self.confined_to(color, id, kind, wanted))
    }

    /// Limits the squares where a kind may stop, and so the squares where it can be dropped. Returns false if the kind can
    /// get to other squares of the region from those where it is dropped or starts.
    fn confined_to(&mut self, color: Color, id: TypeId, kind: Kind, wanted: &Zone) -> bool {
        let moves = self.variant.moves_anywhere(id);
        let Some(rays) = moves::from_moves(moves, color, self.side()) else {
            return false;
        };
        let start = self.start.iter().filter(|p| p.color == color && p.id == id);
        let from = wanted
            .squares()
            .chain(start.map(|p| (p.file, p.rank)))
            .collect();
        let board = self.game.board();
        let stops = board.only(|file, rank| self.variant.may_stop(id, file, rank));
        let reached = moves::reached(&rays, color, from, &stops);
        let region = self.game.squares_of("dropRegion")[color];
        let inside = reached.only(|file, rank| region.contains(file, rank));
        if inside == *wanted {
            self.game.mobility.insert((color, kind), reached);
        }
        inside == *wanted
    }
}

impl Importer<'_> {
    pub fn hands(&mut self) {
        self.gates();
        let game = self.game;
        if !game.flag("pieceDrops") {
            return;
        }
        let filled = game.flag("capturesToHand") || game.flag("twoBoards");
        let placed = self.placement(filled);
        let mut droppable = self.droppable(filled, placed);
        // placed pieces need a line for drops only if they are limited on a file, or are pawns, which are not dropped
        // on the first and the last rank by default
        let limited = game.piece("dropNoDoubled").into_iter();
        let limited = limited.chain(self.pawns().iter());
        droppable = droppable | limited.filter(|kind| placed.contains(*kind)).collect();
        if !droppable.is_empty() {
            self.drops(droppable);
        }
        let halved = game.flag("dropOppositeColoredBishop") && !placed.contains(Kind::BISHOP);
        if halved && droppable.contains(Kind::BISHOP) {
            self.lose(
                "dropOppositeColoredBishop",
                "bishops that are dropped on squares of both colours",
            );
        }
        self.limits(droppable, placed);
    }

    fn droppable(&self, filled: bool, placed: Kinds) -> Kinds {
        let held = self.held();
        let barred = self.game.number("dropNoDoubledCount") == 0;
        let can = |kind: &Kind| {
            (filled || held.contains(*kind) && !placed.contains(*kind))
                && *kind != Kind::KING
                && !(barred && self.game.piece("dropNoDoubled") == Some(*kind))
        };
        self.used.iter().filter(can).collect()
    }

    /// The kinds that must be dropped before other moves.
    fn placement(&mut self, filled: bool) -> Kinds {
        if !self.game.flag("mustDrop") {
            return Kinds::NONE;
        }
        if filled {
            self.lose(
                "mustDrop",
                "drops that are mandatory while captures fill the hand",
            );
            return Kinds::NONE;
        }
        let placed = match self.game.piece("mustDropType") {
            None | Some(Kind::ALL) => self.held(),
            Some(kind) => Kinds::of(kind),
        };
        self.word("Placement", self.letters(placed));
        if placed.contains(Kind::BISHOP) {
            let word = format!("opposite={}", self.letter(Kind::BISHOP));
            self.flag_word("dropOppositeColoredBishop", "Placement", &word);
        }
        if self.game.flag("castling") {
            self.flag_word("castlingDroppedPiece", "Placement", "castling");
        }
        placed
    }

    fn drops(&mut self, droppable: Kinds) {
        let game = self.game;
        let plain = |kind: &Kind| droppable.contains(*kind) && self.royal(*kind).is_none();
        let plain_ones = droppable.iter().filter(plain);
        let mut letters: String = plain_ones.map(|kind| self.letter(kind)).collect();
        if game.flag("dropPromoted") {
            for from in self.pairs.keys().filter(|kind| plain(kind)) {
                letters += &format!("+{}", self.letter(*from));
            }
        }
        if letters.is_empty() {
            return;
        }
        self.word("Drops", letters);
        // in Fairy-Stockfish pawns have no limits by default
        for pawn in self.pawns().iter().filter(|pawn| droppable.contains(*pawn)) {
            self.word("Drops", format!("{}=1-{}", self.letter(pawn), self.size.1));
        }
        let limited = game.piece("dropNoDoubled");
        if let Some(kind) = limited.filter(|kind| droppable.contains(*kind)) {
            let letter = self.letter(kind);
            match game.number("dropNoDoubledCount") {
                0 => {}
                1 => self.word("Drops", format!("one-per-file={letter}")),
                2 => self.word("Drops", format!("two-per-file={letter}")),
                n => self.lose("dropNoDoubledCount", format!("{n} pieces on a file")),
            }
        }
        if droppable.contains(Kind::SHOGI_PAWN) {
            let word = format!("no-mate={}", self.letter(Kind::SHOGI_PAWN));
            self.flag_word("shogiPawnDropMateIllegal", "Drops", &word);
        }
        if self.pairs.is_empty() {
            self.flag_word("dropLoop", "Drops", "keep-promoted");
        } else if game.flag("dropLoop") {
            self.lose("dropLoop", "promoted pieces that stay promoted in hand");
        }
        if game.flag("twoBoards") {
            self.word("Drops", "partner");
        } else if !game.flag("capturesToHand") {
            self.word("Drops", "no-captures");
        }
    }

    fn limits(&mut self, droppable: Kinds, placed: Kinds) {
        let regions = self.game.squares_of("dropRegion");
        let placed = placed.iter().filter(|kind| !droppable.contains(*kind));
        let kinds: Vec<Kind> = droppable.iter().chain(placed).collect();
        for color in Color::ALL {
            let region = regions[color];
            if !self.is_whole(&region) {
                self.word("Drop-Limits", format!("{color}=all={}", self.area(&region)));
            }
            for kind in &kinds {
                let own = self.game.drop_region(color, Some(*kind));
                let letter = self.letter(*kind);
                if own.is_empty() && !region.is_empty() {
                    let text = format!("{letter} can be dropped nowhere");
                    self.lose("dropRegionWhite", text);
                } else if own != region {
                    let word = format!("{color}={letter}={}", self.area(&own));
                    self.word("Drop-Limits", word);
                }
            }
        }
        if !self.game.flag("dropChecks") {
            self.word("Drop-Limits", "no-check=all");
        }
        if self.game.text("enclosingDrop") != "none" {
            self.lose("enclosingDrop", "drops that must enclose something");
        }
    }
}
