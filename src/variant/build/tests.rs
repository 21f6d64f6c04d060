use super::*;
use crate::variant::{MoveShape, Placed, source};

const PIECES: &str = "p:100 -16,24 -16,6 -15,5 -17,5\n\
                      p:100 16,24 16,6 15,5 17,5\n\
                      k:-1 1,34 -1,34 1,7 -1,7 16,7 -16,7\n\
                      n:300 14,7 -14,7 18,7\n\
                      B:303 15,3 17,3\n\
                      r:500 1,3 16,3\n\
                      q:900 1,3 16,3 15,3 17,3\n";

fn built(size: &str, pieces: &str) -> Built {
    let files: usize = size.split('x').next().unwrap().parse().unwrap();
    let rank = format!("{}3", "0 ".repeat(files - 1));
    game(&format!("{size}\n{rank}\n{rank}\n{pieces}"))
}

fn game(body: &str) -> Built {
    let text = format!("{}\nGame: x\n{body}", source::VERSION_LINE);
    let file = source::read("test.ini", text.as_bytes()).unwrap();
    build(&file.games[0], "test.ini", false)
}

fn variant(size: &str, pieces: &str) -> Variant {
    let built = built(size, pieces);
    assert_eq!(built.diagnostics, []);
    built.variant.unwrap()
}

fn complaints(built: &Built) -> Vec<String> {
    let text = |d: &Diagnostic| d.to_string().split(" (hint").next().unwrap().to_owned();
    built.diagnostics.iter().map(text).collect()
}

fn choices(variant: &Variant) -> [Vec<u8>; 2] {
    let Promotion::Choice(choices) = &variant.rules.promotion else {
        panic!("no choice");
    };
    [0, 1].map(|color: usize| choices[color].accepted.iter().map(|id| id.0).collect())
}

#[test]
fn a_plain_game() {
    let variant = variant("8x8", PIECES);
    assert_eq!((variant.files, variant.ranks), (8, 8));
    assert_eq!(variant.back_rank[0][7], Some(TypeId(3)));
    assert_eq!(variant.back_rank[1][0], None);
    assert_eq!(variant.piece(TypeId(3)).royalty, Royalty::Absolute);
    assert_eq!(variant.piece(TypeId(3)).value, 0);
    assert!(variant.piece(TypeId(4)).centralised);
    assert!(!variant.piece(TypeId(5)).centralised);
    assert_eq!(variant.rules.stalemate, Stalemate::Draw);
    // the bishop's value ends in 3
    assert_eq!(choices(&variant), [[7, 4, 6], [7, 4, 6]]);
}

#[test]
fn zones() {
    for (size, pawn_rank, depth) in [
        ("8x8", 2, 1),
        ("8x8=1", 2, 1),
        ("8x8=3", 3, 3),
        ("8x8=-2", 3, 1),
        ("8x8=-1", 2, 1),
        ("8x8=4", 4, 4),
        ("4x4", 2, 1),
        ("16x16=-7", 8, 1),
    ] {
        let rules = variant(size, PIECES).rules;
        assert_eq!((rules.pawn_rank, rules.promotion_ranks), (pawn_rank, depth));
    }
    for size in ["8x8=5", "8x8=0", "8x8=-4", "8x8=-2147483648", "4x4=3"] {
        let built = built(size, PIECES);
        let found = complaints(&built);
        assert!(found[0].starts_with("test.ini:3:1: error: `="), "{found:?}");
        assert_eq!(built.variant, None);
    }
}

#[test]
fn values_and_royalty() {
    let pieces =
        PIECES.replace("k:-1", "k:-2").replace("q:900", "q:-900") + "a:-100000 1,7\nc:-2 1,7\n";
    let variant = variant("8x8", &pieces);
    let extinction = |duple| Royalty::Extinction { duple };
    assert_eq!(variant.piece(TypeId(3)).royalty, extinction(false));
    assert_eq!(variant.piece(TypeId(7)).royalty, extinction(false));
    assert_eq!(variant.piece(TypeId(7)).value, 900);
    assert_eq!(variant.piece(TypeId(8)).royalty, extinction(true));
    assert_eq!(variant.piece(TypeId(8)).value, 100_000);
    assert_eq!(variant.rules.hill, Some(TypeId(3)));
    assert_eq!(variant.rules.stalemate, Stalemate::Loss);
}

#[test]
fn values_left_to_be_estimated() {
    let pieces = PIECES.replace("n:300", "n:?").replace("B:303", "B:?");
    let variant = variant("8x8", &pieces);
    let knight = variant.piece(TypeId(4));
    assert!(knight.estimated && knight.value == 0 && knight.royalty == Royalty::None);
    assert!(!variant.piece(TypeId(6)).estimated);
    // no value that ends in 3 keeps pawns from becoming one
    assert_eq!(choices(&variant), [[7, 4, 5, 6], [7, 4, 5, 6]]);
}

#[test]
fn errors_of_meaning() {
    let without_king = PIECES.replace("k:-1", "k:1");
    for (size, pieces, complaint) in [
        (
            "8x8",
            "p:1 -16,6\n",
            "2:1: error: a game needs at least its two pawns",
        ),
        (
            "8x8",
            without_king.as_str(),
            "4:1: error: white has no royal piece",
        ),
        (
            "8x8",
            "p:1 -16,6\n1:1 16,6\nk:-1 1,7\n",
            "7:1: error: `1` cannot stand for a piece",
        ),
        (
            "8x8",
            "p:1 -16,6\np:1 16,83\nk:-1 1,7\n",
            "7:5: error: move 16,83: a toggle on",
        ),
        (
            "8x8",
            "p:1 -16,6\np:1 16,6\n",
            "4:15: error: white has a piece number 3 without a piece line",
        ),
        (
            "8x8",
            "p:1 -16,6\np:1 16,6\nk:-1 1,7 -16,34\n",
            "8:10: warning: move -16,34: castling",
        ),
        (
            "8x8",
            "p:1 -16,6\np:1 16,6\nk:-1 1,7\nn:3\n",
            "9:1: warning: piece 4 (n) has no moves",
        ),
        (
            "4x4",
            "p:1 -16,6\np:1 16,6\nk:-1 1,7\nn:3 4,7\n",
            "9:5: warning: move 4,7: it always",
        ),
    ] {
        let built = built(size, pieces);
        let found = complaints(&built);
        let expected = format!("test.ini:{complaint}");
        assert!(
            found.iter().any(|line| line.starts_with(&expected)),
            "{found:?} instead of {expected}"
        );
        assert_eq!(built.variant.is_none(), complaint.contains("error"));
    }
}

#[test]
fn values_out_of_range() {
    for value in ["100001", "-2147483648", "2147483647"] {
        let found = complaints(&built("8x8", &format!("{PIECES}a:{value} 1,7\n")));
        let complaint = format!("test.ini:13:1: error: a piece cannot be worth {value}");
        assert_eq!(found, [complaint]);
    }
}

#[test]
fn too_many_pieces() {
    let pieces = PIECES.to_owned() + &"a:1 1,7\n".repeat(MAX_TYPES - 6);
    let found = complaints(&built("8x8", &pieces));
    assert_eq!(found, ["test.ini:68:1: error: this is piece number 63"]);
}

#[test]
fn different_armies_and_twins() {
    let pieces = PIECES.to_owned() + "c:5 1,7\nd:5 1,3 16,3\nq:850 16,3 1,3 17,3 15,3\n";
    let variant = game(&format!("8x8\n3 7 0 0 0 0 0 0\n3 9 0 0 0 0 0 0\n{pieces}"));
    let variant = variant.variant.unwrap();
    assert_eq!(
        choices(&variant),
        [vec![7, 4, 6, 8, 9], vec![9, 4, 6, 10, 8]]
    );
    let Promotion::Choice([white, black]) = &variant.rules.promotion else {
        panic!("no choice");
    };
    // 6 and 9 move alike
    let distinct = |list: &[TypeId]| -> Vec<u8> { list.iter().map(|id| id.0).collect() };
    assert_eq!(distinct(&white.distinct), [7, 4, 6, 8]);
    assert_eq!(distinct(&black.distinct), [9, 4, 10, 8]);
}

#[test]
fn without_piece_7() {
    let pieces: String = PIECES
        .lines()
        .take(6)
        .map(|line| format!("{line}\n"))
        .collect();
    let built = built("8x8", &pieces);
    let warning = "test.ini:2:1: warning: without a piece number 7 there is no default promotion";
    assert_eq!(complaints(&built), [warning]);
    assert_eq!(choices(&built.variant.unwrap()), [[4, 6], [4, 6]]);
}

#[test]
fn promotion_by_file() {
    let body = format!("8x8=-3\n3 3 6 7 1 4 0 3\n6 3 0 0 0 0 0 0\n{PIECES}");
    let Promotion::ByFile([white, black]) = game(&body).variant.unwrap().rules.promotion else {
        panic!("not by file");
    };
    let numbers = |rank: Vec<Option<TypeId>>| -> Vec<u8> {
        rank.iter().map(|id| id.map_or(0, |id| id.0)).collect()
    };
    assert_eq!(numbers(white), [0, 0, 6, 7, 0, 4, 0, 0]);
    assert_eq!(numbers(black), [6, 6, 0, 0, 0, 0, 0, 0]);
}

#[test]
fn rule_lines() {
    let rules = "Alias: one two\nStalemate: LOSS\nLetter: A=Q\nPromotion: nR\nNote: prose\n";
    let built = built("8x8", &(PIECES.to_owned() + rules));
    assert_eq!(
        complaints(&built),
        ["test.ini:17:1: warning: there is no rule `Note`"]
    );
    assert_eq!(built.aliases, ["one", "two"]);
    let variant = built.variant.unwrap();
    assert_eq!(variant.rules.stalemate, Stalemate::Loss);
    assert_eq!(variant.type_by_letter('a', Color::Black), Some(TypeId(7)));
    assert_eq!(choices(&variant), [[4, 6], [4, 6]]);
    assert!(known_rules().count() >= 5);
}

#[test]
fn promotion_rule_keeps_the_default_first() {
    let rules = "Promotion: white=RQN black=R\n";
    let variant = variant("8x8", &(PIECES.to_owned() + rules));
    assert_eq!(choices(&variant), [vec![7, 6, 4], vec![6]]);
}

#[test]
fn wrong_rule_lines() {
    for (rule, complaint) in [
        ("Stalemat: loss", "13:1: error: there is no rule `Stalemat`"),
        (
            "Stalemate: lose",
            "13:12: error: `lose` is not understood here",
        ),
        (
            "Stalemate: draw loss",
            "13:17: error: `loss` is not understood here",
        ),
        ("Stalemate:", "13:1: error: `Stalemate:` says nothing"),
        (
            "Alternators: perhaps",
            "13:14: error: `perhaps` is not understood here",
        ),
        ("Letter: AQ", "13:9: error: `AQ` is not understood here"),
        (
            "Letter: A=Q R=Q",
            "13:13: error: the letter R is that of a piece already",
        ),
        ("Letter: A=Z", "13:9: error: no piece has the letter Z"),
        ("Promotion: QZ", "13:13: error: white has no piece Z"),
        (
            "Promotion: black=QB",
            "13:19: error: black's pawns cannot become B",
        ),
        (
            "Promotion-Rule: ranks=0",
            "13:17: error: pawns cannot promote on 0 ranks",
        ),
        (
            "Promotion-Rule: ranks=7",
            "13:17: error: pawns cannot promote on 7 ranks",
        ),
        (
            "Promotion-Rule: captured maybe",
            "13:26: error: `maybe` is not understood here",
        ),
        ("Castling: partner=Z", "13:11: error: there is no piece Z"),
        (
            "Castling: partner=RN",
            "13:11: error: `partner=RN` is not understood here",
        ),
        ("Castling: R", "13:11: error: `R` is not understood here"),
        ("Alice: P", "13:8: error: `P` is not understood here"),
        (
            "Alice: P=O K=L N=M B=C R=D",
            "13:8: error: Q has no letter on the other board",
        ),
        (
            "Alice: P=O K=L N=M B=C R=D Q=D",
            "13:28: error: Q=D repeats a letter",
        ),
        (
            "Alice: P=N",
            "13:8: error: the letter N is that of a piece already",
        ),
        (
            "Alice: P=O K=L N=M B=C R=D Q=E\nCaptures: explode",
            "13:8: error: two boards do not go with captures that explode",
        ),
        (
            "Stalemate: fewer many",
            "13:18: error: `many` is not understood here",
        ),
        ("Checks: 0", "13:9: error: `0` is not understood here"),
        ("Checks: 100", "13:9: error: `100` is not understood here"),
        ("Baring: Z", "13:9: error: there is no piece Z"),
        (
            "Baring: Q,K",
            "13:11: error: K is royal, it is never what is left",
        ),
        (
            "Baring: Q",
            "13:9: error: neither side begins with any of these pieces",
        ),
        (
            "Checkmate: draw",
            "13:12: error: `draw` is not understood here",
        ),
        ("Extinction: QZ", "13:14: error: white has no piece Z"),
        (
            "Extinction: Q,4",
            "13:13: error: `Q,4` is not understood here",
        ),
        (
            "Extinction: N",
            "13:13: error: white begins without N and has lost",
        ),
        (
            "Extinction: K",
            "13:13: error: K is royal: its loss decides the game anyway",
        ),
        (
            "Captures: never",
            "13:11: error: `never` is not understood here",
        ),
        (
            "Captures: compulsory spare=P",
            "13:28: error: nothing is to be spared where captures do not explode",
        ),
        (
            "Captures: explode spare=PZ",
            "13:26: error: there is no piece Z",
        ),
        (
            "Promotion: red=Q",
            "13:12: error: `red=Q` is not understood here",
        ),
    ] {
        let built = built("8x8", &(PIECES.to_owned() + rule + "\n"));
        let found = complaints(&built);
        assert_eq!(found[0], format!("test.ini:{complaint}"), "{rule}");
        assert_eq!(built.variant, None);
    }
}

/// A game may do without royals if something else decides it, but not if that needs them.
#[test]
fn games_without_royals() {
    let pieces = PIECES.replace("k:-1", "k:250");
    let found = |rules: &str| complaints(&built("8x8", &format!("{pieces}{rules}\n")));
    assert!(found("")[0].contains("white has no royal piece"));
    assert_eq!(found("Extinction: K"), [""; 0]);
    assert_eq!(found("Bare-King: win"), [""; 0]);
    assert_eq!(
        found("Bare-King: win\nChecks: 3"),
        ["test.ini:14:9: error: nobody can check white, who has no royal piece"]
    );
    assert_eq!(
        found("Extinction: K\nCheckmate: win"),
        ["test.ini:14:12: error: nobody can mate white, who has no royal piece"]
    );
    assert!(
        found("Bare-King: loss")
            .iter()
            .any(|line| line.contains("no royal piece"))
    );
}

#[test]
fn goals() {
    let rules = "Checks: 3\nCaptures: explode compulsory spare=P,N\nExtinction: P\n";
    let goals = variant("8x8", &(PIECES.to_owned() + rules)).rules.goals;
    assert_eq!((goals.checks, goals.compulsory_captures), (3, true));
    assert_eq!(goals.extinction, [vec![TypeId(1)], vec![TypeId(2)]]);
    let spared = goals.explosion.map(|explosion| explosion.spared);
    assert_eq!(spared, Some([1, 2, 4].map(TypeId).to_vec()));
    let kings = PIECES.replace("k:-1", "k:-2");
    let built = built("8x8", &(kings + "Captures: explode\n"));
    assert!(
        complaints(&built)[0].contains("several royals"),
        "{built:?}"
    );
}

#[test]
fn alternators_by_rule() {
    let line = "a:5 15,1E003\n";
    let repeats = |rules: &str| {
        let variant = variant("8x8", &format!("{PIECES}{line}{rules}"));
        let shape = variant.piece(TypeId(8)).moves[0].shape.clone();
        matches!(shape, MoveShape::Path { repeat: true, .. })
    };
    assert!(!repeats(""));
    assert!(repeats("Alternators: yes\n"));
    assert!(!repeats("Alternators: no\n"));
}

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
    assert_eq!(variant.back_rank[0][7], Some(TypeId(3)));
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
        ("k7/8/8/3x4/8/8/8/7K", "8: error: no piece `x` in this game"),
        ("k7/8/8/3é4/8/8/8/7K", "8: error: no piece `é` in this game"),
        ("k7/8/8/8/8/8/8/7R", "8: error: white has no royal piece"),
        ("8/8/8/8/8/8/8/7K w", "8: error: black has no royal piece"),
        (
            &format!("{full} white"),
            "26: error: side to move `white` is neither w nor b",
        ),
        (
            &format!("{full} w KZ"),
            "28: error: `KZ` are no castling rights here",
        ),
        (
            &format!("{full} w - e3"),
            "30: error: no pawn has passed a square at the start",
        ),
        (
            &format!("{full} w - - 0 one"),
            "34: error: `one` is no move counter",
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

#[test]
fn complaints_about_notation() {
    for (line, complaint) in [
        (
            "e:300 fmzW",
            "13:9: error: move fmzW: `z` means nothing in Betza notation",
        ),
        (
            "e:300 W Ffm",
            "13:11: error: move Ffm: this ends without an atom",
        ),
        (
            "e:300 1,7 cmF",
            "13:12: error: move cmF: `m` cannot stand here",
        ),
        (
            "e:300 fceF",
            "13:9: error: move fceF: this piece does not capture en passant",
        ),
        ("e:300 NgW", "13:8: error: move NgW: this names no move"),
        (
            "e:300 knight",
            "13:12: error: move knight: this ends without an atom",
        ),
        (
            "e:300 [W]",
            "13:7: warning: the piece list ends here, at `[W]`",
        ),
        (
            "e:300 1,7 Elephant",
            "13:11: warning: the piece list ends here, at `Elephant`",
        ),
        (
            "e:300 WL",
            "13:8: warning: move WL: `L` is read as C, but XBoard reads something else",
        ),
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
fn pieces_unlike_their_mirror_image() {
    let silver = |back: &str, line: &str| {
        let ranks = back.replace('/', "\n");
        game(&format!("8x8\n{ranks}\n{PIECES}{line}\n"))
    };
    let both = "0 0 0 3 8 0 0 0/0 0 0 3 8 0 0 0";
    let v = silver(both, "s:200 FfW").variant.unwrap();
    assert_eq!(v.pieces.len(), 9);
    assert_eq!(v.back_rank[1][4], Some(TypeId(9)));
    assert_eq!(v.piece(TypeId(9)).letter, 'S');
    let step = |id: u8| v.piece(TypeId(id)).moves[4].clone();
    assert_ne!(step(8), step(9));
    assert_eq!(choices(&v), [[7, 4, 6, 8], [7, 4, 6, 9]]);
    // the same on both sides, or on one only, is a single type
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

#[test]
fn move_rules() {
    let rule = |text: &str| built("8x8", &format!("{PIECES}Move-Rule: {text}\n"));
    assert_eq!(rule("100").variant.unwrap().rules.move_rule, Some(100));
    for text in ["0", "1001", "x", "5 5", "-1"] {
        assert!(rule(text).variant.is_none(), "{text}");
    }
}
