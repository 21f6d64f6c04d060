//! Rules that cannot be combined.

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
    /// The form of the line that is reported.
    at: &'static str,
    /// True if the variant has both rules.
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

const CONFLICTS: [Conflict; 39] = [
    conflict(
        walls::WALLS,
        |v| v.rules.walls.is_some() && v.rules.has_hands(),
        "walls cannot be combined with pieces in hand",
    ),
    conflict(
        walls::WALLS,
        |v| v.rules.walls.is_some() && v.has_two_boards(),
        "walls cannot be combined with two boards",
    ),
    conflict(
        walls::WALLS,
        |v| {
            let castling = &v.rules.castling;
            let leaps = castling.no_leap_in_check || castling.leap_aim.is_some();
            v.rules.walls.is_some() && (leaps || v.rules.promotion.in_place)
        },
        "walls cannot be combined with promotion in place and with leaps of kings",
    ),
    conflict(
        walls::WALLS,
        |v| v.rules.walls.is_some() && v.has_double_moves(),
        "walls cannot be combined with pieces that capture on their way",
    ),
    conflict(
        grid::GRID,
        |v| v.rules.grid.is_some() && v.has_double_moves(),
        "grid lines cannot be combined with pieces that capture on their way",
    ),
    conflict(
        alice::ALICE,
        |v| v.has_two_boards() && v.has_double_moves(),
        "two boards cannot be combined with pieces that capture on their way",
    ),
    conflict(
        win_conditions::CAPTURES,
        |v| v.rules.captures_destroy_more() && v.has_double_moves(),
        "captures that explode cannot be combined with pieces that capture on their way",
    ),
    conflict(
        capture_effects::CAPTURE_EFFECTS,
        |v| v.rules.capture_effects.change_captors() && v.has_double_moves(),
        "effects of captures on captors cannot be combined with pieces that capture on their way",
    ),
    conflict(
        gating::GATING,
        |v| !v.rules.gating.types.is_empty() && v.has_double_moves(),
        "gated pieces cannot be combined with pieces that capture on their way",
    ),
    conflict(
        gating::GATES,
        |v| v.rules.gating.has_gates() && v.has_double_moves(),
        "gates cannot be combined with pieces that capture on their way",
    ),
    conflict(
        trading::TRADING,
        |v| v.rules.trading.is_some() && v.has_two_boards(),
        "two boards cannot be combined with pieces that must not be traded",
    ),
    conflict(
        trading::TRADING,
        |v| v.rules.trading.is_some() && v.rules.captures_destroy_more(),
        "captures that explode cannot be combined with pieces that must not be traded",
    ),
    Conflict {
        at: win_conditions::CAPTURES,
        clash: own_captures::clash,
        message: "pieces that capture those of their own side cannot be combined with this game's rules",
        hint: Some(
            "hands, walls, two boards, lines `Trading` and `Captures`, and effects of captures on captors",
        ),
    },
    Conflict {
        at: burning::BURNING,
        clash: burning::clash,
        message: "pieces that burn others cannot be combined with this game's rules",
        hint: Some(
            "hands, gates, walls, two boards, promotion in place, pieces that capture on their \
             way, captures that explode, and lines `Capture-Effects`, `Trading` and `Hop-Limits`",
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
        "two boards cannot be combined with captures that explode",
    ),
    conflict(
        capture_effects::CAPTURE_EFFECTS,
        |v| v.has_two_boards() && v.rules.capture_effects != CaptureEffects::default(),
        "two boards cannot be combined with effects of captures",
    ),
    conflict(
        capture_effects::CAPTURE_EFFECTS,
        |v| {
            let effects = &v.rules.capture_effects;
            let changed = effects.change_pieces() || !effects.rifle.is_empty();
            v.rules.captures_destroy_more() && changed
        },
        "captures that explode can leave only a wall of the captor",
    ),
    conflict(
        capture_effects::CAPTURE_EFFECTS,
        |v| v.rules.walls.is_some() && v.rules.capture_effects.petrify_or_shoot(),
        "captors that turn into walls or stay where they are cannot be combined with walls that moves set up",
    ),
    conflict(
        capture_effects::CAPTURE_EFFECTS,
        |v| {
            let rules = &v.rules;
            let promotes = rules.promotion.promotes_pieces() || rules.promotion.in_place;
            let gates = rules.gating.lets_pieces_in();
            !rules.capture_effects.rifle.is_empty() && (promotes || gates)
        },
        "captures from afar cannot be combined with promotion of pieces or in place, and gating",
    ),
    conflict(
        capture_effects::CAPTURE_EFFECTS,
        |v| v.rules.castling.leap_aim.is_some() && v.rules.capture_effects.change_captors(),
        "effects of captures on captors cannot be combined with a line `Royal-Leap: aim`",
    ),
    conflict(
        alice::ALICE,
        |v| v.has_two_boards() && v.rules.has_hands(),
        "two boards cannot be combined with pieces in hand",
    ),
    conflict(
        alice::ALICE,
        |v| v.has_two_boards() && !v.rules.zones.is_plain(),
        "two boards cannot be combined with zones",
    ),
    conflict(
        alice::ALICE,
        |v| v.has_two_boards() && v.rules.zones.facing_is_illegal,
        "two boards cannot be combined with a line `Facing: illegal`",
    ),
    conflict(
        alice::ALICE,
        |v| v.has_two_boards() && v.rules.promotion.promotes_pieces(),
        "two boards cannot be combined with promotion of other pieces than pawns",
    ),
    conflict(
        alice::ALICE,
        |v| v.has_two_boards() && v.rules.can_pass(),
        "two boards cannot be combined with passing the turn",
    ),
    conflict(
        zones::FACING,
        |v| v.rules.zones.facing_offers_end && v.rules.captures_destroy_more(),
        "captures that explode cannot be combined with royals that face each other",
    ),
    conflict(
        alice::ALICE,
        |v| v.has_two_boards() && v.rules.royals_slide_safely,
        "two boards cannot be combined with a line `Royal-Slide: safe`",
    ),
    conflict(
        win_conditions::CAPTURES,
        |v| v.rules.captures_destroy_more() && v.rules.royals_slide_safely,
        "captures that explode cannot be combined with a line `Royal-Slide: safe`",
    ),
    conflict(
        alice::ALICE,
        |v| v.has_two_boards() && v.rules.promotion.in_place,
        "two boards cannot be combined with promotion in place",
    ),
    conflict(
        gating::GATING,
        |v| v.rules.gating.lets_pieces_in() && v.rules.promotion.promotes_pieces(),
        "promotion of other pieces than pawns cannot be combined with gated pieces",
    ),
    conflict(
        checking::CHECKING,
        |v| v.rules.checks_are_illegal && v.rules.win.checks > 0,
        "checks that are illegal cannot win",
    ),
    conflict(
        checking::CHECKING,
        |v| v.rules.checks_are_illegal && v.rules.win.mated_wins,
        "if checks are illegal, no side can win by being mated",
    ),
    conflict(
        win_conditions::CAPTURES,
        |v| v.rules.captures_destroy_more() && !v.rules.zones.is_plain(),
        "captures that explode cannot be combined with zones",
    ),
    conflict(
        win_conditions::CAPTURES,
        |v| v.rules.captures_destroy_more() && v.rules.zones.facing_is_illegal,
        "captures that explode cannot be combined with a line `Facing: illegal`",
    ),
    conflict(
        gating::GATES,
        |v| v.rules.gating.has_gates() && !v.rules.gating.types.is_empty(),
        "gates cannot be combined with a line `Gating`",
    ),
    conflict(
        gating::GATES,
        |v| v.rules.gating.has_gates() && v.rules.castling.leap_aim.is_some(),
        "gates cannot be combined with a line `Royal-Leap: aim`",
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

/// Reports rules that cannot be combined.
pub(super) fn check(cx: &mut Resolver<'_>) {
    for conflict in &CONFLICTS {
        if !(conflict.clash)(&cx.variant) {
            continue;
        }
        // a rule may follow from other lines than its own
        let span = Some(cx.span(conflict.at)).filter(|span| span.line > 0);
        let error = ValueError::new(span.unwrap_or(cx.game.span), conflict.message);
        cx.report_error(match conflict.hint {
            Some(hint) => error.hint(hint),
            None => error,
        });
    }
}
