//! From the tree to moves, as XBoard understands them.
//!
//! Every path through the legs of a term is a separate move. A sliding leg on the way may turn at each of its squares,
//! so it stands for several paths; only the first leg of a hopper, its approach, has its own kind of leg.
//!
//! The notation is written for White; Black's pieces move as their owner sees it: [`MoveDescriptor::turned`].

mod check;
mod double;
mod last;
mod stride;

use super::LONGEST_CHAIN;
use super::ast::{Atom, Range, Term, TermLeg, canonical};
use super::direction::{self, Class};
use super::error::{BetzaError, BetzaErrorKind, BetzaWarning};
use super::parse::{Located, located};
use crate::types::Step;
use crate::variant::{Condition, Leg, LegEnd, MoveDescriptor, MoveShape, Over, Platform, Rights};
use stride::Stride;

/// Most branches of a term.
const MOST_BRANCHES: usize = 100_000;
/// Most moves of a text.
const MOST_MOVES: usize = 1000;
/// Straight back, relative to the leg before.
const BACK: u8 = 0x10;

/// The facts about piece and board that a text depends on.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// The piece is a pawn: it captures en passant, and its first moves allow en passant.
    pub pawn: bool,
    /// The longer side of the board, the limit of rides.
    pub side: u8,
}

/// The meaning of a text in Betza notation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// The moves, for White.
    pub moves: Vec<MoveDescriptor>,
    /// Warnings, each with the number of its character.
    pub warnings: Vec<(usize, BetzaWarning)>,
    /// Whether some captures are also en-passant captures, and whether some are not.
    pub en_passant: [bool; 2],
}

/// Reads a text.
///
/// # Errors
/// If the text breaks the grammar, has no moves, or uses unsupported modes.
pub fn read(text: &str, context: Context) -> Result<Reading, BetzaError> {
    let mut reading = Reading::default();
    let mut before = None;
    for term in located(text)? {
        let term = term?;
        // the term is only an atom
        let bare = (term.end == term.at + 1).then(|| text.as_bytes()[term.at]);
        if let Some(letter) = bare.filter(|_| bare == before) {
            let warning = BetzaWarning::Twice(char::from(letter));
            reading.warnings.push((term.at, warning));
        }
        before = bare;
        reading.warnings.extend(warnings(text.as_bytes(), &term));
        check::check(text.as_bytes(), &term, context)?;
        if term.term.atom == Atom::Castling {
            reading.castling(&term)?;
        } else if !collect(&term, context, &mut reading)? {
            return Err(BetzaErrorKind::NoMove.at(term.at));
        }
        if reading.moves.len() > MOST_MOVES {
            return Err(BetzaErrorKind::TooMany(MOST_MOVES).at(term.at));
        }
    }
    if context.pawn {
        drop_plain_first_steps(&mut reading.moves);
    }
    double::pass_over_empty_squares(&mut reading);
    Ok(reading)
}

/// Warns about letters and legs that XBoard reads differently.
fn warnings(text: &[u8], term: &Located) -> Vec<(usize, BetzaWarning)> {
    let mut warnings = Vec::new();
    let letter = text[term.atom_at];
    let meant = canonical(letter);
    if meant != letter {
        let warning = BetzaWarning::Swapped(char::from(letter), char::from(meant));
        warnings.push((term.atom_at, warning));
    }
    if term.chain_length() > LONGEST_CHAIN {
        warnings.push((term.at, BetzaWarning::LongChain));
    }
    warnings
}

/// Removes first moves that the piece also has as ordinary moves.
fn drop_plain_first_steps(moves: &mut Vec<MoveDescriptor>) {
    let always: Vec<MoveShape> = (moves.iter())
        .filter(|m| m.condition == Condition::Always && !m.cylinder)
        .map(|m| m.shape.clone())
        .collect();
    moves.retain(|m| {
        let plain = m.condition == Condition::Virgin && !m.en_passant && !m.cylinder;
        !(plain && always.contains(&m.shape))
    });
}

impl Reading {
    /// Adds a castling term; only one castling may end on a square.
    fn castling(&mut self, located: &Located) -> Result<(), BetzaError> {
        let Located { term, at, .. } = located;
        let Range::UpTo(files) = term.range else {
            return Err(BetzaErrorKind::Castling.at(*at));
        };
        for (direction, files) in [(2, files as i8), (6, -(files as i8))] {
            if term.legs[0].directions >> direction & 1 == 0 {
                continue;
            }
            if self.moves.iter().any(
                |m| matches!(m.shape, MoveShape::Castling { files: known, .. } if known == files),
            ) {
                return Err(BetzaErrorKind::Castling.at(*at));
            }
            self.moves.push(MoveDescriptor {
                shape: MoveShape::Castling {
                    files,
                    inset: term.legs[0].modes.jumps(),
                },
                condition: Condition::Virgin,
                cylinder: false,
                en_passant: false,
            });
        }
        Ok(())
    }
}

/// The state at the start of a leg.
#[derive(Clone)]
struct State {
    /// The legs so far, none of which can end the move.
    passed: Vec<Leg>,
    atom: Atom,
    range: Range,
    /// The direction of the previous leg.
    angle: u32,
    /// The length of the last ride.
    ridden: Option<u8>,
}

impl State {
    /// Most steps of a leg; `None`: no limit.
    fn reach(&self) -> Option<u8> {
        match self.range {
            Range::UpTo(n) => Some(n),
            Range::Unlimited => None,
        }
    }

    /// Exchanges leaps and slides for the next legs. Leapers without a slide become riders.
    fn toggle(&mut self) {
        let leaps = self.reach() == Some(1);
        self.atom = self.atom.toggled();
        self.range = if leaps {
            Range::Unlimited
        } else {
            self.atom.range()
        };
    }
}

/// Follows the legs of a term.
struct Collector<'a> {
    located: &'a Located,
    term: &'a Term,
    context: Context,
    cylinder: bool,
    branches: usize,
    /// Some move was found, perhaps one that was known before.
    found: bool,
    reading: &'a mut Reading,
}

/// Adds the moves of a term; false if it has none.
fn collect(located: &Located, context: Context, reading: &mut Reading) -> Result<bool, BetzaError> {
    let term = &located.term;
    let start = State {
        passed: Vec::new(),
        atom: term.atom,
        range: term.range,
        angle: 0,
        ridden: None,
    };
    let mut collector = Collector {
        located,
        term,
        context,
        cylinder: term.legs[0].modes.has("o"),
        branches: 0,
        found: false,
        reading,
    };
    collector.leg(0, &start)?;
    Ok(collector.found)
}

impl Collector<'_> {
    /// Follows one leg in all its directions, with the legs after it.
    fn leg(&mut self, index: usize, state: &State) -> Result<(), BetzaError> {
        let term = self.term;
        let leg = &term.legs[index];
        let (short, long) = state.atom.sides();
        let oblique = index == 0 && state.atom.class() == Class::Oblique;
        let set = leg.directions.rotate_left(state.angle);
        for direction in (0..8).filter(|d| set >> d & 1 != 0) {
            let short = match direction % 2 {
                _ if oblique => short,
                0 => 0,
                _ => long,
            };
            let step = direction::step(direction, short, long);
            let stride = Stride::new(step, leg.modes, long);
            if index == 0 && leg.modes.has("c") && term.legs.len() > 1 {
                self.double(stride, direction as u32, state)?;
            } else if index + 1 == term.legs.len() {
                self.last(leg.modes, state, stride)?;
            } else {
                self.on_the_way(index, state, stride, direction as u32)?;
            }
        }
        Ok(())
    }

    /// Most repetitions of a step on this board.
    fn most_steps(&self, stride: Stride) -> u8 {
        let step = stride.whole;
        let long = step.files.unsigned_abs().max(step.ranks.unsigned_abs());
        if self.cylinder {
            self.context.side
        } else {
            (self.context.side - 1) / long.max(1)
        }
    }

    fn branch(&mut self) -> Result<(), BetzaError> {
        self.branches += 1;
        if self.branches > MOST_BRANCHES || self.reading.moves.len() > MOST_MOVES {
            return Err(BetzaErrorKind::TooMany(MOST_MOVES).at(self.located.at));
        }
        Ok(())
    }

    /// The length of a leg that is as long as the ride before it.
    fn length(&self, index: usize, state: &State) -> Result<Option<u8>, BetzaError> {
        match (self.term.legs[index].same_length, state.ridden) {
            (false, _) => Ok(None),
            (true, None) => Err(BetzaErrorKind::Misplaced('i').at(self.located.legs_at[index])),
            (true, ridden) => Ok(ridden),
        }
    }

    /// Follows a leg after which the piece continues, from every square where it can continue.
    fn on_the_way(
        &mut self,
        index: usize,
        state: &State,
        stride: Stride,
        direction: u32,
    ) -> Result<(), BetzaError> {
        let modes = self.term.legs[index].modes;
        let (over, reach, skip) = (modes.over(), state.reach(), stride.skipped);
        let mut next = State {
            angle: direction,
            ..state.clone()
        };
        if modes.toggles() {
            next.toggle();
        }
        let by_length = self.term.legs[index..].iter().any(|leg| leg.same_length);
        let reaches = matches!(reach, None | Some(1));
        let free = state.passed.is_empty() && reaches && skip == 0 && !by_length;
        if free && !over.empty && stride.half.is_none() {
            return self.approach(index, next, stride.whole, over, reach.is_some());
        }
        let length = self.length(index, state)?;
        let most = reach.unwrap_or(u8::MAX).min(self.most_steps(stride));
        for steps in 1 + skip..=most {
            if length.is_some_and(|length| length != steps) {
                continue;
            }
            self.branch()?;
            let mut after = next.clone();
            stride.skip(&mut after.passed);
            stride.walk(&mut after.passed, steps - skip - 1, Over::EMPTY);
            stride.walk(&mut after.passed, 1, over);
            if reach != Some(1) {
                after.ridden = Some(steps);
            }
            self.leg(index + 1, &after)?;
        }
        Ok(())
    }

    /// Follows the approach of a hopper, up to the first piece on the way or to the first square. `state`: the state of
    /// the next leg.
    fn approach(
        &mut self,
        index: usize,
        mut state: State,
        step: Step,
        over: Over,
        immediate: bool,
    ) -> Result<(), BetzaError> {
        let platform = if over.enemy {
            Platform::Any
        } else {
            Platform::Friend
        };
        // a next leg of one step back from the platform means that the piece stops before the platform
        let TermLeg {
            directions,
            modes,
            same_length,
        } = self.term.legs[index + 1];
        let plain = !modes.hops() && modes.jumps() == 0 && !same_length;
        // after an oblique leap the legs are straight, and no leg leads back
        let returns = step.files == 0 || step.ranks == 0 || step.files.abs() == step.ranks.abs();
        let collide = index + 2 < self.term.legs.len()
            && returns
            && directions == BACK
            && state.reach() == Some(1)
            && plain;
        self.branch()?;
        state.passed.push(Leg {
            end: LegEnd::Hop {
                platform,
                immediate,
                collide,
            },
            ..Leg::leap(step, Rights::NONE)
        });
        if !collide {
            return self.leg(index + 1, &state);
        }
        if modes.toggles() {
            state.toggle();
        }
        state.angle = (state.angle + 4) % 8;
        self.leg(index + 2, &state)
    }
}

/// True if a word is probably Betza notation and not a comment.
pub fn is_likely(word: &str) -> bool {
    let letters = word.bytes().all(|c| c.is_ascii_alphanumeric());
    let atoms = word.bytes().filter(u8::is_ascii_uppercase).count();
    let starts = word.starts_with(|c: char| c.is_ascii_alphabetic());
    // `Knight` and `Bishop` start with the letter of an atom too
    let capitalised = atoms == 1
        && word.starts_with(|c: char| c.is_ascii_uppercase())
        && word.ends_with(|c: char| c.is_ascii_lowercase());
    starts && letters && atoms > 0 && !capitalised
}
