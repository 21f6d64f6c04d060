//! What a word of an ini file means: the explanations of `fmax format` and `fmax show --betza` at a place in a text.

use serde_json::{Value as Json, json};

use crate::tools::board_size;
use crate::tools::format::{BAR, RULES, examples, numbered, rule, sections};
use crate::tools::new::draft::in_betza;
use crate::tools::show::text;
use crate::variant::Variant;
use crate::variant::ini::library::builtin_text;
use crate::variant::ini::limits::MAX_BETZA;
use crate::variant::ini::source::GAME_LABEL;

/// The number of the section on the lines of a variant, and of that on piece lines.
const LINES: u32 = 2;
const PIECE_LINES: u32 = 3;

/// Explains the word at a line and a column of a text, both from 1. Moves are described on the board of the variant.
pub fn explain(variant: &Variant, text: &str, place: &str) -> Result<Json, String> {
    let numbers = place.split_once(' ');
    let numbers = numbers.and_then(|(line, column)| {
        let (line, column): (usize, usize) = (line.parse().ok()?, column.parse().ok()?);
        Some((line.checked_sub(1)?, column.checked_sub(1)?))
    });
    let (line, column) = numbers.ok_or("write `explain LINE COLUMN`, counted from 1")?;
    let line = text.lines().nth(line).unwrap_or_default();
    let word = Word::at(line, column);
    let meaning = word.as_ref().and_then(|word| word.meaning(variant));
    let lines: Vec<&str> = meaning.iter().flat_map(|text| text.lines()).collect();
    let (from, to) = word.map_or((column, column), |word| (word.from, word.to));
    Ok(json!({ "from": (from + 1), "to": (to + 1), "lines": lines }))
}

/// A word of a line, from the column `from` to before the column `to`, counted from 0.
struct Word<'t> {
    line: &'t str,
    text: String,
    from: usize,
    to: usize,
    /// The column of the cursor.
    column: usize,
}

impl Word<'_> {
    /// The word at a column, or the word that ends right before it.
    fn at(line: &str, column: usize) -> Option<Word<'_>> {
        let chars: Vec<char> = line.chars().collect();
        let is_word = |at: &usize| chars.get(*at).is_some_and(|c| !c.is_whitespace());
        let inside = [Some(column), column.checked_sub(1)]
            .into_iter()
            .flatten()
            .find(is_word)?;
        let from = (0..=inside).rev().take_while(is_word).last()?;
        let to = (inside..).take_while(is_word).last()? + 1;
        Some(Word {
            line,
            text: chars[from..to].iter().collect(),
            from,
            to,
            column,
        })
    }

    /// True if the word is the first one of its line.
    fn is_first(&self) -> bool {
        self.line.chars().take(self.from).all(char::is_whitespace)
    }

    fn meaning(&self, variant: &Variant) -> Option<String> {
        let line = self.line.trim();
        let (head, _) = line.split_once(':').unwrap_or((line, ""));
        let item = if line.starts_with(GAME_LABEL) {
            "Label"
        } else if line.starts_with("//") {
            "Description"
        } else if line.starts_with('#') {
            "Hash lines"
        } else if is_board(line) {
            "Board"
        } else if (line.split_whitespace()).all(|word| word.parse::<u32>().is_ok()) {
            "Back ranks"
        } else if is_letter(head) && line.contains(':') {
            return self.in_piece_line(variant);
        } else {
            let value = (!self.is_first()).then_some(self.text.as_str());
            return about_rule(head, value);
        };
        paragraph(LINES, item)
    }

    fn in_piece_line(&self, variant: &Variant) -> Option<String> {
        if !self.is_first() {
            return moves(variant, &self.text).or_else(|| paragraph(PIECE_LINES, "MOVES"));
        }
        let colon = self.text.chars().position(|c| c == ':');
        let item = match colon {
            Some(colon) if self.column - self.from <= colon => "LETTER",
            _ => "VALUE",
        };
        paragraph(PIECE_LINES, item)
    }
}

/// A board size such as `8x8`, perhaps with a suffix.
fn is_board(line: &str) -> bool {
    board_size(line.split('=').next().unwrap_or_default()).is_ok()
}

/// The letter of a piece, perhaps with a plus.
fn is_letter(head: &str) -> bool {
    let mut letters = head.strip_prefix('+').unwrap_or(head).chars();
    letters.next().is_some_and(char::is_alphabetic) && letters.next().is_none()
}

/// Moves in words, from Betza notation or from steps and modes. An error in the notation is explained too.
fn moves(variant: &Variant, word: &str) -> Option<String> {
    if word.len() > MAX_BETZA {
        return None;
    }
    let betza = if word.contains(',') {
        in_betza(word)?
    } else {
        word.to_owned()
    };
    let mut out = Vec::new();
    Some(match text::explain(variant, &betza, &mut out) {
        Ok(()) => String::from_utf8_lossy(&out).into_owned(),
        Err(error) => error.to_string(),
    })
}

/// The paragraph of a section that begins with this word.
fn paragraph(number: u32, word: &str) -> Option<String> {
    let (_, sections) = sections(builtin_text());
    let mut paragraphs = numbered(&sections, number).split(|line| line.is_empty());
    let found = paragraphs.find(|lines| lines.first().is_some_and(|line| line.starts_with(word)));
    found.map(|lines| lines.join("\n"))
}

/// The explanation of a rule line by its word; `value` is the value to explain, without which the explanation has all values and
/// examples.
fn about_rule(word: &str, value: Option<&str>) -> Option<String> {
    let (_, sections) = sections(builtin_text());
    let all = rule(numbered(&sections, RULES), word)?;
    let Some(value) = value else {
        return Some(all + &examples(word));
    };
    let found = rule_value(&all, value);
    Some(if found.is_empty() { all } else { found })
}

/// The lines about a value in the explanation of a rule. The column in which values begin is that of the least indented ones.
fn rule_value(explanation: &str, value: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let key = |word: &str| word.split_inclusive('=').next().map(str::to_lowercase);
    let lines = explanation.lines().filter(|line| !line.starts_with(BAR));
    let column = lines.clone().map(indent).min();
    let mut wanted = false;
    let about = |line: &&str| {
        if Some(indent(line)) == column {
            let word = line.split_whitespace().next().unwrap_or_default();
            wanted = key(word) == key(value);
        }
        wanted
    };
    lines.filter(about).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::Session;
    use super::super::tests::ask;

    const TEXT: &str = "version 4.8(w)\n\n// Chess with a ram\nGame: small\n6x6\n4 3 5 5 3 4\n4 3 5 5 3 4\np:100 fmWfcF\np:100 fmWfcF\n\
                        k:-1 K\nn:300 14,7 -14,7\nR:500 R\n+M:300 cNxx\nStalemate: loss\nPromotion-Rule: ranks=2 optional\n";

    #[test]
    fn words_of_every_kind_of_line_are_explained() {
        let mut session = Session::default();
        let answer = ask(&mut session, &format!("ini\n{TEXT}"));
        assert!(
            answer["diagnostics"]
                .as_array()
                .is_some_and(|all| !all.is_empty())
        );
        for (line, column, from, to, part) in [
            (3, 9, 4, 9, "Description"),
            (4, 1, 1, 6, "Label"),
            (5, 1, 1, 4, "Board"),
            (6, 3, 3, 4, "Back ranks"),
            (8, 1, 1, 6, "LETTER"),
            (8, 3, 1, 6, "VALUE"),
            (8, 9, 7, 13, "moves"),
            (11, 8, 7, 11, "Betza"),
            (12, 7, 7, 8, "slides straight"),
            (13, 9, 8, 12, "character"),
            (14, 2, 1, 11, "Games of the shipped file"),
            (14, 13, 12, 16, "the side that cannot move has lost"),
            (15, 18, 17, 24, "last three ranks"),
            (15, 27, 25, 33, "may stay a pawn until the last rank"),
        ] {
            let found = ask(&mut session, &format!("explain {line} {column}"));
            assert_eq!(
                (&found["from"], &found["to"]),
                (&from.into(), &to.into()),
                "{line} {column}"
            );
            assert!(
                found["lines"].to_string().contains(part),
                "{line} {column}: {found}"
            );
        }
        let value = ask(&mut session, "explain 14 13");
        assert_eq!(value["lines"].as_array().unwrap().len(), 1);
        for nothing in ["explain 2 1", "explain 99 1", "explain 4 999"] {
            assert_eq!(
                ask(&mut session, nothing)["lines"],
                serde_json::json!([]),
                "{nothing}"
            );
        }
        for wrong in [
            "explain",
            "explain 0 1",
            "explain 1",
            "explain -1 2",
            "explain a b",
        ] {
            assert!(ask(&mut session, wrong)["error"].is_string(), "{wrong}");
        }
    }
}
