//! Slips: parts of a variant that are playable, but probably not intended.
//!
//! Each check is narrow: this program is for odd variants, and warnings that are often wrong are ignored.

mod reach;
mod symmetry;

use super::super::diagnostic::Report;
use super::super::game_def::{GameDef, MoveToken, PieceDef};
use crate::types::{ByColor, Color, MAX_SIDE, TypeId};
use crate::variant::betza;
use crate::variant::ini::limits::{MAX_BETZA, MAX_MOVES};
use crate::variant::ini::mode::{self, encode};
use crate::variant::{LegEnd, MoveDescriptor, MoveShape, Span, Variant};

/// Values from this one to -1 mark a royal; lower values are values with a minus sign.
const LOWEST_MARK: i32 = -2;

/// A playable variant and its definition.
struct Checks<'a> {
    game: &'a GameDef,
    variant: &'a Variant,
    /// True if two-legged rays alternate for ever.
    alternators: bool,
    /// The types with their own piece line that each side can have.
    armies: ByColor<Vec<TypeId>>,
    report: &'a mut Report,
}

/// Reports slips. If rule lines have errors, reports only slips that may cause these errors.
pub(super) fn check(game: &GameDef, variant: &Variant, alternators: bool, report: &mut Report) {
    let army = |color| {
        variant
            .types_of(color)
            .into_iter()
            .filter(|id| id.0 <= variant.written_types)
            .collect()
    };
    let mut checks = Checks {
        game,
        variant,
        alternators,
        armies: ByColor::from_fn(army),
        report,
    };
    checks.letters();
    if checks.report.has_errors() {
        return;
    }
    checks.pawns();
    checks.royals();
    checks.values();
    checks.reach();
    checks.moves();
}

/// Reports a second piece line that cannot be Black's pawn: its letter differs from White's pawn, and
///
/// - the last piece number is one more than there are lines, and the second piece is royal or moves both up and down the
///   board: an error, because all numbers mean other pieces; or
/// - it is the only royal piece: a warning.
pub(super) fn missing_black_pawn(game: &GameDef, alternators: bool, report: &mut Report) {
    let [white, second, others @ ..] = &game.pieces[..] else {
        return;
    };
    let letter = second.letter;
    if white.letter.value.eq_ignore_ascii_case(&letter.value) {
        return;
    }
    let royal = |def: &PieceDef| def.value.is_some_and(|value| value < 0);
    let numbers = game.back_ranks.iter().flatten();
    let last = numbers.map(|number| number.value as usize).max();
    let both_ways = || {
        let moves = moves_of(second, alternators, false);
        let goes = |ahead| moves.iter().any(|(_, m)| leads(m, ahead));
        goes(1) && goes(-1)
    };
    if last == Some(game.pieces.len() + 1) && (royal(second) || both_ways()) {
        let message = format!(
            "the piece line of black's pawn is missing, number 2 is `{}`",
            letter.value
        );
        let hint = match turned_line(white, alternators) {
            Some(line) => format!("behind white's pawn a line `{line}` is expected"),
            None => "pieces 1 and 2 are white's and black's pawn".to_owned(),
        };
        report.error(letter.span, message, hint);
    } else if royal(second) && !royal(white) && !others.iter().any(royal) {
        let message = format!(
            "piece number 2 is black's pawn, but `{}` is royal",
            letter.value
        );
        let hint = "pieces 1 and 2 are white's and black's pawn";
        report.warning(letter.span, message, hint);
    }
}

/// The moves of a piece line, each with its place.
fn moves_of(def: &PieceDef, alternators: bool, pawn: bool) -> Vec<(Span, MoveDescriptor)> {
    let mut moves = Vec::new();
    for token in def.moves.iter().take(MAX_MOVES) {
        let found = match &token.value {
            // the text is too long, which is reported elsewhere
            MoveToken::Betza(text) if text.len() > MAX_BETZA => continue,
            MoveToken::Steps(steps) => {
                let context = mode::Context { pawn, alternators };
                mode::decode(steps, context).map_or(Vec::new(), |decoded| decoded.moves)
            }
            MoveToken::Betza(text) => {
                let context = betza::Context {
                    pawn,
                    side: MAX_SIDE,
                };
                betza::read(text, context).map_or(Vec::new(), |reading| reading.moves)
            }
        };
        moves.extend(found.into_iter().map(|m| (token.span, m)));
    }
    moves
}

/// The piece line that the other colour needs for the same piece.
fn turned_line(def: &PieceDef, alternators: bool) -> Option<String> {
    let value = def.value.map_or("?".to_owned(), |value| value.to_string());
    let mut line = format!("{}:{value}", def.letter.value);
    for token in &def.moves {
        match &token.value {
            // the notation is as the owner sees the board, so it stays the same
            MoveToken::Betza(text) => line += &format!(" {text}"),
            MoveToken::Steps(_) => {
                let one = PieceDef {
                    moves: vec![token.clone()],
                    ..def.clone()
                };
                let moves = moves_of(&one, alternators, true);
                let turned: Vec<MoveDescriptor> = moves.iter().map(|(_, m)| m.turned()).collect();
                line += &format!(" {}", written(&turned, true)?);
            }
        }
    }
    Some(line)
}

/// Moves as steps and modes, if all have such a form.
fn written(moves: &[MoveDescriptor], pawn: bool) -> Option<String> {
    let encoded = encode(moves, pawn);
    let words: Vec<String> = encoded.line.iter().map(ToString::to_string).collect();
    (encoded.missing == 0).then(|| words.join(" "))
}

/// True if a move can end ahead, which is up the board (1) or down (-1). Slides and hops count as one step.
fn leads(m: &MoveDescriptor, ahead: i32) -> bool {
    match &m.shape {
        MoveShape::Path { legs, .. } => {
            let mut ranks = 0;
            legs.iter().any(|leg| {
                let steps = match leg.end {
                    LegEnd::Steps(steps) => i32::from(steps),
                    _ => 1,
                };
                ranks += i32::from(leg.step.ranks) * steps;
                leg.rights.any() && ranks * ahead > 0
            })
        }
        MoveShape::MultiPath { twice, once, .. } => {
            (2 * i32::from(twice.ranks) + i32::from(once.ranks)) * ahead > 0
        }
        MoveShape::Double { first, then, .. } => {
            (i32::from(first.ranks) + i32::from(then.step.ranks)) * ahead > 0
        }
        MoveShape::Castling { .. } => false,
    }
}

impl Checks<'_> {
    fn def(&self, id: TypeId) -> &PieceDef {
        &self.game.pieces[id.index() - 1]
    }

    /// Reports a pawn that moves back and never ahead.
    fn pawns(&mut self) {
        for (color, ahead) in Color::ALL.into_iter().zip([1, -1]) {
            let id = TypeId::pawn(color);
            let moves = &self.variant.piece(id).moves;
            let goes = |ahead| moves.iter().any(|m| leads(m, ahead));
            if !self.armies[color].contains(&id) || goes(ahead) || !goes(-ahead) {
                continue;
            }
            let def = self.def(id);
            let span = def
                .moves
                .first()
                .map_or(def.letter.span, |token| token.span);
            let direction = if ahead > 0 { "down" } else { "up" };
            let message = format!(
                "{color}'s pawn walks {direction} the board, away from where it is promoted"
            );
            let turned: Vec<MoveDescriptor> = moves.iter().map(MoveDescriptor::turned).collect();
            let hint = written(&turned, true).map(|line| format!("turned round it is {line}"));
            self.report.warning(span, message, hint);
        }
    }

    /// Reports a letter that means another type with other moves: an army has two types with this letter, or the types
    /// of White and Black are in the wrong order.
    fn letters(&mut self) {
        let mut noted = Vec::new();
        for color in Color::ALL {
            for &id in &self.armies[color] {
                let letter = self.variant.piece(id).letter;
                let Some(meant) = self.variant.type_by_letter(letter, color) else {
                    continue;
                };
                let made = meant.0 > self.variant.written_types;
                if meant == id || made || noted.contains(&id) || self.variant.are_twins(meant, id) {
                    continue;
                }
                noted.push(id);
                let line = self.def(meant).letter.span.line;
                let whose = if self.armies[color].contains(&meant) {
                    format!("{color} has two kinds of {letter}")
                } else {
                    format!("this {letter} is {color}'s")
                };
                let message = format!(
                    "{whose}, but for {color} the letter means the one of line {line} in positions and moves"
                );
                let hint = "give it another letter; of pieces with the same one the first is white's \
                            and the last black's";
                self.report.warning(self.def(id).letter.span, message, hint);
            }
        }
    }

    /// Reports a letter with a colon but no value.
    fn values(&mut self) {
        for def in self.game.pieces.iter().filter(|def| def.unvalued) {
            let letter = def.letter.value;
            let message = format!("{letter} has no value: it is estimated from the moves");
            let hint = format!(
                "write {letter}:? if that is meant, or a number of hundredths of a pawn, as in {letter}:325"
            );
            self.report.warning(def.letter.span, message, hint);
        }
    }

    /// Reports a value with a minus sign, which makes a second type royal in an army whose king has the mark of a
    /// royal.
    fn royals(&mut self) {
        let mut noted = Vec::new();
        for color in Color::ALL {
            let raw = |id: TypeId| self.game.raw_value(id).unwrap_or(0);
            let own = &self.armies[color];
            let king = own.iter().find(|&&id| (LOWEST_MARK..0).contains(&raw(id)));
            let Some(&king) = king else { continue };
            for &id in own.iter().filter(|&&id| raw(id) < LOWEST_MARK) {
                let [king, other] = [king, id].map(|id| self.variant.piece(id).letter);
                if king == other || noted.contains(&id) {
                    continue;
                }
                noted.push(id);
                let def = self.def(id);
                let message = format!(
                    "the value {} makes {other} royal, beside {king}: who loses the last {other} has \
                     lost",
                    raw(id)
                );
                let hint = format!("{}:{} is a piece like others", def.letter.value, -raw(id));
                self.report.warning(def.letter.span, message, hint);
            }
        }
    }
}
