//! From a move descriptor and an origin to the squares it can visit on this board.

use crate::board::position::{Cell, EMPTY};
use crate::types::Square;
use crate::variant::{Leg, LegEnd, Variant};

/// One square of a traced path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathStep {
    /// The square.
    pub sq: Square,
    flags: u8,
}

const CAPTURE: u8 = 1;
const QUIET: u8 = 2;
/// What may stand there for the walk to go on: nothing, a friend, an enemy of the mover.
pub(super) const EMPTY_SQUARE: u8 = 4;
pub(super) const FRIEND: u8 = 8;
pub(super) const ENEMY: u8 = 16;
const GUARD: u8 = 32;

/// What a piece whose colour has the bit `own` finds in a cell.
#[inline]
pub(super) fn occupant(cell: Cell, own: Cell) -> u8 {
    match cell {
        EMPTY => EMPTY_SQUARE,
        _ if cell & own != 0 => FRIEND,
        _ => ENEMY,
    }
}

impl PathStep {
    pub(super) fn new(sq: Square, leg: &Leg) -> PathStep {
        let mut flags = 0;
        for (set, flag) in [
            (leg.rights.capture, CAPTURE | GUARD),
            (leg.rights.quiet, QUIET),
            (leg.over.empty, EMPTY_SQUARE),
            (leg.over.friend, FRIEND),
            (leg.over.enemy, ENEMY),
        ] {
            if set {
                flags |= flag;
            }
        }
        PathStep { sq, flags }
    }

    /// A capture may end here.
    #[inline]
    pub fn captures(self) -> bool {
        self.flags & CAPTURE != 0
    }

    /// A quiet move may end here.
    #[inline]
    pub fn quiet(self) -> bool {
        self.flags & QUIET != 0
    }

    /// The walk goes on over this: [`EMPTY_SQUARE`], [`FRIEND`] or [`ENEMY`].
    #[inline]
    pub(super) fn passes(self, occupant: u8) -> bool {
        self.flags & occupant != 0
    }

    /// The walk goes on over an empty square and nothing else.
    pub(super) fn walks(self) -> bool {
        self.flags & (EMPTY_SQUARE | FRIEND | ENEMY) == EMPTY_SQUARE
    }

    /// The walk goes on whatever is here.
    pub(super) fn passes_all(self) -> bool {
        let all = EMPTY_SQUARE | FRIEND | ENEMY;
        self.flags & all == all
    }

    /// The walk needs a certain kind of piece here, or depends on the colour of the piece.
    pub(super) fn is_picky(self) -> bool {
        let over = self.flags & (EMPTY_SQUARE | FRIEND | ENEMY);
        over != EMPTY_SQUARE && over != EMPTY_SQUARE | FRIEND | ENEMY
    }

    /// The leg may capture, if not here: an own piece ends it.
    #[inline]
    pub fn ends_at_friends(self) -> bool {
        self.flags & GUARD != 0
    }

    /// The same square, only to be passed.
    pub(super) fn without_rights(self) -> PathStep {
        PathStep {
            flags: self.flags & !(CAPTURE | QUIET),
            ..self
        }
    }
}

/// The squares of consecutive legs from `origin`, up to the edge, to `stop` (the mover's own
/// square, which it cannot pass) or until the path would go round in a circle.
pub(super) fn trace(
    v: &Variant,
    legs: &[Leg],
    repeat: bool,
    cylinder: bool,
    origin: Square,
    stop: Square,
) -> Vec<PathStep> {
    let mut path = Vec::new();
    let mut visited = std::collections::HashSet::new();
    let mut sq = origin;
    // steps in turn come to each square at most once at each point of their round, before they are
    // back where they started
    let phases = |leg: &Leg| match leg.end {
        LegEnd::Steps(n) => usize::from(n),
        LegEnd::Slide | LegEnd::Hop { .. } => 1,
    };
    let longest = 256 * legs.iter().map(phases).sum::<usize>();
    loop {
        for (i, leg) in legs.iter().enumerate() {
            let steps = match leg.end {
                LegEnd::Steps(n) => usize::from(n),
                LegEnd::Slide | LegEnd::Hop { .. } => usize::MAX,
            };
            for _ in 0..steps {
                let Some(next) = v.step_from(sq, leg.step, cylinder) else {
                    return path;
                };
                let again = !visited.insert((i, next)) && steps == usize::MAX;
                if next == stop || again || path.len() >= longest {
                    return path;
                }
                path.push(PathStep::new(next, leg));
                sq = next;
                if matches!(
                    leg.end,
                    LegEnd::Hop {
                        immediate: true,
                        ..
                    }
                ) {
                    return path;
                }
            }
        }
        if !repeat {
            return path;
        }
    }
}
