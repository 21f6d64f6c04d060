//! Positions to learn from: games that the engine plays against itself from random openings, and what
//! would have come of other moves.
//!
//! An evaluation is asked mostly about positions that nobody would let happen. Games alone say little about
//! those: who is a piece behind in one has something for it, most often.

use std::sync::Arc;

use super::gradient::chance;
use crate::board::{Placement, Position};
use crate::game::Game;
use crate::ruleset::Ruleset;
use crate::tools::interrupt;
use crate::tools::r#match::adjudication::Threshold;
use crate::tools::r#match::openings::{Opening, OpeningArguments, Openings};
use crate::tools::self_play::{self, Conditions, Player, Ply};
use crate::types::{ByColor, Color, Move, Rng};

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
/// Moves are tried in one of so many positions of a game, drawn by lot.
const ASIDE_EVERY: u64 = 3;
/// So many moves are tried there: the one that was played, and others drawn by lot.
const ASIDE_MOVES: usize = 8;
/// Play goes on after each for so many plies at most, until a position is quiet.
const ASIDE_PLIES: usize = 6;
/// Searches there have this part of the nodes of a move of the game.
const ASIDE_NODES: u64 = 2;

/// A quiet position and what it should be worth to white, 0 to 1.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Who stands where.
    pub placement: Placement,
    /// The result, mixed with the score of a search; that score alone where moves were tried.
    pub target: f64,
    /// It is from what moves that were tried have led to, not from the course of the game.
    pub aside: bool,
}

/// A quiet position that one of the moves tried has led to.
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
    /// What the moves that were tried have led to, in the order of the game.
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

/// What moves lead to that are tried in a game that went on so, with so many nodes for each search; `None` if
/// somebody orders us to stop.
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
fn aside(game: Game, first: Move, player: &mut Player, nodes: u64) -> Option<(Vec<Move>, i32)> {
    // what the search remembers of the positions before is as true here
    player.game = game;
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

/// What a search has found in a position, for white, centipawns; a mate is a game won.
fn white_score(pos: &Position, ply: Ply) -> i32 {
    let score = self_play::centipawns(ply.value, WON.score.into()) as i32;
    by_color(pos.side(), score)
}

impl Course {
    /// What is learnt from a game that went on so.
    fn new(mut game: Game, played: &self_play::Course) -> Course {
        let rules = game.rules().clone();
        let mut quiet = Vec::new();
        for (number, ply) in played.plies.iter().enumerate() {
            let pos = game.position();
            let score = white_score(pos, *ply);
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

/// The quiet positions of a game that went on so from its opening, and of the moves that were tried.
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

/// What a score of a side is for white.
pub(super) fn by_color(side: Color, score: i32) -> i32 {
    if side == Color::White { score } else { -score }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::tools::on_search_thread;
    use crate::variant::{Library, ReadOptions, Selections, Variant};

    pub fn variant(name: &str) -> Arc<Variant> {
        let library = Library::builtin(ReadOptions::default());
        library.find(name, &Selections::default()).unwrap()
    }

    pub fn samples(name: &'static str, games: u32) -> Vec<Sample> {
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
        // scores are those of white, as evaluations are
        let far = asides.iter().zip(samples.iter().filter(|s| s.aside));
        let far: Vec<_> = far.filter(|(aside, _)| aside.score.abs() > 400).collect();
        let agrees = |(aside, sample): &&(&Aside, &Sample)| {
            let pos = Position::new(rules.layout.clone(), &sample.placement).unwrap();
            by_color(pos.side(), rules.evaluate(&pos)).signum() == aside.score.signum()
        };
        let agree = far.iter().filter(agrees).count();
        assert!(
            far.len() > 20 && agree > far.len() * 9 / 10,
            "{agree} of {}",
            far.len()
        );
        // the result is of no account there
        let aside = samples.iter().filter(|s| s.aside).zip(asides);
        for (sample, aside) in aside {
            assert_eq!(sample.target, chance(aside.score.into(), SCORE_SCALE));
        }
    }
}
