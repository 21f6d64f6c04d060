//! Rules that cannot stand together in one game.

use super::capture_effects::{self, CaptureEffects};
use super::resolver::Resolver;
use super::values::ValueError;
use super::{
    alice, burning, checking, doubles, drops, gating, grid, own_captures, promotion, start,
    trading, walls, win_conditions, zones,
};
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

/// Which rules cannot stand together in one game.
const CONFLICTS: [Conflict; 39] = [
    conflict(
        walls::WALLS,
        |v| v.rules.walls.is_some() && v.rules.has_hands(),
        "walls do not go with pieces in hand",
    ),
    conflict(
        walls::WALLS,
        |v| v.rules.walls.is_some() && v.has_two_boards(),
        "walls do not go with two boards",
    ),
    conflict(
        walls::WALLS,
        |v| {
            let castling = &v.rules.castling;
            let leaps = castling.no_leap_in_check || castling.leap_aim.is_some();
            v.rules.walls.is_some() && (leaps || v.rules.promotion.in_place)
        },
        "walls do not go with promotion in place and with leaps of kings",
    ),
    conflict(
        walls::WALLS,
        |v| v.rules.walls.is_some() && v.has_double_moves(),
        "walls do not go with pieces that capture on their way",
    ),
    conflict(
        grid::GRID,
        |v| v.rules.grid.is_some() && v.has_double_moves(),
        "grid lines do not go with pieces that capture on their way",
    ),
    conflict(
        alice::ALICE,
        |v| v.has_two_boards() && v.has_double_moves(),
        "two boards do not go with pieces that capture on their way",
    ),
    conflict(
        win_conditions::CAPTURES,
        |v| v.rules.captures_destroy_more() && v.has_double_moves(),
        "captures that explode do not go with pieces that capture on their way",
    ),
    conflict(
        capture_effects::CAPTURE_EFFECTS,
        |v| v.rules.capture_effects.change_captors() && v.has_double_moves(),
        "what captures do to captors does not go with pieces that capture on their way",
    ),
    conflict(
        gating::GATING,
        |v| !v.rules.gating.types.is_empty() && v.has_double_moves(),
        "pieces that are let in do not go with pieces that capture on their way",
    ),
    conflict(
        gating::GATES,
        |v| v.rules.gating.has_gates() && v.has_double_moves(),
        "gates do not go with pieces that capture on their way",
    ),
    conflict(
        trading::TRADING,
        |v| v.rules.trading.is_some() && v.has_two_boards(),
        "two boards do not go with pieces that must not be traded",
    ),
    conflict(
        trading::TRADING,
        |v| v.rules.trading.is_some() && v.rules.captures_destroy_more(),
        "captures that explode do not go with pieces that must not be traded",
    ),
    Conflict {
        at: win_conditions::CAPTURES,
        clash: own_captures::clash,
        message: "pieces that capture those of their own side do not go with this game's rules",
        hint: Some(
            "hands, walls, two boards, lines `Trading` and `Captures`, and what captures do to captors",
        ),
    },
    Conflict {
        at: burning::BURNING,
        clash: burning::clash,
        message: "pieces that burn others do not go with this game's rules",
        hint: Some(
            "hands, gates, walls, two boards, promotion in place, pieces that capture on their way, captures that explode, and lines `Capture-Effects`, `Trading` and `Hop-Limits`",
        ),
    },
    conflict(
        promotion::PROMOTION,
        doubles::promote_to_too_many,
        "pieces that capture on their way can be promoted to the first 30 types only",
    ),
    conflict(
        alice::ALICE,
        |v| v.has_two_boards() && v.rules.captures_destroy_more(),
        "two boards do not go with captures that explode",
    ),
    conflict(
        capture_effects::CAPTURE_EFFECTS,
        |v| v.has_two_boards() && v.rules.capture_effects != CaptureEffects::default(),
        "two boards do not go with effects of captures",
    ),
    conflict(
        capture_effects::CAPTURE_EFFECTS,
        |v| {
            let effects = &v.rules.capture_effects;
            let changed = effects.change_pieces() || !effects.rifle.is_empty();
            v.rules.captures_destroy_more() && changed
        },
        "captures that explode leave nothing of the captor but a wall",
    ),
    conflict(
        capture_effects::CAPTURE_EFFECTS,
        |v| v.rules.walls.is_some() && v.rules.capture_effects.petrify_or_shoot(),
        "captors that turn into walls, or stay where they are, do not go with walls that moves set up",
    ),
    conflict(
        capture_effects::CAPTURE_EFFECTS,
        |v| {
            let rules = &v.rules;
            let promotes = rules.promotion.promotes_pieces() || rules.promotion.in_place;
            let gates = rules.gating.lets_pieces_in();
            !rules.capture_effects.rifle.is_empty() && (promotes || gates)
        },
        "captures from afar do not go with promotion of pieces or in place, and gating",
    ),
    conflict(
        capture_effects::CAPTURE_EFFECTS,
        |v| v.rules.castling.leap_aim.is_some() && v.rules.capture_effects.change_captors(),
        "what captures do to captors does not go with a line `Royal-Leap: aim`",
    ),
    conflict(
        alice::ALICE,
        |v| v.has_two_boards() && v.rules.has_hands(),
        "two boards do not go with pieces in hand",
    ),
    conflict(
        alice::ALICE,
        |v| v.has_two_boards() && !v.rules.zones.is_plain(),
        "two boards do not go with zones",
    ),
    conflict(
        alice::ALICE,
        |v| v.has_two_boards() && v.rules.zones.facing_is_illegal,
        "two boards do not go with a line `Facing: illegal`",
    ),
    conflict(
        alice::ALICE,
        |v| v.has_two_boards() && v.rules.promotion.promotes_pieces(),
        "two boards do not go with promotion of other pieces than pawns",
    ),
    conflict(
        alice::ALICE,
        |v| v.has_two_boards() && v.rules.can_pass(),
        "two boards do not go with passing the turn",
    ),
    conflict(
        zones::FACING,
        |v| v.rules.zones.facing_offers_end && v.rules.captures_destroy_more(),
        "captures that explode do not go with royals that face each other",
    ),
    conflict(
        alice::ALICE,
        |v| v.has_two_boards() && v.rules.royals_slide_safely,
        "two boards do not go with a line `Royal-Slide: safe`",
    ),
    conflict(
        win_conditions::CAPTURES,
        |v| v.rules.captures_destroy_more() && v.rules.royals_slide_safely,
        "captures that explode do not go with a line `Royal-Slide: safe`",
    ),
    conflict(
        alice::ALICE,
        |v| v.has_two_boards() && v.rules.promotion.in_place,
        "two boards do not go with promotion in place",
    ),
    conflict(
        gating::GATING,
        |v| v.rules.gating.lets_pieces_in() && v.rules.promotion.promotes_pieces(),
        "promotion of other pieces than pawns does not go with pieces that are let in",
    ),
    conflict(
        checking::CHECKING,
        |v| v.rules.checks_are_illegal && v.rules.win.checks > 0,
        "checks that are illegal cannot win",
    ),
    conflict(
        checking::CHECKING,
        |v| v.rules.checks_are_illegal && v.rules.win.mated_wins,
        "where checks are illegal nobody can win by being mated",
    ),
    conflict(
        win_conditions::CAPTURES,
        |v| v.rules.captures_destroy_more() && !v.rules.zones.is_plain(),
        "captures that explode do not go with zones",
    ),
    conflict(
        win_conditions::CAPTURES,
        |v| v.rules.captures_destroy_more() && v.rules.zones.facing_is_illegal,
        "captures that explode do not go with a line `Facing: illegal`",
    ),
    conflict(
        gating::GATES,
        |v| v.rules.gating.has_gates() && !v.rules.gating.types.is_empty(),
        "gates do not go with a line `Gating`",
    ),
    conflict(
        gating::GATES,
        |v| v.rules.gating.has_gates() && v.rules.castling.leap_aim.is_some(),
        "gates do not go with a line `Royal-Leap: aim`",
    ),
    Conflict {
        at: drops::DROPS,
        clash: |v| {
            let mut drops = v.rules.drops.iter();
            drops.any(|drops| drops.captures) && v.rules.promotion.captured
        },
        message: "promotion to captured pieces and drops exclude each other",
        hint: Some("a piece that was lost is in the other player's hand"),
    },
    conflict(
        start::START,
        |v| v.start.is_some() && v.rules.shuffle.is_some(),
        "a start position cannot be given and shuffled as well",
    ),
];

/// Complains of rules that cannot stand together.
pub(super) fn check(cx: &mut Resolver<'_>) {
    for conflict in &CONFLICTS {
        if !(conflict.clash)(&cx.variant) {
            continue;
        }
        // a rule may follow from other lines than its own
        let span = Some(cx.span(conflict.at)).filter(|span| span.line > 0);
        let error = ValueError::new(span.unwrap_or(cx.game.span), conflict.message);
        cx.complain(match conflict.hint {
            Some(hint) => error.hint(hint),
            None => error,
        });
    }
}
