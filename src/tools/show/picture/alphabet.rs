//! Letters and digits as strokes.
//!
//! Pictures must be small and look the same on machines without fonts, so the few letters that they need are drawn.
//! Each letter is a path in a box 10 units wide and 14 high, y downwards, for a round pen; lower-case letters may
//! extend below the box.

/// The height of a capital.
pub const HEIGHT: f64 = 14.0;
/// The width of a letter.
pub const WIDTH: f64 = 10.0;

/// The strokes of a character. There are capitals, lower-case letters up to p (the files of a board), digits and a plus.
#[rustfmt::skip]
pub fn strokes(sign: char) -> Option<&'static str> {
    Some(match sign {
        'A' => "M0 14L5 0L10 14M1.8 9H8.2",
        'B' => "M1 0V14H5.4A3.6 3.6 0 0 0 5.4 6.8H1M5.4 6.8A3.4 3.4 0 0 0 5.4 0H1",
        'C' => "M9.5 2.6A5.2 7 0 1 0 9.5 11.4",
        'D' => "M1 0V14H4A6 7 0 0 0 4 0Z",
        'E' => "M9 0H1V14H9M1 6.8H7.6",
        'F' => "M9 0H1V14M1 6.8H7.6",
        'G' => "M9.4 2.5A5.2 7 0 1 0 9.6 11V7.8H6",
        'H' => "M1 0V14M9 0V14M1 7H9",
        'I' => "M5 0V14M2.4 0H7.6M2.4 14H7.6",
        'J' => "M8 0V9.6A3.6 4.4 0 0 1 0.8 9.6",
        'K' => "M1 0V14M9.2 0L1 8.4M3.8 5.6L9.6 14",
        'L' => "M1.2 0V14H9",
        'M' => "M0 14V0L5 8.6L10 0V14",
        'N' => "M1 14V0L9 14V0",
        'O' => "M5 0A5 7 0 1 0 5 14A5 7 0 1 0 5 0Z",
        'P' => "M1 14V0H5.4A3.9 3.9 0 0 1 5.4 7.8H1",
        'Q' => "M5 0A5 7 0 1 0 5 14A5 7 0 1 0 5 0ZM6 10L9.8 14.6",
        'R' => "M1 14V0H5.4A3.9 3.9 0 0 1 5.4 7.8H1M5.2 7.8L9.4 14",
        'S' => "M9 2.6C8 0.7 6.4 0 5 0C2.6 0 1 1.5 1 3.5C1 8 9.2 5.8 9.2 10.4C9.2 12.6 7.4 14 5 14C3 14 1.4 13 0.7 11.2",
        'T' => "M0 0H10M5 0V14",
        'U' => "M1 0V9A4 5 0 0 0 9 9V0",
        'V' => "M0 0L5 14L10 0",
        'W' => "M-1 0L2 14L5 3.4L8 14L11 0",
        'X' => "M0.6 0L9.4 14M9.4 0L0.6 14",
        'Y' => "M0 0L5 7.4L10 0M5 7.4V14",
        'Z' => "M0.8 0H9.2L0.8 14H9.2",
        'a' => "M8.6 5.2V14M8.6 9.5A3.8 4.4 0 1 0 8.6 9.7",
        'b' => "M1.4 0V14M1.4 9.5A3.8 4.4 0 1 1 1.4 9.7",
        'c' => "M8.2 6.6A4 4.4 0 1 0 8.2 12.6",
        'd' => "M8.6 0V14M8.6 9.5A3.8 4.4 0 1 0 8.6 9.7",
        'e' => "M1.2 9.4H8.8A3.8 4.4 0 1 0 8.1 12.4",
        'f' => "M8 0.8C5.4 -0.6 4 0.6 4 3.2V14M1.6 5.6H7.4",
        'g' => "M8.6 5.2V14.6A3.6 3.6 0 0 1 1.8 16.2M8.6 9.5A3.8 4.4 0 1 0 8.6 9.7",
        'h' => "M1.4 0V14M1.4 9A3.6 3.8 0 0 1 8.6 9V14",
        'i' => "M5 5.4V14M5 1V1.2",
        'j' => "M6.4 5.4V15A3 3 0 0 1 2.2 17.2M6.4 1V1.2",
        'k' => "M1.8 0V14M8.2 5.2L1.8 10.6M4.2 8.6L8.6 14",
        'l' => "M5 0V14",
        'm' => "M0 14V5.4M0 8.6A2.5 3 0 0 1 5 8.6V14M5 8.6A2.5 3 0 0 1 10 8.6V14",
        'n' => "M1.4 14V5.4M1.4 9A3.6 3.8 0 0 1 8.6 9V14",
        'o' => "M5 5.1A4 4.5 0 1 0 5 14A4 4.5 0 1 0 5 5.1Z",
        'p' => "M1.4 5.2V18M1.4 9.5A3.8 4.4 0 1 1 1.4 9.7",
        '0' => "M5 0A4 7 0 1 0 5 14A4 7 0 1 0 5 0Z",
        '1' => "M2.2 2.8L5.4 0V14",
        '2' => "M1.2 3.6A3.9 3.5 0 0 1 8.9 3.8C8.9 7 1 10 1 14H9.2",
        '3' => "M1.2 2.2A4 3.4 0 1 1 5 6.8A4.2 3.6 0 1 1 0.8 12",
        '4' => "M7.2 14V0L0.6 10H9.8",
        '5' => "M8.6 0H2L1.4 6.2A4.4 4.2 0 1 1 1 12.2",
        '6' => "M8.4 1.2C4 -1 1 4 1 9.4A4 4.6 0 1 0 9 9.4A4 4.6 0 0 0 1 9.4",
        '7' => "M0.8 0H9.2L4 14",
        '8' => "M5 0A3.5 3.3 0 1 0 5 6.6A3.5 3.3 0 1 0 5 0ZM5 6.6A4.1 3.7 0 1 0 5 14A4.1 3.7 0 1 0 5 6.6Z",
        '9' => "M1.6 12.8C6 15 9 10 9 4.6A4 4.6 0 1 0 1 4.6A4 4.6 0 0 0 9 4.6",
        '+' => "M5 2V12M0 7H10",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_signs_of_boards_can_be_drawn() {
        let signs = ('A'..='Z').chain('a'..='p').chain('0'..='9').chain(['+']);
        for sign in signs {
            assert!(
                strokes(sign).is_some_and(|path| path.starts_with('M')),
                "{sign}"
            );
        }
        assert_eq!(strokes('é'), None);
    }
}
