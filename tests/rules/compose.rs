//! Combinations of rules: any set of rule lines that the loader accepts makes a variant that can be
//! played, printed, read back, undone and searched.

use std::cell::Cell;
use std::sync::Arc;

use fmax::board::Position;
use fmax::game::Game;
use fmax::ruleset::Ruleset;
use proptest::prelude::*;
use proptest::sample::subsequence;
use proptest::test_runner::{TestCaseError, TestRunner};

use crate::common::effort::effort;
use crate::common::games::try_load;
use crate::common::search::search;

/// Games on boards of two sizes, with pieces that leap, slide, hop and bend; the second has two
/// kings a side that may be lost one by one, the fourth two that may not be attacked both at once; in
/// the fifth pieces are promoted to others that are written with a plus; the next two have less than four
/// ranks; in the last one pieces capture on their way.
const GAMES: [&str; 8] = [
    "8x8\n6 4 5 7 3 5 4 6\n6 4 5 7 3 5 4 6\n\
     p:74 -16,24 -16,6 -15,5 -17,5\np:74 16,24 16,6 15,5 17,5\n\
     k:-1 1,34 -1,34 1,7 -16,7 -1,7 16,7 -15,7 -17,7 15,7 17,7\n\
     n:259 -31,7 -14,7 18,7 33,7 31,7 14,7 -18,7 -33,7\nb:296 -15,3 -17,3 15,3 17,3\n\
     R:444 1,3 -16,3 -1,3 16,3\nQ:851 1,3 -16,3 -1,3 16,3 -15,3 -17,3 15,3 17,3\n\
     E:814 1,3 -16,3 -1,3 16,3 -31,7 -14,7 18,7 33,7 31,7 14,7 -18,7 -33,7\n",
    "8x8\n6 4 5 7 3 5 4 6\n6 4 3 7 3 5 4 6\n\
     p:74 -16,24 -16,6 -15,5 -17,5\np:74 16,24 16,6 15,5 17,5\n\
     k:400 1,7 -16,7 -1,7 16,7 -15,7 -17,7 15,7 17,7\n\
     n:259 -31,7 -14,7 18,7 33,7 31,7 14,7 -18,7 -33,7\nb:296 -15,3 -17,3 15,3 17,3\n\
     R:444 1,3 -16,3 -1,3 16,3\nQ:851 1,3 -16,3 -1,3 16,3 -15,3 -17,3 15,3 17,3\n\
     E:300 gQ\n",
    "6x8\n6 4 7 3 4 6\n6 4 7 3 4 6\n\
     p:74 -16,24 -16,6 -15,5 -17,5\np:74 16,24 16,6 15,5 17,5\n\
     k:-1 1,34 -1,34 1,7 -16,7 -1,7 16,7 -15,7 -17,7 15,7 17,7\n\
     n:259 -31,7 -14,7 18,7 33,7 31,7 14,7 -18,7 -33,7\nb:296 -15,3 -17,3 15,3 17,3\n\
     R:444 pRcpR\nQ:851 FyafsF\nE:300 nNA\n",
    "8x8\n6 4 8 7 3 8 4 6\n6 4 8 7 3 8 4 6\n\
     p:74 -16,24 -16,6 -15,5 -17,5\np:74 16,24 16,6 15,5 17,5\n\
     b:296 -15,3 -17,3 15,3 17,3\n\
     n:259 -31,7 -14,7 18,7 33,7 31,7 14,7 -18,7 -33,7\nE:296 mRcpR\n\
     R:444 1,3 -16,3 -1,3 16,3\nQ:851 1,3 -16,3 -1,3 16,3 -15,3 -17,3 15,3 17,3\n\
     k:-400 1,7 -16,7 -1,7 16,7 -15,7 -17,7 15,7 17,7\n",
    "8x8=3\n6 4 5 7 3 5 4 6\n6 4 5 7 3 5 4 6\n\
     p:74 fW\np:74 fW\nk:-1 K\nn:259 fN\nb:296 B\nR:444 fRsW\nQ:851 FfW\n\
     +P:400 WfF\n+N:400 WfF\n+B:500 BW\n+R:600 RF\nE:300 pB\n",
    "6x3\n0 0 0 0 0 0\n0 0 0 0 0 0\n\
     p:74 fmWfcF\np:74 fmWfcF\nk:-1 K\nn:259 N\nb:296 B\nR:444 R\nQ:851 Q\nE:300 nA\n\
     Start: krbp2/6/2PBRK w\n",
    "8x1\n0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0\n\
     p:74 mW\np:74 mW\nk:-1 K\nn:259 D\nb:296 H\nR:444 R\nQ:851 RD\nE:300 pR\n\
     Promotion: none\nStart: KNR2rnk w\n",
    "8x8\n6 4 5 7 3 5 4 6\n6 4 5 7 3 5 4 6\n\
     p:74 fmWfcFifmnD\np:74 fmWfcFifmnD\nk:-1 KisO2\nn:259 KNADcaKmcabK\n\
     b:296 BcafmF\nR:444 RcabW\nQ:851 QfcavK\nE:300 mWcafWcabF\n",
];

/// Lines to choose from; the loader may refuse two lines with the same key.
const LINES: [&str; 91] = [
    "Stalemate: loss",
    "Stalemate: win",
    "Bare-King: loss",
    "Bare-King: win",
    "Promotion: QRN",
    "Promotion: white=QR black=N",
    "Promotion-Rule: ranks=2 optional",
    "Promotion-Rule: ranks=1 captured",
    "Promotion: N=QR B=E",
    "Promotion-Rule: optional leaving mobile",
    "Promotion-Rule: ranks=4 capturing",
    "Promotion-Rule: ranks=4 optional entering leaving",
    "Promotion-Rule: squares=c4-f8 most=R:2",
    "Drops: all P=1-8 two-per-file=P no-mate=PN",
    "Royal-Leap: no-check",
    "Promotion-Rule: back",
    "Castling: partner=R",
    "Castling: opposite wins=Kq",
    "Gating: E",
    "Gates: E=b",
    "Gates: E=e white:Q=h",
    "Drops: all",
    "Drops: all P=2-6 one-per-file=P no-mate=P",
    "Drops: all keep-promoted",
    "Drops: all partner",
    "Drops: all\nDrop-Limits: all=1-4 N=c3-d4 no-check=all",
    "Drops: RN R=1\nDrop-Limits: white=N=4 no-check=R",
    "Royal-Flight: no",
    "Royal-Slide: safe",
    "Hand: NRB\nPlacement: all opposite=B castling",
    "Drops: N\nPlacement: white=B black=NR",
    "Hand: KN\nPlacement: K",
    "Walls: elsewhere",
    "Walls: anywhere 4-6",
    "Walls: behind white=c1-f8",
    "Walls: edge instead",
    "Walls: shot 1-4",
    "Promotion-Rule: ranks=4 in-place most=R:2",
    "Trading: N",
    "Trading: QR cheap=P aside=K",
    "Hand: EN",
    "Hand: white=Q black=E",
    "Shuffle: free",
    "Shuffle: opposite=B between independent",
    "Move-Rule: 12",
    "Zone: home=a1-f3,a6-f8",
    "Confine: Q,R=home",
    "Zone-Moves: N=R@home",
    "Zone-Lines: N,K=R@home R=B@home",
    "Hop-Limits: R=BN",
    "Grid: 2x2",
    "Grid: 3x1 from=b1",
    "Hop-Limits: E,Q=RE",
    "Facing: illegal",
    "Facing: illegal ranks",
    "Facing: offer ranks",
    "Mating: never-by=N after=R",
    "Mating: after=NB",
    "Pass: always",
    "Pass: white=stuck black=always",
    "Draws: black",
    "Draws: points N,B=3 R=5.5 white=1.5",
    "Repetition: perpetual-check loses",
    "Repetition: perpetual-check loses perpetual-chase loses",
    "Counting: makruk rook=R khon=E knight=N",
    "Checks: 2",
    "Checking: no",
    "Checking: mate",
    "Extinction: Q",
    "Extinction: KQRNP",
    "Extinction: white=all black=R left=1 wins",
    "Bare-King: draw",
    "Pushes: 1-3",
    "Pushes: white=2 black=2-4 en-passant=2",
    "Baring: R,Q",
    "Goal: KQ=6",
    "Goal: P=c5-d6 R=7 level",
    "Goal: all=c4-d5 count=2 safe held or-full",
    "Checkmate: loss",
    "Captures: compulsory",
    "Captures: explode spare=P",
    "Capture-Effects: contagion=N,R",
    "Capture-Effects: recolour=all",
    "Capture-Effects: immune=B recolour=P",
    "Capture-Effects: rifle=KRP",
    "Capture-Effects: petrify=NQ",
    "Burning: Q",
    "Alice: P=S K=M N=H B=T R=C Q=A E=J",
    "Holes: c4,d5",
    "Holes: a3,d2-e2 b6-c6",
    "Alternators: yes",
];

fn load(game: usize, lines: &[&str]) -> Option<Arc<Ruleset>> {
    let text = format!("{}{}\n", GAMES[game], lines.join("\n"));
    try_load(&text).ok()
}

/// Invariants of every position.
fn check(game: &mut Game) -> Result<(), TestCaseError> {
    let position = game.position().clone();
    let fen = position.fen();
    prop_assert_eq!(position.check_consistency(), Ok(()), "{}", fen);
    let read = Position::from_fen(position.layout(), &fen);
    prop_assert!(read.is_ok(), "{}: {:?}", fen, read.err());
    let read = read.unwrap();
    prop_assert_eq!(read.fen(), fen.as_str());
    // a FEN does not record an earlier pass
    prop_assert!(
        read.key() == position.key() || position.passes() > 0,
        "{}",
        fen
    );
    let tables = &game.rules().tables;
    let legal = tables.legal(&mut position.clone());
    let count = tables.count_legal(&mut position.clone(), &mut Vec::new());
    prop_assert_eq!(count, legal.len() as u64, "counted in {}", fen);
    let (mut parts, mut quiets, mut all) = (Vec::new(), Vec::new(), Vec::new());
    tables.pseudo_captures(&position, &mut parts);
    tables.pseudo_quiets(&position, &mut quiets);
    tables.pseudo_legal(&position, &mut all);
    parts.extend(&quiets);
    prop_assert_eq!(parts.len(), all.len(), "in two parts in {}", fen);
    for mv in all {
        prop_assert!(parts.contains(&mv), "{:?} in {}", mv, fen);
        let found = tables.is_pseudo_legal(&position, mv, &mut Vec::new());
        prop_assert!(found, "{:?} in {}", mv, fen);
        let quiet = tables.is_pseudo_quiet(&position, mv, &mut Vec::new());
        prop_assert_eq!(quiet, quiets.contains(&mv), "{:?} in {}", mv, fen);
    }
    for mv in legal {
        let text = game.format(mv);
        prop_assert_eq!(game.parse_move(&text), Ok(mv), "{} in {}", text, fen);
        let mut after = position.clone();
        after.make(mv);
        prop_assert_eq!(after.check_consistency(), Ok(()), "{} in {}", text, fen);
        after.unmake();
        prop_assert_eq!(after.fen(), fen.as_str(), "{} taken back", text);
        prop_assert_eq!(
            after.key(),
            position.key(),
            "{} taken back in {}",
            text,
            fen
        );
    }
    Ok(())
}

/// A shallow search ends, and finds a legal move exactly if the game is not over.
fn searched(game: &Game) -> Result<(), TestCaseError> {
    let found = search(game, 3);
    if game.outcome().is_none() {
        let legal = game.legal_moves();
        let best = found.best.filter(|mv| legal.contains(mv));
        prop_assert!(best.is_some(), "{:?} in {}", found, game.position().fen());
    }
    Ok(())
}

#[test]
fn combined_rules_make_a_playable_variant() {
    let lines = subsequence(LINES.to_vec(), 0..=5);
    let choices = proptest::collection::vec(any::<proptest::sample::Index>(), 40);
    let config = ProptestConfig {
        cases: effort(16),
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let accepted = Cell::new(0);
    let result = TestRunner::new(config).run(
        &(0..GAMES.len(), lines, choices),
        |(which, lines, choices)| {
            let Some(rules) = load(which, &lines) else {
                return Ok(());
            };
            accepted.set(accepted.get() + 1);
            let mut game = Game::new(rules, 50);
            for (i, choice) in choices.iter().enumerate() {
                if game.outcome().is_some() {
                    // a side may have lost a piece that every start position has
                    break;
                }
                check(&mut game)?;
                if i % 8 == 0 {
                    searched(&game)?;
                }
                let legal = game.legal_moves();
                game.play(*choice.get(&legal));
            }
            Ok(())
        },
    );
    result.unwrap_or_else(|error| panic!("{error}"));
    assert!(
        2 * accepted.get() >= effort(3),
        "{} games accepted",
        accepted.get()
    );
}

/// The loader accepts most lines on their own, so the test above is not vacuous.
#[test]
fn most_lines_are_accepted_alone() {
    let refused: Vec<&str> = (LINES.into_iter())
        .filter(|line| load(0, &[line]).is_none())
        .collect();
    // these lines have a meaning only beside another line, or need two pieces of a kind, or a royal that slides
    let company = [
        "Confine",
        "Zone-Moves",
        "Zone-Lines",
        "Hand",
        "Alice",
        "Baring",
        "Counting",
        "Extinction",
        "Royal-Slide",
        "Promotion-Rule: back",
    ];
    let alone = |line: &&&str| !company.iter().any(|word| line.starts_with(word));
    let surprising: Vec<_> = refused.iter().filter(alone).collect();
    assert!(surprising.is_empty(), "{surprising:?}");
}
