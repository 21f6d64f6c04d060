//! The promotion zone: squares that a line names, and pawns that would start in it. How deep it is
//! otherwise is read with the other words of the line.

use super::PROMOTION_RULE;
use crate::types::{Color, TypeId};
use crate::variant::rules::resolver::Resolver;
use crate::variant::rules::start::START;
use crate::variant::rules::values::{Value, square_name};
use crate::variant::rules::zones::{HOLES, Zone, area_squares};
use crate::variant::{Placed, Span};

/// The squares of the zone: for both colours as white sees them, and black has the same from its end
/// of the board; for one of them as they are.
pub(super) fn name_squares(cx: &mut Resolver<'_>, colors: &[Color], squares: Value<'_>) {
    let mut zone = Zone::default();
    area_squares(cx, squares).for_each(|(file, rank)| zone.insert(file, rank));
    let mirrored = zone.mirrored(cx.variant.ranks);
    let known = cx.variant.rules.promotion.squares.get_or_insert_default();
    for &color in colors {
        let seen_by_both = colors.len() > 1;
        known[color].add(match color {
            Color::Black if seen_by_both => &mirrored,
            _ => &zone,
        });
    }
}

/// Complains where pawns would start in their promotion zone, unless the zone is such that they can
/// come to be in it without promotion anyway.
pub(super) fn check_start(cx: &mut Resolver<'_>) {
    let promotion = &cx.variant.rules.promotion;
    let (ranks, waits) = (promotion.ranks, promotion.capturing || promotion.entering);
    let stays = promotion.optional || promotion.in_place || waits;
    if promotion.squares.is_some() || promotion.back || stays {
        return;
    }
    for color in Color::ALL {
        let room = |piece: &Placed| {
            let end = cx.variant.far_end(color, piece.file);
            end.abs_diff(piece.rank)
        };
        let pawns = cx.own_pieces(color).into_iter();
        let pawns = pawns.filter(|piece| piece.id == TypeId::pawn(color));
        // the one that is furthest in has to be left out
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
        cx.error_with_hint(zone_span(cx), message, &hint);
    }
}

/// Where the file says how deep the promotion zone is, or else what stands in it.
fn zone_span(cx: &Resolver<'_>) -> Span {
    let rule = cx.values(PROMOTION_RULE).into_iter();
    let mut ranks = rule.filter(|value| value.after("ranks").is_some());
    let behind_size = cx.game.zone.map(|zone| zone.span);
    let others = [START, HOLES].into_iter();
    let mut others = others.filter_map(|form| cx.values(form).first().map(|value| value.span));
    let found = ranks.next_back().map(|value| value.span);
    let found = found.or(behind_size).or_else(|| others.next());
    found.unwrap_or(cx.game.span)
}
