//! The description of a variant for XBoard: pictures for letters that XBoard does not know, and the moves of pieces for
//! which XBoard would assume other moves.

use super::known_variants::is_known;
use super::pictures::{PICTURES, picture_table};
use super::piece_text::describe_letter;
use crate::types::{Color, TypeId};
use crate::variant::betza::Description;
use crate::variant::{GuiInfo, MoveShape, Variant, letter};

/// The variant whose rules XBoard uses for an unknown one.
const PARENT: &str = "fairy";

/// Known variants whose pieces the engine may describe (of falcon only the falcon).
const REDEFINABLE: [&str; 5] = ["fairy", "berolina", "cylinder", "falcon", "great"];

/// The description of a variant for the GUI: from the file, completed automatically.
///
/// An unknown variant without a table of letters gets one, unless its name starts with a capital: such variants are
/// played under another name. The `piece` lines of the file come first, [`piece_lines`] follow.
pub fn gui_info(variant: &Variant) -> GuiInfo {
    let mut gui = variant.gui.clone();
    let public = !variant.name.starts_with(|c: char| c.is_ascii_uppercase());
    if gui.piece_to_char.is_none() && public && !is_known(&variant.name) {
        gui.piece_to_char = picture_table(variant);
        gui.parent = Some(parent(variant).to_owned());
    }
    let lines = piece_lines(variant, &gui);
    gui.piece_lines.extend(lines);
    gui
}

/// The variant whose rules XBoard uses: a variant with pieces in hand if necessary.
fn parent(variant: &Variant) -> &'static str {
    if variant.rules.drops.is_some() {
        "crazyhouse"
    } else if variant.rules.has_hands() {
        "seirawan"
    } else {
        PARENT
    }
}

/// The missing `piece` lines, each `ID BETZA`, for pieces for which the GUI would assume other moves. The list is empty
/// if the GUI would ignore these lines because it knows the variant.
pub fn piece_lines(variant: &Variant, gui: &GuiInfo) -> Vec<String> {
    let redefinable = |name: &&str| variant.name.split('/').next() == Some(*name);
    if gui.piece_to_char.is_none() && !REDEFINABLE.iter().any(redefinable) {
        return Vec::new();
    }
    let [white, black] = Color::ALL.map(|color| missing_lines(variant, gui, color));
    let mut lines = Vec::new();
    for (letter, text) in &white {
        let both = black.contains(&(*letter, text.clone()));
        let letter = letter::text(*letter);
        lines.push(format!("{letter}{} {text}", if both { "&" } else { "" }));
    }
    for (letter, text) in black {
        if !white.contains(&(letter, text.clone())) {
            lines.push(format!("{} {text}", letter::colored(letter, Color::Black)));
        }
    }
    lines
}

/// The missing lines of a colour: letter and text.
fn missing_lines(variant: &Variant, gui: &GuiInfo, color: Color) -> Vec<(char, String)> {
    let mut lines = Vec::new();
    for letter in variant.letters_of(color) {
        let id = letter::colored(letter, color);
        let both = format!("{}&", letter::text(letter));
        let mut described = (gui.piece_lines.iter()).filter_map(|l| l.split_whitespace().next());
        if described.any(|named| named == id || named == both) {
            continue;
        }
        let Some(Description { text, .. }) = describe_letter(variant, letter, color) else {
            continue;
        };
        if assumed(variant, gui, letter, color).as_ref() != Some(&text) {
            lines.push((letter, text));
        }
    }
    lines
}

/// The moves that the GUI assumes, from the picture and the parent variant.
fn assumed(variant: &Variant, gui: &GuiInfo, letter: char, color: Color) -> Option<String> {
    let usual = format!("{PICTURES}K{}k", PICTURES.to_ascii_lowercase());
    let table = gui.piece_to_char.as_deref().unwrap_or(&usual);
    let table: Vec<char> = table.chars().collect();
    let plain = |c: &char| c.is_ascii_alphabetic() || *c == '.';
    if table.is_empty() || !table.len().is_multiple_of(2) || !table.iter().all(plain) {
        return None;
    }
    let (white, black) = table.split_at(table.len() / 2);
    let (half, letter) = match color {
        Color::White => (white, letter),
        Color::Black => (black, letter.to_ascii_lowercase()),
    };
    let picture = half.iter().position(|&c| c == letter)?;
    let orthodox = match gui.parent.as_deref().unwrap_or(PARENT) {
        "fairy" | "normal" | "nocastle" | "crazyhouse" | "seirawan" => true,
        "shatranj" | "courier" | "makruk" | "asean" => false,
        _ => return None,
    };
    Some(match picture {
        0 if !orthodox => "fmWfcF".to_owned(),
        0 if variant.rules.pawn_rank == 2 => "fmWfceFifmnD".to_owned(),
        1 => "N".to_owned(),
        2 if orthodox => "B".to_owned(),
        3 => "R".to_owned(),
        4 if orthodox => "Q".to_owned(),
        last if last + 1 == half.len() => {
            if orthodox && castles_as_usual(variant, letter, color) {
                "KisO2".to_owned()
            } else {
                "K".to_owned()
            }
        }
        _ => return None,
    })
}

/// True if the king castles as in orthodox chess.
fn castles_as_usual(variant: &Variant, letter: char, color: Color) -> bool {
    let in_the_middle = |file: u8| file == variant.files / 2 || file == (variant.files - 1) / 2;
    let back = variant.home_rank(color);
    let mut kings = variant.start_pieces();
    kings.retain(|piece| {
        piece.color == color && variant.piece(piece.id).letter.eq_ignore_ascii_case(&letter)
    });
    let castles = |id: TypeId| {
        let mut moves = variant.piece(id).moves.iter();
        moves.any(|m| matches!(m.shape, MoveShape::Castling { .. }))
    };
    matches!(&kings[..], [king] if variant.files == 8
        && king.rank == back && in_the_middle(king.file) && castles(king.id))
}

#[cfg(test)]
mod tests;
