//! Repetitions.

use super::Position;

impl Position {
    /// Number of earlier occurrences of the position.
    pub fn repetitions(&self) -> usize {
        self.earlier_keys(self.memory())
            .filter(|&key| key == self.board.state.key)
            .count()
    }

    /// The number of plies since the n-th earlier occurrence of the position, counted backwards; `None` if there are
    /// fewer than n.
    pub fn recurs_after(&self, n: usize) -> Option<usize> {
        let same = |&(_, key): &(usize, u64)| key == self.board.state.key;
        let mut earlier = self.earlier_keys(self.memory()).enumerate().filter(same);
        earlier.nth(n.checked_sub(1)?).map(|(i, _)| 2 * (i + 1))
    }

    /// The number of plies for which a position can recur.
    fn memory(&self) -> usize {
        // with captured pieces in hand, a position can recur after a capture
        match &self.layout.drops {
            Some(drops) if drops.refills() => usize::MAX,
            _ => usize::from(self.board.state.rule_clock),
        }
    }

    /// The number of plies since the position occurred before, if that counts as a repetition. Within the search, up
    /// to `plies` plies ago, one earlier occurrence suffices; of positions before the root, two are needed.
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

    /// Keys of earlier positions with the same side to move within the last `reach` plies, latest first: two plies ago,
    /// four plies ago, ...
    fn earlier_keys(&self, reach: usize) -> impl Iterator<Item = u64> {
        let reach = reach.min(self.board.stack.len());
        let newest = self.board.stack.len();
        (2..=reach)
            .step_by(2)
            .map(move |back| self.board.states[newest - back].key)
    }
}
