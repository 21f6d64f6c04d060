//! What a position remembers of earlier ones: repetitions.

use super::Position;

impl Position {
    /// How often the present position has stood on the board before.
    pub fn repetitions(&self) -> usize {
        self.earlier_keys(self.memory())
            .filter(|&key| key == self.board.state.key)
            .count()
    }

    /// How many plies ago the present position stood on the board for the n-th time before, counted
    /// backwards; `None` if it did not so often.
    pub fn recurs_after(&self, n: usize) -> Option<usize> {
        let same = |&(_, key): &(usize, u64)| key == self.board.state.key;
        let mut earlier = self.earlier_keys(self.memory()).enumerate().filter(same);
        earlier.nth(n.checked_sub(1)?).map(|(i, _)| 2 * (i + 1))
    }

    /// How many plies ago a position can have been that comes back.
    fn memory(&self) -> usize {
        // where captured pieces come back, a position may do so after a capture
        match &self.layout.drops {
            Some(drops) if drops.refills() => usize::MAX,
            _ => usize::from(self.board.state.rule_clock),
        }
    }

    /// If the position occurred before, how many plies ago, `plies` being how far the search is
    /// from its root: one earlier occurrence inside the search is enough, before it two are needed.
    #[inline]
    pub fn repeats_in_search(&self, plies: usize) -> Option<usize> {
        let mut earlier = 0;
        let reach = usize::from(self.board.state.rule_clock);
        for (i, key) in self.earlier_keys(reach).enumerate() {
            if key == self.board.state.key {
                earlier += 1;
                if 2 * (i + 1) <= plies || earlier == 2 {
                    return Some(2 * (i + 1));
                }
            }
        }
        None
    }

    /// Keys of the earlier positions with the same side to move that could be the same, latest
    /// first: two plies ago, four plies ago, ..., as far as the last `reach` plies go.
    fn earlier_keys(&self, reach: usize) -> impl Iterator<Item = u64> {
        let reach = reach.min(self.board.stack.len());
        let newest = self.board.stack.len();
        (2..=reach)
            .step_by(2)
            .map(move |back| self.board.states[newest - back].key)
    }
}
