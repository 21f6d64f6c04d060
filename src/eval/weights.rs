//! From the moves of a game and the coefficients to the tables of its evaluation.

use std::sync::Arc;

use super::bound::bound_types;
use super::pawns::Pawns;
use super::royals::Royals;
use super::sights::{AnySights, Numbers};
use super::terms::{CLASSES, MOST_TARGETS, ROYAL_CLASS};
use super::{Evaluation, Threats};
use crate::board::layout::Weights;
use crate::movegen::{EMPTY_CHANCE, MoveTables};
use crate::types::{Color, Score, Square, TypeId, TypeSet};
use crate::variant::{Params, PromotesTo, Term, Variant};

/// The part of a piece's expected targets that it finds free in play: others hold own pieces.
const FREE_TARGETS: f64 = 0.8;
/// A class of pieces ends at this many times the value of the cheapest one in it.
const CLASS_WIDTH: f64 = 1.3;
/// Most hundreds of centipawns that count for what a threat could gain.
const MOST_GAIN: f64 = 4.0;

/// What the game of an evaluation is made of.
struct Source<'a> {
    v: &'a Variant,
    tables: &'a MoveTables,
    values: &'a [i32],
    c: &'a Params,
}

/// Derives the weights and the evaluation of a game, with the worth of each type by number.
pub(super) fn derive(
    v: &Variant,
    tables: &MoveTables,
    values: Vec<i32>,
    c: &Params,
) -> (Weights, Evaluation) {
    let types = v.pieces.len();
    let mut weights = Weights::zero(types);
    let source = Source {
        v,
        tables,
        values: &values,
        c,
    };
    for (id, piece) in v.types() {
        if !id.is_pawn() && !piece.royalty.is_royal() {
            // a piece counts for the phase by its worth, so that games without the usual pieces
            // fade into their end game as well
            weights.phase[id.index()] = values[id.index()].max(0) / 8;
        }
        for color in Color::ALL {
            source.place(&mut weights, color, id);
        }
    }
    let start = v.start_pieces();
    let full_phase = start.iter().map(|p| weights.phase[p.id.index()]).sum();
    let class = classes(v, &values);
    let mut class_types = [TypeSet::EMPTY; CLASSES];
    for (id, _) in v.types().filter(|&(id, _)| !id.is_pawn()) {
        class_types[class[id.index()]].insert(id);
    }
    let numbers = Arc::new(Numbers::new(v));
    let evaluation = Evaluation {
        full_phase,
        refilling: v.rules.drops.as_ref().is_some_and(|drops| drops.captures),
        tempo: source.score(Term::Tempo),
        edge: (0..=255).map(|i| edge(v, Square(i))).collect(),
        mobility: std::iter::once([Score::default(); MOST_TARGETS + 1])
            .chain(v.types().map(|(id, _)| source.mobility(id)))
            .collect(),
        sights: AnySights::new(v, tables, &numbers),
        class: class.iter().map(|&class| class as u8).collect(),
        class_types,
        threats: std::iter::once(Threats::default())
            .chain(v.types().map(|(id, _)| source.threats(&class, id)))
            .collect(),
        pawns: Pawns::new(v, tables, &values, c, &numbers),
        royals: Royals::new(v, c),
        bound: bound_types(v, tables, &values, c),
        bare: v
            .rules
            .win
            .bare_king_loses
            .then(|| source.score(Term::Bare)),
        goals: super::goals::Goals::new(v, tables, c),
        captures_explode: v.rules.win.explosion.is_some(),
        checks: super::goals::checks(v),
        values,
    };
    (weights, evaluation)
}

pub(super) fn pair((mg, eg): (f64, f64)) -> Score {
    Score::new(mg.round() as i32, eg.round() as i32)
}

/// The class of each type: pieces of about the same worth are one, the fourth is that of royals.
fn classes(v: &Variant, values: &[i32]) -> Vec<usize> {
    let mut class = vec![0; values.len()];
    let mut pieces: Vec<TypeId> = v.types().map(|(id, _)| id).collect();
    pieces.retain(|&id| !id.is_pawn() && !v.piece(id).royalty.is_royal());
    pieces.sort_by_key(|id| values[id.index()]);
    let mut first = None;
    let mut number = 0;
    for id in pieces {
        let value = f64::from(values[id.index()]);
        match first {
            Some(least) if value > CLASS_WIDTH * least => {
                number = (number + 1).min(ROYAL_CLASS - 1);
                first = Some(value);
            }
            None => first = Some(value),
            _ => {}
        }
        class[id.index()] = number;
    }
    for (id, _) in v.types().filter(|(_, piece)| piece.royalty.is_royal()) {
        class[id.index()] = ROYAL_CLASS;
    }
    class
}

/// How far a pawn on the square has come, 0 before its first rank and 1 where it is promoted.
pub(super) fn way(v: &Variant, color: Color, sq: Square) -> f64 {
    let from_home = |rank: u8| match color {
        Color::White => rank,
        Color::Black => v.ranks - 1 - rank,
    };
    let rank = from_home(sq.rank());
    let last = from_home(v.far_end(color, sq.file()));
    let goal = f64::from(last + 1) - f64::from(v.rules.promotion.ranks);
    let whole = goal - f64::from(v.rules.pawn_rank) + 1.0;
    ((whole - (goal - f64::from(rank))) / whole.max(1.0)).clamp(0.0, 1.0)
}

/// How much a pawn gains by promoting to its best choice, centipawns.
pub(super) fn promotion_gain(v: &Variant, values: &[i32], color: Color) -> f64 {
    let best = match &v.rules.promotion.to {
        PromotesTo::Choice(choices) => choices[color]
            .distinct
            .iter()
            .map(|id| values[id.index()])
            .max(),
        PromotesTo::ByFile(files) => {
            let become_ = files[color].iter().flatten();
            let (sum, count) =
                become_.fold((0, 0), |(sum, n), id| (sum + values[id.index()], n + 1));
            (count > 0).then(|| sum / count)
        }
    };
    f64::from((best.unwrap_or(0) - values[TypeId::pawn(color).index()]).max(0))
}

impl Source<'_> {
    fn score(&self, term: Term) -> Score {
        pair(self.c.get(term))
    }

    fn expected(&self, id: TypeId, sq: Square) -> f64 {
        self.tables.crowded_mobility(id, sq, EMPTY_CHANCE)
    }

    /// What each number of targets is worth to a type.
    fn mobility(&self, id: TypeId) -> [Score; MOST_TARGETS + 1] {
        let v = self.v;
        let sum: f64 = v.squares().map(|sq| self.expected(id, sq)).sum();
        let norm = FREE_TARGETS * sum / v.squares().count() as f64;
        if norm < 0.5 || id.is_pawn() || v.piece(id).royalty.is_royal() {
            return [Score::default(); MOST_TARGETS + 1];
        }
        std::array::from_fn(|count| {
            let n = count as f64;
            let part = |side: fn((f64, f64)) -> f64| {
                let worth = |term| side(self.c.get(term));
                worth(Term::Mobility) * (n - norm) / norm.sqrt()
                    + worth(Term::MobilityRoot) * (n.sqrt() - norm.sqrt())
                    + if count == 0 {
                        worth(Term::MobilityNone)
                    } else {
                        0.0
                    }
            };
            pair((part(|w| w.0), part(|w| w.1)))
        })
    }

    /// What it is worth to a piece of the type to be attacked.
    fn threats(&self, class: &[usize], id: TypeId) -> Threats {
        let v = self.v;
        if v.piece(id).royalty.is_royal() {
            return Threats::default();
        }
        let (pawn, own) = (id.is_pawn(), class[id.index()]);
        let add = |a: (f64, f64), b: (f64, f64), times: f64| (a.0 + times * b.0, a.1 + times * b.1);
        let value = |id: TypeId| f64::from(self.values[id.index()]);
        let gain = |by: &dyn Fn(TypeId) -> bool| {
            let cheapest = v.types().filter(|&(id, _)| by(id)).map(|(id, _)| value(id));
            let cost = cheapest.fold(f64::INFINITY, f64::min);
            ((value(id) - cost) / 100.0).clamp(0.0, MOST_GAIN)
        };
        let attacked = std::array::from_fn(|by| {
            let worth = match by {
                _ if pawn => (0.0, 0.0),
                0 => add(
                    self.c.get(Term::ThreatByPawn),
                    self.c.get(Term::ThreatGain),
                    gain(&TypeId::is_pawn),
                ),
                _ if by - 1 < own => {
                    let of_class = |id: TypeId| !id.is_pawn() && class[id.index()] == by - 1;
                    add(
                        self.c.get(Term::ThreatByCheaper),
                        self.c.get(Term::ThreatGain),
                        gain(&of_class),
                    )
                }
                _ if by - 1 < ROYAL_CLASS => self.c.get(Term::ThreatEven),
                _ => (0.0, 0.0),
            };
            pair(worth)
        });
        let hanging = if pawn {
            Term::HangingPawn
        } else {
            Term::HangingPiece
        };
        Threats {
            attacked,
            hanging: self.score(hanging),
        }
    }

    /// What a type is worth on every square.
    fn place(&self, weights: &mut Weights, color: Color, id: TypeId) {
        let v = self.v;
        let piece = v.piece(id);
        let mobility: Vec<f64> = v.squares().map(|sq| self.expected(id, sq)).collect();
        let mean = mobility.iter().sum::<f64>() / mobility.len() as f64;
        let gain = promotion_gain(v, self.values, color) / 100.0;
        let steps = self.steps_to_hill(id);
        for (sq, mobility) in v.squares().zip(mobility) {
            let rank = if color == Color::White {
                sq.rank()
            } else {
                v.ranks - 1 - sq.rank()
            };
            let value = f64::from(self.values[id.index()]);
            let centre = centrality(v, sq) - 0.5;
            let advance = f64::from(rank) / f64::from((v.ranks - 1).max(1)) - 0.5;
            let mut list = Vec::new();
            if v.is_pawn(id, color) {
                let near = way(v, color, sq);
                list.push((Term::PawnValue, value / 100.0));
                list.push((Term::PawnAdvancement, near * near * gain));
                list.push((Term::PawnRank, near * gain.min(1.0)));
                list.push((Term::PawnCentre, centre));
            } else if piece.royalty.is_royal() {
                list.push((Term::RoyalRank, f64::from(rank.min(3))));
                list.push((Term::RoyalCentre, centre));
                if let Some(steps) = steps.as_ref().and_then(|steps| steps[sq.index()]) {
                    list.push((Term::Hill, 1.0 / (1.0 + f64::from(steps))));
                }
            } else {
                list.push((Term::PieceValue, value / 100.0));
                list.push((Term::PlaceTargets, mobility - mean));
                list.push((Term::PlaceCentre, centre));
                list.push((Term::PlaceAdvance, advance));
                if piece.centralised {
                    list.push((Term::PlaceHint, centre));
                }
                if rank == 0 {
                    list.push((Term::PlaceHome, 1.0));
                }
            }
            let (mut mg, mut eg) = (value, value);
            for (term, times) in list {
                let worth = self.c.get(term);
                mg += worth.0 * times;
                eg += worth.1 * times;
            }
            weights.square[Weights::index(color, id, sq)] = pair((mg, eg));
        }
    }

    /// How many moves a type needs from each square of the empty board to its goal, if it has one.
    fn steps_to_hill(&self, id: TypeId) -> Option<Vec<Option<u32>>> {
        let (royal, goal) = self.tables.hill()?;
        if royal != id {
            return None;
        }
        let mut steps: Vec<Option<u32>> = vec![None; 256];
        goal.iter().for_each(|sq| steps[sq.index()] = Some(0));
        for round in 0.. {
            let mut found = false;
            for from in self.v.squares() {
                let reaches = |to: Square| steps[to.index()] == Some(round);
                if steps[from.index()].is_none() && self.tables.steps(id, from).iter().any(reaches)
                {
                    steps[from.index()] = Some(round + 1);
                    found = true;
                }
            }
            if !found {
                break;
            }
        }
        Some(steps)
    }
}

/// 0 in the corners, 1 in the very centre.
fn centrality(v: &Variant, sq: Square) -> f64 {
    let side = |x: u8, n: u8| {
        let middle = f64::from(n - 1) / 2.0;
        1.0 - (f64::from(x) - middle).abs() / middle.max(0.5)
    };
    (side(v.shown_file(sq.file()), v.files) + side(sq.rank(), v.ranks)) / 2.0
}

/// What a bare royal on the square is worth to its hunters, centipawns.
fn edge(v: &Variant, sq: Square) -> i32 {
    if !v.squares().any(|other| other == sq) {
        return 0;
    }
    (120.0 * (1.0 - centrality(v, sq))).round() as i32
}
