//! The signs of drawings and their meanings, for the terminal and for pictures. A legend only has the signs
//! that occur.

use super::reach::{How, Mark};
use super::view::View;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// To an empty square, or capturing.
    Both,
    /// To an empty square only.
    Move,
    Capture,
    /// Captures pieces of its own side too.
    Own,
    /// On its first move only.
    First,
    Slide,
    /// The same, continuing beyond the drawing.
    GoesOn,
    /// A square that must be empty.
    Lame,
    Hop,
    Screen,
    /// The same, if it must be a piece of its own side.
    FriendlyScreen,
    Victim,
    /// Reached by a capture on the way.
    Locust,
    Castling,
}

impl Sign {
    /// All signs, in the order of a legend.
    pub const ALL: [Sign; 14] = [
        Sign::Both,
        Sign::Move,
        Sign::Capture,
        Sign::Own,
        Sign::First,
        Sign::Slide,
        Sign::GoesOn,
        Sign::Lame,
        Sign::Hop,
        Sign::Screen,
        Sign::FriendlyScreen,
        Sign::Victim,
        Sign::Locust,
        Sign::Castling,
    ];

    pub fn meaning(self) -> &'static str {
        match self {
            Sign::Both => "can go there, or capture what stands there",
            Sign::Move => "can go there, but not capture",
            Sign::Capture => "can only capture there",
            Sign::Own => "can capture pieces of its own side there, too",
            Sign::First => "only as its first move",
            Sign::Slide => "only if the squares on the way are empty",
            Sign::GoesOn => "and so on, while the squares on the way are empty",
            Sign::Lame => "must be empty for the move over it",
            Sign::Hop => "only by jumping over a piece, or turning at it",
            Sign::Screen => "a piece that is jumped over, of either side",
            Sign::FriendlyScreen => "the same, if it has to be one of its own side",
            Sign::Victim => "a piece that stands here can be taken on the way",
            Sign::Locust => "only by taking a piece on the way",
            Sign::Castling => "where castling brings it",
        }
    }

    /// A word for file names.
    pub fn name(self) -> &'static str {
        match self {
            Sign::Both => "both",
            Sign::Move => "move",
            Sign::Capture => "capture",
            Sign::Own => "own",
            Sign::First => "first",
            Sign::Slide => "slide",
            Sign::GoesOn => "on",
            Sign::Lame => "empty",
            Sign::Hop => "hop",
            Sign::Screen => "screen",
            Sign::FriendlyScreen => "friend",
            Sign::Victim => "victim",
            Sign::Locust => "locust",
            Sign::Castling => "castling",
        }
    }

    /// Its text in the terminal.
    pub fn written(self) -> &'static str {
        match self {
            Sign::Both => "o",
            Sign::Move => "m",
            Sign::Capture => "x",
            Sign::Own => "O X",
            Sign::First => "1",
            Sign::Slide => "-",
            Sign::GoesOn => ">",
            Sign::Lame => ":",
            Sign::Hop => "^",
            Sign::Screen => "#",
            Sign::FriendlyScreen => "&",
            Sign::Victim => "!",
            Sign::Locust => "?",
            Sign::Castling => "C",
        }
    }

    /// True if a drawing has it.
    fn is_in(self, view: &View) -> bool {
        let reach = &view.reach;
        let any = |wanted: fn(&Mark) -> bool| reach.marks.iter().any(wanted);
        match self {
            Sign::Both => any(|mark| mark.rights.quiet && mark.rights.capture),
            Sign::Move => {
                any(|mark| mark.rights.quiet && !mark.rights.capture && mark.how != How::Castling)
            }
            Sign::Capture => any(|mark| !mark.rights.quiet && mark.rights.capture),
            Sign::Own => any(|mark| mark.rights.own),
            Sign::First => any(|mark| mark.first && mark.how != How::Castling),
            Sign::Slide => any(|mark| mark.how == How::Slide),
            Sign::GoesOn => any(|mark| mark.goes_on),
            Sign::Lame => !reach.lame.is_empty(),
            Sign::Hop => any(|mark| mark.how == How::Hop),
            Sign::Screen => reach.screens.iter().any(|screen| !screen.friend),
            Sign::FriendlyScreen => reach.screens.iter().any(|screen| screen.friend),
            Sign::Victim => !reach.victims.is_empty(),
            Sign::Locust => any(|mark| mark.how == How::Locust),
            Sign::Castling => any(|mark| mark.how == How::Castling),
        }
    }
}

/// The signs of some drawings, without duplicates.
pub fn signs<'a>(views: impl Iterator<Item = &'a View> + Clone) -> Vec<Sign> {
    let used = |sign: &Sign| views.clone().any(|view| sign.is_in(view));
    Sign::ALL.into_iter().filter(used).collect()
}
