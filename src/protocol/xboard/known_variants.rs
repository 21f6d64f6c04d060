//! The games that XBoard knows by their names.

use crate::variant::Variant;

/// Names that XBoard knows wherever they stand in the name of a game.
const KNOWN_ANYWHERE: &str = "normal wildcastle nocastle fischerandom bughouse crazyhouse losers suicide giveaway \
    twokings kriegspiel atomic 3check shatranj wild29 wild30 wild31 wild32 wild33 wild34 \
    wild35";
/// Names that it knows at the start of the name of a game, unless a letter follows.
const KNOWN_AT_START: &str = "shogi chu courier gothic capablanca knightmate fairy cylinder falcon caparandom berolina \
    janus super great twilight makruk seirawan grand spartan xiangqi asean lion elven";
/// Games in which XBoard takes a pawn to be promoted on each of the last three ranks.
const PROMOTING_ON_THREE_RANKS: [&str; 2] = ["makruk", "grand"];

/// The number of ranks, counted from the last, on which XBoard takes a pawn to be promoted: there
/// it makes a queen of every pawn about whose promotion a move says nothing.
pub fn assumed_promotion_ranks(variant: &Variant) -> u8 {
    let name = match &variant.gui.parent {
        Some(parent) if !is_known(&variant.name) => parent,
        _ => &variant.name,
    };
    let name = name.to_ascii_lowercase();
    let mut known = PROMOTING_ON_THREE_RANKS.iter();
    if known.any(|known| is_at_start(&name, known)) {
        3
    } else {
        1
    }
}

/// True if a name begins with one that XBoard knows, and no letter follows.
fn is_at_start(name: &str, known: &str) -> bool {
    (name.strip_prefix(known))
        .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// True if XBoard takes a name for that of a game whose rules it knows.
pub fn is_known(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    KNOWN_ANYWHERE.split(' ').any(|known| name.contains(known))
        || KNOWN_AT_START
            .split(' ')
            .any(|known| is_at_start(&name, known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_xboard_knows_are_told_apart() {
        for name in [
            "normal",
            "great-shatranj",
            "super-x",
            "fairy/A-B",
            "falcon",
            "Capablanca",
        ] {
            assert!(is_known(name), "{name}");
        }
        for name in [
            "superb",
            "mini",
            "my-falcon",
            "kingofthehill",
            "grande-acedrex",
        ] {
            assert!(!is_known(name), "{name}");
        }
    }
}
