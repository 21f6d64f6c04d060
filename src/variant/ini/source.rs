//! The first step of loading: [`read`] splits a file into [`GameDef`]s, with the place of every word.
//!
//! This step does not interpret numbers; everything that depends on the meaning of numbers is checked in
//! [`super::resolve`]. A mistake in one variant never hides mistakes in others. The reader accepts CRLF line ends, a
//! byte-order mark, bytes that are not UTF-8, and prose and comments between variants.

use super::body;
use super::diagnostic::{Hint, Report};
use super::game_def::GameDef;
pub use super::limits::MAX_BYTES;
use super::limits::{MAX_GAMES, MAX_NAME};
use super::token::tokens;
use crate::variant::{Diagnostic, Span, Spanned};

/// The start of the first line of every file.
pub const VERSION_LINE: &str = "version 4.8(w)";

/// The start of the first line of every named variant.
pub const GAME_LABEL: &str = "Game:";

/// A whole file.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceFile {
    /// The variants in the order of the file.
    pub games: Vec<GameDef>,
    /// Diagnostics that do not concern a single variant.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads the text of a file; `name` is the name of the file in diagnostics.
///
/// # Errors
/// Only if the whole file is unusable. Errors in a variant are kept with the variant.
pub fn read(name: &str, bytes: &[u8]) -> Result<SourceFile, Vec<Diagnostic>> {
    let size = bytes.len();
    if size > MAX_BYTES {
        let message = format!(
            "the file is too large for a game description ({size} bytes, at most {MAX_BYTES})"
        );
        return fail(name, 0, message, None);
    }
    if bytes.contains(&0) {
        let hint = "save it as plain text (ASCII or UTF-8)";
        return fail(name, 0, "the file is binary (it has NUL bytes)", hint);
    }
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    if bytes.trim_ascii().is_empty() {
        return fail(name, 0, "the file is empty", None);
    }
    let text = String::from_utf8_lossy(bytes);
    let mut lines: Vec<&str> = text
        .split('\n')
        .map(|line| line.strip_suffix('\r').unwrap_or(line))
        .collect();
    if !lines[0].starts_with(VERSION_LINE) {
        let start: String = lines[0].chars().take(40).collect();
        let blanks = lines[0].split_whitespace().collect::<Vec<_>>().join(" ");
        let how = if blanks.starts_with(VERSION_LINE) {
            ", with one blank and nothing before it"
        } else {
            ""
        };
        let hint = format!("line 1 must begin `{VERSION_LINE}`{how}");
        let message = format!("unknown kind of file, line 1 is `{start}`");
        return fail(name, 1, message, hint);
    }
    let mut labels: Vec<usize> = (1..lines.len())
        .filter(|&index| lines[index].starts_with(GAME_LABEL))
        .collect();
    let mut report = Report::new(name);
    if let Some(&extra) = labels.get(MAX_GAMES) {
        let message = format!("variants from here on are left out: a file has at most {MAX_GAMES}");
        report.error(line_start(extra), message, None);
        // the rest of the file is ignored
        lines.truncate(extra);
        labels.truncate(MAX_GAMES);
    }
    let mut games = Vec::with_capacity(labels.len() + 1);
    let end_before = |label: Option<&usize>| match label {
        Some(&label) => label - comments_above(&lines, label),
        None => lines.len(),
    };
    let end = end_before(labels.first());
    if let Some(start) = default_game_start(&lines[..end]) {
        games.push(default_game(name, &lines[..end], start));
    }
    for (i, &label) in labels.iter().enumerate() {
        let end = end_before(labels.get(i + 1));
        games.push(named_game(name, &lines[..end], label));
    }
    if games.is_empty() {
        let hint = format!("a variant starts with a line `{GAME_LABEL} NAME`");
        return fail(name, 0, "the file defines no variant", hint);
    }
    repeated_names(&games, &mut report);
    Ok(SourceFile {
        diagnostics: report.into_list(),
        games,
    })
}

/// An error that makes the whole file unusable.
fn fail(
    name: &str,
    line: u32,
    message: impl Into<String>,
    hint: impl Hint,
) -> Result<SourceFile, Vec<Diagnostic>> {
    let mut report = Report::new(name);
    report.error(Span { line, column: line }, message, hint);
    Err(report.into_list())
}

/// The number of comments directly above a label, which do not belong to the variant before it.
fn comments_above(lines: &[&str], label: usize) -> usize {
    let above = lines[..label].iter().rev();
    above.take_while(|line| line.starts_with("//")).count()
}

/// The line where the unnamed variant after line 1 starts: text that starts with a number.
fn default_game_start(lines: &[&str]) -> Option<usize> {
    let start = (1..lines.len()).find(|&index| !lines[index].trim().is_empty())?;
    let first = lines[start].trim_start().chars().next()?;
    first.is_ascii_digit().then_some(start)
}

/// Reads the unnamed variant, whose body starts at line `start`.
fn default_game(file: &str, lines: &[&str], start: usize) -> GameDef {
    let game = GameDef {
        span: line_start(start),
        ..GameDef::default()
    };
    read_body(lines, start, start, game, Report::new(file))
}

fn named_game(file: &str, lines: &[&str], label: usize) -> GameDef {
    let mut game = GameDef {
        span: line_start(label),
        description: description(lines, label),
        ..GameDef::default()
    };
    let mut report = Report::new(file);
    if !read_label(lines[label], label, &mut game, &mut report) {
        game.diagnostics = report.into_list();
        return game;
    }
    let first = (game.description.as_ref()).map_or(label, |d| d.span.line as usize - 1);
    read_body(lines, first, label + 1, game, report)
}

/// Reads the body of a variant from line `start`; the first line of the variant is `first`.
fn read_body(
    lines: &[&str],
    first: usize,
    start: usize,
    mut game: GameDef,
    mut report: Report,
) -> GameDef {
    let end = body::read(lines, start, &mut game, &mut report);
    let blank = |line: &&&str| line.trim().is_empty();
    let blanks = lines[first..end].iter().rev().take_while(blank).count();
    game.lines = first..end - blanks;
    game.diagnostics = report.into_list();
    game
}

/// The comment directly above the label. A line that starts with a lower-case letter continues the line above it. Other
/// comments further up do not belong to it; files of Fairy-Max have such comments.
fn description(lines: &[&str], label: usize) -> Option<Spanned<String>> {
    let mut parts: Vec<String> = Vec::new();
    let mut first = label;
    for index in (1..label).rev() {
        let Some(text) = lines[index].trim().strip_prefix("//") else {
            break;
        };
        let text = text.trim_start_matches('/').trim();
        let text: String = text.chars().filter(|c| !c.is_control()).collect();
        let goes_on = text.starts_with(char::is_lowercase);
        parts.insert(0, text);
        first = index;
        if !goes_on {
            break;
        }
    }
    (first < label).then(|| Spanned::new(parts.join(" "), line_start(first)))
}

/// Reads `Game: NAME # PIECETOCHAR # PARENT`; false without a name.
fn read_label(line: &str, index: usize, game: &mut GameDef, report: &mut Report) -> bool {
    let mut tokens = tokens(line, index).peekable();
    let Some(label) = tokens.next() else {
        return false;
    };
    // the name may follow the colon directly
    let glued = label.text.get(GAME_LABEL.len()..).unwrap_or_default();
    if glued.is_empty() {
        game.name = tokens.next().map(|token| token.spanned());
    } else {
        let column = label.span.column + GAME_LABEL.len() as u32;
        let span = Span {
            column,
            ..label.span
        };
        game.name = Some(Spanned::new(glued.to_owned(), span));
    }
    match &mut game.name {
        None => {
            report.error(label.span, "this variant has no name", None);
            return false;
        }
        Some(name) => {
            if name.value.contains(char::is_control) {
                name.value.retain(|c| !c.is_control());
                let message = "control characters in the name of the variant are left out";
                report.warning(name.span, message, None);
            }
            if let Some((end, _)) = name.value.char_indices().nth(MAX_NAME) {
                name.value.truncate(end);
                let message = format!("a name has at most {MAX_NAME} characters");
                report.error(name.span, message, None);
                return false;
            }
        }
    }
    let mut named = false;
    for field in [&mut game.piece_to_char, &mut game.parent] {
        let Some(mark) = tokens.next_if(|token| token.text.starts_with('#')) else {
            break;
        };
        named = true;
        *field = match &mark.text[1..] {
            "" => tokens.next().map(|token| token.spanned()),
            glued => Some(Spanned::new(glued.to_owned(), mark.span)),
        };
    }
    if let Some(extra) = tokens.next() {
        let comment = |text: &str| text.starts_with("//");
        if let (false, false, Some(name)) = (named, comment(extra.text), &game.name) {
            let rest = tokens.map(|token| token.text);
            let rest: Vec<&str> = std::iter::once(extra.text)
                .chain(rest)
                .take_while(|text| !comment(text))
                .collect();
            let fields = rest.iter().position(|text| text.starts_with('#'));
            let (words, fields) = rest.split_at(fields.unwrap_or(rest.len()));
            let words = [&[name.value.as_str()], words].concat();
            let mut label = format!("{GAME_LABEL} {}", words.join("-").to_lowercase());
            for field in fields {
                label.push(' ');
                label += field;
            }
            let message = format!(
                "names have no blanks: this variant is called `{}`",
                name.value
            );
            report.warning(extra.span, message, format!("write `{label}`"));
            return true;
        }
        let message = format!("`{}` is not understood here", extra.text);
        let hint = format!("the form is `{GAME_LABEL} NAME # PIECETOCHAR # PARENT`");
        report.warning(extra.span, message, hint);
    }
    true
}

fn repeated_names(games: &[GameDef], report: &mut Report) {
    let mut seen = std::collections::HashMap::new();
    for name in games.iter().filter_map(|game| game.name.as_ref()) {
        let first = *seen.entry(name.value.as_str()).or_insert(name.span.line);
        if first != name.span.line {
            let message = format!(
                "the variant `{}` is already in line {first}, which counts",
                name.value
            );
            report.warning(name.span, message, None);
        }
    }
}

fn line_start(index: usize) -> Span {
    Span {
        line: index as u32 + 1,
        column: 1,
    }
}

#[cfg(test)]
mod tests;
