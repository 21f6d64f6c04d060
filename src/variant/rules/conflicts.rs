//! Rules that cannot be combined.

use super::Resolver;
use super::capture_effects::{CAPTURE_EFFECTS, CaptureEffects};
use super::doubles::promote_to_too_many;
use super::gating::{GATES, GATING};
use super::{
    alice::ALICE, burning::BURNING, checking::CHECKING, drops::DROPS, grid::GRID,
    promotion::PROMOTION, start::START, trading::TRADING, walls::WALLS, win_conditions::CAPTURES,
    zones::FACING,
};
use crate::variant::Variant;

/// A part of the rules: its name in messages, and whether a variant has it.
type Part = (&'static str, fn(&Variant) -> bool);

const BOARDS: Part = ("two boards", Variant::has_two_boards);
const BURNERS: Part = ("pieces that burn others", |v| !v.rules.burning.is_empty());
const CAPTORS_CHANGE: Part = ("captors that change or stay where they are", |v| {
    let effects = &v.rules.capture_effects;
    effects.change_pieces() || !effects.rifle.is_empty()
});
const CAPTOR_EFFECTS: Part = ("effects of captures on captors", |v| {
    v.rules.capture_effects.change_captors()
});
const CAPTURES_ON_WAY: Part = (
    "pieces that capture on their way",
    Variant::has_double_moves,
);
const CHECKMATE_WINS: Part = ("a line `Checkmate: win`", |v| v.rules.win.mated_wins);
const CHECKS_ILLEGAL: Part = ("checks that are illegal", |v| v.rules.checks_are_illegal);
const CHECKS_WIN: Part = ("checks that win", |v| v.rules.win.checks > 0);
const COMPULSORY: Part = ("compulsory captures", |v| v.rules.win.compulsory_captures);
const DROPPED_CAPTURES: Part = ("drops of captured pieces", |v| {
    let drops = v.rules.drops.as_ref();
    drops.is_some_and(|drops| drops.captures)
});
const EFFECTS: Part = ("effects of captures", |v| {
    v.rules.capture_effects != CaptureEffects::default()
});
const ENTERING: Part = ("gated pieces", |v| v.rules.gating.lets_pieces_in());
const EXPLOSIONS: Part = ("captures that explode", |v| v.rules.captures_destroy_more());
const FACING_ILLEGAL: Part = ("a line `Facing: illegal`", |v| {
    v.rules.zones.facing_is_illegal
});
const FACING_OFFERS: Part = ("royals that face each other", |v| {
    v.rules.zones.facing_offers_end
});
const GATED: Part = ("a line `Gating`", |v| !v.rules.gating.types.is_empty());
const GATES_SET: Part = ("gates", |v| v.rules.gating.has_gates());
const GRID_LINES: Part = ("grid lines", |v| v.rules.grid.is_some());
const HANDS: Part = ("pieces in hand", |v| v.rules.has_hands());
const HOP_LIMITED: Part = ("a line `Hop-Limits`", |v| !v.rules.hop_limits.is_empty());
const IN_PLACE: Part = ("promotion in place", |v| v.rules.promotion.in_place);
const IN_PLACE_OR_LEAPS: Part = ("promotion in place and with leaps of kings", |v| {
    let castling = &v.rules.castling;
    castling.no_leap_in_check || castling.leap_aim.is_some() || v.rules.promotion.in_place
});
const LEAP_AIM: Part = ("a line `Royal-Leap: aim`", |v| {
    v.rules.castling.leap_aim.is_some()
});
const MOVED_WALLS: Part = ("walls that moves set up", |v| v.rules.walls.is_some());
const OWN_CAPTURES: Part = (
    "pieces that capture those of their own side",
    Variant::has_own_captures,
);
const PASSING: Part = ("passing the turn", |v| v.rules.can_pass());
const PETRIFY_OR_SHOOT: Part = ("captors that turn into walls or stay where they are", |v| {
    v.rules.capture_effects.petrify_or_shoot()
});
const PIECES_PROMOTE: Part = ("promotion of other pieces than pawns", |v| {
    v.rules.promotion.promotes_pieces()
});
const PROMOTION_BEYOND: Part = (
    "promotion to other types than the first 30",
    promote_to_too_many,
);
const PROMOTION_TO_CAPTURED: Part = ("promotion to captured pieces", |v| {
    v.rules.promotion.captured
});
const PROMOTION_OR_GATING: Part = ("promotion of pieces or in place, and gating", |v| {
    let promotes = v.rules.promotion.promotes_pieces() || v.rules.promotion.in_place;
    promotes || v.rules.gating.lets_pieces_in()
});
const RIFLES: Part = ("captures from afar", |v| {
    !v.rules.capture_effects.rifle.is_empty()
});
const SAFE_SLIDES: Part = ("a line `Royal-Slide: safe`", |v| {
    v.rules.royals_slide_safely
});
const SHUFFLED: Part = ("a line `Shuffle`", |v| v.rules.shuffle.is_some());
const START_GIVEN: Part = ("a line `Start`", |v| v.start.is_some());
const TRADES: Part = ("pieces that must not be traded", |v| {
    v.rules.trading.is_some()
});
const WALLED: Part = ("walls", |v| v.rules.walls.is_some());
const ZONES: Part = ("zones", |v| !v.rules.zones.is_plain());

/// Pairs of rules that exclude each other. The line of the first column is reported.
const CONFLICTS: [(&str, Part, Part); 54] = [
    (WALLS, WALLED, HANDS),
    (WALLS, WALLED, BOARDS),
    (WALLS, WALLED, IN_PLACE_OR_LEAPS),
    (WALLS, WALLED, CAPTURES_ON_WAY),
    (GRID, GRID_LINES, CAPTURES_ON_WAY),
    (ALICE, BOARDS, CAPTURES_ON_WAY),
    (CAPTURES, EXPLOSIONS, CAPTURES_ON_WAY),
    (CAPTURE_EFFECTS, CAPTOR_EFFECTS, CAPTURES_ON_WAY),
    (GATING, GATED, CAPTURES_ON_WAY),
    (GATES, GATES_SET, CAPTURES_ON_WAY),
    (TRADING, BOARDS, TRADES),
    (TRADING, EXPLOSIONS, TRADES),
    (DROPS, OWN_CAPTURES, HANDS),
    (WALLS, OWN_CAPTURES, WALLED),
    (TRADING, OWN_CAPTURES, TRADES),
    (CAPTURES, OWN_CAPTURES, EXPLOSIONS),
    (CAPTURE_EFFECTS, OWN_CAPTURES, CAPTOR_EFFECTS),
    (CAPTURES, OWN_CAPTURES, COMPULSORY),
    (ALICE, OWN_CAPTURES, BOARDS),
    (BURNING, BURNERS, HANDS),
    (BURNING, BURNERS, WALLED),
    (BURNING, BURNERS, TRADES),
    (BURNING, BURNERS, EXPLOSIONS),
    (BURNING, BURNERS, EFFECTS),
    (BURNING, BURNERS, IN_PLACE),
    (BURNING, BURNERS, HOP_LIMITED),
    (BURNING, BURNERS, OWN_CAPTURES),
    (BURNING, BURNERS, CAPTURES_ON_WAY),
    (BURNING, BURNERS, BOARDS),
    (PROMOTION, CAPTURES_ON_WAY, PROMOTION_BEYOND),
    (ALICE, BOARDS, EXPLOSIONS),
    (CAPTURE_EFFECTS, BOARDS, EFFECTS),
    (CAPTURE_EFFECTS, EXPLOSIONS, CAPTORS_CHANGE),
    (CAPTURE_EFFECTS, PETRIFY_OR_SHOOT, MOVED_WALLS),
    (CAPTURE_EFFECTS, RIFLES, PROMOTION_OR_GATING),
    (CAPTURE_EFFECTS, CAPTOR_EFFECTS, LEAP_AIM),
    (ALICE, BOARDS, HANDS),
    (ALICE, BOARDS, ZONES),
    (ALICE, BOARDS, FACING_ILLEGAL),
    (ALICE, BOARDS, PIECES_PROMOTE),
    (ALICE, BOARDS, PASSING),
    (FACING, EXPLOSIONS, FACING_OFFERS),
    (ALICE, BOARDS, SAFE_SLIDES),
    (CAPTURES, EXPLOSIONS, SAFE_SLIDES),
    (ALICE, BOARDS, IN_PLACE),
    (GATING, PIECES_PROMOTE, ENTERING),
    (CHECKING, CHECKS_ILLEGAL, CHECKS_WIN),
    (CHECKING, CHECKS_ILLEGAL, CHECKMATE_WINS),
    (CAPTURES, EXPLOSIONS, ZONES),
    (CAPTURES, EXPLOSIONS, FACING_ILLEGAL),
    (GATES, GATES_SET, GATED),
    (GATES, GATES_SET, LEAP_AIM),
    (DROPS, PROMOTION_TO_CAPTURED, DROPPED_CAPTURES),
    (START, START_GIVEN, SHUFFLED),
];

/// Reports rules that cannot be combined.
pub(super) fn check(cx: &mut Resolver<'_>) {
    for (at, (one, has_one), (other, has_other)) in &CONFLICTS {
        if has_one(&cx.variant) && has_other(&cx.variant) {
            // a rule may follow from other lines than its own
            let span = cx.span_of(&[*at]).unwrap_or(cx.game.span);
            let message = format!("{one} cannot be combined with {other}");
            cx.report.error(span, message, None);
        }
    }
}
