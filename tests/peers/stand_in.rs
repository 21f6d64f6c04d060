//! The program as a replacement for Debian's Fairy-Max: with the same command lines, program names and files of
//! variants it offers the same features and plays.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::files::Folder;

const DEBIAN: &str = "/usr/games";
const DATA: &str = "/usr/share/games/fairymax";
const PLUGINS: &str = "/usr/share/games/plugins/xboard";
/// Longer than one line takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);
const PROGRAMS: [&str; 3] = ["fairymax", "shamax", "maxqi"];

/// A folder with links to our program under Fairy-Max's names, and an empty working directory.
struct Place {
    folder: Folder,
}

impl Place {
    fn new() -> Place {
        let folder = Folder::new();
        for name in PROGRAMS {
            symlink(env!("CARGO_BIN_EXE_fmax"), folder.path().join(name)).unwrap();
        }
        fs::create_dir(folder.path().join("here")).unwrap();
        Place { folder }
    }

    fn ours(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The output of a program for some input, with `quit` sent after the line `last`, in a new working directory.
    fn run(
        &self,
        program: &Path,
        args: &[&str],
        input: &str,
        last: impl Fn(&str) -> bool,
    ) -> String {
        let mut child = Command::new(program)
            .args(args)
            .current_dir(self.folder.path().join("here"))
            .env("HOME", self.folder.path())
            .env_remove("XDG_CONFIG_HOME")
            .env_remove("XDG_DATA_HOME")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let _ = stdin.write_all(input.as_bytes());
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut said = String::new();
        // ends when the program closes its output
        loop {
            let line = match lines.recv_timeout(PATIENCE) {
                Ok(line) => line,
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    let _ = child.kill();
                    panic!("{} says no more after {said}", program.display());
                }
            };
            if last(&line) {
                let _ = stdin.write_all(b"quit\n");
            }
            said += &(line + "\n");
        }
        child.wait().unwrap();
        said
    }

    /// The features that a program offers.
    fn offer(&self, program: &Path, args: &[&str]) -> Offer {
        Offer::read(&self.run(program, args, "xboard\nprotover 2\n", |line| {
            line.contains("done=1")
        }))
    }
}

/// The features from which a GUI builds its menus.
struct Offer {
    variants: Vec<String>,
    /// The types of the options by name, with the choices of combos.
    options: BTreeMap<String, String>,
    ini: Option<String>,
}

impl Offer {
    fn read(said: &str) -> Offer {
        let quoted = |line: &str, key: &str| {
            let (_, rest) = line.split_once(key)?;
            Some(rest.split_once('"')?.0.to_owned())
        };
        let mut offer = Offer {
            variants: Vec::new(),
            options: BTreeMap::new(),
            ini: None,
        };
        for line in said.lines().filter(|line| line.starts_with("feature")) {
            if let Some(names) = quoted(line, "variants=\"") {
                offer.variants = names.split(',').map(str::to_owned).collect();
            }
            if let Some(option) = quoted(line, "option=\"") {
                let (name, kind) = option.split_once(" -").unwrap();
                if name == "Ini File" {
                    offer.ini = kind.strip_prefix("file ").map(str::to_owned);
                }
                let kind = match kind.split_once(' ') {
                    Some(("combo", choices)) => choices.replace('*', ""),
                    Some((kind, _)) => kind.to_owned(),
                    None => kind.to_owned(),
                };
                offer.options.insert(name.to_owned(), kind);
            }
        }
        assert!(!offer.variants.is_empty(), "{said}");
        offer
    }
}

#[test]
#[ignore = "needs the Debian package fairymax"]
fn the_features_of_fairy_max_are_offered() {
    let place = Place::new();
    for name in PROGRAMS {
        let theirs = place.offer(&Path::new(DEBIAN).join(name), &[]);
        for ours in [
            place.offer(&place.ours(name), &[]),
            // and by the built-in variants
            place.offer(Path::new(env!("CARGO_BIN_EXE_fmax")), &[]),
        ] {
            // ShaMax offers only one variant, otherwise XBoard would begin with chess
            let alone = ours.variants == ["shatranj"];
            for variant in &theirs.variants {
                let offered = alone || ours.variants.contains(variant);
                assert!(offered, "{name}: {variant}");
            }
            for (option, kind) in &theirs.options {
                // options for trying dialogs, or for choosing among several variants
                let chooses = ["Variant fairy selects", "Makruk rules"].contains(&option.as_str());
                if !(option.starts_with("Dummy ") || alone && chooses) {
                    assert_eq!(ours.options.get(option), Some(kind), "{name}: {option}");
                }
            }
        }
    }
}

/// Variants that a user added to Debian's file are still found.
#[test]
#[ignore = "needs the Debian package fairymax"]
fn its_file_of_games_is_read_under_its_name() {
    let place = Place::new();
    let ini = |program: &str| place.offer(&place.ours(program), &[]).ini;
    assert_eq!(ini("fairymax"), Some(format!("{DATA}/fmax.ini")));
    let own = fs::read_to_string(Path::new(DATA).join("fmax.ini")).unwrap();
    fs::write(place.folder.path().join("here/fmax.ini"), own).unwrap();
    let found = ini("fairymax").unwrap();
    assert!(found.ends_with("/here/fmax.ini"), "{found}");
}

#[test]
#[ignore = "needs the Debian package fairymax"]
fn its_command_lines_play() {
    let place = Place::new();
    let ini = format!("{DATA}/fmax.ini");
    let qmax = format!("{DATA}/qmax.ini");
    let beside = fs::read_to_string(&ini).unwrap();
    // as in a WinBoard entry: `fairymax 22 my.ini` in the folder of the engine
    fs::write(place.folder.path().join("here/my.ini"), beside).unwrap();
    for (name, args, variant) in [
        ("fairymax", &[][..], "normal"),
        ("fairymax", &["20"], "capablanca"),
        ("fairymax", &[&ini], "spartan"),
        ("fairymax", &["20", &ini], "fairy"),
        ("fairymax", &["22", "my.ini"], "falcon"),
        ("fairymax", &["my.ini"], "grande-acedrex"),
        ("shamax", &[], "shatranj"),
        ("shamax", &["20", &ini], "shatranj"),
        ("maxqi", &[], "xiangqi"),
        ("maxqi", &["20", &qmax], "xiangqi"),
    ] {
        let input = format!("xboard\nprotover 2\nnew\nvariant {variant}\nsd 4\ngo\n");
        let said = place.run(&place.ours(name), args, &input, |line| {
            line.starts_with("move ")
        });
        let complains = |line: &str| {
            let words = ["Error", "Illegal", "tellusererror", "telluser "];
            words.iter().any(|word| line.starts_with(word))
        };
        assert!(!said.lines().any(complains), "{name} {args:?}: {said}");
        assert!(
            said.contains("\nmove "),
            "{name} {args:?} {variant}: {said}"
        );
    }
}

/// The engines that XBoard lists because of Debian's package.
#[test]
#[ignore = "needs the Debian package fairymax"]
fn its_plugins_start_us() {
    let place = Place::new();
    // XBoard's names for groups of variants, and a variant of each
    let groups = [("chess", "normal"), ("fairychess", "berolina")];
    for name in PROGRAMS {
        let plugin = fs::read_to_string(format!("{PLUGINS}/{name}.eng")).unwrap();
        let lines: Vec<&str> = plugin.lines().map(str::trim).collect();
        let [_, command, games, ..] = lines[..] else {
            panic!("{plugin}");
        };
        let offered = place.offer(&place.ours(command), &[]).variants;
        for game in games.split(',') {
            let game = groups
                .iter()
                .find(|(group, _)| *group == game)
                .map_or(game, |known| known.1);
            assert!(offered.iter().any(|name| name == game), "{name}: {game}");
        }
    }
}
