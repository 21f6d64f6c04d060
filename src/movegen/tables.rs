//! The move tables: for every piece type and square, the moves of the piece there. `build` compiles them.
//!
//! There are three kinds of moves, so that the fast ones do not pay for the slow ones. Plain leaps are
//! lists of target squares. Plain slides are a step and the number of squares to the edge. Everything
//! else (hoppers, lame, bent, cylinder, initial and multi-path moves) is a *path*, see `path`. Plain
//! moves are stored a second time as bitboards, see `move_sets`: these are read during a search.
//!
//! Attacks by plain moves are found from the target, along attack paths, see `attack_paths`. Attacks along paths are
//! found by walking the paths from the attacker, since a bent path differs in the two directions.

use std::sync::Arc;

use super::entry::{AttackOrigins, Entry, PromotionChoice, Slide};
use super::move_sets::MoveSets;
use super::path::{self, Exit, Occupants, Path, PathStep, Visitor};
use super::rules::RuleTables;
use crate::board::SquareIndex;
use crate::types::{Bitboard, ByColor, Square, TypeId, TypeSet};
use crate::variant::{Royalty, Variant};

/// The compiled moves of a variant.
#[derive(Debug)]
pub struct MoveTables {
    pub(super) variant: Arc<Variant>,
    pub(super) entries: Vec<Entry>,
    pub(super) leaps: Vec<Square>,
    pub(super) slides: Vec<Slide>,
    pub(super) paths: Vec<Path>,
    pub(super) steps: Vec<PathStep>,
    /// Plain moves as bitboards.
    pub(super) sets: MoveSets,
    /// Per square: the origins of plain captures on it.
    pub(super) attack_origins: Vec<AttackOrigins>,
    /// By the difference of two squares (origin minus target, as wrapping bytes): the types that capture by plain
    /// moves over this difference, anywhere on the board.
    pub(super) plain_attackers: Box<[TypeSet; 256]>,
    /// Types that capture along paths.
    pub(super) path_types: TypeSet,
    /// Per type and square: the squares where it may capture along paths of an empty board.
    pub(super) path_reach: Vec<Bitboard>,
    /// Per colour and file: the promotion choices of a pawn.
    pub(super) promotions: ByColor<Vec<Vec<PromotionChoice>>>,
    /// The game can end while there are legal moves.
    pub(super) decides_early: bool,
    /// Two bare royals are a draw.
    pub(super) bare_royals_draw: bool,
    /// All royals move like orthodox kings, on a board with room for two of them.
    pub(super) orthodox_royals: bool,
    /// Types bound to squares of one colour.
    pub(super) color_bound: TypeSet,
    pub(super) royal_kinds: Vec<Royalty>,
    /// Per type: the royal types that count together when the last royal must not be lost, namely the type itself and
    /// types that move alike.
    pub(super) royal_groups: Vec<TypeSet>,
    /// Tables of the special rules.
    pub(super) rules: RuleTables,
    /// White and black have a royal at the start.
    pub(super) has_royals: ByColor<bool>,
    /// Some pawn can become a royal piece.
    pub(super) royal_promotion: bool,
}

impl MoveTables {
    /// The variant to which these moves belong.
    pub fn variant(&self) -> &Arc<Variant> {
        &self.variant
    }

    /// The squares of the board by number.
    pub fn square_index(&self) -> &Arc<SquareIndex> {
        &self.sets.index
    }

    /// The origins of plain captures on a square.
    pub(super) fn origins_to(&self, target: Square) -> &AttackOrigins {
        &self.attack_origins[target.index()]
    }

    #[inline]
    pub(super) fn entry(&self, id: TypeId, sq: Square) -> &Entry {
        &self.entries[id.index() << 8 | sq.index()]
    }
}

impl MoveTables {
    /// Walks along a path.
    #[inline]
    pub(super) fn walk<W: Clone>(&self, path: &Path, way: W, visitor: &mut impl Visitor<W>) {
        path::walk(&self.steps, path.start, way, visitor);
    }

    /// Walks along plain leaps and slides.
    #[inline]
    pub(super) fn walk_plain<W: Clone>(
        &self,
        entry: &Entry,
        from: Square,
        way: &W,
        visitor: &mut impl Visitor<W>,
    ) {
        for (rights, leaps) in entry.leaps.parts(&self.leaps) {
            for &to in leaps {
                visitor.arrive(&mut way.clone(), to, rights);
            }
        }
        for (rights, slides) in entry.slides.parts(&self.slides) {
            for slide in slides {
                let mut way = way.clone();
                for to in slide.squares(from) {
                    visitor.arrive(&mut way, to, rights);
                    match visitor.pass(way, to, Occupants::EMPTY, Exit::Next) {
                        Some(beyond) => way = beyond,
                        None => break,
                    }
                }
            }
        }
    }

    /// Walks over all moves of a piece from a square, except castling and first moves.
    #[inline]
    pub(super) fn walk_all<W: Clone>(
        &self,
        entry: &Entry,
        from: Square,
        way: &W,
        visitor: &mut impl Visitor<W>,
    ) {
        self.walk_plain(entry, from, way, visitor);
        let paths = entry.paths.of(&self.paths).iter();
        for path in paths.filter(|path| !path.virgin) {
            self.walk(path, way.clone(), visitor);
        }
    }
}
