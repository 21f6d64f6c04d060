//! What the sets tell against walks over the board, in random positions of all games.

use super::*;
use crate::board::Position;
use crate::board::position::EMPTY;
use crate::game::Game;
use crate::ruleset::Ruleset;
use crate::types::{Rng, TypeSet};
use crate::variant::{Library, ReadOptions, Selections};

/// Calls `check` with positions of random games, and the occupied squares.
fn walk<const W: usize>(
    rules: &Arc<Ruleset>,
    sights: &Sights<W>,
    mut check: impl FnMut(&Position, Bits<W>),
) {
    let mut random = Rng::new(1);
    let mut game = Game::new(rules.clone(), 50);
    for _ in 0..40 {
        let moves = game.legal_moves();
        if game.outcome().is_some() || moves.is_empty() {
            break;
        }
        game.play(moves[random.below(moves.len())]);
        let pos = game.position();
        let men = Color::ALL.into_iter().flat_map(|color| pos.pieces(color));
        check(pos, sights.numbers.set(men.map(|(sq, _)| sq)));
    }
}

fn agree<const W: usize>(name: &str, rules: &Arc<Ruleset>, sights: &Sights<W>) -> usize {
    let tables = &rules.tables;
    let mut seen = 0;
    walk(rules, sights, |pos, occupied| {
        let mut types = TypeSet::EMPTY;
        for color in Color::ALL {
            for (from, id) in pos.pieces(color) {
                types.insert(id);
                let number = sights.numbers.of(from);
                let Some(sight) = sights.sight(id, number, occupied) else {
                    continue;
                };
                let mut walked = Bits::EMPTY;
                tables.visit_targets(pos, color, id, from, &mut |to, _, means| {
                    assert!(means.capture && means.quiet, "{name}");
                    walked = walked.with(sights.numbers.of(to));
                });
                assert_eq!(sight, walked, "{name}: {from:?} in {}", pos.fen());
                seen += 1;
            }
        }
        for (target, &sq) in sights.numbers.squares.iter().enumerate() {
            let mut shown = Bits::EMPTY;
            sights.openings(target, types, occupied, |opening| {
                assert!(opening.types.meets(types), "{name}");
                shown = shown.or(opening.squares);
            });
            let mut walked = Bits::EMPTY;
            for line in tables.lines_to(sq) {
                let open = |(sq, _): &&(Square, TypeSet)| pos.cell(*sq) == EMPTY;
                let reached = line.iter().take_while(open);
                for &(sq, _) in reached.filter(|(_, riders)| riders.meets(types)) {
                    walked = walked.with(sights.numbers.of(sq));
                }
            }
            for (from, leapers) in tables.leaps_to(sq) {
                if leapers.meets(types) && pos.cell(from) == EMPTY {
                    walked = walked.with(sights.numbers.of(from));
                }
            }
            assert_eq!(shown, walked, "{name}: {sq:?} in {}", pos.fen());
        }
    });
    seen
}

#[test]
fn sets_tell_what_walks_find() {
    let library = Library::builtin(ReadOptions::default());
    let mut boards = [0; 3];
    for entry in library.entries() {
        let name = &entry.name;
        let Ok(rules) = library.find(name, &Selections::default()) else {
            continue;
        };
        let rules = Arc::new(Ruleset::new(rules));
        let (kind, seen) = match &rules.evaluation.sights {
            AnySights::Small(sights) => (0, agree(name, &rules, sights)),
            AnySights::Middle(sights) => (1, agree(name, &rules, sights)),
            AnySights::Large(sights) => (2, agree(name, &rules, sights)),
        };
        boards[kind] += usize::from(seen > 0);
    }
    assert!(boards.iter().all(|&games| games > 0), "{boards:?}");
}
