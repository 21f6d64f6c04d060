//! The limits of a search.

use std::time::Duration;

/// The time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// No limit (analysis, or a limit of depth or nodes only).
    Unlimited,
    /// Exactly this time for the move.
    PerMove(Duration),
    /// A game clock.
    Game {
        /// Time left on the engine's clock.
        remaining: Duration,
        /// The increment per move.
        increment: Duration,
        /// Moves until more time is added; `None`: the rest of the game.
        moves_to_go: Option<u32>,
        /// Moves that the side has made in the game so far.
        made: u32,
        /// Time that a move costs besides the thinking.
        costs: MoveCosts,
        /// Time left on the opponent's clock, if known.
        opponent: Option<Duration>,
    },
}

/// Time that moves cost besides the thinking; zero if unknown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveCosts {
    /// Average cost of a move on top of its thinking: the connection, a busy machine.
    pub overhead: Duration,
    /// Expected cost of a move that is made at once. This exceeds `overhead` if a GUI draws the board before it reads
    /// the move.
    pub instant: Duration,
    /// Thinking for this long costs nothing, because it fits into `instant`.
    pub free: Duration,
}

/// When a search has to stop.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Time control.
    pub clock: Clock,
    /// Limit of the depth, in plies.
    pub depth: Option<u32>,
    /// Limit of the nodes.
    pub nodes: Option<u64>,
    /// If set, time is counted in nodes, this many per second; `None`: wall-clock time.
    pub node_rate: Option<u64>,
    /// Time kept back from wall-clock time: the move may arrive this much later than intended.
    pub reserve: Duration,
}

impl Limits {
    /// No limit.
    pub const UNLIMITED: Limits = Limits {
        clock: Clock::Unlimited,
        depth: None,
        nodes: None,
        node_rate: None,
        reserve: Duration::ZERO,
    };

    /// True if the result depends on wall-clock time, or on a command that ends the search. If depth or nodes are
    /// limited too, a long time does not count.
    pub(super) fn is_timed(&self) -> bool {
        let counted = self.depth.is_some() || self.nodes.is_some();
        let plenty = match self.clock {
            Clock::Unlimited => true,
            Clock::PerMove(time) => time >= PLENTY,
            Clock::Game { remaining, .. } => remaining >= PLENTY * LONG_GAME,
        };
        self.node_rate.is_none() && !(counted && plenty)
    }

    /// A search to this depth, in plies.
    pub fn depth(depth: u32) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::UNLIMITED
        }
    }

    /// A search of this number of nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::UNLIMITED
        }
    }
}

/// More time than a search limited by depth or nodes ever takes.
const PLENTY: Duration = Duration::from_secs(60);
/// Time is set aside for the losses of this many moves.
pub(super) const LONG_GAME: u32 = 100;
