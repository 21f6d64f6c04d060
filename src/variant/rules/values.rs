//! The reader of values in rule lines: words, colours, letters, numbers and squares, each with its place.

use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::types::{Color, Square};
use crate::variant::ini::game_def::GameDef;
use crate::variant::{Span, Spanned, letter};

/// An error in a value.
#[derive(Clone, Debug)]
pub struct ValueError {
    /// The place of the error in the file.
    pub span: Span,
    /// The message.
    pub message: String,
    /// How to mend the error; by default the forms of the line.
    pub hint: Option<String>,
}

impl ValueError {
    /// An error without a hint of its own.
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        ValueError {
            span,
            message: message.into(),
            hint: None,
        }
    }

    /// The error with this hint.
    pub fn hint(self, hint: impl Into<String>) -> Self {
        ValueError {
            hint: Some(hint.into()),
            ..self
        }
    }
}

impl Spanned<char> {
    /// An error about a letter.
    pub fn error(self, message: impl Into<String>) -> ValueError {
        ValueError::new(self.span, message)
    }
}

/// A value of a rule line, or a part of one.
#[derive(Clone, Copy, Debug)]
pub struct Value<'a> {
    /// The text of the part.
    pub text: &'a str,
    /// The place of the part.
    pub span: Span,
    whole: &'a Spanned<String>,
}

impl<'a> Value<'a> {
    /// A whole value.
    pub fn new(whole: &'a Spanned<String>) -> Self {
        Value {
            text: &whole.value,
            span: whole.span,
            whole,
        }
    }

    /// An error about this part of the value.
    pub fn error(self, message: impl Into<String>) -> ValueError {
        ValueError::new(self.span, message)
    }

    /// An error about the whole value.
    pub fn not_understood(self) -> ValueError {
        let message = format!("`{}` is not understood here", self.whole.value);
        ValueError::new(self.whole.span, message)
    }

    /// True if the value is this word, in any case.
    pub fn is(self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word)
    }

    /// The parts before and after the first of these marks.
    pub fn split_once(self, marks: &[char]) -> Option<(Value<'a>, Value<'a>)> {
        let at = self.text.find(marks)?;
        Some((self.part(0, at), self.part(at + 1, self.text.len())))
    }

    /// The parts before and after a mark, which the value must have.
    pub fn pair(self, mark: char) -> Result<(Value<'a>, Value<'a>), ValueError> {
        (self.split_once(&[mark])).ok_or_else(|| self.not_understood())
    }

    /// The parts between marks.
    pub fn split(self, mark: char) -> impl Iterator<Item = Value<'a>> {
        let mut column = self.span.column;
        self.text.split(mark).map(move |text| {
            let span = Span {
                column,
                ..self.span
            };
            column += text.chars().count() as u32 + 1;
            Value { text, span, ..self }
        })
    }

    /// The part after a word and `=`.
    pub fn after(self, word: &str) -> Option<Value<'a>> {
        let (key, value) = self.split_once(&['='])?;
        key.is(word).then_some(value)
    }

    /// Sets the flag that the value names; false if it names none.
    pub fn sets<'f>(self, flags: impl IntoIterator<Item = (&'static str, &'f mut bool)>) -> bool {
        let named = flags.into_iter().find(|(word, _)| self.is(word));
        named.map(|(_, flag)| *flag = true).is_some()
    }

    /// The colours, from a leading `white=` or `black=` (or with a colon), and the rest.
    pub fn owner(self) -> Result<(&'static [Color], Value<'a>), ValueError> {
        match self.split_once(&['=', ':']) {
            Some((color, rest)) if color.is("white") => Ok((&Color::ALL[..1], rest)),
            Some((color, rest)) if color.is("black") => Ok((&Color::ALL[1..], rest)),
            Some((word, _)) if self.text[word.text.len()..].starts_with(':') => {
                Err(word.no_color())
            }
            _ => Ok((&Color::ALL, self)),
        }
    }

    /// The error that the value should be a colour.
    pub fn no_color(self) -> ValueError {
        self.error(format!("`{}` is neither white nor black", self.text))
    }

    /// Letters of one colour, or of both.
    pub fn owned_letters(self) -> Result<(&'static [Color], Vec<Spanned<char>>), ValueError> {
        let (colors, rest) = self.owner()?;
        match rest.split_once(&['=']) {
            Some((word, _)) => Err(word.no_color()),
            None => Ok((colors, rest.letters()?)),
        }
    }

    /// True if the value only separates its neighbours, as in `H , E`.
    pub fn is_separator(self) -> bool {
        !self.text.is_empty() && self.text.chars().all(|c| c == ',')
    }

    /// Letters of pieces as capitals, with or without commas; at least one. A plus before a letter means a promoted piece
    /// (see [`letter`]).
    pub fn letters(self) -> Result<Vec<Spanned<char>>, ValueError> {
        let mut letters = Vec::new();
        let mut chars = (self.span.column..).zip(self.text.chars()).peekable();
        while let Some((column, c)) = chars.next() {
            let span = Span {
                column,
                ..self.span
            };
            match c {
                ',' => {}
                '+' => {
                    let promoted = chars.next_if(|(_, c)| c.is_ascii_alphabetic());
                    let promoted = promoted.and_then(|(_, c)| letter::promoted(c));
                    let no_letter = || ValueError::new(span, "a letter is missing after +");
                    letters.push(Spanned::new(promoted.ok_or_else(no_letter)?, span));
                }
                c if c.is_ascii_alphabetic() => {
                    letters.push(Spanned::new(c.to_ascii_uppercase(), span));
                }
                c => {
                    let message = format!("`{c}` is not the letter of a piece");
                    return Err(ValueError::new(span, message));
                }
            }
        }
        if letters.is_empty() {
            return Err(self.not_understood());
        }
        Ok(letters)
    }

    /// One letter.
    pub fn letter(self) -> Result<Spanned<char>, ValueError> {
        match self.letters().as_deref() {
            Ok(&[letter]) if !self.text.contains(',') => Ok(letter),
            _ => Err(self.not_understood()),
        }
    }

    /// Two letters with an `=` between them.
    pub fn letter_pair(self) -> Result<(char, char), ValueError> {
        let (one, other) = self.pair('=')?;
        Ok((one.letter()?.value, other.letter()?.value))
    }

    /// A number within bounds.
    pub fn number<N: FromStr + PartialOrd>(
        self,
        range: RangeInclusive<N>,
    ) -> Result<N, ValueError> {
        let number = self.text.parse().ok();
        let number = number.filter(|number| range.contains(number));
        number.ok_or_else(|| self.not_understood())
    }

    /// First and last rank, counted from 1: `2-7`, or one rank, `8`.
    pub fn ranks(self, ranks: u8) -> Result<(u8, u8), ValueError> {
        let number = |value: Value<'_>| value.number(0..=u8::MAX).ok();
        let wrong = |message: String| Err(ValueError::new(self.whole.span, message));
        let (first, last) = self.split_once(&['-']).unwrap_or((self, self));
        let Some((first, last)) = number(first).zip(number(last)) else {
            return wrong(format!(
                "`{}` is not a range of ranks such as 2-7",
                self.text
            ));
        };
        if first < 1 || last > ranks || first > last {
            return wrong(format!("there are no ranks {first} to {last} of {ranks}"));
        }
        Ok((first, last))
    }

    /// The meaning of the value, which must be one of these words.
    pub fn one_of<T: Copy>(self, words: &[(&str, T)]) -> Result<T, ValueError> {
        let found = words.iter().find(|(word, _)| self.is(word));
        let found = found.map(|&(_, meaning)| meaning);
        found.ok_or_else(|| self.not_understood())
    }

    /// A square as file and rank from 0. In the text ranks count from 1 on every board.
    pub fn square(self, files: u8, ranks: u8) -> Result<(u8, u8), ValueError> {
        let read = || {
            let letter = self.text.chars().next().filter(char::is_ascii_alphabetic)?;
            let file = letter.to_ascii_lowercase() as u8 - b'a';
            let digits = &self.text[1..];
            let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
            let rank = digits.parse::<u8>().ok().filter(|_| plain)?;
            let rank = rank.checked_sub(1)?;
            (file < files && rank < ranks).then_some((file, rank))
        };
        read().ok_or_else(|| {
            let message = if self.text.is_empty() {
                "a square is missing".to_owned()
            } else {
                format!("`{}` is not on the board", self.text)
            };
            let last = char::from(b'a' + files - 1);
            let hint = format!("its squares are a1 to {last}{ranks}, ranks counted from 1");
            self.error(message).hint(hint)
        })
    }

    /// The part between two offsets in bytes.
    fn part(self, from: usize, to: usize) -> Value<'a> {
        let before = self.text[..from].chars().count() as u32;
        Value {
            text: &self.text[from..to],
            span: Span {
                column: self.span.column + before,
                ..self.span
            },
            whole: self.whole,
        }
    }
}

/// The first word of a form.
pub fn word(form: &'static str) -> &'static str {
    form.split(':').next().unwrap_or(form)
}

/// A hint with the examples of a form, which `, or ` separates.
pub fn written_as(form: &str) -> String {
    format!("write it as in `{}`", form.replace(", or ", "` or `"))
}

/// The values of each line of a rule.
pub fn lines<'a>(
    game: &'a GameDef,
    form: &'static str,
) -> impl DoubleEndedIterator<Item = Vec<Value<'a>>> {
    let lines = game.rules.iter();
    lines
        .filter(move |line| line.word.value.eq_ignore_ascii_case(word(form)))
        .map(|line| line.values.iter().map(Value::new).collect())
}

/// The values of all lines of a rule.
pub fn all<'a>(game: &'a GameDef, form: &'static str) -> Vec<Value<'a>> {
    lines(game, form).flatten().collect()
}

/// The values of the last line of a rule, which counts if there can be only one.
pub fn last<'a>(game: &'a GameDef, form: &'static str) -> Vec<Value<'a>> {
    lines(game, form).next_back().unwrap_or_default()
}

/// The only value; `None` if there is none, an error if there are several.
pub fn single<'a>(values: &[Value<'a>]) -> Result<Option<Value<'a>>, ValueError> {
    match values {
        [] => Ok(None),
        [value] => Ok(Some(*value)),
        [_, extra, ..] => Err(extra.not_understood()),
    }
}

/// The name of a square as [`Value::square`] reads it: ranks count from 1 on every board.
pub fn square_name(file: u8, rank: u8) -> String {
    Square::at(file, rank).plain_name()
}

/// Adds an item that is not in the list.
pub fn add<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spanned(text: &str) -> Spanned<String> {
        let span = Span { line: 3, column: 7 };
        Spanned::new(text.to_owned(), span)
    }

    #[test]
    fn parts_know_their_place() {
        let whole = spanned("Black:é=N,q");
        let (colors, rest) = Value::new(&whole).owner().unwrap();
        assert_eq!(colors, [Color::Black]);
        let (name, letters) = rest.split_once(&['=']).unwrap();
        assert_eq!((name.text, name.span.column), ("é", 13));
        let found = letters.letters().unwrap();
        let found: Vec<_> = found.iter().map(|l| (l.value, l.span.column)).collect();
        assert_eq!(found, [('N', 15), ('Q', 17)]);
        let columns: Vec<_> = letters.split(',').map(|part| part.span.column).collect();
        assert_eq!(columns, [15, 17]);
        assert_eq!(letters.not_understood().span, whole.span);
    }

    #[test]
    fn colours_letters_numbers_and_squares() {
        for text in ["white=Q", "WHITE:Q"] {
            let whole = spanned(text);
            let (colors, letters) = Value::new(&whole).owned_letters().unwrap();
            assert_eq!((colors, letters[0].value), (&Color::ALL[..1], 'Q'));
        }
        for (text, column) in [("red=Q", 7), ("red:Q", 7), ("white=Q4", 14), ("white=", 7)] {
            let error = Value::new(&spanned(text)).owned_letters().unwrap_err();
            assert_eq!(error.span.column, column, "{text}");
        }
        assert_eq!(
            ["1", "9", "0", "10", "x"].map(|text| Value::new(&spanned(text)).number(1..=9u8).ok()),
            [Some(1), Some(9), None, None, None]
        );
        let square = |text: &str| Value::new(&spanned(text)).square(8, 10).ok();
        assert_eq!(["a1", "H10"].map(square), [Some((0, 0)), Some((7, 9))]);
        assert_eq!(["", "i1", "a0", "a11", "a+1", "é1"].map(square), [None; 6]);
    }
}
