//! The moves of the pieces, in words.

use super::phrases::{self, castling, join, leap, term, when};
use crate::types::{Color, TypeId};
use crate::variant::betza::ast::Atom;
use crate::variant::betza::{Leaps, from_moves};
use crate::variant::rules::values::add;
use crate::variant::{Condition, MoveShape, Variant};

/// A line for each piece: its letter, its name if it has one, and its moves. Pieces of both sides that move alike, as
/// their owners see it, share a line.
pub(super) fn all(variant: &Variant) -> Vec<String> {
    let [white, black] = Color::ALL.map(|color| {
        let mut list: Vec<(char, String, String)> = Vec::new();
        for id in variant.types_of(color) {
            let piece = variant.piece(id);
            let moves = moves(variant, id, color).join("; ");
            add(&mut list, (piece.letter, piece.title(), moves));
        }
        list
    });
    let one_sided =
        |letter: char, color: Color| !variant.letters_of(color.other()).contains(&letter);
    let line = |(letter, title, text): &(char, String, String), color, owner, shared: bool| {
        let owner = when(!shared && !one_sided(*letter, color), owner);
        format!("{owner}{title}: {text}")
    };
    let whites = white.iter();
    let whites = whites.map(|entry| line(entry, Color::White, "White's ", black.contains(entry)));
    let blacks = black.iter().filter(|entry| !white.contains(entry));
    let blacks = blacks.map(|entry| line(entry, Color::Black, "Black's ", false));
    whites.chain(blacks).collect()
}

/// The moves of a piece of a colour, one phrase for each kind of move.
pub fn moves(variant: &Variant, id: TypeId, color: Color) -> Vec<String> {
    let variant = &*variant.in_usual_order();
    let piece = variant.piece(id);
    // multi-path moves are described by their target square
    let (many_ways, others): (Vec<_>, Vec<_>) =
        (piece.moves.iter().cloned()).partition(|m| matches!(m.shape, MoveShape::MultiPath { .. }));
    // and alternating rides by their steps
    let (in_turn, others): (Vec<_>, Vec<_>) =
        (others.into_iter()).partition(|m| matches!(m.shape, MoveShape::Path { repeat: true, .. }));
    let pawn = variant.is_pawn(id, color);
    let written = from_moves(variant, &others, color, pawn, Leaps::Any);
    let (castlings, terms): (Vec<_>, Vec<_>) =
        (written.terms.iter()).partition(|term| term.atom == Atom::Castling);
    let mut phrases: Vec<String> = terms.into_iter().map(term).collect();
    for m in &in_turn {
        if let MoveShape::Path { legs, .. } = &m.shape {
            let first = when(m.condition == Condition::Virgin, "on its first move ");
            let text = format!("{first}{}", phrases::in_turn(legs, m.cylinder));
            add(&mut phrases, text);
        }
    }
    let mut leaps: Vec<String> = Vec::new();
    for m in &many_ways {
        if let MoveShape::MultiPath { twice, once, .. } = m.shape {
            let sum = |a: i8, b: i8| (2 * i32::from(a) + i32::from(b)).unsigned_abs();
            let (a, b) = (sum(twice.files, once.files), sum(twice.ranks, once.ranks));
            add(&mut leaps, leap(a.min(b), a.max(b)));
        }
    }
    if !leaps.is_empty() {
        phrases.push(format!(
            "moves like {} if one of the three shortest ways there is free",
            join(&leaps)
        ));
    }
    phrases.extend(castlings.into_iter().map(castling));
    if written.incomplete {
        phrases.push("other moves that this description cannot express".to_owned());
    }
    if phrases.is_empty() {
        phrases.push("cannot move".to_owned());
    }
    phrases
}
