//! What a net is told about a position.
//!
//! A *fact* is something that is true of a position: a piece of some colour and type on a square, at
//! least so many pieces of a type in a hand, first-move rights of a square, so many checks left to
//! give. Each fact is an *input* twice: as white sees it and as black does, each from the own side, so
//! that what is learnt of one side holds for the other. Which facts there can be, and which inputs they
//! are, follows from the game.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::symmetry::{Symmetry, Turn, move_alike};
use crate::board::{Position, SquareIndex};
use crate::movegen::MoveTables;
use crate::types::{Bitboard, ByColor, Color, Square, TypeId};
use crate::variant::{Condition, MoveShape, Variant};

/// The number of a fact: pieces first, then hands, rights and checks.
pub type Fact = u16;

/// No input: of what cannot be, and is there all the same.
pub(super) const NO_INPUT: u16 = u16::MAX;
/// In a hand pieces of a type are counted up to this.
pub(super) const HAND_MOST: u8 = 8;
/// Checks left to give are counted up to this.
const CHECKS_MOST: u8 = 16;

// a game has 62 types at most
const HANDS: usize = 63 << 9;
const RIGHTS: usize = HANDS + 2 * 64 * HAND_MOST as usize;
const CHECKS: usize = RIGHTS + 256;
const FACTS: usize = CHECKS + 2 * (CHECKS_MOST as usize + 1);
const _: () = assert!(FACTS < NO_INPUT as usize && crate::types::MAX_TYPES < 63);

/// A piece on a square.
#[inline]
pub fn piece_fact(color: Color, id: TypeId, sq: Square) -> Fact {
    u16::from(id.0) << 9 | (color.index() as u16) << 8 | u16::from(sq.0)
}

/// True for the facts that are pieces on squares.
pub(super) fn is_piece(fact: Fact) -> bool {
    usize::from(fact) < HANDS
}

/// At least `count` pieces of a type in a hand, from 1 to [`HAND_MOST`].
#[inline]
pub(super) fn hand_fact(color: Color, id: TypeId, count: u8) -> Fact {
    let number = (id.index() & 63) << 1 | color.index();
    (HANDS + number * usize::from(HAND_MOST) + usize::from(count) - 1) as Fact
}

/// The piece that begins on a square has not left it.
#[inline]
fn right_fact(sq: Square) -> Fact {
    (RIGHTS + sq.index()) as Fact
}

/// So many checks that a colour has left to give.
#[inline]
pub(super) fn check_fact(color: Color, left: u8) -> Fact {
    (CHECKS + 2 * usize::from(left.min(CHECKS_MOST)) + color.index()) as Fact
}

/// Which facts there can be in a game, and which inputs they are.
#[derive(Debug)]
pub struct Inputs {
    symmetry: Symmetry,
    /// As white and as black see it: the input of each fact, or [`NO_INPUT`]; so long that all facts there
    /// can be have one.
    index: ByColor<Vec<u16>>,
    /// By input: of those with the same number at most one can be true at a time.
    groups: Vec<u16>,
    /// What can be in the hands.
    pub(super) hands: ByColor<Vec<TypeId>>,
    squares: Arc<SquareIndex>,
    /// Where rights count that are not already told by where the piece stands, as those of pawns are; by
    /// number.
    pub(super) homes: Bitboard<4, usize>,
    /// Checks are counted.
    pub(super) checks: bool,
    /// Nothing counts but pieces on squares.
    plain: bool,
    /// The fact that each one is on the board with the last file first, if the moves of all pieces are
    /// the same there.
    mirrored: Option<Vec<Fact>>,
}

/// What a fact is to the side that looks at it; equal ones are one input.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Seen {
    /// A piece: of the other side, its type, where.
    Piece(bool, TypeId, Square),
    Hand(bool, TypeId, u8),
    Right(bool, Square),
    Check(bool, u8),
}

impl Inputs {
    /// Those of a game.
    pub fn new(v: &Variant, tables: &MoveTables) -> Inputs {
        let types = ByColor::from_fn(|color| {
            let mut types = v.types_of(color);
            let promoted: Vec<TypeId> = types.iter().map(|&id| v.promoted(id)).collect();
            types.extend(promoted);
            types.sort_unstable();
            types.dedup();
            types
        });
        let both = [&types[Color::White][..], &types[Color::Black]];
        let symmetry = Symmetry::of(v, tables, both);
        let homes = homes(v);
        let hands = ByColor::from_fn(|color| {
            let held = |id: &TypeId| v.rules.can_hold(color, *id);
            types[color].iter().copied().filter(held).collect()
        });
        let mut inputs = Inputs {
            index: ByColor::from_fn(|_| vec![NO_INPUT; FACTS]),
            groups: Vec::new(),
            plain: hands.iter().all(Vec::is_empty)
                && (homes[0] | homes[1]).is_empty()
                && v.rules.win.checks == 0,
            hands,
            squares: tables.square_index().clone(),
            homes: (tables.square_index()).set((homes[0] | homes[1]).iter()),
            checks: v.rules.win.checks > 0,
            mirrored: mirrored(v, tables, both),
            symmetry,
        };
        let facts = inputs.all_facts(v, &types, homes);
        inputs.number(v, &facts);
        inputs
    }

    /// All facts there can be, with the colour that they are about.
    fn all_facts(
        &self,
        v: &Variant,
        types: &ByColor<Vec<TypeId>>,
        homes: [Bitboard; 2],
    ) -> Vec<(Fact, Color, Seen)> {
        let mut facts = Vec::new();
        for color in Color::ALL {
            for &id in &types[color] {
                let piece = |sq| (piece_fact(color, id, sq), color, Seen::Piece(false, id, sq));
                facts.extend(v.squares().map(piece));
            }
            for &id in &self.hands[color] {
                let hand = |n| (hand_fact(color, id, n), color, Seen::Hand(false, id, n));
                facts.extend((1..=HAND_MOST).map(hand));
            }
            let right = |sq| (right_fact(sq), color, Seen::Right(false, sq));
            facts.extend(homes[color.index()].iter().map(right));
            if self.checks {
                let check = |n| (check_fact(color, n), color, Seen::Check(false, n));
                facts.extend((1..=v.rules.win.checks.min(CHECKS_MOST)).map(check));
            }
        }
        facts
    }

    /// Numbers what is seen, in an order that depends on nothing but the game.
    fn number(&mut self, v: &Variant, facts: &[(Fact, Color, Seen)]) {
        let turned = |view: Color, sq: Square| match view {
            Color::White => sq,
            Color::Black => self.symmetry.turn.of(v, sq),
        };
        // what is black's is called what white's counterpart is called
        let typed = |owner: Color, id: TypeId| match owner {
            Color::White => id,
            Color::Black => self.symmetry.counterpart[id.index()],
        };
        let seen = |view: Color, owner: Color, seen: Seen| {
            let theirs = view != owner;
            match seen {
                Seen::Piece(_, id, sq) => Seen::Piece(theirs, typed(owner, id), turned(view, sq)),
                Seen::Hand(_, id, n) => Seen::Hand(theirs, typed(owner, id), n),
                Seen::Right(_, sq) => Seen::Right(theirs, turned(view, sq)),
                Seen::Check(_, n) => Seen::Check(theirs, n),
            }
        };
        let mut numbers: BTreeMap<Seen, u16> = BTreeMap::new();
        for &(_, owner, what) in facts {
            for view in Color::ALL {
                numbers.insert(seen(view, owner, what), 0);
            }
        }
        self.groups.clear();
        for (number, (what, input)) in numbers.iter_mut().enumerate() {
            *input = number as u16;
            // a square holds one piece; anything else is for itself
            self.groups.push(match what {
                Seen::Piece(_, _, sq) => u16::from(sq.0),
                _ => 256 + number as u16,
            });
        }
        for &(fact, owner, what) in facts {
            for view in Color::ALL {
                let input = numbers.get(&seen(view, owner, what)).copied();
                self.index[view][usize::from(fact)] = input.unwrap_or(NO_INPUT);
            }
        }
        // most games have a few types, and nothing but pieces
        let end = facts.iter().map(|&(fact, ..)| usize::from(fact) + 1).max();
        for index in self.index.iter_mut() {
            index.truncate(end.unwrap_or(0));
            index.shrink_to_fit();
        }
    }

    /// Without what is needed for learning alone.
    pub(super) fn for_play(mut self) -> Inputs {
        self.mirrored = None;
        self
    }

    /// True if there is nothing but pieces on squares.
    #[inline]
    pub(super) fn is_plain(&self) -> bool {
        self.plain
    }

    /// True if anything is counted: pieces in hand, or checks that are left.
    #[inline]
    pub(super) fn counts(&self) -> bool {
        self.checks
            || Color::ALL
                .iter()
                .any(|&color| !self.hands[color].is_empty())
    }

    /// How many inputs there are.
    pub fn count(&self) -> usize {
        self.groups.len()
    }

    /// The input that a fact is to a side; no input of any net if there is none.
    #[inline]
    pub fn of(&self, view: Color, fact: Fact) -> usize {
        let index = self.index[view].get(usize::from(fact));
        usize::from(index.map_or(NO_INPUT, |&input| input))
    }

    /// The inputs of all facts, as a side sees them.
    #[inline]
    pub(super) fn seen_by(&self, view: Color) -> &[u16] {
        &self.index[view]
    }

    /// By input: of those with the same number at most one can be true at a time; numbers below 256 are
    /// those of squares.
    pub fn groups(&self) -> &[u16] {
        &self.groups
    }

    /// The number that files have for the way in which black's view is made like white's.
    pub fn symmetry(&self) -> u8 {
        self.symmetry.code()
    }

    /// The same fact on the board with the last file first, where all pieces move alike there.
    pub fn mirrored(&self, fact: Fact) -> Option<Fact> {
        Some(self.mirrored.as_ref()?[usize::from(fact)])
    }

    /// All numbers of facts are below this.
    pub(super) fn facts_end(&self) -> Fact {
        FACTS as Fact
    }

    /// Appends all facts of a position.
    pub fn facts(&self, pos: &Position, facts: &mut Vec<Fact>) {
        for color in Color::ALL {
            facts.extend((pos.pieces(color)).map(|(sq, id)| piece_fact(color, id, sq)));
            for &id in &self.hands[color] {
                let held = pos.in_hand(color, id).min(HAND_MOST);
                facts.extend((1..=held).map(|count| hand_fact(color, id, count)));
            }
            if self.checks {
                facts.push(check_fact(color, pos.checks_left(color)));
            }
        }
        let rights = pos.virgin_numbers() & self.homes;
        facts.extend(rights.iter().map(|number| self.right_fact(number)));
    }

    /// The piece that begins on the square of a number has not left it.
    #[inline]
    pub(super) fn right_fact(&self, number: usize) -> Fact {
        right_fact(self.squares.square(number))
    }
}

/// Where the pieces of white and black begin, pawns left out, in games where it matters that they have
/// not moved.
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
        // whatever begins anywhere on a back rank
        for (color, rank) in [(Color::White, 0), (Color::Black, v.ranks - 1)] {
            for file in 0..v.files {
                homes[color.index()].insert(Square::at(file, rank));
                homes[color.other().index()].remove(Square::at(file, rank));
            }
        }
    }
    homes
}

/// What each fact is on the board with the last file first, if everything moves alike there.
fn mirrored(v: &Variant, tables: &MoveTables, types: [&[TypeId]; 2]) -> Option<Vec<Fact>> {
    let alike = |&id: &TypeId| move_alike(v, tables, [id, id], Turn::Files);
    if !Turn::Files.fits(v) || !types.into_iter().flatten().all(alike) {
        return None;
    }
    let mut mirrored: Vec<Fact> = (0..FACTS as u16).collect();
    for sq in v.squares() {
        let there = Turn::Files.of(v, sq);
        mirrored[usize::from(right_fact(sq))] = right_fact(there);
        for (color, types) in Color::ALL.into_iter().zip(types) {
            for &id in types {
                mirrored[usize::from(piece_fact(color, id, sq))] = piece_fact(color, id, there);
            }
        }
    }
    Some(mirrored)
}
