//! A solved ending.

use std::ops::Add;
use std::sync::Arc;

use super::force::{Force, MAX_TABLE_MEN, MAX_TABLE_PIECES, number, royal_of};
use super::placements::Placements;
use crate::board::Position;
use crate::ruleset::Ruleset;
use crate::types::{Color, TypeId};
use crate::variant::Stalemate;

/// Pieces can mate if they win at least this share of all positions.
const MATING_SHARE: f64 = 0.3;

/// The exact result of a position with a bare royal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProbeResult {
    /// The position is drawn.
    Draw,
    /// The side to move mates in this number of plies.
    Win(u32),
    /// The side to move is mated in this number of plies.
    Loss(u32),
}

/// Numbers of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// All positions.
    pub all: u64,
    /// Positions that the side with pieces does not win.
    pub drawn: u64,
}

impl Count {
    /// The share of positions that the side with pieces wins, 0 to 1.
    pub fn share(self) -> f64 {
        (self.all - self.drawn) as f64 / self.all.max(1) as f64
    }
}

impl Add for Count {
    type Output = Count;

    fn add(self, other: Count) -> Count {
        Count {
            all: self.all + other.all,
            drawn: self.drawn + other.drawn,
        }
    }
}

/// The result and distance to mate of every placement of the men.
#[derive(Debug)]
pub(super) struct Table {
    pub placements: Placements,
    /// Distance to mate with the side with pieces to move, in moves of this side; 0: no win. By placement and the
    /// square of the bare royal.
    pub distances: Vec<u8>,
    /// Counts of the positions with the side with pieces to move, by whether all pieces are on squares of one colour.
    pub won: [Count; 2],
    /// The number of these positions that are drawn and in which this side can play on for ever without losing a piece
    /// or giving stalemate. 0 if they were not sought.
    pub fortresses: [u64; 2],
    /// Counts of the positions with the bare royal to move, by the same division.
    pub lost: [Count; 2],
    /// The endings without one of the pieces, by the index of this piece; `None`: a draw.
    pub smaller: Vec<Option<Arc<Table>>>,
}

impl Table {
    /// The distance to mate with the side with pieces to move, in moves of this side; 0: no win. `men`: the squares of
    /// its royal, of its pieces in the order of the force, and of the bare royal.
    #[inline]
    pub fn distance(&self, men: impl Iterator<Item = usize>) -> u8 {
        let (mut at, mut bare) = ([0; MAX_TABLE_MEN], 0);
        for (i, square) in men.enumerate() {
            bare = square;
            if let Some(place) = at.get_mut(i) {
                *place = square as u8;
            }
        }
        if self.placements.is_mirrored(at[0].into()) {
            bare = self.placements.mirror(bare);
        }
        self.distances[self.placements.index(&at) * self.placements.squares + bare]
    }

    /// The distance to mate in a position.
    pub fn distance_in(&self, pos: &Position, strong: Color) -> u8 {
        let files = pos.layout().files;
        let mut men = [(TypeId(0), 0); MAX_TABLE_PIECES];
        let mut count = 0;
        for (sq, id) in pos.pieces_in(strong, pos.live(strong) & !pos.royals(strong)) {
            men[count] = (id, number(sq, files));
            count += 1;
        }
        let men = &mut men[..count];
        men.sort_unstable();
        let royal = |color| royal_of(pos, color).map(|(sq, _)| number(sq, files));
        let squares = (royal(strong).into_iter())
            .chain(men.iter().map(|&(_, square)| square))
            .chain(royal(strong.other()));
        self.distance(squares)
    }

    /// The result of a position with this force against a bare royal; `None` if it depends on an unknown ending.
    pub fn probe(
        &self,
        rules: &Ruleset,
        pos: &mut Position,
        force: &Force,
        strong: Color,
    ) -> Option<ProbeResult> {
        if pos.side() == strong {
            return Some(match self.distance_in(pos, strong) {
                0 => ProbeResult::Draw,
                moves => ProbeResult::Win(2 * u32::from(moves) - 1),
            });
        }
        let moves = rules.tables.legal(pos);
        if moves.is_empty() {
            let lost = rules.tables.in_check(pos)
                || rules.variant().rules.win.stalemate == Stalemate::Loss;
            return Some(if lost {
                ProbeResult::Loss(0)
            } else {
                ProbeResult::Draw
            });
        }
        let mut longest = 0;
        for mv in moves {
            rules.tables.make(pos, mv);
            let reply = self.distance_after(pos, force, strong);
            pos.unmake();
            match reply? {
                0 => return Some(ProbeResult::Draw),
                moves => longest = longest.max(u32::from(moves)),
            }
        }
        Some(ProbeResult::Loss(2 * longest))
    }

    /// The distance to mate after a move of the bare royal, which may be a capture.
    fn distance_after(&self, pos: &Position, force: &Force, strong: Color) -> Option<u8> {
        let left = pos.live(strong).count_ones() as usize - 1;
        if pos.has_hand(Color::White) || pos.has_hand(Color::Black) {
            return None;
        }
        if left == force.pieces.len() {
            return Some(self.distance_in(pos, strong));
        }
        let gone = |id: &TypeId| {
            let count = force.pieces.iter().filter(|&piece| piece == id).count();
            usize::from(pos.count(strong, *id)) < count
        };
        let index = force.pieces.iter().position(gone)?;
        match self.smaller.get(index)? {
            Some(smaller) => Some(smaller.distance_in(pos, strong)),
            // two bare royals draw
            None => (left == 0).then_some(0),
        }
    }

    /// The share of won positions with the side with pieces to move.
    pub fn share(&self) -> f64 {
        (self.won[0] + self.won[1]).share()
    }

    /// The share of won positions, over positions with all pieces on squares of one colour, or over all other
    /// positions.
    pub fn share_on(&self, one_color: bool) -> f64 {
        self.won[usize::from(one_color)].share()
    }

    /// True if the pieces can mate.
    pub fn mates(&self) -> bool {
        self.share() >= MATING_SHARE
    }

    /// True if the pieces can mate when all are on squares of one colour, or when they are not.
    pub fn mates_on(&self, one_color: bool) -> bool {
        self.share_on(one_color) >= MATING_SHARE
    }

    /// Moves of the longest win.
    pub fn longest(&self) -> u8 {
        self.distances.iter().copied().max().unwrap_or(0)
    }

    /// Memory of the table, in bytes.
    pub fn bytes(&self) -> usize {
        self.distances.len()
    }
}
