//! Piece values estimated from moves, against values measured by play.

use std::sync::Arc;

use fmax::eval::values;
use fmax::ruleset::Ruleset;
use fmax::types::TypeId;

use crate::common::games::{load, rules};

/// The steps of an atom of Betza notation in all directions, in the file's encoding.
fn leaps(x: i32, y: i32) -> Vec<i32> {
    let mut steps = Vec::new();
    for (a, b) in [(x, y), (y, x)] {
        for (a, b) in [(a, b), (-a, b), (a, -b), (-a, -b)] {
            steps.push(a - 16 * b);
        }
    }
    steps.sort_unstable();
    steps.dedup();
    steps
}

/// The moves of a piece made of atoms: leapers and the two sliders.
fn moves(betza: &str) -> String {
    let atom = |letter: char| -> (Vec<i32>, &str) {
        match letter {
            'W' => (leaps(1, 0), "7"),
            'F' => (leaps(1, 1), "7"),
            'D' => (leaps(2, 0), "7"),
            'N' => (leaps(1, 2), "7"),
            'A' => (leaps(2, 2), "7"),
            'H' => (leaps(3, 0), "7"),
            'R' => (leaps(1, 0), "3"),
            'B' => (leaps(1, 1), "3"),
            '4' => (leaps(1, 0), "843"),
            other => panic!("{other}"),
        }
    };
    let tokens = betza.chars().flat_map(|letter| {
        let (steps, mode) = atom(letter);
        steps.into_iter().map(move |step| format!(" {step},{mode}"))
    });
    tokens.collect()
}

/// A variant with a chess set and one more piece, on a board of this size.
fn game(size: &str, values: [&str; 4], line: &str) -> Arc<Ruleset> {
    let [n, b, r, q] = values;
    let files: usize = size.split('x').next().unwrap().parse().unwrap();
    let rank = format!("{}3", "0 ".repeat(files - 1));
    let text = format!(
        "{size}\n{rank}\n{rank}\np:100 -16,24 -16,6 -15,5 -17,5\n\
         p:100 16,24 16,6 15,5 17,5\nk:-1{}\nn:{n}{}\nb:{b}{}\nr:{r}{}\nq:{q}{}\n{line}\n",
        moves("WF"),
        moves("N"),
        moves("B"),
        moves("R"),
        moves("RB"),
    );
    load(&text)
}

const CHESS: [&str; 4] = ["325", "335", "500", "950"];
const TESTED: TypeId = TypeId(8);

fn estimate(betza: &str) -> f64 {
    let rules = game("8x8", CHESS, &format!("x:?{}", moves(betza)));
    values::estimate(rules.variant(), &rules.tables, TESTED)
}

/// Published values on 8x8, where a knight is about 325: H.G. Muller's formula for leapers with 4, 8,
/// 12 and 16 targets, his measurements, and the values of Fairy-Max's variants on that board.
const PUBLISHED: [(&str, f64); 24] = [
    ("F", 145.0),
    ("W", 135.0),
    ("N", 325.0),
    ("WF", 310.0),
    ("WD", 310.0),
    ("FA", 270.0),
    ("WA", 320.0),
    ("FAD", 480.0),
    ("HFD", 480.0),
    ("WFN", 700.0),
    ("WFAD", 640.0),
    ("NFA", 640.0),
    ("NWD", 640.0),
    ("NAD", 700.0),
    ("NWF", 775.0),
    ("NA", 500.0),
    ("ND", 500.0),
    ("B", 335.0),
    ("BD", 530.0),
    ("4", 425.0),
    ("R", 500.0),
    ("RB", 950.0),
    ("BN", 850.0),
    ("RN", 900.0),
];

#[test]
fn estimates_are_near_published_values() {
    let mut worst: (f64, &str) = (0.0, "");
    for (betza, published) in PUBLISHED {
        let estimate = estimate(betza);
        let error = estimate / published - 1.0;
        println!(
            "{betza:5} {published:5.0} {estimate:5.0} {:+5.1} %",
            100.0 * error
        );
        if error.abs() > worst.0.abs() {
            worst = (error, betza);
        }
    }
    println!(
        "the largest error is {:+.1} %, {}",
        100.0 * worst.0,
        worst.1
    );
    assert!(worst.0.abs() <= 0.25, "{worst:?}");
}

#[test]
fn more_moves_are_worth_more_than_their_sum() {
    assert!(estimate("RB") > estimate("R") + estimate("B"));
    assert!(estimate("WFN") > estimate("WF") + estimate("N"));
    // bound to one colour, to a quarter of the board, and not bound
    assert!(estimate("F") < estimate("W"));
    assert!(estimate("D") < estimate("F"));
}

#[test]
fn estimates_follow_the_scale_of_the_file() {
    let used = |values, line: &str| {
        let rules = game("8x8", values, line);
        rules.evaluation.value(TESTED)
    };
    let open = format!("x:?{}", moves("N"));
    let usual = used(CHESS, &open);
    assert!((280..=370).contains(&usual), "{usual}");
    // values twice as large
    let large = used(["650", "670", "1000", "1900"], &open);
    assert!((large - 2 * usual).abs() <= 2, "{large}, {usual}");
    // values in the file are used
    assert_eq!(used(CHESS, &format!("x:17{}", moves("N"))), 17);
    // only the pawns' value is known
    let alone = used(["?", "?", "?", "?"], &open);
    assert!((280..=370).contains(&alone), "{alone}");
}

#[test]
fn obstacles_and_directions_count() {
    let value = |moves: &str| {
        let rules = game("8x8", CHESS, &format!("x:? {moves}"));
        values::estimate(rules.variant(), &rules.tables, TESTED)
    };
    // the lame horse of Xiangqi against the knight
    let horse =
        value("16,70,17 16,70,15 -16,70,-17 -16,70,-15 1,70,17 1,70,-15 -1,70,15 -1,70,-17");
    let knight = estimate("N");
    assert!(horse < 0.9 * knight && horse > 0.5 * knight, "{horse}");
    // capturing is worth more than moving, and a piece that does both is worth more than either
    let (captures, goes) = (
        value(&moves("R").replace(",3", ",1")),
        value(&moves("R").replace(",3", ",2")),
    );
    assert!(captures > 1.5 * goes && captures < estimate("R"));
}

#[test]
fn sliders_gain_on_a_larger_board() {
    // sliders gain more than leapers
    let ratio = |size: &str| {
        let rules = game(size, CHESS, &format!("x:?{}", moves("N")));
        let rook = values::estimate(rules.variant(), &rules.tables, TypeId(6));
        rook / values::estimate(rules.variant(), &rules.tables, TESTED)
    };
    assert!(ratio("12x12") > 1.1 * ratio("8x8"));
}

#[test]
fn hoppers_are_near_the_values_of_the_file() {
    // alone, or with a piece whose value on that board is known
    for (game, hopper, beside) in [("grasshopper", 'G', None), ("xiangqi", 'C', Some('R'))] {
        let rules = rules(game);
        let v = rules.variant();
        let both = |letter: char| {
            let (id, piece) = v.types().find(|(_, piece)| piece.letter == letter).unwrap();
            let estimate = values::estimate(v, &rules.tables, id);
            (estimate, f64::from(piece.value))
        };
        let (estimate, value) = both(hopper);
        let scale = beside.map_or(1.0, |letter| both(letter).1 / both(letter).0);
        let error = scale * estimate / value - 1.0;
        assert!(error.abs() <= 0.25, "{game}: {error:+.2}");
    }
}
