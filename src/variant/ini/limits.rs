//! How large a file of games and what it describes may be.
//!
//! Far above what anybody needs, and so low that a file is read in less than a tenth of a second,
//! whatever is in it: a session that reads one answers nobody meanwhile.

/// The largest file that is read, bytes.
pub const MAX_BYTES: usize = 1 << 20;
/// The most games in a file.
pub const MAX_GAMES: usize = 1000;
/// The longest name of a game, characters.
pub const MAX_NAME: usize = 80;
/// The most moves of a piece, of which a leap to any square of a board of 16x16 needs 960.
pub const MAX_MOVES: usize = 1024;
/// The longest word in Betza notation, characters.
pub const MAX_BETZA: usize = 1000;
/// The most moves of all pieces of a game.
pub const MAX_ALL_MOVES: usize = 4096;
/// The most rule lines of a game.
pub const MAX_RULE_LINES: usize = 200;
/// The most values on all rule lines of a game.
pub const MAX_VALUES: usize = 1000;
/// The most lines of a game that tell the GUI how a piece moves.
pub const MAX_PIECE_COMMANDS: usize = 256;
/// So much that is wrong with a game is told; of the rest only how much it is.
pub const MAX_COMPLAINTS: usize = 100;
