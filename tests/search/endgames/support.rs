//! Variants, random positions with given men, and playing positions out.

use std::sync::Arc;

use fmax::board::{Placement, Position, Virginity};
use fmax::game::Game;
use fmax::movegen::GameEnd;
use fmax::ruleset::Ruleset;
use fmax::search::{Limits, SearchControl, SearchSettings};
use fmax::types::{Bitboard, Color, Rng, Square, TypeId};

use crate::common::games::{load, rules};
use crate::common::search::searcher;

/// Variants that differ from a built-in variant only in how they are won.
pub fn rules_of(name: &str) -> Arc<Ruleset> {
    match name {
        "commoner" => load(
            "8x8\n6 4 5 7 3 5 4 6\n6 4 5 7 3 5 4 6\n\
             p:100 -16,24 -16,6 -15,5 -17,5\np:100 16,24 16,6 15,5 17,5\n\
             k:-1 1,7 -16,7 -1,7 16,7 -15,7 -17,7 15,7 17,7\n\
             n:325 -31,7 -14,7 18,7 33,7 31,7 14,7 -18,7 -33,7\n\
             b:350 -15,3 -17,3 15,3 17,3\nR:500 1,3 -16,3 -1,3 16,3\n\
             C:320 1,7 -16,7 -1,7 16,7 -15,7 -17,7 15,7 17,7\n",
        ),
        "mating-acedrex" => {
            let mut variant = rules("grande-acedrex").variant().as_ref().clone();
            variant.rules.win.bare_king_loses = false;
            Arc::new(Ruleset::new(Arc::new(variant)))
        }
        "small-makruk" => {
            load("6x6\n4 4 4 3 4 4\n4 4 4 3 4 4\np:100 fmWfcF\np:100 fmWfcF\nk:-1 K\nm:180 F\n")
        }
        name => rules(name),
    }
}

/// A type by its letter.
pub fn piece(rules: &Ruleset, letter: char) -> TypeId {
    rules
        .variant()
        .type_by_letter(letter, Color::White)
        .unwrap()
}

/// A position with these men, white's in upper case, and white to move.
pub fn place(rules: &Ruleset, men: &[(Square, Color, TypeId)]) -> Position {
    let placement = Placement {
        pieces: men.to_vec(),
        hands: Vec::new(),
        side: Color::White,
        virginity: Virginity::On(Bitboard::EMPTY),
        en_passant: Vec::new(),
        rule_clock: 0,
        ..Placement::start(&rules.layout)
    };
    Position::new(rules.layout.clone(), &placement).unwrap()
}

/// A random position with these men (white's in upper case), white to move and no side in check.
pub fn random_position(rules: &Ruleset, men: &str, random: &mut Rng) -> Position {
    let v = rules.variant();
    loop {
        let mut below = |n: u8| random.below(usize::from(n)) as u8;
        let mut placed: Vec<(Square, Color, TypeId)> = Vec::new();
        for letter in men.chars() {
            let color = if letter.is_ascii_uppercase() {
                Color::White
            } else {
                Color::Black
            };
            let sq = Square::at(below(v.files), below(v.ranks));
            let id = v.type_by_letter(letter, color).unwrap();
            if placed.iter().all(|(taken, ..)| *taken != sq) {
                placed.push((sq, color, id));
            }
        }
        if placed.len() != men.len() {
            continue;
        }
        let pos = place(rules, &placed);
        if Color::ALL
            .iter()
            .all(|&c| rules.tables.royals_safe(&pos, c))
        {
            return pos;
        }
    }
}

/// Plays out a position with the same limits for both sides; returns the result and the number of
/// moves.
pub fn play_out(
    rules: &Arc<Ruleset>,
    pos: &Position,
    limits: impl Fn() -> Limits,
) -> (Option<GameEnd>, usize) {
    let mut game = Game::new(rules.clone(), 50);
    game.set_placement(&Placement {
        rule_clock: 0,
        ..Placement::from(pos)
    })
    .unwrap();
    let engine = || searcher(&game, 1);
    let mut engines = [engine(), engine()];
    let settings = SearchSettings {
        move_rule_plies: game.move_rule_plies(),
        ..SearchSettings::default()
    };
    let mut plies = 0;
    loop {
        if let Some(outcome) = game.outcome() {
            return (Some(outcome), plies / 2 + plies % 2);
        }
        let engine = &mut engines[plies % 2];
        let control = SearchControl::default();
        let found = engine.search(game.position(), &limits(), &settings, &control, &mut ());
        let Some(mv) = found.best else {
            return (None, plies);
        };
        game.play(mv);
        plies += 1;
    }
}
