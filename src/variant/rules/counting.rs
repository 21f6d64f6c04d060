//! The counting rules of Makruk and its relatives, which limit the time to mate a side with few pieces.

use super::{Resolver, Rule, Sentences, Value, ValueError, values};
use crate::types::{Color, TypeId};
use crate::variant::Spanned;

const COUNTING: &str =
    "Counting: makruk, or Counting: cambodian, or Counting: asean rook=R khon=B knight=N";

pub(super) const RULE: Rule = Rule::new(&[COUNTING], resolve, describe);

/// Counting rules.
///
/// The side to move can start to count if the other side has more than its king. The game is drawn when the other side
/// has made the number of moves of the limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counting {
    /// The limit if a side with more than its king counts.
    pub board_limit: Option<u16>,
    /// Most pieces, the king included, with which such a side may count.
    pub max_board_pieces: u8,
    /// Such a side may start to count while pawns are on the board.
    pub board_with_pawns: bool,
    /// Limits for a bare king on a board without pawns: the first one that fits the other side's pieces.
    pub piece_limits: Vec<PieceLimit>,
    /// The limit for a bare king if no piece limit fits.
    pub bare_limit: Option<u16>,
    /// The count of a bare king starts with the number of pieces on the board instead of 0.
    pub from_piece_count: bool,
}

canonical!(struct Counting {
    board_limit = 1, max_board_pieces = 2, board_with_pawns = 3, piece_limits = 4,
    bare_limit = 5, from_piece_count = 6,
});

/// A limit that depends on the opponent's pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceLimit {
    /// Types that count together.
    pub types: Vec<TypeId>,
    /// Smallest number of pieces of these types.
    pub count: u8,
    /// The limit, in moves of each side.
    pub moves: u16,
}

canonical!(struct PieceLimit { types = 1, count = 2, moves = 3 });

/// Known counting rules.
struct Known {
    name: &'static str,
    /// For a side with more than its king: limit, most pieces, whether pawns may be on the board.
    board: Option<(u16, u8, bool)>,
    /// For a bare king: a piece of the opponent (an index of [`PIECES`]), the number of such pieces, the limit.
    pieces: &'static [(usize, u8, u16)],
    bare: Option<u16>,
    from_piece_count: bool,
}

const ROOK: usize = 0;
const KHON: usize = 1;
const KNIGHT: usize = 2;

/// The words for the pieces, with their usual letters.
const PIECES: [(&str, [char; 2]); 3] = [
    ("rook", ['R', 'R']),
    ("khon", ['S', 'B']),
    ("knight", ['N', 'N']),
];

const KNOWN: [Known; 3] = [
    Known {
        name: "makruk",
        board: Some((64, u8::MAX, false)),
        pieces: &[
            (ROOK, 2, 8),
            (ROOK, 1, 16),
            (KHON, 2, 22),
            (KNIGHT, 2, 32),
            (KHON, 1, 44),
        ],
        bare: Some(64),
        from_piece_count: true,
    },
    Known {
        name: "cambodian",
        board: Some((63, 3, true)),
        pieces: &[
            (ROOK, 2, 7),
            (ROOK, 1, 15),
            (KHON, 2, 21),
            (KNIGHT, 2, 31),
            (KHON, 1, 43),
        ],
        bare: Some(63),
        from_piece_count: true,
    },
    Known {
        name: "asean",
        board: None,
        pieces: &[(ROOK, 1, 16), (KHON, 1, 44), (KNIGHT, 1, 64)],
        bare: None,
        from_piece_count: false,
    },
];

/// The piece of [`PIECES`] that a value names, and its letter.
fn letter(value: Value<'_>) -> Result<(usize, Spanned<char>), ValueError> {
    let named = PIECES.iter().enumerate();
    let mut named = named.filter_map(|(piece, (word, _))| Some((piece, value.after(word)?)));
    let (piece, letter) = named.next().ok_or_else(|| value.not_understood())?;
    Ok((piece, letter.letter()?))
}

fn resolve(cx: &mut Resolver<'_>) {
    let counting = read(cx);
    cx.variant.rules.counting = cx.note(COUNTING, counting).flatten();
}

fn describe(words: &mut Sentences<'_>) {
    words.say_if(
        words.variant.rules.counting.is_some(),
        "A side with few pieces may count moves towards a draw (with the option \"Counting rules\").",
    );
}

fn read(cx: &Resolver<'_>) -> Result<Option<Counting>, ValueError> {
    let values = values::last(cx.game, COUNTING);
    let Some((name, letters)) = values.split_first() else {
        return Ok(None);
    };
    let known = name.one_of(&KNOWN.each_ref().map(|known| (known.name, known)))?;
    let mut given = [None; PIECES.len()];
    for value in letters {
        let (piece, letter) = letter(*value)?;
        given[piece] = Some(letter);
    }
    let mut pieces: Vec<Vec<TypeId>> = Vec::new();
    for ((word, usual), given) in PIECES.into_iter().zip(given) {
        let letters = given.map_or_else(
            || usual.map(|letter| Spanned::new(letter, name.span)),
            |letter| [letter; 2],
        );
        let found = letters.into_iter().find_map(|letter| cx.types(letter).ok());
        let found = found.ok_or_else(|| {
            let Spanned { value, span } = letters[0];
            let message = format!("there is no piece {value} for the {word} of these rules");
            ValueError::new(span, message).hint(format!("name one by {word}= and its letter"))
        })?;
        let mut types: Vec<TypeId> = found.into_iter().collect();
        types.dedup();
        pieces.push(types);
    }
    let passes = |color| {
        let pawn = cx.variant.piece(TypeId::pawn(color));
        pawn.moves.iter().any(|m| m.en_passant)
    };
    if Color::ALL.into_iter().any(passes) {
        let message = "counting rules cannot be combined with en-passant captures";
        let hint = "a FEN has the end of a count in the place of en-passant squares";
        return Err(name.error(message).hint(hint));
    }
    let limits = known.pieces.iter();
    let limits = limits.map(|&(piece, count, moves)| PieceLimit {
        types: pieces[piece].clone(),
        count,
        moves,
    });
    Ok(Some(Counting {
        board_limit: known.board.map(|(limit, ..)| limit),
        max_board_pieces: known.board.map_or(0, |(_, most, _)| most),
        board_with_pawns: known.board.is_some_and(|(.., pawns)| pawns),
        piece_limits: limits.collect(),
        bare_limit: known.bare,
        from_piece_count: known.from_piece_count,
    }))
}
