//! Retro-moves of the side with pieces.

use crate::endgame::force::MAX_TABLE_MEN;
use crate::endgame::moves::PieceMoves;
use crate::endgame::placements::{Men, Placements};
use crate::types::Bitboard;

/// Calls `note` for each placement from which a move leads to this placement, with those of the given squares of the
/// bare royal that allow the move.
#[inline]
pub(super) fn come_from<const W: usize>(
    placements: &Placements,
    movers: &[PieceMoves<W>],
    men: Men<W>,
    squares: Bitboard<W, usize>,
    mut note: impl FnMut(&[u8; MAX_TABLE_MEN], Bitboard<W, usize>),
) {
    for (i, mover) in movers.iter().enumerate() {
        let at = usize::from(men.at[i]);
        let others = men.set.without(Bitboard::EMPTY.with(at));
        for step in &mover.retro[at] {
            let from = usize::from(step.end);
            if others.contains(from) || step.empty.meets(&others) {
                continue;
            }
            let mut squares = squares.without(step.empty);
            if let Some((sq, friend, enemy)) = step.platform {
                if others.contains(sq.into()) {
                    if !friend {
                        continue;
                    }
                } else if enemy {
                    squares = squares & Bitboard::EMPTY.with(sq.into());
                } else {
                    continue;
                }
            }
            if squares.is_empty() {
                continue;
            }
            let mut stood = men.at;
            stood[i] = step.end;
            let mirrored = |squares| mirrored(placements, squares);
            let seen = i == 0 && placements.is_mirrored(from);
            note(&stood, if seen { mirrored(squares) } else { squares });
            if i == 0 && placements.is_middle(from) && !placements.is_middle(at) {
                // the royal may have come from the other half as well
                note(&placements.seen_in_mirror(&stood), mirrored(squares));
            }
        }
    }
}

/// The mirror image of the squares.
fn mirrored<const W: usize>(
    placements: &Placements,
    squares: Bitboard<W, usize>,
) -> Bitboard<W, usize> {
    let mirror = |seen: Bitboard<W, usize>, square| seen.with(placements.mirror(square));
    squares.iter().fold(Bitboard::EMPTY, mirror)
}
