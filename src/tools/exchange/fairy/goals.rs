//! Goals: pieces that win by reaching some squares, which Fairy-Stockfish calls flags.

use super::{Exporter, Importer, Kind, Kinds};
use crate::types::{ByColor, Color, TypeId};
use crate::variant::rules::goals::Goal;

impl Exporter<'_> {
    pub fn goals(&mut self) {
        let mut goals = self.rules.win.goals.clone();
        goals.extend(self.rules.win.hill.map(|hill| self.hill(hill)));
        let mut goals = goals.into_iter();
        let Some(first) = goals.next() else {
            return;
        };
        // in Fairy-Stockfish, equal goals of one side each are a single goal
        let plain = |goal: &Goal| (goal.count, goal.or_full, goal.safe, goal.held, goal.level);
        let mut joined = first.clone();
        let mut fits = true;
        for goal in goals {
            fits &= plain(&goal) == plain(&joined);
            for color in Color::ALL {
                let more = &goal.targets[color];
                fits &= more.is_empty() || joined.targets[color].is_empty();
                joined.targets[color].extend(more.iter().copied());
            }
        }
        if !fits {
            self.lose("only one goal wins");
        }
        self.goal(if fits { &joined } else { &first });
    }

    fn hill(&self, id: TypeId) -> Goal {
        let zone = self.variant.hill_squares();
        let letter = self.variant.piece(id).letter;
        let targets = ByColor::from_fn(|color| {
            let own = self.variant.types_of(color).into_iter();
            own.filter(|own| self.variant.piece(*own).letter == letter)
                .map(|own| (own, zone))
                .collect()
        });
        Goal {
            targets,
            count: 1,
            ..Goal::default()
        }
    }

    fn goal(&mut self, goal: &Goal) {
        for color in Color::ALL {
            let targets = &goal.targets[color];
            let Some((_, zone)) = targets.first() else {
                continue;
            };
            if targets.iter().any(|(_, other)| other != zone) {
                self.lose("all pieces have the same goal");
            }
            let kinds = self.kinds_of(color, targets.iter().map(|(id, _)| id));
            let has_goal = |id: &TypeId| {
                self.variant.piece(*id).hides_promotion()
                    || targets.iter().any(|(own, _)| own == id)
            };
            let piece = kinds.single();
            if piece.is_none() && !self.variant.types_of(color).iter().all(has_goal) {
                self.lose(format!("any piece of {color} wins on its goal"));
            }
            self.set_of(color, "flagPiece", Some(piece.unwrap_or(Kind::ALL)));
            self.set_of(color, "flagRegion", self.squares(zone));
        }
        self.set("flagPieceCount", goal.count);
        self.set("flagPieceBlockedWin", goal.or_full);
        self.set("flagPieceSafe", goal.safe);
        self.set("flagMove", goal.held || goal.level);
    }
}

impl Importer<'_> {
    pub fn goal(&mut self) {
        let game = self.game;
        let regions = game.squares_of("flagRegion");
        let pieces = game.piece_of("flagPiece");
        let mut found = false;
        for color in Color::ALL {
            if regions[color].is_empty() {
                continue;
            }
            let who = match pieces[color] {
                None | Some(Kind::ALL) => "all".to_owned(),
                Some(kind) => self.letters(Kinds::of(kind)),
            };
            if who.is_empty() {
                self.lose("flagPiece", "a goal for a piece that nobody has");
                continue;
            }
            let word = format!("{color}={who}={}", self.area(&regions[color]));
            self.word("Goal", word);
            found = true;
        }
        if !found {
            return;
        }
        let count = game.number("flagPieceCount");
        if count > 1 {
            self.word("Goal", format!("count={count}"));
        }
        let kings = pieces.iter().all(|piece| *piece == Some(Kind::KING));
        self.flag_word("flagPieceBlockedWin", "Goal", "or-full");
        self.flag_word("flagPieceSafe", "Goal", "safe");
        self.flag_word("flagMove", "Goal", if kings { "level" } else { "held" });
    }
}
