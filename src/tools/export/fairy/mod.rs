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

mod castling;
mod ends;
mod hands;
mod kinds;
mod pawns;
mod royals;
mod zones;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::ruleset::Ruleset;
use crate::tools::fairy::keys::{LARGEST, Value, everywhere, whole_ranks};
use crate::tools::fairy::{FairyGame, Kind, Kinds};
use crate::types::{ByColor, Color, TypeId};
use crate::variant::{Variant, Zone, letter};

/// A game for Fairy-Stockfish.
#[derive(Clone, Debug)]
pub struct Exported {
    /// The game.
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

/// A game on its way.
struct Exporter<'a> {
    variant: &'a Arc<Variant>,
    game: FairyGame,
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

    /// What people call a type.
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

    /// Sets what both colours have for themselves.
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
            self.game.set_flag("chess960", true);
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
        self.game.set_text("startFen", &format!("{board} {rest}"));
        for (color, ours, theirs) in self.renamed.clone() {
            let ours = letter::text(ours);
            let note = match color {
                Color::White => format!("white's {ours} has the letter {theirs} there"),
                Color::Black => format!("black's {ours} has the letter {theirs} there"),
            };
            if letter::base(ours.chars().next().unwrap_or(' ')).is_none() {
                self.note(note);
            }
        }
    }

    /// A board of ours with their letters.
    fn translated(&self, board: &str) -> String {
        let mut text = String::with_capacity(board.len());
        for c in board.chars() {
            let color = match c.is_ascii_uppercase() {
                true => Color::White,
                false => Color::Black,
            };
            let own = self.renamed.iter().find(|(who, ours, _)| {
                *who == color && *ours == c.to_ascii_uppercase() && c.is_ascii_alphabetic()
            });
            // behind a plus stands what it was
            let plain = !text.ends_with('+');
            match own.filter(|_| plain) {
                Some((_, _, theirs)) => text += &letter::colored(*theirs, color),
                None => text.push(c),
            }
        }
        text
    }
}
