//! The second board of variants such as Alice Chess.
//!
//! The second board lies `OTHER_BOARD` files to the right of the first one. Pieces change boards only by moves, whose
//! target on the other board must be empty. So at most one of two corresponding squares is occupied, and one diagram
//! shows both boards; in the diagram, the pieces of the second board have other letters.

use super::{Resolver, Rule, Sentences};
use crate::types::Square;
use crate::variant::Variant;
use crate::variant::describe::phrases::join;

/// Distance in files between corresponding squares of the two boards.
const OTHER_BOARD: u8 = 8;

pub(super) const ALICE: &str = "Alice: P=S N=H B=E R=U Q=W K=M A=T C=D";

pub(super) const RULE: Rule = Rule::new(&[ALICE], resolve, describe);

fn resolve(cx: &mut Resolver<'_>) {
    cx.each(ALICE, |cx, value| {
        let (here, there) = value.letter_pair()?;
        let again = |&(h, t): &(char, char)| h == here || t == there;
        let message = if !cx.variant.has_letter(here) {
            format!("no piece has the letter {here}")
        } else if cx.variant.has_letter(there) {
            format!("the letter {there} belongs to a piece already")
        } else if cx.variant.rules.alice.iter().any(again) {
            format!("{here}={there} repeats a letter")
        } else {
            cx.variant.rules.alice.push((here, there));
            return Ok(());
        };
        Err(value.error(message))
    });
    let letters = &cx.variant.rules.alice;
    if letters.is_empty() {
        return;
    }
    let mut pieces = cx.variant.pieces.iter();
    let unnamed = pieces.find(|piece| !letters.iter().any(|(here, _)| *here == piece.letter));
    if let Some(piece) = unnamed {
        let message = format!("{} has no letter on the other board", piece.written());
        cx.malformed(ALICE, message);
    }
    if cx.variant.files > OTHER_BOARD {
        let message = "two boards cannot be combined with more than eight files";
        cx.refuse(ALICE, message, None);
    }
}

fn describe(words: &mut Sentences<'_>) {
    let names: Vec<String> = (words.variant.rules.alice.iter())
        .map(|(here, there)| format!("{here} is {there}"))
        .collect();
    let there = join(&names);
    words.say_if(
        words.variant.has_two_boards(),
        format!(
            "There is a second board, empty at first: every move ends on the same square of the other \
             board, which must be empty. In diagrams and moves {there} there."
        ),
    );
}

impl Square {
    /// The corresponding square of the other board.
    pub const fn on_other_board(self) -> Square {
        Square(self.0 ^ OTHER_BOARD)
    }
}

impl Variant {
    /// True if there is a second board.
    pub fn has_two_boards(&self) -> bool {
        !self.rules.alice.is_empty()
    }

    /// All squares: those of the first board rank by rank, then those of the second. Holes are not squares.
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

    /// The file of the diagram where a file of either board is shown.
    pub fn shown_file(&self, file: u8) -> u8 {
        if file < self.files {
            file
        } else {
            file.saturating_sub(OTHER_BOARD)
        }
    }

    /// The piece that a letter of a diagram means, and the distance in files to the square of its board.
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

    /// The letter of a piece on a file of either board, upper case.
    pub fn letter_on(&self, letter: char, file: u8) -> char {
        if file < self.files {
            return letter;
        }
        let mut pairs = self.rules.alice.iter();
        let pair = pairs.find(|(here, _)| *here == letter);
        pair.map_or(letter, |&(_, there)| there)
    }
}
