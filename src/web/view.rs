//! Variants, positions and moves as the page needs them. Squares are numbers, rank by rank from a1.

use serde_json::{Value as Json, json};

use crate::board::{Layout, Position};
use crate::game::Game;
use crate::ruleset::Ruleset;
use crate::types::{Color, Move, Square, TypeId};
use crate::variant::Variant;
use crate::variant::describe::pictures::{BASE, Picture, Pictures};
use crate::variant::describe::{Pages, marked_zones, name_of, pieces};
use crate::variant::letter;

/// Cells without a piece: empty, a hole, and a wall.
const EMPTY: i32 = 0;
const HOLE: i32 = -1;
const WALL: i32 = -2;
/// Added to the number of a type for a black piece, and for a piece on the second board.
const BLACK: i32 = 64;
const SECOND_BOARD: i32 = 128;
/// In the path of a move, a piece in hand is the number of its type plus this.
const HAND: usize = 1000;

/// A variant: its board, pieces and rules.
pub fn variant(rules: &Ruleset) -> Json {
    let variant = rules.variant();
    let pages = Pages::new(variant);
    let pictures = Pictures::new(variant);
    let squares = diagram(variant).map(|sq| rules.layout.square_name(sq));
    let [white, black] = Color::ALL.map(|color| variant.types_of(color));
    let pieces = variant.types().map(|(id, piece)| {
        json!({
            "id": id.index(),
            "letter": piece.written(),
            "onlyBlack": black.contains(&id) && !white.contains(&id),
            "names": Color::ALL.map(|color| name(variant, id, color)),
            "pictures": Color::ALL.map(|color| drawing(pictures.of(id, color))),
            "moves": Color::ALL.map(|color| pieces::moves(variant, id, color).join("; ")),
        })
    });
    let zones = marked_zones(variant).into_iter().map(|marked| {
        let squares = marked.zone.squares();
        let squares = squares.map(|(file, rank)| number(&rules.layout, Square::at(file, rank)));
        json!({
            "kind": marked.mark.word(),
            "squares": squares.collect::<Vec<_>>(),
            "name": marked.name,
            "words": marked.words,
        })
    });
    json!({
        "name": variant.name,
        "description": variant.description,
        "files": variant.files,
        "ranks": variant.ranks,
        "squares": squares.collect::<Vec<_>>(),
        "pieces": pieces.collect::<Vec<_>>(),
        "zones": zones.collect::<Vec<_>>(),
        "base": BASE,
        "learned": rules.evaluation.net().is_some(),
        "shuffled": variant.rules.shuffle.is_some(),
        "rules": pages.author.iter().chain(&pages.pieces).chain(&pages.rules).collect::<Vec<_>>(),
    })
}

/// The paths that draw a picture.
fn drawing(picture: &Picture) -> Json {
    json!({ "outline": picture.outline, "lines": picture.lines, "frame": picture.is_frame })
}

/// A position with its legal moves and the result, if there is one.
pub fn state(game: &Game) -> Json {
    let position = game.position();
    let layout = position.layout();
    let cells = diagram(&layout.variant).map(|sq| cell(position, sq));
    let hands = Color::ALL.map(|color| hand(position, color));
    let moves = game.legal_moves();
    let end = game
        .outcome()
        .map(|end| json!({ "score": end.result().to_string(), "reason": end.reason() }));
    let side = if position.side() == Color::White {
        "w"
    } else {
        "b"
    };
    let last = position.last_move();
    json!({
        "fen": position.fen(),
        "side": side,
        "cells": cells.collect::<Vec<_>>(),
        "hands": hands,
        "check": checked(game),
        "last": last.map_or_else(Vec::new, |mv| touched(layout, mv)),
        "moves": moves.iter().map(|&mv| legal(game, mv)).collect::<Vec<_>>(),
        "result": end,
    })
}

/// The squares of a diagram, rank by rank, holes included.
fn diagram(variant: &Variant) -> impl Iterator<Item = Square> + use<> {
    let (files, ranks) = (variant.files, variant.ranks);
    (0..ranks).flat_map(move |rank| (0..files).map(move |file| Square::at(file, rank)))
}

fn name(variant: &Variant, id: TypeId, color: Color) -> String {
    name_of(variant, id, color).unwrap_or_else(|| letter::colored(variant.piece(id).letter, color))
}

fn cell(position: &Position, sq: Square) -> i32 {
    let layout = position.layout();
    if layout.variant.is_hole(sq.file(), sq.rank()) {
        return HOLE;
    }
    if position.walls().any(|wall| wall == sq) {
        return WALL;
    }
    let on = position.occupied(sq);
    position.piece_on(on).map_or(EMPTY, |(color, id)| {
        let black = if color == Color::Black { BLACK } else { 0 };
        let second = if on == sq { 0 } else { SECOND_BOARD };
        i32::from(id.0) + black + second
    })
}

/// A colour's pieces in hand: pairs of type and number.
fn hand(position: &Position, color: Color) -> Vec<(u8, u8)> {
    let types = position.layout().variant.types();
    let held = types.map(|(id, _)| (id, position.in_hand(color, id)));
    let held = held.filter(|(_, count)| *count > 0);
    held.map(|(id, count)| (id.0, count)).collect()
}

/// The squares of the royals of the side to move, if it is in check.
fn checked(game: &Game) -> Vec<usize> {
    let position = game.position();
    if !game.rules().tables.in_check(position) {
        return Vec::new();
    }
    let side = position.side();
    position
        .pieces_in(side, position.royals(side))
        .map(|(sq, _)| number(position.layout(), sq))
        .collect()
}

fn number(layout: &Layout, sq: Square) -> usize {
    let shown = layout.shown(sq);
    usize::from(shown.rank()) * usize::from(layout.files) + usize::from(shown.file())
}

/// The squares that a move changes, as the board shows them.
fn touched(layout: &Layout, mv: Move) -> Vec<usize> {
    if mv.is_pass() {
        return Vec::new();
    }
    let squares = [Some(mv.from()), mv.via(), Some(mv.to()), mv.wall()];
    squares
        .into_iter()
        .flatten()
        .map(|sq| number(layout, sq))
        .collect()
}

/// A legal move: its text, the squares to click in turn, for castling also king and partner, and a label that
/// distinguishes it from moves with the same squares.
fn legal(game: &Game, mv: Move) -> Json {
    let position = game.position();
    let layout = position.layout();
    let side = position.side();
    let square = |sq| number(layout, sq);
    let castling = layout.castling(side, mv);
    let mut path = touched(layout, mv);
    if let Some(id) = mv.dropped() {
        let held = layout.held_as(side, id);
        path[0] = HAND + held.index();
    } else if mv.is_wall_alone() {
        path.drain(..2);
    } else if let Some(castling) = castling.filter(|_| mv.from() == mv.to()) {
        path[1] = square(castling.corner);
    }
    let onto = castling.map(|castling| [square(mv.from()), square(castling.corner)]);
    json!({ "m": game.format(mv), "p": path, "q": onto, "l": label(position, mv) })
}

/// Castling, promotion, drops, gating and passes in words; empty for other moves.
fn label(position: &Position, mv: Move) -> String {
    let (layout, side) = (position.layout(), position.side());
    let variant = &layout.variant;
    let castling = layout.castling(side, mv);
    let mut words = Vec::new();
    if mv.is_pass() {
        words.push("Pass".to_owned());
    }
    if castling.is_some() {
        words.push("Castle".to_owned());
    }
    if let Some(id) = mv.promotion() {
        words.push(format!("Promote to {}", name(variant, id, side)));
    }
    if let Some(id) = mv.dropped() {
        words.push(format!("Drop {}", name(variant, id, side)));
    }
    if let Some(id) = mv.gated() {
        let corner = castling
            .filter(|_| mv.gates_at_partner())
            .map(|castling| castling.corner);
        let on = layout.square_name(corner.unwrap_or(mv.from()));
        words.push(format!("Gate {} on {on}", name(variant, id, side)));
    }
    words.join(", ")
}
