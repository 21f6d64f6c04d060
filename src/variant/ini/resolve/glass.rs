//! The second board of a game: what its pieces are called there, and what it does not go with.

use super::rule_lines::RuleSettings;
use crate::types::OTHER_BOARD;
use crate::variant::Variant;
use crate::variant::ini::diagnostic::Report;

/// The letters here and beyond of a game that has its pieces, goals and gating; complaints about
/// what cannot be.
pub(super) fn work_out(
    variant: &Variant,
    settings: &RuleSettings,
    report: &mut Report,
) -> Vec<(char, char)> {
    let pairs = &settings.looking_glass;
    let Some(first) = pairs.first() else {
        return Vec::new();
    };
    let used = |letter: char| variant.pieces.iter().any(|piece| piece.letter == letter);
    let mut letters: Vec<(char, char)> = Vec::new();
    let hint = || Some("the form is `Alice: HERE=THERE`, once for each piece".to_owned());
    for pair in pairs {
        let (here, there) = pair.value;
        let again = |&(h, t): &(char, char)| h == here || t == there;
        let message = if !used(here) {
            format!("no piece has the letter {here}")
        } else if used(there) {
            format!("the letter {there} is that of a piece already")
        } else if letters.iter().any(again) {
            format!("{here}={there} repeats a letter")
        } else {
            letters.push((here, there));
            continue;
        };
        report.error(pair.span, message, hint());
    }
    let named = |letter: char| pairs.iter().any(|pair| pair.value.0 == letter);
    if let Some(piece) = variant.pieces.iter().find(|piece| !named(piece.letter)) {
        let message = format!("{} has no letter on the other board", piece.letter);
        report.error(first.span, message, hint());
    }
    let mut clash = |condition: bool, what: &str| {
        if condition {
            report.error(
                first.span,
                format!("two boards do not go with {what}"),
                None,
            );
        }
    };
    clash(variant.files > OTHER_BOARD, "more than eight files");
    clash(
        variant.rules.win.explosion.is_some(),
        "captures that explode",
    );
    let hands = [
        &settings.gating,
        &settings.gates,
        &settings.drops,
        &settings.hand,
    ];
    let gates = !variant.rules.gating.types.is_empty();
    clash(
        gates || hands.iter().any(|lines| !lines.is_empty()),
        "pieces in hand",
    );
    letters
}

/// Complaints about zones and facing royals where captures explode or there are two boards.
pub(super) fn check_ground(variant: &Variant, settings: &RuleSettings, report: &mut Report) {
    let rules = &variant.rules;
    let glass = settings
        .looking_glass
        .first()
        .map(|pair| (pair.span, "two boards do"));
    let blast = (settings.goals.explosion()).map(|span| (span, "captures that explode do"));
    for (span, what) in [glass, blast].into_iter().flatten() {
        if !rules.zones.is_plain() {
            report.error(span, format!("{what} not go with zones"), None);
        }
        if rules.zones.facing_is_illegal {
            report.error(
                span,
                format!("{what} not go with a line `Facing: illegal`"),
                None,
            );
        }
    }
}
