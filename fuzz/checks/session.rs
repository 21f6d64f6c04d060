//! A conversation: one command a line, a line `wait` gives the engine time. Whatever is said, all
//! answers are lines of the protocol, pings are answered in order, and it comes to rest.

use std::time::Duration;

use super::support::{Gui, is_known};

/// More lines are not said.
const LINES: usize = 60;

pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut gui = Gui::new();
    let mut said = gui.say("sd 3");
    for line in text.lines().take(LINES) {
        if is_expensive(line) {
            continue;
        }
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
        // out of edit mode, where pings mean nothing
        said.extend(gui.say(".\nforce\nexit"));
        said.extend(gui.ask("ping 77777"));
        let last = said.iter().rfind(|line| line.starts_with("pong "));
        assert_eq!(last.map(String::as_str), Some("pong 77777"), "{text}");
    }
    for line in said {
        assert!(is_known(&line), "{line:?}");
        assert!(
            !line.contains(char::is_control) || line.contains('\t'),
            "{line:?}"
        );
    }
}

/// What would take gigabytes, or touch files outside.
fn is_expensive(line: &str) -> bool {
    let digits = line.bytes().filter(u8::is_ascii_digit).count();
    let word = line.split_whitespace().next().unwrap_or_default();
    (["memory", "cores"].contains(&word) && digits > 1) || line.contains('/') && word == "option"
}
