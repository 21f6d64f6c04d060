//! Random games of every variant in the file: the result agrees with the legal moves, and every position
//! can be written and read again.

use std::collections::BTreeMap;
use std::sync::Arc;

use fmax::board::Position;
use fmax::game::Game;
use fmax::movegen::perft::perft;
use fmax::movegen::{DrawReason, GameEnd, WinReason};
use fmax::ruleset::Ruleset;
use fmax::types::{Color, Move, Rng, Square, TypeId};
use fmax::variant::Stalemate;
use fmax::variant::rules::draws::Draws;

use crate::common::effort::effort;
use crate::common::games::variants;

const PLIES: usize = 200;

/// True if all men except royals stand on squares of one colour and none of their moves can ever leave this colour.
fn is_dead(game: &Game) -> bool {
    let (pos, rules) = (game.position(), game.rules());
    let v = rules.variant();
    let square_color = |sq: Square| (sq.file() + sq.rank()) % 2;
    let men = Color::ALL.into_iter().flat_map(|color| pos.pieces(color));
    let others: Vec<(Square, TypeId)> = men
        .filter(|&(_, id)| !v.piece(id).royalty.is_royal())
        .collect();
    let bound = |id: TypeId| {
        let walks = rules.tables.walks(id).unwrap();
        walks
            .iter()
            .all(|walk| square_color(walk.from) == square_color(walk.to))
    };
    let pawn = |id: TypeId| v.is_pawn(id, Color::White) || v.is_pawn(id, Color::Black);
    let together = |&(sq, id): &(Square, TypeId)| {
        !pawn(id) && bound(id) && square_color(sq) == square_color(others[0].0)
    };
    others.iter().all(together)
}

/// A side's points on the board, with its initial bonus, where points decide.
fn points(game: &Game, color: Color) -> u32 {
    match &game.rules().variant().rules.draws {
        Draws::Points { pieces, extra } => {
            let on_board = game.position().pieces(color).map(|(_, id)| {
                let worth = pieces.iter().find(|(other, _)| *other == id);
                worth.map_or(0, |&(_, tenths)| u32::from(tenths))
            });
            on_board.sum::<u32>() + u32::from(extra[color])
        }
        _ => 0,
    }
}

/// Checks that the result agrees with the legal moves. Returns a word for the result.
fn judge(game: &Game) -> Option<&'static str> {
    let pos = game.position();
    let rules = game.rules();
    let at = || format!("{} {}", rules.variant().name, pos.fen());
    let side = pos.side();
    let none = game.legal_moves().is_empty();
    let check = rules.tables.in_check(pos);
    let outcome = game.outcome();
    let goals = &rules.variant().rules.win;
    // a game without moves and without a result would be stuck
    assert!(outcome.is_some() || !none, "{}", at());
    let fits = match outcome? {
        GameEnd::Win(winner, WinReason::Checkmate) => none && check && winner != side,
        GameEnd::Win(winner, WinReason::Stalemate) => {
            let count = |color| pos.pieces(color).count();
            none && !check
                && match rules.variant().rules.win.stalemate {
                    Stalemate::Draw => false,
                    Stalemate::Loss => winner != side,
                    Stalemate::Win => winner == side,
                    Stalemate::Fewer => count(winner) < count(winner.other()),
                }
        }
        GameEnd::Draw(DrawReason::Stalemate) => {
            let count = |color| pos.pieces(color).count();
            none && !check
                && match rules.variant().rules.win.stalemate {
                    Stalemate::Draw => true,
                    Stalemate::Loss | Stalemate::Win => false,
                    Stalemate::Fewer => count(side) == count(side.other()),
                }
        }
        GameEnd::Win(winner, WinReason::BareKing) => {
            let count = |color| pos.pieces(color).count();
            let kinds = &goals.baring[side.other()];
            let by_kinds =
                !kinds.is_empty() && kinds.iter().all(|id| pos.count(side.other(), *id) == 0);
            let alone = count(side) > 1 && count(side.other()) == 1;
            none && winner == side && (alone || by_kinds)
        }
        GameEnd::Win(winner, WinReason::Castled) => winner != side && none,
        GameEnd::Win(winner, WinReason::CannotCastle) => {
            let loser = winner.other();
            let right = if loser == Color::White { 'Q' } else { 'q' };
            let fen = pos.fen();
            none && !fen.split(' ').nth(2).unwrap().contains(right)
        }
        GameEnd::Win(winner, WinReason::Perpetual(_)) => {
            !none && winner == side && pos.repetitions() >= 2
        }
        // where nothing is delayed, the last move has won
        GameEnd::Win(winner, WinReason::Goal) => {
            let waits = goals
                .goals
                .iter()
                .any(|goal| goal.held || goal.safe || goal.level);
            none && (waits || winner != side)
        }
        GameEnd::Win(winner, WinReason::BeingMated) => none && check && winner == side,
        GameEnd::Win(winner, WinReason::Checks) => none && pos.checks_left(winner) == 0,
        GameEnd::Win(winner, WinReason::Extinction) => {
            let mut kinds = goals.extinction[winner.other()].iter();
            let left = goals.extinction_left;
            let all = pos.pieces(winner.other()).count() <= usize::from(left);
            let dead = kinds.any(|&id| pos.count(winner.other(), id) <= left);
            none && (dead || goals.extinction_of_all[winner.other()] && all)
        }
        GameEnd::Win(winner, WinReason::Extinct) => {
            let mut kinds = goals.extinction[winner].iter();
            none && kinds.any(|&id| pos.count(winner, id) == 0)
        }
        // no game begins with the side not to move in check
        GameEnd::Win(_, WinReason::RoyalTaken) => false,
        GameEnd::Win(winner, WinReason::RoyalDestroyed) => none && pos.royals(winner.other()) == 0,
        GameEnd::Win(winner, WinReason::Rid) => none && pos.live(winner) == pos.royals(winner),
        GameEnd::Draw(DrawReason::BareKings) => {
            pos.pieces(side).count() == 1 && pos.pieces(side.other()).count() == 1
        }
        GameEnd::Draw(DrawReason::BareKing) => {
            let lone = |&color: &Color| pos.live(color) == pos.royals(color);
            none && goals.bare_king_draws && Color::ALL.iter().any(lone)
        }
        GameEnd::Draw(DrawReason::BothAtGoal) => {
            none && goals.goals.iter().any(|goal| goal.level || goal.safe)
        }
        GameEnd::Draw(DrawReason::Mate) => none && check,
        GameEnd::Draw(DrawReason::Passes) => none && pos.passes() == 2,
        GameEnd::Draw(DrawReason::Facing) => none && pos.passes() == 1,
        // such a draw leaves no trace in the position
        GameEnd::Win(winner, WinReason::DrawOdds) => {
            rules.variant().rules.draws == Draws::Won(winner)
        }
        GameEnd::Win(winner, WinReason::Points) => {
            points(game, winner) > points(game, winner.other())
        }
        GameEnd::Draw(DrawReason::InsufficientMaterial) => is_dead(game),
        GameEnd::Draw(DrawReason::Repetition) => !none && pos.repetitions() >= 2,
        GameEnd::Draw(DrawReason::Counting) => {
            pos.move_count().is_some_and(|(count, limit)| count > limit)
        }
        GameEnd::Draw(DrawReason::MoveRule(moves)) => !none && pos.rule_clock() >= 2 * moves,
    };
    assert!(fits, "{outcome:?}: {}", at());
    Some(match outcome? {
        GameEnd::Win(_, reason) => match reason {
            WinReason::Checkmate => "checkmate",
            WinReason::Stalemate => "decisive stalemate",
            WinReason::BareKing => "bare king",
            WinReason::Goal => "goal",
            WinReason::Perpetual(_) => "perpetual",
            WinReason::BeingMated => "being mated",
            WinReason::Checks => "checks",
            WinReason::Extinction => "extinction",
            WinReason::Extinct => "extinct",
            WinReason::RoyalDestroyed => "explosion",
            WinReason::RoyalTaken => "capture",
            WinReason::Rid => "rid",
            WinReason::DrawOdds => "draw odds",
            WinReason::Points => "points",
            WinReason::Castled => "castling",
            WinReason::CannotCastle => "no castling",
        },
        GameEnd::Draw(reason) => match reason {
            DrawReason::Stalemate => "stalemate",
            DrawReason::Repetition => "repetition",
            DrawReason::MoveRule(_) => "move rule",
            DrawReason::Counting => "count",
            DrawReason::BareKing => "drawn bare king",
            DrawReason::BothAtGoal => "both at the goal",
            DrawReason::Mate => "weak mate",
            DrawReason::Passes => "passes",
            DrawReason::Facing => "facing",
            DrawReason::BareKings | DrawReason::InsufficientMaterial => "dead draw",
        },
    })
}

/// Checks FEN, key, move texts, and the number of moves after each move.
fn look(game: &Game, full: bool) {
    let rules = game.rules();
    let pos = game.position();
    let fen = pos.fen();
    let name = &rules.variant().name;
    let mut read = Position::from_fen(&rules.layout, &fen).unwrap();
    if pos.passes() > 0 {
        // not recorded in a FEN
        return;
    }
    assert_eq!(read.virgins(), pos.virgins(), "{name}: {fen}");
    assert_eq!(
        (read.fen(), read.key()),
        (fen.clone(), pos.key()),
        "{name}: {:?}",
        pos.last_move()
    );
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

/// Plays a random game of a variant, and returns how it ended, if it did.
fn play(rules: &Arc<Ruleset>, seed: u32) -> Option<&'static str> {
    let mut random = Rng::new(seed.into());
    let mut game = Game::new(rules.clone(), 25);
    let mut end = None;
    for ply in 0..PLIES {
        end = judge(&game);
        if end.is_some() {
            break;
        }
        look(&game, ply % 40 == 25);
        let legal = game.legal_moves();
        // prefers captures, because otherwise games would hardly ever end
        let captures: Vec<_> = legal
            .iter()
            .copied()
            .filter(|&mv| game.position().is_capture(mv))
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
    end
}

#[test]
fn random_games_end_as_their_moves_say() {
    let rulesets: Vec<_> = variants()
        .map(|variant| Arc::new(Ruleset::new(variant)))
        .collect();
    let mut ends: BTreeMap<&str, usize> = BTreeMap::new();
    std::thread::scope(|scope| {
        // games of two seeds need not reach all results
        let seeds = (1..=effort(1).max(3)).map(|seed| {
            let games = rulesets.iter().filter_map(move |rules| play(rules, seed));
            scope.spawn(|| games.collect::<Vec<_>>())
        });
        let seeds: Vec<_> = seeds.collect();
        for end in seeds.into_iter().flat_map(|seed| seed.join().unwrap()) {
            *ends.entry(end).or_default() += 1;
        }
    });
    // the test proves something only if it reaches all results
    for end in [
        "checkmate",
        "stalemate",
        "bare king",
        "goal",
        "move rule",
        "checks",
        "extinction",
        "explosion",
        "rid",
    ] {
        assert!(ends.contains_key(end), "{end} never met: {ends:?}");
    }
}
