//! Sections have the effect that they have in Fairy-Stockfish, and are written as it writes them.

use super::*;
use crate::tools::exchange::fairy::ini;

fn applied(text: &str) -> (FairyGame, Vec<String>) {
    let (sections, _) = ini::read(text);
    let mut game = FairyGame::default();
    let wrong = game.apply(&sections[0]).into_iter();
    let lines = wrong.map(|Remark { at, text }| format!("{}:{}: {text}", at.line, at.column));
    (game, lines.collect())
}

#[test]
fn a_game_is_written_as_it_was_read() {
    let text = "[a]\npawn = p\ncustomPiece3 = c:mRcpR\nking = k:W\nmaxRank = 9\nmaxFile = 9\n\
                mobilityRegionWhiteKing = *1 d2\npromotionLimit = c:2\npromotedPieceType = p:c\n\
                flagRegionBlack = a*\nflagPiece = *\ndoubleStep = false\n";
    let (game, complaints) = applied(text);
    assert!(complaints.is_empty(), "{complaints:?}");
    assert_eq!((game.size(), game.betza(Kind::KING)), ((9, 9), "W"));
    let (again, _) = applied(&format!("[a]\n{}", game.write()));
    assert_eq!(again.write(), game.write());
    assert_eq!(game.squares("flagRegionBlack").squares().count(), 9);
}

#[test]
fn keys_of_old_files_are_read() {
    let (game, complaints) = applied(
        "[a]\nmaxRank = 10\npawn = p\npromotionRank = 8\ndoubleStepRank = 3\ndropOnTop = true\n",
    );
    assert!(complaints.is_empty(), "{complaints:?}");
    let [white, black] = game.squares_of("promotionRegion").into_array();
    let ranks = |zone: &Zone| -> Vec<u8> {
        let first = zone.squares().filter(|(file, _)| *file == 0);
        first.map(|(_, rank)| rank).collect()
    };
    assert_eq!(
        (ranks(&white), ranks(&black)),
        (vec![7, 8, 9], vec![0, 1, 2])
    );
    let [white, black] = game.squares_of("doubleStepRegion").into_array();
    assert_eq!((ranks(&white), ranks(&black)), (vec![1, 2], vec![7, 8]));
    assert_eq!(game.text("enclosingDrop"), "top");
    // newer keys count where they are present
    let (game, complaints) = applied(
        "[a]\npromotionRegionWhite = *6\npromotionRank = 7\ndoubleStepRankMin = 2\ndropOnTop = 1\n",
    );
    assert_eq!(complaints, [""; 0]);
    let [white, black] = game.squares_of("promotionRegion").into_array();
    assert_eq!((ranks(&white), ranks(&black)), (vec![5], vec![0, 1]));
    let doubles = game.squares_of("doubleStepRegion");
    assert_eq!(ranks(&doubles[Color::White]), [1]);
}

#[test]
fn a_letter_is_taken_from_its_former_kind() {
    let (game, _) =
        applied("[a]\npawn = p\nrook = r\npromotionPieceTypes = r\ncustomPiece1 = r:Q2\n");
    assert_eq!(game.kind_of('r'), Some(Kind::custom(1)));
    assert!(!game.letters.contains_key(&Kind::ROOK));
}

#[test]
fn faults_are_reported_with_their_places() {
    let (game, complaints) = applied(
        "[a]\npawn = p\ncastling = yes\nflagRegionWhite = z9\nrok = r\nextinctionPieceTypes = px\n",
    );
    assert_eq!(
        complaints,
        [
            "3:12: castling: `yes` is neither true nor false; it counts as false",
            "4:19: flagRegionWhite: `z9` is no square",
            "5:1: Fairy-Stockfish has no key `rok`",
            "6:24: extinctionPieceTypes: no piece has the letter `x`",
        ]
    );
    assert!(!game.flag("castling"));
}

fn share(lines: &str) -> bool {
    let (sections, _) = ini::read(&format!("[a]\nking = k\n{lines}"));
    let mut game = FairyGame::default();
    assert_eq!(game.apply(&sections[0]), []);
    game.kings_share_ranks(&ByColor::new(vec![(4, 0)], vec![(4, 7)]))
}

#[test]
fn kings_of_two_palaces_do_not_meet() {
    assert!(share(""));
    let palaces = "mobilityRegionWhiteKing = *1 *2 *7 *8\nmobilityRegionBlackKing = *1 *2 *7 *8\n";
    assert!(!share(palaces));
    // a king that moves as a rider can leave the palace's ranks
    assert!(share(&format!("{palaces}king = k:R\n")));
    assert!(!share("king = k:sW\n"));
    assert!(!share("king = k:fA\n") && share("king = k:fW\n"));
}
