//! How a game is decided: by stalemate, by goals, by what has been lost.

use super::Exporter;
use crate::tools::exchange::fairy::keys::Value;
use crate::tools::exchange::fairy::{Kind, Kinds};
use crate::types::{ByColor, Color, TypeId};
use crate::variant::Zone;
use crate::variant::rules::goals::Goal;

impl Exporter<'_> {
    pub(super) fn ends(&mut self) {
        self.explosion();
        self.effects();
        self.extinction();
        self.goals();
        if self.variant.rules.mates_are_legal {
            self.lose("checks that mate are legal");
        }
        if self.variant.rules.royals_slide_safely {
            self.lose("royal pieces may slide over attacked squares");
        }
        self.facing();
        if self.variant.rules.trading.is_some() {
            self.lose("nothing keeps pieces from being traded");
        }
    }

    /// The rule about facing kings is about ranks there as well, and about kings only.
    fn facing(&mut self) {
        let zones = &self.variant.rules.zones;
        let (illegal, offers, on_ranks) = (
            zones.facing_is_illegal,
            zones.facing_offers_end,
            zones.facing_on_ranks,
        );
        if !illegal && !offers {
            return;
        }
        let start = self.variant.start_pieces();
        let kings = ByColor::from_fn(|color| -> Vec<(u8, u8)> {
            let kings = start.iter().filter(|placed| {
                placed.color == color && self.kinds.get(&(color, placed.id)) == Some(&Kind::KING)
            });
            kings.map(|placed| (placed.file, placed.rank)).collect()
        });
        if !self.game.letters.contains_key(&Kind::KING) {
            self.lose("royal pieces may face each other");
        } else if !on_ranks && self.game.kings_share_ranks(&kings) {
            self.lose(match illegal {
                true => "kings may not face each other on a rank either",
                false => "kings that face each other on a rank offer to end the game as well",
            });
        }
    }

    fn explosion(&mut self) {
        let Some(explosion) = self.variant.rules.win.explosion.clone() else {
            return;
        };
        let mut spared = explosion.spared.iter().filter_map(|id| self.kind(*id));
        if spared.any(|kind| kind != Kind::PAWN) {
            self.lose("explosions spare nothing but pawns");
        }
    }

    fn effects(&mut self) {
        let effects = self.variant.rules.capture_effects.clone();
        let kinds: Kinds = effects
            .petrify
            .iter()
            .filter_map(|id| self.kind(*id))
            .collect();
        self.game.set("petrifyOnCaptureTypes", kinds);
        if effects
            .contagion
            .iter()
            .chain(&effects.recolour)
            .any(|list| !list.is_empty())
        {
            self.lose("captures do not change the captor");
        }
        if !effects.rifle.is_empty() {
            self.lose("pieces capture by going there");
        }
        if !effects.immune.is_empty() {
            self.lose("all pieces can be captured");
        }
        if !self.variant.rules.burning.is_empty() {
            self.lose("nothing burns");
        }
    }

    /// All rules about what has been lost share some keys.
    fn extinction(&mut self) {
        let win = self.variant.rules.win.clone();
        let all = Kinds::of(Kind::ALL);
        // value, kinds, left, those that the other side must have, only to be claimed
        let mut found: Vec<(&str, Kinds, u32, u32, bool)> = Vec::new();
        let royal = ByColor::from_fn(|color| {
            let start = self.variant.start_pieces();
            start
                .iter()
                .any(|p| p.color == color && self.kinds.get(&(color, p.id)) == Some(&Kind::KING))
        });
        let kings = u32::from(royal.iter().any(|has| *has));
        if win.bare_king_loses {
            found.push(("loss", all, 1, 2, true));
        }
        if win.bare_king_draws {
            found.push(("draw", all, 1, 0, false));
        }
        if win.bare_wins {
            found.push(("win", all, kings, 0, false));
        }
        let value = if win.extinction_wins { "win" } else { "loss" };
        let left = u32::from(win.extinction_left);
        if win.extinction_of_all.iter().any(|of_all| *of_all) {
            for color in Color::ALL {
                if !win.extinction_of_all[color] && !royal[color] {
                    self.lose(format!("{color} loses with all its pieces as well"));
                }
            }
            found.push((value, all, left, 0, false));
        }
        let own =
            ByColor::from_fn(|color| self.kinds_of(color, win.extinction[color].iter().copied()));
        if own.iter().any(|kinds| !kinds.is_empty()) {
            let kinds = own.iter().flat_map(|kinds| kinds.iter()).collect::<Kinds>();
            found.push((value, kinds, left, 0, false));
            self.check_sides(own);
        }
        if win.baring.iter().any(|list| !list.is_empty()) {
            self.lose("no side loses with its last strong piece");
        }
        if found.len() > usize::from(!self.extinction_is_taken) {
            self.lose("of several ways to lose by what is left only one counts");
        }
        if self.extinction_is_taken {
            return;
        }
        if let Some((value, kinds, left, theirs, claim)) = found.into_iter().next() {
            self.game.set("extinctionValue", value);
            self.game.set("extinctionPieceTypes", kinds);
            self.game.set("extinctionPieceCount", Value::Number(left));
            self.game
                .set("extinctionOpponentPieceCount", Value::Number(theirs));
            self.game.set("extinctionClaim", claim);
        }
    }

    /// There the loss of a kind counts for both sides, even for one that never had any.
    fn check_sides(&mut self, own: ByColor<Kinds>) {
        let start = self.variant.start_pieces();
        for color in Color::ALL {
            for kind in own[color.other()]
                .iter()
                .filter(|kind| !own[color].contains(*kind))
            {
                let has = start
                    .iter()
                    .any(|p| p.color == color && self.kinds.get(&(color, p.id)) == Some(&kind));
                let what = if has {
                    "loses with it as well"
                } else {
                    "has lost at once without one"
                };
                self.lose(format!(
                    "{color} {what}, for a rule about the last {kind} is for both sides"
                ));
            }
        }
    }

    fn goals(&mut self) {
        let win = self.variant.rules.win.clone();
        let mut goals = win.goals.clone();
        if let Some(hill) = win.hill {
            goals.push(self.hill(hill));
        }
        let Some(goal) = goals.first() else {
            return;
        };
        if goals.len() > 1 {
            self.joined_goals(&goals);
            return;
        }
        self.goal(goal);
    }

    fn hill(&self, id: TypeId) -> Goal {
        let (files, ranks) = (self.variant.files, self.variant.ranks);
        let mut zone = Zone::default();
        for rank in [(ranks - 1) / 2, ranks / 2] {
            for file in [(files - 1) / 2, files / 2] {
                zone.insert(file, rank);
            }
        }
        let of = |color: Color| {
            let types = self.variant.types_of(color).into_iter();
            let own = types
                .filter(|own| self.variant.piece(*own).letter == self.variant.piece(id).letter);
            own.map(|own| (own, zone)).collect()
        };
        Goal {
            targets: ByColor::from_fn(of),
            count: 1,
            ..Goal::default()
        }
    }

    /// Goals of one side each are one goal there, if they are alike.
    fn joined_goals(&mut self, goals: &[Goal]) {
        let mut joined = goals[0].clone();
        let mut fits = true;
        for goal in &goals[1..] {
            let plain = |goal: &Goal| (goal.count, goal.or_full, goal.safe, goal.held, goal.level);
            fits &= plain(goal) == plain(&joined);
            for color in Color::ALL {
                let more = &goal.targets[color];
                fits &= more.is_empty() || joined.targets[color].is_empty();
                joined.targets[color].extend(more.iter().copied());
            }
        }
        if !fits {
            self.lose("only one goal wins");
        }
        self.goal(if fits { &joined } else { &goals[0] });
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
            let kinds = self.kinds_of(color, targets.iter().map(|(id, _)| *id));
            let own = self.variant.types_of(color);
            let all = own.iter().all(|id| {
                self.variant.piece(*id).hides_promotion()
                    || targets.iter().any(|(target, _)| target == id)
            });
            let mut each = kinds.iter();
            let piece = match (each.next(), each.next()) {
                (Some(kind), None) => kind,
                _ => {
                    if !all {
                        self.lose(format!("any piece of {color} wins on its goal"));
                    }
                    Kind::ALL
                }
            };
            self.game.set_of(color, "flagPiece", Some(piece));
            self.game.set_of(color, "flagRegion", self.squares(zone));
        }
        self.game
            .set("flagPieceCount", Value::Number(goal.count.into()));
        self.game.set("flagPieceBlockedWin", goal.or_full);
        self.game.set("flagPieceSafe", goal.safe);
        self.game.set("flagMove", goal.held || goal.level);
    }
}
