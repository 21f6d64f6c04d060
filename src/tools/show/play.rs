//! The page to play on: the page of `docs/build-web` with one variant embedded.

use std::borrow::Cow;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use serde_json::json;

use super::Arguments;
use super::page::{self, Additions};
use super::sheet::PieceSheet;
use crate::files;
use crate::ruleset::Ruleset;
use crate::tools::tune;
use crate::variant::ini::net_file::{self, Section};
use crate::variant::ini::source::VERSION_LINE;
use crate::variant::{Drawing, Library, Params, ReadOptions, Selections, Variant};

/// The page built into the program.
#[cfg(feature = "page")]
const PAGE: Option<&str> = Some(include_str!(env!("FMAX_PAGE")));
#[cfg(not(feature = "page"))]
const PAGE: Option<&str> = None;
/// Size limit of a page.
const MAX_BYTES: u64 = 64 << 20;

/// The places in the page where the variant and its rules are put.
const VARIANT: &str = r#"<script type="application/json" id="embedded">{}</script>"#;
const RULES: &str = r#"<section id="rulebook" aria-label="Rules" hidden></section>"#;

/// The page with the variant and its rules embedded.
pub fn page(
    library: &Library,
    rules: &Ruleset,
    sheets: &[PieceSheet],
    request: &Arguments,
    additions: &Additions<'_>,
) -> anyhow::Result<String> {
    let page = match (&request.page, PAGE) {
        (Some(path), _) => read(path)?.into(),
        (None, Some(page)) => Cow::from(page),
        (None, None) => bail!(
            "this fmax was built without the page: make it with `docs/build-web page.html` in the source of fmax, \
             then add --page page.html"
        ),
    };
    let rulebook = page::page(rules, sheets, additions)?;
    let rulebook = between(&rulebook, "<body>", "<div class=\"paste\">");
    let (before, rest) = page.split_once(RULES).unwrap_or_default();
    let (between, after) = rest.split_once(VARIANT).unwrap_or_default();
    ensure!(
        !after.is_empty(),
        "the page is not a single file of docs/build-web, or of another version"
    );
    let variant = embedded(library, rules.variant())?;
    Ok(format!(
        r#"{before}<section id="rulebook" aria-label="Rules">{rulebook}</section>{between}<script type="application/json" id="embedded">{variant}</script>{after}"#
    ))
}

fn read(path: &Path) -> anyhow::Result<String> {
    let bytes = files::read(path, MAX_BYTES);
    let bytes = bytes.with_context(|| format!("cannot read {}", path.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let (_, rest) = text.split_once(start).unwrap_or_default();
    rest.split_once(end).map_or(rest, |(part, _)| part)
}

/// A line of the variant, with paths in place of the files of pictures.
fn with_paths(line: &str, number: usize, variant: &Variant) -> String {
    let own = variant.pictures.iter();
    let own = own.filter(|given| usize::try_from(given.span.line) == Ok(number));
    let mut line = line.to_owned();
    for given in own.rev() {
        let Drawing::Paths(outline, lines) = &given.drawing else {
            continue;
        };
        let column = given.span.column.saturating_sub(1) as usize;
        let start = line
            .char_indices()
            .nth(column)
            .map_or(line.len(), |(at, _)| at);
        let word = line[start..].split_whitespace().next().unwrap_or_default();
        if let Some((piece, _)) = word
            .rsplit_once('=')
            .filter(|(_, file)| file.to_ascii_lowercase().ends_with(".svg"))
        {
            let word = start..start + word.len();
            line.replace_range(word, &format!("{piece}={outline};{lines}"));
        }
    }
    line
}

/// The lines of the variant, its evaluation weights and its net, as JSON without markup. The bytes of the net are written as
/// characters.
fn embedded(library: &Library, variant: &Variant) -> anyhow::Result<String> {
    let name = &variant.name;
    let entry = library.entry(name).context("the variant has no text")?;
    let text = library.text_of(entry);
    let text = text.with_context(|| format!("cannot read {}", library.origin()))?;
    let lines = text.lines().enumerate();
    let lines = lines.map(|(index, line)| with_paths(line, entry.lines.start + index + 1, variant));
    let ini = format!("{VERSION_LINE}\n{}\n", lines.collect::<Vec<_>>().join("\n"));
    let fingerprint = variant.evaluation_fingerprint();
    let weights = (variant.params != Params::default())
        .then(|| tune::section(&variant.params, name, "fmax show"));
    let net = variant.net.clone().map(|net| {
        net_file::write(&[Section {
            game: name.clone(),
            fingerprint: variant.net_fingerprint(),
            command: String::new(),
            net,
        }])
    });
    let mut known = Library::parse(name, ini.as_bytes(), ReadOptions::default())
        .map_err(|_| anyhow::anyhow!("the text of {name} cannot be read alone"))?;
    known.add_params(name, weights.as_deref().unwrap_or_default());
    let same = known.find(name, &Selections::default())?;
    ensure!(
        same.evaluation_fingerprint() == fingerprint,
        "the page does not know --alternators: add the line `Alternators: yes` to {name}"
    );
    let data = json!({ "variant": name, "ini": ini, "eval": weights, "net": net.map(|bytes| bytes.into_iter().map(char::from).collect::<String>()) });
    Ok(data.to_string().replace('<', "\\u003c"))
}
