//! The examples of rule lines in the header of the shipped file and in hints.

use std::collections::HashSet;

use super::*;
use crate::variant::ini::library::builtin_text;
use crate::variant::rules::forms;
use crate::variant::rules::values::word;

/// The prefix of shown lines.
const BAR: &str = "    |  ";
/// Pawns of the examples: chess, with other pawns where a rule needs them, another king, and more pieces.
const PAWNS: [&str; 2] = ["fmWfceFifmnD", "fmWfcF"];
const KINGS: [&str; 2] = ["KisO2", "Q"];
/// Lines that some examples need.
const NEEDED: [&str; 4] = [
    "",
    "+N:460 WfF\n",
    "Zone: home=a1-h3,a6-h8 centre=d4-e5\n",
    "Drops: all\n",
];

/// The variants of the examples, up to their own rule lines.
fn bases() -> impl Iterator<Item = String> {
    let royals = PAWNS.into_iter().flat_map(|p| KINGS.map(|king| (p, king)));
    let all = royals.flat_map(|(p, king)| NEEDED.map(|needed| (p, king, needed)));
    all.map(|(p, king, needed)| {
        let rank = "6 4 5 7 3 5 4 6";
        format!(
            "8x8\n{rank}\n{rank}\np:74 {p}\np:74 {p}\nk:-1 {king}\nn:259 N\nb:296 B\nR:444 R\nQ:851 Q\n\
             A:700 BN\nC:300 mRcpR\n{needed}"
        )
    })
}

/// True if a variant accepts the line.
fn takes(base: &str, line: &str) -> bool {
    let built = game(&format!("{base}{line}\n"));
    let unknown = |d: &Diagnostic| d.message.starts_with("there is no rule");
    built.variant.is_some() && !built.diagnostics.iter().any(unknown)
}

/// The first variant that accepts the line.
fn home(line: &str) -> Option<String> {
    bases().find(|base| takes(base, line))
}

/// The examples of hints, one per line.
fn hinted() -> impl Iterator<Item = &'static str> {
    forms().flat_map(|form| form.split(", or "))
}

#[test]
fn examples_of_the_header_are_rules() {
    let (_, rules) = builtin_text().split_once("\n9  RULE LINES").unwrap();
    let (rules, _) = rules.split_once("\nA move that starts with").unwrap();
    let (mut examples, mut wrong): (Vec<&str>, Vec<String>) = Default::default();
    let mut shown = HashSet::new();
    let mut after_values = true;
    for line in rules.lines().skip_while(|line| !line.starts_with(BAR)) {
        if let Some(example) = line.strip_prefix(BAR) {
            if std::mem::take(&mut after_values) {
                examples.clear();
            }
            examples.push(example);
            shown.insert(word(example));
            wrong.extend(home(example).is_none().then(|| example.to_owned()));
            continue;
        }
        after_values = true;
        let Some((value, _)) = line.trim().split_once("  ") else {
            continue;
        };
        // the value alone, or as a part of an example
        let alone = format!("{}: {value}", word(examples[0]));
        let parts = examples.iter().map(|example| format!("{example} {value}"));
        if !parts
            .chain([alone.clone()])
            .any(|line| home(&line).is_some())
        {
            wrong.push(alone);
        }
    }
    wrong.extend(
        forms()
            .map(word)
            .filter(|word| !shown.contains(word))
            .map(str::to_owned),
    );
    assert_eq!(wrong, [""; 0]);
}

#[test]
fn examples_of_hints_are_rules() {
    let wrong: Vec<&str> = hinted().filter(|line| home(line).is_none()).collect();
    assert_eq!(wrong, [""; 0]);
}

/// Lines with one or two errors.
fn broken(line: &str) -> Vec<String> {
    let (word, values) = line.split_once(": ").unwrap();
    let short = |text: &str| text[..text.len() - 1].to_owned();
    let mut broken = vec![
        format!("{word}:"),
        format!("{word}: {}", values.replace(char::is_uppercase, "Z")),
    ];
    let parts: Vec<&str> = values.split(' ').collect();
    for (at, value) in parts.iter().enumerate() {
        for wrong in [
            "foo".to_owned(),
            short(value),
            value.to_string() + "s",
            value.replace('=', ""),
        ] {
            let mut parts = parts.clone();
            parts[at] = &wrong;
            broken.push(format!("{word}: {}", parts.join(" ")));
        }
    }
    let blank = word.replace('-', " ");
    for word in [
        word,
        &short(word),
        &blank.to_uppercase(),
        &word.replace('-', ""),
    ] {
        for values in [values.to_owned(), values.to_owned() + "s", "foo".to_owned()] {
            broken.extend([format!("{word}: {values}"), format!("{word} {values}")]);
        }
    }
    broken
}

/// Hints and the lines that they quote are valid in some variant.
#[test]
fn hints_are_rules() {
    let (mut wrong, mut tried, mut exact) = (Vec::new(), HashSet::new(), 0);
    for line in hinted() {
        let base = home(line).unwrap();
        for broken in broken(line) {
            let built = game(&format!("{base}{broken}\n"));
            for hint in built.diagnostics.into_iter().filter_map(|d| d.hint) {
                let quoted = hint.split('`').skip(1).step_by(2);
                for text in quoted.filter(|text| {
                    forms().any(|form| text.starts_with(&format!("{}:", word(form))))
                }) {
                    let to_write = hint.starts_with("write `");
                    exact += usize::from(to_write);
                    let good = if to_write {
                        takes(&base, text)
                    } else {
                        !tried.insert(text.to_owned()) || home(text).is_some()
                    };
                    if !good {
                        wrong.push(format!("{broken}: {hint}"));
                    }
                }
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
    assert!(exact > 100 && tried.len() > 50, "{exact} {}", tried.len());
}

#[test]
fn misspelt_lines_are_put_right() {
    for (line, meant) in [
        (
            "Promotion Rule: ranks=3 optional",
            "Promotion-Rule: ranks=3 optional",
        ),
        (
            "promotionrule ranks=3 optional",
            "Promotion-Rule: ranks=3 optional",
        ),
        (
            "promotion_rule: rank=3 // as in Makruk",
            "Promotion-Rule: ranks=3",
        ),
        ("Bare king: loses", "Bare-King: loss"),
        ("Barekng: loss", "Bare-King: loss"),
        ("Move rule 60 without-check", "Move-Rule: 60 without-checks"),
        ("Promotion QRBN", "Promotion: QRBN"),
    ] {
        let built = game(&format!("{}{line}\n", bases().next().unwrap()));
        let hints: Vec<_> = built
            .diagnostics
            .into_iter()
            .filter_map(|d| d.hint)
            .collect();
        assert_eq!(hints, [format!("write `{meant}`")], "{line}");
    }
}
