//! What is special about parts of the board, in words.

use super::phrases::join;
use crate::types::{Color, TypeId};
use crate::variant::{Variant, Zone};

/// Lines about holes, zones and facing royals.
pub(super) fn rules(variant: &Variant) -> Vec<String> {
    let terrain = &variant.rules.zones;
    let mut lines = Vec::new();
    let holes = &variant.rules.zones.holes;
    if !holes.is_empty() {
        lines.push(format!("The board has no {}.", area(holes)));
    }
    let mut told: Vec<&Zone> = Vec::new();
    for (_, zone) in &terrain.confined {
        if told.contains(&zone) {
            continue;
        }
        told.push(zone);
        let same = terrain.confined.iter().filter(|(_, other)| other == zone);
        let names: Vec<String> = same.map(|(id, _)| name(variant, *id)).collect();
        lines.push(format!("{} cannot leave {}.", join(&names), area(zone)));
    }
    for change in &terrain.changes {
        let moves = super::moves(variant, change.like, owner(variant, change.id)).join("; ");
        let name = name(variant, change.id);
        let area = area(&change.zone);
        lines.push(format!("On {area} {name} {moves}."));
    }
    if variant.rules.zones.facing_is_illegal {
        let rule = "Royals of different colours may not face each other on a file with nothing in \
                    between.";
        lines.push(rule.to_owned());
    }
    lines
}

/// The first colour that can have the type.
fn owner(variant: &Variant, id: TypeId) -> Color {
    let white = variant.type_by_letter(variant.piece(id).letter, Color::White);
    if white == Some(id) {
        Color::White
    } else {
        Color::Black
    }
}

/// The letter, with its owner if the other colour's piece of that letter is another one.
fn name(variant: &Variant, id: TypeId) -> String {
    let letter = variant.piece(id).letter;
    let [white, black] = Color::ALL.map(|color| variant.type_by_letter(letter, color));
    match () {
        () if white == black => letter.to_string(),
        () if white == Some(id) => format!("white's {letter}"),
        () => format!("black's {letter}"),
    }
}

/// The zone as rectangles, ranks counted from 1 as in the file.
fn area(zone: &Zone) -> String {
    let mut left = *zone;
    let mut parts = Vec::new();
    while let Some((file, rank)) = zone
        .squares()
        .find(|&(file, rank)| left.contains(file, rank))
    {
        let row = |rank: u8, last: u8| (file..=last).all(|file| left.contains(file, rank));
        let right = (file..16)
            .take_while(|&file| left.contains(file, rank))
            .last();
        let right = right.unwrap_or(file);
        let top = (rank..16).take_while(|&rank| row(rank, right)).last();
        let top = top.unwrap_or(rank);
        let square = |file: u8, rank: u8| format!("{}{}", char::from(b'a' + file), rank + 1);
        parts.push(if (file, rank) == (right, top) {
            square(file, rank)
        } else {
            format!("{}-{}", square(file, rank), square(right, top))
        });
        let mut rest = Zone::default();
        let inside = |f: u8, r: u8| (file..=right).contains(&f) && (rank..=top).contains(&r);
        let outside = left.squares().filter(|&(f, r)| !inside(f, r));
        outside.for_each(|(f, r)| rest.insert(f, r));
        left = rest;
    }
    join(&parts)
}
