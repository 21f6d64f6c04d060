//! The examples of rule lines that the header of the shipped file gives.

use super::*;
use crate::variant::ini::library::builtin_text;

/// What shown lines begin with.
const BAR: &str = "    |  ";
/// What the header assumes: chess, where some rules need other pawns or another king, with three more pieces.
const PAWNS: [&str; 2] = ["fmWfceFifmnD", "fmWfcF"];
const KINGS: [&str; 2] = ["KisO2", "Q"];
/// Lines that some need.
const NEEDED: [&str; 4] = [
    "",
    "+N:460 WfF\n",
    "Zone: home=a1-h3,a6-h8 centre=d4-e5\n",
    "Drops: all\n",
];

/// What is wrong with lines in the game that suits them best.
pub(super) fn faults(lines: &str) -> Vec<String> {
    let mut all = Vec::new();
    for pawn in PAWNS {
        for king in KINGS {
            for needed in NEEDED {
                let rank = "6 4 5 7 3 5 4 6";
                let text = format!(
                    "8x8\n{rank}\n{rank}\np:74 {pawn}\np:74 {pawn}\nk:-1 {king}\nn:259 N\nb:296 B\nR:444 R\nQ:851 Q\n\
                     A:700 BN\nC:300 mRcpR\n{needed}{lines}\n"
                );
                let mut wrong = complaints(&game(&text));
                wrong.retain(|line| line.contains(": error:") || line.contains("there is no rule"));
                all.push(wrong);
            }
        }
    }
    all.into_iter().min_by_key(Vec::len).unwrap_or_default()
}

#[test]
fn examples_of_the_header_are_rules() {
    let (_, rules) = builtin_text().split_once("\n9  RULE LINES").unwrap();
    let (rules, _) = rules.split_once("\nA move that starts with").unwrap();
    let (mut examples, mut shown): (Vec<&str>, Vec<&str>) = Default::default();
    let mut wrong = Vec::new();
    let mut after_key = true;
    for line in rules.lines().skip_while(|line| !line.starts_with(BAR)) {
        if let Some(example) = line.strip_prefix(BAR) {
            if std::mem::take(&mut after_key) {
                examples.clear();
            }
            wrong.extend(
                faults(example)
                    .into_iter()
                    .map(|fault| format!("{example}: {fault}")),
            );
            examples.push(example);
            shown.push(example.split(':').next().unwrap());
            continue;
        }
        after_key = true;
        let Some((key, _)) = line.trim().split_once("  ") else {
            continue;
        };
        // by itself, or as a part of an example
        let word = examples[0].split(':').next().unwrap();
        let mut lines = vec![format!("{word}: {key}")];
        lines.extend(examples.iter().map(|example| format!("{example} {key}")));
        if lines.iter().all(|line| !faults(line).is_empty()) {
            wrong.push(format!("{word}: {key}: {:?}", faults(&lines[0])));
        }
    }
    assert_eq!(wrong, [""; 0]);
    let forms = crate::variant::rules::forms();
    let missing: Vec<_> = forms
        .filter(|form| !shown.contains(&crate::variant::rules::values::word(form)))
        .collect();
    assert_eq!(missing, [""; 0]);
}
