//! The program started under the names of programs that it replaces.

use std::os::unix::process::CommandExt;
use std::process::Output;

use crate::common::files::Folder;
use crate::common::process::{program, run, stderr, stdout};

fn called(name: &str, args: &[&str]) -> Output {
    let input = "xboard\nprotover 2\nnew\nforce\nd\nquit\n";
    run(program().arg0(name).args(args), input)
}

/// Regression: `shamax` and the others silently played chess.
#[test]
fn relatives_of_fairy_max_play_their_variant() {
    for (name, variant) in [
        ("/usr/games/shamax", "shatranj"),
        ("maxqi", "xiangqi"),
        ("Looking-Glass.exe", "alice"),
        ("pairomax", "normal"),
        ("fairymax", "normal"),
        ("fmax-before", "normal"),
        ("fmax2", "normal"),
    ] {
        let said = stdout(&called(name, &[]));
        assert!(said.contains(&format!("\n# {variant}: ")), "{name}: {said}");
        // XBoard starts with the variant offered if there is only one, otherwise with chess
        let offered = said.split_once("variants=\"").unwrap().1;
        let offered = offered.split_once('"').unwrap().0;
        assert_eq!(offered == variant, variant != "normal", "{name}: {offered}");
    }
    let said = stdout(&called("shamax", &["--variant", "courier"]));
    assert!(said.contains("\n# courier: "), "{said}");
}

#[test]
fn a_variant_missing_under_a_name_is_refused() {
    let output = called("umax4_8", &[]);
    assert_eq!(output.status.code(), Some(1));
    let message =
        "umax4_8 is a name of micro-Max, which fmax does not replace: give the link another name";
    assert_eq!(stdout(&output), format!("tellusererror {message}\n"));
    assert_eq!(stderr(&output), format!("fmax: {message}\n"));
    let folder = Folder::new();
    let text = "version 4.8(w)\nGame: small\n4x8\n5 4 3 5\n5 4 3 5\np:74 fW\np:74 fW\nk:-1 K\nn:259 N\nR:444 R\n";
    let file = folder.write("small.ini", text);
    let output = called("shamax", &[&file]);
    assert_eq!(output.status.code(), Some(1));
    let said = stdout(&output);
    let start = format!("tellusererror shamax plays shatranj, but {file} does not have it: ");
    assert!(said.starts_with(&start), "{said}");
}
