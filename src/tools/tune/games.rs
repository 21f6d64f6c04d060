//! The games that are learnt from, as lines of a file: what was played is not lost when the work is
//! interrupted.

use std::collections::HashMap;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use super::Arguments;
use super::data::{self, Aside, Course, Sample};
use crate::game::Game;
use crate::tools::jsonl::{self, Target};
use crate::types::Move;

/// All that the course of a game depends on, besides the game and its number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Settings {
    nodes: u64,
    /// Plies.
    openings: u32,
    seed: u64,
    /// The rules and the evaluation that it was played with.
    evaluation: u64,
}

/// A game.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct GameLine {
    variant: String,
    /// From 1.
    game: u32,
    /// What white has made of it, 0 to 1.
    result: f64,
    /// After its opening.
    moves: Vec<String>,
    /// After how many moves a position is quiet, and its score for white, centipawns.
    quiet: Vec<(usize, i32)>,
    /// Quiet positions beside the game: after how many moves it is left, the moves from there, the score for white.
    asides: Vec<(usize, Vec<String>, i32)>,
    settings: Settings,
}

/// The games played so far.
#[derive(Debug, Default)]
pub struct Games {
    file: Option<Target>,
    known: HashMap<(String, u32), GameLine>,
    /// How many were played or known.
    pub count: u32,
}

impl Games {
    /// Opens the file of games if one is named, and reads it if it is to be gone on from.
    ///
    /// # Errors
    /// If it cannot be read or written.
    pub fn open(arguments: &Arguments) -> anyhow::Result<Games> {
        let mut games = Games::default();
        let Some(path) = arguments.jsonl.as_deref() else {
            return Ok(games);
        };
        if arguments.resume {
            jsonl::read(path, |line: GameLine, _| {
                games.known.insert((line.variant.clone(), line.game), line);
                Ok(())
            })?;
        }
        games.file = Some(Target::open_run(path, arguments.resume)?);
        Ok(games)
    }

    /// The quiet positions of the game of a number: it is played if it is not known. `start` is
    /// the position after its opening. `None` if somebody orders us to stop.
    ///
    /// # Errors
    /// If the file has another game in its place, or cannot be written.
    pub fn samples(
        &mut self,
        name: &str,
        number: u32,
        start: Game,
        arguments: &Arguments,
    ) -> anyhow::Result<Option<Vec<Sample>>> {
        let settings = Settings {
            nodes: arguments.nodes,
            openings: arguments.openings.plies,
            seed: arguments.openings.seed,
            evaluation: start.rules().variant().evaluation_fingerprint(),
        };
        let course = match self.known.get(&(name.to_owned(), number)) {
            Some(line) => {
                let what = || format!("game {number} of {name}");
                line.course(start.clone(), &settings).with_context(what)?
            }
            None => {
                let Some(course) = data::play(start.clone(), arguments.nodes) else {
                    return Ok(None);
                };
                if let Some(file) = &mut self.file {
                    let line = GameLine::new(name, number, start.clone(), &course, settings);
                    file.add(serde_json::to_string(&line)? + "\n")?;
                }
                course
            }
        };
        self.count += 1;
        Ok(Some(data::samples(start, &course)))
    }
}

impl GameLine {
    fn new(name: &str, number: u32, mut game: Game, course: &Course, settings: Settings) -> Self {
        let moves = game.format_line(&course.moves);
        let mut asides = Vec::with_capacity(course.asides.len());
        let mut left = course.asides.iter().peekable();
        for (after, &mv) in course.moves.iter().enumerate() {
            while let Some(aside) = left.next_if(|aside| aside.after == after) {
                asides.push((after, game.format_line(&aside.moves), aside.score));
            }
            game.play(mv);
        }
        GameLine {
            variant: name.to_owned(),
            game: number,
            result: course.result,
            moves,
            quiet: course.quiet.clone(),
            asides,
            settings,
        }
    }

    /// What the line says of a game that begins so.
    fn course(&self, mut game: Game, settings: &Settings) -> anyhow::Result<Course> {
        let differences = jsonl::differences(&self.settings, settings);
        if !differences.is_empty() {
            bail!("played with other settings: {}", differences.join("; "));
        }
        let mut moves = Vec::with_capacity(self.moves.len());
        let mut asides = Vec::with_capacity(self.asides.len());
        let mut left = self.asides.iter().peekable();
        for (number, text) in self.moves.iter().enumerate() {
            while let Some((after, line, score)) = left.next_if(|(after, ..)| *after == number) {
                asides.push(Aside {
                    after: *after,
                    moves: read(&mut game.clone(), line)?,
                    score: *score,
                });
            }
            moves.extend(read(&mut game, std::slice::from_ref(text))?);
        }
        Ok(Course {
            moves,
            quiet: self.quiet.clone(),
            asides,
            result: self.result,
        })
    }
}

/// The moves that a text says, which are played.
fn read(game: &mut Game, moves: &[String]) -> anyhow::Result<Vec<Move>> {
    let read = |text: &String| {
        let mv = game.parse_move(text)?;
        game.play(mv);
        Ok(mv)
    };
    moves.iter().map(read).collect()
}
