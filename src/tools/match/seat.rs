//! The engines of a match by letter.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// An engine of the match by its index on the command line, written as a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "char", into = "char")]
pub struct Seat(pub usize);

impl TryFrom<char> for Seat {
    type Error = String;

    fn try_from(letter: char) -> Result<Seat, String> {
        match letter.to_ascii_uppercase() {
            letter @ 'A'..='Z' => Ok(Seat(letter as usize - 'A' as usize)),
            _ => Err(format!("`{letter}` is not the letter of an engine")),
        }
    }
}

impl FromStr for Seat {
    type Err = String;

    fn from_str(text: &str) -> Result<Seat, String> {
        let letter: char = text
            .parse()
            .map_err(|_| format!("`{text}` is not a letter"))?;
        letter.try_into()
    }
}

impl From<Seat> for char {
    fn from(seat: Seat) -> char {
        (b'A' + seat.0 as u8) as char
    }
}
