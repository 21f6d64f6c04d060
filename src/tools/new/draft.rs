//! The new variant, and the text of its file.

use std::fmt::Write as _;

use super::catalogue::title;
use super::rules::{self, WORDS};
use crate::types::{Color, TypeId};
use crate::variant::ini::source::VERSION_LINE;
use crate::variant::{Library, ReadOptions, Selections, Variant};
use crate::variant::{betza, describe};

/// The longest line of a comment, characters.
const WIDTH: usize = 100;

/// A piece of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name in small letters, with dashes for blanks.
    pub name: String,
    /// Its letter, as it stands on its line.
    pub letter: char,
    /// The letter is asked for: no other piece gets it.
    pub chosen: bool,
    /// Its value as written, `?` where it is to be estimated.
    pub value: String,
    pub moves: String,
    /// Its loss loses the game.
    pub royal: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    pub name: String,
    /// A description in one line, or empty.
    pub description: String,
    pub files: u8,
    pub ranks: u8,
    /// Pawns start on the third rank, not on the second.
    pub far_pawns: bool,
    /// The values and moves of white's and black's pawns.
    pub pawns: [(String, String); 2],
    pub pieces: Vec<Piece>,
    /// White's and black's back rank, from the a-file: places in `pieces`.
    pub ranks_of: [Vec<Option<usize>>; 2],
    /// The choices of pawns: places in `pieces`, the default first.
    pub promotion: Vec<usize>,
    pub rules: Vec<String>,
}

impl Draft {
    /// The game alone, as it stands in the file.
    pub fn game(&self) -> String {
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
        text
    }

    /// True if a piece, by its place in `pieces`, stands on a back rank.
    pub fn is_in_army(&self, place: usize) -> bool {
        let mut ranks = self.ranks_of.iter();
        ranks.any(|rank| rank.contains(&Some(place)))
    }

    /// The pieces of no army: places in `pieces`.
    pub fn out_of_armies(&self) -> impl Iterator<Item = usize> {
        (0..self.pieces.len()).filter(|place| !self.is_in_army(*place))
    }

    /// True if pawns can become a piece, by its place in `pieces`.
    pub fn is_promoted_to(&self, place: usize) -> bool {
        self.promotion.contains(&place)
    }

    /// The letter of the first royal piece.
    pub fn king_letter(&self) -> char {
        let king = self.pieces.iter().find(|piece| piece.royal);
        king.map_or('K', |king| king.letter)
    }

    /// Removes pieces that are in no army and not promoted to.
    pub fn drop_unused(&mut self) {
        let mut kept: Vec<usize> = (0..self.pieces.len()).collect();
        kept.retain(|&place| self.is_in_army(place) || self.is_promoted_to(place));
        let place = |old: usize| kept.iter().position(|&kept| kept == old);
        for old in self.ranks_of.iter_mut().flatten() {
            *old = old.and_then(place);
        }
        self.promotion = self
            .promotion
            .iter()
            .filter_map(|&old| place(old))
            .collect();
        self.pieces = kept.iter().map(|&old| self.pieces[old].clone()).collect();
    }

    /// The order of the piece lines: pawns become the seventh type by default, the fifth here.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.pieces.len()).collect();
        if let Some(best) = self.promotion.first() {
            order.retain(|place| place != best);
            order.insert(order.len().min(4), *best);
        }
        order
    }

    /// The text of the file with comments on how to go on; `path` is its name.
    pub fn file(&self, path: &str) -> String {
        let (name, game) = (&self.name, self.game());
        let mut text = format!(
            "{VERSION_LINE}\n\n\
             The variant {name}, begun with \"fmax new\". Lines outside a variant, such as these, are comments. A\n\
             variant ends at the first blank line. Only below its piece lines, lines that begin with // are\n\
             comments, too.\n\n    \
             fmax check {path}\n    \
             fmax show --ini {path} --variant {name}\n    \
             xboard -fcp \"fmax --ini {path}\" -variant {name}\n\n\
             From its label on: the board, files x ranks{}; white's back rank and black's, each\n\
             piece by the number of its line; a line for each piece: letter, value in hundredths of\n\
             a pawn (? is estimated), moves. The small letter draws a piece towards the centre.\n\
             Pawns are numbers 1 and 2. A new piece belongs behind the last one: a line put in between\n\
             shifts the numbers of all behind it.\n\n",
            if self.far_pawns {
                ", with pawns on the third rank"
            } else {
                ""
            }
        );
        text += &self.pieces_in_words();
        let _ = write!(text, "\n{game}\n{}", self.advice());
        text
    }

    /// The pieces by number, with their moves in words.
    fn pieces_in_words(&self) -> String {
        let text = format!("{VERSION_LINE}\n\n{}", self.game());
        let library = Library::parse(&self.name, text.as_bytes(), ReadOptions::default()).ok();
        let variant =
            library.and_then(|library| library.find(&self.name, &Selections::default()).ok());
        let mut text = String::new();
        for (at, &place) in self.order().iter().enumerate() {
            let (piece, number) = (&self.pieces[place], at as u8 + 3);
            let moves = variant.as_ref().map(|variant| {
                let phrases = describe::pieces::moves(variant, TypeId(number), Color::White);
                phrases.join("; ")
            });
            let name = [title(&piece.name), "royal".to_owned()];
            let name = name[..1 + usize::from(piece.royal)].join(", ");
            let line = format!("{name}: {}", moves.unwrap_or_default());
            let head = format!("    {number:>2}  {}  ", piece.letter.to_ascii_uppercase());
            let options = textwrap::Options::new(WIDTH)
                .initial_indent(&head)
                .subsequent_indent("           ");
            text += &textwrap::fill(line.trim_start_matches(": "), options);
            text.push('\n');
        }
        text
    }

    fn advice(&self) -> String {
        let mut text = String::from(
            "More is possible: moves in Betza notation (fmax show --betza FyafsF explains a word); a piece that\n\
             only white has needs only its place in white's back rank. Rule lines stand below the pieces,\n\
             without a blank line before them. Some to copy, without the bar:\n\n",
        );
        for (word, _, about) in WORDS {
            let line = rules::line(word, self.ranks, self.king_letter()).unwrap_or_default();
            if !self.rules.contains(&line) {
                let _ = writeln!(text, "    |  {line:<28} {about}");
            }
        }
        text + "\nThe header of fmax.ini, the file of variants that comes with fmax, explains all of them.\n"
    }
}

/// The moves of a line in Betza notation, which serves both colours; `None` if it cannot express them.
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
    // the text must be readable as well
    read(&found.text)?;
    found.exact.then_some(found.text)
}
