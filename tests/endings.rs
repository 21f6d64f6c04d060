//! Random games of every game in the file: what is said about their end agrees with the moves, and
//! every position on the way survives being written and read again.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::collections::BTreeMap;
use std::sync::Arc;

use fmax::board::{Move, Position};
use fmax::eval::Ruleset;
use fmax::game::{DrawReason, Game, Outcome, WinReason};
use fmax::movegen::perft::perft;
use fmax::variant::{Library, ReadOptions, Stalemate};

const SEEDS: u64 = 4;
const PLIES: usize = 200;

/// xorshift, to be the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

/// How the game stands, and whether that fits the moves there are. Returns a word for the end.
fn judge(game: &Game) -> Option<&'static str> {
    let pos = game.position();
    let rules = game.rules();
    let at = || format!("{} {}", rules.variant().name, pos.fen());
    let side = pos.side();
    let none = game.legal_moves().is_empty();
    let check = rules.tables.in_check(pos);
    let outcome = game.outcome();
    // no move and no result would leave a player stuck
    assert!(outcome.is_some() || !none, "{}", at());
    let fits = match outcome? {
        Outcome::Win(winner, WinReason::Checkmate) => none && check && winner != side,
        Outcome::Win(winner, WinReason::Stalemate) => {
            let loses = rules.variant().rules.stalemate == Stalemate::Loss;
            none && !check && winner != side && loses
        }
        Outcome::Draw(DrawReason::Stalemate) => {
            let draws = rules.variant().rules.stalemate == Stalemate::Draw;
            none && !check && draws
        }
        Outcome::Win(winner, WinReason::BareKing) => {
            let count = |color| pos.pieces(color).count();
            none && winner == side && count(side) > 1 && count(side.other()) == 1
        }
        Outcome::Win(winner, WinReason::Perpetual(_)) => {
            !none && winner == side && pos.repetitions() >= 2
        }
        Outcome::Win(winner, WinReason::Goal) => none && winner != side,
        Outcome::Draw(DrawReason::BareKings | DrawReason::InsufficientMaterial) => {
            pos.pieces(side).count() == 1 && pos.pieces(side.other()).count() == 1
        }
        Outcome::Draw(DrawReason::Repetition) => !none && pos.repetitions() >= 2,
        Outcome::Draw(DrawReason::Counting) => {
            pos.move_count().is_some_and(|(count, limit)| count > limit)
        }
        Outcome::Draw(DrawReason::MoveRule(moves)) => !none && pos.rule_clock() >= 2 * moves,
    };
    assert!(fits, "{outcome:?}: {}", at());
    Some(match outcome? {
        Outcome::Win(_, reason) => match reason {
            WinReason::Checkmate => "checkmate",
            WinReason::Stalemate => "lost stalemate",
            WinReason::BareKing => "bare king",
            WinReason::Goal => "goal",
            WinReason::Perpetual(_) => "perpetual",
        },
        Outcome::Draw(reason) => match reason {
            DrawReason::Stalemate => "stalemate",
            DrawReason::Repetition => "repetition",
            DrawReason::MoveRule(_) => "move rule",
            DrawReason::Counting => "count",
            DrawReason::BareKings | DrawReason::InsufficientMaterial => "dead draw",
        },
    })
}

/// FEN, key, move texts, and the count of the moves behind each move.
fn look(game: &Game, full: bool) {
    let rules = game.rules();
    let pos = game.position();
    let fen = pos.fen();
    let name = &rules.variant().name;
    let mut read = Position::from_fen(&rules.layout, &fen).unwrap();
    assert_eq!((read.fen(), read.key()), (fen.clone(), pos.key()), "{name}");
    let legal = game.legal_moves();
    let sorted = |mut moves: Vec<Move>| {
        moves.sort_unstable_by_key(|mv| format!("{mv:?}"));
        moves
    };
    let again = rules.tables.legal(&mut read);
    assert_eq!(sorted(again), sorted(legal.clone()), "{name} {fen}");
    assert_eq!(perft(&rules.tables, &mut read, 1), legal.len() as u64);
    if !full {
        return;
    }
    let mut behind = 0;
    let mut next = game.clone();
    for &mv in &legal {
        let text = game.format(mv);
        assert_eq!(game.parse_move(&text), Ok(mv), "{name}: {text} in {fen}");
        next.play(mv);
        assert_eq!(next.position().check_consistency(), Ok(()), "{name}");
        behind += next.legal_moves().len() as u64;
        next.undo();
        assert_eq!(next.position().fen(), fen, "{name}: {text}");
    }
    assert_eq!(perft(&rules.tables, &mut read, 2), behind, "{name} {fen}");
}

#[test]
fn random_games() {
    let library = Library::builtin(ReadOptions::default());
    let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in library.entries() {
        let rules = Arc::new(Ruleset::new(entry.variant.clone().unwrap()));
        for seed in 1..=SEEDS {
            let mut random = Random(0x9E37_79B9_7F4A_7C15 ^ seed << 32);
            let mut game = Game::new(rules.clone(), 25);
            for ply in 0..PLIES {
                if let Some(end) = judge(&game) {
                    *ends.entry(end).or_default() += 1;
                    break;
                }
                look(&game, ply % 40 == 25);
                let legal = game.legal_moves();
                // captures more often than not, or games would never get to their end
                let captures: Vec<_> = legal
                    .iter()
                    .copied()
                    .filter(|mv| game.position().piece_on(mv.to()).is_some())
                    .collect();
                let choice = if !captures.is_empty() && random.below(3) > 0 {
                    captures
                } else {
                    legal
                };
                game.play(choice[random.below(choice.len())]);
            }
            while game.undo() {}
            assert_eq!(game.position().fen(), rules.start().fen());
        }
    }
    // the walk is worth something only if it meets the ends that there are
    for end in ["checkmate", "stalemate", "bare king", "goal", "move rule"] {
        assert!(ends.contains_key(end), "{end} never met: {ends:?}");
    }
}
