//! Points for several moves of a position, the better the move the more, as test suites of strategy have
//! them; and how many of them an engine gets.

use std::io::{self, Write};

use super::epd::{Complaint, Operation};
use super::line::Line;
use super::positions::read_move;
use crate::game::Game;
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

/// What came out for one game, or for all.
#[derive(Clone, Debug)]
struct Row {
    name: String,
    points: u64,
    most: u64,
    /// The share of the points of each position.
    shares: Vec<f64>,
}

impl Row {
    fn new(name: &str) -> Row {
        Row {
            name: name.to_owned(),
            points: 0,
            most: 0,
            shares: Vec::new(),
        }
    }

    fn add(&mut self, other: &Row) {
        self.points += other.points;
        self.most += other.most;
        self.shares.extend(&other.shares);
    }

    /// The mean share and half of its 95 % interval.
    fn mean(&self) -> (f64, f64) {
        let count = self.shares.len().max(1) as f64;
        let mean = self.shares.iter().sum::<f64>() / count;
        let squares: f64 = self.shares.iter().map(|share| (share - mean).powi(2)).sum();
        (mean, 1.96 * squares.sqrt() / count)
    }

    fn cells(&self) -> [String; 6] {
        let (mean, error) = self.mean();
        [
            self.name.clone(),
            self.shares.len().to_string(),
            self.points.to_string(),
            self.most.to_string(),
            format!("{:.2} %", 100.0 * mean),
            format!("{:.2}", 100.0 * error),
        ]
    }
}

/// The points of all positions that have any.
#[derive(Clone, Debug, Default)]
pub struct PointsTable {
    rows: Vec<Row>,
}

impl PointsTable {
    /// Adds the result for a position, if it has points.
    pub fn add(&mut self, line: &Line) {
        let (Some(points), Some(most)) = (line.points, line.most_points) else {
            return;
        };
        let mut one = Row::new(&line.game);
        (one.points, one.most) = (u64::from(points), u64::from(most));
        one.shares.push(f64::from(points) / f64::from(most));
        match self.rows.iter_mut().find(|row| row.name == line.game) {
            Some(row) => row.add(&one),
            None => self.rows.push(one),
        }
    }

    /// Writes a row for each game, and one for all if there are several; nothing if there is none.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, name: &str, out: &mut impl Write) -> io::Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        writeln!(
            out,
            "{name}: points of the moves in the end, and the mean share of the most that a position has"
        )?;
        let heading = ["game", "positions", "points", "of", "share", "+-"];
        let mut rows = vec![heading.map(str::to_owned)];
        rows.extend(self.rows.iter().map(Row::cells));
        if self.rows.len() > 1 {
            let mut total = Row::new("total");
            self.rows.iter().for_each(|row| total.add(row));
            rows.push(total.cells());
        }
        table::write(&rows, 1, out)
    }
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
normal          2      10  15  50.00 %  69.30
makruk          1       3   4  75.00 %   0.00
total           3      13  19  58.33 %  48.08
";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
        let mut out = Vec::new();
        PointsTable::default().write("x", &mut out).unwrap();
        assert!(out.is_empty());
    }
}
