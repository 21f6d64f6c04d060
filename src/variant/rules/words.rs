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

/// The form of the rule with a word, in any case.
fn form_of(word: &str) -> Option<&'static str> {
    forms().find(|form| values::word(form).eq_ignore_ascii_case(word))
}

/// Reports rule lines with unknown words, without values, or too late to be read. In a variant without rule lines, a
/// line that looks like a rule without its colon is reported only if slips are reported: files for Fairy-Max have prose
/// there.
pub(in crate::variant) fn check_words(game: &GameDef, options: ReadOptions, report: &mut Report) {
    let mut words = Words {
        game,
        options,
        report,
    };
    let has_rules = (game.rules.iter()).any(|rule| form_of(&rule.word.value).is_some());
    for RuleLine { word, values } in &game.rules {
        match form_of(&word.value) {
            None => {
                let texts: Vec<&str> = values.iter().map(|value| value.value.as_str()).collect();
                words.unknown(&word.value, &texts.join(" "), word.span, has_rules);
            }
            Some(form) if values.is_empty() => {
                let message = format!("`{}:` has no values", values::word(form));
                let hint = values::written_as(form);
                words.report.error(word.span, message, hint);
            }
            Some(_) => {}
        }
    }
    let late = |rule: &RuleLine| !rule.values.is_empty() && form_of(&rule.word.value).is_some();
    let mut dropped = (game.dropped_rules.iter())
        .filter(|dropped| late(&dropped.rule))
        .peekable();
    let slips = options.slips || has_rules || dropped.peek().is_some();
    let ends_as_rule = words.check_end(slips);
    for DroppedRule { rule, end, blank } in dropped {
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
        words.report.warning(word.span, message, hint);
    }
}

/// The words of a variant's rule lines.
struct Words<'a> {
    game: &'a GameDef,
    options: ReadOptions,
    report: &'a mut Report,
}

impl Words<'_> {
    /// Reports the line that ends a variant if it looks like a rule: its word has blanks, or no colon (only if slips are
    /// reported). Returns true if the line looks like a rule.
    fn check_end(&mut self, slips: bool) -> bool {
        let Some(Spanned { value: line, span }) = &self.game.stop else {
            return false;
        };
        if let Some((word, values)) = line.split_once(':') {
            let comment = values.find("//").unwrap_or(values.len());
            let (word, values) = (word.trim(), values[..comment].trim());
            let short = word.split_whitespace().count() <= MOST_PARTS;
            let known = short && !values.is_empty() && near(word).is_some();
            if known {
                self.unknown(word, values, *span, true);
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
        let hint = self.correction(known, &words[count..].join(" "), *span);
        self.report.warning(*span, message, hint);
        true
    }

    /// Reports an unknown word. If it is not similar to a known word, it may be prose of a file for Fairy-Max, which takes
    /// everything after the pieces for prose; but no such file has rules (`has_rules`).
    fn unknown(&mut self, word: &str, values: &str, span: Span, has_rules: bool) {
        let message = format!("there is no rule `{word}`");
        match near(word) {
            // a correction resolves the whole variant again, which is too slow to repeat
            Some(known) if self.report.has_errors() => {
                let hint = format!("perhaps `{known}` is meant");
                self.report.error(span, message, hint);
            }
            Some(known) => {
                let hint = self.correction(known, values, span);
                self.report.error(span, message, hint);
            }
            None => {
                let hint =
                    "the header of fmax.ini lists all rules; a comment among them begins with //";
                if has_rules {
                    self.report.error(span, message, hint);
                } else {
                    self.report.warning(span, message, hint);
                }
            }
        }
    }

    /// The corrected line, if the variant is valid with it; otherwise the form of the rule.
    fn correction(&self, word: &'static str, values: &str, span: Span) -> String {
        let form = form_of(word).unwrap_or(word);
        let lines = [values.to_owned(), respelt(values, form)];
        let accepted = lines.iter().find(|values| {
            // values are distinguished by their places
            let spanned = |index: usize, text: &str| {
                let column = span.column + index as u32;
                Spanned::new(text.to_owned(), Span { column, ..span })
            };
            let mut game = self.game.clone();
            game.stop = None;
            game.dropped_rules.clear();
            game.rules
                .retain(|rule| form_of(&rule.word.value).is_some());
            let values = (1..).zip(values.split_whitespace());
            game.rules.push(RuleLine {
                word: spanned(0, word),
                values: values.map(|(index, text)| spanned(index, text)).collect(),
            });
            resolve(&game, "", self.options).variant.is_some()
        });
        match accepted {
            Some(values) => format!("write `{word}: {values}`"),
            None => format!("perhaps `{word}` is meant: {}", values::written_as(form)),
        }
    }
}

/// The first word of a rule that is similar to this word.
fn near(word: &str) -> Option<&'static str> {
    did_you_mean(word, forms().map(values::word), tolerance(word))
}

/// The edit distance of a misspelt word.
fn tolerance(word: &str) -> usize {
    if word.len() < LONG { 1 } else { MISSPELT }
}

/// The values with keywords spelt as in the form of the rule.
fn respelt(values: &str, form: &str) -> String {
    let keywords = form.split(|c: char| !c.is_ascii_lowercase() && c != '-');
    let keywords: Vec<&str> = keywords.filter(|word| word.len() > 2).collect();
    let respelt = values.split_whitespace().map(|value| {
        let end = value.find('=').unwrap_or(value.len());
        let (word, rest) = value.split_at(end);
        did_you_mean(word, keywords.iter().copied(), tolerance(word))
            .unwrap_or(word)
            .to_owned()
            + rest
    });
    respelt.collect::<Vec<_>>().join(" ")
}
