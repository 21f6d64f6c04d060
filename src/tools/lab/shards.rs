//! Shards: binary files of games.
//!
//! A shard begins with a line of JSON that says which games were played and how ([`Header`]). The games follow, each in a
//! frame: the length of its record, a CRC-32 of that length and the record, and the [`Record`]. Length and CRC-32 have four
//! bytes each, least significant first. A shard
//! grows game by game. A last game that is half written, because the program was killed, is cut off; any other damage is
//! an error. A complete shard has its games in the order of their numbers, so that the same games make the same file.
//!
//! | module | owns |
//! |---|---|
//! | [`header`] | what the games of a shard are |
//! | [`record`] | a game as a few bytes, and back |
//! | [`writer`] | a shard that grows |

pub mod header;
pub mod record;
#[cfg(feature = "tools")]
pub mod writer;

use std::collections::BTreeMap;
use std::path::Path;
#[cfg(test)]
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, bail};

use crate::board::Position;
use crate::files::{self, checksum};
use crate::ruleset::Ruleset;
use crate::types::Rng;
use crate::variant::Variant;

pub use header::{Header, Terms};
pub use record::{Record, Sample};
#[cfg(feature = "tools")]
pub use writer::Writer;

/// The largest file in bytes: some 300 million positions.
const MOST_BYTES: u64 = 1 << 30;
/// The bytes of a frame before its record.
const FRAME: usize = 8;

#[derive(Debug)]
pub struct Contents {
    pub header: Header,
    /// The games in the order of the file.
    pub games: Vec<Record>,
    /// The length of the file without a half-written game, in bytes.
    pub length: u64,
    /// The bytes of a half-written game.
    pub torn: u64,
}

fn framed(record: &Record) -> Vec<u8> {
    let record = record.write();
    let length = (record.len() as u32).to_le_bytes();
    let mut frame = Vec::with_capacity(FRAME + record.len());
    frame.extend(length);
    frame.extend(sum(length, &record).to_le_bytes());
    frame.extend(record);
    frame
}

fn sum(length: [u8; 4], record: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(&length);
    sum.update(record);
    sum.finalize()
}

enum Frame<'b> {
    Record(&'b [u8], &'b [u8]),
    Cut,
    Damaged,
}

fn frame(bytes: &[u8]) -> Frame<'_> {
    let Some((length, rest)) = bytes.split_first_chunk::<4>() else {
        return Frame::Cut;
    };
    let size = u32::from_le_bytes(*length) as usize;
    if size > record::MOST_BYTES {
        return Frame::Damaged;
    }
    let Some((check, rest)) = rest.split_first_chunk::<4>() else {
        return Frame::Cut;
    };
    let Some((record, rest)) = rest.split_at_checked(size) else {
        return Frame::Cut;
    };
    if u32::from_le_bytes(*check) == sum(*length, record) {
        Frame::Record(record, rest)
    } else if rest.is_empty() || bytes.iter().all(|&byte| byte == 0) {
        // the last frame is incomplete
        Frame::Cut
    } else {
        Frame::Damaged
    }
}

/// Reads a shard.
///
/// # Errors
/// If the file cannot be read, is no shard, or is damaged before its end.
pub fn read(path: &Path) -> anyhow::Result<Contents> {
    let whole = || path.display().to_string();
    let bytes =
        files::read(path, MOST_BYTES).with_context(|| format!("cannot read {}", path.display()))?;
    let (header, mut rest) = Header::split(&bytes).with_context(whole)?;
    let mut games = Vec::new();
    while !rest.is_empty() {
        let at = bytes.len() - rest.len();
        let here = || {
            format!(
                "{}: damaged at byte {at}, in game {} of the file",
                whole(),
                games.len() + 1
            )
        };
        match frame(rest) {
            Frame::Record(record, behind) => {
                let record = Record::read(record).with_context(here)?;
                if header.part.index(record.number).is_none() {
                    bail!("{}: it belongs into another shard", here());
                }
                games.push(record);
                rest = behind;
            }
            // a damaged length looks like a cut, but then whole games follow it
            Frame::Cut if !has_frame(rest) => break,
            _ => bail!(here()),
        }
    }
    Ok(Contents {
        header,
        games,
        length: (bytes.len() - rest.len()) as u64,
        torn: rest.len() as u64,
    })
}

/// True if a whole record begins anywhere after the first byte.
fn has_frame(bytes: &[u8]) -> bool {
    let whole = |at| match frame(&bytes[at..]) {
        // zeros look like a record of length zero with a wrong checksum
        Frame::Record(record, _) => Record::read(record).is_ok(),
        _ => false,
    };
    (1..bytes.len()).any(whole)
}

/// The games of several shards, in an order that does not depend on how they are spread over files.
#[derive(Debug, Default)]
pub struct Collection {
    games: BTreeMap<Origin, Record>,
}

/// The key of a game in a collection, which also orders the games.
type Origin = (
    u32,
    u64,
    Option<String>,
    u64,
    u32,
    String,
    Option<Terms>,
    Option<(String, u64)>,
    u32,
);

impl Collection {
    /// Adds the games of a shard. A game that the collection has already is the same game, and not added again.
    pub fn add(&mut self, header: &Header, games: impl IntoIterator<Item = Record>) {
        for game in games {
            let origin = (
                header.round,
                header.seed,
                header.net.clone(),
                header.nodes,
                header.openings,
                header.evaluation.clone(),
                header.playtest,
                header.teacher.clone(),
                game.number,
            );
            self.games.insert(origin, game);
        }
    }

    /// Adds the games of a file. A half-written game is skipped, with a warning.
    pub fn add_file(
        &mut self,
        path: &Path,
        contents: Contents,
        variant: &Variant,
    ) -> anyhow::Result<()> {
        (contents.header.require_rules(variant)).with_context(|| path.display().to_string())?;
        if contents.torn > 0 {
            log::warn!(
                "{}: an incomplete game at the end is skipped",
                path.display()
            );
        }
        self.add(&contents.header, contents.games);
        Ok(())
    }

    /// A fingerprint of the games, whatever files they are in.
    pub fn fingerprint(&self) -> u64 {
        let mut sum = Rng::new(self.games.len() as u64);
        (self.games.values()).for_each(|game| sum.stir(checksum(&game.write())));
        sum.next_u64()
    }

    /// Reads shards of a variant.
    #[cfg(test)]
    pub fn read(paths: &[PathBuf], rules: &Ruleset) -> anyhow::Result<Collection> {
        let mut all = Collection::default();
        for path in paths {
            all.add_file(path, read(path)?, rules.variant())?;
        }
        Ok(all)
    }

    pub fn games(&self) -> usize {
        self.games.len()
    }

    pub fn positions(&self) -> u64 {
        self.games.values().map(Record::positions).sum()
    }

    /// Plays all games again and hands on each position that was searched.
    pub fn samples(
        &self,
        rules: &Arc<Ruleset>,
        mut each: impl FnMut(&Position, Sample),
    ) -> anyhow::Result<()> {
        for ((round, seed, .., number), game) in &self.games {
            game.replay(rules, &mut each)
                .with_context(|| format!("game {number} of round {round}, seed {seed}"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
