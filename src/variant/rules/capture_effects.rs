//! What captures do to those who make them, and pieces that nobody captures.

use super::owned::{ordinary_types, owned_types};
use super::resolver::{Resolver, Rule};
use super::values::{self, Value, ValueError};
use crate::types::{ByColor, Color, TypeId, TypeSet};
use crate::variant::Variant;
use crate::variant::describe::{named, phrases::join};

pub(super) const CAPTURE_EFFECTS: &str =
    "Capture-Effects: contagion=A recolour=QR petrify=NB immune=C, or Capture-Effects: rifle=K";

pub(super) const RULE: Rule = Rule {
    forms: &[CAPTURE_EFFECTS],
    resolve,
    describe,
};

/// Consequences of captures for the capturing piece, and pieces that cannot be captured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaptureEffects {
    /// By what a side captures: what the capturing piece becomes.
    pub contagion: ByColor<Vec<(TypeId, TypeId)>>,
    /// By what a side captures with: what the capturing piece is for the other side, to which it goes over.
    pub recolour: ByColor<Vec<(TypeId, TypeId)>>,
    /// Types that turn into walls where they capture.
    pub petrify: Vec<TypeId>,
    /// Types that capture from where they stand, without going there.
    pub rifle: Vec<TypeId>,
    /// Types that nobody can capture.
    pub immune: Vec<TypeId>,
}

canonical!(struct CaptureEffects { contagion = 1, recolour = 2, petrify = 3, rifle = 4, immune = 5 });

/// What a capture makes of the captor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Captor {
    /// A piece of some type, of the other side perhaps.
    Becomes(Color, TypeId),
    /// A wall.
    Petrifies,
    /// It is still where it was before.
    Stays,
}

impl CaptureEffects {
    /// True if a captor can become something else.
    pub fn change_captors(&self) -> bool {
        self.change_pieces() || self.petrify_or_shoot()
    }

    /// True if a captor can become another piece.
    pub(super) fn change_pieces(&self) -> bool {
        let mut changes = self.contagion.iter().chain(self.recolour.iter());
        changes.any(|list| !list.is_empty())
    }

    /// True if a captor can turn into a wall, or stay where it is.
    pub(super) fn petrify_or_shoot(&self) -> bool {
        !self.petrify.is_empty() || !self.rifle.is_empty()
    }
}

impl Variant {
    /// What becomes of a piece of `us` that captures; `None` if it goes where it captures and stays what it
    /// is. What it has captured goes before what it is.
    pub fn captor_becomes(&self, us: Color, captor: TypeId, captured: TypeId) -> Option<Captor> {
        let effects = &self.rules.capture_effects;
        if effects.rifle.contains(&captor) {
            return Some(Captor::Stays);
        }
        if self.piece(captor).royalty.is_royal() {
            return None;
        }
        let find = |list: &[(TypeId, TypeId)], id: TypeId| {
            let found = list.iter().find(|(other, _)| *other == id);
            found.map(|&(_, becomes)| becomes)
        };
        if let Some(id) = find(&effects.contagion[us], captured) {
            return Some(Captor::Becomes(us, id));
        }
        if effects.petrify.contains(&captor) {
            return Some(Captor::Petrifies);
        }
        let recoloured = find(&effects.recolour[us], captor);
        recoloured.map(|id| Captor::Becomes(us.other(), id))
    }
}

fn resolve(cx: &mut Resolver<'_>) {
    cx.each(CAPTURE_EFFECTS, |cx, value| {
        let (word, who) = (value.split_once(&['='])).ok_or_else(|| value.not_understood())?;
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
    complain_of_several(cx);
}

/// Complains of captors of which a capture would make two things.
fn complain_of_several(cx: &mut Resolver<'_>) {
    let effects = &cx.variant.rules.capture_effects;
    let recoloured: TypeSet = (effects.recolour.iter().flatten().map(|&(id, _)| id)).collect();
    let petrified: TypeSet = effects.petrify.iter().copied().collect();
    let rifles: TypeSet = effects.rifle.iter().copied().collect();
    let several = petrified & rifles | (petrified | rifles) & recoloured;
    if let Some(id) = several.iter().next() {
        let name = cx.variant.piece(id).written();
        let message = format!("captures of {name} have two effects");
        cx.error_with_hint(
            cx.span(CAPTURE_EFFECTS),
            message,
            "one of petrify, rifle and recolour",
        );
    } else if !effects.rifle.is_empty() && effects.contagion.iter().any(|list| !list.is_empty()) {
        let message = "who captures from afar becomes nothing else";
        cx.error_with_hint(
            cx.span(CAPTURE_EFFECTS),
            message,
            "rifle or contagion, not both",
        );
    }
}

/// Of a royal piece nothing else can be made.
const STAYS: &str = "and stays what it is";
/// A royal piece has to be in danger.
pub(super) const CAPTURABLE: &str = "it must be possible to capture it";

/// By what is captured, the captor becomes what that is called for its own side.
fn contagion(cx: &mut Resolver<'_>, who: Value<'_>) -> Result<(), ValueError> {
    for color in Color::ALL {
        let types = ordinary_types(cx, who, color.other(), STAYS)?;
        if types.iter().any(|id| id.is_pawn()) {
            let message = "nothing becomes a pawn by capturing one";
            return Err(ValueError::new(who.span, message));
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

/// What captures becomes what it is called for the other side.
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

/// Adds the types of both colours to a list; where there is a reason, a royal one is refused for it.
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

/// What a type is called by its letter for a colour.
fn counterpart(variant: &Variant, id: TypeId, color: Color) -> TypeId {
    if id.is_pawn() {
        return TypeId::pawn(color);
    }
    let letter = variant.piece(id).letter;
    variant.type_by_letter(letter, color).unwrap_or(id)
}

fn describe(variant: &Variant) -> Vec<String> {
    let effects = &variant.rules.capture_effects;
    let names = |list: &ByColor<Vec<(TypeId, TypeId)>>| {
        let types: Vec<TypeId> = list.iter().flatten().map(|&(id, _)| id).collect();
        join(&named(variant, &types))
    };
    let mut told = Vec::new();
    if effects.contagion.iter().any(|list| !list.is_empty()) {
        let who = names(&effects.contagion);
        told.push(format!(
            "Whatever captures {who} becomes one like it, unless it is royal."
        ));
    }
    if effects.recolour.iter().any(|list| !list.is_empty()) {
        let who = names(&effects.recolour);
        told.push(format!(
            "Of {who} whatever captures goes over to the other side."
        ));
    }
    if !effects.petrify.is_empty() {
        let who = join(&named(variant, &effects.petrify));
        told.push(format!(
            "Of {who} whatever captures turns into a wall: nobody captures it, or passes its square."
        ));
    }
    if !effects.rifle.is_empty() {
        let who = join(&named(variant, &effects.rifle));
        told.push(format!(
            "Of {who} whatever captures stays where it is, and counts as moved."
        ));
    }
    if !effects.immune.is_empty() {
        let who = join(&named(variant, &effects.immune));
        told.push(format!("Nothing can capture {who}."));
    }
    told
}
