//! The programs that fmax replaces: started under the name of a relative of Fairy-Max, as a copy or a link, it plays the
//! variants of that program.
//!
//! [`crate::files::Places`] knows where Fairy-Max keeps its variants.

use std::ffi::OsStr;
use std::path::Path;

use anyhow::{Context, bail};

use crate::variant::Library;

/// The variants that a program plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plays {
    /// All variants of the file.
    All,
    /// One variant alone.
    Only(&'static str),
    /// Chess, by a search that fmax does not have.
    Otherwise,
}

/// The programs by name, without dashes, and the variants that each plays: users of these programs name no variant.
const PROGRAMS: [(&str, Plays); 7] = [
    ("fairymax", Plays::All),
    ("pairomax", Plays::All),
    ("shamax", Plays::Only("shatranj")),
    ("maxqi", Plays::Only("xiangqi")),
    ("lookingglass", Plays::Only("alice")),
    ("micromax", Plays::Otherwise),
    ("umax", Plays::Otherwise),
];

/// The variants that fmax offers under the name `called`. XBoard does not begin with chess if there is only one variant.
///
/// # Errors
/// If the file does not have the variant, or fmax cannot replace the program of that name.
pub fn offer(called: &OsStr, library: Library) -> anyhow::Result<Library> {
    let program = called.display();
    match plays(called) {
        Plays::All => Ok(library),
        Plays::Only(variant) => {
            let file = library.origin().to_string();
            library.only(variant).with_context(|| {
                format!("{program} plays {variant}, but {file} does not have it: name another file, or start fmax")
            })
        }
        Plays::Otherwise => bail!(
            "{program} is a name of micro-Max, which fmax does not replace: give the link another name"
        ),
    }
}

fn plays(called: &OsStr) -> Plays {
    let name = Path::new(called).file_stem().unwrap_or_default();
    let mut name = name.to_string_lossy().to_lowercase();
    name.retain(|c| c.is_alphanumeric());
    // a version may follow the name
    let known = (PROGRAMS.iter()).find(|(program, _)| {
        name.strip_prefix(program)
            .is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
    });
    known.map_or(Plays::All, |&(_, plays)| plays)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_by_name() {
        let plays = |called: &str| plays(OsStr::new(called));
        let xiangqi = Plays::Only("xiangqi");
        for called in [
            "/usr/games/maxqi",
            "maxqi.exe",
            "MaxQi 4.8G.exe",
            "maxqi-4.8",
        ] {
            assert_eq!(plays(called), xiangqi, "{called}");
        }
        assert_eq!(plays("ShaMax"), Plays::Only("shatranj"));
        assert_eq!(plays("Looking-Glass"), Plays::Only("alice"));
        for called in ["umax", "umax4_8", "micro-Max"] {
            assert_eq!(plays(called), Plays::Otherwise, "{called}");
        }
        for called in [
            "/opt/maxqi/fmax",
            "fairymax",
            "Pair-o-Max",
            "fmax",
            "fmax2",
            "fmax-before",
            "maxqish",
            "",
        ] {
            assert_eq!(plays(called), Plays::All, "{called}");
        }
    }
}
