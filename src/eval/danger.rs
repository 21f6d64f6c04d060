//! The danger to royals.

use super::Evaluation;
use super::bits::Bits;
use super::sights::Opening;
use super::terms::{ROYAL_CLASS, Scan, Side, lone_royal};
use crate::movegen::MoveTables;
use crate::types::{Color, Score, Square, TypeSet};

impl Evaluation {
    /// What the surroundings of a lone royal are worth to it.
    pub(super) fn royal<const W: usize>(&self, scan: &Scan<W>, color: Color, sq: Square) -> Score {
        let hits = scan.sides[color.other()].hits;
        let danger = self.royals.cost(self.danger(scan, color, sq, hits));
        let pawns = scan.sides[color].pawns;
        let [near, far] = scan.sights.shelter(color, scan.sights.numbers.of(sq));
        let [near, far] = [near, far].map(|squares| squares.and(pawns).len() as i32);
        let shelter = near * self.royals.shelter[0] + far * self.royals.shelter[1];
        Score::new(shelter, 0) - danger
    }

    /// What the surroundings of the royals are worth to a side that may have several. Where each of
    /// them has to be kept the one in most danger counts, and where one of them is enough the one in
    /// least danger.
    #[inline(never)]
    pub(super) fn several_royals<const W: usize>(
        &self,
        tables: &MoveTables,
        scan: &Scan<W>,
        color: Color,
    ) -> Score {
        let pos = scan.pos;
        if let Some(sq) = lone_royal(pos, color) {
            return self.royal(scan, color, sq);
        }
        let royals = || pos.pieces_in(color, pos.royals(color));
        let units = royals().map(|(sq, id)| {
            let zone = scan.sights.zone(id, scan.sights.numbers.of(sq));
            let hits = self.hits(tables, scan, color.other(), zone);
            self.danger(scan, color, sq, hits)
        });
        let units = if royals().any(|(_, id)| self.royals.is_absolute(id)) {
            units.max()
        } else {
            units.min()
        };
        units.map_or(Score::default(), |units| -self.royals.cost(units))
    }

    /// The signs of danger around a royal, in eighths of a unit, given what the pieces that bear on
    /// its surroundings amount to.
    fn danger<const W: usize>(&self, scan: &Scan<W>, color: Color, sq: Square, hits: i32) -> i32 {
        let [own, enemy] = [color, color.other()].map(|color| &scan.sides[color]);
        let (royal, number) = (&self.royals, scan.sights.numbers.of(sq));
        let guarded = own.guarded();
        let zone = scan.sights.zone(scan.pos.type_on(sq), number);
        let pawn = zone.and(enemy.strikes).len() as i32;
        let weak = zone.and(enemy.all()).without(guarded).len() as i32;
        let units = royal.base + hits + pawn * royal.pawn + weak * royal.weak;
        let occupied = own.men.or(enemy.men);
        let (mut open, mut checks) = (0, 0);
        let look = |opening: Opening<W>| {
            open += opening.squares.len() as i32;
            let checking = opening.squares.and(self.reached(enemy, opening.types));
            checks += checking.without(guarded).len() as i32;
        };
        (scan.sights).openings(number, enemy.types, occupied, look);
        units + open * royal.open + checks * royal.check
    }

    /// What the pieces of a side bear on that are of a class with some of these types.
    #[inline]
    fn reached<const W: usize>(&self, side: &Side<W>, types: TypeSet) -> Bits<W> {
        let mut all = Bits::EMPTY;
        for (class, of_class) in self.class_types[..ROYAL_CLASS].iter().enumerate() {
            if types.meets(*of_class) {
                all = all.or(side.classes[class]);
            }
        }
        all
    }
}
