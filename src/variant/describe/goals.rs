//! What decides a game besides royals, in words.

use super::phrases::join;
use crate::types::{Color, TypeId};
use crate::variant::{Explosion, Stalemate, Variant};

/// The lines about stalemate and goals.
pub(super) fn lines(variant: &Variant) -> Vec<String> {
    let (rules, goals) = (&variant.rules, &variant.rules.win);
    let mut lines = Vec::new();
    let mut say = |text: &str| lines.push(text.to_owned());
    match rules.win.stalemate {
        Stalemate::Draw => {}
        Stalemate::Loss => say("Stalemate loses for the side that cannot move."),
        Stalemate::Win => say("Stalemate wins for the side that cannot move."),
        Stalemate::Fewer => say("In a stalemate the side with fewer pieces wins."),
    }
    if goals.checks > 0 {
        say(&format!("Giving check {} times wins.", goals.checks));
    }
    for color in Color::ALL {
        let names = letters(variant, &goals.extinction[color]);
        if !names.is_empty() {
            let kinds = join(&names);
            say(&format!(
                "{color} loses with the last piece of a kind: {kinds}."
            ));
        }
    }
    for color in Color::ALL {
        let names = letters(variant, &goals.baring[color]);
        if !names.is_empty() {
            let kinds = join(&names);
            say(&format!(
                "{color} loses when there is no {kinds} left, unless it can at once leave the other \
                 side like that, which is a draw."
            ));
        }
    }
    if goals.bare_wins {
        say("Whoever has no pieces left but royal ones has won.");
    }
    if goals.mated_wins {
        say("Being mated wins.");
    }
    if goals.compulsory_captures {
        say("Who can capture must capture.");
    }
    if let Some(Explosion { spared }) = &goals.explosion {
        let names = letters(variant, spared);
        let but = match names.is_empty() {
            true => String::new(),
            false => format!(" but {}", join(&names)),
        };
        say(&format!(
            "A capture destroys capturer, captured and all pieces{but} beside them; royals cannot \
             capture."
        ));
    }
    lines
}

fn letters(variant: &Variant, types: &[TypeId]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for &id in types {
        let name = variant.piece(id).letter.to_string();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}
