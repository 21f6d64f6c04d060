//! The positions of a suite: read from files of EPD, with the moves that solve them.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};

use crate::files;
use crate::game::Game;
use crate::movegen::notation::without_marks;
use crate::protocol::position_files::epd::{self, Complaint, Operation};
use crate::ruleset::Ruleset;
use crate::search::Value;
use crate::types::Move;
use crate::variant::ini::diagnostic::Report;
use crate::variant::{Diagnostic, Library, Selections, Span, Spanned};

/// The largest file that is read, bytes.
const MAX_BYTES: u64 = 16 << 20;
/// A game is drawn after this many moves of each side without a capture or pawn move, unless the variant has its own
/// number. It is the same in a game with the engine.
const MOVE_RULE: u32 = 50;

/// A position to be solved.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The name of the file with the position.
    pub file: Arc<str>,
    /// The number of the line in the file, from 1.
    pub line: u32,
    /// The name of the position in the file.
    pub id: Option<String>,
    /// The position.
    pub game: Game,
    /// The moves that solve the position, if there are any.
    pub best: Vec<Move>,
    /// Moves to be avoided.
    pub avoid: Vec<Move>,
    /// Any move that leads to mate within this number of moves solves the position.
    pub mate: Option<u32>,
}

impl Puzzle {
    /// True if there is a move to find or avoid.
    pub fn asks_for_a_move(&self) -> bool {
        !(self.best.is_empty() && self.avoid.is_empty()) || self.mate.is_some()
    }

    /// True if a move with this score solves the position.
    pub fn is_solved_by(&self, mv: Move, score: Option<Value>) -> bool {
        let mates = matches!((score, self.mate), (Some(Value::Mate(n)), Some(most)) if n <= most);
        let any_will_do = self.best.is_empty() && self.mate.is_none();
        self.asks_for_a_move()
            && (any_will_do || mates || self.best.contains(&mv))
            && !self.avoid.contains(&mv)
    }

    /// The name of the variant.
    pub fn variant(&self) -> &str {
        &self.game.rules().variant().name
    }
}

/// Reads positions from files, and counts the lines that cannot be used, which are logged and skipped. Positions that name no
/// variant are of `variant`, or else of the default variant of the library.
///
/// # Errors
/// If a file cannot be read, or if no file has a position.
pub fn read(
    library: &Library,
    variant: Option<&str>,
    paths: &[impl AsRef<Path>],
) -> anyhow::Result<(Vec<Puzzle>, usize)> {
    if variant.is_some() {
        library.find_or_default(variant, &Selections::default())?;
    }
    let mut reader = Reader {
        library,
        variant,
        rules: HashMap::new(),
    };
    let (mut puzzles, mut complaints) = (Vec::new(), Vec::new());
    for path in paths {
        let path = path.as_ref();
        let bytes = files::read(path, MAX_BYTES)
            .with_context(|| format!("cannot read {}", path.display()))?;
        let text = String::from_utf8_lossy(&bytes);
        complaints.extend(reader.file(&path.display().to_string(), &text, &mut puzzles));
    }
    for complaint in &complaints {
        log::error!("{complaint}");
    }
    if puzzles.is_empty() {
        bail!("there is no position in the files");
    }
    Ok((puzzles, complaints.len()))
}

struct Reader<'a> {
    library: &'a Library,
    variant: Option<&'a str>,
    /// The variants loaded so far.
    rules: HashMap<Option<String>, Arc<Ruleset>>,
}

impl Reader<'_> {
    /// Reads the positions of a text, and returns the text's errors.
    fn file(&mut self, name: &str, text: &str, puzzles: &mut Vec<Puzzle>) -> Vec<Diagnostic> {
        let mut report = Report::new(name);
        let file: Arc<str> = name.into();
        // a byte order mark is not part of the text
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (number, line) in (1..).zip(text.lines()) {
            match epd::read(line, number).and_then(|line| self.line(line, &file)) {
                Ok(puzzle) => puzzles.extend(puzzle),
                Err((span, message)) => report.error(span, message, None),
            }
        }
        report.into_list()
    }

    fn line(
        &mut self,
        line: Option<epd::Line>,
        file: &Arc<str>,
    ) -> Result<Option<Puzzle>, Complaint> {
        let Some(epd::Line {
            position,
            operations,
        }) = line
        else {
            return Ok(None);
        };
        let find = |code: &str| {
            operations
                .iter()
                .find(|operation| operation.code.value == code)
        };
        let variant = find("variant").map(only).transpose()?;
        let mut game = Game::new(self.rules(variant, position.span)?, MOVE_RULE);
        let set = game.set_fen(&position.value);
        set.map_err(|error| (position.span, error.to_string()))?;
        let (mut best, mut avoid, mut mate) = (Vec::new(), Vec::new(), None);
        if let Some(operation) = find("bm") {
            mate = mate_in(&operation.operands);
            if mate.is_none() {
                best = read_moves(&game, operation)?;
            }
        }
        if let Some(operation) = find("am") {
            avoid = read_moves(&game, operation)?;
        }
        if let Some(operation) = find("dm")
            && best.is_empty()
            && mate.is_none()
        {
            mate = Some(moves_to_mate(only(operation)?)?);
        }
        let id = find("id").map(only).transpose()?.map(|id| id.value.clone());
        let puzzle = Puzzle {
            file: file.clone(),
            line: position.span.line,
            id,
            best,
            avoid,
            mate,
            game,
        };
        // positions with `ce` or `c0` but no move to find are for scripts that read the answers
        if !puzzle.asks_for_a_move() && find("ce").is_none() && find("c0").is_none() {
            let message = "the position has neither `bm`, the moves to find, nor `am`, those to avoid, nor `dm`, the \
                           moves to mate";
            return Err((position.span, message.to_owned()));
        }
        Ok(Some(puzzle))
    }

    /// The variant with this name; without a name, the variant of positions that name none.
    fn rules(
        &mut self,
        variant: Option<&Spanned<String>>,
        position: Span,
    ) -> Result<Arc<Ruleset>, Complaint> {
        let name = variant.map(|name| name.value.as_str()).or(self.variant);
        let key = name.map(str::to_owned);
        if let Some(rules) = self.rules.get(&key) {
            return Ok(rules.clone());
        }
        let found = self.library.find_or_default(name, &Selections::default());
        let place = variant.map_or(position, |name| name.span);
        let rules = Arc::new(Ruleset::new(
            found.map_err(|error| (place, error.to_string()))?,
        ));
        self.rules.insert(key, rules.clone());
        Ok(rules)
    }
}

/// The operand of an operation that has only one.
fn only(operation: &Operation) -> Result<&Spanned<String>, Complaint> {
    match &operation.operands[..] {
        [operand] => Ok(operand),
        _ => {
            let code = &operation.code;
            Err((code.span, format!("`{}` has one operand", code.value)))
        }
    }
}

/// The number of moves to mate, if the only operand is of the form `#2`; `None` if the operands have another form.
fn mate_in(operands: &[Spanned<String>]) -> Option<u32> {
    let [text] = operands else { return None };
    let number = text.value.strip_prefix('#')?;
    number.parse().ok().filter(|&moves| moves > 0)
}

/// The operand of `dm` as the number of moves to mate.
fn moves_to_mate(text: &Spanned<String>) -> Result<u32, Complaint> {
    let number = text.value.parse().ok().filter(|&moves: &u32| moves > 0);
    number.ok_or_else(|| {
        let message = format!("`{}` is no number of moves to mate", text.value);
        (text.span, message)
    })
}

/// The moves of an operation, with or without commas between them.
fn read_moves(game: &Game, operation: &Operation) -> Result<Vec<Move>, Complaint> {
    let code = &operation.code;
    let mut moves = Vec::new();
    for operand in &operation.operands {
        let text = operand.value.trim_matches(',');
        let read = |text: &str| {
            let found = (game.rules().tables).parse_san(game.position(), text);
            found.map_err(|error| (operand.span, format!("`{text}`: {error}")))
        };
        match read(text) {
            Ok(mv) => moves.push(mv),
            // a mark after a move, as in `exd6 e.p.`
            Err(_) if without_marks(text).is_empty() && !moves.is_empty() => {}
            // in variants with walls `e2e4,e4d5` is one move; elsewhere the comma separates moves
            Err(_) if text.is_empty() || text.contains(',') => {
                for part in text.split(',').filter(|part| !part.is_empty()) {
                    moves.push(read(part.trim())?);
                }
            }
            Err(complaint) => return Err(complaint),
        }
    }
    if moves.is_empty() {
        return Err((code.span, format!("`{}` has no move", code.value)));
    }
    Ok(moves)
}

#[cfg(test)]
pub(super) mod tests;
