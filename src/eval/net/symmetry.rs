//! The symmetry of a variant: how black's perspective maps to white's, and whether left and right are alike.

use crate::movegen::{EMPTY_CHANCE, MoveTables};
use crate::types::{Color, Square, TypeId};
use crate::variant::Variant;

/// Smaller differences between the chances of squares do not count.
const EPSILON: f64 = 1e-9;

/// A reflection of the board. The numbers are codes in files of nets, with a bit for each direction that is reversed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// No reflection.
    None = 0,
    /// Last rank first.
    Ranks = 1,
    /// Last file first.
    Files = 2,
    /// Last rank and last file first: a rotation by 180 degrees.
    Half = 3,
}

impl Turn {
    /// The image of a square; with two boards, each board is turned by itself.
    pub fn of(self, v: &Variant, sq: Square) -> Square {
        let (shown, rank) = (v.shown_file(sq.file()), sq.rank());
        let turned = |by: Turn, x: u8, n: u8| match self as u8 & by as u8 {
            0 => x,
            _ => n - 1 - x,
        };
        let file = turned(Turn::Files, shown, v.files);
        let rank = turned(Turn::Ranks, rank, v.ranks);
        Square::at(file + (sq.file() - shown), rank)
    }

    /// True if the holes of the board keep their places.
    pub fn fits(self, v: &Variant) -> bool {
        let is_there = |sq: Square| !v.is_hole(v.shown_file(sq.file()), sq.rank());
        v.squares().all(|sq| is_there(self.of(v, sq)))
    }
}

/// How black's perspective maps to white's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Symmetry {
    /// How black's board is turned.
    pub turn: Turn,
    /// By type: White's counterpart of a type of Black's. With different armies each type is its own counterpart.
    pub counterpart: Vec<TypeId>,
}

impl Symmetry {
    /// The symmetry of a variant: black's pieces start like white's after some turn, and move like them.
    pub fn of(v: &Variant, tables: &MoveTables, types: [&[TypeId]; 2]) -> Symmetry {
        for turn in [Turn::Ranks, Turn::Half] {
            let counterpart = turn.fits(v).then(|| counterparts(v, tables, types, turn));
            if let Some(counterpart) = counterpart.flatten() {
                return Symmetry { turn, counterpart };
            }
        }
        let turn = if Turn::Ranks.fits(v) {
            Turn::Ranks
        } else {
            Turn::None
        };
        let counterpart = (0..=v.pieces.len()).map(|id| TypeId(id as u8)).collect();
        Symmetry { turn, counterpart }
    }

    /// The code of the symmetry in files of nets.
    pub fn code(&self) -> u8 {
        let own = (0..).zip(&self.counterpart).all(|(i, id)| id.index() == i);
        self.turn as u8 | u8::from(own) << 2
    }
}

/// The counterparts of black's types, if black's army is white's, turned.
fn counterparts(
    v: &Variant,
    tables: &MoveTables,
    [white, black]: [&[TypeId]; 2],
    turn: Turn,
) -> Option<Vec<TypeId>> {
    let start = v.start_pieces();
    let at = |color: Color, sq: Square| {
        let mut placed = start.iter().filter(|p| p.color == color);
        let found = placed.find(|p| Square::at(p.file, p.rank) == sq);
        found.map(|p| p.id)
    };
    // types that start on the same squares first, then types with the same letter
    let mut pairs: Vec<(TypeId, TypeId)> = Vec::new();
    for p in start.iter().filter(|p| p.color == Color::White) {
        let there = turn.of(v, Square::at(p.file, p.rank));
        let pair = (p.id, at(Color::Black, there)?);
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    let sides = Color::ALL.map(|color| start.iter().filter(|p| p.color == color).count());
    if sides[0] != sides[1] {
        return None;
    }
    for &id in black {
        if pairs.iter().all(|&(_, other)| other != id) {
            let alike = |other: &&TypeId| {
                v.piece(**other).letter == v.piece(id).letter
                    && pairs.iter().all(|(known, _)| known != *other)
                    && v.piece(**other).promoted_from.is_some()
                        == v.piece(id).promoted_from.is_some()
            };
            pairs.push((*white.iter().find(alike)?, id));
        }
    }
    let mut counterpart: Vec<TypeId> = (0..=v.pieces.len()).map(|id| TypeId(id as u8)).collect();
    for (number, &(ours, theirs)) in pairs.iter().enumerate() {
        let earlier = &pairs[..number];
        let contradicts = |&(a, b): &(TypeId, TypeId)| (a == ours) != (b == theirs);
        let (a, b) = (v.piece(ours), v.piece(theirs));
        if earlier.iter().any(contradicts)
            || (a.value, a.royalty) != (b.value, b.royalty)
            || !move_alike(v, tables, [ours, theirs], turn)
        {
            return None;
        }
        counterpart[theirs.index()] = ours;
    }
    Some(counterpart)
}

/// True if one type moves on the board as the other type does on the turned board, without first moves.
pub(super) fn move_alike(v: &Variant, tables: &MoveTables, ids: [TypeId; 2], turn: Turn) -> bool {
    let targets = |id: TypeId, from: Square, turn: Turn| {
        let mut list = Vec::new();
        tables.visit_crowded(id, from, EMPTY_CHANCE, |to, chance, rights| {
            list.push((turn.of(v, to), rights.capture, rights.quiet, chance));
        });
        list.sort_by(|a, b| {
            let key = |t: &(Square, bool, bool, f64)| (t.0, t.1, t.2);
            key(a).cmp(&key(b)).then(a.3.total_cmp(&b.3))
        });
        list
    };
    v.squares().all(|sq| {
        let ours = targets(ids[0], sq, turn);
        let theirs = targets(ids[1], turn.of(v, sq), Turn::None);
        let same = |(a, b): (&(_, _, _, f64), &(_, _, _, f64))| {
            (a.0, a.1, a.2) == (b.0, b.1, b.2) && (a.3 - b.3).abs() < EPSILON
        };
        ours.len() == theirs.len() && ours.iter().zip(&theirs).all(same)
    })
}
