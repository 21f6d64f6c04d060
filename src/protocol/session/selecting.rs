//! Which moves the search may choose from: `exclude` and `include`.

use super::{Refusal, Session, State};
use crate::types::Move;

impl Session {
    /// `exclude MOVE` and `exclude all`.
    pub(super) fn exclude(&mut self, text: &str) -> Result<(), Refusal> {
        for mv in self.chosen(text)? {
            if !self.play.excluded.contains(&mv) {
                self.play.excluded.push(mv);
            }
        }
        self.search_anew();
        Ok(())
    }

    /// `include MOVE` and `include all`.
    pub(super) fn include(&mut self, text: &str) -> Result<(), Refusal> {
        let included = self.chosen(text)?;
        self.play.excluded.retain(|mv| !included.contains(mv));
        self.search_anew();
        Ok(())
    }

    fn chosen(&self, text: &str) -> Result<Vec<Move>, Refusal> {
        if text == "all" {
            return Ok(self.game.legal_moves());
        }
        let mv = self.game.parse_move(text).map_err(Refusal::Move)?;
        Ok(vec![mv])
    }

    /// True if no move is left to choose from although there are legal ones.
    pub(super) fn all_excluded(&self) -> bool {
        let legal = self.game.legal_moves();
        !legal.is_empty() && legal.iter().all(|mv| self.play.excluded.contains(mv))
    }

    /// An option changes what an analysis shows.
    pub(super) fn analyse_anew(&mut self) {
        if matches!(self.state, State::Analysing(_)) {
            self.break_off();
        }
    }

    /// Begins a search of the position again under other conditions, on the same clock.
    fn search_anew(&mut self) {
        match &self.state {
            State::Analysing(_) => self.break_off(),
            // without any move left it would have nothing to answer; the old search may go on
            // until a move is included
            State::Thinking(search) if !self.all_excluded() => {
                let started = search.started;
                search.control.stop();
                self.search_for_move(started);
            }
            _ => {}
        }
    }
}
