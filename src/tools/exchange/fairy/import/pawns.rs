//! Types 1 and 2: their moves, their first moves, and captures in passing.

use super::Writer;
use super::moves::PAWN;
use crate::tools::exchange::fairy::keys::of;
use crate::tools::exchange::fairy::quoted;
use crate::tools::exchange::fairy::{Kind, moves};
use crate::types::Color;

impl Writer<'_> {
    pub(super) fn pawn_lines(&mut self) -> Vec<String> {
        let mut spare = None;
        let mut lines = Vec::new();
        for color in Color::ALL {
            let Some(kind) = self.pawn[color] else {
                // a pawn of the other side's letter would be its own
                let letter = match spare {
                    Some(letter) => letter,
                    None => self.new_letter().unwrap_or('?'),
                };
                spare = Some(letter);
                lines.push(format!("{letter}:{PAWN} fmWfcF"));
                continue;
            };
            let text = self.pawn_moves(color, kind);
            let letter = self.letter(kind);
            let value = self.royal(kind).unwrap_or(PAWN);
            lines.push(format!("{letter}:{value} {text}"));
        }
        self.pushes();
        lines
    }

    pub(super) fn other_captors(&mut self) {
        if !self.anybody_pushes() {
            return;
        }
        for color in Color::ALL {
            let captures = |kind: &Kind| {
                let rays = moves::read(self.game.betza(*kind));
                rays.iter().any(|ray| {
                    let quiet = moves::Ray {
                        capture: false,
                        ..*ray
                    };
                    ray.capture && !rays.contains(&quiet)
                })
            };
            let region = self.game.squares_of("enPassantRegion")[color];
            let types = self.game.pieces_of("enPassantTypes")[color];
            let others = types.iter().filter(|kind| {
                self.pawn[color] != Some(*kind) && self.owns(color, *kind) && captures(kind)
            });
            for kind in others.filter(|_| !region.is_empty()).collect::<Vec<_>>() {
                let letter = self.letter(kind);
                let text = format!("{letter} captures in passing as pawns do");
                self.lose(&kind.to_string(), text);
            }
        }
    }

    /// The moves of a pawn, with its first ones and captures in passing.
    fn pawn_moves(&mut self, color: Color, kind: Kind) -> String {
        let doubles = self.game.squares_of("doubleStepRegion")[color];
        let can_push = self.game.flag("doubleStep") && !doubles.is_empty();
        let triples = self.game.squares_of("tripleStepRegion")[color];
        let passing = self.game.pieces_of("enPassantTypes")[color].contains(kind)
            && !self.game.squares_of("enPassantRegion")[color].is_empty();
        if kind == Kind::PAWN {
            let mut text = if passing { "fmWfceF" } else { "fmWfcF" }.to_owned();
            if can_push {
                text += "ifmnD";
            }
            if !triples.is_empty() {
                let [double, triple] = [doubles, triples].map(|zone| self.ranks(&zone, color));
                match (double, triple) {
                    (a, b) if a == b => text += "ifmW3",
                    (Some((2, 3)), Some((2, 2))) => text += "iifmnDifmW3",
                    _ => self.lose(
                        "tripleStepRegionWhite",
                        "triple steps from other ranks than double ones",
                    ),
                }
            }
            return text;
        }
        let text = self.game.betza(kind).to_owned();
        let mut rays = moves::read(&text);
        let pushes = rays.iter().any(|ray| ray.initial);
        if pushes && !can_push {
            rays.retain(|ray| !ray.initial);
        }
        if self.game.number("soldierPromotionRank") > 1 && kind == Kind::SOLDIER {
            rays = moves::read("fW");
        }
        let changed = rays != moves::read(&text);
        let plain: String = text.chars().filter(|c| *c != 'e').collect();
        let plain = match changed {
            true => moves::write(&rays).unwrap_or_default(),
            false => plain,
        };
        let ours = moves::for_us(&plain, &self.board, true);
        let Some(ours) = ours else {
            let letter = self.letter(kind);
            self.lose(
                &kind.to_string(),
                format!("the moves of {letter}: `{}`", quoted(&plain)),
            );
            return "-".to_owned();
        };
        match passing {
            true if self.anybody_pushes() => in_passing(&ours),
            _ => ours,
        }
    }

    /// True if some pawn has a first move by which it passes squares.
    fn anybody_pushes(&self) -> bool {
        let doubles = self.game.squares_of("doubleStepRegion");
        self.game.flag("doubleStep")
            && Color::ALL.into_iter().any(|color| {
                let kind = self.pawn[color];
                let initial = kind.is_some_and(|kind| {
                    kind == Kind::PAWN
                        || moves::read(self.game.betza(kind)).iter().any(|r| r.initial)
                });
                initial && !doubles[color].is_empty()
            })
    }

    fn some_passed(&mut self) {
        self.lose(
            "enPassantRegion",
            "captures in passing on some squares only",
        );
    }

    /// The line that says from where pawns push.
    fn pushes(&mut self) {
        if !self.anybody_pushes() {
            return;
        }
        let doubles = self.game.squares_of("doubleStepRegion");
        let regions = self.game.squares_of("enPassantRegion");
        let triples = self.game.squares_of("tripleStepRegion");
        let single = |color: Color| {
            let ranks = self
                .ranks(&doubles[color], color)
                .filter(|(first, last)| first == last);
            ranks
                .filter(|_| triples[color].is_empty())
                .map(|(rank, _)| rank)
        };
        let both = single(Color::White).filter(|rank| single(Color::Black) == Some(*rank));
        let zones = self.game.squares_of("promotionRegion");
        let plain = zones.iter().all(|zone| !self.is_whole(zone));
        self.pawn_rank = both.filter(|rank| (3..=self.size.1 / 2).contains(rank) && plain);
        for color in Color::ALL {
            let zone = doubles[color];
            let passed = regions[color.other()];
            if self.pawn[color].is_none() || zone.is_empty() {
                continue;
            }
            if !triples[color].is_empty() {
                if !passed.is_empty() && !self.is_whole(&passed) {
                    self.some_passed();
                }
                continue;
            }
            let Some((first, last)) = self.ranks(&zone, color) else {
                self.lose(
                    &of(color, "doubleStepRegion"),
                    "double steps from some squares of a rank only",
                );
                continue;
            };
            let usual = self.pawn_rank.unwrap_or(self.size.1.min(2));
            if (first, last) != (usual, usual) {
                self.word("Pushes", format!("{color}={first}-{last}"));
            }
            // who may be captured in passing, by the ranks from where they come
            if passed.is_empty() || self.is_whole(&passed) {
                continue;
            }
            match self.ranks(&passed, color) {
                Some((from, to)) if from > 1 => {
                    let (low, high) = ((from - 1).max(first), (to - 1).min(last));
                    if low > high {
                        self.some_passed();
                    } else if (low, high) != (first, last) {
                        self.word("Pushes", format!("{color}=en-passant={low}-{high}"));
                    }
                }
                _ => self.some_passed(),
            }
        }
    }
}

/// The text with an `e` behind the `c` of captures that are nothing else.
fn in_passing(text: &str) -> String {
    let mut marked = String::new();
    for c in text.chars() {
        marked.push(c);
        if c == 'c' {
            marked.push('e');
        }
    }
    marked
}
