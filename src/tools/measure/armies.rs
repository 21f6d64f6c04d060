//! The two armies of a game, and the position in which they meet.
//!
//! Both sides start with the same army of the variant, shuffled and without some of its pieces. Then pieces are changed
//! in one army or in both.

use std::sync::Arc;

use super::testbed::{Kind, TestBed, Used};
use crate::board::placement::Virginity;
use crate::board::{Placement, Position};
use crate::game::Game;
use crate::ruleset::Ruleset;
use crate::tools::lab::self_play::start;
use crate::types::{ByColor, Color, Rng, TypeId};

/// Attempts to shuffle until pieces of the same kind that are bound to one half of the board are on different halves.
const ORDERS: usize = 24;
/// Of this many pieces at most one is removed, from both sides.
const COMPANIONS: usize = 3;
/// Attempts to draw changes that lead to the wanted difference of the armies.
const TRIES: usize = 300;
/// The largest difference of armies in pawns, by the values in use.
const WIDEST: f64 = 3.5;
/// The largest share of an army that is changed. More changes give more information, but make games less like the variant.
const CHANGED: f64 = 0.7;
/// One in this many changes removes a piece.
const REMOVED: usize = 3;
/// The largest number of missing pawns.
const MOST_MISSING: usize = 2;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Army {
    /// The index of the kind in each slot; `None` if the slot is empty or its piece is not measured.
    pub places: Vec<Option<usize>>,
    /// The missing pawns, numbered from the left.
    pub missing: Vec<usize>,
}

impl Army {
    pub fn count(&self, kind: usize) -> usize {
        self.places
            .iter()
            .filter(|&&place| place == Some(kind))
            .count()
    }

    /// The value of the army in centipawns, minus the value of the missing pawns.
    pub fn worth(&self, values: &[f64], pawn: f64) -> f64 {
        let pieces = self.places.iter().flatten();
        pieces.map(|&kind| values[kind]).sum::<f64>() - pawn * self.missing.len() as f64
    }

    pub fn filled(&self) -> Vec<usize> {
        (0..self.places.len())
            .filter(|&place| self.places[place].is_some())
            .collect()
    }
}

/// A random element; `None` if there are none.
fn draw<T: Copy>(things: &[T], random: &mut Rng) -> Option<T> {
    (!things.is_empty()).then(|| things[random.below(things.len())])
}

pub fn worths(testbed: &TestBed, used: &Used) -> Vec<f64> {
    let value = |kind: &Kind| f64::from(used.get(&kind.letter).copied().unwrap_or(0));
    testbed.kinds.iter().map(value).collect()
}

/// The army of white or black at the start, shuffled.
pub fn base(testbed: &TestBed, random: &mut Rng) -> Army {
    let color = Color::ALL[random.below(2)];
    let usual = &testbed.armies[color];
    let mut best: Option<(usize, Vec<Option<usize>>)> = None;
    for _ in 0..ORDERS {
        let places = shuffled(testbed, usual, random);
        let bad = together(testbed, &places, color);
        if best.as_ref().is_none_or(|(least, _)| bad < *least) {
            best = Some((bad, places));
        }
        if bad == 0 {
            break;
        }
    }
    Army {
        places: best.map_or_else(|| usual.clone(), |(_, places)| places),
        missing: Vec::new(),
    }
}

/// Shuffles the pieces of each rank among the squares where they may stand.
fn shuffled(testbed: &TestBed, usual: &[Option<usize>], random: &mut Rng) -> Vec<Option<usize>> {
    let mut places = usual.to_vec();
    for last in (1..places.len()).rev() {
        let other = random.below(last + 1);
        let same_rank = testbed.slots[last].rank == testbed.slots[other].rank;
        let fits = |kind: Option<usize>, slot: usize| {
            kind.is_some_and(|kind| {
                Color::ALL
                    .into_iter()
                    .all(|color| testbed.fits(kind, slot, color))
            })
        };
        if same_rank && fits(places[last], other) && fits(places[other], last) {
            places.swap(last, other);
        }
    }
    places
}

/// The number of pieces that share their half of the board with a piece of the same kind, if the kind is bound to one half.
fn together(testbed: &TestBed, places: &[Option<usize>], color: Color) -> usize {
    let part = |slot: usize| {
        let kind = places[slot]?;
        Some((
            kind,
            testbed.kinds[kind].part(testbed.slots[slot].squares[color])?,
        ))
    };
    let parts: Vec<_> = (0..places.len()).filter_map(part).collect();
    let same = |(index, one): (usize, &(usize, u8))| parts[..index].contains(one);
    parts.iter().enumerate().filter(|&one| same(one)).count()
}

/// Removes some pieces from the army with which both sides start.
fn thin_out(army: &mut Army, random: &mut Rng) {
    let most = army.filled().len() / COMPANIONS;
    for _ in 0..random.below(most + 1) {
        if let Some(place) = draw(&army.filled(), random) {
            army.places[place] = None;
        }
    }
}

/// Removes this many pawns from an army.
fn take_pawns(testbed: &TestBed, army: &mut Army, count: usize, random: &mut Rng) {
    let pawns = Color::ALL.map(|color| testbed.pawns[color].len());
    let pawns = pawns[0].min(pawns[1]);
    for _ in 0..count.min(pawns) {
        let left: Vec<usize> = (0..pawns)
            .filter(|pawn| !army.missing.contains(pawn))
            .collect();
        army.missing.extend(draw(&left, random));
    }
}

/// The game between two armies. `None` if their position is not possible, if the game is over in it, or if a piece hangs and
/// `calm` is set.
pub fn game(
    testbed: &TestBed,
    rules: &Arc<Ruleset>,
    armies: ByColor<&Army>,
    calm: bool,
) -> Option<Game> {
    let mut placement = Placement::start(&rules.layout);
    placement.pieces = testbed.rest().to_vec();
    for color in Color::ALL {
        let army = armies[color];
        for (slot, kind) in testbed.slots.iter().zip(&army.places) {
            if let Some(kind) = *kind {
                let id = testbed.kinds[kind].types[color]?;
                placement.pieces.push((slot.squares[color], color, id));
            }
        }
        let pawns = testbed.pawns[color].iter().enumerate();
        let kept = pawns.filter(|(number, _)| !army.missing.contains(number));
        let id = TypeId::pawn(color);
        placement
            .pieces
            .extend(kept.map(|(_, &sq)| (sq, color, id)));
    }
    placement.virginity = Virginity::AsPlaced;
    placement.forget_last_move();
    let mut other = start(rules, None);
    let mut game = other.clone();
    game.set_placement(&placement).ok()?;
    placement.side = placement.side.other();
    other.set_placement(&placement).ok()?;
    if game.outcome().is_some() || rules.tables.in_check(game.position()) {
        return None;
    }
    if rules.tables.in_check(other.position()) {
        return None;
    }
    let hangs = |game: &Game| hangs(rules, game);
    (!calm || !hangs(&game) && !hangs(&other)).then_some(game)
}

/// True if the side to move can win a pawn or more by a capture.
fn hangs(rules: &Ruleset, game: &Game) -> bool {
    let values = &rules.evaluation.values;
    let mut position: Position = game.position().clone();
    let wins = |mv| {
        if !position.is_capture(mv) {
            return false;
        }
        let taken = position.type_on(position.captured_square(mv));
        let gain = values[taken.index()];
        let least = values[TypeId::WHITE_PAWN.index()].max(1);
        rules.tables.see_ge(&mut position, mv, gain, least, values)
    };
    game.legal_moves().into_iter().any(wins)
}

/// Draws the two armies of a pair of games. White has the first army in the first game, and the second army in the second
/// game. Both armies differ from the same army in a few pieces and pawns; the difference of their values is random too.
pub fn draw_armies(testbed: &TestBed, worths: &[f64], random: &mut Rng) -> [Army; 2] {
    let pawn = testbed.unit().map_or(0.0, |unit| worths[unit]);
    let step = if pawn > 0.0 {
        pawn
    } else {
        median(testbed, worths) / 3.0
    };
    let mut army = base(testbed, random);
    thin_out(&mut army, random);
    let wanted = WIDEST * step * (2.0 * random.uniform() - 1.0);
    let mut best: Option<(f64, [Army; 2])> = None;
    for _ in 0..TRIES {
        let armies = [(); 2].map(|()| changed(testbed, &army, random));
        let [first, second] = armies.each_ref().map(|army| army.worth(worths, pawn));
        let off = (first - second - wanted).abs();
        if armies[0] != armies[1] && best.as_ref().is_none_or(|(least, _)| off < *least) {
            best = Some((off, armies));
        }
        if best.as_ref().is_some_and(|(off, _)| *off < step / 2.0) {
            break;
        }
    }
    best.map_or([army.clone(), army], |(_, armies)| armies)
}

/// An army with a few pieces exchanged for others, and with fewer pawns.
fn changed(testbed: &TestBed, base: &Army, random: &mut Rng) -> Army {
    let mut army = base.clone();
    // kinds of the variant itself are in the armies already, so added kinds are drawn more often
    let added = |kind: &usize| testbed.kinds[*kind].betza.is_some();
    let kinds: Vec<usize> = testbed
        .weighed()
        .chain(testbed.weighed().filter(added))
        .collect();
    let most = ((CHANGED * army.places.len() as f64) as usize).max(1);
    for _ in 0..1 + random.below(most) {
        let Some(place) = draw(&army.filled(), random) else {
            continue;
        };
        // if the numbers of pieces were always equal, the value of a piece could not be measured
        let kind = match random.below(REMOVED) {
            0 => None,
            _ => draw(&kinds, random),
        };
        let fits = |color| kind.is_none_or(|kind| testbed.fits(kind, place, color));
        if Color::ALL.into_iter().all(fits) {
            army.places[place] = kind;
        }
    }
    let pawns = random.below(MOST_MISSING + 1);
    take_pawns(testbed, &mut army, pawns, random);
    army
}

/// The median value of the kinds.
fn median(testbed: &TestBed, worths: &[f64]) -> f64 {
    let mut all: Vec<f64> = testbed.weighed().map(|kind| worths[kind]).collect();
    all.sort_unstable_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(1.0)
}
