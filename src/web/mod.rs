//! The engine for a page in a browser: commands as text, answers as JSON.
//!
//! | file | what is in it |
//! |---|---|
//! | this one | [`Session`]: the commands |
//! | `view` | variants, positions and moves as the page needs them |
//! | `thinking` | the search for the page |
//! | `json` | writes JSON |
//! | `exports` | the functions of the WebAssembly module |
//! | `page/` | the page: HTML, CSS and JavaScript. `docs/build-web` puts it together |
//!
//! A command is a line with a word and its arguments; `ini` has the text of a file behind it. The answer is an
//! object; where something is wrong it has a field `error`.
//!
//! | command | answer |
//! |---|---|
//! | `ini` and a text; without text, the built-in file | `variants`, `diagnostics` |
//! | `variant NAME` | `variant`: board, pieces, rules; and the state |
//! | `fen FEN` | the state; the game begins at this position |
//! | `state` | the state: cells, hands, legal moves, result |
//! | `play MOVE` | the state; the move may be in coordinates or SAN |
//! | `undo` | the state |
//! | `search LIMIT...` with `ms=`, `nodes=`, `depth=`, `skill=`, `seed=` | the best move; reports while it searches |

mod exports;
mod json;
mod thinking;
mod view;

use std::sync::Arc;

use crate::game::Game;
use crate::movegen::notation::format_move;
use crate::ruleset::Ruleset;
use crate::search::{Searcher, TranspositionTable};
use crate::variant::{Diagnostic, Library, ReadOptions, Selections, Severity};
use json::{array, object, or_null, string};

/// The move rule of variants without one of their own, moves.
const MOVE_RULE: u32 = 50;
/// The size of the hash table, bytes.
const HASH_BYTES: usize = 16 << 20;
/// What a text that was pasted is called in its diagnostics.
const PASTED: &str = "your file";

/// What the page plays.
pub struct Session {
    library: Library,
    open: Option<Open>,
}

/// The variant that was chosen.
struct Open {
    game: Game,
    searcher: Searcher,
    /// The moves of the game in coordinates and in SAN.
    played: Vec<(String, String)>,
}

impl Session {
    /// A session with the built-in variants.
    pub fn new() -> Session {
        Session {
            library: Library::builtin(ReadOptions::default()),
            open: None,
        }
    }

    /// Executes a command; reports of a search go to `report`.
    pub fn execute(&mut self, text: &str, report: &mut dyn FnMut(&str)) -> String {
        let (line, body) = text.split_once('\n').unwrap_or((text, ""));
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let answer = match word {
            "ini" => Ok(self.load(body)),
            "variant" => self.choose(rest),
            _ => self.in_game(word, rest.trim(), report),
        };
        answer.unwrap_or_else(|error| object(&[("error", string(&error))]))
    }

    fn load(&mut self, text: &str) -> String {
        let loaded = if text.is_empty() {
            Ok(Library::builtin(ReadOptions::default()))
        } else {
            let options = ReadOptions::default().with_slips();
            Library::parse(PASTED, text.as_bytes(), options)
        };
        let diagnostics = match loaded {
            Err(diagnostics) => diagnostics,
            Ok(library) => {
                let diagnostics = library.diagnostics().to_vec();
                let playable = library.entries().iter().any(|entry| entry.variant.is_ok());
                if playable {
                    self.library = library;
                    self.open = None;
                    return self.listed(&diagnostics);
                }
                diagnostics
            }
        };
        object(&[
            ("error", string("no variant of this file can be played")),
            ("diagnostics", array(diagnostics.iter().map(diagnostic))),
        ])
    }

    /// The variants that can be played.
    fn listed(&self, diagnostics: &[Diagnostic]) -> String {
        let playable = self
            .library
            .distinct_entries()
            .filter(|entry| entry.variant.is_ok());
        let variants = playable.map(|entry| {
            object(&[
                ("name", string(&entry.name)),
                ("description", string(&entry.description)),
            ])
        });
        object(&[
            ("variants", array(variants)),
            ("diagnostics", array(diagnostics.iter().map(diagnostic))),
        ])
    }

    fn choose(&mut self, name: &str) -> Result<String, String> {
        let found = self.library.find(name, &Selections::default());
        let rules = Arc::new(Ruleset::new(found.map_err(|error| error.to_string())?));
        let mut game = Game::new(rules.clone(), MOVE_RULE);
        game.set_counting(true);
        let table = Arc::new(TranspositionTable::new(HASH_BYTES));
        let open = self.open.insert(Open {
            game,
            searcher: Searcher::new(rules, table),
            played: Vec::new(),
        });
        let variant = view::variant(open.game.rules());
        Ok(object(&[("variant", variant), ("state", open.state())]))
    }

    fn in_game(
        &mut self,
        word: &str,
        rest: &str,
        report: &mut dyn FnMut(&str),
    ) -> Result<String, String> {
        let open = self.open.as_mut().ok_or("no variant has been chosen")?;
        match word {
            "state" => {}
            "fen" => open.set_up(rest)?,
            "play" => open.play(rest)?,
            "undo" => open.take_back()?,
            "search" => return open.search(rest, report),
            _ => return Err(format!("there is no command `{word}`")),
        }
        Ok(object(&[("state", open.state())]))
    }
}

impl Open {
    fn set_up(&mut self, fen: &str) -> Result<(), String> {
        let mut game = self.game.clone();
        game.set_fen(fen).map_err(|error| error.to_string())?;
        if let Some(why) = game.wrong_turn() {
            return Err(why);
        }
        self.game = game;
        self.played.clear();
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let position = self.game.position();
        let san = |_| self.game.rules().tables.parse_san(position, text);
        let mv = self.game.parse_move(text).or_else(san);
        let mv = mv.map_err(|error| error.to_string())?;
        let written = format_move(self.game.position(), mv);
        let san = self.game.san(mv).unwrap_or_else(|| written.clone());
        self.game.play(mv);
        self.played.push((written, san));
        Ok(())
    }

    fn take_back(&mut self) -> Result<(), String> {
        self.played.pop().ok_or("there is no move to take back")?;
        self.game.undo();
        Ok(())
    }

    fn state(&self) -> String {
        let last = self.played.last();
        let mut fields = view::state(&self.game);
        fields.push(("move", or_null(last.map(|(written, _)| string(written)))));
        fields.push(("san", or_null(last.map(|(_, san)| string(san)))));
        fields.push(("ply", self.played.len().to_string()));
        object(&fields)
    }
}

fn diagnostic(found: &Diagnostic) -> String {
    object(&[
        ("line", found.span.line.to_string()),
        ("column", found.span.column.to_string()),
        ("error", (found.severity == Severity::Error).to_string()),
        ("message", string(&found.message)),
        ("hint", or_null(found.hint.as_deref().map(string))),
    ])
}
