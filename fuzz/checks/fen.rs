//! A position: the first line names a game of the shipped file, the second is a FEN.

use std::sync::{Arc, OnceLock};

use fmax::game::Game;
use fmax::ruleset::Ruleset;

use super::course::{self, Numbers};
use super::games::variants;

fn games() -> &'static [Arc<Ruleset>] {
    static GAMES: OnceLock<Vec<Arc<Ruleset>>> = OnceLock::new();
    GAMES.get_or_init(|| {
        variants()
            .map(|variant| Arc::new(Ruleset::new(variant)))
            .collect()
    })
}

pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        return;
    };
    let Some((name, fen)) = text.split_once('\n') else {
        return;
    };
    let games = games();
    let named = games.iter().find(|rules| rules.variant().name == name);
    let rules = named.unwrap_or_else(|| &games[Numbers::of(name.as_bytes()).below(games.len())]);
    let mut game = Game::new(rules.clone(), 50);
    for gui in [true, false] {
        let before = game.position().fen();
        let read = if gui {
            game.set_gui_fen(fen)
        } else {
            game.set_fen(fen)
        };
        if let Err(error) = read {
            assert_eq!(game.position().fen(), before);
            assert!(!error.to_string().is_empty());
            continue;
        }
        course::is_read_as_written(game.position());
        course::play(game.clone(), &mut Numbers::of(data), 6, 200);
    }
}
