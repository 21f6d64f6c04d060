//! Random moves: everything that move descriptors of pieces, pawns and kings can express.

use fmax::types::Step;
use fmax::variant::{Condition, Leg, LegEnd, MoveDescriptor, MoveShape, Over, Platform, Rights};
use proptest::collection::vec;
use proptest::prelude::*;

fn step() -> impl Strategy<Value = Step> {
    let near = (-2i8..=2, -2i8..=2);
    let far = (-6i8..=6, -4i8..=4);
    prop_oneof![4 => near, 1 => far]
        .prop_filter("goes nowhere", |step| *step != (0, 0))
        .prop_map(|(files, ranks)| Step::new(files, ranks))
}

fn rights() -> impl Strategy<Value = Rights> {
    prop_oneof![
        3 => Just(Rights::BOTH),
        1 => Just(Rights::CAPTURE),
        1 => Just(Rights::QUIET),
    ]
}

fn any_rights() -> impl Strategy<Value = Rights> {
    prop_oneof![2 => rights(), 2 => Just(Rights::NONE)]
}

fn leg(
    end: impl Strategy<Value = LegEnd>,
    can: impl Strategy<Value = Rights>,
) -> impl Strategy<Value = Leg> {
    (step(), can, end).prop_map(|(step, rights, end)| Leg {
        step,
        rights,
        end,
        over: Over::EMPTY,
    })
}

fn last_end() -> impl Strategy<Value = LegEnd> {
    prop_oneof![Just(LegEnd::Slide), Just(LegEnd::Steps(1))]
}

/// The second leg of most file entries continues in the direction of the first.
fn aligned(legs: (Leg, Leg, bool)) -> Vec<Leg> {
    let (first, mut second, same) = legs;
    if same {
        second.step = first.step;
    }
    vec![first, second]
}

fn hop() -> impl Strategy<Value = LegEnd> {
    let platform = prop_oneof![Just(Platform::Any), Just(Platform::Friend)];
    (platform, any::<bool>(), any::<bool>()).prop_map(|(platform, immediate, collide)| {
        LegEnd::Hop {
            platform,
            immediate,
            collide,
        }
    })
}

/// A short leg that passes only over certain contents.
fn passing_leg() -> impl Strategy<Value = Leg> {
    let over = prop_oneof![
        2 => Just(Over::EMPTY),
        1 => Just(Over::ANY),
        3 => Just(Over::PIECE),
        2 => Just(Over::FRIEND),
        1 => Just(Over::new(true, true, false)),
        1 => Just(Over::new(false, false, true)),
    ];
    let steps = prop_oneof![3 => Just(1u8), 1 => Just(2u8)];
    (leg(steps.prop_map(LegEnd::Steps), any_rights()), over)
        .prop_map(|(leg, over)| Leg { over, ..leg })
}

/// Alternating steps; some lead round in a circle.
fn alternation() -> impl Strategy<Value = Vec<Leg>> {
    let single = || leg(Just(LegEnd::Steps(1)), any_rights());
    let circle = (step(), rights(), any::<bool>()).prop_map(|(step, rights, left)| {
        let turned = |n: usize| {
            let (mut files, mut ranks) = (step.files, step.ranks);
            if n % 2 == 1 {
                // every second step is mirrored
                (files, ranks) = (ranks, files);
            }
            for _ in 0..n / 2 {
                (files, ranks) = (ranks, -files);
            }
            Leg::leap(Step::new(if left { -files } else { files }, ranks), rights)
        };
        (0..8).map(turned).collect()
    });
    prop_oneof![2 => vec(single(), 2..=4), 1 => circle]
}

/// A step that captures, with another leg, often back or like a king's step.
fn double() -> impl Strategy<Value = MoveShape> {
    let near = |longest: i8| {
        (-longest..=longest, -longest..=longest)
            .prop_filter("goes nowhere", |step| *step != (0, 0))
            .prop_map(|(files, ranks)| Step::new(files, ranks))
    };
    let first = prop_oneof![3 => near(1), 1 => near(3)];
    let end = prop_oneof![
        4 => Just(LegEnd::Steps(1)),
        1 => Just(LegEnd::Steps(2)),
        1 => Just(LegEnd::Slide),
    ];
    let then = (prop_oneof![3 => near(1), 1 => near(3)], rights(), end);
    (first, any::<bool>(), prop::bool::weighted(0.3), then).prop_map(
        |(first, passes, back, (step, rights, end))| MoveShape::Double {
            first,
            passes: passes && back,
            then: Leg {
                end,
                ..Leg::leap(if back { -first } else { step }, rights)
            },
        },
    )
}

fn shape() -> impl Strategy<Value = MoveShape> {
    let path = |legs| MoveShape::Path {
        legs,
        repeat: false,
    };
    prop_oneof![
        3 => leg((1u8..=4).prop_map(LegEnd::Steps), rights()).prop_map(move |leg| path(vec![leg])),
        2 => leg(Just(LegEnd::Slide), rights()).prop_map(move |leg| path(vec![leg])),
        // lame, bent, and changing on the way
        3 => (leg((1u8..=4).prop_map(LegEnd::Steps), any_rights()), leg(last_end(), rights()), any::<bool>())
            .prop_map(move |legs| path(aligned(legs))),
        3 => (leg(hop(), any_rights()), leg(last_end(), rights()), any::<bool>())
            .prop_map(move |legs| path(aligned(legs))),
        // several legs, some of which need platforms
        2 => (vec(passing_leg(), 1..=3), leg(last_end(), rights()))
            .prop_map(move |(mut legs, last)| {
                legs.push(last);
                path(legs)
            }),
        1 => (leg(hop(), any_rights()), vec(passing_leg(), 1..=2), leg(last_end(), rights()))
            .prop_map(move |(first, legs, last)| path([&[first][..], &legs, &[last]].concat())),
        3 => double(),
        2 => alternation().prop_map(|legs| MoveShape::Path { legs, repeat: true }),
        1 => (step(), step(), rights())
            .prop_filter("goes nowhere", |(a, b, _)| {
                (2 * a.files + b.files, 2 * a.ranks + b.ranks) != (0, 0)
            })
            .prop_map(|(twice, once, rights)| MoveShape::MultiPath { twice, once, rights }),
    ]
}

/// An initial move such as a double push: over one to three squares that must be empty, or a jump.
fn initial() -> impl Strategy<Value = MoveDescriptor> {
    let passing = (1u8..=3).prop_map(LegEnd::Steps);
    (
        leg(passing, Just(Rights::NONE)),
        leg(Just(LegEnd::Steps(1)), rights()),
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(|(mut first, second, same, jumps)| {
            first.over = if jumps { Over::ANY } else { Over::EMPTY };
            MoveDescriptor {
                condition: Condition::Virgin,
                ..MoveDescriptor::path(aligned((first, second, same)))
            }
        })
}

pub fn descriptor() -> impl Strategy<Value = MoveDescriptor> {
    let cylinder = prop::bool::weighted(0.2);
    let plain =
        (shape(), cylinder, prop::bool::weighted(0.1)).prop_map(|(shape, cylinder, virgin)| {
            MoveDescriptor {
                condition: if virgin && !matches!(shape, MoveShape::Double { .. }) {
                    Condition::Virgin
                } else {
                    Condition::Always
                },
                cylinder: cylinder && !matches!(shape, MoveShape::Double { .. }),
                en_passant: false,
                shape,
            }
        });
    prop_oneof![6 => plain, 1 => initial()]
}

/// A pawn's moves from White's side: the moves of chess and some more. A push passes `push` squares.
pub fn pawn_moves() -> impl Strategy<Value = Vec<MoveDescriptor>> {
    let push = (1u8..=2, -1i8..=1, any::<bool>());
    let capture = prop_oneof![Just(1i8), Just(0i8)];
    (push, capture, vec(descriptor(), 0..2)).prop_map(|((passed, files, again), capture, more)| {
        let quiet = Rights::QUIET;
        let takes = Rights::CAPTURE;
        let step = Step::new(files, 1);
        let leap = |step, rights| MoveDescriptor::path(vec![Leg::leap(step, rights)]);
        let pushing = |passed, condition| MoveDescriptor {
            condition,
            en_passant: true,
            ..MoveDescriptor::path(vec![
                Leg {
                    end: LegEnd::Steps(passed),
                    ..Leg::leap(step, Rights::NONE)
                },
                Leg::leap(step, quiet),
            ])
        };
        let mut moves = vec![
            pushing(passed, Condition::Virgin),
            leap(step, quiet),
            leap(Step::new(capture, 1), takes),
            leap(Step::new(-capture, 1), takes),
        ];
        if again {
            moves.push(pushing(1, Condition::BeyondStart));
        }
        moves.extend(more);
        moves
    })
}

pub fn mirrored(moves: &[MoveDescriptor]) -> Vec<MoveDescriptor> {
    let flip = |step: &mut Step| step.ranks = -step.ranks;
    let mut moves = moves.to_vec();
    for m in &mut moves {
        match &mut m.shape {
            MoveShape::Path { legs, .. } => legs.iter_mut().for_each(|leg| flip(&mut leg.step)),
            MoveShape::MultiPath { twice, once, .. } => {
                flip(twice);
                flip(once);
            }
            MoveShape::Double { first, then, .. } => {
                flip(first);
                flip(&mut then.step);
            }
            MoveShape::Castling { .. } => {}
        }
    }
    moves
}

pub fn king_moves() -> impl Strategy<Value = Vec<MoveDescriptor>> {
    let inset = prop_oneof![3 => Just(0u8), 1 => 1u8..=3];
    let castling = (-4i8..=4).prop_filter("nowhere", |files| *files != 0);
    let castling = vec((castling, inset), 0..3);
    (castling, vec(descriptor(), 0..2)).prop_map(|(mut castling, more)| {
        // at most one castling with each target
        castling.sort_unstable();
        castling.dedup_by_key(|(files, _)| *files);
        let sides = (-1..=1).flat_map(|f| (-1..=1).map(move |r| (f, r)));
        let steps = sides.filter(|side| *side != (0, 0));
        let mut moves: Vec<MoveDescriptor> = steps
            .map(|(f, r)| MoveDescriptor::path(vec![Leg::leap(Step::new(f, r), Rights::BOTH)]))
            .collect();
        moves.extend(castling.into_iter().map(|(files, inset)| MoveDescriptor {
            shape: MoveShape::Castling { files, inset },
            condition: Condition::Virgin,
            cylinder: false,
            en_passant: false,
        }));
        moves.extend(more);
        moves
    })
}
