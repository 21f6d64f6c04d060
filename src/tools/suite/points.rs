//! Points for several moves of a position, the better the move the more, as test suites of strategy have
//! them; and how many of them an engine gets.

use std::io::{self, Write};

use super::by_game::ByGame;
use super::epd::{Complaint, Operation};
use super::line::Line;
use super::positions::read_move;
use crate::game::Game;
use crate::tools::playtest::estimate::Mean;
use crate::tools::table;
use crate::types::Move;
use crate::variant::Spanned;

/// No move gets more.
const MOST_POINTS: u32 = 1_000_000;

/// The points of moves; all others have none.
pub type MovePoints = Vec<(Move, u32)>;

/// Reads `c0 "Nf3=10, e4=7"`. Since `c0` may be any comment, it is none of points if it does not look like
/// that from the beginning to the end.
///
/// # Errors
/// If it does, but a move is illegal or said twice, or a number too great, or none is more than 0.
pub fn read(game: &Game, operation: &Operation) -> Result<MovePoints, Complaint> {
    let [text] = &operation.operands[..] else {
        return Ok(Vec::new());
    };
    let parts: Option<Vec<(&str, &str)>> = text.value.split(',').map(move_and_number).collect();
    let mut points = MovePoints::new();
    for (san, number) in parts.unwrap_or_default() {
        let mv = read_move(game, &Spanned::new(san.to_owned(), text.span))?;
        if points.iter().any(|&(known, _)| known == mv) {
            return Err((text.span, format!("`{san}` has points twice")));
        }
        let number = number.parse().ok().filter(|&number| number <= MOST_POINTS);
        let number = number.ok_or_else(|| {
            let message = format!("`{san}` has more than {MOST_POINTS} points");
            (text.span, message)
        })?;
        points.push((mv, number));
    }
    if !points.is_empty() && points.iter().all(|&(_, number)| number == 0) {
        return Err((text.span, "no move has a point".to_owned()));
    }
    Ok(points)
}

/// Takes `e8=Q=10` apart; `None` if it looks different.
fn move_and_number(part: &str) -> Option<(&str, &str)> {
    let (san, number) = part.trim().rsplit_once('=')?;
    let is_move = !san.is_empty() && !san.contains(char::is_whitespace);
    let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    (is_move && is_number).then_some((san, number))
}

/// The points of the moves in the end, and those of the best moves, position by position.
type Samples = Vec<(u32, u32)>;

/// The points of all positions that have any.
#[derive(Clone, Debug, Default)]
pub struct PointsTable(ByGame<Samples>);

impl PointsTable {
    /// Adds the result for a position, if it has points.
    pub fn add(&mut self, line: &Line) {
        if let (Some(points), Some(most)) = (line.points, line.most_points) {
            self.0.of(&line.game).push((points, most));
        }
    }

    /// Writes a row for each game, and one for all if there are several; nothing if there is none.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, name: &str, out: &mut impl Write) -> io::Result<()> {
        if self.0.is_empty() {
            return Ok(());
        }
        writeln!(
            out,
            "{name}: points of the moves in the end, and the mean share of the most that a position has"
        )?;
        let heading = ["game", "positions", "points", "of", "share", "+-"];
        let mut rows = vec![heading.map(str::to_owned)];
        let games = self.0.rows(|total, more| total.extend(more));
        rows.extend(
            games
                .into_iter()
                .map(|(game, samples)| cells(game, &samples)),
        );
        table::write(&rows, 1, out)
    }
}

/// The row of a game; one position alone tells no error.
fn cells(game: String, samples: &[(u32, u32)]) -> [String; 6] {
    let sum = |numbers: &mut dyn Iterator<Item = u32>| numbers.map(u64::from).sum::<u64>();
    let shares = samples.iter();
    let share = Mean::of(shares.map(|&(points, most)| f64::from(points) / f64::from(most)));
    [
        game,
        samples.len().to_string(),
        sum(&mut samples.iter().map(|&(points, _)| points)).to_string(),
        sum(&mut samples.iter().map(|&(_, most)| most)).to_string(),
        format!("{:.2} %", 100.0 * share.mean),
        (share.error).map_or(String::new(), |error| format!("{:.2}", 100.0 * error)),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::positions::tests::{puzzle, read_text};
    use super::super::table::tests::line;
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    fn points(text: &str) -> Vec<(String, u32)> {
        let puzzle = puzzle(&format!("{START} bm e4; c0 \"{text}\";"));
        let points = puzzle.points.iter();
        points
            .map(|&(mv, number)| (puzzle.game.format(mv), number))
            .collect()
    }

    #[test]
    fn moves_with_points() {
        let found = points("e4=10, Nf3=7,a2a3=0");
        let expected = [("e2e4", 10), ("g1f3", 7), ("a2a3", 0)];
        assert_eq!(found, expected.map(|(mv, number)| (mv.to_owned(), number)));
        let promotion = puzzle("4k3/P7/8/8/8/8/8/4K3 w - - c0 \"a8=Q+=10, a8=N=1\";");
        assert_eq!(promotion.most_points(), Some(10));
        assert!(!promotion.asks_for_a_move());
        let mv = promotion.game.parse_move("a7a8n").unwrap();
        assert_eq!(promotion.points_of(Some(mv)), Some(1));
        assert_eq!(promotion.points_of(None), Some(0));
    }

    #[test]
    fn any_other_comment() {
        for text in [
            "",
            "white wins",
            "e4=10 Nf3=7",
            "e4=10, and Nf3",
            "e4",
            "=4",
            "e4=",
            "x=-3",
        ] {
            assert_eq!(points(text), [], "{text}");
        }
    }

    #[test]
    fn points_that_are_wrong() {
        for (text, message) in [
            ("e4=10, e5=7", "`e5`: the piece does not move so"),
            ("e4=10, e2e4=7", "`e2e4` has points twice"),
            ("e4=1000001", "`e4` has more than 1000000 points"),
            (
                "e4=99999999999999999999",
                "`e4` has more than 1000000 points",
            ),
            ("e4=0, d4=0", "no move has a point"),
        ] {
            let (puzzles, complaints) =
                read_text(&format!("{START} c0 \"{text}\"; variant normal;"));
            assert!(puzzles.is_empty());
            assert_eq!(complaints, [format!("a.epd:1:57: error: {message}")]);
        }
    }

    #[test]
    fn a_row_for_each_game_and_one_for_all() {
        let mut table = PointsTable::default();
        table.add(&line("normal", None));
        for (game, points, most) in [("normal", 10, 10), ("normal", 0, 5), ("makruk", 3, 4)] {
            table.add(&Line {
                points: Some(points),
                most_points: Some(most),
                ..line(game, None)
            });
        }
        let mut out = Vec::new();
        table.write("x", &mut out).unwrap();
        let expected = "\
x: points of the moves in the end, and the mean share of the most that a position has
game    positions  points  of    share     +-
normal          2      10  15  50.00 %  98.00
makruk          1       3   4  75.00 %
total           3      13  19  58.33 %  58.89
";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
        let mut out = Vec::new();
        PointsTable::default().write("x", &mut out).unwrap();
        assert!(out.is_empty());
    }
}
