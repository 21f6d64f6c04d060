//! What the session remembers: persistent positions, scores given by `setscore`, and what `bk`
//! tells of them.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail};

use super::{Session, State};
use crate::files::{self, Places};
use crate::protocol::Reply;
use crate::protocol::position_files::{self, HashFile, Record, file_name};
use crate::protocol::reply::score_value;
use crate::search::{FixedScore, FixedScores, Report, Value};
use crate::types::Move;
use crate::variant::Diagnostic;

/// What is remembered of positions of the present game.
#[derive(Debug, Default)]
pub(super) struct Positions {
    /// What the files say, by the keys of the positions.
    records: HashMap<u64, Record>,
    /// The same for the search, with the scores of `setscore`.
    known: Arc<FixedScores>,
    /// What the last search said about its position.
    latest: Option<Latest>,
    /// The key of the position that the user was asked about last.
    asked: Option<u64>,
    /// What has been told about the files; once is enough.
    told: Vec<Diagnostic>,
}

/// What a search says about a position.
#[derive(Clone, Copy, Debug)]
struct Latest {
    key: u64,
    value: Value,
    depth: u32,
    best: Option<Move>,
}

impl Positions {
    /// What the search has to know.
    pub fn fixed_scores(&self) -> &Arc<FixedScores> {
        &self.known
    }

    fn give(&mut self, key: u64, known: FixedScore) {
        Arc::make_mut(&mut self.known).insert(key, known);
    }

    fn learn(&mut self, record: Record) {
        self.give(record.key, record.fixed_score());
        self.records.insert(record.key, record);
    }
}

impl Session {
    /// Reads what is remembered about the game on the board, and forgets everything else.
    pub(super) fn recall(&mut self) {
        self.positions.records.clear();
        self.positions.known = Arc::default();
        self.positions.latest = None;
        let (records, mut problems) =
            position_files::recall(&self.variants.library, self.game.rules());
        for record in records {
            self.positions.learn(record);
        }
        if !self.positions.records.is_empty() {
            log::info!("{} persistent positions", self.positions.records.len());
        }
        problems.retain(|problem| !self.positions.told.contains(problem));
        self.tell_diagnostics(&problems);
        self.positions.told.extend(problems);
    }

    /// Where files are.
    pub(super) fn places(&self) -> &Places {
        self.variants.library.places()
    }

    fn hash_name(&self) -> String {
        file_name(&self.variant().name)
    }

    /// Takes note of what a search says about the position on the board.
    pub(super) fn note_report(&mut self, report: &Report) {
        // a search on the opponent's time looks at another position
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

    /// If the user wants that, asks whether to remember the position that is analysed now; the
    /// answer is `remember`, with another score or none. Once for each position is enough, however
    /// often its analysis begins.
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

    /// `remember` and the button: keeps the position on the board with the score given, or else
    /// the one that was found last.
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
                // only a user asks for this, and XBoard shows him no comments
                self.output.send(&Reply::TellUser(text));
                self.positions.learn(record);
            }
            Err(error) => {
                log::error!("cannot write {}: {error}", path.display());
                let text = format!("cannot write {}: {error}", path.display());
                self.output.send(&Reply::TellUserError(text));
            }
        }
        Ok(())
    }

    /// The file to keep positions of the game in: that of the first folder where there is one already or can
    /// be made. If there is none such, it is the last one, so that the user is told why it cannot be written.
    fn hash_path(&self) -> Option<PathBuf> {
        let folders = self.places().kept_positions();
        let paths: Vec<PathBuf> = (folders.iter())
            .map(|folder| folder.join(self.hash_name()))
            .collect();
        let can_be_kept = |path: &&PathBuf| path.exists() || files::can_be_made(path);
        paths.iter().find(can_be_kept).or(paths.last()).cloned()
    }

    /// `setscore`: until the next game, or until the hash table is cleared, this is what the
    /// position on the board is worth to searches up to that depth.
    pub(super) fn set_score(&mut self, score: i64, depth: u32) {
        let known = FixedScore {
            value: score_value(score),
            depth: Some(depth),
            best: Move::NONE,
        };
        self.positions.give(self.game.position().key(), known);
    }

    /// `bk`: there is no opening book, but something may be known about the position and the
    /// moves that can be made in it.
    pub(super) fn tell_book(&mut self) {
        let mut lines = Vec::new();
        if let Some(text) = self.what_is_known(self.game.position().key(), false) {
            lines.push(format!("This position: {text}"));
        }
        let mut game = self.game.clone();
        for mv in self.game.legal_moves() {
            let text = game.format(mv);
            game.play(mv);
            let known = self.what_is_known(game.position().key(), true);
            game.undo();
            lines.extend(known.map(|known| format!("{text}: {known}")));
        }
        if lines.is_empty() {
            lines.push(match self.positions.known.len() {
                0 => "There is no opening book, and no persistent position.".to_owned(),
                1 => "The one persistent position is another one.".to_owned(),
                count => format!("None of the {count} persistent positions is near."),
            });
        }
        for line in lines {
            self.output.send(&Reply::Book(Some(line)));
        }
        self.output.send(&Reply::Book(None));
    }

    /// What is known about a position; `other` tells it as the other side sees it.
    fn what_is_known(&self, key: u64, other: bool) -> Option<String> {
        let known = self.positions.known.get(&key)?;
        let mut text = match (known.value, other) {
            (Value::Centipawns(score), _) => {
                let score = if other {
                    -i64::from(score)
                } else {
                    score.into()
                };
                let sign = if score < 0 { '-' } else { '+' };
                let score = score.unsigned_abs();
                format!("{sign}{}.{:02}", score / 100, score % 100)
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
