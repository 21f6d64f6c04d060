//! Parses the lines after the pieces: lines for the GUI and rule lines.

use super::game_def::{DroppedRule, GameDef, RuleLine};
use super::limits::{MAX_PIECE_COMMANDS, MAX_RULE_LINES, MAX_VALUES};
use super::token::tokens;
use crate::variant::ini::diagnostic::Report;
use crate::variant::{Span, Spanned};

/// Reads GUI lines and rule lines, from line `start` (counted from 0); returns the line that ends the variant.
pub(super) fn read(lines: &[&str], start: usize, game: &mut GameDef, report: &mut Report) -> usize {
    let mut block_seen = false;
    let mut in_block = false;
    let mut blank = None;
    let mut values = 0;
    for (index, line) in lines.iter().enumerate().skip(start) {
        let text = line.trim();
        if text.is_empty() {
            if block_seen {
                return note_dropped(lines, index, index, game);
            }
            blank.get_or_insert(index);
        } else if text == "#" && !block_seen {
            (block_seen, in_block, blank) = (true, true, None);
        } else if let (true, Some(rest)) = (in_block, text.strip_prefix('#')) {
            read_piece_command(rest, index, line, game, report);
        } else if let Some(end) = blank {
            return note_dropped(lines, index, end, game);
        } else if let Some(rule) = rule_line(line, index) {
            in_block = false;
            values += rule.values.len();
            if game.rules.len() >= MAX_RULE_LINES || values > MAX_VALUES {
                let message = format!(
                    "a variant has at most {MAX_RULE_LINES} rule lines, with {MAX_VALUES} values in total"
                );
                report.error(rule.word.span, message, None);
                return index;
            }
            game.rules.push(rule);
        } else if !text.starts_with("//") {
            game.stop =
                (tokens(line, index).next()).map(|first| Spanned::new(text.to_owned(), first.span));
            return note_dropped(lines, index, index, game);
        }
    }
    lines.len()
}

/// Records rule lines after the line `end` that ends the variant, from line `from`: rule lines in the same paragraph,
/// and paragraphs that consist of rule lines. All other lines are prose, which may start with any word. Returns `end`.
fn note_dropped(lines: &[&str], from: usize, end: usize, game: &mut GameDef) -> usize {
    let blank = lines[end].trim().is_empty();
    let mut apart = blank;
    for (index, line) in lines.iter().enumerate().skip(from) {
        let text = line.trim();
        match rule_line(line, index) {
            Some(rule) => game.dropped_rules.push(DroppedRule {
                rule,
                end: end as u32 + 1,
                blank,
            }),
            None if text.is_empty() => apart = true,
            None if apart && !text.starts_with("//") => break,
            None => {}
        }
        if game.dropped_rules.len() >= MAX_RULE_LINES {
            break;
        }
    }
    end
}

fn read_piece_command(
    rest: &str,
    index: usize,
    line: &str,
    game: &mut GameDef,
    report: &mut Report,
) {
    let Some(mark) = tokens(line, index).next() else {
        return;
    };
    let rest = rest.trim();
    if game.piece_commands.len() >= MAX_PIECE_COMMANDS {
        let message = format!("the GUI gets at most {MAX_PIECE_COMMANDS} such lines");
        report.warning(mark.span, message, None);
    } else if rest.split_whitespace().count() >= 2 {
        let command = Spanned::new(rest.to_owned(), mark.span);
        game.piece_commands.push(command);
    } else {
        let message = format!("the GUI cannot read `# {rest}`");
        let hint = "these lines are `# ID BETZA`, as in `# K& KisO2`";
        report.warning(mark.span, message, hint);
    }
}

/// A line that begins with a word of at least two letters and a colon.
fn rule_line(line: &str, index: usize) -> Option<RuleLine> {
    let (word, values) = line.split_once(':')?;
    let first = tokens(word, index).next()?;
    let letters = |c: char| c.is_ascii_alphabetic() || c == '-';
    if first.text != word.trim() || first.text.len() < 2 || !first.text.chars().all(letters) {
        return None;
    }
    let offset = (word.chars().count() + 1) as u32;
    let values = tokens(values, index)
        .take_while(|token| !token.text.starts_with("//"))
        .map(|token| {
            let column = token.span.column + offset;
            let span = Span {
                column,
                ..token.span
            };
            Spanned::new(token.text.to_owned(), span)
        })
        .collect();
    Some(RuleLine {
        word: first.spanned(),
        values,
    })
}
