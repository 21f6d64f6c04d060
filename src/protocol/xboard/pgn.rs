//! What XBoard has to find in a file of games to replay one whose rules it does not know.
//!
//! A file of games takes the moves of all pieces back, so that `VariantMen` has to tell them again
//! (pgntags.c and `LoadPieceDesc` in moves.c of XBoard 4.9.1): `LETTER:BETZA`, with a `;` between
//! two of them. A capital stands for both colours where these share the letter, so black's own come
//! later. The board is that of the game which the engine plays, and `FEN` its start position.

use super::pieces::gui_info;
use crate::game::Game;
use crate::types::{Color, Square};
use crate::variant::{GuiInfo, letter};

/// The tags of a game from its start position, in their order.
pub fn pgn_tags(start: &Game) -> Vec<(&'static str, String)> {
    let variant = start.rules().variant();
    let gui = gui_info(variant);
    let mut tags = Vec::new();
    let men = men(&gui);
    if !men.is_empty() {
        tags.push(("VariantMen", men));
    }
    if gui.piece_to_char.is_some() || variant.rules.shuffle.is_some() {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", fen(start, &gui)));
    }
    tags
}

/// The moves of all pieces that the GUI is told about.
fn men(gui: &GuiInfo) -> String {
    let lines = gui.piece_lines.iter();
    let mut lines: Vec<(&str, &str)> = lines.filter_map(|line| line.split_once(' ')).collect();
    lines.sort_by_key(|(id, _)| id.starts_with(|c: char| c.is_ascii_lowercase()));
    let men = lines.into_iter().map(|(id, text)| {
        let id = id.trim_end_matches('&');
        format!("{id}:{}", text.trim())
    });
    men.collect::<Vec<_>>().join(";")
}

/// What the GUI is told about the piece of a letter and a colour.
fn line(gui: &GuiInfo, letter: char, color: Color) -> Option<&str> {
    let own = letter::colored(letter, color);
    let lines = gui.piece_lines.iter();
    let mut lines = lines.filter_map(|line| line.split_once(' '));
    let found = lines.find(|(id, _)| {
        let both = id.strip_suffix('&').unwrap_or_default();
        *id == own || both.eq_ignore_ascii_case(&own)
    });
    found.map(|(_, text)| text)
}

/// The start position. Where the king has first moves and does not castle, XBoard takes the
/// field of castling rights for the files of all pieces with first moves that have not moved.
fn fen(start: &Game, gui: &GuiInfo) -> String {
    let fen = start.position().gui_fen();
    let table: Vec<char> = gui.piece_to_char.iter().flat_map(|t| t.chars()).collect();
    let king = table
        .len()
        .checked_div(2)
        .and_then(|half| table.get(half.checked_sub(1)?));
    let leaps = |text: &str| text.contains('i') && !text.contains('O');
    if !king.is_some_and(|&king| line(gui, king, Color::White).is_some_and(leaps)) {
        return fen;
    }
    let rights = virgin_files(start, gui);
    let mut fields: Vec<&str> = fen.split(' ').collect();
    if let Some(field) = fields.get_mut(2).filter(|_| !rights.is_empty()) {
        *field = &rights;
    }
    fields.join(" ")
}

fn virgin_files(start: &Game, gui: &GuiInfo) -> String {
    let (position, variant) = (start.position(), start.rules().variant());
    let mut files = String::new();
    for color in Color::ALL {
        let rank = match color {
            Color::White => 0,
            Color::Black => variant.ranks - 1,
        };
        for file in (0..variant.files).rev() {
            let Some((owner, id)) = position.piece_on(Square::at(file, rank)) else {
                continue;
            };
            let text = line(gui, variant.piece(id).letter, color).unwrap_or_default();
            if owner == color && text.contains('i') {
                let letter = char::from(b'A' + file);
                files.push(match color {
                    Color::White => letter,
                    Color::Black => letter.to_ascii_lowercase(),
                });
            }
        }
    }
    files
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::ruleset::Ruleset;
    use crate::variant::{Library, ReadOptions, Selections};

    fn tags(name: &str) -> Vec<(&'static str, String)> {
        let library = Library::builtin(ReadOptions::default());
        let variant = library.find(name, &Selections::default()).unwrap();
        pgn_tags(&Game::new(Arc::new(Ruleset::new(variant)), 50))
    }

    #[test]
    fn games_that_xboard_knows_need_nothing() {
        for name in ["normal", "xiangqi", "seirawan", "crazyhouse"] {
            assert_eq!(tags(name), [], "{name}");
        }
    }

    #[test]
    fn other_games_are_told_from_the_start() {
        let told = tags("omega");
        assert_eq!(
            told[0],
            ("VariantMen", "P:fmWfceFifmW3;C:WDA;W:FC;K:KisjjO2".into())
        );
        assert_eq!(told[1], ("SetUp", "1".into()));
        assert!(
            told[2].1.starts_with("w**********w/*crnbqkbnrc*/"),
            "{told:?}"
        );
        // the letter C of both colours, and black's later
        let men = &tags("fairy/Clobberers-Nutters")[0].1;
        let place = |text: &str| men.find(text).unwrap_or_else(|| panic!("{text} in {men}"));
        assert!(place("C:FAD") < place("c:fsRbWfhNF"));
    }

    #[test]
    fn kings_that_leap_are_told_as_unmoved() {
        for (name, rights) in [("grande-acedrex", " w Gg - "), ("cambodian", " w EDed - ")] {
            let told = tags(name);
            assert!(told[2].1.contains(rights), "{told:?}");
        }
        assert!(tags("omega")[2].1.contains(" w KQkq - "));
    }
}
