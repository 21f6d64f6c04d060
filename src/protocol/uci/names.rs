//! Names of variants in UCI: the names that Fairy-Stockfish and cutechess use for variants with the same rules.

use crate::protocol::options::games;
use crate::variant::Library;

/// The UCI name of chess.
pub const CHESS: &str = "chess";
/// The variant that USI begins with.
pub const SHOGI: &str = "shogi";
/// Our names for chess, and for chess with shuffled back ranks, which is UCI's `chess` with `UCI_Chess960`.
pub const OUR_CHESS: [&str; 2] = ["normal", "fischerandom"];

/// Aliases that are preferred to our names because Fairy-Stockfish uses them.
const PREFERRED: [&str; 6] = [
    "kingofthehill",
    "losalamos",
    "hoppelpoppel",
    "racingkings",
    "nocheckatomic",
    "shouse",
];

/// The name that stands for all pairs of armies.
const FAIRY: &str = "fairy";

/// The values of `UCI_Variant`, chess first.
pub fn all(library: &Library) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    // each pair of armies has its own entry
    let (together, single): (Vec<&str>, Vec<&str>) =
        games(library).into_iter().partition(|name| *name == FAIRY);
    let single = single.into_iter().map(|name| uci_name(library, name));
    let pairs = together.into_iter().flat_map(|_| library.fairy_choices());
    for name in single.chain(pairs.map(|label| format!("{FAIRY}/{label}"))) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    // add names that are hidden because XBoard has no board for the variant
    for name in PREFERRED.map(str::to_owned) {
        if library.knows(&name) && !names.contains(&name) {
            names.push(name);
        }
    }
    if let Some(place) = names.iter().position(|name| name == CHESS) {
        names[..=place].rotate_right(1);
    }
    names
}

/// The UCI name of one of our variants.
fn uci_name(library: &Library, name: &str) -> String {
    if name == OUR_CHESS[0] {
        return CHESS.to_owned();
    }
    let names = library.entry(name).into_iter();
    names
        .flat_map(|entry| entry.names())
        .find(|name| PREFERRED.contains(name))
        .unwrap_or(name)
        .to_owned()
}

/// Our name for a UCI name.
pub fn library_name<'n>(library: &Library, name: &'n str, chess960: bool) -> &'n str {
    match name.to_ascii_lowercase().as_str() {
        // cutechess has chess with shuffled back ranks as a variant of its own
        "chess960" => OUR_CHESS[1],
        CHESS | "standard" | "normal" if chess960 && library.knows(OUR_CHESS[1]) => OUR_CHESS[1],
        CHESS | "standard" => OUR_CHESS[0],
        _ => name,
    }
}

/// The pieces of a variant for which Fairy-Stockfish uses other letters: pairs of our capital and Fairy-Stockfish's
/// capital.
pub fn letters(variant: &str) -> &'static [(char, char)] {
    match variant {
        "xiangqi" | "xiangqihouse" | "supply" | "manchu" => &[('H', 'N'), ('E', 'B')],
        "minixiangqi" => &[('H', 'N')],
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::games::library;
    use crate::variant::Selections;

    #[test]
    fn names_are_those_of_other_programs() {
        let library = library();
        let names = all(library);
        assert_eq!(names[0], CHESS);
        let known = |name: &str| names.iter().any(|known| known == name);
        for name in [
            "crazyhouse",
            "kingofthehill",
            "losalamos",
            "hoppelpoppel",
            "shouse",
            "xiangqi",
            "3check",
            "fairy/FIDE-Nutters",
        ] {
            assert!(known(name), "{name}");
        }
        assert!(!known("normal") && !known("king-of-the-hill"), "{names:?}");
        for name in &names {
            let ours = library_name(library, name, false);
            assert!(library.find(ours, &Selections::default()).is_ok(), "{name}");
        }
        assert_eq!(library_name(library, "chess", false), "normal");
        assert_eq!(library_name(library, "Standard", true), "fischerandom");
        assert_eq!(library_name(library, "atomic", true), "atomic");
    }
}
