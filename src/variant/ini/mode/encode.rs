//! From moves back to steps and modes, if the format has a form for the moves. Every form is checked by decoding it.

use super::{Context, decode};
use crate::types::Step;
use crate::variant::ini::game_def::MoveDef;
use crate::variant::{Condition, Leg, LegEnd, MoveDescriptor, MoveShape, Over, Platform, Rights};

/// The moves of a piece line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encoded {
    /// The forms found, in the order of the moves.
    pub line: Vec<MoveDef>,
    /// Number of moves without a form.
    pub missing: usize,
}

/// Writes moves as steps and modes. `pawn`: the moves are those of one of the two pawns.
pub fn encode(moves: &[MoveDescriptor], pawn: bool) -> Encoded {
    let context = Context {
        pawn,
        alternators: false,
    };
    let mut encoded = Encoded::default();
    // the triple push of Wildebeest Chess comes with a double push from one rank further on
    let beyond = |m: &MoveDescriptor| m.condition == Condition::BeyondStart;
    let mut left: Vec<&MoveDescriptor> = moves.iter().collect();
    for second in moves.iter().filter(|m| beyond(m)) {
        let pair = left.iter().position(|first| {
            let def = wildebeest(first);
            def.is_some_and(|def| {
                let read = decode(&def, context);
                read.is_ok_and(|read| read.moves == [(*first).clone(), second.clone()])
            })
        });
        if let Some(index) = pair {
            encoded.line.extend(wildebeest(left.remove(index)));
            left.retain(|m| *m != second);
        }
    }
    for m in left {
        let def = form(m).filter(|def| {
            let read = decode(def, context);
            read.is_ok_and(|read| read.warnings.is_empty() && read.moves == [m.clone()])
        });
        match def {
            Some(def) => encoded.line.push(def),
            None => encoded.missing += 1,
        }
    }
    encoded
}

fn bits(rights: Rights) -> u32 {
    u32::from(rights.capture) | u32::from(rights.quiet) << 1
}

/// The bits of a last leg.
fn last_bits(leg: &Leg) -> u32 {
    let leap = leg.end == LegEnd::Steps(1);
    bits(leg.rights) | u32::from(leap) << 2
}

fn def(step: Step, mode: u32, further: &[Step]) -> MoveDef {
    MoveDef {
        step: step.code(),
        mode,
        further: further.iter().map(|step| step.code()).collect(),
        repeat: false,
    }
}

/// The second step, if it differs from the first.
fn second(first: Step, second: Step) -> Vec<Step> {
    if first == second {
        vec![]
    } else {
        vec![second]
    }
}

fn wildebeest(m: &MoveDescriptor) -> Option<MoveDef> {
    let MoveShape::Path { legs, .. } = &m.shape else {
        return None;
    };
    let [first, last] = legs.as_slice() else {
        return None;
    };
    Some(def(first.step, 0xC24, &second(first.step, last.step)))
}

/// The form of a move.
fn form(m: &MoveDescriptor) -> Option<MoveDef> {
    let round = u32::from(m.cylinder) << 8;
    let mut found = match &m.shape {
        MoveShape::Castling { files, .. } => {
            let side = files.signum();
            let rest = Step::new(files - side, 0);
            let step = Step::new(side, 0);
            def(step, 0x34, &second(step, rest))
        }
        MoveShape::MultiPath {
            twice,
            once,
            rights,
        } => {
            let code = 2 * twice.code() + once.code();
            MoveDef {
                step: code,
                mode: (twice.code() as u32) << 12 | 0x204 | bits(*rights),
                further: Vec::new(),
                repeat: false,
            }
        }
        MoveShape::Double { .. } => return None,
        MoveShape::Path { legs, repeat: true } => {
            let (first, others) = legs.split_first()?;
            let toggle = bits(first.rights) ^ others.first().map_or(0, |leg| bits(leg.rights));
            let steps: Vec<Step> = others.iter().map(|leg| leg.step).collect();
            let mode = bits(first.rights) | toggle << 4;
            MoveDef {
                repeat: true,
                ..def(first.step, mode, &steps)
            }
        }
        MoveShape::Path { legs, .. } => path(m, legs)?,
    };
    found.mode |= round;
    Some(found)
}

fn path(m: &MoveDescriptor, legs: &[Leg]) -> Option<MoveDef> {
    match *legs {
        [only] => Some(match only.end {
            LegEnd::Steps(n @ 2..=5) => {
                let mode = bits(only.rights) | 0x40 | u32::from(n - 2) << 10;
                def(only.step, mode, &[])
            }
            _ => def(only.step, last_bits(&only), &[]),
        }),
        [first, last] => {
            let steps = second(first.step, last.step);
            let count = match first.end {
                LegEnd::Steps(n) => u32::from(n.checked_sub(1)?) << 10,
                _ => 0,
            };
            let mode = match first.end {
                LegEnd::Steps(..=4) if m.condition == Condition::Virgin => {
                    let plain = u32::from(!m.en_passant) << 2;
                    let jump = u32::from(first.over == Over::ANY) << 3;
                    4 | (bits(last.rights) | plain | jump) << 4 | count
                }
                LegEnd::Hop {
                    platform,
                    immediate,
                    collide,
                } => {
                    let low = bits(first.rights) | u32::from(immediate) << 2 | 8;
                    let friend = u32::from(platform == Platform::Friend) << 11;
                    let before = u32::from(collide) << 10;
                    low | (low ^ last_bits(&last)) << 4 | friend | before
                }
                LegEnd::Steps(..=4) => {
                    let low = bits(first.rights);
                    low | (low ^ last_bits(&last)) << 4 | count
                }
                _ => return None,
            };
            Some(def(first.step, mode, &steps))
        }
        _ => None,
    }
}
