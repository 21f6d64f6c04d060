//! The signs of drawings and their meanings, for the terminal and for pictures. A legend has only the signs that occur in
//! its drawings.

use super::reach::{How, Mark, Screen};
use super::view::View;
use crate::types::Square;
use crate::variant::Variant;
use crate::variant::describe::{self, marked_zones};
use crate::variant::rules::values::add;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// The piece can move there if the square is empty, and capture there.
    Both,
    /// The piece can move there if the square is empty, but not capture.
    Move,
    Capture,
    /// The piece can also capture pieces of its own side there.
    Own,
    /// The move is a first move only.
    First,
    Slide,
    /// A slide that continues beyond the drawing.
    GoesOn,
    /// A square that must be empty for a move over it.
    Lame,
    Hop,
    Screen,
    /// A screen that must be a piece of the same side.
    FriendlyScreen,
    Victim,
    /// A square that is reached by a capture on the way.
    Locust,
    Castling,
}

/// All signs in the order of [`Sign`], which is that of a legend: each with its word in file names, its text in the terminal,
/// and its meaning.
#[rustfmt::skip]
const SIGNS: [(Sign, &str, &str, &str); 14] = [
    (Sign::Both, "both", "o", "can go there, or capture what stands there"),
    (Sign::Move, "move", "m", "can go there, but not capture"),
    (Sign::Capture, "capture", "x", "can only capture there"),
    (Sign::Own, "own", "O X", "can capture pieces of its own side there, too"),
    (Sign::First, "first", "1", "only as its first move"),
    (Sign::Slide, "slide", "-", "only if the squares on the way are empty"),
    (Sign::GoesOn, "on", ">", "and so on, while the squares on the way are empty"),
    (Sign::Lame, "empty", ":", "must be empty for the move over it"),
    (Sign::Hop, "hop", "^", "only by jumping over a piece, or turning at it"),
    (Sign::Screen, "screen", "#", "a piece that is jumped over, of either side"),
    (Sign::FriendlyScreen, "friend", "&", "the same, if it has to be one of its own side"),
    (Sign::Victim, "victim", "!", "a piece that stands here can be taken on the way"),
    (Sign::Locust, "locust", "?", "only by taking a piece on the way"),
    (Sign::Castling, "castling", "C", "where castling brings it"),
];

impl Sign {
    /// The sign of a piece that is jumped over.
    pub fn of_screen(screen: &Screen) -> Sign {
        if screen.friend {
            Sign::FriendlyScreen
        } else {
            Sign::Screen
        }
    }

    /// The sign's word in file names.
    pub fn name(self) -> &'static str {
        let (_, name, _, _) = SIGNS[self as usize];
        name
    }

    /// The sign as text in the terminal.
    pub fn written(self) -> &'static str {
        let (_, _, written, _) = SIGNS[self as usize];
        written
    }

    pub fn meaning(self) -> &'static str {
        let (_, _, _, meaning) = SIGNS[self as usize];
        meaning
    }
}

/// The signs of a target. The first one says what the piece can do there.
pub fn of_target(mark: &Mark) -> Vec<Sign> {
    let castles = mark.how == How::Castling;
    let (quiet, capture) = (mark.rights.quiet, mark.rights.capture);
    let signs = [
        (Sign::Castling, castles),
        (Sign::Both, quiet && capture),
        (Sign::Move, quiet && !capture && !castles),
        (Sign::Capture, capture && !quiet),
        (Sign::Own, mark.rights.own),
        (Sign::First, mark.first && !castles),
        (Sign::Slide, mark.how == How::Slide),
        (Sign::GoesOn, mark.goes_on),
        (Sign::Hop, mark.how == How::Hop),
        (Sign::Locust, mark.how == How::Locust),
    ];
    signs
        .into_iter()
        .filter_map(|(sign, holds)| holds.then_some(sign))
        .collect()
}

/// The marks of zones on the board, each with its sentences.
pub fn zones(variant: &Variant) -> Vec<(describe::Mark, String)> {
    let zones = marked_zones(variant);
    let of = |mark| {
        let mut words: Vec<&str> = Vec::new();
        let own = zones.iter().filter(|zone| zone.mark == mark);
        own.for_each(|zone| add(&mut words, &zone.words));
        (mark, words.join(" "))
    };
    let all = describe::Mark::ALL.into_iter().map(of);
    all.filter(|(_, words)| !words.is_empty()).collect()
}

/// The marks of a drawing: each with its square, its sign and further signs.
pub fn marks(view: &View) -> impl Iterator<Item = (Square, Vec<Sign>)> {
    let reach = &view.reach;
    let targets = reach.marks.iter().map(|mark| (mark.sq, of_target(mark)));
    let screens = reach.screens.iter();
    let screens = screens.map(|screen| (screen.sq, Sign::of_screen(screen)));
    let victims = reach.victims.iter().map(|&sq| (sq, Sign::Victim));
    let lame = reach.lame.iter().map(|&sq| (sq, Sign::Lame));
    let others = screens.chain(victims).chain(lame);
    targets.chain(others.map(|(sq, sign)| (sq, vec![sign])))
}

/// The signs of some drawings, without duplicates.
pub fn signs<'a>(views: impl Iterator<Item = &'a View>) -> Vec<Sign> {
    let used: Vec<Sign> = views.flat_map(marks).flat_map(|(_, signs)| signs).collect();
    let all = SIGNS.into_iter().map(|(sign, ..)| sign);
    all.filter(|sign| used.contains(sign)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_in_the_order_of_the_signs() {
        let numbers = SIGNS.map(|(sign, ..)| sign as usize);
        assert!(numbers.into_iter().eq(0..SIGNS.len()));
    }
}
