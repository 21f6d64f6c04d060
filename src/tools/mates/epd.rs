//! The longest mates as lines of EPD, which `fmax suite` reads.

use std::sync::Arc;

use crate::board::{Placement, Position, Virginity};
use crate::game::Game;
use crate::ruleset::Ruleset;
use crate::types::{Bitboard, Move};

/// Moves without capture after which XBoard draws a game by default.
const MOVE_RULE: u32 = 50;

/// The game for a solved position, by the variant's own rules. `None` if these rules end the game there, or do not allow the
/// position.
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

/// The line for a position, with the moves that mate soonest, in `longest` moves; `None` if one of these moves is illegal in
/// the variant. `set` names the pieces.
pub fn line(game: &Game, best: &[Move], longest: u32, set: &str) -> Option<String> {
    let texts: Vec<String> = best.iter().map(|&mv| game.format(mv)).collect();
    if texts.is_empty() || !texts.iter().all(|text| game.parse_move(text).is_ok()) {
        return None;
    }
    let (fen, name) = (game.position().fen(), &game.rules().variant().name);
    Some(format!(
        "{fen} bm {}; dm {longest}; id \"{set}: mate in {longest}\"; variant \"{name}\";",
        texts.join(" ")
    ))
}
