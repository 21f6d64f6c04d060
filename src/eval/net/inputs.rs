//! The features of a net.
//!
//! A *feature* is true or false in a position: a piece of a colour and type on a square, at least `n` pieces
//! of a type in a hand, first-move rights of a square, `n` checks left to give. Each feature is an *input* from both
//! perspectives, White's and Black's. A perspective sees the board from its own side, so that what is learnt for one
//! side holds for the other. The features of a variant, and their inputs, follow from its rules.
//!
//! The own royal piece of a perspective is in a *zone* of the board, for which a net may have weights of its own: what a
//! piece is worth on a square depends on where the king is (as in the HalfKP inputs of Y. Nasu's NNUE).

use std::collections::BTreeMap;
use std::sync::Arc;

use super::symmetry::{Symmetry, Turn, move_alike};
use crate::board::{Position, SquareIndex};
use crate::movegen::MoveTables;
use crate::types::{Bitboard, ByColor, Color, Square, TypeId, TypeSet};
use crate::variant::{Condition, MoveShape, Variant};

/// Index of a feature: pieces first, then hands, rights and checks.
pub type Feature = u16;

/// No input: for features that should not occur, but do.
pub(super) const NO_INPUT: u16 = u16::MAX;
/// Pieces of a type in a hand are counted up to this number.
pub(super) const HAND_MOST: u8 = 8;
/// Checks left to give are counted up to this number.
const CHECKS_MOST: u8 = 16;

// a variant has at most 62 types
const HANDS: usize = 63 << 9;
const RIGHTS: usize = HANDS + 2 * 64 * HAND_MOST as usize;
const CHECKS: usize = RIGHTS + 256;
/// Zones of a royal piece: the left or the right half of the board, on the first rank or in front of it.
pub const ZONES: usize = 4;
/// All features are less than this number.
pub(super) const FEATURES: usize = CHECKS + 2 * (CHECKS_MOST as usize + 1);
const _: () = assert!(FEATURES < NO_INPUT as usize && crate::types::MAX_TYPES < 63);

/// A piece on a square.
#[inline]
pub fn piece_feature(color: Color, id: TypeId, sq: Square) -> Feature {
    u16::from(id.0) << 9 | (color.index() as u16) << 8 | u16::from(sq.0)
}

/// True for features that are pieces on squares.
pub(super) fn is_piece(feature: Feature) -> bool {
    usize::from(feature) < HANDS
}

/// At least `count` pieces of a type in a hand, from 1 to [`HAND_MOST`].
#[inline]
pub(super) fn hand_feature(color: Color, id: TypeId, count: u8) -> Feature {
    let number = (id.index() & 63) << 1 | color.index();
    (HANDS + number * usize::from(HAND_MOST) + usize::from(count) - 1) as Feature
}

/// The piece that starts on a square has not moved.
#[inline]
fn right_feature(sq: Square) -> Feature {
    (RIGHTS + sq.index()) as Feature
}

/// The number of checks that a colour has left to give.
#[inline]
pub(super) fn check_feature(color: Color, left: u8) -> Feature {
    (CHECKS + 2 * usize::from(left.min(CHECKS_MOST)) + color.index()) as Feature
}

/// The features of a variant, and their inputs.
#[derive(Debug)]
pub struct Inputs {
    symmetry: Symmetry,
    /// By perspective: the input of each feature, or [`NO_INPUT`], up to the last possible feature.
    index: ByColor<Vec<u16>>,
    /// By input: a group number. At most one input of a group is true at a time.
    groups: Vec<u16>,
    /// The types that can be in hand.
    pub(super) hands: ByColor<Vec<TypeId>>,
    squares: Arc<SquareIndex>,
    /// By square number: squares whose rights count and do not follow from the piece on the square, as the rights of
    /// pawns do.
    pub(super) homes: Bitboard<4, usize>,
    /// Checks are counted.
    pub(super) checks: bool,
    /// By perspective and square: the zone of a royal piece there.
    zone_of_square: ByColor<[u8; 256]>,
    /// The royal types.
    royal: TypeSet,
    /// Pieces on squares are the only features.
    pub(super) plain: bool,
    /// Each feature on the mirrored board (last file first), if all pieces move the same there.
    mirrored: Option<Vec<Feature>>,
    /// All possible features, with the colour of each.
    all: Vec<(Feature, Color, Seen)>,
}

/// A feature seen from a perspective; features that look equal are the same input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Seen {
    /// A piece: whether it is the other side's, its type, its square.
    Piece(bool, TypeId, Square),
    Hand(bool, TypeId, u8),
    Right(bool, Square),
    Check(bool, u8),
}

impl Inputs {
    /// The inputs of a variant.
    pub fn new(v: &Variant, tables: &MoveTables) -> Inputs {
        let types = types(v);
        let both = [&types[Color::White][..], &types[Color::Black]];
        let symmetry = Symmetry::of(v, tables, both);
        let homes = homes(v);
        let hands = ByColor::from_fn(|color| {
            let held = |id: &TypeId| v.rules.can_hold(color, *id);
            types[color].iter().copied().filter(held).collect()
        });
        let mut inputs = Inputs {
            index: ByColor::from_fn(|_| vec![NO_INPUT; FEATURES]),
            groups: Vec::new(),
            plain: hands.iter().all(Vec::is_empty)
                && (homes[0] | homes[1]).is_empty()
                && v.rules.win.checks == 0,
            hands,
            squares: tables.square_index().clone(),
            homes: (tables.square_index()).set((homes[0] | homes[1]).iter()),
            checks: v.rules.win.checks > 0,
            zone_of_square: ByColor::both([0; 256]),
            royal: v.royals().map(|(id, _)| id).collect(),
            mirrored: None,
            symmetry,
            all: Vec::new(),
        };
        inputs.zone_of_square = ByColor::from_fn(|color| inputs.zones_of(v, color));
        let features = inputs.all_features(v, &types, homes);
        inputs.number(v, &features);
        inputs.all = features;
        inputs
    }

    /// The inputs with the mirrored board, for learning.
    pub fn with_mirror(mut self, v: &Variant, tables: &MoveTables) -> Inputs {
        self.mirrored = mirrored(v, tables);
        self
    }

    /// All possible features, with the colour of each.
    fn all_features(
        &self,
        v: &Variant,
        types: &ByColor<Vec<TypeId>>,
        homes: [Bitboard; 2],
    ) -> Vec<(Feature, Color, Seen)> {
        let mut features = Vec::new();
        for color in Color::ALL {
            for &id in &types[color] {
                let piece = |sq| {
                    (
                        piece_feature(color, id, sq),
                        color,
                        Seen::Piece(false, id, sq),
                    )
                };
                features.extend(v.squares().map(piece));
            }
            for &id in &self.hands[color] {
                let hand = |n| (hand_feature(color, id, n), color, Seen::Hand(false, id, n));
                features.extend((1..=HAND_MOST).map(hand));
            }
            let right = |sq| (right_feature(sq), color, Seen::Right(false, sq));
            features.extend(homes[color.index()].iter().map(right));
            if self.checks {
                let check = |n| (check_feature(color, n), color, Seen::Check(false, n));
                features.extend((1..=v.rules.win.checks.min(CHECKS_MOST)).map(check));
            }
        }
        features
    }

    /// The zones of all squares from a perspective.
    fn zones_of(&self, v: &Variant, perspective: Color) -> [u8; 256] {
        let mut zones = [0; 256];
        for sq in v.squares() {
            let seen = self.turn(perspective).of(v, sq);
            let right = 2 * v.shown_file(seen.file()) >= v.files;
            zones[sq.index()] = u8::from(right) + 2 * u8::from(seen.rank() > 0);
        }
        zones
    }

    /// Numbers the inputs, in an order that only depends on the variant.
    fn number(&mut self, v: &Variant, features: &[(Feature, Color, Seen)]) {
        let turns = ByColor::from_fn(|perspective| self.turn(perspective));
        let turned = |perspective: Color, sq: Square| turns[perspective].of(v, sq);
        // black's types have the names of white's counterparts
        let typed = |owner: Color, id: TypeId| match owner {
            Color::White => id,
            Color::Black => self.symmetry.counterpart[id.index()],
        };
        let seen = |perspective: Color, owner: Color, seen: Seen| {
            let theirs = perspective != owner;
            match seen {
                Seen::Piece(_, id, sq) => {
                    Seen::Piece(theirs, typed(owner, id), turned(perspective, sq))
                }
                Seen::Hand(_, id, n) => Seen::Hand(theirs, typed(owner, id), n),
                Seen::Right(_, sq) => Seen::Right(theirs, turned(perspective, sq)),
                Seen::Check(_, n) => Seen::Check(theirs, n),
            }
        };
        let mut numbers: BTreeMap<Seen, u16> = BTreeMap::new();
        for &(_, owner, what) in features {
            for perspective in Color::ALL {
                numbers.insert(seen(perspective, owner, what), 0);
            }
        }
        self.groups.clear();
        for (number, (what, input)) in numbers.iter_mut().enumerate() {
            *input = number as u16;
            // a square holds one piece; all other inputs are independent
            self.groups.push(match what {
                Seen::Piece(_, _, sq) => u16::from(sq.0),
                _ => 256 + number as u16,
            });
        }
        for &(feature, owner, what) in features {
            for perspective in Color::ALL {
                let input = numbers.get(&seen(perspective, owner, what)).copied();
                self.index[perspective][usize::from(feature)] = input.unwrap_or(NO_INPUT);
            }
        }
        // most variants have few types, and only pieces as features
        let end = features
            .iter()
            .map(|&(feature, ..)| usize::from(feature) + 1)
            .max();
        for index in self.index.iter_mut() {
            index.truncate(end.unwrap_or(0));
            index.shrink_to_fit();
        }
    }

    /// The inputs without the data that only learning needs.
    pub(super) fn for_play(mut self) -> Inputs {
        self.mirrored = None;
        self.all = Vec::new();
        self
    }

    /// How a perspective turns the board.
    pub(super) fn turn(&self, perspective: Color) -> Turn {
        match perspective {
            Color::White => Turn::None,
            Color::Black => self.symmetry.turn,
        }
    }

    /// Visits all possible features from both perspectives, White's first: the input, the perspective, and the feature as its
    /// owner sees it. Features that look equal have the same input.
    pub(super) fn visit(&self, mut visit: impl FnMut(usize, Color, Color, Seen)) {
        for perspective in Color::ALL {
            for &(feature, owner, seen) in &self.all {
                visit(self.of(perspective, feature), perspective, owner, seen);
            }
        }
    }

    /// True if some features are counts: pieces in hand, or checks left.
    #[inline]
    pub(super) fn counts(&self) -> bool {
        self.checks
            || Color::ALL
                .iter()
                .any(|&color| !self.hands[color].is_empty())
    }

    /// The number of inputs.
    pub fn count(&self) -> usize {
        self.groups.len()
    }

    /// The input of a feature from a perspective; if there is none, an index beyond the inputs of any net.
    #[inline]
    pub fn of(&self, perspective: Color, feature: Feature) -> usize {
        let index = self.index[perspective].get(usize::from(feature));
        usize::from(index.map_or(NO_INPUT, |&input| input))
    }

    /// The inputs of all features from a perspective.
    #[inline]
    pub(super) fn seen_by(&self, perspective: Color) -> &[u16] {
        &self.index[perspective]
    }

    /// By input: a group number. At most one input of a group is true at a time; numbers below 256 are groups of
    /// squares.
    pub fn groups(&self) -> &[u16] {
        &self.groups
    }

    /// The code of the symmetry in files of nets.
    pub fn symmetry(&self) -> u8 {
        self.symmetry.code()
    }

    /// The same feature on the mirrored board, if all pieces move the same there; `None` without
    /// [`with_mirror`](Inputs::with_mirror).
    pub fn mirrored(&self, feature: Feature) -> Option<Feature> {
        Some(self.mirrored.as_ref()?[usize::from(feature)])
    }

    /// The zone of a perspective's own royal piece; 0 if there is none.
    #[inline]
    pub(super) fn zone(&self, pos: &Position, perspective: Color) -> usize {
        let royal = pos.pieces_in(perspective, pos.royals(perspective)).next();
        royal.map_or(0, |(sq, _)| self.zone_at(perspective, sq))
    }

    /// The same, from the features of the position.
    pub fn zone_of(&self, features: impl Iterator<Item = Feature>, perspective: Color) -> usize {
        let is_own_royal = |&feature: &Feature| {
            let (color, id) = (feature >> 8 & 1, TypeId((feature >> 9) as u8));
            let own = usize::from(color) == perspective.index();
            is_piece(feature) && own && self.royal.contains(id)
        };
        let royal = { features }.find(is_own_royal);
        royal.map_or(0, |feature| {
            self.zone_at(perspective, Square(feature as u8))
        })
    }

    #[inline]
    fn zone_at(&self, perspective: Color, sq: Square) -> usize {
        usize::from(self.zone_of_square[perspective][sq.index()])
    }

    /// Appends all features of a position.
    pub fn features(&self, pos: &Position, features: &mut Vec<Feature>) {
        for color in Color::ALL {
            features.extend((pos.pieces(color)).map(|(sq, id)| piece_feature(color, id, sq)));
            for &id in &self.hands[color] {
                let held = pos.in_hand(color, id).min(HAND_MOST);
                features.extend((1..=held).map(|count| hand_feature(color, id, count)));
            }
            if self.checks {
                features.push(check_feature(color, pos.checks_left(color)));
            }
        }
        let rights = pos.virgin_numbers() & self.homes;
        features.extend(rights.iter().map(|number| self.right_feature(number)));
    }

    /// The feature that the piece which starts on this square has not moved.
    #[inline]
    pub(super) fn right_feature(&self, number: usize) -> Feature {
        right_feature(self.squares.square(number))
    }
}

/// The types that each colour can have, promoted ones included.
fn types(v: &Variant) -> ByColor<Vec<TypeId>> {
    ByColor::from_fn(|color| {
        let mut types = v.types_of(color);
        let promoted: Vec<TypeId> = types.iter().map(|&id| v.promoted(id)).collect();
        types.extend(promoted);
        types.sort_unstable();
        types.dedup();
        types
    })
}

/// The start squares of white's and black's pieces other than pawns, in variants with first-move rights.
fn homes(v: &Variant) -> [Bitboard; 2] {
    let first_moves = v.types().any(|(id, piece)| {
        let counts = |shape: &MoveShape, condition: Condition| {
            condition == Condition::Virgin || matches!(shape, MoveShape::Castling { .. })
        };
        !id.is_pawn() && piece.moves.iter().any(|m| counts(&m.shape, m.condition))
    });
    let mut homes = [Bitboard::EMPTY; 2];
    if !first_moves && !v.rules.gating.lets_pieces_in() {
        return homes;
    }
    for piece in v.start_pieces() {
        if !v.is_pawn(piece.id, piece.color) {
            homes[piece.color.index()].insert(Square::at(piece.file, piece.rank));
        }
    }
    if v.rules.shuffle.is_some() {
        // any piece that starts on a back rank
        for (color, rank) in [(Color::White, 0), (Color::Black, v.ranks - 1)] {
            for file in 0..v.files {
                homes[color.index()].insert(Square::at(file, rank));
                homes[color.other().index()].remove(Square::at(file, rank));
            }
        }
    }
    homes
}

/// Each feature on the mirrored board; `None` unless everything moves the same there.
fn mirrored(v: &Variant, tables: &MoveTables) -> Option<Vec<Feature>> {
    let types = types(v);
    let alike = |&id: &TypeId| move_alike(v, tables, [id, id], Turn::Files);
    if !Turn::Files.fits(v) || !types.iter().flatten().all(alike) {
        return None;
    }
    let mut mirrored: Vec<Feature> = (0..FEATURES as u16).collect();
    for sq in v.squares() {
        let there = Turn::Files.of(v, sq);
        mirrored[usize::from(right_feature(sq))] = right_feature(there);
        for color in Color::ALL {
            for &id in &types[color] {
                mirrored[usize::from(piece_feature(color, id, sq))] =
                    piece_feature(color, id, there);
            }
        }
    }
    Some(mirrored)
}
