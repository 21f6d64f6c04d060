//! The companion file with the nets that correct or replace the evaluation. The nets themselves are read by [`crate::eval::net`].
//!
//! The companion file has the name of the file of variants with the extension `.net`, and a section for each net.
//! Numbers are little-endian, texts are UTF-8 after their length (`u16`).
//!
//! | what | type |
//! |---|---|
//! | `fmax net` and a line feed | 9 bytes |
//! | version, [`VERSION`] | `u16` |
//! | number of sections | `u16` |
//! | per section: the bytes from here to its checksum | `u32` |
//! | the name of the variant | text |
//! | its [fingerprint](crate::variant::Variant::net_fingerprint) | `u64` |
//! | the weights of the evaluation that the net was trained with, as [lines](params_file::lines) | text |
//! | the command that made the net | text |
//! | the net | the rest |
//! | [checksum] of the section without its length | `u64` |
//!
//! A net belongs to a variant with certain rules and piece values: a section with another fingerprint is refused, and the
//! variant is played without a net. Since a net is used with the weights in its section, tuning the default weights does not
//! invalidate it.

use std::sync::Arc;

use super::params_file;
use crate::files::{Fields, checksum, put_text};
use crate::variant::EncodedNet;

/// Size limit.
pub const MAX_BYTES: u64 = 64 << 20;
/// The version of the format.
pub const VERSION: u16 = 4;
/// The start of the file.
const MAGIC: &[u8] = b"fmax net\n";
/// Most sections that are read.
const MAX_SECTIONS: u16 = 1000;

/// The extension of files of nets.
pub const EXTENSION: &str = "net";

/// The net of a variant.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// The name of the variant.
    pub game: String,
    /// Identifies the rules and piece values that the net was trained for.
    pub fingerprint: u64,
    /// The command that made the net, for people.
    pub command: String,
    /// The net.
    pub net: Arc<EncodedNet>,
}

/// Reads a file of nets. Returns its sections without damaged ones, and the errors.
pub fn read(bytes: &[u8]) -> (Vec<Section>, Vec<String>) {
    let mut fields = Fields::new(bytes);
    let count = match read_header(&mut fields) {
        Ok(count) => count,
        Err(error) => return (Vec::new(), vec![error]),
    };
    let (mut sections, mut errors) = (Vec::new(), Vec::new());
    for number in 1..=count.min(MAX_SECTIONS) {
        let length = fields.u32();
        let Some(section) = length.and_then(|length| fields.bytes(length as usize)) else {
            errors.push(format!("it ends in section {number} of {count}"));
            return (sections, errors);
        };
        if fields.u64() != Some(checksum(section)) {
            errors.push(format!("section {number} is damaged"));
            continue;
        }
        match read_section(section) {
            Ok(section) => sections.push(section),
            Err(error) => errors.push(format!("section {number} {error}")),
        }
    }
    if count > MAX_SECTIONS {
        errors.push(format!("only {MAX_SECTIONS} sections are read"));
    } else if !fields.rest().is_empty() {
        let left = fields.rest().len();
        errors.push(format!("{left} bytes after section {count} are ignored"));
    }
    (sections, errors)
}

/// The fingerprint in the first section, which is not checked for damage.
pub fn first_fingerprint(bytes: &[u8]) -> Option<u64> {
    let mut fields = Fields::new(bytes);
    read_header(&mut fields).ok()?;
    // the length and the name
    fields.u32()?;
    fields.text()?;
    fields.u64()
}

/// Reads the header, and returns the number of sections.
fn read_header(fields: &mut Fields<'_>) -> Result<u16, String> {
    if fields.bytes(MAGIC.len()) != Some(MAGIC) {
        return Err("it is not a file of nets".to_owned());
    }
    let header = fields.u16().zip(fields.u16());
    let (version, count) = header.ok_or("it ends in its header")?;
    if version == VERSION {
        return Ok(count);
    }
    let message = format!("it has version {version} of the format, but fmax reads {VERSION}");
    let old = ": `fmax learn` makes new nets";
    Err(message + if version < VERSION { old } else { "" })
}

fn read_section(bytes: &[u8]) -> Result<Section, &'static str> {
    let mut fields = Fields::new(bytes);
    let short = "has no header";
    let game = fields.text().ok_or(short)?;
    let fingerprint = fields.u64().ok_or(short)?;
    let weights = fields.text().ok_or(short)?;
    let command = fields.text().ok_or(short)?;
    let params = params_file::read_lines(&weights)
        .ok_or("has evaluation weights that this version of fmax cannot use")?;
    Ok(Section {
        game,
        fingerprint,
        command,
        net: Arc::new(EncodedNet {
            params,
            bytes: fields.rest().into(),
        }),
    })
}

/// Writes a file of nets.
pub fn write(sections: &[Section]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((sections.len() as u16).to_le_bytes());
    for section in sections {
        let mut body = Vec::new();
        put_text(&section.game, &mut body);
        body.extend(section.fingerprint.to_le_bytes());
        put_text(&params_file::lines(&section.net.params), &mut body);
        put_text(&section.command, &mut body);
        body.extend(&*section.net.bytes);
        bytes.extend((body.len() as u32).to_le_bytes());
        bytes.extend(&body);
        bytes.extend(checksum(&body).to_le_bytes());
    }
    bytes
}

/// The file with a section added, which replaces all sections of the same variant. Damaged sections are left out.
pub fn replaced(old: &[u8], section: Section) -> Vec<u8> {
    let (mut sections, _) = read(old);
    sections.retain(|other| other.game != section.game);
    sections.push(section);
    write(&sections)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Params;

    fn section(game: &str, net: &[u8]) -> Section {
        Section {
            game: game.to_owned(),
            fingerprint: 0x0102_0304_0506_0708,
            command: "fmax learn".to_owned(),
            net: Arc::new(EncodedNet {
                params: Params::default(),
                bytes: net.into(),
            }),
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
    fn damaged_nets_are_reported_and_skipped() {
        let whole = write(&[section("one", b"123"), section("two", b"456")]);
        let with_version = |version: u8| {
            let mut bytes = whole.clone();
            bytes[MAGIC.len()] = version;
            bytes
        };
        let changed = |at: usize| {
            let mut bytes = whole.clone();
            bytes[at] ^= 1;
            bytes
        };
        for (bytes, left, complaint) in [
            (Vec::new(), 0, "it is not a file of nets"),
            (changed(0), 0, "it is not a file of nets"),
            (whole[..12].to_vec(), 0, "it ends in its header"),
            (
                with_version(5),
                0,
                "it has version 5 of the format, but fmax reads 4",
            ),
            (
                with_version(3),
                0,
                "it has version 3 of the format, but fmax reads 4: `fmax learn` makes new nets",
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
                "4 bytes after section 2 are ignored",
            ),
        ] {
            let (sections, errors) = read(&bytes);
            assert_eq!(errors, [complaint]);
            assert_eq!(sections.len(), left, "{complaint}");
        }
    }

    #[test]
    fn sections_that_cannot_be_used_are_reported() {
        let cannot = "section 1 has evaluation weights that this version of fmax cannot use";
        let header = "section 1 has no header";
        let whole = {
            let mut body = Vec::new();
            put_text("one", &mut body);
            body.extend(1u64.to_le_bytes());
            put_text("tempo 2 1\n", &mut body);
            put_text("fmax learn", &mut body);
            body
        };
        let unknown = [&whole[..15], b"speed", &whole[20..]].concat();
        for (body, complaint) in [
            (&b"x"[..], Some(header)),
            (&whole[..30], Some(header)),
            (&unknown, Some(cannot)),
            (&whole, None),
        ] {
            let mut bytes = [MAGIC, &VERSION.to_le_bytes(), &1u16.to_le_bytes()].concat();
            bytes.extend((body.len() as u32).to_le_bytes());
            bytes.extend(body);
            bytes.extend(checksum(body).to_le_bytes());
            let (sections, errors) = read(&bytes);
            assert_eq!(errors.first().map(String::as_str), complaint);
            assert_eq!(sections.len(), usize::from(complaint.is_none()));
        }
    }
}
