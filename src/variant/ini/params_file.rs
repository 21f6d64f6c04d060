//! The file beside the file of games that says what the terms of the evaluation are worth in each.
//!
//! It has the same name, with the ending `.eval`. A line `Game: NAME` begins what concerns a game,
//! `TERM MIDDLEGAME ENDGAME` sets the worth of a term; two slashes begin a comment. What is not
//! said keeps the worth that it has in all games.

use super::diagnostic::{Diagnostic, Report, Span};
use super::did_you_mean::did_you_mean;
use crate::variant::params::Term;

/// A larger file is not read.
pub const MAX_BYTES: u64 = 1 << 20;
/// The largest worth that makes sense.
const MOST: f64 = 5000.0;
/// Names at most this different from a term's are taken for misspelt.
const MISSPELT: usize = 4;

/// How the name of such a file ends; the rest is that of the file of games.
pub const EXTENSION: &str = "eval";

/// The worth of a term in the middle game and in the end game.
pub type Worth = (Term, (f64, f64));

/// What the file says about one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The name of the game, and where it stands.
    pub game: (String, Span),
    /// What is set.
    pub worths: Vec<Worth>,
}

/// Reads such a file, with all that is wrong with it. Lines that cannot be understood are left out.
pub fn read(file: &str, text: &str) -> (Vec<Section>, Vec<Diagnostic>) {
    let mut report = Report::new(file);
    let mut sections: Vec<Section> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let span = Span {
            line: number,
            column: 1 + (line.len() - line.trim_start().len()) as u32,
        };
        if report.is_full() {
            report.error(span, "what follows is not read", None);
            break;
        }
        let line = line.trim();
        if line.is_empty() || line.starts_with("//") {
            continue;
        }
        if let Some(name) = line.strip_prefix("Game:") {
            sections.push(Section {
                game: (name.trim().to_owned(), span),
                worths: Vec::new(),
            });
            continue;
        }
        match (worth(line), sections.last_mut()) {
            (Ok(worth), Some(section)) => section.worths.push(worth),
            (Ok(_), None) => {
                let hint = Some("begin with a line `Game: NAME`".to_owned());
                report.error(span, "it is not said for which game", hint);
            }
            (Err((message, hint)), _) => report.error(span, message, hint),
        }
    }
    (sections, report.into_list())
}

fn worth(line: &str) -> Result<Worth, (String, Option<String>)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [name, mg, eg] = words[..] else {
        let hint = "a line is the name of a term and two numbers: middle game, end game";
        return Err((format!("`{line}` is not understood"), Some(hint.to_owned())));
    };
    let Some(term) = Term::by_name(name) else {
        let names = Term::ALL.into_iter().map(Term::name);
        let near = did_you_mean(name, names, MISSPELT);
        let hint = near.map(|near| format!("do you mean `{near}`?"));
        return Err((format!("there is no term `{name}`"), hint));
    };
    let number = |text: &str| match text.parse::<f64>() {
        Ok(number) if number.abs() <= MOST => Ok(number),
        _ => {
            let hint = format!("a number from -{MOST} to {MOST} is expected");
            Err((format!("`{text}` cannot be a worth"), Some(hint)))
        }
    };
    Ok((term, (number(mg)?, number(eg)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_with_worths() {
        let text = "// learnt\n\nGame: mygame\ntempo 5 -3.5\n  pair 0 1e1\r\nGame: other\n";
        let (sections, complaints) = read("my.eval", text);
        assert_eq!(complaints, []);
        assert_eq!(sections.len(), 2);
        assert_eq!(sections[0].game.0, "mygame");
        let worths = [(Term::Tempo, (5.0, -3.5)), (Term::Pair, (0.0, 10.0))];
        assert_eq!(sections[0].worths, worths);
        assert_eq!(sections[1].worths, []);
    }

    #[test]
    fn what_is_not_understood() {
        for (text, complaint) in [
            ("tempo 1 2", "1:1: error: it is not said for which game"),
            (
                "Game: x\n tempi 1 2",
                "2:2: error: there is no term `tempi` (hint: do you mean `tempo`?)",
            ),
            (
                "Game: x\ntempo 1",
                "2:1: error: `tempo 1` is not understood",
            ),
            ("Game: x\ntempo 1 x", "2:1: error: `x` cannot be a worth"),
            (
                "Game: x\ntempo NaN 1",
                "2:1: error: `NaN` cannot be a worth",
            ),
            (
                "Game: x\ntempo 1e9 1",
                "2:1: error: `1e9` cannot be a worth",
            ),
        ] {
            let (sections, complaints) = read("my.eval", text);
            let said = complaints[0].to_string();
            assert!(said.starts_with(&format!("my.eval:{complaint}")), "{said}");
            assert!(sections.iter().all(|section| section.worths.is_empty()));
        }
    }
}
