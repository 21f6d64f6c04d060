//! The table of keys with a value that means one of our rules, for both directions; also the rules and keys without a
//! counterpart, with the messages that report them.

use super::{Exporter, Importer};
use crate::types::Color::{Black, White};
use crate::variant::rules::draws::Draws;
use crate::variant::rules::passing::Pass;
use crate::variant::rules::walls::Where;
use crate::variant::{Rules, Stalemate};

type Holds = fn(&Rules) -> bool;

struct Row {
    key: &'static str,
    value: &'static str,
    /// The rule line that import writes; empty if the line depends on more than the key.
    line: &'static str,
    /// True if export writes the key.
    holds: Holds,
}

macro_rules! rows {
    ($($key:ident = $value:literal, $line:literal, $holds:expr;)*) => {
        &[$(Row { key: stringify!($key), value: $value, line: $line, holds: $holds }),*]
    };
}

const ROWS: &[Row] = rows! {
    chess960 = "true", "", |r| r.shuffle.is_some();
    // promotion
    pieceDemotion = "true", "Promotion-Rule: back", |r| r.promotion.back;
    piecePromotionOnCapture = "true", "Promotion-Rule: capturing", |r| r.promotion.capturing;
    sittuyinPromotion = "true", "Promotion-Rule: in-place", |r| r.promotion.in_place;
    // hands and walls
    gating = "true", "", |r| !r.gating.types.is_empty();
    seirawanGating = "true", "", |r| !r.gating.types.is_empty();
    pieceDrops = "true", "", |r| r.drops.is_some();
    capturesToHand = "true", "", |r| r.drops.as_ref().is_some_and(|drops| drops.captures);
    twoBoards = "true", "", |r| r.drops.as_ref().is_some_and(|drops| drops.partner);
    wallingRule = "duck", "Walls: elsewhere", |r| has_walls(r, Where::Elsewhere);
    wallingRule = "static", "Walls: anywhere", |r| has_walls(r, Where::Anywhere);
    wallingRule = "past", "Walls: behind", |r| has_walls(r, Where::Behind);
    wallingRule = "edge", "Walls: edge", |r| has_walls(r, Where::Edge);
    wallingRule = "arrow", "Walls: shot", |r| has_walls(r, Where::Shot);
    wallOrMove = "true", "Walls: instead", |r| r.walls.as_ref().is_some_and(|walls| walls.instead);
    // how a game is decided
    stalemateValue = "loss", "Stalemate: loss", |r| r.win.stalemate == Stalemate::Loss;
    stalemateValue = "win", "Stalemate: win", |r| matches!(r.win.stalemate, Stalemate::Win | Stalemate::Fewer);
    stalematePieceCount = "true", "", |r| r.win.stalemate == Stalemate::Fewer;
    checkmateValue = "win", "Checkmate: win", |r| r.win.mated_wins;
    mustCapture = "true", "Captures: compulsory", |r| r.win.compulsory_captures;
    blastOnCapture = "true", "", |r| r.win.explosion.is_some();
    checkCounting = "true", "", |r| r.win.checks > 0;
    makpongRule = "true", "Royal-Flight: no", |r| r.flight_is_illegal;
    flyingGeneral = "true", "", |r| r.zones.facing_is_illegal;
    bikjangRule = "true", "Facing: offer ranks", |r| r.zones.facing_offers_end;
    checking = "false", "Checking: no", |r| r.checks_are_illegal;
    // draws
    passWhite = "true", "Pass: white=always", |r| r.passing[White] == Pass::Always;
    passBlack = "true", "Pass: black=always", |r| r.passing[Black] == Pass::Always;
    passOnStalemateWhite = "true", "Pass: white=stuck", |r| r.passing[White] == Pass::Stuck;
    passOnStalemateBlack = "true", "Pass: black=stuck", |r| r.passing[Black] == Pass::Stuck;
    perpetualCheckIllegal = "true", "Repetition: perpetual-check loses", |r| r.repetition.perpetual_check_loses;
    chasingRule = "axf", "Repetition: perpetual-chase loses", |r| r.repetition.perpetual_chase_loses;
    materialCounting = "whitedrawodds", "Draws: white", |r| r.draws == Draws::Won(White);
    materialCounting = "blackdrawodds", "Draws: black", |r| r.draws == Draws::Won(Black);
    materialCounting = "janggi", "", |r| matches!(r.draws, Draws::Points { .. });
};

/// Keys, or single values of keys, for which fmax has no rule.
const WITHOUT_RULE: &str = "\
    adjudicateFullBoard: a full board ends the game
    blastImmuneTypes: pieces that explosions leave alone wherever they stand
    collinearN: N pieces on a line win
    connectN: N pieces in a row win
    connectNxN: pieces in a square win
    connectRegion1Black: a chain of pieces from one side to the other wins
    connectRegion1White: a chain of pieces from one side to the other wins
    flipEnclosedPieces: pieces that change sides where they are enclosed
    moveRepetitionIllegal: moving to and fro with one piece is illegal
    mutuallyImmuneTypes: pieces that cannot capture their own kind
    nFoldValueAbsolute: who wins by a repetition depends on the colour
    nFoldValue: a repetition is won or lost
    petrifyBlastPieces: pieces that turn to stone where they are blown up
    checkmateValue=draw: mate is a draw
    materialCounting=unweighted: draws are won by who has more pieces
    chess960=true: castling from any square of the first rank; the start position is not shuffled";

macro_rules! losses {
    ($($text:literal, $holds:expr;)*) => { &[$(($text, $holds)),*] };
}

/// Our rules for which Fairy-Stockfish has no key, as what is lost.
const WITHOUT_KEY: &[(&str, Holds)] = losses! {
    "moves need not cross the lines of a grid", |r| r.grid.is_some();
    "pawns that capture are promoted in the whole zone", |r| r.promotion.quiet;
    "every move that begins or ends in the zone promotes, not only captures from within", |r| r.promotion.entering;
    "pieces that wait behind others do not come in", |r| r.gating.has_gates();
    "captures do not change the captor", |r| {
        let effects = &r.capture_effects;
        effects.contagion.iter().chain(&effects.recolour).any(|list| !list.is_empty())
    };
    "pieces capture by going there", |r| !r.capture_effects.rifle.is_empty();
    "all pieces can be captured", |r| !r.capture_effects.immune.is_empty();
    "nothing burns", |r| !r.burning.is_empty();
    "no side loses with its last strong piece", |r| r.win.baring.iter().any(|list| !list.is_empty());
    "checks that mate are legal", |r| r.mates_are_legal;
    "royal pieces may slide over attacked squares", |r| r.royals_slide_safely;
    "nothing keeps pieces from being traded", |r| r.trading.is_some();
};

pub fn has_walls(rules: &Rules, place: Where) -> bool {
    (rules.walls.as_ref()).is_some_and(|walls| walls.place == place)
}

impl Exporter<'_> {
    /// Sets the keys of all rows that hold, and reports our rules without a key.
    pub fn plain_rules(&mut self) {
        for row in ROWS.iter().filter(|row| (row.holds)(self.rules)) {
            self.game.say(row.key, row.value);
        }
        for (text, holds) in WITHOUT_KEY {
            if holds(self.rules) {
                self.lose(*text);
            }
        }
    }
}

impl Importer<'_> {
    /// Writes the words of a rule line for which keys are set.
    pub fn plain_rule(&mut self, rule: &str) {
        for row in ROWS {
            if let Some((head, words)) = row.line.split_once(": ")
                && head == rule
                && self.game.says(row.key, row.value)
            {
                self.word(head, words);
            }
        }
    }

    /// Reports keys for which fmax has no rule.
    pub fn without_rule(&mut self) {
        let lines = WITHOUT_RULE.lines();
        for (key, text) in lines.filter_map(|line| line.trim().split_once(": ")) {
            let (key, is_set) = match key.split_once('=') {
                Some((key, value)) => (key, self.game.says(key, value)),
                None => (key, self.game.is_set(key)),
            };
            if is_set {
                self.lose(key, text);
            }
        }
    }
}
