//! Reading FENs: accepted forms, with omitted fields, and errors.

use fmax::board::Position;
use fmax::game::Game;

use crate::common::games::{self, rules};
use crate::common::table;

/// Reads a FEN as sent by a GUI.
fn read(game: &str, fen: &str) -> String {
    let read = Position::from_gui_fen(&rules(game).layout, fen);
    read.unwrap_or_else(|error| panic!("{game}: {fen}: {error}"))
        .fen()
}

#[test]
fn fields_may_be_left_out() {
    // as XBoard writes positions: without a castling field if it knows of no castling, and without
    // an en-passant field if it knows that there is none
    let board = "3k4/8/8/8/8/8/8/4K2R";
    for game in ["makruk", "shatranj", "asean", "cambodian", "ai-wok"] {
        let whole = read(game, &format!("{board} b - - 3 9"));
        for fields in ["b 3 9", "b - 3 9", "b - - 3 9"] {
            assert_eq!(read(game, &format!("{board} {fields}")), whole, "{game}");
        }
    }
    for (game, board) in [
        ("courier", "3k8/12/12/12/12/12/12/4K6R"),
        ("xiangqi", "4k4/9/9/9/9/9/9/9/9/3K4R"),
        ("minixiangqi", "3k3/7/7/7/7/7/2K3R"),
        ("los-alamos", "3k2/6/6/6/6/2K2R"),
    ] {
        for (fields, whole) in [
            ("w 0 1", "w - - 0 1"),
            ("b 3 9", "b - - 3 9"),
            ("b", "b - - 0 1"),
            ("b 12", "b - - 12 1"),
        ] {
            let read = read(game, &format!("{board} {fields}"));
            assert_eq!(read, format!("{board} {whole}"), "{game}");
        }
    }
    // hands come before all these fields
    let fen = "4k3/8/8/8/8/8/8/4K3[Pn] b 0 7";
    assert_eq!(read("crazyhouse", fen), "4k3/8/8/8/8/8/8/4K3[Pn] b - - 0 7");
}

#[test]
fn a_single_field_is_recognised() {
    let board = "r3k2r/8/8/8/6pP/8/8/R3K2R";
    for (fields, whole) in [
        ("b KQkq 0 1", "b KQkq - 0 1"),
        // without the castling field, every piece at home is unmoved
        ("b h3 0 1", "b KQkq h3 0 1"),
        ("b h3", "b KQkq h3 0 1"),
        ("b - 0 1", "b - - 0 1"),
        ("b Kq", "b Kq - 0 1"),
        ("b 4 5", "b KQkq - 4 5"),
        // if a black piece starts on the square, the field is about this piece
        ("b a8e8 0 1", "b q - 0 1"),
    ] {
        assert_eq!(
            read("normal", &format!("{board} {fields}")),
            format!("{board} {whole}")
        );
    }
    // first-move rights as XBoard writes them: as files, or not at all
    let start = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR";
    for (fields, whole) in [
        ("b 0 1", "b DEde - 0 1"),
        ("b Dd 0 1", "b Dd - 0 1"),
        ("b De - 0 1", "b De - 0 1"),
    ] {
        let read = Position::from_fen(&rules("cambodian").layout, &format!("{start} {fields}"));
        assert_eq!(read.unwrap().fen(), format!("{start} {whole}"));
    }
}

#[test]
fn counts_are_read_with_fields_left_out() {
    let board = "3k4/8/8/8/8/8/8/4K2R";
    // the limit of the count, the count, the move
    let whole = read("makruk", &format!("{board} w - 32 4 50"));
    assert_eq!(whole, format!("{board} w - 32 4 50"));
    assert_eq!(read("makruk", &format!("{board} w 32 4 50")), whole);
    let checks = read("3check", "4k3/8/8/8/8/8/8/4K3 w 2+1 0 9");
    assert_eq!(checks, "4k3/8/8/8/8/8/8/4K3 w - - 2+1 0 9");
}

#[test]
fn a_refusal_explains_fens() {
    let rules = rules("normal");
    for fen in [
        "garbage",
        "4k3/8/8/8/8/8/8/4K3 x",
        "4k3/8/8/8/8/8/8/4K3 w !",
        "4k3/8/8/8/8/8/8/4K3 w KQkq z9",
        "4k3/8/8/8/8/8/8/4K3 w 0 x",
    ] {
        let error = Position::from_fen(&rules.layout, fen).unwrap_err();
        let form = "; a FEN is BOARD SIDE CASTLING EN-PASSANT CLOCK MOVE, where all behind the board \
                    may be left out";
        assert!(error.to_string().ends_with(form), "{error}");
    }
}

#[test]
fn fen_is_read_tolerantly() {
    let rules = rules("courier");
    for (written, read) in [
        // digits that must be read one by one, missing fields
        (
            "k11/66/12/12/12/12/12/K11",
            "k11/12/12/12/12/12/12/K11 w - - 0 1",
        ),
        (
            "k11/12/12/12/12/12/12/K11 b - - 7 12",
            "k11/12/12/12/12/12/12/K11 b - - 7 12",
        ),
        (
            "k11/12/12/12/12/12/12/K11 b - 7 12",
            "k11/12/12/12/12/12/12/K11 b - - 7 12",
        ),
        (
            "k11/12/12/12/12/12/12/K11 w - - - -",
            "k11/12/12/12/12/12/12/K11 w - - 0 1",
        ),
    ] {
        assert_eq!(
            Position::from_fen(&rules.layout, written).unwrap().fen(),
            read
        );
    }
    let chess = games::rules("normal");
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w HAkq - 0 1";
    let read = Position::from_fen(&chess.layout, fen).unwrap();
    assert_eq!(read.fen(), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
}

/// The top of the file explains its entries. `tests/protocol/positions.rs` sends these positions to the engine.
#[test]
fn invalid() {
    table::check_all("invalid", |row| {
        let mut game = Game::new(row.rules().clone(), 50);
        let errors = [game.set_fen(&row.fen), game.set_gui_fen(&row.fen)];
        for error in errors.map(|read| read.unwrap_err().to_string()) {
            let message = error.split(';').next().unwrap();
            assert_eq!(row.entries, [("error".to_owned(), message.to_owned())]);
        }
    });
}

#[test]
fn texts_without_a_board_are_refused() {
    for text in ["", "é", "["] {
        Position::from_fen(&rules("normal").layout, text).unwrap_err();
    }
}
