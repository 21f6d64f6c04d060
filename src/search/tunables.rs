//! The constants of the search, each with its unit.
//!
//! The constants in [`tunables!`] have a range and a step for SPSA (`benches/spsa.py`). A program built with the
//! feature `tune-search` takes other values from the environment variable `FMAX_TUNE` when it starts:
//! `FMAX_TUNE=null_move_depth=4,see_quiet=30`. In any other build they are constants.

/// Declares `name = default, lowest..=highest, step;` as a function that returns the value.
macro_rules! tunables {
    ($($(#[$doc:meta])+ $name:ident = $default:literal, $low:literal..=$high:literal, $step:literal;)+) => {
        $(
            $(#[$doc])+
            #[inline(always)]
            pub fn $name() -> i32 {
                #[cfg(feature = "tune-search")]
                if let Some(values) = tuned::VALUES.get() {
                    return values[tuned::Index::$name as usize];
                }
                $default
            }
        )+

        #[cfg(feature = "tune-search")]
        mod tuned {
            #[allow(non_camel_case_types)]
            pub enum Index { $($name),+ }

            pub const NAMES: &[&str] = &[$(stringify!($name)),+];
            pub const DEFAULTS: [i32; NAMES.len()] = [$($default),+];
            pub static VALUES: std::sync::OnceLock<[i32; NAMES.len()]> = std::sync::OnceLock::new();
        }

        #[cfg(test)]
        const RANGES: &[(&str, [i32; 4])] = &[$((stringify!($name), [$low, $default, $high, $step])),+];
    };
}

/// Sets tunables from text such as `null_move_depth=4,see_quiet=30`. Call it once, before any search.
///
/// # Errors
///
/// An entry is not `name=number`, or there is no tunable with that name.
#[cfg(feature = "tune-search")]
pub fn set_tunables(text: &str) -> anyhow::Result<()> {
    use anyhow::Context;
    let mut values = tuned::DEFAULTS;
    for entry in text.split(',').filter(|entry| !entry.is_empty()) {
        let (name, value) = entry
            .split_once('=')
            .with_context(|| format!("\"{entry}\" is not NAME=NUMBER"))?;
        let index = (tuned::NAMES.iter().position(|known| *known == name)).with_context(|| {
            let known = tuned::NAMES.join(", ");
            format!("the search has no tunable \"{name}\"; the names are {known}")
        })?;
        values[index] = value.parse().with_context(|| entry.to_owned())?;
    }
    // only the first call counts
    let _ = tuned::VALUES.set(values);
    Ok(())
}

tunables! {
    /// Half the width of the first aspiration window, centipawns.
    aspiration_window = 18, 6..=50, 4;
    /// Aspiration windows from this depth, plies.
    aspiration_depth = 4, 2..=8, 1;
    /// Reverse futility: at most this depth, plies.
    reverse_futility_depth = 8, 4..=14, 1;
    /// Reverse futility: margin per ply, centipawns.
    reverse_futility_margin = 75, 30..=150, 10;
    /// Null move: from this depth, plies.
    null_move_depth = 3, 2..=5, 1;
    /// Null move: reduction before the parts that grow with depth and score, plies.
    null_move_reduction = 3, 2..=5, 1;
    /// Null move: one ply more for this many plies of depth.
    null_move_per_depth = 4, 2..=8, 1;
    /// Null move: one ply more for this many centipawns above beta.
    null_move_per_score = 200, 80..=400, 25;
    /// Null move: a fail-high is verified from this depth, plies.
    null_move_verify_depth = 12, 8..=20, 2;
    /// ProbCut: from this depth, plies.
    probcut_depth = 5, 3..=8, 1;
    /// ProbCut: how far above beta a capture must score, centipawns.
    probcut_margin = 180, 60..=300, 20;
    /// ProbCut: how much shallower the verifying search is, plies.
    probcut_reduction = 4, 3..=6, 1;
    /// Futility of quiet moves: at most this reduced depth, plies.
    futility_depth = 7, 4..=12, 1;
    /// Futility of quiet moves: base margin, centipawns.
    futility_base = 90, 30..=200, 12;
    /// Futility of quiet moves: margin per ply of reduced depth, centipawns.
    futility_slope = 95, 40..=180, 10;
    /// Late move pruning: at most this depth, plies.
    lmp_depth = 8, 4..=14, 1;
    /// Late move pruning: after this number of moves plus the square of the depth; half as many if not improving.
    lmp_base = 3, 1..=8, 1;
    /// History pruning: at most this reduced depth, plies.
    history_pruning_depth = 4, 2..=8, 1;
    /// History pruning: below minus this history per ply.
    history_pruning_margin = 3500, 1000..=8000, 500;
    /// SEE pruning: at most this depth, plies.
    see_depth = 8, 4..=14, 1;
    /// SEE pruning: what a quiet move may lose per ply of reduced depth squared, centipawns.
    see_quiet = 25, 8..=60, 4;
    /// SEE pruning: what a capture may lose per ply of depth, centipawns.
    see_capture = 90, 30..=180, 12;
    /// Late move reductions: from this depth, plies.
    lmr_depth = 3, 2..=5, 1;
    /// Late move reductions: offset of ln(depth) * ln(move number) / divisor, hundredths of a ply.
    lmr_base = 120, 0..=250, 15;
    /// Late move reductions: divisor of ln(depth) * ln(move number), hundredths.
    lmr_divisor = 175, 100..=350, 15;
    /// Late move reductions: one ply less for this much history.
    lmr_history = 8000, 3000..=16000, 800;
    /// Late move reductions at the root: this many plies less than elsewhere.
    root_lmr_less = 1, 0..=3, 1;
    /// Late move reductions at the root: none for this many first moves.
    root_lmr_first = 3, 1..=8, 1;
    /// A reduced search that returns this far above the best score is repeated a ply deeper, centipawns.
    deeper_margin = 50, 10..=120, 8;
    /// A reduced search that returns less than this above the best score is repeated a ply shallower, centipawns.
    shallower_margin = 8, 0..=30, 3;
    /// Singular extension: from this depth, plies.
    singular_depth = 8, 4..=10, 1;
    /// Singular extension: all other moves must be worse by this much per ply of depth, hundredths of a centipawn.
    singular_margin = 200, 40..=400, 30;
    /// Singular extension: by two plies if the other moves are worse by this much more, centipawns.
    double_extension_margin = 20, 5..=60, 4;
    /// Quiescence: a capture must bring the score within this of alpha, centipawns.
    delta_margin = 150, 60..=300, 20;
    /// A capture may lose this much and still comes before the quiet moves, centipawns.
    good_capture_margin = 50, 0..=150, 15;
    /// Quiescence: a capture may lose this much, centipawns.
    quiescence_margin = 50, 0..=150, 15;
    /// Quiescence: after this many moves only recaptures.
    quiescence_moves = 2, 1..=8, 1;
    /// Correction of the evaluation: the sum of its tables is multiplied by this, percent.
    correction_scale = 100, 25..=150, 12;
    /// Internal iterative reduction: from this depth, plies.
    iir_depth = 4, 3..=8, 1;
    /// Histories: bonus per ply of depth.
    history_bonus = 250, 80..=500, 30;
    /// Histories: taken off the bonus.
    history_bonus_offset = 150, 0..=600, 50;
    /// A move this far above beta teaches as much as one searched a ply deeper, centipawns.
    history_clear_cutoff = 100, 30..=250, 20;
    /// The opponent's move is credited if all answers failed at this depth or more, or on the principal
    /// variation, plies.
    history_credit_depth = 3, 1..=6, 1;
    /// Time manager: the number of further moves that a game without a move count is expected to last at its start.
    time_horizon = 44, 20..=80, 4;
    /// Time manager: how much each move of the side shortens the rest of the game that is expected, hundredths of a move.
    time_horizon_fall = 60, 0..=100, 10;
    /// Time manager: the share of the increment that is spent on a move, percent.
    time_increment = 95, 50..=100, 5;
    /// Time manager: no iteration begins after this share of the planned time, percent.
    time_soft = 75, 40..=110, 8;
    /// Time manager: the scale of a move whose search took no share of the nodes, percent.
    time_effort_base = 128, 100..=180, 8;
    /// Time manager: taken off for the share of the nodes that went into the best move, percent.
    time_effort_slope = 80, 30..=130, 8;
    /// Time manager: the scale for a best move that is new, percent.
    time_stability_new = 120, 100..=160, 6;
    /// Time manager: taken off for each iteration that confirms the best move, percent.
    time_stability_step = 5, 1..=12, 1;
    /// Time manager: the scale for a stable best move is never below this, percent.
    time_stability_least = 75, 50..=95, 5;
    /// Time manager: added for each recent change of the best move, percent.
    time_change = 50, 10..=120, 10;
    /// Time manager: added for each centipawn that the score has fallen, hundredths of a percent.
    time_fall = 40, 10..=100, 8;
}

/// Upper bound on the number of extensions by two plies in one line.
pub const MAX_DOUBLE_EXTENSIONS: u8 = 5;
/// Where captures are compulsory, or losing everything wins, quiescence follows captures until this many
/// plies beyond the depth of the iteration.
pub const MAX_FORCED_PLIES: i32 = 4;
/// Evaluations begin to shrink when this percentage of the move rule's plies has passed.
pub const DAMPING_PERCENT: u32 = 30;
/// The score of a win that comes too late for the move rule, before its length in plies is subtracted, centipawns.
/// This is more than the length of the longest win, so that the score stays positive.
pub const LATE_WIN: i32 = 560;
/// A refuted move is blamed if it was among this number of first moves of its node: after a search ...
pub const HISTORY_BLAMED_AFTER_SEARCH: i32 = 1;
/// ... and after a cutoff by the hash table.
pub const HISTORY_BLAMED_AFTER_TABLE: i32 = 2;
/// The bound of history values.
pub const HISTORY_LIMIT: i32 = 16_384;
/// How far root moves are varied on request, centipawns.
pub const RANDOM_SPREAD: u32 = 16;
/// The bounds of the factor by which a falling score multiplies the time.
pub const TIME_TREND: (f64, f64) = (0.85, 1.5);
/// A search whose best move fails low may take this number of times the share of a move.
pub const TIME_FAIL_LOW: u32 = 5;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_within_their_ranges() {
        for (name, [low, default, high, step]) in RANGES {
            assert!((low..=high).contains(&default), "{name}");
            assert!((1..=high - low).contains(step), "{name}");
        }
    }
}
