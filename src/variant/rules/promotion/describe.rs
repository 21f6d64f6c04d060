//! Promotion in words.

use super::{PromotesTo, Promotion, PromotionChoices};
use crate::types::{ByColor, Color, TypeId};
use crate::variant::Variant;
use crate::variant::describe::names::named;
use crate::variant::describe::phrases::{either, join, when, with_article};
use crate::variant::rules::Sentences;
use crate::variant::rules::zones::area;

/// Promotion of pawns and other pieces.
pub(super) fn describe(words: &mut Sentences<'_>) {
    let variant = words.variant;
    let promotion = &variant.rules.promotion;
    pawns(words);
    pieces(words);
    words.say_if(
        promotion.entering && !promotion.capturing,
        "Of the moves that start there, only captures promote, and pawn moves to the last rank.",
    );
    let promote = |color| has_pawns(variant, color) && promotion.to.promotes(color);
    if !Color::ALL.into_iter().any(promote) {
        return;
    }
    let before_last = promotion.ranks > 1 || promotion.squares.is_some();
    words.say_if(
        promotion.quiet && before_last,
        "A pawn that captures is promoted on the last rank only.",
    );
    let passed = |color| pawns_pass_into_zone(variant, color);
    words.say_if(
        Color::ALL.into_iter().any(passed),
        "A pawn that captures en passant stays a pawn.",
    );
    if promotion.optional && (promotion.mobile || promotion.stay) {
        words.say("A pawn may stay a pawn.");
    } else if promotion.optional && before_last {
        words.say("Before the last rank a pawn may stay a pawn.");
    }
    words.say_if(
        promotion.capturing && !promotion.captured,
        "A pawn that does not capture stays a pawn, on the last rank as well.",
    );
    words.say_if(
        promotion.in_place,
        "They promote instead of moving, on their square or on an empty square that the new piece \
         reaches from there, if it then attacks nothing; the last pawn may do so anywhere.",
    );
    words.say_if(
        promotion.captured,
        "A pawn promotes only to a piece that its side has lost.",
    );
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
fn pawns(words: &mut Sentences<'_>) {
    let variant = words.variant;
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
    let [white_has, black_has] = Color::ALL.map(|color| has_pawns(variant, color));
    match &promotion.to {
        _ if !white_has && !black_has => {}
        PromotesTo::ByFile(_) => {
            let place = place.as_deref().unwrap_or("anywhere");
            words.say(format!(
                "Pawns promote {place} to the piece that stood on that file at the start."
            ));
        }
        PromotesTo::Choice(choices) => {
            let [white, black] = choices.as_ref().into_array();
            let pawns = owned("Pawns", "A pawn", white);
            if pawns == owned("Pawns", "A pawn", black) {
                return words.say(pawns);
            }
            words.say_if(white_has, owned("White's pawns", "White's pawn", white));
            words.say_if(black_has, owned("Black's pawns", "Black's pawn", black));
        }
    }
}

/// The moves that promote a piece other than a pawn, as the end of a sentence.
fn occasion(variant: &Variant) -> String {
    let promotion = &variant.rules.promotion;
    let begins = when(promotion.leaving, "begins or ");
    match (zone(variant), promotion.capturing) {
        (None, true) => "with a capture".to_owned(),
        (None, false) => "with every move".to_owned(),
        (Some(zone), true) => format!("with a capture that {begins}ends {zone}"),
        (Some(zone), false) => format!("with a move that {begins}ends {zone}"),
    }
}

/// Promotion of other pieces.
fn pieces(words: &mut Sentences<'_>) {
    let variant = words.variant;
    let promotion = &variant.rules.promotion;
    let [white, mut black] = Color::ALL.map(|color| -> Vec<String> {
        let each = promotion.pieces[color].iter().map(|(id, choices)| {
            format!(
                "{} to {}",
                words.names(&[*id]),
                either(&named(variant, choices))
            )
        });
        each.collect()
    });
    // in any order
    if white.len() == black.len() && white.iter().all(|line| black.contains(line)) {
        black.clone_from(&white);
    }
    let occasion = occasion(variant);
    let subjects = ["pieces", "white's pieces", "black's pieces"]
        .map(|who| format!("{occasion} {who} promote:"));
    let promote = !white.is_empty() || !black.is_empty();
    let lists = ByColor::new(white, black);
    words.of_sides(subjects.each_ref().map(String::as_str), |color| {
        let list = join(&lists[color]);
        (!list.is_empty()).then(|| format!("{list}."))
    });
    words.say_if(promotion.optional && promote, "They need not promote.");
    words.say_if(
        promotion.mobile,
        "No piece may go to a square where it could never move again.",
    );
    for (id, most) in &promotion.limits {
        let name = words.names(&[*id]);
        let has = match most {
            1 => "one".to_owned(),
            n => format!("{n} of them"),
        };
        words.say_once(format!(
            "No piece promotes to {name} while its side has {has}."
        ));
    }
}

/// The promotion of a piece of a colour, as a sentence without its subject; `None` if it never promotes.
pub fn future(variant: &Variant, color: Color, id: TypeId) -> Option<String> {
    let promotion = &variant.rules.promotion;
    if variant.is_pawn(id, color) {
        return pawn_future(variant, color);
    }
    let choices = promotion.of_piece(color, id);
    let may = if promotion.optional { "may" } else { "must" };
    let what = with_article(&either(&named(variant, choices)));
    let occasion = match (zone(variant), promotion.capturing) {
        (None, true) => "when it captures".to_owned(),
        _ => occasion(variant),
    };
    let inside = when(
        promotion.entering && !promotion.capturing,
        "; if it begins there, only with a capture",
    );
    (!choices.is_empty()).then(|| format!("{may} become {what} {occasion}{inside}."))
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
        let last = when(compulsory, ", and must if that is on the last rank");
        format!("{may} become {what} when it captures{on}{last}")
    } else {
        let last = when(compulsory, ", and must on the last rank");
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
        limits += when(last, " or on the last rank");
    }
    limits
}
