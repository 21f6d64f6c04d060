//! Files of nets: the trained nets beside their games, and the file for the accepted one.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, anyhow};

use crate::eval::net::{Net, Weights};
use crate::files::{self, checksum};
use crate::ruleset::Ruleset;
use crate::tools::learn::report::Curve;
use crate::variant::ini::net_file::{self, Section};
use crate::variant::{EncodedNet, Variant};

/// The largest file with the curve of a training, in bytes.
const MOST_CURVE: u64 = 1 << 20;

#[derive(Clone, Debug)]
pub struct Learnt {
    pub net: Arc<EncodedNet>,
    pub id: String,
    pub curve: Curve,
}

impl Learnt {
    pub fn new(net: Arc<EncodedNet>, curve: Curve) -> Learnt {
        let id = format!("{:016x}", checksum(&net.bytes));
        Learnt { net, id, curve }
    }

    /// The rules with this net and with the evaluation weights that it was trained with.
    pub fn rules(&self, rules: &Ruleset) -> anyhow::Result<Arc<Ruleset>> {
        let net = self.net(rules)?;
        let variant = Variant {
            params: self.net.params.clone(),
            ..(**rules.variant()).clone()
        };
        Ok(Arc::new(Ruleset::with_net(Arc::new(variant), net)))
    }

    pub fn weights(&self, rules: &Ruleset) -> anyhow::Result<Weights> {
        self.net(rules)?;
        Ok(Weights::read(&self.net.bytes)?)
    }

    pub fn net(&self, rules: &Ruleset) -> anyhow::Result<Net> {
        Ok(Net::read(&self.net.bytes, rules.variant(), &rules.tables)?)
    }
}

pub(super) fn section(variant: &Variant, command: String, net: &Arc<EncodedNet>) -> Section {
    Section {
        game: variant.name.clone(),
        fingerprint: variant.net_fingerprint(),
        command,
        net: net.clone(),
    }
}

/// The net in a file, if this command made the file.
pub(super) fn known_net(path: &Path, command: &str) -> anyhow::Result<Option<Learnt>> {
    if !path.exists() {
        return Ok(None);
    }
    let bytes = files::read(path, net_file::MAX_BYTES)
        .with_context(|| format!("cannot read {}", path.display()))?;
    let (sections, _) = net_file::read(&bytes);
    let known = sections
        .into_iter()
        .find(|section| section.command == command);
    Ok(known.map(|section| {
        let curve = files::read(&path.with_extension("json"), MOST_CURVE).ok();
        let curve = curve.and_then(|text| serde_json::from_slice(&text).ok());
        Learnt::new(section.net, curve.unwrap_or_default())
    }))
}

/// Checks that a net can be written to a file, before the long work begins.
///
/// # Errors
/// If the file cannot be written, or is not a file of nets.
pub fn require_writable(path: &Path) -> anyhow::Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    files::Lock::new(path).with_context(cannot)?;
    if fs::metadata(path).is_ok() {
        let old = files::read(path, net_file::MAX_BYTES).with_context(cannot)?;
        require_nets(&old).with_context(cannot)?;
    }
    Ok(())
}

fn require_nets(bytes: &[u8]) -> anyhow::Result<()> {
    let complaint = net_file::read(bytes).1.into_iter().next();
    match complaint.filter(|_| !bytes.is_empty()) {
        None => Ok(()),
        Some(complaint) => Err(anyhow!("{complaint}; it would be overwritten")),
    }
}

/// Writes a net to a file, which may also have the nets of other variants.
pub(super) fn write_net(path: &Path, section: Section) -> anyhow::Result<()> {
    let write = |old: Vec<u8>| {
        require_nets(&old).map_err(std::io::Error::other)?;
        Ok(net_file::replaced(&old, section))
    };
    files::update(path, net_file::MAX_BYTES, write)
        .with_context(|| format!("cannot write {}", path.display()))
}
