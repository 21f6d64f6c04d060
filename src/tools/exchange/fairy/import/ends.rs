//! How a game is decided.

use super::{Placed, Writer};
use crate::tools::exchange::fairy::{Kind, Kinds};
use crate::types::{ByColor, Color};

impl Writer<'_> {
    pub(super) fn ends(&mut self) {
        let value = self.game.text("stalemateValue");
        match self.game.flag("stalematePieceCount") {
            true if value == "win" => self.rule("Stalemate: fewer"),
            true => self.lose(
                "stalematePieceCount",
                "who has more pieces wins by stalemate",
            ),
            false => self.plain_rule("Stalemate"),
        }
        self.plain_rule("Checkmate");
        if self.game.text("checkmateValue") == "draw" {
            self.lose("checkmateValue", "mate is a draw");
        }
        self.plain_rule("Captures");
        if self.game.flag("blastOnCapture") {
            let pawn = self.letters(Kinds::of(Kind::PAWN));
            match pawn.is_empty() {
                true => self.rule("Captures: explode"),
                false => self.rule(format!("Captures: explode spare={pawn}")),
            }
        }
        let petrified = self.letters(self.game.pieces("petrifyOnCaptureTypes"));
        if !petrified.is_empty() {
            self.rule(format!("Capture-Effects: petrify={petrified}"));
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
        self.plain_rule("Royal-Flight");
        if self.game.flag("flyingGeneral") {
            self.rule(match self.game.kings_share_ranks(&kings) {
                true => "Facing: illegal ranks",
                false => "Facing: illegal",
            });
        }
        self.plain_rule("Facing");
        self.plain_rule("Checking");
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
        let king = (Color::ALL.iter()).any(|color| self.owns(*color, Kind::KING));
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
            let royal = |color: Color| self.stands(color, Kind::KING);
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
            let area = self.area(&regions[color]);
            self.word("Goal", format!("{color}={who}={area}"));
            found = true;
        }
        let count = self.game.number("flagPieceCount");
        if count > 1 && found {
            self.word("Goal", format!("count={count}"));
        }
        let kings = pieces.iter().all(|piece| *piece == Some(Kind::KING));
        for (flag, word) in [
            ("flagPieceBlockedWin", "or-full"),
            ("flagPieceSafe", "safe"),
            ("flagMove", if kings { "level" } else { "held" }),
        ] {
            if found && self.game.flag(flag) {
                self.word("Goal", word);
            }
        }
    }
}
