//! What to try with so many positions. How strongly weights have to be held back depends on the game
//! and on how much there is to learn from, and cannot be told beforehand: in chess 600,000 positions take
//! 15 % off the loss with a decay of 0.3 and 9 % with 3, and 45,000 next to nothing with either. Nor can whether a net
//! is better off with the hand-made evaluation or without it. Learning takes
//! seconds where playing has taken minutes, so that several settings are tried, and what knows most about the
//! positions held out is kept.

use std::sync::Arc;

use super::{Learnt, Positions, Progress, Settings, train};
use crate::eval::net::{Mode, Weights};
use crate::ruleset::Ruleset;

/// The decays that are tried.
const DECAYS: [f32; 3] = [0.3, 1.0, 3.0];
/// With fewer positions a step is made from half as many.
const FEW: usize = 400_000;
/// With so many positions a net in place of the hand-made evaluation is tried, too.
const ENOUGH: usize = 1_000_000;
/// With so many the first decay is the best one. With three million those of 0.1, 0.3 and 1 leave 0.00767, 0.00764
/// and 0.00806 in chess; in shatranj 0.00214 and 0.00212, in capablanca the latter two 0.00830 and 0.00840.
const MANY: usize = 2_000_000;
/// A net in place of the hand-made evaluation may leave so many times the loss of one that corrects it, since it is
/// looked up in a third of the time. With three million positions it leaves 1.016 times as much in xiangqi with 128
/// hidden units (1.036 with 64), and is as strong on the clock (+9 ± 100); in chess 1.15 times as much, and is weaker
/// with as many nodes (-83 ± 81).
const TOLERANCE: f64 = 1.05;

/// A net that knows something already learns more in so many epochs, and with steps of this length: with longer ones it
/// would forget.
const MORE: (u32, f32) = (8, 0.0005);

/// What is wanted of what is learnt.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// What it is for; nothing: whatever has learnt most.
    pub mode: Option<Mode>,
    pub seed: u64,
    /// The net that the game has, if that may be gone on with.
    pub begin: Option<Arc<Weights>>,
}

pub fn attempts(positions: usize, wanted: &Wanted) -> Vec<Settings> {
    let settings = |mode, decay| Settings {
        mode,
        hidden: match mode {
            Mode::Add => 32,
            Mode::Replace => 128,
        },
        epochs: 16,
        batch: if positions < FEW { 2048 } else { 4096 },
        rate: 0.002,
        decay,
        result_share: 0.1,
        seed: wanted.seed,
        begin: None,
    };
    let decays = |mode| -> &[f32] {
        match mode {
            Mode::Add if positions < MANY => &DECAYS,
            Mode::Replace if positions < ENOUGH && wanted.mode.is_none() => &[],
            Mode::Replace if positions < ENOUGH => &DECAYS,
            // what takes the place of the rest is slow to learn, and with so many positions hardly held back too little
            _ => &DECAYS[..1],
        }
    };
    let more = |begin: &Arc<Weights>| Settings {
        hidden: begin.hidden,
        epochs: MORE.0,
        rate: MORE.1,
        begin: Some(begin.clone()),
        ..settings(begin.mode, DECAYS[0])
    };
    let new = [Mode::Add, Mode::Replace]
        .into_iter()
        .flat_map(|mode| decays(mode).iter().map(move |&decay| (mode, decay)))
        .map(|(mode, decay)| settings(mode, decay));
    new.chain(wanted.begin.iter().map(more))
        .filter(|settings| wanted.mode.is_none_or(|mode| mode == settings.mode))
        .collect()
}

pub(super) fn judged(learnt: &Learnt) -> f64 {
    match learnt.weights.mode {
        Mode::Add => learnt.quantised,
        Mode::Replace => learnt.quantised / TOLERANCE,
    }
}

/// Learns with each of these settings, and keeps what has the least loss in the positions that are held
/// out, as it plays; what is faster may have a little more. `progress` is as that of [`train`].
pub fn best(
    rules: &Arc<Ruleset>,
    positions: &Positions,
    attempts: &[Settings],
    progress: &mut dyn FnMut(&Progress) -> bool,
) -> anyhow::Result<Option<Learnt>> {
    let mut best: Option<Learnt> = None;
    for (number, settings) in attempts.iter().enumerate() {
        let mut told = |now: &Progress| {
            progress(&Progress {
                attempt: number + 1,
                done: (number as f64 + now.done) / attempts.len() as f64,
                ..*now
            })
        };
        let Some(learnt) = train(rules, positions, settings, &mut told)? else {
            return Ok(None);
        };
        if best
            .as_ref()
            .is_none_or(|best| judged(&learnt) < judged(best))
        {
            best = Some(learnt);
        }
    }
    Ok(best)
}
