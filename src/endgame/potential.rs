//! Mating potential: the share of positions that a force wins against a bare royal.

use super::force::Force;
use super::store::Endgames;
use crate::types::{Color, TypeId};

/// The share of positions that a force wins against a bare royal, over all positions with the force to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MatingPotential {
    /// The share of won positions, 0 to 1.
    pub share: f64,
    /// The share for several pieces on squares of the same colour; for one piece the same as `share`.
    pub same_color: f64,
    /// The share for pieces on squares of different colours; for one piece the same as `share`.
    pub other_color: f64,
    /// Length of the longest win in moves; 0 if there is no win.
    pub longest: u32,
}

impl Endgames {
    /// The mating potential of one to three pieces of a colour with its royal against a bare royal. Solves the ending if
    /// necessary, which takes from milliseconds (one piece on 8x8) to seconds (one on 16x16, two on 10x10, three of one
    /// type on 8x8).
    ///
    /// `None` if it is unknown: the variant is not decided by mate alone, a side starts with several royals, one of the
    /// pieces is a pawn or a royal, the ending is too large, or some of the pieces mate without the others.
    pub fn mating_potential(&self, color: Color, pieces: &[TypeId]) -> Option<MatingPotential> {
        if pieces.is_empty() {
            return None;
        }
        let force = Force::new(self.royal(color)?, pieces, self.royal(color.other())?);
        let ending = self.ending(force);
        let table = ending.solved(self, &|| false).ok()??;
        let on = |one_color| {
            if pieces.len() == 1 {
                table.share()
            } else {
                table.share_on(one_color)
            }
        };
        Some(MatingPotential {
            share: table.share(),
            same_color: on(true),
            other_color: on(false),
            longest: u32::from(table.longest()),
        })
    }

    /// The only royal that a side starts with.
    fn royal(&self, color: Color) -> Option<TypeId> {
        let v = self.rules.variant();
        let start = v.start_pieces();
        let mut royals = (start.iter())
            .filter(|piece| piece.color == color && v.is_royal(piece.id))
            .map(|piece| piece.id);
        let royal = royals.next()?;
        royals.next().is_none().then_some(royal)
    }
}
