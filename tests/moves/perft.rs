//! Perft against the counts of other programs (see tests/data/perft/README.md).

use fmax::board::Position;
use fmax::movegen::perft::perft;
use fmax::ruleset::Ruleset;

use crate::common::games::{self, find, rules, with};
use crate::common::table;

/// Lines that depend on rules which fmax reads differently: file, FEN, and the depth up to which the
/// counts still hold.
const OTHERWISE: [(&str, &str, u32); 1] = [
    // A bared side has one more move here, as in ShaMax and XBoard; the other engine ends the game at once if that
    // side is too far behind to bare the other side as well.
    ("shatranj", "4q3/1r5p/1k6/2B5/P4b2/2p5/K7/8 w - - 2 46", 4),
];

fn check(game: &str, file: &str, budget: u64) {
    check_rules(&rules(game), file, budget);
}

fn check_rules(rules: &Ruleset, file: &str, budget: u64) {
    let mut wrong = Vec::new();
    for row in table::rows(&format!("perft/{file}.perft")) {
        let mut pos = Position::from_fen(&rules.layout, &row.fen).unwrap();
        let otherwise = OTHERWISE
            .iter()
            .find(|(f, fen, _)| *f == file && *fen == row.fen);
        let deepest = otherwise.map_or(u32::MAX, |(.., depth)| *depth);
        for (depth, nodes) in &row.entries {
            let (depth, nodes): (u32, u64) = (depth[1..].parse().unwrap(), nodes.parse().unwrap());
            if nodes > budget || depth > deepest {
                continue;
            }
            let found = perft(&rules.tables, &mut pos, depth);
            if found != nodes {
                let place = &row.place;
                wrong.push(format!(
                    "{place}: depth {depth}: {found} instead of {nodes}"
                ));
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{file}:\n{}", wrong.join("\n"));
}

/// Node limit per entry for the ordinary tests; the deep test counts the rest.
const BUDGET: u64 = 3_000_000;

macro_rules! games {
    ($($test:ident: $game:literal, $file:literal;)*) => {
        $(
            #[test]
            fn $test() {
                check($game, $file, BUDGET);
            }
        )*

        #[test]
        #[ignore = "every entry of every file: takes a minute or more"]
        fn every_entry_of_every_file() {
            $( check($game, $file, u64::MAX); )*
        }
    };
}

games! {
    chess: "normal", "chess";
    nocastle: "nocastle", "nocastle";
    shatranj: "shatranj", "shatranj";
    makruk: "makruk", "makruk";
    asean: "asean", "asean";
    cambodian: "cambodian", "cambodian";
    ouk_chaktrang: "ouk-chaktrang", "ouk-chaktrang";
    ai_wok: "ai-wok", "ai-wok";
    courier: "courier", "courier";
    ceremonial_courier: "ceremonial-courier", "courier";
    knightmate: "knightmate", "knightmate";
    capablanca: "capablanca", "capablanca";
    gothic: "gothic", "gothic";
    janus: "janus", "janus";
    berolina: "berolina", "berolina";
    seirawan: "seirawan", "seirawan";
    spartan: "spartan", "spartan";
    los_alamos: "los-alamos", "losalamos";
    embassy: "embassy", "embassy";
    chancellor: "chancellor", "chancellor";
    amazon: "amazon", "amazon";
    almost: "almost", "almost";
    nightrider: "nightrider", "nightrider";
    grasshopper: "grasshopper", "grasshopper";
    modern: "modern", "modern";
    centaur: "centaur", "centaur";
    tencubed: "tencubed", "tencubed";
    omega: "omega", "omega";
    omicron: "omicron", "omicron";
    cornerless_omega: "cornerless-omega", "cornerless-omega";
    cornerless_omicron: "cornerless-omicron", "cornerless-omicron";
    chigorin: "chigorin", "chigorin";
    hoppel_poppel: "hoppel-poppel", "hoppelpoppel";
    newzealand: "newzealand", "newzealand";
    grand: "grand", "grand";
    opulent: "opulent", "opulent";
    shako: "shako", "shako";
    crazyhouse: "crazyhouse", "crazyhouse";
    chessgi: "chessgi", "chessgi";
    loop_chess: "loop", "loop";
    pocketknight: "pocketknight", "pocketknight";
    shouse: "shouse", "shouse";
    fischerandom: "fischerandom", "fischerandom";
    caparandom: "caparandom", "caparandom";
    king_of_the_hill: "king-of-the-hill", "kingofthehill";
    xiangqi: "xiangqi", "xiangqi";
    minixiangqi: "minixiangqi", "minixiangqi";
    three_check: "3check", "3check";
    extinction: "extinction", "extinction";
    atomic: "atomic", "atomic";
    giveaway: "giveaway", "giveaway";
    suicide: "suicide", "suicide";
    antichess: "antichess", "antichess";
    losers: "losers", "losers";
    racing_kings: "racingkings", "racingkings";
    racing_chess: "racingchess", "racingchess";
    jeson_mor: "jesonmor", "jesonmor";
    breakthrough: "breakthrough", "breakthrough";
    three_kings: "threekings", "threekings";
    codrus: "codrus", "codrus";
    horde: "horde", "horde";
    maharajah: "maharajah", "maharajah";
    peasants: "peasant", "peasant";
    coregal: "coregal", "coregal";
    atomic_without_checks: "icc-blast", "nocheckatomic";
    torpedo: "torpedo", "torpedo";
    makpong: "makpong", "makpong";
    capahouse: "capahouse", "capahouse";
    makhouse: "makhouse", "makhouse";
    xiangqihouse: "xiangqihouse", "xiangqihouse";
    bughouse: "bughouse", "bughouse";
    andernach: "andernach", "andernach";
    grid: "grid", "grid";
    displaced_grid: "displacedgrid", "displacedgrid";
    slipped_grid: "slippedgrid", "slippedgrid";
    gridolina: "gridolina", "gridolina";
    castle: "castle", "castle";
    opposite_castling: "opposite-castling", "opposite-castling";
    petrified: "petrified", "petrified";
    rifle: "rifle", "rifle";
    checkless: "checkless", "checkless";
    shoot: "shoot", "shoot";
    supply: "supply", "supply";
    kyotoshogi: "kyotoshogi", "kyotoshogi";
    microshogi: "microshogi", "microshogi";
    yarishogi: "yarishogi", "yarishogi";
    shoshogi: "shoshogi", "shoshogi";
    cannonshogi: "cannonshogi", "cannonshogi";
    shogun: "shogun", "shogun";
    chennis: "chennis", "chennis";
    dobutsu: "dobutsu", "dobutsu";
    mansindam: "mansindam", "mansindam";
    pandemonium: "pandemonium", "pandemonium";
    shinobi: "shinobi", "shinobi";
    orda: "orda", "orda";
    orda_mirror: "ordamirror", "ordamirror";
    empire: "empire", "empire";
    khans: "khans", "khans";
    synochess: "synochess", "synochess";
    dragon: "dragon", "dragon";
    janggi: "janggi", "janggi";
    janggi_modern: "janggimodern", "janggimodern";
    armageddon: "armageddon", "chess";
    anders_giveaway: "andersgiveaway", "andersgiveaway";
    anders_antichess: "andersanti", "andersanti";
    capture_the_queen: "capturethequeen", "capturethequeen";
    hexapawn: "hexapawn", "hexapawn";
    aralzaa: "aralzaa", "aralzaa";
    shatar: "shatar", "shatar";
    one_rank: "1d-chess", "1d-chess";
    sittuyin: "sittuyin", "sittuyin";
    placement: "placement", "placement";
    screen: "screen", "screen";
    fullmoon: "fullmoon", "fullmoon";
    ajax_orthodox: "ajax-orthodox", "ajax-orthodox";
    duck: "duck", "duck";
    atlantis: "atlantis", "atlantis";
    amazons: "amazons", "amazons";
    cowboys: "cowboys", "cowboys";
    snailtrail: "snailtrail", "snailtrail";
    joust: "joust", "joust";
    isolation: "isolation", "isolation";
    isolation7x7: "isolation7x7", "isolation7x7";
    chak: "chak", "chak";
    dragonfly: "dragonfly", "dragonfly";
    firedemon: "firedemon", "firedemon";
    lion: "lion", "lion";
    elven: "elven", "elven";
    chu: "chu", "chu";
}

/// In the other engine a pawn drop that mates is legal and loses; here it is illegal. All other counts agree.
fn check_with_mates_by_drops(games: &[&str], budget: u64) {
    let text = include_str!("../../fmax.ini");
    let text = text.replace(" no-mate=P", "").replace(" no-mate=S", "");
    let library = games::read(&text);
    for game in games {
        let rules = Ruleset::new(find(&library, game));
        check_rules(&rules, game, budget);
    }
}

const WITH_MATES: [&str; 8] = [
    "shogi",
    "minishogi",
    "judkins",
    "gorogoro",
    "gorogoroplus",
    "euroshogi",
    "torishogi",
    "okisakishogi",
];

#[test]
fn shogi_and_its_kin() {
    check_with_mates_by_drops(&WITH_MATES, 1_000_000);
}

#[test]
#[ignore = "every entry of every file"]
fn shogi_and_its_kin_in_depth() {
    check_with_mates_by_drops(&WITH_MATES, u64::MAX);
}

/// The rule that no move gives check: alone, with drops, and on a larger board.
#[test]
fn no_move_gives_check() {
    for (game, file) in [
        ("normal", "nocheckchess"),
        ("crazyhouse", "nocheckhouse"),
        ("capablanca", "nocheckcapa"),
    ] {
        check_rules(&with(game, "Checking: no"), file, BUDGET);
    }
}

/// The other engine has no lame camels, so in both the camel moves like the van. It treats the drop of a soldier
/// that mates as legal and lost.
#[test]
fn elgam_with_other_camels() {
    let text = include_str!("../../fmax.ini").replace(" no-mate=S", "");
    let lines = "\nZone: palace=e1-g3,e8-g10 lines=";
    let vans = format!("\nZone-Moves: O=V@board{lines}").replace("palace=", "board=a1-k10 palace=");
    let text = text.replace(lines, &vans);
    check_rules(
        &Ruleset::new(find(&games::read(&text), "elgam")),
        "elgam",
        BUDGET,
    );
}

/// Counts from the start position that the test suites of cutechess and Fairy-Stockfish publish.
#[test]
fn published_counts_are_reached() {
    for (game, depth, nodes) in [
        ("modern", 4, 433_729),
        ("chancellor", 4, 436_656),
        ("centaur", 3, 24_490),
        ("tencubed", 3, 68_230),
    ] {
        let rules = rules(game);
        let found = perft(&rules.tables, &mut rules.start(), depth);
        assert_eq!(found, nodes, "{game}");
    }
}
