//! The second board of a game like Alice Chess.
//!
//! It lies beside the first one, `OTHER_BOARD` files to the right, and no piece can go from one to the
//! other but by a move that changes boards. As such a move needs an empty square on the other
//! side, at most one of the two squares that belong together is ever occupied; so one diagram is
//! enough for both boards, in which the pieces beyond have letters of their own.

use super::resolver::{Resolver, Rule};
use super::values::ValueError;
use crate::types::Square;
use crate::variant::Variant;
use crate::variant::describe::phrases::join;

/// The square of the other board that belongs to a square lies so many files further on.
const OTHER_BOARD: u8 = 8;

/// The form of the line.
pub(super) const ALICE: &str = "Alice: P=S N=H B=E R=U Q=W K=M A=T C=D";

pub(super) const RULE: Rule = Rule {
    forms: &[ALICE],
    resolve,
    describe,
};

fn resolve(cx: &mut Resolver<'_>) {
    cx.each(ALICE, |cx, value| {
        let (here, there) = value.letter_pair()?;
        let again = |&(h, t): &(char, char)| h == here || t == there;
        let message = if !cx.variant.has_letter(here) {
            format!("no piece has the letter {here}")
        } else if cx.variant.has_letter(there) {
            format!("the letter {there} is that of a piece already")
        } else if cx.variant.rules.alice.iter().any(again) {
            format!("{here}={there} repeats a letter")
        } else {
            cx.variant.rules.alice.push((here, there));
            return Ok(());
        };
        Err(ValueError::new(value.span, message))
    });
    let letters = &cx.variant.rules.alice;
    if letters.is_empty() {
        return;
    }
    let mut pieces = cx.variant.pieces.iter();
    let unnamed = pieces.find(|piece| !letters.iter().any(|(here, _)| *here == piece.letter));
    if let Some(piece) = unnamed {
        let message = format!("{} has no letter on the other board", piece.written());
        let error = ValueError::new(cx.span(ALICE), message);
        cx.note(ALICE, Err::<(), _>(error));
    }
    if cx.variant.files > OTHER_BOARD {
        let message = "two boards do not go with more than eight files";
        cx.error(cx.span(ALICE), message);
    }
}

fn describe(variant: &Variant) -> Vec<String> {
    if !variant.has_two_boards() {
        return Vec::new();
    }
    let names = variant.rules.alice.iter();
    let names: Vec<String> = names
        .map(|(here, there)| format!("{here} is {there}"))
        .collect();
    vec![format!(
        "There is a second board, empty at first: with every move a piece goes over to the same \
         square of the other board, which must be empty. In diagrams and moves {} there.",
        join(&names)
    )]
}

impl Square {
    /// The square of the other board that belongs to this one, in a game with two.
    pub const fn on_other_board(self) -> Square {
        Square(self.0 ^ OTHER_BOARD)
    }
}

impl Variant {
    /// True if there is a second board.
    pub fn has_two_boards(&self) -> bool {
        !self.rules.alice.is_empty()
    }

    /// All squares: those of the board rank by rank, and then those beyond. Holes are no squares.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (files, ranks, holes) = (self.files, self.ranks, self.rules.zones.holes);
        let boards = if self.has_two_boards() { 2 } else { 1 };
        (0..boards).flat_map(move |board| {
            let squares = move |rank| (0..files).map(move |file| (file, rank));
            let squares = (0..ranks).flat_map(squares);
            let squares = squares.filter(move |&(file, rank)| !holes.contains(file, rank));
            squares.map(move |(file, rank)| Square::at(file + board * OTHER_BOARD, rank))
        })
    }

    /// The file in the diagram of the game.
    pub fn shown_file(&self, file: u8) -> u8 {
        if file < self.files {
            file
        } else {
            file.saturating_sub(OTHER_BOARD)
        }
    }

    /// The letter of the piece that a letter of a diagram means, and how many files further on than
    /// the diagram shows the piece stands.
    pub fn letter_shown(&self, letter: char) -> (char, u8) {
        let upper = letter.to_ascii_uppercase();
        match self.rules.alice.iter().find(|(_, there)| *there == upper) {
            Some(&(here, _)) if letter.is_ascii_lowercase() => {
                (here.to_ascii_lowercase(), OTHER_BOARD)
            }
            Some(&(here, _)) => (here, OTHER_BOARD),
            None => (letter, 0),
        }
    }

    /// What a piece with that letter is called on a file of either board, upper case.
    pub fn letter_on(&self, letter: char, file: u8) -> char {
        if file < self.files {
            return letter;
        }
        let pair = self.rules.alice.iter();
        pair.into_iter()
            .find(|(here, _)| *here == letter)
            .map_or(letter, |&(_, there)| there)
    }
}
