//! The options of the engine in UCI, and those that exist in UCI only.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, bail};

use super::Session;
use crate::protocol::options::{
    BAD_VALUE, Button, Kind, NONE, OPTIONS, find, optional, parse_check, parse_spin,
};
use crate::protocol::output::shortened;
use crate::protocol::reply::MESSAGE;
use crate::protocol::search_thread::{Preparation, can_allocate};
use crate::protocol::searches::usable_threads;
use crate::protocol::uci::names;
use crate::protocol::variants::Variants;
use crate::search::MAX_THREADS;
use crate::variant::{Diagnostic, Library, LoadError, Origin, ReadOptions};

/// The largest hash table, in MB.
const MAX_HASH: u32 = 1 << 20;
/// The word that means an empty string in UCI.
const EMPTY: &str = "<empty>";
/// Options without use in UCI: the GUI resigns for its engines, shuffles back ranks, and has a menu of variants.
const LEFT_OUT: [&str; 8] = [
    "Resign",
    "Resign Threshold",
    "Variant",
    "Variant fairy selects",
    "Start Number",
    "Automatic persistent-hash dialog",
    "Info",
    "Save in hash file",
];

/// The values of the options that exist in UCI only.
#[derive(Debug)]
pub struct Settings {
    /// Send debug messages.
    pub debug: bool,
    /// The UCI name of the variant.
    pub variant: String,
    /// Back ranks may be shuffled, and castling is king takes rook.
    pub chess960: bool,
    /// Searches are for analysis, not for a game.
    pub analyses: bool,
    /// Size of the hash table, in MB.
    hash: u32,
    /// Most threads that the GUI allows.
    threads: u32,
    /// The `variants.ini` of Fairy-Stockfish whose variants are added.
    variant_path: String,
}

impl Settings {
    /// The defaults.
    pub fn new(variants: &Variants, hash_bytes: usize, threads: u32) -> Settings {
        Settings {
            debug: false,
            variant: match &variants.default_name {
                Some(name) => name.clone(),
                None => names::all(&variants.library).swap_remove(0),
            },
            chess960: false,
            analyses: false,
            hash: u32::try_from(hash_bytes >> 20)
                .unwrap_or(MAX_HASH)
                .clamp(1, MAX_HASH),
            threads,
            variant_path: String::new(),
        }
    }
}

impl Session {
    /// All options, each as the text after `option name`.
    pub(super) fn describe_options(&mut self) -> Vec<String> {
        let settings = &self.settings;
        let (hash, threads) = (settings.hash, settings.threads);
        let library = &self.variants.library;
        let file = match library.origin() {
            Origin::File(path) => path.display().to_string(),
            Origin::BuiltIn => EMPTY.to_owned(),
        };
        let mut lines = vec![
            format!("Hash type spin default {hash} min 1 max {MAX_HASH}"),
            format!("Threads type spin default {threads} min 1 max {MAX_THREADS}"),
            format!("Ponder type check default {}", self.options.pondering),
            combo("UCI_Variant", &settings.variant, &names::all(library)),
            format!("UCI_Chess960 type check default {}", settings.chess960),
            format!("UCI_AnalyseMode type check default {}", settings.analyses),
            format!("Ini File type string default {file}"),
        ];
        // with this option an adapter such as uci2wb offers chess, not shogi
        lines.retain(|line| !self.usi || !line.starts_with("UCI_Chess960"));
        if self.tools.is_some() {
            let path = match settings.variant_path.as_str() {
                "" => EMPTY,
                path => path,
            };
            lines.push(format!("VariantPath type string default {path}"));
        }
        for (name, kind) in OPTIONS {
            if !LEFT_OUT.contains(&name) {
                lines.extend(self.describe(name, kind));
            }
        }
        lines
    }

    /// The description of an option of the engine; `None` for a combo without choices.
    fn describe(&mut self, name: &str, kind: Kind) -> Option<String> {
        let options = &mut self.options;
        Some(match kind {
            Kind::Check(field) => format!("{name} type check default {}", field(options)),
            Kind::Spin(field, least, most) => {
                let value = field(options);
                format!("{name} type spin default {value} min {least} max {most}")
            }
            Kind::Optional(field, most) => {
                let value = optional(*field(options));
                format!("{name} type spin default {value} min {NONE} max {most}")
            }
            Kind::Combo(choices, field) => {
                let known = choices(&self.variants.library);
                let chosen = field(&mut options.selections).as_deref();
                let chosen = chosen.or(known.first().copied())?.to_owned();
                combo(name, &chosen, &known)
            }
            Kind::Button(_) => format!("{name} type button"),
            Kind::Game | Kind::IniFile => return None,
        })
    }

    /// `setoption`; if the value is refused, the old value stays.
    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) {
        let value = value.filter(|value| *value != EMPTY).unwrap_or_default();
        let done = match name.to_ascii_lowercase().as_str() {
            "hash" => self.set_hash(value),
            "threads" => self.set_threads(value),
            "ponder" => parse_check(value).map(|ponders| self.options.pondering = ponders),
            "uci_variant" => self.set_variant(value),
            "uci_chess960" => self.set_chess960(value),
            "uci_analysemode" => parse_check(value).map(|on| self.settings.analyses = on),
            "ini file" => self.set_ini_file(value),
            "variantpath" if self.tools.is_some() => self.set_variant_path(value),
            _ => self.set_engine_option(name, value),
        };
        if let Err(error) = done {
            self.say(format!("option {name}: {error:#}"));
        }
    }

    fn set_engine_option(&mut self, name: &str, value: &str) -> anyhow::Result<()> {
        let found = find(name).filter(|(known, _)| !LEFT_OUT.contains(known));
        let Some((_, kind)) = found else {
            self.show([format!("No such option: {}", shortened(name, MESSAGE))]);
            return Ok(());
        };
        if let Kind::Button(Button::ClearHash) = kind {
            self.searches.prepare(Preparation::Clear);
        }
        self.options.set(kind, value, &self.variants.library)?;
        self.clock.move_overhead = Duration::from_millis(self.options.move_overhead.into());
        self.options.apply(&mut self.game);
        Ok(())
    }

    fn set_threads(&mut self, value: &str) -> anyhow::Result<()> {
        self.settings.threads = parse_spin(value, 1, MAX_THREADS as u32)?;
        self.searches.threads = usable_threads(self.settings.threads);
        Ok(())
    }

    fn set_hash(&mut self, value: &str) -> anyhow::Result<()> {
        let megabytes = parse_spin(value, 1, MAX_HASH)?;
        let bytes = usize::try_from(u64::from(megabytes) << 20).unwrap_or(usize::MAX);
        // ask the system now: the search thread could not report a failure
        if !can_allocate(bytes) {
            bail!("not enough memory");
        }
        self.settings.hash = megabytes;
        self.searches.prepare(Preparation::Resize(bytes));
        Ok(())
    }

    fn set_variant(&mut self, value: &str) -> anyhow::Result<()> {
        if value.is_empty() {
            bail!(BAD_VALUE);
        }
        self.settings.variant = value.to_owned();
        self.begin_variant();
        self.announce_variant();
        Ok(())
    }

    fn set_chess960(&mut self, value: &str) -> anyhow::Result<()> {
        let chess960 = parse_check(value)?;
        if self.settings.chess960 != chess960 {
            self.settings.chess960 = chess960;
            self.begin_variant();
        }
        Ok(())
    }

    /// Reads the variants of an `fmax.ini`. If that fails, the current variants stay.
    fn set_ini_file(&mut self, path: &str) -> anyhow::Result<()> {
        let library = match self.variants.read(path) {
            Ok(library) => library,
            Err(LoadError::Invalid(diagnostics)) => return self.report_unusable(&diagnostics),
            Err(error) => return Err(error).context(path.to_owned()),
        };
        library.default_game()?;
        self.report(library.diagnostics());
        self.own = library;
        let variant_path = self.settings.variant_path.clone();
        self.set_variant_path(&variant_path)
    }

    /// Adds the variants of a `variants.ini` of Fairy-Stockfish to ours.
    fn set_variant_path(&mut self, path: &str) -> anyhow::Result<()> {
        let mut library = self.own.clone();
        if let Some(tools) = self.tools.filter(|_| !path.is_empty()) {
            let (text, remarks) = (tools.import)(&library, Path::new(path))?;
            for remark in remarks {
                self.say(remark);
            }
            match Library::parse(path, text.as_bytes(), ReadOptions::default()) {
                Ok(imported) => {
                    self.report(imported.diagnostics());
                    for name in library.extend(imported) {
                        self.say(format!(
                            "{name}: fmax has a variant of this name and uses its own, not the one in the file"
                        ));
                    }
                }
                Err(diagnostics) => return self.report_unusable(&diagnostics),
            }
        }
        self.settings.variant_path = path.to_owned();
        self.variants.library = library;
        self.begin_variant();
        Ok(())
    }

    fn report(&mut self, diagnostics: &[Diagnostic]) {
        for diagnostic in diagnostics {
            self.say(diagnostic);
        }
    }

    fn report_unusable(&mut self, diagnostics: &[Diagnostic]) -> anyhow::Result<()> {
        self.report(diagnostics);
        bail!("the file has no usable variant")
    }
}

fn combo<T: AsRef<str>>(name: &str, chosen: &str, choices: &[T]) -> String {
    let mut line = format!("{name} type combo default {chosen}");
    for choice in choices {
        line += &format!(" var {}", choice.as_ref());
    }
    line
}
