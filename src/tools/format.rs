//! `fmax format`: prints the header of the shipped file, or the part about a section, a rule line, a word or
//! a variant.

use std::fmt::Write as _;
use std::io;
use std::sync::LazyLock;

use anyhow::{Context, bail};

use crate::variant::ini::did_you_mean::did_you_mean;
use crate::variant::ini::library::builtin_text;
use crate::variant::{Library, ReadOptions};

/// The number of the section on rule lines.
pub const RULES: u32 = 9;
/// The number of the section with pieces that users can copy.
pub const PIECES: u32 = 10;
/// The number of the section with the variants themselves, which is not explained.
const GAMES: u32 = 11;
/// The prefix of the lines that are shown, so that readers of variants do not take them for variants.
pub const BAR: &str = "    |  ";
/// Examples shown for a rule.
const EXAMPLES: usize = 5;
/// The largest edit distance of a suggestion.
const SUGGEST: usize = 3;

/// The shipped variants.
pub static SHIPPED: LazyLock<Library> = LazyLock::new(|| Library::builtin(ReadOptions::default()));

/// A part of the header.
pub struct Section<'a> {
    /// The number of the section, from 1.
    pub number: u32,
    /// The lines of the section, with the title.
    pub lines: Vec<&'a str>,
}

/// Prints an explanation: of a section by its number, of a rule line by its word, of a variant by its name,
/// or all passages of the header with this word; by default the whole header.
///
/// # Errors
/// The word is unknown, the file cannot be read, or writing fails.
pub fn run(library: &Library, what: Option<&str>, out: &mut dyn io::Write) -> anyhow::Result<()> {
    let (introduction, sections) = sections(builtin_text());
    let text = match what {
        None => {
            let lines = sections.iter().flat_map(|section| &section.lines);
            joined(introduction.iter().chain(lines))
        }
        Some(what) => explain(library, &sections, what)?,
    };
    out.write_all(text.as_bytes())?;
    Ok(())
}

fn explain(library: &Library, sections: &[Section], what: &str) -> anyhow::Result<String> {
    if let Ok(number) = what.parse::<u32>() {
        let section = sections.iter().find(|section| section.number == number);
        let last = sections.last().map_or(0, |section| section.number);
        let section = section.with_context(|| format!("there are sections 1 to {last}"))?;
        return Ok(joined(&section.lines));
    }
    let rules = numbered(sections, RULES);
    let word = what.trim_end_matches(':');
    if let Some(text) = rule(rules, word) {
        return Ok(text + &examples(word));
    }
    if let Some(entry) = library.entry(what) {
        let text = library.text_of(entry);
        let text = text.with_context(|| format!("cannot read {}", library.origin()))?;
        return Ok(text + "\n");
    }
    let found = passages(sections, what);
    if found.is_empty() {
        let words = rules.iter().filter_map(|line| rule_word(line));
        let names = library.entries().iter().map(|entry| entry.name.as_str());
        // a short word is similar to many
        let limit = SUGGEST.min(what.chars().count() / 2);
        let hint = did_you_mean(what, words.chain(names), limit)
            .map_or(String::new(), |known| format!(": did you mean `{known}`?"));
        bail!("nothing is said about `{what}`{hint}");
    }
    Ok(found)
}

/// The sections of the header: returns the text before the first section, and the sections before the variants.
pub fn sections(text: &str) -> (Vec<&str>, Vec<Section<'_>>) {
    let lines: Vec<&str> = text.lines().collect();
    let begins = |index: usize, line: &str| {
        let underlined = (lines.get(index + 1)).is_some_and(|next| next.starts_with("===="));
        let number = line.split_whitespace().next()?.parse::<u32>().ok();
        number.filter(|_| underlined)
    };
    let mut introduction = Vec::new();
    let mut sections: Vec<Section> = Vec::new();
    // the default variant comes before the header, up to a blank line
    let header = lines
        .iter()
        .enumerate()
        .skip_while(|(_, line)| !line.is_empty());
    for (index, &line) in header.skip(1) {
        match begins(index, line) {
            Some(GAMES) => break,
            Some(number) => sections.push(Section {
                number,
                lines: vec![line],
            }),
            None => match sections.last_mut() {
                Some(section) => section.lines.push(line),
                None => introduction.push(line),
            },
        }
    }
    (introduction, sections)
}

/// The lines of a section.
pub fn numbered<'s, 'a>(sections: &'s [Section<'a>], number: u32) -> &'s [&'a str] {
    let section = sections.iter().find(|section| section.number == number);
    section.map_or(&[], |section| &section.lines)
}

/// The word of a line of the header that explains a rule line.
fn rule_word(line: &str) -> Option<&str> {
    let (word, _) = line.strip_prefix(BAR)?.split_once(':')?;
    let is_word = word.starts_with(|c: char| c.is_ascii_uppercase())
        && word.chars().all(|c| c.is_ascii_alphabetic() || c == '-');
    is_word.then_some(word)
}

/// The explanation of a rule line in the header: its forms and what they mean.
pub fn rule(lines: &[&str], word: &str) -> Option<String> {
    let mut text = String::new();
    let mut wanted = false;
    for line in lines {
        match rule_word(line) {
            Some(known) => wanted = known.eq_ignore_ascii_case(word),
            // indented lines belong to the line before them
            None => wanted &= line.starts_with("    "),
        }
        if wanted {
            let _ = writeln!(text, "{line}");
        }
    }
    (!text.is_empty()).then_some(text)
}

/// Some lines of shipped variants with this rule, and the number of variants that have it.
pub fn examples(word: &str) -> String {
    let is_rule = |line: &&str| {
        let first = line.split_once(':').map(|(first, _)| first);
        first.is_some_and(|first| first.eq_ignore_ascii_case(word))
    };
    let mut games = 0;
    let mut lines: Vec<(String, &str)> = Vec::new();
    for entry in SHIPPED.entries().iter().filter(|entry| !entry.unnamed) {
        let text = SHIPPED.text_of(entry).unwrap_or_default();
        let mut own = text.lines().filter(is_rule).peekable();
        games += u32::from(own.peek().is_some());
        for line in own {
            if lines.iter().all(|(known, _)| *known != line) {
                lines.push((line.to_owned(), &entry.name));
            }
        }
    }
    let mut found = format!("\nGames of the shipped file with it: {games}\n");
    for (line, game) in lines.into_iter().take(EXAMPLES) {
        let _ = writeln!(found, "{BAR}{line}   ({game})");
    }
    found
}

/// The paragraphs of the header that contain a word, with the titles of their sections.
fn passages(sections: &[Section], word: &str) -> String {
    let word = word.to_lowercase();
    let mut text = String::new();
    for section in sections {
        let paragraphs = section
            .lines
            .split(|line| line.is_empty())
            .filter(|paragraph| joined(*paragraph).to_lowercase().contains(&word));
        let found: Vec<String> = paragraphs.map(joined).collect();
        if let (false, Some(title)) = (found.is_empty(), section.lines.first()) {
            let title = if found[0].starts_with(title) {
                ""
            } else {
                title
            };
            let _ = write!(text, "{title}\n\n{}\n", found.join("\n"));
        }
    }
    text
}

fn joined<'a>(lines: impl IntoIterator<Item = &'a &'a str>) -> String {
    lines
        .into_iter()
        .fold(String::new(), |text, line| text + line + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::files::Folder;
    use crate::testing::games::{read, variant};

    fn about(what: Option<&str>) -> anyhow::Result<String> {
        report(&SHIPPED, what)
    }

    fn report(library: &Library, what: Option<&str>) -> anyhow::Result<String> {
        let mut out = Vec::new();
        run(library, what, &mut out)?;
        Ok(String::from_utf8(out)?)
    }

    #[test]
    fn the_whole_header_and_its_sections() {
        let all = about(None).unwrap();
        assert!(
            all.starts_with("This is the file of variants of fmax"),
            "{all}"
        );
        assert!(!all.contains("\nGame:") && !all.contains("11  THE GAMES"));
        for number in 1..GAMES {
            let section = about(Some(&number.to_string())).unwrap();
            assert!(section.starts_with(&format!("{number}  ")), "{section}");
            assert!(all.contains(&section), "{number}");
        }
        let error = about(Some("12")).unwrap_err().to_string();
        assert_eq!(error, "there are sections 1 to 10");
    }

    #[test]
    fn rule_lines_with_examples() {
        let text = about(Some("promotion-rule:")).unwrap();
        assert!(text.contains("    |  Promotion-Rule: squares="), "{text}");
        assert!(text.contains("(microshogi)"), "{text}");
        let other = text
            .lines()
            .filter_map(rule_word)
            .find(|word| *word != "Promotion-Rule");
        assert_eq!(other, None, "{text}");
        // each word of a section
        let (_, sections) = sections(builtin_text());
        let rules = sections
            .iter()
            .find(|section| section.number == RULES)
            .unwrap();
        let words: Vec<&str> = rules
            .lines
            .iter()
            .filter_map(|line| rule_word(line))
            .collect();
        assert!(words.len() > 40, "{words:?}");
        for word in words {
            assert!(
                about(Some(word))
                    .unwrap()
                    .contains("Games of the shipped file"),
                "{word}"
            );
        }
    }

    #[test]
    fn games_as_they_are_written() {
        let text = about(Some("knightmate")).unwrap();
        assert!(text.starts_with("// "), "{text}");
        assert!(text.contains("\nGame: knightmate"), "{text}");
        // the output is that variant
        let file = format!("version 4.8(w)\n{text}");
        let printed = read(&file).default_game().unwrap();
        assert_eq!(printed.pieces, variant("knightmate").pieces);
    }

    #[test]
    fn games_of_a_file_however_they_are_separated() {
        let lines = "8x8\n6 4 5 7 3 5 4 6\n6 4 5 7 3 5 4 6\np:100 fmWfcF\np:100 fmWfcF\n\
                     k:-1 K\nn:325 N\nb:350 B\nR:500 R\nQ:950 Q\n// within it\nDraws: white\n";
        let caravan = format!("// mine\nGame: My Caravan\n{lines}");
        let last = format!("// the last,\n// really\nGame:two\n{lines}");
        let folder = Folder::new();
        for gap in ["", "\n", "\nsome prose\n\n"] {
            let text = format!("version 4.8(w)\n \n\n{lines}{gap}{caravan}{gap}{last}");
            let path = folder.write("x.ini", &text);
            let library = Library::open(path, ReadOptions::default()).unwrap();
            for (name, text) in [("normal", lines), ("My", &caravan), ("two", &last)] {
                assert_eq!(
                    report(&library, Some(name)).unwrap(),
                    text,
                    "{name}, {gap:?}"
                );
            }
        }
    }

    #[test]
    fn a_word_finds_its_paragraphs() {
        let text = about(Some("Lame")).unwrap();
        assert!(text.contains("\n5  BENT, LAME"), "{text}");
        let paragraphs = text.split("\n\n").filter(|text| {
            !text.trim().is_empty() && !text.trim_start().starts_with(|c: char| c.is_ascii_digit())
        });
        for paragraph in paragraphs {
            assert!(paragraph.to_lowercase().contains("lame"), "{paragraph}");
        }
        let error = about(Some("Promotoin-Rule")).unwrap_err().to_string();
        assert_eq!(
            error,
            "nothing is said about `Promotoin-Rule`: did you mean `Promotion-Rule`?"
        );
    }
}
