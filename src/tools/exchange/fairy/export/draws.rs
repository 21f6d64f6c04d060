//! What makes a draw, who is to blame for a repetition, and who wins what would be a draw.

use std::collections::BTreeSet;

use super::Exporter;
use crate::tools::exchange::fairy::Kind;
use crate::tools::exchange::fairy::draws::{self, JANGGI_ODDS};
use crate::tools::exchange::fairy::keys::Value;
use crate::types::{ByColor, Color, TypeId};
use crate::variant::rules::draws::Draws;

impl Exporter<'_> {
    /// What makes a draw, and who wins it.
    pub(super) fn draws(&mut self) {
        let rules = self.variant.rules.clone();
        if let Draws::Points { pieces, extra } = rules.draws {
            self.points(&pieces, &extra);
        }
        self.game.set(
            "nMoveRule",
            Value::Number(rules.move_rule.limit.unwrap_or(50)),
        );
        if rules.move_rule.without_checks {
            self.note(
                "moves that give check, and answers to them, count for the draw by moves as well",
            );
        }
        if rules.repetition.perpetual_chase_loses {
            self.chases(&rules.repetition.always_chased);
        }
        if !rules.mating.never_by.is_empty() || !rules.mating.after.is_empty() {
            let knight = rules
                .mating
                .never_by
                .iter()
                .all(|id| self.kind(*id) == Some(Kind::KNIGHT));
            self.game.set("shatarMateRule", knight);
            if !knight {
                self.lose("all mates count");
            }
        }
        if let Some(counting) = &rules.counting {
            self.counting(counting);
        }
    }

    /// The points of Janggi are the only ones there.
    fn points(&mut self, pieces: &[(TypeId, u16)], extra: &ByColor<u16>) {
        let points = draws::janggi_points();
        let theirs = |kind: Kind| {
            let own = points.iter().find(|(_, kinds)| kinds.contains(kind));
            own.map_or(0, |(points, _)| points * 10)
        };
        let ours = |id: TypeId| {
            let own = pieces.iter().find(|(counted, _)| *counted == id);
            own.map_or(0, |(_, tenths)| *tenths)
        };
        let same = self
            .kinds
            .iter()
            .all(|(&(_, id), &kind)| ours(id) == theirs(kind));
        let odds = extra[Color::Black].checked_sub(extra[Color::White]);
        if !same || !odds.is_some_and(|odds| JANGGI_ODDS.contains(&odds)) {
            self.lose(
                "the side with more points wins a draw by other points: those of Janggi (rook 13, cannon 7, horse 5, \
                 elephant and advisor 3, soldier 2, all else 0, and 1.5 more for black)",
            );
        }
    }

    /// The rule about chases names its kinds; where ours has others, some chases are none on one of the two sides.
    fn chases(&mut self, always: &[(TypeId, TypeId)]) {
        let known = |kind: &Kind| self.game.letters.contains_key(kind);
        let ours: BTreeSet<(Kind, Kind)> = (always.iter())
            .filter_map(|(hunter, victim)| Some((self.kind(*hunter)?, self.kind(*victim)?)))
            .collect();
        let mut theirs = BTreeSet::new();
        for (hunters, victims) in draws::always_chased() {
            for hunter in hunters.iter().filter(known) {
                theirs.extend(victims.iter().filter(known).map(|victim| (hunter, victim)));
            }
        }
        let told = |pairs: BTreeSet<(Kind, Kind)>| {
            let words = pairs.into_iter().map(|(hunter, victim)| {
                let letter = |kind| self.game.letters.get(&kind).copied().unwrap_or('?');
                format!("{}>{}", letter(hunter), letter(victim))
            });
            words.collect::<Vec<_>>().join(", ")
        };
        let (more, fewer) = (told(&theirs - &ours), told(&ours - &theirs));
        if !fewer.is_empty() {
            self.lose(format!(
                "these attacks are no perpetual chases if the victim is protected: {fewer}"
            ));
        }
        // a section that inherits from the game has them by itself
        if !more.is_empty() {
            self.text_losses.push(format!(
                "these attacks are perpetual chases even if the victim is protected: {more}"
            ));
        }
    }

    fn counting(&mut self, counting: &crate::variant::Counting) {
        let name = match (counting.board_limit, counting.board_with_pawns) {
            (None, _) => "asean",
            (Some(_), true) => "cambodian",
            (Some(_), false) => "makruk",
        };
        self.game.set("countingRule", name);
    }
}
