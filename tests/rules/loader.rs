//! Whole files: every variant of the Debian package `fairymax`, and damaged files.

use std::sync::Arc;

use fmax::types::{Color, Rng, Step, TypeId};
use fmax::variant::{
    Condition, LegEnd, Library, MoveShape, Over, Platform, PromotesTo, ReadOptions, Rights,
    Royalty, Selections, Severity, Stalemate, Variant,
};

use crate::common::effort::effort;
use crate::common::games::parse;

const DEBIAN_FILE: &str = "/usr/share/games/fairymax/fmax.ini";
const BUILTIN_FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fmax.ini");

fn debian() -> Library {
    Library::open(DEBIAN_FILE, ReadOptions::default().with_slips()).unwrap()
}

fn game(library: &Library, name: &str) -> Arc<Variant> {
    library.find(name, &Selections::default()).unwrap()
}

/// The shape of a move of a piece; piece and move are counted from 1.
fn shape(variant: &Variant, piece: u8, number: usize) -> &MoveShape {
    &variant.piece(TypeId(piece)).moves[number - 1].shape
}

/// A path as text: every leg as step, rights and end, in brackets.
fn path(variant: &Variant, piece: u8, number: usize) -> String {
    let MoveShape::Path { legs, repeat } = shape(variant, piece, number) else {
        panic!("no path");
    };
    assert!(!repeat);
    let mut text = String::new();
    for leg in legs {
        let rights = match (leg.rights.quiet, leg.rights.capture) {
            (true, true) => "mc",
            (true, false) => "m",
            (false, true) => "c",
            (false, false) => "-",
        };
        let end = match leg.end {
            LegEnd::Steps(n) => format!("{n}"),
            LegEnd::Slide => "slide".to_owned(),
            LegEnd::Hop {
                platform,
                immediate,
                collide,
            } => {
                assert!(!immediate);
                let before = if collide { "before" } else { "on" };
                match platform {
                    Platform::Any => format!("hop {before} any"),
                    Platform::Friend => format!("hop {before} friend"),
                }
            }
        };
        let jump = if leg.over == Over::ANY { " jump" } else { "" };
        text += &format!("[{} {rights} {end}{jump}]", leg.step);
    }
    text
}

/// Letters that a colour may promote to, the default first.
fn promotions(variant: &Variant, color: Color) -> String {
    let PromotesTo::Choice(choices) = &variant.rules.promotion.to else {
        panic!("no choice");
    };
    let accepted = choices[color].accepted.iter();
    accepted.map(|&id| variant.piece(id).letter).collect()
}

#[test]
#[ignore = "needs the Debian package fairymax"]
fn all_debian_games_load() {
    let library = debian();
    assert_eq!(library.entries().len(), 44);
    let mut warnings = Vec::new();
    for diagnostic in library.diagnostics() {
        assert_eq!(diagnostic.severity, Severity::Warning, "{diagnostic}");
        warnings.push(diagnostic.to_string());
    }
    for entry in library.entries() {
        assert!(entry.variant.is_ok(), "{}", entry.name);
    }
    let castling = |line: &&String| line.contains("castling goes along the rank");
    assert_eq!(warnings.iter().filter(castling).count(), 2, "{warnings:#?}");
    assert_eq!(warnings.len(), 2, "{warnings:#?}");
    let names = library.public_names();
    assert_eq!((names[0], names.last()), ("normal", Some(&"fairy")));
    assert!(!names.contains(&"Cambodian") && names.contains(&"cambodian"));
    assert_eq!(library.fairy_choices().len(), 12);
    assert_eq!(library.fairy_choices()[0], "FIDE-Clobberers");
    // the unnamed variant has no second queen
    assert_eq!(library.default_game().unwrap().pieces.len(), 7);
    assert_eq!(game(&library, "normal").pieces.len(), 9);
}

#[test]
#[ignore = "needs the Debian package fairymax"]
fn descriptions_and_gui_lines_are_read() {
    let library = debian();
    let hill = game(&library, "kingofthehill");
    assert!(hill.description.starts_with("Apart from mate"));
    assert_eq!(hill.gui.parent.as_deref(), Some("fairy"));
    assert_eq!(hill.gui.piece_to_char.as_deref(), Some("PNBRQKpnbrqk"));
    let cylinder = game(&library, "cylinder");
    assert_eq!(cylinder.gui.piece_lines.len(), 6);
    assert_eq!(cylinder.gui.piece_lines[1], "N& oN");
    assert!(cylinder.piece(TypeId(4)).moves.iter().all(|m| m.cylinder));
}

#[test]
#[ignore = "needs the Debian package fairymax"]
fn pieces_of_debian_have_their_paths() {
    let library = debian();
    let acedrex = game(&library, "grande-acedrex");
    assert_eq!(path(&acedrex, 10, 1), "[(+1,-1) mc 1][(+0,-1) mc slide]");
    let rookies = game(&library, "fairy/FIDE-Rookies");
    assert_eq!(path(&rookies, 8, 1), "[(+0,-1) mc 4]");
    let mates = game(&library, "team-mate");
    assert_eq!(path(&mates, 7, 1), "[(-2,-1) mc 1][(-1,+0) mc 1]");
    assert_eq!(path(&mates, 7, 2), "[(-1,-2) mc 1][(+0,-1) mc 1]");
    let bifurcator = game(&library, "bifurcator");
    assert_eq!(
        path(&bifurcator, 6, 5),
        "[(+1,+0) - hop before friend][(+1,-1) mc slide]"
    );
    let spartan = game(&library, "spartan");
    assert_eq!(path(&spartan, 2, 1), "[(-1,-1) - 1 jump][(-1,-1) m 1]");
    assert!(!spartan.piece(TypeId(2)).moves[0].en_passant);
    let supers = game(&library, "super");
    assert_eq!(path(&supers, 14, 11), "[(+0,-1) - 1][(+0,-1) mc 1]");
    let cambodian = game(&library, "Cambodian");
    assert_eq!(path(&cambodian, 3, 9), "[(+0,+1) - 1 jump][(+1,+1) mc 1]");
}

#[test]
#[ignore = "needs the Debian package fairymax"]
fn pieces_of_debian_have_their_special_moves() {
    let library = debian();
    let falcon = game(&library, "falcon");
    assert_eq!(falcon.piece(TypeId(8)).moves.len(), 16);
    assert_eq!(
        *shape(&falcon, 8, 1),
        MoveShape::MultiPath {
            twice: Step::new(-1, 0),
            once: Step::new(-1, -1),
            rights: Rights::BOTH,
        }
    );
    let janus = game(&library, "janus");
    assert_eq!(
        *shape(&janus, 8, 1),
        MoveShape::Castling { files: 4, inset: 0 }
    );
    assert_eq!(
        *shape(&janus, 8, 2),
        MoveShape::Castling {
            files: -3,
            inset: 0
        }
    );
    let capablanca = game(&library, "capablanca");
    let elephant = &capablanca.piece(TypeId(10)).moves;
    let castles =
        |m: &&fmax::variant::MoveDescriptor| matches!(m.shape, MoveShape::Castling { .. });
    assert_eq!(elephant.iter().filter(castles).count(), 2);

    let wildebeest = game(&library, "almost-wildebeest");
    let pawn = &wildebeest.piece(TypeId::WHITE_PAWN).moves;
    assert_eq!(path(&wildebeest, 1, 1), "[(+0,+1) - 2][(+0,+1) m 1]");
    assert_eq!(path(&wildebeest, 1, 2), "[(+0,+1) - 1][(+0,+1) m 1]");
    let conditions: Vec<Condition> = pawn.iter().map(|m| m.condition).take(3).collect();
    let (virgin, beyond) = (Condition::Virgin, Condition::BeyondStart);
    assert_eq!(conditions, [virgin, beyond, virgin]);
    assert!(pawn[..3].iter().all(|m| m.en_passant));
}

#[test]
#[ignore = "needs the Debian package fairymax"]
fn games_of_debian_have_their_rules() {
    let library = debian();
    let zones = |name: &str| {
        let variant = game(&library, name);
        (variant.rules.pawn_rank, variant.rules.promotion.ranks)
    };
    assert_eq!(zones("makruk"), (3, 3));
    assert_eq!(zones("asean"), (3, 1));
    assert_eq!(zones("normal"), (2, 1));

    let acedrex = game(&library, "grande-acedrex");
    assert_eq!(acedrex.rules.pawn_rank, 4);
    let PromotesTo::ByFile(files) = &acedrex.rules.promotion.to else {
        panic!("not by file");
    };
    let [white, black] = files.as_ref().into_array();
    let numbers: Vec<u8> = white.iter().flatten().map(|id| id.0).collect();
    assert_eq!(numbers, [8, 7, 9, 5, 6, 10, 10, 6, 5, 9, 7, 8]);
    assert_eq!(white, black);

    let spartan = game(&library, "spartan");
    let king = spartan.piece(TypeId(12));
    assert_eq!(king.royalty, Royalty::Extinction { duple: true });
    assert_eq!((king.value, king.letter), (435, 'K'));
    assert_eq!(promotions(&spartan, Color::White), "QLNBRCWGK");
    assert_eq!(promotions(&spartan, Color::Black), "WLNBRQCGK");

    let hill = game(&library, "king-of-the-hill");
    assert_eq!(hill.rules.win.hill, Some(TypeId(3)));
    assert_eq!(
        hill.piece(TypeId(3)).royalty,
        Royalty::Extinction { duple: false }
    );
    let wildebeest = game(&library, "almost-wildebeest");
    assert_eq!(wildebeest.rules.win.stalemate, Stalemate::Loss);
    assert_eq!(wildebeest.rules.win.hill, None);
    assert_eq!(promotions(&wildebeest, Color::White), "QGK");

    let brigade = game(&library, "light-brigade");
    assert_eq!(promotions(&brigade, Color::White), "QNBR");
    assert_eq!(promotions(&brigade, Color::Black), "QNBR");
    assert_eq!(
        game(&library, "seirawan").rules.gating.types,
        [TypeId(9), TypeId(10)]
    );
    assert_eq!(game(&library, "normal").rules.gating.types, []);
}

/// Loads damaged copies of a file; none may panic.
fn damage(bytes: &[u8]) {
    let options = ReadOptions::default().with_slips();
    for cut in (0..bytes.len()).step_by(1200 / effort(1) as usize) {
        let _ = Library::parse("cut", &bytes[..cut], options);
    }
    let mut random = Rng::new(1);
    for _ in 0..effort(25) {
        let mut copy = bytes.to_vec();
        for _ in 0..20 {
            let place = random.below(copy.len());
            copy[place] = random.below(255) as u8 + 1;
        }
        copy[..14].copy_from_slice(b"version 4.8(w)");
        if let Ok(library) = Library::parse("flipped", &copy, options) {
            let _ = library.public_names();
            let _ = library.default_game();
            let _ = library.find("fairy", &Selections::default());
        }
    }
}

/// One error does not hide the others of its variant, nor cause new ones: after an unreadable line it is unknown
/// which pieces are meant.
#[test]
fn reading_continues_after_an_error() {
    let complaints = |lines: &str| {
        let library = parse(&format!(
            "8x8\n4 5 3 3 3 3 5 4\n4 5 3 3 3 3 5 4\np:74 fW\np:74 fW\nk:-1 K\n{lines}"
        ));
        let diagnostics = library.diagnostics().iter();
        let found = diagnostics.map(|d| (d.span.line, d.message.clone()));
        found.collect::<Vec<_>>()
    };
    let letter = "a piece line begins with one letter, not with `knight`".to_owned();
    let step = "`9z,9` is not a move: its step is not a number".to_owned();
    let rule = "there is no rule `Gaol`".to_owned();
    let rest = "R:444 R\nQ:851 9z,9\nx:300 NX\nPromotion: Z\nGaol: e4\n";
    assert_eq!(
        complaints(&format!("knight:259 N\n{rest}")),
        [(10, letter), (12, step.clone()), (15, rule.clone())]
    );
    assert_eq!(
        complaints(&format!("n:259 N\n{rest}")),
        [(12, step), (15, rule)]
    );
}

#[test]
fn no_damage_to_our_file_panics() {
    damage(&std::fs::read(BUILTIN_FILE).unwrap());
}

#[test]
#[ignore = "needs the Debian package fairymax"]
fn no_damage_to_debians_file_panics() {
    damage(&std::fs::read(DEBIAN_FILE).unwrap());
}
