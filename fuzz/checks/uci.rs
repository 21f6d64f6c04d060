//! A conversation over UCI: one command a line, a line `wait` gives the engine time. Whatever is said, all
//! answers are lines of the protocol, no search is answered twice, and it comes to rest.

use std::time::Duration;

use super::support::Gui;

/// More lines are not said.
const LINES: usize = 60;
/// How the lines begin that may be said.
const KNOWN: [&str; 10] = [
    "id ",
    "option name ",
    "uciok",
    "usiok",
    "checkmate notimplemented",
    "readyok",
    "info ",
    "bestmove ",
    "No such option: ",
    "Unknown command: ",
];

pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut gui = Gui::new().over_uci();
    let mut said = gui.say("setoption name Nodes value 300");
    let mut orders = 0;
    for line in text.lines().take(LINES) {
        let word = line.split_whitespace().next().unwrap_or_default();
        if is_expensive(word, line) {
            continue;
        }
        orders += usize::from(word.starts_with("go"));
        if line == "wait" {
            said.extend(gui.listen(Duration::from_millis(3)));
        } else {
            said.extend(gui.say(line));
        }
        if gui.session.is_over() {
            break;
        }
    }
    if !gui.session.is_over() {
        said.extend(gui.ask("stop"));
        let last = gui.ask("isready");
        assert_eq!(last, ["readyok"], "{text}");
    }
    let moves = said.iter().filter(|line| line.starts_with("bestmove "));
    assert!(moves.count() <= orders, "{said:?}");
    for line in said {
        assert!(
            KNOWN.iter().any(|known| line.starts_with(known)),
            "{line:?}"
        );
        assert!(!line.contains(char::is_control), "{line:?}");
    }
}

/// What would take gigabytes or long, touch files outside, or be answered by lines for people.
fn is_expensive(word: &str, line: &str) -> bool {
    let digits = line.bytes().filter(u8::is_ascii_digit).count();
    ["d", "eval", "help"].contains(&word)
        || line.contains("perft")
        || word == "setoption" && (digits > 1 || line.contains('/'))
}
