//! Modes: the letters for the properties of a leg, besides its directions.

use std::fmt;

use crate::variant::{Over, Rights};

/// The properties of a leg. The letters in the order of the grammar:
///
/// - `m` moves, `c` captures, `e` also captures en passant; a last leg without these moves and captures. On the way `m`
///   means a square that may be empty.
/// - `d` captures friends, `t` forbids check; on the way `t` requires a friend as platform.
/// - `p` passes a piece; `g` passes a piece and changes between slide and leap; `y` only changes between them.
/// - `o` goes round the edges of the board.
/// - `n` requires an empty square in the middle of a leap, `j` a piece there. Before king steps and slides each `j`
///   skips a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Modes {
    /// One bit for each letter except `j`.
    letters: u16,
    /// Number of letters `j`.
    jumps: u8,
}

/// The letters of the modes, in the order of writing.
pub(super) const MODE_LETTERS: &[u8] = b"mcdetpgoynj";
/// Most skipped squares, more than on any board.
const MOST_JUMPS: u8 = 20;

impl Modes {
    /// No letters: captures and moves; on the way only moves.
    pub const PLAIN: Modes = Modes {
        letters: 0,
        jumps: 0,
    };

    /// The modes with these letters.
    pub fn of(letters: &str) -> Modes {
        Modes::PLAIN.and(letters)
    }

    /// Adds the modes with these letters.
    #[must_use]
    pub fn and(mut self, letters: &str) -> Modes {
        for letter in letters.bytes() {
            match letter {
                b'j' => self.jumps = (self.jumps + 1).min(MOST_JUMPS),
                _ => self.letters |= bit(letter),
            }
        }
        self
    }

    /// True if the modes have all these letters.
    pub fn has(self, letters: &str) -> bool {
        letters.bytes().all(|letter| match letter {
            b'j' => self.jumps > 0,
            _ => self.letters & bit(letter) != 0,
        })
    }

    /// Number of letters `j`.
    pub fn jumps(self) -> u8 {
        self.jumps
    }

    /// True if a leg on the way continues from a piece.
    pub fn hops(self) -> bool {
        self.has("p") || self.has("g")
    }

    /// True if the leg after this one exchanges leaps and slides.
    pub fn toggles(self) -> bool {
        self.has("g") || self.has("y")
    }

    /// The rights at the end of a last leg.
    pub fn rights(self) -> Rights {
        let tame = self.has("t");
        let rights = match (self.has("m"), self.has("c"), self.has("d")) {
            (false, false, false) => Rights::BOTH,
            (quiet, capture, own) => Rights {
                capture,
                quiet,
                own,
                tame: false,
            },
        };
        Rights { tame, ..rights }
    }

    /// The modes of a last leg; `en_passant`: all its captures include en passant.
    pub fn ending(rights: Rights, en_passant: bool) -> Modes {
        let modes = Modes::of(match (rights.capture, rights.quiet, en_passant) {
            (true, true, false) if rights.own => "mc",
            (true, true, false) => "",
            (true, true, true) => "mce",
            (true, false, false) => "c",
            (true, false, true) => "ce",
            (false, true, _) => "m",
            (false, false, _) => "",
        });
        let modes = if rights.own { modes.and("d") } else { modes };
        if rights.tame { modes.and("t") } else { modes }
    }

    /// The allowed contents of the square where a leg on the way ends.
    pub fn over(self) -> Over {
        let hops = self.hops();
        Over::new(self.has("m") || !hops, hops, hops && !self.has("t"))
    }

    /// The modes of a leg on the way that ends on a square with these contents: several if no single text fits, none if
    /// no letters stand for these contents. `toggles`: see [`Modes::toggles`].
    pub fn passing(over: Over, toggles: bool) -> Vec<Modes> {
        let Over {
            empty,
            friend,
            enemy,
        } = over;
        let platform = match (friend, enemy) {
            (true, true) => Modes::PLAIN,
            (true, false) => Modes::of("t"),
            (false, false) if empty => return vec![Modes::of(if toggles { "y" } else { "" })],
            (false, _) => return Vec::new(),
        };
        match (toggles, empty) {
            (true, true) => vec![Modes::of("y"), platform.and("g")],
            (true, false) => vec![platform.and("g")],
            (false, true) => vec![platform.and("mp")],
            (false, false) => vec![platform.and("p")],
        }
    }
}

fn bit(letter: u8) -> u16 {
    let index = MODE_LETTERS.iter().position(|&known| known == letter);
    index.map_or(0, |index| 1 << index)
}

impl fmt::Display for Modes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for &letter in MODE_LETTERS.iter().filter(|c| self.letters & bit(**c) != 0) {
            write!(f, "{}", char::from(letter))?;
        }
        f.write_str(&"j".repeat(self.jumps.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_are_written_in_order() {
        assert_eq!(Modes::of("nocm").to_string(), "mcon");
        assert_eq!(Modes::of("c").and("e").to_string(), "ce");
        assert_eq!(Modes::of("jpj").to_string(), "pjj");
    }

    #[test]
    fn modes_are_read_as_written() {
        for bits in 0..8 {
            let over = Over::new(bits & 1 != 0, bits & 2 != 0, bits & 4 != 0);
            for modes in Modes::passing(over, false) {
                assert_eq!(modes.over(), over);
            }
            assert!(Modes::passing(over, true).iter().all(|m| m.toggles()));
        }
        for en_passant in [false, true] {
            for rights in [
                Rights::BOTH,
                Modes::of("m").rights(),
                Modes::of("c").rights(),
                Modes::of("mcdt").rights(),
                Modes::of("cd").rights(),
                Modes::of("ct").rights(),
                Modes::of("t").rights(),
            ] {
                assert_eq!(Modes::ending(rights, en_passant).rights(), rights);
            }
        }
    }
}
