//! The pieces for a new variant by their full names, read from the list in the header of `fmax.ini`.

use crate::tools::format;
use crate::variant::ini::did_you_mean::did_you_mean;
use crate::variant::ini::library::builtin_text;

/// The heading of pieces that move round a cylinder board; their names say so.
const CYLINDER: &str = "PIECES OF A CYLINDER BOARD";

/// Upper bound on the names suggested.
const MOST_HINTS: usize = 3;

/// A piece that the file lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The names of the piece in lower case, with dashes for blanks, the usual name first.
    pub names: Vec<String>,
    /// A description of the piece, or empty.
    pub about: String,
    /// The letter that is suggested for the piece.
    pub letter: char,
    pub value: String,
    /// The moves of the piece as written; for pawns the moves of white's and of black's pawn.
    pub moves: Vec<String>,
}

impl Entry {
    pub fn name(&self) -> &str {
        self.names.first().map_or("", String::as_str)
    }
}

/// A name with a capital and without dashes.
pub fn title(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first
        .into_iter()
        .chain(letters)
        .collect::<String>()
        .replace('-', " ")
}

/// All pieces and pawns that the file lists.
#[derive(Clone, Debug)]
pub struct Catalogue {
    pub pieces: Vec<Entry>,
    pub pawns: Vec<Entry>,
}

impl Catalogue {
    /// The catalogue of the built-in file.
    pub fn builtin() -> Catalogue {
        Catalogue::read(builtin_text())
    }

    fn read(text: &str) -> Catalogue {
        let (_, sections) = format::sections(text);
        let mut sections = sections.into_iter();
        let pieces = sections.find(|section| section.number == format::PIECES);
        let mut catalogue = Catalogue {
            pieces: Vec::new(),
            pawns: Vec::new(),
        };
        let (mut about, mut cylinder) = ("", false);
        for line in pieces.map_or(Vec::new(), |section| section.lines) {
            match piece_line(line) {
                None => {
                    about = line;
                    cylinder |= line == CYLINDER;
                }
                Some((letter, value, moves)) => {
                    catalogue.add(about, cylinder, (letter, value, moves));
                }
            }
        }
        catalogue
    }

    fn add(&mut self, about: &str, cylinder: bool, (letter, value, moves): (char, &str, &str)) {
        let (heading, rest) = about.split_once([':', ',']).unwrap_or((about, ""));
        // of two forms of a piece, the form that needs no rule line is taken; castling is added later where there is room
        if about.contains("Alternators") || heading.starts_with("King that castles") {
            return;
        }
        let mut names: Vec<String> = heading.split(" or ").map(key).collect();
        let is_pawn = heading.to_lowercase().contains("pawn");
        if is_pawn {
            names = vec![pawn_name(heading)];
        }
        if heading.starts_with("King without") {
            names = vec!["king".to_owned()];
        }
        if cylinder {
            names = names
                .iter()
                .map(|name| format!("cylinder-{name}"))
                .collect();
        }
        let list = if is_pawn {
            &mut self.pawns
        } else {
            &mut self.pieces
        };
        match list.last_mut().filter(|last| last.names == names) {
            Some(last) => last.moves.push(moves.to_owned()),
            None => list.push(Entry {
                names,
                about: rest.trim().to_owned(),
                letter,
                value: value.to_owned(),
                moves: vec![moves.to_owned()],
            }),
        }
    }

    /// The piece with this name, in any case and with blanks or dashes.
    pub fn piece(&self, name: &str) -> Option<&Entry> {
        let mut pieces = self.pieces.iter();
        pieces.find(|entry| entry.names.contains(&key(name)))
    }

    /// The pawn with this name.
    pub fn pawn(&self, name: &str) -> Option<&Entry> {
        let name = key(name);
        let mut pawns = self.pawns.iter();
        pawns.find(|entry| {
            let own = entry.name();
            own == name || own.strip_suffix("-pawn") == Some(&name)
        })
    }

    /// A hint for an unknown name.
    pub fn hint(&self, name: &str) -> String {
        let wanted = key(name);
        let is_letter = |letter: char| name.eq_ignore_ascii_case(letter.encode_utf8(&mut [0; 4]));
        let has_part = |own: &str| own.split('-').any(|part| part == wanted);
        let alike = self.pieces.iter().flat_map(|entry| {
            let names = entry.names.iter().map(String::as_str);
            names.filter(|own| is_letter(entry.letter) || has_part(own))
        });
        let alike: Vec<&str> = alike.take(MOST_HINTS).collect();
        let names = self.pieces.iter().flat_map(|entry| &entry.names);
        if !alike.is_empty() {
            format!("did you mean {}?", alike.join(" or "))
        } else if let Some(near) = did_you_mean(&wanted, names.map(String::as_str), 2) {
            format!("did you mean {near}?")
        } else {
            "`fmax new --list` shows all names; other pieces are written NAME=BETZA, as in phoenix=WA"
                .to_owned()
        }
    }
}

/// A name in the form in which names are compared.
pub fn key(name: &str) -> String {
    let words: Vec<&str> = name
        .split([' ', '-', '_'])
        .filter(|w| !w.is_empty())
        .collect();
    words.join("-").to_lowercase()
}

/// The name of a kind of pawns, by a word of their heading.
fn pawn_name(heading: &str) -> String {
    let heading = heading.to_lowercase();
    let kinds = ["shatranj", "berolina", "triple", "wildebeest"];
    let kind = kinds.into_iter().find(|kind| heading.contains(kind));
    kind.map_or("pawn".to_owned(), |kind| format!("{kind}-pawn"))
}

/// The letter, value and moves of a piece line.
fn piece_line(line: &str) -> Option<(char, &str, &str)> {
    let (head, moves) = line.split_once(' ')?;
    let (letter, value) = head.split_once(':')?;
    let mut letters = letter.chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    let is_value = value.parse::<i32>().is_ok();
    (letter.is_ascii_alphabetic() && is_value).then_some((letter, value, moves))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_of_the_file_has_a_name_of_its_own() {
        let catalogue = Catalogue::builtin();
        let mut names: Vec<&String> = (catalogue.pieces.iter())
            .flat_map(|entry| &entry.names)
            .collect();
        assert!(names.len() > 55, "{names:?}");
        let count = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(catalogue.pieces.iter().all(|entry| entry.moves.len() == 1));
        let pawns: Vec<&str> = catalogue.pawns.iter().map(Entry::name).collect();
        let expected = "pawn shatranj-pawn berolina-pawn triple-pawn wildebeest-pawn cylinder-pawn";
        assert_eq!(pawns.join(" "), expected);
        assert!(catalogue.pawns.iter().all(|entry| entry.moves.len() == 2));
        for name in [
            "High Priestess",
            "gnu",
            "Horse of Xiangqi",
            "half-duck",
            "R2",
            "king",
        ] {
            assert!(catalogue.piece(name).is_some(), "{name}");
        }
        assert_eq!(catalogue.piece("griffon").map(|g| g.letter), Some('G'));
        assert!(catalogue.hint("grifon").contains("griffon"));
        assert_eq!(
            catalogue.hint("Elephant"),
            "did you mean elephant-of-shatranj or elephant-of-xiangqi?"
        );
        assert_eq!(
            catalogue.hint("crooked"),
            "did you mean crooked-bishop or crooked-rook?"
        );
    }
}
