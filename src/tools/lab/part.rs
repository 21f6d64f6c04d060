//! Parts of a long run: each machine plays one, and their files are merged later.

use std::io::Write;
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::tools::findings::Style;

/// The most parts of a run.
const MOST_PARTS: u32 = 100_000;

/// Every N-th game, beginning with the I-th.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    pub parts: u32,
    /// The number I of the part, from 1.
    pub part: u32,
}

impl FromStr for Part {
    type Err = String;

    /// `I/N`.
    fn from_str(text: &str) -> Result<Part, String> {
        let numbers = text.split_once('/');
        let numbers = numbers.and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match numbers {
            Some((part, parts)) if (Part { parts, part }).is_valid() => Ok(Part { parts, part }),
            _ => Err(format!("`{text}` is not I/N with I from 1 to N")),
        }
    }
}

impl Part {
    /// The part that is the whole run.
    pub const WHOLE: Part = Part { part: 1, parts: 1 };

    /// True if the numbers are in range.
    pub fn is_valid(self) -> bool {
        (1..=self.parts).contains(&self.part) && self.parts <= MOST_PARTS
    }

    /// The number of the game with this index in the part, both from 0; `None` if there are no more.
    pub fn number(self, index: u32) -> Option<u32> {
        index.checked_mul(self.parts)?.checked_add(self.part - 1)
    }

    /// The index in the part of the game with this number; `None` if the game does not belong to the part.
    pub fn index(self, number: u32) -> Option<u32> {
        let before = number.checked_sub(self.part - 1)?;
        (before % self.parts == 0).then_some(before / self.parts)
    }

    /// The number of games of the part among the first `games` games of the run.
    pub fn share(self, games: u32) -> u32 {
        (games + self.parts - self.part) / self.parts
    }
}

/// Reports how many games of a part are in a file, and the command for the files of all parts.
pub fn report(
    games: usize,
    file: &Path,
    then: &str,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let file = file.display().to_string();
    match style {
        Style::Text => writeln!(
            out,
            "{games} games in {file}; when all parts are complete: {then} FILES"
        )?,
        Style::Json => writeln!(out, "{}", serde_json::json!({"games": games, "file": file}))?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_the_whole() {
        for games in [0, 1, 7, 24] {
            let all: u32 = (1..=5)
                .map(|part| Part { part, parts: 5 }.share(games))
                .sum();
            assert_eq!(all, games);
            assert_eq!(Part::WHOLE.share(games), games);
        }
        assert_eq!("2/3".parse(), Ok(Part { part: 2, parts: 3 }));
        for text in ["0/3", "4/3", "1/0", "3", "1/100001", "a/b"] {
            assert!(text.parse::<Part>().is_err(), "{text}");
        }
    }
}
