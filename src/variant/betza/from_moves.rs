//! From moves to the tree of Betza notation.
//!
//! A leap or ride of known length is a term of its own. Everything else becomes a chain of king steps: the dialect has
//! one atom for all legs of a move, and only king steps can form any path. A longer leap within a path becomes king
//! steps over squares that may be occupied.
//!
//! # Limits of the notation
//!
//! In these cases the text allows more than the piece can do, so that the GUI accepts every move and leaves the rest to
//! the engine ([`Description::exact`] is false), or there is no text:
//!
//! - a hopper that can capture on its approach uses only enemies as platforms;
//! - two types that share a letter and a colour are described together;
//! - a pawn on its start rank has its first moves even if it came there later or was set up there, but for the GUI only
//!   if it started there;
//! - a path that can return to the mover's own square continues there in XBoard, which counts this square as empty, and
//!   ends there in this engine;
//! - hoppers that approach by other than king steps and then turn: no text;
//! - hoppers on a cylinder that stop before the platform: no text, because XBoard does not find the square before a
//!   platform beyond the edge;
//! - a long ride that turns at every leap (the rose, a crooked rook on a large board): no text, because each square
//!   would need its own chain. Such pieces get pictures that XBoard lets move anywhere;
//! - a description cannot state which squares must be safe, or that a castling partner is virgin.

mod castling;
mod chain;
mod double;
mod hop;
mod merge;

use super::ast::{Atom, Notation, Range, Term};
use super::direction::{Class, direction_of};
use super::for_xboard;
use super::modes::Modes;
use crate::types::{Color, Step, TypeId};
use crate::variant::{Condition, Leg, LegEnd, MoveDescriptor, MoveShape, Over, Rights, Variant};
use chain::{Unit, king_steps};

pub(crate) use castling::partners;
pub(in crate::variant) use merge::lettered;

/// Longest path that is followed.
const LONGEST_PATH: usize = 24;
/// Longer than any board.
const FAR: i32 = 100;

/// The moves of a piece in Betza notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The text.
    pub text: String,
    /// False if the text allows more than the piece can do.
    pub exact: bool,
}

/// Describes moves of a piece of a colour. `pawn`: it is the pawn of that colour, and may capture en passant.
///
/// Returns `None` if no text of acceptable length allows everything the piece can do, or if the piece cannot move.
pub fn describe(
    variant: &Variant,
    moves: &[MoveDescriptor],
    color: Color,
    pawn: bool,
) -> Option<Description> {
    from_moves(variant, moves, color, pawn, Leaps::WithLetter).description()
}

/// Describes moves other than castling, as their owner sees them, on a board of this size without holes. The piece is no
/// pawn.
pub fn describe_on((files, ranks): (u8, u8), moves: &[MoveDescriptor]) -> Option<Description> {
    let mut writer = Writer::new(files, ranks, Leaps::WithLetter);
    moves.iter().for_each(|m| writer.add(m));
    writer.written().description()
}

/// The leaps allowed in terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::variant) enum Leaps {
    /// Leaps that have a letter; all others become steps.
    WithLetter,
    /// All leaps, in texts for people.
    Any,
}

/// The moves of a piece as terms.
pub(in crate::variant) struct Written {
    /// The terms, castling last. King steps and slides are not yet separated by direction, see [`lettered`].
    pub terms: Vec<Term>,
    /// The terms allow more than the piece can do.
    pub superset: bool,
    /// The terms allow less than the piece can do, because some moves cannot be expressed.
    pub incomplete: bool,
}

impl Written {
    fn description(self) -> Option<Description> {
        let text = Notation(lettered(self.terms)).to_string();
        (!self.incomplete && for_xboard(&text).is_some()).then_some(Description {
            text,
            exact: !self.superset,
        })
    }
}

/// Expresses the moves of a piece as terms, as the owner of the piece sees them.
pub(in crate::variant) fn from_moves(
    variant: &Variant,
    moves: &[MoveDescriptor],
    color: Color,
    pawn: bool,
    leaps: Leaps,
) -> Written {
    let enemy_pawn = (variant.pieces).get(TypeId::pawn(color.other()).index() - 1);
    let mut writer = Writer {
        en_passant: pawn
            && enemy_pawn.is_some_and(|enemy| enemy.moves.iter().any(|m| m.en_passant)),
        holes: !variant.rules.zones.holes.is_empty(),
        ..Writer::new(variant.files, variant.ranks, leaps)
    };
    for m in moves {
        writer.castling(variant, color, m);
        match color {
            Color::White => writer.add(m),
            Color::Black => writer.add(&m.turned()),
        }
    }
    writer.written()
}

/// Collects the terms of a piece.
struct Writer {
    /// Captures may also be made en passant.
    en_passant: bool,
    leaps: Leaps,
    /// The board has holes, which end a path but not a leap.
    holes: bool,
    files: u8,
    ranks: u8,
    terms: Vec<Term>,
    /// The terms allow more than the piece can do, because its exact moves have no spelling.
    superset: bool,
    /// Some move could not be expressed.
    failed: bool,
    when: Condition,
    cylinder: bool,
}

impl Writer {
    fn new(files: u8, ranks: u8, leaps: Leaps) -> Writer {
        Writer {
            en_passant: false,
            leaps,
            holes: false,
            files,
            ranks,
            terms: Vec::new(),
            superset: false,
            failed: false,
            when: Condition::Always,
            cylinder: false,
        }
    }

    fn written(self) -> Written {
        Written {
            terms: merge::simplified(self.terms),
            superset: self.superset,
            incomplete: self.failed,
        }
    }

    /// Castling, with every partner that some piece finds from its start square.
    fn castling(&mut self, variant: &Variant, color: Color, m: &MoveDescriptor) {
        let MoveShape::Castling { files, .. } = m.shape else {
            return;
        };
        for partner in partners(variant, color, None, &m.shape) {
            self.superset |= partner.passed;
            let modes = Modes::of(&"j".repeat(partner.inset.into()));
            // Black's left is White's right
            let right = (files > 0) == (color == Color::White);
            let side = if right { 0x04 } else { 0x40 };
            let range = Range::UpTo(files.unsigned_abs());
            let term = Term::single(Condition::Virgin, Atom::Castling, range, side, modes);
            self.terms.push(term);
        }
    }

    /// Adds a move other than castling, as the owner sees it.
    fn add(&mut self, m: &MoveDescriptor) {
        self.when = m.condition;
        self.cylinder = m.cylinder;
        // XBoard wraps leaps round the board at most once
        let too_long = |leg: &Leg| leg.step.files.unsigned_abs() >= self.files;
        // and XBoard cannot stop before a platform beyond the edge
        let collides = |leg: &Leg| matches!(leg.end, LegEnd::Hop { collide: true, .. });
        match &m.shape {
            MoveShape::Castling { .. } => {}
            MoveShape::MultiPath {
                twice,
                once,
                rights,
            } => {
                for [a, b, c] in [
                    [twice, twice, once],
                    [twice, once, twice],
                    [once, twice, twice],
                ] {
                    let passed = [(*a, Over::EMPTY), (*b, Over::EMPTY)];
                    self.stop(&passed, *c, *rights);
                }
            }
            MoveShape::Double {
                first,
                passes,
                then,
            } => self.double(*first, *passes, *then),
            MoveShape::Path { legs, repeat } => {
                if m.cylinder && (legs.iter().any(too_long) || collides(&legs[0])) {
                    self.failed = true;
                } else if matches!(legs[0].end, LegEnd::Hop { .. }) {
                    self.hopper(legs);
                } else {
                    self.walk(legs, *repeat);
                }
            }
        }
    }

    /// The modes of the leg that ends a move.
    fn last_modes(&self, rights: Rights) -> Modes {
        self.round(Modes::ending(rights, self.en_passant))
    }

    /// The modes of a leg, with `o` on a cylinder.
    fn round(&self, modes: Modes) -> Modes {
        if self.cylinder { modes.and("o") } else { modes }
    }

    /// Adds a leap, ride or slide in one direction; false if no atom fits the step.
    fn ride(&mut self, step: Step, range: Range, modes: Modes) -> bool {
        let (direction, short, long) = direction_of(step);
        let atom = match (long, range) {
            (..=1, Range::Unlimited) => Atom::Slide(Class::Compass),
            (..=1, _) => Atom::Step(Class::Compass),
            _ => Atom::Leap(short, long),
        };
        let known = atom.letter().is_some() || self.leaps == Leaps::Any;
        if known {
            let term = Term::single(self.when, atom, range, 1 << direction, modes);
            self.terms.push(term);
        }
        known
    }

    /// Adds legs without hops, with a move that ends at each possible square.
    fn walk(&mut self, legs: &[Leg], repeat: bool) {
        let mut passed: Vec<(Step, Over)> = Vec::new();
        loop {
            for leg in legs {
                if leg.end == LegEnd::Slide {
                    if leg.rights.any() {
                        self.slide(&passed, leg.step, leg.rights);
                    }
                    return;
                }
                if repeat && self.returns_to_start(&passed, leg.step) {
                    return;
                }
                self.steps(&mut passed, leg);
            }
            if !repeat || self.leaves_board(&passed) {
                return;
            }
            if passed.len() > LONGEST_PATH {
                self.failed = true;
                return;
            }
        }
    }

    /// True if one more step leads back to the mover's own square.
    fn returns_to_start(&self, passed: &[(Step, Over)], step: Step) -> bool {
        let (files, ranks) = sum(passed.iter().map(|(step, _)| *step).chain([step]));
        let round = self.cylinder && files % i32::from(self.files) == 0;
        ranks == 0 && (files == 0 || round)
    }

    /// Adds the moves that end on a leg of a known length, and the steps of the leg to the passed squares.
    fn steps(&mut self, passed: &mut Vec<(Step, Over)>, leg: &Leg) {
        let LegEnd::Steps(steps) = leg.end else {
            return;
        };
        let can_end = leg.rights.any();
        let modes = self.last_modes(leg.rights);
        let written = can_end
            && passed.is_empty()
            && (leg.over == Over::EMPTY || steps == 1)
            && self.ride(leg.step, Range::UpTo(steps), modes);
        let sayable = !Modes::passing(leg.over, false).is_empty();
        for _ in 0..steps {
            if can_end && !written {
                self.stop(passed, leg.step, leg.rights);
            }
            if sayable {
                passed.push((leg.step, leg.over));
            } else {
                self.failed = true;
            }
        }
    }

    /// True if the board is too small for the step.
    fn leaves_board(&self, passed: &[(Step, Over)]) -> bool {
        let far = |sum: i32, size: u8| sum.unsigned_abs() >= u32::from(size);
        let (files, ranks) = sum(passed.iter().map(|(step, _)| *step));
        !self.cylinder && far(files, self.files) || far(ranks, self.ranks)
    }

    /// Adds a move that ends after one more step, with requirements for the squares before.
    fn stop(&mut self, passed: &[(Step, Over)], step: Step, rights: Rights) {
        // the mover cannot pass itself, unlike in XBoard, which lifts it first
        let next = |count: usize| passed.get(count).map_or(step, |(step, _)| *step);
        if (0..=passed.len()).any(|count| self.returns_to_start(&passed[..count], next(count))) {
            return;
        }
        let modes = self.last_modes(rights);
        // unlike a leap, a path must not leave the board
        let (leap, detour) = total(passed, step);
        let halfway = Step::new(leap.files / 2, leap.ranks / 2);
        let written = if passed.iter().all(|(_, over)| *over == Over::ANY) {
            let written = !detour && self.ride(leap, Range::UpTo(1), modes);
            self.superset |= written && self.holes && !passed.is_empty();
            written
        } else if let [(step, over @ (Over::EMPTY | Over::PIECE))] = *passed
            && step == halfway
            && !self.cylinder
        {
            let letter = if over == Over::EMPTY { "n" } else { "j" };
            self.ride(leap, Range::UpTo(1), modes.and(letter))
        } else {
            false
        };
        if !written {
            let mut units = steps_over(passed);
            units.extend(king_steps(step, Over::EMPTY));
            self.chain(&units, false, modes);
        }
    }

    /// Adds a slide after the passed squares.
    fn slide(&mut self, passed: &[(Step, Over)], step: Step, rights: Rights) {
        let modes = self.last_modes(rights);
        if passed.is_empty() && self.ride(step, Range::Unlimited, modes) {
            return;
        }
        let (direction, _, long) = direction_of(step);
        if long == 1 && *passed == [(step, Over::ANY)] {
            self.ride(step, Range::Unlimited, modes.and("j"));
            return;
        }
        if long == 1 && !passed.is_empty() {
            let mut units = steps_over(passed);
            units.push(Unit::new(direction, true, Over::EMPTY));
            self.chain(&units, false, modes);
            return;
        }
        // one term for each square of the ride
        let mut passed = passed.to_vec();
        let first = passed.len();
        loop {
            self.stop(&passed, step, rights);
            passed.push((step, Over::EMPTY));
            if self.leaves_board(&passed[first..]) {
                return;
            }
            if passed.len() > LONGEST_PATH {
                self.failed = true;
                return;
            }
        }
    }
}

/// All squares passed, as king steps.
fn steps_over(passed: &[(Step, Over)]) -> Vec<Unit> {
    let steps = passed.iter().map(|&(step, over)| king_steps(step, over));
    steps.flatten().collect()
}

/// The sum of steps: files and ranks.
fn sum(steps: impl Iterator<Item = Step>) -> (i32, i32) {
    steps.fold((0, 0), |(files, ranks), step| {
        (files + i32::from(step.files), ranks + i32::from(step.ranks))
    })
}

/// The sum of some steps and one more step, and whether the path leaves the rectangle between its two ends. Sums beyond
/// all boards are cut.
fn total(passed: &[(Step, Over)], last: Step) -> (Step, bool) {
    let steps = || passed.iter().map(|(step, _)| *step);
    let (files, ranks) = sum(steps().chain([last]));
    let beyond = |at: i32, end: i32| at * end.signum() < 0 || at.abs() > end.abs();
    let detour = (1..=passed.len()).any(|count| {
        let at = sum(steps().take(count));
        beyond(at.0, files) || beyond(at.1, ranks)
    });
    let cut = |n: i32| n.clamp(-FAR, FAR) as i8;
    (Step::new(cut(files), cut(ranks)), detour)
}
