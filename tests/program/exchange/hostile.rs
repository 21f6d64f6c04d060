//! Names and texts crafted to be misread where they are shown.

use fmax::tools::exchange::{Target, export};

use super::losses::with_rules;
use crate::common::files::Folder;
use crate::common::process::{fmax, stdout};

#[test]
fn names_cannot_end_a_comment() {
    for name in [
        "--->",
        "---><script>alert(9)</script>",
        "-->",
        "->",
        ">",
        "--!><img/src=x>",
        "<!--",
        "----",
        "<!-->",
        "a-",
        "\"'&lt;",
    ] {
        let variant = with_rules(name, "");
        let text = export(&variant, Target::Diagram, None).unwrap().text;
        let comment = text.strip_prefix("<!-- ").unwrap();
        let (comment, block) = comment.split_once("-->\n").unwrap();
        assert!(
            !comment.contains("--") && !comment.contains(['<', '>']),
            "{text}"
        );
        // all tags are those of the block
        let tags: Vec<&str> = block.split('<').skip(1).collect();
        assert_eq!(tags.len(), 2, "{text}");
        assert!(
            tags[0].starts_with("div class=\"idiagram\">") && tags[1] == "/div>\n",
            "{text}"
        );
        assert_eq!(block.matches('>').count(), 2, "{text}");
    }
    // the same for descriptions and names of pieces
    let folder = Folder::new();
    let game = "version 4.8(w)\n\n// --> <script> --!> </div>\nGame: mine\n8x8\n0 0 0 0 3 0 0 0\n0 0 0 0 3 0 0 0\np:100 fmWfcF\n\
                p:100 fmWfcF\nK:-1 K\nQ:900 Q\nName: K=Warlord\n";
    let path = folder.write("mine.ini", game);
    let output = fmax(
        &[
            "export",
            "--ini",
            &path,
            "--variant",
            "mine",
            "--to",
            "diagram",
        ],
        "",
    );
    let text = stdout(&output);
    let (_, block) = text
        .split_once("-->\n")
        .unwrap_or_else(|| panic!("{text} {output:?}"));
    assert_eq!(block.matches('<').count(), 2, "{text}");
}

#[test]
fn long_words_are_not_repeated() {
    let folder = Folder::new();
    let long = "k".repeat(1 << 20);
    let mut texts = vec![
        format!("[a:chess]\n{long} = 1\n"),
        format!("[a:chess]\nmaxRank = {long}\n"),
        format!("[a:chess]\nstartFen = {long}\n"),
        format!("[a:chess]\nstartFen = {long}/8/8/8/8/8/8/8 w\n"),
        format!("[a:chess]\nflagRegionWhite = {long}\n"),
        format!("[a:{long}]\n"),
        format!("[{long}:chess]\n"),
    ];
    texts.push("[a:chess]\n\u{1b}[2Jx = 1\n".to_owned());
    for text in texts {
        let path = folder.write("long.ini", &text);
        let output = fmax(&["import", &path], "");
        let report = String::from_utf8(output.stderr.clone()).unwrap();
        let start: String = text.chars().take(40).collect();
        assert!(report.contains("long.ini:"), "{start}: {report}");
        assert!(
            report.len() < 4000 && !report.contains('\u{1b}'),
            "{start}: {} bytes",
            report.len()
        );
        assert!(stdout(&output).len() < 8000, "{start}");
    }
}
