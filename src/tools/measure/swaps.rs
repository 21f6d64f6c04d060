//! Pieces against others of about the same worth, as H.G. Muller measures them: one army has a piece where the
//! other one has something else, and both have the same besides.
//!
//! Of each kind the best few rivals are taken: one or two pieces of the game's own army, with pawns on either
//! side to make up for the rest, or pawns alone. A part of the games has nothing else different than a pawn,
//! which tells how much of a score is a pawn.

use super::armies::{Army, Contest, base, draw, take_pawns, thin_out, uniform};
use super::bench::Bench;
use crate::types::{Color, Rng};

/// So many rivals a kind has at most of each sort: one piece, two pieces, pawns alone.
const MOST_RIVALS: [usize; 3] = [2, 2, 1];
/// So many pawns make up for a difference at most.
const MOST_PAWNS: i32 = 4;
/// By the values in use rivals differ by so many pawns at most.
const WIDEST: f64 = 1.5;
/// To so many swaps there is at least one test in which nothing else is different than a pawn: a fifth of the
/// games, or a little more.
const SWAPS_FOR_A_PAWN: usize = 4;

/// A kind, and what stands against it.
#[derive(Clone, Debug, PartialEq)]
pub struct Swap {
    /// What one side has more.
    pub kind: usize,
    /// The pieces that the other side has more.
    pub rivals: Vec<usize>,
    /// So many pawns more the side without the kind has; below zero the other one has them.
    pub pawns: i32,
}

/// What one pair of games compares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Test<'s> {
    /// A pawn more against a pawn less.
    Pawn,
    /// A swap.
    Swap(&'s Swap),
}

/// All that is compared, in turn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Swaps {
    /// The swaps.
    pub swaps: Vec<Swap>,
    /// There are pawns whose odds can be played.
    pub has_pawns: bool,
}

impl Swaps {
    /// The swaps of a game with these values.
    pub fn new(bench: &Bench, worths: &[f64]) -> Swaps {
        let unit = bench.unit();
        let pawn = unit.map(|unit| worths[unit]).filter(|&pawn| pawn > 0.0);
        let mut swaps = Vec::new();
        for kind in bench.weighed() {
            let all = candidates(bench, kind);
            for (sort, &most) in MOST_RIVALS.iter().enumerate() {
                let all = all
                    .iter()
                    .filter(|rivals| rivals.len() == (sort + 1) % MOST_RIVALS.len());
                let mut sized: Vec<(f64, Swap)> = all
                    .filter_map(|rivals| even(worths, pawn, kind, rivals))
                    .collect();
                sized.sort_by(|(a, _), (b, _)| a.total_cmp(b));
                swaps.extend(sized.into_iter().take(most).map(|(_, swap)| swap));
            }
        }
        Swaps {
            swaps,
            // there may be pawns that are worth nothing
            has_pawns: pawn.is_some() && bench.has_odds(),
        }
    }

    /// How many tests there are in a turn.
    fn turn(&self) -> usize {
        self.swaps.len() + self.pawn_tests()
    }

    fn pawn_tests(&self) -> usize {
        match self.has_pawns {
            true => self.swaps.len().div_ceil(SWAPS_FOR_A_PAWN).max(1),
            false => 0,
        }
    }

    /// The number of the test of a pair; `None` without any. Zero is the pawn.
    pub fn number(&self, pair: u32) -> Option<usize> {
        let place = pair as usize % self.turn().max(1);
        let pawns = self.pawn_tests();
        match place.checked_sub(pawns) {
            _ if self.turn() == 0 => None,
            None => Some(0),
            Some(swap) => Some(swap + 1),
        }
    }

    /// The test of a number.
    pub fn test(&self, number: usize) -> Option<Test<'_>> {
        match number {
            0 => self.has_pawns.then_some(Test::Pawn),
            number => self.swaps.get(number - 1).map(Test::Swap),
        }
    }

    /// The armies of a pair: the first one has what is weighed. `None` if there is no room for it.
    pub fn contest(&self, bench: &Bench, number: usize, random: &mut Rng) -> Option<Contest> {
        let mut army = base(bench, random);
        let armies = match self.test(number)? {
            Test::Pawn => {
                thin_out(&mut army, &[], random);
                let mut less = army.clone();
                take_pawns(bench, &mut less, 1, random);
                [army, less]
            }
            Test::Swap(swap) => swap.armies(bench, army, random)?,
        };
        Some(Contest {
            armies,
            test: Some(number),
        })
    }
}

impl Swap {
    fn armies(&self, bench: &Bench, mut army: Army, random: &mut Rng) -> Option<[Army; 2]> {
        let own = army.count(self.kind) > 0;
        let mut needed = Vec::new();
        for &kind in self.rivals.iter().chain(own.then_some(&self.kind)) {
            needed.push(place_of(&army, kind, &needed, random)?);
        }
        if !own && self.rivals.is_empty() {
            // it needs a place, which the other side does without
            needed.push(draw(&army.filled(), random)?);
        }
        thin_out(&mut army, &needed, random);
        let [mut with, mut without] = [army.clone(), army];
        for &place in &needed[..self.rivals.len()] {
            with.places[place] = None;
        }
        match own {
            true => without.places[*needed.last()?] = None,
            false => {
                let fits = |&&place: &&usize| {
                    Color::ALL
                        .into_iter()
                        .all(|color| bench.fits(self.kind, place, color))
                };
                let place = *needed.iter().find(fits)?;
                if self.rivals.is_empty() {
                    without.places[place] = None;
                }
                with.places[place] = Some(self.kind);
            }
        }
        let pawns = self.pawns.unsigned_abs() as usize;
        match self.pawns >= 0 {
            true => take_pawns(bench, &mut with, pawns, random),
            false => take_pawns(bench, &mut without, pawns, random),
        }
        Some([with, without])
    }

    /// `R + N` or `2 pawns`, with what the side with the kind has as well.
    pub fn rivals_text(&self, bench: &Bench) -> String {
        let mut parts: Vec<String> = (self.rivals.iter())
            .map(|&kind| bench.kinds[kind].letter.clone())
            .collect();
        match self.pawns {
            0 => {}
            1 => parts.push("pawn".to_owned()),
            pawns if pawns > 0 => parts.push(format!("{pawns} pawns")),
            pawns => {
                let rivals = parts.join(" + ");
                let pawns = if pawns == -1 {
                    "a pawn".to_owned()
                } else {
                    format!("{} pawns", -pawns)
                };
                return format!("{rivals} - {pawns}");
            }
        }
        parts.join(" + ")
    }

    /// What the rivals are worth, in the unit of `worths`.
    pub fn rivals_worth(&self, worths: &[f64], pawn: f64) -> f64 {
        let pieces: f64 = self.rivals.iter().map(|&kind| worths[kind]).sum();
        pieces + f64::from(self.pawns) * pawn
    }
}

/// A place with a kind, other than some, drawn by chance.
fn place_of(army: &Army, kind: usize, taken: &[usize], random: &mut Rng) -> Option<usize> {
    let has = |place: &usize| army.places[*place] == Some(kind) && !taken.contains(place);
    let places: Vec<usize> = (0..army.places.len()).filter(has).collect();
    (!places.is_empty()).then(|| places[(uniform(random) * places.len() as f64) as usize])
}

/// The pieces that can stand against a kind: one or two of the game's own army, or none.
fn candidates(bench: &Bench, kind: usize) -> Vec<Vec<usize>> {
    let armies = Color::ALL.map(|color| &bench.armies[color]);
    // both sides may have the army of either
    let count = |kind: usize| {
        let count =
            |army: &Vec<Option<usize>>| army.iter().filter(|&&place| place == Some(kind)).count();
        armies.into_iter().map(count).min().unwrap_or(0)
    };
    let own: Vec<usize> = bench
        .weighed()
        .filter(|&other| other != kind && count(other) > 0)
        .collect();
    let mut all = vec![Vec::new()];
    for (index, &one) in own.iter().enumerate() {
        all.push(vec![one]);
        for &other in &own[index..] {
            if other != one || count(one) > 1 {
                all.push(vec![one, other]);
            }
        }
    }
    all
}

/// A swap with the pawns that make it as even as can be, and how uneven it is, in pawns; `None` if it is far
/// from that.
fn even(worths: &[f64], pawn: Option<f64>, kind: usize, rivals: &[usize]) -> Option<(f64, Swap)> {
    let more = worths[kind] - rivals.iter().map(|&kind| worths[kind]).sum::<f64>();
    let unit = pawn.unwrap_or(worths[kind] / 3.0).max(1.0);
    let pawns = match pawn {
        // as many as the kind is worth are no test of two pieces that are about the same
        Some(pawn) => (more / pawn)
            .round()
            .clamp(-f64::from(MOST_PAWNS), f64::from(MOST_PAWNS)) as i32,
        None => 0,
    };
    if rivals.is_empty() && pawns < 1 {
        return None;
    }
    let off = (more / unit - f64::from(pawns)).abs();
    let swap = Swap {
        kind,
        rivals: rivals.to_vec(),
        pawns,
    };
    // of two that are as even the one with fewer pawns
    (off <= WIDEST).then(|| (off + 0.25 * f64::from(pawns.abs()), swap))
}
