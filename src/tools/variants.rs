//! `fmax variants`: lists the variants.

use std::io::{self, Write};

use super::findings::Findings;
use crate::variant::{Entry, Library};

/// A variant of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "workshop", derive(serde::Serialize))]
pub struct Game {
    /// The name of the variant.
    pub name: String,
    /// Further names of the variant.
    pub aliases: Vec<String>,
    /// Width of the board; 0 if the file does not say.
    pub files: u8,
    /// Height of the board; 0 if the file does not say.
    pub ranks: u8,
    /// The description in the file, perhaps empty.
    pub description: String,
    /// True for the unnamed variant at the start of the file.
    pub unnamed: bool,
    /// True if GUIs see the variant under its own name.
    pub listed: bool,
    /// True if the variant has no errors.
    pub playable: bool,
}

impl From<&Entry> for Game {
    fn from(entry: &Entry) -> Game {
        Game {
            name: entry.name.clone(),
            aliases: entry.aliases.clone(),
            files: entry.files,
            ranks: entry.ranks,
            description: entry.description.clone(),
            unnamed: entry.unnamed,
            listed: entry.listed,
            playable: entry.variant.is_ok(),
        }
    }
}

impl Game {
    /// True if the variant is unnamed, and `other` has its default name.
    fn is_hidden_by(&self, other: &Game) -> bool {
        self.unnamed && !other.unnamed && other.name == self.name
    }
}

/// The variants of a file, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "workshop", derive(serde::Serialize))]
pub struct Games {
    /// The variants.
    pub games: Vec<Game>,
}

/// Lists the variants of a file, without an unnamed one that has the same rules as the one called `normal`.
pub fn list(library: &Library) -> Games {
    Games {
        games: library.distinct_entries().map(Game::from).collect(),
    }
}

impl Findings for Games {
    /// A line for each variant: name, size of the board, description.
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let width = |game: &Game| game.name.chars().count();
        let widest = self.games.iter().map(width).max().unwrap_or(0);
        for game in &self.games {
            let size = format!("{}x{}", game.files, game.ranks);
            let mut text = game.description.clone();
            if game.unnamed && text.is_empty() {
                text.push_str("The default game of the file");
            }
            if self.games.iter().any(|other| game.is_hidden_by(other)) {
                let name = &game.name;
                text = format!("{text} [played if none is named; `{name}` is the other one]");
            }
            if !game.playable {
                text.insert_str(0, "(has errors) ");
            }
            if !game.aliases.is_empty() {
                text = format!("{text} [also {}]", game.aliases.join(", "));
            }
            let line = format!("{:widest$}  {size:>5}  {text}", game.name);
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}
