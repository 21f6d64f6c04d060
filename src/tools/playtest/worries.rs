//! What an inventor should worry about: each worry is a number beyond a threshold, told with both and with the
//! reason. It is sure if the whole 95 % interval is beyond the threshold, and may be chance otherwise.

mod unused;

use serde::{Deserialize, Serialize};

use super::estimate::{Mean, Share};
use super::kinds::{Kind, Kinds};
use super::report::{Piece, Report};
use crate::movegen::{GameEnd, WinReason};
use crate::ruleset::Ruleset;
use crate::tools::r#match::ending::Ending;
use crate::types::Color;

/// White or black should not score more than this.
const MOST_SCORE: f64 = 0.6;
/// No more of the games should be drawn.
const MOST_DRAWN: f64 = 0.6;
/// The stronger side should score so much at least.
const LEAST_SKILL: f64 = 0.6;
/// So many equally good first moves there should be, where there are as many legal ones ...
const LEAST_FIRST_MOVES: f64 = 2.0;
/// ... or this part of the games should differ.
const LEAST_DISTINCT: f64 = 0.5;
/// The median game should have so many moves of each side ...
const LEAST_LENGTH: f64 = 15.0;
/// ... and no more than so many.
const MOST_LENGTH: f64 = 120.0;
/// No more of the games should be broken off because they have become too long.
const MOST_TOO_LONG: f64 = 0.05;
/// Legal moves in a position, on average: fewer leave no choice ...
const LEAST_CHOICES: f64 = 5.0;
/// ... and more than these nobody can look through.
const MOST_CHOICES: f64 = 150.0;
/// In so many games a piece should move.
const LEAST_MOVING: f64 = 0.25;
/// In so many games any kind of pieces should be seen.
const LEAST_SEEN: f64 = 0.05;
/// This part of a kind of pieces should not be traded early.
const MOST_TRADED: f64 = 0.5;
/// No more of the games should be drawn with one side far ahead.
const MOST_UNCONVERTED: f64 = 0.1;

/// Something to worry about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Worry {
    /// What it is called, in one word or two.
    pub worry: String,
    /// It cannot be chance, with a certainty of 97.5 %.
    pub sure: bool,
    /// What was found, and the threshold.
    pub found: String,
    /// Why that is something to worry about.
    pub reason: String,
}

impl Worry {
    fn new(worry: &str, sure: bool, found: String, reason: &str) -> Worry {
        Worry {
            worry: worry.to_owned(),
            sure,
            found,
            reason: reason.to_owned(),
        }
    }
}

/// All that there is to worry about, what is sure first.
pub fn all(report: &Report, rules: &Ruleset, kinds: &Kinds) -> Vec<Worry> {
    let mut worries = Vec::new();
    worries.extend(forced_win(report));
    worries.extend(first_side(report, rules));
    worries.extend(few_openings(report));
    worries.extend(alike(report));
    worries.extend(drawish(report));
    worries.extend(no_skill(report));
    worries.extend(length(report));
    worries.extend(choices(report));
    worries.extend(no_mate(report, rules));
    for (piece, kind) in report.pieces.iter().zip(&kinds.kinds) {
        worries.extend(of_piece(report, piece, kind, rules));
    }
    worries.extend(unused::all(report, rules));
    worries.sort_by_key(|worry| !worry.sure);
    worries
}

/// A share above a threshold: whether it is sure; `None` if it is not above.
fn above(share: &Share, most: f64) -> Option<bool> {
    (share.of > 0 && share.share > most).then_some(share.low > most)
}

/// A share below a threshold, likewise.
fn below(share: &Share, least: f64) -> Option<bool> {
    (share.of > 0 && share.share < least).then_some(share.high < least)
}

/// `1 move`, `3 moves`
fn moves(count: i64) -> String {
    match count {
        1 => "1 move".to_owned(),
        count => format!("{count} moves"),
    }
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

fn forced_win(report: &Report) -> Option<Worry> {
    let first = report.first_moves.moves.first()?;
    let mate = first.mate?;
    let (found, reason) = match mate > 0 {
        true => (
            format!("{} wins by force in {}", first.mv, moves(mate)),
            "whoever begins has won before the game begins",
        ),
        false => (
            format!(
                "after the best first move, {}, the other side wins by force",
                first.mv
            ),
            "whoever begins has lost before the game begins",
        ),
    };
    Some(Worry::new("first move decides", true, found, reason))
}

fn first_side(report: &Report, rules: &Ruleset) -> Option<Worry> {
    let white = report.white.as_ref()?;
    let (side, share, low) = match white.score > 0.5 {
        true => (Color::White, white.score, white.low),
        false => (Color::Black, 1.0 - white.score, 1.0 - white.high),
    };
    if share <= MOST_SCORE {
        return None;
    }
    let begins = side == rules.variant().first_to_move();
    let found = format!(
        "{side} scores {} between equals (threshold {})",
        percent(share),
        percent(MOST_SCORE)
    );
    let (worry, reason) = match begins {
        true => (
            "first move decides",
            "to begin is worth too much: in chess it is 54 %, at 2000 nodes a move",
        ),
        false => (
            "second side wins",
            "to begin is a burden, or the armies are not equal",
        ),
    };
    Some(Worry::new(worry, low > MOST_SCORE, found, reason))
}

fn few_openings(report: &Report) -> Option<Worry> {
    let first = &report.first_moves;
    let (legal, effective) = (first.moves.len(), first.effective);
    let few = legal as f64 > LEAST_FIRST_MOVES && effective < LEAST_FIRST_MOVES;
    few.then(|| {
        let found = format!(
            "of {legal} first moves {} within half a pawn of the best one; they are as varied as {effective:.1} equal \
             ones (threshold {LEAST_FIRST_MOVES})",
            match first.good {
                1 => "none other is".to_owned(),
                good => format!("{good} are"),
            }
        );
        let reason = "all games begin alike, and players learn the opening by heart";
        Worry::new("one opening only", true, found, reason)
    })
}

fn alike(report: &Report) -> Option<Worry> {
    let distinct = Share::new(report.distinct, report.games);
    let sure = below(&distinct, LEAST_DISTINCT)?;
    let found = format!(
        "only {} of {} games differ (threshold {})",
        report.distinct,
        report.games,
        percent(LEAST_DISTINCT)
    );
    let reason = "sensible players play the same game again and again; more --openings vary it";
    Some(Worry::new("games are alike", sure, found, reason))
}

fn drawish(report: &Report) -> Option<Worry> {
    let sure = above(&report.drawn, MOST_DRAWN)?;
    let found = format!(
        "{} of the games between equals are drawn (threshold {})",
        report.drawn.text(),
        percent(MOST_DRAWN)
    );
    let reason = "nobody wins, and stronger players draw still more";
    Some(Worry::new("drawish", sure, found, reason))
}

fn no_skill(report: &Report) -> Option<Worry> {
    let skill = report
        .skill
        .as_ref()
        .filter(|skill| skill.score < LEAST_SKILL)?;
    let found = format!(
        "who thinks {} times as long scores {} (threshold {})",
        report.stronger,
        percent(skill.score),
        percent(LEAST_SKILL)
    );
    let reason = "to play better does not help: luck, the first move or draws decide";
    let sure = skill.high < LEAST_SKILL;
    Some(Worry::new("skill does not matter", sure, found, reason))
}

fn length(report: &Report) -> Vec<Worry> {
    let Some(length) = &report.length else {
        return Vec::new();
    };
    let (low, high) = report.mean_length.interval();
    let mut worries = Vec::new();
    let median = length.median;
    if median < LEAST_LENGTH {
        let found = format!(
            "half of the games have no more moves than {median} (threshold {LEAST_LENGTH})"
        );
        let reason = "there is no time for plans: the first blow decides";
        worries.push(Worry::new(
            "games too short",
            high < LEAST_LENGTH,
            found,
            reason,
        ));
    }
    if median > MOST_LENGTH {
        let found =
            format!("half of the games have {median} moves at least (threshold {MOST_LENGTH})");
        let reason = "few people sit through that";
        worries.push(Worry::new(
            "games too long",
            low > MOST_LENGTH,
            found,
            reason,
        ));
    }
    let too_long = Ending::TooLong.reason();
    let broken_off = report.ends.iter().find(|end| end.reason == too_long);
    if let Some(end) = broken_off
        && let Some(sure) = above(&end.games, MOST_TOO_LONG)
    {
        let found = format!(
            "{} of the games are not over after {} moves (threshold {})",
            end.games.text(),
            report.max_moves,
            percent(MOST_TOO_LONG)
        );
        let reason = "no rule ends games in which nothing happens, or nobody can win them";
        worries.push(Worry::new("games without end", sure, found, reason));
    }
    worries
}

fn choices(report: &Report) -> Option<Worry> {
    if report.games == 0 {
        return None;
    }
    let (mean, (low, high)) = (report.choices.mean, report.choices.interval());
    if mean < LEAST_CHOICES {
        let found = format!("{mean:.1} legal moves on average (threshold {LEAST_CHOICES})");
        let reason = "the moves play themselves";
        return Some(Worry::new("no choice", high < LEAST_CHOICES, found, reason));
    }
    (mean > MOST_CHOICES).then(|| {
        let found = format!("{mean:.0} legal moves on average (threshold {MOST_CHOICES})");
        let reason = "nobody can look through them, and games of people are full of oversights";
        Worry::new("too many choices", low > MOST_CHOICES, found, reason)
    })
}

/// Mates are possible by the rules, and there are none.
fn no_mate(report: &Report, rules: &Ruleset) -> Vec<Worry> {
    let mut worries = Vec::new();
    let mate = Ending::Rules(GameEnd::Win(Color::White, WinReason::Checkmate)).reason();
    let mates = report.ends.iter().find(|end| end.reason == mate);
    let mates = Share::new(mates.map_or(0, |end| end.games.count), report.games);
    let variant = rules.variant();
    let royal = variant.needs_royal().into_iter().any(|needs| needs);
    if royal && !variant.rules.win.mated_wins && mates.count == 0 && mates.of > 0 {
        let found = format!("no mate in {} games", mates.of);
        let reason = "there are royals, but the pieces do not mate them: too weak, too few, or the game is over before";
        worries.push(Worry::new(
            "no way to mate",
            mates.high < 0.1,
            found,
            reason,
        ));
    }
    if let Some(sure) = above(&report.unconverted, MOST_UNCONVERTED) {
        let found = format!(
            "{} of the games are drawn with a side at least five pawns ahead (threshold {})",
            report.unconverted.text(),
            percent(MOST_UNCONVERTED)
        );
        let reason = "what ought to win does not: no way to mate, or too easy a way to draw";
        worries.push(Worry::new("advantages do not win", sure, found, reason));
    }
    worries
}

fn of_piece(report: &Report, piece: &Piece, kind: &Kind, rules: &Ruleset) -> Vec<Worry> {
    let mut worries = Vec::new();
    let name = &piece.title;
    if piece.moving.of == 0 && (kind.pawn || kind.borrowed) {
        // every file has lines for pawns
        return worries;
    }
    if piece.moving.of == 0 {
        let games = Share::new(0, report.games);
        let (sure, found, reason) = match kind.possible {
            false => (
                true,
                format!("no {name} ever comes on the board"),
                "it is in the rules, but no way leads to it: neither the start nor a promotion",
            ),
            true => (
                games.high < LEAST_SEEN,
                format!("no {name} comes on the board in {} games", games.of),
                "it is possible by the rules, but nobody wants it, or games do not come so far",
            ),
        };
        worries.push(Worry::new("a piece is never seen", sure, found, reason));
        return worries;
    }
    if let Some(sure) = below(&piece.moving, LEAST_MOVING)
        && !kind.immobile
    {
        let found = format!(
            "{name} moves in {} of the games (threshold {})",
            piece.moving.text(),
            percent(LEAST_MOVING)
        );
        let reason = "it is shut in, too weak to be worth a move, or gone before it can";
        worries.push(Worry::new("a piece hardly moves", sure, found, reason));
    }
    let in_hand = rules
        .variant()
        .rules
        .drops
        .as_ref()
        .is_some_and(|drops| drops.captures);
    let Mean { mean, .. } = piece.traded;
    if mean > MOST_TRADED && !in_hand && !kind.royal && !kind.pawn {
        let found = format!(
            "{} of {name} at the start are traded in the first third of the game (threshold {})",
            percent(mean),
            percent(MOST_TRADED)
        );
        let reason = "it is gone before it has played a part";
        let sure = piece.traded.interval().0 > MOST_TRADED;
        worries.push(Worry::new(
            "a piece is always traded at once",
            sure,
            found,
            reason,
        ));
    }
    worries
}

#[cfg(test)]
mod tests;
