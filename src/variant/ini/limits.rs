//! Size limits of a file of variants.
//!
//! The limits are far above any need, but low enough to read any file within a tenth of a second: a session does not
//! answer while it reads a file.

/// Largest file, in bytes.
pub const MAX_BYTES: usize = 1 << 20;
/// Most variants in a file.
pub const MAX_GAMES: usize = 1000;
/// Longest name of a variant, in characters.
pub const MAX_NAME: usize = 80;
/// Most moves of a piece; leaps to all squares of a 16x16 board need 960.
pub const MAX_MOVES: usize = 1024;
/// Longest word in Betza notation, in characters.
pub const MAX_BETZA: usize = 1000;
/// Most moves of all pieces of a variant.
pub const MAX_ALL_MOVES: usize = 4096;
/// Most rule lines of a variant.
pub const MAX_RULE_LINES: usize = 200;
/// Most values on all rule lines of a variant.
pub const MAX_VALUES: usize = 1000;
/// Most lines of a variant that describe pieces to the GUI.
pub const MAX_PIECE_COMMANDS: usize = 256;
/// Most diagnostics of a variant; the rest are counted.
pub const MAX_DIAGNOSTICS: usize = 100;
