//! Positions to learn from: games that the engine plays against itself from random openings.

use std::sync::Arc;

use super::gradient::{Row, chance};
use crate::board::{Placement, Position};
use crate::game::Game;
use crate::ruleset::Ruleset;
use crate::tools::interrupt;
use crate::tools::r#match::adjudication::Threshold;
use crate::tools::r#match::openings::{Opening, OpeningArguments, Openings};
use crate::tools::self_play::{self, Conditions, Player};
use crate::types::{ByColor, Color, Move};
use crate::variant::{Params, Term, Variant};

const TABLE_BYTES: usize = 4 << 20;
/// Moves of each side without capture or pawn move that draw.
const MOVE_RULE: u32 = 50;
/// A game is drawn after so many plies.
const MOST_PLIES: usize = 400;
/// When a game is won.
const WON: Threshold = Threshold {
    moves: 2,
    score: 1200,
    from: 0,
};
/// Positions that are decided teach nothing about small advantages.
const DECIDED: i32 = 800;
/// The scale on which scores of the search are taken for results.
const SCORE_SCALE: f64 = 0.005;
/// How much of what a position is to be worth comes from the score of the search, rather than from
/// the result of the game.
const SCORE_SHARE: f64 = 0.7;
/// By how much a coefficient is changed to see what it does.
const STEP: f64 = 16.0;
/// The same for the parts of the danger to a royal, which are not additive.
const SMALL_STEP: f64 = 4.0;

/// A quiet position and what it should be worth to white, 0 to 1.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Who stands where.
    pub placement: Placement,
    /// The result, mixed with the score of a search.
    pub target: f64,
}

/// The course of a game after its opening.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// All moves.
    pub moves: Vec<Move>,
    /// Quiet positions: after how many moves, and the score that a search has found for white.
    pub quiet: Vec<(usize, i32)>,
    /// What white has made of it, 0 to 1.
    pub result: f64,
}

/// The openings of the games of a name.
pub fn openings(rules: &Arc<Ruleset>, name: &str, arguments: OpeningArguments) -> Openings {
    Openings::new(Game::new(rules.clone(), MOVE_RULE), name, arguments)
}

/// The position after an opening.
pub fn opened(opening: Opening) -> Game {
    let mut game = opening.start;
    opening.moves.into_iter().for_each(|mv| game.play(mv));
    game
}

/// Plays a game to its end with so many nodes for each move; `None` if somebody orders us to stop.
/// Searches need a big stack, see [`STACK_BYTES`](crate::search::STACK_BYTES).
pub fn play(game: Game, nodes: u64) -> Option<Course> {
    let conditions = Conditions {
        nodes: ByColor::both(nodes),
        lost: Some(WON),
        drawn: None,
        most_plies: MOST_PLIES,
    };
    // what one game has taught shall not depend on those before it
    let mut player = Player::new(game.clone(), TABLE_BYTES);
    let stop = || interrupt::status().is_some();
    let played = self_play::play(&mut player, None, &conditions, stop)?;
    Some(Course::new(game, &played))
}

impl Course {
    /// What is learnt from a game that went on so.
    fn new(mut game: Game, played: &self_play::Course) -> Course {
        let rules = game.rules().clone();
        let mut quiet = Vec::new();
        for (number, ply) in played.plies.iter().enumerate() {
            let pos = game.position();
            let score = self_play::centipawns(ply.value, WON.score.into()) as i32;
            let score = by_color(pos.side(), score);
            if score.abs() < DECIDED && self_play::is_quiet(&rules, pos, ply.mv) {
                quiet.push((number, score));
            }
            game.play(ply.mv);
        }
        Course {
            moves: played.plies.iter().map(|ply| ply.mv).collect(),
            quiet,
            result: match played.winner {
                Some(Color::White) => 1.0,
                Some(Color::Black) => 0.0,
                None => 0.5,
            },
        }
    }
}

/// The quiet positions of a game that went on so from its opening.
pub fn samples(mut game: Game, course: &Course) -> Vec<Sample> {
    let target = |score: i32| {
        let chance = chance(f64::from(score), SCORE_SCALE);
        (1.0 - SCORE_SHARE) * course.result + SCORE_SHARE * chance
    };
    let mut samples = Vec::with_capacity(course.quiet.len());
    let mut quiet = course.quiet.iter().peekable();
    for (number, &mv) in course.moves.iter().enumerate() {
        if let Some(&(_, score)) = quiet.next_if(|(after, _)| *after == number) {
            samples.push(Sample {
                placement: Placement::from(game.position()),
                target: target(score),
            });
        }
        game.play(mv);
    }
    samples
}

/// The evaluation for white.
fn white(rules: &Ruleset, pos: &Position) -> i32 {
    by_color(pos.side(), rules.evaluate(pos))
}

/// What a score of a side is for white.
fn by_color(side: Color, score: i32) -> i32 {
    if side == Color::White { score } else { -score }
}

/// One coefficient: a term, in the middle game or in the end game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coefficient {
    /// What is counted.
    pub term: Term,
    /// In the end game, not in the middle game.
    pub endgame: bool,
}

impl Coefficient {
    /// All of them.
    pub fn all() -> Vec<Coefficient> {
        let both = |term| [false, true].map(|endgame| Coefficient { term, endgame });
        Term::ALL.into_iter().flat_map(both).collect()
    }

    /// The coefficients with this one raised.
    pub fn raised(self, params: &Params, by: f64) -> Params {
        let mut raised = params.clone();
        let (mg, eg) = raised.get(self.term);
        let worth = if self.endgame {
            (mg, eg + by)
        } else {
            (mg + by, eg)
        };
        raised.set(self.term, worth);
        raised
    }

    /// By how much it is changed to see what it does.
    fn step(self) -> f64 {
        if self.term.is_king_danger() {
            SMALL_STEP
        } else {
            STEP
        }
    }
}

/// A game with parameters of its own.
fn ruleset_with(variant: &Variant, params: &Params) -> Ruleset {
    Ruleset::new(Arc::new(Variant {
        params: params.clone(),
        ..variant.clone()
    }))
}

/// What each coefficient does to the evaluation of each position of a game.
pub fn rows(variant: &Arc<Variant>, params: &Params, samples: &[Sample], game: usize) -> Vec<Row> {
    let evaluate = |params: &Params| -> Vec<Option<i32>> {
        let rules = ruleset_with(variant, params);
        let one = |sample: &Sample| {
            let pos = Position::new(rules.layout.clone(), &sample.placement).ok()?;
            Some(white(&rules, &pos))
        };
        samples.iter().map(one).collect()
    };
    let base = evaluate(params);
    let all = Coefficient::all();
    let mut rows: Vec<Row> = (samples.iter().zip(&base))
        .map(|(sample, base)| Row {
            base: f64::from(base.unwrap_or(0)),
            slope: Vec::with_capacity(all.len()),
            target: sample.target,
            game,
        })
        .collect();
    for coefficient in all {
        let step = coefficient.step();
        let up = evaluate(&coefficient.raised(params, step));
        let down = evaluate(&coefficient.raised(params, -step));
        for ((row, up), down) in rows.iter_mut().zip(&up).zip(&down) {
            let change = match (up, down) {
                (Some(up), Some(down)) => f64::from(up - down) / (2.0 * step),
                _ => 0.0,
            };
            row.slope.push(change as f32);
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::on_search_thread;
    use crate::tools::tune::gradient::{Settings, fit};
    use crate::variant::{Library, ReadOptions, Selections};

    fn variant(name: &str) -> Arc<Variant> {
        let library = Library::builtin(ReadOptions::default());
        library.find(name, &Selections::default()).unwrap()
    }

    fn samples(name: &'static str, games: u32) -> Vec<Sample> {
        let rules = Arc::new(Ruleset::new(variant(name)));
        let openings = OpeningArguments { plies: 8, seed: 5 };
        on_search_thread(|| {
            let mut openings = super::openings(&rules, name, openings);
            let games = (0..games as usize).map(|number| opened(openings.get(number)));
            let samples = |game: Game| super::samples(game.clone(), &play(game, 150).unwrap());
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

    /// Results that follow from an evaluation with other coefficients lead to these.
    #[test]
    fn learns_an_evaluation_from_its_results() {
        let variant = variant("normal");
        let mut samples = samples("normal", 30);
        // coefficients that only add up: with scaled end games the slopes are those of one point only
        let start = Params::of_nets();
        let mut truth = start.clone();
        let wanted = [(Term::Tempo, (40.0, 25.0)), (Term::Mobility, (20.0, 16.0))];
        for (term, (mg, eg)) in wanted {
            let was = truth.get(term);
            truth.set(term, (was.0 + mg, was.1 + eg));
        }
        let scale = 0.005;
        let rules = ruleset_with(&variant, &truth);
        for sample in &mut samples {
            let pos = Position::new(rules.layout.clone(), &sample.placement).unwrap();
            sample.target = chance(f64::from(white(&rules, &pos)), scale);
        }
        let rows = rows(&variant, &start, &samples, 0);
        let all = Coefficient::all();
        let free: Vec<bool> = (all.iter())
            .map(|c| wanted.iter().any(|(term, _)| *term == c.term))
            .collect();
        let settings = Settings {
            epochs: 800,
            rate: 1.0,
            hold: 0.0,
        };
        let found = fit(&rows, &[scale], &free, &settings);
        for (coefficient, change) in all.iter().zip(&found.change) {
            let expected = wanted.iter().find(|(term, _)| *term == coefficient.term);
            let expected = expected.map_or(0.0, |(_, worth)| {
                if coefficient.endgame {
                    worth.1
                } else {
                    worth.0
                }
            });
            let error = (change - expected).abs();
            assert!(
                error < 6.0,
                "{coefficient:?}: {change} instead of {expected}"
            );
        }
        assert!(found.error.1 < 0.01 * found.error.0, "{:?}", found.error);
    }
}
