//! Variants in the format of MaxQi: Xiangqi on a board that lies on its side.
//!
//! MaxQi is a separate program for Xiangqi. Its file `qmax.ini` has the same format except for these differences, which are
//! translated here:
//!
//! - the board has ten files and nine ranks, White plays from right to left, and a back rank has nine numbers;
//! - 400 and 800 in a mode bar White's and Black's pieces from the opponent's half, and C00 from all squares outside the
//!   palaces;
//! - the rules of Xiangqi are part of the program: the start squares of pawns (types 1 and 2) and cannons (type 10), the
//!   change of pawns to types 6 and 7 beyond the river, facing generals, and stalemate as a loss. Repetitions are draws.

use super::game_def::{BoardSize, GameDef, MoveDef, MoveToken, RuleLine};
use crate::variant::ini::diagnostic::Report;
use crate::variant::{Span, Spanned};

/// The size of the board in MaxQi.
pub(super) const WRITTEN: BoardSize = BoardSize {
    files: 10,
    ranks: 9,
};
/// The size of the upright board.
pub(super) const UPRIGHT: BoardSize = BoardSize {
    files: 9,
    ranks: 10,
};

/// The bits of a mode that bar parts of the board.
const BARS: u32 = 0xC00;
/// Bars all squares outside the palaces.
const PALACE_ONLY: u32 = 0xC00;
/// The bits of a mode below the bits that change the step.
const MODE: u32 = 0xFFF;
const CANNON: usize = 10;
/// White's pawn beyond the river.
const PAWN_BEYOND_RIVER: usize = 6;

/// Converts a variant to an upright board of nine files and ten ranks.
pub(super) fn set_upright(game: &mut GameDef, report: &mut Report) {
    let span = game.size.map_or(game.span, |size| size.span);
    if game.pieces.len() < CANNON {
        let message = format!("without a piece number {CANNON} there are no cannons");
        let hint = "a board of 10x9 with nine numbers for each back rank is one of MaxQi's";
        report.error(span, message, hint);
        return;
    }
    // White plays to the left, so White's left is at the bottom
    game.back_ranks.iter_mut().for_each(|rank| rank.reverse());
    let rules = rules(game, span);
    for def in game.pieces.iter_mut().flat_map(|piece| &mut piece.moves) {
        if let MoveToken::Steps(steps) = &def.value {
            def.value = MoveToken::Steps(upright(steps));
        }
    }
    game.rules.extend(rules);
}

/// Converts a move to an upright board, without the bars.
fn upright(def: &MoveDef) -> MoveDef {
    let turned = |code: i32| {
        // a step to the left becomes a step forward, a step down becomes a step to the left
        let down = (code + 8).div_euclid(16);
        let right = code - 16 * down;
        16 * right - down
    };
    // a mode encodes the second step as the differing bits, with a sign
    let second = def.step ^ (def.mode as i32 >> 12);
    let further = match &def.further[..] {
        [] if second == def.step => Vec::new(),
        [] => vec![turned(second)],
        written => written.iter().map(|&code| turned(code)).collect(),
    };
    MoveDef {
        step: turned(def.step),
        mode: def.mode & MODE & !BARS,
        further,
        repeat: def.repeat,
    }
}

/// The bits of a move that bar parts of the board.
fn bars(token: &MoveToken) -> u32 {
    match token {
        MoveToken::Steps(def) => def.mode & BARS,
        MoveToken::Betza(_) => 0,
    }
}

/// The rules that are built into MaxQi.
fn rules(game: &GameDef, span: Span) -> Vec<RuleLine> {
    let line = |word: &str, values: &[&str]| RuleLine {
        word: Spanned::new(word.to_owned(), span),
        values: (values.iter())
            .map(|value| Spanned::new((*value).to_owned(), span))
            .collect(),
    };
    let letter = |number: usize| game.pieces[number - 1].letter.value.to_ascii_uppercase();
    // the letters of barred pieces, or of pieces that never leave the palace
    let confined = |palace: bool| -> String {
        let mut letters = String::new();
        for piece in &game.pieces {
            let bars = piece.moves.iter().map(|m| bars(&m.value));
            let all = bars.fold(0, |all, bars| all | bars);
            let letter = piece.letter.value.to_ascii_uppercase();
            if all != 0 && (all == PALACE_ONLY) == palace && !letters.contains(letter) {
                letters.push(letter);
            }
        }
        letters
    };
    let mut lines = Vec::new();
    let mut confine = |letters: String, zone: &str, name: &str| {
        if !letters.is_empty() {
            lines.push(line("Zone", &[zone]));
            lines.push(line("Confine", &[&format!("{letters}={name}")]));
        }
    };
    confine(confined(true), "palace=d1-f3,d8-f10", "palace");
    confine(confined(false), "white=home=a1-i5", "home");
    let beyond = format!("{}={}@far", letter(1), letter(PAWN_BEYOND_RIVER));
    lines.push(line("Zone", &["white=far=a6-i10"]));
    lines.push(line("Zone-Moves", &[&beyond]));
    lines.push(line("Facing", &["illegal"]));
    lines.push(line("Stalemate", &["loss"]));
    lines.push(line("Promotion", &["none"]));
    lines.push(line("Start", &[&start(game), "w"]));
    lines
}

/// The board at the start, as a FEN.
fn start(game: &GameDef) -> String {
    let letter = |number: u32| {
        let piece = game.pieces.get((number as usize).checked_sub(1)?)?;
        Some(piece.letter.value.to_ascii_uppercase())
    };
    let back = |numbers: &[Spanned<u32>]| -> String {
        let squares = numbers.iter().map(|number| letter(number.value));
        squares.map(|letter| letter.unwrap_or('1')).collect()
    };
    let [white, black] = game
        .back_ranks
        .as_ref()
        .map(|numbers| back(numbers))
        .into_array();
    let row = |squares: &str, number: u32| {
        squares.replace('x', &letter(number).unwrap_or('1').to_string())
    };
    let (pawns, cannons) = (row("x1x1x1x1x", 1), row("1x5x1", CANNON as u32));
    let black = format!("{black}/9/{cannons}/{pawns}").to_lowercase();
    format!("{black}/9/9/{pawns}/{cannons}/9/{white}")
}
