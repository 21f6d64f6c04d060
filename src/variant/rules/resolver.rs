//! What each rule contributes, and what it is given to find out what its lines mean: a game whose
//! pieces are complete.

use super::start::START;
use super::values::{self, Value, ValueError};
use crate::types::{ByColor, Color, TypeId};
use crate::variant::ini::diagnostic::Report;
use crate::variant::ini::game_def::GameDef;
use crate::variant::{Placed, Span, Spanned, Variant, letter};

/// What a file of this folder contributes.
pub struct Rule {
    /// Examples of its lines, which [`values::written_as`] shows: a list for each word.
    pub forms: &'static [&'static str],
    /// Understands its lines, as part of the game's rules.
    pub resolve: fn(&mut Resolver<'_>),
    /// What it means for the players, a sentence each.
    pub describe: fn(&Variant) -> Vec<String>,
}

/// A game whose pieces are complete and whose rules are worked out, one after the other.
pub struct Resolver<'a> {
    /// What the file says.
    pub game: &'a GameDef,
    /// What it means, as far as that is known.
    pub variant: Variant,
    /// Types that both colours have by the file, and what black has instead, where that is another
    /// one because it moves like the mirror image.
    pub mirrored: Vec<(TypeId, TypeId)>,
    /// What is wrong.
    pub report: &'a mut Report,
}

impl<'a> Resolver<'a> {
    /// The values of all lines of a rule.
    pub fn values(&self, form: &'static str) -> Vec<Value<'a>> {
        values::all(self.game, form)
    }

    /// The values of each line of a rule, where every line is one of its own.
    pub fn lines(&self, form: &'static str) -> Vec<Vec<Value<'a>>> {
        values::lines(self.game, form).collect()
    }

    /// Where a rule is first given; the start of the file if it is not.
    pub fn span(&self, form: &'static str) -> Span {
        let first = self.values(form).first().map(|value| value.span);
        first.unwrap_or_default()
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

    /// The types of white and black that a letter means.
    ///
    /// # Errors
    /// If there are none: all types of a letter are understood for both colours.
    pub fn types(&self, letter: Spanned<char>) -> Result<ByColor<TypeId>, ValueError> {
        let types = Color::ALL.map(|color| self.variant.type_by_letter(letter.value, color));
        let [white, black] = types;
        (white
            .zip(black)
            .map(|(white, black)| ByColor::new(white, black)))
        .ok_or_else(|| {
            ValueError::new(
                letter.span,
                format!("there is no piece {}", letter::text(letter.value)),
            )
        })
    }

    /// True if the start position could not be read, so that nothing is known of how a game begins.
    pub fn start_is_unknown(&self) -> bool {
        self.variant.start.is_none() && !self.values(START).is_empty()
    }

    /// The pieces of a colour at the start.
    pub fn own_pieces(&self, color: Color) -> Vec<Placed> {
        let mut pieces = self.variant.start_pieces();
        pieces.retain(|piece| piece.color == color);
        pieces
    }

    /// What was read, or a complaint that tells the form of the rule.
    pub fn note<T>(&mut self, form: &'static str, result: Result<T, ValueError>) -> Option<T> {
        note(self.report, form, result)
    }

    /// Complains; an error without a hint has none.
    pub fn complain(&mut self, error: ValueError) {
        self.report.error(error.span, error.message, error.hint);
    }

    /// Complains without a hint.
    pub fn error(&mut self, span: Span, message: impl Into<String>) {
        self.report.error(span, message, None);
    }

    /// Complains with a hint.
    pub fn error_with_hint(&mut self, span: Span, message: impl Into<String>, hint: &str) {
        self.report.error(span, message, Some(hint.to_owned()));
    }
}

/// What was read, or a complaint that tells the form of the rule.
pub fn note<T>(report: &mut Report, form: &str, result: Result<T, ValueError>) -> Option<T> {
    result
        .map_err(|error| {
            let hint = error.hint.unwrap_or_else(|| values::written_as(form));
            report.error(error.span, error.message, Some(hint));
        })
        .ok()
}
