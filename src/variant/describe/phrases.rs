//! Phrases for terms of Betza notation.

use crate::variant::betza::ast::{Atom, Range, Term, TermLeg};
use crate::variant::betza::direction::{ALL, DIAGONAL, DirSet, HORIZONTAL, ORTHOGONAL, VERTICAL};
use crate::variant::betza::modes::Modes;
use crate::variant::rules::values::add;
use crate::variant::{Condition, Leg};

/// Groups of compass directions that have a name, larger groups first.
const COMPASS: [(DirSet, &str); 16] = [
    (ALL, "in all directions"),
    (ORTHOGONAL, "straight"),
    (DIAGONAL, "diagonally"),
    (VERTICAL, "straight ahead and back"),
    (HORIZONTAL, "sideways"),
    (0x82, "diagonally ahead"),
    (0x28, "diagonally back"),
    (0x01, "straight ahead"),
    (0x10, "straight back"),
    (0x04, "to the right"),
    (0x40, "to the left"),
    (0x02, "diagonally ahead to the right"),
    (0x80, "diagonally ahead to the left"),
    (0x08, "diagonally back to the right"),
    (0x20, "diagonally back to the left"),
    (0, ""),
];
/// Turns of 45 degrees.
const BOTH_HALF_TURNS: DirSet = 0x82;
/// Groups of turns that have a name, larger groups first.
const TURNS: [(DirSet, &str); 14] = [
    (0xEF, "in any direction except back"),
    (0x01, "straight on"),
    (0x10, "back"),
    (BOTH_HALF_TURNS, "45 degrees to either side"),
    (HORIZONTAL, "at a right angle to either side"),
    (0x28, "135 degrees to either side"),
    (0x02, "45 degrees to the right"),
    (0x80, "45 degrees to the left"),
    (0x04, "at a right angle to the right"),
    (0x40, "at a right angle to the left"),
    (0x08, "135 degrees to the right"),
    (0x20, "135 degrees to the left"),
    (ALL, "in any direction"),
    (0, ""),
];

/// `a, b and c`.
pub fn join(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// `a, b or c`.
pub fn either(parts: &[String]) -> String {
    match parts {
        [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
        _ => join(parts),
    }
}

/// A name with its article; a letter gets no article.
pub fn with_article(name: &str) -> String {
    match name.chars().next() {
        Some('a' | 'e' | 'i' | 'o') => format!("an {name}"),
        Some(first) if first.is_lowercase() => format!("a {name}"),
        _ => name.to_owned(),
    }
}

/// A small number as a word.
pub fn number(n: impl Into<usize>) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    let n = n.into();
    WORDS
        .get(n)
        .map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// The plural of a name, which may have its letter after it: `rooks (R)`, or of a letter: `R pieces`.
pub fn plural(name: &str) -> String {
    let (noun, letter) = match name.find(" (") {
        Some(at) => name.split_at(at),
        None => (name, ""),
    };
    let ends = |endings: &[&str]| endings.iter().any(|ending| noun.ends_with(ending));
    if noun.trim_start_matches('+').len() < 2 {
        format!("{name} pieces")
    } else if ends(&["s", "x", "z", "ch", "sh"]) {
        format!("{noun}es{letter}")
    } else if ends(&["y"]) && !ends(&["ay", "ey", "oy", "uy"]) {
        format!("{}ies{letter}", &noun[..noun.len() - 1])
    } else if ends(&["man"]) {
        format!("{}men{letter}", &noun[..noun.len() - 3])
    } else {
        format!("{noun}s{letter}")
    }
}

/// `1 rank`, `2 ranks`.
pub fn counted(number: impl Into<usize>, what: &str) -> String {
    match number.into() {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}

/// `rank 2`, `ranks 2 and 3`, `ranks 2 to 7`.
pub fn ranks((first, last): (u8, u8)) -> String {
    match last.saturating_sub(first) {
        0 => format!("rank {first}"),
        1 => format!("ranks {first} and {last}"),
        _ => format!("ranks {first} to {last}"),
    }
}

/// The text if a condition holds, otherwise nothing.
pub fn when(condition: bool, text: &str) -> &str {
    if condition { text } else { "" }
}

/// Either side, White and Black: the subjects of most sentences about sides.
pub const SIDES: [&str; 3] = ["A side", "White", "Black"];

/// Sentences from predicates about White and Black. The subjects are for both sides, if their predicates are equal, for
/// White, and for Black.
pub fn of_sides(subjects: [&str; 3], [white, black]: [Vec<String>; 2]) -> Vec<String> {
    let say = |who: &str, predicates: &[String]| -> Vec<String> {
        let predicates = predicates.iter();
        predicates.map(|what| format!("{who} {what}")).collect()
    };
    let [both, of_white, of_black] = subjects;
    if white == black {
        say(both, &white)
    } else {
        [say(of_white, &white), say(of_black, &black)].concat()
    }
}

/// The names of the groups that make up a set.
fn name(set: DirSet, groups: &[(DirSet, &str)]) -> String {
    let mut left = set;
    let mut names = Vec::new();
    for &(group, text) in groups {
        if group != 0 && left & group == group {
            left &= !group;
            names.push(text.to_owned());
        }
    }
    join(&names)
}

/// Some of the eight directions of an oblique leap.
fn oblique(set: DirSet, short: i8, long: i8) -> String {
    let way = |(ahead, side): (i8, i8), right: bool, left: bool| {
        let along = if ahead > 0 { "ahead" } else { "back" };
        let to = match (right, left) {
            (true, true) => "to either side",
            (true, false) => "to the right",
            _ => "to the left",
        };
        format!("{} {along} and {side} {to}", ahead.abs())
    };
    let has = |direction: u8| set >> direction & 1 != 0;
    let pairs = [
        (0, 7, (long, short)),
        (1, 6, (short, long)),
        (2, 5, (-short, long)),
        (3, 4, (-long, short)),
    ];
    let ways: Vec<String> = (pairs.into_iter())
        .filter(|&(right, left, _)| has(right) || has(left))
        .map(|(right, left, step)| way(step, has(right), has(left)))
        .collect();
    join(&ways)
}

/// The name of a leap.
pub(super) fn leap(short: u32, long: u32) -> String {
    match (short, long) {
        (1, 2) => "a knight".to_owned(),
        (1, 3) => "a camel (1 by 3 squares)".to_owned(),
        (2, 3) => "a zebra (2 by 3 squares)".to_owned(),
        _ => format!("a leaper of {short} by {long} squares"),
    }
}

/// A step of some atom, with its directions.
fn go(atom: Atom, range: Range, set: DirSet) -> String {
    let Atom::Leap(short, long) = atom else {
        let where_to = name(set, &COMPASS);
        return match range {
            Range::UpTo(1) => format!("steps {where_to}"),
            Range::UpTo(n) => format!("slides up to {n} squares {where_to}"),
            Range::Unlimited => format!("slides {where_to}"),
        };
    };
    let what = if short == 0 || short == long {
        format!("{long} squares {}", name(set, &COMPASS))
    } else if set == ALL {
        format!(
            "like {}",
            leap(short.unsigned_abs().into(), long.unsigned_abs().into())
        )
    } else {
        oblique(set, short, long)
    };
    match range {
        Range::UpTo(1) => format!("leaps {what}"),
        Range::UpTo(n) => format!("leaps {what}, up to {n} times in a row"),
        Range::Unlimited => format!("leaps {what}, any number of times in a row"),
    }
}

/// The kinds of moves that the modes of a last leg allow.
fn purpose(modes: Modes) -> String {
    let own = modes.has("d");
    let purpose = match (modes.has("m"), modes.has("c"), modes.has("e")) {
        (false, false, _) if own => ", only to capture pieces of its own side",
        (true, false, _) if own => ", without capturing except pieces of its own side",
        (true, false, _) => ", without capturing",
        (false, true, true) => ", only to capture (en passant too)",
        (false, true, false) if own => ", only to capture, pieces of its own side too",
        (false, true, false) => ", only to capture",
        _ if own => ", and may capture pieces of its own side too",
        _ => "",
    };
    format!("{purpose}{}", when(modes.has("t"), ", giving no check"))
}

/// The phrase for moves on a cylinder.
const ROUND: &str = ", also round the edge of the board";

/// A term as a phrase.
pub(super) fn term(term: &Term) -> String {
    let first = match term.when {
        Condition::Always => "",
        Condition::Virgin => "on its first move ",
        Condition::BeyondStart => "one rank beyond its start ",
    };
    let TermLeg {
        directions, modes, ..
    } = term.legs[0];
    let round = when(modes.has("o"), ROUND);
    if term.legs.len() > 1 {
        return format!("{first}{}{round}", path(term));
    }
    let going = go(term.atom, term.range, directions);
    let how = if modes.has("n") {
        ", if the square between is empty"
    } else if modes.has("j") && term.atom.sides() == (0, 1) {
        ", jumping over the first square"
    } else if modes.has("j") {
        ", if a piece stands between"
    } else if modes.has("p") {
        ", jumping over exactly one piece"
    } else if modes.has("g") {
        ", jumping over the first piece in the way to the square behind it"
    } else {
        ""
    };
    format!("{first}{going}{how}{}{round}", purpose(modes))
}

/// The phrase for a second leg that moves away from the start of the first leg, if the first leg was straight or
/// diagonal.
fn outward(first: DirSet, slides: bool) -> Option<String> {
    let (rider, way) = if first & ORTHOGONAL == 0 {
        ("rook", "straight")
    } else if first & DIAGONAL == 0 {
        ("bishop", "diagonally")
    } else {
        return None;
    };
    Some(if slides {
        format!(", then continues outward as a {rider}")
    } else {
        format!(", then steps {way} outward")
    })
}

/// A move of several legs.
fn path(term: &Term) -> String {
    let mut slides = term.range == Range::Unlimited;
    let mut text = String::new();
    let last = term.legs.len() - 1;
    // the directions of the first leg; the empty set means every direction
    let first = term.legs[0].directions;
    for (index, leg) in term.legs.iter().enumerate() {
        let (set, modes) = (leg.directions, leg.modes);
        if index == 0 {
            text += if slides { "slides " } else { "steps " };
            text += &name(set, &COMPASS);
        } else {
            let outward = (index == 1 && set == BOTH_HALF_TURNS)
                .then(|| outward(first, slides))
                .flatten();
            text += &outward.unwrap_or_else(|| {
                let goes = if slides { "slides" } else { "steps" };
                format!(", then {goes} {}", name(set, &TURNS))
            });
        }
        if index == last {
            text += &purpose(modes);
            break;
        }
        text += if modes.has("mc") || modes.has("cy") {
            " over an empty square or one where it captures"
        } else if modes.has("c") {
            ", where it captures"
        } else if modes.has("mtp") {
            " over a square without an enemy"
        } else if modes.has("t") {
            " up to a friend"
        } else if modes.has("mp") {
            " over any square"
        } else if modes.has("p") || modes.has("g") {
            " up to a piece"
        } else {
            " over an empty square"
        };
        slides ^= modes.toggles();
    }
    text
}

/// Alternating steps. Moves that differ only in direction have the same phrase.
pub(super) fn in_turn(legs: &[Leg], cylinder: bool) -> String {
    let sides = |leg: &Leg| {
        let (a, b) = (leg.step.files.unsigned_abs(), leg.step.ranks.unsigned_abs());
        (u32::from(a.min(b)), u32::from(a.max(b)))
    };
    let name = |(short, long): (u32, u32)| match (short, long) {
        (0, 1) => "a step straight".to_owned(),
        (1, 1) => "a step diagonally".to_owned(),
        (0, n) => format!("{n} squares straight"),
        (m, n) if m == n => format!("{n} squares diagonally"),
        _ => format!("like {}", leap(short, long)),
    };
    let first = sides(&legs[0]);
    let alike = legs.iter().all(|leg| sides(leg) == first);
    let sum = |of: fn(&Leg) -> i8| legs.iter().map(|leg| i32::from(of(leg))).sum::<i32>();
    let circle = sum(|leg| leg.step.files) == 0 && sum(|leg| leg.step.ranks) == 0;
    let straight = legs.iter().all(|leg| leg.step == legs[0].step);
    let course = if straight {
        "straight on"
    } else if circle {
        "round in a circle"
    } else {
        "zigzagging"
    };
    let mut names: Vec<String> = Vec::new();
    (legs.iter()).for_each(|leg| add(&mut names, name(sides(leg))));
    let steps = join(&names);
    let turns = when(!alike, " in turn");
    let passes = !legs.iter().all(|leg| leg.rights.any());
    let passed = when(passes, ", some squares only to be passed");
    let round = when(cylinder, ROUND);
    let can = legs.iter().map(|leg| leg.rights);
    let (quiet, capture) = can.fold((false, false), |(q, c), r| (q | r.quiet, c | r.capture));
    let purpose = match (quiet, capture) {
        (true, false) => ", without capturing",
        (false, true) => ", only to capture",
        _ => "",
    };
    format!("goes {steps}{turns}, again and again, {course}{passed}{purpose}{round}")
}

/// Castling as a phrase.
pub(super) fn castling(term: &Term) -> String {
    let side = match term.legs[0].directions {
        HORIZONTAL => "to either side",
        0x40 => "to the left",
        _ => "to the right",
    };
    let squares = match term.range {
        Range::UpTo(1) => "one square".to_owned(),
        Range::UpTo(n) => format!("{} squares", number(n)),
        Range::Unlimited => "any number of squares".to_owned(),
    };
    let partner = match usize::from(term.legs[0].modes.jumps()) {
        0 => String::new(),
        n => format!(
            ", with a piece {} square{} from the edge",
            number(n),
            when(n > 1, "s")
        ),
    };
    format!("castles by {squares} {side}{partner}")
}
