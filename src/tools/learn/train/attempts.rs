//! The settings to train with. The best weight decay depends on the variant and on the number of positions: in chess 600,000
//! positions reduce the loss by 15 % with a decay of 0.3 and by 9 % with 3, and 45,000 hardly at all with either.
//! Whether a net is better with the hand-written evaluation or without it also depends on the variant and the number of
//! positions. Training takes seconds where playing takes minutes, so several settings are tried, and the net with the
//! least loss on the held-out positions is kept.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use super::{Learnt, Lesson, Positions, Progress, Settings, train};
use crate::eval::net::{Inputs, Mode, Net, Weights};
use crate::ruleset::Ruleset;
use crate::tools::lab::workers;
use crate::types::lock;

/// The decays that are tried.
const DECAYS: [f32; 3] = [0.3, 1.0, 3.0];
/// With fewer positions than this the batches are half as large.
const FEW: usize = 400_000;
/// From this many positions on, a net that replaces the hand-written evaluation is tried too.
const ENOUGH: usize = 1_000_000;
/// From this many positions on, the first decay is the best, or the second in a net that replaces the evaluation. With three
/// million positions, decays of 0.1, 0.3 and 1 leave a loss of 0.00767, 0.00764 and 0.00806 in chess; in shatranj 0.00214 and
/// 0.00212, in capablanca the latter two decays 0.00830 and 0.00840, in shogi 0.00593 and 0.00579 (a decay of 3 0.00619).
const MANY: usize = 2_000_000;
/// From this many positions on, a net that replaces the hand-written evaluation has weights for each zone if it has the first
/// decay. In chess they reduce the loss with less than half as many, but in 3check 1.6 million were too few; in shogi three
/// million leave a loss of 0.00617 with zones, and of 0.00593 without.
const FOR_ZONES: usize = 6_000_000;
/// A net that replaces the hand-written evaluation may have this factor of the loss of one that corrects it, since it takes a
/// third of the time. With three million positions the factor is 1.016 in xiangqi with 128 hidden units (1.036 with 64), and it
/// is as strong on the clock (+9 ± 100); in chess it is 1.15, and the net is weaker at equal nodes (-83 ± 81).
const TOLERANCE: f64 = 1.05;

/// Epochs and learning rate to train a net further: a higher rate would destroy it.
pub(super) const MORE: (u32, f32) = (8, 0.0005);

/// The settings that the user wants.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The mode of the net; `None`: the mode with less loss.
    pub mode: Option<Mode>,
    pub seed: u64,
    /// How many nets are trained at the same time.
    pub threads: usize,
    /// Nets that may be trained further: the variant's own, or the shared net and those of other variants.
    pub begin: Vec<Arc<Weights>>,
}

pub fn attempts(positions: usize, wanted: &Wanted) -> Vec<Settings> {
    let settings = |mode, decay| Settings {
        mode,
        hidden: match mode {
            Mode::Add => 32,
            Mode::Replace => 128,
        },
        zones: mode == Mode::Replace && positions >= FOR_ZONES && decay == DECAYS[0],
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
            // a net that replaces the evaluation learns slowly, and with this few positions needs little decay
            Mode::Replace if positions >= MANY => &DECAYS[..2],
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

/// Of the attempts that begin with a known net, only the one whose net has the least loss on the held-out positions is kept;
/// nets with other inputs than those of the variant are no use.
pub fn with_closest(
    rules: &Ruleset,
    positions: &Positions,
    attempts: Vec<Settings>,
) -> Vec<Settings> {
    let (_, held_out) = positions.split();
    let scale = positions.scale();
    let loss = |settings: &Settings| {
        let begin = settings.begin.as_deref()?;
        let inputs = Inputs::new(rules.variant(), &rules.tables);
        let net = Net::new(begin.clone(), inputs).ok()?;
        let lesson = Lesson {
            positions,
            scale,
            unit: 1.0,
            settings,
        };
        Some(lesson.loss_of(&net, &held_out))
    };
    let (mut kept, known): (Vec<_>, Vec<_>) =
        (attempts.into_iter()).partition(|settings| settings.begin.is_none());
    let known = (known.into_iter()).filter_map(|settings| Some((loss(&settings)?, settings)));
    let closest = known.min_by(|a, b| a.0.total_cmp(&b.0));
    kept.extend(closest.map(|(_, settings)| settings));
    kept
}

pub(super) fn judged(learnt: &Learnt) -> f64 {
    match learnt.weights.mode {
        Mode::Add => learnt.quantised,
        Mode::Replace => learnt.quantised / TOLERANCE,
    }
}

/// How far the attempts are.
struct Standing {
    done: Vec<f64>,
    last: Option<Progress>,
}

/// Trains a net with each of these settings, several at the same time, and returns the net with the least loss on the
/// held-out positions after quantisation. A net that is faster may have a little more loss. `report` is given the progress of
/// one of the attempts now and then, and stops the training by returning false; then the result is `None`.
pub fn best(
    rules: &Arc<Ruleset>,
    positions: &Positions,
    attempts: &[Settings],
    threads: usize,
    report: &mut dyn FnMut(&Progress) -> bool,
) -> anyhow::Result<Option<Learnt>> {
    let standing = Mutex::new(Standing {
        done: vec![0.0; attempts.len()],
        last: None,
    });
    let work = |(): &mut (), number: usize, stop: &dyn Fn() -> bool| {
        let mut progress = |now: &Progress| {
            let mut standing = lock(&standing);
            standing.done[number] = now.done;
            standing.last = Some(Progress {
                attempt: number + 1,
                done: standing.done.iter().sum::<f64>() / attempts.len() as f64,
                ..*now
            });
            !stop()
        };
        let learnt = train(rules, positions, &attempts[number], &mut progress);
        learnt.transpose().map(|learnt| (number, learnt))
    };
    let mut nets = BTreeMap::new();
    let mut goes_on = true;
    let each = |net: Option<(usize, anyhow::Result<Learnt>)>| {
        if let Some((number, learnt)) = net {
            nets.insert(number, learnt?);
        }
        let last = lock(&standing).last;
        goes_on &= last.is_none_or(|last| report(&last));
        Ok(goes_on)
    };
    let threads = threads.min(attempts.len()).max(1);
    // nets that replace the evaluation take longest, and come last
    let jobs = (0..attempts.len()).rev();
    workers::run("attempt", threads, jobs, || (), work, each)?;
    if !goes_on || nets.len() < attempts.len() {
        return Ok(None);
    }
    Ok((nets.into_values()).min_by(|a, b| judged(a).total_cmp(&judged(b))))
}
