//! The old way to set up a position: `edit`, then pieces one by one, then `.`.

use super::holding::in_hand;
use super::{Refusal, Session};
use crate::board::{Placement, Virginity};
use crate::types::{Color, Square};

/// A position that is being set up.
#[derive(Clone, Debug)]
pub(super) struct Editor {
    placement: Placement,
    color: Color,
    /// The game has a second board.
    glass: bool,
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
        if self.turn.take().is_some() {
            placement.side = Color::Black;
        }
        self.editor = Some(Editor {
            placement,
            color: Color::White,
            glass: self.variant().has_glass(),
        });
    }

    /// A line in edit mode.
    pub(super) fn edit_line(&mut self, line: &str) -> Result<(), Refusal> {
        let variant = self.variant().clone();
        let Some(editor) = &mut self.editor else {
            return Err(Refusal::NotAnEdit);
        };
        let Some(edit) = parse(line, variant.files, variant.ranks) else {
            return if line.is_empty() {
                Ok(())
            } else {
                Err(Refusal::NotAnEdit)
            };
        };
        match edit {
            Edit::Clear => {
                editor.placement.pieces.clear();
                editor.placement.hands.clear();
            }
            Edit::ChangeColor => editor.color = editor.color.other(),
            Edit::Empty(square) => editor.empty(square),
            Edit::Place(letter, square) => {
                let color = editor.color;
                let (known, beyond) = variant.through_glass(letter);
                let id = variant.type_by_letter(known, color);
                let id = id.ok_or(Refusal::NoSuchPiece(letter))?;
                editor.empty(square);
                let square = if beyond {
                    square.through_glass()
                } else {
                    square
                };
                editor.placement.pieces.push((square, color, id));
            }
            Edit::Hold(letter, count) => {
                let color = editor.color;
                let id = in_hand(&variant, letter, color)?;
                let hands = &mut editor.placement.hands;
                hands.retain(|&(owner, held, _)| (owner, held) != (color, id));
                hands.push((color, id, count));
            }
            Edit::End => {
                let placement = editor.placement.clone();
                self.editor = None;
                self.set_up(|game| game.set_placement(&placement));
            }
        }
        Ok(())
    }
}

impl Editor {
    fn empty(&mut self, square: Square) {
        let same = |sq: Square| sq == square || self.glass && sq == square.through_glass();
        self.placement.pieces.retain(|&(sq, ..)| !same(sq));
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
