//! Betza notation as input: it must be read as XBoard reads it, and what the engine writes must be read back as the
//! piece that it describes.

use std::collections::BTreeSet;
use std::sync::Arc;

use fmax::board::Position;
use fmax::movegen::GameEnd;
use fmax::ruleset::Ruleset;
use fmax::types::{Color, Square, TypeId};
use fmax::variant::betza::{BetzaErrorKind, BetzaWarning, Context, describe, read};
use fmax::variant::{Library, ReadOptions, Variant};
use proptest::prelude::*;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;

use crate::compare::{check, strewn, written};
use crate::effort::effort;
use crate::games::variants;
use crate::random_games::scene;

/// A variant in which both sides have a piece with this notation.
fn game(pawns: &str, text: &str, files: usize, ranks: usize) -> Result<Arc<Variant>, String> {
    let rank = |left: &str| {
        let empty = vec!["0"; files - 5].join(" ");
        format!("{left} 4 3 {empty} 5 4")
    };
    let ini = format!(
        "version 4.8(w)\nGame: test # PX...KKpx...kk # fairy\n{files}x{ranks}\n{}\n{}\n\
         p:100 {pawns}\np:100 {pawns}\nK:-1 KisO2\nX:300 {text}\nR:500 R\n\n",
        rank("5"),
        rank("5"),
    );
    let read = Library::parse("test", ini.as_bytes(), ReadOptions::default());
    let library = read.map_err(|e| format!("{e:?}"))?;
    let variant = library.entries()[0].variant.clone();
    variant.map_err(|e| format!("{e:?}"))
}

/// Compares with XBoard's reading of the same text, for both colours.
fn agrees(v: &Arc<Variant>, rounds: u64) -> usize {
    let texts = written(v, &mut |_, exact| assert!(exact));
    check(v, &texts, &[], rounds)
}

#[test]
fn pieces_of_the_field() {
    for text in [
        "N",
        "nN",
        "RB",
        "QN",
        "N0",
        "WA",
        "FD",
        "KNAD",
        "KNADcaKmcabK",
        "cafmF",
        "KcavF",
        "RcabDcafD",
        "BW",
        "RF",
        "fRsbB",
        "FfW",
        "fRbK",
        "mRcpR",
        "gQ",
        "sgR",
        "pB",
        "FyafsF",
        "WyafsW",
        "afsW",
        "BtgabyabsB",
        "mQcK",
        "ffNbsNfR",
        "jR",
        "jjB",
        "jB3",
        "W4",
        "F3fW",
        "NN2",
        "D0A0",
        "HFD",
        "CZ",
        "G2",
        "vRsB3",
        "hrNhlC",
        "nDnA",
        "jD",
        "jN",
        "jA2",
        "nZ",
        "nN0",
        "cNmB",
        "mNcB",
        "KmpasK",
        "mpafK",
        "fmasR",
        "maiR",
        "yasW",
        "mpasR",
        "oR",
        "oBoN",
        "ifmN",
        "imK",
        "ipR",
        "pR3",
        "gB4",
        "tpafW",
        "mtpafsW",
        "WpafyafR",
        "vNsWibmN",
        "KAmpabW",
        "aflrafKraflKafafsKafsafK",
        "pafpafpafW",
        "mQyasQ",
        "gasR",
        "rfNlbN",
        "fbNbRsW2",
        "lNrC",
    ] {
        let v = game("fmWfceFifmnD", text, 9, 9).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert!(agrees(&v, 2) > 100, "{text}");
    }
}

#[test]
fn pawns_of_the_field() {
    for pawns in [
        "fmWfceFifmnD",
        "fmWfcF",
        "fmFfceWifmnA",
        "fmWfceFifmW3",
        "fmWfceFifmW5",
        "fmWfceFifmnDiifmnD",
        "fWfmF",
        "fmWfceFifmD",
        "fmRfceFifmnD",
        "fKifmnN",
    ] {
        let v = game(pawns, "N", 8, 10).unwrap_or_else(|e| panic!("{pawns}: {e}"));
        assert!(agrees(&v, 6) > 100, "{pawns}");
        let passes = |side: usize| v.pieces[side].moves.iter().any(|m| m.en_passant);
        // without an en-passant capture nothing is passed
        let takes = pawns.contains('e') && (pawns.contains("ifmn") || pawns.contains("ifmW"));
        assert_eq!([passes(0), passes(1)], [takes; 2], "{pawns}");
    }
}

/// Games with pieces that have no exact text: a rose and a crooked rook.
const INEXACT: [&str; 1] = ["pieces-tester"];

/// One half of the notation: reading back the texts written for the pieces of the variants.
#[test]
fn written_notation_is_read_back() {
    let (mut games, mut inexact) = (0, Vec::new());
    for v in variants() {
        let Some(again) = reread(&v) else {
            inexact.push(v.name.clone());
            continue;
        };
        games += 1;
        let (rules, again) = (Ruleset::new(v.clone()), Ruleset::new(Arc::new(again)));
        for round in 0..3 {
            let mut rng = SmallRng::seed_from_u64(round);
            for density in [0.05, 0.3] {
                if let Some(pos) = strewn(&rules, &mut rng, density) {
                    same_moves(&rules, &again, &pos);
                }
            }
            let mut pos = rules.start();
            for _ in 0..60 {
                same_moves(&rules, &again, &pos);
                let legal = rules.tables.legal(&mut pos);
                let Some(&mv) = legal.choose(&mut rng) else {
                    break;
                };
                rules.tables.make(&mut pos, mv);
                if rules.tables.game_end(&pos).is_some_and(GameEnd::ends_play) {
                    break;
                }
            }
        }
    }
    assert_eq!(inexact, INEXACT);
    assert!(games >= 50, "{games}");
}

/// The variant with all moves as read back from their text; `None` if the text of a piece is not exact.
fn reread(v: &Variant) -> Option<Variant> {
    let mut again = v.clone();
    for (id, piece) in v.types() {
        let color = Color::ALL
            .into_iter()
            .find(|&c| v.types_of(c).contains(&id));
        let Some(color) = color.filter(|_| !piece.moves.is_empty()) else {
            continue;
        };
        let pawn = v.is_pawn(id, color);
        let description = describe(v, &piece.moves, color, pawn)?;
        if !description.exact {
            return None;
        }
        let context = Context {
            pawn,
            side: v.files.max(v.ranks),
        };
        let text = &description.text;
        if !v.rules.zones.holes.is_empty() && text.replace("oa", "a").contains("mpa") {
            // steps over anything are read as a leap, and holes do not stop a leap
            return None;
        }
        let reading = match read(text, context) {
            Ok(reading) => reading,
            // several kings that castle equally far, with partners at different places
            Err(error) if error.kind == BetzaErrorKind::Castling => return None,
            // random pawns that pass more squares than a position can store
            Err(error)
                if pawn
                    && matches!(
                        error.kind,
                        BetzaErrorKind::LongPush(_) | BetzaErrorKind::NoMove
                    ) =>
            {
                return None;
            }
            Err(error) => panic!("{}: {text}: {error}", v.name),
        };
        again.pieces[id.index() - 1].moves = match color {
            Color::White => reading.moves,
            Color::Black => reading.moves.iter().map(|m| m.turned()).collect(),
        };
    }
    Some(again)
}

fn same_moves(rules: &Ruleset, again: &Ruleset, pos: &Position) {
    let other = Position::from_fen(&again.layout, &pos.fen());
    let other = other.unwrap_or_else(|e| panic!("{}: {e}", pos.fen()));
    let moves =
        |rules: &Ruleset, pos: &Position| -> BTreeSet<(Square, Square, Option<TypeId>, bool)> {
            let mut moves = Vec::new();
            rules.tables.pseudo_legal(pos, &mut moves);
            (moves.iter())
                .map(|mv| (mv.from(), mv.to(), mv.promotion(), mv.is_en_passant()))
                .collect()
        };
    let (mine, read) = (moves(rules, pos), moves(again, &other));
    let name = &rules.variant().name;
    let lost: Vec<_> = mine.difference(&read).collect();
    let gained: Vec<_> = read.difference(&mine).collect();
    assert!(
        mine == read,
        "{name}: {}: lost {lost:?}, gained {gained:?}",
        pos.fen()
    );
}

fn directions() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => Just(String::new()),
        3 => "[fblrsv]",
        2 => "[fb][lrs]",
        1 => "[lr][fb]",
        1 => "f[frl]b",
        1 => "h[rl]",
    ]
}

/// Prefixes of a leg on the way.
fn on_the_way() -> impl Strategy<Value = String> {
    let modes = prop_oneof![
        3 => Just(""), 2 => Just("p"), 2 => Just("mp"), 1 => Just("tp"), 1 => Just("mtp"),
        2 => Just("g"), 1 => Just("tg"), 3 => Just("y"), 1 => Just("m"),
    ];
    (
        directions(),
        modes,
        prop::bool::weighted(0.1),
        prop::bool::weighted(0.1),
    )
        .prop_map(|(directions, modes, jump, same)| {
            let jump = if jump { "j" } else { "" };
            let same = if same { "i" } else { "" };
            format!("{same}{directions}{modes}{jump}")
        })
}

pub fn notation() -> impl Strategy<Value = String> {
    let last = prop_oneof![
        5 => Just(""), 2 => Just("m"), 2 => Just("c"), 1 => Just("mc"), 2 => Just("p"), 2 => Just("g"),
        1 => Just("cp"), 1 => Just("n"), 1 => Just("j"), 1 => Just("mn"), 1 => Just("o"),
    ];
    let atom = prop::sample::select("WFDNAHCZGKRBQ".chars().collect::<Vec<_>>());
    let range =
        prop_oneof![4 => Just(""), 1 => Just("0"), 1 => Just("2"), 1 => Just("3"), 1 => Just("12")];
    let term = (
        prop::bool::weighted(0.15),
        prop::collection::vec(on_the_way(), 0..=2),
        directions(),
        last,
        (atom, range),
    )
        .prop_map(|(first, legs, directions, modes, (atom, range))| {
            let mut text = if first { "i".to_owned() } else { String::new() };
            for leg in legs {
                text += &leg;
                text.push('a');
            }
            format!("{text}{directions}{modes}{atom}{range}")
        });
    prop::collection::vec(term, 1..=2).prop_map(|terms| terms.concat())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: effort(50),
        failure_persistence: None,
        max_global_rejects: 1_000_000,
        ..ProptestConfig::default()
    })]

    /// Any notation that is accepted has the same meaning as in XBoard.
    #[test]
    fn any_notation_is_read_as_xboard_does(text in notation(), files in 6usize..=12, ranks in 6usize..=12) {
        let context = Context { pawn: false, side: files.max(ranks) as u8 };
        let reading = read(&text, context);
        // XBoard treats a path through its own square differently
        prop_assume!(reading.is_ok_and(|reading| !reading.warnings.iter().any(|(_, warning): &(usize, BetzaWarning)| *warning == BetzaWarning::ComesHome)));
        // for XBoard the middle of a leap round the edge is not a square
        prop_assume!(!(text.contains('o') && text.contains(['n', 'j'])));
        let v = game("fmWfceFifmnD", &text, files, ranks);
        prop_assert!(v.is_ok(), "{text}: {:?}", v.err());
        prop_assert!(agrees(&v.unwrap(), 1) > 0, "{text}");
    }

    /// Pieces that no file is likely to contain, written and read back.
    #[test]
    fn any_piece_is_read_as_written(mut scene in scene()) {
        // dead ends depend on how a move is described
        crate::promote_pawns_only(&mut scene.variant);
        let rules = scene.rules();
        let again = reread(rules.variant());
        prop_assume!(again.is_some());
        let again = Ruleset::new(Arc::new(again.unwrap()));
        same_moves(&rules, &again, &scene.position(&rules));
    }
}
