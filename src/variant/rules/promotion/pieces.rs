//! Promotion of pieces other than pawns, by a letter with a plus or by a line, and their demotion in a captor's hand.

use super::{PROMOTION, PROMOTION_RULE};
use crate::types::{ByColor, Color, Square, TypeId};
use crate::variant::rules::owned::of_type;
use crate::variant::rules::values::add;
use crate::variant::rules::{Resolver, Value, ValueError};
use crate::variant::{MoveShape, Promotion, Spanned, Variant, letter};

/// Promotion choices by type.
pub(super) type Choices = Vec<(TypeId, Vec<TypeId>)>;

/// Finds the demoted form of every promoted piece, and reports promoted pieces that no piece promotes to.
pub(super) fn find_origins(cx: &mut Resolver<'_>) {
    for index in 0..cx.variant.pieces.len() {
        let Some(base) = letter::base(cx.variant.pieces[index].letter) else {
            continue;
        };
        let id = TypeId(index as u8 + 1);
        match cx.variant.type_by_letter(base, Color::White) {
            Some(_) if id.is_pawn() => {
                let message = "a pawn cannot have the letter of a promoted piece";
                cx.report.error(span(cx, id), message, None);
            }
            Some(origin) => cx.variant.pieces[index].promoted_from = Some(origin),
            None => {
                let message = format!("there is no piece {base} to become +{base}");
                cx.report.error(span(cx, id), message, None);
            }
        }
    }
}

fn span(cx: &Resolver<'_>, id: TypeId) -> crate::variant::Span {
    let piece = cx.game.pieces.get(id.index() - 1);
    piece.map_or(cx.game.span, |piece| piece.letter.span)
}

/// The parts of a value such as `S=QR`: colours, pieces, choices.
type Line<'a> = (&'static [Color], Value<'a>, Value<'a>);

/// The parts of a value about pieces; `None` if it is about pawns.
pub(super) fn of_pieces(value: Value<'_>) -> Result<Option<Line<'_>>, ValueError> {
    let (colors, rest) = value.owner()?;
    Ok((rest.split_once(&['='])).map(|(who, what)| (colors, who, what)))
}

/// Resolves the promotions of pieces other than pawns.
pub(super) fn resolve(cx: &mut Resolver<'_>) {
    let mut all = ByColor::from_fn(|color| by_letter(&cx.variant, color));
    cx.each(PROMOTION, |cx, value| {
        let Some((colors, who, what)) = of_pieces(value)? else {
            return Ok(());
        };
        let known = |letters: &Vec<Spanned<char>>| letters.iter().all(|&l| cx.types(l).is_ok());
        if !who.letters().is_ok_and(|letters| known(&letters)) {
            return Err(who.error(format!(
                "`{}` is neither white nor black nor pieces",
                who.text
            )));
        }
        let none = what.is("none");
        let what = if none { Vec::new() } else { what.letters()? };
        for letter in who.letters()? {
            for &color in colors {
                let id = cx.types(letter)?[color];
                let choices = choices(cx, letter, color, &what)?;
                all[color].retain(|(other, _)| *other != id);
                all[color].extend((!none).then_some((id, choices)));
            }
        }
        Ok(())
    });
    for color in Color::ALL {
        if cx.variant.rules.promotion.back {
            let back: Choices = (all[color].iter())
                .flat_map(|(id, to)| to.iter().map(|&to| (to, vec![*id])))
                .collect();
            all[color].extend(back);
        }
        // the promotions of pawns are stored separately
        all[color].retain(|(id, _)| !id.is_pawn());
    }
    cx.variant.rules.promotion.pieces = all;
}

/// Promotions by a letter with a plus.
fn by_letter(variant: &Variant, color: Color) -> Choices {
    let own = |(id, piece): (TypeId, &crate::variant::PieceType)| {
        let promoted = letter::promoted(piece.letter)?;
        let becomes = variant.type_by_letter(promoted, color)?;
        (variant.type_by_letter(piece.letter, color) == Some(id)).then(|| (id, vec![becomes]))
    };
    variant.types().filter_map(own).collect()
}

/// The choices of a piece by a line.
fn choices(
    cx: &Resolver<'_>,
    who: Spanned<char>,
    color: Color,
    what: &[Spanned<char>],
) -> Result<Vec<TypeId>, ValueError> {
    let id = cx.types(who)?[color];
    if id.is_pawn() {
        return Err(who.error("promotions of pawns are written without their letter"));
    }
    let mut choices = Vec::new();
    for letter in what {
        let to = cx.types(*letter)?[color];
        if to == id || cx.variant.is_pawn(to, color.other()) {
            let name = letter::text(letter.value);
            return Err(letter.error(format!("{} cannot become {name}", letter::text(who.value))));
        }
        add(&mut choices, to);
    }
    Ok(choices)
}

/// Reports `back` if only pawns promote.
pub(super) fn check(cx: &mut Resolver<'_>) {
    let promotion = &cx.variant.rules.promotion;
    if !promotion.promotes_pieces() && promotion.back {
        let message = "`back` is for other pieces than pawns, and none promotes";
        cx.refuse(PROMOTION_RULE, message, None);
    }
}

impl Promotion {
    /// True if pieces other than pawns promote.
    pub fn promotes_pieces(&self) -> bool {
        self.pieces.iter().any(|pieces| !pieces.is_empty())
    }

    /// The choices of a piece other than a pawn.
    pub fn of_piece(&self, color: Color, id: TypeId) -> &[TypeId] {
        of_type(&self.pieces[color], id).map_or(&[], Vec::as_slice)
    }

    /// No piece promotes to a type while its side has this number of them; `None`: no limit.
    pub fn most(&self, id: TypeId) -> Option<u8> {
        of_type(&self.limits, id).copied()
    }
}

impl Variant {
    /// True if a piece could never move from a square, because all its moves start with a step off the board. Castling
    /// does not count.
    pub fn is_dead_end(&self, id: TypeId, sq: Square) -> bool {
        !self.moves_from(id, sq).any(|(zone, m)| {
            let within = |to: Square| {
                zone.is_none_or(|zone| zone.contains(self.shown_file(to.file()), to.rank()))
            };
            let stays = |step| self.step_from(sq, step, m.cylinder).is_some_and(within);
            match &m.shape {
                MoveShape::Path { legs, .. } => legs.first().is_some_and(|leg| stays(leg.step)),
                MoveShape::MultiPath { twice, once, .. } => stays(*twice) || stays(*once),
                MoveShape::Double { first, .. } => stays(*first),
                MoveShape::Castling { .. } => false,
            }
        })
    }
}
