//! Promotion of other pieces than pawns: the games of shogi's family, and its rules in any game.

mod any_game;
mod shogi;
