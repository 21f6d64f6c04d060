//! Promotion in words.

use super::{PromotesTo, Promotion, PromotionChoices};
use crate::types::Color;
use crate::variant::Variant;
use crate::variant::describe::phrases::{join, letters};
use crate::variant::rules::zones::area;

/// Where and to what pawns and other pieces promote, a sentence each.
pub(super) fn describe(variant: &Variant) -> Vec<String> {
    let Promotion {
        to,
        ranks,
        quiet,
        optional,
        captured,
        squares,
        capturing,
        entering,
        in_place,
        ..
    } = &variant.rules.promotion;
    let zone = match (squares, ranks) {
        (Some(squares), _) => {
            let [white, black] = squares.as_ref().into_array();
            match white.mirrored(variant.ranks) == *black {
                true => format!("on {} as white sees it", area(white)),
                false => format!("on {} (white) or {} (black)", area(white), area(black)),
            }
        }
        (None, 1) => "on the last rank".to_owned(),
        (None, n) if *n >= variant.ranks => "anywhere".to_owned(),
        (None, n) => format!("on the last {n} ranks"),
    };
    let say = |whose: &str, choices: &PromotionChoices| match letters(variant, &choices.accepted)
        .join(", ")
        .as_str()
    {
        "" => format!("{whose} do not promote."),
        letters => format!("{whose} promote {zone} to: {letters}."),
    };
    let mut lines = match to {
        PromotesTo::ByFile(_) => {
            vec![format!(
                "Pawns become {zone} what stood on that file at the start."
            )]
        }
        PromotesTo::Choice(choices) => {
            let [white, black] = choices.as_ref().into_array();
            if say("", white) == say("", black) {
                vec![say("Pawns", white)]
            } else {
                vec![say("White's pawns", white), say("Black's pawns", black)]
            }
        }
    };
    lines.extend(pieces(variant, &zone));
    if *capturing {
        lines.push("Only a capture promotes.".to_owned());
    }
    if *entering && !capturing {
        lines.push(
            "Of the moves that begin there only captures promote, and those of pawns to the last rank."
                .to_owned(),
        );
    }
    if *quiet && *ranks > 1 {
        lines.push("A pawn that captures is promoted on the last rank only.".to_owned());
    }
    if *optional && (*ranks > 1 || squares.is_some()) {
        lines.push("Before the last rank a pawn may stay a pawn.".to_owned());
    }
    if *in_place {
        lines.push(
            "They do so instead of moving, where they stand or on an empty square to which the new piece \
             goes from there, if it attacks nothing then; the last pawn does so anywhere."
                .to_owned(),
        );
    }
    if *captured {
        lines.push("A pawn becomes only what its side has lost.".to_owned());
    }
    lines
}

/// Sentences about pieces that are promoted.
fn pieces(variant: &Variant, zone: &str) -> Vec<String> {
    let promotion = &variant.rules.promotion;
    let mut lines = Vec::new();
    let say = |color: Color| -> Vec<String> {
        let told = promotion.pieces[color].iter().map(|(id, choices)| {
            let who = variant.piece(*id).written();
            format!("{who} to {}", letters(variant, choices).join(" or "))
        });
        told.collect()
    };
    let [white, black] = Color::ALL.map(say);
    // the order of the lines says nothing
    let alike = white.len() == black.len() && white.iter().all(|line| black.contains(line));
    let begins = if promotion.leaving {
        "begins or ends"
    } else {
        "ends"
    };
    let when = if promotion.capturing {
        "a capture that"
    } else {
        "a move that"
    };
    let mut promote = |whose: &str, list: &[String]| {
        if !list.is_empty() {
            let list = join(list);
            lines.push(format!(
                "With {when} {begins} {zone} {whose} promote: {list}."
            ));
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
        let rule = "No piece may come where it could never move again.";
        lines.push(rule.to_owned());
    }
    for (id, most) in &promotion.limits {
        let letter = variant.piece(*id).written();
        let line = format!("Nothing becomes {letter} while its side has {most} of them.");
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}
