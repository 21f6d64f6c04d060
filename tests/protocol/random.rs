//! Whatever is sent to a session, in whatever state it is: it never panics, answers every ping in order, does not move
//! in force mode, and sends nothing that the protocol does not know.

use std::time::{Duration, Instant};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::noise::{Act, act};
use crate::support::{Gui, is_known, is_move};

/// The state of a session, as a GUI knows it.
struct Witness {
    gui: Gui,
    /// No command since `force` could make the engine play.
    forced: bool,
    asked: usize,
    answered: usize,
}

/// After any of these commands the engine may move again.
fn may_make_it_play(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or_default();
    ["go", "playother", "white", "black", "new"].contains(&word)
}

impl Witness {
    fn new() -> Witness {
        Witness {
            gui: Gui::new(),
            forced: false,
            asked: 0,
            answered: 0,
        }
    }

    fn act(&mut self, act: &Act) -> Result<(), TestCaseError> {
        match act {
            Act::Say(lines) => {
                for line in lines.lines() {
                    self.forced &= !may_make_it_play(line);
                    self.say(line)?;
                }
                Ok(())
            }
            Act::Move(index) => {
                let legal = self.gui.session.game().legal_moves();
                if legal.is_empty() {
                    return Ok(());
                }
                let text = self.gui.session.game().format(*index.get(&legal));
                self.say(&format!("usermove {text}"))
            }
            Act::Ping => {
                self.asked += 1;
                // edit mode knows no pings
                self.say(".")?;
                self.say(&format!("ping {}", self.asked))
            }
            Act::Force => {
                self.say(".")?;
                self.say("force")?;
                self.forced = true;
                Ok(())
            }
            Act::Wait => self.pump(Duration::from_millis(20), true),
        }
    }

    fn say(&mut self, line: &str) -> Result<(), TestCaseError> {
        let said = self.gui.say(line);
        self.look_at(said)?;
        self.pump(Duration::ZERO, true)
    }

    /// Passes on the events of the search. `idle`: only as long as the engine is busy.
    fn pump(&mut self, time: Duration, idle: bool) -> Result<(), TestCaseError> {
        let end = Instant::now() + time;
        while !idle || self.gui.session.is_busy() {
            let left = end.saturating_duration_since(Instant::now());
            let Ok(event) = self.gui.events.recv_timeout(left) else {
                break;
            };
            self.gui.session.handle(event);
            let said = self.gui.say("");
            self.look_at(said)?;
        }
        Ok(())
    }

    fn look_at(&mut self, said: Vec<String>) -> Result<(), TestCaseError> {
        for line in said {
            prop_assert!(is_known(&line), "{line:?}");
            prop_assert!(!(self.forced && is_move(&line)), "{line:?} in force mode");
            if let Some(number) = line.strip_prefix("pong ") {
                self.answered += 1;
                prop_assert_eq!(number.parse::<usize>().unwrap(), self.answered);
            }
        }
        Ok(())
    }

    /// In the end the session is idle, and no ping is unanswered.
    fn end(mut self) -> Result<(), TestCaseError> {
        self.act(&Act::Force)?;
        self.say("exit")?;
        self.act(&Act::Ping)?;
        let end = Instant::now() + Duration::from_secs(20);
        while self.gui.session.is_busy() && Instant::now() < end {
            self.pump(Duration::from_secs(1), true)?;
        }
        prop_assert!(!self.gui.session.is_busy(), "busy for ever");
        prop_assert!(!self.gui.session.is_over());
        prop_assert_eq!(self.answered, self.asked);
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 150,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn anything_may_be_said_to_a_session(acts in vec(act(), 1..60)) {
        let mut witness = Witness::new();
        for act in &acts {
            witness.act(act)?;
        }
        witness.end()?;
    }
}
