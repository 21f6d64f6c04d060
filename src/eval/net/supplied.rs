//! The built-in nets.
//!
//! Each is in a file of its own as `fmax learn` writes it, in the folder `box`. A net belongs to all variants with
//! its fingerprint, whatever their names.

use std::sync::Arc;

use crate::variant::ini::net_file;
use crate::variant::{EncodedNet, Variant};

/// The files of nets.
static FILES: [&[u8]; 60] = [
    include_bytes!("box/3check.net"),
    include_bytes!("box/ai-wok.net"),
    include_bytes!("box/antichess.net"),
    include_bytes!("box/asean.net"),
    include_bytes!("box/atlantis.net"),
    include_bytes!("box/atomic.net"),
    include_bytes!("box/berolina.net"),
    include_bytes!("box/breakthrough.net"),
    include_bytes!("box/cambodian.net"),
    include_bytes!("box/capablanca.net"),
    include_bytes!("box/capahouse.net"),
    include_bytes!("box/chak.net"),
    include_bytes!("box/checkless.net"),
    include_bytes!("box/chennis.net"),
    include_bytes!("box/coregal.net"),
    include_bytes!("box/courier.net"),
    include_bytes!("box/crazyhouse.net"),
    include_bytes!("box/cylinder.net"),
    include_bytes!("box/empire.net"),
    include_bytes!("box/extinction.net"),
    include_bytes!("box/falcon.net"),
    include_bytes!("box/fischerandom.net"),
    include_bytes!("box/giveaway.net"),
    include_bytes!("box/gothic.net"),
    include_bytes!("box/grand.net"),
    include_bytes!("box/grande-acedrex.net"),
    include_bytes!("box/grandhouse.net"),
    include_bytes!("box/great.net"),
    include_bytes!("box/horde.net"),
    include_bytes!("box/janggi.net"),
    include_bytes!("box/janus.net"),
    include_bytes!("box/king-of-the-hill.net"),
    include_bytes!("box/knightmate.net"),
    include_bytes!("box/kyotoshogi.net"),
    include_bytes!("box/los-alamos.net"),
    include_bytes!("box/losers.net"),
    include_bytes!("box/makruk.net"),
    include_bytes!("box/mansindam.net"),
    include_bytes!("box/minishogi.net"),
    include_bytes!("box/minixiangqi.net"),
    include_bytes!("box/nocastle.net"),
    include_bytes!("box/normal.net"),
    include_bytes!("box/omicron.net"),
    include_bytes!("box/orda.net"),
    include_bytes!("box/pandemonium.net"),
    include_bytes!("box/racingchess.net"),
    include_bytes!("box/racingkings.net"),
    include_bytes!("box/seirawan.net"),
    include_bytes!("box/shako.net"),
    include_bytes!("box/shatar.net"),
    include_bytes!("box/shatranj.net"),
    include_bytes!("box/shinobi.net"),
    include_bytes!("box/shogi.net"),
    include_bytes!("box/shogun.net"),
    include_bytes!("box/sittuyin.net"),
    include_bytes!("box/spartan.net"),
    include_bytes!("box/suicide.net"),
    include_bytes!("box/threekings.net"),
    include_bytes!("box/torishogi.net"),
    include_bytes!("box/xiangqi.net"),
];

/// The net for a variant.
pub(super) fn find(v: &Variant) -> Option<Arc<EncodedNet>> {
    let fingerprint = v.net_fingerprint();
    let is_of = |file: &&[u8]| net_file::first_fingerprint(file) == Some(fingerprint);
    nets(FILES.into_iter().find(is_of)?).next()
}

/// All built-in nets.
pub fn all() -> impl Iterator<Item = Arc<EncodedNet>> {
    FILES.into_iter().flat_map(nets)
}

fn nets(file: &[u8]) -> impl Iterator<Item = Arc<EncodedNet>> {
    let (sections, _) = net_file::read(file);
    sections.into_iter().map(|section| section.net)
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
                let variant = variant(&section.game);
                let name = &section.game;
                assert_eq!(variant.net_fingerprint(), section.fingerprint, "{name}");
                let rules = Ruleset::without_net(variant.clone());
                Net::read(&section.net.bytes, &variant, &rules.tables).unwrap();
                assert_eq!(find(&variant), Some(section.net));
                assert!(section.command.starts_with("fmax learn "), "{name}");
            }
        }
    }
}
