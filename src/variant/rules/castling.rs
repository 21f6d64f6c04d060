//! Castling with other pieces than those in the corners, and limits of other first moves of royals. The distances of
//! castling are part of the moves of pieces.

use super::{Resolver, Rule, Sentences};
use crate::types::{ByColor, Color, Square, Step, TypeId};
use crate::variant::Variant;

const CASTLING: &str = "Castling: partner=R opposite wins=KQkq";
pub(super) const ROYAL_LEAP: &str = "Royal-Leap: no-check aim=R";

pub(super) const RULE: Rule = Rule::new(&[CASTLING, ROYAL_LEAP], resolve, describe);

/// Rules of castling and other first moves of royals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Castling {
    /// The type that each side castles with; the partner is the nearest piece of that type. `None`: the piece that
    /// starts in the corner.
    pub partner: ByColor<Option<TypeId>>,
    /// Once a side has castled, the other side can castle only to the other wing.
    pub opposite: bool,
    /// Whether castling to the left (the a-file) and to the right wins. A side that has such castlings loses when it can no
    /// longer make any of them.
    pub wins: ByColor<[bool; 2]>,
    /// A royal in check may not make a first-move leap: a move, not castling, that only a virgin royal has.
    pub no_leap_in_check: bool,
    /// A virgin royal loses its first-move rights when an enemy piece of this type moves to a square from which it would
    /// attack the royal on an empty board.
    pub leap_aim: Option<TypeId>,
}

canonical!(struct Castling { partner = 1, opposite = 2, wins = 3, no_leap_in_check = 4, leap_aim = 5 });

impl Castling {
    /// True if castling can win.
    pub fn can_win(&self) -> bool {
        self.wins.iter().flatten().any(|&wins| wins)
    }
}

impl Variant {
    /// The square of the partner on one side of a castling piece, 1 for the right side and -1 for the left. `inset`: see
    /// [`MoveShape::Castling`](crate::variant::MoveShape::Castling); `own`: the type of the own piece on a square.
    pub fn castling_partner(
        &self,
        color: Color,
        from: Square,
        (side, inset): (i8, u8),
        own: impl Fn(Square) -> Option<TypeId>,
    ) -> Option<Square> {
        let next = |sq: &Square| self.step_from(*sq, Step::new(side, 0), false);
        let mut way = std::iter::successors(next(&from), next);
        if inset > 0 {
            let file = if side < 0 {
                inset
            } else {
                self.files.checked_sub(inset)?.checked_sub(1)?
            };
            return way.find(|&sq| sq.file() == file && own(sq).is_some());
        }
        match self.rules.castling.partner[color] {
            Some(partner) => way.find(|&sq| own(sq) == Some(partner)),
            None => way.last().filter(|&sq| own(sq).is_some()),
        }
    }
}

fn resolve(cx: &mut Resolver<'_>) {
    cx.each(CASTLING, |cx, value| {
        let castling = &mut cx.variant.rules.castling;
        if value.sets([("opposite", &mut castling.opposite)]) {
            return Ok(());
        }
        if let Some(wings) = value.after("wins") {
            for letter in wings.text.chars() {
                let right = match letter.to_ascii_uppercase() {
                    'K' => true,
                    'Q' => false,
                    _ => return Err(value.not_understood()),
                };
                castling.wins[Color::of_letter(letter)][usize::from(right)] = true;
            }
            return Ok(());
        }
        let letter = (value.after("partner")).ok_or_else(|| value.not_understood())?;
        cx.variant.rules.castling.partner = cx.types(letter.letter()?)?.map(Some);
        Ok(())
    });
    cx.each(ROYAL_LEAP, |cx, value| {
        if let Some(letter) = value.after("aim") {
            let types = cx.types(letter.letter()?)?;
            cx.variant.rules.castling.leap_aim = Some(types[Color::White]);
        } else if !value.sets([("no-check", &mut cx.variant.rules.castling.no_leap_in_check)]) {
            return Err(value.not_understood());
        }
        Ok(())
    });
}

fn describe(words: &mut Sentences<'_>) {
    // the partner shows in the moves
    let castling = &words.variant.rules.castling;
    words.say_if(
        castling.opposite,
        "Once a side has castled, the other one can castle to the other wing only.",
    );
    decides(words);
    words.say_if(
        castling.no_leap_in_check,
        "The king's first leap is not possible in check.",
    );
    words.about(castling.leap_aim.as_slice(), |aiming| {
        format!("The right is lost when an enemy {aiming} aims at the king.")
    });
}

/// Wins by castling, in words.
pub(super) fn decides(words: &mut Sentences<'_>) {
    for color in Color::ALL {
        let wings = match words.variant.rules.castling.wins[color] {
            [false, false] => continue,
            [true, true] => "",
            [true, false] => " to the left",
            [false, true] => " to the right",
        };
        words.say(format!(
            "{color} wins by castling{wings}, and loses when that has become impossible."
        ));
    }
}
