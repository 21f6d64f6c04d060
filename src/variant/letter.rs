//! The letters of pieces.
//!
//! A promoted piece can have the letter of its original with a plus: `+P`. Within the program such a letter is a single
//! character, the capital in a circle, `Ⓟ`, so that letters can be compared as usual. Only this module converts it.

use crate::types::Color;

/// The distance in Unicode from a capital to the same capital in a circle.
const CIRCLE: u32 = 'Ⓐ' as u32 - 'A' as u32;

/// The letter with a plus, in either case; `None` if the character is not a letter.
pub fn promoted(letter: char) -> Option<char> {
    let capital = letter.to_ascii_uppercase();
    let circled = char::from_u32(u32::from(capital) + CIRCLE);
    circled.filter(|_| capital.is_ascii_uppercase())
}

/// The capital after the plus; `None` if the letter has no plus.
pub fn base(letter: char) -> Option<char> {
    let capital = char::from_u32(u32::from(letter).checked_sub(CIRCLE)?);
    capital.filter(char::is_ascii_uppercase)
}

/// True for a letter of a piece, with or without a plus.
pub fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphabetic() || base(letter).is_some()
}

/// A letter as people write it: `P`, or `+P`.
pub fn text(letter: char) -> String {
    base(letter).map_or_else(|| letter.to_string(), |capital| format!("+{capital}"))
}

/// A letter in positions: a capital for White, lower case for Black.
pub fn colored(letter: char, color: Color) -> String {
    match color {
        Color::White => text(letter),
        Color::Black => text(letter).to_ascii_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plus_is_put_in_front_and_taken_off() {
        for letter in 'A'..='Z' {
            let circled = promoted(letter).unwrap();
            assert_eq!(promoted(letter.to_ascii_lowercase()), Some(circled));
            assert_eq!((base(circled), base(letter)), (Some(letter), None));
            assert_eq!(text(circled), format!("+{letter}"));
            assert!(!circled.is_ascii() && promoted(circled).is_none());
        }
        assert_eq!(colored('Q', Color::Black), "q");
        assert_eq!(colored('Ⓠ', Color::Black), "+q");
        assert_eq!(
            (promoted('+'), promoted('7'), base('ⓐ')),
            (None, None, None)
        );
    }
}
