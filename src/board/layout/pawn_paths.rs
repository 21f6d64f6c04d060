//! Paths of pawn pushes and origins of pawn captures, for en passant.

use crate::types::{Color, Square, TypeId};
use crate::variant::moves::MAX_PASSED;
use crate::variant::{Condition, LegEnd, MoveDescriptor, MoveShape, Variant};

/// A pawn push that creates en-passant squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Push {
    /// The target.
    pub to: Square,
    /// The passed squares, in order.
    pub passed: Vec<Square>,
}

/// The squares that a virgin push passes, and its target.
fn push_path(v: &Variant, m: &MoveDescriptor, from: Square) -> Option<Push> {
    let MoveShape::Path { legs, .. } = &m.shape else {
        return None;
    };
    let (last, passing) = legs.split_last()?;
    let go = |sq: Square, step| v.step_from(sq, step, m.cylinder);
    let mut passed = Vec::new();
    let mut sq = from;
    for leg in passing {
        let LegEnd::Steps(steps) = leg.end else {
            return None;
        };
        for _ in 0..steps {
            sq = go(sq, leg.step)?;
            passed.push(sq);
        }
    }
    passed.truncate(MAX_PASSED);
    Some(Push {
        to: go(sq, last.step)?,
        passed,
    })
}

/// The pushes of pawns, by colour and square: see [`super::Layout::pushes`].
pub(super) fn pushes(v: &Variant) -> Vec<Vec<Push>> {
    let mut all = vec![Vec::new(); 512];
    for color in Color::ALL {
        let (pawn, beyond) = (TypeId::pawn(color), v.rank_beyond_start(color));
        for from in v.squares() {
            let on_rank = |m: &&MoveDescriptor| {
                m.en_passant
                    && match m.condition {
                        Condition::BeyondStart => from.rank() == beyond,
                        _ => v.passes_from(color, from.rank()),
                    }
            };
            let paths = v
                .moves_at(pawn, from.file(), from.rank())
                .iter()
                .filter(on_rank);
            let paths = paths.filter_map(|m| push_path(v, m, from));
            all[color.index() << 8 | from.index()]
                .extend(paths.filter(|push| v.may_go(pawn, from, push.to)));
        }
    }
    all
}

/// The origins of pawn captures, by colour and square: see [`super::Layout::pawn_capture_origins`].
pub(super) fn pawn_capture_origins(v: &Variant) -> Vec<Option<Vec<Square>>> {
    let mut all = vec![Some(Vec::new()); 512];
    for color in Color::ALL {
        let table = &mut all[color.index() << 8..][..256];
        // zones may forbid the capture, but it could exist
        for m in v.moves_anywhere(TypeId::pawn(color)) {
            match &m.shape {
                MoveShape::Path { legs, .. } if legs.iter().all(|leg| !leg.rights.capture) => {}
                MoveShape::Path { legs, .. }
                    if legs.len() == 1 && legs[0].end == LegEnd::Steps(1) =>
                {
                    for from in v.squares() {
                        if let Some(to) = v.step_from(from, legs[0].step, m.cylinder)
                            && let Some(origins) = &mut table[to.index()]
                        {
                            origins.push(from);
                        }
                    }
                }
                MoveShape::Castling { .. } => {}
                _ => {
                    table.fill(None);
                    break;
                }
            }
        }
    }
    all
}
