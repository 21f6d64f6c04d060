//! The new variant, and the text of its file.

use std::fmt::Write as _;

use super::catalogue::title;
use super::rules::{self, WORDS};
use crate::types::{Color, TypeId};
use crate::variant::betza;
use crate::variant::ini::source::VERSION_LINE;
use crate::variant::{Library, ReadOptions, Selections, Variant};

/// A piece of the new variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The name of the piece in lower case, with dashes for blanks.
    pub name: String,
    /// The letter of the piece, as it stands on its line.
    pub letter: char,
    /// True if the user has chosen the letter: no other piece gets it.
    pub chosen: bool,
    /// The value of the piece as written, `?` if it is to be estimated.
    pub value: String,
    pub moves: String,
    /// True if losing the piece loses the game.
    pub royal: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    pub name: String,
    /// A description of the variant in one line, or empty.
    pub description: String,
    pub files: u8,
    pub ranks: u8,
    /// True if pawns start on the third rank, not on the second.
    pub far_pawns: bool,
    /// The values and moves of white's and black's pawns.
    pub pawns: [(String, String); 2],
    pub pieces: Vec<Piece>,
    /// White's and black's back rank, from the a-file: indices in `pieces`.
    pub ranks_of: [Vec<Option<usize>>; 2],
    /// The pieces to which pawns can be promoted: indices in `pieces`, the default first.
    pub promotion: Vec<usize>,
    pub rules: Vec<String>,
}

impl Draft {
    /// The variant in the form that its file has.
    pub fn game(&self) -> Game {
        let mut text = String::new();
        if !self.description.is_empty() {
            let _ = writeln!(text, "// {}", self.description);
        }
        let _ = writeln!(text, "Game: {}", self.name);
        let zone = if self.far_pawns { "=-2" } else { "" };
        let _ = writeln!(text, "{}x{}{zone}", self.files, self.ranks);
        let order = self.order();
        let number = |place: &Option<usize>| {
            let at = place.and_then(|place| order.iter().position(|&p| p == place));
            at.map_or("0".to_owned(), |at| (at + 3).to_string())
        };
        for rank in &self.ranks_of {
            let numbers: Vec<String> = rank.iter().map(number).collect();
            let _ = writeln!(text, "{}", numbers.join(" "));
        }
        for (value, moves) in &self.pawns {
            let _ = writeln!(text, "p:{value} {moves}");
        }
        for &place in &order {
            let piece = &self.pieces[place];
            let value = if piece.royal { "-1" } else { &piece.value };
            let _ = writeln!(text, "{}:{value} {}", piece.letter, piece.moves);
        }
        let letter = |place: &usize| self.pieces[*place].letter.to_ascii_uppercase();
        let choices = match &self.promotion[..] {
            [] => "none".to_owned(),
            places => places.iter().map(letter).collect(),
        };
        let _ = writeln!(text, "Promotion: {choices}");
        for line in &self.rules {
            let _ = writeln!(text, "{line}");
        }
        let named = self.pieces.iter().filter(|piece| !piece.name.is_empty());
        let names = named.map(|Piece { letter, name, .. }| {
            format!("{}={}", letter.to_ascii_uppercase(), title(name))
        });
        let names: Vec<String> = names.collect();
        if !names.is_empty() {
            let _ = writeln!(text, "Name: {}", names.join(", "));
        }
        Game {
            name: self.name.clone(),
            files: self.files,
            ranks: self.ranks,
            king: self.king_letter(),
            text,
        }
    }

    /// True if the piece with this index in `pieces` stands on a back rank.
    pub fn is_in_army(&self, place: usize) -> bool {
        let mut ranks = self.ranks_of.iter();
        ranks.any(|rank| rank.contains(&Some(place)))
    }

    /// The pieces that are in no army, as indices in `pieces`.
    pub fn out_of_armies(&self) -> impl Iterator<Item = usize> {
        (0..self.pieces.len()).filter(|place| !self.is_in_army(*place))
    }

    /// The letter of the first royal piece.
    pub fn king_letter(&self) -> char {
        let king = self.pieces.iter().find(|piece| piece.royal);
        king.map_or('K', |king| king.letter)
    }

    /// The order of the piece lines. By default pawns are promoted to the seventh type, which is the fifth in this order.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.pieces.len()).collect();
        if let Some(best) = self.promotion.first() {
            order.retain(|place| place != best);
            order.insert(order.len().min(4), *best);
        }
        order
    }
}

/// A new variant in the form that its file has.
pub struct Game {
    pub name: String,
    pub files: u8,
    pub ranks: u8,
    /// The letter of the king.
    pub king: char,
    pub text: String,
}

/// Comments in the file of a new variant that explain its lines.
const LINES: &str = "\
From its label on: the board, files x ranks (=-2: with pawns on the third rank); white's back
rank and black's, each piece by the number of its line; a line for each piece: letter, value in
hundredths of a pawn (? is estimated), moves. The small letter draws a piece towards the centre.
Pawns are numbers 1 and 2. A new piece belongs behind the last one: a line put in between
shifts the numbers of all behind it.";

impl Game {
    /// The text of the file, with comments that explain it, and with the commands for a file of this name.
    pub fn file(&self, path: &str) -> String {
        let name = &self.name;
        format!(
            "{}\n\
             `fmax show --betza FyafsF` explains a word of moves in Betza notation. The header of fmax.ini, the file of\n\
             variants that comes with fmax, explains all rules. Commands for this file:\n\n    \
             fmax check {path}\n    \
             fmax show --ini {path} --variant {name}\n    \
             xboard -fcp \"fmax --ini {path}\" -variant {name}\n",
            self.with_comments()
        )
    }

    /// The text of the file, with comments that explain it.
    pub fn with_comments(&self) -> String {
        let text = &self.text;
        format!(
            "{VERSION_LINE}\n\n\
             Lines outside a variant, such as these, are comments. A variant ends at the first blank line.\n\
             Only below its piece lines, lines that begin with // are comments, too.\n\n\
             {LINES} A piece that only white has needs only its place in\n\
             white's back rank.\n\n\
             {text}\n\
             Rule lines stand below the pieces, without a blank line before them. Some to copy, without the bar:\n\n\
             {}",
            self.further_rules()
        )
    }

    /// The lines of the rules that have words, apart from those of the variant.
    fn further_rules(&self) -> String {
        let mut text = String::new();
        for (word, _, about) in WORDS {
            let line = rules::line(word, self.ranks, self.king).unwrap_or_default();
            if !self.text.lines().any(|own| own == line) {
                // writing to a string cannot fail
                let _ = writeln!(text, "    |  {line:<28} {about}");
            }
        }
        text
    }
}

/// The moves of a piece line in Betza notation, which serves both colours; `None` if that notation cannot express them.
pub fn in_betza(moves: &str) -> Option<String> {
    let read = |moves: &str| -> Option<std::sync::Arc<Variant>> {
        let text = format!(
            "{VERSION_LINE}\n\nGame: one\n8x8\n0 0 0 4 3 0 0 0\n0 0 0 4 3 0 0 0\np:100 fmWfcF\np:100 fmWfcF\n\
             k:-1 K\nx:300 {moves}\nPromotion: X\n"
        );
        let library = Library::parse("one", text.as_bytes(), ReadOptions::default()).ok()?;
        library.find("one", &Selections::default()).ok()
    };
    let id = TypeId(4);
    let variant = read(moves)?;
    let found = betza::describe(&variant, &variant.piece(id).moves, Color::White, false)?;
    // the text must be readable as Betza notation as well
    read(&found.text)?;
    found.exact.then_some(found.text)
}
