//! Predicting whether a move gives check before it is made.

use fmax::game::Game;
use fmax::ruleset::Ruleset;
use fmax::types::Rng;

use crate::common::games;

/// Statistics of random games: moves tested, checks given, checks missed and checks predicted wrongly.
#[derive(Default)]
struct Tally {
    moves: u32,
    checks: u32,
    missed: u32,
    imagined: u32,
}

fn play(rules: &Ruleset, random: &mut Rng, tally: &mut Tally) {
    let mut pos = rules.start();
    for _ in 0..80 {
        let legal = rules.tables.legal(&mut pos);
        if legal.is_empty() || rules.tables.game_end(&pos).is_some() {
            return;
        }
        let known = rules.tables.check_squares(&pos);
        for &mv in &legal {
            let reported = rules.tables.gives_check(&pos, mv, &known);
            rules.tables.make(&mut pos, mv);
            let checks = rules.tables.in_check(&pos);
            pos.unmake();
            tally.moves += 1;
            tally.checks += u32::from(checks);
            tally.missed += u32::from(checks && !reported);
            tally.imagined += u32::from(reported && !checks);
        }
        let mv = legal[random.below(legal.len())];
        rules.tables.make(&mut pos, mv);
    }
}

fn tally(name: &str) -> Tally {
    let rules = games::rules(name);
    let mut random = Rng::new(5);
    let mut tally = Tally::default();
    for _ in 0..30 {
        play(&rules, &mut random, &mut tally);
    }
    tally
}

/// Variants with several royals, or in which every move changes more than two squares.
const UNKNOWN: [&str; 15] = [
    "alice",
    "andernach",
    "atlantis",
    "atomic",
    "chak",
    "checkless",
    "chu",
    "coregal",
    "elven",
    "firedemon",
    "lion",
    "petrified",
    "rifle",
    "shoot",
    "spartan",
];
/// Variants whose pieces all move in the plain way.
const PLAIN: [&str; 8] = [
    "normal",
    "capablanca",
    "knightmate",
    "seirawan",
    "shatranj",
    "makruk",
    "courier",
    "grand",
];

#[test]
fn plain_checks_are_foreseen() {
    for game in PLAIN {
        let Tally {
            moves,
            checks,
            missed,
            imagined,
        } = tally(game);
        assert!(moves > 10_000 && checks > 100, "{game}: {moves} {checks}");
        assert_eq!((missed, imagined), (0, 0), "{game}: {checks} checks");
    }
}

#[test]
fn most_checks_are_foreseen_in_any_game() {
    for game in games::library().public_names() {
        let found = tally(game);
        let wrong = found.missed + found.imagined;
        // hoppers and lame pieces open and close the lines of other pieces too
        let most = (found.checks * 2 / 5).max(3);
        if UNKNOWN.contains(&game) {
            assert_eq!(found.imagined, 0, "{game}");
        } else {
            assert!(wrong <= most, "{game}: {wrong} of {}", found.checks);
        }
    }
}

#[test]
fn rooks_that_castle_and_captures_in_passing_check() {
    // the move, and whether it gives check
    let reported = |name: &str, fen: &str, text: &str| {
        let mut game = Game::new(games::rules(name), 50);
        game.set_fen(fen).unwrap();
        let mv = game.parse_move(text).unwrap();
        let (tables, pos) = (&game.rules().tables, game.position());
        let reported = tables.gives_check(pos, mv, &tables.check_squares(pos));
        game.play(mv);
        let checks = game.rules().tables.in_check(game.position());
        assert_eq!(reported, checks, "{text} in {fen}");
        reported
    };
    // the rook checks, or the line is blocked
    assert!(reported("normal", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"));
    assert!(!reported(
        "normal",
        "5k2/5p2/8/8/8/8/8/4K2R w K - 0 1",
        "e1g1"
    ));
    assert!(reported("normal", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"));
    // along the first rank, across the square that the king leaves
    assert!(reported("normal", "8/8/8/8/8/8/8/1k2K2R w K - 0 1", "e1g1"));
    // the captured pawn blocked a bishop, or nothing
    let fen = "8/8/3k4/3pP3/8/8/8/4K2B w - d6 0 1";
    assert!(!reported("normal", fen, "e5d6"));
    let fen = "8/8/2k5/3pP3/8/8/8/4K2B w - d6 0 1";
    assert!(reported("normal", fen, "e5d6"));
    // the capturing pawn leaves another line, but blocks it on its new square
    let fen = "3k4/8/8/3pP3/8/8/8/3RK3 w - d6 0 1";
    assert!(!reported("normal", fen, "e5d6"));
}
