//! Parses the output of an engine that speaks UCI.

use super::super::message::{Message, first_word};
use super::super::text::shortened;

/// The longest complaint in characters; the rest is cut off.
const LONGEST_COMPLAINT: usize = 200;
/// The score of a mate in 0 moves in a message.
const MATE: i64 = 100_000;
/// The largest number of moves to a mate.
const MOST_MOVES: i64 = 10_000;

pub fn read(line: &str) -> Message {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match word {
        "bestmove" => Message::Move(first_word(rest)),
        "info" => thinking(rest).unwrap_or(Message::Other),
        "readyok" => Message::Ready(0),
        "uciok" => Message::Introduced,
        "id" | "option" => Message::Feature(line.to_owned()),
        "Fen:" => Message::Shows(rest.trim().to_owned()),
        // complaints, for which UCI has no word, in the words of many engines
        "No" if rest.starts_with("such option") => {
            Message::Complains(shortened(line, LONGEST_COMPLAINT))
        }
        _ => Message::Other,
    }
}

/// The arguments of `info`. Lines about a move other than the best one, with a bound of the score, or without depth and score
/// are of no use to a referee.
fn thinking(text: &str) -> Option<Message> {
    let (mut depth, mut score, mut nodes, mut first) = (None, None, 0, None);
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "depth" => depth = Some(words.next()?.parse().ok()?),
            "nodes" => nodes = words.next()?.parse().ok()?,
            "multipv" if words.next()? != "1" => return None,
            "lowerbound" | "upperbound" => return None,
            "score" => {
                let kind = words.next()?;
                let number = words.next()?;
                score = Some(match kind {
                    "cp" => number.parse().ok()?,
                    "mate" => mate(number)?,
                    _ => return None,
                });
            }
            // no number follows this word
            "string" => return None,
            "pv" => {
                first = words.next().map(first_word);
                break;
            }
            _ => {}
        }
    }
    Some(Message::Thinks {
        depth: depth?,
        score: score?,
        nodes,
        first,
    })
}

/// A mate in this many moves; the engine is mated if the number is not positive.
fn mate(number: &str) -> Option<i64> {
    let moves: i64 = number.parse().ok()?;
    let moves = moves.clamp(-MOST_MOVES, MOST_MOVES);
    Some(if moves > 0 {
        MATE + moves
    } else {
        moves - MATE
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_engines_are_understood() {
        let thinks = |depth, score, nodes, first: &str| Message::Thinks {
            depth,
            score,
            nodes,
            first: (!first.is_empty()).then(|| first.to_owned()),
        };
        let other = Message::Other;
        for (line, message) in [
            ("bestmove e2e4", Message::Move("e2e4".into())),
            ("bestmove e7e8q ponder a1a2", Message::Move("e7e8q".into())),
            ("bestmove (none)", Message::Move("(none)".into())),
            ("bestmove", Message::Move(String::new())),
            ("readyok", Message::Ready(0)),
            ("uciok", Message::Introduced),
            ("id name A B", Message::Feature("id name A B".into())),
            ("Fen: 8/8 w - - 0 1", Message::Shows("8/8 w - - 0 1".into())),
            (
                "No such option: X",
                Message::Complains("No such option: X".into()),
            ),
            (
                "info depth 9 seldepth 12 multipv 1 score cp -34 nodes 3456 nps 7 pv e2e4 nodes",
                thinks(9, -34, 3456, "e2e4"),
            ),
            (
                "info depth 9 score mate 3 pv a1a2",
                thinks(9, 100_003, 0, "a1a2"),
            ),
            ("info score mate -3 depth 9", thinks(9, -100_003, 0, "")),
            ("info depth 0 score mate 0", thinks(0, -100_000, 0, "")),
            ("info depth 9 multipv 2 score cp 1 nodes 1", other.clone()),
            ("info depth 9 score cp 1 upperbound nodes 1", other.clone()),
            ("info depth 9 currmove e2e4", other.clone()),
            ("info depth x score cp 1", other.clone()),
            ("info depth 1 score cp", other.clone()),
            ("info string depth 1 score cp 1", other.clone()),
            ("Unknown command: d", other.clone()),
            ("", other),
        ] {
            assert_eq!(read(line), message, "{line}");
        }
    }

    #[test]
    fn no_number_is_too_big() {
        let big = i64::MIN;
        let score = -(MATE + MOST_MOVES);
        assert_eq!(mate(&big.to_string()), Some(score));
        assert_eq!(mate("99999999999999999999"), None);
        assert_eq!(
            read(&format!("info depth {big} score cp 1")),
            Message::Other
        );
    }
}
