//! USI, the dialect of shogi programs: lines of text from USI to UCI and back.
//!
//! USI counts files from the right and writes ranks as letters from the top. Its first player is Black and has the
//! capital letters, as White has here. Positions are SFENs, names of options have no spaces, and a mate is counted in
//! plies.

/// Names of options in USI, and ours. In all other names USI has `_` for a space.
const OPTIONS: [(&str, &str); 3] = [
    ("USI_Hash", "Hash"),
    ("USI_Ponder", "Ponder"),
    ("USI_Variant", "UCI_Variant"),
];
/// Words of `go` to exchange, because Black moves first in USI.
const CLOCKS: [(&str, &str); 4] = [
    ("btime", "wtime"),
    ("wtime", "btime"),
    ("binc", "winc"),
    ("winc", "binc"),
];

/// The size of the board: files and ranks.
pub type Size = (u8, u8);

/// Converts a command of a USI GUI to UCI.
pub fn to_uci(line: &str, size: Size) -> String {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "usi" => "uci".to_owned(),
        "usinewgame" => "ucinewgame".to_owned(),
        "gameover" => "stop".to_owned(),
        "setoption" => set_option(line),
        "position" => format!("position {}", position(rest, size)),
        "go" => go(rest, size),
        _ => line.to_owned(),
    }
}

fn set_option(line: &str) -> String {
    let line = line.strip_prefix("setoption name ").unwrap_or(line);
    let (name, value) = line.split_at(line.find(" value").unwrap_or(line.len()));
    let known = OPTIONS
        .iter()
        .find(|(usi, _)| usi.eq_ignore_ascii_case(name));
    let name = match known {
        Some((_, uci)) => (*uci).to_owned(),
        None if name.starts_with("UCI_") => name.to_owned(),
        None => name.replace('_', " "),
    };
    format!("setoption name {name}{value}")
}

fn position(text: &str, size: Size) -> String {
    let (start, moves) = text.split_at(text.find(" moves").unwrap_or(text.len()));
    let words: Vec<&str> = start.split_whitespace().collect();
    let start = match words[..] {
        ["sfen", board, side, hands, ref rest @ ..] => fen(board, side, hands, rest.first()),
        _ => start.to_owned(),
    };
    start + &moves_to_uci(moves, size)
}

fn fen(board: &str, side: &str, hands: &str, ply: Option<&&str>) -> String {
    let side = if side == "b" { "w" } else { "b" };
    let ply: u32 = ply.and_then(|ply| ply.parse().ok()).unwrap_or(1);
    let mut held = String::new();
    let mut count = 0;
    for c in hands.chars().filter(|c| *c != '-') {
        match c.to_digit(10) {
            // a hand cannot have more pieces than the board has squares
            Some(digit) => count = (10 * count + digit as usize).min(256),
            None => held.extend(std::iter::repeat_n(c, std::mem::take(&mut count).max(1))),
        }
    }
    format!(
        "fen {board}[{held}] {side} - - 0 {}",
        ply.max(1).div_ceil(2)
    )
}

/// Converts the arguments of `go`. A byoyomi becomes an increment that the clock has from the first move on.
fn go(text: &str, size: Size) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |index: usize| words.get(index).and_then(|word| word.parse::<i64>().ok());
    let byoyomi = words.iter().position(|word| *word == "byoyomi");
    let byoyomi = byoyomi.and_then(|index| number(index + 1)).unwrap_or(0);
    let mut line = "go".to_owned();
    for (index, word) in words.iter().enumerate() {
        let of_clock =
            index > 0 && words[index - 1].ends_with("time") && words[index - 1] != "movetime";
        let renamed = CLOCKS.iter().find(|(usi, _)| usi == word);
        line += " ";
        line += &match (renamed, number(index)) {
            (Some((_, uci)), _) => (*uci).to_owned(),
            (None, Some(time)) if of_clock => time.saturating_add(byoyomi).to_string(),
            _ => move_to_uci(word, size).unwrap_or_else(|| (*word).to_owned()),
        };
    }
    if byoyomi > 0 {
        line += &format!(" winc {byoyomi} binc {byoyomi}");
    }
    line
}

/// Converts a reply in UCI to USI.
pub fn to_usi(line: &str, size: Size) -> String {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "uciok" => "usiok".to_owned(),
        "option" => option(rest),
        "bestmove" if rest == "(none)" => "bestmove resign".to_owned(),
        "info" if rest.starts_with("string") => line.to_owned(),
        "bestmove" | "info" => results(line, size),
        _ => line.to_owned(),
    }
}

fn option(text: &str) -> String {
    let text = text.strip_prefix("name ").unwrap_or(text);
    let (name, kind) = text.split_at(text.find(" type ").unwrap_or(text.len()));
    let known = OPTIONS.iter().find(|(_, uci)| *uci == name);
    let name = known.map_or_else(|| name.replace(' ', "_"), |(usi, _)| (*usi).to_owned());
    format!("option name {name}{kind}")
}

/// Converts moves and the distance of a mate.
fn results(line: &str, size: Size) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in line.split(' ') {
        let moves = word.parse::<i64>().ok();
        words.push(
            match moves.filter(|_| words.last().is_some_and(|last| last == "mate")) {
                Some(moves) if moves > 0 => (2 * moves - 1).to_string(),
                Some(moves) => (2 * moves).to_string(),
                None => move_to_usi(word, size).unwrap_or_else(|| word.to_owned()),
            },
        );
    }
    words.join(" ")
}

fn moves_to_uci(text: &str, size: Size) -> String {
    let words = text.split(' ').map(|word| match move_to_uci(word, size) {
        Some(mv) => mv,
        None => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Converts a move; `None` if the word is not a move.
fn move_to_uci(word: &str, (files, ranks): Size) -> Option<String> {
    convert(word, ('*', '@'), |text| {
        let letter = text.find(|c: char| c.is_ascii_lowercase())?;
        let file = files.checked_sub(text[..letter].parse().ok()?)?;
        let rank = ranks.checked_sub(text.as_bytes()[letter] - b'a')?;
        let file = char::from(b'a'.checked_add(file)?);
        Some((format!("{file}{rank}"), &text[letter + 1..]))
    })
}

fn move_to_usi(word: &str, (files, ranks): Size) -> Option<String> {
    convert(word, ('@', '*'), |text| {
        let file = text.chars().next().filter(char::is_ascii_lowercase)?;
        let end = text[1..].find(|c: char| !c.is_ascii_digit());
        let (rank, rest) = text[1..].split_at(end.unwrap_or(text.len() - 1));
        let file = files.checked_sub(file as u8 - b'a')?;
        let rank = char::from(b'a'.checked_add(ranks.checked_sub(rank.parse().ok()?)?)?);
        Some((format!("{file}{rank}"), rest))
    })
}

/// Converts the squares of a move with `square`, which returns a converted square and the text after it. `drops`: the
/// sign of a drop in the text and in the result.
fn convert<'a>(
    text: &'a str,
    drops: (char, char),
    square: impl Fn(&'a str) -> Option<(String, &'a str)>,
) -> Option<String> {
    let (from, rest) = match text.split_once(drops.0) {
        Some((piece, rest)) => (format!("{piece}{}", drops.1), rest),
        None => square(text)?,
    };
    let (to, suffix) = square(rest)?;
    Some(from + &to + suffix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::uci::notation::Letters;
    use crate::testing::games::{game, random_walk};
    use crate::types::Rng;

    const SHOGI: Size = (9, 9);

    #[test]
    fn commands_become_those_of_uci() {
        for (usi, uci) in [
            ("usi", "uci"),
            ("isready", "isready"),
            ("usinewgame", "ucinewgame"),
            ("gameover win", "stop"),
            (
                "setoption name USI_Hash value 256",
                "setoption name Hash value 256",
            ),
            ("setoption name Clear_Hash", "setoption name Clear Hash"),
            (
                "setoption name UCI_AnalyseMode value true",
                "setoption name UCI_AnalyseMode value true",
            ),
            ("position startpos", "position startpos"),
            (
                "position startpos moves 7g7f P*5e 8h2b+",
                "position startpos moves c3c4 P@e5 b2h8+",
            ),
            (
                "position sfen 4k4/9/9/9/9/9/9/9/4K4 b R2P12p 5 moves 5i5h",
                "position fen 4k4/9/9/9/9/9/9/9/4K4[RPPpppppppppppp] w - - 0 3 moves e1e2",
            ),
            ("go btime 1000 wtime 2000", "go wtime 1000 btime 2000"),
            (
                "go btime 0 wtime 5 byoyomi 900",
                "go wtime 900 btime 905 byoyomi 900 winc 900 binc 900",
            ),
            (
                "go movetime 70 byoyomi 1",
                "go movetime 70 byoyomi 1 winc 1 binc 1",
            ),
            (
                "go infinite searchmoves 2g2f",
                "go infinite searchmoves h3h4",
            ),
            ("position sfen", "position sfen"),
        ] {
            assert_eq!(to_uci(usi, SHOGI), uci, "{usi}");
        }
        let small = "position sfen 3gk/5/5/5/K+P3 w - 2 moves 1a1b";
        let fen = "position fen 3gk/5/5/5/K+P3[] b - - 0 1 moves e5e4";
        assert_eq!(to_uci(small, (5, 5)), fen);
    }

    #[test]
    fn replies_become_those_of_usi() {
        for (uci, usi) in [
            ("id name fmax", "id name fmax"),
            ("uciok", "usiok"),
            (
                "option name Clear Hash type button",
                "option name Clear_Hash type button",
            ),
            (
                "option name Hash type spin default 1",
                "option name USI_Hash type spin default 1",
            ),
            ("bestmove (none)", "bestmove resign"),
            ("bestmove c3c4 ponder g7g6", "bestmove 7g7f ponder 3c3d"),
            (
                "info depth 9 score mate 3 nodes 1 pv P@e5 b2h8+",
                "info depth 9 score mate 5 nodes 1 pv P*5e 8h2b+",
            ),
            ("info depth 9 score mate -2", "info depth 9 score mate -4"),
            ("info string a1a2", "info string a1a2"),
        ] {
            assert_eq!(to_usi(uci, SHOGI), usi, "{uci}");
        }
    }

    /// Every move in games of shogi and its relatives stays the same when it is converted and converted back.
    #[test]
    fn moves_are_converted_back() {
        let mut random = Rng::new(1);
        for name in [
            "shogi",
            "minishogi",
            "kyotoshogi",
            "torishogi",
            "judkins",
            "shoshogi",
        ] {
            random_walk(game(name, ""), 60, &mut random, |game, moves| {
                let variant = game.rules().variant();
                let size = (variant.files, variant.ranks);
                for &mv in moves {
                    let uci = Letters::default().spell(game, mv);
                    let usi = move_to_usi(&uci, size).unwrap();
                    assert_eq!(move_to_uci(&usi, size), Some(uci), "{name} {usi}");
                }
            });
        }
    }
}
