//! Passing the turn, always or only without another legal move.

use super::{Resolver, Rule, Sentences};
use crate::types::ByColor;
use crate::variant::describe::phrases::SIDES;

pub(super) const PASS: &str =
    "Pass: always, or Pass: stuck, or Pass: no, or Pass: white=stuck black=always";

pub(super) const RULE: Rule = Rule::new(&[PASS], resolve, describe);

/// When a side may pass the turn; it never may in check. Two passes in a row draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pass {
    /// Never.
    #[default]
    Never,
    /// When it has no other legal move.
    Stuck,
    /// Whenever it wants.
    Always,
}

canonical!(enum Pass: Never = 0, Stuck = 1, Always = 2);

fn resolve(cx: &mut Resolver<'_>) {
    cx.each(PASS, |cx, value| {
        const WORDS: [(&str, Pass); 3] = [
            ("always", Pass::Always),
            ("stuck", Pass::Stuck),
            ("no", Pass::Never),
        ];
        let (colors, word) = value.owner()?;
        let pass = word.one_of(&WORDS)?;
        (colors.iter()).for_each(|&color| cx.variant.rules.passing[color] = pass);
        Ok(())
    });
}

fn describe(words: &mut Sentences<'_>) {
    let passing = words.variant.rules.passing;
    words.of_sides(SIDES, |color| {
        let when = match passing[color] {
            Pass::Never => return None,
            Pass::Stuck => "if it has no other move",
            Pass::Always => "instead of a move",
        };
        Some(format!("not in check may pass the turn {when}."))
    });
    words.say_if(
        passing != ByColor::both(Pass::Never),
        "Two passes in a row end the game.",
    );
}
