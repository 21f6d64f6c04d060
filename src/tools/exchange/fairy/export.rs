//! The export of a variant to Fairy-Stockfish: what all aspects share.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::game::FairyGame;
use super::keys::{LARGEST, Value, everywhere, whole_ranks};
use super::moves::{self, Rays};
use super::{Kind, Kinds};
use crate::ruleset::Ruleset;
use crate::types::{Color, TypeId};
use crate::variant::{Placed, Rules, Variant, Zone, letter};

/// A variant in Fairy-Stockfish's terms, and the rules that these terms cannot express.
pub struct Exporter<'a> {
    pub variant: &'a Variant,
    pub rules: &'a Rules,
    pub ruleset: Ruleset,
    /// The pieces on the board at the start.
    pub start: Vec<Placed>,
    pub game: FairyGame,
    /// The kind of each type of a colour.
    pub kinds: BTreeMap<(Color, TypeId), Kind>,
    /// Letters that differ in Fairy-Stockfish's positions: colour, our letter, theirs.
    pub renamed: Vec<(Color, char, char)>,
    /// Rules that are missing or different in Fairy-Stockfish, a sentence each.
    pub losses: Vec<String>,
    /// Losses of a written section that a section which inherits from this game does not have.
    pub text_losses: Vec<String>,
    /// Other differences that a user should know.
    pub notes: Vec<String>,
}

/// Exports a variant.
///
/// # Errors
/// If the terms leave nothing sensible of the variant.
pub fn export(variant: &Arc<Variant>) -> Result<Exporter<'_>, String> {
    let (files, ranks) = (variant.files, variant.ranks);
    let (most_files, most_ranks) = LARGEST;
    if files > most_files || ranks > most_ranks {
        return Err(format!(
            "its board of {files}x{ranks} squares is larger than the {most_files}x{most_ranks} of Fairy-Stockfish"
        ));
    }
    if !variant.rules.alice.is_empty() {
        return Err("Fairy-Stockfish has no second board".to_owned());
    }
    let mut exporter = Exporter {
        variant,
        rules: &variant.rules,
        ruleset: Ruleset::without_net(variant.clone()),
        start: variant.start_pieces(),
        game: FairyGame::default(),
        kinds: BTreeMap::new(),
        renamed: Vec::new(),
        losses: Vec::new(),
        text_losses: Vec::new(),
        notes: Vec::new(),
    };
    exporter.plain_rules();
    exporter.board();
    exporter.kinds();
    exporter.zones();
    exporter.royals();
    exporter.pawns();
    exporter.promotion();
    exporter.castling();
    exporter.hands();
    exporter.walls();
    exporter.ends();
    exporter.draws();
    exporter.start();
    Ok(exporter)
}

impl Exporter<'_> {
    pub fn set(&mut self, key: &str, value: impl Into<Value>) {
        self.game.set(key, value);
    }

    pub fn set_of(&mut self, color: Color, key: &str, value: impl Into<Value>) {
        self.game.set_of(color, key, value);
    }

    pub fn lose(&mut self, what: impl Into<String>) {
        let what = what.into();
        if !self.losses.contains(&what) {
            self.losses.push(what);
        }
    }

    pub fn note(&mut self, what: impl Into<String>) {
        self.notes.push(what.into());
    }

    /// Reports a difference about a type.
    pub fn lose_of(&mut self, id: TypeId, what: &str) {
        self.lose(format!("{} {what}", self.name(id)));
    }

    pub fn name(&self, id: TypeId) -> String {
        self.variant.piece(id).written()
    }

    /// True if the letter of a type is written with a plus in front.
    pub fn has_plus(&self, id: TypeId) -> bool {
        letter::base(self.variant.piece(id).letter).is_some()
    }

    /// The moves of a type without castling; `None` if Fairy-Stockfish has no form for one of them.
    pub fn rays_of(&self, color: Color, id: TypeId) -> Option<Rays> {
        moves::from_moves(&self.variant.piece(id).moves, color, self.side())
    }

    /// The length of the longer side of the board.
    pub fn side(&self) -> u8 {
        self.variant.files.max(self.variant.ranks)
    }

    /// The kind of a type in the hands of a colour.
    pub fn kind_of(&self, color: Color, id: TypeId) -> Option<Kind> {
        self.kinds.get(&(color, id)).copied()
    }

    /// The kind of a type of either colour.
    pub fn kind(&self, id: TypeId) -> Option<Kind> {
        self.kind_of(Color::White, id)
            .or(self.kind_of(Color::Black, id))
    }

    /// The kinds of some types of a colour.
    pub fn kinds_of<'t>(&self, color: Color, types: impl IntoIterator<Item = &'t TypeId>) -> Kinds {
        let types = types.into_iter();
        types.filter_map(|id| self.kind_of(color, *id)).collect()
    }

    /// The number of pieces that a side has at the start, on the board or in hand, of the types for which `is` holds.
    pub fn count(&self, color: Color, is: impl Fn(TypeId) -> bool) -> usize {
        let placed = self.start.iter().filter(|p| p.color == color && is(p.id));
        let held = self.rules.hand[color].iter().filter(|(id, _)| is(*id));
        placed.count() + held.map(|(_, n)| usize::from(*n)).sum::<usize>()
    }

    /// The squares of a kind of a side at the start.
    pub fn places(&self, color: Color, kind: Kind) -> Vec<(u8, u8)> {
        let own = |p: &&Placed| p.color == color && self.kind_of(color, p.id) == Some(kind);
        let own = self.start.iter().filter(own);
        own.map(|p| (p.file, p.rank)).collect()
    }

    /// Squares as a value; whole ranks stay whole on any board.
    pub fn squares(&self, zone: &Zone) -> Value {
        let full = |rank: &u8| (0..self.variant.files).all(|file| zone.contains(file, *rank));
        let full: Vec<u8> = (0..self.variant.ranks).filter(full).collect();
        if full.len() == usize::from(self.variant.ranks) {
            return everywhere().into();
        }
        let mut wide = *zone;
        wide.add(&whole_ranks(full));
        wide.into()
    }
}
