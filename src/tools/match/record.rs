//! Games as PGN. The form of a game as a line of JSON is [`GameLine`](super::line::GameLine).

use std::fmt::Write as _;
use std::time::Duration;

use jiff::Timestamp;

use super::referee::{Played, Ply};
use crate::types::{ByColor, Color};

/// The width at which lines of PGN are broken.
const PGN_WIDTH: usize = 80;

/// A game with its players, limits and tags.
#[derive(Clone, Debug)]
pub struct Record {
    pub variant: String,
    /// The number of the pair, from 1.
    pub round: u32,
    pub players: ByColor<String>,
    /// The engines that play, by their indices on the command line.
    pub engines: [usize; 2],
    pub first: Color,
    /// The limits of white and black.
    pub limits: ByColor<String>,
    /// Further PGN tags that a GUI needs to replay the game.
    pub tags: Vec<(&'static str, String)>,
    pub played: Played,
    pub date: Timestamp,
}

impl Record {
    /// The game in PGN, followed by an empty line. If SAN does not identify one of the moves, all moves are written as in the
    /// protocol, with `=` in promotions.
    pub fn pgn(&self) -> String {
        let plies = &self.played.plies;
        let san = plies.iter().all(|ply| ply.san.is_some());
        let result = self.played.ending.result().to_string();
        let [white, black] = self.limits.as_ref().into_array();
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
            ("Date", &self.date.strftime("%Y.%m.%d").to_string()),
            ("Round", &self.round.to_string()),
            ("White", &self.players[Color::White]),
            ("Black", &self.players[Color::Black]),
            ("Result", &result),
            ("Variant", &self.variant),
            ("PlyCount", &plies.len().to_string()),
            ("Termination", &self.played.ending.reason()),
            ("Notation", if san { "SAN" } else { "coordinates" }),
        ];
        let own = (self.tags.iter()).map(|(name, value)| (*name, value.as_str()));
        let mut text = String::new();
        for (name, value) in tags.into_iter().chain(limits).chain(own) {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            // writing to a string cannot fail
            let _ = writeln!(text, "[{name} \"{value}\"]");
        }
        text.push('\n');
        let mut words = Vec::new();
        for (i, ply) in plies.iter().enumerate() {
            if i % 2 == 0 {
                words.push(format!("{}.", i / 2 + 1));
            }
            let text = ply.san.clone().filter(|_| san);
            words.push(text.unwrap_or_else(|| coordinates(ply)));
            words.extend(pgn_comment(ply));
        }
        let ending = self.played.ending.to_string().replace(['{', '}'], "");
        words.push(format!("{{{ending}}}"));
        words.push(result);
        let plain = textwrap::Options::new(PGN_WIDTH)
            .word_separator(textwrap::WordSeparator::AsciiSpace)
            .word_splitter(textwrap::WordSplitter::NoHyphenation)
            .wrap_algorithm(textwrap::WrapAlgorithm::FirstFit);
        text.push_str(&textwrap::fill(&words.join(" "), plain));
        text.push_str("\n\n");
        text
    }

    /// The total time of a side in seconds, to the millisecond.
    pub fn seconds(&self, color: Color) -> f64 {
        let own = self.played.plies.iter().skip(color.index()).step_by(2);
        let thoughts = own.filter_map(|ply| ply.thought);
        let time: Duration = thoughts.map(|thought| thought.time).sum();
        time.as_millis() as f64 / 1000.0
    }
}

fn coordinates(ply: &Ply) -> String {
    match ply.text.char_indices().last() {
        Some((end, letter)) if ply.suffixed && letter.is_ascii_alphabetic() => {
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
    match thought.reported {
        Some((depth, score)) => {
            vec![format!("{{{:+.2}/{depth}", score as f64 / 100.0), time]
        }
        None => vec![format!("{{{time}")],
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::ending::Ending;
    use super::super::line::GameLine;
    use super::super::referee::Thought;
    use super::super::settings::Settings;
    use super::*;

    fn record(ending: Ending) -> Record {
        let ply = |text: &str, suffixed, reported| Ply {
            text: text.to_owned(),
            san: None,
            suffixed,
            thought: Some(Thought {
                time: Duration::from_millis(1250),
                reported,
            }),
        };
        let mut book = ply("e2e4", false, None);
        book.thought = None;
        Record {
            variant: "normal".into(),
            round: 3,
            players: ByColor::new("a \"x\"".into(), "b\\".into()),
            engines: [0, 1],
            first: Color::Black,
            limits: ByColor::new("5+0.05".into(), "1+0.01".into()),
            tags: Vec::new(),
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
            date: Timestamp::from_second(951_782_400).unwrap(),
        }
    }

    fn json(record: &Record) -> String {
        let line = GameLine::new(record, &Settings::default());
        let text = serde_json::to_string(&line).unwrap();
        assert_eq!(serde_json::from_str::<GameLine>(&text).unwrap(), line);
        text
    }

    #[test]
    fn a_game_is_written_as_pgn() {
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
            "[Notation \"coordinates\"]",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} in {text}");
        }
        let (_, body) = text.split_once("\n\n").unwrap();
        assert_eq!(
            body,
            "1. e2e4 {book} e7e5 {-0.34/12 1.250} 2. a7a8=Q {1.250} {White forfeits on time}\n0-1\n\n"
        );
        // if one move has no SAN, all moves are written as coordinates
        let mut named = record(Ending::Flag(Color::White));
        for (i, san) in ["e4", "e5", "a8=Q+"].into_iter().enumerate() {
            assert!(named.pgn().contains("[Notation \"coordinates\"]"));
            named.played.plies[i].san = Some(san.to_owned());
        }
        let text = named.pgn();
        assert!(text.contains("[Notation \"SAN\"]"), "{text}");
        assert!(
            text.contains("\n\n1. e4 {book} e5 {-0.34/12 1.250} 2. a8=Q+ {1.250} {White"),
            "{text}"
        );
        let long = record(Ending::IllegalMove(Color::White, "x {y} ".repeat(60)));
        assert!(long.pgn().lines().all(|line| line.len() <= 80));
        assert_eq!(
            long.pgn().matches('{').count(),
            long.pgn().matches('}').count()
        );
    }

    #[test]
    fn a_game_is_written_as_json() {
        let text = json(&record(Ending::IllegalMove(Color::White, "\"\\\t".into())));
        for field in [
            r#""variant":"normal""#,
            r#""round":3"#,
            r#""a":"b\\""#,
            r#""white":"B""#,
            r#""winner":"A""#,
            r#""reason":"illegal move""#,
            r#"illegal move: \"\\\t""#,
            r#""plies":3"#,
            r#""white_seconds":1.25"#,
            r#""opening":["e2e4"],"moves":["e7e5","a7a8q"]"#,
            r#""fen":"8/8 w - - 0 1","start":null"#,
        ] {
            assert!(text.contains(field), "{field} in {text}");
        }
        assert!(json(&record(Ending::Agreement)).contains(r#""winner":null"#));
        assert!(!text.contains('\n'));
    }

    #[test]
    fn a_start_of_its_own_is_written_in_both_forms() {
        let mut record = record(Ending::Agreement);
        assert!(!record.pgn().contains("SetUp"));
        record.played.start = Some("8/8 w K - 0 1".into());
        record.tags = vec![("SetUp", "1".into()), ("FEN", "8/8 w K - 0 1".into())];
        let (json, pgn) = (json(&record), record.pgn());
        assert!(json.contains(r#""start":"8/8 w K - 0 1""#), "{json}");
        assert!(
            pgn.contains("[SetUp \"1\"]\n[FEN \"8/8 w K - 0 1\"]\n\n"),
            "{pgn}"
        );
    }
}
