//! Every number of the search that could be another, named once, with its unit.

/// Half the width of the first aspiration window, centipawns.
pub const ASPIRATION_WINDOW: i32 = 18;
/// Aspiration begins at this depth, plies.
pub const ASPIRATION_DEPTH: i32 = 4;
/// Reverse futility: at most this depth, plies ...
pub const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// ... and this margin per ply, centipawns.
pub const REVERSE_FUTILITY_MARGIN: i32 = 75;
/// Null move: from this depth on, plies.
pub const NULL_MOVE_DEPTH: i32 = 3;
/// Null move: reduction in plies, before the parts that grow with the depth and the score.
pub const NULL_MOVE_REDUCTION: i32 = 3;
/// Null move: the reduction grows by one for so many plies of depth ...
pub const NULL_MOVE_PER_DEPTH: i32 = 4;
/// ... and by one for so many centipawns above beta.
pub const NULL_MOVE_PER_SCORE: i32 = 200;
/// Null move: from this depth on a fail-high is verified by a search, plies.
pub const NULL_MOVE_VERIFY_DEPTH: i32 = 12;
/// ProbCut: from this depth on, plies ...
pub const PROBCUT_DEPTH: i32 = 5;
/// ... a capture that is this far above beta in a search ...
pub const PROBCUT_MARGIN: i32 = 180;
/// ... so many plies shallower is believed to be above beta.
pub const PROBCUT_REDUCTION: i32 = 4;
/// Futility of quiet moves: at most this reduced depth, plies ...
pub const FUTILITY_DEPTH: i32 = 7;
/// ... base margin and margin per ply of reduced depth, centipawns.
pub const FUTILITY_MARGIN: (i32, i32) = (90, 95);
/// Late move pruning: at most this depth, plies ...
pub const LMP_DEPTH: i32 = 8;
/// ... after so many moves plus the square of the depth, half of it when not improving.
pub const LMP_BASE: i32 = 3;
/// History pruning: at most this reduced depth, plies ...
pub const HISTORY_PRUNING_DEPTH: i32 = 4;
/// ... below this history value per ply.
pub const HISTORY_PRUNING_MARGIN: i32 = -3500;
/// SEE pruning: at most this depth, plies ...
pub const SEE_DEPTH: i32 = 8;
/// ... a quiet move may lose so many centipawns per ply of reduced depth squared ...
pub const SEE_QUIET: i32 = 25;
/// ... and a capture so many per ply of depth.
pub const SEE_CAPTURE: i32 = 90;
/// Late move reductions: from this depth on, plies.
pub const LMR_DEPTH: i32 = 3;
/// Late move reductions: offset and divisor of ln(depth) * ln(move number).
pub const LMR_CURVE: (f64, f64) = (1.2, 1.75);
/// Late move reductions: one ply less for so much history.
pub const LMR_HISTORY: i32 = 8_000;
/// Late move reductions at the root: so many plies less than elsewhere ...
pub const ROOT_LMR_LESS: i32 = 1;
/// ... and none of so many moves at the beginning.
pub const ROOT_LMR_FIRST: usize = 3;
/// A reduced search that comes back so far above the best score is repeated a ply deeper,
/// centipawns ...
pub const DEEPER_MARGIN: i32 = 50;
/// ... and one that is above it by less than this a ply less deep, centipawns.
pub const SHALLOWER_MARGIN: i32 = 8;
/// Singular extension: from this depth on, plies.
pub const SINGULAR_DEPTH: i32 = 8;
/// Singular extension: all other moves are this much worse per ply of depth, centipawns.
pub const SINGULAR_MARGIN: i32 = 2;
/// Singular extension: by two plies if they are so much worse still, centipawns ...
pub const DOUBLE_EXTENSION_MARGIN: i32 = 20;
/// ... but not more often than this in one line.
pub const MAX_DOUBLE_EXTENSIONS: u8 = 5;
/// Where captures are compulsory, or losing everything wins, captures are followed in quiescence
/// until this many plies beyond the depth of the iteration, plies.
pub const MAX_FORCED_PLIES: i32 = 4;
/// Quiescence: a capture must bring the score within this of alpha, centipawns.
pub const DELTA_MARGIN: i32 = 150;
/// Evaluations begin to shrink when so much of the move rule's plies have passed, percent.
pub const DAMPING_PERCENT: u32 = 30;
/// A win that comes too late for the move rule, less its length in plies, centipawns: more than the
/// longest one, so that something is left.
pub const LATE_WIN: i32 = 560;
/// Internal iterative reduction: from this depth on, plies.
pub const IIR_DEPTH: i32 = 4;
/// A history changes by so much per ply of depth, less so much, in units of its bound.
pub const HISTORY_BONUS: (i32, i32) = (250, 150);
/// A move that is so many centipawns above beta teaches as much as one a ply deeper.
pub const HISTORY_CLEAR_CUTOFF: i32 = 100;
/// The opponent's move is believed to be a good one if all answers have failed at this depth or more,
/// or on the principal variation, plies.
pub const HISTORY_CREDIT_DEPTH: i32 = 3;
/// A move that was refuted is blamed if it was among so many first ones of its node: by a search ...
pub const HISTORY_BLAMED_AFTER_SEARCH: i32 = 1;
/// ... and by the hash table.
pub const HISTORY_BLAMED_AFTER_TABLE: i32 = 2;
/// The bound of history values.
pub const HISTORY_LIMIT: i32 = 16_384;
/// How far root moves are varied on request, centipawns.
pub const RANDOM_SPREAD: u32 = 16;

// The clock: what the time for a move is multiplied with as its search goes on, all without a unit
// but what is said of scores. The factors are multiplied with each other.

/// The share of the search that went into the best move: so much less what it is times this.
pub const TIME_EFFORT: (f64, f64) = (1.28, 0.8);
/// How long the best move has been the best: so much for a new one, less this for each iteration,
/// and not less than that.
pub const TIME_STABILITY: (f64, f64, f64) = (1.2, 0.05, 0.75);
/// So much more for each time that the best move has changed of late.
pub const TIME_CHANGE: f64 = 0.5;
/// So much more for each centipawn that the score is below the average of the iterations before ...
pub const TIME_FALL: f64 = 0.004;
/// ... within these bounds.
pub const TIME_TREND: (f64, f64) = (0.85, 1.5);
/// A search whose best move is failing low may take so many times the share of a move.
pub const TIME_FAIL_LOW: u32 = 5;
