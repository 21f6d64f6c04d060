//! Paths that return to the mover's own square: such paths continue there in XBoard and end there in this engine.

use crate::types::{MAX_SIDE, Step};

/// A straight part of a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    pub(super) step: Step,
    /// Number of steps; `None`: any number.
    pub(super) steps: Option<u8>,
    /// The contents of the squares matter.
    pub(super) looked_at: bool,
}

/// True if a path examines its own start square, other than at its end. `round`: the files of a cylinder.
pub(super) fn comes_back(path: &[Stretch], round: Option<u8>) -> bool {
    let (shortest, longest) = match path[0].steps {
        Some(steps) => (steps, steps),
        None => (1, MAX_SIDE - 1),
    };
    (shortest..=longest).any(|first| {
        let (mut files, mut ranks) = (0, 0);
        path.iter().enumerate().any(|(index, part)| {
            let length = match index {
                0 => first,
                _ => part.steps.unwrap_or(MAX_SIDE - 1),
            };
            (1..=length).any(|walked| {
                files += i32::from(part.step.files);
                ranks += i32::from(part.step.ranks);
                let end = index + 1 == path.len() && walked == length;
                let home = files == 0 || round.is_some_and(|width| files % i32::from(width) == 0);
                part.looked_at && !end && ranks == 0 && home
            })
        })
    })
}
