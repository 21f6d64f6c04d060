//! Reads the body of a variant: board, back ranks, pieces, GUI lines and rule lines.
//!
//! Up to the end of the piece list the format is a stream of tokens, and line ends are blanks. The rest is read line by
//! line, by [`rule_lines`].

mod ranks;

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::game_def::{BoardSize, GameDef, MoveDef, MoveToken, PieceDef};
use super::limits::MAX_MOVES;
use super::token::{Token, tokens};
use super::{rule_lines, transposed};
use crate::types::{Color, MAX_SIDE};
use crate::variant::betza::is_likely;
use crate::variant::ini::diagnostic::Report;
use crate::variant::{Span, Spanned, letter};

const MOVE_HINT: &str =
    "a move is STEP,MODE or STEP,MODE,STEP2: decimal steps and a hexadecimal mode, as in 16,3";
/// Most steps of a move whose steps alternate.
const MAX_STEPS: usize = 32;
const PIECE_HINT: &str = "a piece line begins with a letter, a colon and a number, as in n:325";

/// Reads the variant whose body starts at line `start`. Returns the line that ends it.
pub(super) fn read(lines: &[&str], start: usize, game: &mut GameDef, report: &mut Report) -> usize {
    let mut body = Body {
        tokens: (start..lines.len())
            .flat_map(|index| tokens(lines[index], index))
            .collect(),
        next: 0,
        game,
        report,
    };
    if body.read_size().is_break() {
        return lines.len();
    }
    let transposed = body.is_transposed();
    if let Some(size) = body.game.size.as_mut().filter(|_| transposed) {
        size.value = transposed::UPRIGHT;
    }
    if body.read_back_ranks().is_break() || body.read_pieces().is_break() {
        return lines.len();
    }
    let last_line = body.last_span().line as usize;
    let end = rule_lines::read(lines, last_line, game, report);
    if transposed {
        transposed::set_upright(game, report);
    }
    end
}

/// The token stream, up to the end of the piece list.
struct Body<'a> {
    tokens: Vec<Token<'a>>,
    next: usize,
    game: &'a mut GameDef,
    report: &'a mut Report,
}

impl<'a> Body<'a> {
    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.next).copied()
    }

    /// The place of the last token read.
    fn last_span(&self) -> Span {
        match self.next.checked_sub(1) {
            Some(last) => self.tokens[last].span,
            None => self.game.span,
        }
    }

    /// Reports that something other than `what`, or nothing, was found.
    fn expected(&mut self, what: &str, hint: &str) -> ControlFlow<()> {
        let (span, found) = match self.peek() {
            Some(token) => (token.span, format!("found `{}`", token.text)),
            None => (self.last_span(), "but the variant ends here".to_owned()),
        };
        self.report
            .error(span, format!("expected {what}, {found}"), hint);
        ControlFlow::Break(())
    }

    fn read_size(&mut self) -> ControlFlow<()> {
        const HINT: &str = "as in 8x8, or 8x8=3 with a promotion zone";
        let Some((token, (files, ranks, zone))) = self
            .peek()
            .and_then(|token| Some((token, parse_size(token.text)?)))
        else {
            return self.expected("the board size FILESxRANKS", HINT);
        };
        let max = u32::from(MAX_SIDE);
        if !(2..=max).contains(&files) || !(1..=max).contains(&ranks) {
            let message = format!("a board of {files}x{ranks} squares is not possible");
            let hint = format!("2 to {max} files and 1 to {max} ranks");
            self.report.error(token.span, message, hint);
            return ControlFlow::Break(());
        }
        let size = BoardSize {
            files: files as u8,
            ranks: ranks as u8,
        };
        self.game.size = Some(Spanned::new(size, token.span));
        self.game.zone = zone.map(|zone| Spanned::new(zone, token.span));
        self.next += 1;
        ControlFlow::Continue(())
    }

    /// True for a board of MaxQi: the back ranks have one number for each rank.
    fn is_transposed(&self) -> bool {
        let rest = self.tokens[self.next..].iter();
        let numbers = rest.take_while(|token| token.text.parse::<u32>().is_ok());
        let size = self.game.size.map(|size| size.value);
        size == Some(transposed::WRITTEN)
            && numbers.count() == 2 * usize::from(transposed::WRITTEN.ranks)
    }

    fn read_back_ranks(&mut self) -> ControlFlow<()> {
        let files = self.game.size.map_or(0, |size| size.value.files);
        if self.widths_are_wrong(files.into()) {
            return ControlFlow::Break(());
        }
        for color in Color::ALL {
            for file in 1..=files {
                let Some((token, number)) = self
                    .peek()
                    .and_then(|token| Some((token, token.text.parse().ok()?)))
                else {
                    return self.expected(
                        &format!("number {file} of the {files} on {color}'s back rank"),
                        "a back rank names one piece number for each file, 0 for an empty square",
                    );
                };
                let place = Spanned::new(number, token.span);
                self.game.back_ranks[color].push(place);
                self.next += 1;
            }
        }
        ControlFlow::Continue(())
    }

    fn read_pieces(&mut self) -> ControlFlow<()> {
        while let Some(token) = self.peek() {
            if let Some(name) = self.named_piece(token) {
                self.name_for_letter(token, name);
                continue;
            }
            let (text, count) = self.glued(token);
            match classify(&text) {
                Item::Piece(letter, value) => self.game.pieces.push(PieceDef {
                    letter: Spanned::new(letter, token.span),
                    value,
                    moves: Vec::new(),
                    immobile: false,
                    unvalued: count == 1 && token.text.ends_with(':'),
                }),
                Item::Move(def) => match self.game.pieces.last_mut() {
                    Some(piece) if piece.moves.len() >= MAX_MOVES => {
                        let message = format!("a piece has at most {MAX_MOVES} moves");
                        self.report.error(token.span, message, None);
                        return ControlFlow::Break(());
                    }
                    Some(piece) => {
                        let def = MoveToken::Steps(def);
                        piece.moves.push(Spanned::new(def, token.span));
                    }
                    None if self.report.has_errors() => {}
                    None => return self.expected("the piece line of white's pawn", PIECE_HINT),
                },
                Item::Malformed(why, hint) => match self.malformed(token, &text, why, hint) {
                    ControlFlow::Continue(()) => continue,
                    ControlFlow::Break(()) => break,
                },
                Item::Other if self.game.pieces.is_empty() => break,
                Item::Other if self.is_dash(token) => {
                    if let Some(piece) = self.game.pieces.last_mut() {
                        piece.immobile = true;
                    }
                }
                Item::Other if self.is_betza(token) => {
                    let text = MoveToken::Betza(token.text.to_owned());
                    if let Some(piece) = self.game.pieces.last_mut() {
                        piece.moves.push(Spanned::new(text, token.span));
                    }
                }
                Item::Other => {
                    if token.span.line == self.last_span().line {
                        let message = format!("the piece list ends here, at `{}`", token.text);
                        let hint = "comments belong below the last piece line";
                        self.report.warning(token.span, message, hint);
                    }
                    break;
                }
            }
            self.next += count;
        }
        match self.game.pieces.is_empty() {
            true if self.report.has_errors() => ControlFlow::Break(()),
            true => self.expected("the piece line of white's pawn", PIECE_HINT),
            false => ControlFlow::Continue(()),
        }
    }

    /// True if a dash states that a piece has no moves.
    fn is_dash(&self, token: Token<'_>) -> bool {
        let same_line = token.span.line == self.last_span().line;
        let waits = |piece: &PieceDef| piece.moves.is_empty() && !piece.immobile;
        same_line && token.text == "-" && self.game.pieces.last().is_some_and(waits)
    }

    /// True if a word is Betza notation: it is the first move on the line of its piece, or very likely Betza notation,
    /// because after moves in steps the word could be a comment. Brackets count as a part of the word, which is then
    /// refused.
    fn is_betza(&self, token: Token<'_>) -> bool {
        let same_line = token.span.line == self.last_span().line;
        let bracket = token.text.starts_with('[');
        let letter = bracket || token.text.starts_with(|c: char| c.is_ascii_alphabetic());
        let Some(piece) = self.game.pieces.last() else {
            return false;
        };
        let expected = match piece.moves.last() {
            None => true,
            Some(last) => matches!(last.value, MoveToken::Betza(_)),
        };
        same_line && letter && (expected || is_likely(token.text))
    }

    /// The name of a piece, if a token has one instead of the letter, and a value and moves follow as in a piece line.
    fn named_piece(&self, token: Token<'a>) -> Option<&'a str> {
        let (name, value) = token.text.split_once(':')?;
        let apart = token.span.line > self.last_span().line + 1;
        let named = !apart && name.chars().count() > 1 && name.chars().all(char::is_alphanumeric);
        let rest = self.tokens[self.next + 1..].iter();
        let mut rest = rest.take_while(|next| next.span.line == token.span.line);
        let value = match value {
            "" => rest.next()?.text,
            value => value,
        };
        let first = rest.next()?.text;
        let valued = value == UNKNOWN_VALUE || value.parse::<i32>().is_ok();
        let moves = looks_like_move(first) || is_likely(first);
        (named && valued && moves).then_some(name)
    }

    fn name_for_letter(&mut self, token: Token<'_>, name: &str) {
        let letter = name.chars().next().filter(char::is_ascii_alphabetic);
        let letter = letter.unwrap_or('X').to_ascii_uppercase();
        let message = format!("a piece line begins with one letter, not with `{name}`");
        let hint = format!(
            "write {letter}: here, and a line `Name: {letter}={name}` below the last piece to name it"
        );
        self.report.error(token.span, message, hint);
        self.skip_line(token);
    }

    /// Skips the rest of a line.
    fn skip_line(&mut self, token: Token<'_>) {
        let rest = self.tokens[self.next..].iter();
        self.next += rest
            .take_while(|next| next.span.line == token.span.line)
            .count();
    }

    /// A token that needs a continuation (`n:` or `16,`) joined with the next one, and the number of tokens. A piece whose
    /// moves follow at once has no value.
    fn glued(&self, token: Token<'a>) -> (Cow<'a, str>, usize) {
        let open_move = token.text.ends_with(',') && starts_like_number(token.text);
        let open_piece = piece_shape(token.text).is_some_and(|(_, value)| value.is_empty());
        match self.tokens.get(self.next + 1) {
            Some(next) if open_piece && (looks_like_move(next.text) || is_likely(next.text)) => {
                (Cow::Owned(format!("{}{UNKNOWN_VALUE}", token.text)), 1)
            }
            Some(next) if (open_move || open_piece) && next.span.line == token.span.line => {
                (Cow::Owned(format!("{}{}", token.text, next.text)), 2)
            }
            _ => (Cow::Borrowed(token.text), 1),
        }
    }

    /// Reports a malformed token as an error, and continues with the next line. After a blank line the token may be
    /// prose, and ends the pieces.
    fn malformed(
        &mut self,
        token: Token<'_>,
        text: &str,
        why: &str,
        hint: &str,
    ) -> ControlFlow<()> {
        let apart = token.span.line > self.last_span().line + 1;
        let begins = token.span.line > self.last_span().line;
        let number = begins && !apart && text.parse::<i32>().is_ok();
        let no_piece = "no piece line: its letter and a colon are missing";
        let (why, hint) = if number {
            (no_piece, PIECE_HINT)
        } else {
            (why, hint)
        };
        let message = format!("`{text}` is {why}");
        if apart && !self.game.pieces.is_empty() {
            self.report.warning(token.span, message, hint);
            return ControlFlow::Break(());
        }
        self.report.error(token.span, message, hint);
        self.skip_line(token);
        ControlFlow::Continue(())
    }
}

/// The value of a piece that is estimated from its moves.
const UNKNOWN_VALUE: &str = "?";

/// A token of the piece list.
enum Item {
    Piece(char, Option<i32>),
    Move(MoveDef),
    /// Why the token is malformed, and a hint.
    Malformed(&'static str, &'static str),
    Other,
}

fn classify(text: &str) -> Item {
    if let Some((letter, value)) = piece_shape(text) {
        return match (value, value.parse()) {
            (UNKNOWN_VALUE, _) => Item::Piece(letter, None),
            (_, Ok(value)) => Item::Piece(letter, Some(value)),
            _ => Item::Malformed("not a piece with its value", PIECE_HINT),
        };
    }
    if starts_like_number(text) {
        return match parse_move(text) {
            Ok(def) => Item::Move(def),
            Err(message) => Item::Malformed(message, MOVE_HINT),
        };
    }
    Item::Other
}

/// The letter of a piece, perhaps with a plus, and the text after its colon.
fn piece_shape(text: &str) -> Option<(char, &str)> {
    let (name, value) = text.split_once(':')?;
    let mut chars = name.chars();
    let letter = match (chars.next()?, chars.next()) {
        (letter, None) => Some(letter),
        ('+', Some(letter)) => letter::promoted(letter),
        _ => None,
    };
    letter
        .filter(|_| chars.next().is_none())
        .map(|letter| (letter, value))
}

fn starts_like_number(text: &str) -> bool {
    text.trim_start_matches(['-', '+'])
        .starts_with(|c: char| c.is_ascii_digit())
}

fn looks_like_move(text: &str) -> bool {
    starts_like_number(text) && text.contains(',')
}

fn parse_move(text: &str) -> Result<MoveDef, &'static str> {
    let list = text.strip_suffix('*');
    let repeat = list.is_some();
    let parts: Vec<&str> = list.unwrap_or(text).split(',').collect();
    let (step, mode, further) = match parts[..] {
        [step, mode, ref further @ ..] if repeat || further.len() < 2 => (step, mode, further),
        [_, _, ..] => {
            return Err("not a move: more than two steps only repeat, with `*` at the end");
        }
        _ => return Err("not a move"),
    };
    if further.len() >= MAX_STEPS {
        return Err("not a move: it has too many steps");
    }
    let hexadecimal = !mode.is_empty() && mode.chars().all(|c| c.is_ascii_hexdigit());
    if !hexadecimal {
        return Err("not a move: its mode is not a hexadecimal number");
    }
    Ok(MoveDef {
        step: (step.parse()).map_err(|_| "not a move: its step is not a number")?,
        mode: (u32::from_str_radix(mode, 16))
            .map_err(|_| "not a move: its mode has more than 32 bits")?,
        further: (further.iter().map(|step| step.parse()))
            .collect::<Result<_, _>>()
            .map_err(|_| "not a move: its second step is not a number")?,
        repeat,
    })
}

fn parse_size(text: &str) -> Option<(u32, u32, Option<i32>)> {
    let (size, zone) = match text.split_once('=') {
        Some((size, zone)) => (size, Some(zone.parse().ok()?)),
        None => (text, None),
    };
    let (files, ranks) = size.split_once('x')?;
    Some((files.parse().ok()?, ranks.parse().ok()?, zone))
}
