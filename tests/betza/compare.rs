//! The engine's moves against the moves that XBoard derives from the notation, position by position.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use fmax::board::cell::EMPTY;
use fmax::board::{Placement, Position, Virginity};
use fmax::movegen::GameEnd;
use fmax::protocol::xboard::describe_letter;
use fmax::ruleset::Ruleset;
use fmax::types::{ByColor, Color, Move, Square, TypeId};
use fmax::variant::{Royalty, Variant};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::xboard::{self, Board, Place, Target};

fn place(sq: Square) -> Place {
    (i32::from(sq.file()), i32::from(sq.rank()))
}

/// The position as XBoard knows it.
fn board(rules: &Ruleset, pos: &Position) -> Board {
    let v = rules.variant();
    let mut start = vec![vec![None; usize::from(v.files)]; usize::from(v.ranks)];
    let mut touched = BTreeSet::new();
    for piece in v.start_pieces() {
        start[usize::from(piece.rank)][usize::from(piece.file)] = Some((piece.color, piece.id));
        let sq = Square::at(piece.file, piece.rank);
        // XBoard itself checks only the first and last rank
        if !pos.is_virgin(sq) {
            touched.insert(place(sq));
        }
    }
    let rank = |r| (0..v.files).map(move |f| pos.piece_on(Square::at(f, r)));
    Board {
        files: i32::from(v.files),
        ranks: i32::from(v.ranks),
        cells: (0..v.ranks).map(|r| rank(r).collect()).collect(),
        start,
        touched,
        holes: (v.rules.zones.holes.squares())
            .map(|(file, rank)| (i32::from(file), i32::from(rank)))
            .chain(pos.walls().map(place))
            .collect(),
        en_passant: (pos.en_passant().squares().iter())
            .map(|&sq| place(sq))
            .collect(),
    }
}

/// The engine's moves of a piece.
fn engine_moves(pos: &Position, moves: &[Move], from: Square) -> BTreeSet<Target> {
    (moves.iter())
        .filter(|mv| mv.from() == from)
        .map(|mv| match (mv.castling(), mv.via()) {
            _ if pos.goes_out_and_back(*mv) => Target::Home,
            (Some(_), _) => Target::Castling(place(mv.to())),
            (_, Some(via)) => Target::Double(place(via), place(mv.to())),
            _ => Target::Plain(place(mv.to())),
        })
        .collect()
}

/// True for a castling that XBoard cannot know to be illegal: the partner has moved, or there are several such pieces
/// and only another piece starts on a castling square.
fn no_castling(rules: &Ruleset, pos: &Position, from: Square, target: Target) -> bool {
    let Target::Castling(to) = target else {
        return false;
    };
    let castlings = &rules.layout.castlings[pos.side()];
    let mut these = castlings
        .iter()
        .filter(|c| c.from == from && place(c.to) == to);
    !these.any(|c| pos.is_virgin(c.corner))
}

/// True for a pawn move to the last rank in a variant where pawns promote to captured pieces: XBoard does not know
/// that no piece has been captured, so that the pawn has to wait.
fn no_promotion(v: &Variant, us: Color, id: TypeId, target: Target) -> bool {
    let last = |file: i32| i32::from(v.far_end(us, file as u8));
    let arrives = matches!(target, Target::Plain((file, rank)) | Target::Double(_, (file, rank)) if rank == last(file));
    v.rules.promotion.captured && v.is_pawn(id, us) && arrives
}

/// True for a move after which a wall must be placed but there is no room for it: XBoard does not know that such a
/// move is illegal.
fn no_room_for_a_wall(v: &Variant, pos: &Position, from: Square, target: Target) -> bool {
    let (Some(walls), Target::Plain(to)) = (&v.rules.walls, target) else {
        return false;
    };
    let zone = walls.zones[pos.side()].as_ref();
    let mut squares = v.squares().filter(|&sq| place(sq) != to);
    !squares.any(|sq| {
        let inside = zone.is_none_or(|zone| zone.contains(sq.file(), sq.rank()));
        inside && (sq == from || pos.cell(sq) == EMPTY)
    })
}

/// The Betza texts of a variant by colour and letter.
pub type Texts = BTreeMap<(bool, char), String>;

/// Pieces of our variants whose text exceeds a line of the protocol.
const TOO_LONG_TEXTS: [(&str, char); 2] = [("pieces-tester", 'B'), ("pieces-tester", 'R')];

/// The texts of a variant, as sent to XBoard. `exact` is called for each letter, with whether the text describes
/// exactly the pieces of this letter.
pub fn written(v: &Variant, exact: &mut dyn FnMut(char, bool)) -> Texts {
    let mut texts = Texts::new();
    for color in Color::ALL {
        for letter in v.letters_of(color) {
            let Some(description) = describe_letter(v, letter, color) else {
                let mut types = v.types_of(color).into_iter().map(|id| v.piece(id));
                let movable = types.any(|p| p.letter == letter && !p.moves.is_empty());
                let inexpressible = TOO_LONG_TEXTS.contains(&(v.name.as_str(), letter));
                assert!(
                    inexpressible || !movable,
                    "{}: no text for {color}'s {letter}",
                    v.name
                );
                continue;
            };
            exact(letter, description.exact);
            texts.insert((color == Color::White, letter), description.text);
        }
    }
    texts
}

/// The board as XBoard would have to see it for pawns that push from other ranks than their start ranks, or at any
/// time from such a rank: XBoard's notation cannot express this.
fn board_for(board: &Board, rules: &Ruleset, pos: &Position, id: TypeId, from: Square) -> Board {
    let (v, us) = (rules.variant(), pos.side());
    let mut board = board.clone();
    if v.is_pawn(id, us) {
        for rank in 0..v.ranks {
            let sq = Square::at(from.file(), rank);
            let start = &mut board.start[usize::from(rank)][usize::from(sq.file())];
            if !v.pushes_from(us, rank) {
                *start = None;
            } else if v.pushes_by_rank(us) || pos.is_virgin(sq) {
                *start = Some((us, id));
                board.touched.remove(&place(sq));
            }
        }
    }
    board
}

/// Compares all pieces of the side to move.
pub fn compare(
    rules: &Ruleset,
    pos: &Position,
    texts: &Texts,
    supersets: &[char],
    seen: &mut usize,
) {
    let v = rules.variant();
    let board = board(rules, pos);
    let us = pos.side();
    if rules.tables.game_end(pos).is_some_and(GameEnd::ends_play) {
        return;
    }
    if !v.rules.alice.is_empty() {
        // the notation has no second board
        return;
    }
    let mut moves = Vec::new();
    rules.tables.pseudo_legal(pos, &mut moves);
    // the notation has no passes
    moves.retain(|mv| !mv.is_pass() && !mv.is_wall_alone());
    // the notation has no promotion in place
    moves.retain(|mv| !v.rules.promotion.in_place || mv.promotion().is_none());
    for (from, id) in pos.pieces(us) {
        let letter = v.piece(id).letter;
        // XBoard knows the rules of its own games with explosions, where royals capture nothing
        if v.rules.win.explosion.is_some() && v.piece(id).royalty.is_royal() {
            continue;
        }
        let Some(text) = texts.get(&(us == Color::White, letter)) else {
            continue;
        };
        let mut engine = engine_moves(pos, &moves, from);
        if !text.contains('O') {
            // XBoard then adds the castlings of orthodox chess
            engine.retain(|target| !matches!(target, Target::Castling(_)));
        }
        if text.contains("ii") && (v.pushes_by_rank(us) || !v.is_pawn(id, us)) {
            // XBoard derives initial moves from the next rank from the square where it saw the pawn start, which it
            // knows for unmoved pawns only
            continue;
        }
        let known = board_for(&board, rules, pos, id, from);
        let gui = xboard::moves(&known, place(from), us, text)
            .unwrap_or_else(|e| panic!("{}: {us}'s {letter} {text}: {e}", v.name));
        let what = || {
            format!(
                "{}: {us}'s {letter} {text} on {from:?} of {}",
                v.name,
                pos.fen()
            )
        };
        let missing: Vec<_> = engine.difference(&gui).collect();
        assert!(missing.is_empty(), "{}: XBoard refuses {missing:?}", what());
        if supersets.contains(&letter) {
            continue;
        }
        let extra: Vec<_> = (gui.difference(&engine))
            .filter(|&&target| !no_castling(rules, pos, from, target))
            // paths of other pieces end when they return to their start
            .filter(|&&target| target != Target::Home)
            .filter(|&&target| !no_promotion(v, us, id, target))
            .filter(|&&target| !no_room_for_a_wall(v, pos, from, target))
            .collect();
        assert!(extra.is_empty(), "{}: XBoard allows {extra:?}", what());
        *seen += 1;
    }
}

/// A position with the royals at home and other pieces of all types scattered over the board.
pub fn strewn(rules: &Ruleset, rng: &mut SmallRng, density: f64) -> Option<Position> {
    let v = rules.variant();
    let mut placement = Placement::start(&rules.layout);
    let royal = |id: TypeId| v.piece(id).royalty != Royalty::None;
    placement
        .pieces
        .retain(|(_, _, id)| royal(*id) || rng.random_bool(0.3));
    let types = ByColor::from_fn(|color| v.types_of(color));
    for sq in rules.layout.squares() {
        let taken = placement.pieces.iter().any(|(other, ..)| *other == sq);
        if taken || !rng.random_bool(density) {
            continue;
        }
        let color = if rng.random_bool(0.5) {
            Color::White
        } else {
            Color::Black
        };
        let id = *types[color].choose(rng)?;
        let count = placement
            .pieces
            .iter()
            .filter(|(_, c, _)| *c == color)
            .count();
        if !royal(id) && count < 40 {
            placement.pieces.push((sq, color, id));
        }
    }
    placement.virginity = Virginity::AsPlaced;
    placement.side = if rng.random_bool(0.5) {
        Color::White
    } else {
        Color::Black
    };
    Position::new(rules.layout.clone(), &placement).ok()
}

/// Compares in random games and on scattered boards.
pub fn check(v: &Arc<Variant>, texts: &Texts, supersets: &[char], rounds: u64) -> usize {
    let rules = Ruleset::new(v.clone());
    let mut seen = 0;
    for round in 0..rounds {
        let mut rng = SmallRng::seed_from_u64(round);
        for density in [0.0, 0.05, 0.2, 0.5] {
            if let Some(pos) = strewn(&rules, &mut rng, density) {
                compare(&rules, &pos, texts, supersets, &mut seen);
            }
        }
        let mut pos = rules.start();
        for _ in 0..80 {
            compare(&rules, &pos, texts, supersets, &mut seen);
            let legal = rules.tables.legal(&mut pos);
            let Some(&mv) = legal.choose(&mut rng) else {
                break;
            };
            rules.tables.make(&mut pos, mv);
        }
    }
    seen
}
