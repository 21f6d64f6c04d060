//! A teacher: another engine, whose scores the net is trained on instead of our own.
//!
//! Scored games are appended one by one to a separate file, so that the same command resumes. Engines scale their centipawns
//! differently, so the teacher's scores are multiplied by a factor: afterwards a score means the same chance to win as our scores do,
//! judged by the results of the first games. Fitting the teacher's scores to ours directly would shrink them with each generation
//! of nets, because a net's outputs are closer to 0 than the scores that it was trained on.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};

use super::Arguments;
use super::train::positions::fitted_scale;
use crate::game::Game;
use crate::protocol::reply::score_value;
use crate::ruleset::Ruleset;
use crate::search::Value;
use crate::tools::lab::interrupt;
use crate::tools::lab::self_play::is_quiet;
use crate::tools::lab::shards::record::{Step, score};
use crate::tools::lab::shards::{self, Contents, Header, Record, Writer};
use crate::tools::lab::statistics::half_points;
use crate::tools::lab::workers;
use crate::tools::r#match::clock::{Limit, PlayerClock};
use crate::tools::r#match::engine::{self, Engine, EngineSettings, GameNames, Message, Protocol};
use crate::tools::r#match::engine_names;
use crate::types::ByColor;
use crate::variant::Library;

/// How many games are used to compare the scores of the two engines.
const COMPARED: usize = 200;
/// How long the teacher may think about a position.
const PATIENCE: Duration = Duration::from_secs(60);

/// The scores of a position for the side to move, each in the centipawns of the engine that gave it.
struct Judgement {
    own: i16,
    teacher: Value,
    /// The half points of the side to move in the game.
    result: u8,
}

/// A game, and the judgements of its positions; `None` if the position is not quiet, so that it is not used, or if the teacher
/// sends no score, for example because it has only one legal move.
type Scored = (Record, Vec<Option<Judgement>>);

/// A teacher for the games of a variant.
struct Teacher<'t> {
    settings: EngineSettings,
    names: GameNames,
    rules: &'t Arc<Ruleset>,
    threads: usize,
}

/// Has the teacher score the games of `--train`, whose rules have been checked. Returns the files of scored games, which are
/// incomplete after Ctrl-C.
///
/// # Errors
/// If a file cannot be read or written, or if the teacher cannot be started, does not know the variant, or fails.
pub fn scored(
    library: &Library,
    games: &[Arc<Ruleset>],
    command: &str,
    arguments: &Arguments,
    folder: &Path,
    out: &mut impl Write,
) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in &arguments.train {
        let contents = shards::read(path)?;
        let rules = super::rules_of(games, path, &contents.header)?;
        let variant = rules.variant();
        let teacher = Teacher {
            settings: EngineSettings {
                command: command.parse().with_context(|| format!("`{command}`"))?,
                protocol: Protocol::Uci,
                options: arguments.option.clone(),
                memory: None,
                limit: Limit::Nodes(arguments.nodes),
            },
            names: engine_names(library, &variant.name, variant),
            rules,
            threads: arguments.concurrency as usize,
        };
        let options = arguments.option.iter();
        let options: String = options
            .map(|(name, value)| format!(" {name}={value}"))
            .collect();
        let teaching = Some((format!("{command}{options}"), arguments.nodes));
        if contents.header.teacher == teaching {
            files.push(path.clone());
            continue;
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let target = folder.join(format!("{stem}.taught.games"));
        // a teacher that fails leaves no file behind
        if let Some(game) = contents.games.first()
            && !target.exists()
        {
            teacher.scores(&mut None, game)?;
        }
        let header = Header {
            teacher: teaching,
            ..contents.header.clone()
        };
        teacher.score(contents, &mut Writer::open(&target, header)?, out)?;
        files.push(target);
        if interrupt::status().is_some() {
            break;
        }
    }
    Ok(files)
}

impl Teacher<'_> {
    /// Scores the games that `writer` does not have.
    fn score(
        &self,
        contents: Contents,
        writer: &mut Writer,
        out: &mut impl Write,
    ) -> anyhow::Result<()> {
        let Contents { header, games, .. } = contents;
        let index = |game: &Record| header.part.index(game.number).unwrap_or(game.number);
        let (first, rest) = games.split_at(games.len().min(COMPARED));
        let mut compared = Vec::new();
        let is_known = |writer: &Writer, game: &Record| writer.games().contains_key(&index(game));
        if games.iter().all(|game| is_known(writer, game)) {
            return Ok(());
        }
        self.ask(0, first, |game| {
            compared.push(game);
            Ok(())
        })?;
        if interrupt::status().is_some() {
            return Ok(());
        }
        // games finish in an order that depends on the threads
        compared.sort_by_key(|(game, _)| game.number);
        let factor = factor(&compared);
        let factor = factor.with_context(|| format!("{}: no scores", self.settings.command))?;
        let keep = |writer: &mut Writer, (game, scores): Scored| {
            let scores = (scores.into_iter()).map(|score| Some(times(score?.teacher, factor)));
            writer.add(index(&game), game.with_scores(scores))
        };
        for game in compared {
            if !is_known(writer, &game.0) {
                keep(writer, game)?;
            }
        }
        let missing = rest.iter().filter(|game| !is_known(writer, game));
        let missing: Vec<Record> = missing.cloned().collect();
        let known = games.len() - missing.len();
        self.ask(known, &missing, |game| keep(writer, game))?;
        if interrupt::status().is_none() {
            writer.finish()?;
            let (name, engine) = (&header.game, &self.settings.command);
            let count = games.len();
            writeln!(
                out,
                "{name}: {count} games scored by {engine}; its centipawns times {factor:.2} are ours"
            )?;
        }
        Ok(())
    }

    /// Scores these games and passes each to `each`; `known` other games are already scored.
    fn ask(
        &self,
        known: usize,
        games: &[Record],
        mut each: impl FnMut(Scored) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        workers::run_missing(
            format!("{}: scoring", self.rules.variant().name),
            self.threads,
            known,
            (0..games.len() as u32).collect(),
            || None,
            |engine, number, stop| {
                let game = &games[number as usize];
                let scores = self.scores(engine, game);
                // the engines are killed by Ctrl-C
                (!stop()).then(|| Ok((game.clone(), scores?)))
            },
            |scored: anyhow::Result<Scored>| each(scored?),
        )
    }

    /// The teacher's scores of the positions of a game. `engine` is the engine of this thread; the first call starts it.
    fn scores(
        &self,
        engine: &mut Option<Box<dyn Engine>>,
        game: &Record,
    ) -> anyhow::Result<Vec<Option<Judgement>>> {
        let engine = engine::of_thread(engine, &self.settings)?;
        let mut scores = Vec::new();
        let (mut begun, mut failed) = (false, None);
        let mut step = |step: Step<'_>| -> anyhow::Result<()> {
            if !std::mem::replace(&mut begun, true) {
                engine::set_up(engine, &self.names, step.game)?;
            }
            if let Some(own) = step.score {
                let pos = step.game.position();
                let quiet = is_quiet(self.rules, pos, step.mv);
                let score = quiet.then(|| self.judge(engine, step.game));
                scores.push(score.transpose()?.flatten().map(|teacher| Judgement {
                    own,
                    teacher,
                    result: half_points(game.winner, pos.side()),
                }));
            }
            (engine.make(step.game, step.mv)).map_err(|fault| anyhow!("it {fault}"))
        };
        game.walk(self.rules, |at| {
            if failed.is_none() {
                failed = step(at).err();
            }
        })?;
        match failed {
            Some(error) => Err(error.context(self.settings.command.to_string())),
            None => Ok(scores),
        }
    }

    fn judge(&self, engine: &mut dyn Engine, game: &Game) -> anyhow::Result<Option<Value>> {
        let clocks = ByColor::both(PlayerClock::new(self.settings.limit, 0));
        let deadline = Instant::now() + PATIENCE;
        let fault = |fault| anyhow!("it {fault}");
        engine.think(game, None, &clocks).map_err(fault)?;
        let mut last = None;
        loop {
            match engine.receive(deadline).map_err(fault)?.1 {
                Message::Thinks { score, .. } => last = Some(score_value(score)),
                Message::Move(_) => return Ok(last),
                _ => {}
            }
        }
    }
}

/// The factor that converts the teacher's centipawns to ours. `None` if the teacher has given no score.
fn factor(games: &[Scored]) -> Option<f32> {
    let judgements = || games.iter().flat_map(|(_, scores)| scores).flatten();
    judgements().next()?;
    let own = judgements().map(|judged| (judged.own, judged.result));
    let teacher = judgements().map(|judged| (score(judged.teacher), judged.result));
    let scale = |pairs: Vec<_>| fitted_scale(&pairs);
    Some(scale(teacher.collect()) / scale(own.collect()))
}

fn times(score: Value, factor: f32) -> Value {
    match score {
        Value::Centipawns(score) => Value::Centipawns((score as f32 * factor).round() as i32),
        mate => mate,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::games::without_net;
    use crate::tools::learn::games::tests::games;

    #[test]
    fn the_scores_of_another_engine_are_converted() {
        let rules = without_net("los-alamos");
        let halved = |game: Record| {
            let mut scores = Vec::new();
            let half = |step: Step<'_>| {
                let own = step.score?;
                let side = step.game.position().side();
                Some(Judgement {
                    own,
                    teacher: Value::Centipawns(i32::from(own) / 2),
                    result: half_points(game.winner, side),
                })
            };
            game.walk(&rules, |step| scores.push(half(step))).unwrap();
            (game, scores)
        };
        let scored: Vec<Scored> = games(&rules, 0..8).into_iter().map(halved).collect();
        let factor = factor(&scored).unwrap();
        assert!((1.9..2.1).contains(&factor), "{factor}");
        assert_eq!(times(Value::Centipawns(-33), 2.0), Value::Centipawns(-66));
        assert_eq!(times(Value::Mated(3), 2.0), Value::Mated(3));
        // where the teacher gives no score, ours remains
        let scores_of = |game: &Record| {
            let mut scores = Vec::new();
            let push = |step: Step<'_>| scores.extend(step.score);
            game.walk(&rules, push).unwrap();
            scores
        };
        let (game, _) = &scored[0];
        let known = scores_of(game);
        let scores = [Some(Value::Centipawns(7)), None, Some(Value::Mate(2))];
        let changed = scores_of(&game.clone().with_scores(scores));
        assert_eq!(changed[..3], [7, known[1], 32_000]);
        assert_eq!(changed[3..], known[3..]);
    }

    #[test]
    fn a_teacher_without_scores_is_no_use() {
        assert!(factor(&[]).is_none());
    }
}
