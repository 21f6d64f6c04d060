//! The sections of a `variants.ini`, with the places of keys and values.

use crate::variant::Span;

/// A message about a place of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The place.
    pub at: Span,
    /// The message.
    pub text: String,
}

impl Remark {
    pub(super) fn new(at: Span, text: impl Into<String>) -> Remark {
        Remark {
            at,
            text: text.into(),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub key: String,
    pub key_at: Span,
    pub value: String,
    pub value_at: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    pub name: String,
    /// The variant from which the section inherits.
    pub parent: Option<String>,
    pub at: Span,
    pub lines: Vec<Line>,
}

/// Reads a file, and returns its sections and remarks on faulty lines. Comments begin with `#` or `;`. Lines before the
/// first section are reported once.
pub fn read(text: &str) -> (Vec<Section>, Vec<Remark>) {
    let mut sections: Vec<Section> = Vec::new();
    let mut wrong = Vec::new();
    for (line, number) in text.lines().zip(1u32..) {
        let span = |before: &str| Span {
            line: number,
            column: before.chars().count() as u32 + 1,
        };
        if line.starts_with(['#', ';']) || line.trim().is_empty() {
            continue;
        }
        if let Some(head) = line.strip_prefix('[') {
            if !head.contains(']') {
                wrong.push(Remark::new(
                    span(""),
                    "no `]` ends the name of this section",
                ));
            }
            let head = head.split(']').next().unwrap_or(head);
            let (name, parent) = head.split_once(':').unzip();
            sections.push(Section {
                name: name.unwrap_or(head).to_owned(),
                parent: parent.map(str::to_owned),
                at: span(""),
                lines: Vec::new(),
            });
            continue;
        }
        let Some(section) = sections.last_mut() else {
            if wrong.is_empty() {
                let text = "lines before the first `[name]` belong to no game";
                wrong.push(Remark::new(span(""), text));
            }
            continue;
        };
        let Some((key, value)) = line.split_once('=') else {
            let text = "there is neither a `=` nor a `#` in this line";
            wrong.push(Remark::new(span(""), text));
            continue;
        };
        let indent = key.len() - key.trim_start().len();
        let value_at = line.len() - value.trim_start().len();
        section.lines.push(Line {
            key: key.trim().to_owned(),
            key_at: span(&line[..indent]),
            value: value.trim().to_owned(),
            value_at: span(&line[..value_at]),
        });
    }
    (sections, wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_have_keys_with_their_places() {
        let text = "nothing = yet\nnor this\n[a]\n# no\n\npawn = p\n[b:a]\nking=k:KN  \nwhat\n";
        let (sections, wrong) = read(text);
        let at = |line, column| Span { line, column };
        assert_eq!(sections.len(), 2);
        assert_eq!(
            (sections[1].name.as_str(), sections[1].parent.as_deref()),
            ("b", Some("a"))
        );
        assert_eq!(
            (sections[1].at, sections[0].lines[0].value_at),
            (at(7, 1), at(6, 8))
        );
        let king = &sections[1].lines[0];
        assert_eq!((king.value.as_str(), king.value_at), ("k:KN", at(8, 6)));
        assert_eq!(wrong.len(), 2);
        assert_eq!([wrong[0].at, wrong[1].at], [at(1, 1), at(9, 1)]);
        assert!(wrong[0].text.contains("before the first"), "{wrong:?}");
    }
}
