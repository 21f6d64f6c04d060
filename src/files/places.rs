//! Where files are, by the conventions of the platform. No other place decides that.
//!
#![doc = include_str!("places.md")]
//!
//! What the user names is read and written where he says. Whatever else is written goes to folders of
//! his: nothing is ever written beside the program, nor where things are installed for all, even if
//! that is the working directory, as it is under WinBoard. There are no caches.
//!
//! Started under the name of Fairy-Max, the program reads the file of games that Debian has for that one.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::kind::is_taken;

/// The file of games that need not be named.
const GAMES: &str = "fmax.ini";
/// The name of our folders.
const OURS: &str = "fmax";
/// The name of Fairy-Max's program, and where Debian has its file of games.
const ORIGINAL: (&str, &str) = ("fairymax", "/usr/share/games/fairymax");

/// Whose conventions hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Platform {
    /// Those of freedesktop.org.
    Xdg,
    /// Those of Apple.
    MacOs,
    /// Those of Microsoft.
    Windows,
}

impl Platform {
    /// The one that the program is built for.
    const HERE: Platform = if cfg!(windows) {
        Platform::Windows
    } else if cfg!(target_os = "macos") {
        Platform::MacOs
    } else {
        Platform::Xdg
    };
}

/// The folders in which files are, as far as they are known. By default there are none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// The working directory.
    pub working: Option<PathBuf>,
    /// The folder that the program is in.
    pub program: Option<PathBuf>,
    /// The user's, for what he edits.
    pub config: Option<PathBuf>,
    /// The user's, for what the program writes.
    pub data: Option<PathBuf>,
    /// What is installed for all users; the first one goes before the others.
    pub shared: Vec<PathBuf>,
}

impl Places {
    /// The folders of this process.
    pub fn here() -> Places {
        let called = std::env::args_os().next();
        let places = Places {
            working: std::env::current_dir().ok(),
            program: (std::env::current_exe().ok()).and_then(|program| folder_of(&program)),
            ..Places::default()
        };
        places.by_convention(
            Platform::HERE,
            called.as_deref().map(Path::new),
            &|variable| std::env::var_os(variable),
        )
    }

    /// The same with the folders that follow from conventions: how the program was `called`, and the
    /// variables of the environment.
    fn by_convention(
        self,
        platform: Platform,
        called: Option<&Path>,
        variable: &dyn Fn(&str) -> Option<OsString>,
    ) -> Places {
        // what is relative means nothing, as the specification of freedesktop.org says
        let absolute = |name: &str| {
            let path = PathBuf::from(variable(name)?);
            path.is_absolute().then_some(path)
        };
        let home = |folder: &str| Some(absolute("HOME")?.join(folder));
        let (config, data) = match platform {
            Platform::Xdg => (
                absolute("XDG_CONFIG_HOME").or_else(|| home(".config")),
                absolute("XDG_DATA_HOME").or_else(|| home(".local/share")),
            ),
            Platform::MacOs => {
                let folder = home("Library/Application Support");
                (folder.clone(), folder)
            }
            Platform::Windows => (absolute("LOCALAPPDATA"), absolute("LOCALAPPDATA")),
        };
        let ours = |folder: Option<PathBuf>| folder.map(|folder| folder.join(OURS));
        let mut shared = match platform {
            Platform::Xdg => installed(variable("XDG_DATA_DIRS")),
            Platform::MacOs => vec![PathBuf::from("/Library/Application Support").join(OURS)],
            Platform::Windows => ours(absolute("PROGRAMDATA")).into_iter().collect(),
        };
        if platform != Platform::Windows {
            shared.extend(self.program.as_deref().map_or(Vec::new(), share_of));
        }
        let is_original = called.and_then(Path::file_stem) == Some(ORIGINAL.0.as_ref());
        if is_original && platform == Platform::Xdg {
            shared.insert(0, PathBuf::from(ORIGINAL.1));
        }
        Places {
            config: ours(config),
            data: ours(data),
            shared,
            ..self
        }
    }

    /// Where the file of games may be that need not be named; the first one that is there counts.
    fn games(&self) -> impl Iterator<Item = PathBuf> {
        let folders = [&self.working, &self.config, &self.program];
        let folders = folders.into_iter().flatten().chain(&self.shared);
        folders.map(|folder| folder.join(GAMES))
    }

    /// The file of games that need not be named, if there is one. What cannot be read is there as well, and
    /// so is a link that leads nowhere: it is to be complained about, not passed over. Of a folder that may
    /// not be entered, such as the one of another user, nobody knows what is in it: that is passed over.
    pub fn find_games(&self) -> Option<PathBuf> {
        self.games().find(|path| is_taken(path))
    }

    /// Where to read what goes with a file of games, or with the one in the program; a later one goes before
    /// an earlier one.
    pub fn companions(&self, games: Option<&Path>, extension: &str) -> Vec<PathBuf> {
        let beside = games.map(|games| games.with_extension(extension));
        let data = match games {
            Some(games) if self.is_own(games) => None,
            _ => self.data_companion(games, extension),
        };
        beside.into_iter().chain(data).collect()
    }

    /// Where to write that; nowhere if the user has no folder for it.
    pub fn companion(&self, games: Option<&Path>, extension: &str) -> Option<PathBuf> {
        match games {
            Some(games) if self.is_own(games) => Some(games.with_extension(extension)),
            _ => self.data_companion(games, extension),
        }
    }

    fn data_companion(&self, games: Option<&Path>, extension: &str) -> Option<PathBuf> {
        Some(self.data.as_ref()?.join(companion_name(games, extension)))
    }

    /// Where to write much that goes with a file of games and that the user should come across: beside it, or
    /// in the working directory, rather than in a folder that he never opens.
    pub fn workspace(&self, games: Option<&Path>, extension: &str) -> PathBuf {
        match games {
            Some(games) if self.is_own(games) => games.with_extension(extension),
            _ => {
                let name = companion_name(games, extension);
                let data = || Some(self.data.as_ref()?.join(&name));
                // relative: that is how it is told
                let working = || PathBuf::from(&name);
                match self.may_write_to_working() {
                    true => working(),
                    false => data().unwrap_or_else(working),
                }
            }
        }
    }

    /// The folders with positions to remember. What is in a later one goes before the same in an earlier one.
    pub fn positions(&self, games: Option<&Path>) -> Vec<PathBuf> {
        let beside = match games {
            Some(games) => folder_of(games),
            None => self.program.clone(),
        };
        let mut folders: Vec<PathBuf> = self.kept_positions();
        folders.extend(self.working.clone());
        folders.extend(beside);
        let mut found = Vec::new();
        for folder in folders {
            // a relative path may lead to the working directory too
            let folder = std::path::absolute(&folder).unwrap_or(folder);
            if !found.contains(&folder) {
                found.push(folder);
            }
        }
        found.reverse();
        found
    }

    /// The folders in which to keep them: the next one if something new cannot be written to the first.
    pub fn kept_positions(&self) -> Vec<PathBuf> {
        let working = self.working.clone().filter(|_| self.may_write_to_working());
        working.into_iter().chain(self.data.clone()).collect()
    }

    /// Makes the user's folder for data if that is where a file is to be written. Any other folder is for
    /// him to make.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn make_folder_of(&self, path: &Path) -> io::Result<()> {
        match path.parent() {
            Some(folder) if self.data.as_deref() == Some(folder) => fs::create_dir_all(folder),
            _ => Ok(()),
        }
    }

    /// Whether the working directory is no place where things are installed.
    fn may_write_to_working(&self) -> bool {
        (self.working.as_deref()).is_some_and(|working| !self.is_installed(working))
    }

    /// Whether a file of games is the user's own, so that he expects beside it what goes with it: neither
    /// in his folder for settings, nor where things are installed.
    fn is_own(&self, games: &Path) -> bool {
        let folder = folder_of(games).unwrap_or_default();
        let is = |other: &PathBuf| same(other, &folder);
        !self.is_installed(&folder) && !self.config.iter().any(is)
    }

    fn is_installed(&self, folder: &Path) -> bool {
        let mut places = self.program.iter().chain(&self.shared);
        places.any(|place| same(place, folder))
    }
}

/// The folder that a file is in; of a bare name it is the working directory.
fn folder_of(path: &Path) -> Option<PathBuf> {
    let folder = path.parent()?;
    let bare = folder.as_os_str().is_empty();
    Some(if bare { Path::new(".") } else { folder }.to_owned())
}

/// The name of what goes with a file of games.
fn companion_name(games: Option<&Path>, extension: &str) -> PathBuf {
    let name = games.and_then(Path::file_name);
    let name = name.map_or_else(|| PathBuf::from(GAMES), PathBuf::from);
    name.with_extension(extension)
}

/// Our folders in those where data is installed.
fn installed(folders: Option<OsString>) -> Vec<PathBuf> {
    let folders = folders.filter(|folders| !folders.is_empty());
    let folders = folders.unwrap_or_else(|| "/usr/local/share:/usr/share".into());
    std::env::split_paths(&folders)
        .filter(|folder| folder.is_absolute())
        .flat_map(in_share)
        .collect()
}

/// A folder `share` has one for games, and any program may have its own in it.
fn in_share(share: PathBuf) -> [PathBuf; 2] {
    [share.join("games").join(OURS), share.join(OURS)]
}

/// Our folders in the `share` that belongs to the folder of a program.
fn share_of(program: &Path) -> Vec<PathBuf> {
    let name = program.file_name();
    let prefix = program
        .parent()
        .filter(|_| name == Some("bin".as_ref()) || name == Some("games".as_ref()));
    prefix.map_or(Vec::new(), |prefix| in_share(prefix.join("share")).into())
}

/// Whether two paths lead to the same folder.
fn same(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}

#[cfg(test)]
mod tests;
