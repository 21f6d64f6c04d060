//! Plays every variant of a file: perft with consistency checks at each node, and short self-play
//! games.

use std::path::Path;
use std::sync::Arc;

use fmax::board::Position;
use fmax::game::Game;
use fmax::movegen::perft::perft;
use fmax::ruleset::Ruleset;
use fmax::search::{Limits, SearchControl, SearchSettings};
use fmax::variant::{Library, ReadOptions};

use crate::common::effort::effort;
use crate::common::games::{library, variants_of};
use crate::common::search::searcher;

const DEBIAN: &str = "/usr/share/games/fairymax/fmax.ini";

fn debian() -> Library {
    Library::open(Path::new(DEBIAN), ReadOptions::default()).unwrap()
}

fn rulesets(library: &Library) -> Vec<Arc<Ruleset>> {
    variants_of(library)
        .map(|variant| Arc::new(Ruleset::new(variant)))
        .collect()
}

/// Maximum number of positions visited, unless the start position alone has more moves.
const MOST_NODES: u64 = 2_000_000;

/// Perft from the start, to depth 3 if the limit allows; the test profile has debug assertions, with
/// which perft checks the key, the lists and the sums at every node.
fn perft_everywhere(library: &Library) -> usize {
    // without debug assertions perft would check nothing
    const { assert!(cfg!(debug_assertions)) }
    let rulesets = rulesets(library);
    for rules in &rulesets {
        let mut pos = rules.start();
        let mut counts = vec![perft(&rules.tables, &mut pos, 1)];
        while counts.len() < 3 && counts[counts.len() - 1] * counts[0] <= MOST_NODES {
            let depth = counts.len() as u32 + 1;
            counts.push(perft(&rules.tables, &mut pos, depth));
        }
        let name = &rules.variant().name;
        assert!(
            counts[0] > 0 && counts.is_sorted_by(|a, b| a < b),
            "{name} {counts:?}"
        );
        assert_eq!(pos.fen(), rules.start().fen(), "{name}");
    }
    rulesets.len()
}

/// Plays some plies at a fixed depth; every position can be written as FEN and read again.
fn self_play(library: &Library) {
    for rules in rulesets(library) {
        let name = &rules.variant().name.clone();
        let mut game = Game::new(rules.clone(), 50);
        let mut searcher = searcher(&game, 1);
        let settings = SearchSettings {
            move_rule_plies: 100,
            ..SearchSettings::default()
        };
        let control = SearchControl::default();
        let (mut plies, mut foreseen) = (0, 0);
        for _ in 0..effort(5).min(40) {
            if game.outcome().is_some() {
                break;
            }
            let limits = Limits::depth(3);
            let result = searcher.search(game.position(), &limits, &settings, &control, &mut ());
            let mv = result.best.unwrap();
            let text = game.format(mv);
            assert_eq!(
                game.parse_move(&text),
                Ok(mv),
                "{name}: {text} in {}",
                game.position().fen()
            );
            let likely = game.position().key_after(mv);
            game.play(mv);
            plies += 1;
            foreseen += usize::from(likely == game.position().key());
            assert_eq!(game.position().check_consistency(), Ok(()), "{name}");
            if game.outcome().is_some() {
                // a side may have lost its royal, which every start position has
                break;
            }
            let fen = game.position().fen();
            let read = Position::from_fen(&rules.layout, &fen).unwrap();
            assert_eq!(read.fen(), fen, "{name}");
            assert_eq!(read.key(), game.position().key(), "{name}: {fen}");
        }
        // drops, explosions, changes of boards and shots are never predicted
        let plain = &rules.variant().rules;
        let plain = plain.drops.is_none()
            && plain.win.explosion.is_none()
            && plain.alice.is_empty()
            && plain.capture_effects.rifle.is_empty();
        assert!(
            !plain || plies < 20 || 10 * foreseen >= 7 * plies,
            "{name}: {foreseen}/{plies}"
        );
        while game.undo() {}
        assert_eq!(game.position().fen(), rules.start().fen(), "{name}");
        assert_eq!(game.position().key(), rules.start().key(), "{name}");
    }
}

#[test]
fn perft_is_consistent_in_every_variant() {
    assert!(perft_everywhere(library()) >= 40);
}

#[test]
fn every_variant_can_be_played_by_the_engine() {
    self_play(library());
}

#[test]
#[ignore = "needs the Debian package fairymax"]
fn perft_is_consistent_in_every_variant_of_debian() {
    assert_eq!(perft_everywhere(&debian()), 44);
}

#[test]
#[ignore = "needs the Debian package fairymax"]
fn every_variant_of_debian_can_be_played_by_the_engine() {
    self_play(&debian());
}
