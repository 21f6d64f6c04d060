//! Random input, sensible or not, for tests of what must always hold.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// An event for the engine.
#[derive(Clone, Debug)]
pub enum Act {
    /// A line.
    Say(String),
    /// One of the legal moves, if the position can be asked for them.
    Move(Index),
    /// A ping with the next number.
    Ping,
    /// Force mode; the command works in edit mode too.
    Force,
    /// Time for the engine.
    Wait,
}

/// Every command, and a few words that are not commands.
const WORDS: [&str; 66] = [
    "xboard",
    "protover",
    "accepted",
    "rejected",
    "new",
    "variant",
    "random",
    "force",
    "go",
    "playother",
    "white",
    "black",
    "level",
    "st",
    "sd",
    "nps",
    "time",
    "otim",
    "usermove",
    "?",
    "draw",
    "result",
    "setboard",
    "edit",
    "hint",
    "bk",
    "undo",
    "remove",
    "hard",
    "easy",
    "post",
    "nopost",
    "analyze",
    "exit",
    ".",
    "name",
    "rating",
    "ics",
    "computer",
    "pause",
    "resume",
    "memory",
    "cores",
    "egtpath",
    "option",
    "exclude",
    "include",
    "setscore",
    "lift",
    "put",
    "hover",
    "remember",
    "d",
    "show",
    "moves",
    "help",
    "#",
    "c",
    "e2e4",
    "O-O",
    "Ke1",
    "P@3",
    "quitx",
    "ping",
    "reset",
    "\u{1F600}",
];

/// Possible arguments of commands.
const ARGUMENTS: [&str; 52] = [
    "",
    "0",
    "1",
    "-1",
    "2",
    "40",
    "123456789012",
    "99999999999999999999999999",
    "-7.5",
    "0.01",
    "1e9",
    "nan",
    "0x10",
    "40 5 0",
    "0 0:01 0.05",
    "0 1 -1",
    "1 1",
    "e2e4",
    "e7e8q",
    "a1",
    "z9",
    "a1a1",
    "all",
    "e2e4e6e8",
    "@@@@",
    "w",
    "*",
    "1-0 {White mates}",
    "1/2-1/2",
    "normal",
    "fairy",
    "seirawan",
    "spartan",
    "nonesuch",
    "capablanca",
    "atomic",
    "8x8+0_fairy",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "R6k/6pp/8/8/8/8/8/K7 b - - 0 1",
    "7k/8/8/8/8/8/8/K7 w - - 99 80",
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "8/8 w",
    "kkkkkkkk/8/8/8/8/8/8/KKKKKKKK w - - 0 1",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[HEhe] w KQBCDFGkqbcdfg - 0 1",
    "Resign=1",
    "Resign Threshold=9999",
    "Claim draw after=0",
    "Clear Hash",
    "Save in hash file",
    "Automatic persistent-hash dialog=1",
    "Makruk rules=Cambodian",
    "Ini File=/nonexistent",
];

/// Short lines with large effects.
const PHRASES: [&str; 14] = [
    "sd 1\ngo",
    "sd 2\ngo\n?",
    "edit\n#\nKe1\nc\nKe8\n.",
    "edit\n#\n.",
    "edit",
    ".",
    "analyze",
    "exit",
    "hard",
    "post",
    "variant seirawan",
    "new",
    "level 40 0:01 0",
    "st 0.01",
];

fn line() -> impl Strategy<Value = String> {
    let sensible = (select(&WORDS[..]), select(&ARGUMENTS[..]))
        .prop_map(|(word, argument)| format!("{word} {argument}"));
    let twice = (select(&WORDS[..]), vec(select(&ARGUMENTS[..]), 2..4))
        .prop_map(|(word, arguments)| format!("{word} {}", arguments.join(" ")));
    let phrase = select(&PHRASES[..]).prop_map(str::to_owned);
    let mixed =
        (select(&WORDS[..]), "[ -~\\PC]{0,12}").prop_map(|(word, rest)| word.to_owned() + &rest);
    // a command that ends the session ends the test too early
    let any = "\\PC{0,30}".prop_map(|text| text);
    prop_oneof![
        4 => phrase,
        6 => sensible,
        1 => twice,
        1 => mixed,
        1 => any,
    ]
    .prop_filter("quit ends everything", |line| {
        line.lines()
            .all(|line| line.split_whitespace().next() != Some("quit"))
    })
    .prop_filter("a ping is counted", |line| {
        !line.trim_start().starts_with("ping")
    })
}

/// An event, mostly a line.
pub fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        10 => line().prop_map(Act::Say),
        5 => any::<Index>().prop_map(Act::Move),
        2 => Just(Act::Ping),
        1 => Just(Act::Force),
        2 => Just(Act::Wait),
    ]
}
