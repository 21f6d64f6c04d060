//! The promotion zone: squares named by a line, and pawns that would start in it.

use super::PROMOTION_RULE;
use crate::types::{Color, TypeId};
use crate::variant::rules::marks::{Mark, MarkedZone};
use crate::variant::rules::start::START;
use crate::variant::rules::values::square_name;
use crate::variant::rules::zones::{HOLES, area, area_squares};
use crate::variant::rules::{Resolver, Value};
use crate::variant::{Placed, Span, Variant};

/// The promotion zones that are more than the last rank and less than the board.
pub(in crate::variant::rules) fn marked(variant: &Variant) -> Vec<MarkedZone> {
    let promotion = &variant.rules.promotion;
    let marked = [("White", Color::White), ("Black", Color::Black)].map(|(side, color)| {
        let who = match promotion.pieces[color].is_empty() {
            true if !promotion.to.promotes(color) => return None,
            true => "pawns",
            false => "pieces",
        };
        let board = variant.board();
        let zone = board.only(|file, rank| variant.promotes_at(color, file, rank));
        let words = format!("{side}'s {who} can promote on {}.", area(&zone));
        let name = format!("{side}'s promotion zone");
        let deep = promotion.ranks > 1 || promotion.squares.is_some();
        let marked = MarkedZone::new(Mark::Promotion, zone, &name, words);
        (deep && zone != board).then_some(marked)
    });
    marked.into_iter().flatten().collect()
}

/// `squares`: for both colours, the squares as White sees them, mirrored for Black; for one colour, the squares as
/// written.
pub(super) fn name_squares(cx: &mut Resolver<'_>, colors: &[Color], squares: Value<'_>) {
    let zone = area_squares(cx, squares);
    let mirrored = zone.mirrored(cx.variant.ranks);
    let known = cx.variant.rules.promotion.squares.get_or_insert_default();
    for &color in colors {
        let mirror = colors.len() > 1 && color == Color::Black;
        known[color].add(if mirror { &mirrored } else { &zone });
    }
}

/// Reports pawns that start in their promotion zone, unless unpromoted pawns can be in it.
pub(super) fn check_start(cx: &mut Resolver<'_>) {
    let promotion = &cx.variant.rules.promotion;
    let (ranks, waits) = (promotion.ranks, promotion.capturing || promotion.entering);
    let stays = promotion.optional || promotion.in_place || waits;
    if promotion.squares.is_some() || promotion.back || stays {
        return;
    }
    for color in Color::ALL {
        let room = |piece: &Placed| cx.variant.far_end(color, piece.file).abs_diff(piece.rank);
        let pawns = cx.own_pieces(color).into_iter();
        let pawns = pawns.filter(|piece| piece.id == TypeId::pawn(color));
        // the most advanced pawn
        let Some(pawn) = pawns.min_by_key(room).filter(|pawn| room(pawn) < ranks) else {
            continue;
        };
        let square = square_name(pawn.file, pawn.rank);
        let message = format!("{color}'s pawn on {square} would start where it is promoted");
        let zone = match ranks {
            1 => "the last square of each file".to_owned(),
            _ => format!("the last {ranks} squares of each file"),
        };
        let way_out = match room(&pawn) {
            0 => "`squares=` names others".to_owned(),
            room => format!("with {room} this pawn is not in it"),
        };
        let hint = format!(
            "pawns promote on {zone}, as they go: {way_out}, and by `capturing` or `optional` pawns can \
             be in it"
        );
        cx.report.error(zone_span(cx), message, hint);
    }
}

/// The place in the file that sets the depth of the zone, or else the start position.
fn zone_span(cx: &Resolver<'_>) -> Span {
    let mut rule = cx.values(PROMOTION_RULE).into_iter();
    let ranks = rule.rfind(|value| value.after("ranks").is_some());
    (ranks.map(|value| value.span))
        .or_else(|| cx.game.zone.map(|zone| zone.span))
        .or_else(|| cx.span_of(&[START, HOLES]))
        .unwrap_or(cx.game.span)
}
