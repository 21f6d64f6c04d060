use std::sync::Arc;

use super::together::Pupil;
use super::*;
use crate::board::Position;
use crate::eval::net::Inputs;
use crate::eval::net::inputs::{ZONES, piece_feature};
use crate::eval::net::quantise::keep_in_range;
use crate::eval::net::shared::SharedNet;
use crate::game::Game;
use crate::testing::games::without_net;
use crate::tools::lab::shards::Sample;
use crate::types::{ByColor, Color, Move, Square, TypeId};

/// Results are generated as if a knight on the far half of the board were worth this much more, in centipawns.
const PLANTED: i32 = 150;

const SETTINGS: Settings = Settings {
    mode: Mode::Add,
    hidden: 32,
    zones: false,
    epochs: 8,
    batch: 64,
    rate: 0.004,
    decay: 0.1,
    result_share: 0.1,
    seed: 1,
    begin: None,
};

/// True on the half of the board where the other side begins; a middle rank belongs to neither half.
fn is_far(rules: &Ruleset, color: Color, sq: Square) -> bool {
    let ranks = rules.variant().ranks;
    match color {
        Color::White => sq.rank() >= ranks.div_ceil(2),
        Color::Black => sq.rank() < ranks / 2,
    }
}

/// A term that the hand-written evaluation lacks, for the side to move: for each of these pieces on the far half of the board.
fn planted_for(rules: &Ruleset, pos: &Position, counts: impl Fn(Color, TypeId) -> bool) -> i32 {
    let of = |color| {
        let pieces = pos.pieces(color);
        let far = pieces.filter(|&(sq, id)| counts(color, id) && is_far(rules, color, sq));
        PLANTED * far.count() as i32
    };
    of(pos.side()) - of(pos.side().other())
}

/// The term for knights.
fn planted(rules: &Ruleset, pos: &Position) -> i32 {
    let knights = Color::ALL.map(|color| rules.variant().type_by_letter('N', color));
    planted_for(rules, pos, |color, id| Some(id) == knights[color.index()])
}

/// The term for the knights of a side whose king is on its first rank.
fn planted_by_zone(rules: &Ruleset, pos: &Position) -> i32 {
    let v = rules.variant();
    let first = ByColor::new(0, v.ranks - 1);
    let at_home = |color| {
        let mut royals = pos.pieces_in(color, pos.royals(color));
        royals.any(|(sq, _)| sq.rank() == first[color])
    };
    planted_for(rules, pos, |color, id| {
        v.piece(id).letter == 'N' && at_home(color)
    })
}

/// The term for all but pawns and royals.
fn planted_for_all(rules: &Ruleset, pos: &Position) -> i32 {
    let v = rules.variant();
    planted_for(rules, pos, |_, id| !id.is_pawn() && !v.is_royal(id))
}

fn positions(rules: &Arc<Ruleset>, games: u64) -> Positions {
    positions_with(rules, games, planted)
}

/// Positions of random games. Their scores are the evaluation plus the planted term.
fn positions_with(
    rules: &Arc<Ruleset>,
    games: u64,
    planted: fn(&Ruleset, &Position) -> i32,
) -> Positions {
    let mut positions = Positions::new(rules);
    for number in 0..games {
        let mut rng = Rng::new(number);
        let mut game = Game::new(rules.clone(), 50);
        for _ in 0..30 {
            let legal = game.legal_moves();
            if legal.is_empty() || game.outcome().is_some() {
                break;
            }
            game.play(legal[rng.below(legal.len())]);
            let pos = game.position();
            let score = rules.evaluate(pos) + planted(rules, pos);
            let sample = Sample {
                score: score.clamp(-3000, 3000) as i16,
                result: 1 + score.signum() as i8,
                best: Move::NONE,
                quiet: true,
            };
            positions.add(rules, pos, sample);
        }
    }
    positions
}

fn learn(rules: &Arc<Ruleset>, positions: &Positions, settings: &Settings) -> Learnt {
    let learnt = train(rules, positions, settings, &mut |_| true);
    learnt.unwrap().unwrap()
}

/// The least loss of any epoch on the held-out positions.
fn least(learnt: &Learnt) -> f64 {
    let losses = learnt.epochs.iter().map(|&(_, held_out)| held_out);
    losses.fold(f64::INFINITY, f64::min)
}

#[test]
fn planted_values_are_learnt() {
    let rules = without_net("los-alamos");
    let positions = positions(&rules, 300);
    let (order, held_out) = positions.split();
    assert!(order.len() > 5 * held_out.len() && held_out.len() > 300);
    let learnt = learn(&rules, &positions, &SETTINGS);
    let after = least(&learnt);
    let Learnt {
        before, quantised, ..
    } = learnt;
    assert!(after < before / 10.0, "{before} {after}");
    // the quantised net evaluates nearly the same
    assert!(quantised < 1.2 * after, "{after} {quantised}");
    let inputs = Inputs::new(rules.variant(), &rules.tables);
    let net = Net::new(learnt.weights, inputs).unwrap();
    let value = |fen: &str| {
        let pos = Position::from_fen(&rules.layout, fen).unwrap();
        let mut features = Vec::new();
        positions.inputs().features(&pos, &mut features);
        net.evaluate_features(&features, pos.side())
    };
    let far = value("rnqk1r/pppppp/4N1/6/PPPPPP/RNQK1R w - - 0 1");
    let near = value("rnqk1r/pppppp/6/4N1/PPPPPP/RNQK1R w - - 0 1");
    assert!((far - near - PLANTED).abs() < PLANTED / 2, "{far} {near}");
    // and the same holds for black
    let black = value("rnqk1r/pppppp/6/4n1/PPPPPP/RNQK1R b - - 0 1");
    assert!(
        (black - near - PLANTED).abs() < PLANTED / 2,
        "{black} {near}"
    );
}

#[test]
fn the_same_seed_learns_the_same() {
    let rules = without_net("los-alamos");
    let positions = positions(&rules, 40);
    let weights = |seed| {
        let settings = Settings {
            epochs: 2,
            seed,
            ..SETTINGS
        };
        learn(&rules, &positions, &settings).weights
    };
    let first = weights(1);
    assert_eq!(weights(1), first);
    assert_ne!(weights(2), first);
}

#[test]
fn progress_reports_can_stop_training() {
    let rules = without_net("los-alamos");
    let positions = positions(&rules, 40);
    let mut reports = Vec::new();
    let learnt = train(&rules, &positions, &SETTINGS, &mut |progress| {
        reports.push(*progress);
        reports.len() < 5
    });
    assert!(learnt.unwrap().is_none());
    assert_eq!(reports.len(), 5);
    assert!(reports.windows(2).all(|pair| pair[0].done < pair[1].done));
    assert!(reports[0].done > 0.0 && reports[0].epoch == 1);
    let none = Positions::new(&rules);
    let mut decided = Positions::new(&rules);
    let sample = Sample {
        score: 3000,
        result: 2,
        best: Move::NONE,
        quiet: true,
    };
    decided.add(&rules, Game::new(rules.clone(), 50).position(), sample);
    for (positions, expected) in [
        (
            none,
            ": 0 games with 0 positions, and 0 others that are left out, because",
        ),
        (
            decided,
            ": 0 games with 0 positions, and 1 others that are left out, because",
        ),
        (self::positions(&rules, 5), ": 5 games with "),
    ] {
        let error = train(&rules, &positions, &SETTINGS, &mut |_| true).unwrap_err();
        let error = error.to_string();
        assert!(error.contains(expected), "{error}");
        assert!(error.contains("--games 20"), "{error}");
    }
}

#[test]
fn large_weights_are_scaled_down() {
    let rules = without_net("los-alamos");
    let inputs = Inputs::new(rules.variant(), &rules.tables);
    let settings = Settings {
        epochs: 1,
        ..SETTINGS
    };
    let mut weights = learn(&rules, &positions(&rules, 40), &settings).weights;
    let before = weights.clone();
    for row in weights.input.chunks_exact_mut(32) {
        row[5] = 2000;
    }
    keep_in_range(&mut weights, inputs.groups());
    assert!(Net::new(weights.clone(), inputs).is_ok());
    let apart = |weights: &Weights| -> Vec<i16> {
        let units = weights.input.iter().enumerate();
        units
            .filter(|(i, _)| i % 32 != 5)
            .map(|(_, w)| *w)
            .collect()
    };
    assert_eq!(apart(&weights), apart(&before));
    assert!(weights.input[5] > 800);
}

#[test]
fn the_net_in_place_of_the_evaluation() {
    let rules = without_net("los-alamos");
    let positions = positions(&rules, 300);
    let loss = |rate| {
        let settings = Settings {
            mode: Mode::Replace,
            rate,
            ..SETTINGS
        };
        least(&learn(&rules, &positions, &settings))
    };
    // the net learns the values of pieces
    let (nothing, learnt) = (loss(1e-9), loss(SETTINGS.rate));
    assert!(learnt < nothing / 3.0, "{nothing} {learnt}");
}

#[test]
fn attempts_depend_on_the_number_of_games() {
    let tried = |positions, mode, begin: Option<&Weights>| {
        let wanted = attempts::Wanted {
            threads: 1,
            mode,
            seed: 1,
            begin: begin.cloned().map(Arc::new).into_iter().collect(),
        };
        let attempts = attempts::attempts(positions, &wanted).into_iter();
        attempts
            .map(|settings| (settings.mode, settings.decay, settings.begin.is_some()))
            .collect::<Vec<_>>()
    };
    let (add, replace) = (Mode::Add, Mode::Replace);
    let three = |mode| [0.3, 1.0, 3.0].map(|decay| (mode, decay, false));
    assert_eq!(tried(500_000, None, None), three(add));
    assert_eq!(tried(1_000_000, None, None)[..3], three(add));
    assert_eq!(tried(1_000_000, None, None)[3..], [(replace, 0.3, false)]);
    let many = [
        (add, 0.3, false),
        (replace, 0.3, false),
        (replace, 1.0, false),
    ];
    assert_eq!(tried(2_000_000, None, None), many);
    assert_eq!(tried(500_000, Some(replace), None), three(replace));
    assert_eq!(tried(2_000_000, Some(replace), None), many[1..]);
    assert_eq!(tried(2_000_000, Some(add), None), many[..1]);
    let by_zone = |positions| {
        let wanted = attempts::Wanted {
            threads: 1,
            mode: None,
            seed: 1,
            begin: Vec::new(),
        };
        let attempts = attempts::attempts(positions, &wanted).into_iter();
        attempts.map(|settings| settings.zones).collect::<Vec<_>>()
    };
    assert_eq!(by_zone(5_000_000), [false; 3]);
    assert_eq!(by_zone(6_000_000), [false, true, false]);
    // and a net that exists learns more, if it is of this mode
    let rules = without_net("los-alamos");
    let weights = learn(&rules, &positions(&rules, 40), &SETTINGS).weights;
    assert_eq!(tried(2_000_000, None, Some(&weights))[3], (add, 0.3, true));
    assert_eq!(tried(2_000_000, Some(replace), Some(&weights)), many[1..]);
}

#[test]
fn learning_continues_from_a_net() {
    let rules = without_net("los-alamos");
    let positions = positions(&rules, 300);
    let learnt = learn(&rules, &positions, &SETTINGS);
    let more = Settings {
        epochs: 1,
        rate: 1e-9,
        begin: Some(Arc::new(learnt.weights.clone())),
        ..SETTINGS
    };
    // it begins with all that the first net has learnt, except what quantisation has lost
    let same = learn(&rules, &positions, &more);
    assert!((least(&same) - learnt.quantised).abs() < 0.01 * learnt.quantised);
    assert_eq!(same.weights.linear, learnt.weights.linear);
    // of several nets the best that fits is taken
    let known = |weights: &Weights| Arc::new(weights.clone());
    let mut weak = learnt.weights.clone();
    weak.linear.fill(0);
    let mut other = learnt.weights.clone();
    other.symmetry ^= 1;
    let wanted = attempts::Wanted {
        mode: None,
        seed: 1,
        threads: 2,
        begin: [&weak, &learnt.weights, &other].map(known).to_vec(),
    };
    let attempts = attempts::attempts(positions.count(), &wanted);
    let kept = attempts::with_closest(&rules, &positions, attempts.clone());
    assert_eq!(kept[..], [&attempts[..3], &attempts[4..5]].concat());
    // as long again
    let more = Settings {
        epochs: SETTINGS.epochs,
        rate: 0.001,
        ..more
    };
    assert!(least(&learn(&rules, &positions, &more)) < least(&same));
}

#[test]
fn weights_for_each_zone_are_learnt() {
    let rules = without_net("los-alamos");
    let positions = positions_with(&rules, 300, planted_by_zone);
    let by_zone = Settings {
        zones: true,
        ..SETTINGS
    };
    let plain = learn(&rules, &positions, &SETTINGS);
    let learnt = learn(&rules, &positions, &by_zone);
    assert!(least(&learnt) < 0.8 * least(&plain));
    assert!(learnt.quantised < 1.2 * least(&learnt));
    assert_eq!((plain.weights.zones, learnt.weights.zones), (1, ZONES));
    // without one royal piece for each side there are no zones
    let antichess = without_net("antichess");
    let learnt_there = learn(&antichess, &self::positions(&antichess, 40), &by_zone);
    assert_eq!(learnt_there.weights.zones, 1);
    // training goes on from such a net, and from one without
    for (begin, zones) in [(&learnt, false), (&plain, true)] {
        let more = Settings {
            epochs: 1,
            rate: 1e-9,
            zones,
            begin: Some(Arc::new(begin.weights.clone())),
            ..SETTINGS
        };
        let same = learn(&rules, &positions, &more);
        assert!((least(&same) - begin.quantised).abs() < 0.01 * begin.quantised);
        assert_eq!(same.weights.zones, ZONES);
    }
}

/// A faster net may have a little more loss.
#[test]
fn a_net_alone_is_kept_if_nearly_as_good() {
    let rules = without_net("los-alamos");
    let corrects = learn(&rules, &positions(&rules, 40), &SETTINGS);
    let alone = |times: f64| {
        let mut learnt = corrects.clone();
        learnt.weights.mode = Mode::Replace;
        learnt.quantised *= times;
        attempts::judged(&learnt)
    };
    let corrects = attempts::judged(&corrects);
    assert!(alone(1.04) < corrects && corrects < alone(1.06));
}

#[test]
fn the_best_attempt_is_kept() {
    let rules = without_net("los-alamos");
    let positions = positions(&rules, 100);
    let lazy = Settings {
        rate: 1e-9,
        epochs: 1,
        ..SETTINGS
    };
    let alone = learn(&rules, &positions, &SETTINGS);
    for threads in [1, 3] {
        for attempts in [[SETTINGS, lazy.clone()], [lazy.clone(), SETTINGS]] {
            let mut done = Vec::new();
            let learnt = attempts::best(&rules, &positions, &attempts, threads, &mut |progress| {
                assert!((1..=2).contains(&progress.attempt));
                done.push(progress.done);
                true
            });
            assert_eq!(learnt.unwrap().unwrap().weights, alone.weights);
            assert!(done.is_sorted());
            assert!((done[done.len() - 1] - 1.0).abs() < 1e-9, "{done:?}");
        }
        let attempts = [SETTINGS, lazy.clone()];
        let stopped = attempts::best(&rules, &positions, &attempts, threads, &mut |_| false);
        assert!(stopped.unwrap().is_none());
    }
}

#[test]
fn what_is_learnt_in_some_variants_holds_in_another() {
    let pupil = |name: &str, games| {
        let rules = without_net(name);
        let positions = positions_with(&rules, games, planted_for_all);
        Pupil::new(rules, positions)
    };
    let mut pupils = ["amazon", "embassy", "modern"].map(|name| pupil(name, 150));
    let network = together::train(&mut pupils, None, &SETTINGS).unwrap();
    let judged: Vec<_> = pupils.iter().map(|pupil| pupil.judged(&network)).collect();
    let other = pupil("los-alamos", 60);
    let of_other = other.judged(&network);
    for judged in judged.iter().chain([&of_other]) {
        let (with, without) = (judged.with, judged.without);
        assert!(with < without / 2.0, "{without} {with}");
    }
    let shared = together::finished(&judged, &network);
    let bytes = shared.write();
    assert_eq!(SharedNet::read(&bytes).unwrap().write(), bytes);
    // play loses little, own factors included
    for judged in judged.iter().chain([&of_other]) {
        let (in_play, with) = (judged.pupil.loss_in_play(&shared), judged.with);
        assert!(in_play < 1.2 * with, "{with} {in_play}");
    }
    // a net that learns further begins with all that is known
    let more = Settings {
        rate: 1e-9,
        epochs: 1,
        ..SETTINGS
    };
    let with = judged[0].with;
    let mut again = [pupil("amazon", 150)];
    let network = together::train(&mut again, Some(&shared), &more).unwrap();
    let judged = again[0].judged(&network).with;
    assert!((judged / with - 1.0).abs() < 0.01, "{judged} {with}");
}

#[test]
fn positions_are_mirrored_where_all_pieces_move_alike() {
    let mirrored = |name: &str, from: Square| {
        let rules = without_net(name);
        let knight = rules.variant().type_by_letter('N', Color::White).unwrap();
        let feature = piece_feature(Color::White, knight, from);
        Positions::new(&rules)
            .inputs()
            .mirrored(feature)
            .map(|there| there & 0xFF)
    };
    let there = u16::from(Square::at(4, 0).0);
    assert_eq!(mirrored("los-alamos", Square::at(1, 0)), Some(there));
    // its pawns move to one side
    assert_eq!(mirrored("legan", Square::at(1, 0)), None);
}
