//! Files for packages: manual pages and shell completions.

use crate::common::files::Folder;
use crate::common::process::{fmax, stderr};

#[test]
fn pages_and_completions_are_written() {
    let folder = Folder::new();
    let to = folder.file("made");
    for before in [None, Some("what is there is replaced")] {
        if let Some(text) = before {
            for file in ["made/completions/fmax.bash", "made/man/fmax.6"] {
                folder.write(file, text);
            }
        }
        let output = fmax(&["generate", &to], "");
        assert!(output.status.success(), "{}", stderr(&output));
    }
    for shell in ["fmax.bash", "_fmax", "fmax.fish", "_fmax.ps1"] {
        let text = folder.read(&format!("made/completions/{shell}"));
        assert!(text.contains("perft") && text.contains("divide"), "{shell}");
        assert!(!text.contains("generate"), "{shell}");
    }
    let page = folder.read("made/man/fmax.6");
    for text in [
        "HASH_BITS",
        "fmax\\-playtest(6)",
        ".SH FILES",
        "XDG_DATA_HOME",
        "GAME.hash",
    ] {
        assert!(page.contains(text), "{text}: {page}");
    }
    assert!(folder.read("made/man/fmax-match.6").contains("max\\-moves"));
    // a file where a folder is expected
    let file = folder.write("file", "");
    let output = fmax(&["generate", &file], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("cannot write"),
        "{}",
        stderr(&output)
    );
}
