//! The results of `fmax mates`: a row for each set of pieces, as a table and as JSON.

use std::io::{self, Write};

use serde::Serialize;

use crate::endgame::study::{Colors, Figures};
use crate::tools::findings::{Findings, rounded};
use crate::tools::table;
use crate::variant::describe::counted;

/// A set forces mate if it wins this share of the positions in which no piece is lost by force and no
/// stalemate is forced.
const FORCES: f64 = 0.95;
/// A set that wins less than this share hardly ever mates.
const RARELY: f64 = 0.05;

/// The sets of pieces that mate in a variant.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mates {
    pub game: String,
    pub files: u8,
    pub ranks: u8,
    /// `white` or `black`: the side with the pieces.
    pub side: String,
    pub royal: String,
    pub bare: String,
    /// Notes on the rules.
    pub notes: Vec<String>,
    pub sets: Vec<Row>,
    /// Number of sets left out because a part of them can force mate.
    pub left_out: usize,
}

/// Whether a set of pieces can mate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The set mates from nearly all positions in which no piece is lost at once.
    Forces,
    Sometimes,
    Rarely,
    Never,
    #[default]
    Unknown,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Row {
    pub pieces: Vec<String>,
    /// The class of positions.
    pub squares: Colors,
    pub verdict: Verdict,
    pub why: Option<String>,
    /// The share of won positions with the side with the pieces to move, percent.
    pub won: Option<f64>,
    /// The share of won positions with the bare royal to move, percent.
    pub won_moving_second: Option<f64>,
    /// The share of positions, with the side with the pieces to move, that are drawn although no piece is
    /// lost by force and no stalemate is forced, percent.
    pub fortress: Option<f64>,
    pub longest: Option<u32>,
    /// A position of the longest win, with the side with the pieces to move.
    pub fen: Option<String>,
}

impl Row {
    pub fn solved(pieces: &[String], squares: Colors, figures: &Figures) -> Row {
        let percent = |share: f64| Some(rounded(100.0 * share));
        let held = figures.fortresses as f64 / figures.strong.all.max(1) as f64;
        Row {
            pieces: pieces.to_vec(),
            squares,
            verdict: Verdict::of(figures),
            won: percent(figures.strong.share()),
            won_moving_second: percent(figures.bare.share()),
            fortress: percent(held),
            longest: Some(figures.longest),
            ..Row::default()
        }
    }

    pub fn unsolved(pieces: &[String], why: String) -> Row {
        Row {
            pieces: pieces.to_vec(),
            why: Some(why),
            ..Row::default()
        }
    }

    fn cells(&self) -> [String; 7] {
        let percent = |share: Option<f64>| share.map_or("-".to_owned(), |p| format!("{p:.1}"));
        let verdict = match self.verdict {
            Verdict::Unknown => self.why.as_deref().unwrap_or("not known"),
            Verdict::Forces => "forces mate",
            Verdict::Sometimes => "only sometimes",
            Verdict::Rarely => "hardly ever",
            Verdict::Never => "never",
        };
        [
            self.pieces.join(" "),
            match self.squares {
                Colors::Any => String::new(),
                Colors::Same => "same".to_owned(),
                Colors::Different => "different".to_owned(),
            },
            percent(self.won),
            percent(self.won_moving_second),
            percent(self.fortress),
            match self.longest {
                None => "-".to_owned(),
                Some(0) => "none".to_owned(),
                Some(255) => "255+".to_owned(),
                Some(moves) => moves.to_string(),
            },
            verdict.to_owned(),
        ]
    }
}

impl Verdict {
    fn of(figures: &Figures) -> Verdict {
        let won = figures.strong.all - figures.strong.drawn;
        // positions where a piece hangs or stalemate cannot be avoided do not count
        let lasting = won + figures.fortresses;
        let share = won as f64 / lasting.max(1) as f64;
        match won {
            0 => Verdict::Never,
            _ if share >= FORCES => Verdict::Forces,
            _ if share < RARELY => Verdict::Rarely,
            _ => Verdict::Sometimes,
        }
    }
}

const HEADING: [&str; 7] = [
    "pieces", "squares", "won", "second", "fortress", "longest", "verdict",
];

impl Findings for Mates {
    /// A table with an explanation of its figures.
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let side = &self.side;
        writeln!(
            out,
            "{} on {}x{}: {side} has {} and the pieces, the other side {} alone",
            self.game, self.files, self.ranks, self.royal, self.bare
        )?;
        for note in &self.notes {
            writeln!(out, "{note}")?;
        }
        writeln!(out)?;
        let mut rows = vec![HEADING.map(str::to_owned)];
        rows.extend(self.sets.iter().map(Row::cells));
        let is_text = |column| !(2..6).contains(&column);
        table::write(&rows, is_text, out)?;
        writeln!(out)?;
        for line in self.legend() {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}

impl Mates {
    fn legend(&self) -> Vec<String> {
        let mut lines = vec![
            "won: percent of all positions with the pieces to move; second: with the lone king to move"
                .to_owned(),
            "fortress: drawn though no piece is lost and no stalemate given by force; longest: moves"
                .to_owned(),
        ];
        if self.sets.iter().any(|row| row.squares != Colors::Any) {
            lines.push("squares: of one colour for all pieces, or not".to_owned());
        }
        if self.left_out > 0 {
            let sets = counted(self.left_out, "set");
            lines.push(format!(
                "left out: {sets} in which a part forces mate (--all solves them too)"
            ));
        }
        lines
    }
}
