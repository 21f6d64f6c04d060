//! The engine for a page in a browser: commands as text, answers as JSON.
//!
//! | file | contents |
//! |---|---|
//! | this one | [`Session`]: the commands |
//! | `view` | variants, positions and moves as the page needs them |
//! | `thinking` | the search for the page |
//! | `workshop` | new variants, values and playtests |
//! | `explain` | what a word of a file means |
//! | `diagram` | the drawing of a piece's moves |
//! | `exports` | the functions of the WebAssembly module |
//! | `page/` | the page: HTML, CSS and JavaScript. `docs/build-web` puts it together |
//!
//! A command is a line with a word and its arguments; `ini`, `eval`, `net` and `new` are followed by a text. The answer is an
//! object, with a field `error` if the command failed.
//!
//! | command | answer |
//! |---|---|
//! | `ini` and a text; without text, the built-in file | `variants`, `diagnostics` |
//! | `eval` and a text: evaluation weights for these variants | |
//! | `net` and the bytes of a file of nets as characters | |
//! | `variant NAME` | `variant`: board, pieces, rules; and the state |
//! | `shuffle NUMBER` | the state; the game starts at this start position of a shuffled variant |
//! | `fen FEN` | the state; the game starts at this position |
//! | `state` | the state: cells, hands, legal moves, result |
//! | `play MOVE` | the state; the move may be in coordinates or SAN |
//! | `undo` | the state |
//! | `search LIMIT...` with `ms=`, `nodes=`, `depth=`, `skill=`, `seed=` | the best move; reports while it searches |
//! | `catalogue` | `pieces`, `pawns` and `rules` for `new`; the usual `armies` by the number of files |
//! | `new` and the options of `fmax new`, one in each line | `text`: the file of a new variant; `notes` |
//! | `source NAME` | `text`: the lines of a shipped variant as a file |
//! | `explain LINE COLUMN` | `lines`: what this word of the user's text means; `from` and `to`: its columns |
//! | `diagram ID w`, `diagram ID b` | the drawing of a piece's moves |
//! | `values` | the table of `fmax values` |
//! | `playtest OPTION=VALUE...` with the options of `fmax playtest` | its report; reports of the games played |

mod diagram;
mod explain;
#[cfg(target_arch = "wasm32")]
mod exports;
mod thinking;
mod view;
mod workshop;

use std::sync::Arc;

use crate::game::Game;
use crate::protocol::options::Options;
use crate::ruleset::Ruleset;
use crate::search::{Searcher, TranspositionTable};
use crate::tools::format::SHIPPED;
use crate::variant::{Diagnostic, Library, ReadOptions, Selections, Severity};
use serde_json::{Value as Json, json};

/// The size of the hash table, in bytes.
const HASH_BYTES: usize = 16 << 20;
/// The longest text of a user, in bytes; files of nets may be longer.
const MOST_TEXT: usize = 1 << 20;
const NO_VARIANTS: &str = "no variants have been loaded";
/// The file name that diagnostics use for the user's text.
const PASTED: &str = "your file";

/// The variants of the page and its game.
#[derive(Default)]
pub struct Session {
    library: Option<Library>,
    /// The text of the last file, even if it has no variants.
    text: String,
    open: Option<Open>,
}

/// The chosen variant with its game.
struct Open {
    game: Game,
    searcher: Searcher,
    /// The moves of the game in coordinates and in SAN.
    played: Vec<(String, String)>,
}

impl Session {
    /// Executes a command; reports of a search go to `report`.
    pub fn execute(&mut self, text: &str, report: &mut dyn FnMut(&str)) -> String {
        let (line, body) = text.split_once('\n').unwrap_or((text, ""));
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let answer = match word {
            "ini" | "eval" | "new" if body.len() > MOST_TEXT => {
                Err(format!("the text has more than {MOST_TEXT} bytes"))
            }
            "ini" => Ok(self.load(body)),
            "eval" | "net" => self.add(word, body),
            "variant" => self.choose(rest),
            "catalogue" => Ok(workshop::catalogue()),
            "new" => workshop::new(body),
            "source" => workshop::source(rest.trim()),
            "explain" => self.explain(rest.trim()),
            _ => self.in_game(word, rest.trim(), report),
        };
        (answer.unwrap_or_else(|error| json!({ "error": error }))).to_string()
    }

    fn load(&mut self, text: &str) -> Json {
        text.clone_into(&mut self.text);
        let loaded = if text.is_empty() {
            Ok(Library::builtin(ReadOptions::default()))
        } else {
            let options = ReadOptions::default().with_slips();
            Library::parse(PASTED, text.as_bytes(), options)
        };
        let diagnostics = match loaded {
            Err(diagnostics) => diagnostics,
            Ok(library) => {
                let playable = library.entries().iter().any(|entry| entry.variant.is_ok());
                if playable {
                    let listed = listed(&library);
                    self.library = Some(library);
                    self.open = None;
                    return listed;
                }
                library.diagnostics().to_vec()
            }
        };
        json!({
            "error": "no variant of this file can be played",
            "diagnostics": diagnostics.iter().map(diagnostic).collect::<Vec<_>>(),
        })
    }

    /// Explains a word of the user's text, with moves on the board of the chosen variant or of chess.
    fn explain(&self, place: &str) -> Result<Json, String> {
        if let Some(open) = &self.open {
            return explain::explain(open.game.rules().variant(), &self.text, place);
        }
        let chess = SHIPPED.default_game().map_err(|error| error.to_string())?;
        explain::explain(&chess, &self.text, place)
    }

    /// Adds the evaluation weights or the nets of a file.
    fn add(&mut self, word: &str, body: &str) -> Result<Json, String> {
        let library = self.library.as_mut().ok_or(NO_VARIANTS)?;
        if word == "eval" {
            library.add_params(PASTED, body);
        } else {
            // a character that does not fit into a byte makes the checksum wrong
            let bytes: Vec<u8> = body.chars().map(|c| u8::try_from(c).unwrap_or(0)).collect();
            library.add_nets(PASTED, &bytes);
        }
        Ok(json!({}))
    }

    fn choose(&mut self, name: &str) -> Result<Json, String> {
        let library = self.library.as_ref().ok_or(NO_VARIANTS)?;
        let found = library.find(name, &Selections::default());
        let rules = Arc::new(Ruleset::new(found.map_err(|error| error.to_string())?));
        let mut game = Game::new(rules.clone(), Options::new().claim_draw_after);
        game.set_counting(true);
        let table = Arc::new(TranspositionTable::new(HASH_BYTES));
        let open = self.open.insert(Open {
            game,
            searcher: Searcher::new(rules, table),
            played: Vec::new(),
        });
        let variant = view::variant(open.game.rules());
        Ok(json!({ "variant": variant, "state": open.state() }))
    }

    fn in_game(
        &mut self,
        word: &str,
        rest: &str,
        report: &mut dyn FnMut(&str),
    ) -> Result<Json, String> {
        let open = self.open.as_mut().ok_or("no variant has been chosen")?;
        match word {
            "state" => {}
            "fen" => open.set_up(rest)?,
            "shuffle" => open.shuffle(rest)?,
            "play" => open.play(rest)?,
            "undo" => open.take_back()?,
            "search" => return open.search(rest, report),
            "diagram" => return diagram::diagram(open.game.rules(), rest),
            "values" => return Ok(workshop::values(open.game.rules())),
            "playtest" => return workshop::playtest(open.game.rules(), rest, report),
            _ => return Err(format!("unknown command `{word}`")),
        }
        Ok(json!({ "state": open.state() }))
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

    fn shuffle(&mut self, number: &str) -> Result<(), String> {
        let number = number
            .parse()
            .map_err(|_| "the start position is a number")?;
        let numbers = self.game.rules().variant().start_numbers(number);
        self.game = self
            .game
            .reshuffled(numbers.ok_or("this variant is not shuffled")?);
        self.played.clear();
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let mv = self
            .game
            .parse_text(text)
            .map_err(|error| error.to_string())?;
        let written = self.game.format(mv);
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

    fn state(&self) -> Json {
        let last = self.played.last();
        let mut state = view::state(&self.game);
        state["move"] = json!(last.map(|(written, _)| written));
        state["san"] = json!(last.map(|(_, san)| san));
        state["ply"] = json!(self.played.len());
        state
    }
}

/// The variants that can be played.
fn listed(library: &Library) -> Json {
    let playable = library
        .distinct_entries()
        .filter(|entry| entry.variant.is_ok());
    let variants =
        playable.map(|entry| json!({ "name": entry.name, "description": entry.description }));
    json!({
        "variants": variants.collect::<Vec<_>>(),
        "diagnostics": library.diagnostics().iter().map(diagnostic).collect::<Vec<_>>(),
    })
}

fn diagnostic(found: &Diagnostic) -> Json {
    json!({
        "line": found.span.line,
        "column": found.span.column,
        "error": (found.severity == Severity::Error),
        "message": found.message,
        "hint": found.hint.as_deref(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    pub fn ask(session: &mut Session, command: &str) -> Value {
        serde_json::from_str(&session.execute(command, &mut |_| ())).unwrap()
    }

    #[test]
    fn a_game_is_played_and_searched() {
        let mut session = Session::default();
        assert_eq!(
            ask(&mut session, "state")["error"],
            "no variant has been chosen"
        );
        let listed = ask(&mut session, "ini");
        assert!(listed["variants"].as_array().unwrap().len() > 150);
        let chosen = ask(&mut session, "variant crazyhouse");
        assert_eq!(chosen["variant"]["files"], 8);
        assert_eq!(chosen["state"]["moves"].as_array().unwrap().len(), 20);
        let pieces = chosen["variant"]["pieces"].as_array().unwrap();
        let black = pieces.iter().filter(|piece| piece["onlyBlack"] == true);
        assert!(black.map(|piece| &piece["letter"]).eq(["P"]), "the pawn");
        assert_eq!(ask(&mut session, "play e2e4")["state"]["san"], "e4");
        assert_eq!(ask(&mut session, "play d5")["state"]["move"], "d7d5");
        let illegal = ask(&mut session, "play e4e6");
        assert_eq!(illegal["error"], "the piece does not move so");
        let state = &ask(&mut session, "play exd5")["state"];
        let pawn = 1;
        assert_eq!(state["hands"], serde_json::json!([[[pawn, 1]], []]));
        assert_eq!(ask(&mut session, "undo")["state"]["ply"], 2);
        ask(&mut session, "fen 4k3/Q7/4K3/8/8/8/8/8[] w - - 0 1");
        let mut reports = 0;
        let found = session.execute("search depth=3", &mut |_| reports += 1);
        let found: Value = serde_json::from_str(&found).unwrap();
        assert_eq!(found["score"], serde_json::json!({ "mate": 1 }));
        assert!(reports > 0);
        let mated = ask(&mut session, "fen 4k3/4Q3/4K3/8/8/8/8/8[] b - - 0 1");
        assert_eq!(mated["state"]["result"]["score"], "1-0");
        assert_eq!(mated["state"]["check"], serde_json::json!([60]));
    }

    #[test]
    fn shuffled_games_start_anywhere() {
        let mut session = Session::default();
        ask(&mut session, "ini");
        let chosen = ask(&mut session, "variant fischerandom");
        assert_eq!(chosen["variant"]["shuffled"], true);
        let state = &ask(&mut session, "shuffle 0")["state"];
        let fen = state["fen"].as_str().unwrap();
        assert!(
            fen.starts_with("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w"),
            "{fen}"
        );
        // the FEN holds the whole position, castling rights included
        let again = &ask(&mut session, &format!("fen {fen}"))["state"];
        assert_eq!(again, state);
        assert!(ask(&mut session, "shuffle x")["error"].is_string());
    }

    #[test]
    fn nets_are_bytes_as_characters() {
        let mut session = Session::default();
        assert_eq!(ask(&mut session, "eval")["error"], NO_VARIANTS);
        ask(&mut session, "ini");
        assert_eq!(
            ask(&mut session, "net\n\u{0}\u{ff}\u{100}"),
            serde_json::json!({})
        );
        let library = |session: &Session| session.library.clone().unwrap();
        let known = library(&session).diagnostics().len();
        assert_eq!(
            ask(&mut session, "eval\nGame: normal\ntempo 5 5"),
            serde_json::json!({})
        );
        assert_eq!(library(&session).diagnostics().len(), known);
        let chess = library(&session)
            .find("normal", &Selections::default())
            .unwrap();
        assert_eq!(chess.params.get(crate::variant::Term::Tempo), (5.0, 5.0));
    }

    #[test]
    fn errors_leave_the_game_as_it_is() {
        let mut session = Session::default();
        let file = ask(&mut session, "ini\nGame: small\n6x6\n1 2\n");
        assert_eq!(file["error"], "no variant of this file can be played");
        assert!(file["diagnostics"][0]["line"].as_u64().unwrap() > 0);
        assert_eq!(ask(&mut session, "variant normal")["error"], NO_VARIANTS);
        ask(&mut session, "ini");
        ask(&mut session, "variant normal");
        for command in [
            "fen rubbish",
            "play",
            "undo",
            "search speed=9",
            "jump",
            "shuffle 1",
            "variant nothing",
        ] {
            assert!(ask(&mut session, command)["error"].is_string(), "{command}");
        }
        assert_eq!(ask(&mut session, "play e2e4")["state"]["ply"], 1);
    }
}
