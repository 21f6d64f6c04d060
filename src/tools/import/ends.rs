//! How a game is decided.

use super::writer::Writer;
use crate::tools::fairy::{Kind, Kinds};
use crate::types::Color;

/// So many moves are a limit that nobody reaches.
const NEVER: u32 = 1000;

/// Keys of rules that our files have no lines for, with what they say.
const UNKNOWN: [(&str, &str); 12] = [
    (
        "blastImmuneTypes",
        "pieces that explosions leave alone wherever they stand",
    ),
    (
        "mutuallyImmuneTypes",
        "pieces that cannot capture their own kind",
    ),
    (
        "petrifyBlastPieces",
        "pieces that turn to stone where they are blown up",
    ),
    (
        "flipEnclosedPieces",
        "pieces that change sides where they are enclosed",
    ),
    ("connectN", "so many pieces in a row win"),
    (
        "connectRegion1White",
        "a chain of pieces from one side to the other wins",
    ),
    (
        "connectRegion1Black",
        "a chain of pieces from one side to the other wins",
    ),
    ("connectNxN", "pieces in a square win"),
    ("collinearN", "so many pieces on a line win"),
    ("adjudicateFullBoard", "a full board ends the game"),
    (
        "moveRepetitionIllegal",
        "moving to and fro with one piece is illegal",
    ),
    (
        "nFoldValueAbsolute",
        "who wins by a repetition depends on the colour",
    ),
];

impl Writer<'_> {
    /// What decides.
    pub(super) fn ends(&mut self) {
        match (
            self.game.text("stalemateValue").as_str(),
            self.game.flag("stalematePieceCount"),
        ) {
            ("win", true) => self.rule("Stalemate: fewer"),
            (_, true) => self.lose(
                "stalematePieceCount",
                "who has more pieces wins by stalemate",
            ),
            ("draw" | "none", _) => {}
            (value, _) => self.rule(format!("Stalemate: {value}")),
        }
        match self.game.text("checkmateValue").as_str() {
            "win" => self.rule("Checkmate: win"),
            "draw" => self.lose("checkmateValue", "mate is a draw"),
            _ => {}
        }
        if self.game.flag("mustCapture") {
            self.rule("Captures: compulsory");
        }
        if self.game.flag("blastOnCapture") {
            let pawn = self.letters(Kinds::of(Kind::PAWN));
            match pawn.is_empty() {
                true => self.rule("Captures: explode"),
                false => self.rule(format!("Captures: explode spare={pawn}")),
            }
        }
        let petrified = self.letters(self.game.pieces("petrifyOnCaptureTypes"));
        if !petrified.is_empty() {
            let royal: Vec<char> = petrified.chars().collect();
            self.rule(format!(
                "Capture-Effects: petrify={}",
                royal.iter().collect::<String>()
            ));
        }
        if self.game.flag("checkCounting") {
            self.checks();
        }
        self.extinction();
        self.goal();
        for (flag, line) in [
            ("makpongRule", "Royal-Flight: no"),
            ("flyingGeneral", "Facing: illegal ranks"),
            ("bikjangRule", "Facing: offer ranks"),
        ] {
            if self.game.flag(flag) {
                self.rule(line);
            }
        }
        if !self.game.flag("checking") {
            self.rule("Checking: no");
        }
    }

    /// As many as the start position says, the same for both.
    fn checks(&mut self) {
        let fen = self.game.text("startFen");
        let counted = fen
            .split_whitespace()
            .skip(1)
            .find(|field| field.contains('+'));
        let counts = counted.and_then(|text| {
            let (white, black) = text.split_once('+')?;
            Some((white.parse::<u8>().ok()?, black.parse::<u8>().ok()?))
        });
        match counts {
            Some((white, black)) => {
                self.rule(format!("Checks: {}", white.max(black)));
            }
            None => self.rule("Checks: 1"),
        }
    }

    fn extinction(&mut self) {
        let value = self.game.text("extinctionValue");
        if value == "none"
            || self.game.flag("extinctionPseudoRoyal") && !self.game.flag("blastOnCapture")
        {
            return;
        }
        let kinds = self.game.pieces("extinctionPieceTypes");
        let left = self.game.number("extinctionPieceCount");
        let theirs = self.game.number("extinctionOpponentPieceCount");
        let king = self.start.iter().any(|p| p.kind == Kind::KING)
            || self.hand.iter().flatten().any(|k| *k == Kind::KING);
        let all = kinds.contains(Kind::ALL);
        if self.game.flag("extinctionPseudoRoyal") {
            return;
        }
        let known = theirs <= left + 1;
        match (value.as_str(), all) {
            ("loss", true) if left == 1 && theirs == 2 && self.game.flag("extinctionClaim") => {
                self.rule("Bare-King: loss");
                return;
            }
            ("draw", true) if left == 1 => {
                self.rule("Bare-King: draw");
                return;
            }
            ("win", true) if left == u32::from(king) => {
                self.rule("Bare-King: win");
                return;
            }
            ("draw", _) => {
                self.lose("extinctionValue", "the loss of a kind of piece is a draw");
                return;
            }
            _ => {}
        }
        if !known || self.game.flag("extinctionClaim") {
            self.lose(
                "extinctionOpponentPieceCount",
                "the loss of pieces counts only as long as the other side has some",
            );
        }
        let wins = if value == "win" { " wins" } else { "" };
        let left = if left > 0 {
            format!(" left={left}")
        } else {
            String::new()
        };
        if all {
            let royal = |color: Color| {
                self.start
                    .iter()
                    .any(|p| p.color == color && p.kind == Kind::KING)
            };
            let who = match (royal(Color::White), royal(Color::Black)) {
                (true, false) if left.is_empty() => "black=all",
                (false, true) if left.is_empty() => "white=all",
                (true, true) if left.is_empty() => return,
                _ => "all",
            };
            self.rule(format!("Extinction: {who}{left}{wins}"));
            return;
        }
        let letters = self.letters(kinds);
        if letters.is_empty() {
            self.lose(
                "extinctionPieceTypes",
                "who has none of a kind has lost, though nobody has any",
            );
            return;
        }
        self.rule(format!("Extinction: {letters}{left}{wins}"));
    }

    fn goal(&mut self) {
        let regions = self.game.squares_of("flagRegion");
        let pieces = self.game.piece_of("flagPiece");
        let mut words = Vec::new();
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
            words.push(format!("{color}={who}={}", self.area(&regions[color])));
        }
        if words.is_empty() {
            return;
        }
        let count = self.game.number("flagPieceCount");
        if count > 1 {
            words.push(format!("count={count}"));
        }
        if self.game.flag("flagPieceBlockedWin") {
            words.push("or-full".to_owned());
        }
        if self.game.flag("flagPieceSafe") {
            words.push("safe".to_owned());
        }
        if self.game.flag("flagMove") {
            let king = pieces.iter().all(|piece| *piece == Some(Kind::KING));
            words.push(if king { "level" } else { "held" }.to_owned());
        }
        self.rule(format!("Goal: {}", words.join(" ")));
    }

    /// What makes a draw.
    pub(super) fn draws(&mut self) {
        let limit = self.game.number("nMoveRule");
        if self.game.is_set("nMoveRule") {
            self.rule(format!(
                "Move-Rule: {}",
                if limit == 0 { NEVER } else { limit.min(NEVER) }
            ));
        }
        let mut words = Vec::new();
        if self.game.flag("perpetualCheckIllegal") {
            words.push("perpetual-check loses");
        }
        if self.game.text("chasingRule") == "axf" {
            words.push("perpetual-chase loses");
        }
        if !words.is_empty() {
            self.rule(format!("Repetition: {}", words.join(" ")));
        }
        if self.game.text("nFoldValue") != "draw" {
            self.lose("nFoldValue", "a repetition is won or lost");
        }
        if self.game.is_set("nFoldRule") {
            let times = self.game.number("nFoldRule");
            self.lose("nFoldRule", format!("a repetition counts when a position comes for the {times}th time, not the third"));
        }
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
        let kinds = [
            (13, vec!["rook"]),
            (7, vec!["cannon", "janggiCannon"]),
            (5, vec!["horse", "knight"]),
            (3, vec!["elephant", "janggiElephant", "wazir", "fers"]),
            (2, vec!["soldier"]),
        ];
        let mut words = vec!["points".to_owned()];
        for (points, names) in kinds {
            let kinds: Kinds = names.into_iter().filter_map(Kind::by_name).collect();
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

    /// Keys that have no line here.
    pub(super) fn unknown(&mut self) {
        for (key, text) in UNKNOWN {
            if self.game.is_set(key) {
                self.lose(key, text);
            }
        }
    }
}
