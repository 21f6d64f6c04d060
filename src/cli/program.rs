//! Reads the command line, and plays or runs a sub-command.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
#[cfg(feature = "tools")]
use clap::CommandFactory;
use env_logger::fmt::Target;

#[cfg(feature = "tools")]
use super::Extra;
use super::usage::{self, Stop};
use super::{Cli, HashSize, Tool, stand_in};
use crate::protocol::uci::Tools;
use crate::protocol::{self, Config, Output, Reply};
use crate::tools::{self, findings::Findings};

const SUCCESS: u8 = 0;
const FAILURE: u8 = 1;
/// The exit status after wrong arguments.
const USAGE: u8 = 2;

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    let cli = match usage::read(std::env::args_os()) {
        Ok(cli) => cli,
        Err(Stop::Shown(text)) => {
            // stdout may be closed
            let _ = text.print();
            return ExitCode::from(SUCCESS);
        }
        Err(Stop::Wrong { message, playing }) => {
            complain(&message, playing);
            return ExitCode::from(USAGE);
        }
    };
    match start_log(cli.log_file()).and_then(|()| start(&cli)) {
        Ok(status) => ExitCode::from(status),
        Err(error) if is_broken_pipe(&error) => ExitCode::from(SUCCESS),
        Err(error) => {
            let text = format!("{error:#}");
            if cli.log_file().is_some() {
                log::error!("{text}");
            }
            complain(&text, cli.command.is_none());
            ExitCode::from(FAILURE)
        }
    }
}

/// Reports an error on stderr, and if the program was to play, also to the user of a GUI, who does not see stderr.
fn complain(message: &str, playing: bool) {
    let stdout = io::stdout();
    if playing && !stdout.is_terminal() {
        let message = Reply::TellUserError(message.to_owned());
        Output::new(Box::new(stdout)).send(&message);
    }
    // stderr may be closed
    let _ = writeln!(io::stderr(), "fmax: {message}");
}

/// Plays, or runs a sub-command; returns the exit status.
fn start(cli: &Cli) -> anyhow::Result<u8> {
    #[cfg(feature = "tune-search")]
    if let Ok(text) = std::env::var("FMAX_TUNE") {
        crate::search::set_tunables(&text).context("FMAX_TUNE")?;
    }
    match &cli.command {
        Some(tool) => run_tool(tool, &mut io::stdout().lock()),
        None => play(cli).map(|()| SUCCESS),
    }
}

fn play(cli: &Cli) -> anyhow::Result<()> {
    let library = cli.source.library()?;
    let library = match (std::env::args_os().next(), &cli.variant) {
        (Some(called), None) => stand_in::offer(&called, library)?,
        _ => library,
    };
    let config = Config {
        library,
        reading: cli.source.reading.options(),
        hash_bytes: cli.hash.bytes(),
        threads: cli.threads,
        game: cli.variant.clone(),
        tools: Some(Tools {
            import: tools::exchange::import::read,
            bench,
        }),
    };
    protocol::run(config, cli.uci)
}

/// Runs a sub-command; returns its exit status.
fn run_tool(tool: &Tool, out: &mut impl Write) -> anyhow::Result<u8> {
    match tool {
        Tool::Variants { source, format } => {
            tools::variants::list(&source.library()?).write(format.style(), out)?;
        }
        Tool::Format { source, what } => {
            tools::format::run(&source.library()?, what.as_deref(), out)?;
        }
        Tool::Values {
            word,
            game,
            format,
            #[cfg(feature = "tools")]
            measure,
        } => {
            let library = game.library()?;
            let (name, style) = (word.as_deref().or(game.name()), format.style());
            #[cfg(feature = "tools")]
            if measure.measure {
                let source = game.source.words();
                return tools::measure::run(&library, name, measure, &source, style, out);
            }
            tools::values::values(&library, name)?.write(style, out)?;
        }
        Tool::Perft {
            game,
            count,
            format,
        } => {
            let count = tools::perft::run(&game.library()?, game.name(), count)?;
            count.write(format.style(), out)?;
        }
        Tool::Show { game, request } => {
            tools::show::run(&game.library()?, game.name(), request, out)?;
        }
        Tool::Check {
            file,
            reading,
            format,
        } => {
            let checked = tools::check::check(file, reading.options())?;
            checked.write(format.style(), out)?;
            if checked.errors > 0 {
                return Ok(FAILURE);
            }
        }
        Tool::Export { game, request } => {
            let (library, complaints) = (game.library()?, &mut io::stderr());
            tools::exchange::run(&library, game.name(), request, out, complaints)?;
        }
        Tool::Import { source, request } => {
            let (library, complaints) = (source.library()?, &mut io::stderr());
            return tools::exchange::import::run(&library, request, out, complaints);
        }
        Tool::Bench {
            depth,
            hash,
            without_nets,
        } => tools::bench::run(*depth, hash.bytes(), !without_nets, out)?,
        #[cfg(feature = "tools")]
        Tool::Extra(extra) => return run_extra(extra, out),
    }
    Ok(SUCCESS)
}

/// Runs a sub-command of the feature `tools`; returns its exit status.
#[cfg(feature = "tools")]
fn run_extra(tool: &Extra, out: &mut impl Write) -> anyhow::Result<u8> {
    match tool {
        Extra::New { source, arguments } => {
            tools::new::run(&source.library()?, arguments, out).map(|()| SUCCESS)
        }
        Extra::Mates {
            game,
            format,
            arguments,
        } => {
            let (library, style) = (game.library()?, format.style());
            tools::mates::run(&library, game.name(), arguments, style, out)
        }
        Extra::Tune { source, arguments } => tools::tune::run(&source.library()?, arguments, out),
        Extra::Learn { source, arguments } => {
            tools::learn::run(&source.library()?, arguments, &source.words(), out)
        }
        Extra::Playtest {
            source,
            format,
            arguments,
        } => {
            let (library, words) = (source.library()?, source.words());
            tools::playtest::run(&library, arguments, &words, format.style(), out)
        }
        Extra::Suite {
            game,
            hash,
            format,
            arguments,
            ..
        } => {
            let (library, memory, style) = (game.library()?, hash.megabytes(), format.style());
            tools::suite::run(&library, game.name(), arguments, memory, style, out)
        }
        Extra::Generate { arguments } => {
            tools::generate::run(Cli::command(), arguments).map(|()| SUCCESS)
        }
        Extra::Match {
            source,
            memory,
            arguments,
            ..
        } => tools::r#match::run(&source.library()?, arguments, *memory, out),
    }
}

/// The output of `fmax bench` for a UCI session.
fn bench(depth: Option<u32>) -> anyhow::Result<String> {
    let mut out = Vec::new();
    let depth = depth.unwrap_or(tools::bench::DEFAULT_DEPTH);
    tools::bench::run(depth, HashSize::default().bytes(), true, &mut out)?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}

/// Starts the log. If a file is named, the log goes there and has all input and output. Otherwise warnings go to stderr,
/// in the form of all error messages unless the environment asks for a log there.
fn start_log(path: Option<&Path>) -> anyhow::Result<()> {
    let mut builder;
    match path {
        None => {
            let environment = env_logger::Env::default();
            builder = env_logger::Builder::from_env(environment.default_filter_or("warn"));
            if std::env::var_os(env_logger::DEFAULT_FILTER_ENV).is_none() {
                builder.format(|out, record| writeln!(out, "fmax: {}", record.args()));
            }
        }
        Some(path) => {
            let file = crate::files::create(path)
                .with_context(|| format!("cannot write the log {}", path.display()))?;
            builder = env_logger::Builder::new();
            builder
                .filter_level(log::LevelFilter::Debug)
                .target(Target::Pipe(Box::new(file)));
        }
    }
    builder.try_init().context("cannot start the log")
}

/// True if the reader of the output has closed it.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref());
    causes.any(|cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe)
}
