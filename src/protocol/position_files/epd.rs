//! The reader of EPD: a position and its operations.
//!
//! A position has the first four fields of a FEN. Words after these fields that do not begin with a letter, such as
//! numbers, belong to the FEN as well. An operation is a name (the opcode), operands with blanks between them, and a
//! semicolon, which is optional at the end of the line. An operand in quotation marks may contain blanks and
//! semicolons.

use crate::variant::{Span, Spanned};

/// The number of fields that every position has.
pub const FIELDS: usize = 4;
const TOO_FEW: &str = "a position has four fields: board, side, castling and en passant";
/// The longest name of an operation, in characters.
const LONGEST_CODE: usize = 15;

/// A line of EPD.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The FEN, with one blank between its fields.
    pub position: Spanned<String>,
    /// The operations of the line.
    pub operations: Vec<Operation>,
}

/// An operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The name of the operation.
    pub code: Spanned<String>,
    /// The values of the operation.
    pub operands: Vec<Spanned<String>>,
    /// The text of the whole operation, without the semicolon.
    pub text: String,
}

/// A message about a line, and the place that it concerns.
pub type Complaint = (Span, String);

/// Reads the line with this number; `None` if it is empty or a comment (`#`, `//`).
///
/// # Errors
/// If it is not EPD.
pub fn read(text: &str, number: u32) -> Result<Option<Line>, Complaint> {
    let mut scanner = Scanner {
        rest: text,
        span: Span {
            line: number,
            column: 1,
        },
    };
    scanner.skip_blanks();
    if scanner.rest.is_empty()
        || ["#", "//"]
            .iter()
            .any(|sign| scanner.rest.starts_with(sign))
    {
        return Ok(None);
    }
    let position = scanner.position()?;
    let mut operations: Vec<Operation> = Vec::new();
    while let Some(operation) = scanner.operation()? {
        let code = &operation.code;
        if operations
            .iter()
            .any(|known| known.code.value == code.value)
        {
            return Err((code.span, format!("`{}` is said twice", code.value)));
        }
        operations.push(operation);
    }
    Ok(Some(Line {
        position,
        operations,
    }))
}

/// A reader that goes through a line.
struct Scanner<'a> {
    rest: &'a str,
    span: Span,
}

impl Scanner<'_> {
    fn advance(&mut self, bytes: usize) {
        let (passed, rest) = self.rest.split_at(bytes);
        self.span.column += passed.chars().count() as u32;
        self.rest = rest;
    }

    fn skip_blanks(&mut self) {
        self.advance(self.rest.len() - self.rest.trim_start().len());
    }

    /// The text before the next blank or the next of these characters.
    fn word(&mut self, ends: &[char]) -> Spanned<String> {
        let is_end = |c: char| c.is_whitespace() || ends.contains(&c);
        let length = self.rest.find(is_end).unwrap_or(self.rest.len());
        let word = Spanned::new(self.rest[..length].to_owned(), self.span);
        self.advance(length);
        word
    }

    /// The fields of the FEN.
    fn position(&mut self) -> Result<Spanned<String>, Complaint> {
        let mut fields: Vec<String> = Vec::new();
        let begin = self.span;
        loop {
            let more = !self
                .rest
                .starts_with(|c: char| c.is_alphabetic() || c == ';');
            if self.rest.is_empty() || fields.len() >= FIELDS && !more {
                break;
            }
            let field = self.word(&[';']);
            if field.value.is_empty() || matches!(&*field.value, "bm" | "am" | "dm" | "ce" | "id") {
                return Err((field.span, TOO_FEW.to_owned()));
            }
            fields.push(field.value);
            self.skip_blanks();
        }
        if fields.len() < FIELDS {
            return Err((self.span, TOO_FEW.to_owned()));
        }
        Ok(Spanned::new(fields.join(" "), begin))
    }

    fn operation(&mut self) -> Result<Option<Operation>, Complaint> {
        self.skip_blanks();
        while self.rest.starts_with(';') {
            self.advance(1);
            self.skip_blanks();
        }
        if self.rest.is_empty() {
            return Ok(None);
        }
        let begin = self.rest;
        let code = self.word(&[';', '"']);
        let mut letters = code.value.chars();
        let is_code = letters.next().is_some_and(|c| c.is_ascii_alphabetic())
            && letters.all(|c| c.is_ascii_alphanumeric() || c == '_')
            && code.value.len() <= LONGEST_CODE;
        if !is_code {
            return Err((code.span, format!("`{}` is no operation", code.value)));
        }
        let mut operands = Vec::new();
        loop {
            self.skip_blanks();
            match self.rest.chars().next() {
                None | Some(';') => break,
                Some('"') => operands.push(self.quoted()?),
                Some(_) => operands.push(self.word(&[';', '"'])),
            }
        }
        let text = begin[..begin.len() - self.rest.len()].trim_end().to_owned();
        Ok(Some(Operation {
            code,
            operands,
            text,
        }))
    }

    fn quoted(&mut self) -> Result<Spanned<String>, Complaint> {
        let begin = self.span;
        self.advance(1);
        let Some(length) = self.rest.find('"') else {
            return Err((begin, "the quotation marks are not closed".to_owned()));
        };
        let text = Spanned::new(self.rest[..length].to_owned(), begin);
        self.advance(length + 1);
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operations(text: &str) -> Vec<(String, Vec<String>)> {
        let line = read(text, 1).unwrap().unwrap();
        let texts =
            |operands: Vec<Spanned<String>>| operands.into_iter().map(|o| o.value).collect();
        let operations = line.operations.into_iter();
        operations
            .map(|o| (o.code.value, texts(o.operands)))
            .collect()
    }

    fn complaint(text: &str) -> (u32, String) {
        let (span, message) = read(text, 7).unwrap_err();
        assert_eq!(span.line, 7);
        (span.column, message)
    }

    #[test]
    fn a_line_of_the_standard() {
        let text =
            "4k3/8/8/8/8/8/8/R3K3 w Q - bm Ra8+ O-O-O; id \"a;b \u{e9}, c\"; c0 \"\"; acd 9;";
        let line = read(text, 3).unwrap().unwrap();
        assert_eq!(line.position.value, "4k3/8/8/8/8/8/8/R3K3 w Q -");
        let places: Vec<_> = line.operations.iter().map(|o| o.code.span.column).collect();
        assert_eq!(places, [28, 43, 58, 65]);
        assert_eq!(
            line.operations[0].operands[1].span,
            Span {
                line: 3,
                column: 36
            }
        );
        let owned = |code: &str, operands: &[&str]| {
            (
                code.to_owned(),
                operands.iter().map(|&o| o.to_owned()).collect::<Vec<_>>(),
            )
        };
        let expected = [
            owned("bm", &["Ra8+", "O-O-O"]),
            owned("id", &["a;b \u{e9}, c"]),
            owned("c0", &[""]),
            owned("acd", &["9"]),
        ];
        assert_eq!(operations(text), expected);
        assert_eq!(line.operations[1].text, "id \"a;b \u{e9}, c\"");
        // blanks, empty operations and the last semicolon do not matter
        let loose =
            " 4k3/8/8/8/8/8/8/R3K3  w Q -\tbm Ra8+  O-O-O ;; id\"a;b \u{e9}, c\" ;c0 \"\"; acd 9";
        assert_eq!(operations(loose), expected);
    }

    #[test]
    fn more_of_the_fen() {
        for fen in [
            "k/K w - -",
            "k/K w - - 3 17",
            "k/K w - - 3+2 0 1",
            "k/K w - - 128 3 17",
        ] {
            let line = read(&format!("{fen} bm a1a2"), 1).unwrap().unwrap();
            assert_eq!(
                (line.position.value.as_str(), line.operations.len()),
                (fen, 1)
            );
        }
        let bare = read("k/K w - -", 1).unwrap().unwrap();
        assert!(bare.operations.is_empty());
    }

    #[test]
    fn nothing_to_read() {
        for text in ["", " \t", "# k/K w - - bm a1a2", "// k/K w - - bm a1a2"] {
            assert_eq!(read(text, 1), Ok(None));
        }
    }

    #[test]
    fn faults_have_their_places() {
        for (text, column, message) in [
            ("k/K w bm a1a2;", 7, TOO_FEW),
            ("k/K w ; bm a1a2;", 7, TOO_FEW),
            ("k/K w ce 5;", 7, TOO_FEW),
            ("k/K w -", 8, TOO_FEW),
            ("k/K w - - bm a1a2; bm a1b1;", 20, "`bm` is said twice"),
            ("k/K w - - bm a1a2; 3x 4;", 20, "`3x` is no operation"),
            ("k/K w - - bm a1a2; \"x\"", 20, "`` is no operation"),
            ("k/K w - - \u{e9} a1a2", 11, "`\u{e9}` is no operation"),
            (
                "k/K w - - id \"x;",
                14,
                "the quotation marks are not closed",
            ),
            (
                "k/K w - - abcdefghijklmnop 1;",
                11,
                "`abcdefghijklmnop` is no operation",
            ),
        ] {
            assert_eq!(complaint(text), (column, message.to_owned()), "{text}");
        }
    }
}
