//! Tables of positions with what is expected of them: `tests/data/positions` and `tests/data/perft`. The README of the
//! former describes the format.

use std::any::Any;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};

use fmax::game::Game;
use fmax::movegen::perft::perft;
use fmax::ruleset::Ruleset;
use fmax::search::Value;

use super::games::{ARRAY, PIECES, at, load, rules, with};
use super::play::{assert_survives, board, ends, moves, moves_from, play};
use super::search::{best, search};

/// A line of a table.
pub struct Row {
    /// File and line, for messages.
    pub place: String,
    pub fen: String,
    /// What to do and what to expect, in order: a word, and the rest of the entry.
    pub entries: Vec<(String, String)>,
    section: Arc<Section>,
}

/// A variant, and what its rows share.
#[derive(Default)]
struct Section {
    variant: String,
    lines: String,
    rules: OnceLock<Arc<Ruleset>>,
}

impl Row {
    /// The name of the variant.
    pub fn variant(&self) -> &str {
        &self.section.variant
    }

    /// The variant with the rule lines of the section, compiled once for all rows.
    pub fn rules(&self) -> &Arc<Ruleset> {
        let Section { variant, lines, .. } = &*self.section;
        let compile = || {
            if variant == "test" {
                load(&format!("{ARRAY}{PIECES}{lines}"))
            } else if lines.is_empty() {
                rules(variant)
            } else {
                with(variant, lines)
            }
        };
        self.section.rules.get_or_init(compile)
    }

    /// A game that starts from the position.
    pub fn game(&self) -> Game {
        match &*self.fen {
            "start" => Game::new(self.rules().clone(), 50),
            fen => at(self.rules(), fen),
        }
    }
}

/// The rows of a file in `tests/data`.
pub fn rows(file: &str) -> Vec<Row> {
    let path = format!("{}/tests/data/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let mut section = Arc::new(Section::default());
    let mut rows = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(variant) = line.strip_prefix('[') {
            section = Arc::new(Section {
                variant: variant.trim_end_matches(']').to_owned(),
                ..Section::default()
            });
        } else if let Some(rule) = line.strip_prefix("+ ") {
            section = Arc::new(Section {
                variant: section.variant.clone(),
                lines: format!("{}{rule}\n", section.lines),
                ..Section::default()
            });
        } else {
            let mut parts = line.split(';').map(str::trim);
            let entry = |part: &str| {
                let (word, rest) = part.split_once(' ').unwrap_or((part, ""));
                (word.to_owned(), rest.to_owned())
            };
            rows.push(Row {
                place: format!("tests/data/{file}:{number}"),
                fen: parts.next().unwrap().to_owned(),
                entries: parts.map(entry).collect(),
                section: section.clone(),
            });
            assert!(
                !rows[rows.len() - 1].entries.is_empty(),
                "{path}:{number}: nothing is expected"
            );
        }
    }
    assert!(!rows.is_empty(), "{path} is empty");
    rows
}

/// Checks all rows of a file in `tests/data/positions`, and reports all that fail.
pub fn check_all(file: &str, check: impl Fn(&Row)) {
    let failed: Vec<String> = rows(&format!("positions/{file}.txt"))
        .iter()
        .filter_map(|row| {
            let panic = catch_unwind(AssertUnwindSafe(|| check(row))).err()?;
            Some(format!("{}: {}", row.place, words(&*panic)))
        })
        .collect();
    assert!(failed.is_empty(), "\n{}", failed.join("\n"));
}

/// The message of a panic.
fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied())
        .unwrap_or("it panicked")
}

/// Plays the rows of a file in `tests/data/positions`.
pub fn play_all(file: &str) {
    check_all(file, |row| {
        let mut game = row.game();
        assert_survives(game.position());
        for (word, value) in &row.entries {
            follow(&mut game, word, value);
        }
    });
}

/// Does or checks what one entry of a row says.
pub fn follow(game: &mut Game, word: &str, value: &str) {
    match word {
        "play" => play(game, value),
        "undo" => assert!(game.undo(), "nothing to take back"),
        "fen" => assert_eq!(game.position().fen(), value),
        "gui-fen" => assert_eq!(game.position().gui_fen(), value),
        "board" => assert_eq!(board(game), value),
        "ends" => assert_eq!(ends(game), value),
        "moves" => assert_eq!(moves(game).join(" "), value),
        "from" => {
            let (start, expected) = value.split_once(':').expect("from START: MOVES");
            assert_eq!(moves_from(game, start).join(" "), expected.trim_start());
        }
        "count" => {
            let (start, expected) = value.split_once(": ").expect("count START: NUMBER");
            assert_eq!(moves_from(game, start).len().to_string(), expected);
        }
        "legal" => {
            for text in value.split(' ') {
                if let Err(error) = game.parse_move(text) {
                    panic!("{text}: {error}");
                }
            }
        }
        "refused" => {
            // with all that it checks
            moves(game);
            let (texts, reason) = value.split_once(": ").unwrap_or((value, ""));
            for text in texts.split(' ') {
                let error = game.parse_move(text).map(|mv| game.format(mv)).unwrap_err();
                assert!(
                    reason.is_empty() || error.to_string() == reason,
                    "{text}: {error}"
                );
            }
        }
        "perft" => {
            let tables = &game.rules().tables;
            let mut position = game.position().clone();
            for (depth, count) in (1..).zip(value.split(' ')) {
                let found = perft(tables, &mut position, depth);
                assert_eq!(found.to_string(), count, "depth {depth}");
            }
        }
        "check" => {
            let check = game.rules().tables.in_check(game.position());
            assert_eq!(if check { "yes" } else { "no" }, value);
        }
        "search" => {
            let (depth, expected) = value.split_once(": ").expect("search DEPTH: RESULT");
            let found = search(game, depth.parse().unwrap());
            let score = match found.value {
                Value::Centipawns(value) => value.to_string(),
                Value::Mate(moves) => format!("mate {moves}"),
                Value::Mated(moves) => format!("mated {moves}"),
            };
            let mv = best(game, &found);
            let both = format!("{mv} {score}");
            let (unwanted, expected) = match expected.strip_prefix("not ") {
                Some(unwanted) => (true, unwanted),
                None => (false, expected),
            };
            let is_found = [&mv, &score, &both]
                .iter()
                .any(|&result| result == expected);
            assert!(is_found != unwanted, "the search finds {both}");
        }
        _ => panic!("there is no entry `{word}`"),
    }
}
