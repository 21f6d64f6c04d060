//! The paths of files by the conventions of the platform. Only this module decides them.
//!
#![doc = include_str!("places.md")]
//!
//! Paths that the user names are used as they are. All other files are written to the user's folders: never beside the
//! program, and never to folders installed for all users, even if one is the working directory, as under WinBoard.
//! There are no caches.
//!
//! Started under the name of Fairy-Max, the program reads Debian's file of variants for Fairy-Max.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::kind::is_taken;

/// The default file of variants.
const GAMES: &str = "fmax.ini";
/// The name of the program's folders.
const OURS: &str = "fmax";
/// The name of Fairy-Max's program, and Debian's folder of its variants.
const ORIGINAL: (&str, &str) = ("fairymax", "/usr/share/games/fairymax");

/// The platform, which sets the conventions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Platform {
    /// Conventions of freedesktop.org.
    Xdg,
    MacOs,
    Windows,
}

impl Platform {
    /// The platform of this build.
    const HERE: Platform = if cfg!(windows) {
        Platform::Windows
    } else if cfg!(target_os = "macos") {
        Platform::MacOs
    } else {
        Platform::Xdg
    };
}

/// The known folders with files; none by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// The working directory.
    pub working: Option<PathBuf>,
    /// The folder that the program is in.
    pub program: Option<PathBuf>,
    /// The user's folder for files that users edit.
    pub config: Option<PathBuf>,
    /// The user's folder for files that the program writes.
    pub data: Option<PathBuf>,
    /// Folders installed for all users; the first one has priority.
    pub shared: Vec<PathBuf>,
}

impl Places {
    /// The folders of this process.
    pub fn here() -> Places {
        let called = std::env::args_os().next();
        let places = Places {
            working: std::env::current_dir().ok(),
            program: (std::env::current_exe().ok()).map(|program| folder_of(&program).to_owned()),
            ..Places::default()
        };
        places.by_convention(
            Platform::HERE,
            called.as_deref().map(Path::new),
            &|variable| std::env::var_os(variable),
        )
    }

    /// Adds the folders that follow from conventions: from the path by which the program was `called`, and from the
    /// variables of the environment.
    fn by_convention(
        self,
        platform: Platform,
        called: Option<&Path>,
        variable: &dyn Fn(&str) -> Option<OsString>,
    ) -> Places {
        // the specification of freedesktop.org says to ignore relative paths
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

    /// The possible paths of the default file of variants; the first one that exists counts.
    fn games(&self) -> impl Iterator<Item = PathBuf> {
        let folders = [&self.working, &self.config, &self.program];
        let folders = folders.into_iter().flatten().chain(&self.shared);
        folders.map(|folder| folder.join(GAMES))
    }

    /// The default file of variants, if there is one. An unreadable file or a dangling link counts, so that
    /// reading it reports an error. A folder that may not be entered, such as another user's, is skipped.
    pub fn find_games(&self) -> Option<PathBuf> {
        self.games().find(|path| is_taken(path))
    }

    /// The paths from which to read a companion of a file of variants, or of the built-in file: a file of the same name with
    /// another extension. Later paths have priority.
    pub fn companions(&self, games: Option<&Path>, extension: &str) -> Vec<PathBuf> {
        let beside = games.map(|games| games.with_extension(extension));
        let data = match games {
            Some(games) if self.is_own(games) => None,
            _ => self.data_companion(games, extension),
        };
        beside.into_iter().chain(data).collect()
    }

    /// The path to which to write a companion; `None` if the user has no folder for it.
    pub fn companion(&self, games: Option<&Path>, extension: &str) -> Option<PathBuf> {
        match games {
            Some(games) if self.is_own(games) => Some(games.with_extension(extension)),
            _ => self.data_companion(games, extension),
        }
    }

    fn data_companion(&self, games: Option<&Path>, extension: &str) -> Option<PathBuf> {
        Some(self.data.as_ref()?.join(companion_name(games, extension)))
    }

    /// The folder for large results about a file of variants that the user should find: next to the file, or
    /// in the working directory.
    pub fn workspace(&self, games: Option<&Path>, extension: &str) -> PathBuf {
        // messages show it relative
        let working = companion_name(games, extension);
        match games {
            Some(games) if self.is_own(games) => games.with_extension(extension),
            _ if self.may_write_to_working() => working,
            _ => self.data_companion(games, extension).unwrap_or(working),
        }
    }

    /// The folders with stored positions; later folders have priority.
    pub fn positions(&self, games: Option<&Path>) -> Vec<PathBuf> {
        let beside = match games {
            Some(games) => Some(folder_of(games).to_owned()),
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

    /// The folders to which to write positions: the next one if the first cannot be written.
    pub fn kept_positions(&self) -> Vec<PathBuf> {
        let working = self.working.clone().filter(|_| self.may_write_to_working());
        working.into_iter().chain(self.data.clone()).collect()
    }

    /// Makes the user's data folder if a file is to be written to it. Other folders are not made.
    ///
    /// # Errors
    /// If the folder cannot be made.
    pub fn make_folder_of(&self, path: &Path) -> io::Result<()> {
        match path.parent() {
            Some(folder) if self.data.as_deref() == Some(folder) => fs::create_dir_all(folder),
            _ => Ok(()),
        }
    }

    /// True unless the working directory is an installation folder.
    fn may_write_to_working(&self) -> bool {
        (self.working.as_deref()).is_some_and(|working| !self.is_installed(working))
    }

    /// True if a file of variants is neither in the folder for settings nor in an installation folder, so
    /// that the user expects its companions next to it.
    fn is_own(&self, games: &Path) -> bool {
        let folder = folder_of(games);
        !self.is_installed(folder) && !self.config.iter().any(|other| same(other, folder))
    }

    fn is_installed(&self, folder: &Path) -> bool {
        let mut places = self.program.iter().chain(&self.shared);
        places.any(|place| same(place, folder))
    }
}

/// The folder that a file is in; of a bare name it is the working directory.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// The name of a companion of a file of variants.
fn companion_name(games: Option<&Path>, extension: &str) -> PathBuf {
    let name = games.and_then(Path::file_name);
    let name = name.map_or_else(|| PathBuf::from(GAMES), PathBuf::from);
    name.with_extension(extension)
}

/// The program's folders within the data folders of the system.
fn installed(folders: Option<OsString>) -> Vec<PathBuf> {
    let folders = folders.filter(|folders| !folders.is_empty());
    let folders = folders.unwrap_or_else(|| "/usr/local/share:/usr/share".into());
    std::env::split_paths(&folders)
        .filter(|folder| folder.is_absolute())
        .flat_map(in_share)
        .collect()
}

/// A folder `share` has a subfolder for games, and one for each program.
fn in_share(share: PathBuf) -> [PathBuf; 2] {
    [share.join("games").join(OURS), share.join(OURS)]
}

/// The program's folders in the `share` next to the folder of a program.
fn share_of(program: &Path) -> Vec<PathBuf> {
    let name = program.file_name();
    let prefix = program
        .parent()
        .filter(|_| name == Some("bin".as_ref()) || name == Some("games".as_ref()));
    prefix.map_or(Vec::new(), |prefix| in_share(prefix.join("share")).into())
}

/// True if two paths lead to the same folder.
fn same(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => one == other,
    }
}

#[cfg(test)]
mod tests;
