//! The rule lines about goals: what they say, and whether it can be.

use super::rule_values::Misfit;
use crate::types::{ByColor, Color, TypeId};
use crate::variant::ini::diagnostic::Report;
use crate::variant::{Explosion, Royalty, Span, Spanned, Variant, WinConditions};

/// The most checks that can be asked for.
const MOST_CHECKS: u8 = 99;

/// What the rule lines about goals say.
#[derive(Clone, Debug, Default)]
pub(super) struct GoalSettings {
    checks: Option<Spanned<u8>>,
    extinction: Vec<Spanned<char>>,
    baring: Vec<Spanned<char>>,
    /// Being bare wins.
    pub(super) bare_wins: bool,
    mated_wins: Option<Spanned<()>>,
    compulsory_captures: bool,
    explosion: Option<Spanned<()>>,
    spared: Vec<Spanned<char>>,
}

impl GoalSettings {
    pub(super) fn checks(&mut self, values: &[Spanned<String>]) -> Result<(), Misfit> {
        let value = super::rule_values::single(values)?;
        let number = value.value.parse().ok();
        let number = number.filter(|n| (1..=MOST_CHECKS).contains(n));
        let number = number.ok_or_else(|| Misfit::new(value))?;
        self.checks = Some(Spanned::new(number, value.span));
        Ok(())
    }

    pub(super) fn extinction(&mut self, values: &[Spanned<String>]) -> Result<(), Misfit> {
        for value in values {
            self.extinction.extend(letters(value, 0)?);
        }
        Ok(())
    }

    pub(super) fn baring(&mut self, values: &[Spanned<String>]) -> Result<(), Misfit> {
        for value in values {
            self.baring.extend(letters(value, 0)?);
        }
        Ok(())
    }

    pub(super) fn checkmate(&mut self, values: &[Spanned<String>]) -> Result<(), Misfit> {
        let value = super::rule_values::single(values)?;
        self.mated_wins = match value.value.to_ascii_lowercase().as_str() {
            "win" => Some(Spanned::new((), value.span)),
            "loss" => None,
            _ => return Err(Misfit::new(value)),
        };
        Ok(())
    }

    pub(super) fn captures(&mut self, values: &[Spanned<String>]) -> Result<(), Misfit> {
        const SPARE: &str = "spare=";
        for value in values {
            let text = value.value.to_ascii_lowercase();
            match text.as_str() {
                "compulsory" => self.compulsory_captures = true,
                "explode" => self.explosion = Some(Spanned::new((), value.span)),
                _ if text.starts_with(SPARE) => self.spared.extend(letters(value, SPARE.len())?),
                _ => return Err(Misfit::new(value)),
            }
        }
        Ok(())
    }

    /// Where it is said that captures explode.
    pub(super) fn explosion(&self) -> Option<Span> {
        self.explosion.map(|explosion| explosion.span)
    }

    /// The goals of a game that has its pieces, and complaints about what cannot be.
    pub(super) fn work_out(&self, variant: &Variant, report: &mut Report) -> WinConditions {
        let mut goals = WinConditions {
            checks: self.checks.map_or(0, |checks| checks.value),
            bare_wins: self.bare_wins,
            mated_wins: self.mated_wins.is_some(),
            compulsory_captures: self.compulsory_captures,
            ..variant.rules.win.clone()
        };
        for letter in &self.extinction {
            for color in Color::ALL {
                if let Some(id) = self.vanishing(variant, color, letter, report) {
                    goals.extinction[color].push(id);
                }
            }
        }
        goals.baring = self.bared(variant, report);
        if self.explosion.is_some() {
            goals.explosion = Some(Explosion {
                spared: self.spared(variant, report),
            });
        } else if let Some(first) = self.spared.first() {
            let message = "nothing is to be spared where captures do not explode";
            report.error(first.span, message, Some("add the word explode".to_owned()));
        }
        goals
    }

    /// Complains of goals that a side has missed at the start, and of goals that need a royal in
    /// a game where a side has none.
    pub(super) fn check_start(&self, variant: &Variant, report: &mut Report) {
        let pieces = variant.start_pieces();
        let own = |color| pieces.iter().filter(move |piece| piece.color == color);
        for letter in &self.extinction {
            for color in Color::ALL {
                let id = variant.type_by_letter(letter.value, color);
                if id.is_some() && !own(color).any(|piece| Some(piece.id) == id) {
                    let message = format!("{color} begins without {} and has lost", letter.value);
                    report.error(letter.span, message, None);
                }
            }
        }
        // a side that begins without any of them is not concerned
        if let Some(first) = self.baring.first()
            && !Color::ALL.into_iter().any(|color| {
                let named = &variant.rules.win.baring[color];
                own(color).any(|piece| named.contains(&piece.id))
            })
        {
            let message = "neither side begins with any of these pieces";
            report.error(first.span, message, None);
        }
        let crowd = |color| {
            let royals = own(color).map(|piece| variant.piece(piece.id).royalty);
            let royals: Vec<Royalty> = royals.filter(|royalty| royalty.is_royal()).collect();
            royals.len() > 1 || royals.iter().any(|&royalty| royalty != Royalty::Absolute)
        };
        if let Some(explosion) = self.explosion
            && Color::ALL.into_iter().any(crowd)
        {
            let message = "explosions do not go with several royals on a side";
            let hint = "give each side one piece of value -1, or none";
            report.error(explosion.span, message, Some(hint.to_owned()));
        }
        let royal = |color| own(color).any(|piece| variant.piece(piece.id).royalty.is_royal());
        let Some(color) = Color::ALL.into_iter().find(|&color| !royal(color)) else {
            return;
        };
        let hint = || Some("a piece of value -1 is royal".to_owned());
        if let Some(checks) = self.checks {
            let message = format!("nobody can check {color}, who has no royal piece");
            report.error(checks.span, message, hint());
        }
        if let Some(mated) = self.mated_wins {
            let message = format!("nobody can mate {color}, who has no royal piece");
            report.error(mated.span, message, hint());
        }
    }

    /// The type of a colour whose extinction loses.
    fn vanishing(
        &self,
        variant: &Variant,
        color: Color,
        letter: &Spanned<char>,
        report: &mut Report,
    ) -> Option<TypeId> {
        let Some(id) = variant.type_by_letter(letter.value, color) else {
            let message = format!("{color} has no piece {}", letter.value);
            report.error(letter.span, message, None);
            return None;
        };
        if variant.piece(id).royalty.is_royal() {
            let message = format!(
                "{} is royal: its loss decides the game anyway",
                letter.value
            );
            let hint = "give it a positive value if it may be left under attack";
            report.error(letter.span, message, Some(hint.to_owned()));
        }
        Some(id)
    }

    /// White's and black's types among those that must not all be lost.
    fn bared(&self, variant: &Variant, report: &mut Report) -> ByColor<Vec<TypeId>> {
        let mut bared = ByColor::<Vec<TypeId>>::default();
        for letter in &self.baring {
            let types = ByColor::from_fn(|color| variant.type_by_letter(letter.value, color));
            let royal = |id: &TypeId| variant.piece(*id).royalty.is_royal();
            if types == ByColor::default() {
                let message = format!("there is no piece {}", letter.value);
                report.error(letter.span, message, None);
            } else if types.iter().flatten().any(royal) {
                let message = format!("{} is royal, it is never what is left", letter.value);
                report.error(letter.span, message, None);
            }
            for (own, id) in bared.iter_mut().zip(types) {
                own.extend(id);
            }
        }
        bared
    }

    fn spared(&self, variant: &Variant, report: &mut Report) -> Vec<TypeId> {
        let mut spared = Vec::new();
        for letter in &self.spared {
            let types = ByColor::from_fn(|color| variant.type_by_letter(letter.value, color));
            if types == ByColor::default() {
                let message = format!("there is no piece {}", letter.value);
                report.error(letter.span, message, None);
            }
            for id in types.into_iter().flatten() {
                if !spared.contains(&id) {
                    spared.push(id);
                }
            }
        }
        spared
    }
}

/// The letters in a value behind its first `skipped` bytes, commas between them or not.
fn letters(value: &Spanned<String>, skipped: usize) -> Result<Vec<Spanned<char>>, Misfit> {
    let mut found = Vec::new();
    for (offset, c) in value.value.char_indices().skip(skipped) {
        if c == ',' {
            continue;
        }
        if !c.is_ascii_alphabetic() {
            return Err(Misfit::new(value));
        }
        let mut span = value.span;
        span.column += offset as u32;
        found.push(Spanned::new(c.to_ascii_uppercase(), span));
    }
    if found.is_empty() {
        return Err(Misfit::new(value));
    }
    Ok(found)
}
