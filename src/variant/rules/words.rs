//! The first words of rule lines: unknown words, and lines that are not read.

use super::{forms, values};
use crate::variant::ReadOptions;
use crate::variant::ini::diagnostic::Report;
use crate::variant::ini::did_you_mean::did_you_mean;
use crate::variant::ini::game_def::{DroppedRule, GameDef, RuleLine};
use crate::variant::ini::resolve::resolve;
use crate::variant::{Span, Spanned};

/// Edit distance of a misspelt long word; 1 for others.
const MISSPELT: usize = 2;
/// Smallest length of a long word.
const LONG: usize = 5;
/// A line of this number of words is prose rather than a rule without its colon.
const MOST_WORDS: usize = 8;
/// Most words of a rule's first word written with blanks.
const MOST_PARTS: usize = 3;

/// Reports rule lines with unknown words, without values, or too late to be read. In a variant without rule lines, a
/// line that looks like a rule without its colon is reported only if slips are reported: files for Fairy-Max have prose
/// there.
pub(in crate::variant) fn check_words(game: &GameDef, options: ReadOptions, report: &mut Report) {
    let form_of = |word: &str| forms().find(|form| values::word(form).eq_ignore_ascii_case(word));
    let has_rules = (game.rules.iter()).any(|rule| form_of(&rule.word.value).is_some());
    for RuleLine { word, values } in &game.rules {
        match form_of(&word.value) {
            None => {
                let texts: Vec<&str> = values.iter().map(|value| value.value.as_str()).collect();
                report_unknown(
                    game,
                    options,
                    (&word.value, &texts.join(" "), word.span),
                    has_rules,
                    report,
                );
            }
            Some(form) if values.is_empty() => {
                let message = format!("`{}:` has no values", values::word(form));
                report.error(word.span, message, Some(values::written_as(form)));
            }
            Some(_) => {}
        }
    }
    let late = |dropped: &&DroppedRule| {
        let DroppedRule { rule, .. } = dropped;
        !rule.values.is_empty() && form_of(&rule.word.value).is_some()
    };
    let among_rules = has_rules || game.dropped_rules.iter().any(|dropped| late(&dropped));
    let slips = options.slips || among_rules;
    let ends_as_rule = check_end(game, options, slips, report);
    for DroppedRule { rule, end, blank } in game.dropped_rules.iter().filter(late) {
        let word = &rule.word;
        let message = format!(
            "the rule `{}` is not read: the variant has ended",
            word.value
        );
        let hint = if *blank {
            format!("the blank line {end} ends it: rule lines follow without one")
        } else if ends_as_rule {
            format!("line {end} ends it, which looks like a rule")
        } else {
            format!("line {end} ends it: put other text below the rule lines")
        };
        report.warning(word.span, message, Some(hint));
    }
}

/// Reports the line that ends a variant if it looks like a rule: its word has blanks, or no colon (only if slips are
/// reported). Returns true if the line looks like a rule.
fn check_end(game: &GameDef, options: ReadOptions, slips: bool, report: &mut Report) -> bool {
    let Some(Spanned { value: line, span }) = &game.stop else {
        return false;
    };
    if let Some((word, values)) = line.split_once(':') {
        let comment = values.find("//").unwrap_or(values.len());
        let (word, values) = (word.trim(), values[..comment].trim());
        let short = word.split_whitespace().count() <= MOST_PARTS;
        let known = short && !values.is_empty() && near(word).is_some();
        if known {
            report_unknown(game, options, (word, values, *span), true, report);
        }
        return known;
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    let named = (1..=MOST_PARTS.min(words.len())).rev().find_map(|count| {
        let word = words[..count].join(" ");
        did_you_mean(&word, forms().map(values::word), 0).map(|known| (count, word, known))
    });
    let Some((count, word, known)) = named.filter(|_| slips) else {
        return false;
    };
    if words.len() == count || words.len() >= MOST_WORDS {
        return false;
    }
    let message = format!("`{word}` looks like a rule without its colon");
    let hint = correction(game, options, known, &words[count..].join(" "), *span);
    report.warning(*span, message, Some(hint));
    true
}

/// The first word of a rule that is similar to this word.
fn near(word: &str) -> Option<&'static str> {
    let distance = if word.len() < LONG { 1 } else { MISSPELT };
    did_you_mean(word, forms().map(values::word), distance)
}

/// Reports an unknown word. If it is not similar to a known word, it may be prose of a file for Fairy-Max, which takes
/// everything after the pieces for prose; but no such file has rules (`has_rules`).
fn report_unknown(
    game: &GameDef,
    options: ReadOptions,
    (word, values, span): (&str, &str, Span),
    has_rules: bool,
    report: &mut Report,
) {
    let message = format!("there is no rule `{word}`");
    match near(word) {
        // a correction resolves the whole variant again, which is too slow to repeat
        Some(known) if report.has_errors() => {
            let hint = format!("perhaps `{known}` is meant");
            report.error(span, message, Some(hint));
        }
        Some(known) => {
            let hint = correction(game, options, known, values, span);
            report.error(span, message, Some(hint));
        }
        None => {
            let hint =
                "the header of fmax.ini lists all rules; a comment among them begins with //";
            let hint = Some(hint.to_owned());
            if has_rules {
                report.error(span, message, hint);
            } else {
                report.warning(span, message, hint);
            }
        }
    }
}

/// The corrected line, if the variant is valid with it; otherwise the form of the rule.
fn correction(
    game: &GameDef,
    options: ReadOptions,
    word: &str,
    values: &str,
    span: Span,
) -> String {
    let form = forms()
        .find(|form| values::word(form) == word)
        .unwrap_or(word);
    let lines = [values.to_owned(), respelt(values, form)];
    let accepted = lines.iter().find(|values| {
        // values are distinguished by their places
        let spanned = |index: usize, text: &str| {
            let column = span.column + index as u32;
            Spanned::new(text.to_owned(), Span { column, ..span })
        };
        let mut game = game.clone();
        game.stop = None;
        game.dropped_rules.clear();
        (game.rules).retain(|rule| {
            forms().any(|form| rule.word.value.eq_ignore_ascii_case(values::word(form)))
        });
        game.rules.push(RuleLine {
            word: spanned(0, word),
            values: (1..)
                .zip(values.split_whitespace())
                .map(|(index, text)| spanned(index, text))
                .collect(),
        });
        resolve(&game, "", options).variant.is_some()
    });
    match accepted {
        Some(values) => format!("write `{word}: {values}`"),
        None => format!("perhaps `{word}` is meant: {}", values::written_as(form)),
    }
}

/// The values with keywords spelt as in the form of the rule.
fn respelt(values: &str, form: &str) -> String {
    let keywords = form.split(|c: char| !c.is_ascii_lowercase() && c != '-');
    let keywords: Vec<&str> = keywords.filter(|word| word.len() > 2).collect();
    let respelt = values.split_whitespace().map(|value| {
        let end = value.find('=').unwrap_or(value.len());
        let (word, rest) = value.split_at(end);
        let distance = if word.len() < LONG { 1 } else { MISSPELT };
        did_you_mean(word, keywords.iter().copied(), distance)
            .unwrap_or(word)
            .to_owned()
            + rest
    });
    respelt.collect::<Vec<_>>().join(" ")
}
