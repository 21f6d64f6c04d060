//! Peculiarities of XBoard: how variants are described to XBoard, and where it differs from the protocol.

mod known_variants;
mod pgn;
mod pictures;
mod piece_text;
mod pieces;

use crate::board::fen::piece_letter;
use crate::game::Game;
use crate::movegen::WinReason;
use crate::protocol::Reply;
use crate::types::{Color, Move, TypeId};
use crate::variant::{Rules, Variant};

pub use known_variants::{assumed_promotion_ranks, is_known, sent_for, too_tall};
pub use pgn::pgn_tags;
pub use piece_text::describe_letter;
pub use pieces::{gui_info, piece_lines};

/// The order in which variants are announced. The menu of XBoard searches the list for each known name as text, so no
/// name may come after a name that contains it: `grand` after `grande-acedrex` would not be offered.
pub fn menu_order(names: Vec<&str>) -> Vec<&str> {
    let mut ordered: Vec<&str> = Vec::with_capacity(names.len());
    for name in names {
        let known = is_known(name);
        let hides = |other: &&str| known && other.contains(name);
        let at = ordered.iter().position(hides).unwrap_or(ordered.len());
        ordered.insert(at, name);
    }
    ordered
}

/// The description of a variant that XBoard does not know: board, pictures, start position, moves of the pieces.
pub fn introduction(game: &Game) -> Vec<Reply> {
    let variant = game.rules().variant();
    let gui = gui_info(variant);
    let setup = gui.piece_to_char.map(|letters| {
        let size = gui.parent.map_or(String::new(), |parent| {
            let (files, ranks) = (variant.files, variant.ranks);
            let held = holdings(variant, &letters);
            format!("{files}x{ranks}+{held}_{parent} ")
        });
        Reply::Setup(format!("({letters}) {size}{}", game.position().gui_fen()))
    });
    let pieces = gui.piece_lines.into_iter().map(Reply::Piece);
    setup.into_iter().chain(pieces).collect()
}

/// Number of piece types shown beside the board: up to the last one in the table of letters that can be in hand.
fn holdings(variant: &Variant, letters: &str) -> usize {
    // characters, not bytes: the file may name a picture by any character
    let letters: Vec<char> = letters.chars().collect();
    // unused places and places of promoted pieces take no room
    let white = letters[..letters.len() / 2].iter();
    let white: Vec<char> = white.copied().filter(|c| !['.', '+'].contains(c)).collect();
    let held = |&letter: &char| {
        let id = variant.type_by_letter(letter, Color::White);
        letter.is_ascii_alphabetic()
            && id.is_some_and(|id| variant.rules.can_hold(Color::White, id))
    };
    white.iter().rposition(held).map_or(0, |index| index + 1)
}

/// The text of a move for XBoard. If a pawn's move into its promotion zone names no piece, XBoard adds the letter of a
/// queen. So a pawn that is not promoted is sent as promoted to a pawn, which cutechess does not understand.
pub fn move_text(game: &Game, mv: Move) -> String {
    let (position, variant) = (game.position(), game.rules().variant());
    let text = game.format(mv);
    let side = position.side();
    let pawn = TypeId::pawn(side);
    let to_go = match side {
        Color::White => variant.ranks - 1 - mv.to().rank(),
        Color::Black => mv.to().rank(),
    };
    let stays = position.type_on(mv.from()) == pawn && mv.promotion().is_none();
    if stays && (1..assumed_promotion_ranks(variant)).contains(&to_go) {
        text + &piece_letter(&game.rules().layout, Color::Black, pawn)
    } else {
        text
    }
}

/// True if XBoard itself detects this win.
pub fn knows_win(rules: &Rules, reason: WinReason) -> bool {
    reason == WinReason::Checkmate && !rules.captures_destroy_more()
}

#[cfg(test)]
mod tests {
    use super::menu_order;

    #[test]
    fn no_variant_hides_another_one() {
        let names = vec!["mine", "grande-mine", "my-fairy", "mi", "grand", "fairy"];
        let ordered = ["mine", "grand", "grande-mine", "fairy", "my-fairy", "mi"];
        assert_eq!(menu_order(names), ordered);
    }
}
