//! Factors: what the inputs of different variants have in common.
//!
//! An input such as "our archbishop on c3" means nothing in a variant without archbishops. Its factors do: what the piece can
//! do, where it stands, and where it attacks. They follow from the move tables, so that what was learnt in some variants
//! holds in others. Factors are numbers of about 1 at most, first those of our inputs and then those of theirs:
//!
//! | factors | number | meaning |
//! |---|---|---|
//! | traits | 14 | what the type can do, wherever it stands |
//! | places | 4 · 64 | where it stands, by class: pawn, royal, light, heavy |
//! | attacks | 64 | where it captures, if paths are open by chance (see [`MoveTables::visit_crowded`]) |
//! | hands | 5 · 14 | the traits of a piece in hand, for the first to the fifth and later |
//! | rights | 64 | the first-move right of the piece that starts there |
//! | checks | 12 | the checks left to give |
//!
//! A square belongs to the four nearest of 8x8 places, evenly spread over a board of any size (bilinear
//! interpolation). On 8x8 boards each square is a place.
//!
//! Besides these, a variant has factors of its own: one for each of its types, on the board and in hand, ours and theirs.

use std::collections::BTreeMap;

use super::inputs::{Inputs, Seen};
use crate::eval::values::{promotion_gain, share};
use crate::movegen::{EMPTY_CHANCE, MoveTables};
use crate::types::{Color, Square, TypeId};
use crate::variant::{Rights, Variant};

/// Traits of a type.
const TRAITS: usize = 14;
/// Ranks and files of the places.
const SIDE: usize = 8;
/// Places on a board.
const PLACES: usize = SIDE * SIDE;
/// Classes of pieces whose places differ.
const CLASSES: usize = 4;
/// Pieces in hand that have factors of their own.
const HANDS: usize = 5;
/// Numbers of checks that have factors of their own.
const CHECKS: usize = 12;
/// Pieces with a smaller value in centipawns are light.
const LIGHT: i32 = 450;

const PLACE: usize = TRAITS;
const ATTACK: usize = PLACE + CLASSES * PLACES;
const HAND: usize = ATTACK + PLACES;
const RIGHT: usize = HAND + HANDS * TRAITS;
const CHECK: usize = RIGHT + PLACES;
const OF_SIDE: usize = CHECK + CHECKS;
/// The number of factors that all variants share.
pub const FACTORS: usize = 2 * OF_SIDE;

/// The factors of the inputs of a variant.
#[derive(Debug)]
pub struct Factors {
    /// By input: its factors other than 0.
    rows: Vec<Row>,
    /// The number of the variant's own factors.
    own: usize,
}

/// Weights of inputs or of factors.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// By input or factor: the weights of all units.
    pub input: Vec<f32>,
    /// By input or factor: the linear weight.
    pub linear: Vec<f32>,
}

/// An input's factors other than 0, each with its index. The variant's own factors follow the shared ones.
type Row = Vec<(u16, f32)>;

/// A type that has a factor of its own: in hand or on the board, theirs or ours.
type OwnFactor = (bool, bool, TypeId);

struct Describer<'d> {
    v: &'d Variant,
    tables: &'d MoveTables,
    values: &'d [i32],
    inputs: &'d Inputs,
    /// The traits of types that are known so far.
    traits: BTreeMap<(TypeId, Color), [f32; TRAITS]>,
}

impl Factors {
    /// The factors of a variant's inputs; `values` are its piece values, see [`Evaluation`](crate::eval::Evaluation).
    pub fn new(v: &Variant, tables: &MoveTables, values: &[i32], inputs: &Inputs) -> Factors {
        let mut describer = Describer::new(v, tables, values, inputs);
        let mut rows = vec![Row::new(); inputs.count()];
        let mut known: Vec<OwnFactor> = Vec::new();
        inputs.visit(|input, perspective, owner, seen| {
            if rows.get(input).is_none_or(|row| !row.is_empty()) {
                return;
            }
            rows[input] = describer.row(perspective, owner, seen);
            if let Some(own) = own_factor(perspective, owner, seen) {
                let found = known.iter().position(|other| *other == own);
                let number = found.unwrap_or_else(|| {
                    known.push(own);
                    known.len() - 1
                });
                rows[input].push(((FACTORS + number) as u16, 1.0));
            }
        });
        let own = known.len();
        Factors { rows, own }
    }

    /// By input: its factors other than 0, each with its index; the variant's own factors have indices from [`FACTORS`] on.
    pub fn rows(&self) -> &[Vec<(u16, f32)>] {
        &self.rows
    }

    /// The number of the variant's own factors.
    pub fn own(&self) -> usize {
        self.own
    }

    /// The weights of the inputs: sums over their factors, from the weights of the shared factors and the variant's own. Factors
    /// without weights count as 0.
    pub fn weights(&self, shared: &Rows, own: &Rows) -> Rows {
        let hidden = shared.input.len() / shared.linear.len().max(1);
        let mut weights = Rows::zero(self.rows.len(), hidden);
        for (input, row) in self.rows.iter().enumerate() {
            for &(factor, times) in row {
                let factor = usize::from(factor);
                match factor.checked_sub(FACTORS) {
                    None => weights.add(input, times, shared, factor),
                    Some(number) => weights.add(input, times, own, number),
                }
            }
        }
        weights
    }
}

impl Rows {
    /// Weights of 0.
    pub fn zero(count: usize, hidden: usize) -> Rows {
        Rows {
            input: vec![0.0; count * hidden],
            linear: vec![0.0; count],
        }
    }

    /// Adds a multiple of the weights of `other` at the index `from`, if there are any, to those at the index `to`.
    pub fn add(&mut self, to: usize, times: f32, other: &Rows, from: usize) {
        let hidden = self.input.len() / self.linear.len().max(1);
        let row = |index: usize| hidden * index..hidden * (index + 1);
        let (Some(units), Some(linear)) = (other.input.get(row(from)), other.linear.get(from))
        else {
            return;
        };
        for (sum, weight) in self.input[row(to)].iter_mut().zip(units) {
            *sum += times * weight;
        }
        self.linear[to] += times * linear;
    }
}

/// The own factor of a piece on a square or in hand; other inputs have none.
fn own_factor(perspective: Color, owner: Color, seen: Seen) -> Option<OwnFactor> {
    match seen {
        Seen::Piece(_, id, _) => Some((false, perspective != owner, id)),
        Seen::Hand(_, id, _) => Some((true, perspective != owner, id)),
        Seen::Right(..) | Seen::Check(..) => None,
    }
}

impl<'d> Describer<'d> {
    fn new(
        v: &'d Variant,
        tables: &'d MoveTables,
        values: &'d [i32],
        inputs: &'d Inputs,
    ) -> Describer<'d> {
        Describer {
            v,
            tables,
            values,
            inputs,
            traits: BTreeMap::new(),
        }
    }

    /// The factors of a feature of `owner`, as `perspective` sees it.
    fn row(&mut self, perspective: Color, owner: Color, seen: Seen) -> Row {
        let first = if perspective == owner { 0 } else { OF_SIDE };
        let turn = self.inputs.turn(perspective);
        let (v, mut row) = (self.v, Row::new());
        let turned = |sq| turn.of(v, sq);
        let mut put = |index: usize, worth: f32| {
            if worth != 0.0 {
                row.push(((first + index) as u16, worth));
            }
        };
        match seen {
            Seen::Piece(_, id, sq) => {
                let traits = self.traits_of(id, owner).into_iter().enumerate();
                traits.for_each(|(i, worth)| put(i, worth));
                self.place(id, sq, turned, &mut put);
            }
            Seen::Hand(_, id, count) => {
                let first = HAND + TRAITS * (usize::from(count).clamp(1, HANDS) - 1);
                let traits = self.traits_of(id, owner).into_iter().enumerate();
                traits.for_each(|(i, worth)| put(first + i, worth));
            }
            Seen::Right(_, sq) => {
                let mut put = |place, worth| put(RIGHT + place, worth);
                self.spread(turned(sq), 1.0, &mut put);
            }
            Seen::Check(_, left) => put(CHECK + usize::from(left).min(CHECKS - 1), 1.0),
        }
        row
    }

    fn traits_of(&mut self, id: TypeId, owner: Color) -> [f32; TRAITS] {
        if let Some(known) = self.traits.get(&(id, owner)) {
            return *known;
        }
        let new = self.traits(id, owner);
        self.traits.insert((id, owner), new);
        new
    }

    /// The traits of a colour's type. Moves that only capture count two thirds, and those that only move a third, as in
    /// [`values`](crate::eval::values).
    fn traits(&self, id: TypeId, owner: Color) -> [f32; TRAITS] {
        let (mut captures, mut quiet, mut blocked) = (0.0, 0.0, 0.0);
        // forward, backward, sideways; one, two, more squares far
        let (mut ways, mut far) = ([0.0; 3], [0.0; 3]);
        let mut squares = 0.0;
        for from in self.v.squares() {
            squares += 1.0;
            self.tables
                .visit_crowded(id, from, EMPTY_CHANCE, |to, chance, rights| {
                    let share = share(rights);
                    captures += chance * f64::from(u8::from(rights.capture));
                    quiet += chance * f64::from(u8::from(rights.quiet));
                    let ranks = i32::from(to.rank()) - i32::from(from.rank());
                    let ahead = if owner == Color::White { ranks } else { -ranks };
                    ways[match ahead {
                        1.. => 0,
                        0 => 2,
                        _ => 1,
                    }] += chance * share;
                    far[from.distance(to).clamp(1, 3) as usize - 1] += chance * share;
                    if chance < 1.0 {
                        blocked += chance * share;
                    }
                });
        }
        let value = f64::from(self.values[id.index()].max(0)) / 100.0;
        let gain = if self.v.is_pawn(id, owner) {
            promotion_gain(self.v, self.values, owner)
        } else {
            0.0
        };
        let mean = |sum: f64, usual: f64| sum / squares / usual;
        let bound = f64::from(u8::from(self.tables.is_color_bound(id)));
        let traits = [
            1.0,
            value / 5.0,
            value.sqrt() / 2.0,
            mean(captures, 8.0),
            mean(quiet, 8.0),
            mean(ways[0], 8.0),
            mean(ways[1], 8.0),
            mean(ways[2], 4.0),
            mean(far[0], 8.0),
            mean(far[1], 8.0),
            mean(far[2], 8.0),
            mean(blocked, 8.0),
            bound,
            gain / 1000.0,
        ];
        traits.map(|worth| worth as f32)
    }

    /// Where a piece stands, and where it captures.
    fn place(
        &self,
        id: TypeId,
        from: Square,
        turned: impl Fn(Square) -> Square,
        put: &mut impl FnMut(usize, f32),
    ) {
        let class = if id.is_pawn() {
            0
        } else if self.v.is_royal(id) {
            1
        } else if self.values[id.index()] < LIGHT {
            2
        } else {
            3
        };
        let first = PLACE + class * PLACES;
        self.spread(turned(from), 1.0, &mut |place, worth| {
            put(first + place, worth)
        });
        let mut attacks = [0.0; PLACES];
        let mut visit = |to: Square, chance: f64, rights: Rights| {
            if rights.capture {
                let half = 0.5 * chance as f32;
                self.spread(turned(to), half, &mut |place, worth| {
                    attacks[place] += worth
                });
            }
        };
        self.tables
            .visit_crowded(id, from, EMPTY_CHANCE, &mut visit);
        (attacks.into_iter().enumerate()).for_each(|(place, worth)| put(ATTACK + place, worth));
    }

    /// Spreads a number over the places to which a square belongs. With two boards, both have the same places.
    fn spread(&self, sq: Square, worth: f32, put: &mut impl FnMut(usize, f32)) {
        let along = |x: u8, n: u8| {
            let far = f32::from(x) * (SIDE - 1) as f32 / f32::from((n - 1).max(1));
            let near = (far as usize).min(SIDE - 2);
            let part = far - near as f32;
            [(near, 1.0 - part), (near + 1, part)]
        };
        let file = self.v.shown_file(sq.file());
        for (rank, by_rank) in along(sq.rank(), self.v.ranks) {
            for (file, by_file) in along(file, self.v.files) {
                let worth = worth * by_rank * by_file;
                if worth != 0.0 {
                    put(SIDE * rank + file, worth);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::games::{variants, without_net};

    fn inputs(name: &str) -> (std::sync::Arc<crate::ruleset::Ruleset>, Inputs) {
        let rules = without_net(name);
        let inputs = Inputs::new(rules.variant(), &rules.tables);
        (rules, inputs)
    }

    #[test]
    fn what_both_sides_see_alike_has_the_same_factors() {
        for variant in variants() {
            let (rules, inputs) = inputs(&variant.name);
            let values = &rules.evaluation.values;
            let mut describer = Describer::new(&variant, &rules.tables, values, &inputs);
            let mut known: BTreeMap<usize, Vec<f32>> = BTreeMap::new();
            inputs.visit(|input, perspective, owner, seen| {
                let mut all = vec![0.0; FACTORS];
                for (factor, worth) in describer.row(perspective, owner, seen) {
                    all[usize::from(factor)] += worth;
                }
                let first = known.entry(input).or_insert_with(|| all.clone());
                let differs = first
                    .iter()
                    .zip(&all)
                    .position(|(a, b)| (a - b).abs() > 1e-4);
                assert_eq!(differs, None, "{}: {seen:?} of {owner}", variant.name);
            });
            assert_eq!(known.len(), inputs.count(), "{}", variant.name);
        }
    }

    #[test]
    fn a_piece_has_its_place_its_attacks_and_its_traits() {
        let (rules, inputs) = inputs("normal");
        let v = rules.variant();
        let values = &rules.evaluation.values;
        let mut describer = Describer::new(v, &rules.tables, values, &inputs);
        let knight = v.type_by_letter('N', Color::White).unwrap();
        let seen = Seen::Piece(false, knight, Square::at(2, 2));
        let ours = describer.row(Color::White, Color::White, seen);
        let of = |row: &Row, factor: usize| {
            let found = row.iter().find(|(other, _)| usize::from(*other) == factor);
            found.map_or(0.0, |(_, worth)| *worth)
        };
        let light = PLACE + 2 * PLACES;
        assert_eq!(of(&ours, light + 2 * SIDE + 2), 1.0);
        assert_eq!(of(&ours, ATTACK + 4 * SIDE + 3), 0.5);
        assert_eq!(of(&ours, ATTACK + 2 * SIDE + 2), 0.0);
        assert_eq!(of(&ours, 1), values[knight.index()] as f32 / 500.0);
        // 336 moves on 64 squares, all of them two squares far
        assert_eq!(of(&ours, 9), 336.0 / 64.0 / 8.0);
        // seen by the opponent, the piece stands on the mirrored square, and is theirs
        let theirs = describer.row(Color::Black, Color::White, seen);
        assert_eq!(of(&theirs, OF_SIDE + light + 5 * SIDE + 2), 1.0);
        assert_eq!(ours.len(), theirs.len());
    }

    #[test]
    fn a_square_between_places_belongs_to_several() {
        let (rules, inputs) = inputs("capablanca");
        let values = &rules.evaluation.values;
        let describer = Describer::new(rules.variant(), &rules.tables, values, &inputs);
        for sq in rules.variant().squares() {
            let mut places = Vec::new();
            describer.spread(sq, 1.0, &mut |place, worth| places.push((place, worth)));
            let sum: f32 = places.iter().map(|(_, worth)| worth).sum();
            assert!((sum - 1.0).abs() < 1e-6 && places.len() <= 4, "{places:?}");
            let inner = 0 < sq.file() && sq.file() < 9;
            assert_eq!(places.len(), 1 + usize::from(inner), "{places:?}");
        }
    }
}
