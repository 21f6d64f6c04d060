//! How a game is decided, except by goals: stalemate, lost pieces, facing kings, and effects of captures.

use super::{Exporter, Importer, Kind, Kinds};
use crate::types::{ByColor, Color};

/// The keys about extinction: value, kinds, pieces left, pieces of the other side, and whether it must be claimed.
type Extinction = (&'static str, Kinds, u8, u8, bool);

impl Exporter<'_> {
    pub fn ends(&mut self) {
        let rules = self.rules;
        let explosions = rules.win.explosion.iter();
        let mut spared = explosions.flat_map(|explosion| &explosion.spared);
        if spared.any(|id| self.kind(*id).is_some_and(|kind| kind != Kind::PAWN)) {
            self.lose("explosions spare nothing but pawns");
        }
        let petrified = rules.capture_effects.petrify.iter();
        let petrified: Kinds = petrified.filter_map(|id| self.kind(*id)).collect();
        self.set("petrifyOnCaptureTypes", petrified);
        self.extinction();
        self.goals();
        self.facing();
    }

    /// In Fairy-Stockfish only kings face each other, on ranks as well as on files.
    fn facing(&mut self) {
        let zones = &self.rules.zones;
        if !zones.facing_is_illegal && !zones.facing_offers_end {
            return;
        }
        let kings = ByColor::from_fn(|color| self.places(color, Kind::KING));
        if !self.game.has(Kind::KING) {
            self.lose("royal pieces may face each other");
        } else if !zones.facing_on_ranks && self.game.kings_share_ranks(&kings) {
            self.lose("kings face each other on ranks as well");
        }
    }

    /// The keys have room for only one rule about lost pieces.
    fn extinction(&mut self) {
        let win = &self.rules.win;
        let all = Kinds::of(Kind::ALL);
        let mut found: Vec<Extinction> = Vec::new();
        let royal = ByColor::from_fn(|color| !self.places(color, Kind::KING).is_empty());
        if win.bare_king_loses {
            found.push(("loss", all, 1, 2, true));
        }
        if win.bare_king_draws {
            found.push(("draw", all, 1, 0, false));
        }
        if win.bare_wins {
            let kings = u8::from(royal.iter().any(|has| *has));
            found.push(("win", all, kings, 0, false));
        }
        let value = if win.extinction_wins { "win" } else { "loss" };
        let left = win.extinction_left;
        if win.extinction_of_all.iter().any(|of_all| *of_all) {
            for color in Color::ALL {
                if !win.extinction_of_all[color] && !royal[color] {
                    self.lose(format!("{color} loses with all its pieces as well"));
                }
            }
            found.push((value, all, left, 0, false));
        }
        let own = ByColor::from_fn(|color| self.kinds_of(color, &win.extinction[color]));
        let both = own[Color::White] | own[Color::Black];
        if !both.is_empty() {
            found.push((value, both, left, 0, false));
        }
        // in Fairy-Stockfish the loss of a kind counts for both sides, even for a side that never had any
        for color in Color::ALL {
            for kind in both.iter().filter(|kind| !own[color].contains(*kind)) {
                let what = if self.places(color, kind).is_empty() {
                    "has lost at once without one"
                } else {
                    "loses with it as well"
                };
                self.lose(format!(
                    "{color} {what}, for a rule about the last {kind} is for both sides"
                ));
            }
        }
        let taken = self.game.flag("extinctionPseudoRoyal");
        if found.len() > usize::from(!taken) {
            self.lose("of several ways to lose by what is left only one counts");
        }
        if let (false, Some((value, kinds, left, theirs, claim))) = (taken, found.first().copied())
        {
            self.set("extinctionValue", value);
            self.set("extinctionPieceTypes", kinds);
            self.set("extinctionPieceCount", left);
            self.set("extinctionOpponentPieceCount", theirs);
            self.set("extinctionClaim", claim);
        }
    }
}

impl Importer<'_> {
    pub fn ends(&mut self) {
        let game = self.game;
        if !game.flag("stalematePieceCount") {
            self.plain_rule("Stalemate");
        } else if game.text("stalemateValue") == "win" {
            self.rule("Stalemate: fewer");
        } else {
            self.lose(
                "stalematePieceCount",
                "who has more pieces wins by stalemate",
            );
        }
        self.plain_rule("Checkmate");
        self.plain_rule("Captures");
        if game.flag("blastOnCapture") {
            let pawn = self.letters(Kinds::of(Kind::PAWN));
            let spared = if pawn.is_empty() { "" } else { " spare=" };
            self.rule(format!("Captures: explode{spared}{pawn}"));
        }
        let petrified = self.letters(game.pieces("petrifyOnCaptureTypes"));
        if !petrified.is_empty() {
            self.rule(format!("Capture-Effects: petrify={petrified}"));
        }
        if game.flag("checkCounting") {
            self.checks();
        }
        self.extinction();
        self.goal();
        self.plain_rule("Royal-Flight");
        if game.flag("flyingGeneral") {
            self.rule("Facing: illegal");
            // this has no effect where the kings never stand on one rank
            let kings = ByColor::from_fn(|color| self.places(color, Kind::KING).to_vec());
            if game.kings_share_ranks(&kings) {
                self.word("Facing", "ranks");
            }
        }
        self.plain_rule("Facing");
        self.plain_rule("Checking");
    }

    /// The number of checks in the start position, the same for both sides.
    fn checks(&mut self) {
        let fen = self.game.text("startFen");
        let mut fields = fen.split_whitespace().skip(1);
        let counts = fields.find(|field| field.contains('+')).and_then(|text| {
            let (white, black) = text.split_once('+')?;
            Some(white.parse::<u8>().ok()?.max(black.parse().ok()?))
        });
        self.rule(format!("Checks: {}", counts.unwrap_or(1)));
    }

    fn extinction(&mut self) {
        let game = self.game;
        let value = game.text("extinctionValue");
        if game.flag("extinctionPseudoRoyal") {
            if game.flag("blastOnCapture") && value != "loss" {
                self.lose(
                    "extinctionValue",
                    "who loses a royal piece in an explosion has not lost",
                );
            }
            return;
        }
        let kinds = game.pieces("extinctionPieceTypes");
        let left = game.number("extinctionPieceCount");
        let theirs = game.number("extinctionOpponentPieceCount");
        let claim = game.flag("extinctionClaim");
        let mut colors = Color::ALL.into_iter();
        let king = colors.any(|color| self.owns(color, Kind::KING));
        // every opponent has this many pieces
        let anybody = theirs + u32::from(claim) <= 1;
        match (value.as_str(), kinds.contains(Kind::ALL)) {
            ("none", _) => {}
            ("loss", true) if left == 1 && theirs == 2 && claim => self.rule("Bare-King: loss"),
            ("draw", true) if left == 1 && anybody => self.rule("Bare-King: draw"),
            ("draw", true) if left == 1 => self.lose(
                "extinctionOpponentPieceCount",
                format!("a draw when one side has only one piece left, as long as the other one has {theirs}"),
            ),
            ("win", true) if left == u32::from(king) && anybody => self.rule("Bare-King: win"),
            ("draw", _) => self.lose("extinctionValue", "the loss of a kind of piece is a draw"),
            (value, all) => {
                if theirs > left + 1 || claim {
                    self.lose(
                        "extinctionOpponentPieceCount",
                        "the loss of pieces counts only as long as the other side has some",
                    );
                }
                self.last_pieces(kinds, all, left, value == "win");
            }
        }
    }

    fn last_pieces(&mut self, kinds: Kinds, all: bool, left: u32, wins: bool) {
        let letters = if all {
            match Color::ALL.map(|color| left == 0 && self.stands(color, Kind::KING)) {
                [true, true] => return,
                [true, false] => "black=all".to_owned(),
                [false, true] => "white=all".to_owned(),
                [false, false] => "all".to_owned(),
            }
        } else {
            self.letters(kinds)
        };
        if letters.is_empty() {
            let text = "who has none of a kind has lost, though nobody has any";
            self.lose("extinctionPieceTypes", text);
            return;
        }
        self.rule(format!("Extinction: {letters}"));
        if left > 0 {
            self.word("Extinction", format!("left={left}"));
        }
        if wins {
            self.word("Extinction", "wins");
        }
    }
}
