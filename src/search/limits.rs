//! When a search has to stop: what it is told.

use std::time::Duration;

/// How time is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// No limit (analysis, or a limit of depth or nodes only).
    Unlimited,
    /// Exactly this time for the move.
    PerMove(Duration),
    /// A game clock.
    Game {
        /// What is left on our clock.
        remaining: Duration,
        /// What each move adds.
        increment: Duration,
        /// Moves until more time is added; `None`: the rest of the game.
        moves_to_go: Option<u32>,
        /// What a move costs beyond its thinking.
        costs: MoveCosts,
        /// What is left on the opponent's clock, if that is known.
        opponent: Option<Duration>,
    },
}

/// What the moves of a game cost on the clock beyond the thinking, all zero if nothing is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveCosts {
    /// What a move costs on top of its thinking, on average: the connection, a busy machine.
    pub overhead: Duration,
    /// What a move made at once is expected to cost. That is more than `overhead` where a GUI draws
    /// the board before it reads the answer.
    pub instant: Duration,
    /// So much thinking saves nothing if it is left out, for it fits into `instant`.
    pub free: Duration,
}

/// When a search has to stop.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Time.
    pub clock: Clock,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Time is counted in positions, so many for a second; `None`: by the clock on the wall.
    pub node_rate: Option<u64>,
    /// Kept back of what a clock on the wall gives: so much later than it should may a move arrive.
    pub reserve: Duration,
}

impl Limits {
    /// No limit at all.
    pub const UNLIMITED: Limits = Limits {
        clock: Clock::Unlimited,
        depth: None,
        nodes: None,
        node_rate: None,
        reserve: Duration::ZERO,
    };

    /// True if it depends on the clock on the wall how far the search gets, be it that somebody
    /// will end it. A clock with plenty of time is none beside another limit.
    pub(super) fn is_timed(&self) -> bool {
        let counted = self.depth.is_some() || self.nodes.is_some();
        let plenty = match self.clock {
            Clock::Unlimited => true,
            Clock::PerMove(time) => time >= PLENTY,
            Clock::Game { remaining, .. } => remaining >= PLENTY * LONG_GAME,
        };
        self.node_rate.is_none() && !(counted && plenty)
    }

    /// A fixed depth in plies.
    pub fn depth(depth: u32) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::UNLIMITED
        }
    }

    /// A number of positions.
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::UNLIMITED
        }
    }
}

/// Nobody who limits a search by depth or nodes waits so long for a move.
const PLENTY: Duration = Duration::from_secs(60);
/// For so many moves what each loses by itself is put aside.
pub(super) const LONG_GAME: u32 = 100;
