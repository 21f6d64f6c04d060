//! Passing the turn, always or only without another legal move.

use super::resolver::{Resolver, Rule};
use crate::variant::Variant;

pub(super) const PASS: &str =
    "Pass: always, or Pass: stuck, or Pass: no, or Pass: white=stuck black=always";

pub(super) const RULE: Rule = Rule {
    forms: &[PASS],
    resolve,
    describe,
};

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
        let (colors, word) = value.owner()?;
        let words = [
            ("always", Pass::Always),
            ("stuck", Pass::Stuck),
            ("no", Pass::Never),
        ];
        let pass = word.one_of(&words)?;
        for &color in colors {
            cx.variant.rules.passing[color] = pass;
        }
        Ok(())
    });
}

fn describe(variant: &Variant) -> Vec<String> {
    let passing = variant.rules.passing;
    let when = |pass: Pass| match pass {
        Pass::Never => None,
        Pass::Stuck => Some("if it has no other move"),
        Pass::Always => Some("instead of a move"),
    };
    let says = |who: &str, pass: Pass| {
        when(pass).map(|when| format!("{who} not in check may pass the turn {when}."))
    };
    let [white, black] = passing.into_array();
    let sides = if white == black {
        [says("A side", white), None]
    } else {
        [says("White", white), says("Black", black)]
    };
    let mut lines: Vec<String> = sides.into_iter().flatten().collect();
    if !lines.is_empty() {
        lines.push("Two passes in a row end the game.".to_owned());
    }
    lines
}
