//! Commands and arguments that make no sense, and the end of the input.

use fmax::protocol::Event;

use crate::support::{Gui, START};

#[test]
fn nonsense_changes_nothing() {
    let mut gui = Gui::new();
    gui.ask("new");
    for (line, answer) in [
        ("bogus", "Error (unknown command): bogus"),
        ("bogus e2e4", "Error (unknown command): bogus e2e4"),
        ("level 40", "Error (time control missing): level 40"),
        ("level x 5 0", "Error (bad number): level x 5 0"),
        ("level 40 5 x", "Error (bad time): level 40 5 x"),
        ("st 0", "Error (bad time): st 0"),
        ("sd 0", "Error (bad number): sd 0"),
        ("time soon", "Error (bad time): time soon"),
        ("ping x", "Error (bad number): ping x"),
        ("usermove", "Error (move missing): usermove"),
        ("memory 0", "Error (bad number): memory 0"),
        ("memory -4", "Error (bad number): memory -4"),
        ("memory many", "Error (bad number): memory many"),
        (
            "memory 99999999999",
            "Error (not enough memory): memory 99999999999",
        ),
        (
            "option Nothing=1",
            "Error (no such option): option Nothing=1",
        ),
        (
            "option Resign=maybe",
            "Error (bad value): option Resign=maybe",
        ),
        ("option Resign", "Error (bad value): option Resign"),
        (
            "option Resign Threshold=5",
            "Error (not between 200 and 1200): option Resign Threshold=5",
        ),
        (
            "option Makruk rules=x",
            "Error (bad value): option Makruk rules=x",
        ),
        (
            "egtpath nalimov /x",
            "Error (fmax does not use endgame tables): egtpath nalimov /x",
        ),
        ("nps many", "Error (bad number): nps many"),
    ] {
        assert_eq!(gui.ask(line), [answer]);
    }
    let long = "y".repeat(5000);
    assert!(gui.ask(&long)[0].len() < 300);
    gui.session.handle(Event::Overlong("zzz".to_owned()));
    assert_eq!(gui.ask(""), ["Error (line too long): zzz"]);
    assert_eq!(gui.fen(), START);
    assert!(!gui.session.is_over());
}

#[test]
fn end_of_input() {
    let mut gui = Gui::new();
    gui.say("new\nlevel 0 60 0\nusermove e2e4");
    gui.session.handle(Event::EndOfInput);
    assert!(gui.session.is_over());
}
