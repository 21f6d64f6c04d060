//! Fingerprints that tie nets and recorded games to the rules of a variant.
//!
//! Fingerprints are the same on every machine. The fingerprint of the rules is made of their [canonical
//! encoding](super::canonical), so renaming and new rules do not change it; names, letters and descriptions for the GUI
//! do not count. The fingerprint for nets adds the piece values, and the fingerprint of the evaluation also its weights.

use super::canonical::{Canonical, put};
use super::{Params, Term, Variant};
use crate::files::checksum;
use crate::types::TypeId;

/// The tag of the list of types that share a letter. The list follows the fields of [`Variant`].
const KINDS: u8 = 255;

impl Variant {
    /// A number that is the same for all variants with the same start, the same legal moves and the same consequences
    /// of moves.
    pub fn rules_fingerprint(&self) -> u64 {
        checksum(&self.canonical_rules())
    }

    /// The canonical encoding of the rules.
    fn canonical_rules(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.encode(&mut bytes);
        // some rules apply to all types that share a letter, whichever letter it is
        let first = |letter| self.types().find(|(_, piece)| piece.letter == letter);
        let kinds: Vec<(TypeId, TypeId)> = (self.types())
            .filter_map(|(id, piece)| Some((id, first(piece.letter)?.0)))
            .filter(|(id, first)| id != first)
            .collect();
        put(&mut bytes, KINDS, &kinds);
        bytes
    }

    /// A number that is the same for all variants with the same rules, weights of the hand-written evaluation and piece
    /// values.
    pub fn evaluation_fingerprint(&self) -> u64 {
        self.fingerprint_with(&self.params)
    }

    /// A number that is the same for all variants with the same rules and piece values. They can use the same net.
    pub fn net_fingerprint(&self) -> u64 {
        self.fingerprint_with(&Params::zero())
    }

    fn fingerprint_with(&self, params: &Params) -> u64 {
        let mut bytes = self.canonical_rules();
        // a term with weight 0 does not count
        let weights = Term::ALL.map(|term| (term, params.get(term)));
        for (term, (mg, eg)) in weights.into_iter().filter(|(_, w)| *w != (0.0, 0.0)) {
            bytes.extend(term.name().as_bytes());
            bytes.extend([mg, eg].map(f64::to_le_bytes).concat());
        }
        for piece in &self.pieces {
            let flags = u8::from(piece.estimated) << 1 | u8::from(piece.centralised);
            bytes.push(flags);
            bytes.extend(piece.value.to_le_bytes());
        }
        checksum(&bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::canonical::Canonical;
    use crate::testing::games::{library, read, variant};
    use crate::variant::{Rules, Variant};
    use std::collections::HashMap;
    use std::sync::Arc;

    fn fingerprints(text: &str) -> (u64, u64) {
        let game = read(text).default_game().unwrap();
        (game.rules_fingerprint(), game.evaluation_fingerprint())
    }

    const TEXT: &str = "version 4.8(w)\n\nGame: x\n8x8\n6 4 5 7 3 5 4 6\n6 4 5 7 3 5 4 6\n\
        p:74 -16,24 -16,6 -15,5 -17,5\np:74 16,24 16,6 15,5 17,5\n\
        k:-1 1,34 -1,34 1,7 -16,7 -1,7 16,7 -15,7 -17,7 15,7 17,7\n\
        n:259 -31,7 -14,7 18,7 33,7 31,7 14,7 -18,7 -33,7\nb:296 -15,3 -17,3 15,3 17,3\n\
        R:444 1,3 -16,3 -1,3 16,3\nQ:851 1,3 -16,3 -1,3 16,3 -15,3 -17,3 15,3 17,3\n\n";

    #[test]
    fn only_rules_change_the_fingerprint() {
        let (rules, evaluation) = fingerprints(TEXT);
        for (from, to, same) in [
            ("Game: x", "Game: y", (true, true)),
            ("n:259", "s:259", (true, true)),
            // two pieces then share a letter, and some rules are about letters
            ("n:259", "b:259", (false, false)),
            ("n:259", "n:260", (true, false)),
            ("n:259 -31,7", "n:259", (false, false)),
            ("6 4 5 7 3 5 4 6\np", "6 5 4 7 3 5 4 6\np", (false, false)),
            ("17,3\n\n", "17,3\nPromotion: QNBR\n\n", (true, true)),
            ("17,3\n\n", "17,3\nPromotion: QRBN\n\n", (true, true)),
            ("17,3\n\n", "17,3\nPromotion: QRB\n\n", (false, false)),
            (
                "17,3\nR",
                "17,3\nR".replace("17,3", "17,7").as_str(),
                (false, false),
            ),
        ] {
            assert!(TEXT.contains(from));
            let other = fingerprints(&TEXT.replace(from, to));
            let found = (other.0 == rules, other.1 == evaluation);
            assert_eq!(found, same, "{from}: {to}");
        }
        let more = fingerprints(&TEXT.replace("17,3\n\n", "17,3\nStalemate: loss\n\n"));
        assert!(more.0 != rules && more.1 != evaluation);
    }

    /// Two variants of the file have the same fingerprint only if their rules are the same.
    #[test]
    fn games_have_numbers_of_their_own() {
        let mut seen: HashMap<u64, Arc<Variant>> = HashMap::new();
        for entry in library().entries() {
            let variant = variant(&entry.name);
            if let Some(other) = seen.insert(variant.rules_fingerprint(), variant.clone()) {
                let moves = |variant: &Variant| -> Vec<_> {
                    let pieces = variant.pieces.iter();
                    pieces.map(|piece| piece.moves.clone()).collect()
                };
                assert_eq!(moves(&other), moves(&variant), "{}", variant.name);
                assert_eq!(other.rules, variant.rules, "{}", variant.name);
                assert_eq!(other.back_rank, variant.back_rank, "{}", variant.name);
            }
        }
        assert!(seen.len() > 50);
    }

    /// Every part of the rules counts: variants that differ in a single part have different encodings.
    #[test]
    fn every_rule_counts() {
        let everything = Variant::samples().swap_remove(0);
        let builtin =
            ["normal", "xiangqi", "crazyhouse", "spartan"].map(|name| (*variant(name)).clone());
        for base in std::iter::once(everything).chain(builtin) {
            let mut known = HashMap::from([(base.canonical_rules(), base.clone())]);
            let mut places = 0;
            loop {
                let (mut other, mut place) = (base.clone(), places);
                if !other.change(&mut place) {
                    break;
                }
                places += 1;
                if let Some(same) = known.insert(other.canonical_rules(), other.clone()) {
                    assert_eq!(same, other);
                }
            }
            assert!(places > 300, "{places}");
        }
    }

    /// A new rule that is off must not change the fingerprint of any variant.
    #[test]
    fn rules_that_are_off_leave_no_trace() {
        let mut bytes = Vec::new();
        Rules::default().encode(&mut bytes);
        assert!(bytes.is_empty(), "{bytes:?}");
    }

    /// Files contain fingerprints. A change of one of these makes the nets and recorded games that people have useless.
    #[test]
    fn fingerprints_are_pinned() {
        for (name, rules) in [
            ("normal", 0xcbe0_650e_bfca_309c),
            ("xiangqi", 0x5248_69b7_5ab9_ada5),
            ("crazyhouse", 0x1ff1_9591_f55b_f966),
            ("spartan", 0x23c5_dced_a7fc_a572),
            ("shogi", 0xf93b_bd17_b657_1858),
            ("alice", 0xf8f5_f9f7_f7a4_620a),
        ] {
            let found = variant(name).rules_fingerprint();
            assert_eq!(found, rules, "{name}: {found:#018x}");
        }
    }
}
