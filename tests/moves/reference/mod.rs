//! The fast move generator against a slow and simple generator, in random games with random pieces on boards of all
//! sizes. See [`model`] and [`legality`] for the reference, and [`random_games`](crate::random_games) for the random
//! parts.

mod doubles;
mod drops;
mod gates;
mod goals;
mod legality;
mod model;
mod odd_rights;
mod passing;
mod placement;
mod trading;
mod walks;

use std::collections::BTreeSet;

use fmax::board::{Layout, Placement, Position};
use fmax::ruleset::Ruleset;
use fmax::types::{ByColor, Color, Move, TypeId};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::common::effort::effort;
use crate::random_games::Scene;
use gates::scene;
use model::{Model, RefMove, place};

/// A pseudo-legal move in the reference's terms.
fn translate(layout: &Layout, side: Color, mv: Move) -> RefMove {
    let castling = layout.castling(side, mv);
    let castling = castling.map(|c| (place(c.corner), place(c.partner_to)));
    RefMove {
        from: place(mv.from()),
        to: place(mv.to()),
        promotion: mv.promotion(),
        en_passant: mv.is_en_passant(),
        castling,
        gated: mv.gated().map(|id| {
            let corner = castling.filter(|_| mv.gates_at_partner());
            (id, corner.map_or(place(mv.from()), |(corner, _)| corner))
        }),
        second: castling.filter(|_| mv.gates_two()).map(|(corner, _)| {
            let gates = layout.gates(side);
            let mut here = gates.filter(|(sq, _)| place(*sq) == corner);
            (here.next().unwrap().1, corner)
        }),
        dropped: mv.dropped(),
        pass: mv.is_pass(),
        via: mv.via().map(place),
    }
}

/// If a quiet move and an en-passant capture agree in everything else, only the capture counts.
fn without_shadows(moves: &BTreeSet<RefMove>) -> BTreeSet<RefMove> {
    let shadow = |mv: &RefMove| {
        !mv.en_passant
            && moves.contains(&RefMove {
                en_passant: true,
                ..*mv
            })
    };
    moves.iter().copied().filter(|mv| !shadow(mv)).collect()
}

/// The moves that are in only one of two sets, as text.
fn difference(ours: &BTreeSet<RefMove>, reference: &BTreeSet<RefMove>) -> String {
    let show = |moves: Vec<&RefMove>| {
        let name = |(f, r): (i32, i32)| format!("{}{}", (b'a' + f as u8) as char, r + 1);
        let text = moves.iter().map(|mv| {
            format!(
                "{}{} promotion {:?} e.p. {} castling {:?} gated {:?} {:?} dropped {:?} pass {} via {:?}",
                name(mv.from),
                name(mv.to),
                mv.promotion,
                mv.en_passant,
                mv.castling,
                mv.gated,
                mv.second,
                mv.dropped,
                mv.pass,
                mv.via.map(name)
            )
        });
        text.collect::<Vec<_>>().join(", ")
    };
    format!(
        "only ours: [{}]; only the reference: [{}]",
        show(ours.difference(reference).collect()),
        show(reference.difference(ours).collect())
    )
}

fn same_moves(rules: &Ruleset, pos: &Position) -> Result<(), TestCaseError> {
    let model = Model::new(rules.variant(), pos);
    let side = pos.side();
    let mut moves = Vec::new();
    rules.tables.pseudo_legal(pos, &mut moves);
    let all: BTreeSet<RefMove> = moves
        .iter()
        .map(|&mv| translate(&rules.layout, side, mv))
        .collect();
    prop_assert_eq!(
        all.len(),
        moves.len(),
        "a move twice in {}: {:?}",
        pos.fen(),
        moves
    );
    let mut parts = Vec::new();
    rules.tables.pseudo_captures(pos, &mut parts);
    let captures = parts.len();
    rules.tables.pseudo_quiets(pos, &mut parts);
    prop_assert!(
        moves.iter().all(|mv| parts.contains(mv)) && parts.len() == moves.len(),
        "captures {:?} and quiet moves {:?} in {}",
        &parts[..captures],
        &parts[captures..],
        pos.fen()
    );
    let (ours, reference) = (without_shadows(&all), model.pseudo());
    prop_assert!(
        ours == reference,
        "pseudo-legal, {}: {}",
        pos.fen(),
        difference(&ours, &reference)
    );

    let legal = rules.tables.legal(&mut pos.clone());
    let count = rules.tables.count_legal(&mut pos.clone(), &mut Vec::new());
    prop_assert_eq!(count, legal.len() as u64, "counted in {}", pos.fen());
    let legal: BTreeSet<RefMove> = legal
        .into_iter()
        .map(|mv| translate(&rules.layout, side, mv))
        .collect();
    let ours = legal.intersection(&ours).copied().collect();
    let reference = reference
        .into_iter()
        .filter(|&mv| model.is_legal(mv))
        .collect();
    let reference = model.after_duty(reference);
    prop_assert!(
        ours == reference,
        "legal, {}: {}",
        pos.fen(),
        difference(&ours, &reference)
    );
    Ok(())
}

fn same_attacks(rules: &Ruleset, pos: &Position) -> Result<(), TestCaseError> {
    let model = Model::new(rules.variant(), pos);
    for sq in rules.layout.squares() {
        for by in Color::ALL {
            let ours = rules.tables.attacked(pos, sq, by);
            let reference = model.attacked(place(sq), by);
            prop_assert_eq!(ours, reference, "{} attacks {:?} in {}", by, sq, pos.fen());
        }
    }
    Ok(())
}

/// Makes and unmakes every pseudo-legal move.
fn make_and_unmake(rules: &Ruleset, pos: &Position) -> Result<(), TestCaseError> {
    let model = Model::new(rules.variant(), pos);
    let mut moves = Vec::new();
    rules.tables.pseudo_legal(pos, &mut moves);
    let (fen, key) = (pos.fen(), pos.key());
    let mut next = pos.clone();
    for mv in moves {
        let expected = model.after(translate(&rules.layout, pos.side(), mv));
        rules.tables.make(&mut next, mv);
        prop_assert_eq!(next.check_consistency(), Ok(()), "{:?} made in {}", mv, fen);
        for sq in rules.layout.squares() {
            prop_assert_eq!(
                next.piece_on(sq),
                expected.at(place(sq)),
                "{:?} in {}",
                mv,
                fen
            );
        }
        for color in Color::ALL {
            for (_, id) in rules.layout.gates(color) {
                let waits = next.in_hand(color, id) > 0;
                prop_assert_eq!(waits, expected.holds(color, id), "{:?} in {}", mv, fen);
            }
        }
        prop_assert_eq!(
            next.shields_traded(),
            expected.shielded,
            "{:?} in {}",
            mv,
            fen
        );
        let checks = ByColor::from_fn(|color| next.checks_left(color));
        prop_assert_eq!(checks, expected.checks, "checks after {:?} in {}", mv, fen);
        if !next.en_passant().squares().is_empty() {
            let there = next.en_passant().victim;
            let (victim, glass) = (next.piece_on(there), rules.variant().has_two_boards());
            let pawn = (pos.side(), TypeId::pawn(pos.side()));
            prop_assert_eq!(victim, Some(pawn), "{:?} in {}", mv, fen);
            let to = if glass {
                mv.to().on_other_board()
            } else {
                mv.to()
            };
            prop_assert!(mv.is_push() && there == to);
        }
        next.unmake();
        prop_assert_eq!(next.fen(), &fen[..], "{:?} unmade", mv);
        prop_assert_eq!(next.key(), key, "{:?} unmade in {}", mv, fen);
        prop_assert_eq!(
            next.check_consistency(),
            Ok(()),
            "{:?} unmade in {}",
            mv,
            fen
        );
    }
    Ok(())
}

fn fen_survives(rules: &Ruleset, pos: &Position) -> Result<(), TestCaseError> {
    let fen = pos.fen();
    let read = Position::from_fen(&rules.layout, &fen);
    prop_assert!(read.is_ok(), "{}: {:?}", fen, read.err());
    let read = read.unwrap();
    prop_assert_eq!(read.fen(), &fen[..]);
    if pos.passes() > 0 {
        // not recorded in a FEN
        return Ok(());
    }
    prop_assert_eq!(
        read.key(),
        pos.key(),
        "{}: virgin {:?} or {:?}",
        fen,
        pos.virgins(),
        read.virgins()
    );
    let placed = Position::new(rules.layout.clone(), &Placement::from(pos));
    prop_assert!(placed.is_ok(), "{}: {:?}", fen, placed.err());
    let placed = placed.unwrap();
    prop_assert_eq!(placed.fen(), &fen[..]);
    prop_assert_eq!(placed.key(), pos.key(), "{} set up anew", fen);
    Ok(())
}

/// Plays on from the scene and checks every position.
fn along(
    scene: &Scene,
    look: fn(&Ruleset, &Position) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let rules = scene.rules();
    let mut pos = scene.position(&rules);
    prop_assert_eq!(pos.check_consistency(), Ok(()));
    look(&rules, &pos)?;
    for choice in &scene.choices {
        let legal = rules.tables.legal(&mut pos);
        if legal.is_empty() {
            break;
        }
        rules.tables.make(&mut pos, *choice.get(&legal));
        if rules.tables.game_end(&pos).is_some()
            || pos.royals(pos.side()) == 0
                && scene
                    .variant
                    .types()
                    .any(|(_, piece)| piece.royalty.is_royal())
        {
            // in a random position a king may be capturable, which ends the game
            break;
        }
        prop_assert_eq!(pos.check_consistency(), Ok(()), "{}", pos.fen());
        look(&rules, &pos)?;
    }
    Ok(())
}

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: effort(30),
        // games shrink slowly, and a large failure is of no use
        max_shrink_iters: 20_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn moves_are_those_of_the_reference(scene in scene()) {
        along(&scene, same_moves)?;
    }

    #[test]
    fn attacks_are_those_of_the_reference(scene in scene()) {
        along(&scene, same_attacks)?;
    }

    #[test]
    fn unmake_restores(scene in scene()) {
        along(&scene, make_and_unmake)?;
    }

    #[test]
    fn a_fen_is_read_as_it_was_written(scene in scene()) {
        along(&scene, fen_survives)?;
    }
}
