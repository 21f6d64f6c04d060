//! Parses the output of an engine that speaks the protocol of XBoard.

use super::super::message::{Message, first_word};
use super::super::text::shortened;
use crate::movegen::GameResult;

/// The longest complaint in characters; the rest is cut off.
const LONGEST_COMPLAINT: usize = 200;

pub fn read(line: &str) -> Message {
    let line = line.trim();
    let complaint = || shortened(line, LONGEST_COMPLAINT);
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match word {
        "move" if !rest.is_empty() => Message::Move(first_word(rest)),
        "resign" => Message::Resigns,
        "offer" if rest.starts_with("draw") => Message::OffersDraw,
        "Illegal" | "illegal" if rest.starts_with("move") => Message::RefusesMove(complaint()),
        "Error" | "error" | "tellusererror" => Message::Complains(complaint()),
        "telluser" if rest.contains("not supported") => Message::Complains(complaint()),
        "pong" => rest.parse().map_or(Message::Other, Message::Ready),
        "feature" => Message::Feature(rest.to_owned()),
        // the answer of an engine that speaks UCI, which this link does not speak
        "uciok" => Message::Introduced,
        // the form from before the protocol had versions
        "My" => match rest.strip_prefix("move is:") {
            Some(text) if !text.trim().is_empty() => Message::Move(first_word(text)),
            _ => Message::Other,
        },
        _ => match GameResult::parse(word) {
            Some(result) => Message::Claim(result),
            None => thinking(line).unwrap_or(Message::Other),
        },
    }
}

/// `PLY SCORE TIME NODES PV`; some engines mark the ply.
fn thinking(line: &str) -> Option<Message> {
    let mut words = line.split_whitespace();
    let depth = words.next()?;
    let depth = depth
        .trim_end_matches(|c: char| !c.is_ascii_digit())
        .parse()
        .ok()?;
    let score = words.next()?.parse().ok()?;
    // the time; some engines give seconds with a decimal point
    words.next()?.parse::<f64>().ok()?;
    let nodes = words.next()?.parse().ok()?;
    Some(Message::Thinks {
        depth,
        score,
        nodes,
        // nothing that uses this protocol needs the line of moves
        first: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Color;

    #[test]
    fn lines_of_engines_are_understood() {
        let refuses = |text: &str| Message::RefusesMove(text.to_owned());
        let complains = |text: &str| Message::Complains(text.to_owned());
        for (line, message) in [
            ("move e2e4", Message::Move("e2e4".into())),
            ("My move is: e2e4", Message::Move("e2e4".into())),
            ("move", Message::Other),
            (
                "1-0 {White mates}",
                Message::Claim(GameResult::Win(Color::White)),
            ),
            ("0-1", Message::Claim(GameResult::Win(Color::Black))),
            (
                "1/2-1/2 {Draw by repetition}",
                Message::Claim(GameResult::Draw),
            ),
            ("resign", Message::Resigns),
            ("offer draw", Message::OffersDraw),
            ("Illegal move: e2e5", refuses("Illegal move: e2e5")),
            (
                "Illegal move (no): e2e5",
                refuses("Illegal move (no): e2e5"),
            ),
            (
                "Error (unknown command): x",
                complains("Error (unknown command): x"),
            ),
            (
                "telluser variant x not supported",
                complains("telluser variant x not supported"),
            ),
            ("telluser good luck", Message::Other),
            ("pong 12", Message::Ready(12)),
            ("pong x", Message::Other),
            ("feature done=1", Message::Feature("done=1".into())),
            (
                "9 -34 12 3456 e2e4 e7e5",
                Message::Thinks {
                    depth: 9,
                    score: -34,
                    nodes: 3456,
                    first: None,
                },
            ),
            (
                "9& 100003 0.1 3456 12 99\te2e4 a7a6",
                Message::Thinks {
                    depth: 9,
                    score: 100_003,
                    nodes: 3456,
                    first: None,
                },
            ),
            ("9 8 7", Message::Other),
            ("# move e2e4", Message::Other),
            ("", Message::Other),
        ] {
            assert_eq!(read(line), message, "{line}");
        }
    }

    #[test]
    fn no_message_is_long() {
        let long = "x".repeat(10_000);
        let Message::Move(mv) = read(&format!("move {long}")) else {
            panic!("that is a move");
        };
        assert!(mv.len() < 50 && mv.ends_with("..."), "{mv}");
        let Message::Complains(text) = read(&format!("Error ({long})")) else {
            panic!("that is a complaint");
        };
        assert!(text.len() < 250, "{text}");
    }
}
