//! What a GUI receives for a variant that it does not know: board, pieces, targets, promotion choices, and
//! the rules in words.

use crate::common::games::read;
use crate::support::Gui;

/// A session in force mode, in which the engine never thinks.
fn quiet() -> Gui {
    let mut gui = Gui::new();
    gui.say("force");
    gui
}

#[test]
fn targets_light_up() {
    let mut gui = quiet();
    assert_eq!(gui.say("lift e2"), ["highlight 8/8/8/8/4Y3/4Y3/8/8"]);
    assert_eq!(gui.say("lift b1"), ["highlight 8/8/8/8/8/Y1Y5/8/8"]);
    // the piece has no move, but an empty answer is an answer too
    assert_eq!(gui.say("lift a1"), ["highlight 8/8/8/8/8/8/8/8"]);
    // no answer for empty squares, for the opponent's pieces and for texts that are not squares
    assert_eq!(
        gui.say("lift e4\nlift e7\nlift _1\nlift e9\nlift é"),
        [""; 0]
    );
    assert_eq!(gui.say("lift"), ["Error (square missing): lift"]);
    assert_eq!(
        gui.say("put e4\nhover e4\nput"),
        ["Error (square missing): put"]
    );
}

#[test]
fn captures_and_castling() {
    let mut gui = quiet();
    gui.say("setboard r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    assert_eq!(gui.say("lift e1"), ["highlight 8/8/8/8/8/8/3YYY2/2YY1YY1"]);
    assert_eq!(gui.say("lift a1"), ["highlight R7/Y7/Y7/Y7/Y7/Y7/Y7/1YYY4"]);
    // for a king in check, only legal moves are lit up
    gui.say("setboard 4k3/8/8/8/8/8/3r4/4K3 w - - 0 1");
    assert_eq!(gui.say("lift e1"), ["highlight 8/8/8/8/8/8/3R4/5Y2"]);
}

#[test]
fn the_victim_of_an_en_passant_capture() {
    let mut gui = quiet();
    gui.say("usermove e2e4\nusermove a7a6\nusermove e4e5\nusermove d7d5");
    assert_eq!(gui.say("lift e5"), ["highlight 8/8/3RY3/8/8/8/8/8"]);
    // the targets stay the same
    assert_eq!(gui.say("hover d6"), ["highlight 8/8/3RY3/3g4/8/8/8/8"]);
    assert_eq!(gui.say("hover e6\nput e6"), [""; 0]);
    // another piece is lifted
    gui.say("lift e1");
    assert_eq!(gui.say("hover d6"), [""; 0]);
}

#[test]
fn promotions_have_their_choice() {
    let mut gui = quiet();
    gui.say("variant nocastle\nsetboard 1n2k3/P7/8/8/8/8/p7/4K3 w - - 0 1");
    assert_eq!(gui.say("lift a7"), ["highlight MM6/8/8/8/8/8/8/8"]);
    assert_eq!(gui.say("put a8"), ["choice QRBN"]);
    assert_eq!(gui.say("put b8,"), ["choice QRBN"]);
    assert_eq!(gui.say("put c8"), [""; 0]);
    gui.say("usermove a7a8q");
    assert_eq!(gui.say("lift a2\nput a1").last().unwrap(), "choice QRBN");

    // each side has its own choice
    gui.say("variant spartan\nsetboard 2k1k3/P7/8/8/8/8/7h/4K3 b - - 0 1");
    // two kings are on the board already, so the pawn cannot become a third king
    assert_eq!(gui.say("lift h2\nput g1").last().unwrap(), "choice WGLC");
    gui.say("setboard 4k3/P7/8/8/8/8/7h/4K3 b - - 0 1");
    assert_eq!(gui.say("lift h2\nput g1").last().unwrap(), "choice WGLCK");

    gui.say("variant light-brigade\nsetboard 4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    // a variant without a choice also sends `choice`, see the session
    assert_eq!(
        gui.say("lift a7\nput a8"),
        ["highlight M7/8/8/8/8/8/8/8", "choice Q"]
    );
}

#[test]
fn squares_to_go_to_are_shown_on_large_boards() {
    let mut gui = quiet();
    gui.say("variant grande-acedrex");
    assert_eq!(
        gui.say("lift g1"),
        ["highlight 12/12/12/12/12/12/12/12/12/4Y1Y1Y3/5YYY4/12"]
    );
    // ten ranks are counted from 0
    gui.say("variant mexican");
    assert_eq!(
        gui.say("lift a1"),
        ["highlight 10/10/10/10/10/Y9/Y9/Y9/10/10"]
    );
}

#[test]
fn info_describes_the_rules() {
    let mut gui = quiet();
    gui.say("variant team-mate");
    let answer = gui.say("option Info");
    assert_eq!(answer.len(), 1);
    // two backslashes announce that there are escapes in the text
    let text = answer[0].strip_prefix("telluser \\\\").unwrap();
    let lines: Vec<&str> = text.split("\\n").collect();
    assert_eq!(lines[0], "team-mate: 8x8 board");
    assert!(lines[1].starts_with("All pieces differ"));
    assert!(
        lines.contains(
            &"J: leaps 2 squares straight, any number of times in a row; slides diagonally"
        )
    );
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("Pawns promote on the last rank to: "))
    );
    assert!(
        lines
            .iter()
            .all(|line| line.len() <= 90 && !line.contains('\\'))
    );
}

#[test]
fn unknown_games_are_introduced() {
    let ini = "version 4.8(w)\n\nGame: mini\n6x6\n4 0 5 3 0 4\n4 0 5 3 0 4\n\
        p:80 -16,6 -15,5 -17,5\np:80 16,6 15,5 17,5\n\
        k:-1 1,7 -16,7 -1,7 16,7 -15,7 -17,7 15,7 17,7\n\
        x:225 1,BA -16,BA -1,BA 16,BA\ng:300 -31,7 -33,7 1,043\n\n";
    let mut gui = Gui::among(None, read(ini));
    assert_eq!(
        gui.say("variant mini"),
        [
            "setup (P..........X...G.....Kp..........x...g.....k) 6x6+0_fairy \
             x1gk1x/pppppp/6/6/PPPPPP/X1GK1X w - - 0 1",
            "piece P& fmWfcF",
            "piece X& mRcpR",
            "piece G fNrW2",
            "piece g bNlW2",
        ]
    );
}

#[test]
fn pawns_that_stay_pawns() {
    let lines = "setboard 5k4/10/10/P9/10/10/10/10/9p/5K4 w - - 0 1\nexclude all\ninclude a6a7\ngo";
    for (game, to_xboard) in [("grand", "move a6a7p"), ("opulent", "move a6a7p")] {
        for (features, expected) in [
            ("accepted setboard\naccepted highlight", to_xboard),
            ("accepted setboard\nrejected highlight", "move a6a7"),
        ] {
            let mut gui = quiet();
            gui.ask(&format!("{features}\nvariant {game}\nforce\nsd 1"));
            assert_eq!(gui.ask(lines), [expected], "{game}");
            assert!(gui.fen().starts_with("5k4/10/P9/10/"), "{}", gui.fen());
            // whatever text the GUI makes of the move is understood
            for text in ["a6a7", "a6a7p", "a6a7P", "a6a7=p", "a6a7="] {
                let lines = lines.split('\n').next().unwrap();
                let answer = gui.ask(&format!("force\n{lines}\nusermove {text}"));
                assert_eq!(answer, [""; 0], "{text}");
                assert!(gui.fen().starts_with("5k4/10/P9/10/"), "{text}");
            }
        }
    }
    // no choice is sent where there is none, or where XBoard does not expect one
    let mut gui = quiet();
    gui.ask("accepted highlight\nvariant grand\nforce\nsd 1");
    gui.ask("setboard 5k4/P9/10/10/10/10/10/10/9p/5K4 w - - 0 1");
    assert!(gui.ask("usermove a8a9p")[0].starts_with("Illegal move (`p` cannot be chosen)"));
    gui.ask("variant normal\nforce\nsetboard 4k3/8/P7/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(gui.ask("exclude all\ninclude a6a7\ngo"), ["move a6a7"]);
}

/// A piece that captures on its way: the GUI reports that the piece is put there and lifted again.
#[test]
fn moves_that_go_on() {
    let mut gui = quiet();
    gui.say("variant lion\nforce");
    gui.say("setboard 4k3/8/8/3n4/3L4/3P4/8/4K3 w - - 0 1");
    assert_eq!(
        gui.say("lift d4"),
        ["highlight 8/8/1YYYYY2/1YYCYY2/1YY1YY2/1YY1YY2/1YYYYY2/8"]
    );
    gui.say("put d5");
    assert_eq!(
        gui.say("lift d5"),
        ["highlight 8/8/2YYY3/2YRY3/2YYY3/8/8/8"]
    );
    gui.say("usermove d4d5,d5e6");
    assert!(gui.fen().starts_with("4k3/8/4L3/8/8/3P4/8/4K3 b"));
    // another piece, or the same piece again
    gui.say("setboard 4k3/8/8/3n4/3L4/3P4/8/4K3 w - - 0 1");
    gui.say("lift d4\nput d5");
    assert_eq!(gui.say("lift d3"), ["highlight 8/8/8/8/8/8/8/8"]);
}
