//! The same position and limits lead to the same search over CECP and UCI.

use fmax::protocol::uci::names;
use fmax::protocol::uci::notation::Letters;
use fmax::types::Rng;
use fmax::variant::{Library, ReadOptions};
use proptest::prelude::*;
use proptest::sample::Index;

use super::{best, has, last_if_any, uci};
use crate::common::effort::effort;
use crate::support::{Gui, Thought};

/// Nodes per search.
const NODES: u64 = 400;

proptest! {
    #![proptest_config(ProptestConfig {
        cases: effort(25),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn both_protocols_search_alike(index in any::<Index>(), seed in any::<u64>()) {
        let library = Library::builtin(ReadOptions::default());
        let all = names::all(&library);
        alike(&all[index.index(all.len())], &mut Rng::new(seed));
    }
}

fn alike(name: &str, random: &mut Rng) {
    let mut gui = uci();
    gui.ask(&format!("setoption name UCI_Variant value {name}"));
    let mut game = gui.session.game().clone();
    let letters = Letters::for_gui(game.rules().variant(), false);
    let (mut theirs, mut ours) = (String::new(), String::new());
    for _ in 0..random.below(8) {
        let legal = game.legal_moves();
        if legal.is_empty() || game.outcome().is_some() {
            break;
        }
        let mv = legal[random.below(legal.len())];
        theirs += &format!(" {}", letters.spell(&game, mv));
        ours += &format!("usermove {}\n", game.format(mv));
        game.play(mv);
    }
    if game.outcome().is_some() {
        return;
    }
    let uci = gui.ask(&format!(
        "position startpos moves{theirs}\ngo nodes {NODES}"
    ));
    let chosen = letters.read(&game, best(&uci)).unwrap();
    let mut cecp = Gui::new();
    let variant = &game.rules().variant().name;
    cecp.ask(&format!(
        "variant {variant}\nforce\npost\nst 1000\noption Nodes={NODES}"
    ));
    let refused = cecp.ask(&ours);
    assert!(!has(&refused, "Illegal"), "{name}: {refused:?}");
    let lines = cecp.ask("go");
    let moved = lines.iter().find_map(|line| line.strip_prefix("move "));
    let moved = moved.unwrap_or_else(|| panic!("{name}: {lines:?}"));
    assert_eq!(game.parse_move(moved), Ok(chosen), "{name}");
    let mut thoughts = lines.iter().filter_map(|line| Thought::parse(line));
    // a few nodes may not be enough for the first line
    let (Some(thought), Some((depth, score, nodes))) = (thoughts.next_back(), last_if_any(&uci))
    else {
        return;
    };
    // the first lines depend on the clock, so compare those of the same depth only
    if thought.depth != depth {
        return;
    }
    assert!(
        thought.nodes.abs_diff(nodes) <= NODES / 4,
        "{name} {uci:#?} {lines:#?}"
    );
    if let Some(centipawns) = score.strip_prefix("cp ") {
        assert_eq!(centipawns, thought.score.to_string(), "{name}");
    }
}
