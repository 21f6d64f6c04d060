//! How to read a file of variants.

/// How to read a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// Two-legged rays alternate for ever, as in Fairy-Max up to 4.8T.
    pub alternators: bool,
    /// Look for slips as well: playable, but probably not intended. The search for slips takes longer than the rest of
    /// reading, so use it only if warnings are shown.
    pub slips: bool,
}

impl ReadOptions {
    /// These options, and slips are looked for.
    pub fn with_slips(self) -> ReadOptions {
        ReadOptions {
            slips: true,
            ..self
        }
    }
}
