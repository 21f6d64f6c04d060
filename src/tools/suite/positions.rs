//! The positions of a suite: read from files of EPD, with the moves that solve them.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};

use super::epd::{self, Complaint, Operation};
use super::points::{self, MovePoints};
use crate::files;
use crate::game::Game;
use crate::ruleset::Ruleset;
use crate::types::Move;
use crate::variant::ini::diagnostic::Report;
use crate::variant::{Diagnostic, Library, Selections, Span, Spanned};

/// The largest file that is read, bytes.
const MAX_BYTES: u64 = 16 << 20;
/// Moves of each side without a capture or pawn move that draw, where the game has no number of its
/// own, as in a game with the engine.
const MOVE_RULE: u32 = 50;

/// No position is worth more, centipawns; nearly as much are mates, by the standard.
const MOST_WORTH: i32 = 32_767;

/// A position to be solved, or to be judged.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The file.
    pub file: Arc<str>,
    /// Its line there, from 1.
    pub line: u32,
    /// What it is called there.
    pub id: Option<String>,
    /// The position.
    pub game: Game,
    /// One of these has to be found, if there are any.
    pub best: Vec<Move>,
    /// None of these.
    pub avoid: Vec<Move>,
    /// What the position is worth to the side to move, centipawns, if that is known.
    pub worth: Option<i32>,
    /// What moves are worth, in points, if that is known.
    pub points: MovePoints,
}

impl Puzzle {
    /// Whether there is anything to be found.
    pub fn asks_for_a_move(&self) -> bool {
        !(self.best.is_empty() && self.avoid.is_empty())
    }

    /// Whether a move solves it.
    pub fn is_solved_by(&self, mv: Move) -> bool {
        self.asks_for_a_move()
            && (self.best.is_empty() || self.best.contains(&mv))
            && !self.avoid.contains(&mv)
    }

    /// The points of a move, or of none; `None` if there are no points for any.
    pub fn points_of(&self, mv: Option<Move>) -> Option<u32> {
        let found = self.points.iter().find(|&&(known, _)| Some(known) == mv);
        (!self.points.is_empty()).then(|| found.map_or(0, |&(_, points)| points))
    }

    /// The points of the best move.
    pub fn most_points(&self) -> Option<u32> {
        self.points.iter().map(|&(_, points)| points).max()
    }

    /// The name of the game.
    pub fn variant(&self) -> &str {
        &self.game.rules().variant().name
    }
}

/// Reads positions; those that do not say of which game they are are of `variant`, or else of the
/// default game of the library.
///
/// # Errors
/// If a file cannot be read, if there is no position at all, or anything is wrong with one: then all
/// that is wrong is logged.
pub fn read(
    library: &Library,
    variant: Option<&str>,
    paths: &[impl AsRef<Path>],
) -> anyhow::Result<Vec<Puzzle>> {
    if variant.is_some() {
        library.find_or_default(variant, &Selections::default())?;
    }
    let mut reader = Reader {
        library,
        variant,
        rules: HashMap::new(),
    };
    let (mut puzzles, mut complaints) = (Vec::new(), Vec::new());
    for path in paths {
        let path = path.as_ref();
        let cannot_read = || format!("cannot read {}", path.display());
        let bytes = files::read(path, MAX_BYTES).with_context(cannot_read)?;
        let text = String::from_utf8(bytes).with_context(cannot_read)?;
        complaints.extend(reader.file(&path.display().to_string(), &text, &mut puzzles));
    }
    if !complaints.is_empty() {
        complaints
            .iter()
            .for_each(|complaint| log::error!("{complaint}"));
        bail!("nothing is searched before that is mended");
    }
    if puzzles.is_empty() {
        bail!("there is no position in the files");
    }
    Ok(puzzles)
}

struct Reader<'a> {
    library: &'a Library,
    variant: Option<&'a str>,
    /// Those of games that have been met.
    rules: HashMap<Option<String>, Arc<Ruleset>>,
}

impl Reader<'_> {
    /// Reads a text, and returns what is wrong with it.
    fn file(&mut self, name: &str, text: &str, puzzles: &mut Vec<Puzzle>) -> Vec<Diagnostic> {
        let mut report = Report::new(name);
        let file: Arc<str> = name.into();
        // a mark of the byte order is none of the text
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (number, line) in (1..).zip(text.lines()) {
            match epd::read(line, number).and_then(|line| self.line(line, &file)) {
                Ok(puzzle) => puzzles.extend(puzzle),
                Err((span, message)) => report.error(span, message, None),
            }
        }
        report.into_list()
    }

    fn line(
        &mut self,
        line: Option<epd::Line>,
        file: &Arc<str>,
    ) -> Result<Option<Puzzle>, Complaint> {
        let Some(epd::Line {
            position,
            operations,
        }) = line
        else {
            return Ok(None);
        };
        let find = |code: &str| {
            operations
                .iter()
                .find(|operation| operation.code.value == code)
        };
        let variant = find("variant").map(only).transpose()?;
        let mut game = Game::new(self.rules(variant, position.span)?, MOVE_RULE);
        let set = game.set_fen(&position.value);
        set.map_err(|error| (position.span, error.to_string()))?;
        let moves = |code: &str| match find(code) {
            None => Ok(Vec::new()),
            Some(operation) => read_moves(&game, operation),
        };
        let (best, avoid) = (moves("bm")?, moves("am")?);
        let worth = find("ce").map(centipawns).transpose()?;
        let points =
            find("c0").map_or(Ok(Vec::new()), |operation| points::read(&game, operation))?;
        let id = find("id").map(only).transpose()?.map(|id| id.value.clone());
        let puzzle = Puzzle {
            file: file.clone(),
            line: position.span.line,
            id,
            best,
            avoid,
            worth,
            points,
            game,
        };
        if !puzzle.asks_for_a_move() && worth.is_none() && puzzle.points.is_empty() {
            let message = "the position has neither `bm`, the moves to find, nor `am`, those to avoid, nor `ce`, what it \
                           is worth, nor `c0` with points for moves";
            return Err((position.span, message.to_owned()));
        }
        Ok(Some(puzzle))
    }

    /// The rules of a game, or those of positions that name none.
    fn rules(
        &mut self,
        variant: Option<&Spanned<String>>,
        position: Span,
    ) -> Result<Arc<Ruleset>, Complaint> {
        let name = variant.map(|name| name.value.as_str()).or(self.variant);
        let key = name.map(str::to_owned);
        if let Some(rules) = self.rules.get(&key) {
            return Ok(rules.clone());
        }
        let found = self.library.find_or_default(name, &Selections::default());
        let place = variant.map_or(position, |name| name.span);
        let rules = Arc::new(Ruleset::new(
            found.map_err(|error| (place, error.to_string()))?,
        ));
        self.rules.insert(key, rules.clone());
        Ok(rules)
    }
}

/// The only operand of an operation.
fn only(operation: &Operation) -> Result<&Spanned<String>, Complaint> {
    match &operation.operands[..] {
        [operand] => Ok(operand),
        _ => {
            let code = &operation.code;
            Err((code.span, format!("`{}` has one operand", code.value)))
        }
    }
}

/// What a position is worth.
fn centipawns(operation: &Operation) -> Result<i32, Complaint> {
    let text = only(operation)?;
    let number = text.value.parse().ok();
    number
        .filter(|worth: &i32| worth.abs() <= MOST_WORTH)
        .ok_or_else(|| {
            let message = format!(
                "`{}` is no number of centipawns, at most {MOST_WORTH}",
                text.value
            );
            (text.span, message)
        })
}

/// The moves of an operation.
fn read_moves(game: &Game, operation: &Operation) -> Result<Vec<Move>, Complaint> {
    let code = &operation.code;
    if operation.operands.is_empty() {
        return Err((code.span, format!("`{}` has no move", code.value)));
    }
    let operands = operation.operands.iter();
    operands.map(|text| read_move(game, text)).collect()
}

/// A move, in SAN or as XBoard writes it.
///
/// # Errors
/// If it is none that the rules allow.
pub fn read_move(game: &Game, text: &Spanned<String>) -> Result<Move, Complaint> {
    let found = (game.rules().tables).parse_san(game.position(), &text.value);
    found.map_err(|error| (text.span, format!("`{}`: {error}", text.value)))
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::variant::ReadOptions;

    /// The positions of a text, and what is wrong with it.
    pub fn read_text(text: &str) -> (Vec<Puzzle>, Vec<String>) {
        let library = Library::builtin(ReadOptions::default());
        let mut reader = Reader {
            library: &library,
            variant: Some("makruk"),
            rules: HashMap::new(),
        };
        let mut puzzles = Vec::new();
        let complaints = reader.file("a.epd", text, &mut puzzles);
        (
            puzzles,
            complaints.iter().map(Diagnostic::to_string).collect(),
        )
    }

    /// A position of chess.
    pub fn puzzle(line: &str) -> Puzzle {
        let (mut puzzles, complaints) = read_text(&format!("{line} variant normal;"));
        assert!(complaints.is_empty(), "{complaints:?}");
        puzzles.pop().unwrap()
    }

    #[test]
    fn positions_of_several_games() {
        let (puzzles, complaints) = read_text(
            "\u{feff}# a comment\r\n\
             rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - bm e4 Nd2; id \"first\";\r\n\r\n\
             4k3/8/8/8/8/8/8/R3K3 w Q - am O-O-O a1a8; variant \"normal\"; c0 \"x\";\r\n\
             rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1 \
             bm Cg3 am b1c3; variant capablanca;\n",
        );
        assert_eq!(complaints, ["a.epd:5:77: error: `am`: not a move"]);
        let [first, second] = &puzzles[..] else {
            panic!("{puzzles:?}");
        };
        let texts = |puzzle: &Puzzle, moves: &[Move]| -> Vec<String> {
            moves.iter().map(|&mv| puzzle.game.format(mv)).collect()
        };
        assert_eq!(
            (first.line, first.id.as_deref(), first.variant()),
            (2, Some("first"), "makruk")
        );
        assert_eq!(texts(first, &first.best), ["e3e4", "b1d2"]);
        assert_eq!((second.line, second.variant()), (4, "normal"));
        assert_eq!(texts(second, &second.avoid), ["e1c1", "a1a8"]);
        let solved = |puzzle: &Puzzle, text: &str| {
            puzzle.is_solved_by(puzzle.game.parse_move(text).unwrap())
        };
        assert!(solved(first, "b1d2") && !solved(first, "a3a4"));
        assert!(solved(second, "a1a7") && !solved(second, "a1a8"));
        assert_eq!((first.worth, second.worth), (None, None));
        // nothing to be found, so that nothing solves it
        let judged = puzzle("4k3/8/8/8/8/8/8/R3K3 w Q - ce -32;");
        assert_eq!(judged.worth, Some(-32));
        assert!(!judged.asks_for_a_move() && !solved(&judged, "a1a7"));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        for (tail, column, message) in [
            ("bm e2e5;", 57, "`e2e5`: the piece does not move so"),
            (
                "bm e4 e7e5;",
                60,
                "`e7e5`: the piece on e7 is the opponent's",
            ),
            ("bm Qd3;", 57, "`Qd3`: the piece does not move so"),
            ("bm ;", 54, "`bm` has no move"),
            (
                "id \"x\";",
                1,
                "the position has neither `bm`, the moves to find, nor `am`, those to avoid, nor `ce`, what it is \
                 worth, nor `c0` with points for moves",
            ),
            (
                "ce 1.5;",
                57,
                "`1.5` is no number of centipawns, at most 32767",
            ),
            (
                "ce -32768;",
                57,
                "`-32768` is no number of centipawns, at most 32767",
            ),
            ("ce 1 2;", 54, "`ce` has one operand"),
            ("bm e4; id a b;", 61, "`id` has one operand"),
            ("bm e4; variant \"chss\";", 69, "there is no game `chss`"),
        ] {
            let tail = match tail.contains("variant") {
                true => tail.to_owned(),
                false => format!("{tail} variant normal;"),
            };
            let (puzzles, complaints) = read_text(&format!("{start} {tail}"));
            assert!(puzzles.is_empty());
            let [complaint] = &complaints[..] else {
                panic!("{complaints:?}");
            };
            let expected = format!("a.epd:1:{column}: error: {message}");
            assert!(
                complaint.starts_with(&expected),
                "{complaint}, not {expected}"
            );
        }
        let (_, complaints) = read_text("rnbqkbnr/8/8 w - - bm e4;");
        assert!(
            complaints[0].starts_with("a.epd:1:1: error: "),
            "{complaints:?}"
        );
    }
}
