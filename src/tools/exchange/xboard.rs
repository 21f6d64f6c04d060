//! The lines that describe a variant to XBoard, as the engine sends them.

use std::sync::Arc;

use super::Export;
use crate::game::Game;
use crate::protocol::xboard;
use crate::ruleset::Ruleset;
use crate::types::Color;
use crate::variant::describe::Pages;
use crate::variant::{Variant, letter};

/// No draw can be claimed.
const NO_CLAIM: u32 = 0;

/// The lines that the engine sends when the variant is selected.
pub fn export(variant: &Arc<Variant>) -> Export {
    let rules = Arc::new(Ruleset::without_net(variant.clone()));
    let game = Game::new(rules, NO_CLAIM);
    let replies = xboard::introduction(&game).into_iter();
    let text: String = replies.map(|reply| format!("{reply}\n")).collect();
    let (mut notes, mut losses) = (Vec::new(), Vec::new());
    let (name, known) = (&variant.name, xboard::is_known(&variant.name));
    if text.is_empty() && known {
        notes.push(format!(
            "XBoard knows {name} by its name, and needs no lines for it"
        ));
    } else if text.is_empty() {
        losses.push(format!(
            "everything: XBoard does not know {name} by its name, and there are no lines that describe the board and \
             the pieces to it; a game that begins with a capital letter, or has pieces for which XBoard has no more \
             pictures, gets such lines only if its file gives a table of pictures (`Game: NAME # PIECETOCHAR`)"
        ));
    }
    for color in Color::ALL {
        for letter in variant.letters_of(color) {
            let (own, both) = (letter::colored(letter, color), letter::text(letter));
            let heads = [format!("piece {own} "), format!("piece {both}& ")];
            let sent = text
                .lines()
                .any(|line| heads.iter().any(|head| line.starts_with(head)));
            match xboard::describe_letter(variant, letter, color) {
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
    // XBoard has no rules of its own for a variant of this name
    if !known && !Pages::new(variant).rules.is_empty() {
        losses.push(
            "the lines describe the board, the position and the moves; the engine enforces all other rules"
                .to_owned(),
        );
    }
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
