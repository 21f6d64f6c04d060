//! Random games: pieces, rules and positions that no file would hold.

use std::fmt;
use std::sync::Arc;

use fmax::board::{Placement, Position, Square, Virginity};
use fmax::eval::Ruleset;
use fmax::variant::{
    Change, Color, Condition, Explosion, Goals, GuiInfo, Leg, LegEnd, MoveDescriptor, MoveShape,
    Over, PieceType, Platform, Promotion, PromotionChoices, Repetition, Rights, Royalty, Rules,
    Stalemate, Step, Terrain, TypeId, Variant, Zone,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// The letters of types 1, 2, 3, ...: the pawns share one, like in every game.
const LETTERS: &str = "PPKABCDEFG";
/// What they are called on a second board.
const LETTERS_BEYOND: &str = "QQLHIJMNOR";
/// The royal of both sides.
const KING: TypeId = TypeId(3);

/// A game and what is on its board; proptest shrinks this.
#[derive(Clone)]
pub struct Scene {
    pub variant: Variant,
    /// Which squares of the start array are kept, as far as these go.
    keep: Vec<bool>,
    extra: Vec<(Index, bool, Index)>,
    pub choices: Vec<Index>,
}

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
        1 => Just(Rights { capture: true, quiet: false }),
        1 => Just(Rights { capture: false, quiet: true }),
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

/// The second leg of most file entries goes on in the direction of the first.
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

/// A leg of few steps that passes squares only if they hold the right things.
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

/// Steps that follow each other in turn; some lead round in a circle.
fn alternation() -> impl Strategy<Value = Vec<Leg>> {
    let single = || leg(Just(LegEnd::Steps(1)), any_rights());
    let circle = (step(), rights(), any::<bool>()).prop_map(|(step, rights, left)| {
        let turned = |n: usize| {
            let (mut files, mut ranks) = (step.files, step.ranks);
            if n % 2 == 1 {
                // every other one is a mirror image
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

fn shape() -> impl Strategy<Value = MoveShape> {
    let path = |legs| MoveShape::Path {
        legs,
        repeat: false,
    };
    prop_oneof![
        3 => leg((1u8..=4).prop_map(LegEnd::Steps), rights()).prop_map(move |leg| path(vec![leg])),
        2 => leg(Just(LegEnd::Slide), rights()).prop_map(move |leg| path(vec![leg])),
        // lame, bent and changing on the way
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
        2 => alternation().prop_map(|legs| MoveShape::Path { legs, repeat: true }),
        1 => (step(), step(), rights())
            .prop_filter("goes nowhere", |(a, b, _)| {
                (2 * a.files + b.files, 2 * a.ranks + b.ranks) != (0, 0)
            })
            .prop_map(|(twice, once, rights)| MoveShape::MultiPath { twice, once, rights }),
    ]
}

/// A first move like a double push: over one to three squares that must be empty, or a jump.
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

fn descriptor() -> impl Strategy<Value = MoveDescriptor> {
    let cylinder = prop::bool::weighted(0.2);
    let plain =
        (shape(), cylinder, prop::bool::weighted(0.1)).prop_map(|(shape, cylinder, virgin)| {
            MoveDescriptor {
                shape,
                condition: if virgin {
                    Condition::Virgin
                } else {
                    Condition::Always
                },
                cylinder,
                en_passant: false,
            }
        });
    prop_oneof![6 => plain, 1 => initial()]
}

/// A pawn's moves, white's way up: chess-like and some more. `push` is the squares a push passes.
fn pawn_moves() -> impl Strategy<Value = Vec<MoveDescriptor>> {
    let push = (1u8..=2, -1i8..=1, any::<bool>());
    let capture = prop_oneof![Just(1i8), Just(0i8)];
    (push, capture, vec(descriptor(), 0..2)).prop_map(|((passed, files, again), capture, more)| {
        let quiet = Rights {
            capture: false,
            quiet: true,
        };
        let takes = Rights {
            capture: true,
            quiet: false,
        };
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

fn mirrored(moves: &[MoveDescriptor]) -> Vec<MoveDescriptor> {
    let flip = |step: &mut Step| step.ranks = -step.ranks;
    let mut moves = moves.to_vec();
    for m in &mut moves {
        match &mut m.shape {
            MoveShape::Path { legs, .. } => legs.iter_mut().for_each(|leg| flip(&mut leg.step)),
            MoveShape::MultiPath { twice, once, .. } => {
                flip(twice);
                flip(once);
            }
            MoveShape::Castling { .. } => {}
        }
    }
    moves
}

fn king_moves() -> impl Strategy<Value = Vec<MoveDescriptor>> {
    let inset = prop_oneof![3 => Just(0u8), 1 => 1u8..=3];
    let castling = (-4i8..=4).prop_filter("nowhere", |files| *files != 0);
    let castling = vec((castling, inset), 0..3);
    (castling, vec(descriptor(), 0..2)).prop_map(|(mut castling, more)| {
        // to one square there is one castling
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

fn royalty() -> impl Strategy<Value = Royalty> {
    prop_oneof![
        3 => Just(Royalty::Absolute),
        1 => any::<bool>().prop_map(|duple| Royalty::Extinction { duple }),
    ]
}

/// A rectangle, perhaps bigger than the board.
fn zone() -> impl Strategy<Value = Zone> {
    (0u8..10, 1u8..=12, 0u8..10, 1u8..=12).prop_map(|(file, files, rank, ranks)| {
        let mut zone = Zone::default();
        for file in file..file + files {
            (rank..rank + ranks).for_each(|rank| zone.insert(file, rank));
        }
        zone
    })
}

/// Types that are confined, and types that move like others somewhere.
type RawTerrain = (Vec<(Index, Zone)>, Vec<(Index, Zone, Index)>);

fn terrain() -> impl Strategy<Value = RawTerrain> {
    let some = (
        vec((any::<Index>(), zone()), 0..4),
        vec((any::<Index>(), zone(), any::<Index>()), 0..4),
    );
    prop_oneof![2 => Just((Vec::new(), Vec::new())), 1 => some]
}

/// The terrain of a game with so many types.
fn settle((confined, changes): RawTerrain, types: usize) -> Terrain {
    let id = |index: &Index| TypeId(1 + index.index(types) as u8);
    let mut terrain = Terrain::default();
    for (index, zone) in &confined {
        if !(terrain.confined.iter()).any(|(other, _)| *other == id(index)) {
            terrain.confined.push((id(index), *zone));
        }
    }
    for (index, zone, like) in &changes {
        let change = Change {
            id: id(index),
            zone: *zone,
            like: id(like),
        };
        if !(terrain.changes.iter()).any(|other| other.id == change.id) {
            terrain.changes.push(change);
        }
    }
    terrain
}

/// Goals besides royals, in some games; the types are numbers to choose one by.
#[derive(Clone, Debug)]
struct Ends {
    checks: u8,
    extinction: Vec<Index>,
    bare_wins: bool,
    mated_wins: bool,
    compulsory: bool,
    explosion: Option<Vec<Index>>,
    baring: Vec<Index>,
    /// The king is royal even where another goal would do.
    royal: bool,
}

fn ends() -> impl Strategy<Value = Ends> {
    let none = Just(Vec::new());
    (
        prop_oneof![4 => Just(0u8), 1 => 1u8..=3],
        prop_oneof![4 => none, 1 => vec(any::<Index>(), 1..4)],
        prop::bool::weighted(0.15),
        prop::bool::weighted(0.1),
        prop::bool::weighted(0.2),
        prop::option::weighted(0.2, vec(any::<Index>(), 0..3)),
        any::<bool>(),
        prop_oneof![4 => Just(Vec::new()), 1 => vec(any::<Index>(), 1..3)],
    )
        .prop_map(
            |(checks, extinction, bare_wins, mated_wins, compulsory, explosion, royal, baring)| {
                Ends {
                    baring,
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
    fn goals(&self, back_rank: &[Vec<Option<TypeId>>; 2], types: usize) -> Goals {
        let extinction = Color::ALL.map(|color| {
            let there: Vec<TypeId> = (back_rank[color.index()].iter().flatten().copied())
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
        let baring = Color::ALL.map(|color| {
            let chosen = self.baring.iter();
            let chosen = chosen.map(|index| named(index).unwrap_or(TypeId::pawn(color)));
            chosen.filter(|&id| id != KING).collect()
        });
        Goals {
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
        }
    }
}

prop_compose! {
    fn variant()(
        glass in prop::bool::weighted(0.25),
        ends in prop_oneof![2 => Just(None), 1 => ends().prop_map(Some)],
        files in 4u8..=16,
        ranks in 4u8..=16,
        pawn in pawn_moves(),
        king in king_moves(),
        royalty in royalty(),
        pieces in vec(vec(descriptor(), 1..4), 1..=6),
        // chooses among all types but pawns, or none
        arrays in [vec(any::<Index>(), 16), vec(any::<Index>(), 16)],
        homes in [any::<Index>(), any::<Index>()],
        zone in (1u8..=2, any::<bool>()),
        promote_royals in any::<bool>(),
        hill in prop::bool::weighted(0.1),
        gating in prop::bool::weighted(0.2),
        lenient in (prop::bool::weighted(0.3), prop::bool::weighted(0.3), prop::bool::weighted(0.2)),
        partner in prop::option::weighted(0.3, any::<Index>()),
        terrain in terrain(),
        facing_is_illegal in prop::bool::weighted(0.15),
    ) -> Variant {
        let black_pawn = mirrored(&pawn);
        let glass = glass && files <= 8;
        let blows_up = ends.as_ref().is_some_and(|ends| ends.explosion.is_some());
        let other_goals = ends.as_ref().filter(|ends| !glass || ends.explosion.is_none()).is_some_and(|ends| !ends.royal && (ends.bare_wins || ends.checks == 0 && !ends.mated_wins && !ends.extinction.is_empty()));
        let royalty = if other_goals { Royalty::None } else { royalty };
        let moves = [pawn, black_pawn, king].into_iter().chain(pieces);
        let pieces: Vec<PieceType> = LETTERS
            .chars()
            .zip(moves)
            .enumerate()
            .map(|(i, (letter, moves))| PieceType {
                letter,
                value: 100 + 50 * i as i32,
                estimated: false,
                centralised: i % 2 == 0,
                royalty: if i == 2 { royalty } else { Royalty::None },
                moves,
                promoted_from: None,
                betza: None,
            })
            .collect();
        let types = pieces.len();
        let back_rank = [0, 1].map(|side| {
            let pick = |index: &Index| {
                let number = 3 + index.index(types - 1);
                // type 3 is chosen below, and by no more than chance again
                (number <= types).then_some(TypeId(number as u8))
            };
            let mut rank: Vec<Option<TypeId>> = arrays[side][..usize::from(files)].iter().map(pick).collect();
            rank[homes[side].index(usize::from(files))] = Some(KING);
            rank
        });
        let castling_partner =
            [partner.map(|index| TypeId(4 + index.index(types - 3) as u8)); 2];
        let first = if promote_royals { 3 } else { 4 };
        let choices = PromotionChoices {
            default: Some(TypeId(types as u8)),
            accepted: (first..=types as u8).rev().map(TypeId).collect(),
            distinct: (first..=types as u8).rev().map(TypeId).collect(),
        };
        Variant {
            name: "random".to_owned(),
            description: String::new(),
            files,
            ranks,
            pieces,
            back_rank: back_rank.clone(),
            start: None,
            rules: Rules {
                bare_king_loses: false,
                no_royal_leap_in_check: false,
                royal_leap_aim: None,
                castling_partner,
                promotion_optional: lenient.0,
                promotion_to_captured: lenient.1,
                promotion_quiet: lenient.2,
                pawn_rank: 2,
                promotion_ranks: zone.0.min(ranks - 3),
                promotion: if zone.1 {
                    Promotion::Choice([choices.clone(), choices])
                } else {
                    Promotion::ByFile(back_rank.clone().map(|rank| {
                        rank.into_iter().map(|id| id.filter(|&id| id != KING)).collect()
                    }))
                },
                move_rule: None,
                stalemate: Stalemate::Draw,
                hill: hill.then_some(KING),
                drops: None,
                hand: [Vec::new(), Vec::new()],
                shuffle: None,
                terrain: if glass || blows_up { Terrain::default() } else { settle(terrain, types) },
                facing_is_illegal: facing_is_illegal && !glass && !blows_up,
                repetition: Repetition::default(),
                checks_stop_clock: false,
                counting: None,
                goals: ends.filter(|ends| !glass || ends.explosion.is_none()).map_or_else(Goals::default, |ends| ends.goals(&back_rank, types)),
                looking_glass: if glass { LETTERS.chars().zip(LETTERS_BEYOND.chars()).collect() } else { Vec::new() },
                gating: if gating && !glass { vec![TypeId(types as u8)] } else { Vec::new() },
            },
            coefficients: Vec::new(),
            gui: GuiInfo::default(),
            letter_aliases: Vec::new(),
        }
    }
}

prop_compose! {
    pub fn scene()(
        variant in variant(),
        keep in vec(prop::bool::weighted(0.7), 64),
        extra in vec((any::<Index>(), any::<bool>(), any::<Index>()), 0..24),
        choices in vec(any::<Index>(), 0..12),
    ) -> Scene {
        Scene { variant, keep, extra, choices }
    }
}

/// Short enough to be read: the position itself is in the message of the failure.
impl fmt::Debug for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let v = &self.variant;
        writeln!(f, "{}x{}, {} plies", v.files, v.ranks, self.choices.len())?;
        for (id, piece) in v.types() {
            writeln!(f, "  {} {} {:?}", id.0, piece.letter, piece.royalty)?;
            for m in &piece.moves {
                let cylinder = if m.cylinder { "cylinder " } else { "" };
                let push = if m.en_passant { "push " } else { "" };
                write!(f, "    {:?} {cylinder}{push}", m.condition)?;
                match &m.shape {
                    MoveShape::Path { legs, repeat } => {
                        write!(f, "{}", if *repeat { "repeat " } else { "" })?;
                        for leg in legs {
                            let Leg {
                                step,
                                rights,
                                end,
                                over,
                            } = leg;
                            let capture = if rights.capture { "c" } else { "" };
                            let quiet = if rights.quiet { "m" } else { "" };
                            let over = match *over {
                                Over::EMPTY => String::new(),
                                over => format!("{over:?} "),
                            };
                            write!(f, "{step}{capture}{quiet} {over}{end:?}; ")?;
                        }
                        writeln!(f)?;
                    }
                    other => writeln!(f, "{other:?}")?,
                }
            }
        }
        let rank = |rank: &[Option<TypeId>]| -> Vec<u8> {
            rank.iter().map(|id| id.map_or(0, |id| id.0)).collect()
        };
        writeln!(
            f,
            "  {:?} {:?}",
            rank(&v.back_rank[0]),
            rank(&v.back_rank[1])
        )?;
        writeln!(f, "  {:?}", v.rules)
    }
}

impl Scene {
    pub fn rules(&self) -> Arc<Ruleset> {
        Arc::new(Ruleset::new(Arc::new(self.variant.clone())))
    }

    /// Part of the start array, with other pieces dropped in between.
    pub fn position(&self, rules: &Ruleset) -> Position {
        let layout = &rules.layout;
        let mut placement = Placement::start(layout);
        let mut keep = self.keep.iter().copied().chain(std::iter::repeat(true));
        placement
            .pieces
            .retain(|&(_, _, id)| keep.next().unwrap() || id == KING);
        let squares: Vec<Square> = layout.squares().collect();
        for (square, white, id) in &self.extra {
            let sq = *square.get(&squares);
            let beyond = |taken: Square| self.variant.has_glass() && taken == sq.through_glass();
            if placement
                .pieces
                .iter()
                .any(|&(taken, ..)| taken == sq || beyond(taken))
            {
                continue;
            }
            let color = if *white { Color::White } else { Color::Black };
            // any type but the opponent's pawn, which has no letter in this colour
            let types = (self.variant.pieces.iter()).filter(|p| p.promoted_from.is_none());
            let id = match id.index(types.count() - 1) {
                0 => TypeId::pawn(color),
                n => TypeId(n as u8 + 2),
            };
            placement.pieces.push((sq, color, id));
        }
        placement.virginity = Virginity::AsPlaced;
        Position::new(layout.clone(), &placement).unwrap()
    }
}
