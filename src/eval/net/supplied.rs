//! The built-in nets.
//!
//! Each is in a file of its own as `fmax learn` writes it, in the folder `box`. A net belongs to all variants with
//! its fingerprint, whatever their names.

use std::sync::Arc;

use crate::variant::ini::net_file;
use crate::variant::{EncodedNet, Variant};

macro_rules! net_files {
    ($($name:literal)*) => {
        &[$(include_bytes!(concat!("box/", $name, ".net"))),*]
    };
}

/// The files of nets.
static FILES: &[&[u8]] = net_files! {
    "3check" "ai-wok" "antichess" "asean" "atlantis" "atomic" "berolina" "breakthrough" "bughouse"
    "cambodian" "cannonshogi" "capablanca" "capahouse" "chak" "checkless" "chennis" "coregal"
    "courier" "crazyhouse" "cylinder" "dobutsu" "empire" "extinction" "falcon" "fischerandom"
    "giveaway" "gorogoroplus" "gothic" "grand" "grande-acedrex" "grandhouse" "great" "horde"
    "janggi" "janus" "khans" "king-of-the-hill" "knightmate" "kyotoshogi" "lion" "los-alamos"
    "losers" "makpong" "makruk" "manchu" "mansindam" "minishogi" "minixiangqi" "nocastle" "normal"
    "omicron" "orda" "ordamirror" "pandemonium" "racingchess" "racingkings" "seirawan" "shako"
    "shatar" "shatranj" "shinobi" "shogi" "shogun" "sittuyin" "spartan" "suicide" "supply"
    "synochess" "threekings" "torishogi" "xiangqi"
};

/// The net for a variant.
pub(super) fn find(v: &Variant) -> Option<Arc<EncodedNet>> {
    let fingerprint = v.net_fingerprint();
    let is_of = |file: &&[u8]| net_file::first_fingerprint(file) == Some(fingerprint);
    nets(FILES.iter().copied().find(is_of)?).next()
}

/// All built-in nets.
pub fn all() -> impl Iterator<Item = Arc<EncodedNet>> {
    FILES.iter().copied().flat_map(nets)
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
