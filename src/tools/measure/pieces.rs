//! Pieces that are added to a variant in order to measure them.
//!
//! They are named as in `fmax new`: by a name in the file of variants, or as `NAME=BETZA`.

use anyhow::{Context, bail};

use crate::tools::new::catalogue::{Catalogue, Entry};
use crate::tools::new::draft::{Piece, in_betza};
use crate::tools::new::pieces::custom;
use crate::types::MAX_SIDE;
use crate::variant::{MoveDescriptor, PieceType, Royalty, Variant, betza};

/// A piece to add and measure.
#[derive(Clone, Debug, PartialEq)]
pub struct NewPiece {
    pub name: String,
    /// The moves of the piece in Betza notation.
    pub betza: String,
    pub moves: Vec<MoveDescriptor>,
    /// The letter that the piece gets if it is free.
    letter: char,
    /// The initial value in centipawns; `None`: an estimate.
    pub value: Option<i32>,
}

impl NewPiece {
    /// Reads `NAME=BETZA` or `NAME=BETZA:VALUE`, or the name of a piece of the file of variants.
    pub fn read(text: &str) -> anyhow::Result<NewPiece> {
        let Piece {
            name,
            letter,
            moves: betza,
            value,
            ..
        } = if text.contains('=') {
            custom(text)?
        } else {
            listed(text)?
        };
        let value = match value.as_str() {
            "royal" | "-1" => {
                bail!("{name}: a royal piece has no value, since losing it loses the game")
            }
            value => value.parse().ok(),
        };
        let context = betza::Context {
            pawn: false,
            side: MAX_SIDE,
        };
        let reading = betza::read(&betza, context)
            .map_err(|error| anyhow::anyhow!("{name}: {betza}: {error}"))?;
        Ok(NewPiece {
            name,
            betza,
            moves: reading.moves,
            letter,
            value,
        })
    }

    /// A letter that is free in the variant, if possible the first letter of the name.
    pub fn letter(&self, variant: &Variant) -> anyhow::Result<char> {
        let taken = |letter: &char| {
            let aliases = &variant.letter_aliases;
            variant.has_letter(*letter) || aliases.iter().any(|(alias, _)| alias == letter)
        };
        let named = self.name.chars().map(|c| c.to_ascii_uppercase());
        let mut letters = (std::iter::once(self.letter.to_ascii_uppercase()))
            .chain(named.filter(char::is_ascii_uppercase))
            .chain('A'..='Z');
        (letters.find(|letter| !taken(letter)))
            .with_context(|| format!("no letter is left for {}", self.name))
    }

    /// The piece as a type of the variant, with this letter.
    pub fn piece_type(&self, letter: char) -> PieceType {
        PieceType {
            letter,
            name: Some(self.name.clone()),
            value: 0,
            estimated: true,
            centralised: true,
            royalty: Royalty::None,
            moves: self.moves.clone(),
            promoted_from: None,
            betza: Some(self.betza.clone()),
        }
    }

    /// The piece as it is written on the command line.
    pub fn written(&self) -> String {
        let value = self
            .value
            .map_or(String::new(), |value| format!(":{value}"));
        let first = self.name.chars().find(char::is_ascii_alphabetic);
        let own = first.is_some_and(|first| first.eq_ignore_ascii_case(&self.letter));
        let letter = if own {
            String::new()
        } else {
            format!("{}:", self.letter)
        };
        format!("{}={letter}{}{value}", self.name, self.betza)
    }
}

/// A piece that the file of variants lists. Its value there is for other boards, and is not used.
fn listed(name: &str) -> anyhow::Result<Piece> {
    let catalogue = Catalogue::builtin();
    let entry: &Entry = (catalogue.piece(name))
        .with_context(|| format!("there is no piece {name}: {}", catalogue.hint(name)))?;
    let moves = entry.moves.first().and_then(|moves| in_betza(moves));
    let moves = moves.with_context(|| {
        format!("{name}: its moves cannot be written in Betza notation, so that it cannot be added")
    })?;
    let value = match entry.value.as_str() {
        "-1" => ":royal",
        _ => "",
    };
    custom(&format!("{}={moves}{value}", entry.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::games::variant;

    #[test]
    fn pieces_are_named_or_written_out() {
        let archbishop = NewPiece::read("archbishop").unwrap();
        assert_eq!(
            (archbishop.name.as_str(), archbishop.value),
            ("archbishop", None)
        );
        let phoenix = NewPiece::read("phoenix=WA:330").unwrap();
        assert_eq!((phoenix.betza.as_str(), phoenix.value), ("WA", Some(330)));
        for text in ["phoenix=WA:330", "nightrider", "griffon", "camel"] {
            let piece = NewPiece::read(text).unwrap();
            assert_eq!(NewPiece::read(&piece.written()).unwrap(), piece);
        }
        // a name that the file has can be another piece here
        assert_eq!(NewPiece::read("camel=WA").unwrap().betza, "WA");
        for (text, part) in [
            ("phoenix", "NAME=BETZA"),
            ("phoenix=W?", "character 2"),
            ("phoenix=", "character 1"),
            ("=WA", "no name"),
            ("king=K:royal", "a royal piece has no value"),
            ("king", "a royal piece has no value"),
            ("phoenix=WA:x", "no value"),
        ] {
            let error = format!("{:#}", NewPiece::read(text).unwrap_err());
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn letters_are_those_that_are_free() {
        let chess = variant("normal");
        let letter = |text: &str| NewPiece::read(text).unwrap().letter(&chess).unwrap();
        assert_eq!(letter("phoenix=WA"), 'H');
        assert_eq!(letter("archbishop=BN"), 'A');
        assert_eq!(letter("bb=BN"), 'A');
    }
}
