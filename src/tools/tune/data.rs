//! Positions to learn from: games that the engine plays against itself from random openings, and what
//! would have come of other moves.
//!
//! An evaluation is asked mostly about positions that nobody would let happen. Games alone say little about
//! those: who is a piece behind in one has something for it, most often.

use std::sync::Arc;

use super::gradient::{Row, chance};
use crate::board::{Placement, Position};
use crate::game::Game;
use crate::ruleset::Ruleset;
use crate::tools::interrupt;
use crate::tools::r#match::adjudication::Threshold;
use crate::tools::r#match::openings::{Opening, OpeningArguments, Openings};
use crate::tools::self_play::{self, Conditions, Player};
use crate::types::{ByColor, Color, Move, Rng};
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
/// Other moves are tried in one of so many positions of a game, drawn by lot.
const ASIDE_EVERY: u64 = 3;
/// So many moves are tried there: the one that was played, and others drawn by lot.
const ASIDE_MOVES: usize = 8;
/// Play goes on after each for so many plies at most, until a position is quiet.
const ASIDE_PLIES: usize = 6;
/// Searches there have this part of the nodes of a move of the game.
const ASIDE_NODES: u64 = 2;
/// By how much a coefficient is changed to see what it does.
const STEP: f64 = 16.0;
/// The same for the parts of the danger to a royal, which are not additive.
const SMALL_STEP: f64 = 4.0;

/// A quiet position and what it should be worth to white, 0 to 1.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Who stands where.
    pub placement: Placement,
    /// The result, mixed with the score of a search; that score alone beside the game.
    pub target: f64,
    /// It is not from the course of a game.
    pub aside: bool,
}

/// A quiet position that a game has not come to.
#[derive(Clone, Debug, PartialEq)]
pub struct Aside {
    /// After how many moves of the game it is left.
    pub after: usize,
    /// The moves from there.
    pub moves: Vec<Move>,
    /// The score that a search has found for white, centipawns.
    pub score: i32,
}

/// The course of a game after its opening.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// All moves.
    pub moves: Vec<Move>,
    /// Quiet positions: after how many moves, and the score that a search has found for white.
    pub quiet: Vec<(usize, i32)>,
    /// What other moves would have come to, in the order of the game.
    pub asides: Vec<Aside>,
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
    let mut course = Course::new(game.clone(), &played);
    course.asides = asides(
        game,
        &course.moves,
        &mut player,
        (nodes / ASIDE_NODES).max(1),
    )?;
    Some(course)
}

/// What other moves would have come to in a game that began so, with so many nodes for each search; `None`
/// if somebody orders us to stop.
fn asides(mut game: Game, moves: &[Move], player: &mut Player, nodes: u64) -> Option<Vec<Aside>> {
    let mut rng = Rng::new(game.position().key());
    let mut asides = Vec::new();
    for (after, &mv) in moves.iter().enumerate() {
        if rng.next_u64().is_multiple_of(ASIDE_EVERY) {
            for first in drawn(&game, mv, &mut rng) {
                if interrupt::status().is_some() {
                    return None;
                }
                let aside = aside(game.clone(), first, player, nodes);
                asides.extend(aside.map(|(moves, score)| Aside {
                    after,
                    moves,
                    score,
                }));
            }
        }
        game.play(mv);
    }
    Some(asides)
}

/// The moves to try in a position where this one was played.
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

/// The moves from a position, this one first, to a quiet one, and its score for white; `None` if the game
/// ends or is decided before.
fn aside(mut game: Game, first: Move, player: &mut Player, nodes: u64) -> Option<(Vec<Move>, i32)> {
    let mut moves = vec![first];
    game.play(first);
    while moves.len() <= ASIDE_PLIES && game.outcome().is_none() {
        // what is remembered of the positions before is as true here
        player.game = game.clone();
        let ply = player.search(nodes)?;
        let pos = game.position();
        let score = self_play::centipawns(ply.value, WON.score.into()) as i32;
        if score.abs() >= WON.score as i32 {
            return None;
        }
        if self_play::is_quiet(game.rules(), pos, ply.mv) {
            return Some((moves, by_color(pos.side(), score)));
        }
        moves.push(ply.mv);
        game.play(ply.mv);
    }
    None
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
            asides: Vec::new(),
            result: match played.winner {
                Some(Color::White) => 1.0,
                Some(Color::Black) => 0.0,
                None => 0.5,
            },
        }
    }
}

/// The quiet positions of a game that went on so from its opening, and of what else could have been.
pub fn samples(mut game: Game, course: &Course) -> Vec<Sample> {
    let chance = |score: i32| chance(f64::from(score), SCORE_SCALE);
    let mut samples = Vec::with_capacity(course.quiet.len() + course.asides.len());
    let mut quiet = course.quiet.iter().peekable();
    let mut asides = course.asides.iter().peekable();
    for (number, &mv) in course.moves.iter().enumerate() {
        if let Some(&(_, score)) = quiet.next_if(|(after, _)| *after == number) {
            samples.push(Sample {
                placement: Placement::from(game.position()),
                target: (1.0 - SCORE_SHARE) * course.result + SCORE_SHARE * chance(score),
                aside: false,
            });
        }
        while let Some(aside) = asides.next_if(|aside| aside.after == number) {
            let mut other = game.clone();
            aside.moves.iter().for_each(|&mv| other.play(mv));
            samples.push(Sample {
                placement: Placement::from(other.position()),
                target: chance(aside.score),
                aside: true,
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

/// A game with these parameters: a net of its own would bring others along.
fn ruleset_with(variant: &Variant, params: &Params) -> Ruleset {
    Ruleset::without_net(Arc::new(Variant {
        params: params.clone(),
        ..variant.clone()
    }))
}

/// What the positions of a game are worth to white with these parameters.
pub fn values(variant: &Variant, params: &Params, samples: &[Sample]) -> Vec<Option<i32>> {
    let rules = ruleset_with(variant, params);
    let one = |sample: &Sample| {
        let pos = Position::new(rules.layout.clone(), &sample.placement).ok()?;
        Some(white(&rules, &pos))
    };
    samples.iter().map(one).collect()
}

/// The positions of a game, as they are evaluated with these parameters.
pub fn rows(variant: &Variant, params: &Params, samples: &[Sample], game: usize) -> Vec<Row> {
    let base = values(variant, params, samples);
    (samples.iter().zip(base))
        .map(|(sample, base)| Row {
            base: f64::from(base.unwrap_or(0)),
            slope: Vec::new(),
            target: sample.target,
            game,
            aside: sample.aside,
        })
        .collect()
}

/// What each coefficient does to the evaluation of each position of a game, near these parameters. False if
/// somebody orders us to stop; then not all of it is found out.
pub fn slopes(variant: &Variant, params: &Params, samples: &[Sample], rows: &mut [Row]) -> bool {
    let all = Coefficient::all();
    for row in &mut *rows {
        row.slope = Vec::with_capacity(all.len());
    }
    let evaluate = |params: &Params| values(variant, params, samples);
    for coefficient in all {
        if interrupt::status().is_some() {
            return false;
        }
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
    true
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

    #[test]
    fn looks_at_other_moves_too() {
        let rules = Arc::new(Ruleset::new(variant("los-alamos")));
        let start = Game::new(rules.clone(), MOVE_RULE);
        let course = on_search_thread(|| play(start.clone(), 200).unwrap()).unwrap();
        let asides = &course.asides;
        assert!(asides.len() > course.moves.len(), "{}", asides.len());
        let mut game = start.clone();
        let mut left = asides.iter().peekable();
        let mut others = 0;
        for (after, &mv) in course.moves.iter().enumerate() {
            let mut tried = Vec::new();
            while let Some(aside) = left.next_if(|aside| aside.after == after) {
                assert!((1..=ASIDE_PLIES).contains(&aside.moves.len()), "{aside:?}");
                assert!(aside.score.unsigned_abs() < WON.score, "{aside:?}");
                let mut other = game.clone();
                for &mv in &aside.moves {
                    assert!(other.legal_moves().contains(&mv), "{aside:?}");
                    other.play(mv);
                }
                assert!(!rules.tables.in_check(other.position()), "{aside:?}");
                tried.push(aside.moves[0]);
                others += usize::from(aside.moves[0] != mv);
            }
            assert!(tried.len() <= ASIDE_MOVES);
            tried.sort_by_key(|mv| (mv.from().index(), mv.to().index()));
            tried.dedup();
            assert_eq!(
                tried.len(),
                asides.iter().filter(|a| a.after == after).count()
            );
            game.play(mv);
        }
        assert_eq!(left.next(), None);
        assert!(others > asides.len() / 2, "{others}");
        let samples = super::samples(start, &course);
        assert_eq!(samples.iter().filter(|s| s.aside).count(), asides.len());
        assert_eq!(samples.len(), asides.len() + course.quiet.len());
        // the result is of no account there
        let aside = samples.iter().filter(|s| s.aside).zip(asides);
        for (sample, aside) in aside {
            assert_eq!(sample.target, chance(aside.score.into(), SCORE_SCALE));
        }
    }

    /// What is evaluated are the parameters that are asked for, in a game with a net of the program too.
    #[test]
    fn values_are_those_of_the_parameters() {
        let variant = variant("normal");
        let samples = samples("normal", 2);
        let (usual, then) = (Params::default(), Params::of_nets());
        let value = |params: &Params| values(&variant, params, &samples);
        assert_ne!(value(&usual), value(&then));
        // a hundredth of a centipawn changes no value by more than rounding does
        let near = Coefficient::all()[0].raised(&usual, 0.01);
        for (one, other) in value(&usual).into_iter().zip(value(&near)) {
            assert!((one.unwrap() - other.unwrap()).abs() <= 1);
        }
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
        let mut rows = rows(&variant, &start, &samples, 0);
        assert!(slopes(&variant, &start, &samples, &mut rows));
        let all = Coefficient::all();
        let free: Vec<bool> = (all.iter())
            .map(|c| wanted.iter().any(|(term, _)| *term == c.term))
            .collect();
        let settings = Settings {
            epochs: 800,
            rate: 1.0,
            hold: 0.0,
            trust: 0.0,
        };
        let found = fit(&rows, &[scale], &free, &vec![0.0; free.len()], &settings);
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
