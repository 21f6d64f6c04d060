//! Positions set up by the user: positions of variants without castling, for which XBoard's FENs have superfluous
//! fields, and illegal positions.

use fmax::game::Game;

use crate::games::rules;

use super::harness::{Board, CLICK_PATIENCE, Launch, PATIENCE, Screen, XBoard, wait_for};

/// A game that starts from a position.
fn game(name: &str, fen: &str) -> Game {
    let mut game = Game::new(rules(name), 0);
    game.set_gui_fen(fen).unwrap();
    game
}

/// Reads the engine's next move, which must be legal, and plays it in the game.
fn hear_move(xboard: &mut XBoard<'_>, game: &mut Game) {
    let said = xboard.hear(PATIENCE, "<first : move ");
    let text = said.rsplit(' ').next().unwrap();
    let mv = game.parse_move(text);
    game.play(mv.unwrap_or_else(|error| panic!("{text}: {error}")));
}

#[test]
#[ignore = "needs the Debian packages xboard, xvfb and xdotool"]
fn positions_without_castling_are_played() {
    let screen = Screen::new();
    for (name, board, fen) in [
        ("makruk", Board::new(8, 8), "3k4/p7/8/8/8/P7/8/3K3R w"),
        ("shatranj", Board::new(8, 8), "3k4/p7/8/8/8/P7/8/4K2R w 0 1"),
        ("xiangqi", Board::new(9, 10), "3k5/9/9/p8/9/9/P8/9/9/4K3R w"),
        (
            "courier",
            Board::new(12, 8),
            "5k6/p11/12/12/12/P11/12/5K5R w",
        ),
    ] {
        let mut game = game(name, fen);
        let launch = Launch::new(name, board).position(fen);
        let options = ["-mode", "", "-depth", "3", "-autoFlipView", "false"];
        let mut xboard = XBoard::start(&screen, launch.options(&options));
        xboard.key("ctrl+w");
        hear_move(&mut xboard, &mut game);
        let reply = game.legal_moves()[0];
        let text = game.format(reply);
        game.play(reply);
        let (from, to) = text.split_at(2);
        xboard.click(from, "<first : highlight ");
        xboard.click(to, &format!(">first : {text}"));
        hear_move(&mut xboard, &mut game);
        xboard.shot(&format!("position-{name}"));
        let record = xboard.record();
        assert!(record.contains(">first : setboard "), "{name}: {record}");
        for word in ["<first : tellusererror", "<first : Error", "llegal"] {
            assert!(!record.contains(word), "{name}: {word}: {record}");
        }
    }
}

#[test]
#[ignore = "needs the Debian packages xboard, xvfb and xdotool"]
fn a_position_without_a_king_is_refused() {
    let screen = Screen::new();
    let launch = Launch::new("makruk", Board::new(8, 8));
    let mut xboard = XBoard::start(&screen, launch.options(&["-mode", "EditPosition"]));
    let (king, empty) = (xboard.look_at("d1"), xboard.look_at("d2"));
    assert_ne!(king, empty);
    xboard.drag_off("d1");
    assert_eq!(xboard.look_at("d1"), empty);
    // ends the editing, with the engine to play white
    xboard.key("ctrl+w");
    xboard.hear(CLICK_PATIENCE, ">first : setboard ");
    xboard.hear(CLICK_PATIENCE, ">first : go");
    xboard.hear(CLICK_PATIENCE, "<first : tellusererror Illegal position: ");
    wait_for(CLICK_PATIENCE, "message", || {
        (!screen.windows("^Error").is_empty()).then_some(())
    });
    xboard.hear(CLICK_PATIENCE, "<first : Error (no position): go");
    std::thread::sleep(std::time::Duration::from_secs(1));
    xboard.shot("position-refused");
    assert!(!xboard.record().contains("<first : move "));
}

#[test]
#[ignore = "needs the Debian packages xboard, xvfb and xdotool"]
fn courier_is_played_from_its_array() {
    let screen = Screen::new();
    let launch = Launch::new("courier", Board::new(12, 8));
    let options = ["-mode", "", "-depth", "3", "-autoFlipView", "false"];
    let mut xboard = XBoard::start(&screen, launch.options(&options));
    xboard.key("ctrl+w");
    let mut game = Game::new(rules("courier"), 0);
    for _ in 0..3 {
        hear_move(&mut xboard, &mut game);
        let reply = game.legal_moves()[0];
        let text = game.format(reply);
        game.play(reply);
        let (from, to) = text.split_at(2);
        xboard.click(from, "<first : highlight ");
        xboard.click(to, &format!(">first : {text}"));
    }
    hear_move(&mut xboard, &mut game);
    xboard.shot("courier");
    assert!(!xboard.record().contains("llegal"));
}
