//! What variants are called in UCI: as in Fairy-Stockfish and cutechess, where they have one of the same rules.

use crate::protocol::options::games;
use crate::variant::{Library, Selections};

/// What every engine plays.
pub const CHESS: &str = "chess";
/// Our name for it, and for its form with shuffled back ranks, which is the same variant with `UCI_Chess960`.
const OURS: [&str; 2] = ["normal", "fischerandom"];

/// Names of Fairy-Stockfish that are not ours, where a variant of ours has both.
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

/// The names to choose from, plain chess first.
pub fn all(library: &Library) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    // a GUI chooses the pair of armies directly
    let (together, single): (Vec<&str>, Vec<&str>) =
        games(library).into_iter().partition(|name| *name == FAIRY);
    let single = single.into_iter().map(|name| called(library, name));
    let pairs = together.into_iter().flat_map(|_| library.fairy_choices());
    for name in single.chain(pairs.map(|label| format!("{FAIRY}/{label}"))) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if let Some(place) = names.iter().position(|name| name == CHESS) {
        names[..=place].rotate_right(1);
    }
    names
}

/// What a variant of ours is called.
fn called(library: &Library, name: &str) -> String {
    if name == OURS[0] {
        return CHESS.to_owned();
    }
    let mut names = library
        .entry(name)
        .into_iter()
        .flat_map(|entry| entry.names());
    names
        .find(|name| PREFERRED.contains(name))
        .unwrap_or(name)
        .to_owned()
}

/// Our name for what a GUI names. The shuffled form of chess is chosen by an option.
pub fn ours<'n>(library: &Library, name: &'n str, chess960: bool) -> &'n str {
    match name.to_ascii_lowercase().as_str() {
        // what cutechess calls it where it is listed
        "chess960" => OURS[1],
        CHESS | "standard" | "normal" if chess960 && library.knows(OURS[1]) => OURS[1],
        CHESS | "standard" => OURS[0],
        _ => name,
    }
}

/// True if a name, as a GUI may write it, is that of a variant.
pub fn is_known(library: &Library, name: &str, selections: &Selections) -> bool {
    library.find(ours(library, name, false), selections).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::ReadOptions;

    #[test]
    fn names_are_those_of_other_programs() {
        let library = Library::builtin(ReadOptions::default());
        let names = all(&library);
        assert_eq!(names[0], CHESS);
        let known = |name: &str| names.iter().any(|known| known == name);
        for name in [
            "crazyhouse",
            "kingofthehill",
            "losalamos",
            "hoppelpoppel",
            "xiangqi",
            "3check",
            "fairy/FIDE-Nutters",
        ] {
            assert!(known(name), "{name}");
        }
        assert!(!known("normal") && !known("king-of-the-hill"), "{names:?}");
        for name in &names {
            assert!(is_known(&library, name, &Selections::default()), "{name}");
        }
        assert_eq!(ours(&library, "chess", false), "normal");
        assert_eq!(ours(&library, "Standard", true), "fischerandom");
        assert_eq!(ours(&library, "atomic", true), "atomic");
    }
}
