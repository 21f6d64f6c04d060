//! The rule line that shuffles the back ranks.

use super::rule_lines::RuleSettings;
use crate::types::Color;
use crate::variant::ini::diagnostic::Report;
use crate::variant::{Shuffle, Span, Spanned, Variant};

const HINT: &str = "the form is `Shuffle: free`, or opposite=LETTERS, between, independent";

/// Works out how the back ranks of a game that is complete otherwise are shuffled.
pub(super) fn work_out(variant: &mut Variant, settings: &RuleSettings, report: &mut Report) {
    let Some(first) = settings.shuffle.first() else {
        return;
    };
    let mut shuffle = Shuffle::default();
    let mut error = |span: Span, message: String| {
        report.error(span, message, Some(HINT.to_owned()));
    };
    for value in &settings.shuffle {
        let text = value.value.to_ascii_lowercase();
        match text.as_str() {
            "free" if settings.shuffle.len() == 1 => {}
            "free" => error(value.span, "what is free has no conditions".to_owned()),
            "between" => shuffle.between = true,
            "independent" => shuffle.independent = true,
            _ => match text.strip_prefix("opposite=") {
                Some(letters) if !letters.is_empty() => {
                    for (column, letter) in (value.span.column + 9..).zip(letters.chars()) {
                        let span = Span {
                            column,
                            ..value.span
                        };
                        if let Err(message) =
                            opposite(variant, Spanned::new(letter, span), &mut shuffle)
                        {
                            error(span, message);
                        }
                    }
                }
                _ => error(
                    value.span,
                    format!("`{}` is not understood here", value.value),
                ),
            },
        }
    }
    if let Some(start) = settings.start.first() {
        error(
            start.span,
            "a start position cannot be given and shuffled as well".to_owned(),
        );
    }
    for color in Color::ALL.into_iter().filter(|_| shuffle.between) {
        let complaint = match variant.royal_and_partner(color) {
            None => "has not one royal piece and equal pieces in both corners",
            Some((royal, partner)) => {
                let ids = &shuffle.opposite[color];
                if !ids.contains(&royal) && !ids.contains(&partner) {
                    continue;
                }
                "has two conditions for one piece"
            }
        };
        error(first.span, format!("{color} {complaint}"));
    }
    variant.rules.shuffle = Some(shuffle);
    for color in Color::ALL {
        if !report.has_errors() && variant.arrangements(color) == 0 {
            let message = format!("{color}'s pieces cannot be placed like that");
            let hint = "there is no order in which each stands where it may".to_owned();
            report.error(first.span, message, Some(hint));
        }
    }
}

fn opposite(variant: &Variant, letter: Spanned<char>, shuffle: &mut Shuffle) -> Result<(), String> {
    let name = letter.value.to_ascii_uppercase();
    for color in Color::ALL {
        let id = variant.type_by_letter(name, color);
        let id = id.ok_or_else(|| format!("there is no piece {name}"))?;
        let rank = variant.back_rank[color].iter();
        let count = rank.filter(|other| **other == Some(id)).count();
        if count == 0 || count % 2 != 0 {
            return Err(format!(
                "{color} has {count} of {name}, which is no even number"
            ));
        }
        let list = &mut shuffle.opposite[color];
        if !list.contains(&id) {
            list.push(id);
        }
    }
    Ok(())
}
