use super::*;
use crate::protocol::xboard::assumed_promotion_ranks;
use crate::protocol::xboard::pictures::LOOKALIKES;
use crate::testing::games::{read, variants};
use crate::variant::letter;
use std::sync::Arc;

fn game(label: &str, pieces: &str) -> Arc<Variant> {
    let text = format!(
        "version 4.8(w)\nGame: {label}\n8x8\n6 4 5 0 3 5 4 6\n6 4 5 0 3 5 4 6\n\
         p:74 -16,24 -16,6 -15,5 -17,5\np:74 16,24 16,6 15,5 17,5\n\
         k:-1 1,34 -1,34 1,7 -16,7 -1,7 16,7 -15,7 -17,7 15,7 17,7\n{pieces}\n"
    );
    read(&text).default_game().unwrap()
}

const USUAL: &str = "n:259 -31,7 -14,7 18,7 33,7 31,7 14,7 -18,7 -33,7\n\
    b:296 -15,3 -17,3 15,3 17,3\nR:444 1,3 -16,3 -1,3 16,3\nQ:851 1,3 16,3\n";
const ODD: &str = "g:259 1,F8 -1,F8\nb:296 -15,3 -17,3 15,3 17,3\nx:444 1,BA -16,BA -1,BA 16,BA\n\
    Q:851 1,843 -1,843\n";

#[test]
fn unknown_games_get_pictures_and_all_odd_pieces() {
    let gui = gui_info(&game("mini", ODD));
    let table = gui.piece_to_char.unwrap();
    assert_eq!(table, "P.B.QG.....X.........Kp.b.qg.....x.........k");
    assert_eq!(gui.parent.as_deref(), Some("fairy"));
    // pawn, king and bishop move as their pictures suggest
    assert_eq!(gui.piece_lines, ["G& sgR", "X& mRcpR", "Q& sW4"]);
}

/// The groups of pictures of an army that look alike.
fn alike(table: &str, army: Color) -> Vec<String> {
    let half = match army {
        Color::White => &table[..table.len() / 2],
        Color::Black => &table[table.len() / 2..],
    };
    let used = |picture: &char| {
        let index = PICTURES.find(*picture);
        index.is_some_and(|index| !half[index..].starts_with('.'))
    };
    let groups = LOOKALIKES.iter();
    let used = groups.map(|group| group.chars().filter(used).collect::<String>());
    used.filter(|used| used.len() > 1).collect()
}

#[test]
fn no_picture_of_a_game_looks_like_another_one() {
    let mut automatic = 0;
    for variant in variants() {
        if is_known(&variant.name) || variant.gui.piece_to_char.is_some() {
            continue;
        }
        let table = picture_table(&variant);
        // there can be too many letters with a plus
        let mut pieces = variant.pieces.iter();
        if table.is_none() && pieces.any(|piece| letter::base(piece.letter).is_some()) {
            continue;
        }
        let table = table.unwrap();
        automatic += 1;
        for color in Color::ALL {
            // the picture of a promoted piece is meant to look like that of the unpromoted piece
            let plain = table.replace('+', ".");
            assert_eq!(alike(&plain, color), [""; 0], "{}: {table}", variant.name);
        }
    }
    assert!(automatic > 4, "{automatic}");
}

/// In XBoard's table the promoted form of a piece, marked by a plus, is eleven places after the piece.
#[test]
fn pieces_with_a_plus_have_their_places() {
    let tables = [
        // a knight, its promoted form, and other pieces
        (
            "n:? N\n+N:? NW\nb:? B\nR:? R\n",
            "PNBR........+........Kpnbr........+........k",
        ),
        // pawns with a promoted form
        (
            "n:? N\nR:? R\na:? W\n+P:? W\n+A:? BN\n",
            "PN.R...A...+......+..Kpn.r...a...+......+..k",
        ),
        // letters without a picture, and a letter whose picture is in a place for promoted pieces
        (
            "x:? N\n+X:? NW\nh:? N0\n+H:? BN\n",
            "P....XH.........++...Kp....xh.........++...k",
        ),
    ];
    for (pieces, expected) in tables {
        let table = picture_table(&game("mini", pieces)).unwrap();
        assert_eq!(table, expected, "{pieces}");
    }
    let all: String = ('B'..='J')
        .map(|c| format!("{c}:? N\n+{c}:? B\n"))
        .collect();
    assert!(picture_table(&game("mini", &all)).is_some());
    // there are only nine places for promoted forms, and no place after the king
    let more = all + "+A:? B\nA:? W\n";
    assert_eq!(picture_table(&game("mini", &more)), None);
    assert_eq!(
        picture_table(&game("mini", &format!("{USUAL}+K:? B\n"))),
        None
    );
}

/// XBoard knows plain letters only for pieces that have their own picture.
#[test]
fn royals_with_a_plus_are_no_kings() {
    let like_chess = |royals: &str, pieces: &str| {
        let text = format!(
            "version 4.8(w)\nGame: mini\n8x8\n6 4 5 7 3 5 4 6\n6 4 5 7 3 5 4 6\n\
             p:74 fmWfcF\np:74 fmWfcF\n{royals}n:? N\nb:? B\nr:? R\n{pieces}"
        );
        picture_table(&read(&text).default_game().unwrap())
    };
    // the crown prince comes first, but the king gets the picture of the king all the same
    assert_eq!(
        like_chess("+e:-1 K\n", "k:-1 K\ne:? F\n").as_deref(),
        Some("PNBR..E..........+...Kpnbr..e..........+...k")
    );
    assert_eq!(like_chess("+e:-1 K\n", "e:? F\n"), None);
}

#[test]
fn two_kinds_of_pawns_do_not_share_what_they_become() {
    let table = |pieces: &str| {
        let text = format!(
            "version 4.8(w)\nGame: mini\n8x8\n6 4 5 7 3 5 4 6\n6 4 5 7 3 5 4 6\n\
             p:74 fmWfcF\nh:74 fmWfcF\nk:-1 K\nn:? N\nb:? B\nr:? R\nq:? Q\n{pieces}"
        );
        picture_table(&read(&text).default_game().unwrap())
    };
    let white = "+p:? W\nPromotion: black=Q\n";
    assert_eq!(
        table(white).as_deref(),
        Some("PNBRQ......+.........Khnbrq................k")
    );
    // black's pawns promote to a piece whose letter belongs to white's pawns
    assert_eq!(table("+p:? W\n"), None);
    assert_eq!(table("+p:? W\n+h:? W\n"), None);
}

/// The places of the pictures of pieces that are added to those of chess.
fn places(pieces: &str) -> Vec<(char, usize)> {
    let table = picture_table(&game("mini", &format!("{USUAL}{pieces}"))).unwrap();
    let white = table[..table.len() / 2 - 1].char_indices();
    let added = white.filter(|&(_, letter)| !"PNBRQ.".contains(letter));
    added.map(|(place, letter)| (letter, place)).collect()
}

#[test]
fn pictures_fit_names_and_moves() {
    // cannon, griffon and camel
    let moves = "x:? mRcpR\nG:? FyafsF\nC:? C\n";
    assert_eq!(places(moves), [('X', 11), ('C', 24), ('G', 30)]);
    let names = "w:? FA\nt:? sWfB\nName: W=War elephant T=Gnu\n";
    assert_eq!(places(names), [('W', 6), ('T', 31)]);
    // there is no picture of a crane, so the crane gets the picture of its letter
    assert_eq!(places("c:? sWfB\nName: C=Crane\n"), [('C', 8)]);
    // of two cannons, the one with XBoard's letter gets the picture of a cannon
    assert_eq!(places("x:? mRcpR\no:? mRcpR\n"), [('X', 5), ('O', 11)]);
    // the nightrider looks too much like a knight
    assert_eq!(places("x:? N0\n"), [('X', 5)]);
    // with pieces in hand or letters with a plus, only the first places can be used
    assert_eq!(places("C:? C\nGating: C\n"), [('C', 5)]);
    assert_eq!(places("C:? C\n+N:? K\n"), [('C', 8), ('+', 12)]);
}

#[test]
fn pictures_that_look_alike_are_for_many_pieces() {
    let letters = "NBRQGHIJUDEFACWMOVLSTX";
    for (count, groups) in [(14, 0), (15, 1), (18, 4), (20, 4)] {
        let pieces: String = letters
            .chars()
            .take(count)
            .map(|c| format!("{c}:? N\n"))
            .collect();
        let variant = game("mini", &pieces);
        let table = picture_table(&variant).unwrap();
        assert_eq!(alike(&table, Color::White).len(), groups, "{table}");
    }
}

#[test]
fn what_can_be_in_hand_fits_beside_the_board() {
    // with their own pictures, U and L would have places for which XBoard would have to show 21 squares
    let held = "L:? NB2\nU:? sNDK\nGates: L=b U=g\n";
    let gui = gui_info(&game("mini", &format!("{USUAL}{held}")));
    let table = gui.piece_to_char.unwrap();
    assert_eq!(table, "PNBRQLU..............Kpnbrqlu..............k");
    // if the pieces are only on the board, L keeps its own picture; the picture of U looks like a knight
    let free = "L:? NB2\nU:? sNDK\n";
    let gui = gui_info(&game("mini", &format!("{USUAL}{free}")));
    let table = gui.piece_to_char.unwrap();
    assert_eq!(table, "PNBRQU............L..Kpnbrqu............l..k");
}

#[test]
fn the_lines_of_the_file_stay_and_are_completed() {
    let pieces = format!("{}#\n# G& sgQ\n", ODD.trim_end().to_owned() + "\n");
    let gui = gui_info(&game("mini # PGBXQKpgbxqk # shatranj", &pieces));
    assert_eq!(gui.piece_to_char.as_deref(), Some("PGBXQKpgbxqk"));
    assert_eq!(gui.parent.as_deref(), Some("shatranj"));
    // shatranj knows neither these pawns nor bishops and queens
    let expected = [
        "G& sgQ",
        "P& fmWfceFifmnD",
        "K& KisO2",
        "B& B",
        "X& mRcpR",
        "Q& sW4",
    ];
    assert_eq!(gui.piece_lines, expected);
}

#[test]
fn the_gui_keeps_its_own_rules_of_games_it_knows() {
    let gui = gui_info(&game("capablanca", ODD));
    assert_eq!((gui.piece_to_char, gui.parent), (None, None));
    assert_eq!(gui.piece_lines, [""; 0]);
    // but the GUI asks for descriptions of the pieces of this variant
    let gui = gui_info(&game("berolina", USUAL));
    assert_eq!(gui.piece_to_char, None);
    assert_eq!(gui.piece_lines, ["Q brR", "q flR"]);
}

#[test]
fn the_gui_has_promotion_zones_of_its_own() {
    for (label, ranks) in [
        ("makruk", 3),
        ("Grand/big", 3),
        ("mini # PGBXQKpgbxqk # grand", 3),
        ("grande", 1),
        // if the name of the variant is known to XBoard, the name counts
        ("shatranj # PGBXQKpgbxqk # grand", 1),
        ("mini", 1),
    ] {
        assert_eq!(assumed_promotion_ranks(&game(label, ODD)), ranks, "{label}");
    }
}

#[test]
fn texts_for_both_colours_are_their_own() {
    let v = game(
        "mini",
        "n:259 -31,7 1,3\nb:296 33,7\nR:444 -15,3,-16\nQ:851 16,70,17\n",
    );
    let text = |letter, color| describe_letter(&v, letter, color).unwrap().text;
    assert_eq!(text('N', Color::White), "rfNrR");
    assert_eq!(text('N', Color::Black), "lbNlR");
    assert_eq!(text('B', Color::White), "rbN");
    assert_eq!(text('B', Color::Black), "lfN");
    assert_eq!(text('Q', Color::White), "rbnN");
    assert_eq!(text('R', Color::White), "frFfryaflF");
}

#[test]
fn descriptions_that_are_not_exact() {
    // a hopper that captures on its approach, so that only enemies can be its platform
    let v = game("mini", "n:259 1,B9\nb:296 -31,F8,1\nR:444 1,3\nQ:851 1,3\n");
    let hopper = describe_letter(&v, 'N', Color::White).unwrap();
    assert!(!hopper.exact);
    assert_eq!(hopper.text, "rcRrmpR");
    // a platform at any number of knight leaps
    assert_eq!(describe_letter(&v, 'B', Color::White), None);
}
