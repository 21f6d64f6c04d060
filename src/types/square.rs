//! Squares as bytes, and their text.

use super::Step;

/// A square: `rank * 16 + file`, both from 0 at a1. Not every square is on the board of a variant.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub u8);

impl Square {
    /// The square at a file and rank, each 0 to 15.
    pub const fn at(file: u8, rank: u8) -> Square {
        Square(rank << 4 | file & 15)
    }

    /// The file, counted from 0 for the a-file.
    pub const fn file(self) -> u8 {
        self.0 & 15
    }

    /// The rank, counted from 0 for White's back rank.
    pub const fn rank(self) -> u8 {
        self.0 >> 4
    }

    /// As an index below 256.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number of king steps to another square.
    pub fn distance(self, other: Square) -> i32 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        files.max(ranks).into()
    }

    /// The square one step away, if it is on a board of the given size. On a cylinder the files wrap around.
    /// Holes are ignored.
    pub fn offset(self, step: Step, files: u8, ranks: u8, cylinder: bool) -> Option<Square> {
        let rank = i16::from(self.rank()) + i16::from(step.ranks);
        let mut file = i16::from(self.file()) + i16::from(step.files);
        if cylinder {
            file = file.rem_euclid(i16::from(files));
        }
        let inside = (0..i16::from(files)).contains(&file) && (0..i16::from(ranks)).contains(&rank);
        inside.then(|| Square::at(file as u8, rank as u8))
    }

    /// Writes the square for a board with this many ranks. On boards of exactly 10 ranks the protocol numbers the
    /// ranks from 0.
    pub fn name(self, ranks: u8) -> String {
        self.name_from(Square::first_rank(ranks))
    }

    /// Writes the square for files and people, with ranks counted from 1 on all boards.
    pub fn plain_name(self) -> String {
        self.name_from(1)
    }

    /// Converts a move of the protocol to ranks counted from 1 on all boards.
    pub fn plain_move(text: &str, ranks: u8) -> String {
        let shift = u32::from(1 - Square::first_rank(ranks));
        if shift == 0 {
            return text.to_owned();
        }
        // with ten ranks every digit is a rank
        let plain = text.chars().map(|c| match c.to_digit(10) {
            Some(rank) => (rank + shift).to_string(),
            None => c.to_string(),
        });
        plain.collect()
    }

    /// The number that the protocol gives to the lowest rank of a board with this many ranks.
    pub fn first_rank(ranks: u8) -> u8 {
        u8::from(ranks != 10)
    }

    fn name_from(self, first: u8) -> String {
        format!("{}{}", char::from(b'a' + self.file()), self.rank() + first)
    }

    /// Reads a square from the front of a text; returns it with the rest of the text. `None` if
    /// there is no square of a board of this size.
    pub fn parse_prefix(text: &str, files: u8, ranks: u8) -> Option<(Square, &str)> {
        let letter = text.chars().next()?;
        let file = u32::from(letter.to_ascii_lowercase()).checked_sub(u32::from('a'))?;
        let rest = &text[letter.len_utf8()..];
        let digits = rest.bytes().take(2).take_while(u8::is_ascii_digit).count();
        let first = i32::from(Square::first_rank(ranks));
        // "a10" is rank 10 if the board has such a rank, otherwise rank 1 followed by something else
        for len in (1..=digits).rev() {
            let rank = rest[..len].parse::<i32>().ok()? - first;
            if (0..i32::from(ranks)).contains(&rank) && file < u32::from(files) {
                return Some((Square::at(file as u8, rank as u8), &rest[len..]));
            }
        }
        None
    }
}

impl std::fmt::Debug for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.plain_name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_written_with_ranks_from_one() {
        for (text, ranks, expected) in [
            ("a9j0", 10, "a10j1"),
            ("P@e4,d8d9", 10, "P@e5,d9d10"),
            ("e2e4", 8, "e2e4"),
            ("a10a12q", 12, "a10a12q"),
        ] {
            assert_eq!(Square::plain_move(text, ranks), expected);
        }
    }

    #[test]
    fn squares_have_names_on_boards_of_all_heights() {
        assert_eq!(Square::at(0, 0).name(8), "a1");
        assert_eq!(Square::at(0, 0).name(10), "a0");
        assert_eq!(Square::at(11, 11).name(12), "l12");
        let (sq, rest) = Square::parse_prefix("e2e4", 8, 8).unwrap();
        assert_eq!((sq, rest), (Square::at(4, 1), "e4"));
        assert_eq!(
            Square::parse_prefix("a10a9", 12, 12).unwrap(),
            (Square::at(0, 9), "a9")
        );
        // on eight ranks, the second digit is not part of the square
        assert_eq!(
            Square::parse_prefix("a10", 8, 8).unwrap(),
            (Square::at(0, 0), "0")
        );
        assert_eq!(
            Square::parse_prefix("a0a9", 10, 10).unwrap(),
            (Square::at(0, 0), "a9")
        );
        for bad in ["", "a", "i1", "a9", "4", "é4", "a0"] {
            assert_eq!(Square::parse_prefix(bad, 8, 8), None, "{bad}");
        }
    }

    #[test]
    fn offsets_end_at_the_edge_or_go_round_it() {
        let a1 = Square::at(0, 0);
        assert_eq!(a1.offset(Step::new(-1, 0), 8, 8, false), None);
        assert_eq!(
            a1.offset(Step::new(-3, 2), 8, 8, true),
            Some(Square::at(5, 2))
        );
        assert_eq!(a1.offset(Step::new(0, -1), 8, 8, true), None);
    }
}
