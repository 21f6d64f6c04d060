//! How a piece moves, as data: the checked meaning of one move of an fmax.ini piece line.
//!
//! A [`MoveDescriptor`] says *what* may happen, for a piece standing anywhere; the move tables
//! later work out *where* on the board of a game. Everything here is independent of boards,
//! colours and the bit encoding of the file (see [`super::ini::mode`] for that).

use crate::types::Step;

/// The most squares that a pawn can pass in one move and be captured on by an en-passant capture.
pub const MAX_PASSED: usize = 6;

/// What a piece may do on a square it reaches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rights {
    /// May capture an enemy piece there.
    pub capture: bool,
    /// May move there when the square is empty.
    pub quiet: bool,
    /// May capture own pieces there, except royals.
    pub own: bool,
    /// Captures there give no check and cannot take a royal piece.
    pub tame: bool,
}

canonical!(struct Rights { capture = 1, quiet = 2, own = 3, tame = 4 });

impl Rights {
    /// Neither move nor capture: the square can only be passed.
    pub const NONE: Rights = Rights {
        capture: false,
        quiet: false,
        own: false,
        tame: false,
    };
    /// Captures and moves.
    pub const BOTH: Rights = Rights {
        capture: true,
        quiet: true,
        ..Rights::NONE
    };
    /// Only captures.
    pub const CAPTURE: Rights = Rights {
        capture: true,
        ..Rights::NONE
    };
    /// Only moves.
    pub const QUIET: Rights = Rights {
        quiet: true,
        ..Rights::NONE
    };

    /// True if the piece may end its move there in some way.
    #[inline]
    pub fn any(self) -> bool {
        self.capture || self.quiet || self.own
    }

    /// True if the piece attacks a piece on such a square, even a royal.
    #[inline]
    pub fn attacks(self) -> bool {
        self.capture && !self.tame
    }

    /// True if there are no rights besides quiet moves and captures of enemies, which may be royal.
    pub fn are_common(self) -> bool {
        !self.own && !self.tame
    }
}

/// The contents of a square that a path may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Over {
    /// Nothing.
    pub empty: bool,
    /// A piece of the mover's own colour.
    pub friend: bool,
    /// A piece of the opponent.
    pub enemy: bool,
}

canonical!(struct Over { empty = 1, friend = 2, enemy = 3 });

impl Over {
    /// Only empty squares are passed: walking.
    pub const EMPTY: Over = Over::new(true, false, false);
    /// Any contents: jumping.
    pub const ANY: Over = Over::new(true, true, true);
    /// There must be a piece, a platform.
    pub const PIECE: Over = Over::new(false, true, true);
    /// There must be a friend.
    pub const FRIEND: Over = Over::new(false, true, false);

    /// The allowed contents.
    pub const fn new(empty: bool, friend: bool, enemy: bool) -> Self {
        Over {
            empty,
            friend,
            enemy,
        }
    }
}

/// The pieces that can be platforms of a hopper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Platform {
    /// Any piece.
    Any,
    /// Only a piece of the hopper's own colour.
    Friend,
}

canonical!(enum Platform: Any = 0, Friend = 1);

/// How one leg of a path ends and continues with the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LegEnd {
    /// After exactly this many steps (at least 1); on the last leg, the path ends there.
    Steps(u8),
    /// Never: the leg slides on until something stops it. Only the last leg can slide.
    Slide,
    /// On meeting a platform: the next leg starts there.
    Hop {
        /// The pieces that can be platforms.
        platform: Platform,
        /// The platform must stand on the first square of the leg.
        immediate: bool,
        /// The next leg starts from the square *before* the platform instead of from on top of it.
        collide: bool,
    },
}

impl LegEnd {
    /// The most steps of the leg; `usize::MAX` if only the board and its pieces end it.
    pub fn max_steps(self) -> usize {
        match self {
            LegEnd::Steps(steps) => usize::from(steps),
            LegEnd::Slide | LegEnd::Hop { .. } => usize::MAX,
        }
    }
}

canonical!(enum LegEnd: Slide = 0, Steps(count) = 1, Hop { platform = 1, immediate = 2, collide = 3 } = 2);

/// A straight part of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Leg {
    /// The repeated step.
    pub step: Step,
    /// The rights on each square of the leg.
    pub rights: Rights,
    /// How the leg ends.
    pub end: LegEnd,
    /// The required contents of the squares of this leg. (Not for a leg that ends by hopping: it passes empty squares
    /// up to its platform.)
    pub over: Over,
}

canonical!(struct Leg { step = 1, rights = 2, end = 3, over = 4 });

impl Leg {
    /// A single step that leaps.
    pub fn leap(step: Step, rights: Rights) -> Self {
        Leg {
            step,
            rights,
            end: LegEnd::Steps(1),
            over: Over::EMPTY,
        }
    }

    /// An unlimited slide.
    pub fn slide(step: Step, rights: Rights) -> Self {
        Leg {
            step,
            rights,
            end: LegEnd::Slide,
            over: Over::EMPTY,
        }
    }
}

/// The condition of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Condition {
    /// At any time.
    Always,
    /// Only by a piece that has never moved.
    Virgin,
    /// Only by a pawn exactly one rank beyond its start rank (the second double push of Wildebeest Chess), unless the
    /// square behind it is a hole: no pawn could have started there, and XBoard allows no such move.
    BeyondStart,
}

canonical!(enum Condition: Always = 0, Virgin = 1, BeyondStart = 2);

/// The form of a move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum MoveShape {
    /// A walk along one or more legs: leapers, sliders, riders, limited ranges, lame leapers, bent
    /// sliders, hoppers, and (with `repeat`) alternating riders.
    ///
    /// The piece may stop on any square on the way if the rights of the leg allow it. A square that the leg cannot pass
    /// ends the walk, unless it is a hopper's platform. Only the first leg can hop.
    Path {
        /// The legs in order; never empty.
        legs: Vec<Leg>,
        /// After the last leg the first one follows again, for ever (alternators).
        repeat: bool,
    },
    /// A leap to `2 * twice + once` that requires that at least one of the three orders of these steps passes over
    /// empty squares only (the Falcon).
    MultiPath {
        /// The step made twice.
        twice: Step,
        /// The step made once.
        once: Step,
        /// The rights on the target square.
        rights: Rights,
    },
    /// Two moves in one, such as those of the lion of Chu Shogi: a step with a capture, and a leg from there, which may
    /// capture too. The leg may lead back to the start square, which counts as empty.
    Double {
        /// The first step, of at most three files and ranks.
        first: Step,
        /// The first step may also be to an empty square if the second one leads straight back, which passes the turn.
        passes: bool,
        /// The rest of the move.
        then: Leg,
    },
    /// Castling with the piece in the corner of the mover's own rank, or with the nearest piece of the type that the
    /// rules name.
    Castling {
        /// Files the mover travels; negative is towards the a-file.
        files: i8,
        /// Distance of the partner from the edge, in squares; 0 for the piece in the corner, or for the type that the
        /// rules name.
        inset: u8,
    },
}

canonical!(enum MoveShape:
    Path { legs = 1, repeat = 2 } = 0,
    MultiPath { twice = 1, once = 2, rights = 3 } = 1,
    Double { first = 1, passes = 2, then = 3 } = 2,
    Castling { files = 1, inset = 2 } = 3
);

/// A move of a piece.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MoveDescriptor {
    /// The form of the move.
    pub shape: MoveShape,
    /// The condition under which the piece has the move.
    pub condition: Condition,
    /// The left and right edges of the board are joined for this move.
    pub cylinder: bool,
    /// When a pawn makes the move, every empty square that it passes becomes an en-passant square.
    pub en_passant: bool,
}

canonical!(struct MoveDescriptor { shape = 1, condition = 2, cylinder = 3, en_passant = 4 });

impl MoveDescriptor {
    /// An unconditional path on an ordinary board.
    pub fn path(legs: Vec<Leg>) -> Self {
        MoveDescriptor {
            shape: MoveShape::Path {
                legs,
                repeat: false,
            },
            condition: Condition::Always,
            cylinder: false,
            en_passant: false,
        }
    }

    /// The move as the other colour makes it: Black's left is White's right.
    #[must_use]
    pub fn turned(&self) -> Self {
        self.with_steps(|step| -step)
    }

    /// The move to the other side: left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        self.with_steps(|step| Step::new(-step.files, step.ranks))
    }

    /// The move with each step changed. Castling is a step along the rank.
    #[must_use]
    pub fn with_steps(&self, change: impl Fn(Step) -> Step) -> Self {
        let mut changed = self.clone();
        match &mut changed.shape {
            MoveShape::Path { legs, .. } => {
                legs.iter_mut().for_each(|leg| leg.step = change(leg.step));
            }
            MoveShape::MultiPath { twice, once, .. } => {
                (*twice, *once) = (change(*twice), change(*once));
            }
            MoveShape::Double { first, then, .. } => {
                (*first, then.step) = (change(*first), change(then.step));
            }
            MoveShape::Castling { files, .. } => *files = change(Step::new(*files, 0)).files,
        }
        changed
    }

    /// The legs of a path that ends after its last leg; `None` for an alternating path and for other forms.
    pub fn legs(&self) -> Option<&[Leg]> {
        match &self.shape {
            MoveShape::Path {
                legs,
                repeat: false,
            } => Some(legs),
            _ => None,
        }
    }

    /// The leg of a plain leap or slide; `None` for other moves.
    pub fn plain_leg(&self) -> Option<Leg> {
        match self.legs()? {
            [leg]
                if !self.cylinder
                    && self.condition == Condition::Always
                    && leg.over == Over::EMPTY
                    && leg.rights.are_common()
                    && !self.is_hopper() =>
            {
                Some(*leg)
            }
            _ => None,
        }
    }

    /// True if the move is a path of several steps, so that pieces can stand in its way.
    pub fn slides(&self) -> bool {
        let MoveShape::Path { legs, .. } = &self.shape else {
            return false;
        };
        let far = |leg: &Leg| leg.end == LegEnd::Slide || matches!(leg.end, LegEnd::Steps(2..));
        legs.len() > 1 || legs.iter().any(far)
    }

    /// The rights on all parts of the way; castling has none.
    pub fn rights(&self) -> impl Iterator<Item = Rights> {
        let (legs, one): (&[Leg], _) = match &self.shape {
            MoveShape::Path { legs, .. } => (legs, None),
            MoveShape::MultiPath { rights, .. } => (&[], Some(*rights)),
            MoveShape::Double { then, .. } => (std::slice::from_ref(then), Some(Rights::CAPTURE)),
            MoveShape::Castling { .. } => (&[], None),
        };
        legs.iter().map(|leg| leg.rights).chain(one)
    }

    /// True if the move may capture enemies.
    pub fn captures(&self) -> bool {
        self.rights().any(|rights| rights.capture)
    }

    /// True if the move has only common rights (see [`Rights::are_common`]).
    pub fn has_common_rights(&self) -> bool {
        self.rights().all(Rights::are_common)
    }

    /// True if the move is a double move, which captures on its way.
    pub fn is_double(&self) -> bool {
        matches!(self.shape, MoveShape::Double { .. })
    }

    /// True if the move needs a platform.
    pub fn is_hopper(&self) -> bool {
        matches!(&self.shape, MoveShape::Path { legs, .. } if matches!(legs[0].end, LegEnd::Hop { .. }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_steps_are_read() {
        for (code, files, ranks) in [
            (1, 1, 0),
            (-1, -1, 0),
            (16, 0, -1),
            (-16, 0, 1),
            (-15, 1, 1),
            (-17, -1, 1),
            (14, -2, -1),
            (31, -1, -2),
            (33, 1, -2),
            (18, 2, -1),
            (8, 8, 0),
            (-8, -8, 0),
            (24, 8, -1),
            (-9, 7, 1),
            (50, 2, -3),
        ] {
            let step = Step::from_code(code).unwrap();
            assert_eq!(step, Step::new(files, ranks), "step {code}");
            assert_eq!(step.code(), code);
        }
        assert_eq!(Step::from_code(16 * 16), None);
    }
}
