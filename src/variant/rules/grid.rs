//! Grid lines that divide the board into cells: every move must cross a line, as in grid chess.

use super::marks::{Mark, MarkedZone};
use super::values::{add, square_name};
use super::{Resolver, Rule, Sentences, Value};
use crate::types::{MAX_SIDE, Square, TypeId};
use crate::variant::{Variant, Zone};

pub(super) const GRID: &str = "Grid: 2x2 from=a1";

pub(super) const RULE: Rule = Rule::new(&[GRID], resolve, describe);

/// The cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Files and ranks of a cell, each 1 to [`MAX_SIDE`]; at the edges of the board a cell may have fewer.
    pub cell: (u8, u8),
    /// File and rank, from 0, of the lower left corner of a cell.
    pub from: (u8, u8),
}

canonical!(struct Grid { cell = 1, from = 2 });

impl Grid {
    /// The cell of a square, given by file and rank from 0.
    pub fn cell_of(&self, file: u8, rank: u8) -> (u8, u8) {
        // the first cell may be cut off
        let index = |at: u8, from: u8, size: u8| (at + size - from % size) / size;
        let ((files, ranks), (first, lowest)) = (self.cell, self.from);
        (index(file, first, files), index(rank, lowest, ranks))
    }
}

impl Variant {
    /// True if zones and grid lines allow a type to move from one square to another. Castling need not cross lines.
    pub fn may_go(&self, id: TypeId, from: Square, to: Square) -> bool {
        let crosses = self.rules.grid.is_none_or(|grid| {
            let cell = |sq: Square| grid.cell_of(self.shown_file(sq.file()), sq.rank());
            cell(from) != cell(to)
        });
        crosses && self.may_stop(id, to.file(), to.rank())
    }
}

fn resolve(cx: &mut Resolver<'_>) {
    let (mut cell, mut from) = (None, None);
    let (files, ranks) = (cx.variant.files, cx.variant.ranks);
    cx.each(GRID, |_, value| {
        if let Some(square) = value.after("from") {
            from = Some(square.square(files, ranks)?);
            return Ok(());
        }
        let (files, ranks) = value.pair('x')?;
        let side = |value: Value<'_>| value.number(1..=MAX_SIDE);
        cell = Some((side(files)?, side(ranks)?));
        Ok(())
    });
    if cx.values(GRID).is_empty() {
        return;
    }
    let Some(cell) = cell else {
        return cx.malformed(GRID, "the size of a cell is missing");
    };
    let grid = Grid {
        cell,
        from: from.unwrap_or((0, 0)),
    };
    let squares = cx.variant.squares();
    let mut cells = squares.map(|sq| grid.cell_of(sq.file(), sq.rank()));
    let first = cells.next();
    if cells.all(|cell| Some(cell) == first) {
        let message = "the whole board is one cell, so that nothing can move";
        cx.refuse(GRID, message, "cells of grid chess are 2x2");
    }
    cx.variant.rules.grid = Some(grid);
}

fn describe(words: &mut Sentences<'_>) {
    let Some(Grid { cell, from }) = words.variant.rules.grid else {
        return;
    };
    let (files, ranks) = cell;
    let corner = if from.0 % files == 0 && from.1 % ranks == 0 {
        String::new()
    } else {
        let first = square_name(from.0, from.1);
        format!(", one of them with {first} in its lower left corner")
    };
    words.say(format!(
        "Lines divide the board into cells of {files}x{ranks} squares{corner}. Every move except castling must \
         cross a line; within its cell a piece neither captures nor gives check."
    ));
}

/// The cells.
pub(super) fn marked(variant: &Variant) -> Vec<MarkedZone> {
    let mut zones: Vec<Zone> = Vec::new();
    if let Some(grid) = variant.rules.grid {
        let board = variant.board();
        for (file, rank) in board.squares() {
            let cell = grid.cell_of(file, rank);
            add(&mut zones, board.only(|f, r| grid.cell_of(f, r) == cell));
        }
    }
    let words = Sentences::of(variant, &[describe]).join(" ");
    let cells = zones.into_iter();
    cells
        .map(|zone| MarkedZone::new(Mark::Cell, zone, "", words.clone()))
        .collect()
}
