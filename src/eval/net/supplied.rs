//! The nets that are part of the program.
//!
//! Each is a file of nets as `fmax learn` writes it, in the folder `box`. They are found by the
//! fingerprint of a game, under whatever name it is played.

use std::sync::{Arc, OnceLock};

use crate::variant::ini::net_file::{self, Section};

/// The files.
static FILES: [&[u8]; 0] = [];

/// The net for a game of that fingerprint.
pub(super) fn find(fingerprint: u64) -> Option<Arc<[u8]>> {
    static SECTIONS: OnceLock<Vec<Section>> = OnceLock::new();
    let all = || {
        FILES
            .iter()
            .flat_map(|file| net_file::read(file).0)
            .collect()
    };
    let mut sections = SECTIONS.get_or_init(all).iter();
    let found = sections.find(|section| section.fingerprint == fingerprint);
    found.map(|section| section.net.0.clone())
}
