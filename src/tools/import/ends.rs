//! How a game is decided.

use super::writer::{Placed, Writer};
use crate::tools::fairy::{Kind, Kinds};
use crate::types::{ByColor, Color};

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
        // the word says nothing where they never stand on one rank
        let kings = ByColor::from_fn(|color| {
            let own = |p: &&Placed| p.color == color && p.kind == Kind::KING;
            let kings = self.start.iter().filter(own);
            kings.map(|placed| (placed.file, placed.rank)).collect()
        });
        let facing = match self.game.kings_share_ranks(&kings) {
            true => "Facing: illegal ranks",
            false => "Facing: illegal",
        };
        for (flag, line) in [
            ("makpongRule", "Royal-Flight: no"),
            ("flyingGeneral", facing),
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
        if self.game.flag("extinctionPseudoRoyal") {
            if self.game.flag("blastOnCapture") && value != "loss" {
                self.lose(
                    "extinctionValue",
                    "who loses a royal piece in an explosion has not lost",
                );
            }
            return;
        }
        if value == "none" {
            return;
        }
        let kinds = self.game.pieces("extinctionPieceTypes");
        let left = self.game.number("extinctionPieceCount");
        let theirs = self.game.number("extinctionOpponentPieceCount");
        let king = self.start.iter().any(|p| p.kind == Kind::KING)
            || self.hand.iter().flatten().any(|k| *k == Kind::KING);
        let all = kinds.contains(Kind::ALL);
        let known = theirs <= left + 1;
        // nobody has less
        let anybody = theirs + u32::from(self.game.flag("extinctionClaim")) <= 1;
        match (value.as_str(), all) {
            ("loss", true) if left == 1 && theirs == 2 && self.game.flag("extinctionClaim") => {
                self.rule("Bare-King: loss");
                return;
            }
            ("draw", true) if left == 1 && anybody => {
                self.rule("Bare-King: draw");
                return;
            }
            ("draw", true) if left == 1 => {
                self.lose(
                    "extinctionOpponentPieceCount",
                    format!("a draw when one side has only one piece left, as long as the other one has {theirs}"),
                );
                return;
            }
            ("win", true) if left == u32::from(king) && anybody => {
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

    /// Keys that have no line here.
    pub(super) fn unknown(&mut self) {
        for (key, text) in UNKNOWN {
            if self.game.is_set(key) {
                self.lose(key, text);
            }
        }
    }
}
