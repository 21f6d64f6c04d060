//! The same position and limits lead to the same search over CECP and UCI.

use std::time::Duration;

use fmax::protocol::Event;
use fmax::protocol::uci::names;
use fmax::protocol::uci::notation::Letters;
use fmax::types::Rng;
use proptest::prelude::*;

use super::{best, has, uci};
use crate::games::library;
use crate::support::{Gui, Talker};

/// Nodes per search.
const NODES: u64 = 400;

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1,
        max_shrink_iters: 0,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn both_protocols_search_every_variant_alike(seed in any::<u64>()) {
        let mut random = Rng::new(seed);
        for name in names::all(library()) {
            alike(&name, &mut random);
        }
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
    gui.ask(&format!("position startpos moves{theirs}"));
    let (lines, nodes) = search(&mut gui, &format!("go movetime 1000000 nodes {NODES}"));
    let chosen = letters.read(&game, best(&lines)).unwrap();
    let mut cecp = Gui::new();
    let variant = &game.rules().variant().name;
    cecp.ask(&format!(
        "variant {variant}\nforce\npost\nst 1000\noption Nodes={NODES}"
    ));
    let refused = cecp.ask(&ours);
    assert!(!has(&refused, "Illegal"), "{name}: {refused:?}");
    let (lines, cecp_nodes) = search(&mut cecp, "go");
    let moved = lines.iter().find_map(|line| line.strip_prefix("move "));
    let moved = moved.unwrap_or_else(|| panic!("{name}: {lines:?}"));
    assert_eq!(game.parse_move(moved), Ok(chosen), "{name}{theirs}");
    assert_eq!(cecp_nodes, nodes, "{name}{theirs}");
}

/// The answer to a line that starts a search, and the nodes of the search.
fn search<S: Talker>(gui: &mut Gui<S>, line: &str) -> (Vec<String>, u64) {
    let mut lines = gui.say(line);
    loop {
        let event = gui.events.recv_timeout(Duration::from_secs(60)).unwrap();
        let nodes = match &event {
            Event::Finished { result, .. } => result.as_ref().map(|result| result.nodes),
            _ => None,
        };
        gui.session.handle(event);
        lines.extend(gui.say(""));
        if let Some(nodes) = nodes {
            return (lines, nodes);
        }
    }
}
