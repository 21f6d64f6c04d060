//! The companions of a file of variants: evaluation weights and nets.

use std::io;
use std::path::Path;
use std::sync::Arc;

use super::{Entry, Library, LoadError};
use crate::files::{self, Places};
use crate::variant::ini::diagnostic::Report;
use crate::variant::ini::net_file;
use crate::variant::ini::params_file::{self, Section};
use crate::variant::{Params, Span, Variant};

impl Library {
    /// Reads the companions of the file in these places, nets last: a net with other weights than the user's is refused.
    pub(super) fn read_companions(&mut self, places: &Places) -> Result<(), LoadError> {
        let found = |extension| places.companions(self.file(), extension);
        let (params, nets) = (found(params_file::EXTENSION), found(net_file::EXTENSION));
        self.places = places.clone();
        for path in params {
            if let Some(bytes) = read_if_there(&path, params_file::MAX_BYTES)? {
                let text = String::from_utf8_lossy(&bytes);
                self.add_params(&path.display().to_string(), &text);
            }
        }
        for path in nets {
            if let Some(bytes) = read_if_there(&path, net_file::MAX_BYTES)? {
                self.add_nets(&path.display().to_string(), &bytes);
            }
        }
        Ok(())
    }

    /// Sets the evaluation weights that the text of a file has.
    pub fn add_params(&mut self, file: &str, text: &str) {
        let (sections, complaints) = params_file::read(file, text);
        self.diagnostics.extend(complaints);
        let mut report = Report::new(file);
        let prints = self.fingerprints(sections.is_empty(), Variant::evaluation_fingerprint);
        for Section { game, worths } in sections {
            let (name, span) = game;
            let Some(index) = self.look_for(&mut report, &name, span) else {
                continue;
            };
            self.of_same_game(&prints, prints[index], |variant| {
                for &(term, worth) in &worths {
                    variant.params.set(term, worth);
                }
            });
        }
        self.diagnostics.extend(report.into_list());
    }

    /// Adds the nets of a file.
    pub fn add_nets(&mut self, file: &str, bytes: &[u8]) {
        let (sections, complaints) = net_file::read(bytes);
        let mut report = Report::new(file);
        for complaint in complaints {
            report.error(Span::default(), complaint, None);
        }
        let prints = self.fingerprints(sections.is_empty(), Variant::net_fingerprint);
        for net_file::Section {
            game,
            fingerprint,
            net,
            ..
        } in sections
        {
            let Some(index) = self.look_for(&mut report, &game, Span::default()) else {
                continue;
            };
            // the weights in a user's `.eval` file take precedence
            let has_other_weights = |variant: &Arc<Variant>| {
                variant.params != Params::default() && variant.params != net.params
            };
            if (self.entries[index].variant.as_ref()).is_ok_and(has_other_weights)
                || prints[index].is_some_and(|print| print != fingerprint)
            {
                let message = format!(
                    "the net for `{game}` is not used: it was learnt for other pieces, rules or \
                     evaluation weights"
                );
                let hint = format!("`fmax learn --variant {game}` learns another");
                report.warning(Span::default(), message, hint);
                continue;
            }
            self.of_same_game(&prints, Some(fingerprint), |variant| {
                variant.net = Some(net.clone());
            });
        }
        self.diagnostics.extend(report.into_list());
    }

    /// The fingerprints of all variants, unless they are useless.
    fn fingerprints(&self, useless: bool, of: impl Fn(&Variant) -> u64) -> Vec<Option<u64>> {
        let print = |entry: &Entry| Some(of(entry.variant.as_ref().ok()?));
        if useless {
            Vec::new()
        } else {
            self.entries.iter().map(print).collect()
        }
    }

    /// Changes all variants with this fingerprint: a file may have a variant under several names.
    fn of_same_game(
        &mut self,
        prints: &[Option<u64>],
        wanted: Option<u64>,
        change: impl Fn(&mut Variant),
    ) {
        for (entry, print) in self.entries.iter_mut().zip(prints) {
            if let (Ok(variant), true) = (&mut entry.variant, print.is_some() && *print == wanted) {
                change(Arc::make_mut(variant));
            }
        }
    }
}

/// Reads a file of at most `most` bytes; `None` if the file does not exist.
fn read_if_there(path: &Path, most: u64) -> Result<Option<Vec<u8>>, LoadError> {
    match files::read(path, most) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => {
            let path = path.to_owned();
            Err(LoadError::Io { path, source })
        }
    }
}
