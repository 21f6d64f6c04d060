//! Pieces in hand, and what they come in by: drops and hands ([`drops`]), gates ([`gates`]), and pairs
//! of rules that meet in one game ([`interplay`]).
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod drops;
mod gates;
mod interplay;

use std::sync::Arc;

use fmax::board::Position;
use fmax::eval::Ruleset;
use fmax::game::Game;

/// A game that begins with a position.
fn at(rules: &Arc<Ruleset>, fen: &str) -> Game {
    let mut game = Game::new(rules.clone(), 50);
    game.set_fen(fen).unwrap();
    game
}

/// Plays moves, each of which must leave sums, keys and FENs in order, also when taken back.
fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = game.parse_move(text);
        let mv = mv.unwrap_or_else(|error| panic!("{text}: {error} in {}", game.position().fen()));
        let before = game.position().clone();
        game.play(mv);
        let position = game.position();
        assert_eq!(position.check_consistency(), Ok(()), "{text}");
        let mut back = position.clone();
        back.unmake();
        assert_eq!(back.fen(), before.fen(), "{text} taken back");
        assert_eq!(back.key(), before.key(), "{text} taken back");
        assert_eq!(back.check_consistency(), Ok(()), "{text} taken back");
        let read = Position::from_fen(position.layout(), &position.fen()).unwrap();
        assert_eq!(read.key(), position.key(), "{}", position.fen());
        assert_eq!(read.fen(), position.fen());
    }
}

/// The first field of the FEN.
fn board(game: &Game) -> String {
    let fen = game.position().fen();
    fen.split(' ').next().unwrap().to_owned()
}
