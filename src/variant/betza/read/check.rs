//! Which modes go together, and castling, which is the whole move of a term and has none.

use super::{BetzaError, Context, LegText, Problem, Reading, TermText, When};
use crate::variant::{Condition, MoveDescriptor, MoveShape};

/// Complains about modes that do not go together or are not supported. `text` is the whole text.
pub(super) fn check(
    text: &[u8],
    leg: &LegText,
    last: bool,
    long: i8,
    context: Context,
) -> Result<(), BetzaError> {
    let has = |letter: char| leg.modes.has(letter as u8);
    // no letter of a mode is that of a direction
    let at = |letter: char| {
        let rest = text[leg.at..].iter();
        leg.at + rest.take_while(|c| **c != letter as u8).count()
    };
    for (a, b) in [('p', 'g'), ('n', 'j'), ('p', 'y'), ('g', 'y')] {
        if has(a) && has(b) {
            return Err(Problem::Contradiction(a, b).at(at(b)));
        }
    }
    if has('n') && long == 1 {
        return Err(Problem::LameStep.at(at('n')));
    }
    if !last {
        return match ['c', 'd', 'e'].into_iter().find(|c| has(*c)) {
            Some(letter) => Err(Problem::UnsupportedOnTheWay(letter).at(at(letter))),
            None => Ok(()),
        };
    }
    if has('e') && !context.pawn {
        return Err(Problem::NoPawn.at(at('e')));
    }
    if has('e') && !has('c') {
        return Err(Problem::OnlyEnPassant.at(at('e')));
    }
    match ['d', 't'].into_iter().find(|c| has(*c)) {
        Some(letter) => Err(Problem::Unsupported(letter).at(at(letter))),
        None if has('y') => Err(Problem::Misplaced('y').at(at('y'))),
        None => Ok(()),
    }
}

pub(super) fn castling(term: &TermText, reading: &mut Reading) -> Result<(), BetzaError> {
    const SIDES: [(u8, i8); 2] = [(2, 1), (6, -1)];
    let leg = &term.legs[0];
    let along = leg.directions.is_none_or(|set| set & !0x44 == 0);
    let only_jumps = (0..super::MODES.len() - 1).all(|index| leg.modes.letters >> index & 1 == 0);
    let files = match term.range {
        Some(n @ 1..=15) if term.legs.len() == 1 && term.when == When::Virgin => n as i8,
        _ => return Err(Problem::Castling.at(term.at)),
    };
    if !along || !only_jumps {
        return Err(Problem::Castling.at(term.at));
    }
    for (direction, sign) in SIDES {
        if leg.directions.unwrap_or(0x44) >> direction & 1 != 0 {
            // to one square there is one castling
            let same = |m: &MoveDescriptor| match m.shape {
                MoveShape::Castling { files: known, .. } => known == sign * files,
                _ => false,
            };
            if reading.moves.iter().any(same) {
                return Err(Problem::Castling.at(term.at));
            }
            reading.moves.push(MoveDescriptor {
                shape: MoveShape::Castling {
                    files: sign * files,
                    inset: leg.modes.jumps,
                },
                condition: Condition::Virgin,
                cylinder: false,
                en_passant: false,
            });
        }
    }
    Ok(())
}
