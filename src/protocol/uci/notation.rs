//! Moves and positions in UCI.
//!
//! Moves are coordinates. Castling is the king's move, or king takes rook in variants with shuffled back ranks. A
//! promotion or gating move ends with a lower-case letter, a drop is `P@e4`, and a pass is a null move of the king
//! (`e1e1`). The first rank is always 1, while XBoard counts from 0 on boards with ten ranks. An engine or GUI may use
//! other letters for the pieces than this engine: [`Letters`] translates them.

use crate::board::Position;
use crate::game::Game;
use crate::movegen::notation::{MoveError, without_marks};
use crate::protocol::uci::names::letters;
use crate::types::{Color, Move, Square};
use crate::variant::{Variant, letter};

const EMPTY: char = '.';
const HOLE: char = '*';
/// Most files of a board.
const MAX_FILES: usize = 16;

/// The notation of a GUI or engine for pieces and castling.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Letters {
    /// Letters that differ: pairs of our capital and the other program's capital.
    pairs: Vec<(char, char)>,
    /// In every variant castling is written as king takes rook, not only where back ranks are shuffled.
    king_takes_rook: bool,
}

impl Letters {
    /// The letters of Fairy-Stockfish in a variant, which GUIs expect, if the variant accepts these letters as aliases.
    /// `chess960`: castling is written as king takes rook.
    pub fn for_gui(variant: &Variant, chess960: bool) -> Letters {
        let accepted =
            |&(ours, theirs): &(char, char)| variant.letter_aliases.contains(&(theirs, ours));
        let pairs = letters(&variant.name).iter().copied();
        Letters {
            pairs: pairs.filter(accepted).collect(),
            king_takes_rook: chess960,
        }
    }

    /// The letters of an engine, found from the FEN that the engine shows for this position.
    ///
    /// # Errors
    /// If the FEN is of another position; the error names the difference.
    pub fn of(position: &Position, shown: &str) -> Result<Letters, &'static str> {
        let ours = position.fen();
        let (ours, theirs) = (Fen::split(&ours), Fen::split(shown));
        let cells = ours.cells().zip(theirs.cells());
        let (our_cells, their_cells) = cells.ok_or("it is not a FEN")?;
        let size = |cells: &[Vec<char>]| cells.iter().map(Vec::len).collect::<Vec<usize>>();
        if size(&our_cells) != size(&their_cells) {
            return Err("the board has a different size");
        }
        let mut letters = Letters::default();
        for (&our, &their) in our_cells.iter().flatten().zip(their_cells.iter().flatten()) {
            if !letters.pair(position, our, their) {
                return Err("the pieces are placed differently");
            }
        }
        if ours.side != theirs.side {
            return Err("the other side moves");
        }
        let same_hands = |theirs: &str| {
            letters.in_hand(theirs) == Letters::default().in_hand(ours.hands.unwrap_or(""))
        };
        if theirs.hands.is_some_and(|hands| !same_hands(hands)) {
            return Err("different pieces are in hand");
        }
        Ok(letters)
    }

    /// Notes that the engine shows the letter `their` where we show `our`. False if this contradicts an earlier pair.
    fn pair(&mut self, position: &Position, our: char, their: char) -> bool {
        if !our.is_ascii_alphabetic() || !their.is_ascii_alphabetic() {
            return our == their;
        }
        let color = Color::of_letter(our);
        if our.is_ascii_uppercase() != their.is_ascii_uppercase() {
            return false;
        }
        let (our, their) = (our.to_ascii_uppercase(), their.to_ascii_uppercase());
        let variant = &position.layout().variant;
        // the engine must not use one of our letters for another piece
        let meant = variant.type_by_letter(their, color);
        if meant.is_some_and(|id| variant.piece(id).letter != our) {
            return false;
        }
        let known = self
            .pairs
            .iter()
            .find(|&&(ours, theirs)| ours == our || theirs == their);
        match known {
            Some(&pair) => pair == (our, their),
            None => {
                self.pairs.push((our, their));
                true
            }
        }
    }

    /// The pieces in hand in our letters, sorted.
    fn in_hand(&self, text: &str) -> Vec<char> {
        let pieces = text.chars().filter(char::is_ascii_alphabetic);
        let mut pieces: Vec<char> = pieces.map(|letter| self.ours(letter)).collect();
        pieces.sort_unstable();
        pieces
    }

    fn ours(&self, letter: char) -> char {
        let found = self
            .pairs
            .iter()
            .find(|(_, theirs)| theirs.eq_ignore_ascii_case(&letter));
        found.map_or(letter, |&(ours, _)| like(letter, ours))
    }

    fn theirs(&self, letter: char) -> char {
        let found = self
            .pairs
            .iter()
            .find(|(ours, _)| ours.eq_ignore_ascii_case(&letter));
        found.map_or(letter, |&(_, theirs)| like(letter, theirs))
    }

    /// Converts a FEN of fmax to the notation of the other program.
    pub fn fen_to_uci(&self, fen: &str, ranks: u8) -> String {
        let fen = renumbered_fen(fen, ranks_below(ranks));
        let (board, rest) = fen.split_at(fen.find(' ').unwrap_or(fen.len()));
        board.chars().map(|c| self.theirs(c)).collect::<String>() + rest
    }

    /// Formats a legal move of this position in the notation of the other program.
    pub fn spell(&self, game: &Game, mv: Move) -> String {
        let position = game.position();
        let layout = position.layout();
        let castling = layout.castling(position.side(), mv);
        let shuffled = self.king_takes_rook || layout.variant.rules.shuffle.is_some();
        let text = match castling.filter(|_| shuffled && mv.piece_suffix().is_none()) {
            // the king, if there is one, moves to its own square
            _ if mv.is_pass() => layout.square_name(mv.from()).repeat(2),
            Some(c) => layout.square_name(c.from) + &layout.square_name(c.corner),
            None => in_letters(&game.format(mv), |letter| self.theirs(letter)),
        };
        renumbered(&text, ranks_below(layout.ranks)).unwrap_or(text)
    }

    /// Reads a legal move of this position. A promotion must name the piece: an engine that omits it plays another
    /// variant.
    ///
    /// # Errors
    /// If the text is not a legal move; the error names the reason.
    pub fn read(&self, game: &Game, text: &str) -> Result<Move, MoveError> {
        let ranks = game.position().layout().ranks;
        let ours = renumbered(text, -ranks_below(ranks)).ok_or(MoveError::Malformed)?;
        let (plain, marks) = ours.split_at(without_marks(&ours).len());
        let mv = game.parse_move(&(in_letters(plain, |letter| self.ours(letter)) + marks))?;
        let spelled = self.spell(game, mv);
        let begins = text.get(..spelled.len()).unwrap_or_default();
        let exact = begins.eq_ignore_ascii_case(&spelled)
            && without_marks(&spelled).len() == without_marks(text).len();
        // castling has two notations, and a null move of any piece is a pass
        if exact || mv.castling().is_some() || mv.is_pass() {
            Ok(mv)
        } else {
            Err(MoveError::Malformed)
        }
    }
}

/// Converts a FEN of UCI, where ranks count from 1, to a FEN of fmax.
pub fn fen_from_uci(fen: &str, ranks: u8) -> String {
    renumbered_fen(fen, -ranks_below(ranks))
}

/// Shifts the rank numbers in the fields after the side to move.
fn renumbered_fen(fen: &str, shift: i32) -> String {
    let word = |(index, word): (usize, &str)| {
        let square = index > 1 && word.starts_with(|c: char| c.is_ascii_lowercase());
        let other = square.then(|| renumbered(word, shift)).flatten();
        other.unwrap_or_else(|| word.to_owned())
    };
    let words: Vec<String> = fen.split_whitespace().enumerate().map(word).collect();
    words.join(" ")
}

/// The difference between a rank's number in UCI and in fmax.
fn ranks_below(ranks: u8) -> i32 {
    1 - i32::from(Square::first_rank(ranks))
}

/// Adds `shift` to all numbers in a text; `None` if one overflows or becomes negative.
fn renumbered(text: &str, shift: i32) -> Option<String> {
    if shift == 0 {
        return Some(text.to_owned());
    }
    let mut result = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, number) = rest.split_at(start);
        let end = number.find(|c: char| !c.is_ascii_digit());
        let (number, after) = number.split_at(end.unwrap_or(number.len()));
        let number = number.parse::<i32>().ok()?.checked_add(shift)?;
        result += before;
        result += &u32::try_from(number).ok()?.to_string();
        rest = after;
    }
    Some(result + rest)
}

/// Gives a letter the case of an example.
fn like(example: char, letter: char) -> char {
    if example.is_ascii_lowercase() {
        letter.to_ascii_lowercase()
    } else {
        letter.to_ascii_uppercase()
    }
}

/// Replaces the letter of a dropped, gated or promoted piece. It is the first character of a drop, and the last character of any
/// other move; a wall and its comma follow the move.
fn in_letters(text: &str, letter: impl Fn(char) -> char) -> String {
    if let Some((mv, wall)) = text.split_once(',') {
        return format!("{},{wall}", in_letters(mv, letter));
    }
    if let Some((piece, square)) = text.split_once('@') {
        return format!("{}@{square}", piece.chars().map(letter).collect::<String>());
    }
    match text.char_indices().last() {
        Some((end, last)) if last.is_ascii_alphabetic() => {
            format!("{}{}", &text[..end], letter(last))
        }
        _ => text.to_owned(),
    }
}

/// The fields of a FEN that can be compared.
struct Fen<'a> {
    board: &'a str,
    hands: Option<&'a str>,
    side: &'a str,
}

impl<'a> Fen<'a> {
    fn split(text: &'a str) -> Fen<'a> {
        let mut words = text.split_whitespace();
        let board = words.next().unwrap_or_default();
        let (board, hands) = match board.split_once('[') {
            Some((board, hands)) => (board, Some(hands.trim_end_matches(']'))),
            None => (board, None),
        };
        let side = words.next().unwrap_or_default();
        Fen { board, hands, side }
    }

    /// The squares, row by row; `None` if the text is not a board.
    fn cells(&self) -> Option<Vec<Vec<char>>> {
        self.board.split('/').map(row).collect()
    }
}

fn row(text: &str) -> Option<Vec<char>> {
    let mut cells = Vec::new();
    let mut empty = 0;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if let Some(digit) = c.to_digit(10) {
            empty = 10 * empty + digit as usize;
            if empty > MAX_FILES {
                return None;
            }
            continue;
        }
        cells.extend(std::iter::repeat_n(EMPTY, std::mem::take(&mut empty)));
        match c {
            '~' => {}
            HOLE => cells.push(HOLE),
            '+' => {
                let letter = chars.next().filter(char::is_ascii_alphabetic)?;
                let promoted = letter::promoted(letter)?;
                // Black's promoted pieces are lower case, too
                let small = letter.is_ascii_lowercase();
                let own = promoted.to_lowercase().next().filter(|_| small);
                cells.push(own.unwrap_or(promoted));
            }
            c if c.is_ascii_alphabetic() => cells.push(c),
            _ => return None,
        }
    }
    cells.extend(std::iter::repeat_n(EMPTY, empty));
    (cells.len() <= MAX_FILES).then_some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::games::{self, library};
    use crate::types::Rng;

    /// Formatting and reading agree in any variant and position: a formatted move is read as the same move, and no two
    /// moves have the same text.
    #[test]
    fn every_move_is_understood() {
        let mut random = Rng::new(1);
        for name in library().public_names() {
            games::random_walk(games::game(name, ""), 20, &mut random, |game, moves| {
                let letters = Letters::default();
                for &mv in moves {
                    let text = letters.spell(game, mv);
                    assert_eq!(letters.read(game, &text), Ok(mv), "{name} {text}");
                }
            });
        }
    }

    #[test]
    fn moves_are_written_as_engines_do() {
        for (name, fen, expected) in [
            // the king's move; where ranks are shuffled, king takes rook
            ("normal", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1 e1g1"),
            (
                "capablanca",
                "5k4/10/10/10/10/10/10/R4K3R w KQ - 0 1",
                "f1c1 f1i1",
            ),
            (
                "fischerandom",
                "4k3/8/8/8/8/8/8/1R3K1R w KQ - 0 1",
                "f1b1 f1h1",
            ),
            (
                "normal",
                "8/P6k/8/8/8/8/8/K7 w - - 0 1",
                "a7a8b a7a8n a7a8q a7a8r",
            ),
            ("makruk", "7k/8/8/P7/8/8/8/K7 w - - 0 1", "a5a6m"),
            ("crazyhouse", "7k/8/8/8/8/8/8/K7[Np] w - - 0 1", "N@a2 N@b1"),
            (
                "xiangqi",
                "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1",
                "a1a10 a1a9",
            ),
            (
                "seirawan",
                "4k3/8/8/8/8/8/8/4K2R[H] w KQBCDFGHK - 0 1",
                "e1g1 e1g1h h1e1h h1g1 h1g1h",
            ),
            ("janggi", "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1", "e1e1 a1a10"),
            (
                "grand",
                "k9/5P4/10/10/10/10/10/10/10/K9 w - - 0 1",
                "f9f10q",
            ),
        ] {
            let game = games::game(name, fen);
            let letters = Letters::default();
            let moves = game.legal_moves();
            let texts: Vec<String> = moves.iter().map(|&mv| letters.spell(&game, mv)).collect();
            for text in expected.split(' ') {
                assert!(
                    texts.iter().any(|known| known == text),
                    "{name}: {text} in {texts:?}"
                );
                let read = letters.read(&game, text).unwrap();
                assert_eq!(letters.spell(&game, read), text, "{name}");
            }
        }
    }

    #[test]
    fn squares_of_a_fen_count_from_one() {
        for (fen, ranks, uci) in [
            ("k9/10 b KQkq e3 0 7", 10, "k9/10 b KQkq e4 0 7"),
            ("k9/10 w - a0e5 3 1", 10, "k9/10 w - a1e6 3 1"),
            ("8/8 w KQkq e3 0 1", 8, "8/8 w KQkq e3 0 1"),
            ("10 w abcj - 0 1", 10, "10 w abcj - 0 1"),
        ] {
            assert_eq!(Letters::default().fen_to_uci(fen, ranks), uci);
            assert_eq!(fen_from_uci(uci, ranks), fen);
        }
    }

    #[test]
    fn a_gui_gets_the_letters_of_fairy_stockfish() {
        let mut game = games::game("xiangqihouse", "");
        let letters = Letters::for_gui(game.rules().variant(), false);
        let shown = letters.fen_to_uci(&game.position().gui_fen(), 10);
        assert!(shown.starts_with("rnbakabnr/"), "{shown}");
        game.set_fen("3k5/9/9/9/9/9/9/9/9/4K4[H] w - - 0 1")
            .unwrap();
        let drop = letters.read(&game, "N@a1").unwrap();
        assert_eq!(letters.spell(&game, drop), "N@a1");
    }

    #[test]
    fn castling_is_written_as_the_gui_wants_it() {
        let game = games::game("crazyhouse", "4k3/8/8/8/8/8/8/R3K2R[] w KQ - 0 1");
        for (chess960, texts) in [(false, ["e1g1", "e1c1"]), (true, ["e1h1", "e1a1"])] {
            let letters = Letters::for_gui(game.rules().variant(), chess960);
            for text in texts {
                let mv = letters.read(&game, text).unwrap();
                assert!(mv.castling().is_some(), "{text}");
                assert_eq!(letters.spell(&game, mv), text);
            }
        }
    }

    #[test]
    fn what_is_not_exact_is_no_move() {
        let mut game = games::game("normal", "");
        game.set_fen("8/P6k/8/8/8/8/7P/K7 w - - 0 1").unwrap();
        let letters = Letters::default();
        for text in [
            "a7a8", "h2h3q", "a7a8k", "a8a9", "a7", "", "@", "(none)", "0000", "Q@h9",
        ] {
            assert!(letters.read(&game, text).is_err(), "{text}");
        }
        // marks may follow
        for (text, plain) in [("a7a8n+", "a7a8n"), ("h2h4!?", "h2h4"), ("a7a8q#", "a7a8q")] {
            assert_eq!(letters.read(&game, text), letters.read(&game, plain));
            assert!(letters.read(&game, plain).is_ok(), "{plain}");
        }
        assert!(letters.read(&game, "a7a8+").is_err());
        // castling may be written as king takes rook
        game.set_fen("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1").unwrap();
        assert_eq!(letters.read(&game, "e1h1"), letters.read(&game, "e1g1"));
        // ranks begin with 1 on any board
        let game = games::game("xiangqi", "");
        assert!(letters.read(&game, "b1c3").is_ok());
        for text in ["b0c2", "b99999999999c3", "b1c"] {
            assert!(letters.read(&game, text).is_err(), "{text}");
        }
    }

    #[test]
    fn letters_are_those_of_the_start() {
        let game = games::game("xiangqi", "");
        let shown = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
        let letters = Letters::of(game.position(), shown).unwrap();
        assert_eq!((letters.theirs('h'), letters.ours('N')), ('n', 'H'));
        let game = games::game("crazyhouse", "");
        let start = |board: &str| format!("{board} w KQkq - 0 1");
        // a letter that we do not know can only mean the piece on that square
        let other = "rsbqkbsr/pppppppp/8/8/8/8/PPPPPPPP/RSBQKBSR";
        let letters = Letters::of(game.position(), &start(other)).unwrap();
        let mv = game.parse_move("b1c3").unwrap();
        assert_eq!(letters.spell(&game, mv), "b1c3");
        let holds = games::game("crazyhouse", "7k/8/8/8/8/8/8/K7[Np] w - - 0 1");
        let drop = letters.read(&holds, "S@b2").unwrap();
        assert_eq!(letters.spell(&holds, drop), "S@b2");
        let pieces = "[Np]";
        for (board, same) in [
            ("7k/8/8/8/8/8/8/K7[pN]", true),
            ("7k/8/8/8/8/8/8/K7", true),
            ("7k/8/8/8/8/8/8/K7[]", false),
            ("7k/8/8/8/8/8/8/K7[NP]", false),
            ("7k/8/8/8/8/8/8/7K[Np]", false),
            ("7q/8/8/8/8/8/8/Q7[Np]", false),
            ("7k/8/8/8/8/8/8/K6[Np]", false),
            ("7k/8/8/8/8/8/8/k7[Np]", false),
            ("99/8", false),
            ("", false),
        ] {
            let found = Letters::of(holds.position(), &start(board));
            assert_eq!(found.is_ok(), same, "{board} against {pieces}");
        }
    }
}
