//! Random rules: royals, zones and goals.

use fmax::types::{ByColor, Color, TypeId};
use fmax::variant::rules::goals::Goal;
use fmax::variant::rules::hop_limits::HopLimit;
use fmax::variant::rules::passing::Pass;
use fmax::variant::rules::pushes::Pushes;
use fmax::variant::rules::trading::Trading;
use fmax::variant::rules::win_conditions::Explosion;
use fmax::variant::{Change, Promotion, Royalty, WinConditions, Zone, Zones};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use super::KING;

pub fn royalty() -> impl Strategy<Value = Royalty> {
    prop_oneof![
        3 => Just(Royalty::Absolute),
        1 => any::<bool>().prop_map(|duple| Royalty::Extinction { duple }),
    ]
}

/// A rectangle, which may exceed the board.
fn zone() -> impl Strategy<Value = Zone> {
    (0u8..10, 1u8..=12, 0u8..10, 1u8..=12).prop_map(|(file, files, rank, ranks)| {
        let mut zone = Zone::default();
        for file in file..file + files {
            (rank..rank + ranks).for_each(|rank| zone.insert(file, rank));
        }
        zone
    })
}

/// The ranks from which pawns push; there may be several.
pub fn pushes() -> impl Strategy<Value = Pushes> {
    let ranks = || prop::option::weighted(0.1, (1u8..=2, 0u8..=3));
    [ranks(), ranks(), ranks(), ranks()].prop_map(|sides| {
        let [a, b, c, d] = sides.map(|ranks| ranks.map(|(first, more)| (first, first + more)));
        Pushes {
            ranks: ByColor::new(a, b),
            en_passant: ByColor::new(c, d),
        }
    })
}

/// Holes, which may lie outside the board.
pub fn holes() -> impl Strategy<Value = Vec<(u8, u8)>> {
    prop_oneof![2 => Just(Vec::new()), 1 => vec((0u8..16, 0u8..16), 1..24)]
}

/// Types that may not hop over or capture others, chosen among all types but pawns and kings.
pub fn hop_limits() -> impl Strategy<Value = Vec<(Index, Index)>> {
    prop_oneof![2 => Just(Vec::new()), 1 => vec((any::<Index>(), any::<Index>()), 1..4)]
}

/// Which types may not be traded, which are cheap and which do not count, chosen among all types.
pub type RawTrading = [Vec<Index>; 3];

pub fn trading() -> impl Strategy<Value = Option<RawTrading>> {
    let some = || vec(any::<Index>(), 0..3);
    prop::option::weighted(0.2, [some().boxed(), some().boxed(), some().boxed()])
}

/// The trading rule for this number of types; royals and pawns are traded freely.
pub fn trading_of(raw: Option<RawTrading>, types: usize) -> Option<Trading> {
    let [who, cheap, aside] = raw?;
    let chosen = |list: &[Index], first: usize| {
        let mut ids: Vec<TypeId> = (list.iter())
            .map(|index| TypeId((first + index.index(types + 1 - first)) as u8))
            .collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    };
    let types = chosen(&who, 4);
    (!types.is_empty()).then(|| Trading {
        types,
        cheap: chosen(&cheap, 1),
        aside: chosen(&aside, 1),
    })
}

/// When white and black may pass.
pub fn passing() -> impl Strategy<Value = ByColor<Pass>> {
    let pass = prop_oneof![Just(Pass::Never), Just(Pass::Stuck), Just(Pass::Always)];
    let some = [pass.clone(), pass].prop_map(|[white, black]| ByColor::new(white, black));
    prop_oneof![3 => Just(ByColor::both(Pass::Never)), 1 => some]
}

/// The hop limits for this number of types.
pub fn limits_of(raw: &[(Index, Index)], types: usize) -> Vec<HopLimit> {
    let mut limits: Vec<HopLimit> = Vec::new();
    for (who, whom) in raw {
        let id = TypeId(3 + who.index(types - 2) as u8);
        let barred = vec![TypeId(4 + whom.index(types - 3) as u8)];
        if !limits.iter().any(|limit| limit.id == id) {
            limits.push(HopLimit { id, barred });
        }
    }
    limits
}

/// Types that are confined, types that move like others in a zone, and types that move like others along lines.
pub type RawZones = (
    Vec<(Index, Zone)>,
    Vec<(Index, Zone, Index)>,
    Vec<(Index, Zone, Index)>,
);

pub fn zones() -> impl Strategy<Value = RawZones> {
    let some = (
        vec((any::<Index>(), zone()), 0..4),
        vec((any::<Index>(), zone(), any::<Index>()), 0..4),
        vec((any::<Index>(), zone(), any::<Index>()), 0..3),
    );
    prop_oneof![2 => Just((Vec::new(), Vec::new(), Vec::new())), 1 => some]
}

/// The zones for this number of types.
pub fn zones_of((confined, changes, lines): RawZones, types: usize) -> Zones {
    let id = |index: &Index| TypeId(1 + index.index(types) as u8);
    let mut zones = Zones::default();
    for (index, zone) in &confined {
        if !(zones.confined.iter()).any(|(other, _)| *other == id(index)) {
            zones.confined.push((id(index), *zone));
        }
    }
    let change = |(index, zone, like): &(Index, Zone, Index)| Change {
        id: id(index),
        zone: *zone,
        like: id(like),
    };
    zones.lines = lines.iter().map(change).collect();
    for raw in &changes {
        let change = change(raw);
        if !(zones.changes.iter()).any(|other| other.id == change.id) {
            zones.changes.push(change);
        }
    }
    zones
}

/// Goal squares: which types of white and black, how many must arrive, and on what terms.
type RawGoal = ([Vec<(Index, Zone)>; 2], u8, [bool; 4]);

fn goal() -> impl Strategy<Value = RawGoal> {
    let targets = || vec((any::<Index>(), zone()), 0..3);
    let term = || prop::bool::weighted(0.3);
    (
        [targets(), targets()],
        1u8..=2,
        [term(), term(), term(), term()],
    )
}

fn losses() -> impl Strategy<Value = ([bool; 2], u8, bool, bool)> {
    let rare = || prop::bool::weighted(0.1);
    (
        [rare(), rare()],
        prop_oneof![3 => Just(0u8), 1 => 1u8..=2],
        rare(),
        rare(),
    )
}

/// Promotion of pieces: which type becomes which (as numbers to choose by), in which zone, and the words for when.
#[derive(Clone, Debug)]
pub struct RawPromotion {
    pieces: Vec<(Index, Index)>,
    squares: Option<Zone>,
    leaving: bool,
    capturing: bool,
    entering: bool,
    mobile: bool,
    in_place: bool,
    most: Option<(Index, u8)>,
}

pub fn promotion() -> impl Strategy<Value = RawPromotion> {
    let some = (
        vec((any::<Index>(), any::<Index>()), 0..5),
        prop::option::of(zone()),
        [0.4, 0.2, 0.3, 0.3, 0.15].map(prop::bool::weighted),
        prop::option::weighted(0.3, (any::<Index>(), 1u8..3)),
    );
    let some = some.prop_map(
        |(pieces, squares, [leaving, capturing, entering, mobile, in_place], most)| RawPromotion {
            pieces,
            squares,
            leaving,
            capturing,
            entering,
            mobile,
            in_place,
            most,
        },
    );
    let none = RawPromotion {
        pieces: Vec::new(),
        squares: None,
        leaving: false,
        capturing: false,
        entering: false,
        mobile: false,
        in_place: false,
        most: None,
    };
    prop_oneof![1 => Just(none), 1 => some]
}

impl RawPromotion {
    /// Adds this promotion to a variant with these numbers of types and ranks; promotion of pieces only if `pieces` is
    /// set.
    pub fn add_to(&self, promotion: &mut Promotion, types: usize, ranks: u8, pieces: bool) {
        let id = |index: &Index| TypeId(4 + index.index(types - 3) as u8);
        let mut own: Vec<(TypeId, Vec<TypeId>)> = Vec::new();
        for (who, what) in self.pieces.iter().filter(|_| pieces) {
            let (who, what) = (id(who), id(what));
            match own.iter_mut().find(|(other, _)| *other == who) {
                _ if who == what => {}
                Some((_, list)) if !list.contains(&what) => list.push(what),
                Some(_) => {}
                None => own.push((who, vec![what])),
            }
        }
        promotion.pieces = ByColor::new(own.clone(), own);
        promotion.squares = self
            .squares
            .map(|zone| ByColor::new(zone, zone.mirrored(ranks)));
        promotion.leaving = self.leaving;
        promotion.capturing = self.capturing;
        promotion.entering = self.entering;
        promotion.mobile = self.mobile;
        promotion.in_place = self.in_place && pieces;
        promotion.limits = self.most.iter().map(|(index, n)| (id(index), *n)).collect();
    }
}

/// Other ways to win, in some variants; the types are numbers to choose by.
#[derive(Clone, Debug)]
pub struct Ends {
    checks: u8,
    extinction: Vec<Index>,
    bare_wins: bool,
    mated_wins: bool,
    compulsory: bool,
    pub explosion: Option<Vec<Index>>,
    baring: Vec<Index>,
    squares: Vec<RawGoal>,
    /// Losing by loss of pieces: whether all pieces of White or Black count, how many remaining pieces lose, and
    /// whether the loss of pieces wins instead; and whether a bare king draws.
    losses: ([bool; 2], u8, bool, bool),
    /// Keeps the king royal even if another goal would suffice.
    royal: bool,
}

pub fn ends() -> impl Strategy<Value = Ends> {
    let none = Just(Vec::new());
    (
        prop_oneof![4 => Just(0u8), 1 => 1u8..=3],
        prop_oneof![4 => none, 1 => vec(any::<Index>(), 1..4)],
        prop::bool::weighted(0.15),
        prop::bool::weighted(0.1),
        prop::bool::weighted(0.2),
        prop::option::weighted(0.2, vec(any::<Index>(), 0..3)),
        any::<bool>(),
        (
            prop_oneof![4 => Just(Vec::new()), 1 => vec(any::<Index>(), 1..3)],
            prop_oneof![2 => Just(Vec::new()), 1 => vec(goal(), 1..3)],
            losses(),
        ),
    )
        .prop_map(
            |(
                checks,
                extinction,
                bare_wins,
                mated_wins,
                compulsory,
                explosion,
                royal,
                (baring, squares, losses),
            )| {
                Ends {
                    baring,
                    squares,
                    losses,
                    checks,
                    extinction,
                    bare_wins,
                    mated_wins,
                    compulsory,
                    explosion,
                    royal,
                }
            },
        )
}

impl Ends {
    /// True if the variant is decided without royals, and so has none.
    pub fn replace_royals(&self) -> bool {
        let extinction = self.checks == 0 && !self.mated_wins && !self.extinction.is_empty();
        !self.royal && (self.bare_wins || extinction)
    }

    pub fn goals(&self, back_rank: &ByColor<Vec<Option<TypeId>>>, types: usize) -> WinConditions {
        let extinction = ByColor::from_fn(|color| {
            let there: Vec<TypeId> = (back_rank[color].iter().flatten().copied())
                .filter(|&id| id != KING)
                .collect();
            let mut chosen: Vec<TypeId> = (self.extinction.iter())
                .filter(|_| !there.is_empty())
                .map(|index| *index.get(&there))
                .collect();
            chosen.sort_unstable();
            chosen.dedup();
            chosen
        });
        let named = |index: &Index| match index.index(types) {
            n if n + 1 > usize::from(KING.0) => Some(TypeId(n as u8 + 1)),
            _ => None,
        };
        let baring = ByColor::from_fn(|color| {
            let chosen = self.baring.iter();
            let chosen = chosen.map(|index| named(index).unwrap_or(TypeId::pawn(color)));
            chosen.filter(|&id| id != KING).collect()
        });
        let targets = |color: Color, raw: &[(Index, Zone)]| {
            let types = raw.iter().map(|(index, zone)| match index.index(types) {
                n if n < 2 => (TypeId::pawn(color), *zone),
                n => (TypeId(n as u8 + 1), *zone),
            });
            types.collect()
        };
        let goals = self.squares.iter().map(|(raw, count, terms)| Goal {
            targets: ByColor::from_fn(|color| targets(color, &raw[color.index()])),
            count: *count,
            or_full: terms[0],
            safe: terms[1],
            held: terms[2],
            level: terms[3],
        });
        WinConditions {
            goals: goals.collect(),
            extinction_of_all: ByColor::from_fn(|color| self.losses.0[color.index()]),
            extinction_left: self.losses.1,
            extinction_wins: self.losses.2,
            bare_king_draws: self.losses.3,
            checks: self.checks,
            extinction,
            baring,
            bare_wins: self.bare_wins,
            mated_wins: self.mated_wins,
            compulsory_captures: self.compulsory,
            explosion: self.explosion.as_ref().map(|spared| Explosion {
                spared: (spared.iter())
                    .map(|index| TypeId(1 + index.index(types) as u8))
                    .collect(),
            }),
            ..WinConditions::default()
        }
    }
}
