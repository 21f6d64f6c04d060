//! The built-in nets.
//!
//! Each is in a file of its own as `fmax learn` writes it, in the folder `box`. A net belongs to all variants with
//! its fingerprint, whatever their names.

use std::sync::Arc;

use crate::variant::ini::net_file;

/// The files of nets.
static FILES: [&[u8]; 37] = [
    include_bytes!("box/3check.net"),
    include_bytes!("box/ai-wok.net"),
    include_bytes!("box/antichess.net"),
    include_bytes!("box/asean.net"),
    include_bytes!("box/atomic.net"),
    include_bytes!("box/berolina.net"),
    include_bytes!("box/breakthrough.net"),
    include_bytes!("box/capablanca.net"),
    include_bytes!("box/courier.net"),
    include_bytes!("box/crazyhouse.net"),
    include_bytes!("box/cylinder.net"),
    include_bytes!("box/extinction.net"),
    include_bytes!("box/falcon.net"),
    include_bytes!("box/giveaway.net"),
    include_bytes!("box/gothic.net"),
    include_bytes!("box/grand.net"),
    include_bytes!("box/grande-acedrex.net"),
    include_bytes!("box/horde.net"),
    include_bytes!("box/janggi.net"),
    include_bytes!("box/janus.net"),
    include_bytes!("box/king-of-the-hill.net"),
    include_bytes!("box/knightmate.net"),
    include_bytes!("box/los-alamos.net"),
    include_bytes!("box/losers.net"),
    include_bytes!("box/makruk.net"),
    include_bytes!("box/minishogi.net"),
    include_bytes!("box/minixiangqi.net"),
    include_bytes!("box/nocastle.net"),
    include_bytes!("box/normal.net"),
    include_bytes!("box/racingkings.net"),
    include_bytes!("box/seirawan.net"),
    include_bytes!("box/shako.net"),
    include_bytes!("box/shatranj.net"),
    include_bytes!("box/shogi.net"),
    include_bytes!("box/spartan.net"),
    include_bytes!("box/suicide.net"),
    include_bytes!("box/xiangqi.net"),
];

/// True if there is a net for this fingerprint.
pub(super) fn is_there(fingerprint: u64) -> bool {
    file(fingerprint).is_some()
}

/// The net for this fingerprint.
pub(super) fn find(fingerprint: u64) -> Option<Arc<[u8]>> {
    let mut sections = net_file::read(file(fingerprint)?).0.into_iter();
    let found = sections.find(|section| section.fingerprint == fingerprint);
    found.map(|section| section.net.0)
}

/// All built-in nets.
pub fn all() -> impl Iterator<Item = Arc<[u8]>> {
    let sections = FILES.iter().flat_map(|file| net_file::read(file).0);
    sections.map(|section| section.net.0)
}

/// The file with the net for this fingerprint.
fn file(fingerprint: u64) -> Option<&'static [u8]> {
    let is_of = |file: &&[u8]| net_file::first_fingerprint(file) == Some(fingerprint);
    FILES.into_iter().find(is_of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::net::Net;
    use crate::ruleset::Ruleset;
    use crate::testing::games::variant;

    #[test]
    fn each_net_is_for_a_game_of_the_program() {
        for file in FILES {
            let (sections, complaints) = net_file::read(file);
            assert_eq!((sections.len(), &complaints[..]), (1, &[][..]));
            for section in sections {
                let variant = Net::as_learnt(variant(&section.game));
                let name = &section.game;
                assert_eq!(
                    variant.evaluation_fingerprint(),
                    section.fingerprint,
                    "{name}"
                );
                let rules = Ruleset::without_net(variant.clone());
                Net::read(&section.net.0, &variant, &rules.tables).unwrap();
                assert!(find(section.fingerprint).is_some());
                assert!(section.command.starts_with("fmax learn "), "{name}");
            }
        }
    }
}
