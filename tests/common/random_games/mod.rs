//! Random variants: pieces, rules and positions that no file is likely to contain.

mod moves;
mod rules;

use std::fmt;
use std::sync::Arc;

use fmax::board::{Placement, Position, Virginity};
use fmax::ruleset::Ruleset;
use fmax::types::{ByColor, Color, Square, TypeId};
use fmax::variant::describe::has_one_royal;
use fmax::variant::rules::capture_effects::CaptureEffects;
use fmax::variant::rules::draws::Draws;
use fmax::variant::rules::drop_limits::DropLimits;
use fmax::variant::rules::gating::Gating;
use fmax::variant::rules::grid::Grid;
use fmax::variant::rules::mating::Mating;
use fmax::variant::rules::passing::Pass;
use fmax::variant::rules::placement::Placement as BeforePlay;
use fmax::variant::{
    Castling, GuiInfo, Leg, MoveRule, MoveShape, Over, Params, PieceType, PromotesTo, Promotion,
    PromotionChoices, Repetition, Royalty, Rules, Variant, WinConditions, Zone, Zones,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use moves::{descriptor, king_moves, mirrored, pawn_moves};
use rules::{
    ends, holes, hop_limits, limits_of, passing, promotion, pushes, royalty, trading, trading_of,
    zones, zones_of,
};

/// The letters of types 1, 2, 3, ...; both pawns share a letter, as in every variant.
const LETTERS: &str = "PPKABCDEFG";
/// The letters of these types on a second board.
const LETTERS_BEYOND: &str = "QQLHIJMNOR";
/// The royal of both sides.
const KING: TypeId = TypeId(3);

/// A variant and the pieces on its board, in a form that proptest can shrink.
#[derive(Clone)]
pub struct Scene {
    pub variant: Variant,
    /// Which squares of the start array keep their piece; squares beyond the end of the list keep their piece too.
    keep: Vec<bool>,
    extra: Vec<(Index, bool, Index)>,
    pub choices: Vec<Index>,
}

prop_compose! {
    fn variant()(
        two_boards in prop::bool::weighted(0.25),
        ends in prop_oneof![2 => Just(None), 1 => ends().prop_map(Some)],
        files in 4u8..=16,
        ranks in 4u8..=16,
        pawn in pawn_moves(),
        pushes in pushes(),
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
        lenient in [0.3, 0.3, 0.2].map(prop::bool::weighted),
        more_promotion in promotion(),
        partner in prop::option::weighted(0.3, any::<Index>()),
        zones in zones(),
        hop_limits in hop_limits(),
        raw_trading in trading(),
        raw_holes in holes(),
        grid in prop::option::weighted(0.1, [1u8..4, 1u8..4, 0u8..6, 0u8..6]),
        facing_is_illegal in prop::bool::weighted(0.15),
        facing_offers_end in prop::bool::weighted(0.15),
        faces_sideways in any::<bool>(),
        passing in passing(),
        checks_are_illegal in prop::bool::weighted(0.15),
        flight_is_illegal in prop::bool::weighted(0.1),
        royals_slide_safely in prop::bool::weighted(0.2),
    ) -> Variant {
        let black_pawn = mirrored(&pawn);
        let two_boards = two_boards && files <= 8;
        // rules that exclude zones
        let level = two_boards || ends.as_ref().is_some_and(|ends| ends.explosion.is_some());
        let ends = ends.filter(|ends| !two_boards || ends.explosion.is_none());
        let royalty = match &ends {
            Some(ends) if ends.replace_royals() => Royalty::None,
            _ => royalty,
        };
        let moves = [pawn, black_pawn, king].into_iter().chain(pieces);
        let pieces: Vec<PieceType> = LETTERS
            .chars()
            .zip(moves)
            .enumerate()
            .map(|(i, (letter, moves))| PieceType {
                name: None,
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
        let back_rank = ByColor::from_fn(|color| {
            let pick = |index: &Index| {
                let number = 3 + index.index(types - 1);
                // type 3 gets its square below, and may be chosen here as well
                (number <= types).then_some(TypeId(number as u8))
            };
            let width = usize::from(files);
            let mut rank: Vec<_> = arrays[color.index()][..width].iter().map(pick).collect();
            rank[homes[color.index()].index(width)] = Some(KING);
            rank
        });
        let (holes, back_rank) = dig(&raw_holes, back_rank, files, ranks);
        let partner = ByColor::both(partner.map(|index| TypeId(4 + index.index(types - 3) as u8)));
        let first = if promote_royals { 3 } else { 4 };
        let choices = PromotionChoices {
            default: Some(TypeId(types as u8)),
            accepted: (first..=types as u8).rev().map(TypeId).collect(),
            distinct: (first..=types as u8).rev().map(TypeId).collect(),
        };
        let mut variant = Variant {
            name: "random".to_owned(),
            description: String::new(),
            author: None,
            files,
            ranks,
            written_types: pieces.len() as u8,
            pieces,
            back_rank: back_rank.clone(),
            start: None,
            elsewhere: None,
            rules: Rules {
                pawn_rank: 2,
                pushes,
                promotion: Promotion {
                    to: if zone.1 {
                        PromotesTo::Choice(ByColor::new(choices.clone(), choices))
                    } else {
                        PromotesTo::ByFile(back_rank.clone().map(|rank| {
                            rank.into_iter().map(|id| id.filter(|&id| id != KING)).collect()
                        }))
                    },
                    ranks: zone.0.min(ranks - 3),
                    optional: lenient[0],
                    captured: lenient[1],
                    quiet: lenient[2],
                    ..Promotion::default()
                },
                castling: Castling { partner, ..Castling::default() },
                move_rule: MoveRule::default(),
                drops: None,
                hand: ByColor::default(),
                shuffle: None,
                zones: Zones {
                    holes,
                    facing_is_illegal: facing_is_illegal && !level,
                    facing_offers_end: facing_offers_end && !facing_is_illegal && !level,
                    facing_on_ranks: faces_sideways && !level,
                    ..if level { Zones::default() } else { zones_of(zones, types) }
                },
                repetition: Repetition::default(),
                capture_effects: CaptureEffects::default(),
                burning: Vec::new(),
                checks_are_illegal,
                mates_are_legal: false,
                flight_is_illegal,
                royals_slide_safely: royals_slide_safely && !level,
                hop_limits: limits_of(&hop_limits, types),
                passing: if two_boards { ByColor::both(Pass::Never) } else { passing },
                draws: Draws::Drawn,
                mating: Mating::default(),
                drop_limits: DropLimits::default(),
                placement: BeforePlay::default(),
                walls: None,
                trading: trading_of(raw_trading, types).filter(|_| !level),
                grid: grid.map(|[a, b, c, d]| Grid { cell: (a, b), from: (c, d) }),
                counting: None,
                win: WinConditions {
                    hill: (hill && royalty.is_royal()).then_some(KING),
                    ..ends.map_or_else(WinConditions::default, |ends| ends.goals(&back_rank, types))
                },
                alice: if two_boards {
                    LETTERS.chars().zip(LETTERS_BEYOND.chars()).collect()
                } else {
                    Vec::new()
                },
                gating: Gating {
                    types: if gating && !two_boards { vec![TypeId(types as u8)] } else { Vec::new() },
                    ..Gating::default()
                },
            },
            params: Params::default(),
            net: None,
            gui: GuiInfo::default(),
            letter_aliases: Vec::new(),
            pictures: Vec::new(),
        };
        let alone = !two_boards && variant.rules.gating.types.is_empty();
        more_promotion.add_to(&mut variant.rules.promotion, types, ranks, alone);
        let rules = &variant.rules;
        if !alone || rules.win.explosion.is_some() || rules.grid.is_some() {
            // rules that exclude captures on the way
            for piece in &mut variant.pieces {
                piece.moves.retain(|m| !m.is_double());
            }
        }
        variant
    }
}

/// Adds holes to a board and removes pieces from the back ranks there. A king's square never becomes a hole.
fn dig(
    holes: &[(u8, u8)],
    mut back_rank: ByColor<Vec<Option<TypeId>>>,
    files: u8,
    ranks: u8,
) -> (Zone, ByColor<Vec<Option<TypeId>>>) {
    let mut zone = Zone::default();
    for &(file, rank) in holes
        .iter()
        .filter(|(file, rank)| *file < files && *rank < ranks)
    {
        let at = usize::from(file);
        let sides = [(Color::White, 0), (Color::Black, ranks - 1)];
        let sides = sides.into_iter().filter(|&(_, first)| rank == first);
        if sides
            .clone()
            .any(|(color, _)| back_rank[color][at] == Some(KING))
        {
            continue;
        }
        zone.insert(file, rank);
        for (color, _) in sides {
            back_rank[color][at] = None;
        }
    }
    (zone, back_rank)
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

/// Short enough to read: the failure message contains the position itself.
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
                            let own = if rights.own { "d" } else { "" };
                            let tame = if rights.tame { "t" } else { "" };
                            let over = match *over {
                                Over::EMPTY => String::new(),
                                over => format!("{over:?} "),
                            };
                            write!(f, "{step}{capture}{quiet}{own}{tame} {over}{end:?}; ")?;
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
            rank(&v.back_rank[Color::White]),
            rank(&v.back_rank[Color::Black])
        )?;
        writeln!(f, "  {:?}", v.rules)
    }
}

impl Scene {
    pub fn rules(&self) -> Arc<Ruleset> {
        Arc::new(Ruleset::new(Arc::new(self.variant.clone())))
    }

    /// Part of the start array, with other pieces placed in between.
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
            let beyond =
                |taken: Square| self.variant.has_two_boards() && taken == sq.on_other_board();
            if placement
                .pieces
                .iter()
                .any(|&(taken, ..)| taken == sq || beyond(taken))
            {
                continue;
            }
            let color = if *white { Color::White } else { Color::Black };
            // any type except the opponent's pawn, which has no letter in this colour
            let types = (self.variant.pieces.iter()).filter(|p| p.promoted_from.is_none());
            let id = match id.index(types.count() - 1) {
                0 => TypeId::pawn(color),
                n => TypeId(n as u8 + 2),
            };
            // if pawns never start behind their first rank, no pawn may stand there
            let behind = match color {
                Color::White => sq.rank() < self.variant.pawn_rank(color),
                Color::Black => sq.rank() > self.variant.pawn_rank(color),
            };
            if id.is_pawn() && behind && !self.variant.pushes_by_rank(color) {
                continue;
            }
            if id == KING && has_one_royal(&self.variant, color) {
                continue;
            }
            placement.pieces.push((sq, color, id));
        }
        placement.virginity = Virginity::AsPlaced;
        Position::new(layout.clone(), &placement).unwrap()
    }
}
