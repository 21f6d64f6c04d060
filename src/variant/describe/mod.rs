//! A game in words: what its pieces can do and what else is special about it, for people.

mod goals;
mod phrases;
mod zones;

use super::betza::ast::Atom;
use super::betza::{Leaps, from_moves};
use super::{Condition, MoveShape, PromotesTo, Royalty, Variant};
use crate::types::{Color, TypeId};
use phrases::{castling, join, leap, term};

/// The whole game: name, size and description, then a line for each piece, then the rules.
pub fn game(variant: &Variant) -> Vec<String> {
    let (name, files, ranks) = (&variant.name, variant.files, variant.ranks);
    let mut lines = vec![format!("{name}: {files}x{ranks} board")];
    if !variant.description.is_empty() {
        lines.push(format!("{}.", variant.description.trim_end_matches('.')));
    }
    lines.extend(pieces(variant));
    lines.extend(rules(variant));
    lines
}

/// Breaks a line between words so that no part is longer than `width` characters, unless a word is.
/// All parts but the first are indented.
pub fn wrap(line: &str, width: usize) -> Vec<String> {
    let mut parts = Vec::new();
    let mut part = String::new();
    for word in line.split(' ') {
        let empty = part.trim_start().is_empty();
        if !empty && part.chars().count() + 1 + word.chars().count() > width {
            parts.push(std::mem::replace(&mut part, INDENT.to_owned()));
        } else if !empty {
            part.push(' ');
        }
        part += word;
    }
    parts.push(part);
    parts
}

/// Before the second part of a broken line and all further ones.
const INDENT: &str = "    ";

/// A line for each piece: its letter and what it can do. Pieces of both sides that move alike, as
/// their owners see it, share a line.
pub fn pieces(variant: &Variant) -> Vec<String> {
    let [white, black] = Color::ALL.map(|color| {
        let mut list: Vec<(char, String)> = Vec::new();
        for id in variant.types_of(color) {
            let entry = (
                variant.piece(id).letter,
                moves(variant, id, color).join("; "),
            );
            if !list.contains(&entry) {
                list.push(entry);
            }
        }
        list
    });
    let one_sided =
        |letter: char, color: Color| !variant.letters_of(color.other()).contains(&letter);
    let line = |(letter, text): &(char, String), owner: &str| format!("{owner}{letter}: {text}");
    let mut lines = Vec::new();
    for entry in &white {
        let shared = black.contains(entry) || one_sided(entry.0, Color::White);
        lines.push(line(entry, if shared { "" } else { "White's " }));
    }
    for entry in black.iter().filter(|entry| !white.contains(entry)) {
        let lone = one_sided(entry.0, Color::Black);
        lines.push(line(entry, if lone { "" } else { "Black's " }));
    }
    lines
}

/// What a piece of a colour can do, one phrase for each kind of move.
pub fn moves(variant: &Variant, id: TypeId, color: Color) -> Vec<String> {
    let piece = variant.piece(id);
    // what reaches its square by several ways is simple to say, but not as steps
    let (many_ways, others): (Vec<_>, Vec<_>) =
        (piece.moves.iter().cloned()).partition(|m| matches!(m.shape, MoveShape::MultiPath { .. }));
    // and so are rides that turn at every leap
    let (in_turn, others): (Vec<_>, Vec<_>) =
        (others.into_iter()).partition(|m| matches!(m.shape, MoveShape::Path { repeat: true, .. }));
    let written = from_moves(
        variant,
        &others,
        color,
        variant.is_pawn(id, color),
        Leaps::Any,
    );
    let (castlings, terms): (Vec<_>, Vec<_>) =
        (written.terms.iter()).partition(|term| term.atom == Atom::Castling);
    let mut phrases: Vec<String> = terms.into_iter().map(term).collect();
    for m in &in_turn {
        if let MoveShape::Path { legs, .. } = &m.shape {
            let first = if m.condition == Condition::Virgin {
                "on its first move "
            } else {
                ""
            };
            let text = format!("{first}{}", phrases::in_turn(legs, m.cylinder));
            if !phrases.contains(&text) {
                phrases.push(text);
            }
        }
    }
    let mut leaps: Vec<String> = Vec::new();
    for m in &many_ways {
        if let MoveShape::MultiPath { twice, once, .. } = m.shape {
            let sum = |a: i8, b: i8| (2 * i32::from(a) + i32::from(b)).unsigned_abs();
            let (a, b) = (sum(twice.files, once.files), sum(twice.ranks, once.ranks));
            let text = leap(a.min(b), a.max(b));
            if !leaps.contains(&text) {
                leaps.push(text);
            }
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
        phrases.push("more that is beyond words".to_owned());
    }
    if phrases.is_empty() {
        phrases.push("cannot move".to_owned());
    }
    phrases
}

/// The rules besides the moves.
pub fn rules(variant: &Variant) -> Vec<String> {
    let rules = &variant.rules;
    let letter = |id: TypeId| variant.piece(id).letter.to_string();
    let mut lines = Vec::new();
    let mut royals: Vec<(String, Royalty)> = Vec::new();
    for (_, piece) in variant
        .types()
        .filter(|(_, piece)| piece.royalty.is_royal())
    {
        let entry = (piece.letter.to_string(), piece.royalty);
        if !royals.contains(&entry) {
            royals.push(entry);
        }
    }
    for (letter, royalty) in royals {
        lines.push(match royalty {
            Royalty::Extinction { duple } => {
                let both = " Two of them must not be attacked at the same time.";
                let more = if duple { both } else { "" };
                format!("Whoever loses the last {letter} has lost.{more}")
            }
            _ => format!("Whoever loses the {letter} has lost."),
        });
    }
    lines.extend(zones::rules(variant));
    lines.extend(promotions(variant));
    lines.extend(goals::lines(variant));
    if let Some(moves) = rules.move_rule.limit {
        lines.push(format!(
            "{moves} moves of each side without capture or pawn move make a draw."
        ));
    }
    if let Some(id) = rules.win.hill {
        lines.push(format!(
            "Bringing the {} to the centre of the board wins.",
            letter(id)
        ));
    }
    if rules.win.bare_king_loses {
        let rule = "A side with nothing but its king loses, unless it can at once leave the other \
                    one like that, which is a draw.";
        lines.push(rule.to_owned());
    }
    if rules.promotion.quiet && rules.promotion.ranks > 1 {
        lines.push("A pawn that captures is promoted on the last rank only.".to_owned());
    }
    if let Some(shuffle) = &rules.shuffle {
        let orders = variant.arrangements(Color::White);
        let both = if shuffle.independent {
            "each player's in its own way"
        } else {
            "both in the same way"
        };
        lines.push(format!(
            "The back ranks are shuffled, {both}; there are {orders} orders. Castling ends where it \
             does in the usual one."
        ));
    }
    if let Some(drops) = &rules.drops {
        let mut letters: Vec<String> = Vec::new();
        for kind in drops.kinds.iter().flatten() {
            if !letters.contains(&letter(kind.id)) {
                letters.push(letter(kind.id));
            }
        }
        let whence = if drops.captures {
            "Captured pieces change sides: instead of a move"
        } else {
            "Instead of a move"
        };
        lines.push(format!(
            "{whence} a player may drop one of these from the hand on an empty square: {}.",
            letters.join(", ")
        ));
    }
    if !rules.gating.types.is_empty() {
        let letters: Vec<String> = rules.gating.types.iter().map(|&id| letter(id)).collect();
        lines.push(format!(
            "{} wait off the board; one of them may enter where a piece leaves its first square.",
            join(&letters)
        ));
    }
    if rules.has_gates() {
        let [white, black] = rules.gating.gates.as_ref().into_array();
        let say = |gates: &[super::Gate]| -> Vec<String> {
            let file = |gate: &super::Gate| char::from(b'a' + gate.file);
            (gates.iter())
                .map(|gate| format!("{} on the {}-file", letter(gate.id), file(gate)))
                .collect()
        };
        let [white, black] = [say(white), say(black)];
        let mut text = |whose: &str, gates: &[String]| {
            if !gates.is_empty() {
                lines.push(format!(
                    "{whose}{} waits off the board and enters when the piece before it first \
                     moves; it is lost if that is captured before.",
                    join(gates)
                ));
            }
        };
        if white == black {
            text("", &white);
        } else {
            text("White: ", &white);
            text("Black: ", &black);
        }
    }
    if rules.castling.no_leap_in_check {
        lines.push("The king's first leap is not possible in check.".to_owned());
    }
    if let Some(id) = rules.castling.leap_aim {
        lines.push(format!(
            "It is lost once an enemy {} aims at the king.",
            letter(id)
        ));
    }
    lines
}

fn promotions(variant: &Variant) -> Vec<String> {
    let zone = match variant.rules.promotion.ranks {
        1 => "on the last rank".to_owned(),
        n => format!("on the last {n} ranks"),
    };
    let choices = match &variant.rules.promotion.to {
        PromotesTo::ByFile(_) => {
            return vec![format!(
                "Pawns become {zone} what stood on that file at the start."
            )];
        }
        PromotesTo::Choice(choices) => choices,
    };
    let [white, black] = Color::ALL.map(|color| {
        let mut letters: Vec<String> = Vec::new();
        for &id in &choices[color].accepted {
            let letter = variant.piece(id).letter.to_string();
            if !letters.contains(&letter) {
                letters.push(letter);
            }
        }
        letters.join(", ")
    });
    let say = |whose: &str, letters: &str| match letters {
        "" => format!("{whose} do not promote."),
        _ => format!("{whose} promote {zone} to: {letters}."),
    };
    if white == black {
        vec![say("Pawns", &white)]
    } else {
        vec![say("White's pawns", &white), say("Black's pawns", &black)]
    }
}

#[cfg(test)]
mod tests;
