//! The two armies of a game, and the position in which they meet.
//!
//! Both sides begin with the same army of the game, in the same new order and without some of its pieces. What
//! is to be compared is changed in one or both of them.

use std::sync::Arc;

use super::bench::{Bench, Kind, Used};
use crate::board::placement::Virginity;
use crate::board::{Placement, Position};
use crate::game::Game;
use crate::ruleset::Ruleset;
use crate::tools::lab::self_play::start;
use crate::types::{ByColor, Color, Rng, TypeId};

/// So often an order is drawn in which pieces that are bound to a part of the board are on different ones.
const ORDERS: usize = 24;
/// At most one in so many pieces is taken from both sides alike.
const COMPANIONS: usize = 3;
/// So often changes are drawn that make the armies about as unequal as wanted.
const TRIES: usize = 300;
/// Armies differ by so many pawns at most, by the values in use: more would not be a contest.
const WIDEST: f64 = 3.5;
/// So much of an army is changed at most. The more of it, the more a game tells; but the pieces of a game are to
/// meet what they meet there.
const CHANGED: f64 = 0.7;
/// One in so many of the changes takes a piece away.
const REMOVED: usize = 3;
/// So many pawns are missing at most.
const MOST_MISSING: usize = 2;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Army {
    /// The kind in each place; `None` for an empty one, or one with what is not weighed.
    pub places: Vec<Option<usize>>,
    /// Which of the pawns are missing, by their numbers from the left.
    pub missing: Vec<usize>,
}

impl Army {
    /// How many of a kind there are.
    pub fn count(&self, kind: usize) -> usize {
        self.places
            .iter()
            .filter(|&&place| place == Some(kind))
            .count()
    }

    /// What it is worth with these values, centipawns; a missing pawn counts against it.
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

/// One of some things, drawn by chance; `None` of nothing.
fn draw<T: Copy>(things: &[T], random: &mut Rng) -> Option<T> {
    (!things.is_empty()).then(|| things[random.below(things.len())])
}

pub fn worths(bench: &Bench, used: &Used) -> Vec<f64> {
    let value = |kind: &Kind| f64::from(used.get(&kind.letter).copied().unwrap_or(0));
    bench.kinds.iter().map(value).collect()
}

/// The army of white or of black at the start, in a new order.
pub fn base(bench: &Bench, random: &mut Rng) -> Army {
    let color = Color::ALL[random.below(2)];
    let usual = &bench.armies[color];
    let mut best: Option<(usize, Vec<Option<usize>>)> = None;
    for _ in 0..ORDERS {
        let places = shuffled(bench, usual, random);
        let bad = together(bench, &places, color);
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

/// The pieces of each rank in another order, as far as they may stand there.
fn shuffled(bench: &Bench, usual: &[Option<usize>], random: &mut Rng) -> Vec<Option<usize>> {
    let mut places = usual.to_vec();
    for last in (1..places.len()).rev() {
        let other = random.below(last + 1);
        let same_rank = bench.slots[last].rank == bench.slots[other].rank;
        let fits = |kind: Option<usize>, slot: usize| {
            kind.is_some_and(|kind| {
                Color::ALL
                    .into_iter()
                    .all(|color| bench.fits(kind, slot, color))
            })
        };
        if same_rank && fits(places[last], other) && fits(places[other], last) {
            places.swap(last, other);
        }
    }
    places
}

/// How many pieces that are bound to a part of the board have another one like them on it.
fn together(bench: &Bench, places: &[Option<usize>], color: Color) -> usize {
    let part = |slot: usize| {
        let kind = places[slot]?;
        Some((
            kind,
            bench.kinds[kind].part(bench.slots[slot].squares[color])?,
        ))
    };
    let parts: Vec<_> = (0..places.len()).filter_map(part).collect();
    let same = |(index, one): (usize, &(usize, u8))| parts[..index].contains(one);
    parts.iter().enumerate().filter(|&one| same(one)).count()
}

/// Takes some pieces from both armies alike.
fn thin_out(army: &mut Army, random: &mut Rng) {
    let most = army.filled().len() / COMPANIONS;
    for _ in 0..random.below(most + 1) {
        if let Some(place) = draw(&army.filled(), random) {
            army.places[place] = None;
        }
    }
}

/// Takes so many pawns from an army of both colours' usual ones.
fn take_pawns(bench: &Bench, army: &mut Army, count: usize, random: &mut Rng) {
    let pawns = Color::ALL.map(|color| bench.pawns[color].len());
    let pawns = pawns[0].min(pawns[1]);
    for _ in 0..count.min(pawns) {
        let left: Vec<usize> = (0..pawns)
            .filter(|pawn| !army.missing.contains(pawn))
            .collect();
        army.missing.extend(draw(&left, random));
    }
}

/// The game in which white has one army and black another one; `None` if there can be no such position, or it
/// is over before it begins, or something hangs at once.
pub fn game(
    bench: &Bench,
    rules: &Arc<Ruleset>,
    armies: ByColor<&Army>,
    calm: bool,
) -> Option<Game> {
    let mut placement = Placement::start(&rules.layout);
    placement.pieces = bench.rest().to_vec();
    for color in Color::ALL {
        let army = armies[color];
        for (slot, kind) in bench.slots.iter().zip(&army.places) {
            if let Some(kind) = *kind {
                let id = bench.kinds[kind].types[color]?;
                placement.pieces.push((slot.squares[color], color, id));
            }
        }
        let pawns = bench.pawns[color].iter().enumerate();
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
    let over = |game: &Game| game.outcome().is_some();
    if over(&game) || rules.tables.in_check(game.position()) {
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

/// Draws the armies of a pair of games. In the first game White has the first army, in the second game the second. Both differ
/// from the same army in a few pieces and pawns, and their worth by about as much as `wanted`, which is drawn as well.
pub fn draw_armies(bench: &Bench, worths: &[f64], random: &mut Rng) -> [Army; 2] {
    let pawn = bench.unit().map_or(0.0, |unit| worths[unit]);
    let step = if pawn > 0.0 {
        pawn
    } else {
        median(bench, worths) / 3.0
    };
    let mut army = base(bench, random);
    thin_out(&mut army, random);
    let wanted = WIDEST * step * (2.0 * random.uniform() - 1.0);
    let mut best: Option<(f64, [Army; 2])> = None;
    for _ in 0..TRIES {
        let armies = [(); 2].map(|()| changed(bench, &army, random));
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

/// An army with a few other pieces and fewer pawns.
fn changed(bench: &Bench, base: &Army, random: &mut Rng) -> Army {
    let mut army = base.clone();
    // the armies of the game have its own kinds already, so that of those that were added there are more here
    let added = |kind: &usize| bench.kinds[*kind].betza.is_some();
    let kinds: Vec<usize> = bench
        .weighed()
        .chain(bench.weighed().filter(added))
        .collect();
    let most = ((CHANGED * army.places.len() as f64) as usize).max(1);
    for _ in 0..1 + random.below(most) {
        let Some(place) = draw(&army.filled(), random) else {
            continue;
        };
        // if both sides always had as many pieces, nothing would tell what one of them is worth
        let kind = match random.below(REMOVED) {
            0 => None,
            _ => draw(&kinds, random),
        };
        let fits = |color| kind.is_none_or(|kind| bench.fits(kind, place, color));
        if Color::ALL.into_iter().all(fits) {
            army.places[place] = kind;
        }
    }
    let pawns = random.below(MOST_MISSING + 1);
    take_pawns(bench, &mut army, pawns, random);
    army
}

/// What a kind is worth that is neither among the best nor among the worst.
fn median(bench: &Bench, worths: &[f64]) -> f64 {
    let mut all: Vec<f64> = bench.weighed().map(|kind| worths[kind]).collect();
    all.sort_unstable_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or(1.0)
}
