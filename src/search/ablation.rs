//! Leaving parts of the search out, to find out what each is worth.
//!
//! A program built with the feature `ablation` leaves out what the environment variable
//! `FMAX_ABLATE` names when it starts, separated by commas: `FMAX_ABLATE=null,lmr`. Two such programs
//! that leave out different parts play each other (`benches/ablation.py` lets many of them, each
//! without a few parts drawn by lot, and says what each part is worth). In any other build every
//! part is in, at no cost.

/// A part of the search that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Part {
    /// Reverse futility pruning.
    ReverseFutility,
    /// Null move pruning.
    NullMove,
    /// ProbCut.
    ProbCut,
    /// Internal iterative reduction.
    InternalIterativeReduction,
    /// Late move pruning.
    LateMovePruning,
    /// Futility pruning of quiet moves.
    Futility,
    /// Pruning by history.
    HistoryPruning,
    /// Pruning by static exchange evaluation.
    SeePruning,
    /// Late move reductions.
    LateMoveReductions,
    /// Late move reductions at the root.
    RootReductions,
    /// Searching deeper or less deep after a reduced search, by what it says.
    DeeperSearch,
    /// Less pruning and reduction of moves that give check.
    Checks,
    /// Singular extensions.
    Singular,
    /// Continuation history.
    ContinuationHistory,
    /// Butterfly history.
    ButterflyHistory,
    /// Histories that learn from more than the moves that cut a node.
    Learning,
    /// Correction history.
    CorrectionHistory,
}

/// The parts by their names in `FMAX_ABLATE`.
#[cfg(any(test, feature = "ablation"))]
const NAMES: [(&str, Part); 17] = [
    ("rfp", Part::ReverseFutility),
    ("null", Part::NullMove),
    ("probcut", Part::ProbCut),
    ("iir", Part::InternalIterativeReduction),
    ("lmp", Part::LateMovePruning),
    ("futility", Part::Futility),
    ("history", Part::HistoryPruning),
    ("see", Part::SeePruning),
    ("lmr", Part::LateMoveReductions),
    ("rootlmr", Part::RootReductions),
    ("deeper", Part::DeeperSearch),
    ("checks", Part::Checks),
    ("singular", Part::Singular),
    ("continuation", Part::ContinuationHistory),
    ("butterfly", Part::ButterflyHistory),
    ("learning", Part::Learning),
    ("correction", Part::CorrectionHistory),
];

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
        let Some(&(_, part)) = NAMES.iter().find(|(known, _)| *known == name) else {
            let known = NAMES.map(|(known, _)| known).join(", ");
            anyhow::bail!("the search has no part \"{name}\", but {known}");
        };
        left_out |= 1 << part as u8;
    }
    Ok(left_out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_names() {
        let bit = |part: Part| 1 << part as u8;
        let left_out = parse("null,correction").unwrap();
        assert_eq!(left_out, bit(Part::NullMove) | bit(Part::CorrectionHistory));
        // each has one, and none has that of another
        let all = NAMES.map(|(name, _)| name).join(",");
        assert_eq!(parse(&all).unwrap(), 2 * bit(Part::CorrectionHistory) - 1);
        assert_eq!(parse("").unwrap(), 0);
        let error = parse("null,nil").unwrap_err().to_string();
        assert!(error.starts_with("the search has no part \"nil\", but rfp, null, "));
    }
}
