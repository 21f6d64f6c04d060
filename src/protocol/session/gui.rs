//! The GUI: what it is told when it introduces itself, and what it has told.

use super::completing::Awaited;
use super::dispatch::Withheld;
use super::edit::Editor;
use super::{Session, State};
use crate::protocol::Reply;
use crate::protocol::xboard::menu_order;
use crate::types::{Color, Square};

/// The features that never change. Everything is told, defaults too: GUIs disagree about those.
const FEATURES: &str = "ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 \
     sigterm=0 reuse=1 analyze=1 colors=0 ics=0 name=1 pause=1 nps=1 debug=1 memory=1 smp=1 \
     exclude=1 highlight=1 setscore=1";

/// What the GUI has told about itself, and what it is in the middle of.
#[derive(Debug, Default)]
pub(super) struct Gui {
    /// It has introduced itself as more than a terminal.
    pub is_there: bool,
    /// It sets up positions with `setboard`.
    pub sends_fens: bool,
    /// It is XBoard or WinBoard, the only ones that light up squares.
    pub is_xboard: bool,
    /// It does less than every version of XBoard since the protocol has features: it conducts
    /// matches, as cutechess does, and has its own idea of how games begin.
    pub conducts_matches: bool,
    /// It is a person at a terminal.
    pub is_person: bool,
    /// It has begun a game.
    pub has_begun: bool,
    /// There is another board, from which pieces come.
    pub has_partner: bool,
    /// The opponent is an engine.
    pub opponent_computes: bool,
    /// Pings to be answered when nothing is under way any more.
    pub pings: Vec<i128>,
    /// A refusal of what is perhaps no move, but only turns the board to black.
    pub withheld: Option<Reply>,
    /// The position that it sets up piece by piece.
    pub editor: Option<Editor>,
    /// Where the piece stands that the user has picked up.
    pub lifted: Option<Square>,
    /// Where the user has put it down.
    pub put_on: Option<Square>,
    /// The move that it waits to be able to make.
    pub awaited: Option<Awaited>,
    /// An [`Event::Alarm`](crate::protocol::Event::Alarm) is on its way.
    pub alarm_is_set: bool,
}

impl Session {
    /// All features, in answer to `protover`.
    pub(super) fn announce_features(&mut self) {
        self.gui.is_there = true;
        // a GUI gives up waiting after two seconds unless it is asked for patience
        self.feature("done=0");
        self.feature(FEATURES);
        let name = format!("myname=\"fmax {}\"", env!("CARGO_PKG_VERSION"));
        self.feature(&name);
        self.announce_variants();
        for option in self.options.describe(&self.variants.library) {
            let option = option.replace('"', "'");
            self.feature(&format!("option=\"{option}\""));
        }
        self.feature("done=1");
    }

    /// The games of the library.
    pub(super) fn announce_variants(&mut self) {
        let mut names = self.variants.library.public_names();
        let offered = |name: &&str| Some(*name) == self.options.offered.as_deref();
        // after the first one, which some GUIs take for the default
        if let Some(index) = names.iter().skip(1).position(offered) {
            names[1..=index + 1].rotate_right(1);
        }
        let names = menu_order(names).join(",");
        self.feature(&format!("variants=\"{names}\""));
    }

    fn feature(&mut self, text: &str) {
        self.output.send(&Reply::Feature(text.to_owned()));
    }

    /// The GUI will use a feature.
    pub(super) fn accepted(&mut self, feature: &str) {
        self.gui.sends_fens |= feature == "setboard";
        self.gui.is_xboard |= feature == "highlight";
    }

    /// The GUI will not use a feature.
    pub(super) fn rejected(&mut self, feature: &str) {
        log::info!("the GUI rejects {feature}");
        self.gui.conducts_matches |= feature == "playother";
    }

    pub(super) fn answer_pings(&mut self) {
        for number in std::mem::take(&mut self.gui.pings) {
            self.output.send(&Reply::Pong(number));
        }
    }

    /// A move that cannot be made. One may be no move at all: to set up a position with black to
    /// move, GUIs that do not use `setboard` play a2a3 or b2b3 before `edit`, whatever the game.
    /// Then nothing must be said, so it waits for the next command.
    pub(super) fn refuse_move(&mut self, refusal: Reply, text: &str) {
        let position = self.game.position();
        let turns = matches!(text, "a2a3" | "b2b3")
            && matches!(self.state, State::Observing)
            && !self.gui.sends_fens
            && position.ply() == 0
            && position.side() == Color::White;
        if turns {
            self.gui.withheld = Some(refusal);
        } else {
            self.output.send(&refusal);
        }
    }

    /// Sends, drops or keeps the withheld refusal of a move.
    pub(super) fn settle_withheld(&mut self, what: Withheld) {
        if what == Withheld::Keep {
            return;
        }
        let refusal = self.gui.withheld.take();
        if let Some(refusal) = refusal.filter(|_| what == Withheld::Send) {
            self.output.send(&refusal);
        }
    }
}
