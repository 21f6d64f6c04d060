//! The old way to set up a position: `edit`, then pieces one by one, then `.`; and `holding`, what
//! the players have in hand where that comes from another board.

use super::Session;
use super::refusal::{NOT_AN_EDIT, Refusal};
use crate::board::{Layout, Placement, Virginity};
use crate::types::{ByColor, Color, Square, TypeId};
use crate::variant::{Drops, Variant};

/// A position that is being set up.
#[derive(Clone, Debug)]
pub(super) struct Editor {
    placement: Placement,
    color: Color,
}

/// What a line of edit mode asks for.
enum Edit {
    Clear,
    ChangeColor,
    End,
    Place(char, Square),
    Hold(char, u8),
    Empty(Square),
}

impl Session {
    /// `edit`: from now on lines belong to the editor, beginning with the present position.
    pub(super) fn begin_edit(&mut self) {
        self.break_off();
        let mut placement = Placement::from(self.game.position());
        placement.virginity = Virginity::AsPlaced;
        if self.gui.withheld.take().is_some() {
            placement.side = Color::Black;
        }
        self.gui.editor = Some(Editor {
            placement,
            color: Color::White,
        });
    }

    /// A line in edit mode.
    pub(super) fn edit_line(&mut self, line: &str) -> Result<(), Refusal> {
        let layout = self.game.rules().layout.clone();
        let Some(editor) = &mut self.gui.editor else {
            return Err(NOT_AN_EDIT);
        };
        let Some(edit) = parse(line, layout.files, layout.ranks) else {
            return if line.is_empty() {
                Ok(())
            } else {
                Err(NOT_AN_EDIT)
            };
        };
        match edit {
            Edit::Clear => {
                editor.placement.pieces.clear();
                editor.placement.hands.clear();
            }
            Edit::ChangeColor => editor.color = editor.color.other(),
            Edit::Empty(square) => editor.empty(&layout, square),
            Edit::Place(letter, square) => {
                let color = editor.color;
                let piece = layout.piece_shown(letter, color, square);
                let (id, stands) = piece.ok_or(Refusal::NoSuchPiece(letter))?;
                editor.empty(&layout, square);
                editor.placement.pieces.push((stands, color, id));
            }
            Edit::Hold(letter, count) => {
                let color = editor.color;
                let id = in_hand(&layout.variant, letter, color)?;
                let hands = &mut editor.placement.hands;
                hands.retain(|&(owner, held, _)| (owner, held) != (color, id));
                hands.push((color, id, count));
            }
            Edit::End => {
                let placement = editor.placement.clone();
                self.gui.editor = None;
                self.set_up(|game| game.set_placement(&placement));
            }
        }
        Ok(())
    }

    /// Sets the hands in games where captures do not fill them. In all others they follow from the
    /// moves, and the GUI may speak of a capture that it has not told yet.
    pub(super) fn hold(&mut self, hands: &ByColor<String>) -> Result<(), Refusal> {
        let variant = self.variant().clone();
        let refills = |drops: &Drops| drops.captures;
        if variant.rules.drops.as_ref().is_none_or(refills) {
            log::debug!("the hands are known from the moves");
            return Ok(());
        }
        let mut placement = Placement::from(self.game.position());
        placement.hands.clear();
        for (color, hand) in Color::ALL.into_iter().zip(hands) {
            for letter in hand.chars().filter(|c| c.is_ascii_alphabetic()) {
                let id = in_hand(&variant, letter, color)?;
                placement.hands.push((color, id, 1));
            }
        }
        self.break_off();
        self.set_up(|game| game.set_placement(&placement));
        Ok(())
    }
}

impl Editor {
    fn empty(&mut self, layout: &Layout, square: Square) {
        let pieces = &mut self.placement.pieces;
        pieces.retain(|&(sq, ..)| layout.shown(sq) != square);
    }
}

fn parse(line: &str, files: u8, ranks: u8) -> Option<Edit> {
    match line {
        "#" => return Some(Edit::Clear),
        "c" => return Some(Edit::ChangeColor),
        "." => return Some(Edit::End),
        _ => {}
    }
    let letter = line.chars().next()?;
    // so many in hand: a digit behind an @
    if let [_, b'@', count @ b'0'..=b'9'] = line.as_bytes() {
        return Some(Edit::Hold(letter, count - b'0'));
    }
    let (square, rest) = Square::parse_prefix(&line[letter.len_utf8()..], files, ranks)?;
    match letter {
        _ if !rest.is_empty() => None,
        'x' => Some(Edit::Empty(square)),
        letter if letter.is_ascii_alphabetic() => Some(Edit::Place(letter, square)),
        _ => None,
    }
}

/// The type of a letter, if a player can have it in hand.
fn in_hand(variant: &Variant, letter: char, color: Color) -> Result<TypeId, Refusal> {
    let id = variant.type_by_letter(letter, color);
    let id = id.filter(|id| variant.rules.can_hold(color, *id));
    id.ok_or(Refusal::NotInHand(letter))
}
