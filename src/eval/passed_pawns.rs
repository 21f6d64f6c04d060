//! Passed pawns and the pieces around them: whether the pawns can advance, and which pieces are near.

use super::pawns::{PawnEntry, Pawns};
use super::scan::Scan;
use crate::board::cell::EMPTY;
use crate::types::Score;

impl<const W: usize> Pawns<W> {
    /// The score of passed pawns that depends on pieces, from white's point of view.
    #[inline]
    pub fn passed(&self, scan: &Scan<W>, entry: &PawnEntry) -> Score {
        if entry.passers().is_empty() {
            return Score::default();
        }
        self.passers(scan, entry)
    }

    #[inline(never)]
    fn passers(&self, scan: &Scan<W>, entry: &PawnEntry) -> Score {
        let mut sum = Score::default();
        for &sq in entry.passers() {
            let Some((color, _)) = scan.pos.piece_on(sq) else {
                continue;
            };
            let rank = usize::from(sq.rank());
            let royals = [color, color.other()].map(|color| scan.lone_royal[color]);
            let (mut blocked, mut free, mut supported) = (true, false, false);
            let mut near = None;
            let mut score = Score::default();
            let targets = &self.targets[color][scan.maps.index.of(sq)];
            for number in targets.quiet.iter() {
                let next = scan.maps.index.square(number);
                if scan.pos.cell(next) == EMPTY {
                    blocked = false;
                    free |= !scan.is_attacked(next, color.other());
                }
                supported |= scan.is_attacked(next, color);
                if let [Some(own), Some(enemy)] = royals {
                    let more = enemy.distance(next).min(6) - own.distance(next).min(6);
                    near = Some(near.map_or(more, |best: i32| best.max(more)));
                }
            }
            if let Some(more) = near {
                let worth = self.royal[color][rank];
                score += Score::new(worth.mg * more / 16, worth.eg * more / 16);
            }
            if blocked {
                score += self.blocked[color][rank];
            }
            if free {
                score += self.free[color][rank];
            }
            if supported {
                score += self.supported[color][rank];
            }
            sum += color.for_white(score);
        }
        sum
    }
}
