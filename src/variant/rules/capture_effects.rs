//! Effects of captures on the captor, and pieces that cannot be captured.

use super::owned::{of_type, ordinary_types, owned_types};
use super::{Resolver, Rule, Sentences, Value, ValueError, values};
use crate::types::{ByColor, Color, TypeId, TypeSet};
use crate::variant::Variant;

pub(super) const CAPTURE_EFFECTS: &str =
    "Capture-Effects: contagion=A recolour=QR petrify=NB immune=C, or Capture-Effects: rifle=K";

pub(super) const RULE: Rule = Rule::new(&[CAPTURE_EFFECTS], resolve, describe);

/// Consequences of captures for the capturing piece, and pieces that cannot be captured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaptureEffects {
    /// By side: a captured type, and the type that its captor becomes.
    pub contagion: ByColor<Vec<(TypeId, TypeId)>>,
    /// By side: the type of a captor, and the type of the other side that it becomes.
    pub recolour: ByColor<Vec<(TypeId, TypeId)>>,
    /// Types that turn into walls by capturing.
    pub petrify: Vec<TypeId>,
    /// Types that capture without moving.
    pub rifle: Vec<TypeId>,
    /// Types that cannot be captured.
    pub immune: Vec<TypeId>,
}

canonical!(struct CaptureEffects { contagion = 1, recolour = 2, petrify = 3, rifle = 4, immune = 5 });

/// The effect of a capture on the captor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Captor {
    /// The captor becomes this piece, perhaps of the other side.
    Becomes(Color, TypeId),
    /// The captor becomes a wall.
    Petrifies,
    /// The captor does not move.
    Stays,
}

impl CaptureEffects {
    /// True if a capture can change the captor or leave it where it is.
    pub fn change_captors(&self) -> bool {
        self.change_pieces() || self.petrify_or_shoot()
    }

    /// True if a captor can become another piece.
    pub(super) fn change_pieces(&self) -> bool {
        let mut changes = self.contagion.iter().chain(self.recolour.iter());
        changes.any(|list| !list.is_empty())
    }

    /// True if a captor can turn into a wall or stay where it is.
    pub(super) fn petrify_or_shoot(&self) -> bool {
        !self.petrify.is_empty() || !self.rifle.is_empty()
    }
}

impl Variant {
    /// The effect of a capture on the captor, a piece of `us`; `None` if there is none. The captured type takes precedence
    /// over the captor's.
    pub fn captor_becomes(&self, us: Color, captor: TypeId, captured: TypeId) -> Option<Captor> {
        let effects = &self.rules.capture_effects;
        if effects.rifle.contains(&captor) {
            return Some(Captor::Stays);
        }
        if self.is_royal(captor) {
            return None;
        }
        if let Some(&id) = of_type(&effects.contagion[us], captured) {
            return Some(Captor::Becomes(us, id));
        }
        if effects.petrify.contains(&captor) {
            return Some(Captor::Petrifies);
        }
        let recoloured = of_type(&effects.recolour[us], captor);
        recoloured.map(|&id| Captor::Becomes(us.other(), id))
    }
}

fn resolve(cx: &mut Resolver<'_>) {
    cx.each(CAPTURE_EFFECTS, |cx, value| {
        let (word, who) = value.pair('=')?;
        if word.is("contagion") {
            contagion(cx, who)
        } else if word.is("recolour") || word.is("recolor") {
            recolour(cx, who)
        } else if word.is("immune") {
            listed(cx, who, Some(CAPTURABLE), |effects| &mut effects.immune)
        } else if word.is("petrify") {
            listed(cx, who, Some(STAYS), |effects| &mut effects.petrify)
        } else if word.is("rifle") {
            listed(cx, who, None, |effects| &mut effects.rifle)
        } else {
            Err(value.not_understood())
        }
    });
    check_several(cx);
}

/// Reports captors whose captures have two effects.
fn check_several(cx: &mut Resolver<'_>) {
    let effects = &cx.variant.rules.capture_effects;
    let recoloured: TypeSet = (effects.recolour.iter().flatten().map(|&(id, _)| id)).collect();
    let petrified: TypeSet = effects.petrify.iter().copied().collect();
    let rifles: TypeSet = effects.rifle.iter().copied().collect();
    let several = petrified & rifles | (petrified | rifles) & recoloured;
    if let Some(id) = several.iter().next() {
        let name = cx.variant.piece(id).written();
        let message = format!("captures of {name} have two effects");
        let hint = "one of petrify, rifle and recolour";
        cx.refuse(CAPTURE_EFFECTS, message, hint);
    } else if !effects.rifle.is_empty() && effects.contagion.iter().any(|list| !list.is_empty()) {
        let message = "a piece that captures from afar cannot become another piece";
        cx.refuse(CAPTURE_EFFECTS, message, "rifle or contagion, not both");
    }
}

/// The reason for refusing a royal piece that could change: it must stay royal.
const STAYS: &str = "and cannot change";
/// The reason for refusing a royal piece that could not be captured.
pub(super) const CAPTURABLE: &str = "it must be possible to capture it";

/// `contagion`: the captor becomes its side's piece of the captured kind.
fn contagion(cx: &mut Resolver<'_>, who: Value<'_>) -> Result<(), ValueError> {
    for color in Color::ALL {
        let types = ordinary_types(cx, who, color.other(), STAYS)?;
        if types.iter().any(|id| id.is_pawn()) {
            return Err(who.error("a piece cannot become a pawn by capturing one"));
        }
        let kinds = cx.variant.kinds(&types);
        for id in kinds.iter() {
            let own = counterpart(&cx.variant, id, color);
            let list = &mut cx.variant.rules.capture_effects.contagion[color];
            values::add(list, (id, own));
        }
    }
    Ok(())
}

/// `recolour`: the captor becomes the other side's piece of its kind.
fn recolour(cx: &mut Resolver<'_>, who: Value<'_>) -> Result<(), ValueError> {
    for color in Color::ALL {
        for id in ordinary_types(cx, who, color, STAYS)? {
            let theirs = counterpart(&cx.variant, id, color.other());
            let list = &mut cx.variant.rules.capture_effects.recolour[color];
            values::add(list, (id, theirs));
        }
    }
    Ok(())
}

/// Adds the types of both colours to a list. If there is a reason to refuse royal types, they are refused with it.
fn listed(
    cx: &mut Resolver<'_>,
    who: Value<'_>,
    reason: Option<&str>,
    list: fn(&mut CaptureEffects) -> &mut Vec<TypeId>,
) -> Result<(), ValueError> {
    for color in Color::ALL {
        let types = match reason {
            Some(reason) => ordinary_types(cx, who, color, reason)?,
            None => owned_types(cx, who, color)?,
        };
        let list = list(&mut cx.variant.rules.capture_effects);
        types.into_iter().for_each(|id| values::add(list, id));
    }
    Ok(())
}

/// The type of a colour with the same letter.
fn counterpart(variant: &Variant, id: TypeId, color: Color) -> TypeId {
    if id.is_pawn() {
        return TypeId::pawn(color);
    }
    let letter = variant.piece(id).letter;
    variant.type_by_letter(letter, color).unwrap_or(id)
}

fn describe(words: &mut Sentences<'_>) {
    let effects = &words.variant.rules.capture_effects;
    let types = |list: &ByColor<Vec<(TypeId, TypeId)>>| -> Vec<TypeId> {
        list.iter().flatten().map(|&(id, _)| id).collect()
    };
    words.about(&types(&effects.contagion), |who| {
        format!("A piece that captures {who} becomes a piece of that kind, unless it is royal.")
    });
    words.about(&types(&effects.recolour), |who| {
        format!("A capture by {who} makes the captor change sides.")
    });
    words.about(&effects.petrify, |who| {
        format!(
            "A capture by {who} turns the captor into a wall, which cannot be captured or passed."
        )
    });
    words.about(&effects.rifle, |who| {
        format!("A capture by {who} leaves the captor where it is; it counts as moved.")
    });
    words.about(&effects.immune, |who| format!("Nothing can capture {who}."));
}
