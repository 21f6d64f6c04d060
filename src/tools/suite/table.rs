//! The results of a suite: the progress, and the table.

use std::io::{self, Write};

use super::answer::Cost;
use super::line::Line;
use crate::tools::r#match::clock::Limit;
use crate::tools::table;

/// The table shows how many positions were solved within each of several parts of the limit; this is the number of parts.
const PARTS: usize = 3;

/// The results in one variant, or in all of them.
#[derive(Clone, Debug, Default)]
struct Row {
    game: String,
    positions: u64,
    /// The number of positions solved within each part of the limit.
    solved: [u64; PARTS],
    /// The sum of the logarithms of the nodes until a position was solved.
    log_nodes: f64,
}

impl Row {
    fn add(&mut self, other: &Row) {
        self.positions += other.positions;
        for (sum, solved) in self.solved.iter_mut().zip(other.solved) {
            *sum += solved;
        }
        self.log_nodes += other.log_nodes;
    }

    fn all_solved(&self) -> u64 {
        self.solved[PARTS - 1]
    }

    fn percent(&self) -> f64 {
        100.0 * self.all_solved() as f64 / self.positions.max(1) as f64
    }

    fn cells(&self) -> Vec<String> {
        // the geometric mean of the nodes over the solved positions
        let mean = match self.all_solved() {
            0 => "-".to_owned(),
            solved => format!("{:.0}", (self.log_nodes / solved as f64).exp()),
        };
        let counts = [self.positions].into_iter().chain(self.solved);
        let counts = counts.map(|count| count.to_string());
        let last = [format!("{:.1} %", self.percent()), mean];
        [self.game.clone()]
            .into_iter()
            .chain(counts)
            .chain(last)
            .collect()
    }
}

/// The results of all positions.
#[derive(Clone, Debug)]
pub struct Table {
    /// The rows by variant, in the order in which the variants came.
    rows: Vec<Row>,
    done: usize,
    /// The name of the engine that searches.
    name: String,
    limit: Limit,
    /// The number of positions to search.
    positions: usize,
}

impl Table {
    /// An empty table.
    pub fn new(name: &str, limit: Limit, positions: usize) -> Table {
        Table {
            name: name.to_owned(),
            rows: Vec::new(),
            done: 0,
            limit,
            positions,
        }
    }

    /// Adds the result for a position.
    pub fn add(&mut self, line: &Line) {
        self.done += 1;
        if !line.asks_for_a_move() {
            return;
        }
        let mut solved =
            parts(self.limit).map(|part| line.solved.is_some_and(|cost| is_within(part, &cost)));
        // a search may take a little more than its limit
        solved[PARTS - 1] = line.solved.is_some();
        let one = Row {
            game: line.game.clone(),
            positions: 1,
            solved: solved.map(u64::from),
            log_nodes: (line.solved).map_or(0.0, |cost| (cost.nodes.max(1) as f64).ln()),
        };
        match self.rows.iter_mut().find(|row| row.game == line.game) {
            Some(row) => row.add(&one),
            None => self.rows.push(one),
        }
    }

    /// True if there is a result.
    pub fn is_begun(&self) -> bool {
        self.done > 0
    }

    fn total(&self) -> Row {
        let mut total = Row {
            game: "total".to_owned(),
            ..Row::default()
        };
        self.rows.iter().for_each(|row| total.add(row));
        total
    }

    /// The progress in one line.
    pub fn progress(&self) -> String {
        let total = self.total();
        let solved = match total.positions {
            0 => String::new(),
            _ => format!(": {} solved, {:.1} %", total.all_solved(), total.percent()),
        };
        format!("{}/{} positions{solved}", self.done, self.positions)
    }

    /// Writes a row for each variant, and a row for all if there are several; nothing if no position asks for a move.
    ///
    /// # Errors
    /// If the table cannot be written.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        if self.rows.is_empty() {
            return Ok(());
        }
        let limit = match self.limit {
            Limit::Nodes(nodes) => format!("{nodes} nodes"),
            other => column(other),
        };
        let name = &self.name;
        writeln!(
            out,
            "{name}: solved within {limit}, and within parts of that: found and kept to the end"
        )?;
        let parts = parts(self.limit).map(column);
        let heads = ["game", "positions"]
            .map(str::to_owned)
            .into_iter()
            .chain(parts);
        let heads = heads.chain(["solved", "mean nodes"].map(str::to_owned));
        let mut rows: Vec<Vec<String>> = vec![heads.collect()];
        rows.extend(self.rows.iter().map(Row::cells));
        if self.rows.len() > 1 {
            rows.push(self.total().cells());
        }
        table::write(&rows, |column| column == 0, out)
    }
}

/// The parts of a limit: a hundredth, a tenth, and all of it. For plies a quarter, a half, and all of it, because each ply
/// costs several times as much as the one before.
fn parts(limit: Limit) -> [Limit; PARTS] {
    std::array::from_fn(|index| {
        let hundredths = [1, 10, 100][index];
        match limit {
            Limit::Nodes(nodes) => {
                let nodes = nodes / 100 * hundredths + nodes % 100 * hundredths / 100;
                Limit::Nodes(nodes.max(1))
            }
            Limit::Depth(depth) => Limit::Depth((depth >> (PARTS - 1 - index)).max(1)),
            Limit::MoveTime(time) => Limit::MoveTime(time.mul_f64(hundredths as f64 / 100.0)),
            clock => clock,
        }
    })
}

fn is_within(limit: Limit, cost: &Cost) -> bool {
    match limit {
        Limit::Nodes(nodes) => cost.nodes <= nodes,
        Limit::Depth(depth) => cost.depth <= depth,
        Limit::MoveTime(time) => cost.seconds <= time.as_secs_f64(),
        Limit::Clock(_) | Limit::NodeClock(..) => true,
    }
}

fn column(limit: Limit) -> String {
    match limit {
        Limit::Nodes(nodes) => nodes.to_string(),
        Limit::MoveTime(time) => format!("{} s", time.as_secs_f64()),
        other => other.to_string(),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::time::Duration;

    use super::*;

    /// A result for a position with a move to avoid.
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
            found: None,
            score: None,
            solved: solved.map(cost),
            searched: cost((0, 0, 0.0)),
        }
    }

    fn shown(limit: Limit) -> String {
        let mut table = Table::new("x", limit, 9);
        for (game, solved) in [
            ("normal", Some((1000, 4, 0.01))),
            ("makruk", None),
            // the search took a little more than its limit
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
game    positions  999  9999  99999  solved  mean nodes
normal          4    0     2      3  75.0 %        9283
makruk          1    0     0      0   0.0 %           -
total           5    0     2      3  60.0 %        9283
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
                "game    positions  depth 2  depth 4  depth 9  solved  mean nodes",
                "normal          4        0        1        3  75.0 %        9283"
            ]
        );
        assert_eq!(
            columns(Limit::MoveTime(Duration::from_secs(1))),
            [
                "game    positions  0.01 s  0.1 s  1 s  solved  mean nodes",
                "normal          4       1      2    3  75.0 %        9283"
            ]
        );
        assert!(columns(Limit::Nodes(5))[0].contains("  1  1  5  "));
    }
}
