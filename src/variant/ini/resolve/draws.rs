//! The rule line about repetitions.

use super::rule_lines::RuleSettings;
use super::rule_values::Misfit;
use crate::types::Color;
use crate::variant::ini::diagnostic::Report;
use crate::variant::{Repetition, Spanned, Variant};

/// What the rule lines of a game say about repetitions.
#[derive(Clone, Debug, Default)]
pub(super) struct RepetitionSettings {
    perpetual_check_loses: bool,
    perpetual_chase_loses: bool,
    /// Attackers and their victim.
    always: Vec<(Spanned<String>, Vec<char>, char)>,
    /// Where a repetition is called a draw.
    draw: Option<Spanned<String>>,
}

/// `draw`, or what loses, two words each, and attacks that are always chases.
pub(super) fn repetition(
    settings: &mut RuleSettings,
    values: &[Spanned<String>],
) -> Result<(), Misfit> {
    let said = &mut settings.repetition;
    let mut values = values.iter();
    while let Some(value) = values.next() {
        let text = value.value.to_ascii_lowercase();
        match text.as_str() {
            "draw" => said.draw = Some(value.clone()),
            "perpetual-check" | "perpetual-chase" => {
                let verdict = values.next().ok_or_else(|| Misfit::new(value))?;
                if !verdict.value.eq_ignore_ascii_case("loses") {
                    return Err(Misfit::new(verdict));
                }
                match text.as_str() {
                    "perpetual-check" => said.perpetual_check_loses = true,
                    _ => said.perpetual_chase_loses = true,
                }
            }
            _ => {
                let pair = text.strip_prefix("always=").and_then(attackers_and_victim);
                let (attackers, victim) = pair.ok_or_else(|| Misfit::new(value))?;
                said.always.push((value.clone(), attackers, victim));
            }
        }
    }
    Ok(())
}

/// `H,C>R` in small letters.
fn attackers_and_victim(text: &str) -> Option<(Vec<char>, char)> {
    let (attackers, victim) = text.split_once('>')?;
    let attackers: Vec<char> = attackers.chars().filter(|c| *c != ',').collect();
    let mut victims = victim.chars();
    let (Some(victim), None) = (victims.next(), victims.next()) else {
        return None;
    };
    let all_letters = attackers.iter().all(char::is_ascii_alphabetic);
    let fine = !attackers.is_empty() && all_letters && victim.is_ascii_alphabetic();
    fine.then_some((attackers, victim))
}

/// Works out who loses by a repetition in a game whose pieces are complete.
pub(super) fn work_out(
    variant: &Variant,
    settings: &RepetitionSettings,
    report: &mut Report,
) -> Repetition {
    let mut repetition = Repetition {
        perpetual_check_loses: settings.perpetual_check_loses,
        perpetual_chase_loses: settings.perpetual_chase_loses,
        always_chased: Vec::new(),
    };
    let somebody_loses = settings.perpetual_check_loses || settings.perpetual_chase_loses;
    if let Some(draw) = settings.draw.as_ref().filter(|_| somebody_loses) {
        let message = "a repetition cannot be both a draw and a loss".to_owned();
        let hint = "without the word it is a draw if nobody is to blame".to_owned();
        report.error(draw.span, message, Some(hint));
    }
    for (value, attackers, victim) in &settings.always {
        if !settings.perpetual_chase_loses {
            let message = "this says nothing unless a perpetual chase loses".to_owned();
            report.warning(value.span, message, None);
        }
        let types = |letter: char| Color::ALL.map(|color| variant.type_by_letter(letter, color));
        for &attacker in attackers {
            let found = (types(attacker), types(*victim));
            let unknown = match found {
                ([None, _], _) => Some(attacker),
                (_, [None, _]) => Some(*victim),
                _ => None,
            };
            if let Some(letter) = unknown {
                let message = format!("there is no piece {}", letter.to_ascii_uppercase());
                report.error(value.span, message, None);
                continue;
            }
            let pairs = found.0.into_iter().flat_map(|a| found.1.map(|b| (a, b)));
            let pairs = pairs.filter_map(|(a, b)| Some((a?, b?)));
            for pair in pairs {
                if !repetition.always_chased.contains(&pair) {
                    repetition.always_chased.push(pair);
                }
            }
        }
    }
    repetition
}
