//! Path data of SVG from users, read and written anew, so that nothing but geometry remains.

use std::fmt::Write;

use super::SIZE;

/// Largest picture, in bytes.
pub const MAX_BYTES: usize = 64 << 10;
/// Most segments of a picture.
pub const MAX_SEGMENTS: usize = 5000;
/// Largest coordinate.
const FARTHEST: f64 = 1e6;
/// The area of a picture above its base: left, top, right, bottom.
const ROOM: [f64; 4] = [16.0, 8.0, 84.0, 82.0];

/// A command with its numbers, in absolute coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Segment {
    command: char,
    numbers: [f64; 7],
}

/// A path.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path(Vec<Segment>);

/// The number of numbers behind a command, and the indexes of the x of its points; y follows. For an arc the radii are not
/// points.
fn arguments(command: char) -> Option<(usize, &'static [usize])> {
    Some(match command {
        'M' | 'L' | 'T' => (2, &[0]),
        'H' | 'V' => (1, &[]),
        'C' => (6, &[0, 2, 4]),
        'S' | 'Q' => (4, &[0, 2]),
        'A' => (7, &[5]),
        'Z' => (0, &[]),
        _ => return None,
    })
}

impl Path {
    /// Reads path data.
    ///
    /// # Errors
    /// If the text is not path data, has too many segments or too large coordinates.
    pub fn read(text: &str) -> Result<Path, String> {
        let mut reader = Reader { rest: text };
        let mut path = Path::default();
        let (mut at, mut start) = ((0.0, 0.0), (0.0, 0.0));
        let mut letter = None;
        loop {
            reader.skip_blanks();
            let Some(next) = reader.rest.chars().next() else {
                return Ok(path);
            };
            if next.is_ascii_alphabetic() {
                reader.rest = &reader.rest[1..];
                letter = Some(next);
            } else if letter.is_none_or(|letter| letter.eq_ignore_ascii_case(&'z')) {
                return Err(format!("`{next}` is not a command of a path"));
            }
            let command = letter.unwrap_or_default();
            let segment = reader.segment(command, at)?;
            if path.0.is_empty() && segment.command != 'M' {
                return Err("a path begins with M".to_owned());
            }
            path.0.push(segment);
            if path.0.len() > MAX_SEGMENTS {
                return Err(format!("the path has more than {MAX_SEGMENTS} segments"));
            }
            at = match segment.command {
                'Z' => start,
                _ => segment.end(),
            };
            // further points behind M are lines
            match command {
                'M' => (start, letter) = (at, Some('L')),
                'm' => (start, letter) = (at, Some('l')),
                _ => {}
            }
        }
    }

    /// Appends another path.
    pub fn extend(&mut self, other: Path) {
        self.0.extend(other.0);
    }

    /// True if nothing is drawn.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// True for a rectangle with sides along the axes.
    pub fn is_rectangle(&self) -> bool {
        let ((left, right), (top, bottom)) = bounds(|| self.points());
        let corner = |(x, y)| (x == left || x == right) && (y == top || y == bottom);
        self.points().all(corner) && self.points().count() >= 4
    }

    /// The number of segments.
    pub fn segments(&self) -> usize {
        self.0.len()
    }

    /// The points, control points included.
    fn points(&self) -> impl Iterator<Item = (f64, f64)> {
        self.0.iter().flat_map(|segment| {
            let (_, points) = arguments(segment.command).unwrap_or_default();
            points
                .iter()
                .map(|&x| (segment.numbers[x], segment.numbers[x + 1]))
        })
    }

    /// The scale and the shift that fit paths into the area above the base. If `free` is set, paths that already lie within
    /// a picture stay as they are.
    pub fn fit(paths: &[&Path], free: bool) -> (f64, f64, f64) {
        let points = || paths.iter().flat_map(|path| path.points());
        let inside = |n: f64| (0.0..=SIZE).contains(&n);
        if free && points().all(|(x, y)| inside(x) && inside(y)) {
            return (1.0, 0.0, 0.0);
        }
        let ((left, right), (top, bottom)) = bounds(points);
        let across = (ROOM[2] - ROOM[0]) / (right - left).max(1e-3);
        let scale = across.min((ROOM[3] - ROOM[1]) / (bottom - top).max(1e-3));
        let middle = (left + right) / 2.0;
        (scale, SIZE / 2.0 - middle * scale, ROOM[3] - bottom * scale)
    }

    /// The path data after scaling and shifting, without blanks.
    pub fn write(&self, (scale, right, down): (f64, f64, f64)) -> String {
        let mut text = String::new();
        for segment in &self.0 {
            let (count, points) = arguments(segment.command).unwrap_or_default();
            let mut numbers = segment.numbers;
            for &x in points {
                numbers[x] = numbers[x] * scale + right;
                numbers[x + 1] = numbers[x + 1] * scale + down;
            }
            if segment.command == 'A' {
                numbers[0] *= scale;
                numbers[1] *= scale;
            }
            text.push(segment.command);
            for (index, number) in numbers[..count].iter().enumerate() {
                let comma = if index == 0 { "" } else { "," };
                let rounded = (number * 100.0).round() / 100.0;
                // writing to a string never fails
                let _ = write!(text, "{comma}{rounded}");
            }
        }
        text
    }
}

/// The smallest and largest x and y of points.
fn bounds<P: Iterator<Item = (f64, f64)>>(points: impl Fn() -> P) -> ((f64, f64), (f64, f64)) {
    let range = |of: fn((f64, f64)) -> f64| {
        let numbers = || points().map(of);
        (
            numbers().fold(f64::INFINITY, f64::min),
            numbers().fold(f64::NEG_INFINITY, f64::max),
        )
    };
    (range(|p| p.0), range(|p| p.1))
}

impl Segment {
    fn end(&self) -> (f64, f64) {
        match arguments(self.command) {
            Some((count, [.., x])) if count > 0 => (self.numbers[*x], self.numbers[x + 1]),
            _ => (0.0, 0.0),
        }
    }
}

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn skip_blanks(&mut self) {
        let blank = |c: char| c.is_ascii_whitespace() || c == ',';
        self.rest = self.rest.trim_start_matches(blank);
    }

    /// The numbers behind a command, in absolute coordinates; `H` and `V` become `L`.
    fn segment(&mut self, letter: char, at: (f64, f64)) -> Result<Segment, String> {
        let mut command = letter.to_ascii_uppercase();
        let unknown = || format!("`{letter}` is not a command of a path");
        let (count, points) = arguments(command).ok_or_else(unknown)?;
        let mut numbers = [0.0; 7];
        for (index, number) in numbers[..count].iter_mut().enumerate() {
            *number = self.number(command == 'A' && (index == 3 || index == 4))?;
        }
        let from = if letter.is_ascii_lowercase() {
            at
        } else {
            (0.0, 0.0)
        };
        for &x in points {
            numbers[x] += from.0;
            numbers[x + 1] += from.1;
        }
        if command == 'H' || command == 'V' {
            let number = numbers[0];
            let end = match command {
                'H' => (from.0 + number, at.1),
                _ => (at.0, from.1 + number),
            };
            (numbers[0], numbers[1]) = end;
            command = 'L';
        }
        if !numbers.iter().all(|number| number.abs() <= FARTHEST) {
            return Err("a coordinate is too large".to_owned());
        }
        Ok(Segment { command, numbers })
    }

    /// The next number; a flag is a single digit.
    fn number(&mut self, flag: bool) -> Result<f64, String> {
        self.skip_blanks();
        let bytes = self.rest.as_bytes();
        let digits = |from: usize| {
            bytes
                .get(from..)
                .unwrap_or_default()
                .iter()
                .take_while(|b| b.is_ascii_digit())
                .count()
        };
        let byte = |at: usize| bytes.get(at).copied().unwrap_or_default();
        let sign = |at: usize| usize::from(matches!(byte(at), b'+' | b'-'));
        let mut length = usize::from(flag);
        if !flag {
            length = sign(0);
            length += digits(length);
            if byte(length) == b'.' {
                length += 1 + digits(length + 1);
            }
            let exponent = length + 1 + sign(length + 1);
            if matches!(byte(length), b'e' | b'E') && digits(exponent) > 0 {
                length = exponent + digits(exponent);
            }
        }
        let (text, rest) = self.rest.split_at_checked(length).unwrap_or(("", ""));
        let number = text
            .parse::<f64>()
            .map_err(|_| "a number is missing".to_owned())?;
        self.rest = rest;
        match flag && number > 1.0 {
            true => Err("a flag of an arc is 0 or 1".to_owned()),
            false => Ok(number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> Result<String, String> {
        Path::read(text).map(|path| path.write(Path::fit(&[&path], true)))
    }

    #[test]
    fn paths_are_written_anew_in_absolute_coordinates() {
        for (text, expected) in [
            ("M10 10L90 10 50,80z", "M10,10L90,10L50,80Z"),
            (
                "m10,10 80 0-40 70zm5 5h1v-2",
                "M10,10L90,10L50,80ZM15,15L16,15L16,13",
            ),
            ("M0 50a5 5 0 1010 0", "M0,50A5,5,0,1,0,10,50"),
            (
                "M50.5.5q1e1-.5 20 0t5 5",
                "M50.5,0.5Q60.5,0,70.5,0.5T75.5,5.5",
            ),
            ("M0 0C1 1 2 2 3 3s2 2 3 3", "M0,0C1,1,2,2,3,3S5,5,6,6"),
            // what is not in the picture is fitted in above the base
            ("M0 0h680v680h-680z", "M16,14L84,14L84,82L16,82Z"),
            ("M0 0v-1e5", "M50,82L50,8"),
            ("", ""),
        ] {
            assert_eq!(written(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn broken_and_huge_paths_are_refused() {
        let many = format!("M0 0{}", "h1".repeat(MAX_SEGMENTS));
        for (text, error) in [
            ("10 10", "`1` is not a command of a path"),
            ("M1 1z2", "`2` is not a command of a path"),
            ("L1 1", "a path begins with M"),
            ("M1 1X2", "`X` is not a command of a path"),
            ("M1 NaN", "a number is missing"),
            ("M1 inf", "a number is missing"),
            ("M1", "a number is missing"),
            ("M1 1a1 1 0 2 1 3 3", "a flag of an arc is 0 or 1"),
            ("M1 1a1 1 0 é 1 3 3", "a number is missing"),
            ("M1 1e300", "a coordinate is too large"),
            ("M1 1L\"><script>", "a number is missing"),
            ("M1 1<script>", "a number is missing"),
            (&many, "the path has more than 5000 segments"),
        ] {
            assert_eq!(written(text), Err(error.to_owned()), "{text:.40}");
        }
    }
}
