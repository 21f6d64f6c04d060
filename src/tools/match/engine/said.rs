//! What the lines of an engine mean.

use crate::types::Color;

/// The result that an engine claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Somebody has won.
    Win(Color),
    /// Nobody has.
    Draw,
}

/// A line of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// Its move.
    Move(String),
    /// The game is over, it says.
    Claim(Claim),
    /// It gives up.
    Resigns,
    /// It offers a draw, or accepts one.
    OffersDraw,
    /// It takes a move for illegal.
    RefusesMove,
    /// It does not do what it was told.
    Complains,
    /// It has done everything before the ping of this number.
    Pong(u64),
    /// It tells about itself.
    Feature(String),
    /// What it thinks.
    Thinks {
        /// Depth, plies.
        depth: u32,
        /// Centipawns for the engine, as it counts them.
        score: i64,
        /// Positions searched so far.
        nodes: u64,
    },
    /// Nothing for a referee.
    Other,
}

impl Said {
    /// Reads a line.
    pub fn read(line: &str) -> Said {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "move" if !rest.is_empty() => Said::Move(first_word(rest)),
            "1-0" => Said::Claim(Claim::Win(Color::White)),
            "0-1" => Said::Claim(Claim::Win(Color::Black)),
            "1/2-1/2" => Said::Claim(Claim::Draw),
            "resign" => Said::Resigns,
            "offer" if rest.starts_with("draw") => Said::OffersDraw,
            "Illegal" | "illegal" if rest.starts_with("move") => Said::RefusesMove,
            "Error" | "error" | "tellusererror" => Said::Complains,
            "telluser" if rest.contains("not supported") => Said::Complains,
            "pong" => rest.parse().map_or(Said::Other, Said::Pong),
            "feature" => Said::Feature(rest.to_owned()),
            // as engines said it before the protocol had versions
            "My" => match rest.strip_prefix("move is:") {
                Some(text) if !text.trim().is_empty() => Said::Move(first_word(text)),
                _ => Said::Other,
            },
            _ => thinking(line).unwrap_or(Said::Other),
        }
    }
}

fn first_word(text: &str) -> String {
    text.split_whitespace()
        .next()
        .unwrap_or_default()
        .to_owned()
}

/// `PLY SCORE TIME NODES PV`; some engines mark the ply.
fn thinking(line: &str) -> Option<Said> {
    let mut words = line.split_whitespace();
    let depth = words.next()?;
    let depth = depth
        .trim_end_matches(|c: char| !c.is_ascii_digit())
        .parse()
        .ok()?;
    let score = words.next()?.parse().ok()?;
    // the time; some engines give seconds with a point
    words.next()?.parse::<f64>().ok()?;
    let nodes = words.next()?.parse().ok()?;
    Some(Said::Thinks {
        depth,
        score,
        nodes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        for (line, said) in [
            ("move e2e4", Said::Move("e2e4".into())),
            ("My move is: e2e4", Said::Move("e2e4".into())),
            ("move", Said::Other),
            ("1-0 {White mates}", Said::Claim(Claim::Win(Color::White))),
            ("0-1", Said::Claim(Claim::Win(Color::Black))),
            ("1/2-1/2 {Draw by repetition}", Said::Claim(Claim::Draw)),
            ("resign", Said::Resigns),
            ("offer draw", Said::OffersDraw),
            ("Illegal move: e2e5", Said::RefusesMove),
            ("Illegal move (no): e2e5", Said::RefusesMove),
            ("Error (unknown command): x", Said::Complains),
            ("telluser variant x not supported", Said::Complains),
            ("telluser good luck", Said::Other),
            ("pong 12", Said::Pong(12)),
            ("pong x", Said::Other),
            ("feature done=1", Said::Feature("done=1".into())),
            (
                "9 -34 12 3456 e2e4 e7e5",
                Said::Thinks {
                    depth: 9,
                    score: -34,
                    nodes: 3456,
                },
            ),
            (
                "9& 100003 0.1 3456\te2e4",
                Said::Thinks {
                    depth: 9,
                    score: 100_003,
                    nodes: 3456,
                },
            ),
            ("9 8 7", Said::Other),
            ("# move e2e4", Said::Other),
            ("", Said::Other),
        ] {
            assert_eq!(Said::read(line), said, "{line}");
        }
    }
}
