//! `fmax match`: engines against each other, in any variant of the file, refereed by our own rules.
//!
//! | module | owns |
//! |---|---|
//! | `settings` | the arguments and what they mean |
//! | `engine` | an engine as a process, and the dialogue with it |
//! | `clock` | time controls and the players' clocks |
//! | `referee` | one game |
//! | `ending` | how a game ends |
//! | `schedule` | the games of a match |
//! | `record`, `line`, `table` | PGN, lines of JSON, and the table |
//! | `resume` | resuming an interrupted match, and merging its parts |

pub(crate) mod clock;
pub(crate) mod ending;
pub(crate) mod engine;
mod line;
mod record;
mod referee;
mod resume;
mod schedule;
mod seat;
pub(crate) mod settings;
mod table;

use std::collections::HashSet;
use std::io::Write;
use std::slice::from_ref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context, bail};

use super::lab::interrupt;
use super::lab::jsonl::Target;
use super::lab::part::Part;
use super::lab::progress::Bar;
use super::lab::sprt::Decision;
use super::lab::workers;
use super::named_variants;
use crate::game::Game;
use crate::ruleset::Ruleset;
use crate::variant::{Library, Variant};
use engine::{EngineSettings, GameNames};
use line::GameLine;
use record::Record;
use schedule::{Event, Plan, Table, VariantEntry};
use settings::{Arguments, Settings};

use table::Standings;

/// The catch-all name that engines use for any of several pairs of armies.
const FAIRY: &str = "fairy";

/// Plays a match and writes its results. Returns the exit status: 0 if every game ended properly, 1 if not, more after an
/// interrupt. `memory` is what each engine may use, in MB.
///
/// # Errors
/// If the match cannot be played, or a file cannot be written. The games so far are kept.
pub fn run(
    library: &Library,
    arguments: &Arguments,
    memory: Option<u64>,
    out: &mut impl Write,
) -> anyhow::Result<u8> {
    if arguments.pgn.is_some() && arguments.pgn == arguments.jsonl {
        bail!("--pgn and --jsonl name the same file");
    }
    let engines = arguments.engines(memory)?;
    if engines.len() > 2 && arguments.sprt.is_some() {
        bail!("--sprt compares two engines");
    }
    let mut plan = Plan {
        entries: variant_entries(library, arguments)?,
        duels: arguments.duels(),
        starts: engines.iter().map(|_| Default::default()).collect(),
        pairs: arguments.games.div_ceil(2),
        part: arguments.shard.unwrap_or(Part::WHOLE),
        engines,
        conditions: arguments.conditions.clone(),
        played: HashSet::new(),
    };
    if plan.entries.len() > 1 && plan.engines.iter().any(EngineSettings::names_the_game) {
        bail!("the option UCI_Variant stands for one game; name one with --variant");
    }
    let settings = arguments.settings(memory);
    let mut standings = Standings::new(&plan, arguments.sprt);
    if !arguments.merge.is_empty() {
        return merge(&plan, arguments, &settings, standings, out);
    }
    if let Some(path) = arguments.jsonl.as_ref().filter(|_| arguments.resume) {
        plan.played = resume::read(from_ref(path), true, &plan, &settings, &mut standings)?;
    }
    let mut files = Files::open(arguments, settings)?;
    interrupt::watch(engine::kill_all).context("cannot listen to signals")?;
    let played = play(&plan, arguments, &mut files, &mut standings);
    // after an error before the first game there is nothing to show
    if played.is_ok() || standings.games() > 0 {
        standings.write(out)?;
    }
    played?;
    if let Some(status) = interrupt::status() {
        let hint = match arguments.jsonl {
            Some(_) => "--resume goes on with it",
            None => "with --jsonl it could go on later",
        };
        log::warn!("interrupted: {}; {hint}", standings.line());
        return Ok(status);
    }
    Ok(if standings.is_complete() { 0 } else { 1 })
}

/// Shows the table of a match from the files of its parts.
fn merge(
    plan: &Plan,
    arguments: &Arguments,
    settings: &Settings,
    mut standings: Standings,
    out: &mut impl Write,
) -> anyhow::Result<u8> {
    resume::read(&arguments.merge, false, plan, settings, &mut standings)?;
    let missing = plan.games() - standings.games();
    if missing > 0 && standings.decision() == Decision::Open {
        log::warn!(
            "{missing} of {} games are missing: a part is not there or not complete",
            plan.games()
        );
    }
    standings.write(out)?;
    Ok(if standings.is_complete() { 0 } else { 1 })
}

/// Plays until all games are played or the test is decided.
fn play(
    plan: &Plan,
    arguments: &Arguments,
    files: &mut Files,
    standings: &mut Standings,
) -> anyhow::Result<()> {
    if standings.decision() != Decision::Open {
        return Ok(());
    }
    let tables = AtomicU32::new(1);
    let mut bar = Bar::new("match");
    let played = workers::run(
        "match",
        (arguments.concurrency as usize).min(plan.games()),
        plan.missing(),
        || Table::new(plan, tables.fetch_add(1, Ordering::Relaxed)),
        |table, game, _| table.play(game),
        |event| {
            match event.transpose()? {
                Some(Event::Played(game, record)) => {
                    let line = GameLine::new(&record, &files.settings);
                    standings.add(game, &line);
                    files.write(&record, &line)?;
                }
                Some(Event::Unknown(entry, engine, name)) => {
                    standings.set_unknown(plan, entry, engine, name);
                }
                None => {}
            }
            let done = standings.games() as f64 / plan.games() as f64;
            bar.show(done, &standings.line());
            Ok(standings.decision() == Decision::Open)
        },
    );
    bar.clear();
    played
}

/// The variants that the user names.
fn variant_entries(library: &Library, arguments: &Arguments) -> anyhow::Result<Vec<VariantEntry>> {
    let variants = if arguments.variants.is_empty() {
        let variant = library.default_game()?;
        vec![(variant.name.clone(), variant)]
    } else {
        named_variants(library, &arguments.variants)?
    };
    let entry = |(name, variant): (String, Arc<Variant>)| {
        let names = engine_names(library, &name, &variant);
        // openings are judged by the hand-written evaluation, so that a seed means the same openings whatever has been learnt
        let rules = Arc::new(Ruleset::without_net(variant));
        let start = Game::new(rules, arguments.conditions.move_rule);
        VariantEntry::new(name, names, start, arguments.openings)
    };
    Ok(variants.into_iter().map(entry).collect())
}

/// The names that engines may have for a variant, which the user calls `name`. The catch-all name `fairy` is not among them:
/// engines can be configured to play anything under it.
pub fn engine_names(library: &Library, name: &str, variant: &Arc<Variant>) -> GameNames {
    let mut own = vec![name, variant.name.as_str()];
    let mut elsewhere = Vec::new();
    for entry in library.entries() {
        let Ok(known) = &entry.variant else { continue };
        let names = [&entry.name].into_iter().chain(&entry.aliases);
        let names = names.map(String::as_str);
        if Arc::ptr_eq(known, variant) {
            own.extend(names);
        } else if known.elsewhere.as_deref() == Some(variant.name.as_str()) {
            elsewhere.extend(names);
        }
    }
    let mut seen = HashSet::new();
    let mut owned = |names: Vec<&str>| {
        let names = names.into_iter();
        let names = names.filter(|known| *known != FAIRY && seen.insert(known.to_string()));
        names.map(str::to_owned).collect()
    };
    GameNames {
        own: owned(own),
        elsewhere: owned(elsewhere),
    }
}

/// The files to which games are written. PGN is appended; the file of JSON lines is for one match only.
struct Files {
    pgn: Option<Target>,
    jsonl: Option<Target>,
    settings: Settings,
}

impl Files {
    fn open(arguments: &Arguments, settings: Settings) -> anyhow::Result<Files> {
        let jsonl = arguments.jsonl.as_deref();
        let jsonl = jsonl.map(|path| Target::open_run(path, arguments.resume));
        Ok(Files {
            jsonl: jsonl.transpose()?,
            pgn: arguments.pgn.as_deref().map(Target::open).transpose()?,
            settings,
        })
    }

    /// Writes a game to both files or to none, so that a resumed match has each game once.
    fn write(&mut self, record: &Record, line: &GameLine) -> anyhow::Result<()> {
        let pgn_before = self.pgn.as_ref().and_then(Target::length);
        let pgn = self.pgn.as_mut();
        pgn.map_or(Ok(()), |target| target.add(record.pgn()))?;
        let line = serde_json::to_string(line)? + "\n";
        let jsonl = self.jsonl.as_mut();
        let written = jsonl.map_or(Ok(()), |target| target.add(&line));
        if let (Err(_), Some(pgn)) = (&written, &self.pgn) {
            pgn.cut(pgn_before);
        }
        written
    }
}
