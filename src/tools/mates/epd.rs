//! The longest mates as lines of EPD, which `fmax suite` reads.

use std::sync::Arc;

use crate::board::{Placement, Position, Virginity};
use crate::game::Game;
use crate::ruleset::Ruleset;
use crate::types::{Bitboard, Move};

/// After so many moves without capture a game in XBoard is drawn, if nothing else is said.
const MOVE_RULE: u32 = 50;

/// A position of a question as one of the game itself. `None` if the game is over there by its other
/// rules, or if the position is none of it.
pub fn in_game(rules: &Arc<Ruleset>, pos: &Position) -> Option<Game> {
    let mut game = Game::new(rules.clone(), MOVE_RULE);
    let men = Placement::from(pos).pieces;
    let placement = Placement {
        pieces: men,
        hands: Vec::new(),
        side: pos.side(),
        virginity: Virginity::On(Bitboard::EMPTY),
        en_passant: Vec::new(),
        rule_clock: 0,
        ..Placement::start(&rules.layout)
    };
    game.set_placement(&placement).ok()?;
    game.outcome().is_none().then_some(game)
}

/// The line of a position in which some moves mate soonest, in so many moves; `None` if one of them is
/// no move of the game. `set` names the pieces.
pub fn line(game: &Game, best: &[Move], longest: u32, set: &str) -> Option<String> {
    let texts: Vec<String> = best.iter().map(|&mv| game.format(mv)).collect();
    let known = |text: &String| game.parse_move(text).is_ok();
    if texts.is_empty() || !texts.iter().all(known) {
        return None;
    }
    let (fen, name) = (game.position().fen(), &game.rules().variant().name);
    Some(format!(
        "{fen} bm {}; dm {longest}; id \"{set}: mate in {longest}\"; variant \"{name}\";",
        texts.join(" ")
    ))
}
