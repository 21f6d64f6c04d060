//! The moves of a piece in Fairy-Stockfish: a set of moves in one direction each. Fairy-Stockfish's notation looks like
//! Betza's, but can express only this:
//!
//! - leaps of up to three squares along ranks and files, for moves only, captures only, or both;
//! - slides along ranks, files, diagonals and in knight's leaps, without limit or up to nine steps;
//! - hops over one piece along ranks, files and diagonals, any distance or to the square behind it (`g`);
//! - lame leaps (`n`): two squares straight or diagonally, those of a knight, and those of a zebra;
//! - first moves (`i`), which do not capture, and which a piece has on the squares where pawns make their
//!   double step, even if it has moved.

mod notation;

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::types::{Color, Step};
pub use notation::{read, write};

use crate::variant::{
    Condition, Leg, LegEnd, MoveDescriptor, MoveShape, Over, Platform, Rights, Zone, betza,
};

/// The longest leap along ranks or files, in squares.
const FARTHEST: i8 = 3;
/// The largest number of steps to which a slide can be limited.
const LONGEST: u8 = 9;

/// A hop over any piece.
const HOP: LegEnd = LegEnd::Hop {
    platform: Platform::Any,
    immediate: false,
    collide: false,
};

/// How a move gets to its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Manner {
    /// One step over anything.
    Leap,
    /// One step over empty squares.
    Lame,
    /// Steps over empty squares, at most this number of them; 0 is no limit.
    Slide(u8),
    /// Steps over one piece: with 0 any distance, with 1 to the square behind the piece, otherwise at most this number of
    /// squares altogether.
    Hop(u8),
}

/// A move in one direction, as its owner sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ray {
    /// Only on squares where pawns make their double step.
    pub initial: bool,
    /// True for a capture, false for a move to an empty square.
    pub capture: bool,
    pub manner: Manner,
    pub step: Step,
}

impl Ray {
    /// True if Fairy-Stockfish has tables for this move; without them a piece does not move that way.
    fn exists(&self) -> bool {
        let known = match self.manner {
            Manner::Leap => true,
            Manner::Lame => can_be_lame(self.step),
            Manner::Slide(_) => can_slide(self.step, false),
            Manner::Hop(_) => can_slide(self.step, true),
        };
        known && !(self.initial && self.capture)
    }

    /// The simplest form of the move: a slide of one step is a leap.
    fn plainest(mut self) -> Ray {
        if self.manner == Manner::Slide(1) {
            self.manner = Manner::Leap;
        }
        self
    }

    /// The square that is one step farther for a piece of a colour.
    fn onward(&self, (file, rank): (u8, u8), color: Color) -> Option<(u8, u8)> {
        let step = match color {
            Color::White => self.step,
            Color::Black => -self.step,
        };
        file.checked_add_signed(step.files)
            .zip(rank.checked_add_signed(step.ranks))
    }
}

/// All moves of a piece.
pub type Rays = BTreeSet<Ray>;

/// True if a piece of a colour can move from a square of an empty board without first moves.
pub fn can_move(rays: &Rays, color: Color, from: (u8, u8), board: &Zone) -> bool {
    let mut usual = rays.iter().filter(|ray| !ray.initial && !ray.capture);
    usual.any(|ray| {
        ray.onward(from, color)
            .is_some_and(|(f, r)| board.contains(f, r))
    })
}

/// The squares that a piece of a colour can reach from these squares on an empty board, if it may only stop at `stops`.
pub fn reached(rays: &Rays, color: Color, from: Vec<(u8, u8)>, stops: &Zone) -> Zone {
    let mut reached = Zone::default();
    let mut open = from;
    while let Some(square) = open.pop() {
        if reached.contains(square.0, square.1) {
            continue;
        }
        reached.insert(square.0, square.1);
        for ray in rays {
            let steps = match ray.manner {
                Manner::Leap | Manner::Lame => 1,
                Manner::Slide(0) | Manner::Hop(_) => usize::MAX,
                Manner::Slide(most) => most.into(),
            };
            let line = std::iter::successors(Some(square), |on| ray.onward(*on, color));
            let line = line.skip(1).take(steps);
            open.extend(line.filter(|&(file, rank)| stops.contains(file, rank)));
        }
    }
    reached
}

/// The steps of a lame leap: first along the longer side, then diagonally.
fn lame_path(step: Step) -> Vec<Step> {
    let (mut files, mut ranks) = (step.files, step.ranks);
    let mut path = Vec::new();
    while files != 0 || ranks != 0 {
        let difference = files.unsigned_abs() as i16 - ranks.unsigned_abs() as i16;
        let next = match difference {
            d if d > 0 => Step::new(files.signum(), 0),
            d if d < 0 => Step::new(0, ranks.signum()),
            _ => Step::new(files.signum(), ranks.signum()),
        };
        (files, ranks) = (files - next.files, ranks - next.ranks);
        path.push(next);
    }
    path
}

/// The length of a step along its shorter and its longer side.
fn sides(step: Step) -> (u8, u8) {
    let (a, b) = (step.files.unsigned_abs(), step.ranks.unsigned_abs());
    (a.min(b), a.max(b))
}

/// True if Fairy-Stockfish has tables for a lame leap with this step.
fn can_be_lame(step: Step) -> bool {
    matches!(sides(step), (0, 2) | (1, 2) | (2, 2) | (2, 3))
}

/// True if a slide or hop in such steps is possible.
fn can_slide(step: Step, hops: bool) -> bool {
    matches!(sides(step), (0 | 1, 1)) || !hops && sides(step) == (1, 2)
}

/// A move of a piece of a colour as rays, on a board whose longer side is `side`; `None` if Fairy-Stockfish has no form for
/// it. Castling has rules of its own.
pub fn from_move(m: &MoveDescriptor, color: Color, side: u8) -> Option<Vec<Ray>> {
    let m = match color {
        Color::White => Cow::Borrowed(m),
        Color::Black => Cow::Owned(m.turned()),
    };
    if m.cylinder || !m.has_common_rights() {
        return None;
    }
    let initial = m.condition != Condition::Always;
    let mut rays = Vec::new();
    for (rights, manner, step) in manners(m.legs()?, initial, side)? {
        for (capture, can) in [(false, rights.quiet), (true, rights.capture)] {
            rays.extend(can.then_some(Ray {
                initial,
                capture,
                manner,
                step,
            }));
        }
    }
    Some(rays)
}

/// How a piece moves along a path, and with which rights.
fn manners(legs: &[Leg], initial: bool, side: u8) -> Option<Vec<(Rights, Manner, Step)>> {
    let near = |step: Step| step.files.abs() <= FARTHEST && step.ranks.abs() <= FARTHEST;
    let (last, before) = legs.split_last()?;
    Some(match legs {
        [leg] if leg.over == Over::EMPTY => {
            let slides = can_slide(leg.step, false);
            let manner = match leg.end {
                LegEnd::Steps(1) if near(leg.step) => Manner::Leap,
                LegEnd::Steps(n) if slides && n > 1 && (n <= LONGEST || n > side) => {
                    Manner::Slide(if n >= side { 0 } else { n })
                }
                LegEnd::Slide if slides => Manner::Slide(0),
                _ => return None,
            };
            vec![(leg.rights, manner, leg.step)]
        }
        [first, then] if first.over == Over::PIECE || matches!(first.end, LegEnd::Hop { .. }) => {
            let step = first.step;
            if then.step != step || then.over != Over::EMPTY || !can_slide(step, true) {
                return None;
            }
            let manner = match (first.end, then.end) {
                // the piece that is hopped over must stand beside
                (LegEnd::Steps(1), LegEnd::Steps(1)) if !first.rights.any() => Manner::Hop(2),
                (HOP, LegEnd::Slide) if !first.rights.capture => Manner::Hop(0),
                (HOP, LegEnd::Steps(1)) if !first.rights.capture => Manner::Hop(1),
                _ => return None,
            };
            vec![
                (first.rights, Manner::Slide(0), step),
                (then.rights, manner, step),
            ]
        }
        _ => {
            let jumps = before.iter().all(|leg| leg.over == Over::ANY);
            let over = if jumps { Over::ANY } else { Over::EMPTY };
            let (passed, target) = flattened(legs, over)?;
            let is_lame = (initial || can_be_lame(target)) && lame_path(target) == passed;
            if !near(target) || !jumps && !is_lame {
                return None;
            }
            let manner = if jumps { Manner::Leap } else { Manner::Lame };
            vec![(last.rights, manner, target)]
        }
    })
}

/// The steps of a path that stops only at its end, and their sum.
fn flattened(legs: &[Leg], over: Over) -> Option<(Vec<Step>, Step)> {
    let (last, before) = legs.split_last()?;
    let mut passed = Vec::new();
    for (leg, ends) in before.iter().map(|leg| (leg, false)).chain([(last, true)]) {
        let LegEnd::Steps(n) = leg.end else {
            return None;
        };
        let fits = ends && n == 1 || !ends && !leg.rights.any() && leg.over == over;
        if !fits || passed.len() > usize::from(n) + 4 {
            return None;
        }
        passed.extend(std::iter::repeat_n(leg.step, n.into()));
    }
    let sum = passed.iter().fold(Step::new(0, 0), |sum, step| {
        Step::new(
            sum.files.saturating_add(step.files),
            sum.ranks.saturating_add(step.ranks),
        )
    });
    Some((passed, sum))
}

/// Rays as moves of white.
pub fn to_moves(rays: &Rays) -> Vec<MoveDescriptor> {
    let mut moves: Vec<MoveDescriptor> = Vec::new();
    for ray in rays {
        let twin = Ray {
            capture: !ray.capture,
            ..*ray
        };
        let rights = match (ray.capture, rays.contains(&twin)) {
            (false, true) => Rights::BOTH,
            (false, false) => Rights::QUIET,
            (true, false) => Rights::CAPTURE,
            // its twin stands for both
            (true, true) => continue,
        };
        let leg = |end, rights| Leg {
            step: ray.step,
            rights,
            end,
            over: Over::EMPTY,
        };
        let legs = match ray.manner {
            Manner::Leap => vec![Leg::leap(ray.step, rights)],
            Manner::Slide(0) => vec![Leg::slide(ray.step, rights)],
            Manner::Slide(n) => vec![leg(LegEnd::Steps(n), rights)],
            Manner::Hop(0) => vec![leg(HOP, Rights::NONE), leg(LegEnd::Slide, rights)],
            Manner::Hop(1) => vec![leg(HOP, Rights::NONE), Leg::leap(ray.step, rights)],
            Manner::Hop(2) => {
                let over = Leg {
                    over: Over::PIECE,
                    ..Leg::leap(ray.step, Rights::NONE)
                };
                vec![over, Leg::leap(ray.step, rights)]
            }
            // longer hops have no form here
            Manner::Hop(_) => continue,
            Manner::Lame => {
                let path = lame_path(ray.step);
                let last = path.len() - 1;
                let legs = path.iter().enumerate().map(|(i, step)| {
                    let rights = if i == last { rights } else { Rights::NONE };
                    Leg::leap(*step, rights)
                });
                legs.collect()
            }
        };
        let mut m = MoveDescriptor::path(legs);
        if ray.initial {
            m.condition = Condition::Virgin;
        }
        moves.push(m);
    }
    moves
}

/// The text of these moves for our files, on a board of this size: the same text if it has the same meaning in fmax,
/// otherwise a text made from the moves. `None` if no text has this meaning.
pub fn for_us(text: &str, size: (u8, u8), pawn: bool) -> Option<String> {
    let rays = read(text);
    let side = size.0.max(size.1);
    // a slide whose limit cannot be reached has no limit
    let meant = rays.iter().map(|ray| match ray.manner {
        Manner::Slide(n) if n >= side => Ray {
            manner: Manner::Slide(0),
            ..*ray
        },
        _ => *ray,
    });
    let meant = Some(meant.collect());
    let same = |text: &str| {
        betza::read(text, betza::Context { pawn, side })
            .is_ok_and(|reading| from_moves(&reading.moves, Color::White, side) == meant)
    };
    if same(text) {
        return Some(text.to_owned());
    }
    let described = betza::describe_on(size, &to_moves(&rays))?.text;
    same(&described).then_some(described)
}

/// All moves of a colour without castling; `None` if one of them has no form in Fairy-Stockfish.
pub fn from_moves<'m>(
    moves: impl IntoIterator<Item = &'m MoveDescriptor>,
    color: Color,
    side: u8,
) -> Option<Rays> {
    let (rays, complete) = known_moves(moves, color, side);
    complete.then_some(rays)
}

/// The moves of a colour without castling that have a form in Fairy-Stockfish, and true if these are all.
pub fn known_moves<'m>(
    moves: impl IntoIterator<Item = &'m MoveDescriptor>,
    color: Color,
    side: u8,
) -> (Rays, bool) {
    let (mut rays, mut complete) = (Rays::new(), true);
    for m in moves {
        if !matches!(m.shape, MoveShape::Castling { .. }) {
            let own = from_move(m, color, side);
            complete &= own.is_some();
            rays.extend(own.into_iter().flatten());
        }
    }
    (rays, complete)
}
