//! What the values of rule lines mean, as far as that can be told without the pieces of the game.

use super::rule_lines::RuleSettings;
use crate::types::Color;
use crate::variant::{Span, Spanned, Stalemate};

/// The most moves without capture or pawn move that a game can demand for a draw.
const LONGEST_MOVE_RULE: u32 = 1000;

/// A value that a rule does not understand.
pub(super) struct Misfit {
    pub(super) span: Span,
    pub(super) message: String,
}

impl Misfit {
    pub(super) fn new(value: &Spanned<String>) -> Self {
        Misfit {
            span: value.span,
            message: format!("`{}` is not understood here", value.value),
        }
    }
}

/// The only value of a rule that has one.
pub(super) fn single(values: &[Spanned<String>]) -> Result<&Spanned<String>, Misfit> {
    match values {
        [value] => Ok(value),
        [_, extra, ..] => Err(Misfit::new(extra)),
        [] => Err(Misfit {
            span: Span::default(),
            message: "a value is missing".to_owned(),
        }),
    }
}

pub(super) fn alternators(
    settings: &mut RuleSettings,
    values: &[Spanned<String>],
) -> Result<(), Misfit> {
    let value = single(values)?;
    settings.alternators = match value.value.to_ascii_lowercase().as_str() {
        "yes" => Some(true),
        "no" => Some(false),
        _ => return Err(Misfit::new(value)),
    };
    Ok(())
}

pub(super) fn move_rule(
    settings: &mut RuleSettings,
    values: &[Spanned<String>],
) -> Result<(), Misfit> {
    let value = match values {
        [value, word] if word.value.eq_ignore_ascii_case("without-checks") => {
            settings.checks_stop_clock = true;
            value
        }
        _ => single(values)?,
    };
    let moves = value.value.parse().ok();
    let moves = moves.filter(|moves| (1..=LONGEST_MOVE_RULE).contains(moves));
    settings.move_rule = Some(moves.ok_or_else(|| Misfit::new(value))?);
    Ok(())
}

pub(super) fn stalemate(
    settings: &mut RuleSettings,
    values: &[Spanned<String>],
) -> Result<(), Misfit> {
    let value = single(values)?;
    settings.stalemate = match value.value.to_ascii_lowercase().as_str() {
        "draw" => Some(Stalemate::Draw),
        "loss" => Some(Stalemate::Loss),
        "win" => Some(Stalemate::Win),
        "fewer" => Some(Stalemate::Fewer),
        _ => return Err(Misfit::new(value)),
    };
    Ok(())
}

pub(super) fn bare_king(
    settings: &mut RuleSettings,
    values: &[Spanned<String>],
) -> Result<(), Misfit> {
    let value = single(values)?;
    let outcome = value.value.to_ascii_lowercase();
    if !["none", "loss", "win"].contains(&outcome.as_str()) {
        return Err(Misfit::new(value));
    }
    settings.bare_king_loses = outcome == "loss";
    settings.goals.bare_wins = outcome == "win";
    Ok(())
}

pub(super) fn royal_leap(
    settings: &mut RuleSettings,
    values: &[Spanned<String>],
) -> Result<(), Misfit> {
    for value in values {
        let text = value.value.to_ascii_lowercase();
        let letters: Vec<char> = text
            .strip_prefix("aim=")
            .unwrap_or_default()
            .chars()
            .collect();
        match (text.as_str(), letters.as_slice()) {
            ("no-check", _) => settings.no_royal_leap_in_check = true,
            (_, [letter]) if letter.is_ascii_alphabetic() => {
                let letter = letter.to_ascii_uppercase();
                settings.royal_leap_aim = Some(Spanned::new(letter, value.span));
            }
            _ => return Err(Misfit::new(value)),
        }
    }
    Ok(())
}

pub(super) fn castling(
    settings: &mut RuleSettings,
    values: &[Spanned<String>],
) -> Result<(), Misfit> {
    let value = single(values)?;
    let text = value.value.to_ascii_uppercase();
    match text.strip_prefix("PARTNER=").map(str::as_bytes) {
        Some([letter]) if letter.is_ascii_alphabetic() => {
            settings.castling_partner = Some(Spanned::new(char::from(*letter), value.span));
            Ok(())
        }
        _ => Err(Misfit::new(value)),
    }
}

/// Keeps the values as they are: what they mean is known when the pieces are.
pub(super) fn keep(
    kept: &mut Vec<Spanned<String>>,
    values: &[Spanned<String>],
) -> Result<(), Misfit> {
    *kept = values.to_vec();
    Ok(())
}

pub(super) fn alias(settings: &mut RuleSettings, values: &[Spanned<String>]) -> Result<(), Misfit> {
    let names = values.iter().flat_map(|value| value.value.split(','));
    settings
        .aliases
        .extend(names.filter(|name| !name.is_empty()).map(str::to_owned));
    Ok(())
}

pub(super) fn letter(
    settings: &mut RuleSettings,
    values: &[Spanned<String>],
) -> Result<(), Misfit> {
    settings.letters.extend(letter_pairs(values)?);
    Ok(())
}

/// Pairs of letters, upper case, an = between them.
pub(super) fn letter_pairs(
    values: &[Spanned<String>],
) -> Result<Vec<Spanned<(char, char)>>, Misfit> {
    let pair = |value: &Spanned<String>| {
        let chars: Vec<char> = value.value.to_ascii_uppercase().chars().collect();
        match chars[..] {
            [one, '=', other] if one.is_ascii_alphabetic() && other.is_ascii_alphabetic() => {
                Ok(Spanned::new((one, other), value.span))
            }
            _ => Err(Misfit::new(value)),
        }
    };
    values.iter().map(pair).collect()
}

pub(super) fn promotion(
    settings: &mut RuleSettings,
    values: &[Spanned<String>],
) -> Result<(), Misfit> {
    for value in values {
        let text = value.value.as_str();
        let (colors, letters) = match text.split_once('=') {
            None => (&Color::ALL[..], text),
            Some((color, letters)) if color.eq_ignore_ascii_case("white") => {
                (&Color::ALL[..1], letters)
            }
            Some((color, letters)) if color.eq_ignore_ascii_case("black") => {
                (&Color::ALL[1..], letters)
            }
            Some(_) => return Err(Misfit::new(value)),
        };
        if letters.eq_ignore_ascii_case("none") {
            for &color in colors {
                settings.promotion[color].get_or_insert_default();
            }
            continue;
        }
        if letters.is_empty() || !letters.chars().all(|c| c.is_ascii_alphabetic()) {
            return Err(Misfit::new(value));
        }
        let before = text.len() - letters.len();
        for (offset, letter) in letters.chars().enumerate() {
            let column = value.span.column + (before + offset) as u32;
            let span = Span {
                column,
                ..value.span
            };
            for &color in colors {
                settings.promotion[color]
                    .get_or_insert_default()
                    .push(Spanned::new(letter.to_ascii_uppercase(), span));
            }
        }
    }
    Ok(())
}

pub(super) fn promotion_rule(
    settings: &mut RuleSettings,
    values: &[Spanned<String>],
) -> Result<(), Misfit> {
    for value in values {
        match value.value.to_ascii_lowercase().as_str() {
            "optional" => settings.promotion_optional = true,
            "captured" => settings.promotion_to_captured = true,
            "quiet" => settings.promotion_quiet = true,
            text => {
                let ranks = text.strip_prefix("ranks=").and_then(|n| n.parse().ok());
                let ranks = ranks.ok_or_else(|| Misfit::new(value))?;
                settings.promotion_ranks = Some(Spanned::new(ranks, value.span));
            }
        }
    }
    Ok(())
}
