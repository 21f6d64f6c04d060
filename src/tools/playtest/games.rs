//! Plays a game by its number.
//!
//! The first plies of a game are sampled by softmax of their scores, as sensible players may begin. All other moves are
//! the best moves of a search, until the rules end the game: how games end is a result of the test.

use std::collections::BTreeMap;

use crate::game::Game;
use crate::movegen::GameEnd;
use crate::search::Value;
use crate::tools::lab::openings::{DrawnOpening, draw_arrangement};
use crate::tools::lab::self_play::{self, Conditions, Player, centipawns, start, table_bytes};
use crate::tools::lab::shards::Record;
use crate::types::{Move, Rng};

use super::schedule::{Plan, Seats};

/// Games by their numbers.
pub type Games = BTreeMap<u32, Record>;

/// The error for games that are too long to record.
pub const UNRECORDED: &str =
    "some games have more moves than a record can hold; --max-moves makes them shorter";
/// Softmax temperature in centipawns: a move that is worse by this is played e times less often.
pub const TEMPERATURE: f64 = 40.0;
/// The score of a decided game for the softmax, in centipawns.
pub const DECIDED: i64 = 10_000;
/// The largest number of moves that are searched for a ply of the opening.
const MOST_WEIGHED: usize = 24;
/// The search of each of these moves gets this part of the nodes of a move in the game ...
const WEIGHING: u64 = 5;
/// ... but at least this number of nodes.
const LEAST_NODES: u64 = 50;

/// The softmax weight of a move that is worse than the best one by this many centipawns.
pub fn closeness(behind: i64) -> f64 {
    libm::exp(-(behind as f64) / TEMPERATURE)
}

/// Plays games on the calling thread; searches need a big stack, see
/// [`STACK_BYTES`](crate::search::STACK_BYTES).
#[derive(Debug)]
pub struct Generator<'p> {
    plan: &'p Plan,
    /// The players; the first one plays both sides of games between equals.
    players: [Player; 2],
}

impl Generator<'_> {
    pub fn new(plan: &Plan) -> Generator<'_> {
        let bytes = table_bytes(plan.nodes * u64::from(plan.terms.stronger));
        let player = || Player::new(start(&plan.rules, None), bytes);
        Generator {
            plan,
            players: [player(), player()],
        }
    }

    /// Plays a game by its number; `None` if `stop` returns true, or if the game is too long to record.
    pub fn play(&mut self, number: u32, stop: impl Fn() -> bool) -> Option<Record> {
        let plan = self.plan;
        let DrawnOpening {
            arrangement,
            moves,
            game,
        } = self.open(number, &stop)?;
        let seats = plan.terms.seats(number);
        let conditions = Conditions {
            nodes: plan.nodes(seats),
            lost: None,
            drawn: None,
            most_plies: 2 * plan.terms.max_moves as usize,
        };
        let [white, black] = &mut self.players;
        white.begin(game.clone());
        let black = match seats {
            Seats::Equal => None,
            Seats::Stronger(_) => {
                black.begin(game);
                Some(black)
            }
        };
        let course = self_play::play(white, black, &conditions, stop)?;
        Record::new(number, &plan.rules, arrangement, &moves, &course)
    }

    /// Samples the opening of a game. The opening may end the game. `None` if `stop` returns true.
    fn open(&mut self, number: u32, stop: impl Fn() -> bool) -> Option<DrawnOpening> {
        let plan = self.plan;
        let mut random = plan.random(plan.terms.opening_of(number));
        let arrangement = draw_arrangement(plan.rules.variant(), &mut random);
        let mut game = start(&plan.rules, arrangement);
        let mut moves = Vec::new();
        let player = &mut self.players[0];
        player.begin(game.clone());
        for _ in 0..plan.openings {
            if stop() {
                return None;
            }
            if game.outcome().is_some() {
                break;
            }
            let mv = draw(player, &game, plan.nodes, &mut random);
            game.play(mv);
            moves.push(mv);
        }
        Some(DrawnOpening {
            arrangement,
            moves,
            game,
        })
    }
}

/// Samples a move by softmax of its score. At least one move must be legal.
fn draw(player: &mut Player, game: &Game, nodes: u64, random: &mut Rng) -> Move {
    let mut moves = game.legal_moves();
    // a fixed order, which does not depend on how moves are generated
    moves.sort_unstable_by_key(|mv| mv.bits());
    if moves.len() > MOST_WEIGHED {
        player.game = game.clone();
        let best = player.search(nodes).map(|ply| ply.mv);
        for place in 0..MOST_WEIGHED {
            let other = place + random.below(moves.len() - place);
            moves.swap(place, other);
        }
        moves.truncate(MOST_WEIGHED);
        if let Some(best) = best.filter(|best| !moves.contains(best)) {
            moves[0] = best;
        }
    }
    let nodes = (nodes / WEIGHING).max(LEAST_NODES);
    let worth: Vec<i64> = moves
        .iter()
        .map(|&mv| worth(player, game, mv, nodes))
        .collect();
    let best = worth.iter().copied().max().unwrap_or(0);
    let weights: Vec<f64> = worth.iter().map(|&worth| closeness(best - worth)).collect();
    let mut left = weights.iter().sum::<f64>() * random.uniform();
    for (&mv, weight) in moves.iter().zip(&weights) {
        left -= weight;
        if left < 0.0 {
            return mv;
        }
    }
    moves[moves.len() - 1]
}

/// The score of a move for the side that makes it, in centipawns; a decided game is [`DECIDED`].
fn worth(player: &mut Player, game: &Game, mv: Move, nodes: u64) -> i64 {
    let value = value_after(player, game, mv, nodes);
    value.map_or(0, |value| centipawns(value, DECIDED))
}

/// The value of a move for the side that makes it; `None` if it draws the game at once.
pub fn value_after(player: &mut Player, game: &Game, mv: Move, nodes: u64) -> Option<Value> {
    let mover = game.position().side();
    player.game = game.clone();
    player.game.play(mv);
    match player.game.outcome() {
        Some(GameEnd::Draw(_)) => return None,
        Some(GameEnd::Win(winner, _)) if winner == mover => return Some(Value::Mate(1)),
        Some(GameEnd::Win(..)) => return Some(Value::Mated(1)),
        None => {}
    }
    let value = player.search(nodes)?.value;
    Some(match value {
        Value::Centipawns(score) => Value::Centipawns(-score),
        Value::Mate(moves) => Value::Mated(moves),
        // the mate is one move longer, because the move itself counts
        Value::Mated(moves) => Value::Mate(moves + 1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::games::rules;
    use crate::tools::lab::shards::Terms;
    use crate::tools::on_search_thread;

    fn plan(name: &str) -> Plan {
        Plan {
            rules: rules(name),
            seed: 1,
            nodes: 100,
            openings: 4,
            terms: Terms::new(4, 40),
        }
    }

    #[test]
    fn a_game_depends_on_its_number_alone() {
        on_search_thread(|| {
            for name in ["los-alamos", "crazyhouse", "fischerandom"] {
                let plan = plan(name);
                let mut generator = Generator::new(&plan);
                let forth: Vec<_> = (5..8).map(|n| generator.play(n, || false)).collect();
                let back: Vec<_> = (5..8).rev().map(|n| generator.play(n, || false)).collect();
                assert!(forth.iter().eq(back.iter().rev()), "{name}");
                assert!(forth.iter().all(Option::is_some), "{name}");
                assert_eq!(generator.play(1, || true), None);
            }
        })
        .unwrap();
    }

    #[test]
    fn openings_are_sensible_and_differ() {
        on_search_thread(|| {
            let plan = Plan {
                nodes: 1000,
                ..plan("normal")
            };
            let mut generator = Generator::new(&plan);
            let mut seen = std::collections::HashSet::new();
            let mut worst = 0;
            for number in 0..12 {
                let opening = generator.open(number, || false).unwrap();
                assert_eq!(opening.moves.len(), 4);
                seen.insert(opening.game.position().key());
                let value = generator.players[0].search(5000).unwrap().value;
                worst = worst.max(centipawns(value, DECIDED).abs());
            }
            assert!(seen.len() > 9, "{}", seen.len());
            assert!(worst < 250, "{worst}");
            // both games of a pair begin alike
            let pair = [6, 7].map(|n| generator.open(n, || false).unwrap());
            assert_eq!(pair[0].moves, pair[1].moves);
        })
        .unwrap();
    }

    #[test]
    fn a_move_that_mates_is_played() {
        on_search_thread(|| {
            let plan = plan("normal");
            let mut game = start(&plan.rules, None);
            game.set_fen("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
                .unwrap();
            let mut player = Player::new(game.clone(), 1 << 20);
            for seed in 0..10 {
                let mv = draw(&mut player, &game, 200, &mut Rng::new(seed));
                assert_eq!(game.format(mv), "a1a8");
            }
            let mate = game.parse_move("a1a8").unwrap();
            let value = value_after(&mut player, &game, mate, 200);
            assert_eq!(value, Some(Value::Mate(1)));
        })
        .unwrap();
    }
}
