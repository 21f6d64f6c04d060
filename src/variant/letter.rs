//! The letters of pieces, and how they are written.
//!
//! A piece that another one becomes by a promotion can be written like it with a plus in front: `+P`.
//! Within the program such a letter is one character like any other, so that nothing that compares
//! letters has to know of it: the capital in a circle, `Ⓟ`. It is made here and taken apart here.

use crate::types::Color;

/// From a capital to the same in a circle.
const CIRCLE: u32 = 'Ⓐ' as u32 - 'A' as u32;

/// What a letter is with a plus in front, in either case; `None` for what is no letter.
pub fn promoted(letter: char) -> Option<char> {
    let capital = letter.to_ascii_uppercase();
    let circled = char::from_u32(u32::from(capital) + CIRCLE);
    circled.filter(|_| capital.is_ascii_uppercase())
}

/// The capital behind the plus of a letter that has one.
pub fn base(letter: char) -> Option<char> {
    let capital = char::from_u32(u32::from(letter).checked_sub(CIRCLE)?);
    capital.filter(char::is_ascii_uppercase)
}

/// True for what can be the letter of a piece, with a plus or without.
pub fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphabetic() || base(letter).is_some()
}

/// A letter as people write it: `P`, or `+P`.
pub fn text(letter: char) -> String {
    base(letter).map_or_else(|| letter.to_string(), |capital| format!("+{capital}"))
}

/// A letter as positions have it: a capital for white, a small letter for black.
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
