//! Promotion: the variants of shogi's family, and promotion rules in any variant.

mod any_game;
mod shogi;
