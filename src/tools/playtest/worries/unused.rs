//! Rules that are there and never come into play.

use super::super::estimate::Share;
use super::super::facts::Event;
use super::super::report::Report;
use super::{Worry, below, percent};
use crate::movegen::{GameEnd, WinReason};
use crate::ruleset::Ruleset;
use crate::tools::r#match::ending::Ending;
use crate::types::{Color, TypeId};
use crate::variant::PromotesTo;

/// In so many games a rule should come into play.
const LEAST_GAMES: f64 = 0.05;

/// A rule by which something happens, and whether a game has it.
type Happening = (Event, fn(&Ruleset) -> bool);

/// What can happen besides moves and captures.
const HAPPENINGS: [Happening; 7] = [
    (Event::Promotion, promotes),
    (Event::Castling, |rules| {
        Color::ALL
            .iter()
            .any(|&color| !rules.layout.castlings[color].is_empty())
    }),
    (Event::EnPassant, passes_pawns),
    (Event::Drop, |rules| rules.variant().rules.drops.is_some()),
    (Event::Gating, |rules| rules.variant().rules.let_pieces_in()),
    (Event::Pass, |rules| rules.variant().rules.can_pass()),
    (Event::Wall, |rules| rules.variant().rules.walls.is_some()),
];

/// A way to win, and whether a game has it.
type Win = (WinReason, fn(&Ruleset) -> bool);

/// What wins besides mate.
const WINS: [Win; 4] = [
    (WinReason::Goal, |rules| {
        let win = &rules.variant().rules.win;
        win.hill.is_some() || !win.goals.is_empty()
    }),
    (WinReason::BareKing, |rules| {
        let win = &rules.variant().rules.win;
        let bares = Color::ALL
            .iter()
            .any(|&color| !win.baring[color].is_empty());
        win.bare_king_loses || win.bare_wins || bares
    }),
    (WinReason::Checks, |rules| {
        rules.variant().rules.win.checks > 0
    }),
    (WinReason::Extinction, |rules| {
        let win = &rules.variant().rules.win;
        let some =
            |&color: &Color| !win.extinction[color].is_empty() || win.extinction_of_all[color];
        Color::ALL.iter().any(some) && !win.extinction_wins
    }),
];

/// All such rules of a game.
pub(super) fn all(report: &Report, rules: &Ruleset) -> Vec<Worry> {
    let mut worries = Vec::new();
    for (event, _) in HAPPENINGS.iter().filter(|(_, has)| has(rules)) {
        let Some(usage) = report
            .events
            .iter()
            .find(|usage| usage.what == event.name())
        else {
            continue;
        };
        let seldom = match event {
            Event::Promotion => (
                "promotion never happens",
                "no pawn gets through: games are over before, or pawns are too slow or too few",
            ),
            _ => (
                "a rule never comes into play",
                "players have to learn a rule that they never need",
            ),
        };
        worries.extend(unused(seldom, &usage.what, &usage.games));
    }
    for (reason, _) in WINS.iter().filter(|(_, has)| has(rules)) {
        let words = Ending::Rules(GameEnd::Win(Color::White, *reason)).reason();
        let ends = report.ends.iter().find(|end| end.reason == words);
        let games = Share::new(ends.map_or(0, |end| end.games.count), report.games);
        let seldom = (
            "a way to win never comes into play",
            "it is in the rules, but games are decided otherwise",
        );
        worries.extend(unused(seldom, &format!("wins by: {words}"), &games));
    }
    worries
}

fn unused(
    (worry, reason): (&'static str, &'static str),
    what: &str,
    games: &Share,
) -> Option<Worry> {
    let sure = below(games, LEAST_GAMES)?;
    let found = format!(
        "{what} in {} of the games (threshold {})",
        games.text(),
        percent(LEAST_GAMES)
    );
    Some(Worry::new(worry, sure, found, reason))
}

/// True if pawns or other pieces that there are can be promoted.
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

/// True if pawns pass squares on which they can be taken.
fn passes_pawns(rules: &Ruleset) -> bool {
    let variant = rules.variant();
    let start = variant.start_pieces();
    let has = |color| {
        start
            .iter()
            .any(|p| p.color == color && p.id == TypeId::pawn(color))
    };
    let passes = |color: Color| {
        let mut squares = rules.layout.squares();
        squares.any(|sq| {
            let mut pushes = rules.layout.pushes(color, sq).iter();
            let captured = |push: &crate::board::layout::Push| {
                let mut passed = push.passed.iter();
                passed.any(|&sq| {
                    let origins = rules.layout.pawn_capture_origins(color.other(), sq);
                    origins.is_none_or(|origins| !origins.is_empty())
                })
            };
            pushes.any(captured)
        })
    };
    Color::ALL
        .into_iter()
        .any(|color| passes(color) && has(color.other()) && has(color))
}
