//! Warnings for the inventor. The thresholds are in [`warnings`](crate::tools::report::warnings).

use super::facts::Event;
use super::kinds::{Kind, Kinds};
use super::report::{Piece, Report};
use crate::movegen::{GameEnd, WinReason};
use crate::ruleset::Ruleset;
use crate::tools::lab::endings;
use crate::tools::lab::estimate::Share;
use crate::tools::report::warnings::{self, Warning, percent};
use crate::types::{Color, TypeId};
use crate::variant::PromotesTo;
use crate::variant::describe::counted;

/// A kind of pieces should appear in at least this share of the games.
const LEAST_SEEN: f64 = 0.05;

/// The subject of a rule, and a function that is true if a variant has the rule.
type Has<T> = (T, fn(&Ruleset) -> bool);

/// Events of rules besides moves and captures.
const HAPPENINGS: [Has<Event>; 6] = [
    (Event::Promotion, promotes),
    (Event::Castling, |rules| {
        Color::ALL
            .iter()
            .any(|&color| !rules.layout.castlings[color].is_empty())
    }),
    (Event::Drop, |rules| rules.variant().rules.drops.is_some()),
    (Event::Gating, |rules| {
        rules.variant().rules.gating.lets_pieces_in()
    }),
    (Event::Pass, |rules| rules.variant().rules.can_pass()),
    (Event::Wall, |rules| rules.variant().rules.walls.is_some()),
];

/// Ways to win besides mate.
const WINS: [Has<WinReason>; 4] = [
    (WinReason::Goal, |rules| {
        let win = &rules.variant().rules.win;
        win.hill.is_some() || !win.goals.is_empty()
    }),
    (WinReason::BareKing, |rules| {
        let win = &rules.variant().rules.win;
        let bares = |&color: &Color| !win.baring[color].is_empty();
        win.bare_king_loses || win.bare_wins || Color::ALL.iter().any(bares)
    }),
    (WinReason::Checks, |rules| {
        rules.variant().rules.win.checks > 0
    }),
    (WinReason::Extinction, |rules| {
        let win = &rules.variant().rules.win;
        Color::ALL
            .iter()
            .any(|&color| !win.extinction[color].is_empty() || win.extinction_of_all[color])
            && !win.extinction_wins
    }),
];

/// All warnings, those that are sure first.
pub fn all(report: &Report, rules: &Ruleset, kinds: &Kinds) -> Vec<Warning> {
    let mut all: Vec<Warning> = Vec::new();
    all.extend(forced_win(report));
    all.extend(first_side(report, rules));
    all.extend(openings(report));
    all.extend(of_games(report));
    all.extend(no_mate(report, rules));
    let drawn = format!(
        "{} of the games are drawn with a side at least five pawns ahead",
        report.unconverted.text()
    );
    all.extend(warnings::UNCONVERTED.check_share(&report.unconverted, &drawn));
    for (piece, kind) in report.pieces.iter().zip(&kinds.kinds) {
        all.extend(of_piece(report, piece, kind, rules));
    }
    all.extend(unused(report, rules));
    all.sort_by_key(|worry| !worry.sure);
    all
}

fn forced_win(report: &Report) -> Option<Warning> {
    let first = report.first_moves.moves.first()?;
    let mv = &first.mv;
    let (found, reason) = match first.mate? {
        mate if mate > 0 => (
            format!("{mv} wins by force in {}", counted(mate as usize, "move")),
            "the side that begins has won before the game starts",
        ),
        _ => (
            format!("after the best first move, {mv}, the other side wins by force"),
            "the side that begins has lost before the game starts",
        ),
    };
    Some(Warning::new("first move decides", true, found, reason))
}

fn first_side(report: &Report, rules: &Ruleset) -> Option<Warning> {
    let white = report.white.as_ref()?;
    let (side, score, interval) = if white.score > 0.5 {
        (Color::White, white.score, (white.low, white.high))
    } else {
        let interval = (1.0 - white.high, 1.0 - white.low);
        (Color::Black, 1.0 - white.score, interval)
    };
    let threshold = if side == rules.variant().first_to_move() {
        warnings::FIRST_MOVE
    } else {
        warnings::SECOND_SIDE
    };
    let found = format!("{side} scores {} between equals", percent(score));
    threshold.check(score, interval, &found)
}

fn openings(report: &Report) -> Option<Warning> {
    let first = &report.first_moves;
    let (legal, effective) = (first.moves.len(), first.effective);
    let good = first.good;
    let found = format!(
        "within half a pawn of the best first move: {good} of {legal}; they offer as much choice as {effective:.1} equal moves"
    );
    let warning = warnings::OPENINGS.check(effective, (effective, effective), &found);
    warning.filter(|_| legal > 2)
}

fn of_games(report: &Report) -> Vec<Warning> {
    let mut all = Vec::new();
    let distinct = Share::new(report.distinct, report.games);
    let found = format!("only {} of {} games differ", report.distinct, report.games);
    all.extend(warnings::DISTINCT.check_share(&distinct, &found));
    let found = format!(
        "{} of the games between equals are drawn",
        report.drawn.text()
    );
    all.extend(warnings::DRAWISH.check_share(&report.drawn, &found));
    if let Some(skill) = &report.skill {
        let (times, score) = (report.stronger, percent(skill.score));
        let found = format!("a side with {times} times the nodes scores {score}");
        all.extend(warnings::SKILL.check(skill.score, (skill.low, skill.high), &found));
    }
    if let Some(length) = &report.length {
        let (median, interval) = (length.median, report.mean_length.interval());
        let found = format!("half of the games have at most {median} moves");
        all.extend(warnings::SHORT.check(median, interval, &found));
        let found = format!("half of the games have at least {median} moves");
        all.extend(warnings::LONG.check(median, interval, &found));
    }
    if let Some(end) = report
        .ends
        .iter()
        .find(|end| end.reason == endings::TOO_LONG)
    {
        let (games, most) = (end.games.text(), report.max_moves);
        let found = format!("{games} of the games are not over after {most} moves");
        all.extend(warnings::ENDLESS.check_share(&end.games, &found));
    }
    if report.games > 0 {
        let (mean, interval) = (report.choices.mean, report.choices.interval());
        let found = format!("{mean:.1} legal moves on average");
        all.extend(warnings::FEW_CHOICES.check(mean, interval, &found));
        all.extend(warnings::MANY_CHOICES.check(mean, interval, &found));
    }
    all
}

/// Warns if the rules allow mate, but no game ends in one.
fn no_mate(report: &Report, rules: &Ruleset) -> Option<Warning> {
    let mate = endings::rule(GameEnd::Win(Color::White, WinReason::Checkmate));
    let mates = report.ends.iter().find(|end| end.reason == mate);
    let mates = Share::new(mates.map_or(0, |end| end.games.count), report.games);
    let variant = rules.variant();
    let royal = variant.needs_royal().into_iter().any(|needs| needs);
    (royal && !variant.rules.win.mated_wins && mates.count == 0 && mates.of > 0).then(|| {
        let found = format!("no mate in {} games", mates.of);
        let reason =
            "the pieces do not mate royals: they are too weak or too few, or games end before";
        Warning::new("no way to mate", mates.high < 0.1, found, reason)
    })
}

fn of_piece(report: &Report, piece: &Piece, kind: &Kind, rules: &Ruleset) -> Vec<Warning> {
    let name = &piece.title;
    if piece.moving.of == 0 {
        return never_seen(report, name, kind).into_iter().collect();
    }
    let mut all = Vec::new();
    if !kind.immobile {
        let found = format!("{name} moves in {} of the games", piece.moving.text());
        all.extend(warnings::MOVING.check_share(&piece.moving, &found));
    }
    let drops = rules.variant().rules.drops.as_ref();
    if !drops.is_some_and(|drops| drops.captures) && !kind.royal && !kind.pawn {
        let (mean, interval) = (piece.traded.mean, piece.traded.interval());
        let part = percent(mean);
        let found =
            format!("{part} of {name} at the start are traded in the first third of the game");
        all.extend(warnings::TRADED.check(mean, interval, &found));
    }
    all
}

/// The warning that a kind is never on the board. There is none for pawns, which are in every file, and for borrowed kinds,
/// which only describe how others move.
fn never_seen(report: &Report, name: &str, kind: &Kind) -> Option<Warning> {
    let games = Share::new(0, report.games);
    let (sure, found, reason) = if kind.possible {
        (
            games.high < LEAST_SEEN,
            format!("no {name} comes on the board in {} games", games.of),
            "the rules allow it, but it is never chosen, or games end before",
        )
    } else {
        (
            true,
            format!("no {name} ever comes on the board"),
            "neither the start nor a promotion brings it on the board",
        )
    };
    let warning = Warning::new("a piece is never seen", sure, found, reason);
    (!kind.pawn && !kind.borrowed).then_some(warning)
}

/// Rules that never come into play.
fn unused(report: &Report, rules: &Ruleset) -> Vec<Warning> {
    let mut all = Vec::new();
    for (event, _) in HAPPENINGS.iter().filter(|(_, has)| has(rules)) {
        let threshold = match event {
            Event::Promotion => warnings::PROMOTION,
            _ => warnings::UNUSED,
        };
        let usage = report
            .events
            .iter()
            .find(|usage| usage.what == event.name());
        all.extend(usage.and_then(|usage| {
            let found = format!("{} in {} of the games", usage.what, usage.games.text());
            threshold.check_share(&usage.games, &found)
        }));
    }
    for (reason, _) in WINS.iter().filter(|(_, has)| has(rules)) {
        let words = endings::rule(GameEnd::Win(Color::White, *reason));
        let ends = report.ends.iter().find(|end| end.reason == words);
        let games = Share::new(ends.map_or(0, |end| end.games.count), report.games);
        let found = format!("wins by: {words} in {} of the games", games.text());
        all.extend(warnings::UNUSED_WIN.check_share(&games, &found));
    }
    all
}

/// True if pawns or other pieces at the start can promote.
fn promotes(rules: &Ruleset) -> bool {
    let variant = rules.variant();
    let promotion = &variant.rules.promotion;
    let becomes = |color: Color| match &promotion.to {
        PromotesTo::Choice(choices) => !choices[color].accepted.is_empty(),
        PromotesTo::ByFile(files) => files[color].iter().any(Option::is_some),
    };
    let mut start = variant.start_pieces().into_iter();
    promotion.promotes_pieces()
        || start.any(|piece| piece.id == TypeId::pawn(piece.color) && becomes(piece.color))
}
