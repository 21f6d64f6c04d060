//! Goals besides the loss of a royal: other ways to win and lose, and rules of capture that make
//! another game of the same pieces.

use crate::types::{Color, TypeId};

/// The pieces that a capture takes along.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explosion {
    /// Types that stand the blast, unless they make the capture or are captured.
    pub spared: Vec<TypeId>,
}

/// What decides a game besides royals. The default is a game in which nothing else does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Goals {
    /// Whoever has given so many checks has won; 0: checks are not counted.
    pub checks: u8,
    /// White's and black's types of which losing the last one loses.
    pub extinction: [Vec<TypeId>; 2],
    /// White's and black's types of which a side must have a piece left: without any it loses,
    /// unless it can at once leave the other side like that as well, which is a draw.
    pub baring: [Vec<TypeId>; 2],
    /// Being left with nothing but the royal, or with nothing at all for a side that has none,
    /// wins.
    pub bare_wins: bool,
    /// Being mated wins.
    pub mated_wins: bool,
    /// Who can capture must capture.
    pub compulsory_captures: bool,
    /// A capture destroys capturer and captured and all pieces beside them. Royals, who would
    /// destroy themselves, capture nothing.
    pub explosion: Option<Explosion>,
}

impl Goals {
    /// True if only the loss of a royal, or something that is counted on top, can decide the game.
    pub fn leave_royals_alone(&self) -> bool {
        let Goals {
            extinction,
            bare_wins,
            mated_wins,
            ..
        } = self;
        extinction.iter().all(Vec::is_empty) && !bare_wins && !mated_wins
    }

    /// True if a side can lose without having a royal.
    pub fn replace_royals(&self, color: Color) -> bool {
        self.bare_wins || !self.extinction[color.index()].is_empty()
    }
}
