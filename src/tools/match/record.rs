//! Games on paper: PGN, and a line of JSON for each.

use std::fmt::Write as _;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::ending::GameResult;
use super::referee::{Played, Ply};
use crate::types::Color;

/// Where lines of PGN are broken.
const PGN_WIDTH: usize = 80;

/// A game with all that belongs to it.
#[derive(Clone, Debug)]
pub struct Record {
    /// The game's name.
    pub variant: String,
    /// The number of the pair, from 1.
    pub round: u32,
    /// Names of the players, white and black.
    pub players: [String; 2],
    /// The colour of the first engine.
    pub first: Color,
    /// What limited the moves of white and black.
    pub limits: [String; 2],
    /// The game.
    pub played: Played,
    /// When it was over.
    pub date: SystemTime,
}

impl Record {
    /// The half points of the first engine.
    pub fn half_points(&self) -> u8 {
        match self.played.ending.result() {
            GameResult::Draw => 1,
            GameResult::Win(color) if color == self.first => 2,
            GameResult::Win(_) => 0,
        }
    }

    /// The game in PGN, with an empty line at the end. Moves are written as the protocol writes
    /// them, promotions with `=`, because there is no standard for games that nobody knows.
    pub fn pgn(&self) -> String {
        let result = self.played.ending.result().to_string();
        let [white, black] = &self.limits;
        let limits = if white == black {
            vec![("TimeControl", white.as_str())]
        } else {
            vec![
                ("WhiteTimeControl", white.as_str()),
                ("BlackTimeControl", black.as_str()),
            ]
        };
        let tags = [
            ("Event", "fmax match"),
            ("Site", "?"),
            ("Date", &pgn_date(self.date)),
            ("Round", &self.round.to_string()),
            ("White", &self.players[0]),
            ("Black", &self.players[1]),
            ("Result", &result),
            ("Variant", &self.variant),
            ("PlyCount", &self.played.plies.len().to_string()),
            ("Termination", &self.played.ending.reason()),
        ];
        let start = self.played.start.as_deref();
        let start = start.map(|fen| [("SetUp", "1"), ("FEN", fen)]);
        let mut text = String::new();
        for (name, value) in tags
            .into_iter()
            .chain(limits)
            .chain(start.into_iter().flatten())
        {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            // writing to a string cannot fail
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
        text.push('\n');
        let mut words = Vec::new();
        for (i, ply) in self.played.plies.iter().enumerate() {
            if i % 2 == 0 {
                words.push(format!("{}.", i / 2 + 1));
            }
            words.push(pgn_move(ply));
            words.extend(pgn_comment(ply));
        }
        let ending = self.played.ending.to_string().replace(['{', '}'], "");
        words.extend(format!("{{{ending}}}").split(' ').map(str::to_owned));
        words.push(result);
        wrap(&mut text, &words);
        text.push('\n');
        text
    }

    /// The game as a JSON object, without an end of line.
    pub fn json(&self) -> String {
        let played = &self.played;
        let list = |plies: &[Ply]| {
            let moves: Vec<String> = plies.iter().map(|ply| quoted(&ply.text)).collect();
            format!("[{}]", moves.join(","))
        };
        let opening = played.plies.iter().take_while(|ply| ply.thought.is_none());
        let (opening, contest) = played.plies.split_at(opening.count());
        let winner = match played.ending.result() {
            GameResult::Draw => "null".to_owned(),
            GameResult::Win(color) if color == self.first => quoted("A"),
            GameResult::Win(_) => quoted("B"),
        };
        let by_engine = |[white, black]: &[String; 2]| match self.first {
            Color::White => [quoted(white), quoted(black)],
            Color::Black => [quoted(black), quoted(white)],
        };
        let [a, b] = by_engine(&self.players);
        let [limit, limit_b] = by_engine(&self.limits);
        let fields = [
            ("variant", quoted(&self.variant)),
            ("round", self.round.to_string()),
            ("a", a),
            ("b", b),
            (
                "white",
                quoted(if self.first == Color::White { "A" } else { "B" }),
            ),
            ("limit", limit),
            ("limit_b", limit_b),
            ("result", quoted(&played.ending.result().to_string())),
            ("winner", winner),
            ("reason", quoted(&played.ending.reason())),
            ("comment", quoted(&played.ending.to_string())),
            ("plies", played.plies.len().to_string()),
            ("white_seconds", self.seconds(Color::White)),
            ("black_seconds", self.seconds(Color::Black)),
            ("opening", list(opening)),
            ("moves", list(contest)),
            ("fen", quoted(&played.fen)),
            (
                "start",
                played.start.as_deref().map_or("null".to_owned(), quoted),
            ),
        ];
        let fields: Vec<String> = (fields.iter())
            .map(|(name, value)| format!("\"{name}\":{value}"))
            .collect();
        format!("{{{}}}", fields.join(","))
    }

    /// What a side has used in all.
    fn seconds(&self, color: Color) -> String {
        let own = self.played.plies.iter().skip(color.index()).step_by(2);
        let time: Duration = own
            .filter_map(|ply| ply.thought)
            .map(|thought| thought.time)
            .sum();
        format!("{:.3}", time.as_secs_f64())
    }
}

fn pgn_move(ply: &Ply) -> String {
    match ply.text.char_indices().last() {
        Some((end, letter)) if ply.promotes && letter.is_ascii_alphabetic() => {
            format!("{}={}", &ply.text[..end], letter.to_ascii_uppercase())
        }
        _ => ply.text.clone(),
    }
}

/// Score in pawns, depth and seconds, as XBoard writes them.
fn pgn_comment(ply: &Ply) -> Vec<String> {
    let Some(thought) = ply.thought else {
        return vec!["{book}".to_owned()];
    };
    let time = format!("{:.3}}}", thought.time.as_secs_f64());
    match thought.told {
        Some((depth, score)) => {
            vec![format!("{{{:+.2}/{depth}", score as f64 / 100.0), time]
        }
        None => vec![format!("{{{time}")],
    }
}

fn wrap(text: &mut String, words: &[String]) {
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > PGN_WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += length;
    }
    text.push('\n');
}

/// The day in universal time.
fn pgn_date(time: SystemTime) -> String {
    let seconds = time
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
        .as_secs();
    let mut days = seconds / 86_400;
    let leap = |year: u64| match year {
        year if year.is_multiple_of(100) => year.is_multiple_of(400),
        year => year.is_multiple_of(4),
    };
    let mut year = 1970;
    while days >= 365 + u64::from(leap(year)) {
        days -= 365 + u64::from(leap(year));
        year += 1;
    }
    let mut month = 1;
    for length in [
        31,
        28 + u64::from(leap(year)),
        31,
        30,
        31,
        30,
        31,
        31,
        30,
        31,
        30,
        31,
    ] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year:04}.{month:02}.{:02}", days + 1)
}

/// A JSON string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::ending::Ending;
    use super::super::referee::Thought;
    use super::*;

    fn record(ending: Ending) -> Record {
        let ply = |text: &str, promotes, told| Ply {
            text: text.to_owned(),
            promotes,
            thought: Some(Thought {
                time: Duration::from_millis(1250),
                told,
            }),
        };
        let mut book = ply("e2e4", false, None);
        book.thought = None;
        Record {
            variant: "normal".into(),
            round: 3,
            players: ["a \"x\"".into(), "b\\".into()],
            first: Color::Black,
            limits: ["5+0.05".into(), "1+0.01".into()],
            played: Played {
                start: None,
                plies: vec![
                    book,
                    ply("e7e5", false, Some((12, -34))),
                    ply("a7a8q", true, None),
                ],
                ending,
                fen: "8/8 w - - 0 1".into(),
            },
            date: UNIX_EPOCH + Duration::from_secs(951_782_400),
        }
    }

    #[test]
    fn pgn() {
        let text = record(Ending::Flag(Color::White)).pgn();
        for line in [
            "[White \"a \\\"x\\\"\"]",
            "[Black \"b\\\\\"]",
            "[Date \"2000.02.29\"]",
            "[Result \"0-1\"]",
            "[Variant \"normal\"]",
            "[WhiteTimeControl \"5+0.05\"]",
            "[BlackTimeControl \"1+0.01\"]",
            "[Termination \"time forfeit\"]",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} in {text}");
        }
        let (_, body) = text.split_once("\n\n").unwrap();
        assert_eq!(
            body,
            "1. e2e4 {book} e7e5 {-0.34/12 1.250} 2. a7a8=Q {1.250} {White forfeits on time}\n0-1\n\n"
        );
        let long = record(Ending::IllegalMove(Color::White, "x {y} ".repeat(60)));
        assert!(long.pgn().lines().all(|line| line.len() <= 80));
        assert_eq!(
            long.pgn().matches('{').count(),
            long.pgn().matches('}').count()
        );
    }

    #[test]
    fn json() {
        let text = record(Ending::IllegalMove(Color::White, "\"\\\t".into())).json();
        for field in [
            r#""variant":"normal""#,
            r#""round":3"#,
            r#""a":"b\\""#,
            r#""white":"B""#,
            r#""winner":"A""#,
            r#""reason":"illegal move""#,
            r#"illegal move: \"\\\u0009""#,
            r#""plies":3"#,
            r#""white_seconds":1.250"#,
            r#""opening":["e2e4"],"moves":["e7e5","a7a8q"]"#,
            r#""fen":"8/8 w - - 0 1","start":null"#,
        ] {
            assert!(text.contains(field), "{field} in {text}");
        }
        assert!(
            record(Ending::Agreement)
                .json()
                .contains(r#""winner":null"#)
        );
        assert!(!text.contains('\n'));
    }

    #[test]
    fn another_start() {
        let mut record = record(Ending::Agreement);
        assert!(!record.pgn().contains("SetUp"));
        record.played.start = Some("8/8 w K - 0 1".into());
        let (json, pgn) = (record.json(), record.pgn());
        assert!(json.contains(r#""start":"8/8 w K - 0 1""#), "{json}");
        assert!(
            pgn.contains("[SetUp \"1\"]\n[FEN \"8/8 w K - 0 1\"]\n\n"),
            "{pgn}"
        );
    }

    #[test]
    fn dates() {
        for (seconds, date) in [
            (0, "1970.01.01"),
            (86_399, "1970.01.01"),
            (68_169_599, "1972.02.28"),
            (68_256_000, "1972.03.01"),
            (1_798_675_200, "2026.12.31"),
        ] {
            let time = UNIX_EPOCH + Duration::from_secs(seconds);
            assert_eq!(pgn_date(time), date);
        }
    }
}
