//! Gating, the first leaps of Cambodian chess, and walls.

use super::{Exporter, Importer, Kind, Kinds};
use crate::types::Color;

impl Exporter<'_> {
    pub fn walls(&mut self) {
        for color in Color::ALL {
            let walls = self.rules.walls.as_ref();
            if let Some(zone) = walls.and_then(|walls| walls.zones[color]) {
                self.set_of(color, "wallingRegion", self.squares(&zone));
            }
        }
    }
}

impl Importer<'_> {
    pub fn gates(&mut self) {
        let game = self.game;
        if game.flag("seirawanGating") && !game.flag("gating") {
            self.lose(
                "seirawanGating",
                "nothing is gated there without `gating = true`, and so it is here",
            );
        } else if game.flag("seirawanGating") {
            let captured = game.flag("capturesToHand");
            if captured && !game.flag("pieceDrops") {
                self.lose("capturesToHand", "captured pieces that are gated later");
            }
            // captured pieces are gated as well, except pawns, which are not dropped on the first rank
            let gated =
                |kind: &Kind| captured && self.royal(*kind).is_none() && *kind != Kind::PAWN;
            let others = self.used.iter().filter(gated);
            let mut letters = String::new();
            for kind in self.hand.iter().flatten().copied().chain(others) {
                if !letters.contains(self.letter(kind)) {
                    letters.push(self.letter(kind));
                }
            }
            if letters.is_empty() {
                self.lose("seirawanGating", "gating without pieces in hand");
            } else {
                self.rule(format!("Gating: {letters}"));
            }
        }
        if game.flag("cambodianMoves") {
            self.rule("Royal-Leap: no-check");
            let rook = self.letters(Kinds::of(Kind::ROOK));
            if !rook.is_empty() {
                self.word("Royal-Leap", format!("aim={rook}"));
            }
        }
    }

    pub fn walls(&mut self) {
        if !self.game.is_set("wallingRule") {
            return;
        }
        self.plain_rule("Walls");
        let regions = self.game.squares_of("wallingRegion");
        for color in Color::ALL {
            if !self.is_whole(&regions[color]) {
                self.word("Walls", format!("{color}={}", self.area(&regions[color])));
            }
        }
    }
}
