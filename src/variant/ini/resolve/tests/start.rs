//! Start positions given as FEN.

use super::*;

#[test]
fn a_start_position() {
    let rule = "Start: k7/8/2r5/8/8/8/P1P5/6NK b - - 3\n";
    let variant = variant("8x8", &(PIECES.to_owned() + rule));
    let start = variant.start.clone().unwrap();
    assert_eq!(start.fields, "b - - 3");
    let text = |p: &Placed| format!("{}{}{}{}", p.color, p.id.0, p.file, p.rank);
    let pieces: Vec<String> = variant.start_pieces().iter().map(text).collect();
    assert_eq!(
        pieces,
        [
            "black307", "black625", "white101", "white121", "white460", "white370"
        ]
    );
    assert_eq!(variant.back_rank[Color::White][7], Some(TypeId(3)));
}

#[test]
fn wrong_start_positions() {
    let full = "k7/8/8/8/8/8/8/7K";
    for (fen, complaint) in [
        ("k7/8/8/8/8/8/7K", "8: error: 7 ranks where the board has 8"),
        (
            "k8/8/8/8/8/8/8/7K",
            "8: error: rank `k8` does not fill 8 files",
        ),
        (
            "k999999999999/8/8/8/8/8/8/7K",
            "8: error: rank `k999999999999` does not fill 8 files",
        ),
        (
            "k7/8/8/3x4/8/8/8/7K",
            "8: error: no piece `x` in this variant",
        ),
        (
            "k7/8/8/3é4/8/8/8/7K",
            "8: error: no piece `é` in this variant",
        ),
        ("k7/8/8/8/8/8/8/7R", "8: error: white has no royal piece"),
        ("8/8/8/8/8/8/8/7K w", "8: error: black has no royal piece"),
        (
            &format!("{full} white"),
            "26: error: side to move `white` is neither w nor b",
        ),
        (
            &format!("{full} w KZ"),
            "28: error: `KZ` are not castling rights here",
        ),
        (
            &format!("{full} w - e3"),
            "30: error: no pawn has passed a square at the start",
        ),
        (
            &format!("{full} w - - 0 one"),
            "34: error: `one` is not a move counter",
        ),
        (
            &format!("{full} w - - 0 1 2"),
            "36: error: `2` is one field too many",
        ),
    ] {
        let built = built("8x8", &format!("{PIECES}Start: {fen}\n"));
        let found = complaints(&built);
        assert_eq!(found, [format!("test.ini:13:{complaint}")], "{fen}");
        assert_eq!(built.variant, None);
    }
    let (crowd, empty) = (["NNNNNNNN"; 8].join("/"), ["8"; 6].join("/"));
    let body = format!(
        "8x16\n{0}\n{0}\n{PIECES}Start: kNNNNNNN/{crowd}/{empty}/K7\n",
        "3 0 0 0 0 0 0 0"
    );
    assert_eq!(
        complaints(&game(&body)),
        ["test.ini:13:8: error: white has 72 pieces, more than 64"]
    );
}
