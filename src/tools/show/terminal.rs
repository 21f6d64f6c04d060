//! Drawings in the terminal: three characters for each square, in colour if possible.

use std::ops::RangeInclusive;

use anstyle::{Ansi256Color, Color as Paint, Style};

use super::legend::{Sign, of_target};
use super::reach::Mark;
use super::view::View;
use crate::types::{Color, Square};
use crate::variant::{Variant, letter};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    pub colored: bool,
}

const LIGHT: u8 = 223;
const DARK: u8 = 180;
const INK: u8 = 16;
const PAPER: u8 = 231;
const GREEN: u8 = 22;
const BLUE: u8 = 19;
const RED: u8 = 124;
const GREY: u8 = 240;

fn paint(number: u8) -> Option<Paint> {
    Some(Paint::Ansi256(Ansi256Color(number)))
}

impl Palette {
    /// A text on a square.
    fn cell(self, sq: Square, text: &str, ink: u8, bold: bool) -> String {
        if !self.colored {
            return text.to_owned();
        }
        let light = (sq.file() + sq.rank()) % 2 == 1;
        let style = Style::new()
            .bg_color(paint(if light { LIGHT } else { DARK }))
            .fg_color(paint(ink));
        let style = if bold { style.bold() } else { style };
        format!("{style}{text}{style:#}")
    }

    pub fn heading(self, text: &str) -> String {
        if !self.colored {
            return text.to_owned();
        }
        let style = Style::new().bold();
        format!("{style}{text}{style:#}")
    }

    /// A piece on a square.
    fn piece(self, sq: Square, text: &str, color: Color) -> String {
        let ink = match color {
            Color::White => PAPER,
            Color::Black => INK,
        };
        self.cell(sq, text, ink, true)
    }

    /// The start position in colour, in the same form as without colour.
    pub fn board(self, variant: &Variant) -> Vec<String> {
        let pieces = variant.start_pieces();
        let mut lines = Vec::new();
        for rank in (0..variant.ranks).rev() {
            let mut line = format!("{:>2} ", rank + 1);
            for file in 0..variant.files {
                let sq = Square::at(file, rank);
                let here =
                    (pieces.iter()).find(|p| (variant.shown_file(p.file), p.rank) == (file, rank));
                line += &match here {
                    Some(placed) => {
                        let own = variant.letter_on(variant.piece(placed.id).letter, placed.file);
                        let text = format!("{:>2} ", letter::colored(own, placed.color));
                        self.piece(sq, &text, placed.color)
                    }
                    None if variant.is_hole(file, rank) => "   ".to_owned(),
                    None => self.cell(sq, "   ", INK, false),
                };
            }
            lines.push(line);
        }
        lines.push(files_line(0..=variant.files - 1));
        lines
    }

    /// The moves of a piece, a line for each rank.
    pub fn view(self, variant: &Variant, view: &View) -> Vec<String> {
        let (files, ranks) = (view.window.files, view.window.ranks);
        let mut lines = Vec::new();
        for rank in (ranks.0..=ranks.1).rev() {
            let name = view.named.then(|| (rank + 1).to_string());
            let mut line = format!("{:>2} ", name.unwrap_or_default());
            for file in files.0..=files.1 {
                let sq = Square::at(file, rank);
                line += &self.square(variant, view, sq);
            }
            lines.push(line.trim_end().to_owned());
        }
        if view.named {
            lines.push(files_line(files.0..=files.1).trim_end().to_owned());
        }
        lines
    }

    fn square(self, variant: &Variant, view: &View, sq: Square) -> String {
        if variant.is_hole(sq.file(), sq.rank()) {
            return " * ".to_owned();
        }
        let own = (view.from, view.id);
        let mut pieces = std::iter::once(&own).chain(&view.others);
        if let Some(&(_, id)) = pieces.find(|(at, _)| *at == sq) {
            let text = letter::colored(variant.piece(id).letter, view.color);
            return self.piece(sq, &format!("{text:>2} "), view.color);
        }
        let reach = &view.reach;
        if let Some(screen) = reach.screens.iter().find(|screen| screen.sq == sq) {
            let sign = Sign::of_screen(screen);
            return self.cell(sq, &format!(" {} ", sign.written()), INK, false);
        }
        // the marks of moves that are always possible come before those of first moves
        let mark = reach.marks.iter().find(|mark| mark.sq == sq);
        let victim = reach.victims.contains(&sq);
        match mark {
            Some(mark) => self.cell(sq, &written(mark, victim), ink(mark), true),
            None if victim => {
                let text = format!("{}  ", Sign::Victim.written());
                self.cell(sq, &text, RED, true)
            }
            None if reach.lame.contains(&sq) => {
                let text = format!(" {} ", Sign::Lame.written());
                self.cell(sq, &text, GREY, true)
            }
            None if self.colored => self.cell(sq, "   ", INK, false),
            None => " . ".to_owned(),
        }
    }
}

/// The letters of files below a board.
fn files_line(files: RangeInclusive<u8>) -> String {
    let files = files.map(|file| format!(" {} ", char::from(b'a' + file)));
    format!("   {}", files.collect::<String>())
}

/// The three characters of a target: its sign, with conditions before and behind it.
fn written(mark: &Mark, victim: bool) -> String {
    let signs = of_target(mark);
    let first = |wanted: &[Sign]| {
        let sign = wanted.iter().find(|sign| signs.contains(sign));
        sign.map_or(" ", |sign| sign.written())
    };
    let before = if victim {
        Sign::Victim.written()
    } else {
        first(&[Sign::First])
    };
    let inner = match (mark.rights.own, mark.rights.quiet) {
        (true, true) => "O",
        (true, false) => "X",
        (false, _) => first(&[Sign::Castling, Sign::Both, Sign::Move, Sign::Capture]),
    };
    let behind = first(&[Sign::GoesOn, Sign::Slide, Sign::Hop, Sign::Locust]);
    format!("{before}{inner}{behind}")
}

fn ink(mark: &Mark) -> u8 {
    match (mark.rights.quiet, mark.rights.capture) {
        (true, true) => GREEN,
        (true, false) => BLUE,
        (false, _) => RED,
    }
}
