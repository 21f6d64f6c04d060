//! Draws, the decision of repetitions, and draws that one side wins. Two keys of Fairy-Stockfish apply to certain kinds
//! of pieces only: `chasingRule = axf` and `materialCounting = janggi`.

use std::collections::BTreeSet;

use super::{Exporter, Importer, Kind, Kinds};
use crate::types::{ByColor, Color, TypeId};
use crate::variant::rules::draws::Draws;
use crate::variant::rules::repetition::LONGEST_MOVE_RULE;

/// The points of Janggi, each with the kinds of pieces that count them; other kinds count nothing.
const JANGGI_POINTS: [(u16, &[Kind]); 5] = [
    (13, &[Kind::ROOK]),
    (7, &[Kind::JANGGI_CANNON]),
    (5, &[Kind::HORSE]),
    (3, &[Kind::JANGGI_ELEPHANT, Kind::WAZIR]),
    (2, &[Kind::SOLDIER]),
];
/// Black's extra points in Janggi, in tenths: between one point and two, since pieces count whole points.
const JANGGI_ODDS: std::ops::RangeInclusive<u16> = 11..=19;

/// The attackers that chase a victim even if it is protected, with their victims, by the rule `axf`.
const ALWAYS_CHASED: [(&[Kind], &[Kind]); 2] = [
    (&[Kind::CANNON, Kind::HORSE], &[Kind::ROOK]),
    (
        &[Kind::FERS, Kind::ELEPHANT],
        &[Kind::ROOK, Kind::CANNON, Kind::HORSE],
    ),
];

impl Exporter<'_> {
    pub fn draws(&mut self) {
        let rules = self.rules;
        if let Draws::Points { pieces, extra } = &rules.draws {
            self.points(pieces, extra);
        }
        self.set("nMoveRule", rules.move_rule.limit.unwrap_or(50));
        if rules.move_rule.without_checks {
            self.note(
                "moves that give check, and answers to them, count for the draw by moves as well",
            );
        }
        if rules.repetition.perpetual_chase_loses {
            self.chases(&rules.repetition.always_chased);
        }
        let mating = &rules.mating;
        if !mating.never_by.is_empty() || !mating.after.is_empty() {
            let mut never_by = mating.never_by.iter();
            let knight = never_by.all(|id| self.kind(*id) == Some(Kind::KNIGHT));
            self.set("shatarMateRule", knight);
            if !knight {
                self.lose("all mates count");
            }
        }
        if let Some(counting) = &rules.counting {
            let name = match (counting.board_limit, counting.board_with_pawns) {
                (None, _) => "asean",
                (Some(_), true) => "cambodian",
                (Some(_), false) => "makruk",
            };
            self.set("countingRule", name);
        }
    }

    /// Reports points other than those of Janggi.
    fn points(&mut self, pieces: &[(TypeId, u16)], extra: &ByColor<u16>) {
        let same = |(&(_, id), kind): (&(Color, TypeId), &Kind)| {
            let ours = pieces.iter().find(|(counted, _)| *counted == id);
            let theirs = JANGGI_POINTS.iter().find(|(_, kinds)| kinds.contains(kind));
            ours.map_or(0, |(_, tenths)| *tenths) == theirs.map_or(0, |(points, _)| points * 10)
        };
        let odds = extra[Color::Black].checked_sub(extra[Color::White]);
        if !self.kinds.iter().all(same) || !odds.is_some_and(|odds| JANGGI_ODDS.contains(&odds)) {
            self.lose(
                "the side with more points wins a draw by other points: those of Janggi (rook 13, cannon 7, horse 5, \
                 elephant and advisor 3, soldier 2, all else 0, and 1.5 more for black)",
            );
        }
    }

    /// Reports chases that only one of the two sides knows.
    fn chases(&mut self, always: &[(TypeId, TypeId)]) {
        let known = |kind: &&Kind| self.game.has(**kind);
        let ours: BTreeSet<(Kind, Kind)> = (always.iter())
            .filter_map(|(hunter, victim)| Some((self.kind(*hunter)?, self.kind(*victim)?)))
            .collect();
        let mut theirs = BTreeSet::new();
        for (hunters, victims) in ALWAYS_CHASED {
            for hunter in hunters.iter().filter(known) {
                let victims = victims.iter().filter(known);
                theirs.extend(victims.map(|victim| (*hunter, *victim)));
            }
        }
        let listed = |pairs: BTreeSet<(Kind, Kind)>| {
            // kinds of types have letters
            let letter = |kind| self.game.letters.get(&kind).copied().unwrap_or('?');
            let pairs = pairs.into_iter();
            let words = pairs.map(|(a, b)| format!("{}>{}", letter(a), letter(b)));
            words.collect::<Vec<_>>().join(", ")
        };
        let (more, fewer) = (listed(&theirs - &ours), listed(&ours - &theirs));
        if !fewer.is_empty() {
            self.lose(format!(
                "these attacks are no perpetual chases if the victim is protected: {fewer}"
            ));
        }
        // a section that inherits from the game has these chases anyway
        if !more.is_empty() {
            self.text_losses.push(format!(
                "these attacks are perpetual chases even if the victim is protected: {more}"
            ));
        }
    }
}

impl Importer<'_> {
    pub fn draws(&mut self) {
        let game = self.game;
        self.move_rule();
        self.repetition();
        self.plain_rule("Pass");
        self.counting();
        self.plain_rule("Draws");
        if game.says("materialCounting", "janggi") {
            self.word("Draws", "points");
            for (points, kinds) in JANGGI_POINTS {
                let letters = listed(self.letters(kinds.iter().copied().collect()));
                if !letters.is_empty() {
                    self.word("Draws", format!("{letters}={points}"));
                }
            }
            self.word("Draws", "black=1.5");
        }
        if game.flag("shatarMateRule") {
            let knight = Kinds::of(Kind::KNIGHT);
            let shaks = knight.with(Kind::ROOK).with(Kind::QUEEN).with(Kind::BERS);
            let [knight, shaks] = [knight, shaks].map(|kinds| self.letters(kinds));
            self.rule(format!("Mating: never-by={knight} after={shaks}"));
        }
    }

    /// The draw by moves without capture or pawn move.
    fn move_rule(&mut self) {
        const RULE: &str = "a draw by moves without capture or pawn move";
        let limit = self.game.number("nMoveRule");
        if self.game.is_set("nMoveRule") {
            let (ours, theirs) = match limit {
                0 => (LONGEST_MOVE_RULE, Some("never".to_owned())),
                1..=LONGEST_MOVE_RULE => (limit, None),
                _ => (LONGEST_MOVE_RULE, Some(format!("after {limit}"))),
            };
            self.rule(format!("Move-Rule: {ours}"));
            if let Some(theirs) = theirs {
                let text = format!("{RULE} comes after {ours} of each side, not {theirs}");
                self.lose("nMoveRule", text);
            }
        }
        if limit == 0 {
            return;
        }
        // in fmax only captures and pawn moves reset the count
        let types = self.game.pieces_of("nMoveRuleTypes");
        for color in Color::ALL {
            let pawn = self.pawn[color];
            if let Some(kind) = pawn.filter(|kind| !types[color].contains(*kind)) {
                let letter = self.letter(kind);
                self.lose(
                    "nMoveRuleTypes",
                    format!("{RULE}: moves of {letter} count as pawn moves here"),
                );
            }
            let others = types[color].iter().filter(|kind| Some(*kind) != pawn);
            let others = self.letters(others.filter(|kind| self.owns(color, *kind)).collect());
            if !others.is_empty() {
                self.lose(
                    "nMoveRuleTypes",
                    format!("{RULE}: moves of {others} do not count as pawn moves here"),
                );
            }
        }
    }

    /// How repetitions are decided.
    fn repetition(&mut self) {
        self.plain_rule("Repetition");
        if self.game.says("chasingRule", "axf") {
            for (hunters, victims) in ALWAYS_CHASED {
                let victims = self.used_letters(victims.iter().copied());
                let hunters = listed(self.used_letters(hunters.iter().copied()));
                if !hunters.is_empty() {
                    for victim in victims.chars() {
                        self.word("Repetition", format!("always={hunters}>{victim}"));
                    }
                }
            }
        }
        if self.game.is_set("nFoldRule") {
            // a position that occurs once is no repetition
            let theirs = match self.game.number("nFoldRule") {
                0 => "never".to_owned(),
                times => times.max(2).to_string(),
            };
            let text = "a repetition counts when a position has come 3 times";
            self.lose("nFoldRule", format!("{text}, not {theirs}"));
        }
    }

    fn counting(&mut self) {
        let rule = self.game.text("countingRule");
        if rule == "none" {
            return;
        }
        let kinds = [Kind::ROOK, Kind::SILVER, Kind::KNIGHT];
        let [rook, khon, knight] = kinds.map(|kind| self.letters(Kinds::of(kind)));
        if rook.is_empty() || khon.is_empty() || knight.is_empty() {
            self.lose("countingRule", "counting without all of its pieces");
        } else {
            self.rule(format!(
                "Counting: {rule} rook={rook} khon={khon} knight={knight}"
            ));
        }
    }
}

/// Letters separated by commas.
fn listed(letters: String) -> String {
    let letters: Vec<String> = letters.chars().map(String::from).collect();
    letters.join(",")
}
