//! Sentences about a variant, collected one by one.

use super::names::named;
use super::phrases::{join, of_sides};
use crate::types::{Color, TypeId};
use crate::variant::Variant;

/// Sentences about a variant.
pub struct Sentences<'a> {
    /// The variant.
    pub variant: &'a Variant,
    lines: Vec<String>,
}

impl<'a> Sentences<'a> {
    /// No sentences yet.
    pub fn new(variant: &'a Variant) -> Sentences<'a> {
        let lines = Vec::new();
        Sentences { variant, lines }
    }

    /// The sentences that these functions add.
    pub fn of(variant: &'a Variant, describe: &[fn(&mut Sentences<'_>)]) -> Vec<String> {
        let mut sentences = Sentences::new(variant);
        describe.iter().for_each(|add| add(&mut sentences));
        sentences.lines
    }

    /// All sentences.
    pub fn into_lines(self) -> Vec<String> {
        self.lines
    }

    /// Adds a sentence.
    pub fn say(&mut self, sentence: impl Into<String>) {
        self.lines.push(sentence.into());
    }

    /// Adds a sentence if a condition holds.
    pub fn say_if(&mut self, condition: bool, sentence: impl Into<String>) {
        if condition {
            self.say(sentence);
        }
    }

    /// Adds a sentence if it has not been said.
    pub fn say_once(&mut self, sentence: String) {
        self.say_if(!self.lines.contains(&sentence), sentence);
    }

    /// Adds several sentences.
    pub fn say_all(&mut self, sentences: impl IntoIterator<Item = String>) {
        self.lines.extend(sentences);
    }

    /// Adds a sentence about types, with their names; none if there are no types.
    pub fn about(&mut self, types: &[TypeId], sentence: impl FnOnce(String) -> String) {
        if !types.is_empty() {
            self.say(sentence(self.names(types)));
        }
    }

    /// Adds sentences from predicates about each side: about both at once, if they are equal.
    pub fn of_sides<P: IntoIterator<Item = String>>(
        &mut self,
        subjects: [&str; 3],
        mut predicates: impl FnMut(Color) -> P,
    ) {
        let predicates = Color::ALL.map(|color| predicates(color).into_iter().collect());
        self.lines.extend(of_sides(subjects, predicates));
    }

    /// The names of types: `a, b and c`.
    pub fn names(&self, types: &[TypeId]) -> String {
        join(&named(self.variant, types))
    }
}
