//! `fmax mates`: which sets of pieces can force mate against a bare king.
//!
//! This is the question of H.G. Muller's Pair-o-Max and FairyGen, for any variant and board. `endgame::study` solves each
//! ending by retrograde analysis.
//!
//! | module | owns |
//! |---|---|
//! | `question` | a game with nothing but mate in it, or why there is no such question |
//! | `sets` | which sets of pieces are looked at |
//! | `report` | the results as a table and as JSON |
//! | `epd` | the longest mates as test positions |

mod epd;
mod question;
mod report;
mod sets;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::findings::{Findings, Style};
use super::lab::{interrupt, workers};
use super::{board_size, replacing};
use crate::endgame::Endgames;
use crate::endgame::study::{Colors, MOST_PIECES, Study, Unsolved, royal_of};
use crate::ruleset::Ruleset;
use crate::types::{Color, TypeId};
use crate::variant::{Library, Selections, Variant};
use question::Question;
use report::{Mates, Row, Verdict};

/// Upper bound on the endings with two pieces that are kept for solving endings with three.
const KEPT_PAIRS: usize = 16;
/// Upper bound on the number of sets.
const MOST_SETS: usize = 5000;

/// What to solve.
#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// The pieces of the sets, by letter (`BN+S`) or by name (`camel,wazir`) [default: all that the side can
    /// have].
    #[arg(long, value_name = "PIECES")]
    pieces: Option<String>,
    /// Largest number of pieces in a set; a type may occur several times.
    #[arg(long, value_name = "N", default_value_t = 2,
        value_parser = clap::value_parser!(u8).range(1..=MOST_PIECES as i64))]
    size: u8,
    /// Only these sets, as in `--sets BN NNN`.
    #[arg(long, value_name = "PIECES", num_args = 1.., conflicts_with_all = ["pieces", "size"])]
    sets: Vec<String>,
    /// Also sets of which a part can force mate.
    #[arg(long)]
    all: bool,
    /// The side with the pieces.
    #[arg(long, default_value = "white", value_parser = side())]
    side: Color,
    /// On another board, as in `--board 10x8`.
    #[arg(long, value_name = "FILESxRANKS", value_parser = board_size)]
    board: Option<(u8, u8)>,
    /// Memory of all endings under way, in MB.
    #[arg(long, value_name = "MB", default_value_t = 1024,
        value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory: u64,
    /// Endings at the same time.
    #[arg(long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..=256))]
    concurrency: u32,
    /// Write the longest mates to this file, as test positions.
    #[arg(long, value_name = "FILE")]
    epd: Option<PathBuf>,
    /// Replace an existing file.
    #[arg(long, requires = "epd")]
    force: bool,
}

/// Reads a side by its name.
fn side() -> impl TypedValueParser<Value = Color> {
    PossibleValuesParser::new(["white", "black"]).map(|name| match name.as_str() {
        "black" => Color::Black,
        _ => Color::White,
    })
}

/// The results for one set.
struct Done {
    number: u32,
    rows: Vec<Row>,
    epd: Vec<String>,
}

struct Plan {
    question: Question,
    rules: Arc<Ruleset>,
    endgames: Endgames,
    sets: Vec<Vec<TypeId>>,
    /// Memory limit of an ending, in bytes.
    bytes: usize,
    /// True if sets of which a part can force mate are solved too.
    all: bool,
    wants_epd: bool,
}

/// Solves sets of pieces of a variant, by default of the library's default variant, and reports which of them can mate.
/// Returns the exit status: 0, or more after an interrupt.
///
/// # Errors
/// If the question has no answer for this variant, or writing fails.
pub fn run(
    library: &Library,
    game: Option<&str>,
    arguments: &Arguments,
    style: Style,
    out: &mut impl Write,
) -> anyhow::Result<u8> {
    let variant = library.find_or_default(game, &Selections::default())?;
    let plan = plan(&variant, arguments)?;
    if let Some(path) = &arguments.epd {
        replacing::refuse(path, arguments.force)?;
    }
    interrupt::watch(|| ()).context("cannot listen to signals")?;
    let done = solve(&plan, arguments.concurrency as usize)?;
    let status = interrupt::status();
    if let Some(path) = &arguments.epd {
        write_epd(path, &variant, &done)?;
    }
    let solved = done.len();
    plan.report(arguments.side, done).write(style, out)?;
    if status.is_some() {
        log::warn!("interrupted: {solved}/{} sets", plan.sets.len());
    }
    Ok(status.unwrap_or(0))
}

fn plan(variant: &Arc<Variant>, arguments: &Arguments) -> anyhow::Result<Plan> {
    let side = arguments.side;
    let mut question = Question::new(variant, side, arguments.board)?;
    if arguments.board.is_some() && arguments.epd.is_some() {
        bail!("--epd needs the board of the game: positions on another one are none of it");
    }
    if differ(variant) {
        let other = side.other();
        let note = format!("The other side has other pieces, see --side {other}.");
        question.notes.push(note);
    }
    let v = question.rules.variant();
    let sets = match &arguments.sets[..] {
        [] => {
            let pieces = match &arguments.pieces {
                Some(text) => sets::named(variant, side, text)?,
                None => sets::of_side(variant, side),
            };
            let mut known = BTreeSet::new();
            let unique: Vec<TypeId> = pieces.into_iter().filter(|id| known.insert(*id)).collect();
            sets::all(&unique, arguments.size.into())
        }
        texts => sets::listed(variant, side, texts)?,
    };
    match sets.len() {
        0 => bail!("{}: {side} has no pieces to mate with", v.name),
        1..=MOST_SETS => {}
        count => bail!("{count} sets are too many: name --pieces, or a smaller --size"),
    }
    let bytes = usize::try_from(arguments.memory << 20).unwrap_or(usize::MAX);
    Ok(Plan {
        endgames: Endgames::exhaustive(question.rules.clone(), side, KEPT_PAIRS),
        question,
        rules: Arc::new(Ruleset::without_net(variant.clone())),
        sets,
        bytes: bytes / arguments.concurrency as usize,
        all: arguments.all || !arguments.sets.is_empty(),
        wants_epd: arguments.epd.is_some(),
    })
}

/// True if white and black have pieces with different letters.
fn differ(v: &Variant) -> bool {
    let letters = |side| -> BTreeSet<char> {
        let ids = sets::of_side(v, side).into_iter();
        ids.map(|id| v.piece(id).letter).collect()
    };
    letters(Color::White) != letters(Color::Black)
}

/// Solves all sets, and returns the results in their order.
fn solve(plan: &Plan, threads: usize) -> anyhow::Result<Vec<Done>> {
    let mut done: Vec<Done> = Vec::new();
    workers::run_missing(
        format!("{}: solving", plan.rules.variant().name),
        threads,
        0,
        (0..plan.sets.len() as u32).collect(),
        || (),
        |(), number, stop| plan.one(number, stop),
        |one| {
            done.push(one);
            Ok(())
        },
    )?;
    done.sort_by_key(|done| done.number);
    Ok(done)
}

impl Plan {
    fn letters(&self, set: &[TypeId]) -> Vec<String> {
        let v = self.rules.variant();
        set.iter().map(|&id| v.piece(id).written()).collect()
    }

    /// Solves one set; `None` if `stop` returned true.
    fn one(&self, number: u32, stop: &dyn Fn() -> bool) -> Option<Done> {
        let set = &self.sets[number as usize];
        let (mut rows, mut epd) = (Vec::new(), Vec::new());
        let letters = self.letters(set);
        let left_out = !self.all && set.len() > 1 && self.has_mating_part(set, stop)?;
        if !left_out {
            match self.endgames.study(set, self.bytes, stop) {
                Err(Unsolved::Stopped) => return None,
                Err(unsolved) => rows.push(Row::unsolved(&letters, self.why(unsolved))),
                Ok(study) => {
                    for colors in self.classes(set, &study) {
                        let (row, line) = self.row(&study, &letters, colors);
                        rows.push(row);
                        epd.extend(line);
                    }
                }
            }
        }
        Some(Done { number, rows, epd })
    }

    /// True if the set without one of its pieces can force mate; `None` if `stop` returned true.
    fn has_mating_part(&self, set: &[TypeId], stop: &dyn Fn() -> bool) -> Option<bool> {
        for i in 0..set.len() {
            let mut part = set.to_vec();
            part.remove(i);
            let mates = match self.endgames.study(&part, self.bytes, stop) {
                Err(Unsolved::Stopped) => return None,
                Err(_) => false,
                Ok(study) => {
                    let mut classes = self.classes(&part, &study).into_iter();
                    classes.all(|colors| self.row(&study, &[], colors).0.verdict == Verdict::Forces)
                }
            };
            if mates || part.len() > 1 && self.has_mating_part(&part, stop)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// The classes of a set's positions. There are two if every piece is bound to squares of one colour and the pieces can
    /// stand on squares of the same colour and of different colours; otherwise there is one.
    fn classes(&self, set: &[TypeId], study: &Study) -> Vec<Colors> {
        let tables = &self.question.rules.tables;
        let bound = set.len() > 1 && set.iter().all(|&id| tables.is_color_bound(id));
        let is_there = |colors| study.figures(colors).strong.all > 0;
        if bound && is_there(Colors::Different) && is_there(Colors::Same) {
            vec![Colors::Different, Colors::Same]
        } else {
            vec![Colors::Any]
        }
    }

    fn row(&self, study: &Study, letters: &[String], colors: Colors) -> (Row, Option<String>) {
        let figures = study.figures(colors);
        let mut row = Row::solved(letters, colors, &figures);
        let mut line = None;
        if let Some(mut pos) = study.longest_win(colors).filter(|_| !letters.is_empty()) {
            row.fen = Some(pos.fen());
            if self.wants_epd {
                let best = study.best_moves(&mut pos);
                let set = letters.join(" ");
                line = epd::in_game(&self.rules, &pos)
                    .and_then(|game| epd::line(&game, &best, figures.longest, &set));
            }
        }
        (row, line)
    }

    fn why(&self, unsolved: Unsolved) -> String {
        match unsolved {
            Unsolved::TooLarge(bytes) => {
                let megabytes = bytes.div_ceil(1 << 20);
                format!("needs {megabytes} MB for each ending under way (--memory)")
            }
            Unsolved::Moves(id) => {
                let piece = self.rules.variant().piece(id);
                format!("the moves of {} are not understood", piece.title())
            }
            Unsolved::Stopped => "stopped".to_owned(),
            Unsolved::Disagrees => "the game has rules that are not understood".to_owned(),
        }
    }

    fn report(&self, side: Color, done: Vec<Done>) -> Mates {
        let v = self.question.rules.variant();
        let royal = |color| royal_of(v, color).map_or(String::new(), |id| v.piece(id).written());
        Mates {
            game: v.name.clone(),
            files: v.files,
            ranks: v.ranks,
            side: side.to_string(),
            royal: royal(side),
            bare: royal(side.other()),
            notes: self.question.notes.clone(),
            left_out: done.iter().filter(|done| done.rows.is_empty()).count(),
            sets: done.into_iter().flat_map(|done| done.rows).collect(),
        }
    }
}

/// Writes the longest mates, with the name of the variant, so that `fmax suite` can search them.
fn write_epd(path: &Path, variant: &Variant, done: &[Done]) -> anyhow::Result<()> {
    let lines: Vec<&str> = (done.iter())
        .flat_map(|done| done.epd.iter().map(String::as_str))
        .collect();
    if lines.is_empty() {
        log::warn!(
            "{}: there is no mate to be written to {}, or the game is over by other rules before it",
            variant.name,
            path.display()
        );
        return Ok(());
    }
    let text = format!(
        "# the longest mates of {}, one for each set of pieces\n{}\n",
        variant.name,
        lines.join("\n")
    );
    replacing::replace(path, text.as_bytes())
}
