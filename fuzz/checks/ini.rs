//! Loading a file of variants: errors and warnings are lines of text with a place in the file, and every
//! loaded variant can be described, sent to XBoard and played.

use std::sync::Arc;

use fmax::board::Position;
use fmax::game::Game;
use fmax::ruleset::Ruleset;
use fmax::types::Color;
use fmax::variant::describe::Pages;
use fmax::variant::ini::diagnostic::Diagnostic;
use fmax::variant::{Library, ReadOptions, Variant};

use super::course::{self, Numbers};
use super::support::{Gui, is_known};

/// No more games of a file are played.
const GAMES: usize = 3;

pub fn check(data: &[u8]) {
    let library = match Library::parse("test.ini", data, ReadOptions::default().with_slips()) {
        Ok(library) => library,
        Err(complaints) => {
            assert!(!complaints.is_empty());
            complaints
                .iter()
                .for_each(|complaint| is_in(data, complaint));
            return;
        }
    };
    library
        .diagnostics()
        .iter()
        .for_each(|complaint| is_in(data, complaint));
    let mut numbers = Numbers::of(data);
    let games = library
        .entries()
        .iter()
        .filter_map(|entry| entry.variant.as_ref().ok());
    let games: Vec<Arc<Variant>> = games.take(GAMES).cloned().collect();
    for variant in &games {
        for line in Pages::new(variant).without_board() {
            assert!(!line.contains(char::is_control), "{line:?}");
        }
        let rules = Arc::new(Ruleset::new(variant.clone()));
        if is_ambiguous(variant) {
            // no FEN describes its positions
            continue;
        }
        let start: Position = rules.start();
        course::is_read_as_written(&start);
        course::play(Game::new(rules, 50), &mut numbers, 12, 200);
    }
    // a session costs a thread
    if numbers.below(4) == 0
        && library.default_game().is_ok()
        && let Some(variant) = games.first()
    {
        plays_over_cecp(library, &variant.name);
    }
}

/// A colour has a kind of piece whose letter means another one in a FEN.
fn is_ambiguous(variant: &Variant) -> bool {
    Color::ALL.into_iter().any(|color| {
        variant.types_of(color).into_iter().any(|id| {
            let piece = variant.piece(id);
            piece.promoted_from.is_none() && variant.type_by_letter(piece.letter, color) != Some(id)
        })
    })
}

/// The place is one of the file, or the file as a whole, and the words are one printable line.
pub fn is_in(data: &[u8], complaint: &Diagnostic) {
    let lines = data.split(|&byte| byte == b'\n').count() as u32;
    let text = complaint.to_string();
    assert!(complaint.span.line <= lines + 1, "{text}");
    assert!(
        complaint.span.line == 0 || complaint.span.column > 0,
        "{text}"
    );
    assert!(!text.contains(char::is_control), "{text:?}");
    assert!(text.chars().count() < 2000, "{text}");
}

/// A session plays the game, and says only what the protocol has.
fn plays_over_cecp(library: Library, name: &str) {
    let mut gui = Gui::among(None, library);
    let lines = format!("xboard\nprotover 2\nnew\nvariant {name}\noption Info\nsd 2\ngo\nping 1");
    for line in gui.ask(&lines) {
        assert!(is_known(&line), "{line:?}");
        assert!(line.len() < 4000, "{line}");
    }
}
