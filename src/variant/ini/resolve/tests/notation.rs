//! Piece lines in Betza notation.

use super::*;

#[test]
fn complaints_about_notation() {
    for (line, complaint) in [
        (
            "e:300 fmzW",
            "13:9: error: move fmzW: `z` means nothing in Betza notation",
        ),
        (
            "e:300 W Ffm",
            "13:11: error: move Ffm: behind `m` a capital such as W or N is missing",
        ),
        (
            "e:300 1,7 cmcF",
            "13:13: error: move cmcF: `c` stands here once too often",
        ),
        (
            "e:300 mfcrF",
            "13:10: error: move mfcrF: `f` and `r` mean one thing together and another one apart",
        ),
        ("e:300 mhW", "13:8: error: move mhW: `h` cannot stand here"),
        (
            "e:300 fceF",
            "13:9: error: move fceF: this piece does not capture en passant",
        ),
        ("e:300 NgW", "13:8: error: move NgW: this names no move"),
        (
            "e:300 knight",
            "13:7: error: move knight: this is a word, no move",
        ),
        (
            "e:300 [F?R]",
            "13:7: error: move [F?R]: `[` means nothing in Betza notation",
        ),
        (
            "e:300 (W)",
            "13:7: warning: the piece list ends here, at `(W)`",
        ),
        (
            "e:300 1,7 Elephant",
            "13:11: warning: the piece list ends here, at `Elephant`",
        ),
        (
            "e:300 WL",
            "13:8: warning: move WL: `L` is read as C, but XBoard reads something else",
        ),
        (
            "Griffon:900 FyafsF",
            "13:1: error: a piece line begins with one letter, not with `Griffon`",
        ),
        (
            "Griffon: 900 15,3,16",
            "13:1: error: a piece line begins with one letter, not with `Griffon`",
        ),
        ("\nGriffon:900 FyafsF in prose", ""),
        ("e:300 G8", ""),
        ("e:300 N fhC", ""),
    ] {
        let built = built("8x8", &format!("{PIECES}{line}\n"));
        let found = complaints(&built);
        if complaint.is_empty() {
            assert_eq!(found, [""; 0], "{line}");
        } else {
            assert!(
                found.contains(&format!("test.ini:{complaint}")),
                "{line}: {found:?}"
            );
        }
    }
}

#[test]
fn xboard_gets_its_own_order() {
    for (line, sent) in [
        ("mfWcfF", "fmWfcF"),
        ("nfN miW", "fnNimW"),
        ("pmasK smiafR", "mpasKismafR"),
        ("finmD", "ifmnD"),
        ("clJ mL2", "lcZmC2"),
        ("fcF", "fcF"),
    ] {
        let built = built("8x8", &format!("{PIECES}e:300 {line}\n"));
        let v = built.variant.unwrap_or_else(|| panic!("{line}"));
        assert_eq!(v.piece(TypeId(8)).betza.as_deref(), Some(sent), "{line}");
    }
}

#[test]
fn pieces_unlike_their_mirror_image() {
    let silver = |back: &str, line: &str| {
        let ranks = back.replace('/', "\n");
        game(&format!("8x8\n{ranks}\n{PIECES}{line}\n"))
    };
    let both = "0 0 0 3 8 0 0 0/0 0 0 3 8 0 0 0";
    let v = silver(both, "s:200 FfW").variant.unwrap();
    assert_eq!(v.pieces.len(), 9);
    assert_eq!(v.back_rank[Color::Black][4], Some(TypeId(9)));
    assert_eq!(v.piece(TypeId(9)).letter, 'S');
    let step = |id: u8| v.piece(TypeId(id)).moves[4].clone();
    assert_ne!(step(8), step(9));
    assert_eq!(choices(&v), [[7, 4, 6, 8], [7, 4, 6, 9]]);
    // a piece that moves alike on both sides, or is on one side only, is a single type
    for (back, line) in [
        (both, "s:200 WF"),
        ("0 0 0 3 8 0 0 0/0 0 0 3 9 0 0 0", "s:200 FfW\ns:200 FfW"),
    ] {
        let built = silver(back, line);
        assert_eq!(complaints(&built), [""; 0], "{line}");
        assert_eq!(
            built.variant.unwrap().pieces.len(),
            7 + line.lines().count()
        );
    }
    let shared = silver(both, "s:200 FfW\ns:200 K");
    let complaint = "test.ini:13:1: error: black starts with a s that moves unlike white's, but its \
                     letter means another piece";
    assert_eq!(complaints(&shared), [complaint]);
}

#[test]
fn en_passant_is_what_the_notation_says() {
    let pawns = |white: &str, black: &str| {
        let rest: String = PIECES
            .lines()
            .skip(2)
            .map(|line| format!("{line}\n"))
            .collect();
        let built = built("8x8", &format!("p:100 {white}\np:100 {black}\n{rest}"));
        let v = built.variant.as_ref().unwrap();
        let passes = |side: usize| v.pieces[side].moves.iter().any(|m| m.en_passant);
        ([passes(0), passes(1)], built.diagnostics.len())
    };
    let (with, without) = ("fmWfceFifmnD", "fmWfcFifmnD");
    assert_eq!(pawns(with, with), ([true, true], 0));
    assert_eq!(pawns(with, without), ([false, true], 0));
    assert_eq!(pawns(without, without), ([false, false], 0));
    assert_eq!(pawns("fmWlfceFrfcFifmnD", with), ([true, true], 1));
    // pawns in steps and modes always capture en passant
    assert_eq!(pawns("-16,24 -16,6 -15,5 -17,5", with), ([true, true], 0));
}
