//! The interface of rules: [`Rule`], and the [`Resolver`] that reads their lines for a variant whose pieces are complete.

use super::start::START;
use super::values::{self, Value, ValueError};
use crate::types::{ByColor, Color, TypeId};
use crate::variant::describe::sentences::Sentences;
use crate::variant::ini::diagnostic::{Hint, Report};
use crate::variant::ini::game_def::GameDef;
use crate::variant::{Placed, Span, Spanned, Variant, letter};

/// A rule.
pub struct Rule {
    /// Examples of the rule's lines, which [`values::written_as`] shows: a list for each word.
    pub forms: &'static [&'static str],
    /// Reads the rule's lines into the rules of the variant.
    pub resolve: fn(&mut Resolver<'_>),
    /// Describes the rule to players.
    pub describe: fn(&mut Sentences<'_>),
}

impl Rule {
    /// A rule with lines of these forms.
    pub const fn new(
        forms: &'static [&'static str],
        resolve: fn(&mut Resolver<'_>),
        describe: fn(&mut Sentences<'_>),
    ) -> Rule {
        Rule {
            forms,
            resolve,
            describe,
        }
    }
}

/// A variant whose pieces are complete and whose rules are being resolved.
pub struct Resolver<'a> {
    /// The definition in the file.
    pub game: &'a GameDef,
    /// The result so far.
    pub variant: Variant,
    /// Types that both colours have in the file, each with Black's mirrored type.
    pub mirrored: Vec<(TypeId, TypeId)>,
    /// The diagnostics.
    pub report: &'a mut Report,
}

impl<'a> Resolver<'a> {
    /// The values of all lines of a rule.
    pub fn values(&self, form: &'static str) -> Vec<Value<'a>> {
        values::all(self.game, form)
    }

    /// The place of the first value of these rules, in the order given.
    pub fn span_of(&self, forms: &[&'static str]) -> Option<Span> {
        let mut values = forms.iter().flat_map(|form| self.values(form));
        values.next().map(|value| value.span)
    }

    /// The place of the first value of a rule; the start of the file if there is none.
    pub fn span(&self, form: &'static str) -> Span {
        self.span_of(&[form]).unwrap_or_default()
    }

    /// Reads all values of a rule one by one.
    pub fn each(
        &mut self,
        form: &'static str,
        mut read: impl FnMut(&mut Self, Value<'a>) -> Result<(), ValueError>,
    ) {
        for value in self.values(form) {
            let result = read(self, value);
            self.note(form, result);
        }
    }

    /// Reads all values of a rule one by one, without commas between them.
    pub fn each_listed(
        &mut self,
        form: &'static str,
        mut read: impl FnMut(&mut Self, Value<'a>) -> Result<(), ValueError>,
    ) {
        self.each(form, |cx, value| {
            if value.is_separator() {
                Ok(())
            } else {
                read(cx, value)
            }
        });
    }

    /// The values of a rule with an `=`. A value without it continues the value before it on its line, as in
    /// `C=War machine`.
    pub fn continued(&mut self, form: &'static str) -> Vec<(Value<'a>, String)> {
        let mut entries: Vec<(Value<'_>, String)> = Vec::new();
        self.each(form, |_, value| {
            if value.text.contains('=') {
                entries.push((value, value.text.to_owned()));
                return Ok(());
            }
            let last = entries.last_mut();
            let (_, text) = (last.filter(|(first, _)| first.span.line == value.span.line))
                .ok_or_else(|| value.not_understood())?;
            text.push(' ');
            text.push_str(value.text);
            Ok(())
        });
        entries
    }

    /// Reads the only value of a rule.
    pub fn one<T>(
        &mut self,
        form: &'static str,
        read: impl FnOnce(Value<'a>) -> Result<T, ValueError>,
    ) -> Option<T> {
        let value = values::single(&values::last(self.game, form));
        let result = value.and_then(|value| value.map(read).transpose());
        self.note(form, result).flatten()
    }

    /// The types of a letter.
    ///
    /// # Errors
    /// If no type has this letter.
    pub fn types(&self, letter: Spanned<char>) -> Result<ByColor<TypeId>, ValueError> {
        match Color::ALL.map(|color| self.variant.type_by_letter(letter.value, color)) {
            [Some(white), Some(black)] => Ok(ByColor::new(white, black)),
            _ => {
                let message = format!("there is no piece {}", letter::text(letter.value));
                Err(letter.error(message))
            }
        }
    }

    /// Calls `found` for each type of either colour that letters mean.
    ///
    /// # Errors
    /// If no type has one of the letters.
    pub fn each_type(
        &self,
        letters: Value<'_>,
        mut found: impl FnMut(TypeId),
    ) -> Result<(), ValueError> {
        for letter in letters.letters()? {
            self.types(letter)?.into_iter().for_each(&mut found);
        }
        Ok(())
    }

    /// True if the start position could not be read.
    pub fn start_is_unknown(&self) -> bool {
        self.variant.start.is_none() && !self.values(START).is_empty()
    }

    /// The pieces of a colour at the start.
    pub fn own_pieces(&self, color: Color) -> Vec<Placed> {
        let mut pieces = self.variant.start_pieces();
        pieces.retain(|piece| piece.color == color);
        pieces
    }

    /// Reports an error, with the form of the rule as its default hint.
    pub fn note<T>(&mut self, form: &'static str, result: Result<T, ValueError>) -> Option<T> {
        note(self.report, form, result)
    }

    /// Reports an error as it is.
    pub fn report_error(&mut self, error: ValueError) {
        self.report.error(error.span, error.message, error.hint);
    }

    /// Reports an error of a rule, at its first value, with its form as the hint.
    pub fn malformed(&mut self, form: &'static str, message: impl Into<String>) {
        let error = ValueError::new(self.span(form), message);
        self.note::<()>(form, Err(error));
    }

    /// Reports an error of a rule, at its first value.
    pub fn refuse(&mut self, form: &'static str, message: impl Into<String>, hint: impl Hint) {
        self.report.error(self.span(form), message, hint);
    }

    /// True if there is a royal piece, which a rule needs. Otherwise reports that there is none `for_what`.
    pub fn need_royal(&mut self, form: &'static str, for_what: &str) -> bool {
        let found = self.variant.royals().next().is_some();
        if !found {
            self.refuse(
                form,
                format!("there is no royal piece {for_what}"),
                MAKES_ROYAL,
            );
        }
        found
    }
}

/// The hint for a variant that lacks a royal piece.
pub const MAKES_ROYAL: &str = "a piece of value -1 is royal";

/// Reports an error, with the form of the rule as its default hint.
pub fn note<T>(report: &mut Report, form: &str, result: Result<T, ValueError>) -> Option<T> {
    result
        .map_err(|error| {
            let hint = error.hint.unwrap_or_else(|| values::written_as(form));
            report.error(error.span, error.message, hint);
        })
        .ok()
}
