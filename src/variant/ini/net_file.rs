//! The file beside the file of games with the nets that correct the evaluation: what it holds of
//! which game. The nets themselves are read by [`crate::eval::net`].
//!
//! It has the same name, with the ending `.net`, and a section for each game that something was
//! learnt for. Numbers are in little-endian order, texts are UTF-8 behind their length (`u16`).
//!
//! | what | type |
//! |---|---|
//! | `fmax net` and a line feed | 9 bytes |
//! | version, [`VERSION`] | `u16` |
//! | number of sections | `u16` |
//! | per section: the bytes from here to its checksum | `u32` |
//! | the name of the game | text |
//! | its [fingerprint](crate::variant::Variant::evaluation_fingerprint) | `u64` |
//! | the command that has made the net | text |
//! | the net | the rest |
//! | [checksum] of the section without its length | `u64` |
//!
//! A net corrects one particular evaluation of one particular game, so that a section whose
//! fingerprint is another than that of the game is refused, and the game is played without it.

use crate::files::{Fields, checksum, put_text};
use crate::variant::NetBytes;

/// A larger file is not read.
pub const MAX_BYTES: u64 = 64 << 20;
/// The version of the format.
pub const VERSION: u16 = 2;
/// What the file begins with.
const MAGIC: &[u8] = b"fmax net\n";
/// More sections are not read.
const MAX_SECTIONS: u16 = 1000;

/// How the name of such a file ends; the rest is that of the file of games.
pub const EXTENSION: &str = "net";

/// What was learnt for a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The name of the game.
    pub game: String,
    /// The game and the evaluation that the net was learnt for.
    pub fingerprint: u64,
    /// The command that has made the net, for people.
    pub command: String,
    /// The net.
    pub net: NetBytes,
}

/// Reads such a file, with all that is wrong with it. A section that is damaged is left out.
pub fn read(bytes: &[u8]) -> (Vec<Section>, Vec<String>) {
    let mut sections = Vec::new();
    let mut complaints = Vec::new();
    let mut fields = Fields::new(bytes);
    if fields.bytes(MAGIC.len()) != Some(MAGIC) {
        complaints.push("it is no file of nets".to_owned());
        return (sections, complaints);
    }
    let (Some(version), Some(count)) = (fields.u16(), fields.u16()) else {
        complaints.push("it ends in its header".to_owned());
        return (sections, complaints);
    };
    if version != VERSION {
        let mut message = format!("it has version {version} of the format, {VERSION} is known");
        if version < VERSION {
            message += ": its nets name their rules in an earlier way, `fmax learn` makes new ones";
        }
        complaints.push(message);
        return (sections, complaints);
    }
    for number in 1..=count.min(MAX_SECTIONS) {
        let length = fields.u32();
        let Some(section) = length.and_then(|length| fields.bytes(length as usize)) else {
            complaints.push(format!("it ends in section {number} of {count}"));
            return (sections, complaints);
        };
        if fields.u64() != Some(checksum(section)) {
            complaints.push(format!("section {number} is damaged"));
            continue;
        }
        match read_section(section) {
            Some(section) => sections.push(section),
            None => complaints.push(format!("section {number} has no header")),
        }
    }
    if count > MAX_SECTIONS {
        complaints.push(format!("only {MAX_SECTIONS} sections are read"));
    } else if !fields.rest().is_empty() {
        complaints.push(format!(
            "what follows section {count} is not read, {} bytes",
            fields.rest().len()
        ));
    }
    (sections, complaints)
}

fn read_section(bytes: &[u8]) -> Option<Section> {
    let mut fields = Fields::new(bytes);
    Some(Section {
        game: fields.text()?,
        fingerprint: fields.u64()?,
        command: fields.text()?,
        net: NetBytes(fields.rest().into()),
    })
}

/// Writes such a file.
pub fn write(sections: &[Section]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((sections.len() as u16).to_le_bytes());
    for section in sections {
        let mut body = Vec::new();
        put_text(&section.game, &mut body);
        body.extend(section.fingerprint.to_le_bytes());
        put_text(&section.command, &mut body);
        body.extend(&*section.net.0);
        bytes.extend((body.len() as u32).to_le_bytes());
        bytes.extend(&body);
        bytes.extend(checksum(&body).to_le_bytes());
    }
    bytes
}

/// A file with the section put in the place of those of the same game, or added. What cannot be read
/// of the file is left out; an empty one is none.
pub fn replaced(old: &[u8], section: Section) -> Vec<u8> {
    let (mut sections, _) = read(old);
    sections.retain(|other| other.game != section.game);
    sections.push(section);
    write(&sections)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(game: &str, net: &[u8]) -> Section {
        Section {
            game: game.to_owned(),
            fingerprint: 0x0102_0304_0506_0708,
            command: "fmax learn".to_owned(),
            net: NetBytes(net.into()),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        let sections = vec![section("one", b"123"), section("two", b"")];
        let bytes = write(&sections);
        assert_eq!(read(&bytes), (sections, Vec::new()));
        let bytes = replaced(&bytes, section("one", b"new"));
        let expected = vec![section("two", b""), section("one", b"new")];
        assert_eq!(read(&bytes), (expected, Vec::new()));
        let bytes = replaced(b"", section("one", b"1"));
        assert_eq!(read(&bytes).0, [section("one", b"1")]);
    }

    #[test]
    fn what_is_damaged_is_told_and_left_out() {
        let whole = write(&[section("one", b"123"), section("two", b"456")]);
        let mut earlier = whole.clone();
        earlier[MAGIC.len()] = 1;
        let changed = |at: usize| {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            bytes
        };
        for (bytes, left, complaint) in [
            (Vec::new(), 0, "it is no file of nets"),
            (changed(0), 0, "it is no file of nets"),
            (whole[..12].to_vec(), 0, "it ends in its header"),
            (changed(9), 0, "it has version 3 of the format, 2 is known"),
            (
                earlier,
                0,
                "it has version 1 of the format, 2 is known: its nets name their rules in an earlier way, \
                 `fmax learn` makes new ones",
            ),
            (changed(11), 2, "it ends in section 3 of 3"),
            (changed(20), 1, "section 1 is damaged"),
            (changed(whole.len() - 1), 1, "section 2 is damaged"),
            (
                whole[..whole.len() - 9].to_vec(),
                1,
                "it ends in section 2 of 2",
            ),
            (
                [&whole[..], b"more"].concat(),
                2,
                "what follows section 2 is not read, 4 bytes",
            ),
        ] {
            let (sections, complaints) = read(&bytes);
            assert_eq!(complaints, [complaint]);
            assert_eq!(sections.len(), left, "{complaint}");
        }
        let bare = [&whole[..13], &1u32.to_le_bytes(), b"x"].concat();
        let bare = [bare, checksum(b"x").to_le_bytes().to_vec()].concat();
        let (sections, complaints) = read(&bare);
        assert!(sections.is_empty());
        assert_eq!(complaints[0], "section 1 has no header");
    }
}
