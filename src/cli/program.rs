//! Reads the command line, and plays or runs a sub-command.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
#[cfg(feature = "tools")]
use clap::CommandFactory;
use env_logger::fmt::Target;

use super::usage::{self, Stop};
use super::{Cli, HashSize, Tool, stand_in};
use crate::protocol::uci::Tools;
use crate::protocol::{self, Config, Output, Reply};
use crate::tools::{self, findings::Findings};

/// The exit status after wrong arguments.
const USAGE: u8 = 2;

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    let cli = match usage::read(std::env::args_os()) {
        Ok(cli) => cli,
        Err(Stop::Shown(text)) => {
            // stdout may be closed
            let _ = text.print();
            return ExitCode::SUCCESS;
        }
        Err(Stop::Wrong { message, playing }) => {
            complain(&message, playing);
            return ExitCode::from(USAGE);
        }
    };
    match start_log(cli.log_file()).and_then(|()| start(&cli)) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let text = format!("{error:#}");
            if cli.log_file().is_some() {
                log::error!("{text}");
            }
            complain(&text, cli.command.is_none());
            ExitCode::FAILURE
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

fn start(cli: &Cli) -> anyhow::Result<ExitCode> {
    #[cfg(feature = "tune-search")]
    if let Ok(text) = std::env::var("FMAX_TUNE") {
        crate::search::set_tunables(&text).context("FMAX_TUNE")?;
    }
    let mut out = io::stdout().lock();
    match &cli.command {
        None => {
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
            // the session writes from here on
            drop(out);
            protocol::run(config, cli.uci)?;
        }
        Some(Tool::Variants { source, format }) => {
            let library = source.library()?;
            tools::variants::list(&library).write(format.style(), &mut out)?;
        }
        Some(Tool::Format { source, what }) => {
            tools::format::run(&source.library()?, what.as_deref(), &mut out)?;
        }
        Some(Tool::Values {
            source,
            word,
            game,
            format,
            #[cfg(feature = "tools")]
            measure,
        }) => {
            let library = source.library()?;
            let (game, style) = (word.as_deref().or(game.name()), format.style());
            #[cfg(feature = "tools")]
            if measure.measure {
                let source = source.words();
                let status =
                    tools::measure::run(&library, game, measure, &source, style, &mut out)?;
                return Ok(ExitCode::from(status));
            }
            let values = tools::values::values(&library, game)?;
            values.write(style, &mut out)?;
        }
        Some(Tool::Perft {
            source,
            game,
            count,
            format,
        }) => {
            let library = source.library()?;
            let count = tools::perft::run(&library, game.name(), count)?;
            count.write(format.style(), &mut out)?;
        }
        Some(Tool::Show {
            source,
            game,
            request,
        }) => {
            let library = source.library()?;
            tools::show::run(&library, game.name(), request, &mut out)?;
        }
        Some(Tool::Check {
            file,
            reading,
            format,
        }) => {
            let checked = tools::check::check(file, reading.options())?;
            checked.write(format.style(), &mut out)?;
            if checked.errors > 0 {
                return Ok(ExitCode::FAILURE);
            }
        }
        Some(Tool::Export {
            source,
            game,
            request,
        }) => {
            let library = source.library()?;
            let complaints = &mut io::stderr();
            tools::exchange::run(&library, game.name(), request, &mut out, complaints)?;
        }
        Some(Tool::Import { source, request }) => {
            let library = source.library()?;
            let complaints = &mut io::stderr();
            let status = tools::exchange::import::run(&library, request, &mut out, complaints)?;
            return Ok(ExitCode::from(status));
        }
        Some(Tool::Bench {
            depth,
            hash,
            without_nets,
        }) => {
            tools::bench::run(*depth, hash.bytes(), !without_nets, &mut out)?;
        }
        #[cfg(feature = "tools")]
        Some(Tool::Generate { arguments }) => tools::generate::run(Cli::command(), arguments)?,
        #[cfg(feature = "tools")]
        Some(Tool::New { source, arguments }) => {
            tools::new::run(&source.library()?, arguments, &mut out)?;
        }
        #[cfg(feature = "tools")]
        Some(Tool::Mates {
            source,
            game,
            format,
            arguments,
        }) => {
            let library = source.library()?;
            let style = format.style();
            let status = tools::mates::run(&library, game.name(), arguments, style, &mut out)?;
            return Ok(ExitCode::from(status));
        }
        #[cfg(feature = "tools")]
        Some(Tool::Tune { source, arguments }) => {
            let status = tools::tune::run(&source.library()?, arguments, &mut out)?;
            return Ok(ExitCode::from(status));
        }
        #[cfg(feature = "tools")]
        Some(Tool::Learn { source, arguments }) => {
            let library = source.library()?;
            let status = tools::learn::run(&library, arguments, &source.words(), &mut out)?;
            return Ok(ExitCode::from(status));
        }
        #[cfg(feature = "tools")]
        Some(Tool::Playtest {
            source,
            format,
            arguments,
        }) => {
            let library = source.library()?;
            let (source, style) = (source.words(), format.style());
            let status = tools::playtest::run(&library, arguments, &source, style, &mut out)?;
            return Ok(ExitCode::from(status));
        }
        #[cfg(feature = "tools")]
        Some(Tool::Suite {
            source,
            game,
            hash,
            format,
            arguments,
            ..
        }) => {
            let library = source.library()?;
            let (game, memory, style) = (game.name(), hash.megabytes(), format.style());
            let status = tools::suite::run(&library, game, arguments, memory, style, &mut out)?;
            return Ok(ExitCode::from(status));
        }
        #[cfg(feature = "tools")]
        Some(Tool::Match {
            source,
            memory,
            arguments,
            ..
        }) => {
            let library = source.library()?;
            let status = tools::r#match::run(&library, arguments, *memory, &mut out)?;
            return Ok(ExitCode::from(status));
        }
    }
    Ok(ExitCode::SUCCESS)
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
    let io_errors = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>());
    io_errors
        .into_iter()
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
