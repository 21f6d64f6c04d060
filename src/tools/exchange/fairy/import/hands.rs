//! Pieces in hand, and walls.

use super::Writer;
use crate::tools::exchange::fairy::{Kind, Kinds};
use crate::types::Color;
use crate::variant::Zone;

impl Writer<'_> {
    pub(super) fn hands(&mut self) {
        if self.game.flag("seirawanGating") && !self.game.flag("gating") {
            self.lose(
                "seirawanGating",
                "nothing is gated there without `gating = true`, and so it is here",
            );
        } else if self.game.flag("seirawanGating") {
            let captured = self.game.flag("capturesToHand");
            if captured && !self.game.flag("pieceDrops") {
                self.lose("capturesToHand", "captured pieces that are gated later");
            }
            // what has been captured is gated as well, but pawns, which are not dropped on the first rank
            let others = self
                .used
                .iter()
                .filter(|kind| captured && self.royal(*kind).is_none() && *kind != Kind::PAWN);
            let mut letters = String::new();
            let held = self.hand.iter().flatten().copied();
            for letter in held.chain(others).map(|kind| self.letter(kind)) {
                if !letters.contains(letter) {
                    letters.push(letter);
                }
            }
            match letters.is_empty() {
                true => self.lose("seirawanGating", "gating without pieces in hand"),
                false => self.rule(format!("Gating: {letters}")),
            }
        }
        if self.game.flag("cambodianMoves") {
            let rook = self.letters(Kinds::of(Kind::ROOK));
            let aim = if rook.is_empty() {
                String::new()
            } else {
                format!(" aim={rook}")
            };
            self.rule(format!("Royal-Leap: no-check{aim}"));
        }
        if !self.game.flag("pieceDrops") {
            return;
        }
        let captures = self.game.flag("capturesToHand");
        let partner = self.game.flag("twoBoards");
        let placed = self.placement(captures || partner);
        let mut droppable = self.droppable(captures || partner, placed);
        // what is placed needs no line to be dropped, but for limits on files and for pawns, which would be
        // kept from the first and the last rank
        let pawns = self.pawn.iter().flatten().copied();
        let limited = self.game.piece("dropNoDoubled").into_iter().chain(pawns);
        for kind in limited.filter(|kind| placed.contains(*kind)) {
            droppable = droppable.with(kind);
        }
        if !droppable.is_empty() {
            self.drops(droppable, captures, partner);
        }
        let halved = self.game.flag("dropOppositeColoredBishop") && !placed.contains(Kind::BISHOP);
        if halved && droppable.contains(Kind::BISHOP) {
            self.lose(
                "dropOppositeColoredBishop",
                "bishops that are dropped on squares of both colours",
            );
        }
        self.limits(droppable, placed);
    }

    fn droppable(&self, filled: bool, placed: Kinds) -> Kinds {
        let held = self.hand.iter().flatten().copied().collect::<Kinds>();
        let barred = match self.game.number("dropNoDoubledCount") {
            0 => self.game.piece("dropNoDoubled"),
            _ => None,
        };
        let all = self.used.iter();
        let all = all.filter(|kind| {
            (filled || held.contains(*kind) && !placed.contains(*kind))
                && *kind != Kind::KING
                && Some(*kind) != barred
        });
        all.collect()
    }

    /// What has to be dropped before anything else.
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
        let held = self.hand.iter().flatten().copied().collect::<Kinds>();
        let wanted = self.game.piece("mustDropType");
        let placed: Kinds = match wanted {
            None | Some(Kind::ALL) => held,
            Some(kind) => Kinds::of(kind),
        };
        self.word("Placement", self.letters(placed));
        if self.game.flag("dropOppositeColoredBishop") && placed.contains(Kind::BISHOP) {
            self.word(
                "Placement",
                format!("opposite={}", self.letter(Kind::BISHOP)),
            );
        }
        if self.game.flag("castling") && self.game.flag("castlingDroppedPiece") {
            self.word("Placement", "castling");
        }
        placed
    }

    fn drops(&mut self, droppable: Kinds, captures: bool, partner: bool) {
        let plain = |kind: &Kind| droppable.contains(*kind) && self.royal(*kind).is_none();
        let own = droppable.iter().filter(plain);
        let mut letters: String = own.map(|kind| self.letter(kind)).collect();
        if self.game.flag("dropPromoted") {
            for from in self.pairs.keys().filter(|kind| plain(kind)) {
                letters += &format!("+{}", self.letter(*from));
            }
        }
        if letters.is_empty() {
            return;
        }
        self.word("Drops", letters);
        // pawns are limited by nothing but what is said
        let [white, black] = [self.pawn[Color::White], self.pawn[Color::Black]];
        for pawn in white.into_iter().chain(black.filter(|_| black != white)) {
            if droppable.contains(pawn) {
                self.word("Drops", format!("{}=1-{}", self.letter(pawn), self.size.1));
            }
        }
        if let Some(kind) = self
            .game
            .piece("dropNoDoubled")
            .filter(|kind| droppable.contains(*kind))
        {
            let letter = self.letter(kind);
            match self.game.number("dropNoDoubledCount") {
                0 => {}
                1 => self.word("Drops", format!("one-per-file={letter}")),
                2 => self.word("Drops", format!("two-per-file={letter}")),
                n => self.lose("dropNoDoubledCount", format!("{n} pieces on a file")),
            }
        }
        if self.game.flag("shogiPawnDropMateIllegal") && droppable.contains(Kind::SHOGI_PAWN) {
            self.word(
                "Drops",
                format!("no-mate={}", self.letter(Kind::SHOGI_PAWN)),
            );
        }
        if self.game.flag("dropLoop") && self.pairs.is_empty() {
            self.word("Drops", "keep-promoted");
        } else if self.game.flag("dropLoop") {
            self.lose("dropLoop", "promoted pieces that stay promoted in hand");
        }
        if partner {
            self.word("Drops", "partner");
        } else if !captures {
            self.word("Drops", "no-captures");
        }
    }

    fn limits(&mut self, droppable: Kinds, placed: Kinds) {
        let regions = self.game.squares_of("dropRegion");
        let zones = self.game.squares_of("promotionRegion");
        for color in Color::ALL {
            if !self.is_whole(&regions[color]) {
                let area = self.area(&regions[color]);
                self.word("Drop-Limits", format!("{color}=all={area}"));
            }
            for kind in droppable
                .iter()
                .chain(placed.iter().filter(|kind| !droppable.contains(*kind)))
            {
                let own = self.own_region(color, kind, &regions[color], &zones[color]);
                let usual = self.game.on_board(&regions[color]);
                if own == usual {
                    continue;
                }
                if own.is_empty() {
                    self.lose(
                        "dropRegionWhite",
                        format!("{} can be dropped nowhere", self.letter(kind)),
                    );
                    continue;
                }
                let (letter, area) = (self.letter(kind), self.area(&own));
                self.word("Drop-Limits", format!("{color}={letter}={area}"));
            }
        }
        if !self.game.flag("dropChecks") {
            self.word("Drop-Limits", "no-check=all");
        }
        if self.game.text("enclosingDrop") != "none" {
            self.lose("enclosingDrop", "drops that must enclose something");
        }
    }

    /// Where a kind can be dropped by what is said of it.
    fn own_region(&self, color: Color, kind: Kind, region: &Zone, zone: &Zone) -> Zone {
        let first = match color {
            Color::White => 0,
            Color::Black => self.size.1 - 1,
        };
        let mut own = Zone::default();
        for (file, rank) in region.squares() {
            let pawn = kind == Kind::PAWN;
            let barred =
                pawn && zone.contains(file, rank) && !self.game.flag("promotionZonePawnDrops")
                    || pawn && rank == first && !self.game.flag("firstRankPawnDrops")
                    || kind == Kind::ROOK && rank != first && self.game.flag("sittuyinRookDrop");
            if !barred {
                own.insert(file, rank);
            }
        }
        own
    }

    pub(super) fn walls(&mut self) {
        if !self.game.is_set("wallingRule") {
            return;
        }
        self.plain_rule("Walls");
        let regions = self.game.squares_of("wallingRegion");
        for color in Color::ALL {
            if !self.is_whole(&regions[color]) {
                let area = self.area(&regions[color]);
                self.word("Walls", format!("{color}={area}"));
            }
        }
    }
}
