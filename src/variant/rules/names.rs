//! Full names of pieces, for people. Names have their own line because Fairy-Max would not read them in a piece line.

use super::{Resolver, Rule, Value, ValueError};
use crate::types::{Color, TypeId};
use crate::variant::{Variant, letter};

const NAME: &str = "Name: A=Archbishop C=War machine, or Name: white=P=Soldier black=P=Guard";
/// Longest name, in characters.
const LONGEST: usize = 40;

pub(super) const RULE: Rule = Rule::new(&[NAME], resolve, |_| {});

fn resolve(cx: &mut Resolver<'_>) {
    for (first, text) in cx.continued(NAME) {
        let named = name(&mut cx.variant, first, &text);
        cx.note(NAME, named);
    }
}

/// Gives a name to the types of a letter; `text` continues the first value. A comma may end a name.
fn name(variant: &mut Variant, first: Value<'_>, text: &str) -> Result<(), ValueError> {
    let (colors, letter, word) = owned_letter(variant, first)?;
    let name = text[first.text.len() - word.text.len()..].trim_end_matches([',', ' ']);
    let known = |c: char| c.is_alphanumeric() || " -'".contains(c);
    if name.is_empty() || name.starts_with([' ', ',']) {
        return Err(first.not_understood());
    } else if !name.chars().all(known) {
        let message = format!("`{name}` is not the name of a piece");
        return Err(first.error(message).hint("names have letters and digits"));
    } else if name.chars().count() > LONGEST {
        return Err(first.error(format!("this name is longer than {LONGEST} characters")));
    }
    for id in types(variant, letter, colors) {
        let known = &mut variant.pieces[id.index() - 1].name;
        if known.as_ref().is_some_and(|known| known != name) {
            let message = format!("the {} has a name already", letter::text(letter));
            let hint = "different names for white and black need separate piece lines";
            return Err(first.error(message).hint(hint));
        }
        *known = Some(name.to_owned());
    }
    Ok(())
}

/// The colours, the letter of a piece, and the rest of a value such as `white=P=Soldier`.
pub(super) fn owned_letter<'a>(
    variant: &Variant,
    value: Value<'a>,
) -> Result<(&'static [Color], char, Value<'a>), ValueError> {
    let (colors, rest) = value.owner()?;
    let (letter, rest) = rest.pair('=')?;
    let letter = letter.letter()?.value;
    if types(variant, letter, colors).is_empty() {
        return Err(value.error(format!("there is no piece {}", letter::text(letter))));
    }
    Ok((colors, letter, rest))
}

/// The types of a letter: all, or those of one colour.
pub(super) fn types(variant: &Variant, letter: char, colors: &[Color]) -> Vec<TypeId> {
    let own = |id: TypeId| match colors {
        &[color] => {
            let has = |color: Color| variant.types_of(color).contains(&id);
            variant.type_by_letter(letter, color) == Some(id) || has(color) && !has(color.other())
        }
        _ => true,
    };
    let types = variant.types().filter(|(_, piece)| piece.letter == letter);
    types.map(|(id, _)| id).filter(|&id| own(id)).collect()
}
