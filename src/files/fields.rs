//! Numbers and texts of binary files, read in order and within bounds.

/// The rest of a file, or of a part of it. Numbers are in little-endian order.
#[derive(Clone, Copy, Debug)]
pub struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    /// The fields of these bytes, from the first on.
    pub fn new(bytes: &'a [u8]) -> Fields<'a> {
        Fields(bytes)
    }

    /// The remaining bytes.
    pub fn rest(self) -> &'a [u8] {
        self.0
    }

    /// The next `count` bytes; `None` if fewer remain.
    pub fn bytes(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*taken)
    }

    /// The next number of 1 byte.
    pub fn u8(&mut self) -> Option<u8> {
        self.array().map(u8::from_le_bytes)
    }

    /// The next number of 2 bytes.
    pub fn u16(&mut self) -> Option<u16> {
        self.array().map(u16::from_le_bytes)
    }

    /// The next number of 4 bytes.
    pub fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    /// The next signed number of 4 bytes.
    pub fn i32(&mut self) -> Option<i32> {
        self.array().map(i32::from_le_bytes)
    }

    /// The next number of 4 bytes in floating point.
    pub fn f32(&mut self) -> Option<f32> {
        self.array().map(f32::from_le_bytes)
    }

    /// The next number of 8 bytes.
    pub fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// The next `count` numbers of 2 bytes; `None` if fewer remain.
    pub fn i16s(&mut self, count: usize) -> Option<Vec<i16>> {
        let bytes = self.bytes(count.checked_mul(2)?)?;
        let (pairs, _) = bytes.as_chunks();
        Some(pairs.iter().map(|&pair| i16::from_le_bytes(pair)).collect())
    }

    /// A text with its length in bytes before it; invalid UTF-8 is replaced.
    pub fn text(&mut self) -> Option<String> {
        let length = self.u16()?;
        let bytes = self.bytes(usize::from(length))?;
        Some(String::from_utf8_lossy(bytes).into_owned())
    }
}

/// Writes a text as [`Fields::text`] reads it: at most 65,535 bytes of it.
pub fn put_text(text: &str, bytes: &mut Vec<u8>) {
    let mut end = text.len().min(usize::from(u16::MAX));
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    bytes.extend((end as u16).to_le_bytes());
    bytes.extend(&text.as_bytes()[..end]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_read_beyond_the_end() {
        let mut bytes = vec![1, 2, 0, 3, 0, 0, 0, 0xff, 0xff, 0xff, 0xff];
        bytes.extend(4u64.to_le_bytes());
        bytes.extend([5, 0, 0xfa, 0xff]);
        put_text("six", &mut bytes);
        let mut fields = Fields::new(&bytes);
        assert_eq!(fields.u8(), Some(1));
        assert_eq!(fields.u16(), Some(2));
        assert_eq!(fields.u32(), Some(3));
        assert_eq!(fields.i32(), Some(-1));
        assert_eq!(fields.u64(), Some(4));
        assert_eq!(fields.i16s(2), Some(vec![5, -6]));
        assert_eq!(fields.text().as_deref(), Some("six"));
        assert!(fields.rest().is_empty());
        let mut short = Fields::new(&[9, 0, 1]);
        assert_eq!(short.u32(), None);
        assert_eq!(short.i16s(usize::MAX), None);
        assert_eq!(short.i16s(2), None);
        assert_eq!(short.text(), None);
    }

    #[test]
    fn long_texts_are_cut_between_letters() {
        let mut bytes = Vec::new();
        put_text(&"ä".repeat(40_000), &mut bytes);
        let text = Fields::new(&bytes).text().unwrap();
        assert_eq!(text.len(), 65_534);
        assert!(text.chars().all(|c| c == 'ä'));
    }
}
