//! A sample game and puzzles for the rules page, from games of the engine against itself.
//!
//! They depend only on the variant and its evaluation. A win in two moves is proven by trying all moves. An only move is found by
//! searching all moves: it is as good as the search.

use std::fmt::Write as _;
use std::sync::Arc;

use super::sheet::player;
use crate::board::Position;
use crate::game::Game;
use crate::movegen::{GameEnd, WinReason};
use crate::ruleset::Ruleset;
use crate::search::MATE;
use crate::tools::lab::self_play::{MOVE_RULE, Player, centipawns, table_bytes};
use crate::tools::lab::shards::record::Step;
use crate::tools::lab::shards::{Record, Terms};
use crate::tools::on_search_thread;
use crate::tools::playtest::games::{Generator, value_after};
use crate::tools::playtest::schedule::Plan;
use crate::types::{Color, Move, Square};

/// Games from which puzzles are taken, nodes for each of their moves, and random plies at their start.
pub const GAMES: u32 = 12;
const NODES: u64 = 1000;
const OPENING: u32 = 4;
/// The same for the games of which one is the sample.
const SAMPLE_GAMES: u32 = 2;
const SAMPLE_NODES: u64 = 5000;
const SAMPLE_OPENING: u32 = 2;
/// Games are drawn after this number of moves of each side.
const MOST_MOVES: u32 = 120;
/// The preferred length of the sample game, in plies.
const SAMPLE_PLIES: usize = 60;
/// The most puzzles of each kind.
const MOST_WINS: usize = 2;
const MOST_ONLY_MOVES: usize = 1;
/// Upper bound on the moves that all proofs together may try.
const PROOF_MOVES: u32 = 600_000;
/// The most positions that are searched for an only move; each has at least this number of moves.
const CANDIDATES: usize = 600;
const LEAST_CHOICES: usize = 10;
/// The first search of a position has this number of nodes for each move, and may leave this number of moves that do not lose.
const FIRST_NODES: u64 = 100;
const MOST_HOLDING: usize = 3;
/// The second search, of at most this number of positions, has this number of nodes for each move.
const VERIFICATIONS: usize = 20;
const VERIFYING_NODES: u64 = 10_000;
/// In centipawns: an only move is better than this, every other one is worse than its negative by the gap.
const BALANCED: i64 = -60;
const GAP: i64 = 200;

/// A sample game and puzzles.
#[derive(Debug, Default)]
pub struct Examples {
    pub sample: Option<Sample>,
    pub puzzles: Vec<Puzzle>,
}

/// A game and its last position.
#[derive(Debug)]
pub struct Sample {
    pub line: Line,
    pub end: Position,
}

/// Moves from a position.
#[derive(Debug)]
pub struct Line {
    /// The FEN of the position before the moves.
    pub fen: String,
    /// The moves as the protocol writes them.
    pub moves: Vec<String>,
    /// The moves in SAN, numbered, with ranks counted from 1; those of a sample game with its result.
    pub text: String,
}

/// A position with one move to find.
#[derive(Debug)]
pub struct Puzzle {
    /// The position.
    pub game: Game,
    pub goal: Goal,
    /// The move to find; for a win in two also a reply and the last move.
    pub solution: Line,
}

/// What the side to move can achieve by one move only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Mate, or another win, in two moves.
    Win { mates: bool },
    /// All other moves lose.
    Hold,
}

impl Puzzle {
    /// The task in words.
    pub fn task(&self) -> String {
        let side = player(self.game.position().side());
        let task = match self.goal {
            Goal::Win { mates: true } => "and mate in two moves",
            Goal::Win { mates: false } => "and win in two moves",
            Goal::Hold => "and find the only move that does not lose",
        };
        format!("{side} to move {task}.")
    }
}

/// Plays games, usually [`GAMES`], and takes examples from them.
///
/// # Errors
/// If there is no thread for the searches.
pub fn find(rules: &Arc<Ruleset>, games: u32) -> anyhow::Result<Examples> {
    on_search_thread(|| {
        let records = play(rules, NODES, OPENING, games);
        let mut puzzles = wins(rules, &records);
        puzzles.extend(only_moves(rules, &records));
        let samples = play(rules, SAMPLE_NODES, SAMPLE_OPENING, games.min(SAMPLE_GAMES));
        Examples {
            sample: sample(rules, &samples),
            puzzles,
        }
    })
}

fn play(rules: &Arc<Ruleset>, nodes: u64, openings: u32, games: u32) -> Vec<Record> {
    let plan = Plan {
        rules: rules.clone(),
        seed: 1,
        nodes,
        openings,
        terms: Terms::new(1, MOST_MOVES),
    };
    let mut generator = Generator::new(&plan);
    let play = |number| generator.play(number, || false);
    (0..games).filter_map(play).collect()
}

/// The game that the rules end, with a winner if possible, whose length is nearest to the preferred one.
fn sample(rules: &Arc<Ruleset>, games: &[Record]) -> Option<Sample> {
    let played = games.iter().filter_map(|record| {
        let (mut start, mut moves) = (None, Vec::new());
        let end = record.walk(rules, |step| {
            start.get_or_insert_with(|| step.game.clone());
            moves.push(step.mv);
        });
        let end = end.ok()?;
        let outcome = end.outcome()?;
        Some((start?, moves, end, outcome))
    });
    let (start, moves, last, end) = played.min_by_key(|(_, moves, _, end)| {
        let is_drawn = matches!(end, GameEnd::Draw(_));
        (is_drawn, moves.len().abs_diff(SAMPLE_PLIES))
    })?;
    let mut line = line(&start, &moves);
    // writing to a string cannot fail
    let _ = write!(line.text, " {}, {}", end.result(), end.reason());
    Some(Sample {
        line,
        end: last.position().clone(),
    })
}

/// Positions in which exactly one move wins in two moves and none at once. At most one is taken from a game; those in which the
/// winning move is no capture and gives no check come first.
fn wins(rules: &Arc<Ruleset>, games: &[Record]) -> Vec<Puzzle> {
    let mut proof = Proof::new();
    let mut found: Vec<(usize, Puzzle)> = Vec::new();
    for record in games {
        let candidates = positions(rules, record, |step| step.score == Some(MATE as i16));
        let puzzles = candidates.into_iter();
        let puzzles = puzzles.filter_map(|game| win(&mut proof, game));
        found.extend(puzzles.min_by_key(|(rank, _)| *rank));
    }
    found.sort_by_key(|(rank, _)| *rank);
    found.truncate(MOST_WINS);
    found.into_iter().map(|(_, puzzle)| puzzle).collect()
}

/// The puzzle of a position in which exactly one move wins in two moves and none at once, with its rank: 0 is the best.
pub(super) fn win(proof: &mut Proof, mut game: Game) -> Option<(usize, Puzzle)> {
    if !proof.winning(&mut game, 1)?.is_empty() {
        return None;
    }
    let &[key] = proof.winning(&mut game, 2)?.as_slice() else {
        return None;
    };
    let mut after = game.clone();
    after.play(key);
    let reply = *after.legal_moves().first()?;
    after.play(reply);
    let last = *proof.winning(&mut after, 1)?.first()?;
    after.play(last);
    let mates = matches!(after.outcome(), Some(GameEnd::Win(_, WinReason::Checkmate)));
    let text = game.san(key).unwrap_or_default();
    let rank = text.matches(['x', '+']).count();
    let solution = line(&game, &[key, reply, last]);
    Some((
        rank,
        Puzzle {
            game,
            goal: Goal::Win { mates },
            solution,
        },
    ))
}

/// Positions in which all moves but one lose, and in which this move does not just take back.
fn only_moves(rules: &Arc<Ruleset>, games: &[Record]) -> Vec<Puzzle> {
    let is_candidate = |step: &Step<'_>| {
        let pos = step.game.position();
        step.score
            .is_some_and(|score| i64::from(score) >= BALANCED && score.unsigned_abs() < 200)
            && step.choices >= LEAST_CHOICES
            && !rules.tables.in_check(pos)
            && pos.last_move().is_none_or(|last| last.to() != step.mv.to())
    };
    let candidates = games
        .iter()
        .flat_map(|record| positions(rules, record, is_candidate));
    let mut player: Option<Player> = None;
    let mut verifications = 0..VERIFICATIONS;
    let puzzles = candidates.take(CANDIDATES).filter_map(|game| {
        let player =
            player.get_or_insert_with(|| Player::new(game.clone(), table_bytes(VERIFYING_NODES)));
        holding(player, &game, FIRST_NODES, MOST_HOLDING)?;
        verifications.next()?;
        let &[(key, BALANCED..)] = holding(player, &game, VERIFYING_NODES, 1)?.as_slice() else {
            return None;
        };
        let solution = line(&game, &[key]);
        Some(Puzzle {
            game,
            goal: Goal::Hold,
            solution,
        })
    });
    puzzles.take(MOST_ONLY_MOVES).collect()
}

/// The moves that do not clearly lose, with their scores in searches of this many nodes; `None` if there are more than `most`.
pub(super) fn holding(
    player: &mut Player,
    game: &Game,
    nodes: u64,
    most: usize,
) -> Option<Vec<(Move, i64)>> {
    player.begin(game.clone());
    let mut holding = Vec::new();
    for mv in game.legal_moves() {
        let value = value_after(player, game, mv, nodes);
        let score = value.map_or(0, |value| centipawns(value, MATE.into()));
        if score >= BALANCED - GAP {
            holding.push((mv, score));
        }
        if holding.len() > most {
            return None;
        }
    }
    Some(holding)
}

/// The positions of a game that fit, as games of their own without a past, for those who get them as a FEN.
fn positions(rules: &Arc<Ruleset>, record: &Record, fits: impl Fn(&Step<'_>) -> bool) -> Vec<Game> {
    let mut found = Vec::new();
    let replayed = record.walk(rules, |step| {
        if fits(&step) {
            let mut game = Game::new(rules.clone(), MOVE_RULE);
            if game.set_fen(&step.game.position().fen()).is_ok() {
                found.push(game);
            }
        }
    });
    replayed.map(|_| found).unwrap_or_default()
}

/// Moves from a position.
fn line(start: &Game, moves: &[Move]) -> Line {
    let mut game = start.clone();
    let mut text = String::new();
    let first = usize::from(game.position().side() == Color::Black);
    let ranks = game.rules().variant().ranks;
    for (ply, &mv) in (first..).zip(moves) {
        let number = ply / 2 + 1;
        let san = game.san(mv).unwrap_or_else(|| game.format(mv));
        let san = Square::plain_move(&san, ranks);
        // writing to a string cannot fail
        let _ = match (ply % 2, ply == first) {
            (0, true) => write!(text, "{number}. {san}"),
            (0, false) => write!(text, " {number}. {san}"),
            (_, true) => write!(text, "{number}... {san}"),
            (_, false) => write!(text, " {san}"),
        };
        game.play(mv);
    }
    Line {
        fen: start.position().fen(),
        moves: start.format_line(moves),
        text,
    }
}

/// Proves wins by trying all moves.
#[derive(Debug)]
pub(super) struct Proof {
    /// The moves that may still be tried.
    left: u32,
}

impl Proof {
    pub(super) fn new() -> Proof {
        Proof { left: PROOF_MOVES }
    }

    /// The moves by which the side to move wins in at most `depth` moves of its own. `None` if too many moves had to be tried.
    fn winning(&mut self, game: &mut Game, depth: u32) -> Option<Vec<Move>> {
        let side = game.position().side();
        let mut winning = Vec::new();
        for mv in game.legal_moves() {
            if self.wins_after(game, mv, side, depth - 1)? {
                winning.push(mv);
            }
        }
        Some(winning)
    }

    /// True if a side wins after this move with at most `depth` further moves of its own, whatever the other side answers.
    fn wins_after(&mut self, game: &mut Game, mv: Move, side: Color, depth: u32) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        game.play(mv);
        let wins = self.wins(game, side, depth);
        game.undo();
        wins
    }

    fn wins(&mut self, game: &mut Game, side: Color, depth: u32) -> Option<bool> {
        if let Some(end) = game.outcome() {
            return Some(matches!(end, GameEnd::Win(winner, _) if winner == side));
        }
        if depth == 0 {
            return Some(false);
        }
        // one of its own moves must win, or all moves of the other side must lose
        let own = game.position().side() == side;
        for mv in game.legal_moves() {
            if self.wins_after(game, mv, side, depth - u32::from(own))? == own {
                return Some(own);
            }
        }
        Some(!own)
    }
}
