//! Remembered positions, scores set by `setscore`, and `bk`, which shows both.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail};

use super::{Session, State};
use crate::files::{self, Places};
use crate::protocol::Reply;
use crate::protocol::position_files::{self, HashFile, Record, file_name};
use crate::protocol::reply::score_value;
use crate::search::{FixedScore, Report, Value};
use crate::types::Move;
use crate::variant::Diagnostic;

/// The remembered positions of the current variant. The search gets the scores of these positions and those set by
/// `setscore`.
#[derive(Debug, Default)]
pub(super) struct Positions {
    /// The records of the files, by key.
    records: HashMap<u64, Record>,
    /// The result of the last search.
    latest: Option<Latest>,
    /// The key of the last position that the user was asked to remember.
    asked: Option<u64>,
    /// Diagnostics that were shown already.
    shown: Vec<Diagnostic>,
}

/// The result of a search for a position.
#[derive(Clone, Copy, Debug)]
struct Latest {
    key: u64,
    value: Value,
    depth: u32,
    best: Option<Move>,
}

impl Session {
    /// Loads the remembered positions of the variant, and forgets all others and the scores of `setscore`.
    pub(super) fn recall(&mut self) {
        self.positions.records.clear();
        self.searches.fixed_scores = Arc::default();
        self.positions.latest = None;
        let (records, mut problems) =
            position_files::recall(&self.variants.library, self.game.rules());
        for record in records {
            self.learn(record);
        }
        if !self.positions.records.is_empty() {
            log::info!("{} persistent positions", self.positions.records.len());
        }
        problems.retain(|problem| !self.positions.shown.contains(problem));
        self.show_diagnostics(&problems);
        self.positions.shown.extend(problems);
    }

    fn learn(&mut self, record: Record) {
        (self.searches).fix_score(record.key, record.fixed_score());
        self.positions.records.insert(record.key, record);
    }

    /// The folders of our files.
    pub(super) fn places(&self) -> &Places {
        self.variants.library.places()
    }

    /// Records a report about the position on the board.
    pub(super) fn note_report(&mut self, report: &Report) {
        // pondering searches another position
        if report.rank > 0 || matches!(self.state, State::Pondering(_)) {
            return;
        }
        self.positions.latest = Some(Latest {
            key: self.game.position().key(),
            value: report.value,
            depth: report.depth,
            best: report.pv.first().copied(),
        });
    }

    /// If the option is on, asks whether to remember the analysed position, once for each position. The user's answer
    /// is the command `remember`, perhaps with another score.
    pub(super) fn ask_to_remember(&mut self) {
        let key = self.game.position().key();
        if !self.options.hash_dialog || self.positions.asked.replace(key) == Some(key) {
            return;
        }
        self.output.send(&Reply::AskUser {
            command: "remember",
            question: "Keep this position with the score found, or with another one:".to_owned(),
        });
    }

    /// `remember` and the button: saves the position on the board with the given score, or with the score found last.
    pub(super) fn remember(&mut self, score: Option<i64>) -> anyhow::Result<()> {
        let key = self.game.position().key();
        let found = self.positions.latest.filter(|latest| latest.key == key);
        let value = match (score, found) {
            (Some(score), _) => score_value(score),
            (None, Some(found)) => found.value,
            (None, None) => {
                let text = "No score is known for this position yet: let the engine think about it \
                            or analyse it first";
                self.output.send(&Reply::TellUserError(text.to_owned()));
                bail!("no score is known");
            }
        };
        let depth = found.filter(|_| score.is_none()).map(|found| found.depth);
        let legal = self.game.legal_moves();
        let best = found.and_then(|found| found.best);
        let best = best.filter(|mv| legal.contains(mv));
        let record = Record::new(&self.game, value, depth, best);
        let path = self.hash_path().context("no directory to write to")?;
        let kept = (self.places())
            .make_folder_of(&path)
            .and_then(|()| HashFile::keep(&path, self.game.rules(), record.clone()));
        match kept {
            Ok(()) => {
                let text = format!("{} written: {record}", path.display());
                // XBoard does not show comments
                self.output.send(&Reply::TellUser(text));
                self.learn(record);
            }
            Err(error) => {
                let text = format!("cannot write {}: {error}", path.display());
                log::error!("{text}");
                self.output.send(&Reply::TellUserError(text));
            }
        }
        Ok(())
    }

    /// The file for the positions of the variant, in the first folder where the file exists or can be created, else in
    /// the last folder, so that the user learns why it cannot be written.
    fn hash_path(&self) -> Option<PathBuf> {
        let name = file_name(&self.variant().name);
        let folders = self.places().kept_positions();
        let paths: Vec<PathBuf> = folders.iter().map(|folder| folder.join(&name)).collect();
        let mut usable = (paths.iter()).filter(|path| path.exists() || files::can_be_made(path));
        usable.next().or(paths.last()).cloned()
    }

    /// `setscore`: fixes the score of the position on the board for searches up to that depth, until the next game or
    /// until the hash table is cleared.
    pub(super) fn set_score(&mut self, score: i64, depth: u32) {
        let score = FixedScore {
            value: score_value(score),
            depth: Some(depth),
            best: Move::NONE,
        };
        (self.searches).fix_score(self.game.position().key(), score);
    }

    /// `bk`: there is no opening book; shows the fixed scores of the position and of the positions after its legal
    /// moves.
    pub(super) fn show_book(&mut self) {
        let mut lines = Vec::new();
        if let Some(text) = self.describe_score(self.game.position().key(), false) {
            lines.push(format!("This position: {text}"));
        }
        let mut game = self.game.clone();
        for mv in self.game.legal_moves() {
            let text = game.format(mv);
            game.play(mv);
            let known = self.describe_score(game.position().key(), true);
            game.undo();
            lines.extend(known.map(|known| format!("{text}: {known}")));
        }
        if lines.is_empty() {
            lines.push(match self.searches.fixed_scores.len() {
                0 => "There is no opening book, and no persistent position.".to_owned(),
                1 => "The only persistent position is not near.".to_owned(),
                count => format!("None of the {count} persistent positions is near."),
            });
        }
        for line in lines {
            self.output.send(&Reply::Book(Some(line)));
        }
        self.output.send(&Reply::Book(None));
    }

    /// The fixed score of a position with its details. `other`: the score from the point of view of the side that has
    /// just moved.
    fn describe_score(&self, key: u64, other: bool) -> Option<String> {
        let known = self.searches.fixed_scores.get(&key)?;
        let mut text = match (known.value, other) {
            (Value::Centipawns(score), _) => {
                let score = i64::from(score);
                let score = if other { -score } else { score };
                format!("{:+.2}", score as f64 / 100.0)
            }
            (Value::Mate(moves), false) => format!("mate in {moves}"),
            (Value::Mated(moves), true) => format!("mate in {}", u64::from(moves) + 1),
            (Value::Mated(moves), false) | (Value::Mate(moves), true) => {
                format!("mated in {moves}")
            }
        };
        let record = self.positions.records.get(&key);
        match (known.depth, record) {
            (Some(depth), _) => text += &format!(", given up to depth {depth}"),
            (None, Some(record)) => {
                if let Some(depth) = record.depth {
                    text += &format!(", depth {depth}");
                }
                if let Some((_, best)) = record.best.as_ref().filter(|_| !other) {
                    text += &format!(", best {best}");
                }
            }
            (None, None) => {}
        }
        Some(text)
    }
}
