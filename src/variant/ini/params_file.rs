//! The companion file with evaluation weights.
//!
//! The companion file has the name of the file of variants with the extension `.eval`. A line `Game: NAME` starts the
//! section of a variant, `TERM MIDDLEGAME ENDGAME` sets the weight of a term, `//` starts a comment. Terms without a
//! line keep their defaults.

use super::diagnostic::{Diagnostic, Report, Span};
use super::did_you_mean::did_you_mean;
use crate::variant::params::{Params, Term};

/// Size limit.
pub const MAX_BYTES: u64 = 1 << 20;
/// Largest weight.
const MOST: f64 = 5000.0;
/// Edit distance of a misspelt term.
const MISSPELT: usize = 4;

/// The extension of files of weights.
pub const EXTENSION: &str = "eval";

/// The weight of a term in the middle game and the endgame.
pub type Worth = (Term, (f64, f64));

/// The weights of a variant.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The name of the variant, and its place.
    pub game: (String, Span),
    /// The weights.
    pub worths: Vec<Worth>,
}

/// Reads a file of weights. Lines with errors are left out.
pub fn read(file: &str, text: &str) -> (Vec<Section>, Vec<Diagnostic>) {
    let mut report = Report::new(file);
    let mut sections: Vec<Section> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let span = Span {
            line: number,
            column: 1 + (line.len() - line.trim_start().len()) as u32,
        };
        if report.is_full() {
            report.error(span, "the rest is not read", None);
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
                report.error(span, "the variant is missing", hint);
            }
            (Err((message, hint)), _) => report.error(span, message, hint),
        }
    }
    (sections, report.into_list())
}

/// Writes all weights, a line each.
pub fn lines(params: &Params) -> String {
    let line = |term: Term| {
        let (mg, eg) = params.get(term);
        format!("{} {mg} {eg}\n", term.name())
    };
    Term::ALL.into_iter().map(line).collect()
}

/// Reads the lines that [`lines`] writes. A term without a line has weight 0. `None` if a line has an error.
pub fn read_lines(text: &str) -> Option<Params> {
    let mut params = Params::zero();
    for line in text.lines() {
        let (term, weights) = worth(line).ok()?;
        params.set(term, weights);
    }
    Some(params)
}

fn worth(line: &str) -> Result<Worth, (String, Option<String>)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [name, mg, eg] = words[..] else {
        let hint = "write the name of a term and two numbers: middle game, endgame";
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
            Err((format!("`{text}` is not a weight"), Some(hint)))
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
    fn lines_are_read_back() {
        let params = Params::default();
        assert_eq!(read_lines(&lines(&params)), Some(params));
        let mut some = Params::zero();
        some.set(Term::Tempo, (2.0, -0.1));
        assert_eq!(read_lines("tempo 2 -0.1\n"), Some(some));
        for wrong in [
            "speed 1 1\n",
            "tempo 1\n",
            "tempo NaN 1\n",
            "tempo 1 6000\n",
            "\n",
        ] {
            assert_eq!(read_lines(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_is_not_understood() {
        for (text, complaint) in [
            ("tempo 1 2", "1:1: error: the variant is missing"),
            (
                "Game: x\n tempi 1 2",
                "2:2: error: there is no term `tempi` (hint: do you mean `tempo`?)",
            ),
            (
                "Game: x\ntempo 1",
                "2:1: error: `tempo 1` is not understood",
            ),
            ("Game: x\ntempo 1 x", "2:1: error: `x` is not a weight"),
            ("Game: x\ntempo NaN 1", "2:1: error: `NaN` is not a weight"),
            ("Game: x\ntempo 1e9 1", "2:1: error: `1e9` is not a weight"),
        ] {
            let (sections, complaints) = read("my.eval", text);
            let said = complaints[0].to_string();
            assert!(said.starts_with(&format!("my.eval:{complaint}")), "{said}");
            assert!(sections.iter().all(|section| section.worths.is_empty()));
        }
    }
}
