//! The words with which rule lines begin: those that no rule knows, and lines that are not read.

use super::{RULES, values};
use crate::variant::Spanned;
use crate::variant::ini::diagnostic::Report;
use crate::variant::ini::did_you_mean::did_you_mean;
use crate::variant::ini::game_def::{DroppedRule, GameDef, RuleLine};

/// How far a word may be from a known one to be taken for a misspelling, if it is a long one;
/// others may be no further than 1.
const MISSPELT: usize = 2;
/// The fewest letters of a long word.
const LONG: usize = 5;

/// Complains of rule lines that no rule knows, of those that say nothing, and of those that stand
/// too late to be read.
pub(in crate::variant) fn check_words(game: &GameDef, report: &mut Report) {
    let forms = || RULES.iter().flat_map(|rule| rule.forms);
    for RuleLine { word, values } in &game.rules {
        let known = |form: &&&'static str| values::word(form).eq_ignore_ascii_case(&word.value);
        match forms().find(known) {
            None => complain_of_unknown(word, forms().map(|form| values::word(form)), report),
            Some(form) if values.is_empty() => {
                let message = format!("`{}:` says nothing", values::word(form));
                report.error(word.span, message, Some(format!("the form is `{form}`")));
            }
            Some(_) => {}
        }
    }
    for DroppedRule { rule, end, blank } in &game.dropped_rules {
        let word = &rule.word;
        let known = |form: &'static str| values::word(form).eq_ignore_ascii_case(&word.value);
        if rule.values.is_empty() || !forms().any(|form| known(form)) {
            continue;
        }
        let message = format!("the rule `{}` is not read, the game has ended", word.value);
        let hint = match blank {
            true => format!("the blank line {end} ends it: rule lines follow without one"),
            false => format!("line {end} ends it: what is no rule belongs below the rule lines"),
        };
        report.warning(word.span, message, Some(hint));
    }
}

/// Near to a known word it is a misspelling; otherwise it may be prose.
fn complain_of_unknown(
    word: &Spanned<String>,
    words: impl Iterator<Item = &'static str>,
    report: &mut Report,
) {
    let message = format!("there is no rule `{}`", word.value);
    let distance = if word.value.len() < LONG { 1 } else { MISSPELT };
    match did_you_mean(&word.value, words, distance) {
        Some(known) => {
            let hint = format!("perhaps `{known}` is meant");
            report.error(word.span, message, Some(hint));
        }
        None => report.warning(word.span, message, None),
    }
}
