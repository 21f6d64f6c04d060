//! What pawns become.
//!
//! The format has no line for it: the default is a fixed piece number, what else may be chosen
//! follows from letters and values, and one way of writing the board size stands for promotion by
//! file. Set apart from the rest of the builder because none of that concerns anything else.

use super::moves::Mirrored;
use super::rule_lines::PromotionSets;
use crate::types::{ByColor, Color, TypeId};
use crate::variant::ini::diagnostic::Report;
use crate::variant::ini::source::GameDef;
use crate::variant::{PromotesTo, PromotionChoices, Royalty, Variant};

/// The default choice.
const DEFAULT: TypeId = TypeId(7);
/// Black's default choice in a game of different armies.
const BLACK_DEFAULT: TypeId = TypeId(9);
/// The number behind the board size that asks for promotion by file.
const BY_FILE_ZONE: i32 = -3;
/// Pieces whose value ends in this digit may not be chosen.
const BARRED_DIGIT: i32 = 3;

/// Where the types of a game come from.
#[derive(Clone, Copy)]
pub(super) struct Origins<'a> {
    pub(super) game: &'a GameDef,
    pub(super) mirrored: &'a [Mirrored],
}

impl Origins<'_> {
    /// What a type is in the hands of a colour.
    fn owned(self, id: TypeId, color: Color) -> TypeId {
        let mut mirrored = self.mirrored.iter().filter(|_| color == Color::Black);
        mirrored.find(|m| m.id == id).map_or(id, |m| m.twin)
    }

    /// The value that the file gives a type; 0 if it leaves it open.
    fn value(self, id: TypeId) -> i32 {
        let origin = self.mirrored.iter().find(|m| m.twin == id);
        let id = origin.map_or(id, |m| m.id);
        self.game
            .pieces
            .get(id.index() - 1)
            .and_then(|piece| piece.value)
            .unwrap_or(0)
    }
}

/// Works out the promotion rule of a game that is complete otherwise.
pub(super) fn work_out(
    variant: &Variant,
    origins: Origins<'_>,
    sets: &PromotionSets,
    report: &mut Report,
) -> PromotesTo {
    let game = origins.game;
    if game.zone.is_some_and(|zone| zone.value == BY_FILE_ZONE) {
        if let Some(first) = sets.iter().flatten().flatten().next() {
            report.warning(
                first.span,
                format!("this rule has no effect: `={BY_FILE_ZONE}` means promotion by file"),
                None,
            );
        }
        return PromotesTo::ByFile(ByColor::from_fn(|color| by_file(variant, color)));
    }
    if game.pieces.len() < DEFAULT.index() && sets.iter().any(Option::is_none) {
        let number = DEFAULT.0;
        report.warning(
            game.span,
            format!("without a piece number {number} there is no default promotion"),
            Some(format!("add piece {number} or a line `Promotion: LETTERS`")),
        );
    }
    PromotesTo::Choice(ByColor::from_fn(|color| {
        let mut accepted = accepted(variant, origins, color);
        if let Some(set) = &sets[color] {
            accepted = narrowed(variant, color, &accepted, set, report);
        }
        choices(variant, accepted)
    }))
}

/// The piece that started on each file; on the file of a royal the one on its left.
fn by_file(variant: &Variant, color: Color) -> Vec<Option<TypeId>> {
    let rank = &variant.back_rank[color];
    let royal = |id: TypeId| variant.piece(id).royalty.is_royal();
    let left = |file: usize| *rank.get(file.checked_sub(1)?)?;
    rank.iter()
        .enumerate()
        .map(|(file, &id)| match id {
            Some(id) if royal(id) => left(file),
            other => other,
        })
        .map(|id| id.filter(|&id| !royal(id) && !is_any_pawn(id)))
        .collect()
}

/// Everything a colour may choose, the default first.
fn accepted(variant: &Variant, origins: Origins<'_>, color: Color) -> Vec<TypeId> {
    let mut accepted: Vec<TypeId> = default_choice(variant, origins, color)
        .into_iter()
        .collect();
    for piece in &variant.pieces {
        let Some(id) = variant.type_by_letter(piece.letter, color) else {
            continue;
        };
        let barred = origins.value(id) % 10 == BARRED_DIGIT;
        let absolute = variant.piece(id).royalty == Royalty::Absolute;
        if !(barred || absolute || is_any_pawn(id) || accepted.contains(&id)) {
            accepted.push(id);
        }
    }
    accepted
}

fn default_choice(variant: &Variant, origins: Origins<'_>, color: Color) -> Option<TypeId> {
    let has = |color: Color, id| variant.back_rank[color].contains(&Some(origins.owned(id, color)));
    let different_armies = has(Color::White, DEFAULT)
        && !has(Color::Black, DEFAULT)
        && has(Color::Black, BLACK_DEFAULT);
    if color == Color::Black && different_armies {
        return Some(origins.owned(BLACK_DEFAULT, color));
    }
    let known = origins.game.pieces.len() >= DEFAULT.index();
    known.then(|| origins.owned(DEFAULT, color))
}

/// The choices that a rule line leaves; the default goes first as long as it is among them.
fn narrowed(
    variant: &Variant,
    color: Color,
    accepted: &[TypeId],
    set: &[crate::variant::Spanned<char>],
    report: &mut Report,
) -> Vec<TypeId> {
    let mut left = Vec::with_capacity(set.len());
    for letter in set {
        let id = variant.type_by_letter(letter.value, color);
        match id.filter(|id| accepted.contains(id)) {
            Some(id) if left.contains(&id) => {}
            // `accepted` begins with the default
            Some(id) if accepted.first() == Some(&id) => left.insert(0, id),
            Some(id) => left.push(id),
            None => {
                let message = match id {
                    Some(_) => format!("{color}'s pawns cannot become {}", letter.value),
                    None => format!("{color} has no piece {}", letter.value),
                };
                let hint = "pawns, absolute royals and values ending in 3 cannot be chosen";
                report.error(letter.span, message, Some(hint.to_owned()));
            }
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

fn is_any_pawn(id: TypeId) -> bool {
    id.is_pawn()
}
