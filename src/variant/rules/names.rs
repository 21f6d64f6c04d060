//! Full names of pieces, for people. Names have their own line because Fairy-Max would not read them in a piece line.

use super::{Resolver, Rule, Value, ValueError};
use crate::types::{Color, TypeId};
use crate::variant::{Span, Variant, letter};

const NAME: &str = "Name: A=Archbishop C=War machine, or Name: white=P=Soldier black=P=Guard";
/// Longest name, in characters.
const LONGEST: usize = 40;

pub(super) const RULE: Rule = Rule::new(&[NAME], resolve, |_| {});

/// A name being read: a word without `=` continues the name before it.
struct Entry {
    span: Span,
    colors: &'static [Color],
    letter: char,
    name: String,
    /// A comma has ended the name.
    complete: bool,
}

fn resolve(cx: &mut Resolver<'_>) {
    let mut entries: Vec<Entry> = Vec::new();
    cx.each(NAME, |cx, value| {
        let text = value.text.strip_suffix(',');
        let (text, ends) = (text.unwrap_or(value.text), text.is_some());
        let known = |c: char| c.is_alphanumeric() || "-'".contains(c);
        if value.text.contains('=') {
            let entry = begin(&cx.variant, value)?;
            entries.push(entry);
        } else if let Some(last) = entries
            .last_mut()
            .filter(|last| last.span.line == value.span.line && !last.complete)
        {
            if !text.is_empty() {
                last.name.push(' ');
                last.name += text;
            }
        } else if !value.is_separator() {
            return Err(value.not_understood());
        }
        let Some(last) = entries.last_mut() else {
            return Ok(());
        };
        last.complete |= ends;
        if !last.name.chars().all(|c| known(c) || c == ' ') {
            let message = format!("`{}` is not the name of a piece", last.name);
            return Err(value.error(message).hint("names have letters and digits"));
        }
        if last.name.chars().count() > LONGEST {
            return Err(value.error(format!("this name is longer than {LONGEST} characters")));
        }
        Ok(())
    });
    for entry in entries {
        if let Err(error) = give(&mut cx.variant, entry) {
            cx.report_error(error);
        }
    }
}

/// Reads the first word of a name, with its letter and perhaps a colour.
fn begin(variant: &Variant, value: Value<'_>) -> Result<Entry, ValueError> {
    let (colors, letter, word) = owned_letter(variant, value)?;
    let name = word.text.trim_end_matches(',');
    if name.is_empty() {
        return Err(value.not_understood());
    }
    Ok(Entry {
        span: value.span,
        colors,
        letter,
        name: name.to_owned(),
        complete: false,
    })
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

/// Gives a name to its types.
fn give(variant: &mut Variant, entry: Entry) -> Result<(), ValueError> {
    for id in types(variant, entry.letter, entry.colors) {
        let name = &mut variant.pieces[id.index() - 1].name;
        if name.as_ref().is_some_and(|name| *name != entry.name) {
            let message = format!("the {} has a name already", letter::text(entry.letter));
            return Err(ValueError::new(entry.span, message)
                .hint("different names for white and black need separate piece lines"));
        }
        *name = Some(entry.name.clone());
    }
    Ok(())
}
