//! PGN tags that XBoard needs to replay a game whose rules it does not know.
//!
//! Loading a PGN file resets the moves of all pieces, so `VariantMen` must describe them again (pgntags.c and
//! `LoadPieceDesc` in moves.c of XBoard 4.9.1): `LETTER:BETZA`, separated by `;`. A capital letter means the pieces of
//! both colours if both have the letter, so descriptions of Black's pieces follow later. XBoard uses the board of the
//! engine's current variant, and `FEN` as the start position.

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

/// The value of `VariantMen`.
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

/// The description of the piece with a letter and colour.
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

/// The start position. If the king has first moves and does not castle, XBoard reads the castling field as the files of
/// all pieces that have first moves and have not moved.
fn fen(start: &Game, gui: &GuiInfo) -> String {
    let fen = start.position().gui_fen();
    let table: Vec<char> = gui.piece_to_char.iter().flat_map(|t| t.chars()).collect();
    let king = table[..table.len() / 2].last();
    let moves = king.and_then(|&king| line(gui, king, Color::White));
    if !moves.is_some_and(|text| text.contains('i') && !text.contains('O')) {
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
        let rank = variant.home_rank(color);
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
    use super::*;
    use crate::testing::games::game;

    fn tags(name: &str) -> Vec<(&'static str, String)> {
        pgn_tags(&game(name, ""))
    }

    #[test]
    fn known_variants_need_no_tags() {
        for name in ["normal", "xiangqi", "seirawan", "crazyhouse"] {
            assert_eq!(tags(name), [], "{name}");
        }
    }

    #[test]
    fn other_variants_are_described() {
        let found = tags("omega");
        assert_eq!(
            found[0],
            ("VariantMen", "P:fmWfceFifmW3;C:WDA;W:FC;K:KisjjO2".into())
        );
        assert_eq!(found[1], ("SetUp", "1".into()));
        assert!(
            found[2].1.starts_with("w**********w/*crnbqkbnrc*/"),
            "{found:?}"
        );
        // the letter C describes both colours, black's own description comes later
        let men = &tags("fairy/Clobberers-Nutters")[0].1;
        let place = |text: &str| men.find(text).unwrap_or_else(|| panic!("{text} in {men}"));
        assert!(place("C:FAD") < place("c:fsRbWfhNF"));
    }

    #[test]
    fn kings_that_leap_are_unmoved_in_the_fen() {
        for (name, rights) in [("grande-acedrex", " w Gg - "), ("cambodian", " w EDed - ")] {
            let found = tags(name);
            assert!(found[2].1.contains(rights), "{found:?}");
        }
        assert!(tags("omega")[2].1.contains(" w KQkq - "));
    }
}
