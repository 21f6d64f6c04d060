//! The inventor of a variant, and the year.

use super::{Resolver, Rule, values};

const AUTHOR: &str = "Author: Christian Freeling, 1984";
/// Longest line, in characters.
const LONGEST: usize = 80;

pub(super) const RULE: Rule = Rule::new(&[AUTHOR], resolve, |_| {});

fn resolve(cx: &mut Resolver<'_>) {
    let values = cx.values(AUTHOR);
    let Some(first) = values.first() else {
        return;
    };
    let words: Vec<&str> = values.iter().map(|value| value.text).collect();
    let text = words.join(" ");
    // combining marks are separate characters in some programs
    let known = |c: char| {
        c.is_alphanumeric() || ('\u{300}'..='\u{36f}').contains(&c) || " .,'’&()/–-".contains(c)
    };
    let message = if text.chars().count() > LONGEST {
        format!("this name is longer than {LONGEST} characters")
    } else if !text.chars().all(known) {
        format!("`{text}` is not the name of an author")
    } else {
        cx.variant.author = Some(text);
        return;
    };
    // the variant can be played all the same
    let hint = values::written_as(AUTHOR);
    cx.report.warning(first.span, message, hint);
}
