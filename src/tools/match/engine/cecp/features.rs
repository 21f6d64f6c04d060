//! The features that an engine announces.

use std::collections::HashMap;

use super::super::text::shortened;

/// The features that matter to a referee, with their defaults in the protocol.
const KNOWN: [(&str, &str); 11] = [
    ("myname", ""),
    ("setboard", "0"),
    ("ping", "0"),
    ("usermove", "0"),
    ("time", "1"),
    ("draw", "1"),
    ("reuse", "1"),
    ("nps", "0"),
    ("memory", "0"),
    ("variants", ""),
    ("done", "0"),
];
/// Features that the referee accepts without using them: moves are always coordinates, and no signals are sent.
const IGNORED: &str = "option san sigint sigterm analyze colors ics name pause debug playother";

/// The most features that are read; no engine has as many.
const MOST_NAMES: usize = 2000;
/// The longest name of an engine or an option in characters; the rest is cut off.
const LONGEST_NAME: usize = 80;

/// The features of an engine; a later value replaces an earlier one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Features {
    values: HashMap<String, String>,
    pub options: Vec<String>,
    count: usize,
}

impl Features {
    /// Reads the arguments of a `feature` command. Returns the names of the features, each with true if it is accepted.
    pub fn read<'t>(&mut self, text: &'t str) -> Vec<(&'t str, bool)> {
        let mut names = Vec::new();
        for (name, value) in pairs(text) {
            self.count += 1;
            if self.is_flooded() {
                break;
            }
            let known = KNOWN.iter().any(|(known, _)| *known == name);
            if name == "option" {
                let name = value.split(" -").next().unwrap_or(value).trim();
                self.options.push(shortened(name, LONGEST_NAME));
            } else if name == "myname" {
                let value = shortened(value.trim(), LONGEST_NAME);
                self.values.insert(name.to_owned(), value);
            } else if known {
                self.values.insert(name.to_owned(), value.to_owned());
            }
            names.push((
                name,
                known || IGNORED.split(' ').any(|ignored| ignored == name),
            ));
        }
        names
    }

    /// True if the engine has announced more features than are read.
    pub fn is_flooded(&self) -> bool {
        self.count > MOST_NAMES
    }

    /// The value that the engine gave for a feature.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values.get(name).map(String::as_str)
    }

    /// True if the engine has a feature, because it says so or by default.
    pub fn has(&self, name: &str) -> bool {
        let assumed = KNOWN.iter().find(|(known, _)| *known == name);
        self.value(name).or(assumed.map(|&(_, value)| value)) == Some("1")
    }

    /// The names of the variants that the engine plays; none if it does not say.
    pub fn variants(&self) -> impl Iterator<Item = &str> + Clone {
        let names = self.value("variants").unwrap_or_default().split(',');
        names.map(str::trim).filter(|name| !name.is_empty())
    }

    /// The engine's own name of an option, however it is spelled.
    pub fn option(&self, name: &str) -> Option<&str> {
        let same = |known: &&String| known.eq_ignore_ascii_case(name);
        self.options.iter().find(same).map(String::as_str)
    }
}

/// Splits `a=1 b="two words"`.
fn pairs(text: &str) -> Vec<(&str, &str)> {
    let mut pairs = Vec::new();
    let mut rest = text.trim();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        pairs.push((name.trim(), value));
        rest = after.trim_start();
    }
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_engines_send() {
        let mut features = Features::default();
        let names = features.read("ping=1 setboard=0 xedit=1 done=0");
        let known: Vec<bool> = names.iter().map(|(_, known)| *known).collect();
        assert_eq!(known, [true, true, false, true]);
        assert_eq!(features.value("done"), Some("0"));
        assert!(!features.has("setboard"));
        features
            .read("setboard=1 myname=\"Sjaak II 1.4.1\" variants=\"normal, fairy,,\" time=0 nps=1");
        features.read("option=\"Claim draw after -spin 50 0 200\" done=1");
        features.read("option=\"Resign -check 0\" myname=bare reuse=0");
        assert!(features.has("setboard") && features.has("draw"));
        assert_eq!(features.value("myname"), Some("bare"));
        assert_eq!(features.variants().collect::<Vec<_>>(), ["normal", "fairy"]);
        assert_eq!(
            ["time", "reuse", "nps"].map(|name| features.has(name)),
            [false, false, true]
        );
        assert_eq!(
            features.option("claim DRAW after"),
            Some("Claim draw after")
        );
        assert_eq!(features.option("Claim"), None);
        assert_eq!(features.value("done"), Some("1"));
        // an open quotation mark, and an empty text
        features.read("myname=\"open");
        assert_eq!(features.value("myname"), Some("open"));
        assert!(features.read("nonsense").is_empty());
    }

    #[test]
    fn not_everything_is_taken_in() {
        let mut features = Features::default();
        for n in 0..10 * MOST_NAMES {
            features.read(&format!("option=\"{n} -check 0\" f{n}=\"{n}\""));
        }
        assert!(features.is_flooded());
        assert_eq!(features.options.len(), MOST_NAMES / 2);
        assert!(features.values.is_empty());
        let mut features = Features::default();
        features.read(&format!("myname=\"{}\"", "x".repeat(5000)));
        assert!(
            features
                .value("myname")
                .is_some_and(|name| name.len() < 100)
        );
    }
}
