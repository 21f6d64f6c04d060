//! Pictures of pieces from SVG files beside the file of variants. Only the geometry of a file is used: its shapes are written
//! anew without anything that refers to other files, and then become paths.

use std::fmt::Write;
use std::path::Path as FilePath;

use resvg::tiny_skia::PathSegment;
use resvg::usvg::roxmltree::{self, Document, Node};
use resvg::usvg::{self, Group, Tree};

use crate::files;
use crate::variant::describe::pictures::path::{MAX_BYTES, MAX_SEGMENTS, Path};
use crate::variant::{Diagnostic, Drawing, Library, Severity, Variant};

/// Deepest nesting of elements.
const MAX_DEPTH: usize = 50;
/// Elements that have or group shapes.
const ELEMENTS: &str = "svg g path rect circle ellipse line polyline polygon";
/// Elements without shapes, of which no user needs to know.
const SILENT: &str = "title desc metadata namedview linearGradient radialGradient";
/// Attributes that shapes consist of, and those that say whether a shape is filled.
const ATTRIBUTES: &str = "\
    class cx cy d display fill fill-opacity height id opacity points r rx ry stroke stroke-opacity stroke-width style \
    transform visibility width x x1 x2 y y1 y2";

/// Replaces the files of a variant's pictures by their paths. Returns warnings about files that are not used, or not
/// completely.
pub fn load(library: &Library, variant: &mut Variant) -> Vec<Diagnostic> {
    let file = library.file().map(FilePath::to_owned).unwrap_or_default();
    let mut warnings = Vec::new();
    for given in &mut variant.pictures {
        let Drawing::File(name) = &given.drawing else {
            continue;
        };
        let name = name.clone();
        let message = match read(&file.with_file_name(&name)) {
            Ok((drawing, dropped)) => {
                given.drawing = drawing;
                let dropped = dropped.join(", ");
                (!dropped.is_empty()).then(|| format!("{name} is drawn without: {dropped}"))
            }
            Err(reason) => Some(format!("{name} is not used: {reason}")),
        };
        warnings.extend(message.map(|message| Diagnostic {
            file: file.display().to_string(),
            span: given.span,
            severity: Severity::Warning,
            message,
            hint: None,
        }));
    }
    warnings
}

/// The drawing of a file, and what is left out.
fn read(path: &FilePath) -> Result<(Drawing, Vec<String>), String> {
    let bytes = files::read(path, MAX_BYTES as u64).map_err(|error| error.to_string())?;
    let text = String::from_utf8(bytes).map_err(|_| "it is not text".to_owned())?;
    convert(&text)
}

/// The drawing of an SVG text, and what is left out.
fn convert(text: &str) -> Result<(Drawing, Vec<String>), String> {
    if text.contains("<!ENTITY") {
        return Err("it defines entities".to_owned());
    }
    let options = roxmltree::ParsingOptions {
        allow_dtd: true,
        ..Default::default()
    };
    let document = Document::parse_with_options(text, options)
        .map_err(|error| format!("it is not XML: {error}"))?;
    if document.root_element().tag_name().name() != "svg" {
        return Err("it is not SVG".to_owned());
    }
    let mut nodes = document.descendants();
    if nodes.any(|node| node.ancestors().take(MAX_DEPTH + 2).count() > MAX_DEPTH + 1) {
        return Err(format!(
            "its elements are nested more than {MAX_DEPTH} deep"
        ));
    }
    let mut dropped = Vec::new();
    let mut plain =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"100\">".to_owned();
    copy(document.root_element(), &mut plain, &mut dropped);
    plain += "</svg>";
    let tree = Tree::from_str(&plain, &usvg::Options::default());
    let tree = tree.map_err(|error| error.to_string())?;
    let mut shapes = Shapes::default();
    shapes.collect(tree.root())?;
    if shapes.has_background() {
        shapes.all.remove(0);
        dropped.push("background".to_owned());
    }
    Ok((shapes.drawing()?, dropped))
}

fn is_among(names: &str, name: &str) -> bool {
    names.split(' ').any(|known| known == name)
}

/// Copies an element with its shapes, and notes the names of what is left out.
fn copy(node: Node<'_, '_>, plain: &mut String, dropped: &mut Vec<String>) {
    let name = node.tag_name().name();
    let style = name == "style" && !node.text().unwrap_or_default().contains('@');
    if !node.is_element() || is_among(SILENT, name) {
        return;
    }
    if !is_among(ELEMENTS, name) && !style && name != "defs" {
        let name = files::safe_name(name);
        if !dropped.contains(&name) {
            dropped.push(name);
        }
        return;
    }
    // an inner drawing is a group: its place on the page does not count
    let tag = if name == "svg" { "g" } else { name };
    *plain += &format!("<{tag}");
    for attribute in node.attributes() {
        let name = attribute.name();
        if attribute.namespace().is_none() && is_among(ATTRIBUTES, name) {
            // writing to a string never fails
            let _ = write!(
                plain,
                " {name}=\"{}\"",
                escaped(&without_links(attribute.value()))
            );
        }
    }
    plain.push('>');
    if style {
        *plain += &escaped(node.text().unwrap_or_default());
    }
    for child in node.children() {
        copy(child, plain, dropped);
    }
    *plain += &format!("</{tag}>");
}

/// A value with a colour in place of each link.
fn without_links(value: &str) -> String {
    let mut parts = value.split("url(");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text += "black";
        text += part.split_once(')').map_or("", |(_, rest)| rest);
    }
    text
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('"', "&quot;")
}

/// A shape: path data, its bounds, and whether it is filled.
struct Shape {
    data: Path,
    bounds: usvg::Rect,
    filled: bool,
}

/// The shapes of a drawing in their order.
#[derive(Default)]
struct Shapes {
    all: Vec<Shape>,
    segments: usize,
}

impl Shapes {
    fn collect(&mut self, group: &Group) -> Result<(), String> {
        for node in group.children() {
            match node {
                usvg::Node::Group(group) => self.collect(group)?,
                usvg::Node::Path(path) if path.is_visible() => self.add(path)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn add(&mut self, path: &usvg::Path) -> Result<(), String> {
        let Some(data) = path.data().clone().transform(path.abs_transform()) else {
            return Ok(());
        };
        self.segments += data.len();
        if self.segments > MAX_SEGMENTS {
            return Err(format!("it has more than {MAX_SEGMENTS} segments"));
        }
        let mut text = String::new();
        for segment in data.segments() {
            text += &match segment {
                PathSegment::MoveTo(p) => format!("M{} {}", p.x, p.y),
                PathSegment::LineTo(p) => format!("L{} {}", p.x, p.y),
                PathSegment::QuadTo(a, p) => format!("Q{} {} {} {}", a.x, a.y, p.x, p.y),
                PathSegment::CubicTo(a, b, p) => {
                    format!("C{} {} {} {} {} {}", a.x, a.y, b.x, b.y, p.x, p.y)
                }
                PathSegment::Close => "Z".to_owned(),
            };
        }
        self.all.push(Shape {
            data: Path::read(&text)?,
            bounds: path.abs_bounding_box(),
            filled: path.fill().is_some(),
        });
        Ok(())
    }

    /// True if the first shape is a rectangle behind all others.
    fn has_background(&self) -> bool {
        let Some((first, rest)) = self.all.split_first() else {
            return false;
        };
        let covers = |inner: &usvg::Rect| {
            let outer = first.bounds;
            outer.left() <= inner.left()
                && outer.top() <= inner.top()
                && outer.right() >= inner.right()
                && outer.bottom() >= inner.bottom()
        };
        let filled = first.filled && rest.iter().any(|shape| shape.filled);
        filled && first.data.is_rectangle() && rest.iter().all(|shape| covers(&shape.bounds))
    }

    /// Filled shapes are the outline, the others lines on it.
    fn drawing(self) -> Result<Drawing, String> {
        let (mut outline, mut lines) = (Path::default(), Path::default());
        for shape in self.all {
            let part = if shape.filled {
                &mut outline
            } else {
                &mut lines
            };
            part.extend(shape.data);
        }
        Drawing::new(outline, lines, false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn svg(inner: &str) -> Result<(Drawing, Vec<String>), String> {
        convert(&format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'>{inner}</svg>"
        ))
    }

    fn paths(inner: &str) -> (String, String) {
        match svg(inner) {
            Ok((Drawing::Paths(outline, lines), _)) => (outline, lines),
            other => panic!("{other:?}"),
        }
    }

    const TRIANGLE: &str = "<path d='M0 10h10l-5-10z'/>";

    #[test]
    fn shapes_become_an_outline_and_lines() {
        let triangle = "M16,82L84,82L50,14Z";
        assert_eq!(paths(TRIANGLE), (triangle.to_owned(), String::new()));
        let lines =
            format!("{TRIANGLE}<line x1='2' y1='8' x2='8' y2='8' fill='none' stroke='red'/>");
        let both = (triangle.to_owned(), "M29.6,68.4L70.4,68.4".to_owned());
        assert_eq!(paths(&lines), both.clone());
        // a style sheet, a transformed group, and lines alone
        let styled = format!(
            "<style>.a{{fill:none;stroke:#000}}</style><g transform='scale(3)' class='a'>{TRIANGLE}</g>"
        );
        assert_eq!(paths(&styled), (triangle.to_owned(), String::new()));
        // attributes of the whole drawing
        let inherited = convert(
            "<svg xmlns='http://www.w3.org/2000/svg' fill='none' stroke='#000'>\
             <path fill='#000' d='M0 10h10l-5-10z'/><path d='M2 8h6'/></svg>",
        );
        let Ok((Drawing::Paths(outline, lines), _)) = inherited else {
            panic!("{inherited:?}")
        };
        assert_eq!((outline, lines), both);
        let found = svg(&format!(
            "<path d='M-1-1h20v20H-1z' fill='#fff'/>{TRIANGLE}"
        ))
        .unwrap();
        assert_eq!(found.1, ["background"]);
    }

    #[test]
    fn only_geometry_survives() {
        let hostile = format!(
            "<script>alert(1)</script><style>@import url(https://example.org/x.css);</style>\
             <image href='https://example.org/x.png' width='9' height='9'/><text>x</text>\
             <foreignObject><body xmlns='http://www.w3.org/1999/xhtml' onload='alert(1)'/></foreignObject>\
             <use href='#a'/><a href='javascript:alert(1)'><path d='M0 0h9v9z'/></a>\
             <g onclick='alert(1)' style='fill:url(https://example.org/x.svg#a)' fill='url(#b)'>{TRIANGLE}</g>"
        );
        let (drawing, dropped) = svg(&hostile).unwrap();
        let Drawing::Paths(outline, lines) = drawing else {
            panic!("{drawing:?}")
        };
        let expected = [
            "script",
            "style",
            "image",
            "text",
            "foreignObject",
            "use",
            "a",
        ];
        assert_eq!(dropped, expected);
        let allowed = |c: char| c.is_ascii_digit() || "MLQCZ,.-".contains(c);
        assert!((outline + &lines).chars().all(allowed));
    }

    #[test]
    fn broken_and_hostile_files_are_refused() {
        let many = format!("<path d='M0 0{}'/>", "h1".repeat(MAX_SEGMENTS));
        let deep = "<g>".repeat(5000) + &"</g>".repeat(5000);
        let laughs = "<!DOCTYPE svg [<!ENTITY a 'ha'><!ENTITY b '&a;&a;'>]><svg>&b;</svg>";
        for (error, result) in [
            ("it has more than 5000 segments", svg(&many)),
            ("its elements are nested more than 50 deep", svg(&deep)),
            ("it has no outline", svg("")),
            ("it has no outline", svg("<path d='M NaN NaN L 1 1'/>")),
            (
                "it has no outline",
                svg("<rect width='NaN' height='1e999'/>"),
            ),
            ("it is not SVG", convert("<html/>")),
            ("it defines entities", convert(laughs)),
        ] {
            assert_eq!(result, Err(error.to_owned()));
        }
        assert!(
            convert("<svg><g></svg>")
                .unwrap_err()
                .starts_with("it is not XML: ")
        );
        assert!(convert("").is_err());
        for huge in [
            "<path d='M0 0h1e38v1e38z'/>",
            "<circle r='1e30'/>",
            "<g transform='scale(1e30)'><path d='M0 0h9v9z'/></g>",
        ] {
            assert!(svg(huge).is_err(), "{huge}");
        }
    }
}
