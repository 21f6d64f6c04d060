//! Where the program looks for files and where it writes them.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::learn::games_of;
use crate::common::files::Folder;
use crate::common::process::{self, FMAX, program, stdout};

/// A file with a small variant of this name.
fn games(name: &str) -> String {
    format!(
        "version 4.8(w)\nGame: {name}\n4x4\n2 3 3 2\n2 3 3 2\nk:-1 1,7 16,7 -1,7 -16,7\nR:480 1,3 16,3 -1,3 -16,3\n\
         k:-1 1,7 16,7 -1,7 -16,7\n"
    )
}

fn place(folder: &Folder, at: &str, name: &str) {
    let path = folder.path().join(at);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, games(name)).unwrap();
}

/// The program in a folder that also holds the user's and the system's files.
fn among(folder: &Folder) -> Command {
    fs::create_dir_all(folder.path().join("here")).unwrap();
    let mut command = program();
    let at = |name: &str| folder.path().join(name);
    command
        .current_dir(at("here"))
        .env("HOME", at("home"))
        .env("XDG_DATA_DIRS", at("share"));
    command
}

fn run(mut command: Command, args: &[&str], input: &str) -> String {
    stdout(&process::run(command.args(args), input))
}

#[test]
fn variants_files_are_found_in_order() {
    let folder = Folder::new();
    let listed = || run(among(&folder), &["variants"], "");
    assert!(listed().contains("berolina"), "{}", listed());
    for (at, name) in [
        ("share/fmax/fmax.ini", "shared"),
        ("share/games/fmax/fmax.ini", "packaged"),
        ("home/.config/fmax/fmax.ini", "mine"),
        ("here/fmax.ini", "here"),
    ] {
        place(&folder, at, name);
        assert!(listed().starts_with(name), "{at}: {}", listed());
    }
    // a file named on the command line comes first
    place(&folder, "named.ini", "named");
    let named = folder.file("named.ini");
    let listed = run(among(&folder), &["variants", "--ini", &named], "");
    assert!(listed.starts_with("named"), "{listed}");
    // the engine's option shows the file in use, and `Ini File=` restores it
    let said = run(among(&folder), &[], "xboard\nprotover 2\nquit\n");
    let path = fs::canonicalize(folder.path())
        .unwrap()
        .join("here/fmax.ini");
    let option = format!("option=\"Ini File -file {}\"", path.display());
    assert!(said.contains(&option), "{said}");
}

#[test]
fn a_broken_file_is_an_error() {
    let folder = Folder::new();
    place(&folder, "home/.config/fmax/fmax.ini", "mine");
    fs::write(folder.path().join("home/.config/fmax/fmax.ini"), "diary").unwrap();
    let said = run(among(&folder), &[], "xboard\nprotover 2\nquit\n");
    assert!(
        said.contains("tellusererror") && said.contains("unknown kind of file"),
        "{said}"
    );
}

const KEEP: &str = "new\nforce\nremember 50\nping 1\nquit\n";

#[test]
fn positions_are_kept_in_the_working_directory() {
    let folder = Folder::new();
    let said = run(among(&folder), &[], KEEP);
    assert!(said.contains("normal.hash written"), "{said}");
    assert!(folder.path().join("here/normal.hash").exists());
    assert!(!folder.path().join("home").exists());
}

/// Under WinBoard the working directory is the program's own.
#[test]
fn positions_are_never_kept_beside_the_program() {
    let folder = Folder::new();
    let program = Path::new(FMAX).parent().unwrap();
    let mut command = among(&folder);
    command.current_dir(program);
    let said = run(command, &[], KEEP);
    let kept = folder.path().join("home/.local/share/fmax/normal.hash");
    assert!(
        said.contains(&format!("{} written", kept.display())),
        "{said}"
    );
    assert!(kept.exists() && !program.join("normal.hash").exists());
    // the files are found from any directory
    let said = run(among(&folder), &[], "new\nbk\nquit\n");
    assert!(said.contains("This position: +0.50"), "{said}");
}

/// Nets learnt for shipped variants are kept with the user's files,
#[test]
fn weights_are_kept_with_the_users_files() {
    let folder = Folder::new();
    let games = games_of(&folder, "los-alamos", &[]);
    let arguments = [
        "tune",
        "--variant",
        "los-alamos",
        "--epochs",
        "2",
        "--train",
        &games,
    ];
    run(among(&folder), &arguments, "");
    let kept = folder.path().join("home/.local/share/fmax/fmax.eval");
    let weights = fs::read_to_string(kept).unwrap();
    assert!(weights.contains("los-alamos"), "{weights}");
    // and loaded from there
    let said = run(
        among(&folder),
        &[],
        "xboard\nprotover 2\nvariant los-alamos\nquit\n",
    );
    assert!(!said.contains("telluser"), "{said}");
    assert!(!folder.path().join("here/fmax.eval").exists());
}
