//! Pieces that must be dropped before any other move. Royals may be among them, and they may castle from their usual
//! squares.

use std::borrow::Cow;

use super::drops::check_useless;
use super::owned::owned_types;
use super::values::add;
use super::{Resolver, Rule, Sentences, Value, ValueError};
use crate::types::{ByColor, Color, TypeId};
use crate::variant::describe::{names::named, phrases::join};
use crate::variant::{DropKind, Variant};

pub(super) const PLACEMENT: &str = "Placement: all castling, or Placement: KQRBN opposite=B";

pub(super) const RULE: Rule = Rule::new(&[PLACEMENT], resolve, describe);

/// Drops before play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// Types of each side: a side that can drop one of them must do so.
    pub first: ByColor<Vec<TypeId>>,
    /// Types that are dropped half on squares of each colour. No other drop may make that impossible.
    pub opposite: ByColor<Vec<TypeId>>,
    /// A piece dropped on its usual square of the back rank counts as unmoved.
    pub unmoved: bool,
}

canonical!(struct Placement { first = 1, opposite = 2, unmoved = 3 });

impl Placement {
    /// True if no piece must be placed.
    pub fn is_empty(&self) -> bool {
        self.first.iter().all(Vec::is_empty)
    }
}

fn resolve(cx: &mut Resolver<'_>) {
    if cx.values(PLACEMENT).is_empty() {
        return;
    }
    let mut placement = Placement::default();
    let mut named = false;
    cx.each_listed(PLACEMENT, |cx, value| {
        if value.is("castling") {
            placement.unmoved = true;
            return Ok(());
        }
        if let Some(letters) = value.after("opposite") {
            return each_type(cx, letters, |color, id| {
                add(&mut placement.opposite[color], id);
            });
        }
        named = true;
        each_type(cx, value, |color, id| add(&mut placement.first[color], id))
    });
    if !named {
        cx.malformed(PLACEMENT, "no piece is named");
    }
    let ranks = cx.variant.ranks;
    let drops = cx.variant.rules.drops.get_or_insert_default();
    let mut added = ByColor::<Vec<DropKind>>::default();
    for color in Color::ALL {
        for &id in placement.first[color]
            .iter()
            .chain(&placement.opposite[color])
        {
            if !drops.can_drop(color, id) {
                let kind = DropKind::new(id, color, ranks);
                drops.kinds[color].push(kind);
                added[color].push(kind);
            }
        }
    }
    check_useless(cx, PLACEMENT, &added);
    cx.variant.rules.placement = placement;
}

/// Calls `found` for the named types, each with its owner. The opponent's pawn is left out.
fn each_type(
    cx: &Resolver<'_>,
    value: Value<'_>,
    mut found: impl FnMut(Color, TypeId),
) -> Result<(), ValueError> {
    let (colors, rest) = value.owner()?;
    if rest.text.contains('=') {
        return Err(value.not_understood());
    }
    for &color in colors {
        let mut types = owned_types(cx, rest, color)?;
        if rest.is("all") {
            // the types of the colour's letters, without promoted ones
            types.retain(|&id| {
                let piece = cx.variant.piece(id);
                let meant = cx.variant.type_by_letter(piece.letter, color);
                piece.promoted_from.is_none() && meant == Some(id)
            });
        }
        types.retain(|&id| !cx.variant.is_pawn(id, color.other()));
        types.into_iter().for_each(|id| found(color, id));
    }
    Ok(())
}

fn describe(words: &mut Sentences<'_>) {
    let variant = words.variant;
    let placement = &variant.rules.placement;
    let first = "drops these first, before any other move";
    let opposite = "drops half of its pieces of this kind on squares of each colour";
    for (types, what) in [(&placement.first, first), (&placement.opposite, opposite)] {
        words.of_sides(["Each side", "White", "Black"], |color| {
            let names = join(&named(variant, &types[color]));
            (!names.is_empty()).then(|| format!("{what}: {names}."))
        });
    }
    if placement.unmoved {
        let [white, black] = Color::ALL.map(|color| usual_order(variant, color));
        let order = if white == black {
            white
        } else {
            format!("{white} (white) and {black} (black)")
        };
        words.say(format!(
            "A piece dropped on its square in the usual order counts as unmoved and can castle. From the a-file, that \
             order is {order}."
        ));
    }
}

/// The letters of the back rank; a dash is an empty square.
fn usual_order(variant: &Variant, color: Color) -> String {
    let rank = variant.back_rank[color].iter();
    let letters = rank.map(|id| id.map_or("-".to_owned(), |id| variant.piece(id).written()));
    letters.collect::<Vec<_>>().join(" ")
}

impl Variant {
    /// The variant with its pieces in their usual order, from which castling follows if they are placed before play.
    pub fn in_usual_order(&self) -> Cow<'_, Variant> {
        if !self.rules.placement.unmoved {
            return Cow::Borrowed(self);
        }
        Cow::Owned(Variant {
            start: None,
            ..self.clone()
        })
    }
}
