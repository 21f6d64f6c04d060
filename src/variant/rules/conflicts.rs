//! Which rules cannot stand together in one game, as one table.

use super::alice::ALICE;
use super::checking::CHECKING;
use super::drops::DROPS;
use super::gating::GATES;
use super::resolver::Resolver;
use super::start::START;
use super::values::ValueError;
use super::win_conditions::CAPTURES;
use crate::variant::Variant;

/// A pair of rules that exclude each other.
struct Conflict {
    /// The line that is complained of.
    at: &'static str,
    /// Both are there.
    clash: fn(&Variant) -> bool,
    message: &'static str,
    hint: Option<&'static str>,
}

const fn conflict(
    at: &'static str,
    clash: fn(&Variant) -> bool,
    message: &'static str,
) -> Conflict {
    Conflict {
        at,
        clash,
        message,
        hint: None,
    }
}

const CONFLICTS: [Conflict; 12] = [
    conflict(
        ALICE,
        |v| v.has_two_boards() && explodes(v),
        "two boards do not go with captures that explode",
    ),
    conflict(
        ALICE,
        |v| v.has_two_boards() && v.rules.has_hands(),
        "two boards do not go with pieces in hand",
    ),
    conflict(
        ALICE,
        |v| v.has_two_boards() && !v.rules.zones.is_plain(),
        "two boards do not go with zones",
    ),
    conflict(
        ALICE,
        |v| v.has_two_boards() && v.rules.zones.facing_is_illegal,
        "two boards do not go with a line `Facing: illegal`",
    ),
    conflict(
        CHECKING,
        |v| v.rules.checks_are_illegal && v.rules.win.checks > 0,
        "checks that are illegal cannot win",
    ),
    conflict(
        CHECKING,
        |v| v.rules.checks_are_illegal && v.rules.win.mated_wins,
        "where checks are illegal nobody can win by being mated",
    ),
    conflict(
        CAPTURES,
        |v| explodes(v) && !v.rules.zones.is_plain(),
        "captures that explode do not go with zones",
    ),
    conflict(
        CAPTURES,
        |v| explodes(v) && v.rules.zones.facing_is_illegal,
        "captures that explode do not go with a line `Facing: illegal`",
    ),
    conflict(
        GATES,
        |v| v.rules.gating.has_gates() && !v.rules.gating.types.is_empty(),
        "gates do not go with a line `Gating`",
    ),
    conflict(
        GATES,
        |v| v.rules.gating.has_gates() && v.rules.castling.leap_aim.is_some(),
        "gates do not go with a line `Royal-Leap: aim`",
    ),
    Conflict {
        at: DROPS,
        clash: |v| v.rules.drops.is_some() && v.rules.promotion.captured,
        message: "promotion to captured pieces and drops exclude each other",
        hint: Some("a piece that was lost is in the other player's hand"),
    },
    conflict(
        START,
        |v| v.start.is_some() && v.rules.shuffle.is_some(),
        "a start position cannot be given and shuffled as well",
    ),
];

fn explodes(variant: &Variant) -> bool {
    variant.rules.win.explosion.is_some()
}

/// Complains of rules that cannot stand together.
pub(super) fn check(cx: &mut Resolver<'_>) {
    for conflict in &CONFLICTS {
        if !(conflict.clash)(&cx.variant) {
            continue;
        }
        let error = ValueError::new(cx.span(conflict.at), conflict.message);
        cx.complain(match conflict.hint {
            Some(hint) => error.hint(hint),
            None => error,
        });
    }
}
