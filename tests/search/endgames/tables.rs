//! The endgame tables against the legal moves.

use std::sync::Arc;

use fmax::board::Position;
use fmax::endgame::{Endgames, ProbeResult, Prober};
use fmax::ruleset::Ruleset;
use fmax::types::{Color, Rng, Square};
use fmax::variant::Stalemate;

use super::support::{piece, place, random_position, rules_of};
use crate::common::effort::effort;
use crate::common::games::{rules, variants};

/// The result of a position computed from the table entries one move later. If it equals the entry in
/// all positions of an ending, the table is right: wins by induction over their length, and other
/// positions because they never reach a win. Unknown entries count as drawn.
fn one_step(prober: &Prober, rules: &Ruleset, pos: &mut Position) -> ProbeResult {
    let (mut soonest, mut latest, mut draws) = (None, 0, false);
    let moves = rules.tables.legal(pos);
    if moves.is_empty() {
        let loses = rules.variant().rules.win.stalemate == Stalemate::Loss;
        return if rules.tables.in_check(pos) || loses {
            ProbeResult::Loss(0)
        } else {
            ProbeResult::Draw
        };
    }
    for mv in moves {
        rules.tables.make(pos, mv);
        let lone = |color| pos.live(color).count_ones() == 1;
        let known = if lone(Color::White) && lone(Color::Black) {
            ProbeResult::Draw
        } else {
            prober.probe(pos).unwrap_or(ProbeResult::Draw)
        };
        match known {
            ProbeResult::Loss(plies) => soonest = Some(soonest.unwrap_or(u32::MAX).min(plies + 1)),
            ProbeResult::Draw => draws = true,
            ProbeResult::Win(plies) => latest = latest.max(plies + 1),
        }
        pos.unmake();
    }
    match soonest {
        Some(plies) => ProbeResult::Win(plies),
        None if draws => ProbeResult::Draw,
        None => ProbeResult::Loss(latest),
    }
}

#[test]
fn small_boards_are_solved_exactly() {
    let rules = rules("los-alamos");
    let v = rules.variant().clone();
    let endgames = Arc::new(Endgames::new(rules.clone()));
    let squares = || (0..v.ranks).flat_map(|rank| (0..v.files).map(move |f| Square::at(f, rank)));
    for letter in ['R', 'N', 'Q'] {
        let (mut wins, mut looked) = (0, 0);
        for king in squares().filter(|sq| sq.file() < 3 && sq.rank() < 3) {
            for man in squares() {
                for bare in squares() {
                    if king == man || king == bare || man == bare {
                        continue;
                    }
                    let royal = piece(&rules, 'K');
                    let men = [
                        (king, Color::White, royal),
                        (man, Color::White, piece(&rules, letter)),
                        (
                            bare,
                            Color::Black,
                            v.type_by_letter('K', Color::Black).unwrap(),
                        ),
                    ];
                    let mut pos = place(&rules, &men);
                    if !rules.tables.royals_safe(&pos, Color::Black) {
                        continue;
                    }
                    let prober =
                        Prober::when_solved(&endgames, &pos, usize::MAX, || false).unwrap();
                    let known = prober.probe(&mut pos).unwrap();
                    assert_eq!(known, one_step(&prober, &rules, &mut pos), "{}", pos.fen());
                    looked += 1;
                    wins += usize::from(known != ProbeResult::Draw);
                }
            }
        }
        assert!(looked > 3000, "{looked}");
        let all = letter != 'N';
        assert_eq!(wins, if all { looked } else { 0 }, "{letter}");
    }
}

#[test]
fn tables_agree_with_the_moves() {
    let endings = [
        ("normal", "KBNk"),
        ("makruk", "KSMk"),
        ("chancellor", "KCk"),
        ("knightmate", "KMMk"),
        ("capablanca", "KAk"),
        ("falcon", "KFk"),
        ("bifurcator", "KRk"),
        ("grasshopper", "KGGk"),
        ("nightrider", "KNk"),
        ("almost-wildebeest", "KGk"),
        ("mating-acedrex", "KAk"),
        ("fairy/Nutters-FIDE", "KUk"),
    ];
    for (name, men) in endings {
        compare(name, men);
    }
}

/// Three identical weak pieces, no two of which mate.
#[test]
fn three_weak_pieces_alike_are_solved() {
    three_mets("small-makruk");
    // the whole board takes ten seconds
    if effort(1) > 1 {
        three_mets("makruk");
    }
}

fn three_mets(name: &str) {
    let endgames = compare(name, "KMMMk");
    let met = piece(&rules_of(name), 'M');
    let of = |count| endgames.mating_potential(Color::White, &vec![met; count]);
    assert!(of(2).is_some_and(|pair| pair.share < 0.001), "{name}");
    let three = of(3).unwrap();
    assert_eq!(three.same_color, 0.0);
    assert!(three.other_color > 0.8, "{name} {three:?}");
    // too many positions to count
    assert_eq!(of(4), None);
}

/// Compares the table of an ending with the moves in random positions; returns the solved tables.
fn compare(name: &str, men: &str) -> Arc<Endgames> {
    let rules = rules_of(name);
    let mut random = Rng::new(1);
    let endgames = Arc::new(Endgames::new(rules.clone()));
    let mut kinds = [0; 3];
    for _ in 0..300 {
        let mut pos = random_position(&rules, men, &mut random);
        let prober = Prober::when_solved(&endgames, &pos, usize::MAX, || false).expect(name);
        let known = prober.probe(&mut pos);
        // where stalemate is not a draw, positions that are not won are unknown
        let exact = rules.variant().rules.win.stalemate == Stalemate::Draw;
        assert!(known.is_some() || !exact, "{name} {}", pos.fen());
        let known = known.unwrap_or(ProbeResult::Draw);
        let stepped = one_step(&prober, &rules, &mut pos);
        assert_eq!(known, stepped, "{name} {}", pos.fen());
        kinds[match known {
            ProbeResult::Win(_) => 0,
            ProbeResult::Draw => 1,
            ProbeResult::Loss(_) => 2,
        }] += 1;
    }
    assert_eq!(kinds[2], 0, "{name}: the side with pieces never loses");
    assert!(kinds[0] + kinds[1] > 100, "{name} {men} {kinds:?}");
    endgames
}

/// In all variants of the file that are won by mate alone, no table is rejected for disagreeing with
/// the moves.
#[test]
fn every_type_of_every_game_is_solved() {
    let mut solved = 0;
    for variant in variants() {
        let rules = Arc::new(Ruleset::new(variant.clone()));
        let endgames = Endgames::new(rules.clone());
        let lone = |color: Color| {
            let start = variant.start_pieces();
            let royal = |p: &&fmax::variant::Placed| {
                p.color == color && variant.piece(p.id).royalty.is_royal()
            };
            start.iter().filter(royal).count() == 1
        };
        let squares = u32::from(variant.files) * u32::from(variant.ranks);
        if !Color::ALL.into_iter().all(lone) || !rules.tables.hunts_royals_only() || squares > 100 {
            continue;
        }
        for (id, piece) in variant.types().skip(2) {
            if piece.royalty.is_royal() {
                continue;
            }
            for color in Color::ALL {
                let potential = endgames.mating_potential(color, &[id]);
                // some moves are not supported, and reported as such
                let understood = rules.tables.walks(id).is_some();
                assert_eq!(
                    potential.is_some(),
                    understood,
                    "{} {}",
                    variant.name,
                    piece.letter
                );
                solved += usize::from(understood);
            }
        }
    }
    assert!(solved > 300, "{solved}");
}
