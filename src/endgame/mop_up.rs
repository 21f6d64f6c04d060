//! Mop-up evaluation: drives a bare royal to a corner when there is no table.

use super::force::{Material, royal_of, square_color};
use super::probe::Prober;
use crate::board::Position;
use crate::ruleset::Ruleset;
use crate::types::{Color, Square, TypeId};

/// Bonus per step nearer to a mating corner, in centipawns.
const CORNER: i32 = 22;
/// Bonus per step of a piece nearer to the bare royal, in centipawns.
const NEARER: i32 = 4;

impl Prober {
    /// Bonus if a bare royal of the opponent is near a mating corner, and for pieces near this royal, in centipawns. 0
    /// if the opponent has other pieces, or if the ending is solved.
    pub(super) fn mop_up(&self, pos: &Position, hunter: Color) -> i32 {
        let hunted = hunter.other();
        if pos.live(hunted).count_ones() != 1 {
            return 0;
        }
        let men = Material::new(&self.rules, pos, hunter);
        let solved = |ids: Vec<TypeId>| self.table(hunter, &ids).is_some();
        if men.count == 0 || men.types().is_some_and(solved) {
            return 0;
        }
        let Some((royal, _)) = royal_of(pos, hunted) else {
            return 0;
        };
        let near: i32 = (men.pieces().iter())
            .map(|&(_, sq)| 16 - sq.distance(royal))
            .sum();
        let corner = good_corners(&self.rules, pos, &men)
            .map(|corner| steps(royal, corner))
            .min();
        NEARER * near + corner.map_or(0, |steps| CORNER * (32 - steps))
    }
}

/// The corners where the pieces can mate. A mate attacks the corner itself, so these corners are of the colour on
/// which more colour-bound pieces stand. If both colours have equally many, there are no such corners.
fn good_corners(rules: &Ruleset, pos: &Position, men: &Material) -> impl Iterator<Item = Square> {
    let bound = |on: u8| {
        let bound =
            |&&(id, sq): &&(_, Square)| rules.tables.is_color_bound(id) && square_color(sq) == on;
        men.pieces().iter().filter(bound).count()
    };
    let counts = [bound(0), bound(1)];
    let wanted = u8::from(counts[1] > counts[0]);
    let layout = pos.layout();
    let (last_file, last_rank) = (layout.files - 1, layout.ranks - 1);
    [
        (0, 0),
        (last_file, 0),
        (0, last_rank),
        (last_file, last_rank),
    ]
    .into_iter()
    .map(|(file, rank)| Square::at(file, rank))
    .filter(move |&corner| counts[0] != counts[1] && square_color(corner) == wanted)
}

/// Manhattan distance of two squares.
fn steps(a: Square, b: Square) -> i32 {
    (a.file().abs_diff(b.file()) + a.rank().abs_diff(b.rank())).into()
}
