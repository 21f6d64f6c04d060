//! What makes a draw, who is to blame for a repetition, and who wins what would be a draw.

use super::writer::Writer;
use crate::tools::fairy::draws;
use crate::tools::fairy::{Kind, Kinds};
use crate::types::Color;
use crate::variant::rules::repetition::LONGEST_MOVE_RULE;

impl Writer<'_> {
    /// What makes a draw.
    pub(super) fn draws(&mut self) {
        self.move_rule();
        self.repetition();
        self.passes();
        self.counting();
        match self.game.text("materialCounting").as_str() {
            "whitedrawodds" => self.rule("Draws: white"),
            "blackdrawodds" => self.rule("Draws: black"),
            "janggi" => self.points(),
            "unweighted" => self.lose("materialCounting", "draws are won by who has more pieces"),
            _ => {}
        }
        if self.game.flag("shatarMateRule") {
            let knight = self.letters(Kinds::of(Kind::KNIGHT));
            let bers = Kind::by_name("bers").map_or(Kinds::NONE, Kinds::of);
            let shaks = self.letters(bers.with(Kind::KNIGHT).with(Kind::ROOK).with(Kind::QUEEN));
            self.rule(format!("Mating: never-by={knight} after={shaks}"));
        }
    }

    /// How many moves without a capture or a pawn move there can be.
    fn move_rule(&mut self) {
        let limit = self.game.number("nMoveRule");
        if self.game.is_set("nMoveRule") {
            let known = (1..=LONGEST_MOVE_RULE).contains(&limit);
            let ours = if known { limit } else { LONGEST_MOVE_RULE };
            self.rule(format!("Move-Rule: {ours}"));
            if !known {
                let theirs = match limit {
                    0 => "never".to_owned(),
                    limit => format!("after {limit}"),
                };
                self.lose(
                    "nMoveRule",
                    format!("a draw by moves without capture or pawn move comes after {ours} of each side, not {theirs}"),
                );
            }
        }
        if limit == 0 {
            return;
        }
        // what begins the count again is here what pawns do
        let types = self.game.pieces_of("nMoveRuleTypes");
        for color in Color::ALL {
            let pawn = self.pawn[color];
            if let Some(kind) = pawn.filter(|kind| !types[color].contains(*kind)) {
                let letter = self.letter(kind);
                self.lose(
                    "nMoveRuleTypes",
                    format!("a draw by moves without capture or pawn move: moves of {letter} count as pawn moves here"),
                );
            }
            let has = |kind: &Kind| {
                let mut placed = self.start.iter();
                let held = self.hand[color].contains(kind);
                held || placed.any(|p| p.color == color && p.kind == *kind)
            };
            let others = types[color].iter().filter(|kind| Some(*kind) != pawn);
            let others = others.filter(has);
            let others = self.letters(others.collect());
            if !others.is_empty() {
                self.lose(
                    "nMoveRuleTypes",
                    format!("a draw by moves without capture or pawn move: moves of {others} do not count as pawn moves here"),
                );
            }
        }
    }

    /// Who is to blame when a position comes back.
    fn repetition(&mut self) {
        let mut words = Vec::new();
        if self.game.flag("perpetualCheckIllegal") {
            words.push("perpetual-check loses".to_owned());
        }
        if self.game.text("chasingRule") == "axf" {
            words.push("perpetual-chase loses".to_owned());
            for (hunters, victims) in draws::always_chased() {
                let hunters = self.listed(hunters);
                let victims = victims.iter().map(|kind| self.listed(Kinds::of(kind)));
                let victims = victims.filter(|victim| !hunters.is_empty() && !victim.is_empty());
                words.extend(victims.map(|victim| format!("always={hunters}>{victim}")));
            }
        }
        if !words.is_empty() {
            self.rule(format!("Repetition: {}", words.join(" ")));
        }
        if self.game.text("nFoldValue") != "draw" {
            self.lose("nFoldValue", "a repetition is won or lost");
        }
        if self.game.is_set("nFoldRule") {
            // a position that has come once is no repetition
            let text = match self.game.number("nFoldRule") {
                0 => "a repetition decides nothing there; here a position that comes 3 times does"
                    .to_owned(),
                times => format!(
                    "a repetition counts when a position has come 3 times, not {}",
                    times.max(2)
                ),
            };
            self.lose("nFoldRule", text);
        }
    }

    /// The letters of those kinds that stand in positions under their own, with commas.
    fn listed(&self, kinds: Kinds) -> String {
        let own = kinds.iter().filter(|kind| self.used.contains(*kind));
        let letters: Vec<String> = own.map(|kind| self.letter(kind).to_string()).collect();
        letters.join(",")
    }

    fn passes(&mut self) {
        let words: Vec<String> = Color::ALL
            .into_iter()
            .filter_map(|color| {
                let word = match () {
                    () if self.game.flag_of(color, "passOnStalemate") => "stuck",
                    () if self.game.flag_of(color, "pass") => "always",
                    () => return None,
                };
                Some(format!("{color}={word}"))
            })
            .collect();
        if !words.is_empty() {
            self.rule(format!("Pass: {}", words.join(" ")));
        }
    }

    fn points(&mut self) {
        let mut words = vec!["points".to_owned()];
        for (points, kinds) in draws::janggi_points() {
            let letters: Vec<String> = self.letters(kinds).chars().map(String::from).collect();
            if !letters.is_empty() {
                words.push(format!("{}={points}", letters.join(",")));
            }
        }
        words.push("black=1.5".to_owned());
        self.rule(format!("Draws: {}", words.join(" ")));
    }

    fn counting(&mut self) {
        let rule = self.game.text("countingRule");
        if rule == "none" {
            return;
        }
        let silver = Kind::by_name("silver").map_or(Kinds::NONE, Kinds::of);
        let mut words = vec![rule];
        for (word, kinds) in [
            ("rook", Kinds::of(Kind::ROOK)),
            ("khon", silver),
            ("knight", Kinds::of(Kind::KNIGHT)),
        ] {
            let letters = self.letters(kinds);
            if letters.is_empty() {
                self.lose("countingRule", "counting without all of its pieces");
                return;
            }
            words.push(format!("{word}={letters}"));
        }
        self.rule(format!("Counting: {}", words.join(" ")));
    }
}
