//! Compares attack maps with walks over the board, in random positions of all variants.

use super::*;
use crate::board::cell::EMPTY;
use crate::board::{Position, SquareIndex};
use crate::game::Game;
use crate::ruleset::Ruleset;
use crate::testing::games::{random_walk, variants};
use crate::types::{Color, Rng, Square, TypeSet};

/// Calls `check` with positions of random games, and the occupied squares.
fn walk<const W: usize>(
    rules: &Arc<Ruleset>,
    maps: &AttackMaps<W>,
    mut check: impl FnMut(&Position, Bitboard<W, usize>),
) {
    let mut look = |game: &Game| {
        let pos = game.position();
        let men = Color::ALL.into_iter().flat_map(|color| pos.pieces(color));
        let men = men.map(|(sq, _)| sq);
        check(pos, maps.index.set(men.chain(pos.walls())));
    };
    let game = Game::new(rules.clone(), 50);
    let last = random_walk(game, 40, &mut Rng::new(1), |game, _| look(game));
    look(&last);
}

fn agree<const W: usize>(name: &str, rules: &Arc<Ruleset>, index: &Arc<SquareIndex>) -> usize {
    let tables = &rules.tables;
    let sought = rules.variant().types().map(|(id, _)| id);
    let sought: TypeSet = sought.filter(|id| !id.is_pawn()).collect();
    let maps = &AttackMaps::<W>::new(rules.variant(), tables, index, sought);
    let mut seen = 0;
    let mut memo = LineMemo::default();
    maps.prepare(&mut memo);
    walk(rules, maps, |pos, occupied| {
        let mut types = TypeSet::EMPTY;
        for color in Color::ALL {
            for (from, id) in pos.pieces(color) {
                if sought.contains(id) {
                    types.insert(id);
                }
                let number = maps.index.of(from);
                let Some(attacks) = maps.attacks(id, number, occupied, &mut memo) else {
                    continue;
                };
                let mut walked = Bitboard::EMPTY;
                tables.visit_targets(pos, color, id, from, &mut |to, _, means| {
                    assert!(means.capture && means.quiet, "{name}");
                    walked = walked.with(maps.index.of(to));
                });
                assert_eq!(attacks, walked, "{name}: {from:?} in {}", pos.fen());
                seen += 1;
            }
        }
        // captures of black's pieces count, as white could check by them
        let barred = occupied.without(pos.occupied_by(Color::Black));
        let is_barred = |sq: Square| barred.contains(maps.index.of(sq));
        for (target, &sq) in maps.index.squares().iter().enumerate() {
            let mut shown = Bitboard::EMPTY;
            maps.checking_squares(target, types, occupied, &mut memo, barred, |squares, by| {
                assert!(by.meets(types), "{name}");
                shown |= squares;
            });
            let mut walked = Bitboard::EMPTY;
            for line in &tables.origins_to(sq).lines {
                let open = |(sq, _): &(Square, TypeSet)| pos.cell(*sq) == EMPTY;
                let blocked = line.iter().position(|at| !open(at));
                let reached = &line[..blocked.map_or(line.len(), |first| first + 1)];
                for &(sq, _) in reached.iter().filter(|(_, riders)| riders.meets(types)) {
                    if !is_barred(sq) {
                        walked = walked.with(maps.index.of(sq));
                    }
                }
            }
            for &(from, leapers) in &tables.origins_to(sq).leaps {
                if leapers.meets(types) && !is_barred(from) {
                    walked = walked.with(maps.index.of(from));
                }
            }
            assert_eq!(shown, walked, "{name}: {sq:?} in {}", pos.fen());
        }
    });
    seen
}

#[test]
fn sets_and_walks_find_the_same_attacks() {
    let mut boards = [0; 3];
    for variant in variants() {
        let name = &variant.name.clone();
        let rules = Arc::new(Ruleset::new(variant));
        let index = Arc::new(SquareIndex::new(rules.variant()));
        let (kind, seen) = match index.squares().len() {
            ..=64 => (0, agree::<1>(name, &rules, &index)),
            65..=128 => (1, agree::<2>(name, &rules, &index)),
            _ => (2, agree::<4>(name, &rules, &index)),
        };
        boards[kind] += usize::from(seen > 0);
    }
    assert!(boards.iter().all(|&games| games > 0), "{boards:?}");
}
