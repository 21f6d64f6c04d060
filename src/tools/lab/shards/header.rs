//! The first line of a shard: the settings of its games in JSON, with a checksum.

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use crate::tools::lab::part::Part;
use crate::variant::Variant;

/// The beginning of the line, with the version of the format.
const MAGIC: &str = "fmax games 2 ";
/// The beginning of the line in any version.
const MAGIC_ANY: &str = "fmax games ";
/// The longest line in bytes.
const MOST_BYTES: usize = 4096;

/// Further settings of the games of `fmax playtest`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Terms {
    /// Changes when later versions of fmax play these games differently.
    pub version: u32,
    /// How many times as many nodes the stronger side searches; 1 if all sides are equal.
    pub stronger: u32,
    /// A game is drawn after this many moves of each side.
    pub max_moves: u32,
}

/// The settings on which the moves of a game depend besides its number, and the part of the games in a shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    pub game: String,
    pub rules: String,
    pub evaluation: String,
    pub net: Option<String>,
    pub seed: u64,
    pub round: u32,
    pub nodes: u64,
    pub openings: u32,
    /// The games of the shard.
    #[serde(flatten)]
    pub part: Part,
    /// For games of `fmax playtest`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playtest: Option<Terms>,
    /// The command and options of the engine that scored the positions, and its nodes per position; `None` for our own scores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teacher: Option<(String, u64)>,
}

impl Header {
    /// The header of a shard with all games of a variant, which are played without a net.
    pub fn new(variant: &Variant, seed: u64, round: u32, nodes: u64, openings: u32) -> Header {
        let (rules, evaluation) = Self::fingerprints(variant);
        Header {
            game: variant.name.clone(),
            rules,
            evaluation,
            net: None,
            seed,
            round,
            nodes,
            openings,
            part: Part::WHOLE,
            playtest: None,
            teacher: None,
        }
    }

    /// The fingerprints of a variant: of its rules and of its evaluation.
    pub fn fingerprints(variant: &Variant) -> (String, String) {
        let hex = |number: u64| format!("{number:016x}");
        (
            hex(variant.rules_fingerprint()),
            hex(variant.evaluation_fingerprint()),
        )
    }

    pub fn line(&self) -> anyhow::Result<String> {
        let json = serde_json::to_string(self)?;
        let line = format!("{MAGIC}{:08x} {json}\n", crc32fast::hash(json.as_bytes()));
        if line.len() > MOST_BYTES {
            bail!("the name of the game is too long");
        }
        Ok(line)
    }

    /// Splits the bytes of a file into its header and the rest.
    pub fn split(bytes: &[u8]) -> anyhow::Result<(Header, &[u8])> {
        if !bytes.starts_with(MAGIC_ANY.as_bytes()) {
            bail!("it has no games of `fmax learn`");
        }
        if !bytes.starts_with(MAGIC.as_bytes()) {
            bail!("its games have the format of another version of fmax");
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
        if !header.part.is_valid() {
            bail!(damaged());
        }
        Ok((header, &bytes[end + 1..]))
    }

    /// Checks that the games of a shard are of this variant, and were played by the same rules.
    pub fn require_rules(&self, variant: &Variant) -> anyhow::Result<()> {
        if self.game != variant.name {
            bail!("its games are of {}, not of {}", self.game, variant.name);
        }
        if self.rules != Self::fingerprints(variant).0 {
            bail!("its games were played with other rules of {}", self.game);
        }
        Ok(())
    }
}
