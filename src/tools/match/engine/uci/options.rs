//! The options of an engine, and which values they accept.

use anyhow::{Context, bail};

use super::super::MOST_LISTED;
use super::super::text::shortened;

/// The longest name of an option in characters; the rest is cut off.
const LONGEST_NAME: usize = 80;
/// The keywords in an `option` line; the values stand between them.
const KEYWORDS: [&str; 5] = ["type", "default", "min", "max", "var"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOption {
    pub name: String,
    pub kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    Check,
    Spin(i64, i64),
    Combo(Vec<String>),
    Button,
    Text,
}

impl EngineOption {
    /// Reads the arguments of an `option` line; `None` if they make no sense.
    pub fn read(text: &str) -> Option<EngineOption> {
        let (name, rest) = text.trim().strip_prefix("name ")?.split_once(" type ")?;
        let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let kind = match kind {
            "check" => Kind::Check,
            "spin" => Kind::Spin(
                number(rest, "min").unwrap_or(i64::MIN),
                number(rest, "max").unwrap_or(i64::MAX),
            ),
            "combo" => Kind::Combo(values(rest, "var")),
            "button" => Kind::Button,
            "string" => Kind::Text,
            _ => return None,
        };
        let name = shortened(name.trim(), LONGEST_NAME);
        Some(EngineOption { name, kind })
    }

    /// The line that sets the option to a value.
    pub fn line(&self, value: &str) -> anyhow::Result<String> {
        let name = &self.name;
        let value = match &self.kind {
            Kind::Text => value,
            Kind::Check => match value.to_ascii_lowercase().as_str() {
                "true" | "1" => "true",
                "false" | "0" => "false",
                _ => bail!("the option `{name}` is true or false, not `{value}`"),
            },
            Kind::Spin(min, max) => {
                let number: Option<i64> = value.trim().parse().ok();
                if !number.is_some_and(|number| (min..=max).contains(&&number)) {
                    bail!("the option `{name}` is a number from {min} to {max}, not `{value}`");
                }
                value.trim()
            }
            Kind::Combo(known) => known
                .iter()
                .find(|known| known.eq_ignore_ascii_case(value.trim()))
                .with_context(|| {
                    format!(
                        "the option `{name}` is one of {}, not `{value}`",
                        shortened(&known.join(", "), MOST_LISTED)
                    )
                })?,
            Kind::Button if value.is_empty() => return Ok(format!("setoption name {name}")),
            Kind::Button => bail!("the option `{name}` is a button and has no value"),
        };
        Ok(format!("setoption name {name} value {value}"))
    }
}

fn values(text: &str, keyword: &str) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    let mut current = false;
    for word in text.split_whitespace() {
        if KEYWORDS.contains(&word) {
            current = word == keyword;
            if current {
                values.push(String::new());
            }
        } else if let Some(value) = values.last_mut().filter(|_| current) {
            if !value.is_empty() {
                value.push(' ');
            }
            value.push_str(word);
        }
    }
    values.retain(|value| !value.is_empty());
    values
}

fn number(text: &str, keyword: &str) -> Option<i64> {
    values(text, keyword).first()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(text: &str) -> EngineOption {
        EngineOption::read(text).unwrap()
    }

    #[test]
    fn options_are_read() {
        let combo = option("name UCI_Variant type combo default chess var a b var chess");
        assert_eq!(combo.name, "UCI_Variant");
        assert_eq!(combo.kind, Kind::Combo(vec!["a b".into(), "chess".into()]));
        let hash = option("name Hash type spin default 16 min 1 max 1024");
        assert_eq!(hash.kind, Kind::Spin(1, 1024));
        let text = option("name Debug Log File type string default ");
        assert_eq!(
            (text.name.as_str(), text.kind),
            ("Debug Log File", Kind::Text)
        );
        for bad in ["", "name x", "x type check", "name x type frob default 1"] {
            assert_eq!(EngineOption::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn values_are_checked() {
        let line = |text: &str, value: &str| {
            let line = option(text).line(value);
            line.map_err(|error| error.to_string())
        };
        let spin = "name Hash type spin default 16 min 1 max 1024";
        let combo = "name V type combo default a var a var bcd";
        for (text, value, expected) in [
            (spin, "64", "setoption name Hash value 64"),
            (combo, "BCD", "setoption name V value bcd"),
            (
                "name P type check default true",
                "0",
                "setoption name P value false",
            ),
            ("name C C type button", "", "setoption name C C"),
            (
                "name F type string",
                "a b=c",
                "setoption name F value a b=c",
            ),
        ] {
            assert_eq!(line(text, value), Ok(expected.to_owned()));
        }
        for (text, value, expected) in [
            (spin, "0", "a number from 1 to 1024, not `0`"),
            (spin, "many", "a number from 1 to 1024"),
            (combo, "e", "one of a, bcd, not `e`"),
            ("name P type check", "maybe", "true or false"),
            ("name C type button", "1", "is a button"),
        ] {
            let error = line(text, value).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }
}
