//! The endgame solver against a plain retrograde count with the legal moves.

use std::collections::HashMap;
use std::sync::Arc;

use fmax::board::{Placement, Position, Virginity};
use fmax::endgame::Endgames;
use fmax::endgame::study::{Colors, Unsolved, royal_of};
use fmax::ruleset::Ruleset;
use fmax::types::{Bitboard, Color, Square, TypeId};
use fmax::variant::Stalemate;

use super::support::piece;
use crate::common::games::{load, rules};

/// The squares of the men, White's first, `None` for a captured man; the square of the lone king; whether White is to
/// move.
type State = (Vec<Option<Square>>, Square, bool);

/// All positions of an ending, with the results of their moves.
struct Graph {
    states: Vec<State>,
    next: Vec<Vec<usize>>,
    /// The side to move has no moves and has lost.
    mated: Vec<bool>,
}

impl Graph {
    fn new(rules: &Arc<Ruleset>, pieces: &[TypeId], homes: [&[Square]; 2]) -> Graph {
        let v = rules.variant();
        let royal = |color| royal_of(v, color).unwrap();
        let ids: Vec<TypeId> = [&[royal(Color::White)], pieces].concat();
        let board = all_squares(rules);
        let mut placements: Vec<Vec<Option<Square>>> =
            homes[0].iter().map(|&sq| vec![Some(sq)]).collect();
        for _ in pieces {
            let more = |men: Vec<Option<Square>>| {
                let others = board.iter().map(|&sq| Some(sq)).chain([None]);
                let free = others.filter(|sq| sq.is_none() || !men.contains(sq));
                free.map(|sq| [&men[..], &[sq]].concat())
                    .collect::<Vec<_>>()
            };
            placements = placements.into_iter().flat_map(more).collect();
        }
        let mut graph = Graph {
            states: Vec::new(),
            next: Vec::new(),
            mated: Vec::new(),
        };
        let mut numbers: HashMap<State, usize> = HashMap::new();
        let mut positions = Vec::new();
        for men in placements {
            for &bare in homes[1] {
                for white in [true, false] {
                    if men.contains(&Some(bare)) {
                        continue;
                    }
                    let placed = men.iter().zip(&ids);
                    let placed = placed.filter_map(|(sq, &id)| Some(((*sq)?, Color::White, id)));
                    let side = if white { Color::White } else { Color::Black };
                    let black = (bare, Color::Black, royal(Color::Black));
                    let placement = Placement {
                        pieces: placed.chain([black]).collect(),
                        hands: Vec::new(),
                        side,
                        virginity: Virginity::On(Bitboard::EMPTY),
                        en_passant: Vec::new(),
                        rule_clock: 0,
                        ..Placement::start(&rules.layout)
                    };
                    let pos = Position::new(rules.layout.clone(), &placement).unwrap();
                    if rules.tables.royals_safe(&pos, side.other()) {
                        let state = (men.clone(), bare, white);
                        numbers.insert(state.clone(), graph.states.len());
                        graph.states.push(state);
                        positions.push(pos);
                    }
                }
            }
        }
        for ((men, bare, white), mut pos) in graph.states.iter().cloned().zip(positions) {
            let moves = rules.tables.legal(&mut pos);
            let stalemate_loses = v.rules.win.stalemate == Stalemate::Loss;
            let lost = moves.is_empty() && (rules.tables.in_check(&pos) || stalemate_loses);
            graph.mated.push(lost);
            let follow = |mv: fmax::types::Move| {
                let (mut men, mut bare) = (men.clone(), bare);
                if white {
                    let mover = men.iter_mut().find(|sq| **sq == Some(mv.from()));
                    *mover.unwrap() = Some(mv.to());
                } else {
                    if !mv.is_pass() {
                        bare = mv.to();
                    }
                    let taken = men.iter_mut().find(|sq| **sq == Some(bare));
                    taken.into_iter().for_each(|sq| *sq = None);
                }
                numbers[&(men, bare, !white)]
            };
            let passes = moves.iter().filter(|mv| white && mv.is_pass()).count();
            assert_eq!(passes, 0, "a side that wants to mate need not pass");
            graph.next.push(moves.into_iter().map(follow).collect());
        }
        graph
    }

    /// The number of plies to mate for the side with the pieces.
    fn distances(&self) -> Vec<Option<u32>> {
        let white = |i: usize| self.states[i].2;
        let mut distances: Vec<Option<u32>> = (0..self.states.len())
            .map(|i| (self.mated[i] && !white(i)).then_some(0))
            .collect();
        for ply in 1.. {
            let mut found = Vec::new();
            for i in (0..distances.len()).filter(|&i| distances[i].is_none()) {
                let mut next = self.next[i].iter().map(|&next| distances[next]);
                let won = if white(i) {
                    next.any(|known| known.is_some())
                } else {
                    next.len() > 0 && next.all(|known| known.is_some())
                };
                if won {
                    found.push(i);
                }
            }
            if found.is_empty() {
                return distances;
            }
            found.into_iter().for_each(|i| distances[i] = Some(ply));
        }
        unreachable!()
    }

    fn is_whole(&self, i: usize) -> bool {
        self.states[i].0.iter().all(Option::is_some)
    }

    /// Drawn positions in which neither side can be forced to lose a piece or to be stalemated.
    fn fortresses(&self, distances: &[Option<u32>]) -> Vec<bool> {
        let mut held: Vec<bool> = (0..self.states.len())
            .map(|i| distances[i].is_none() && self.is_whole(i))
            .collect();
        loop {
            let stays = |i: usize| {
                let next = &self.next[i];
                if self.states[i].2 {
                    next.iter().any(|&next| held[next])
                } else {
                    let kept = |&next: &usize| held[next] || distances[next].is_some();
                    !next.is_empty() && next.iter().all(kept)
                }
            };
            let next: Vec<bool> = (0..held.len()).map(|i| held[i] && stays(i)).collect();
            if next == held {
                return held;
            }
            held = next;
        }
    }
}

fn all_squares(rules: &Ruleset) -> Vec<Square> {
    let v = rules.variant();
    let squares = (0..v.ranks).flat_map(|rank| (0..v.files).map(move |f| Square::at(f, rank)));
    squares
        .filter(|sq| !v.is_hole(sq.file(), sq.rank()))
        .collect()
}

fn compare(rules: &Arc<Ruleset>, letters: &str, homes: [&[Square]; 2]) -> u32 {
    let pieces: Vec<TypeId> = letters.chars().map(|c| piece(rules, c)).collect();
    let graph = Graph::new(rules, &pieces, homes);
    let distances = graph.distances();
    let held = graph.fortresses(&distances);
    let endgames = Endgames::exhaustive(rules.clone(), Color::White, 4);
    let study = endgames.study(&pieces, 1 << 30, &|| false).unwrap();
    let figures = study.figures(Colors::Any);
    let whole = |white: bool| {
        (0..graph.states.len())
            .filter(|&i| graph.is_whole(i) && graph.states[i].2 == white)
            .collect::<Vec<_>>()
    };
    // the solver counts identical pieces once, we count them in any order
    let ways = match &pieces[..] {
        [a, b] if a == b => 2,
        _ => 1,
    };
    for (counted, white) in [(figures.strong, true), (figures.bare, false)] {
        let states = whole(white);
        let drawn = states.iter().filter(|&&i| distances[i].is_none()).count();
        let name = &rules.variant().name;
        assert_eq!(
            counted.all * ways,
            states.len() as u64,
            "{name} {letters} {white}"
        );
        assert_eq!(
            counted.drawn * ways,
            drawn as u64,
            "{name} {letters} {white}"
        );
    }
    let forts = whole(true).into_iter().filter(|&i| held[i]).count();
    assert_eq!(figures.fortresses * ways, forts as u64, "{letters}");
    let longest = whole(true).into_iter().filter_map(|i| distances[i]).max();
    let longest = longest.map_or(0, |plies| plies.div_ceil(2));
    assert_eq!(figures.longest, longest, "{letters}");
    if let Some(mut pos) = study.longest_win(Colors::Any) {
        assert!(!study.best_moves(&mut pos).is_empty());
    }
    longest
}

/// A variant on a small board, with more rule lines.
fn small(board: &str, back: &str, royal: &str, lines: &str) -> Arc<Ruleset> {
    load(&format!(
        "{board}\n{back}\n{back}\np:80 -16,6 -15,5 -17,5\np:80 16,6 15,5 17,5\n\
         k:-1 {royal}\nn:300 N\nf:150 F\nR:500 R\nQ:900 RB\nW:200 W\n{lines}"
    ))
}

#[test]
fn all_positions_of_small_boards_are_counted_right() {
    let plain = small("4x4", "0 3 5 0", "K", "");
    let all = all_squares(&plain);
    assert!(compare(&plain, "R", [&all, &all]) > 3);
    for letters in ["N", "NN", "NF", "FF"] {
        compare(&plain, letters, [&all, &all]);
    }
    let stalemate = small("4x4", "0 3 5 0", "K", "Stalemate: loss\n");
    for letters in ["N", "W", "FW"] {
        compare(&stalemate, letters, [&all, &all]);
    }
    // no mirror image, and a king that moves like a knight against a king that does not
    let knightly = small("5x4", "0 3 5 0 0", "N", "");
    let wide = all_squares(&knightly);
    compare(&knightly, "Q", [&wide, &wide]);
    let lopsided = small("5x4", "0 3 5 0 0", "WflbrF", "");
    compare(&lopsided, "R", [&wide, &wide]);
}

#[test]
fn palaces_holes_facing_kings_and_passes_are_counted_right() {
    let squares = |names: &[(u8, u8)]| -> Vec<Square> {
        names
            .iter()
            .map(|&(file, rank)| Square::at(file, rank))
            .collect()
    };
    let palace = "Zone: palace=b1-c2,b4-c5\nConfine: K=palace\nFacing: illegal\nStalemate: loss\n";
    let xiangqi = small("4x5", "0 3 5 0", "W", palace);
    let own = squares(&[(1, 0), (2, 0), (1, 1), (2, 1)]);
    let other = squares(&[(1, 3), (2, 3), (1, 4), (2, 4)]);
    for letters in ["N", "W", "R", "FW"] {
        compare(&xiangqi, letters, [&own, &other]);
    }
    let holes = small("4x5", "0 3 5 0", "K", "Holes: a1 c3\n");
    let board = all_squares(&holes);
    assert_eq!(board.len(), 18);
    for letters in ["R", "NW"] {
        compare(&holes, letters, [&board, &board]);
    }
    let passes = small("4x4", "0 3 5 0", "K", "Pass: black=always\n");
    let board = all_squares(&passes);
    for letters in ["R", "Q", "FW"] {
        compare(&passes, letters, [&board, &board]);
    }
}

#[test]
fn unsolvable_endings_are_reported() {
    let chess = rules("normal");
    let endgames = Endgames::exhaustive(chess.clone(), Color::White, 4);
    let rook = [piece(&chess, 'R')];
    let needed = endgames.bytes_for(&rook).unwrap();
    let small = endgames.study(&rook, needed - 1, &|| false);
    assert_eq!(small.unwrap_err(), Unsolved::TooLarge(needed));
    let stopped = endgames.study(&rook, needed, &|| true);
    assert_eq!(stopped.unwrap_err(), Unsolved::Stopped);
    assert_eq!(
        endgames
            .study(&rook, needed, &|| false)
            .unwrap()
            .figures(Colors::Any)
            .longest,
        16
    );
}
