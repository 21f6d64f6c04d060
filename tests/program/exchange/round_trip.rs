//! Every shipped variant exported to Fairy-Stockfish's format can be imported again. Variants exported without
//! loss come back with the same moves and the same rules in words.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fmax::game::Game;
use fmax::movegen::perft::perft;
use fmax::ruleset::Ruleset;
use fmax::tools::exchange::import::import;
use fmax::tools::exchange::{Target, export};
use fmax::variant::describe::Pages;
use fmax::variant::{Variant, letter};

use crate::common::games::{find, library, read, variants};

/// Number of shipped variants that come back unchanged.
const AT_LEAST: usize = 110;
/// Plies per game.
const PLIES: usize = 40;

fn game_of(variant: &Arc<Variant>) -> Game {
    Game::new(Arc::new(Ruleset::without_net(variant.clone())), 0)
}

/// The legal moves as text, in order.
fn moves(game: &Game) -> Vec<String> {
    let legal = game.legal_moves();
    let mut texts: Vec<String> = legal.iter().map(|mv| game.format(*mv)).collect();
    texts.sort();
    texts
}

/// The moves must agree in the positions of one game, and perft 2 must agree at the start.
fn same_moves(found: &Arc<Variant>, expected: &Arc<Variant>) -> Result<(), String> {
    let count = |variant: &Arc<Variant>| {
        let rules = Ruleset::without_net(variant.clone());
        perft(&rules.tables, &mut rules.start(), 2)
    };
    if count(found) != count(expected) {
        return Err(format!(
            "{} instead of {} at the start",
            count(found),
            count(expected)
        ));
    }
    let mut games = [found, expected].map(game_of);
    for ply in 0..PLIES {
        let [own, wanted] = [moves(&games[0]), moves(&games[1])];
        if own != wanted {
            let fen = games[1].position().fen();
            return Err(format!("{own:?} instead of {wanted:?} in {fen}"));
        }
        if wanted.is_empty() {
            break;
        }
        let text = &wanted[(ply * 37 + 11) % wanted.len()];
        for game in &mut games {
            let mv = game
                .parse_move(text)
                .map_err(|error| format!("{text}: {error}"))?;
            game.play(mv);
        }
        if games[1].outcome().is_some() || games[0].outcome().is_some() {
            break;
        }
    }
    let [own, wanted] = games.map(|game| game.outcome().map(|end| end.to_string()));
    if own == wanted {
        Ok(())
    } else {
        Err(format!("it ends with {own:?} instead of {wanted:?}"))
    }
}

/// Lines with these words state moves, promotion, drops or goals by squares where other lines state them by ranks or
/// in another way; the moves show whether they agree. The last words are in lines that state defaults.
const DESCRIBED_OTHERWISE: [&str; 11] = [
    "promote",
    "drop",
    "No piece promotes to",
    "that its side has lost",
    "never move again",
    "captured in passing",
    "wins by bringing",
    "Bringing the",
    "Some programs mean",
    "50 moves by each side",
    "in hand.",
];

/// The rules in words, without regard to order.
fn words(variant: &Variant) -> BTreeSet<String> {
    let lines = Pages::new(variant).rules.into_iter();
    let own = lines.filter(|line| !DESCRIBED_OTHERWISE.iter().any(|other| line.contains(other)));
    let sorted = own.map(|line| {
        // a group of one piece is lost with its last piece
        let line = line.replace("the last ", "the ");
        let words = line.split(|c: char| c.is_whitespace() || ",.".contains(c));
        let mut words: Vec<&str> = words.filter(|word| !["", "and"].contains(word)).collect();
        words.sort_unstable();
        words.join(" ")
    });
    sorted.collect()
}

/// The variant with pieces named by their letters, because names are lost on the way.
fn by_letters(variant: &Variant) -> Variant {
    let mut variant = variant.clone();
    for piece in &mut variant.pieces {
        piece.name = Some(letter::text(piece.letter));
    }
    variant
}

fn same_words(found: &Variant, expected: &Variant) -> Result<(), String> {
    let (found, expected) = (words(&by_letters(found)), words(&by_letters(expected)));
    let more: Vec<&String> = found.difference(&expected).collect();
    let fewer: Vec<&String> = expected.difference(&found).collect();
    if more.is_empty() && fewer.is_empty() {
        Ok(())
    } else {
        Err(format!("\n  more: {more:?}\n  missing: {fewer:?}"))
    }
}

#[test]
fn exported_games_come_back_as_they_were() {
    let mut games: BTreeMap<String, (Arc<Variant>, bool)> = BTreeMap::new();
    let mut text = String::new();
    for (number, variant) in variants().enumerate() {
        let name = format!("game{number}");
        let Ok(exported) = export(&variant, Target::VariantsIni, Some(&name)) else {
            continue;
        };
        text += &exported.text;
        games.insert(name, (variant, exported.losses.is_empty()));
    }
    let mut equal = 0;
    let mut different = Vec::new();
    let imported = import(library(), &text);
    assert_eq!(imported.len(), games.len());
    for game in imported {
        let (variant, exact) = &games[&game.name];
        let name = &variant.name;
        let text = match game.game {
            Ok(text) => format!("version 4.8(w)\n\n{text}"),
            Err(reason) => {
                different.push(format!("{name} cannot be read: {reason}"));
                continue;
            }
        };
        // reported losses are allowed
        if !exact || !game.losses.is_empty() {
            continue;
        }
        let back = find(&read(&text), &game.name);
        match same_moves(&back, variant).and_then(|()| same_words(&back, variant)) {
            Ok(()) => equal += 1,
            Err(how) => different.push(format!("{name}: {how}")),
        }
    }
    assert!(
        different.is_empty(),
        "{equal} are equal\n{}",
        different.join("\n")
    );
    assert!(equal >= AT_LEAST, "only {equal} games come back");
}
