//! Promotion in words.

use super::{PromotesTo, Promotion, PromotionChoices};
use crate::types::{Color, TypeId};
use crate::variant::Variant;
use crate::variant::describe::names::named;
use crate::variant::describe::phrases::{either, join, with_article};
use crate::variant::rules::zones::area;

/// Promotion of pawns and other pieces, one sentence each.
pub(super) fn describe(variant: &Variant) -> Vec<String> {
    let mut lines = pawns(variant);
    let promote = (Color::ALL.into_iter())
        .any(|color| has_pawns(variant, color) && pawns_promote(variant, color));
    lines.extend(pieces(variant));
    let Promotion {
        ranks,
        quiet,
        optional,
        stay,
        captured,
        squares,
        capturing,
        entering,
        in_place,
        mobile,
        ..
    } = &variant.rules.promotion;
    let mut say = |line: &str| lines.push(line.to_owned());
    if *entering && !capturing {
        say(
            "Of the moves that start there, only captures promote, and pawn moves to the last rank.",
        );
    }
    if promote {
        if *quiet && (*ranks > 1 || squares.is_some()) {
            say("A pawn that captures is promoted on the last rank only.");
        }
        if Color::ALL
            .into_iter()
            .any(|color| pawns_pass_into_zone(variant, color))
        {
            say("A pawn that captures en passant stays a pawn.");
        }
        if *optional && (*mobile || *stay) {
            say("A pawn may stay a pawn.");
        } else if *optional && (*ranks > 1 || squares.is_some()) {
            say("Before the last rank a pawn may stay a pawn.");
        }
        if *capturing && !captured {
            say("A pawn that does not capture stays a pawn, on the last rank as well.");
        }
        if *in_place {
            say(
                "They promote instead of moving, on their square or on an empty square that the new piece \
                 reaches from there, if it then attacks nothing; the last pawn may do so anywhere.",
            );
        }
        if *captured {
            say("A pawn promotes only to a piece that its side has lost.");
        }
    }
    lines
}

/// The promotion zone in words; `None` if it is the whole board.
fn zone(variant: &Variant) -> Option<String> {
    let Promotion { squares, ranks, .. } = &variant.rules.promotion;
    match (squares, ranks) {
        (Some(squares), _) => {
            let [white, black] = squares.as_ref().into_array();
            let everywhere = |color: Color| {
                let mut all = variant.squares();
                all.all(|sq| variant.promotes_at(color, sq.file(), sq.rank()))
            };
            match white.mirrored(variant.ranks) == *black {
                _ if Color::ALL.into_iter().all(everywhere) => None,
                true => Some(format!("on {} as White sees it", area(white))),
                false => Some(format!(
                    "on {} (White) or {} (Black)",
                    area(white),
                    area(black)
                )),
            }
        }
        (None, 1) => Some("on the last rank".to_owned()),
        (None, n) if *n >= variant.ranks => None,
        (None, n) => Some(format!("on the last {n} ranks")),
    }
}

/// True if a colour can have pawns.
fn has_pawns(variant: &Variant, color: Color) -> bool {
    let mut types = variant.types_of(color).into_iter();
    types.any(|id| variant.is_pawn(id, color))
}

/// True if the pawns of a colour can promote.
fn pawns_promote(variant: &Variant, color: Color) -> bool {
    match &variant.rules.promotion.to {
        PromotesTo::ByFile(_) => true,
        PromotesTo::Choice(choices) => !choices[color].accepted.is_empty(),
    }
}

/// True if enemy pawns can pass squares where pawns of a colour promote.
fn pawns_pass_into_zone(variant: &Variant, color: Color) -> bool {
    let enemy = color.other();
    let pushes = (variant.piece(TypeId::pawn(enemy)).moves.iter()).any(|m| m.en_passant);
    let passed = |rank: u8| match enemy {
        Color::White => rank + 1,
        Color::Black => rank.wrapping_sub(1),
    };
    let promotes = |rank| (0..variant.files).any(|file| variant.promotes_at(color, file, rank));
    let mut ranks = (0..variant.ranks).filter(|&rank| variant.passes_from(enemy, rank));
    pushes && ranks.any(|rank| passed(rank) < variant.ranks && promotes(passed(rank)))
}

/// Promotion of pawns, one sentence for both sides or one for each.
fn pawns(variant: &Variant) -> Vec<String> {
    let promotion = &variant.rules.promotion;
    let place = zone(variant);
    let owned = |whose: &str, one: &str, choices: &PromotionChoices| {
        let names = named(variant, &choices.accepted);
        match (names.is_empty(), promotion.capturing) {
            (true, _) => format!("{whose} do not promote."),
            (false, true) => {
                let place = place.as_ref().map_or(String::new(), |on| format!(" {on}"));
                let may = if promotion.optional {
                    "may become"
                } else {
                    "becomes"
                };
                let what = with_article(&either(&names));
                format!("{one} that captures{place} {may} {what}.")
            }
            (false, false) => {
                let place = place.as_deref().unwrap_or("with every move");
                format!("{whose} promote {place} to: {}.", names.join(", "))
            }
        }
    };
    let has_pawns = |color: &Color| has_pawns(variant, *color);
    match &promotion.to {
        _ if !Color::ALL.iter().any(has_pawns) => Vec::new(),
        PromotesTo::ByFile(_) => {
            let place = place.as_deref().unwrap_or("anywhere");
            vec![format!(
                "Pawns promote {place} to the piece that stood on that file at the start."
            )]
        }
        PromotesTo::Choice(choices) => {
            let [white, black] = choices.as_ref().into_array();
            let pawns = owned("Pawns", "A pawn", white);
            if pawns == owned("Pawns", "A pawn", black) {
                return vec![pawns];
            }
            let of_sides = [
                (Color::White, owned("White's pawns", "White's pawn", white)),
                (Color::Black, owned("Black's pawns", "Black's pawn", black)),
            ];
            let there = of_sides.into_iter().filter(|(color, _)| has_pawns(color));
            there.map(|(_, line)| line).collect()
        }
    }
}

/// The moves that promote a piece other than a pawn, as the end of a sentence.
fn occasion(variant: &Variant) -> String {
    let promotion = &variant.rules.promotion;
    let begins = if promotion.leaving {
        "begins or ends"
    } else {
        "ends"
    };
    match (zone(variant), promotion.capturing) {
        (None, true) => "with a capture".to_owned(),
        (None, false) => "with every move".to_owned(),
        (Some(zone), true) => format!("with a capture that {begins} {zone}"),
        (Some(zone), false) => format!("with a move that {begins} {zone}"),
    }
}

/// Promotion of other pieces.
fn pieces(variant: &Variant) -> Vec<String> {
    let promotion = &variant.rules.promotion;
    let mut lines = Vec::new();
    let say = |color: Color| -> Vec<String> {
        let each = promotion.pieces[color].iter().map(|(id, choices)| {
            let who = join(&named(variant, &[*id]));
            format!("{who} to {}", either(&named(variant, choices)))
        });
        each.collect()
    };
    let [white, black] = Color::ALL.map(say);
    // in any order
    let alike = white.len() == black.len() && white.iter().all(|line| black.contains(line));
    let when = occasion(variant);
    let mut promote = |whose: &str, list: &[String]| {
        if !list.is_empty() {
            let list = join(list);
            lines.push(format!("{when} {whose} promote: {list}."));
        }
    };
    if alike {
        promote("pieces", &white);
    } else {
        promote("white's pieces", &white);
        promote("black's pieces", &black);
    }
    if promotion.optional && !lines.is_empty() {
        lines.push("They need not promote.".to_owned());
    }
    if promotion.mobile {
        let rule = "No piece may go to a square where it could never move again.";
        lines.push(rule.to_owned());
    }
    for (id, most) in &promotion.limits {
        let name = join(&named(variant, &[*id]));
        let line = match most {
            1 => format!("No piece promotes to {name} while its side has one."),
            n => format!("No piece promotes to {name} while its side has {n} of them."),
        };
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

/// The promotion of a piece of a colour, as a sentence without its subject; `None` if it never promotes.
pub fn future(variant: &Variant, color: Color, id: TypeId) -> Option<String> {
    let promotion = &variant.rules.promotion;
    if variant.is_pawn(id, color) {
        return pawn_future(variant, color);
    }
    let choices = promotion.of_piece(color, id);
    let may = if promotion.optional {
        "may become"
    } else {
        "must become"
    };
    let what = with_article(&either(&named(variant, choices)));
    let when = match (zone(variant), promotion.capturing) {
        (None, true) => "when it captures".to_owned(),
        _ => occasion(variant),
    };
    let inside = if promotion.entering && !promotion.capturing {
        "; if it begins there, only with a capture"
    } else {
        ""
    };
    (!choices.is_empty()).then(|| format!("{may} {what} {when}{inside}."))
}

fn pawn_future(variant: &Variant, color: Color) -> Option<String> {
    let promotion = &variant.rules.promotion;
    let PromotesTo::Choice(choices) = &promotion.to else {
        return None;
    };
    let choices = &choices[color].accepted;
    let what = with_article(&either(&named(variant, choices)));
    let place = zone(variant);
    let last = |file: u8| variant.far_end(color, file);
    let promotes = |last_rank: bool| {
        let mut squares = variant.squares();
        squares.any(|sq| {
            (sq.rank() == last(sq.file())) == last_rank
                && variant.promotes_at(color, sq.file(), sq.rank())
        })
    };
    // on the last rank there is no choice, unless the pawn can move from there
    let anywhere = promotion.mobile || promotion.stay;
    let choice = promotion.optional && (anywhere || promotes(false));
    let compulsory = choice && !anywhere && promotes(true);
    let may = if choice { "may" } else { "must" };
    let on = place.as_ref().map_or(String::new(), |on| format!(" {on}"));
    let line = if promotion.in_place {
        format!("can become {what} instead of moving; see Rules.")
    } else if promotion.captured {
        format!("can become {what}{on}, if its side has lost one")
    } else if promotion.capturing {
        let last = if compulsory {
            ", and must if that is on the last rank"
        } else {
            ""
        };
        format!("{may} become {what} when it captures{on}{last}")
    } else {
        let last = if compulsory {
            ", and must on the last rank"
        } else {
            ""
        };
        let on = if on.is_empty() {
            " with every move"
        } else {
            &on
        };
        format!("{may} become {what}{on}{last}")
    };
    let line = if promotion.in_place {
        line
    } else {
        line + &pawn_limits(promotion, promotes(true), promotes(false)) + "."
    };
    (!choices.is_empty()).then_some(line)
}

/// The moves in the zone that do not promote a pawn, as the end of a sentence. `last`: the zone has squares of the last
/// rank; `before`: it has others.
fn pawn_limits(promotion: &Promotion, last: bool, before: bool) -> String {
    let mut limits = String::new();
    if promotion.quiet && before {
        limits += if last {
            "; if it captures, on the last rank only"
        } else {
            "; not if it captures"
        };
    }
    if promotion.entering && !promotion.capturing && before {
        limits += "; if its move begins in the zone, only with a capture";
        limits += if last { " or on the last rank" } else { "" };
    }
    limits
}
