//! A solved ending, and what it says of a position.

use std::sync::Arc;

use super::force::{Force, MAX_TABLE_MEN, MAX_TABLE_PIECES, number, royal_of};
use super::placements::Placements;
use crate::board::Position;
use crate::ruleset::Ruleset;
use crate::types::{Color, TypeId};
use crate::variant::Stalemate;

/// Pieces that win from such a share of all positions are said to be able to mate.
const MATING_SHARE: f64 = 0.3;

/// What is known for sure of a position with a lone royal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProbeResult {
    /// Nobody wins.
    Draw,
    /// The side to move mates in so many plies.
    Win(u32),
    /// The side to move is mated in so many plies.
    Loss(u32),
}

/// A number of positions, and how many of them nobody wins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// All that can be.
    pub all: u64,
    /// Those that the side with pieces does not win.
    pub drawn: u64,
}

impl Count {
    /// Those of two kinds together.
    pub fn and(self, other: Count) -> Count {
        Count {
            all: self.all + other.all,
            drawn: self.drawn + other.drawn,
        }
    }

    /// The share of those that the side with pieces wins, 0 to 1.
    pub fn share(self) -> f64 {
        (self.all - self.drawn) as f64 / self.all.max(1) as f64
    }
}

/// Who wins an ending, and how soon, for every placement of the men.
#[derive(Debug)]
pub(super) struct Table {
    pub placements: Placements,
    /// With the side that has pieces to move: its distance to mate in moves of its own, 0: it does
    /// not win. By how its men stand and the square of the lone royal.
    pub distances: Vec<u8>,
    /// No win takes more moves than a distance can say.
    pub is_whole: bool,
    /// The positions with the side to move that has pieces, and those with the lone royal to move; by
    /// whether all pieces stand on squares of one colour.
    pub won: [Count; 2],
    /// Of those that the side with pieces does not win though it is to move: in so many it can go on
    /// for ever without losing a piece or giving stalemate. 0 if nobody wanted to know.
    pub fortresses: [u64; 2],
    pub lost: [Count; 2],
    /// What is left without one of the pieces, by its index; `None`: a draw.
    pub less: Vec<Option<Arc<Table>>>,
}

impl Table {
    /// In how many moves the side with pieces mates when it is to move, 0 if it does not: the
    /// squares of its royal, of its pieces in the order of the force, and of the lone royal.
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

    /// The same for a position.
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

    /// What the table says of a position with this force against a lone royal. `None` if that
    /// depends on an ending of which nothing is known.
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
            return Some(match lost {
                true => ProbeResult::Loss(0),
                false => ProbeResult::Draw,
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

    /// The distance to mate when the lone royal has moved, perhaps taking one of the force.
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
        match self.less.get(index)? {
            Some(less) => Some(less.distance_in(pos, strong)),
            // two royals that can do nothing to each other
            None => (left == 0).then_some(0),
        }
    }

    /// The share of won positions with the side to move that has pieces.
    pub fn share(&self) -> f64 {
        self.won[0].and(self.won[1]).share()
    }

    /// The same, of those positions only in which all pieces stand on squares of one colour, or not.
    pub fn share_on(&self, one_color: bool) -> f64 {
        self.won[usize::from(one_color)].share()
    }

    /// True if the pieces can mate, wherever they stand.
    pub fn mates(&self) -> bool {
        self.share() >= MATING_SHARE
    }

    /// True if they can mate when they stand on squares of one colour, or not.
    pub fn mates_on(&self, one_color: bool) -> bool {
        self.share_on(one_color) >= MATING_SHARE
    }

    /// The most moves that a win takes.
    pub fn longest(&self) -> u8 {
        self.distances.iter().copied().max().unwrap_or(0)
    }

    /// What it takes in memory.
    pub fn bytes(&self) -> usize {
        self.distances.len()
    }
}
