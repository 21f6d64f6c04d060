//! The GUI: features, and what is known about the program at the other end.

use super::completing::Awaited;
use super::edit::Editor;
use super::{Session, State};
use crate::protocol::xboard::menu_order;
use crate::protocol::{Command, Reply};
use crate::types::{Color, Square};

/// The features that never change. All are listed, because GUIs disagree about defaults.
const FEATURES: &str = "ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 \
     sigterm=0 reuse=1 analyze=1 colors=0 ics=0 name=1 pause=1 nps=1 debug=1 memory=1 smp=1 \
     exclude=1 highlight=1 setscore=1";

/// Facts about the GUI, and its unfinished actions.
#[derive(Debug, Default)]
pub(super) struct Gui {
    /// The program at the other end is a GUI: it has sent `protover`.
    pub is_there: bool,
    /// The GUI sets up positions with `setboard`.
    pub sends_fens: bool,
    /// The GUI is XBoard or WinBoard; no other GUI lights up squares.
    pub is_xboard: bool,
    /// The GUI is a match manager such as cutechess: it rejects a feature that every XBoard accepts. A match manager
    /// has its own start positions.
    pub conducts_matches: bool,
    /// At the other end is a person at a terminal.
    pub is_person: bool,
    /// The GUI has begun a game.
    pub has_begun: bool,
    /// There is a partner's board, from which pieces come.
    pub has_partner: bool,
    /// The opponent is an engine.
    pub opponent_computes: bool,
    /// Pings to answer when the engine is idle.
    pub pings: Vec<i128>,
    /// The refusal of a move that the GUI perhaps sent only to change the side to move.
    pub withheld: Option<Reply>,
    /// The position that the GUI sets up piece by piece.
    pub editor: Option<Editor>,
    /// The square of the piece that the user has picked up.
    pub lifted: Option<Square>,
    /// The square on which the user has put this piece down.
    pub put_on: Option<Square>,
    /// A move that XBoard has not sent yet.
    pub awaited: Option<Awaited>,
    /// An [`Event::Alarm`](crate::protocol::Event::Alarm) is on its way.
    pub alarm_is_set: bool,
}

impl Session {
    /// All features, in answer to `protover`.
    pub(super) fn announce_features(&mut self) {
        self.gui.is_there = true;
        // without this feature a GUI waits for two seconds only
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

    /// Sends the names of the variants.
    pub(super) fn announce_variants(&mut self) {
        let mut names = self.variants.library.public_names();
        let offered = self.options.offered.as_deref();
        let mut others = names.iter().skip(1);
        if let Some(index) = others.position(|name| Some(*name) == offered) {
            // some GUIs take the first variant for the default
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

    /// Refuses a move. GUIs that do not use `setboard` send a2a3 or b2b3 before `edit` to set up a position with Black
    /// to move, in every variant. Such a move must not be refused, so the refusal waits for the next command.
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

    /// Sends the withheld refusal of a move, unless the next command sets up a position: `setboard` drops the refusal,
    /// and `edit` checks for it.
    pub(super) fn settle_withheld(&mut self, next: &Command) {
        if !matches!(next, Command::Edit)
            && let Some(refusal) = self.gui.withheld.take()
            && !matches!(next, Command::SetBoard(_))
        {
            self.output.send(&refusal);
        }
    }
}
