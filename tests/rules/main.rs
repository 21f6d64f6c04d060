//! The rules of variants: how they are read and written, which moves they allow, and how a game starts
//! and ends under them.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "../common/mod.rs"]
mod common;

mod alice;
mod burning;
mod capture_effects;
mod castling;
mod compose;
mod counting;
mod doubles;
mod endings;
mod fen;
mod games;
mod goals;
mod grid;
mod hands;
mod large;
mod loader;
mod notation;
mod own_captures;
mod passing;
mod pieces;
mod position;
mod promotion;
mod rights;
mod royal_slide;
mod shuffle;
mod start;
mod walls;
mod zones;
