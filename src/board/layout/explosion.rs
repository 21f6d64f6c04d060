//! What explodes with a capture.

use crate::types::{Square, TypeId, TypeSet};
use crate::variant::Variant;

/// How captures explode.
#[derive(Debug)]
pub struct Blast {
    /// Per square: the squares beside it.
    around: Vec<Vec<Square>>,
    /// Types that stand it.
    spared: TypeSet,
}

impl Blast {
    /// The rules of a game; `None` where captures do not explode.
    pub(super) fn new(v: &Variant) -> Option<Blast> {
        let explosion = v.rules.win.explosion.as_ref()?;
        Some(Blast {
            around: (0..=255).map(|i| around(v, Square(i))).collect(),
            spared: v.kinds(&explosion.spared),
        })
    }

    /// The squares beside a square.
    #[inline]
    pub fn around(&self, center: Square) -> &[Square] {
        &self.around[center.index()]
    }

    /// True if a piece of the type that stands beside a capture stays where it is.
    #[inline]
    pub fn spares(&self, id: TypeId) -> bool {
        self.spared.contains(id)
    }
}

fn around(v: &Variant, center: Square) -> Vec<Square> {
    let near = |x: u8, n: u8| x.saturating_sub(1)..=(x + 1).min(n - 1);
    if center.file() >= v.files || center.rank() >= v.ranks {
        return Vec::new();
    }
    near(center.rank(), v.ranks)
        .flat_map(|rank| near(center.file(), v.files).map(move |file| Square::at(file, rank)))
        .filter(|&sq| sq != center && !v.is_hole(sq.file(), sq.rank()))
        .collect()
}
