//! What pawns and other pieces become, and where.

use super::Writer;
use crate::tools::exchange::fairy::{Kind, Kinds, moves};
use crate::types::{ByColor, Color, Step};

impl Writer<'_> {
    pub(super) fn promotion(&mut self) {
        let zones = self.game.squares_of("promotionRegion");
        let choices = self.choices();
        self.pawn_choices(&choices);
        self.other_choices();
        let pairs = !self.pairs.is_empty();
        let nothing = choices.iter().all(String::is_empty) && !pairs;
        if nothing || zones.iter().all(crate::variant::Zone::is_empty) {
            self.barred(&choices);
            return;
        }
        self.zone_words();
        let pawn_optional = !self.game.flag("mandatoryPawnPromotion");
        let piece_optional = !self.game.flag("mandatoryPiecePromotion");
        let (by_pawn_flag, by_piece_flag) = self.governed(&choices);
        let mobile = self.game.flag("immobilityIllegal");
        if by_pawn_flag && by_piece_flag && pawn_optional != piece_optional {
            let key = match pawn_optional {
                true => "mandatoryPiecePromotion",
                false => "mandatoryPawnPromotion",
            };
            self.lose(
                key,
                "promotion that is mandatory for pawns or for pieces only",
            );
        }
        let optional = by_pawn_flag && pawn_optional || by_piece_flag && piece_optional;
        if optional {
            self.word("Promotion-Rule", "optional");
        }
        if optional && !mobile && self.pawn_can_promote(&choices) {
            self.word("Promotion-Rule", "stay");
        }
        let pawns: Kinds = self.pawn.iter().flatten().copied().collect();
        let others = self.used.iter().filter(|kind| !pawns.contains(*kind));
        let drops = self.game.flag("pieceDrops");
        if mobile && (pairs || !optional || drops || self.have_dead_ends(others)) {
            self.word("Promotion-Rule", "mobile");
        }
        if pairs && !self.game.flag("pieceDemotion") {
            self.word("Promotion-Rule", "leaving");
        }
        self.plain_rule("Promotion-Rule");
        for (kind, most) in self.game.counts("promotionLimit") {
            let plus: Vec<char> = (self.pairs.iter())
                .filter(|(_, to)| **to == kind)
                .map(|(from, _)| self.letter(*from))
                .collect();
            let mut letters: String = plus.iter().map(|letter| format!("+{letter}")).collect();
            if self.used.contains(kind) {
                letters.push(self.letter(kind));
            }
            if !letters.is_empty() && most > 0 {
                self.word("Promotion-Rule", format!("most={letters}:{most}"));
            }
            if plus.len() + usize::from(self.used.contains(kind)) > 1 {
                self.lose(
                    "promotionLimit",
                    format!("a limit for {kind} that is for several pieces together"),
                );
            }
        }
    }

    /// What the pawns of each side choose among; nothing if they become something without a choice.
    fn choices(&mut self) -> ByColor<String> {
        let kinds = self.game.pieces_of("promotionPieceTypes");
        let types = self.game.pieces_of("promotionPawnTypes");
        let zones = self.game.squares_of("promotionRegion");
        let texts = ByColor::from_fn(|color| match self.pawn[color] {
            Some(pawn)
                if (pawn == Kind::PAWN || types[color].contains(pawn))
                    && !zones[color].is_empty() =>
            {
                let own = kinds[color]
                    .iter()
                    .filter(|kind| self.used.contains(*kind) && *kind != Kind::ALL);
                own.map(|kind| self.letter(kind)).collect()
            }
            _ => String::new(),
        });
        for color in Color::ALL {
            if let Some(pawn) = self.pawn[color]
                && self.pairs.contains_key(&pawn)
                && !texts[color].is_empty()
            {
                self.lose(
                    "promotedPieceType",
                    "pawns that have a choice and can become one more piece like others",
                );
            }
        }
        texts
    }

    fn pawn_choices(&mut self, choices: &ByColor<String>) {
        let plus = ByColor::from_fn(|color| {
            self.pawn[color].is_some_and(|pawn| self.pairs.contains_key(&pawn))
        });
        let word = |color: Color| match (&choices[color], plus[color]) {
            (text, true) if text.is_empty() => None,
            (text, _) if text.is_empty() => Some("none".to_owned()),
            // the strongest first, which is what a player gets who names nothing
            (text, _) if text.contains('Q') => Some(format!("Q{}", text.replace('Q', ""))),
            (text, _) => Some(text.clone()),
        };
        match [word(Color::White), word(Color::Black)] {
            [None, None] => {}
            [a, b] if a == b => self.rule(format!("Promotion: {}", a.unwrap_or_default())),
            [a, b] => {
                for (color, word) in [(Color::White, a), (Color::Black, b)] {
                    if let Some(word) = word {
                        self.word("Promotion", format!("{color}={word}"));
                    }
                }
            }
        }
    }

    /// True if the pawns of a side become anything.
    fn pawn_can_promote(&self, choices: &ByColor<String>) -> bool {
        let pairs =
            |color: Color| self.pawn[color].is_some_and(|pawn| self.pairs.contains_key(&pawn));
        (Color::ALL.into_iter()).any(|color| !choices[color].is_empty() || pairs(color))
    }

    /// True if one of some kinds, or of what pieces become, could get where it never moves again.
    fn have_dead_ends(&self, kinds: impl Iterator<Item = Kind>) -> bool {
        let (files, ranks) = self.size;
        let mut all = kinds.chain(self.pairs.values().copied());
        all.any(|kind| {
            let rays = moves::read(self.game.betza(kind));
            let leaves = |file: u8, rank: u8, step: Step| {
                let to =
                    (file.checked_add_signed(step.files)).zip(rank.checked_add_signed(step.ranks));
                !to.is_some_and(|(file, rank)| file < files && rank < ranks)
            };
            (0..files).any(|file| {
                (0..ranks).any(|rank| {
                    rays.iter()
                        .all(|ray| ray.initial || leaves(file, rank, ray.step))
                })
            })
        })
    }

    fn other_choices(&mut self) {
        let types = self.game.pieces_of("promotionPawnTypes");
        let kinds = self.game.pieces_of("promotionPieceTypes");
        let zones = self.game.squares_of("promotionRegion");
        let mut done = Vec::new();
        for color in Color::ALL {
            for kind in types[color].iter() {
                if !self.owns(color, kind)
                    || self.pawn[color] == Some(kind)
                    || done.contains(&kind)
                    || kinds[color].is_empty()
                    || zones[color].is_empty()
                {
                    continue;
                }
                done.push(kind);
                let letters = self.letters(kinds[color]);
                let letter = self.letter(kind);
                if self.pawn.iter().any(|pawn| *pawn == Some(kind)) {
                    self.lose(
                        "promotionPawnTypes",
                        format!("{letter} is a pawn of one side only"),
                    );
                } else {
                    self.rule(format!("Promotion: {letter}={letters}"));
                }
            }
        }
    }

    /// Pawns that never become anything may not enter the zone.
    fn barred(&mut self, choices: &ByColor<String>) {
        let zones = self.game.squares_of("promotionRegion");
        let types = self.game.pieces_of("promotionPawnTypes");
        let stuck = Color::ALL.into_iter().any(|color| {
            self.pawn[color].is_some_and(|pawn| {
                choices[color].is_empty()
                    && !zones[color].is_empty()
                    && (pawn == Kind::PAWN || types[color].contains(pawn))
            })
        });
        let immobile = self.game.flag("immobilityIllegal") && self.have_dead_ends(self.used.iter());
        if stuck && self.game.flag("mandatoryPawnPromotion") || immobile {
            self.rule("Promotion-Rule: mobile");
        }
    }

    /// Whether the flag of pawns and that of pieces concern anybody.
    fn governed(&self, choices: &ByColor<String>) -> (bool, bool) {
        let mut found = (false, false);
        for color in Color::ALL {
            found.0 |= !choices[color].is_empty();
        }
        for from in self.pairs.keys() {
            match *from == Kind::PAWN {
                true => found.0 = true,
                false => found.1 = true,
            }
        }
        found
    }

    fn zone_words(&mut self) {
        let zones = self.game.squares_of("promotionRegion");
        let ranks = self.size.1;
        let [white, black] = [zones[Color::White], zones[Color::Black]];
        if white == black.mirrored(ranks) {
            if self.ranks(&white, Color::White) != Some((ranks, ranks)) {
                self.word("Promotion-Rule", format!("squares={}", self.area(&white)));
            }
            return;
        }
        for (color, zone) in [(Color::White, white), (Color::Black, black)] {
            if !zone.is_empty() {
                let area = self.area(&zone);
                self.word("Promotion-Rule", format!("{color}=squares={area}"));
            }
        }
    }
}
