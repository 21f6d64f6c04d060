//! Programs that this one can be put in place of, under their names: a copy or a link called `maxqi`
//! does what whoever starts `maxqi` expects.
//!
//! Where the file of games of Fairy-Max is, [`crate::files::Places`] knows. Its other program, `shamax`,
//! plays what it is told to by the GUI.

use std::ffi::OsStr;
use std::path::Path;

/// Names of programs that play one game, and the game: the one place where the program knows games by their names, since
/// whoever gives it such a name has no other way to say which he means.
const PROGRAMS: [(&str, &str); 1] = [("maxqi", "xiangqi")];

/// The one game that the program plays if nobody names another, by the name it was started under. It offers no
/// other, if the file has this one: so XBoard begins with that game, and not with chess.
pub fn game(called: &OsStr) -> Option<&'static str> {
    let name = Path::new(called).file_stem()?;
    let known = PROGRAMS.iter().find(|(program, _)| name == *program);
    known.map(|&(_, game)| game)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_by_name() {
        let game = |called: &str| game(OsStr::new(called));
        assert_eq!(game("/usr/games/maxqi"), Some("xiangqi"));
        assert_eq!(game("maxqi.exe"), Some("xiangqi"));
        assert_eq!(game("/opt/maxqi/fmax"), None);
        assert_eq!(game("fairymax"), None);
    }
}
