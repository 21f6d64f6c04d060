//! Variants that other programs know by the same name, but with another start position.

use crate::support::{Gui, is_move};

const ARRAY: &str = "rnebmkfwbenr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNEBMKFWBENR w - - 0 1";
const CEREMONIAL: &str =
    "rnebmk1wbenr/1ppppp1pppp1/6f5/p5p4p/P5P4P/6F5/1PPPPP1PPPP1/RNEBMK1WBENR w - - 0 1";

/// The answer of cutechess to the features that it does not know.
const CUTECHESS: &str = "xboard\nprotover 2\naccepted setboard\nrejected playother\nrejected draw\n\
     rejected sigint\nrejected analyze\nrejected colors\nrejected highlight";
const XBOARD: &str =
    "xboard\nprotover 2\naccepted setboard\naccepted playother\naccepted highlight";

/// A session that has started a game of courier after this introduction of the GUI.
fn courier(introduction: &str) -> Gui {
    let mut gui = Gui::new();
    gui.ask(introduction);
    let said = gui.ask("new\nvariant courier\nforce\nsd 2");
    let setup = said.iter().find(|line| line.starts_with("setup "));
    assert!(
        setup.is_none_or(|line| line.ends_with(CEREMONIAL)),
        "{said:?}"
    );
    gui
}

#[test]
fn cutechess_begins_from_the_ceremonial_position() {
    let mut gui = courier(CUTECHESS);
    assert_eq!(gui.fen(), CEREMONIAL);
    assert!(gui.ask("go").iter().any(|line| is_move(line)));
    // with cutechess's rules for the variant: black is bared
    let bared = "k11/12/12/12/12/12/1R10/5K6 w - - 0 1";
    gui.ask(&format!("force\nsetboard {bared}"));
    assert_eq!(gui.ask("go"), ["1-0 {White wins by bare king}"]);
    // nothing else begins there, and a position that is set up is what it says
    gui.ask(&format!("setboard {ARRAY}"));
    assert_eq!(gui.fen(), ARRAY);
    assert!(gui.ask("usermove a4a5")[0].starts_with("Illegal move"));
    gui.ask("new\nvariant bare-courier");
    assert_eq!(gui.fen(), ARRAY);
    gui.ask("new\nvariant capablanca");
    assert!(gui.fen().starts_with("rnabqkbcnr/pppppppppp/"));
}

#[test]
fn xboard_and_people_begin_from_the_array() {
    let mut gui = courier(XBOARD);
    assert_eq!(gui.fen(), ARRAY);
    assert!(gui.ask("usermove a4a5")[0].starts_with("Illegal move"));
    assert_eq!(gui.ask("usermove a2a3"), [""; 0]);
    let mut gui = Gui::new();
    gui.session.greet();
    gui.ask("new\nvariant courier\nforce");
    assert!(gui.ask("a4a5")[0].starts_with("Illegal move"));
    assert_eq!(gui.fen(), ARRAY);
}

#[test]
fn the_moves_show_where_an_unknown_gui_began() {
    let mut gui = courier("xboard\nprotover 2");
    assert_eq!(gui.fen(), ARRAY);
    // these moves are possible in both variants
    assert_eq!(gui.ask("usermove b1c3\nusermove b8c6"), [""; 0]);
    let answer = gui.ask("usermove a4a5");
    assert_eq!(answer.len(), 1);
    let message =
        "telluser These are moves of ceremonial-courier: the game continues as ceremonial-courier";
    // as after a capture: black's pawn stands on a5
    assert!(answer[0].starts_with("Illegal move"), "{answer:?}");
    let answer = gui.ask("usermove g4h5");
    assert!(answer[0].starts_with("Illegal move"), "{answer:?}");
    let answer = gui.ask("usermove g3f4");
    assert_eq!(answer, [message]);
    assert!(
        gui.fen().starts_with(
            "r1ebmk1wbenr/1ppppp1pppp1/2n3f5/p5p4p/P4FP4P/2N9/1PPPPP1PPPP1/R1EBMK1WBENR b "
        ),
        "{}",
        gui.fen()
    );
    assert_eq!(gui.ask("undo\nundo\nundo"), [""; 0]);
    assert_eq!(gui.fen(), CEREMONIAL);
    // the next game begins as ever, and what came before stays what it was
    gui.ask("new\nvariant courier\nforce");
    assert_eq!(gui.fen(), ARRAY);
    assert_eq!(gui.ask("usermove a2a3"), [""; 0]);
    assert!(gui.ask("usermove g6f5")[0].starts_with("Illegal move"));
    // the other way round
    let mut gui = courier(CUTECHESS);
    assert_eq!(gui.ask("usermove b1c3"), [""; 0]);
    let answer = gui.ask("usermove a7a6");
    assert!(
        answer[0].starts_with("telluser These are moves of courier: "),
        "{answer:?}"
    );
    assert!(
        gui.fen().starts_with("rnebmkfwbenr/1ppppppppppp/p11/"),
        "{}",
        gui.fen()
    );
}

#[test]
fn the_engine_answers_from_there() {
    let mut gui = courier("xboard\nprotover 2");
    gui.ask("new\nvariant courier\nsd 2\nhard");
    let said = gui.ask("usermove g3f4");
    assert!(said.iter().any(|line| is_move(line)), "{said:?}");
    gui.say("easy");
    assert_eq!(gui.session.game().position().ply(), 2);
}

/// cutechess has its own rules for draws, and a claim that contradicts these rules loses.
#[test]
fn draws_are_left_to_the_match_manager() {
    let repetition = "usermove g1f3\nusermove g8f6\nusermove f3g1\nusermove f6g8\n\
                      usermove g1f3\nusermove g8f6\nusermove f3g1\nusermove f6g8\ngo";
    let fifty = "setboard 4k3/8/8/8/8/8/8/R3K2R w - - 100 80\ngo";
    for game in [repetition, fifty] {
        let start = "new\nforce\nsd 2";
        let claimed = Gui::new().ask(&format!("{start}\n{game}"));
        assert!(claimed[0].starts_with("1/2-1/2"), "{claimed:?}");
        let mut gui = Gui::new();
        gui.ask(CUTECHESS);
        let said = gui.ask(&format!("{start}\n{game}"));
        assert!(said.iter().any(|line| is_move(line)), "{said:?}");
        assert!(said.iter().all(|line| !line.starts_with("1/2")), "{said:?}");
    }
    // without a move there is nothing else to say
    let mut gui = Gui::new();
    gui.ask(CUTECHESS);
    let said = gui.ask("new\nforce\nsetboard k7/2Q5/1K6/8/8/8/8/8 b - - 0 1\ngo");
    assert_eq!(said, ["1/2-1/2 {Stalemate}"]);
}
