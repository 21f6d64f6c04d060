//! Rules that cannot be combined.

use super::capture_effects::{CAPTURE_EFFECTS, CaptureEffects};
use super::gating::{GATES, GATING};
use super::{Resolver, burning, doubles, own_captures};
use super::{
    alice::ALICE, burning::BURNING, checking::CHECKING, drops::DROPS, grid::GRID,
    promotion::PROMOTION, start::START, trading::TRADING, walls::WALLS, win_conditions::CAPTURES,
    zones::FACING,
};
use crate::variant::Variant;

/// A part of the rules: its name in messages, and whether a variant has it.
type Part = (&'static str, fn(&Variant) -> bool);

const BOARDS: Part = ("two boards", Variant::has_two_boards);
const CAPTOR_EFFECTS: Part = ("effects of captures on captors", |v| {
    v.rules.capture_effects.change_captors()
});
const CAPTURES_ON_WAY: Part = (
    "pieces that capture on their way",
    Variant::has_double_moves,
);
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
const GATED: Part = ("gated pieces", |v| !v.rules.gating.types.is_empty());
const GATED_LINE: Part = ("a line `Gating`", |v| !v.rules.gating.types.is_empty());
const GATES_SET: Part = ("gates", |v| v.rules.gating.has_gates());
const GRID_LINES: Part = ("grid lines", |v| v.rules.grid.is_some());
const HANDS: Part = ("pieces in hand", |v| v.rules.has_hands());
const IN_PLACE: Part = ("promotion in place", |v| v.rules.promotion.in_place);
const IN_PLACE_OR_LEAPS: Part = ("promotion in place and with leaps of kings", |v| {
    let castling = &v.rules.castling;
    castling.no_leap_in_check || castling.leap_aim.is_some() || v.rules.promotion.in_place
});
const LEAP_AIM: Part = ("a line `Royal-Leap: aim`", |v| {
    v.rules.castling.leap_aim.is_some()
});
const MOVED_WALLS: Part = ("walls that moves set up", |v| v.rules.walls.is_some());
const PASSING: Part = ("passing the turn", |v| v.rules.can_pass());
const PETRIFY_OR_SHOOT: Part = ("captors that turn into walls or stay where they are", |v| {
    v.rules.capture_effects.petrify_or_shoot()
});
const PIECES_PROMOTE: Part = ("promotion of other pieces than pawns", |v| {
    v.rules.promotion.promotes_pieces()
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
const TRADES: Part = ("pieces that must not be traded", |v| {
    v.rules.trading.is_some()
});
const WALLED: Part = ("walls", |v| v.rules.walls.is_some());
const ZONES: Part = ("zones", |v| !v.rules.zones.is_plain());

/// Rules that exclude each other.
enum Conflict {
    /// Two parts.
    Parts(Part, Part),
    /// What clashes, with a message and a hint of its own.
    Other(fn(&Variant) -> bool, &'static str, Option<&'static str>),
}
use Conflict::{Other, Parts};

/// The conflicts, each with the form of the line that is reported.
const CONFLICTS: [(&str, Conflict); 39] = [
    (WALLS, Parts(WALLED, HANDS)),
    (WALLS, Parts(WALLED, BOARDS)),
    (WALLS, Parts(WALLED, IN_PLACE_OR_LEAPS)),
    (WALLS, Parts(WALLED, CAPTURES_ON_WAY)),
    (GRID, Parts(GRID_LINES, CAPTURES_ON_WAY)),
    (ALICE, Parts(BOARDS, CAPTURES_ON_WAY)),
    (CAPTURES, Parts(EXPLOSIONS, CAPTURES_ON_WAY)),
    (CAPTURE_EFFECTS, Parts(CAPTOR_EFFECTS, CAPTURES_ON_WAY)),
    (GATING, Parts(GATED, CAPTURES_ON_WAY)),
    (GATES, Parts(GATES_SET, CAPTURES_ON_WAY)),
    (TRADING, Parts(BOARDS, TRADES)),
    (TRADING, Parts(EXPLOSIONS, TRADES)),
    (
        CAPTURES,
        Other(
            own_captures::clash,
            "pieces that capture those of their own side cannot be combined with this game's rules",
            Some(
                "hands, walls, two boards, lines `Trading` and `Captures`, and effects of captures on captors",
            ),
        ),
    ),
    (
        BURNING,
        Other(
            burning::clash,
            "pieces that burn others cannot be combined with this game's rules",
            Some(
                "hands, gates, walls, two boards, promotion in place, pieces that capture on their \
                 way, captures that explode, and lines `Capture-Effects`, `Trading` and `Hop-Limits`",
            ),
        ),
    ),
    (
        PROMOTION,
        Other(
            doubles::promote_to_too_many,
            "pieces that capture on their way can be promoted to the first 30 types only",
            None,
        ),
    ),
    (ALICE, Parts(BOARDS, EXPLOSIONS)),
    (CAPTURE_EFFECTS, Parts(BOARDS, EFFECTS)),
    (
        CAPTURE_EFFECTS,
        Other(
            |v| {
                let effects = &v.rules.capture_effects;
                let changed = effects.change_pieces() || !effects.rifle.is_empty();
                v.rules.captures_destroy_more() && changed
            },
            "captures that explode can leave only a wall of the captor",
            None,
        ),
    ),
    (CAPTURE_EFFECTS, Parts(PETRIFY_OR_SHOOT, MOVED_WALLS)),
    (CAPTURE_EFFECTS, Parts(RIFLES, PROMOTION_OR_GATING)),
    (CAPTURE_EFFECTS, Parts(CAPTOR_EFFECTS, LEAP_AIM)),
    (ALICE, Parts(BOARDS, HANDS)),
    (ALICE, Parts(BOARDS, ZONES)),
    (ALICE, Parts(BOARDS, FACING_ILLEGAL)),
    (ALICE, Parts(BOARDS, PIECES_PROMOTE)),
    (ALICE, Parts(BOARDS, PASSING)),
    (FACING, Parts(EXPLOSIONS, FACING_OFFERS)),
    (ALICE, Parts(BOARDS, SAFE_SLIDES)),
    (CAPTURES, Parts(EXPLOSIONS, SAFE_SLIDES)),
    (ALICE, Parts(BOARDS, IN_PLACE)),
    (GATING, Parts(PIECES_PROMOTE, ENTERING)),
    (
        CHECKING,
        Other(
            |v| v.rules.checks_are_illegal && v.rules.win.checks > 0,
            "checks that are illegal cannot win",
            None,
        ),
    ),
    (
        CHECKING,
        Other(
            |v| v.rules.checks_are_illegal && v.rules.win.mated_wins,
            "if checks are illegal, no side can win by being mated",
            None,
        ),
    ),
    (CAPTURES, Parts(EXPLOSIONS, ZONES)),
    (CAPTURES, Parts(EXPLOSIONS, FACING_ILLEGAL)),
    (GATES, Parts(GATES_SET, GATED_LINE)),
    (GATES, Parts(GATES_SET, LEAP_AIM)),
    (
        DROPS,
        Other(
            |v| {
                let drops = v.rules.drops.as_ref();
                drops.is_some_and(|drops| drops.captures) && v.rules.promotion.captured
            },
            "promotion to captured pieces and drops exclude each other",
            Some("a piece that was lost is in the other player's hand"),
        ),
    ),
    (
        START,
        Other(
            |v| v.start.is_some() && v.rules.shuffle.is_some(),
            "a start position cannot be given and shuffled as well",
            None,
        ),
    ),
];

/// Reports rules that cannot be combined.
pub(super) fn check(cx: &mut Resolver<'_>) {
    for (at, conflict) in &CONFLICTS {
        let (message, hint) = match conflict {
            Parts((one, has_one), (other, has_other))
                if has_one(&cx.variant) && has_other(&cx.variant) =>
            {
                (format!("{one} cannot be combined with {other}"), None)
            }
            Other(clash, message, hint) if clash(&cx.variant) => ((*message).to_owned(), *hint),
            _ => continue,
        };
        // a rule may follow from other lines than its own
        let span = Some(cx.span(at)).filter(|span| span.line > 0);
        let hint = hint.map(str::to_owned);
        cx.report.error(span.unwrap_or(cx.game.span), message, hint);
    }
}
