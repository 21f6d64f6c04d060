//! The words with which rule lines begin: those that no rule knows, and lines that are not read.

use super::{forms, values};
use crate::variant::Spanned;
use crate::variant::ini::diagnostic::Report;
use crate::variant::ini::did_you_mean::did_you_mean;
use crate::variant::ini::game_def::{DroppedRule, GameDef, RuleLine};

/// How far a word may be from a known one to be taken for a misspelling, if it is a long one;
/// others may be no further than 1.
const MISSPELT: usize = 2;
/// The fewest letters of a long word.
const LONG: usize = 5;
/// A line of as many words, the first one among them, is rather prose than a rule without its colon.
const MOST_WORDS: usize = 8;

/// Complains of rule lines that no rule knows, of those that say nothing, and of those that stand
/// too late to be read. In a game without rule lines a line that looks like one without its colon is
/// told only if slips are looked for: files for Fairy-Max have prose there.
pub(in crate::variant) fn check_words(game: &GameDef, slips: bool, report: &mut Report) {
    let form_of = |word: &str| forms().find(|form| values::word(form).eq_ignore_ascii_case(word));
    let has_rules = (game.rules.iter()).any(|rule| form_of(&rule.word.value).is_some());
    for RuleLine { word, values } in &game.rules {
        match form_of(&word.value) {
            None => {
                let words = forms().map(values::word);
                complain_of_unknown(word, words, has_rules, report);
            }
            Some(form) if values.is_empty() => {
                let message = format!("`{}:` says nothing", values::word(form));
                report.error(word.span, message, Some(format!("the form is `{form}`")));
            }
            Some(_) => {}
        }
    }
    let late = |dropped: &&DroppedRule| {
        let DroppedRule { rule, .. } = dropped;
        !rule.values.is_empty() && form_of(&rule.word.value).is_some()
    };
    let among_rules = has_rules || game.dropped_rules.iter().any(|dropped| late(&dropped));
    let stop = game.stop.as_ref().filter(|stop| {
        let words: Vec<&str> = stop.value.split_whitespace().collect();
        let known = words.first().is_some_and(|word| form_of(word).is_some());
        (slips || among_rules) && known && (2..MOST_WORDS).contains(&words.len())
    });
    if let Some(stop) = stop {
        let (word, values) = (stop.value.split_once(char::is_whitespace)).unwrap_or_default();
        let message = format!("`{word}` looks like a rule without its colon");
        let hint = format!("write `{word}: {}`", values.trim());
        report.warning(stop.span, message, Some(hint));
    }
    for DroppedRule { rule, end, blank } in game.dropped_rules.iter().filter(late) {
        let word = &rule.word;
        let message = format!("the rule `{}` is not read, the game has ended", word.value);
        let hint = match blank {
            true => format!("the blank line {end} ends it: rule lines follow without one"),
            false if stop.is_some() => {
                format!("line {end} ends it, which looks like a rule without its colon")
            }
            false => format!("line {end} ends it: what is no rule belongs below the rule lines"),
        };
        report.warning(word.span, message, Some(hint));
    }
}

/// Near to a known word it is a misspelling. Otherwise it may be prose of a file for Fairy-Max, which
/// takes everything behind the pieces for that; but no such file has rules (`has_rules`).
fn complain_of_unknown(
    word: &Spanned<String>,
    words: impl Iterator<Item = &'static str>,
    has_rules: bool,
    report: &mut Report,
) {
    let message = format!("there is no rule `{}`", word.value);
    let distance = if word.value.len() < LONG { 1 } else { MISSPELT };
    match did_you_mean(&word.value, words, distance) {
        Some(known) => {
            let hint = format!("perhaps `{known}` is meant");
            report.error(word.span, message, Some(hint));
        }
        None => {
            let hint =
                "the header of fmax.ini tells all rules; a comment among them begins with //";
            let hint = Some(hint.to_owned());
            match has_rules {
                true => report.error(word.span, message, hint),
                false => report.warning(word.span, message, hint),
            }
        }
    }
}
