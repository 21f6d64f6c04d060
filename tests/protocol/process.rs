//! The program itself: any bytes on its input, signals, broken pipes, a kill while it writes.

use std::fs;
use std::path::Path;
use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::*;

use crate::common::files::Folder;
use crate::common::process::Engine;
#[cfg(unix)]
use crate::common::process::signal;
use crate::noise::{Act, act};
use crate::support::is_known;

fn start(folder: Option<&Path>) -> Engine {
    Engine::start(&["--hash", "1"], folder)
}

/// The engine thinks, and prints its thinking.
fn think(engine: &mut Engine) {
    engine.say("new\npost\nlevel 0 60 0\ngo\n");
    let (_, line) = engine.hear();
    assert!(line.contains('\t'), "{line}");
}

/// The bytes that an act sends; some bytes are not text.
fn bytes(act: &Act, pings: &mut usize) -> Vec<u8> {
    match act {
        Act::Say(lines) => (lines.clone() + "\n").into_bytes(),
        // the legal moves are not known here: arbitrary coordinates
        Act::Move(index) => {
            let square = |i: usize| format!("{}{}", char::from(b'a' + (i % 8) as u8), 1 + i / 8);
            let (from, to) = (index.index(4096) / 64, index.index(4096) % 64);
            format!("usermove {}{}\n", square(from), square(to)).into_bytes()
        }
        Act::Ping => {
            *pings += 1;
            format!(".\nping {pings}\n").into_bytes()
        }
        Act::Force => b".\nforce\n".to_vec(),
        Act::Wait => b"usermove \xFF\xFE\xC3\x00\n\x80\n".to_vec(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 20,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn anything_may_come_on_the_wire(acts in vec(act(), 1..80)) {
        let folder = Folder::new();
        let mut engine = start(Some(folder.path()));
        let mut pings = 0;
        for act in &acts {
            engine.say(bytes(act, &mut pings));
        }
        engine.say(b".\nforce\nexit\nping 1000000\n");
        let mut answered = 0;
        for line in engine.hear_until("pong 1000000").1 {
            prop_assert!(is_known(&line), "{:?}", line);
            if let Some(number) = line.strip_prefix("pong ") {
                answered += 1;
                let expected = if answered > pings { 1_000_000 } else { answered };
                prop_assert_eq!(number.parse::<usize>().unwrap(), expected);
            }
        }
        prop_assert_eq!(answered, pings + 1);
        engine.say(b"quit\n");
        prop_assert!(engine.end().success());
    }
}

#[test]
fn lines_of_a_megabyte_are_survived() {
    let mut engine = start(None);
    for start in [
        "",
        "usermove ",
        "setboard ",
        "option Ini File=",
        "setboard 8/",
        "ping ",
        "level ",
    ] {
        for filling in ["x", "9", "/", "k", "\u{20AC}", " ", "\0"] {
            let mut line = start.to_owned();
            while line.len() < (1 << 20) - 3 {
                line += filling;
            }
            engine.say(line.as_bytes());
            engine.say(b"\n");
        }
    }
    engine.say(vec![b'y'; 3 << 20]);
    engine.say(b"\nping 1\n");
    let (_, said) = engine.hear_until("pong 1");
    for line in &said {
        let start: String = line.chars().take(60).collect();
        // the length of XBoard's buffer
        assert!(
            is_known(line) && line.len() < 8192,
            "{} {start}",
            line.len()
        );
    }
    assert!(
        said.iter()
            .any(|line| line.starts_with("Error (line too long): yyy"))
    );
    engine.say(b"quit\n");
    assert!(engine.end().success());
}

#[test]
fn ends_when_nobody_listens_or_speaks() {
    let mut engine = start(None);
    think(&mut engine);
    engine.close_output();
    assert!(engine.end().success());
    let mut engine = start(None);
    think(&mut engine);
    engine.close_input();
    assert!(engine.end().success());
}

/// True if the tests run with a signal ignored, as in the background of a shell or under `nohup`: the processes that
/// they start then ignore it too.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = (status.lines()).find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.unwrap_or(0) >> (signal - 1) & 1 != 0
}

#[cfg(unix)]
#[test]
#[allow(clippy::print_stderr)]
fn signals_end_it_at_once() {
    use std::os::unix::process::ExitStatusExt;
    let mut sent = 0;
    for (name, number) in [("TERM", 15), ("INT", 2), ("HUP", 1)] {
        if is_ignored(number) {
            eprintln!("SIG{name} is ignored by the parent process");
            continue;
        }
        let mut engine = start(None);
        think(&mut engine);
        signal(name, &engine.child);
        assert_eq!(engine.end().signal(), Some(number));
        sent += 1;
    }
    assert!(sent > 0, "all signals are ignored");
    // a broken pipe is noticed by the write, not by a signal
    let mut engine = start(None);
    think(&mut engine);
    signal("PIPE", &engine.child);
    engine.say(b"?\n");
    engine.hear_until("move ");
    engine.say(b"quit\n");
    assert!(engine.end().success());
}

#[test]
fn a_kill_while_it_writes_loses_nothing() {
    let folder = Folder::new();
    let path = folder.file("normal.hash");
    // many lines, so that writing takes a while
    let mut old: Vec<String> = (0..400)
        .map(|i| format!("// line {i} {}", "of a long comment ".repeat(20)))
        .collect();
    fs::write(&path, old.join("\n") + "\n").unwrap();
    old.push(String::new());
    for round in 0..25 {
        let mut engine = start(Some(folder.path()));
        let mut scores = String::from("force\n");
        for score in 0..300 {
            scores += &format!("remember {score}\n");
        }
        engine.say(scores.as_bytes());
        engine.hear_until("telluser ");
        std::thread::sleep(Duration::from_micros(700 * round));
        engine.child.kill().unwrap();
        engine.child.wait().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), old.len(), "round {round}");
        assert!(lines.iter().zip(&old[..400]).all(|(new, old)| new == old));
        assert!(lines[400].starts_with("rnbqkbnr/"), "{}", lines[400]);
        assert!(lines[400].ends_with(';') && text.ends_with('\n'));
    }
}
