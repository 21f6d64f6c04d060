//! A game as Fairy-Stockfish can tell it, and what of it that cannot.
//!
//! | file | owns |
//! |---|---|
//! | `kinds` | which kind of piece each type is there, with its letter and its moves |
//! | `zones` | where they may stop |
//! | `royals` | kings, and what stands for kings |
//! | `pawns` | double steps, captures in passing, promotion |
//! | `castling` | who castles with whom |
//! | `hands` | pieces in hand, gates, walls |
//! | `ends` | how a game is decided |
//! | `draws` | what makes a draw |

mod castling;
mod draws;
mod ends;
mod hands;
mod kinds;
mod pawns;
mod royals;
mod zones;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::ruleset::Ruleset;
use crate::tools::exchange::fairy::keys::{LARGEST, Value, everywhere, whole_ranks};
use crate::tools::exchange::fairy::{FairyGame, Kind, Kinds};
use crate::types::{ByColor, Color, TypeId};
use crate::variant::{Variant, Zone, letter};

#[derive(Clone, Debug)]
pub struct Exported {
    pub game: FairyGame,
    /// What it lacks, or has otherwise: a sentence each.
    pub losses: Vec<String>,
    /// What only a section that is written lacks, not one that inherits from this game.
    pub text_losses: Vec<String>,
    /// What a user of both has to know, though nothing is lost by it.
    pub notes: Vec<String>,
}

/// Tells a game in Fairy-Stockfish's terms.
///
/// # Errors
/// If nothing sensible remains.
pub fn export(variant: &Arc<Variant>) -> Result<Exported, String> {
    let (files, ranks) = (variant.files, variant.ranks);
    if files > LARGEST.0 || ranks > LARGEST.1 {
        let (most_files, most_ranks) = LARGEST;
        return Err(format!(
            "its board of {files}x{ranks} squares is larger than the {most_files}x{most_ranks} of Fairy-Stockfish"
        ));
    }
    if !variant.rules.alice.is_empty() {
        return Err("Fairy-Stockfish has no second board".to_owned());
    }
    let mut exporter = Exporter {
        variant,
        game: FairyGame::default(),
        kinds: BTreeMap::new(),
        renamed: Vec::new(),
        extinction_is_taken: false,
        losses: Vec::new(),
        text_losses: Vec::new(),
        notes: Vec::new(),
    };
    exporter.plain_rules();
    exporter.board();
    exporter.kinds();
    exporter.royals();
    exporter.pawns();
    exporter.promotion();
    exporter.castling();
    exporter.hands();
    exporter.walls();
    exporter.ends();
    exporter.draws();
    exporter.start();
    let Exporter {
        game,
        losses,
        text_losses,
        notes,
        ..
    } = exporter;
    Ok(Exported {
        game,
        losses,
        text_losses,
        notes,
    })
}

pub(super) struct Exporter<'a> {
    pub variant: &'a Arc<Variant>,
    pub game: FairyGame,
    /// What each type is in the hands of a colour.
    kinds: BTreeMap<(Color, TypeId), Kind>,
    /// Letters of positions that are others there: colour, ours, theirs.
    renamed: Vec<(Color, char, char)>,
    /// The keys about extinction say already what is royal.
    extinction_is_taken: bool,
    losses: Vec<String>,
    text_losses: Vec<String>,
    notes: Vec<String>,
}

impl Exporter<'_> {
    fn lose(&mut self, what: impl Into<String>) {
        let what = what.into();
        if !self.losses.contains(&what) {
            self.losses.push(what);
        }
    }

    fn note(&mut self, what: impl Into<String>) {
        self.notes.push(what.into());
    }

    fn name(&self, id: TypeId) -> String {
        self.variant.piece(id).written()
    }

    /// The kinds of some types of a colour.
    fn kinds_of(&self, color: Color, types: impl IntoIterator<Item = TypeId>) -> Kinds {
        let types = types.into_iter();
        types
            .filter_map(|id| self.kinds.get(&(color, id)).copied())
            .collect()
    }

    /// The kind of a type in anybody's hands.
    fn kind(&self, id: TypeId) -> Option<Kind> {
        let mut kinds = Color::ALL.into_iter().map(|color| (color, id));
        kinds.find_map(|key| self.kinds.get(&key).copied())
    }

    fn set_each(&mut self, name: &str, values: ByColor<Value>) {
        for (color, value) in Color::ALL.into_iter().zip(values) {
            self.game.set_of(color, name, value);
        }
    }

    /// Squares; ranks that are in it from edge to edge are so on any board.
    fn squares(&self, zone: &Zone) -> Value {
        let mut wide = *zone;
        for rank in 0..self.variant.ranks {
            if (0..self.variant.files).all(|file| zone.contains(file, rank)) {
                wide.add(&whole_ranks([rank]));
            }
        }
        let all =
            (0..self.variant.ranks).all(|rank| wide.contains(0, rank) && wide.contains(15, rank));
        Value::Squares(if all { everywhere() } else { wide })
    }

    fn board(&mut self) {
        self.game.synonyms = self.variant.letter_aliases.iter().copied().collect();
        self.game
            .set("maxRank", Value::Number(self.variant.ranks.into()));
        self.game
            .set("maxFile", Value::File(self.variant.files - 1));
        if self.variant.rules.grid.is_some() {
            self.lose("moves need not cross the lines of a grid");
        }
        if self.variant.rules.shuffle.is_some() {
            self.note("the start position is the usual one: Fairy-Stockfish leaves it to the GUI to shuffle");
        }
    }

    /// The position, with the letters that pieces have there.
    fn start(&mut self) {
        let rules = Ruleset::without_net(self.variant.clone());
        let fen = rules.start().fen();
        let (board, rest) = fen.split_once(' ').unwrap_or((&fen, ""));
        // files of unmoved pieces stand where castling does; only the board and the hands have letters
        let board: String = self.translated(board);
        self.game
            .set("startFen", format!("{board} {rest}").as_str());
        for (color, ours, theirs) in self.renamed.clone() {
            if self.is_written_with_plus(color, ours) {
                continue;
            }
            let ours = letter::text(ours);
            self.note(format!("{color}'s {ours} has the letter {theirs} there"));
        }
    }

    fn kind_of_letter(&self, color: Color, ours: char) -> Option<Kind> {
        let id = self.variant.type_by_letter(ours, color)?;
        self.kinds.get(&(color, id)).copied()
    }

    /// True if a letter with a plus has one there as well: its kind is what that of the plain letter becomes.
    fn is_written_with_plus(&self, color: Color, ours: char) -> bool {
        let plain = letter::base(ours).and_then(|base| self.kind_of_letter(color, base));
        let pairs = self.game.pairs("promotedPieceType");
        let becomes = plain.and_then(|plain| pairs.get(&plain).copied());
        becomes.is_some() && becomes == self.kind_of_letter(color, ours)
    }

    /// A board of ours with their letters. What has no kind there leaves its square empty.
    fn translated(&self, board: &str) -> String {
        let mut text = String::with_capacity(board.len());
        let mut empty = 0;
        let flush = |text: &mut String, empty: &mut u32| {
            if *empty > 0 {
                *text += &empty.to_string();
            }
            *empty = 0;
        };
        let (mut number, mut plus, mut in_hand) = (0, false, false);
        for c in board.chars() {
            if let Some(digit) = c.to_digit(10) {
                number = number * 10 + digit;
                continue;
            }
            empty += std::mem::take(&mut number);
            if c == '+' {
                plus = true;
                continue;
            }
            let piece = c.is_ascii_alphabetic();
            let own = piece.then(|| self.letter_there(c, std::mem::take(&mut plus)));
            match own {
                Some(Some(theirs)) => {
                    flush(&mut text, &mut empty);
                    text += &theirs;
                }
                Some(None) if in_hand => {}
                Some(None) => empty += 1,
                None => {
                    flush(&mut text, &mut empty);
                    in_hand |= c == '[';
                    text.push(c);
                }
            }
        }
        empty += number;
        flush(&mut text, &mut empty);
        text
    }

    /// What stands in positions there for a letter of a position of ours, which may have a plus in front.
    fn letter_there(&self, c: char, plus: bool) -> Option<String> {
        let color = match c.is_ascii_uppercase() {
            true => Color::White,
            false => Color::Black,
        };
        let base = c.to_ascii_uppercase();
        let ours = match plus {
            true => letter::promoted(base)?,
            false => base,
        };
        let written = |kind: Kind| {
            let letter = self.game.letters.get(&kind)?;
            Some(letter::colored(*letter, color))
        };
        if plus && self.is_written_with_plus(color, ours) {
            let plain = written(self.kind_of_letter(color, base)?)?;
            return Some(format!("+{plain}"));
        }
        match self.kind_of_letter(color, ours) {
            Some(kind) => written(kind),
            // a letter that stands for another one, there as well
            None => self
                .game
                .synonyms
                .contains_key(&base)
                .then(|| c.to_string()),
        }
    }
}
