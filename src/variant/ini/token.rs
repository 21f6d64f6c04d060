//! Lines split into words, each with its place.

use crate::variant::{Span, Spanned};

/// A word of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub(super) text: &'a str,
    pub(super) span: Span,
}

impl Token<'_> {
    pub(super) fn spanned(&self) -> Spanned<String> {
        Spanned::new(self.text.to_owned(), self.span)
    }
}

/// The words of a line; `index` counts lines from 0.
pub(super) fn tokens(line: &str, index: usize) -> impl Iterator<Item = Token<'_>> {
    let mut rest = line;
    let mut column = 1;
    std::iter::from_fn(move || {
        let text = rest.trim_start();
        column += rest[..rest.len() - text.len()].chars().count() as u32;
        let end = text.find(char::is_whitespace).unwrap_or(text.len());
        let word = &text[..end];
        let span = Span {
            line: index as u32 + 1,
            column,
        };
        rest = &text[end..];
        column += word.chars().count() as u32;
        (!word.is_empty()).then_some(Token { text: word, span })
    })
}
