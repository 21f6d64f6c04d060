//! The result for one position as a line, for people or as JSON.

use std::io::{self, Write};

use serde::Serialize;

use super::answer::{Answer, Cost};
use super::positions::Puzzle;
use crate::protocol::reply::protocol_score;
use crate::tools::findings::Findings;
use crate::types::Move;

/// The result for a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// The file with the position.
    pub file: String,
    /// The number of the line in the file, from 1.
    pub line: u32,
    /// The name of the position.
    pub id: Option<String>,
    /// The name of the variant.
    pub game: String,
    /// The position.
    pub fen: String,
    /// The best moves, any of which solves the position.
    pub best: Vec<String>,
    /// The moves to be avoided.
    pub avoid: Vec<String>,
    /// Mate is to be found within this number of moves; null if there is no mate to find.
    pub mate: Option<u32>,
    /// The move in the end; null if there was none, or an illegal one.
    #[serde(rename = "move")]
    pub found: Option<String>,
    /// The score of the move found in centipawns, in the convention of XBoard: 100000 and more is a mate.
    pub score: Option<i64>,
    /// The cost until a right move was found and kept; null if it was not.
    pub solved: Option<Cost>,
    /// The cost of the search.
    pub searched: Cost,
}

impl Line {
    /// True if the position has a move to find or avoid.
    pub fn asks_for_a_move(&self) -> bool {
        !(self.best.is_empty() && self.avoid.is_empty()) || self.mate.is_some()
    }

    /// The result for a position with this answer.
    pub fn new(puzzle: &Puzzle, answer: &Answer) -> Line {
        let game = &puzzle.game;
        let texts = |moves: &[Move]| moves.iter().map(|&mv| game.format(mv)).collect();
        Line {
            file: puzzle.file.to_string(),
            line: puzzle.line,
            id: puzzle.id.clone(),
            game: puzzle.variant().to_owned(),
            fen: game.position().fen(),
            best: texts(&puzzle.best),
            avoid: texts(&puzzle.avoid),
            mate: puzzle.mate,
            found: answer.best.map(|mv| game.format(mv)),
            score: answer.value.map(protocol_score),
            solved: answer.solved(puzzle),
            searched: answer.total,
        }
    }
}

impl Findings for Line {
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "{}:{}: ", self.file, self.line)?;
        if let Some(id) = &self.id {
            write!(out, "{} ", id.escape_debug())?;
        }
        let found = self.found.as_deref().unwrap_or("no move");
        if let Some(Cost {
            nodes,
            depth,
            seconds,
        }) = self.solved
        {
            let cost = format!("nodes {nodes} depth {depth} time {seconds:.3}");
            write!(out, "{found} found, {cost}")?;
        } else if self.asks_for_a_move() {
            let wanted = [("", &self.best), ("not ", &self.avoid)];
            let texts = wanted.iter().filter(|(_, moves)| !moves.is_empty());
            let texts: Vec<String> = texts
                .map(|(not, moves)| format!("{not}{}", moves.join(" or ")))
                .chain(self.mate.map(|moves| format!("mate in {moves}")))
                .collect();
            write!(out, "{found}, not solved: {}", texts.join(", "))?;
        } else {
            let score = (self.score).map_or("none".to_owned(), |score| score.to_string());
            write!(out, "{found}, score {score}")?;
        }
        writeln!(out)
    }
}
