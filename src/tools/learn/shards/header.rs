//! The first line of a shard: what its games are, in JSON, with a checksum.

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use crate::tools::jsonl;
use crate::tools::part::MOST_PARTS;
use crate::tools::playtest::schedule::Terms;
use crate::variant::Variant;

/// How the line begins; the number is that of the format.
const MAGIC: &str = "fmax games 2 ";
/// How it begins in whatever format.
const MAGIC_ANY: &str = "fmax games ";
/// No line is longer, bytes.
const MOST_BYTES: usize = 4096;

/// All that the course of a game depends on, besides its number; and which numbers a shard has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// What is played.
    pub game: String,
    /// By which rules.
    pub rules: String,
    /// With which evaluation.
    pub evaluation: String,
    /// With which net, if any.
    pub net: Option<String>,
    /// Another seed, other games.
    pub seed: u64,
    /// Another round, other games.
    pub round: u32,
    /// Nodes for each move.
    pub nodes: u64,
    /// Random plies at least.
    pub openings: u32,
    /// The shard has every so-many-th game ...
    pub parts: u32,
    /// ... beginning with this one, from 1.
    pub part: u32,
    /// What else there is to it where games are played to find out about them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playtest: Option<Terms>,
}

impl Header {
    /// The numbers of a game: its rules and its evaluation.
    pub fn fingerprints(variant: &Variant) -> (String, String) {
        let hex = |number: u64| format!("{number:016x}");
        (
            hex(variant.rules_fingerprint()),
            hex(variant.evaluation_fingerprint()),
        )
    }

    /// The line, with its end.
    ///
    /// # Errors
    /// If the name of the game is too long.
    pub fn line(&self) -> anyhow::Result<String> {
        let json = serde_json::to_string(self)?;
        let line = format!("{MAGIC}{:08x} {json}\n", crc32fast::hash(json.as_bytes()));
        if line.len() > MOST_BYTES {
            bail!("the name of the game is too long");
        }
        Ok(line)
    }

    /// Reads the line with which a file begins, and what is behind it.
    ///
    /// # Errors
    /// If it is none; what is there instead.
    pub fn split(bytes: &[u8]) -> anyhow::Result<(Header, &[u8])> {
        if !bytes.starts_with(MAGIC_ANY.as_bytes()) {
            bail!("it has no games of `fmax learn`");
        }
        if !bytes.starts_with(MAGIC.as_bytes()) {
            bail!("its games are written in another way, by another version of fmax");
        }
        let beginning = &bytes[..bytes.len().min(MOST_BYTES)];
        let end = beginning.iter().position(|&byte| byte == b'\n');
        let end = end.context("its first line is damaged")?;
        let damaged = || "its first line is damaged";
        let line = std::str::from_utf8(&bytes[MAGIC.len()..end]).with_context(damaged)?;
        let (sum, json) = line.split_once(' ').with_context(damaged)?;
        if u32::from_str_radix(sum, 16).ok() != Some(crc32fast::hash(json.as_bytes())) {
            bail!(damaged());
        }
        let header: Header = serde_json::from_str(json).with_context(damaged)?;
        if !(1..=header.parts).contains(&header.part) || header.parts > MOST_PARTS {
            bail!(damaged());
        }
        Ok((header, &bytes[end + 1..]))
    }

    /// Whether games of a shard can be learnt from together with those of others of the game.
    ///
    /// # Errors
    /// If it is another game, or another idea of it.
    pub fn require_rules(&self, variant: &Variant) -> anyhow::Result<()> {
        if self.game != variant.name {
            bail!("its games are of {}, not of {}", self.game, variant.name);
        }
        if self.rules != Self::fingerprints(variant).0 {
            bail!("its games were played by other rules of {}", self.game);
        }
        Ok(())
    }

    /// Whether a shard can be gone on with.
    ///
    /// # Errors
    /// If its games would be others now.
    pub fn require_same(&self, now: &Header) -> anyhow::Result<()> {
        let differences = jsonl::differences(self, now);
        if !differences.is_empty() {
            bail!("played with other settings: {}", differences.join("; "));
        }
        Ok(())
    }

    /// The number of the game with this index in the shard; `None` if there are no more.
    pub fn number(&self, index: u32) -> Option<u32> {
        index.checked_mul(self.parts)?.checked_add(self.part - 1)
    }

    /// The index in the shard of a game's number, if it belongs there.
    pub fn index(&self, number: u32) -> Option<u32> {
        let before = number.checked_sub(self.part - 1)?;
        (before % self.parts == 0).then_some(before / self.parts)
    }
}
