//! The old way to set up a position: `edit`, then pieces one by one, then `.`.

use anyhow::{Context, bail};

use super::Session;
use crate::board::{Layout, Placement, Virginity};
use crate::types::{Color, Square, TypeId};
use crate::variant::{Variant, letter};

/// A position being set up.
#[derive(Clone, Debug)]
pub(super) struct Editor {
    placement: Placement,
    color: Color,
    /// The reason for the first refusal of a line since the board was cleared.
    refused: Option<String>,
}

const NOT_AN_EDIT: &str = "unknown edit command";

impl Session {
    /// `edit`: the editor reads the following lines, starting from the current position.
    pub(super) fn begin_edit(&mut self) {
        self.break_off();
        let mut placement = Placement::from(self.game.position());
        placement.forget_last_move();
        placement.rule_clock = 0;
        placement.virginity = Virginity::AsPlaced;
        if self.gui.withheld.take().is_some() {
            placement.side = Color::Black;
        }
        if self.missing.is_some() {
            placement.pieces.clear();
            placement.hands.clear();
        }
        self.gui.editor = Some(Editor {
            placement,
            color: Color::White,
            refused: None,
        });
    }

    /// A line in edit mode.
    pub(super) fn edit_line(&mut self, line: &str) -> anyhow::Result<()> {
        let layout = self.game.rules().layout.clone();
        let Some(editor) = &mut self.gui.editor else {
            bail!(NOT_AN_EDIT);
        };
        match line {
            "" => {}
            "#" => {
                editor.placement.pieces.clear();
                editor.placement.hands.clear();
                editor.refused = None;
            }
            "c" => editor.color = editor.color.other(),
            "." => {
                let editor = editor.clone();
                self.gui.editor = None;
                match editor.refused {
                    Some(reason) => self.lose_position(&reason),
                    None => self.set_up(|game| game.set_placement(&editor.placement)),
                }
            }
            _ => {
                let placed = editor.place(line, &layout);
                if let Err(error) = &placed {
                    (editor.refused).get_or_insert_with(|| format!("{error}: {line}"));
                }
                placed?;
            }
        }
        Ok(())
    }
}

impl Editor {
    /// Puts a piece on a square or into the hand; `x` empties a square.
    fn place(&mut self, line: &str, layout: &Layout) -> anyhow::Result<()> {
        let letter = line.chars().next().context(NOT_AN_EDIT)?;
        let color = self.color;
        // a number of pieces in hand
        if let [_, b'@', count @ b'0'..=b'9'] = line.as_bytes() {
            let id = in_hand(&layout.variant, letter, color)?;
            let hands = &mut self.placement.hands;
            hands.retain(|&(owner, held, _)| (owner, held) != (color, id));
            hands.push((color, id, count - b'0'));
            return Ok(());
        }
        // a promoted piece
        let rest = line.strip_prefix('+');
        let letter = match rest.and_then(|rest| rest.chars().next()) {
            Some(named) => letter::promoted(named).context(NOT_AN_EDIT)?,
            None => letter,
        };
        let place = rest.unwrap_or(line).get(1..).context(NOT_AN_EDIT)?;
        let Some((square, "")) = Square::parse_prefix(place, layout.files, layout.ranks) else {
            bail!(NOT_AN_EDIT);
        };
        let stands = match letter {
            'x' => None,
            _ if !letter::is_letter(letter) => bail!(NOT_AN_EDIT),
            _ => {
                let piece = layout.piece_shown(letter, color, square);
                Some(piece.with_context(|| format!("no piece `{letter}` in this game"))?)
            }
        };
        let pieces = &mut self.placement.pieces;
        pieces.retain(|&(sq, ..)| layout.shown(sq) != square);
        pieces.extend(stands.map(|(id, sq)| (sq, color, id)));
        Ok(())
    }
}

/// The type of a letter, if a player can have it in hand.
pub(super) fn in_hand(variant: &Variant, letter: char, color: Color) -> anyhow::Result<TypeId> {
    let id = variant.type_by_letter(letter, color);
    let id = id.filter(|id| variant.rules.can_hold(color, *id));
    id.with_context(|| format!("no piece `{letter}` can be in hand in this game"))
}
