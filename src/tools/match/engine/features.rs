//! What an engine tells about itself.

/// The features of an engine that a referee cares about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features {
    /// Its name for itself.
    pub name: Option<String>,
    /// It can be told a position as a FEN.
    pub setboard: bool,
    /// It answers pings.
    pub ping: bool,
    /// It wants the word `usermove` before a move.
    pub usermove: bool,
    /// It wants to be told the clocks.
    pub time: bool,
    /// It listens to offers of a draw.
    pub draw: bool,
    /// It can play more than one game.
    pub reuse: bool,
    /// It can count nodes in place of time; `None` if it does not say.
    pub nps: Option<bool>,
    /// It can be told how much memory it may use.
    pub memory: bool,
    /// The names of its games; empty if it does not say.
    pub variants: Vec<String>,
    /// The names of its options.
    pub options: Vec<String>,
    /// It has said that it has said everything (true), or that it needs time to do so (false).
    pub done: Option<bool>,
}

impl Default for Features {
    /// What the protocol assumes of an engine that says nothing.
    fn default() -> Features {
        Features {
            name: None,
            setboard: false,
            ping: false,
            usermove: false,
            time: true,
            draw: true,
            reuse: true,
            nps: None,
            memory: false,
            variants: Vec::new(),
            options: Vec::new(),
            done: None,
        }
    }
}

impl Features {
    /// Takes in the arguments of a `feature` command; returns the names in it, each with whether
    /// it was known.
    pub fn read(&mut self, text: &str) -> Vec<(String, bool)> {
        let mut names = Vec::new();
        for (name, value) in pairs(text) {
            let known = self.set(name, value);
            names.push((name.to_owned(), known));
        }
        names
    }

    fn set(&mut self, name: &str, value: &str) -> bool {
        let yes = value == "1";
        match name {
            "myname" => self.name = Some(value.to_owned()),
            "setboard" => self.setboard = yes,
            "ping" => self.ping = yes,
            "usermove" => self.usermove = yes,
            "time" => self.time = yes,
            "draw" => self.draw = yes,
            "reuse" => self.reuse = yes,
            "nps" => self.nps = Some(yes),
            "memory" => self.memory = yes,
            "done" => self.done = Some(yes),
            "variants" => {
                let names = value.split(',').map(str::trim);
                self.variants = names
                    .filter(|name| !name.is_empty())
                    .map(str::to_owned)
                    .collect();
            }
            "option" => {
                let name = value.split(" -").next().unwrap_or(value).trim();
                self.options.push(name.to_owned());
            }
            // moves go in coordinates, signals are not sent, and nobody minds being told so
            "san" | "sigint" | "sigterm" | "analyze" | "colors" | "ics" | "name" | "pause"
            | "debug" | "playother" => {}
            _ => return false,
        }
        true
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
        assert_eq!(features.done, Some(false));
        assert!(!features.setboard);
        features
            .read("setboard=1 myname=\"Sjaak II 1.4.1\" variants=\"normal, fairy,,\" time=0 nps=1");
        features.read("option=\"Claim draw after -spin 50 0 200\" done=1");
        features.read("option=\"Resign -check 0\" myname=bare reuse=0");
        assert!(features.setboard);
        assert_eq!(features.name.as_deref(), Some("bare"));
        assert_eq!(features.variants, ["normal", "fairy"]);
        assert_eq!(
            (features.time, features.reuse, features.nps),
            (false, false, Some(true))
        );
        assert_eq!(
            features.option("claim DRAW after"),
            Some("Claim draw after")
        );
        assert_eq!(features.option("Claim"), None);
        assert_eq!(features.done, Some(true));
        // an open quotation mark, and nothing at all
        features.read("myname=\"open");
        assert_eq!(features.name.as_deref(), Some("open"));
        assert!(features.read("nonsense").is_empty());
    }
}
