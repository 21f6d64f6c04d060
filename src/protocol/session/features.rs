//! What the engine tells about itself when a GUI introduces itself.

use super::Session;
use crate::protocol::Reply;
use crate::protocol::xboard::menu_order;

/// The features that never change. Everything is told, defaults too: GUIs disagree about those.
const FEATURES: &str = "ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 \
     sigterm=0 reuse=1 analyze=1 colors=0 ics=0 name=1 pause=1 nps=1 debug=1 memory=1 smp=1 \
     exclude=1 highlight=1 setscore=1";

impl Session {
    /// All features, in answer to `protover`.
    pub(super) fn announce_features(&mut self) {
        // a GUI gives up waiting after two seconds unless it is asked for patience
        self.feature("done=0");
        self.feature(FEATURES);
        let name = format!("myname=\"fmax {}\"", env!("CARGO_PKG_VERSION"));
        self.feature(&name);
        self.announce_variants();
        for option in self.options.describe(&self.library) {
            let option = option.replace('"', "'");
            self.feature(&format!("option=\"{option}\""));
        }
        self.feature("done=1");
    }

    /// The games of the library.
    pub(super) fn announce_variants(&mut self) {
        let names = menu_order(self.library.public_names()).join(",");
        self.feature(&format!("variants=\"{names}\""));
    }

    fn feature(&mut self, text: &str) {
        self.output.send(&Reply::Feature(text.to_owned()));
    }
}
