//! Games of the engine against itself from random openings, and their labelled positions.
//!
//! A search evaluates mostly positions that good play avoids, and games have few such positions: a side that is a piece
//! down in a game usually has compensation. So, beside the game, other moves are tried.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use anyhow::Context;
use serde::{Deserialize, Serialize};

use super::Arguments;
use crate::board::{Placement, Position};
use crate::game::Game;
use crate::ruleset::Ruleset;
use crate::tools::lab::adjudication::Threshold;
use crate::tools::lab::interrupt;
use crate::tools::lab::jsonl::{self, Target};
use crate::tools::lab::openings::Openings;
use crate::tools::lab::self_play::{self, Conditions, Player, Ply, start};
use crate::tools::lab::statistics::logistic;
use crate::tools::lab::store::require_same;
use crate::tools::lab::workers;
use crate::types::{ByColor, Color, Move, Rng};

const TABLE_BYTES: usize = 4 << 20;
/// A game is drawn after this many plies.
const MOST_PLIES: usize = 400;
/// When a game is adjudicated as won.
const WON: Threshold = Threshold {
    moves: 2,
    score: 1200,
    from: 0,
};
/// Positions with larger scores count as decided, and are not used.
const DECIDED: i32 = 800;
/// The scale with which scores are converted to chances to win.
const SCORE_SCALE: f64 = 0.005;
/// The share of the score in the target of a position; the rest is the result of the game.
const SCORE_SHARE: f64 = 0.7;
/// Moves are tried in one of this many positions of a game, at random.
const ASIDE_EVERY: u64 = 3;
/// How many moves are tried in such a position: the move that was played, and others at random.
const ASIDE_MOVES: usize = 8;
/// After each tried move play goes on for at most this many plies, until a position is quiet.
const ASIDE_PLIES: usize = 6;
/// Searches beside the game have the nodes of a move of the game divided by this.
const ASIDE_NODES: u64 = 2;

/// A quiet position and its target for white, 0 to 1.
#[derive(Clone, Debug)]
pub struct Sample {
    pub placement: Placement,
    /// The result of the game mixed with the score of a search; for positions beside the game, the score alone.
    pub target: f64,
    /// True if the position comes from moves that were tried, not from the game.
    pub aside: bool,
}

/// The settings on which the moves of a game depend, besides its variant and number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Settings {
    nodes: u64,
    /// The random plies of the openings.
    openings: u32,
    seed: u64,
    /// Fingerprint of the rules and of the evaluation.
    evaluation: u64,
}

/// A game as a line of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct GameLine {
    variant: String,
    /// The number of the game, from 1.
    game: u32,
    /// The result for white, 0 to 1.
    result: f64,
    moves: Vec<String>,
    /// Quiet positions of the game: the number of moves before the position, and its score for white in centipawns.
    quiet: Vec<(usize, i32)>,
    /// Quiet positions beside the game: the number of moves after which the game is left, the moves from there, and the
    /// score for white in centipawns.
    asides: Vec<(usize, Vec<String>, i32)>,
    settings: Settings,
}

/// The games played so far, with the file that keeps them.
#[derive(Debug, Default)]
pub struct Games {
    file: Option<Target>,
    known: HashMap<(String, u32), GameLine>,
    pub count: u32,
}

impl Games {
    /// Opens the file of games if the user names one, and reads its games to resume.
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

    /// Plays the games of a variant that are not known yet, and returns the positions of all games in the order of the
    /// games. After Ctrl-C some are missing. The caller needs a big stack.
    ///
    /// # Errors
    /// If the file has a game with other settings, or cannot be written.
    pub fn gather(
        &mut self,
        name: &str,
        rules: &Arc<Ruleset>,
        arguments: &Arguments,
    ) -> anyhow::Result<Vec<Sample>> {
        let openings = Openings::new(start(rules, None), name, arguments.openings);
        let settings = Settings {
            nodes: arguments.nodes,
            openings: arguments.openings.plies,
            seed: arguments.openings.seed,
            evaluation: rules.variant().evaluation_fingerprint(),
        };
        let mut samples = BTreeMap::new();
        let mut missing = Vec::new();
        for number in 1..=arguments.games {
            let Some(line) = self.known.remove(&(name.to_owned(), number)) else {
                missing.push(number);
                continue;
            };
            let what = || format!("game {number} of {name}");
            require_same(&line.settings, &settings).with_context(what)?;
            let game = openings.get(number as usize - 1).game();
            if interrupt::status().is_some() {
                // the opening may not be complete
                return Ok(Vec::new());
            }
            samples.insert(number, line.samples(game).with_context(what)?);
            self.count += 1;
        }
        workers::run_missing(
            format!("{name}: playing"),
            arguments.concurrency as usize,
            samples.len(),
            missing,
            || (),
            |(), number, stop| {
                let game = openings.get(number as usize - 1).game();
                Some((number, play(name, number, game, settings.clone(), stop)?))
            },
            |(number, line)| {
                if let Some(file) = &mut self.file {
                    file.add(serde_json::to_string(&line)? + "\n")?;
                }
                let game = openings.get(number as usize - 1).game();
                samples.insert(number, line.samples(game)?);
                self.count += 1;
                Ok(())
            },
        )?;
        Ok(samples.into_values().flatten().collect())
    }
}

/// Plays a game from its opening to its end; `None` if `stop` returned true. Searches need a big stack.
fn play(
    name: &str,
    number: u32,
    mut game: Game,
    settings: Settings,
    stop: &dyn Fn() -> bool,
) -> Option<GameLine> {
    let conditions = Conditions {
        nodes: ByColor::both(settings.nodes),
        lost: Some(WON),
        drawn: None,
        most_plies: MOST_PLIES,
    };
    // each game has a new player, so that it does not depend on earlier games
    let mut player = Player::new(game.clone(), TABLE_BYTES);
    let course = self_play::play(&mut player, None, &conditions, stop)?;
    let aside_nodes = (settings.nodes / ASIDE_NODES).max(1);
    let mut line = GameLine {
        variant: name.to_owned(),
        game: number,
        result: match course.winner {
            Some(Color::White) => 1.0,
            Some(Color::Black) => 0.0,
            None => 0.5,
        },
        moves: Vec::with_capacity(course.plies.len()),
        quiet: Vec::new(),
        asides: Vec::new(),
        settings,
    };
    let mut rng = Rng::new(game.position().key());
    for (after, ply) in course.plies.iter().enumerate() {
        let score = white_score(game.position(), *ply);
        if score.abs() < DECIDED && self_play::is_quiet(game.rules(), game.position(), ply.mv) {
            line.quiet.push((after, score));
        }
        if rng.next_u64().is_multiple_of(ASIDE_EVERY) {
            for first in drawn(&game, ply.mv, &mut rng) {
                if stop() {
                    return None;
                }
                if let Some((moves, score)) = aside(&game, first, &mut player, aside_nodes) {
                    line.asides.push((after, game.format_line(&moves), score));
                }
            }
        }
        line.moves.push(game.format(ply.mv));
        game.play(ply.mv);
    }
    Some(line)
}

/// The moves to try in a position where the move `played` was played.
fn drawn(game: &Game, played: Move, rng: &mut Rng) -> Vec<Move> {
    let mut others = game.legal_moves();
    others.retain(|&mv| mv != played);
    let mut drawn = vec![played];
    while drawn.len() < ASIDE_MOVES && !others.is_empty() {
        let lot = rng.next_u64() % others.len() as u64;
        drawn.push(others.swap_remove(lot as usize));
    }
    drawn
}

/// Plays `first` and then the best moves until a position is quiet. Returns these moves, and the score of that position for
/// white; `None` if the game ends or is decided before.
fn aside(game: &Game, first: Move, player: &mut Player, nodes: u64) -> Option<(Vec<Move>, i32)> {
    // the player keeps its hash table, which stays valid
    player.game = game.clone();
    player.game.play(first);
    let mut moves = vec![first];
    while moves.len() <= ASIDE_PLIES && player.game.outcome().is_none() {
        let ply = player.search(nodes)?;
        let pos = player.game.position();
        let score = white_score(pos, ply);
        if score.unsigned_abs() >= WON.score {
            return None;
        }
        if self_play::is_quiet(player.game.rules(), pos, ply.mv) {
            return Some((moves, score));
        }
        moves.push(ply.mv);
        player.game.play(ply.mv);
    }
    None
}

/// The score of a search in centipawns for white; a mate counts as a game won.
fn white_score(pos: &Position, ply: Ply) -> i32 {
    let score = self_play::centipawns(ply.value, WON.score.into()) as i32;
    by_color(pos.side(), score)
}

/// The score of a side, as a score for white.
pub(super) fn by_color(side: Color, score: i32) -> i32 {
    if side == Color::White { score } else { -score }
}

impl GameLine {
    /// The positions to learn from; `game` is the game at its start.
    fn samples(&self, mut game: Game) -> anyhow::Result<Vec<Sample>> {
        let chance = |score: i32| logistic(SCORE_SCALE * f64::from(score));
        let mut samples = Vec::with_capacity(self.quiet.len() + self.asides.len());
        let mut quiet = self.quiet.iter().peekable();
        let mut asides = self.asides.iter().peekable();
        for (number, text) in self.moves.iter().enumerate() {
            if let Some(&(_, score)) = quiet.next_if(|(after, _)| *after == number) {
                samples.push(Sample {
                    placement: Placement::from(game.position()),
                    target: (1.0 - SCORE_SHARE) * self.result + SCORE_SHARE * chance(score),
                    aside: false,
                });
            }
            while let Some((_, moves, score)) = asides.next_if(|(after, ..)| *after == number) {
                let mut other = game.clone();
                for text in moves {
                    other.play(other.parse_move(text)?);
                }
                samples.push(Sample {
                    placement: Placement::from(other.position()),
                    target: chance(*score),
                    aside: true,
                });
            }
            game.play(game.parse_move(text)?);
        }
        Ok(samples)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::testing::games::rules;
    use crate::tools::lab::openings::OpeningArguments;
    use crate::tools::on_search_thread;

    const SETTINGS: Settings = Settings {
        nodes: 150,
        openings: 8,
        seed: 5,
        evaluation: 0,
    };

    pub fn samples(name: &'static str, games: u32) -> Vec<Sample> {
        let start = start(&rules(name), None);
        let openings = Openings::new(start, name, OpeningArguments { plies: 8, seed: 5 });
        on_search_thread(|| {
            let games = (0..games as usize).map(|number| openings.get(number).game());
            let samples = |game: Game| {
                let line = play(name, 1, game.clone(), SETTINGS, &|| false).unwrap();
                line.samples(game).unwrap()
            };
            games.flat_map(samples).collect()
        })
        .unwrap()
    }

    #[test]
    fn the_same_games_every_time() {
        let text = |samples: &[Sample]| -> Vec<String> {
            samples.iter().map(|sample| format!("{sample:?}")).collect()
        };
        let (first, second) = (samples("knightmate", 4), samples("knightmate", 4));
        assert!(first.len() > 20, "{}", first.len());
        assert_eq!(text(&first), text(&second));
        assert!(first.iter().all(|s| (0.0..=1.0).contains(&s.target)));
    }

    #[test]
    fn other_moves_are_searched_too() {
        let rules = rules("los-alamos");
        let start = start(&rules, None);
        let settings = Settings {
            nodes: 220,
            ..SETTINGS
        };
        let line =
            on_search_thread(|| play("x", 1, start.clone(), settings.clone(), &|| false).unwrap())
                .unwrap();
        assert!(line.asides.len() > line.moves.len(), "{line:?}");
        let mut game = start.clone();
        let mut left = line.asides.iter().peekable();
        let mut others = 0;
        for (after, text) in line.moves.iter().enumerate() {
            let mut tried = Vec::new();
            while let Some((_, moves, score)) = left.next_if(|aside| aside.0 == after) {
                assert!((1..=ASIDE_PLIES).contains(&moves.len()), "{moves:?}");
                assert!(score.unsigned_abs() < WON.score, "{score}");
                let mut other = game.clone();
                for text in moves {
                    other.play(other.parse_move(text).unwrap());
                }
                assert!(!rules.tables.in_check(other.position()), "{moves:?}");
                tried.push(moves[0].clone());
                others += usize::from(moves[0] != *text);
            }
            assert!(tried.len() <= ASIDE_MOVES);
            let count = tried.len();
            tried.sort();
            tried.dedup();
            assert_eq!(tried.len(), count);
            game.play(game.parse_move(text).unwrap());
        }
        assert_eq!(left.next(), None);
        assert!(others > line.asides.len() / 2, "{others}");
        let samples = line.samples(start).unwrap();
        assert_eq!(samples.len(), line.asides.len() + line.quiet.len());
        // scores are for white, as the evaluations here are
        let asides: Vec<_> = samples
            .iter()
            .filter(|s| s.aside)
            .zip(&line.asides)
            .collect();
        assert_eq!(asides.len(), line.asides.len());
        let far = asides.iter().filter(|(_, aside)| aside.2.abs() > 400);
        let agrees = |(sample, aside): &(&Sample, &(usize, Vec<String>, i32))| {
            let pos = Position::new(rules.layout.clone(), &sample.placement).unwrap();
            by_color(pos.side(), rules.evaluate(&pos)).signum() == aside.2.signum()
        };
        let agree: Vec<bool> = far.map(agrees).collect();
        let count = agree.iter().filter(|&&agree| agree).count();
        assert!(
            agree.len() > 20 && count > agree.len() * 9 / 10,
            "{count} of {}",
            agree.len()
        );
        // the result of the game does not count beside it
        for (sample, aside) in asides {
            assert_eq!(sample.target, logistic(SCORE_SCALE * f64::from(aside.2)));
        }
    }
}
