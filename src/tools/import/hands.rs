//! Pieces in hand, and walls.

use super::writer::Writer;
use crate::tools::fairy::{Kind, Kinds};
use crate::types::{ByColor, Color};
use crate::variant::Zone;

impl Writer<'_> {
    /// The rule lines of hands.
    pub(super) fn hands(&mut self) {
        if self.game.flag("seirawanGating") && !self.game.flag("gating") {
            self.lose(
                "seirawanGating",
                "nothing is gated there without `gating = true`, and so it is here",
            );
        } else if self.game.flag("seirawanGating") {
            let mut letters: Vec<char> = Vec::new();
            for kind in self.hand.iter().flatten() {
                let letter = self.letter(*kind);
                if !letters.contains(&letter) {
                    letters.push(letter);
                }
            }
            match letters.is_empty() {
                true => self.lose("seirawanGating", "gating without pieces in hand"),
                false => self.rule(format!("Gating: {}", letters.iter().collect::<String>())),
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
        self.limits(droppable, placed);
    }

    /// Kinds that can be in a hand.
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
        let letters = self.letters(placed);
        let mut words = vec![letters];
        if self.game.flag("dropOppositeColoredBishop") && placed.contains(Kind::BISHOP) {
            words.push(format!("opposite={}", self.letter(Kind::BISHOP)));
        }
        if self.game.flag("castling") && self.game.flag("castlingDroppedPiece") {
            words.push("castling".to_owned());
        }
        self.rule(format!("Placement: {}", words.join(" ")));
        placed
    }

    fn drops(&mut self, droppable: Kinds, captures: bool, partner: bool) {
        let royal = droppable.iter().filter(|kind| {
            self.game.flag("extinctionPseudoRoyal")
                && self.game.pieces("extinctionPieceTypes").contains(*kind)
        });
        let royal: Kinds = royal.collect();
        let mut letters = String::new();
        for kind in droppable.iter().filter(|kind| !royal.contains(*kind)) {
            letters.push(self.letter(kind));
        }
        if self.game.flag("dropPromoted") {
            for (from, _) in self.pairs.clone() {
                if droppable.contains(from) && !royal.contains(from) {
                    letters += &format!("+{}", self.letter(from));
                }
            }
        }
        if letters.is_empty() {
            return;
        }
        let mut words = vec![letters];
        // pawns are limited by nothing but what is said
        for color in Color::ALL {
            if let Some(pawn) = self.pawn[color].filter(|pawn| droppable.contains(*pawn)) {
                let word = format!("{}=1-{}", self.letter(pawn), self.size.1);
                if !words.contains(&word) {
                    words.push(word);
                }
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
                1 => words.push(format!("one-per-file={letter}")),
                2 => words.push(format!("two-per-file={letter}")),
                n => self.lose("dropNoDoubledCount", format!("{n} pieces on a file")),
            }
        }
        if self.game.flag("shogiPawnDropMateIllegal") && droppable.contains(Kind::SHOGI_PAWN) {
            words.push(format!("no-mate={}", self.letter(Kind::SHOGI_PAWN)));
        }
        if self.game.flag("dropLoop") && self.pairs.is_empty() {
            words.push("keep-promoted".to_owned());
        } else if self.game.flag("dropLoop") {
            self.lose("dropLoop", "promoted pieces that stay promoted in hand");
        }
        if partner {
            words.push("partner".to_owned());
        } else if !captures {
            words.push("no-captures".to_owned());
        }
        self.rule(format!("Drops: {}", words.join(" ")));
    }

    /// Where pieces are dropped.
    fn limits(&mut self, droppable: Kinds, placed: Kinds) {
        let regions = self.game.squares_of("dropRegion");
        let zones = self.game.squares_of("promotionRegion");
        let mut words = Vec::new();
        for color in Color::ALL {
            if !self.is_whole(&regions[color]) {
                words.push(format!("{color}=all={}", self.area(&regions[color])));
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
                words.push(format!("{color}={}={}", self.letter(kind), self.area(&own)));
            }
        }
        if !self.game.flag("dropChecks") {
            words.push("no-check=all".to_owned());
        }
        if !words.is_empty() {
            self.rule(format!("Drop-Limits: {}", words.join(" ")));
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

    /// Walls that moves set up.
    pub(super) fn walls(&mut self) {
        let rule = self.game.text("wallingRule");
        let word = match rule.as_str() {
            "duck" => "elsewhere",
            "static" => "anywhere",
            "past" => "behind",
            "edge" => "edge",
            "arrow" => "shot",
            _ => "",
        };
        if word.is_empty() {
            return;
        }
        let mut words = vec![word.to_owned()];
        let regions: ByColor<Zone> = self.game.squares_of("wallingRegion");
        for color in Color::ALL {
            if !self.is_whole(&regions[color]) {
                words.push(format!("{color}={}", self.area(&regions[color])));
            }
        }
        if self.game.flag("wallOrMove") {
            words.push("instead".to_owned());
        }
        self.rule(format!("Walls: {}", words.join(" ")));
    }
}
