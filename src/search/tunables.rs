//! Every number of the search that could be another, named once, with its unit.

/// Half the width of the first aspiration window, centipawns.
pub const ASPIRATION: i32 = 25;
/// Aspiration begins at this depth, plies.
pub const ASPIRATION_DEPTH: i32 = 4;
/// Reverse futility: at most this depth, plies ...
pub const REVERSE_FUTILITY_DEPTH: i32 = 6;
/// ... and this margin per ply, centipawns.
pub const REVERSE_FUTILITY_MARGIN: i32 = 80;
/// Null move: from this depth on, plies.
pub const NULL_DEPTH: i32 = 3;
/// Null move: reduction in plies, before the part that grows with the depth.
pub const NULL_REDUCTION: i32 = 3;
/// Null move: from this depth on a fail-high is verified by a search, plies.
pub const NULL_VERIFY_DEPTH: i32 = 10;
/// Futility of quiet moves: at most this depth, plies ...
pub const FUTILITY_DEPTH: i32 = 5;
/// ... base margin and margin per ply, centipawns.
pub const FUTILITY_MARGIN: (i32, i32) = (80, 90);
/// Late move pruning: at most this depth, plies.
pub const LATE_MOVE_DEPTH: i32 = 6;
/// Late move reductions: from this depth on, plies.
pub const REDUCTION_DEPTH: i32 = 3;
/// Late move reductions: offset and divisor of ln(depth) * ln(move number).
pub const REDUCTION: (f64, f64) = (0.6, 2.2);
/// Quiescence: a capture must bring the score within this of alpha, centipawns.
pub const DELTA: i32 = 150;
/// Internal iterative reduction: from this depth on, plies.
pub const ITERATIVE_REDUCTION_DEPTH: i32 = 5;
/// The bound of history values.
pub const HISTORY_LIMIT: i32 = 16_000;
/// How far root moves are varied on request, centipawns.
pub const RANDOM_SPREAD: i32 = 16;
