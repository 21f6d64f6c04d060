//! The results of a suite as they come in, and as they are shown.

use std::io::{self, Write};

use super::by_game::ByGame;
use super::judgements::Judgements;
use super::limit::{Limit, PARTS};
use super::line::Line;
use super::points::PointsTable;
use super::rival::Rival;
use super::schedule::Plan;

/// What has come out for a game, or for all.
#[derive(Clone, Debug, Default)]
struct Tally {
    positions: u64,
    /// Solved within each part.
    solved: [u64; PARTS],
    /// The sum of the logarithms of the nodes that it took.
    log_nodes: f64,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.positions += other.positions;
        for (sum, solved) in self.solved.iter_mut().zip(other.solved) {
            *sum += solved;
        }
        self.log_nodes += other.log_nodes;
    }

    fn all_solved(&self) -> u64 {
        self.solved[PARTS - 1]
    }

    /// The geometric mean of the nodes that it took to solve what was solved.
    fn mean_nodes(&self) -> Option<f64> {
        let solved = self.all_solved();
        (solved > 0).then(|| (self.log_nodes / solved as f64).exp())
    }

    fn percent(&self) -> f64 {
        100.0 * self.all_solved() as f64 / self.positions.max(1) as f64
    }
}

/// All results.
#[derive(Clone, Debug)]
pub struct Table {
    solved: ByGame<Tally>,
    judgements: Judgements,
    points: PointsTable,
    /// So many were looked at.
    done: usize,
    /// Who is asked.
    name: String,
    limit: Limit,
    /// The limit, after parts of it.
    parts: [Limit; PARTS],
    /// Of so many positions.
    positions: usize,
}

impl Table {
    /// Nothing searched yet.
    pub fn new(plan: &Plan) -> Table {
        let ours = || format!("fmax {}", env!("CARGO_PKG_VERSION"));
        let name = plan.rival.as_ref().map_or_else(ours, Rival::name);
        Table::of(&name, plan.limit, plan.puzzles.len())
    }

    fn of(name: &str, limit: Limit, positions: usize) -> Table {
        Table {
            name: name.to_owned(),
            solved: ByGame::default(),
            judgements: Judgements::default(),
            points: PointsTable::default(),
            done: 0,
            parts: limit.parts(),
            limit,
            positions,
        }
    }

    /// Adds the result for a position.
    pub fn add(&mut self, line: &Line) {
        self.done += 1;
        self.judgements.add(line);
        self.points.add(line);
        if !line.asks_for_a_move() {
            return;
        }
        let all = line.solved.is_some();
        let mut solved =
            (self.parts.each_ref()).map(|part| line.solved.is_some_and(|cost| part.holds(&cost)));
        // some may have taken a little more than the limit
        solved[PARTS - 1] = all;
        let one = Tally {
            positions: 1,
            solved: solved.map(u64::from),
            log_nodes: (line.solved).map_or(0.0, |cost| (cost.nodes.max(1) as f64).ln()),
        };
        self.solved.of(&line.game).add(&one);
    }

    /// True if there is a result.
    pub fn is_begun(&self) -> bool {
        self.done > 0
    }

    /// How far it is, in a line.
    pub fn progress(&self) -> String {
        let total = self.solved.total(Tally::add);
        let solved = match total.positions {
            0 => String::new(),
            _ => format!(": {} solved, {:.1} %", total.all_solved(), total.percent()),
        };
        format!("{}/{} positions{solved}", self.done, self.positions)
    }

    /// Writes how much was solved, if anything was to be, how well what is known was judged, and the points
    /// of the moves.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        if !self.solved.is_empty() {
            self.write_solved(out)?;
        }
        self.judgements.write(&self.name, out)?;
        self.points.write(&self.name, out)
    }

    /// Writes a row for each game, and one for all if there are several.
    fn write_solved(&self, out: &mut impl Write) -> io::Result<()> {
        let rows = self.solved.rows(Tally::add);
        let names = rows.iter().map(|(game, _)| game.chars().count());
        let width = names.max().unwrap_or(0).max("total".len());
        writeln!(
            out,
            "{}: solved within {:#}, and within parts of that: found and kept to the end",
            self.name, self.limit
        )?;
        write!(out, "{:width$} {:>9}", "game", "positions")?;
        for part in &self.parts {
            write!(out, " {:>9}", part.to_string())?;
        }
        writeln!(out, " {:>8} {:>10}", "solved", "mean nodes")?;
        for (game, row) in &rows {
            write!(out, "{game:width$} {:>9}", row.positions)?;
            for solved in row.solved {
                write!(out, " {solved:>9}")?;
            }
            let mean = (row.mean_nodes()).map_or("-".to_owned(), |nodes| format!("{nodes:.0}"));
            writeln!(out, " {:>6.1} % {mean:>10}", row.percent())?;
        }
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::time::Duration;

    use super::*;
    use crate::tools::suite::line::Cost;

    /// A result for a position with a move to be avoided.
    pub fn line(game: &str, solved: Option<(u64, u32, f64)>) -> Line {
        let cost = |(nodes, depth, seconds)| Cost {
            nodes,
            depth,
            seconds,
        };
        Line {
            file: "a.epd".to_owned(),
            line: 1,
            id: None,
            game: game.to_owned(),
            fen: String::new(),
            best: Vec::new(),
            avoid: vec!["a2a3".to_owned()],
            mate: None,
            worth: None,
            points: None,
            most_points: None,
            found: None,
            score: None,
            solved: solved.map(cost),
            searched: cost((0, 0, 0.0)),
        }
    }

    fn shown(limit: Limit) -> String {
        let mut table = Table::of("x", limit, 9);
        for (game, solved) in [
            ("normal", Some((1000, 4, 0.01))),
            ("makruk", None),
            // it took a little more than it might have
            ("normal", Some((100_000, 9, 1.03))),
            ("normal", Some((8000, 5, 0.09))),
            ("normal", None),
        ] {
            table.add(&line(game, solved));
        }
        assert_eq!(table.progress(), "5/9 positions: 3 solved, 60.0 %");
        let mut out = Vec::new();
        table.write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_row_for_each_game_and_one_for_all() {
        let expected = "\
x: solved within 99999 nodes, and within parts of that: found and kept to the end
game   positions       999      9999     99999   solved mean nodes
normal         4         0         2         3   75.0 %       9283
makruk         1         0         0         0    0.0 %          -
total          5         0         2         3   60.0 %       9283
";
        assert_eq!(shown(Limit::Nodes(99_999)), expected);
    }

    #[test]
    fn columns_for_other_limits() {
        let columns = |limit| {
            let text = shown(limit);
            let rows: Vec<String> = text.lines().skip(1).take(2).map(str::to_owned).collect();
            rows
        };
        assert_eq!(
            columns(Limit::Depth(9)),
            [
                "game   positions   depth 2   depth 4   depth 9   solved mean nodes",
                "normal         4         0         1         3   75.0 %       9283"
            ]
        );
        assert_eq!(
            columns(Limit::Time(Duration::from_secs(1))),
            [
                "game   positions    0.01 s     0.1 s       1 s   solved mean nodes",
                "normal         4         1         2         3   75.0 %       9283"
            ]
        );
        assert!(columns(Limit::Nodes(5))[0].contains("        1         1         5 "));
    }
}
