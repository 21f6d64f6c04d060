//! The variants that XBoard knows by name.

use crate::variant::Variant;

/// Names that XBoard finds anywhere in the name of a variant, in the order of its search (`StringToVariant` in
/// `backend.c`, names in `common.h`).
const KNOWN_ANYWHERE: &str = "wildcastle nocastle fischerandom bughouse crazyhouse losers suicide giveaway \
    twokings kriegspiel atomic 3check shatranj wild29 wild30 wild31 wild32 wild33 wild34 \
    wild35 wild36";
/// Names that XBoard finds only at the start of a variant's name, unless a letter follows.
const KNOWN_AT_START: &str = "shogi chu courier gothic capablanca knightmate fairy cylinder falcon caparandom berolina \
    janus super great twilight makruk seirawan grand spartan xiangqi asean lion elven";
/// Chess, by exactly this name. A longer name that contains it is unknown.
const CHESS: &str = "normal";
/// Other parts of names that XBoard reads as `fischerandom`.
const SHUFFLED: [&str; 3] = ["wild/fr", "frc", "960"];
/// The variants that a number after the first `wild` or `w` means, by number. `-`: XBoard reads chess by another name,
/// and so uses the engine's variant.
const WILD: &str = "wildcastle wildcastle nocastle nocastle nocastle - unknown - - twokings - - - - - - kriegspiel \
    losers - - unknown unknown fischerandom crazyhouse bughouse 3check giveaway atomic shatranj wild29 \
    wild30 wild31 wild32 wild33 wild34 wild35 wild36 shogi xiangqi courier gothic capablanca \
    knightmate fairy cylinder falcon caparandom berolina janus super great";
/// The tallest board on which XBoard 4.9.1 understands all moves. XBoard writes ranks as characters starting at `1`.
/// The sixteenth rank would be `@`, so that a move from there looks like a drop.
const MOST_RANKS: u8 = 15;
/// Variants in which XBoard promotes pawns on the last three ranks.
const PROMOTING_ON_THREE_RANKS: [&str; 2] = ["makruk", "grand"];

/// The number of last ranks on which XBoard promotes pawns: there it makes a queen of a pawn whose move names no piece.
pub fn assumed_promotion_ranks(variant: &Variant) -> u8 {
    let name = match &variant.gui.parent {
        Some(parent) if !is_known(&variant.name) => parent,
        _ => &variant.name,
    };
    let name = name.to_ascii_lowercase();
    let three = (PROMOTING_ON_THREE_RANKS.iter()).any(|known| is_at_start(&name, known));
    if three { 3 } else { 1 }
}

/// True if a name starts with a known name, and no letter follows.
fn is_at_start(name: &str, known: &str) -> bool {
    (name.strip_prefix(known))
        .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()))
}

/// The known variant that XBoard reads in a name, and sends instead; `None` if it sends the name as it is.
pub fn sent_for(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    if name.contains(CHESS) {
        return None;
    }
    let mut anywhere = KNOWN_ANYWHERE.split_whitespace();
    let mut at_start = KNOWN_AT_START.split_whitespace();
    let known = anywhere.find(|known| name.contains(known));
    let known = known.or_else(|| at_start.find(|known| is_at_start(&name, known)));
    if known.is_some() {
        return known;
    }
    let shuffled = name.contains("fischer") && name.contains("random");
    if shuffled || SHUFFLED.iter().any(|known| name.contains(known)) {
        return Some("fischerandom");
    }
    let rest = (name.split_once("wild").or_else(|| name.split_once('w')))?.1;
    let rest = rest.trim_start_matches([' ', '(', '/']);
    let end = rest.find(|c: char| !c.is_ascii_digit());
    let number = &rest[..end.unwrap_or(rest.len())];
    if number.is_empty() {
        return None;
    }
    let number = number.parse().ok();
    // XBoard rejects other numbers
    let meant = number.and_then(|n| WILD.split_whitespace().nth(n));
    meant.map_or(Some("unknown"), |known| (known != "-").then_some(known))
}

/// True if XBoard knows a variant of this name.
pub fn is_known(name: &str) -> bool {
    name.eq_ignore_ascii_case(CHESS) || sent_for(name).is_some()
}

/// Why XBoard cannot show all moves on a board with this number of ranks; `None` if it can.
pub fn too_tall(ranks: u8) -> Option<String> {
    (ranks > MOST_RANKS).then(|| {
        format!(
            "XBoard reads moves from rank {} as drops: it can show {MOST_RANKS} ranks",
            MOST_RANKS + 1
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_names_are_recognised() {
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
            "abnormal",
            "newzealand",
        ] {
            assert!(!is_known(name), "{name}");
        }
    }

    #[test]
    fn xboard_sends_names_of_its_own() {
        for (name, sent) in [
            ("fairy-pieces-tester", Some("fairy")),
            ("fairypieces-tester", None),
            ("pieces-tester", None),
            ("Great-Shatranj", Some("shatranj")),
            ("chess960", Some("fischerandom")),
            ("fischerrandom", Some("fischerandom")),
            ("my-wild-23", None),
            ("wild23", Some("crazyhouse")),
            ("new/9", Some("twokings")),
            ("draw99", Some("unknown")),
            ("w5", None),
            ("normal", None),
            ("suicide-losers", Some("losers")),
        ] {
            assert_eq!(sent_for(name), sent, "{name}");
        }
        assert_eq!(too_tall(15), None);
        assert!(too_tall(16).is_some());
    }
}
