//! What makes a draw, who is to blame for a repetition, and who wins what would be a draw.

use super::Writer;
use crate::tools::exchange::fairy::draws;
use crate::tools::exchange::fairy::{Kind, Kinds};
use crate::types::Color;
use crate::variant::rules::repetition::LONGEST_MOVE_RULE;

impl Writer<'_> {
    pub(super) fn draws(&mut self) {
        self.move_rule();
        self.repetition();
        self.plain_rule("Pass");
        self.counting();
        self.plain_rule("Draws");
        match self.game.text("materialCounting").as_str() {
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
            let others = types[color].iter().filter(|kind| Some(*kind) != pawn);
            let others = others.filter(|kind| self.owns(color, *kind));
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
        self.plain_rule("Repetition");
        if self.game.text("chasingRule") == "axf" {
            for (hunters, victims) in draws::always_chased() {
                let hunters = self.listed(hunters);
                let victims = victims.iter().map(|kind| self.listed(Kinds::of(kind)));
                let victims: Vec<String> = victims.filter(|victim| !victim.is_empty()).collect();
                for victim in victims.iter().filter(|_| !hunters.is_empty()) {
                    self.word("Repetition", format!("always={hunters}>{victim}"));
                }
            }
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

    fn points(&mut self) {
        self.word("Draws", "points");
        for (points, kinds) in draws::janggi_points() {
            let letters: Vec<String> = self.letters(kinds).chars().map(String::from).collect();
            if !letters.is_empty() {
                self.word("Draws", format!("{}={points}", letters.join(",")));
            }
        }
        self.word("Draws", "black=1.5");
    }

    fn counting(&mut self) {
        let rule = self.game.text("countingRule");
        if rule == "none" {
            return;
        }
        let silver = Kind::by_name("silver").map_or(Kinds::NONE, Kinds::of);
        let [rook, khon, knight] = [Kinds::of(Kind::ROOK), silver, Kinds::of(Kind::KNIGHT)]
            .map(|kinds| self.letters(kinds));
        if rook.is_empty() || khon.is_empty() || knight.is_empty() {
            self.lose("countingRule", "counting without all of its pieces");
        } else {
            self.rule(format!(
                "Counting: {rule} rook={rook} khon={khon} knight={knight}"
            ));
        }
    }
}
