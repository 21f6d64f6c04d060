//! Playing and listing moves; everything that can be computed in two ways is computed in both ways and compared.

use fmax::board::Position;
use fmax::game::Game;
use fmax::types::Move;

/// Plays moves. Sums, keys and FENs must stay consistent, also when moves are undone.
pub fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = game.parse_move(text);
        let mv = mv.unwrap_or_else(|error| panic!("{text}: {error} in {}", game.position().fen()));
        let before = game.position().clone();
        game.play(mv);
        let position = game.position();
        assert_eq!(position.check_consistency(), Ok(()), "{text}");
        let mut back = position.clone();
        back.unmake();
        assert_eq!(back.fen(), before.fen(), "{text} taken back");
        assert_eq!(back.key(), before.key(), "{text} taken back");
        assert_eq!(back.check_consistency(), Ok(()), "{text} taken back");
        if game.outcome().is_some() || position.passes() > 0 {
            // a side may have lost a piece that every legal position has, and a FEN does not record passes
            continue;
        }
        let read = Position::from_fen(position.layout(), &position.fen()).unwrap();
        assert_eq!(read.key(), position.key(), "{}", position.fen());
        assert_eq!(read.fen(), position.fen());
    }
}

/// Checks that a position is read as it is written.
pub fn assert_survives(position: &Position) {
    let fen = position.fen();
    let read = Position::from_fen(position.layout(), &fen).unwrap();
    assert_eq!(read.virgins(), position.virgins(), "{fen}");
    assert_eq!(read.key(), position.key(), "{fen}");
    assert_eq!(read.fen(), fen);
}

/// The board field of the FEN.
pub fn board(game: &Game) -> String {
    let fen = game.position().fen();
    fen.split(' ').next().unwrap().to_owned()
}

/// The result of the game, in the protocol's words.
pub fn ends(game: &Game) -> String {
    let outcome = game.outcome();
    outcome.map_or("goes on".to_owned(), |outcome| outcome.to_string())
}

/// The legal moves as sorted text; all ways to generate them must agree.
pub fn moves(game: &Game) -> Vec<String> {
    let (position, tables) = (game.position(), &game.rules().tables);
    let legal = game.legal_moves();
    let count = tables.count_legal(&mut position.clone(), &mut Vec::new());
    assert_eq!(count, legal.len() as u64, "{}", position.fen());
    let (mut all, mut parts) = (Vec::new(), Vec::new());
    tables.pseudo_legal(position, &mut all);
    tables.pseudo_captures(position, &mut parts);
    let gains = |&mv: &Move| position.is_capture(mv) || mv.promotion().is_some();
    assert!(parts.iter().all(gains), "{}", position.fen());
    tables.pseudo_quiets(position, &mut parts);
    assert_eq!(all.len(), parts.len(), "{}", position.fen());
    for mv in all {
        assert!(parts.contains(&mv), "{mv:?}");
        assert!(tables.is_pseudo_legal(position, mv, &mut Vec::new()));
    }
    let mut texts: Vec<String> = legal.iter().map(|&mv| game.format(mv)).collect();
    for (text, mv) in texts.iter().zip(&legal) {
        assert_eq!(game.parse_move(text), Ok(*mv), "{text}");
    }
    texts.sort();
    texts
}

/// The legal moves that start with this text.
pub fn moves_from(game: &Game, start: &str) -> Vec<String> {
    let mut texts = moves(game);
    texts.retain(|text| text.starts_with(start));
    texts
}

/// Checks that every move of a line is legal.
pub fn assert_legal(game: &Game, line: &[Move]) {
    let mut game = game.clone();
    for &mv in line {
        let legal = game.legal_moves().contains(&mv);
        assert!(legal, "{mv:?} in {}", game.position().fen());
        game.play(mv);
    }
}
