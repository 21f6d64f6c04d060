//! The command line that starts an engine.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, bail};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCommand {
    /// The program: a path, or a name that is searched for in PATH.
    pub program: String,
    pub arguments: Vec<String>,
}

impl fmt::Display for EngineCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.program)?;
        self.arguments
            .iter()
            .try_for_each(|word| write!(f, " {word}"))
    }
}

impl FromStr for EngineCommand {
    type Err = anyhow::Error;

    /// Splits at blanks, except between quotation marks of either kind. A backslash is a
    /// character like any other, because paths of some systems are full of them.
    fn from_str(text: &str) -> anyhow::Result<EngineCommand> {
        let mut words: Vec<String> = Vec::new();
        let mut word: Option<String> = None;
        let mut quote: Option<char> = None;
        for c in text.chars() {
            match quote {
                Some(open) if c == open => quote = None,
                Some(_) => word.get_or_insert_default().push(c),
                None if c == '"' || c == '\'' => {
                    quote = Some(c);
                    word.get_or_insert_default();
                }
                None if c.is_whitespace() => words.extend(word.take()),
                None => word.get_or_insert_default().push(c),
            }
        }
        if let Some(open) = quote {
            bail!("the quotation mark {open} is open");
        }
        words.extend(word);
        let mut words = words.into_iter();
        let program = words.next().filter(|program| !program.is_empty());
        Ok(EngineCommand {
            program: program.context("no engine is named")?,
            arguments: words.collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_quotes() {
        let command: EngineCommand =
            r#" fmax  --ini "my games.ini" 'a"b' C:\x"" "" "#.parse().unwrap();
        assert_eq!(command.program, "fmax");
        assert!(command.to_string().starts_with("fmax --ini my games.ini"));
        assert_eq!(
            command.arguments,
            ["--ini", "my games.ini", "a\"b", r"C:\x", ""]
        );
        for (text, expected) in [
            ("", "no engine is named"),
            ("''", "no engine is named"),
            ("fmax \"a", "the quotation mark \" is open"),
        ] {
            let error = text.parse::<EngineCommand>().unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
    }
}
