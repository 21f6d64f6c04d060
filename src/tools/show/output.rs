//! The files of pictures and pages. All contents are made before the first file is written, and existing files are not
//! overwritten without `--force`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;

use super::legend::{self, signs};
use super::page::{self, Additions};
use super::sheet::PieceSheet;
use super::{Arguments, examples, picture, play};
use crate::ruleset::Ruleset;
use crate::tools::replacing;
use crate::variant::Library;
use crate::variant::describe::pictures::Pictures;

/// Scale of pictures as PNG: sharp on a page, and small enough to be uploaded.
const PNG_SCALE: f32 = 1.5;

/// Files with their contents, not yet written.
type Files = Vec<(PathBuf, Vec<u8>)>;

/// Writes the pictures and the pages that the options name.
pub fn write(
    library: &Library,
    rules: &Arc<Ruleset>,
    sheets: &[PieceSheet],
    request: &Arguments,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let (mut files, mut reports) = (Files::new(), Vec::new());
    draw(rules, sheets, request, &mut files, &mut reports)?;
    let examples = (request.puzzles)
        .then(|| examples::find(rules, examples::GAMES))
        .transpose()?;
    let additions = |player| Additions {
        author: request.author.as_deref(),
        examples: examples.as_ref(),
        player,
    };
    if let Some(path) = &request.html {
        let page = page::page(rules, sheets, &additions(request.player.as_deref()))?;
        files.push((path.clone(), page.into_bytes()));
        reports.push(format!("page in {}", path.display()));
    }
    if let Some(path) = &request.play {
        let page = play::page(library, rules, sheets, request, &additions(Some("")))?;
        files.push((path.clone(), page.into_bytes()));
        reports.push(format!("playable page in {}", path.display()));
    }
    for (path, _) in &files {
        replacing::refuse(path, request.force)?;
    }
    for folder in request.svg.iter().chain(&request.png) {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    for (path, bytes) in &files {
        replacing::replace(path, bytes)?;
    }
    for report in reports {
        writeln!(out, "{report}")?;
    }
    Ok(())
}

/// Draws the pictures for the folders that the options name.
fn draw(
    rules: &Ruleset,
    sheets: &[PieceSheet],
    request: &Arguments,
    files: &mut Files,
    reports: &mut Vec<String>,
) -> anyhow::Result<()> {
    if request.svg.is_none() && request.png.is_none() {
        return Ok(());
    }
    let pictures = pictures(rules, sheets, request.piece.is_none());
    let report = |folder: &PathBuf| format!("{} pictures in {}", pictures.len(), folder.display());
    reports.extend(request.svg.iter().chain(&request.png).map(report));
    for (name, text) in pictures {
        if let Some(folder) = &request.png {
            let png = picture::png(&text, PNG_SCALE)?;
            files.push((folder.join(format!("{name}.png")), png));
        }
        if let Some(folder) = &request.svg {
            files.push((folder.join(format!("{name}.svg")), text.into_bytes()));
        }
    }
    Ok(())
}

/// Reads the address of a page: a relative one, or one of the web or of a file.
pub fn address(text: &str) -> Result<String, &'static str> {
    let before_colon = text.split_once(':').map(|(scheme, _)| scheme);
    if matches!(before_colon, None | Some("http" | "https" | "file")) {
        Ok(text.to_owned())
    } else {
        Err("this is not the address of a page")
    }
}

/// The pictures with their file names: of the start position if `whole` is set, and of the pieces.
fn pictures(rules: &Ruleset, sheets: &[PieceSheet], whole: bool) -> Vec<(String, String)> {
    let variant = rules.variant();
    let drawn = Pictures::new(variant);
    let mut pictures: Vec<(String, String)> = Vec::new();
    if whole {
        let setup = picture::setup(rules, &drawn);
        pictures.push(("setup".to_owned(), setup.to_string()));
        for (mark, words) in legend::zones(variant) {
            let name = format!("zone-{}", mark.word());
            pictures.push((name, picture::zone(mark, &words).to_string()));
        }
    }
    for sheet in sheets {
        for (number, view) in (1..).zip(&sheet.views) {
            // types may share a letter, so that their names need numbers
            let name = |again: usize| match (number, again) {
                (1, 0) => sheet.stem(),
                (number, 0) => format!("{}-{number}", sheet.stem()),
                (number, again) => format!("{}-{number}-{}", sheet.stem(), again + 1),
            };
            let taken = |name: &String| pictures.iter().any(|(other, _)| other == name);
            let name = (0..).map(name).find(|name| !taken(name));
            let picture = picture::view(variant, &drawn, view, &sheet.title());
            pictures.extend(name.map(|name| (name, picture.to_string())));
        }
    }
    for sign in signs(sheets.iter().flat_map(|sheet| &sheet.views)) {
        let name = format!("sign-{}", sign.name());
        pictures.push((name, picture::sign(sign).to_string()));
    }
    pictures
}
