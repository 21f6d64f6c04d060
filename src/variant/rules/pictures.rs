//! Pictures of pieces: the line names an SVG file in the folder of the ini file, or has the path data. The engine does not read
//! the SVG files.

use super::{Resolver, Rule, Value, ValueError, names};
use crate::types::{Color, TypeId};
use crate::variant::describe::pictures::path::{MAX_BYTES, MAX_SEGMENTS, Path};
use crate::variant::{Span, letter};

const PICTURE: &str = "Picture: N=nomad.svg, or Picture: white=N=M20,80L50,10L80,80Z;M40,60h20";
/// The ending of a file with a picture.
const ENDING: &str = ".svg";

pub(super) const RULE: Rule = Rule::new(&[PICTURE], resolve, |_| {});

/// The source of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// The name of a file in the folder of the ini file.
    File(String),
    /// The outline and the lines on it, as path data.
    Paths(String, String),
}

impl Drawing {
    /// A drawing, scaled to the area of a picture. If `free` is set, paths that already lie within it stay as they are.
    ///
    /// # Errors
    /// If the drawing is empty or too large.
    pub fn new(mut outline: Path, mut lines: Path, free: bool) -> Result<Drawing, String> {
        if outline.is_empty() {
            std::mem::swap(&mut outline, &mut lines);
        }
        if outline.is_empty() {
            return Err("it has no outline".to_owned());
        }
        if outline.segments() + lines.segments() > MAX_SEGMENTS {
            return Err(format!("it has more than {MAX_SEGMENTS} segments"));
        }
        let fit = Path::fit(&[&outline, &lines], free);
        let (outline, lines) = (outline.write(fit), lines.write(fit));
        if outline.len() + lines.len() > MAX_BYTES {
            return Err(format!("its paths have more than {} kB", MAX_BYTES >> 10));
        }
        Ok(Drawing::Paths(outline, lines))
    }
}

/// A picture of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenPicture {
    /// The pieces.
    pub pieces: Vec<(Color, TypeId)>,
    /// The source.
    pub drawing: Drawing,
    /// The place of the picture in the ini file.
    pub span: Span,
}

fn resolve(cx: &mut Resolver<'_>) {
    // path data may have blanks
    for (first, text) in cx.continued(PICTURE) {
        let given = read(cx, first, &text);
        let given = cx.note(PICTURE, given).flatten();
        cx.variant.pictures.extend(given);
    }
}

/// Reads the picture of a letter; `text` continues the first value. A broken picture is a warning.
fn read(
    cx: &mut Resolver<'_>,
    first: Value<'_>,
    text: &str,
) -> Result<Option<GivenPicture>, ValueError> {
    let (colors, letter, source) = names::owned_letter(&cx.variant, first)?;
    let of = |&color: &Color| {
        let types = names::types(&cx.variant, letter, &[color]).into_iter();
        types.map(move |id| (color, id))
    };
    let pieces: Vec<(Color, TypeId)> = colors.iter().flat_map(of).collect();
    let source = &text[first.text.len() - source.text.len()..];
    let mut known = cx.variant.pictures.iter().flat_map(|given| &given.pieces);
    let has_one = known.any(|piece| pieces.contains(piece));
    let drawing = match source.to_ascii_lowercase().ends_with(ENDING) {
        _ if has_one => Err("the piece has one already".to_owned()),
        true if is_file_name(source) => Ok(Drawing::File(source.to_owned())),
        true => Err("the file must be in the folder of the ini file; its name may have letters, digits, - _ and .".to_owned()),
        false => paths(source),
    };
    match drawing {
        Ok(drawing) => Ok(Some(GivenPicture {
            pieces,
            drawing,
            span: first.span,
        })),
        Err(reason) => {
            let letter = letter::text(letter);
            let message = format!("the picture of {letter} is not used: {reason}");
            let hint = "name a file, N=nomad.svg, or write its path, N=M20,80L50,10L80,80Z";
            cx.report.warning(first.span, message, hint);
            Ok(None)
        }
    }
}

/// True for a name without folders.
fn is_file_name(text: &str) -> bool {
    let known = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    text.chars().all(known) && !text.starts_with('.')
}

/// Reads the outline and the lines, between which there is a semicolon.
fn paths(text: &str) -> Result<Drawing, String> {
    let (outline, lines) = text.split_once(';').unwrap_or((text, ""));
    Drawing::new(Path::read(outline)?, Path::read(lines)?, true)
}
