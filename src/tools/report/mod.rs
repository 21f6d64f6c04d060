//! Reports of commands, written as text for a terminal or as a page with charts.
//!
//! | module | owns |
//! |---|---|
//! | [`chart`] | charts as SVG |
//! | [`warnings`] | numbers beyond a threshold, and the table of thresholds |

pub mod chart;
pub mod warnings;

use std::io::{self, Write};

#[cfg(feature = "tools")]
use anyhow::Context;
#[cfg(feature = "tools")]
use askama::Template;

use crate::tools::table;
use warnings::Warning;

/// Labels of lines have at least this width, so that the texts of short sections are aligned.
const LABEL: usize = 16;

/// A report. The page loads nothing, and is light or dark as the reader prefers.
#[derive(Debug)]
#[cfg_attr(feature = "tools", derive(Template))]
#[cfg_attr(
    feature = "tools",
    template(path = "report/page.html", config = "src/tools/askama.toml")
)]
pub struct Document {
    /// The title of the page.
    pub title: String,
    /// The first lines below the title.
    pub introduction: Vec<String>,
    pub sections: Vec<Section>,
}

/// A part of a report under a title, which may be empty.
#[derive(Debug)]
pub struct Section {
    pub title: String,
    pub parts: Vec<Part>,
}

#[derive(Debug)]
pub enum Part {
    Text(String),
    Lines(Vec<(String, String)>),
    /// The rows, the first of which is the heading, and the number of columns that are aligned to the left.
    Table(Vec<Vec<String>>, usize),
    /// Warnings, with which the page begins.
    Warnings(Vec<Warning>),
    /// Explanations for readers of the page.
    Note(String),
    /// Drawings as SVG with their captions, for the page.
    Figures(Vec<(String, String)>),
    /// The command that repeats the report, for the page.
    Command(String),
}

impl Section {
    pub fn new(title: impl Into<String>, parts: impl Into<Vec<Part>>) -> Section {
        Section {
            title: title.into(),
            parts: parts.into(),
        }
    }

    fn is_warning(&self) -> bool {
        matches!(self.parts[..], [Part::Warnings(_), ..])
    }

    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let is_for_page =
            |part: &Part| matches!(part, Part::Note(_) | Part::Figures(_) | Part::Command(_));
        if !self.title.is_empty() && !self.parts.iter().all(is_for_page) {
            writeln!(out, "{}", self.title)?;
        }
        for part in &self.parts {
            match part {
                Part::Text(text) => writeln!(out, "{text}")?,
                Part::Lines(lines) => {
                    let widths = lines.iter().map(|(label, _)| label.chars().count());
                    let width = widths.max().unwrap_or(0).max(LABEL);
                    for (label, text) in lines {
                        writeln!(out, "  {label:<width$}  {text}")?;
                    }
                }
                Part::Table(rows, left) => table::write(rows, |column| column < *left, out)?,
                Part::Warnings(warnings) => warnings::write_text(warnings, out)?,
                Part::Note(_) | Part::Figures(_) | Part::Command(_) => {}
            }
        }
        Ok(())
    }
}

impl Document {
    /// Writes the report for a terminal.
    pub fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        for line in &self.introduction {
            writeln!(out, "{line}")?;
        }
        self.sections
            .iter()
            .try_for_each(|section| section.write_text(out))
    }

    /// The report as a page, with the warnings first.
    #[cfg(feature = "tools")]
    pub fn page(mut self) -> anyhow::Result<String> {
        self.sections.sort_by_key(|section| !section.is_warning());
        self.render().context("cannot write the page")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warnings::DRAWISH;

    fn document() -> Document {
        let drawn = DRAWISH.check(0.9, (0.8, 0.95), "90 % of <all> games are drawn");
        let row = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        Document {
            title: "a <b> & c".to_owned(),
            introduction: vec!["a: 10 games".to_owned()],
            sections: vec![
                Section::new(
                    "games",
                    [Part::Lines(vec![(
                        "moves".to_owned(),
                        "60 +- 3".to_owned(),
                    )])],
                ),
                Section::new(
                    "",
                    [Part::Table(
                        vec![row(["piece", "moves"]), row(["N", "9"])],
                        1,
                    )],
                ),
                Section::new(
                    "plots",
                    [Part::Figures(vec![("<svg/>".to_owned(), "How".to_owned())])],
                ),
                Section::new("warnings", [Part::Warnings(drawn.into_iter().collect())]),
                Section::new("repeat", [Part::Command("fmax x > y".to_owned())]),
            ],
        }
    }

    #[test]
    fn lines_and_tables_are_aligned() {
        let mut out = Vec::new();
        document().write_text(&mut out).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "a: 10 games\ngames\n  moves             60 +- 3\npiece  moves\nN          9\nwarnings\n  \
             sure: drawish: 90 % of <all> games are drawn (threshold 60 %)\n    \
             few games have a winner, and stronger players draw even more\n"
        );
    }

    /// Every element that is opened is closed again, in order.
    #[test]
    fn pages_are_self_contained() {
        let page = document().page().unwrap();
        let mut open: Vec<&str> = Vec::new();
        for part in page.split('<').skip(1) {
            let tag = part.split('>').next().unwrap();
            let name = tag.split(' ').next().unwrap().trim_end_matches('/');
            match name.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name), "{part}"),
                None if tag.ends_with('/') || ["meta", "br", "!DOCTYPE"].contains(&name) => {}
                None => open.push(name),
            }
        }
        assert_eq!(open, Vec::<&str>::new());
        for outside in ["http:", "https:", "src=", "href=", "url(", "<script"] {
            assert!(!page.contains(outside), "{outside}");
        }
        for part in [
            "<h1>a &#60;b&#62; &#38; c</h1>",
            "60 ± 3",
            "<svg/>",
            "prefers-color-scheme:dark",
            "fmax x &#62; y",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert!(page.find("drawish") < page.find("60 ± 3"));
    }
}
