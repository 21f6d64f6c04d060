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
//! | number of weights of the evaluation that the net corrects | `u16` |
//! | per weight: the name of the term, middle game, endgame | text, `f64`, `f64` |
//! | the command that made the net | text |
//! | the net | the rest |
//! | [checksum] of the section without its length | `u64` |
//!
//! A net is for the rules and piece values of one variant. A section with another fingerprint is refused, and the variant
//! is played without a net. The weights make a net independent of the weights that fmax has for variants without one.
//!
//! Version 2 has no weights; its fingerprint is that [of the evaluation](crate::variant::Variant::evaluation_fingerprint). Such a
//! section stays as it is when a file is written again, with 0 weights.

use std::sync::Arc;

use super::params_file;
use crate::files::{Fields, checksum, put_text};
use crate::variant::{Params, Term};

/// Size limit.
pub const MAX_BYTES: u64 = 64 << 20;
/// The version of the format.
pub const VERSION: u16 = 3;
/// The earliest version that is read.
const OLDEST: u16 = 2;
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
    /// Identifies the variant for which the net was learnt; without weights, its evaluation too.
    pub fingerprint: u64,
    /// The weights of the evaluation that the net corrects; `None` in files of version 2.
    pub params: Option<Params>,
    /// The command that made the net, for people.
    pub command: String,
    /// The net.
    pub net: Arc<[u8]>,
}

/// Reads a file of nets. Returns its sections without damaged ones, and the errors.
pub fn read(bytes: &[u8]) -> (Vec<Section>, Vec<String>) {
    let mut fields = Fields::new(bytes);
    let (version, count) = match read_header(&mut fields) {
        Ok(header) => header,
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
        match read_section(section, version) {
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

/// Reads the header, and returns the version and the number of sections.
fn read_header(fields: &mut Fields<'_>) -> Result<(u16, u16), String> {
    if fields.bytes(MAGIC.len()) != Some(MAGIC) {
        return Err("it is not a file of nets".to_owned());
    }
    let header = fields.u16().zip(fields.u16());
    let (version, count) = header.ok_or("it ends in its header")?;
    if (OLDEST..=VERSION).contains(&version) {
        return Ok((version, count));
    }
    let message =
        format!("it has version {version} of the format, but fmax reads {OLDEST} to {VERSION}");
    let old = ": its nets identify rules in an old way, `fmax learn` makes new ones";
    Err(message + if version < OLDEST { old } else { "" })
}

fn read_section(bytes: &[u8], version: u16) -> Result<Section, String> {
    let mut fields = Fields::new(bytes);
    let short = "has no header";
    let game = fields.text().ok_or(short)?;
    let fingerprint = fields.u64().ok_or(short)?;
    let count = if version == OLDEST {
        0
    } else {
        fields.u16().ok_or(short)?
    };
    let params = read_params(&mut fields, count)?;
    Ok(Section {
        game,
        fingerprint,
        params: (params != Params::zero()).then_some(params),
        command: fields.text().ok_or(short)?,
        net: fields.rest().into(),
    })
}

/// Reads the weights of an evaluation.
pub fn read_params(fields: &mut Fields<'_>, count: u16) -> Result<Params, String> {
    let mut params = Params::zero();
    for _ in 0..count {
        let name = fields.text().ok_or("has too few weights")?;
        let mut weight = || {
            fields
                .u64()
                .map(f64::from_bits)
                .filter(|w| w.abs() <= params_file::MOST)
        };
        let worth = weight().zip(weight());
        let term =
            Term::by_name(&name).ok_or("weighs a term that this version of fmax does not have")?;
        params.set(
            term,
            worth.ok_or_else(|| format!("has no weight for {name}"))?,
        );
    }
    Ok(params)
}

/// Writes the weights of an evaluation, with their number.
pub fn put_params(params: &Params, bytes: &mut Vec<u8>) {
    bytes.extend((params.used().count() as u16).to_le_bytes());
    for (term, (mg, eg)) in params.used() {
        put_text(term.name(), bytes);
        bytes.extend([mg, eg].map(f64::to_le_bytes).concat());
    }
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
        put_params(
            section.params.as_ref().unwrap_or(&Params::zero()),
            &mut body,
        );
        put_text(&section.command, &mut body);
        body.extend(&*section.net);
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

    fn section(game: &str, net: &[u8]) -> Section {
        Section {
            game: game.to_owned(),
            fingerprint: 0x0102_0304_0506_0708,
            params: Some(Params::default()),
            command: "fmax learn".to_owned(),
            net: net.into(),
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
                with_version(4),
                0,
                "it has version 4 of the format, but fmax reads 2 to 3",
            ),
            (
                with_version(1),
                0,
                "it has version 1 of the format, but fmax reads 2 to 3: its nets identify rules in an old way, \
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
                "4 bytes after section 2 are ignored",
            ),
        ] {
            let (sections, errors) = read(&bytes);
            assert_eq!(errors, [complaint]);
            assert_eq!(sections.len(), left, "{complaint}");
        }
    }

    /// A file with this section, whose checksum is right.
    fn file_of(version: u16, body: &[u8]) -> Vec<u8> {
        let mut bytes = [MAGIC, &version.to_le_bytes(), &1u16.to_le_bytes()].concat();
        bytes.extend((body.len() as u32).to_le_bytes());
        bytes.extend(body);
        bytes.extend(checksum(body).to_le_bytes());
        bytes
    }

    #[test]
    fn sections_that_cannot_be_used_are_reported() {
        let body = |name: &str, weight: f64| {
            let mut body = Vec::new();
            put_text("one", &mut body);
            body.extend(1u64.to_le_bytes());
            body.extend(1u16.to_le_bytes());
            put_text(name, &mut body);
            body.extend([weight, 1.0].map(f64::to_le_bytes).concat());
            put_text("fmax learn", &mut body);
            body
        };
        let tempo = body("tempo", 2.0);
        let (sections, errors) = read(&file_of(VERSION, &tempo));
        assert_eq!(errors, [""; 0]);
        let params = sections[0].params.as_ref().unwrap();
        assert!(params.used().eq([(Term::Tempo, (2.0, 1.0))]));
        for (body, complaint) in [
            (&b"x"[..], "has no header"),
            (&tempo[..20], "has too few weights"),
            (&tempo[..25], "has no weight for tempo"),
            (&body("tempo", f64::NAN), "has no weight for tempo"),
            (&body("tempo", 6000.0), "has no weight for tempo"),
            (
                &body("speed", 2.0),
                "weighs a term that this version of fmax does not have",
            ),
        ] {
            let (sections, errors) = read(&file_of(VERSION, body));
            assert!(sections.is_empty());
            assert_eq!(errors, [format!("section 1 {complaint}")]);
        }
    }

    #[test]
    fn nets_without_weights_stay_as_they_are() {
        let mut body = Vec::new();
        put_text("one", &mut body);
        body.extend(1u64.to_le_bytes());
        put_text("fmax learn", &mut body);
        body.extend(b"123");
        let (old, errors) = read(&file_of(OLDEST, &body));
        assert_eq!((old[0].params.as_ref(), &errors[..]), (None, &[][..]));
        let new = replaced(&file_of(OLDEST, &body), section("two", b"456"));
        assert_eq!(read(&new).0, [old[0].clone(), section("two", b"456")]);
    }
}
