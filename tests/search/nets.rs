//! Nets that correct the evaluation. A debug assertion compares the incremental accumulators with a full
//! refresh at every evaluation of these tests.

use std::sync::Arc;

use fmax::board::Position;
use fmax::eval::net::inputs::ZONES;
use fmax::eval::net::{MAX_HIDDEN, Mode, Net, NetError, Weights};
use fmax::eval::{EvalCache, MAX_EVAL};
use fmax::game::Game;
use fmax::ruleset::Ruleset;
use fmax::search::SearchSettings;
use fmax::types::Rng;
use fmax::variant::ini::net_file::{self, Section};
use fmax::variant::{EncodedNet, Library, Params, ReadOptions, Term, Variant};
use proptest::prelude::*;

use crate::common::files::Folder;
use crate::common::games::{ARRAY, PIECES, complaints, find, library, rules, without_net};
use crate::common::nets::{
    inputs, random_weights, random_weights_of_zones, with_net_bytes, with_random_net,
};
use crate::common::search::{nodes, search_with};

/// Plays a random game with occasional searches and evaluates every position with one cache, so that the
/// accumulators have to be updated forwards and backwards.
fn play_at_random(rules: &Arc<Ruleset>, seed: u64, plies: usize) {
    let mut rng = Rng::new(seed);
    let mut game = Game::new(rules.clone(), 50);
    let mut cache = EvalCache::default();
    for ply in 0..plies {
        let legal = game.legal_moves();
        if game.outcome().is_some() || legal.is_empty() {
            break;
        }
        if ply % 20 == 10 {
            search_with(&game, nodes(300), &SearchSettings::default());
        }
        for &mv in legal.iter().take(5) {
            game.play(mv);
            let value = evaluate(rules, game.position(), &mut cache);
            assert_eq!(
                value,
                evaluate(rules, game.position(), &mut EvalCache::default())
            );
            game.undo();
        }
        game.play(legal[rng.below(legal.len())]);
    }
}

fn evaluate(rules: &Ruleset, pos: &Position, cache: &mut EvalCache) -> i32 {
    (rules.evaluation).evaluate(&rules.tables, pos, cache)
}

/// Drops, gates, two boards, checks, explosions, shuffled and large boards, holes, different armies.
#[test]
fn accumulators_are_right_in_all_kinds_of_variants() {
    for name in [
        "normal",
        "capablanca",
        "crazyhouse",
        "grasshopper",
        "seirawan",
        "musketeer",
        "alice",
        "3check",
        "atomic",
        "fischerandom",
        "spartan",
        "xiangqi",
        "los-alamos",
        "antichess",
        "omega",
        "cylinder",
        "chessgi",
        "asean",
    ] {
        let plain = without_net(name);
        play_at_random(&with_random_net(&plain, 32, 1), 7, 60);
    }
}

#[test]
fn accumulators_are_right_for_every_size_and_mode() {
    let plain = rules("crazyhouse");
    for hidden in [64, MAX_HIDDEN] {
        play_at_random(&with_random_net(&plain, hidden, 2), 8, 80);
    }
    let weights = Weights {
        mode: Mode::Replace,
        ..random_weights(&plain, 32, 3)
    };
    let net = Net::new(weights, inputs(&plain)).unwrap();
    let replaced = Arc::new(Ruleset::with_net(plain.variant().clone(), net));
    play_at_random(&replaced, 9, 80);
}

/// Kings, a board that is rotated for black, generals in palaces, two royal pieces, none, and two boards.
#[test]
fn accumulators_are_right_with_weights_for_each_zone() {
    for name in [
        "normal",
        "crazyhouse",
        "los-alamos",
        "xiangqi",
        "spartan",
        "antichess",
        "alice",
    ] {
        let plain = without_net(name);
        let weights = random_weights_of_zones(&plain, 32, ZONES, 1);
        let net = Net::new(weights, inputs(&plain)).unwrap();
        let rules = Arc::new(Ruleset::with_net(plain.variant().clone(), net));
        play_at_random(&rules, 7, 120);
    }
}

/// Each king sees the board with the weights for its own zone.
#[test]
fn the_zone_of_the_king_chooses_the_weights() {
    let plain = without_net("normal");
    let mut weights = random_weights_of_zones(&plain, 32, ZONES, 1);
    let zone = weights.input.len() / ZONES;
    // the same in all zones but that of a king in front of the first rank, on the right
    let first = weights.input[..zone].to_vec();
    for number in 1..3 {
        weights.input[number * zone..(number + 1) * zone].copy_from_slice(&first);
    }
    let one_zone = Weights {
        zones: 1,
        input: first,
        ..weights.clone()
    };
    let learnt = |weights: Weights| {
        let net = Net::new(weights, inputs(&plain)).unwrap();
        Ruleset::with_net(plain.variant().clone(), net)
    };
    let (by_zone, one) = (learnt(weights), learnt(one_zone));
    for (fen, differs) in [
        ("1k6/ppp5/8/8/8/8/PPP5/1K6 w - - 0 1", false),
        ("6k1/ppp5/8/8/8/8/PPP5/6K1 w - - 0 1", false),
        ("6k1/ppp5/8/8/8/8/PPPK4/8 w - - 0 1", false),
        ("6k1/ppp5/8/8/8/8/PPP1K3/8 w - - 0 1", true),
        ("8/ppp3k1/8/8/8/8/PPP5/6K1 w - - 0 1", true),
        ("8/pppk4/8/8/8/8/PPP5/6K1 w - - 0 1", false),
    ] {
        let value = |rules: &Ruleset| {
            let pos = Position::from_fen(&rules.layout, fen).unwrap();
            evaluate(rules, &pos, &mut EvalCache::default())
        };
        assert_eq!(value(&by_zone) != value(&one), differs, "{fen}");
    }
}

/// The largest board with the maximum number of pieces and types.
#[test]
fn accumulators_are_right_on_the_largest_boards() {
    let largest = library()
        .entries()
        .iter()
        .filter_map(|entry| entry.variant.as_ref().ok());
    let variant = largest
        .max_by_key(|v| usize::from(v.files) * v.pieces.len())
        .unwrap();
    let plain = Ruleset::without_net(variant.clone());
    let mut weights = random_weights(&plain, 32, 1);
    weights.input.iter_mut().for_each(|w| *w /= 4);
    let net = Net::new(weights, inputs(&plain)).unwrap();
    let rules = Arc::new(Ruleset::with_net(variant.clone(), net));
    play_at_random(&rules, 3, 40);
}

/// White's perspective of a position equals black's of the position with the colours exchanged.
#[test]
fn colours_are_alike() {
    for (name, fen, exchanged) in [
        (
            "normal",
            "r3k2r/pp3ppp/8/3P4/8/2N5/PP3PPP/R3K2R w Kq - 0 1",
            "r3k2r/pp3ppp/2n5/8/3p4/8/PP3PPP/R3K2R b Qk - 0 1",
        ),
        (
            "crazyhouse",
            "4k3/p7/8/3N4/8/8/P7/4K3[NNp] w - - 0 1",
            "4k3/p7/8/8/3n4/8/P7/4K3[nnP] b - - 0 1",
        ),
        (
            "3check",
            "4k3/p7/8/3N4/8/8/P7/4K3 w - - 2+3 0 1",
            "4k3/p7/8/8/3n4/8/P7/4K3 b - - 3+2 0 1",
        ),
        // rotated by 180 degrees: each king begins opposite the enemy queen
        (
            "los-alamos",
            "rnqknr/pppppp/6/2P3/PP1PPP/RNQKNR b - - 0 1",
            "rnqknr/pp1ppp/2p3/6/PPPPPP/RNQKNR w - - 0 1",
        ),
    ] {
        let rules = with_random_net(&rules(name), 32, 5);
        let value = |fen: &str| {
            let pos = Position::from_fen(&rules.layout, fen).unwrap();
            evaluate(&rules, &pos, &mut EvalCache::default())
        };
        assert_eq!(value(fen), value(exchanged), "{name}");
    }
}

/// Tuning and training use the hand-made evaluation, and so do positions with a bare king.
#[test]
fn the_hand_made_evaluation_is_still_there() {
    let plain = without_net("normal");
    let learnt = with_random_net(&plain, 32, 4);
    for (fen, differs) in [
        ("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1", false),
        ("4k3/p7/8/8/8/8/4P3/4K2R w K - 0 1", true),
    ] {
        let [with, without] =
            [&learnt, &plain].map(|rules| Position::from_fen(&rules.layout, fen).unwrap());
        assert_eq!(learnt.evaluate(&with), plain.evaluate(&without));
        let value = evaluate(&learnt, &with, &mut EvalCache::default());
        assert_eq!(value != plain.evaluate(&without), differs, "{fen}");
    }
}

/// The net does not evaluate kinds of positions that it has not been trained on.
#[test]
fn decided_positions_and_bare_kings_use_the_hand_made_evaluation() {
    let plain = without_net("normal");
    let learnt = |mode| {
        let weights = Weights {
            mode,
            ..random_weights(&plain, 32, 4)
        };
        let net = Net::new(weights, inputs(&plain)).unwrap();
        Ruleset::with_net(plain.variant().clone(), net)
    };
    let differs = |mode, fen: &str| {
        let learnt = learnt(mode);
        let [with, without] =
            [&learnt, &plain].map(|rules| Position::from_fen(&rules.layout, fen).unwrap());
        let value = evaluate(&learnt, &with, &mut EvalCache::default());
        value != plain.evaluate(&without)
    };
    let (even, decided) = (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQ - 0 1",
    );
    assert!(differs(Mode::Replace, even) && !differs(Mode::Replace, decided));
    assert!(differs(Mode::Add, even) && differs(Mode::Add, decided));
    let (five, four) = (
        "8/3r4/3k4/8/2Q1K3/8/7P/8 w - - 0 1",
        "8/3r4/3k4/8/2Q1K3/8/8/8 w - - 0 1",
    );
    assert!(differs(Mode::Replace, five) && !differs(Mode::Replace, four));
    assert!(differs(Mode::Add, five) && differs(Mode::Add, four));
}

#[test]
fn a_net_is_written_and_read() {
    let plain = rules("capablanca");
    let weights = random_weights(&plain, 64, 9);
    let bytes = weights.write();
    assert_eq!(Weights::read(&bytes).unwrap(), weights);
    let by_zone = random_weights_of_zones(&plain, 32, ZONES, 9);
    assert_eq!(Weights::read(&by_zone.write()).unwrap(), by_zone);
    let read = with_net_bytes(plain.variant(), &bytes);
    let made = with_random_net(&plain, 64, 9);
    let value = |rules: &Ruleset| evaluate(rules, &rules.start(), &mut EvalCache::default());
    assert_eq!(value(&read), value(&made));
    assert_ne!(value(&read), value(&plain));
}

#[test]
fn nets_that_do_not_fit_are_refused() {
    let plain = rules("capablanca");
    let weights = random_weights(&plain, 32, 1);
    let refused = |change: &dyn Fn(&mut Weights)| {
        let mut changed = weights.clone();
        change(&mut changed);
        Net::read(&changed.write(), plain.variant(), &plain.tables).unwrap_err()
    };
    let count = inputs(&plain).count();
    let other = rules("normal");
    let error = Net::read(&weights.write(), other.variant(), &other.tables).unwrap_err();
    let expected = inputs(&other).count();
    assert_eq!(
        error,
        NetError::Inputs {
            game: expected,
            net: count
        }
    );
    assert_eq!(refused(&|w| w.symmetry ^= 2), NetError::Symmetry);
    assert_eq!(refused(&|w| w.hidden = 16), NetError::Hidden(16));
    assert_eq!(refused(&|w| w.linear[0] = 2001), NetError::TooLarge);
    assert_eq!(refused(&|w| w.reach = 5001), NetError::TooLarge);
    assert_eq!(refused(&|w| w.output[3] = -128), NetError::TooLarge);
    assert_eq!(refused(&|w| w.biases.truncate(3)), NetError::Length);
    // a hidden neuron that some position could make overflow
    assert_eq!(refused(&|w| w.input.fill(i16::MIN)), NetError::TooLarge);
    let mut by_zone = random_weights_of_zones(&plain, 32, ZONES, 1);
    assert!(Net::new(by_zone.clone(), inputs(&plain)).is_ok());
    by_zone.input[3 * count * 32..].fill(i16::MIN);
    let error = Net::new(by_zone, inputs(&plain)).unwrap_err();
    assert_eq!(error, NetError::TooLarge);
    let mut bytes = weights.write();
    bytes[0] = 4;
    let error = Net::read(&bytes, plain.variant(), &plain.tables).unwrap_err();
    assert_eq!(error.to_string(), "it has the unknown mode 4");
}

/// The largest accepted weights; an overflow would panic.
#[test]
fn no_sum_overflows() {
    let plain = without_net("normal");
    let mut weights = random_weights(&plain, MAX_HIDDEN, 1);
    weights.scale = u32::MAX;
    weights.bias = i16::MAX;
    weights.biases.fill(255);
    for (sign, output) in [(1, 127), (-1, -127)] {
        weights.output.fill(output);
        weights.linear.fill(2000 * sign);
        weights.input.fill(sign * 400);
        let net = Net::new(weights.clone(), inputs(&plain)).unwrap();
        let rules = Arc::new(Ruleset::with_net(plain.variant().clone(), net));
        play_at_random(&rules, 1, 30);
        let value = evaluate(&rules, &rules.start(), &mut EvalCache::default());
        assert!(value.abs() <= MAX_EVAL);
    }
}

/// The net file next to the variants file: nets that fit are used, and others are reported with the reason.
#[test]
fn nets_are_read_with_the_variants() {
    let folder = Folder::new();
    let pieces = format!("{ARRAY}{PIECES}");
    let other = pieces.replace("n:259", "n:260");
    let text =
        format!("version 4.8(w)\n\nGame: one\n{pieces}\nGame: two\n{other}\nGame: same\n{pieces}");
    let ini = folder.write("my.ini", &text);
    let open = || Library::open(&ini, ReadOptions::default()).unwrap();
    let reported = |library: &Library| -> Vec<String> {
        let reported = complaints(library).into_iter();
        let beside = folder.file("my.net");
        reported
            .filter_map(|line| Some(line.strip_prefix(&beside)?.to_owned()))
            .collect()
    };
    let plain = Ruleset::new(find(&open(), "one"));
    let bytes = random_weights(&plain, 32, 1).write();
    let section = |game: &str, fingerprint: u64| Section {
        game: game.to_owned(),
        fingerprint,
        command: String::new(),
        net: EncodedNet::new(plain.variant(), bytes.as_slice()),
    };
    let print = plain.variant().net_fingerprint();
    let sections = [
        section("one", print),
        section("two", print + 1),
        section("three", print),
    ];
    let file = folder.file("my.net");
    std::fs::write(&file, net_file::write(&sections)).unwrap();
    let library = open();
    assert_eq!(
        reported(&library),
        [
            ": warning: the net for `two` is not used: it was learnt for other pieces, rules or \
             evaluation weights (hint: `fmax learn --variant two` learns another)",
            ": warning: there is no variant `three`",
        ]
    );
    let has_net = |game| {
        Ruleset::new(find(&library, game))
            .evaluation
            .net()
            .is_some()
    };
    assert!(has_net("one") && has_net("same") && !has_net("two"));
    let without = Ruleset::without_net(find(&library, "one"));
    assert!(without.evaluation.net().is_none());
    // a net may correct another evaluation than the usual one
    let usual = &**plain.variant();
    let mut other = usual.clone();
    other.params.set(Term::Tempo, (500.0, 500.0));
    let section_with = |variant: &Variant| Section {
        net: EncodedNet::new(variant, bytes.as_slice()),
        ..section("one", print)
    };
    std::fs::write(&file, net_file::write(&[section_with(&other)])).unwrap();
    let library = open();
    assert_eq!(reported(&library), [""; 0]);
    let value = |rules: &Ruleset| rules.evaluate(&rules.start());
    for game in ["one", "same"] {
        let variant = find(&library, game);
        assert_eq!(variant.params, Params::default());
        let with_usual = with_net_bytes(&variant, &bytes);
        assert!(value(&Ruleset::new(variant)) > value(&with_usual) + 400);
    }
    assert!(find(&library, "two").net.is_none());
    // the weights in a user's file take precedence
    folder.write("my.eval", "Game: one\ntempo 500 500\n");
    let refused = ": warning: the net for `one` is not used";
    for (variant, fits) in [(usual, false), (&other, true)] {
        std::fs::write(&file, net_file::write(&[section_with(variant)])).unwrap();
        let library = open();
        let is_refused = reported(&library)
            .iter()
            .any(|line| line.starts_with(refused));
        assert_eq!(
            (find(&library, "one").net.is_some(), is_refused),
            (fits, !fits)
        );
    }
    std::fs::write(&file, "something else").unwrap();
    assert_eq!(reported(&open()), [": error: it is not a file of nets"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// A damaged net is either refused or playable.
    #[test]
    fn a_damaged_net_does_no_harm(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..40),
        length in prop::option::of(any::<prop::sample::Index>()),
        spread in prop::option::of(any::<u16>()),
    ) {
        let plain = rules("los-alamos");
        let mut bytes = random_weights(&plain, 32, 1).write();
        if let Some(seed) = spread {
            // the complete header, and every number
            let mut rng = Rng::new(seed.into());
            let at = rng.below(20);
            bytes[at..].fill_with(|| rng.next_u64() as u8);
        }
        for (index, byte) in changes {
            let at = index.index(bytes.len());
            bytes[at] = byte;
        }
        if let Some(length) = length {
            bytes.truncate(length.index(bytes.len() + 1));
        }
        if let Ok(net) = Net::read(&bytes, plain.variant(), &plain.tables) {
            let rules = Arc::new(Ruleset::with_net(plain.variant().clone(), net));
            play_at_random(&rules, 1, 6);
        }
    }
}
