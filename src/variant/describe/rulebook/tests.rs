//! Which lines the rule book of a variant has, and which not.

use super::*;
use crate::testing::games::{find, read, variant, variants};

fn book(game: &str) -> Rulebook {
    Rulebook::new(&variant(game))
}

#[test]
fn chess_differs_from_nothing() {
    let book = book("normal");
    assert_eq!(book.differences, [""; 0]);
    assert!(
        book.play
            .iter()
            .any(|line| line.contains("to: queen (Q), rook (R), bishop (B), knight (N)."))
    );
    for start in [
        "No move may leave",
        "Castling: ",
        "En passant: ",
        "Promotion is",
    ] {
        let found = book.cases.iter().filter(|line| line.starts_with(start));
        assert_eq!(found.count(), 1, "{start}");
    }
}

#[test]
fn differences_are_described() {
    for (game, expected) in [
        ("nocastle", "There is no castling."),
        ("capablanca", "The king castles by three squares."),
        ("spartan", "Black's king does not castle."),
        (
            "omega",
            "The king castles by two squares, with a piece two squares from the edge.",
        ),
        (
            "almost-wildebeest",
            "The king castles by four squares, three squares or two squares.",
        ),
        ("berolina", "Pawns move differently from chess; see Pieces."),
        (
            "capablanca",
            "The board has 10 files and 8 ranks instead of 8 and 8.",
        ),
        ("los-alamos", "There are no bishops that move as in chess."),
        ("los-alamos", "Pawns have no double step."),
        ("knightmate", "The pieces start on other squares"),
        ("jesonmor", "No piece is royal"),
        ("jesonmor", "There are no pawns."),
        ("crazyhouse", "Captured pieces change sides"),
        (
            "cylinder",
            "Pawns, the king, knights, bishops, rooks and queens move differently from chess",
        ),
        (
            "shogi",
            "With a move that begins or ends on the last 3 ranks pieces promote: lance (L) to promoted lance (+L)",
        ),
    ] {
        let differences = book(game).differences;
        let described = differences.iter().any(|line| line.starts_with(expected));
        assert!(described, "{game}: {expected} is not in {differences:#?}");
    }
    // castling and double steps are described once
    for game in ["nocastle", "makruk", "capablanca"] {
        let differences = book(game).differences.join("\n");
        assert!(
            !differences.contains("move differently"),
            "{game}: {differences}"
        );
        assert!(
            !differences.contains("moves differently"),
            "{game}: {differences}"
        );
    }
    // the same choice in another order is the same choice
    let differences = book("crazyhouse").differences;
    assert!(
        !differences
            .iter()
            .any(|line| line.starts_with("Pawns promote"))
    );
}

#[test]
fn rare_cases_are_those_of_the_game() {
    let all = |game: &str| {
        let book = book(game);
        [book.goal, book.play, book.ends, book.cases]
            .concat()
            .join("\n")
    };
    for (game, described, not_described) in [
        ("xiangqi", "gives check with every move", "En passant"),
        ("xiangqi", "A jump does not capture", "Castling"),
        ("crazyhouse", "A drop is a move", "out of the game"),
        ("seirawan", "Gating: when a piece", "A drop is"),
        ("breakthrough", "No piece is royal", "checkmated"),
        ("janggi", "White moves first", "Passing the turn is not"),
        ("lion", "captures on its way", "A jump does not"),
    ] {
        let text = all(game);
        assert!(
            text.contains(described),
            "{game}: {described} is not in {text}"
        );
        assert!(
            !text.contains(not_described),
            "{game}: {not_described} is in {text}"
        );
    }
}

#[test]
fn walls_are_ruled_on() {
    let described =
        |game: &str, start: &str| book(game).cases.iter().any(|line| line.starts_with(start));
    assert!(described("duck", "No piece can stop on a wall"));
    assert!(described("duck", "If the wall is not on the board yet"));
    assert!(described("amazons", "No piece can stop on a wall"));
    assert!(!described("amazons", "If the wall"));
    assert!(!described("normal", "No piece can stop"));
}

/// The rules of a variant in lines.
fn described(game: &str) -> Vec<String> {
    let Rulebook {
        differences,
        goal,
        play,
        ends,
        cases,
    } = book(game);
    [differences, goal, play, ends, cases].concat()
}

fn assert_described(game: &str, expected: &str) {
    let lines = described(game);
    assert!(
        lines.iter().any(|line| line == expected),
        "{game}: {expected} is not in {lines:#?}"
    );
}

#[test]
fn losing_conditions_are_described() {
    for (game, expected) in [
        ("normal", "A side has lost when its king (K) is checkmated."),
        (
            "chu",
            "A side has lost when its last king (K) or crown prince (+E) is checkmated; as long as it has several, they \
             may be left under attack and captured.",
        ),
        (
            "spartan",
            "Black has lost when its last king (K) is checkmated; one of several may be left under attack and \
             captured, but not two at a time.",
        ),
        ("spartan", "White has lost when its king (K) is checkmated."),
        (
            "king-of-the-hill",
            "A side has lost when its king (K) is checkmated.",
        ),
        (
            "king-of-the-hill",
            "Bringing the king (K) to d4, e4, d5 or e5 wins.",
        ),
        (
            "atomic",
            "A side has lost when its king (K) is checkmated or blown up.",
        ),
        ("losers", "A side has won when its king (K) is checkmated."),
        (
            "losers",
            "A side with no pieces left except its king (K) wins.",
        ),
        ("antichess", "A side with no pieces left wins."),
        ("racingkings", "A side may not leave its king (K) in check."),
        ("codrus", "A side has won when it has no king (K) left."),
        ("duck", "A side has lost when it has no king (K) left."),
        (
            "threekings",
            "A side has lost when it has no more than 2 pieces of the kind king (K) left.",
        ),
        (
            "extinction",
            "A side has lost when it has no piece left of any one of these kinds: king (K), queen (Q), rook (R), \
             bishop (B), knight (N) or pawn (P).",
        ),
        ("horde", "White has lost when it has no piece left."),
        ("horde", "Black has lost when its king (K) is checkmated."),
    ] {
        let goal = book(game).goal;
        assert!(
            goal.iter().any(|line| line == expected),
            "{game}: {expected} is not in {goal:#?}"
        );
    }
}

/// If a pawn or piece can promote to a royal, such royals can be spared. A royal without a substitute cannot.
#[test]
fn royals_that_are_promoted_to_are_spare_ones() {
    let goal = |pieces: &str, lines: &str| {
        let text = format!(
            "version 4.8(w)\nGame: test\n8x8\n6 4 5 7 3 5 4 6\n6 4 5 7 3 5 4 6\np:74 fmWfcF\np:74 fmWfcF\n\
             {pieces}n:300 N\nb:300 B\nr:500 R\nq:900 Q\n{lines}\n"
        );
        royals::sentences(&find(&read(&text), "test"))
    };
    let king = "k:-300 K\n";
    let one = "A side has lost when its king (K) is checkmated.";
    let several = "A side has lost when its last king (K) is checkmated; as long as it has several, they may be \
                   left under attack and captured.";
    // without a line pawns promote to any piece that is not an absolute royal
    assert_eq!(goal(king, ""), [several]);
    assert_eq!(goal(king, "Promotion: QRBN"), [one]);
    assert_eq!(goal(king, "Promotion: QRBNK"), [several]);
    assert_eq!(goal("k:-1 K\n", ""), [one]);
    // an absolute royal stays absolute next to royals that can be spared
    let promoted = "Start: r+kbqkb+kr/pppppppp/8/8/8/8/PPPPPPPP/R+KBQKB+KR w\nPromotion: Q";
    let spare = "A side has lost when its last king (+K) is checkmated; as long as it has several, they may be \
                 left under attack and captured.";
    assert_eq!(goal("k:-1 K\n+k:-300 K\n", promoted), [one, spare]);
    // there is never a second royal
    for rule in ["captured", "most=K:1"] {
        let lines = format!("Promotion: QK\nPromotion-Rule: {rule}");
        assert_eq!(goal(king, &lines), [one], "{rule}");
    }
    assert_eq!(
        goal(king, "Promotion: white=QK black=Q"),
        [
            several.replace("A side", "White"),
            one.replace("A side", "Black")
        ]
    );
}

/// The win is described in one place, without contradictions.
#[test]
fn all_games_have_an_object() {
    for variant in variants() {
        let book = Rulebook::new(&variant);
        let wins = |line: &String| {
            [" won", " wins", " lost", " loses", "may not leave its"]
                .iter()
                .any(|word| line.contains(word))
        };
        let name = &variant.name;
        assert!(book.goal.iter().any(wins), "{name}: {:#?}", book.goal);
        let mated_wins = variant.rules.win.mated_wins;
        for line in book.goal.iter().filter(|line| line.contains("checkmated")) {
            assert_eq!(
                line.contains("has won"),
                mated_wins && !line.contains("never"),
                "{name}: {line}"
            );
        }
        for line in rules::deciding(&variant)
            .iter()
            .map(|line| capitalised(line))
        {
            assert!(book.goal.contains(&line), "{name}: {line}");
            assert!(!book.differences.contains(&line), "{name}: {line}");
        }
        let all = [
            book.differences,
            book.goal,
            book.play,
            book.ends,
            book.cases,
        ]
        .concat();
        let bad = ["1 ranks", "A A ", "1 to 1 only"];
        for line in &all {
            assert!(!bad.iter().any(|bad| line.contains(bad)), "{name}: {line}");
        }
        let says = |line: &str| all.iter().any(|other| other == line);
        assert!(
            !(says("There are no pawns.") && says("Pawns do not promote.")),
            "{name}"
        );
    }
}

#[test]
fn checks_are_described() {
    let pinned = "A pinned piece, which must not move because it shields its own royal piece, still gives check.";
    for game in ["normal", "atomic", "racingkings", "racingchess", "chu"] {
        assert_described(game, pinned);
    }
    for game in ["normal", "racingkings", "racingchess"] {
        assert_described(
            game,
            "No move may leave or put the own royal piece in check.",
        );
    }
    assert_described(
        "atomic",
        "No move may leave or put the own royal piece in check, unless it blows up the enemy's. No capture may \
         blow up one's own royal piece, not even together with the enemy's.",
    );
    assert_described(
        "atomic",
        "Royal pieces of both sides on neighbouring squares are safe from check: neither could \
         be blown up alone.",
    );
    let whole = |game: &str| described(game).join("\n");
    assert!(
        whole("atomic")
            .contains("capture the attacker, block, or blow up the enemy's royal piece.")
    );
    assert!(!whole("normal").contains("blow up"));
    assert!(whole("bughouse").contains("unless a piece from the partner could"));
    assert!(!whole("crazyhouse").contains("from the partner"));
}

#[test]
fn hands_are_described() {
    let before = "A captured piece that has been promoted goes to the hand unpromoted.";
    let stays = "A captured piece that has been promoted stays promoted.";
    for (game, line, other) in [
        ("crazyhouse", before, stays),
        ("shogi", before, stays),
        ("bughouse", before, stays),
        ("loop", stays, before),
    ] {
        assert_described(game, line);
        assert!(!described(game).iter().any(|line| line == other), "{game}");
    }
    let first = "A pawn that is dropped on its start rank has its first move.";
    for (game, expected) in [
        ("crazyhouse", true),
        ("bughouse", true),
        ("placement", false),
        ("pocketknight", false),
        ("shinobi", false),
        ("synochess", false),
        ("ajax-orthodox", false),
        ("dragon", false),
        ("normal", false),
    ] {
        assert_eq!(
            described(game).iter().any(|line| line == first),
            expected,
            "{game}"
        );
    }
    assert_described(
        "crazyhouse",
        "Pawns (P) may be dropped only on their owner's ranks 2 to 7.",
    );
    assert_described(
        "dragon",
        "Dragons (D) may be dropped only on their owner's rank 1.",
    );
    // types that only define moves in the palace are never in a hand
    assert_described(
        "janggihouse",
        "Captured pieces change sides: instead of a move a player may drop one of these from the hand on an empty \
         square: chariot (R), horse (N), elephant (B), guard (A), cannon (C), soldier (P).",
    );
    assert_described(
        "shogi",
        "No pawn (P) can be dropped on a file with another one of its owner.",
    );
    assert!(
        described("placement")
            .iter()
            .any(|line| line.ends_with("that order is R N B Q K B N R."))
    );
}

#[test]
fn draws_are_described() {
    for hunter in ["Horse (H)", "Cannon (C)"] {
        let line =
            format!("{hunter} may not attack chariot (R) for ever even if that is protected.");
        assert_described("xiangqi", &line);
    }
    assert_described(
        "xiangqi",
        "The game is drawn after 50 moves by each side without a capture or pawn move; checks and the answers to them do \
         not count.",
    );
    assert_described(
        "xiangqi",
        "In all other cases the game is drawn when the same position, with the same player to move, occurs for the \
         third time.",
    );
    assert_described(
        "normal",
        "The game is drawn when the same position, with the same player to move and the same rights to castle and \
         to capture in passing, occurs for the third time.",
    );
    let bare = "The game is drawn when each side has only one royal piece left";
    for (game, expected) in [
        ("normal", true),
        ("alice", true),
        ("crazyhouse", true),
        ("spartan", true),
        // a royal wins by reaching a goal or by a bare king rule, or there is no royal
        ("king-of-the-hill", false),
        ("shatranj", false),
        ("antichess", false),
        ("horde", false),
        ("bughouse", false),
    ] {
        let lines = described(game);
        assert_eq!(
            lines.iter().any(|line| line.starts_with(bare)),
            expected,
            "{game}"
        );
    }
    let one_color = described("normal").iter().any(|line| {
        line.starts_with("It is also drawn when")
            && line.contains("squares of one colour are left, here bishop (B), all on")
            && line.ends_with(
                "squares of the same colour, and no piece can make a first move any more.",
            )
    });
    assert!(one_color);
}
