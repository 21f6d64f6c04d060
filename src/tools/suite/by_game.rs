//! Results kept apart by game, in the order in which the games came.

/// What has come out for each game.
#[derive(Clone, Debug, Default)]
pub struct ByGame<T>(Vec<(String, T)>);

impl<T: Default> ByGame<T> {
    /// What there is of a game; nothing yet if it is new.
    pub fn of(&mut self, game: &str) -> &mut T {
        let known = self.0.iter().position(|(name, _)| name == game);
        let index = known.unwrap_or_else(|| {
            self.0.push((game.to_owned(), T::default()));
            self.0.len() - 1
        });
        &mut self.0[index].1
    }

    /// True if there is no game.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What there is of all games, with their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        (self.0.iter()).map(|(name, value)| (name.as_str(), value))
    }

    /// What there is of all games together.
    pub fn total(&self, add: impl Fn(&mut T, &T)) -> T {
        let mut total = T::default();
        self.iter().for_each(|(_, value)| add(&mut total, value));
        total
    }

    /// A row for each game, and one for all if there are several.
    pub fn rows(&self, add: impl Fn(&mut T, &T)) -> Vec<(String, T)>
    where
        T: Clone,
    {
        let mut rows = self.0.clone();
        if rows.len() > 1 {
            rows.push(("total".to_owned(), self.total(add)));
        }
        rows
    }
}
