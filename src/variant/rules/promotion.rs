//! Promotion of pawns and other pieces.
//!
//! The format of Fairy-Max has no line for promotion: the number after the board size sets the zone or promotion by
//! file, the default is a fixed piece number, and the other choices follow from letters and values.

pub mod describe;
mod pieces;
pub(super) mod zone;

use super::start::merge_twins;
use super::zones::Zone;
use super::{Resolver, Rule, Value, ValueError, values};
use crate::types::{ByColor, Color, TypeId};
use crate::variant::ini::diagnostic::Report;
use crate::variant::ini::game_def::GameDef;
use crate::variant::{PieceType, Royalty, Spanned, Variant, letter};

pub(super) const PROMOTION: &str =
    "Promotion: QRBN, or Promotion: white=QRBN black=none, or Promotion: B=QR";
pub(super) const PROMOTION_RULE: &str = "Promotion-Rule: ranks=3 optional stay captured quiet, \
                                         or Promotion-Rule: squares=d4-e5 leaving capturing \
                                         entering mobile back most=+N:1, \
                                         or Promotion-Rule: in-place";

/// The default choice.
const DEFAULT: TypeId = TypeId(7);
/// Black's default choice if the armies differ.
const BLACK_DEFAULT: TypeId = TypeId(9);
/// The number after the board size for promotion by file.
const BY_FILE_ZONE: i32 = -3;
/// Pieces whose value ends in this digit may not be chosen.
const BARRED_DIGIT: i32 = 3;

pub(super) const RULE: Rule = Rule::new(&[PROMOTION, PROMOTION_RULE], resolve, describe::describe);

/// How pawns promote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Promotion {
    /// The pieces that pawns promote to.
    pub to: PromotesTo,
    /// Number of ranks at the far end that promote.
    pub ranks: u8,
    /// Before the last rank a pawn may stay a pawn.
    pub optional: bool,
    /// With a choice, a pawn may stay a pawn on the last rank as well.
    pub stay: bool,
    /// A pawn promotes only to types of which its side has lost a piece: there are never more of a type than at the
    /// start. Without a choice a pawn cannot move to the last rank.
    pub captured: bool,
    /// Before the last rank, only pawn moves without capture promote.
    pub quiet: bool,
    /// The promotion zones of both sides, if they are not ranks.
    pub squares: Option<ByColor<Zone>>,
    /// Promotions of other pieces, by side.
    pub pieces: ByColor<Vec<(TypeId, Vec<TypeId>)>>,
    /// Moves that only start in the zone promote as well.
    pub leaving: bool,
    /// Only captures promote.
    pub capturing: bool,
    /// Of moves that start in the zone, only captures promote, and pawn moves to the last rank.
    pub entering: bool,
    /// Promoted pieces other than pawns are demoted by the same rules.
    pub back: bool,
    /// No move or drop may put a piece where it could never move again. Pawns may stay pawns on the last rank if they can
    /// move from there.
    pub mobile: bool,
    /// Pawns promote instead of moving, in the zone, or anywhere if only one pawn of the side is left. The new piece
    /// appears on the pawn's square, or on an empty square that it reaches from there. It must attack nothing, and no
    /// check may result.
    pub in_place: bool,
    /// No piece promotes to a type while its side has this number of them.
    pub limits: Vec<(TypeId, u8)>,
}

canonical!(struct Promotion {
    to = 1, ranks = 2, optional = 3, captured = 4, quiet = 5, squares = 6, pieces = 7,
    leaving = 8, capturing = 9, entering = 10, back = 11, mobile = 12, in_place = 13,
    limits = 14, stay = 15,
});

/// Promotion choices of pawns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PromotesTo {
    /// The player chooses among these, by side, the default choice first.
    Choice(ByColor<PromotionChoices>),
    /// The pawn becomes the piece of its file; by side and file from 0. On a file without a piece it stays a pawn.
    ByFile(ByColor<Vec<Option<TypeId>>>),
}

canonical!(enum PromotesTo: Choice(types) = 0, ByFile(types) = 1);

impl Default for PromotesTo {
    fn default() -> Self {
        PromotesTo::Choice(ByColor::default())
    }
}

/// The promotion choices of one colour.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PromotionChoices {
    /// The piece to promote to if the move names none. `None`: pawns of this colour never promote.
    pub default: Option<TypeId>,
    /// All choices, the default first.
    pub accepted: Vec<TypeId>,
    /// The choices to search: `accepted` without twins, pieces that differ only in name.
    pub distinct: Vec<TypeId>,
}

canonical!(struct PromotionChoices { default = 1, accepted = 2, distinct = 3 });

impl PromotesTo {
    /// True if the pawns of a colour can promote.
    pub fn promotes(&self, color: Color) -> bool {
        match self {
            PromotesTo::Choice(choices) => !choices[color].accepted.is_empty(),
            PromotesTo::ByFile(_) => true,
        }
    }

    /// The promotions of the pawns of a colour.
    pub fn of_pawns(&self, color: Color) -> Vec<TypeId> {
        match self {
            PromotesTo::Choice(choices) => choices[color].accepted.clone(),
            PromotesTo::ByFile(files) => files[color].iter().flatten().copied().collect(),
        }
    }

    /// All types that the rules of promotion mention.
    pub fn types_mut(&mut self) -> Vec<&mut TypeId> {
        match self {
            PromotesTo::Choice(choices) => (choices.iter_mut())
                .flat_map(|choices| {
                    let lists = choices.accepted.iter_mut().chain(&mut choices.distinct);
                    choices.default.iter_mut().chain(lists)
                })
                .collect(),
            PromotesTo::ByFile(files) => files.iter_mut().flatten().flatten().collect(),
        }
    }
}

/// This value of piece 7 meant for Fairy-Max before 5.0 that pawns start and promote as in Makruk.
const MAKRUK_VALUE: i32 = 181;
/// The rank of pawns in Makruk, and the depth of its promotion zone.
const MAKRUK_RANK: u8 = 3;

/// The rank of pawns and the default depth of the promotion zone, from the number after the board size, or in a file for
/// Fairy-Max before 5.0 (`early`) from the value of piece 7.
pub fn pawn_rank_and_zone(game: &GameDef, ranks: u8, early: bool, report: &mut Report) -> (u8, u8) {
    let Some(zone) = game.zone else {
        let seventh = game.pieces.get(usize::from(DEFAULT.0) - 1);
        let makruk = seventh.filter(|def| def.value == Some(MAKRUK_VALUE));
        let Some(def) = makruk.filter(|_| ranks > 2 * MAKRUK_RANK) else {
            return (ranks.min(2), 1);
        };
        if early {
            return (MAKRUK_RANK, MAKRUK_RANK);
        }
        let hint = format!("write `={MAKRUK_RANK}` behind the size of the board if that is meant");
        let message = format!(
            "before Fairy-Max 5.0 the value {MAKRUK_VALUE} of piece 7 let pawns start on rank \
             {MAKRUK_RANK} and promote three ranks before the edge"
        );
        report.warning(def.letter.span, message, hint);
        return (2, 1);
    };
    let (pawn_rank, depth) = match zone.value {
        1 => (2, 1),
        n if n > 1 => (n, n),
        n => (1_i32.saturating_sub(n), 1),
    };
    let furthest = i32::from(ranks) / 2;
    if (2..=furthest).contains(&pawn_rank) {
        return (pawn_rank as u8, depth as u8);
    }
    let message = format!(
        "`={}` does not fit: pawns cannot start on rank {pawn_rank} of {ranks}",
        zone.value
    );
    let before = furthest - 1;
    let hint =
        format!("=N (2 to {furthest}) sets rank and zone, =-N (1 to {before}) the rank only");
    report.error(zone.span, message, hint);
    (ranks.min(2), 1)
}

fn resolve(cx: &mut Resolver<'_>) {
    pieces::find_origins(cx);
    let pawn_rank = cx.variant.rules.pawn_rank;
    // pieces can be in the zone unpromoted by a drop or a demotion, or if only captures promote
    let turns = |p: &PieceType| letter::base(p.letter).is_some();
    let waits = |value: &Value<'_>| value.is("capturing") || value.is("entering");
    let anywhere =
        cx.variant.pieces.iter().any(turns) || cx.values(PROMOTION_RULE).iter().any(waits);
    let behind = if anywhere { 0 } else { pawn_rank };
    let most = cx.variant.ranks.saturating_sub(behind);
    cx.each(PROMOTION_RULE, |cx, value| {
        let (colors, of_colors) = value.owner()?;
        if let Some(squares) = of_colors.after("squares") {
            zone::name_squares(cx, colors, squares);
            return Ok(());
        }
        if let Some(limit) = value.after("most") {
            return limited(cx, limit);
        }
        let promotion = &mut cx.variant.rules.promotion;
        if let Some(ranks) = value.after("ranks") {
            let ranks = ranks.number(0..=u8::MAX)?;
            if !(1..=most).contains(&ranks) {
                let message = format!("pawns cannot promote on {ranks} ranks");
                let hint = format!("they start on rank {pawn_rank}, so it is 1 to {most}");
                return Err(value.error(message).hint(hint));
            }
            promotion.ranks = ranks;
            return Ok(());
        }
        let known = value.sets([
            ("optional", &mut promotion.optional),
            ("stay", &mut promotion.stay),
            ("captured", &mut promotion.captured),
            ("quiet", &mut promotion.quiet),
            ("leaving", &mut promotion.leaving),
            ("capturing", &mut promotion.capturing),
            ("entering", &mut promotion.entering),
            ("back", &mut promotion.back),
            ("mobile", &mut promotion.mobile),
            ("in-place", &mut promotion.in_place),
        ]);
        known.then_some(()).ok_or_else(|| value.not_understood())
    });
    cx.variant.rules.promotion.to = promotes_to(cx);
    pieces::resolve(cx);
    zone::check_start(cx);
    pieces::check(cx);
    // only now: the default depends on the types of the back ranks as written
    merge_twins(&mut cx.variant);
}

/// `most`: limits of a type.
fn limited(cx: &mut Resolver<'_>, value: Value<'_>) -> Result<(), ValueError> {
    let (who, number) = value.pair(':')?;
    let number = number.number(1..=u8::MAX - 1)?;
    for letter in who.letters()? {
        for id in cx.types(letter)? {
            values::add(&mut cx.variant.rules.promotion.limits, (id, number));
        }
    }
    Ok(())
}

/// The type whose letter is the pawn's letter with a plus.
fn pawn_has_plus(cx: &Resolver<'_>, color: Color) -> Option<TypeId> {
    let pawn = cx.variant.piece(TypeId::pawn(color)).letter;
    cx.variant.type_by_letter(letter::promoted(pawn)?, color)
}

fn promotes_to(cx: &mut Resolver<'_>) -> PromotesTo {
    if cx.game.zone.is_some_and(|zone| zone.value == BY_FILE_ZONE) {
        if let Some(first) = cx.values(PROMOTION).first() {
            let message =
                format!("this rule has no effect: `={BY_FILE_ZONE}` means promotion by file");
            cx.report.warning(first.span, message, None);
        }
        return PromotesTo::ByFile(ByColor::from_fn(|color| by_file(&cx.variant, color)));
    }
    let sets = narrowed(cx);
    let plus = ByColor::from_fn(|color| pawn_has_plus(cx, color));
    let unknown = |color: Color| sets[color].is_none() && plus[color].is_none();
    if cx.game.pieces.len() < DEFAULT.index() && Color::ALL.into_iter().any(unknown) {
        let number = DEFAULT.0;
        let message = format!("without a piece number {number} there is no default promotion");
        let hint = format!("add piece {number} or a line Promotion");
        cx.report.warning(cx.game.span, message, hint);
    }
    PromotesTo::Choice(ByColor::from_fn(|color| {
        let accepted = accepted(cx, color);
        let accepted = match (&sets[color], plus[color]) {
            (Some(set), _) => chosen(cx, color, &accepted, set),
            (None, Some(id)) => vec![id],
            (None, None) => accepted,
        };
        choices(&cx.variant, accepted)
    }))
}

/// The promotion choices that a rule line gives each side, if there is such a line, without letters that no piece has.
fn narrowed(cx: &mut Resolver<'_>) -> ByColor<Option<Vec<Spanned<char>>>> {
    let mut sets = ByColor::<Option<Vec<Spanned<char>>>>::default();
    cx.each(PROMOTION, |cx, value| {
        if pieces::of_pieces(value)?.is_some() {
            return Ok(());
        }
        let (colors, rest) = value.owner()?;
        let (colors, mut letters) = if rest.is("none") {
            (colors, Vec::new())
        } else {
            value.owned_letters()?
        };
        letters.retain(|&letter| cx.note(PROMOTION, cx.types(letter)).is_some());
        for &color in colors {
            let set: &mut Vec<_> = sets[color].get_or_insert_default();
            set.extend_from_slice(&letters);
        }
        Ok(())
    });
    sets
}

/// The piece that started on each file; on a royal's file the piece to its left.
fn by_file(variant: &Variant, color: Color) -> Vec<Option<TypeId>> {
    let rank = &variant.back_rank[color];
    let royal = |id: TypeId| variant.is_royal(id);
    let left = |file: usize| *rank.get(file.checked_sub(1)?)?;
    rank.iter()
        .enumerate()
        .map(|(file, &id)| match id {
            Some(id) if royal(id) => left(file),
            other => other,
        })
        .map(|id| id.filter(|&id| !royal(id) && !id.is_pawn()))
        .collect()
}

/// All choices of a colour, the default first.
fn accepted(cx: &Resolver<'_>, color: Color) -> Vec<TypeId> {
    let mut accepted: Vec<TypeId> = default_choice(cx, color).into_iter().collect();
    for piece in &cx.variant.pieces {
        let Some(id) = cx.variant.type_by_letter(piece.letter, color) else {
            continue;
        };
        let barred = written_value(cx, id) % 10 == BARRED_DIGIT;
        let absolute = cx.variant.piece(id).royalty == Royalty::Absolute;
        if !(barred || absolute || id.is_pawn()) {
            values::add(&mut accepted, id);
        }
    }
    accepted
}

fn default_choice(cx: &Resolver<'_>, color: Color) -> Option<TypeId> {
    let owned = |id: TypeId, color: Color| {
        let mut mirrored = cx.mirrored.iter().filter(|_| color == Color::Black);
        mirrored
            .find(|(own, _)| *own == id)
            .map_or(id, |&(_, twin)| twin)
    };
    let has = |color: Color, id| cx.variant.back_rank[color].contains(&Some(owned(id, color)));
    let different_armies = has(Color::White, DEFAULT)
        && !has(Color::Black, DEFAULT)
        && has(Color::Black, BLACK_DEFAULT);
    if color == Color::Black && different_armies {
        return Some(owned(BLACK_DEFAULT, color));
    }
    let known = cx.game.pieces.len() >= DEFAULT.index();
    known.then(|| owned(DEFAULT, color))
}

/// The value of a type in the file; 0 if the file gives none.
fn written_value(cx: &Resolver<'_>, id: TypeId) -> i32 {
    let origin = cx.mirrored.iter().find(|(_, twin)| *twin == id);
    let id = origin.map_or(id, |&(id, _)| id);
    cx.game.raw_value(id).unwrap_or(0)
}

/// The choices named by a line, the default first if it is among them.
fn chosen(
    cx: &mut Resolver<'_>,
    color: Color,
    accepted: &[TypeId],
    set: &[Spanned<char>],
) -> Vec<TypeId> {
    let mut left = Vec::with_capacity(set.len());
    for letter in set {
        let types = cx.types(*letter);
        let id = types.and_then(|types| {
            let id = types[color];
            accepted.contains(&id).then_some(id).ok_or_else(|| {
                let message = format!("{color}'s pawns cannot become {}", letter.value);
                let hint = "pawns, absolute royals and values ending in 3 cannot be chosen";
                letter.error(message).hint(hint)
            })
        });
        match cx.note(PROMOTION, id) {
            // `accepted` begins with the default
            Some(id) if accepted.first() == Some(&id) && !left.contains(&id) => left.insert(0, id),
            Some(id) => values::add(&mut left, id),
            None => {}
        }
    }
    left
}

fn choices(variant: &Variant, accepted: Vec<TypeId>) -> PromotionChoices {
    let mut distinct: Vec<TypeId> = Vec::with_capacity(accepted.len());
    for &id in &accepted {
        if !(distinct.iter()).any(|&other| variant.are_twins(other, id)) {
            distinct.push(id);
        }
    }
    PromotionChoices {
        default: accepted.first().copied(),
        accepted,
        distinct,
    }
}
