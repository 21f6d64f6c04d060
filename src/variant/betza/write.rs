//! From move descriptors to terms.
//!
//! A leap or ride of known length is a term of its own. Everything else becomes a chain of king
//! steps: the dialect has one atom for all legs of a move, and only king steps can be bent into
//! any path. A longer leap inside a path is made of king steps over squares that may be occupied.

mod chain;
mod hop;

use super::castling::Partner;
use super::direction::direction_of;
use super::term::{Atom, Castling, Modes, Range, Term, When};
use crate::types::Step;
use crate::variant::{Condition, Leg, LegEnd, MoveDescriptor, MoveShape, Over, Rights};
use chain::{Pass, Unit, king_steps};

/// Collects what a piece can do.
pub(super) struct Writer {
    /// The moves are those of black, who sees the board turned.
    pub turned: bool,
    /// Captures may also be made en passant.
    pub en_passant: bool,
    /// Leaps may be too long to have a letter.
    pub any_leap: bool,
    /// The board has holes, which end a path and not a leap.
    pub holes: bool,
    pub files: u8,
    pub ranks: u8,
    pub terms: Vec<Term>,
    pub castlings: Vec<Castling>,
    /// By how many files there is castling, and where the partners stand.
    pub partners: Vec<(MoveShape, Partner)>,
    /// More was written than the piece can do, because its exact moves have no spelling.
    pub superset: bool,
    /// Some move could not be written at all.
    pub failed: bool,
    when: When,
    cylinder: bool,
}

/// No path is followed further than this.
const LONGEST: usize = 24;

impl Writer {
    pub fn new(turned: bool, en_passant: bool, files: u8, ranks: u8) -> Writer {
        Writer {
            turned,
            en_passant,
            any_leap: false,
            holes: false,
            files,
            ranks,
            terms: Vec::new(),
            castlings: Vec::new(),
            partners: Vec::new(),
            superset: false,
            failed: false,
            when: When::Always,
            cylinder: false,
        }
    }

    pub fn add(&mut self, m: &MoveDescriptor) {
        self.when = match m.condition {
            Condition::Always => When::Always,
            Condition::Virgin => When::Virgin,
            Condition::BeyondStart => When::Beyond,
        };
        self.cylinder = m.cylinder;
        // XBoard takes a leap once round the board at most
        let too_long = |leg: &Leg| leg.step.files.unsigned_abs() >= self.files;
        match &m.shape {
            MoveShape::Path { legs, .. } if m.cylinder && legs.iter().any(too_long) => {
                self.failed = true;
            }
            // nor does its way of stopping before a platform work from the other side of the edge
            MoveShape::Path { legs, .. } if m.cylinder && collides(&legs[0]) => {
                self.failed = true;
            }
            MoveShape::Castling { files, .. } => {
                let same = |(shape, _): &&(MoveShape, Partner)| *shape == m.shape;
                let known: Vec<_> = self.partners.iter().filter(same).cloned().collect();
                for (_, partner) in known {
                    self.castling(*files, partner);
                }
            }
            MoveShape::MultiPath {
                twice,
                once,
                rights,
            } => {
                let (twice, once) = (self.turn(*twice), self.turn(*once));
                for [a, b, c] in [
                    [twice, twice, once],
                    [twice, once, twice],
                    [once, twice, twice],
                ] {
                    let passed = [(a, Pass::Empty), (b, Pass::Empty)];
                    self.stop(&passed, c, *rights);
                }
            }
            MoveShape::Path { legs, repeat } => {
                let legs: Vec<Leg> = (legs.iter())
                    .map(|leg| Leg {
                        step: self.turn(leg.step),
                        ..*leg
                    })
                    .collect();
                match legs[0].end {
                    LegEnd::Hop { .. } => self.hopper(&legs),
                    _ => self.walk(&legs, *repeat),
                }
            }
        }
    }

    fn turn(&self, step: Step) -> Step {
        if self.turned {
            Step::new(-step.files, -step.ranks)
        } else {
            step
        }
    }

    /// The modes of a leg that ends a move.
    fn last_modes(&self, rights: Rights) -> Modes {
        let letters = match (rights.capture, rights.quiet, self.en_passant) {
            (true, true, false) => "",
            (true, true, true) => "mce",
            (true, false, false) => "c",
            (true, false, true) => "ce",
            (false, _, _) => "m",
        };
        self.round(Modes::of(letters))
    }

    /// The modes of a leg, on the board as it is.
    fn round(&self, modes: Modes) -> Modes {
        if self.cylinder { modes.and("o") } else { modes }
    }

    fn castling(&mut self, files: i8, partner: Partner) {
        self.superset |= partner.passed;
        let inset = partner.inset;
        let left = (files < 0) != self.turned;
        let sides = [left, !left];
        let files = files.unsigned_abs();
        match self
            .castlings
            .iter_mut()
            .find(|c| (c.files, c.inset) == (files, inset))
        {
            Some(known) => {
                known.sides[0] |= sides[0];
                known.sides[1] |= sides[1];
            }
            None => self.castlings.push(Castling {
                files,
                sides,
                inset,
            }),
        }
    }

    /// A leap, ride or slide in one direction; false if the step has no atom.
    fn ride(&mut self, step: Step, range: Range, modes: Modes) -> bool {
        let (direction, short, long) = direction_of(step);
        let unnamed = || self.any_leap.then_some(Atom::Leap(short, long));
        let Some(atom) = Atom::of(short, long).or_else(unnamed) else {
            return false;
        };
        let term = Term::single(self.when, atom, range, 1 << direction, modes);
        self.terms.push(term);
        true
    }

    /// Legs that do not hop, each move ending somewhere on them.
    fn walk(&mut self, legs: &[Leg], repeat: bool) {
        let mut passed: Vec<(Step, Pass)> = Vec::new();
        loop {
            for leg in legs {
                if leg.end == LegEnd::Slide {
                    if leg.rights.any() {
                        self.slide(&passed, leg.step, leg.rights);
                    }
                    return;
                }
                if repeat && self.is_home(&passed, leg.step) {
                    return;
                }
                self.steps(&mut passed, leg);
            }
            if !repeat || self.leaves_board(&passed) {
                return;
            }
            if passed.len() > LONGEST {
                self.failed = true;
                return;
            }
        }
    }

    /// True if one more step leads back to the mover's own square.
    fn is_home(&self, passed: &[(Step, Pass)], step: Step) -> bool {
        let steps = || passed.iter().map(|(step, _)| *step).chain([step]);
        let files: i32 = steps().map(|step| i32::from(step.files)).sum();
        let ranks: i32 = steps().map(|step| i32::from(step.ranks)).sum();
        let round = self.cylinder && files % i32::from(self.files) == 0;
        ranks == 0 && (files == 0 || round)
    }

    /// A leg of a known length.
    fn steps(&mut self, passed: &mut Vec<(Step, Pass)>, leg: &Leg) {
        let LegEnd::Steps(steps) = leg.end else {
            return;
        };
        let can_end = leg.rights.any();
        let modes = self.last_modes(leg.rights);
        let written = can_end
            && passed.is_empty()
            && (leg.over == Over::EMPTY || steps == 1)
            && self.ride(leg.step, Range::UpTo(steps), modes);
        for _ in 0..steps {
            if can_end && !written {
                self.stop(passed, leg.step, leg.rights);
            }
            match Pass::of(leg.over) {
                Some(pass) => passed.push((leg.step, pass)),
                None => self.failed = true,
            }
        }
    }

    /// True if no square of the board is so far away.
    fn leaves_board(&self, passed: &[(Step, Pass)]) -> bool {
        let far = |sum: i32, size: u8| sum.unsigned_abs() >= u32::from(size);
        let files = passed.iter().map(|(step, _)| i32::from(step.files)).sum();
        let ranks = passed.iter().map(|(step, _)| i32::from(step.ranks)).sum();
        !self.cylinder && far(files, self.files) || far(ranks, self.ranks)
    }

    /// A move that ends after one more step, the squares before it being as required.
    fn stop(&mut self, passed: &[(Step, Pass)], step: Step, rights: Rights) {
        // the mover cannot pass itself, as XBoard would have it that lifts it first
        let steps = || passed.iter().map(|(step, _)| *step).chain([step]);
        if steps()
            .enumerate()
            .any(|(i, step)| self.is_home(&passed[..i], step))
        {
            return;
        }
        let modes = self.last_modes(rights);
        // a leap needs no squares on its way, but a path must not leave the board
        let (sum, detour) = total(passed, step);
        let halfway = Step::new(sum.files / 2, sum.ranks / 2);
        let written = if passed.iter().all(|(_, pass)| *pass == Pass::Any) {
            let written = !detour && self.ride(sum, Range::UpTo(1), modes);
            self.superset |= written && self.holes && !passed.is_empty();
            written
        } else if let [(step, pass @ (Pass::Empty | Pass::Piece))] = *passed
            && step == halfway
            && !self.cylinder
        {
            let letter = if pass == Pass::Empty { "n" } else { "j" };
            self.ride(sum, Range::UpTo(1), modes.and(letter))
        } else {
            false
        };
        if !written {
            let mut units = Vec::new();
            for &(step, pass) in passed {
                units.extend(king_steps(step, pass));
            }
            units.extend(king_steps(step, Pass::Empty));
            self.chain(&units, false, modes);
        }
    }

    /// A slide after the squares passed.
    fn slide(&mut self, passed: &[(Step, Pass)], step: Step, rights: Rights) {
        let modes = self.last_modes(rights);
        if passed.is_empty() && self.ride(step, Range::Unlimited, modes) {
            return;
        }
        let (direction, _, long) = direction_of(step);
        if long == 1 && *passed == [(step, Pass::Any)] {
            self.ride(step, Range::Unlimited, modes.and("j"));
            return;
        }
        if long == 1 && !passed.is_empty() {
            let mut units: Vec<Unit> = (passed.iter())
                .flat_map(|&(step, pass)| king_steps(step, pass))
                .collect();
            units.push(Unit {
                direction,
                slides: true,
                pass: Pass::Empty,
            });
            self.chain(&units, false, modes);
            return;
        }
        // one term for each square of the ride
        let mut passed = passed.to_vec();
        let first = passed.len();
        loop {
            self.stop(&passed, step, rights);
            passed.push((step, Pass::Empty));
            if self.leaves_board(&passed[first..]) {
                return;
            }
            if passed.len() > LONGEST {
                self.failed = true;
                return;
            }
        }
    }
}

/// Where steps lead together with one more, and whether some of them leave the rectangle between
/// both ends. A sum beyond all boards is cut.
fn total(passed: &[(Step, Pass)], last: Step) -> (Step, bool) {
    let steps = || passed.iter().map(|(step, _)| *step);
    let add = |sum: (i32, i32), step: Step| {
        (sum.0 + i32::from(step.files), sum.1 + i32::from(step.ranks))
    };
    let sum = steps().chain([last]).fold((0, 0), add);
    let beyond = |at: i32, end: i32| at * end.signum() < 0 || at.abs() > end.abs();
    let mut at = (0, 0);
    let detour = steps().any(|step| {
        at = add(at, step);
        beyond(at.0, sum.0) || beyond(at.1, sum.1)
    });
    let cut = |n: i32| n.clamp(-FAR, FAR) as i8;
    (Step::new(cut(sum.0), cut(sum.1)), detour)
}

/// Farther than any square.
const FAR: i32 = 100;

/// True if the leg ends on the square before a platform.
fn collides(leg: &Leg) -> bool {
    matches!(leg.end, LegEnd::Hop { collide: true, .. })
}
