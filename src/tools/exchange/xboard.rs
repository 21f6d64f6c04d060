//! The lines by which XBoard learns a game: those that the engine itself sends.

use std::fmt::Write as _;
use std::sync::Arc;

use super::Export;
use crate::game::Game;
use crate::protocol::xboard;
use crate::ruleset::Ruleset;
use crate::types::Color;
use crate::variant::{Variant, letter};

/// Claims of draws do not matter here.
const NO_CLAIM: u16 = 0;

/// What the engine would send when the game is selected.
pub fn export(variant: &Arc<Variant>) -> Export {
    let game = Game::new(
        Arc::new(Ruleset::without_net(variant.clone())),
        NO_CLAIM.into(),
    );
    let mut text = String::new();
    for reply in xboard::introduction(&game) {
        // nothing hinders it
        let _ = writeln!(text, "{reply}");
    }
    let (mut notes, mut losses) = (Vec::new(), Vec::new());
    if text.is_empty() {
        let name = &variant.name;
        match xboard::is_known(name) {
            true => notes.push(format!(
                "XBoard knows {name} by its name, and needs no lines for it"
            )),
            false => losses.push(format!(
                "everything: XBoard does not know {name} by its name, and there are no lines that tell it the board and \
                 the pieces; a game that begins with a capital letter, or has pieces for which XBoard has no more \
                 pictures, gets such lines only if its file gives a table of pictures (`Game: NAME # PIECETOCHAR`)"
            )),
        }
    }
    let told = |line: &str| text.lines().any(|sent| sent.starts_with(line));
    for color in Color::ALL {
        for letter in variant.letters_of(color) {
            let own = letter::colored(letter, color);
            let exact = xboard::describe_letter(variant, letter, color);
            let both = letter::text(letter);
            let sent = told(&format!("piece {own} ")) || told(&format!("piece {both}& "));
            match exact {
                Some(description) if sent && !description.exact => {
                    losses.push(format!("XBoard lets {color}'s {both} do more than it can"));
                }
                None if !text.is_empty() && !sent && moves(variant, letter, color) => {
                    losses.push(format!("XBoard lets {color}'s {both} go anywhere"));
                }
                _ => {}
            }
        }
    }
    losses.extend(xboard::too_tall(variant.ranks));
    losses.extend(rules(variant));
    Export {
        text,
        losses,
        notes,
    }
}

fn moves(variant: &Variant, letter: char, color: Color) -> bool {
    let types = variant.types_of(color).into_iter();
    let mut own = types.filter(|id| variant.piece(*id).letter == letter);
    own.any(|id| !variant.piece(id).moves.is_empty())
}

/// Rules of which the lines say nothing, where XBoard has none of its own for the name.
fn rules(variant: &Variant) -> Option<String> {
    let known = xboard::is_known(&variant.name);
    let told = crate::variant::describe::Pages::new(variant).rules;
    (!known && !told.is_empty()).then(|| {
        "the lines tell the board, the position and the moves; all else is for the engine to enforce"
            .to_owned()
    })
}
