//! Numbers by which what was learnt of a game is known to belong to it.
//!
//! They are the same on all machines, and other ones as soon as anything differs that they stand
//! for: the rules, for games that were played by them; the evaluation, for what was played or
//! corrected with it. Names, letters and what the GUI is told do not count.
//!
//! What was learnt is to outlive the program's growth: a rule that comes later changes no number
//! of a game that has none of it, because of rules only that counts which is not as it is without a
//! word about it, and moves are told as the file tells them, where it can.

use std::fmt::{self, Debug, Write};

use super::ini::mode::encode;
use super::{Params, PieceType, PromotesTo, Rules, Term, Variant};
use crate::types::{Rng, TypeId};

impl Variant {
    /// The same for games in which the same moves are legal from the same start and have the same
    /// consequences.
    pub fn rules_fingerprint(&self) -> u64 {
        let mut sum = Sum(Rng::new(u64::from(self.files) << 8 | u64::from(self.ranks)));
        // a sum cannot fail
        let _ = write!(sum, "{:?} {:?} ", self.back_rank, self.start);
        let mut rules = self.rules.clone();
        if let PromotesTo::Choice(choices) = &mut rules.promotion.to {
            // which choice is named first is for people
            for choices in choices.iter_mut() {
                choices.accepted.sort_unstable();
                choices.distinct.sort_unstable();
            }
        }
        for line in differences(&rules, &Rules::default()) {
            let _ = write!(sum, "{line} ");
        }
        for (id, piece) in self.types() {
            let (from, moves) = (piece.promoted_from, moves(piece, id));
            let _ = write!(sum, "{:?} {from:?} {moves} ", piece.royalty);
        }
        sum.0.next_u64()
    }

    /// The same for games with the same rules in which the hand evaluation counts everything as
    /// much: the coefficients, and what the file says that pieces are worth.
    pub fn evaluation_fingerprint(&self) -> u64 {
        self.fingerprint_with(&self.params)
    }

    /// The same with other coefficients.
    pub fn fingerprint_with(&self, params: &Params) -> u64 {
        let mut sum = Sum(Rng::new(self.rules_fingerprint()));
        for term in Term::ALL {
            let (mg, eg) = params.get(term);
            if (mg, eg) == (0.0, 0.0) {
                // what counts for nothing might as well not be known
                continue;
            }
            let _ = write!(sum, "{}", term.name());
            sum.0.stir(mg.to_bits());
            sum.0.stir(eg.to_bits());
        }
        for piece in &self.pieces {
            let told = u64::from(piece.estimated) << 1 | u64::from(piece.centralised);
            sum.0.stir((piece.value as u64) << 2 | told);
        }
        sum.0.next_u64()
    }
}

/// The moves of a piece as text.
fn moves(piece: &PieceType, id: TypeId) -> String {
    let encoded = encode(&piece.moves, id.is_pawn());
    if encoded.missing > 0 {
        return format!("{:?}", piece.moves);
    }
    let words: Vec<String> = encoded.line.iter().map(ToString::to_string).collect();
    words.join(" ")
}

/// What is in a value and not in another one of its type, each with all that it is a part of.
fn differences<T: Debug>(value: &T, other: &T) -> Vec<String> {
    let known = parts(other);
    let mut parts = parts(value);
    parts.retain(|part| !known.contains(part));
    parts
}

/// The lines of what is derived to show a value, each behind those that it is a part of.
fn parts<T: Debug>(value: &T) -> Vec<String> {
    let text = format!("{value:#?}");
    let mut above: Vec<&str> = Vec::new();
    let mut parts = Vec::new();
    for line in text.lines() {
        let word = line.trim_start();
        above.truncate((line.len() - word.len()) / INDENT);
        above.push(word);
        parts.push(above.join(" "));
    }
    parts
}

/// By so much is each part of a value further right than the value.
const INDENT: usize = 4;

/// A sum over a text, whatever parts it comes in.
struct Sum(Rng);

impl Write for Sum {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.bytes().for_each(|byte| self.0.stir(byte.into()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::variant::{Library, ReadOptions, Selections};
    use std::collections::HashMap;

    fn fingerprints(text: &str) -> (u64, u64) {
        let library = Library::parse("x.ini", text.as_bytes(), ReadOptions::default()).unwrap();
        let game = library.default_game().unwrap();
        (game.rules_fingerprint(), game.evaluation_fingerprint())
    }

    const TEXT: &str = "version 4.8(w)\n\nGame: x\n8x8\n6 4 5 7 3 5 4 6\n6 4 5 7 3 5 4 6\n\
        p:74 -16,24 -16,6 -15,5 -17,5\np:74 16,24 16,6 15,5 17,5\n\
        k:-1 1,34 -1,34 1,7 -16,7 -1,7 16,7 -15,7 -17,7 15,7 17,7\n\
        n:259 -31,7 -14,7 18,7 33,7 31,7 14,7 -18,7 -33,7\nb:296 -15,3 -17,3 15,3 17,3\n\
        R:444 1,3 -16,3 -1,3 16,3\nQ:851 1,3 -16,3 -1,3 16,3 -15,3 -17,3 15,3 17,3\n\n";

    #[test]
    fn what_counts_and_what_does_not() {
        let (rules, evaluation) = fingerprints(TEXT);
        for (from, to, same) in [
            ("Game: x", "Game: y", (true, true)),
            ("n:259", "s:259", (true, true)),
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

    /// No two games of the file are taken for each other, unless they are played alike.
    #[test]
    fn games_have_numbers_of_their_own() {
        let library = Library::builtin(ReadOptions::default());
        let mut seen: HashMap<u64, String> = HashMap::new();
        let mut games = 0;
        for entry in library.entries() {
            let Ok(game) = library.find(&entry.name, &Selections::default()) else {
                continue;
            };
            games += 1;
            if let Some(other) = seen.insert(game.rules_fingerprint(), entry.name.clone()) {
                let other = library.find(&other, &Selections::default()).unwrap();
                let moves = |game: &crate::variant::Variant| -> Vec<_> {
                    game.pieces
                        .iter()
                        .map(|piece| piece.moves.clone())
                        .collect()
                };
                assert_eq!(moves(&other), moves(&game), "{}", entry.name);
                assert_eq!(other.rules, game.rules, "{}", entry.name);
                assert_eq!(other.back_rank, game.back_rank, "{}", entry.name);
            }
        }
        assert!(games > 50);
    }
}
