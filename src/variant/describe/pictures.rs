//! Pictures of pieces as paths of SVG.
//!
//! A piece has the picture that the ini file gives it, or that of its name or its moves, or else a frame around its letter: a
//! disc for leapers, a shield for sliders and a cup for hoppers.

pub mod path;

use std::borrow::Cow;

use super::names::common_name;
use crate::types::{ByColor, Color, TypeId};
use crate::variant::{Drawing, MoveDescriptor, Variant};

/// The pictures: names, outlines and lines; the file explains its format.
const PICTURES: &str = include_str!("pictures.txt");
/// The side of a picture, the unit of its paths.
pub const SIZE: f64 = 100.0;
/// The base on which every piece stands, drawn over the outline.
pub const BASE: &str = "M18 91v-5q0-7 7-7h50q7 0 7 7v5z";

/// Pieces that move a step, as kings do: a royal that moves like these is drawn as a king.
const STEPS: [&str; 5] = [
    "Commoner",
    "Ferz",
    "Wazir",
    "Gold General",
    "Silver General",
];

/// The picture of a piece: paths above its [`BASE`]. Outline and base are filled with the piece's colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The outline, a path.
    pub outline: Cow<'static, str>,
    /// Lines on the outline, a path; may be empty.
    pub lines: Cow<'static, str>,
    /// True if the outline is a frame: then the letter of the piece belongs in it, around [`LETTER`].
    pub is_frame: bool,
}

/// The middle of the letter in a frame.
pub const LETTER: (f64, f64) = (50.0, 45.0);

/// The pictures of a variant's pieces. Two types of one colour never have the same picture, except for frames.
#[derive(Clone, Debug)]
pub struct Pictures(ByColor<Vec<Picture>>);

impl Pictures {
    /// Chooses the picture of each piece of either colour.
    pub fn new(variant: &Variant) -> Pictures {
        let of = |color| pictures(variant, color);
        Pictures(ByColor::new(of(Color::White), of(Color::Black)))
    }

    /// The picture of a piece of a colour.
    pub fn of(&self, id: TypeId, color: Color) -> &Picture {
        &self.0[color][id.index() - 1]
    }
}

/// The pictures of a colour's pieces, by type.
fn pictures(variant: &Variant, color: Color) -> Vec<Picture> {
    let owned = variant.types_of(color);
    let mut used = Vec::new();
    let pictures = variant.types().map(|(id, piece)| {
        if let Some(given) = given(variant, id, color) {
            return given;
        }
        let found = drawn(variant, id, color).filter(|found| !used.contains(found));
        if owned.contains(&id) {
            used.extend(found);
        }
        let (outline, lines) = parts(found.unwrap_or_else(|| frame(&piece.moves)));
        Picture {
            outline: outline.into(),
            lines: lines.into(),
            is_frame: found.is_none(),
        }
    });
    pictures.collect()
}

/// The picture that the file gives to a piece.
fn given(variant: &Variant, id: TypeId, color: Color) -> Option<Picture> {
    let mut given = variant.pictures.iter();
    given.find_map(|given| match &given.drawing {
        Drawing::Paths(outline, lines) if given.pieces.contains(&(color, id)) => Some(Picture {
            outline: outline.clone().into(),
            lines: lines.clone().into(),
            is_frame: false,
        }),
        _ => None,
    })
}

/// The drawing of a piece, if the piece has one: the text below its names in the file of pictures.
fn drawn(variant: &Variant, id: TypeId, color: Color) -> Option<&'static str> {
    let piece = variant.piece(id);
    let named = piece.name.as_deref().and_then(entry);
    named.or_else(|| match common_name(variant, id, color) {
        Some(name) if !(piece.royalty.is_royal() && STEPS.contains(&name)) => entry(name),
        _ if piece.royalty.is_royal() => entry("King"),
        _ => None,
    })
}

/// The text below a name in the file of pictures.
fn entry(name: &str) -> Option<&'static str> {
    let mut entries = PICTURES
        .split("\n\n")
        .filter_map(|entry| entry.split_once('\n'));
    let found = entries.find(|(names, _)| {
        names
            .split(", ")
            .any(|known| known.eq_ignore_ascii_case(name))
    });
    found.map(|(_, paths)| paths)
}

fn frame(moves: &[MoveDescriptor]) -> &'static str {
    let name = if moves.iter().any(MoveDescriptor::is_hopper) {
        "#hopper"
    } else if moves.iter().any(MoveDescriptor::slides) {
        "#rider"
    } else {
        "#leaper"
    };
    entry(name).unwrap_or_default()
}

/// The outline and the lines of an entry.
fn parts(entry: &'static str) -> (&'static str, &'static str) {
    let (outline, lines) = entry.split_once('\n').unwrap_or((entry, ""));
    (outline.trim(), lines.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::games;

    /// The pictures of both colours' pieces with a letter, with the names in the first picture.
    fn outline(variant: &str, letter: &str) -> (Picture, &'static str) {
        let variant = games::variant(variant);
        let pictures = Color::ALL.map(|color| {
            let types = variant.types_of(color).into_iter();
            let mut types = types.filter(|&id| variant.piece(id).written() == letter);
            Pictures::new(&variant)
                .of(types.next().unwrap(), color)
                .clone()
        });
        assert_eq!(pictures[0], pictures[1]);
        let mut entries = PICTURES.split("\n\n");
        let names = entries.find(|entry| entry.contains(&*pictures[0].outline));
        (pictures[0].clone(), names.unwrap().lines().next().unwrap())
    }

    #[test]
    fn pictures_follow_names_and_moves() {
        for (variant, letter, names) in [
            ("normal", "N", "knight, horse"),
            ("xiangqi", "R", "rook, chariot, cart"),
            ("xiangqi", "K", "king"),
            ("capablanca", "C", "chancellor, marshall, marshal, empress"),
            ("xiangqi", "P", "pawn, soldier"),
            ("xiangqi", "E", "elephant, alfil, modern elephant"),
            ("seirawan", "K", "king"),
            ("seirawan", "E", "elephant, alfil, modern elephant"),
            ("knightmate", "K", "king"),
            ("knightmate", "M", "commoner, mann, man"),
            ("shogi", "G", "gold general, gold"),
        ] {
            assert_eq!(outline(variant, letter).1, names, "{variant} {letter}");
        }
        // promoted pieces that move like a gold general differ by their letters
        assert!(outline("shogi", "+P").0.is_frame);
        assert_eq!(outline("shogi", "+P").1, "#leaper");
    }

    #[test]
    fn pictures_of_the_file_come_first() {
        let text = "version 4.8(w)\nGame: x\n8x8\n6 4 5 7 3 5 4 6\n6 4 5 7 3 5 4 6\np:1 mfW\np:1 mfW\nk:-1 K\n\
                    n:3 N\nb:3 B\nr:5 R\nq:9 Q\nPicture: black=N=M0,0h50v50z;M1,1h2 B=none.svg\n";
        let variant = games::read(text).default_game().unwrap();
        let pictures = Pictures::new(&variant);
        let knight = pictures.of(TypeId(4), Color::Black);
        assert_eq!(
            (&*knight.outline, &*knight.lines),
            ("M0,0L50,0L50,50Z", "M1,1L3,1")
        );
        assert_ne!(knight, pictures.of(TypeId(4), Color::White));
        assert!(!pictures.of(TypeId(5), Color::Black).is_frame);
    }

    #[test]
    fn every_entry_is_complete_and_each_name_is_there_once() {
        let mut names = std::collections::HashSet::new();
        for text in PICTURES.split("\n\n").skip(1) {
            let (line, paths) = text.split_once('\n').unwrap();
            for name in line.split(", ") {
                assert!(names.insert(name), "{name} is there twice");
            }
            let allowed = |c: char| "MLHVCQSTAZmlhvcqstaz0123456789.- ".contains(c);
            let (outline, lines) = parts(paths);
            assert!(
                outline.starts_with('M') && outline.chars().all(allowed),
                "{line}"
            );
            assert!(
                lines.chars().all(allowed) && lines.lines().count() <= 1,
                "{line}"
            );
        }
        assert!(names.len() > 60);
    }
}
