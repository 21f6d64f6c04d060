//! The Betza notation sent to XBoard against the moves of the engine: an interpreter of XBoard's
//! dialect has to find the same moves, for every piece of every game, on crowded and on empty
//! boards.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod letters;
mod notation;
#[path = "../common/random_games/mod.rs"]
mod random_games;
mod tree;
mod xboard;

use std::collections::{BTreeMap, BTreeSet};

use std::path::Path;
use std::sync::Arc;

use fmax::board::{Placement, Position, Virginity};
use fmax::movegen::GameEnd;
use fmax::protocol::xboard::describe_letter;
use fmax::ruleset::Ruleset;
use fmax::types::{ByColor, Color, Move, Square, TypeId};
use fmax::variant::{Library, ReadOptions, Royalty, Variant, WinConditions};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;

use random_games::scene;
use xboard::{Board, Place, Target};

/// Pieces that get a text which allows more than they can do: games, letters, and why.
const SUPERSETS: &[(&str, &str, &str)] = &[
    (
        "xiangqi xiangqihouse supply",
        "AK",
        "they stay in the palace",
    ),
    (
        "xiangqi xiangqihouse supply",
        "E",
        "it stays on its side of the river",
    ),
    (
        "xiangqi xiangqihouse supply",
        "P",
        "it goes sideways only beyond the river",
    ),
    ("minixiangqi", "K", "it stays in the palace"),
    (
        "chak",
        "ⓀⓅ",
        "they stay beyond the river once they are promoted",
    ),
    ("chennis", "K", "it stays on its half of the court"),
    ("synochess", "C", "it leaves cannons alone"),
    (
        JANGGI,
        "AKRCP",
        "they stay in the palace, or go askew along its lines only",
    ),
    ("elgam", "K", "it stays in the palace"),
    ("elgam", "ARCS", "they go askew along the lines only"),
];

const JANGGI: &str = "janggi janggitraditional janggimodern janggicasual janggihouse";

/// Pieces to copy for which no line of the protocol is long enough: the crooked rook and the rose.
const TOO_LONG: [&str; 2] = ["X:400 1,3,-16*", "R:600 -31,3,-14,"];

fn place(sq: Square) -> Place {
    (i32::from(sq.file()), i32::from(sq.rank()))
}

/// What XBoard knows about a position.
fn board(rules: &Ruleset, pos: &Position) -> Board {
    let v = rules.variant();
    let mut start = vec![vec![None; usize::from(v.files)]; usize::from(v.ranks)];
    let mut touched = BTreeSet::new();
    for piece in v.start_pieces() {
        start[usize::from(piece.rank)][usize::from(piece.file)] = Some((piece.color, piece.id));
        let sq = Square::at(piece.file, piece.rank);
        // XBoard itself looks no further than the first and last rank
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

/// Castlings of which XBoard cannot know that they are none: the partner has moved before, or
/// there are several such pieces and only another one starts where it can castle like that.
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

/// Moves of pawns to the last rank in a game where they become captured pieces: XBoard does not
/// know that there is none, so that they have to wait.
fn no_promotion(v: &Variant, us: Color, id: TypeId, target: Target) -> bool {
    let last = |file: i32| i32::from(v.far_end(us, file as u8));
    let arrives = matches!(target, Target::Plain((file, rank)) | Target::Double(_, (file, rank)) if rank == last(file));
    v.rules.promotion.captured && v.is_pawn(id, us) && arrives
}

/// The texts of a game by colour and letter.
type Texts = BTreeMap<(bool, char), String>;

/// Pieces of our games for which no line of the protocol is long enough.
const UNTOLD: [(&str, char); 2] = [("pieces-tester", 'B'), ("pieces-tester", 'R')];

fn written(v: &Variant, exact: &mut dyn FnMut(char, bool)) -> Texts {
    let mut texts = Texts::new();
    for color in Color::ALL {
        for letter in v.letters_of(color) {
            let Some(description) = describe_letter(v, letter, color) else {
                let mut types = v.types_of(color).into_iter().map(|id| v.piece(id));
                let movable = types.any(|p| p.letter == letter && !p.moves.is_empty());
                let untold = UNTOLD.contains(&(v.name.as_str(), letter));
                assert!(
                    untold || !movable,
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

/// What XBoard would have to know about pawns that push from other ranks than those on which they begin,
/// or whenever they stand there: its descriptions have no words for it.
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
fn compare(rules: &Ruleset, pos: &Position, texts: &Texts, supersets: &[char], seen: &mut usize) {
    let v = rules.variant();
    let board = board(rules, pos);
    let us = pos.side();
    if rules.tables.game_end(pos).is_some_and(GameEnd::ends_play) {
        return;
    }
    if !v.rules.alice.is_empty() {
        // no text tells of a second board
        return;
    }
    let mut moves = Vec::new();
    rules.tables.pseudo_legal(pos, &mut moves);
    // no text tells that the turn can be passed
    moves.retain(|mv| !mv.is_pass() && !mv.is_wall_alone());
    // XBoard has no text for promotions instead of moves
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
            // a first move from the next rank is told by where XBoard saw the pawn begin, which only
            // pawns have that never moved
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
            // paths of other pieces end where they come home
            .filter(|&&target| target != Target::Home)
            .filter(|&&target| !no_promotion(v, us, id, target))
            .collect();
        assert!(extra.is_empty(), "{}: XBoard allows {extra:?}", what());
        *seen += 1;
    }
}

/// A position with the royals at home and other pieces of all kinds strewn over the board.
fn strewn(rules: &Ruleset, rng: &mut SmallRng, density: f64) -> Option<Position> {
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

/// Compares in games of random moves and on strewn boards.
fn check(v: &Arc<Variant>, texts: &Texts, supersets: &[char], rounds: u64) -> usize {
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

/// Leaves no rule about promotion that says where pieces other than pawns may go.
fn promote_pawns_only(v: &mut Variant) {
    v.rules.promotion.pieces = ByColor::default();
    v.rules.promotion.mobile = false;
}

fn check_library(library: &Library, rounds: u64) -> usize {
    let mut games = 0;
    let mut supersets = BTreeSet::new();
    for entry in library.entries() {
        let Ok(v) = &entry.variant else {
            continue;
        };
        games += 1;
        let mut inexact = Vec::new();
        let texts = written(v, &mut |letter, exact| {
            if !exact {
                inexact.push(letter);
                // the default game of a file is one of the others
                if !entry.unnamed && v.rules.grid.is_none() {
                    supersets.insert((v.name.clone(), letter));
                }
            }
        });
        let seen = check(v, &texts, &inexact, rounds);
        // no text tells of a step through the glass, or of grid lines
        let untold = !v.rules.alice.is_empty() || v.rules.grid.is_some();
        assert!(
            seen > 100 || untold,
            "{}: only {seen} pieces compared",
            v.name
        );
    }
    let is_here = |game: &str| library.entries().iter().any(|entry| entry.name == game);
    let pieces = |(games, letters, _): &(&'static str, &'static str, &str)| {
        let (games, letters) = (games.split(' '), *letters);
        games.flat_map(|game| letters.chars().map(move |letter| (game.to_owned(), letter)))
    };
    let mut documented: BTreeSet<(String, char)> = SUPERSETS.iter().flat_map(pieces).collect();
    documented.retain(|(game, _)| is_here(game));
    assert_eq!(supersets, documented);
    games
}

#[test]
fn every_piece_of_our_games() {
    let library = Library::builtin(ReadOptions::default());
    assert!(check_library(&library, 8) >= 55);
}

/// The lines that the files themselves give, where they say what the piece lines say: proof that
/// the interpreter reads Betza as its authors write it.
fn check_own_lines(library: &Library) -> usize {
    let mut lines = 0;
    for entry in library.entries() {
        let Ok(v) = &entry.variant else {
            continue;
        };
        let mut texts = Texts::new();
        for line in &v.gui.piece_lines {
            let (id, text) = line.split_once(' ').unwrap();
            let letter = id.chars().next().unwrap();
            let whites = letter.is_ascii_uppercase();
            texts.insert((whites, letter.to_ascii_uppercase()), text.to_owned());
            if id.ends_with('&') {
                texts.insert((false, letter), text.to_owned());
            }
            lines += 1;
        }
        if !texts.is_empty() {
            let seen = check(v, &texts, &[], 4);
            assert!(seen > 100, "{}: only {seen} pieces compared", v.name);
        }
    }
    lines
}

#[test]
fn the_lines_of_our_file() {
    let library = Library::builtin(ReadOptions::default());
    assert!(check_own_lines(&library) > 100);
}

/// The pieces to copy of the file's section 10, all in one game on a large board.
#[test]
fn the_pieces_to_copy() {
    let ini = include_str!("../../fmax.ini");
    let section = ini.split("\n10  PIECES TO COPY\n").nth(1).unwrap();
    let section = section.split("\n11  THE GAMES\n").next().unwrap();
    let mut games = 0;
    let is_piece = |line: &&str| line.as_bytes().get(1) == Some(&b':') && line.contains(',');
    let pieces: Vec<&str> = section.lines().filter(is_piece).collect();
    for (pieces, rule) in [(&pieces[..], ""), (&pieces[..], "Alternators: yes\n")] {
        for piece in pieces {
            let moves = piece.split_once(' ').unwrap().1;
            let royal = if piece.starts_with("k:-1") {
                "-1"
            } else {
                "300"
            };
            let text = format!(
                "version 4.8(w)\nGame: test # PX...KKpx...kk # fairy\n12x10\n\
                 4 0 0 0 0 3 5 0 0 0 0 4\n4 0 0 0 0 3 5 0 0 0 0 4\n\
                 p:100 -16,24 -16,6 -15,5 -17,5\np:100 16,24 16,6 15,5 17,5\n\
                 X:{royal} {moves}\nR:500 1,3 -16,3 -1,3 16,3\n\
                 K:-1 1,7 -16,7 -1,7 16,7\n{rule}\n"
            );
            let read = Library::parse("test", text.as_bytes(), ReadOptions::default());
            let library = read.unwrap_or_else(|e| panic!("{piece}: {e:?}"));
            let v = library.entries()[0]
                .variant
                .as_ref()
                .unwrap_or_else(|e| panic!("{piece}: {e:?}"));
            if TOO_LONG.iter().any(|start| piece.starts_with(start)) {
                assert_eq!(describe_letter(v, 'X', Color::White), None, "{piece}");
                continue;
            }
            let mut inexact = Vec::new();
            let texts = written(v, &mut |letter, exact| {
                if !exact {
                    inexact.push(letter);
                }
            });
            assert_eq!(inexact, [], "{piece}: {:?}", texts.get(&(true, 'X')));
            let seen = check(v, &texts, &inexact, 3);
            assert!(seen > 100, "{piece}: only {seen} pieces compared");
            games += 1;
        }
    }
    assert!(games > 100);
}

#[test]
#[ignore = "needs the file of the Debian package fairymax"]
fn the_pieces_of_fairy_max() {
    for file in ["fmax.ini", "qmax.ini"] {
        let path = Path::new("/usr/share/games/fairymax").join(file);
        let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let library = Library::parse(file, &bytes, ReadOptions::default()).unwrap();
        check_library(&library, 6);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: std::env::var("PROPTEST_CASES").map_or(300, |text| text.parse().unwrap()),
        failure_persistence: None,
        max_global_rejects: 1_000_000,
        ..ProptestConfig::default()
    })]

    /// Pieces that no file would hold. Some cannot be written; what is written has to be right.
    #[test]
    fn xboard_reads_random_pieces_as_they_move(mut scene in scene()) {
        // no text tells of a second board
        prop_assume!(scene.variant.rules.alice.is_empty());
        // explosions would keep royals from captures that are theirs otherwise
        scene.variant.rules.win = WinConditions::default();
        promote_pawns_only(&mut scene.variant);
        let rules = scene.rules();
        let v = rules.variant();
        let (mut texts, mut inexact) = (Texts::new(), Vec::new());
        for color in Color::ALL {
            for letter in v.letters_of(color) {
                if let Some(description) = describe_letter(v, letter, color) {
                    if !description.exact {
                        inexact.push(letter);
                    }
                    texts.insert((color == Color::White, letter), description.text);
                }
            }
        }
        let by_steps = |text: &String| text.replace("oa", "a").contains("mpa");
        // leaps too long for an atom are described step by step, and XBoard steps into no hole
        prop_assume!(v.rules.zones.holes.is_empty() || !texts.values().any(by_steps));
        let mut pos = scene.position(&rules);
        let mut seen = 0;
        compare(&rules, &pos, &texts, &inexact, &mut seen);
        for choice in &scene.choices {
            let legal = rules.tables.legal(&mut pos);
            if legal.is_empty() {
                break;
            }
            rules.tables.make(&mut pos, *choice.get(&legal));
            if pos.royals(pos.side()) == 0 {
                break;
            }
            compare(&rules, &pos, &texts, &inexact, &mut seen);
        }
        // a game that is over, or of which no text is exact, proves nothing
        prop_assume!(seen > 0);
    }
}
