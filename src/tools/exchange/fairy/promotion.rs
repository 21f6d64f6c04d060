//! To what pawns and other pieces are promoted, and where.

use std::collections::BTreeMap;

use super::{Exporter, Importer, Kind, Kinds, moves};
use crate::types::{ByColor, Color, TypeId};
use crate::variant::{Placed, PromotesTo, Zone};

impl Exporter<'_> {
    /// Sets the promotion zones, and which pieces are promoted to which.
    pub fn promotion(&mut self) {
        let promotion = &self.rules.promotion;
        let mut pairs = BTreeMap::new();
        self.pawn_choices(&mut pairs);
        self.other_promotions(&mut pairs);
        let optional = promotion.optional;
        self.set("mandatoryPawnPromotion", !optional);
        let others = promotion.pieces.iter().any(|list| !list.is_empty());
        // the key has no effect where only pawns with a choice are promoted
        self.set("mandatoryPiecePromotion", !pairs.is_empty() && !optional);
        let stuck = promotion.mobile || optional && !others && !promotion.stay;
        self.set("immobilityIllegal", stuck);
        let anywhere = promotion.leaving || promotion.entering || promotion.back;
        if others && !anywhere && self.can_leave() {
            self.lose("moves that begin in the promotion zone promote as well");
        }
        self.set("promotedPieceType", pairs);
        self.limits();
        for color in Color::ALL {
            // the zone must not stop pawns that are never promoted
            let idle = self.game.pairs("promotedPieceType").is_empty()
                && self.game.pieces_of("promotionPieceTypes")[color].is_empty();
            let zone = self.game.board().only(|file, rank| {
                (!idle || promotion.mobile)
                    && self.variant.promotes_at(color, file, rank)
                    && !self.variant.is_hole(file, rank)
            });
            self.set_of(color, "promotionRegion", self.squares(&zone));
        }
    }

    /// True if a piece that could be promoted on leaving the zone can be in the zone.
    fn can_leave(&self) -> bool {
        let (promotion, drops) = (&self.rules.promotion, self.rules.drops.as_ref());
        let inside = |p: &Placed| {
            let promotes = self.variant.promotes_at(p.color, p.file, p.rank);
            promotes && !promotion.of_piece(p.color, p.id).is_empty()
        };
        let dropped = |color: Color| {
            let mut own = promotion.pieces[color].iter();
            own.any(|(from, _)| drops.is_some_and(|drops| drops.can_drop(color, *from)))
        };
        promotion.optional
            || promotion.mobile
            || Color::ALL.into_iter().any(dropped)
            || self.start.iter().any(inside)
    }

    fn pawn_choices(&mut self, pairs: &mut BTreeMap<Kind, Kind>) {
        if matches!(self.rules.promotion.to, PromotesTo::ByFile(_)) {
            self.lose("pawns become what they like, whatever stood on their file");
        }
        for color in Color::ALL {
            let mut accepted = self.rules.promotion.to.of_pawns(color);
            accepted.sort_unstable();
            accepted.dedup();
            let kinds = match accepted[..] {
                [to] if self.has_plus(to) => {
                    self.pair(pairs, color, TypeId::pawn(color), to);
                    Kinds::NONE
                }
                _ => self.kinds_of(color, &accepted),
            };
            self.set_of(color, "promotionPieceTypes", kinds);
            // a pawn kind of its own that has no choice must not wait for one
            let own = self.game.pieces_of("promotionPawnTypes")[color];
            if kinds.is_empty() && !own.contains(Kind::PAWN) {
                self.set_of(color, "promotionPawnTypes", Kinds::NONE);
            }
        }
    }

    fn pair(&mut self, pairs: &mut BTreeMap<Kind, Kind>, color: Color, from: TypeId, to: TypeId) {
        if let (Some(own), Some(new)) = (self.kind_of(color, from), self.kind_of(color, to))
            && own != new
            && pairs.insert(own, new).is_some_and(|before| before != new)
        {
            self.lose_of(from, "becomes the same for both sides");
        }
    }

    fn other_promotions(&mut self, pairs: &mut BTreeMap<Kind, Kind>) {
        let promotion = &self.rules.promotion;
        for color in Color::ALL {
            let mut choosers = self.game.pieces_of("promotionPawnTypes")[color];
            for (from, to) in &promotion.pieces[color] {
                let turns_back = promotion.back && self.has_plus(*from);
                if *from == TypeId::pawn(color) || turns_back {
                    continue;
                }
                if let [to] = to[..] {
                    self.pair(pairs, color, *from, to);
                    continue;
                }
                // a piece chooses as a pawn does, if it may become the same pieces
                let own = self.kinds_of(color, to);
                if own != self.game.pieces_of("promotionPieceTypes")[color] && !to.is_empty() {
                    self.lose_of(*from, "has another choice when it is promoted");
                }
                choosers = choosers | self.kinds_of(color, [from]);
            }
            self.set_of(color, "promotionPawnTypes", choosers);
        }
    }

    /// Sets how many pieces of a kind a side can have.
    fn limits(&mut self) {
        let promotion = &self.rules.promotion;
        let mut limits = BTreeMap::new();
        for (id, most) in &promotion.limits {
            limits.extend(self.kind(*id).map(|kind| (kind, u32::from(*most))));
        }
        let mut choices = self.game.pieces_of("promotionPieceTypes");
        let [white, black] = choices.into_array();
        for kind in (white | black).iter().filter(|_| promotion.captured) {
            let own = Color::ALL.into_iter();
            let own = own.filter(|color| choices[*color].contains(kind));
            let counts: Vec<usize> = own.map(|color| self.places(color, kind).len()).collect();
            let most = counts.iter().copied().max().unwrap_or(0);
            if counts.iter().any(|count| *count != most) {
                self.lose("a side can have as many pieces of a kind as the other one began with");
            }
            if most > 0 {
                limits.insert(kind, most as u32);
                continue;
            }
            for color in Color::ALL {
                choices[color] = choices[color].without(kind);
                self.set_of(color, "promotionPieceTypes", choices[color]);
            }
        }
        self.set("promotionLimit", limits);
    }
}

impl Importer<'_> {
    pub fn promotion(&mut self) {
        let game = self.game;
        let choices = self.choices();
        self.pawn_words(&choices);
        self.other_choices();
        let pairs = !self.pairs.is_empty();
        let chooses = choices.iter().any(|text| !text.is_empty());
        if !(chooses || pairs) || (game.squares_of("promotionRegion").iter()).all(Zone::is_empty) {
            self.barred(&choices);
            return;
        }
        self.zone_words();
        // the flag for pawns and the flag for pieces, if promotions of that kind exist
        let by_pawn_flag = chooses || self.pairs.contains_key(&Kind::PAWN);
        let by_piece_flag = self.pairs.keys().any(|from| *from != Kind::PAWN);
        let pawn_optional = by_pawn_flag && !game.flag("mandatoryPawnPromotion");
        let piece_optional = by_piece_flag && !game.flag("mandatoryPiecePromotion");
        if by_pawn_flag && by_piece_flag && pawn_optional != piece_optional {
            let key = if pawn_optional {
                "mandatoryPiecePromotion"
            } else {
                "mandatoryPawnPromotion"
            };
            self.lose(
                key,
                "promotion that is mandatory for pawns or for pieces only",
            );
        }
        let optional = pawn_optional || piece_optional;
        if optional {
            self.word("Promotion-Rule", "optional");
        }
        let mobile = game.flag("immobilityIllegal");
        let pawns = self.pawns();
        let mut colors = Color::ALL.into_iter();
        let pawn_promotes = chooses || colors.any(|color| self.pawns_have_pair(color));
        if optional && !mobile && pawn_promotes {
            self.word("Promotion-Rule", "stay");
        }
        let others = self.used.iter().filter(|kind| !pawns.contains(*kind));
        let drops = game.flag("pieceDrops");
        if mobile && (pairs || !optional || drops || self.have_dead_ends(others)) {
            self.word("Promotion-Rule", "mobile");
        }
        if pairs && !game.flag("pieceDemotion") {
            self.word("Promotion-Rule", "leaving");
        }
        self.plain_rule("Promotion-Rule");
        for (kind, most) in game.counts("promotionLimit") {
            let letters = self.promoted_letters(kind) + &self.used_letters([kind]);
            if !letters.is_empty() && most > 0 {
                self.word("Promotion-Rule", format!("most={letters}:{most}"));
            }
            if letters.chars().filter(|c| *c != '+').count() > 1 {
                let text = format!("a limit for {kind} that is for several pieces together");
                self.lose("promotionLimit", text);
            }
        }
    }

    /// The pieces that the pawns of each side choose from; empty if they become a piece without a choice.
    fn choices(&mut self) -> ByColor<String> {
        let kinds = self.game.pieces_of("promotionPieceTypes");
        let texts = ByColor::from_fn(|color| {
            if self.pawns_choose(color) {
                self.used_letters(kinds[color].without(Kind::ALL).iter())
            } else {
                String::new()
            }
        });
        for color in Color::ALL {
            if self.pawns_have_pair(color) && !texts[color].is_empty() {
                let text = "pawns that have a choice and can become one more piece like others";
                self.lose("promotedPieceType", text);
            }
        }
        texts
    }

    /// True if the pawns of a side become one piece without a choice.
    fn pawns_have_pair(&self, color: Color) -> bool {
        self.pawn[color].is_some_and(|pawn| self.pairs.contains_key(&pawn))
    }

    fn pawn_words(&mut self, choices: &ByColor<String>) {
        let words = Color::ALL.map(|color| {
            let text = &choices[color];
            if text.is_empty() {
                return (!self.pawns_have_pair(color)).then(|| "none".to_owned());
            }
            // the first one is the default: the strongest
            let queen = if text.contains('Q') { "Q" } else { "" };
            Some(queen.to_owned() + &text.replace('Q', ""))
        });
        match words {
            [Some(white), Some(black)] if white == black => {
                self.rule(format!("Promotion: {white}"))
            }
            words => {
                for (color, word) in Color::ALL.into_iter().zip(words) {
                    if let Some(word) = word {
                        self.word("Promotion", format!("{color}={word}"));
                    }
                }
            }
        }
    }

    /// True if one of these kinds, or a piece to which they are promoted, could get to a square from which it never
    /// moves again.
    fn have_dead_ends(&self, kinds: impl Iterator<Item = Kind>) -> bool {
        let board = self.game.board();
        let mut all = kinds.chain(self.pairs.values().copied());
        all.any(|kind| {
            let rays = self.game.rays(kind);
            let mut squares = board.squares();
            squares.any(|from| !moves::can_move(&rays, Color::White, from, &board))
        })
    }

    fn other_choices(&mut self) {
        let types = self.game.pieces_of("promotionPawnTypes");
        let kinds = self.game.pieces_of("promotionPieceTypes");
        let zones = self.game.squares_of("promotionRegion");
        let mut done = Kinds::NONE;
        for color in Color::ALL {
            if kinds[color].is_empty() || zones[color].is_empty() {
                continue;
            }
            let letters = self.letters(kinds[color]);
            for kind in types[color].iter() {
                let pawn = self.pawn[color] == Some(kind);
                if pawn || done.contains(kind) || !self.owns(color, kind) {
                    continue;
                }
                done = done.with(kind);
                let letter = self.letter(kind);
                if self.pawn.iter().any(|pawn| *pawn == Some(kind)) {
                    let text = format!("{letter} is a pawn of one side only");
                    self.lose("promotionPawnTypes", text);
                } else {
                    self.rule(format!("Promotion: {letter}={letters}"));
                }
            }
        }
    }

    /// Pawns that never become anything may not enter the zone.
    fn barred(&mut self, choices: &ByColor<String>) {
        let mut colors = Color::ALL.into_iter();
        let stuck = colors.any(|color| choices[color].is_empty() && self.pawns_choose(color));
        let immobile = self.game.flag("immobilityIllegal") && self.have_dead_ends(self.used.iter());
        if stuck && self.game.flag("mandatoryPawnPromotion") || immobile {
            self.rule("Promotion-Rule: mobile");
        }
    }

    fn zone_words(&mut self) {
        let ranks = self.size.1;
        let [white, black] = self.game.squares_of("promotionRegion").into_array();
        if white == black.mirrored(ranks) {
            if self.ranks(&white, Color::White) != Some((ranks, ranks)) {
                self.word("Promotion-Rule", format!("squares={}", self.area(&white)));
            }
            return;
        }
        for (color, zone) in Color::ALL.into_iter().zip([white, black]) {
            if !zone.is_empty() {
                let word = format!("{color}=squares={}", self.area(&zone));
                self.word("Promotion-Rule", word);
            }
        }
    }
}
