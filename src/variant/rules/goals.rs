//! Goals: a side wins by bringing pieces to squares.

use super::marks::{Mark, MarkedZone};
use super::owned::{by_zone, owned_types, owned_zone};
use super::win_conditions::Stalemate;
use super::zones::areas;
use super::{Resolver, Rule, Sentences, Value, ValueError, values};
use crate::types::{ByColor, Color, TypeId};
use crate::variant::describe::names::named;
use crate::variant::describe::phrases::{SIDES, either, join, of_sides};
use crate::variant::{Variant, Zone};

const GOAL: &str = "Goal: K=8, or Goal: white=N,Q=a8,h7-h8 black=all=8 safe held, \
                    or Goal: P=8 count=2 or-full level";

/// Largest number of pieces for a goal.
const MOST_PIECES: u8 = 64;

pub(super) const RULE: Rule = Rule::new(&[GOAL], resolve, describe);

/// Squares that win. Several goals are independent of each other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Goal {
    /// The squares for each type of each side. A side without any squares does not have this goal.
    pub targets: ByColor<Vec<(TypeId, Zone)>>,
    /// Number of pieces that must be on their squares, at least 1.
    pub count: u8,
    /// One piece is enough if all squares of its goal are occupied, by either side.
    pub or_full: bool,
    /// Pieces that the other side can capture do not count, unless there are more than needed.
    pub safe: bool,
    /// The goal is reached only if the pieces are still there after the opponent's answer. With `safe`, a piece that
    /// cannot be captured wins at once.
    pub held: bool,
    /// When the side that moves first reaches the goal, the other side has one more move to reach it too, which draws.
    pub level: bool,
}

canonical!(struct Goal { targets = 1, count = 2, or_full = 3, safe = 4, held = 5, level = 6 });

impl Goal {
    /// True if a side has this goal.
    pub fn concerns(&self, color: Color) -> bool {
        !self.targets[color].is_empty()
    }
}

fn resolve(cx: &mut Resolver<'_>) {
    for line in values::lines(cx.game, GOAL) {
        let mut goal = Goal {
            count: 1,
            ..Goal::default()
        };
        let mut understood = true;
        for value in line.iter().filter(|value| !value.is_separator()) {
            let result = read(cx, *value, &mut goal);
            understood &= cx.note(GOAL, result).is_some();
        }
        if !understood {
            // its side is unknown
        } else if !Color::ALL.into_iter().any(|color| goal.concerns(color)) {
            let span = line.first().map(|value| value.span);
            let message = "this goal is for neither side";
            let hint = "name pieces and squares, as K=8";
            cx.report.error(span.unwrap_or_default(), message, hint);
        } else if goal.level && !Color::ALL.into_iter().all(|color| goal.concerns(color)) {
            let word = line.iter().find(|value| value.is("level"));
            let span = word.map(|value| value.span).unwrap_or_default();
            let message = "`level` needs a goal for both sides";
            cx.report.error(span, message, None);
        }
        cx.variant.rules.win.goals.push(goal);
    }
    if !cx.start_is_unknown() {
        check_reached(cx);
    }
}

fn read(cx: &mut Resolver<'_>, value: Value<'_>, goal: &mut Goal) -> Result<(), ValueError> {
    if value.sets([
        ("safe", &mut goal.safe),
        ("held", &mut goal.held),
        ("level", &mut goal.level),
        ("or-full", &mut goal.or_full),
    ]) {
        return Ok(());
    }
    if let Some(number) = value.after("count") {
        goal.count = number.number(1..=MOST_PIECES)?;
        return Ok(());
    }
    let (colors, rest) = value.owner()?;
    let (who, areas) = rest.pair('=')?;
    if areas.text.contains('=') {
        return Err(who.no_color());
    }
    for &color in colors {
        let zone = owned_zone(cx, areas, color)?;
        if zone.is_empty() {
            return Ok(());
        }
        for id in owned_types(cx, who, color)? {
            values::add(&mut goal.targets[color], (id, zone));
        }
    }
    Ok(())
}

/// Reports goals that are reached at the start.
fn check_reached(cx: &mut Resolver<'_>) {
    let start = cx.variant.start_pieces();
    let reached = cx.variant.rules.win.goals.iter().find_map(|goal| {
        Color::ALL.into_iter().find(|&color| {
            let there = start.iter().filter(|piece| {
                let on = |(id, zone): &(TypeId, Zone)| {
                    *id == piece.id && zone.contains(piece.file, piece.rank)
                };
                piece.color == color && goal.targets[color].iter().any(on)
            });
            there.count() >= usize::from(goal.count)
        })
    });
    if let Some(color) = reached {
        let message = format!("{color} has reached its goal at the start");
        cx.refuse(GOAL, message, None);
    }
}

pub(super) fn describe(words: &mut Sentences<'_>) {
    for goal in &words.variant.rules.win.goals {
        words.say_all(sentences(words.variant, goal));
        words.say_if(
            goal.or_full,
            "One piece there is enough if all squares of the goal are taken.",
        );
        match (goal.safe, goal.held) {
            (true, true) => words.say(
                "A piece that can be captured there wins only if it still stands there after the \
                 answer.",
            ),
            (true, false) => words.say("A piece that can be captured there does not count."),
            (false, true) => words.say("It must still stand there after the other side's answer."),
            (false, false) => {}
        }
        words.say_if(
            goal.level,
            "If the side that moves first gets there, the other side has one more move to get \
             there too, which draws.",
        );
    }
}

/// The squares of the goals.
pub(super) fn marked(variant: &Variant) -> Vec<MarkedZone> {
    let mut marked = Vec::new();
    for goal in &variant.rules.win.goals {
        let mut zones: Vec<Zone> = Vec::new();
        for (_, zone) in goal.targets.iter().flatten() {
            values::add(&mut zones, *zone);
        }
        for zone in zones {
            let mut part = goal.clone();
            for targets in part.targets.iter_mut() {
                targets.retain(|(_, other)| *other == zone);
            }
            let words = sentences(variant, &part).join(" ");
            marked.push(MarkedZone::new(Mark::Goal, zone, "goal", words));
        }
    }
    marked
}

/// The pieces and squares of a goal, a sentence for both sides or one for each.
fn sentences(variant: &Variant, goal: &Goal) -> Vec<String> {
    let count = match goal.count {
        1 => String::new(),
        n => format!(" {n} pieces of these kinds:"),
    };
    let sentences = |color: Color| match targets(variant, goal, color) {
        what if what.is_empty() => Vec::new(),
        what => vec![format!("wins by bringing{count} {what}.")],
    };
    of_sides(SIDES, Color::ALL.map(sentences))
}

/// The pieces and squares of a side.
fn targets(variant: &Variant, goal: &Goal, color: Color) -> String {
    let all = variant.types().count() - 1;
    let parts = by_zone(&goal.targets[color]);
    let parts = parts.iter().map(|(zone, types)| {
        let who = if types.len() >= all {
            "any piece".to_owned()
        } else if goal.count == 1 {
            format!("its {}", either(&named(variant, types)))
        } else {
            join(&named(variant, types))
        };
        format!("{who} to {}", either(&areas(zone)))
    });
    join(&parts.collect::<Vec<_>>())
}

impl super::WinConditions {
    /// True if a side can lose by the other side's goal, or by stalemate in a variant with goals: it then needs no royal.
    pub(super) fn goals_decide_against(&self, color: Color) -> bool {
        self.goals.iter().any(|goal| goal.concerns(color.other()))
            || !self.goals.is_empty() && self.stalemate != Stalemate::Draw
    }
}
