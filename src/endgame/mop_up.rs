//! Driving a lone royal to where it can be mated, where no table shows the way.

use super::force::{Material, royal_of, square_color};
use super::probe::Prober;
use crate::board::Position;
use crate::ruleset::Ruleset;
use crate::types::{Color, Square, TypeId};

/// What each step nearer to a corner is worth where the pieces can mate, centipawns.
const CORNER: i32 = 22;
/// What each step of a piece nearer to the lone royal is worth, centipawns.
const NEARER: i32 = 4;

impl Prober {
    /// What it is worth to a side, in centipawns, that the lone royal of the other one stands near
    /// a corner where its pieces can mate, and these pieces near it. 0 if the other side has more
    /// than its royal, or if there is a table, which says all that.
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

/// The corners where a mate is to be looked for. To mate in a corner its own square has to be
/// attacked, so pieces that are bound to squares of one colour mate in corners of that colour; the
/// more of them the better. If they make no difference there are no such corners.
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

/// How far two squares are apart for one who steps along files and ranks.
fn steps(a: Square, b: Square) -> i32 {
    let between = |a: u8, b: u8| i32::from(a.abs_diff(b));
    between(a.file(), b.file()) + between(a.rank(), b.rank())
}
