//! Variants of the built-in file, and variants given as text.

use std::sync::{Arc, OnceLock};

use fmax::game::Game;
use fmax::ruleset::Ruleset;
use fmax::types::{Move, Rng};
use fmax::variant::{FindError, Library, ReadOptions, Selections, Variant};

/// The built-in file of variants.
pub fn library() -> &'static Library {
    static GAMES: OnceLock<Library> = OnceLock::new();
    GAMES.get_or_init(|| Library::builtin(ReadOptions::default()))
}

/// The variant with this name, which must be unique in the file.
pub fn find(library: &Library, name: &str) -> Arc<Variant> {
    let variant = library.find(name, &Selections::default());
    variant.unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A variant of the built-in file.
pub fn variant(name: &str) -> Arc<Variant> {
    find(library(), name)
}

/// All variants of the built-in file.
pub fn variants() -> impl Iterator<Item = Arc<Variant>> {
    variants_of(library())
}

/// All variants of a file without errors.
pub fn variants_of(library: &Library) -> impl Iterator<Item = Arc<Variant>> {
    let entries = library.entries().iter();
    entries.map(|entry| entry.variant.clone().unwrap())
}

/// A variant of the built-in file, compiled.
pub fn rules(name: &str) -> Arc<Ruleset> {
    Arc::new(Ruleset::new(variant(name)))
}

/// A variant of the built-in file, compiled without its net.
pub fn without_net(name: &str) -> Arc<Ruleset> {
    Arc::new(Ruleset::without_net(variant(name)))
}

/// A variant of the built-in file with more rule lines.
pub fn with(game: &str, lines: &str) -> Arc<Ruleset> {
    let text = include_str!("../../fmax.ini");
    let label = format!("\nGame: {game}\n");
    let start = text.find(&label).unwrap();
    // the last variant extends to the end of the file
    let text = text.trim_end();
    let end = (text[start..].find("\n\n")).map_or(text.len(), |lines| start + lines);
    let text = format!("version 4.8(w)\n{}\n{lines}\n", &text[start..end]);
    Arc::new(Ruleset::new(find(&read(&text), game)))
}

/// A game that starts from a position.
pub fn at(rules: &Arc<Ruleset>, fen: &str) -> Game {
    let mut game = Game::new(rules.clone(), 50);
    game.set_fen(fen).unwrap();
    game
}

/// A game of a built-in variant, from its start position if `fen` is empty.
pub fn game(name: &str, fen: &str) -> Game {
    match fen {
        "" => Game::new(rules(name), 50),
        fen => at(&rules(name), fen),
    }
}

/// Plays moves at random until the end of the game, up to this number of plies. Looks at each position with its legal
/// moves before a move is made; returns the game with its last position.
pub fn random_walk(
    mut game: Game,
    plies: usize,
    random: &mut Rng,
    mut look: impl FnMut(&Game, &[Move]),
) -> Game {
    for _ in 0..plies {
        let moves = game.legal_moves();
        if moves.is_empty() || game.outcome().is_some() {
            break;
        }
        look(&game, &moves);
        game.play(moves[random.below(moves.len())]);
    }
    game
}

/// The pieces of chess with explicit moves, in the order of [`ARRAY`].
pub const PIECES: &str = "p:74 -16,24 -16,6 -15,5 -17,5\np:74 16,24 16,6 15,5 17,5\n\
     k:-1 1,34 -1,34 1,7 -16,7 -1,7 16,7 -15,7 -17,7 15,7 17,7\n\
     n:259 -31,7 -14,7 18,7 33,7 31,7 14,7 -18,7 -33,7\nb:296 -15,3 -17,3 15,3 17,3\n\
     R:444 1,3 -16,3 -1,3 16,3\nQ:851 1,3 -16,3 -1,3 16,3 -15,3 -17,3 15,3 17,3\n";

/// The start array.
pub const ARRAY: &str = "8x8\n6 4 5 7 3 5 4 6\n6 4 5 7 3 5 4 6\n";

/// A rook that also moves as a knight.
pub const CHANCELLOR: &str =
    "E:814 1,3 -16,3 -1,3 16,3 -31,7 -14,7 18,7 33,7 31,7 14,7 -18,7 -33,7\n";

/// A file `test.ini` with this text.
pub fn read(text: &str) -> Library {
    Library::parse("test.ini", text.as_bytes(), ReadOptions::default()).unwrap()
}

/// A file `test.ini` with one variant, `test`; its board is line 4. Slips are reported.
pub fn parse(body: &str) -> Library {
    let text = format!("version 4.8(w)\n\nGame: test\n{body}");
    let reading = ReadOptions::default().with_slips();
    Library::parse("test.ini", text.as_bytes(), reading).unwrap()
}

/// The variant of a file with this body, or the error.
pub fn try_load(body: &str) -> Result<Arc<Ruleset>, FindError> {
    let variant = parse(body).find("test", &Selections::default())?;
    Ok(Arc::new(Ruleset::new(variant)))
}

/// The variant of a file with this body.
pub fn load(body: &str) -> Arc<Ruleset> {
    try_load(body).unwrap_or_else(|error| panic!("{error}: {body}"))
}

/// The diagnostics of a file, each `FILE:LINE:COLUMN: SEVERITY: MESSAGE`, with hints.
pub fn complaints(library: &Library) -> Vec<String> {
    let diagnostics = library.diagnostics().iter();
    diagnostics.map(ToString::to_string).collect()
}
