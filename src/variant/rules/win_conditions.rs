//! Goals besides the loss of a royal: other ways to win and lose, and rules of capture that make
//! another game of the same pieces.

use crate::types::{ByColor, Color, TypeId};

/// What a stalemate is worth to the side that cannot move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stalemate {
    /// The game is drawn.
    #[default]
    Draw,
    /// The stalemated side loses.
    Loss,
    /// The stalemated side wins.
    Win,
    /// The side with fewer pieces wins; it is a draw if both have as many.
    Fewer,
}

/// The pieces that a capture takes along.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explosion {
    /// Types that stand the blast, unless they make the capture or are captured.
    pub spared: Vec<TypeId>,
}

/// What decides a game besides royals. The default is a game in which nothing else does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WinConditions {
    /// What stalemate is worth.
    pub stalemate: Stalemate,
    /// The type of royal (either colour's) that wins by reaching one of the central squares.
    pub hill: Option<TypeId>,
    /// A side left with nothing but its royal loses, unless it can at once leave the other side
    /// like that as well, which is a draw.
    pub bare_king_loses: bool,
    /// Whoever has given so many checks has won; 0: checks are not counted.
    pub checks: u8,
    /// White's and black's types of which losing the last one loses.
    pub extinction: ByColor<Vec<TypeId>>,
    /// White's and black's types of which a side must have a piece left: without any it loses,
    /// unless it can at once leave the other side like that as well, which is a draw.
    pub baring: ByColor<Vec<TypeId>>,
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

impl WinConditions {
    /// True if mate, the loss of a royal and stalemate are all that can decide the game, and
    /// captures are what they are in chess.
    pub fn only_royals_decide(&self) -> bool {
        let usual = WinConditions {
            stalemate: self.stalemate,
            ..WinConditions::default()
        };
        *self == usual
    }

    /// True if a game with nothing left but two royals that keep apart is a draw.
    pub fn leave_royals_alone(&self) -> bool {
        let WinConditions {
            stalemate,
            hill,
            bare_king_loses,
            extinction,
            bare_wins,
            mated_wins,
            // these need more than royals, or are counted on top
            checks: _,
            baring: _,
            compulsory_captures: _,
            explosion: _,
        } = self;
        *stalemate == Stalemate::Draw
            && hill.is_none()
            && extinction.iter().all(Vec::is_empty)
            && !bare_king_loses
            && !bare_wins
            && !mated_wins
    }

    /// True if a side can lose without having a royal.
    pub fn replace_royals(&self, color: Color) -> bool {
        self.bare_wins || !self.extinction[color].is_empty()
    }
}
