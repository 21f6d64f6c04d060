//! A short course of moves chosen by the input, with everything compared that can be found in two
//! ways, and short searches on the way.

use std::sync::Arc;

use fmax::board::Position;
use fmax::game::Game;
use fmax::search::{
    Limits, MATE_IN_MAX, SearchControl, SearchSettings, Searcher, TranspositionTable,
};
use fmax::types::Move;

/// Numbers that depend on the input alone (SplitMix64, Steele, Lea and Flood 2014).
pub struct Numbers(u64);

impl Numbers {
    /// The seed is a hash of the input (FNV-1a), so that a small change leads elsewhere.
    pub fn of(data: &[u8]) -> Numbers {
        let hash = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        Numbers(data.iter().fold(0xcbf2_9ce4_8422_2325, hash))
    }

    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }
}

/// Plays up to `plies` moves, and searches the first and the last position for `nodes` nodes.
pub fn play(mut game: Game, numbers: &mut Numbers, plies: usize, nodes: u64) {
    search(&game, nodes);
    for _ in 0..plies {
        if game.outcome().is_some_and(|end| !end.may_be_claimed()) {
            return;
        }
        let legal = game.legal_moves();
        if legal.is_empty() {
            break;
        }
        make(&mut game, legal[numbers.below(legal.len())]);
    }
    for mv in game.legal_moves() {
        // a king may come to a square by a step and by castling: one text for two moves
        let text = game.format(mv);
        let read = game.parse_move(&text).map(|mv| game.format(mv));
        assert_eq!(read, Ok(text), "{}", game.position().fen());
    }
    search(&game, nodes);
}

/// Plays a move: sums and keys stay in order, also when it is taken back. What is written is read as
/// the same, except that a pawn that comes to its pawn rank from behind counts as one that has never
/// moved then.
fn make(game: &mut Game, mv: Move) {
    let before = game.position().clone();
    game.play(mv);
    let position = game.position();
    assert_eq!(
        position.check_consistency(),
        Ok(()),
        "{mv:?} in {}",
        before.fen()
    );
    let mut back = position.clone();
    back.unmake();
    assert_eq!(back.fen(), before.fen(), "{mv:?} taken back");
    assert_eq!(back.key(), before.key(), "{mv:?} taken back");
    assert_eq!(back.check_consistency(), Ok(()), "{mv:?} taken back");
    if game.outcome().is_none() {
        let read = Position::from_fen(position.layout(), &position.fen());
        let read = read.unwrap_or_else(|error| panic!("{}: {error}", position.fen()));
        assert_eq!(read.fen(), position.fen());
    }
}

/// A search ends by itself, finds a legal move if there is one, and a score in its range.
fn search(game: &Game, nodes: u64) {
    let over = game.outcome().is_some();
    let value = game.rules().evaluate(game.position());
    assert!(
        value.abs() < MATE_IN_MAX,
        "{value} for {}",
        game.position().fen()
    );
    let table = Arc::new(TranspositionTable::new(1 << 16));
    let mut searcher = Searcher::new(game.rules().clone(), table);
    let found = searcher.search(
        game.position(),
        &Limits::nodes(nodes),
        &SearchSettings::default(),
        &SearchControl::default(),
        &mut (),
    );
    if over {
        return;
    }
    let legal = game.legal_moves();
    let fits = found
        .best
        .map_or(legal.is_empty(), |mv| legal.contains(&mv));
    assert!(fits, "{:?} in {}", found.best, game.position().fen());
}

/// A position that is written is read as the same.
pub fn is_read_as_written(position: &Position) {
    assert_eq!(position.check_consistency(), Ok(()), "{}", position.fen());
    let fen = position.fen();
    match Position::from_fen(position.layout(), &fen) {
        Ok(read) => {
            assert_eq!(read.fen(), fen);
            assert_eq!(read.key(), position.key(), "{fen}");
        }
        Err(error) => panic!("{fen}: {error}"),
    }
}
