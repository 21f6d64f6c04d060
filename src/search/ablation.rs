//! Leaving parts of the search out, to find out what each is worth.
//!
//! A program built with the feature `ablation` leaves out what the environment variable
//! `FMAX_ABLATE` names when it starts, separated by commas: `FMAX_ABLATE=null,lmr`. Two such programs
//! that leave out different parts play each other (`benches/ablation.py` lets many of them, each
//! without a few parts drawn by lot, and says what each part is worth). In any other build every
//! part is in, at no cost.

#[cfg(any(test, feature = "ablation"))]
use anyhow::Context;

/// A part of the search that can be left out, beside its name in `FMAX_ABLATE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Part {
    /// `rfp`: reverse futility pruning.
    ReverseFutility,
    /// `null`: null move pruning.
    NullMove,
    /// `probcut`: ProbCut.
    ProbCut,
    /// `iir`: internal iterative reduction.
    InternalIterativeReduction,
    /// `lmp`: late move pruning.
    LateMovePruning,
    /// `futility`: futility pruning of quiet moves.
    Futility,
    /// `history`: pruning by history.
    HistoryPruning,
    /// `see`: pruning by static exchange evaluation.
    SeePruning,
    /// `lmr`: late move reductions.
    LateMoveReductions,
    /// `rootlmr`: late move reductions at the root.
    RootReductions,
    /// `deeper`: searching deeper or less deep after a reduced search, by what it says.
    DeeperSearch,
    /// `checks`: less pruning and reduction of moves that give check.
    Checks,
    /// `singular`: singular extensions.
    Singular,
    /// `continuation`: continuation history.
    ContinuationHistory,
    /// `butterfly`: butterfly history.
    ButterflyHistory,
    /// `learning`: histories that learn from more than the moves that cut a node.
    Learning,
    /// `correction`: correction history.
    CorrectionHistory,
}

/// The names, in the order of the parts.
#[cfg(any(test, feature = "ablation"))]
const NAMES: [&str; 17] = [
    "rfp",
    "null",
    "probcut",
    "iir",
    "lmp",
    "futility",
    "history",
    "see",
    "lmr",
    "rootlmr",
    "deeper",
    "checks",
    "singular",
    "continuation",
    "butterfly",
    "learning",
    "correction",
];
#[cfg(any(test, feature = "ablation"))]
const _: () = assert!(NAMES.len() == Part::CorrectionHistory as usize + 1);

/// The parts that are left out, a bit each.
#[cfg(feature = "ablation")]
static LEFT_OUT: std::sync::OnceLock<u32> = std::sync::OnceLock::new();

/// True unless a part is left out.
#[cfg(not(feature = "ablation"))]
#[inline(always)]
pub const fn on(_: Part) -> bool {
    true
}

/// True unless a part is left out.
#[cfg(feature = "ablation")]
#[inline(always)]
pub fn on(part: Part) -> bool {
    let left_out = LEFT_OUT.get();
    left_out.is_none_or(|&parts| parts >> part as u8 & 1 == 0)
}

/// Leaves out parts by name, separated by commas; to be called once, before any search.
///
/// # Errors
///
/// There is no such part.
#[cfg(feature = "ablation")]
pub fn leave_out(names: &str) -> anyhow::Result<()> {
    // a second call would come too late
    let _ = LEFT_OUT.set(parse(names)?);
    Ok(())
}

/// A bit for each part that is named.
#[cfg(any(test, feature = "ablation"))]
fn parse(names: &str) -> anyhow::Result<u32> {
    let mut left_out = 0;
    for name in names.split(',').filter(|name| !name.is_empty()) {
        let part = NAMES.iter().position(|&known| known == name);
        let known = || {
            format!(
                "the search has no part \"{name}\", but {}",
                NAMES.join(", ")
            )
        };
        left_out |= 1 << part.with_context(known)?;
    }
    Ok(left_out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_names() {
        let left_out = parse("null,correction").unwrap();
        let parts = [Part::NullMove, Part::CorrectionHistory];
        let bits: u32 = parts.iter().map(|&part| 1 << part as u8).sum();
        assert_eq!(left_out, bits);
        assert_eq!(parse("").unwrap(), 0);
        let error = parse("null,nil").unwrap_err().to_string();
        assert!(error.starts_with("the search has no part \"nil\", but rfp, null, "));
    }
}
