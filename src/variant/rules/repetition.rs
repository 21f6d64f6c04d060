//! Draws and losses by repetition, and draws by moves without capture or pawn move.

use super::{Resolver, Rule, Sentences, values};
use crate::types::TypeId;
use crate::variant::Variant;
use crate::variant::describe::phrases::when;

const REPETITION: &str = "Repetition: draw, or Repetition: perpetual-check loses perpetual-chase \
                          loses always=N,C>R";
const MOVE_RULE: &str = "Move-Rule: 100, or Move-Rule: 60 without-checks";

/// Largest limit of moves without capture or pawn move.
pub const LONGEST_MOVE_RULE: u32 = 1000;

pub(super) const RULE: Rule = Rule::new(&[REPETITION, MOVE_RULE], resolve, describe);

/// The variant's own move rule, in words.
pub fn move_rule_in_words(variant: &Variant) -> Option<String> {
    let MoveRule {
        limit,
        without_checks,
    } = variant.rules.move_rule;
    limit.map(|moves| move_rule_sentence(moves, without_checks))
}

/// A move rule in words.
pub fn move_rule_sentence(moves: u32, without_checks: bool) -> String {
    let but = when(
        without_checks,
        "; checks and the answers to them do not count",
    );
    format!(
        "The game is drawn after {moves} moves by each side without a capture or pawn move{but}."
    )
}

/// Which repetitions lose the game; all others draw.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repetition {
    /// A side loses that gives check with every move of the repetition, unless the other side does so as well.
    pub perpetual_check_loses: bool,
    /// A side loses that attacks the same piece with every move of the repetition, unless the other side does so as
    /// well.
    pub perpetual_chase_loses: bool,
    /// Pairs of attacker and victim: such an attack is a chase even if the victim is protected.
    pub always_chased: Vec<(TypeId, TypeId)>,
}

canonical!(struct Repetition { perpetual_check_loses = 1, perpetual_chase_loses = 2, always_chased = 3 });

/// Draw by moves without capture or pawn move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveRule {
    /// Moves of each side. `None`: the user decides.
    pub limit: Option<u32>,
    /// Checks and the answers to them do not count.
    pub without_checks: bool,
}

canonical!(struct MoveRule { limit = 1, without_checks = 2 });

fn resolve(cx: &mut Resolver<'_>) {
    repetition(cx);
    move_rule(cx);
}

fn repetition(cx: &mut Resolver<'_>) {
    // a word, such as `perpetual-check`, that must be followed by `loses`
    let mut perpetual = None;
    let (mut draw, mut always) = (None, None);
    cx.each(REPETITION, |cx, value| {
        let repetition = &mut cx.variant.rules.repetition;
        if let Some(loses) = perpetual.take() {
            match loses {
                _ if !value.is("loses") => return Err(value.not_understood()),
                "perpetual-check" => repetition.perpetual_check_loses = true,
                _ => repetition.perpetual_chase_loses = true,
            }
        } else if let Some(rest) = value.after("always") {
            always = always.or(Some(value.span));
            let (attackers, victim) = rest.pair('>')?;
            let victims = cx.types(victim.letter()?)?;
            for attacker in attackers.letters()? {
                let pairs = cx.types(attacker)?.map(|a| victims.map(|b| (a, b)));
                let known = &mut cx.variant.rules.repetition.always_chased;
                (pairs.into_iter().flatten()).for_each(|pair| values::add(known, pair));
            }
        } else if value.is("draw") {
            draw = Some(value.span);
        } else {
            let words = ["perpetual-check", "perpetual-chase"];
            perpetual = Some(value.one_of(&words.map(|word| (word, word)))?);
        }
        Ok(())
    });
    if perpetual.is_some()
        && let Some(last) = cx.values(REPETITION).last()
    {
        cx.note::<()>(REPETITION, Err(last.not_understood()));
    }
    let repetition = &cx.variant.rules.repetition;
    let chase = repetition.perpetual_chase_loses;
    if let Some(span) = draw.filter(|_| repetition.perpetual_check_loses || chase) {
        let message = "a repetition cannot be both a draw and a loss";
        let hint = "leave out `draw`: other repetitions are draws anyway";
        cx.report.error(span, message, hint);
    }
    if let Some(span) = always.filter(|_| !chase) {
        let message = "this has no effect unless a perpetual chase loses";
        cx.report.warning(span, message, None);
    }
}

fn move_rule(cx: &mut Resolver<'_>) {
    let values = values::last(cx.game, MOVE_RULE);
    let Some((first, rest)) = values.split_first() else {
        return;
    };
    let result = first.number(1..=LONGEST_MOVE_RULE);
    cx.variant.rules.move_rule.limit = cx.note(MOVE_RULE, result);
    match rest {
        [] => {}
        [word] if word.is("without-checks") => cx.variant.rules.move_rule.without_checks = true,
        [word, ..] => {
            cx.note::<()>(MOVE_RULE, Err(word.not_understood()));
        }
    }
}

fn describe(words: &mut Sentences<'_>) {
    words.say_all(move_rule_in_words(words.variant));
}
