//! One game of the engine against itself, on the calling thread.
//!
//! A game depends only on its start, the rules, the evaluation and the conditions.

use std::sync::Arc;

use super::adjudication::{Adjudicator, Threshold};
use crate::board::Position;
use crate::board::cell::EMPTY;
use crate::endgame;
use crate::game::Game;
use crate::movegen::{GameEnd, GameResult};
use crate::ruleset::Ruleset;
use crate::search::{Limits, SearchControl, Searcher, TranspositionTable, Value};
use crate::types::{ByColor, Color, Move};

/// A game is drawn after this many moves of each side without a capture or pawn move.
pub const MOVE_RULE: u32 = 50;
/// The score of a mate for adjudication, in centipawns.
const MATE: i64 = 100_000;
/// The hash table of a player in bytes for each node of a move, and its bounds.
const TABLE_BYTES: u64 = 64;
const TABLE_BOUNDS: (u64, u64) = (1 << 20, 1 << 25);

#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// Nodes for each move of either side.
    pub nodes: ByColor<u64>,
    /// When a game is adjudicated as lost, if ever.
    pub lost: Option<Threshold>,
    /// When a game is adjudicated as drawn, if ever.
    pub drawn: Option<Threshold>,
    pub most_plies: usize,
}

/// A player of one side, or of both.
#[derive(Debug)]
pub struct Player {
    /// The game, with the rules and the evaluation of the player.
    pub game: Game,
    searcher: Searcher,
}

/// A move found by a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    pub mv: Move,
    /// The value of the position before the move, for the side to move.
    pub value: Value,
}

/// The course of a game after its opening: its moves and its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    pub plies: Vec<Ply>,
    pub winner: Option<Color>,
}

/// A game at its start position; `arrangement` numbers the back ranks where they are shuffled.
pub fn start(rules: &Arc<Ruleset>, arrangement: Option<ByColor<u64>>) -> Game {
    let game = Game::new(rules.clone(), MOVE_RULE);
    match arrangement {
        None => game,
        Some(numbers) => game.reshuffled(numbers),
    }
}

/// The size of the hash table for searches of this many nodes, in bytes.
pub fn table_bytes(nodes: u64) -> usize {
    let (least, most) = TABLE_BOUNDS;
    (nodes.saturating_mul(TABLE_BYTES)).clamp(least, most) as usize
}

impl Player {
    /// A player with a hash table of `table` bytes.
    pub fn new(game: Game, table: usize) -> Player {
        endgame::expect_many_games();
        let rules: Arc<Ruleset> = game.rules().clone();
        let table = Arc::new(TranspositionTable::new(table));
        Player {
            game,
            searcher: Searcher::new(rules, table),
        }
    }

    /// Begins another game by the same rules, with an empty hash table.
    pub fn begin(&mut self, game: Game) {
        self.searcher.forget();
        self.game = game;
    }

    /// The best move and the value of the position; `None` if there is no move.
    pub fn search(&mut self, nodes: u64) -> Option<Ply> {
        let (settings, limits) = (self.game.search_settings(), Limits::nodes(nodes));
        let control = SearchControl::default();
        let position = self.game.position();
        let found = (self.searcher).search(position, &limits, &settings, &control, &mut ());
        let value = found.value;
        found.best.map(|mv| Ply { mv, value })
    }
}

/// Plays a game to its end. Both players begin from the same position; without a second player the first one plays both
/// sides. `None` if `stop` returns true between two moves. Searches need a big stack, see
/// [`STACK_BYTES`](crate::search::STACK_BYTES).
pub fn play(
    white: &mut Player,
    mut black: Option<&mut Player>,
    conditions: &Conditions,
    stop: impl Fn() -> bool,
) -> Option<Course> {
    let mut adjudicator = Adjudicator::new(conditions.lost, conditions.drawn);
    let mut plies = Vec::new();
    let winner = loop {
        if stop() {
            return None;
        }
        match white.game.outcome() {
            Some(GameEnd::Win(winner, _)) => break Some(winner),
            Some(GameEnd::Draw(_)) => break None,
            None if plies.len() >= conditions.most_plies => break None,
            None => {}
        }
        let side = white.game.position().side();
        let mover = match (side, &mut black) {
            (Color::Black, Some(black)) => &mut **black,
            _ => &mut *white,
        };
        let Some(ply) = mover.search(conditions.nodes[side]) else {
            break None;
        };
        let score = centipawns(ply.value, MATE);
        let number = white.game.position().ply() as u32 / 2 + 1;
        match adjudicator.note(side, Some(score), number) {
            Some(GameResult::Win(winner)) => break Some(winner),
            Some(GameResult::Draw) => break None,
            None => {}
        }
        white.game.play(ply.mv);
        if let Some(black) = &mut black {
            black.game.play(ply.mv);
        }
        plies.push(ply);
    };
    Some(Course { plies, winner })
}

/// A value in centipawns, where a mate counts as `mate`.
pub fn centipawns(value: Value, mate: i64) -> i64 {
    match value {
        Value::Centipawns(score) => score.into(),
        Value::Mate(_) => mate,
        Value::Mated(_) => -mate,
    }
}

/// True if a position is quiet: no check, and the best move is no capture or promotion.
pub fn is_quiet(rules: &Ruleset, pos: &Position, best: Move) -> bool {
    pos.cell(best.to()) == EMPTY
        && best.promotion().is_none()
        && !best.is_en_passant()
        && !rules.tables.in_check(pos)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::games;
    use crate::tools::on_search_thread;

    const CONDITIONS: Conditions = Conditions {
        nodes: ByColor::both(150),
        lost: Some(Threshold {
            moves: 2,
            score: 1200,
            from: 0,
        }),
        drawn: None,
        most_plies: 60,
    };

    fn game(name: &str, opening: &[&str]) -> Game {
        let mut game = games::game(name, "");
        for text in opening {
            game.play(game.parse_move(text).unwrap());
        }
        game
    }

    #[test]
    fn earlier_games_do_not_matter() {
        on_search_thread(|| {
            for (name, first) in [("normal", "e2e4"), ("los-alamos", "b2b3")] {
                let play = |player: &mut Player| play(player, None, &CONDITIONS, || false).unwrap();
                let mut player = Player::new(game(name, &[first]), 1 << 20);
                let one = play(&mut player);
                assert!(one.plies.len() > 10);
                player.begin(game(name, &[]));
                let other = play(&mut player);
                assert_ne!(one, other);
                player.begin(game(name, &[first]));
                assert_eq!(play(&mut player), one, "{name}");
                // two players that know nothing of each other see the same board
                let mut players = [(); 2].map(|()| Player::new(game(name, &[first]), 1 << 20));
                let [white, black] = &mut players;
                let apart = super::play(white, Some(black), &CONDITIONS, || false).unwrap();
                assert_eq!(white.game.position().fen(), black.game.position().fen());
                assert!(apart.plies.len() > 10);
            }
        })
        .unwrap();
    }

    #[test]
    fn games_end() {
        on_search_thread(|| {
            let mut player = Player::new(game("normal", &[]), 1 << 20);
            assert_eq!(play(&mut player, None, &CONDITIONS, || true), None);
            let course = |most_plies| {
                let mut player = Player::new(game("normal", &[]), 1 << 20);
                let conditions = Conditions {
                    most_plies,
                    ..CONDITIONS
                };
                play(&mut player, None, &conditions, || false).unwrap()
            };
            let long = course(12);
            assert_eq!((long.plies.len(), long.winner), (12, None));
            let mut won = game("normal", &[]);
            won.set_fen("7k/5ppp/8/8/8/8/8/R5K1 w - - 0 1").unwrap();
            let course = play(&mut Player::new(won, 1 << 20), None, &CONDITIONS, || false);
            let course = course.unwrap();
            assert_eq!(course.winner, Some(Color::White));
            assert_eq!(course.plies[0].value, Value::Mate(1));
        })
        .unwrap();
    }
}
