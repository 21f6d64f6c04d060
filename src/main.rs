//! The `fmax` program: reads the command line, and plays or runs a tool.

use std::fs::File;
use std::io;
use std::process::ExitCode;

use anyhow::Context;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use fmax::cli::{Cli, Positional, Tool};
use fmax::protocol::{self, Config, Folders, Output, Reply};
use fmax::tools;
use fmax::variant::Library;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let positional = match cli.positional() {
        Ok(positional) => positional,
        Err(error) => Cli::command()
            .error(ErrorKind::ValueValidation, error)
            .exit(),
    };
    match start_log(&cli).and_then(|()| run(&cli, &positional)) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            if cli.command.is_none() {
                // a GUI shows this to its user, who does not see the log
                let message = Reply::TellUserError(format!("{error:#}"));
                Output::new(Box::new(io::stdout())).send(&message);
            }
            log::error!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: &Cli, positional: &Positional) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    let library = || {
        let named = cli.ini.as_deref().or(positional.ini.as_deref());
        Library::locate(named, cli.reading()).context("cannot use the file of games")
    };
    let game = cli.variant.as_deref();
    match &cli.command {
        None => {
            let config = Config {
                library: library()?,
                reading: cli.reading(),
                hash_bytes: cli.hash_bytes(positional),
                threads: cli.threads,
                game: cli.variant.clone(),
                folders: folders(),
            };
            // the session writes from here on
            drop(out);
            protocol::run(config)?;
        }
        Some(Tool::Variants) => tools::variants::list(&library()?, &mut out)?,
        Some(Tool::Values) => tools::values::list(&library()?, game, &mut out)?,
        Some(Tool::Perft(count)) => tools::perft::run(&library()?, game, count, &mut out)?,
        Some(Tool::Show(request)) => tools::show::run(&library()?, game, request, &mut out)?,
        Some(Tool::Check { file }) => {
            if !tools::check::run(file, cli.reading(), &mut out)? {
                return Ok(ExitCode::FAILURE);
            }
        }
        Some(Tool::Bench { depth }) => {
            tools::bench::run(*depth, cli.hash_bytes(positional), &mut out)?;
        }
        #[cfg(feature = "tools")]
        Some(Tool::Tune(arguments)) => tools::tune::run(&library()?, arguments, &mut out)?,
        #[cfg(feature = "tools")]
        Some(Tool::Match(arguments)) => {
            if !tools::r#match::run(&library()?, arguments, cli.hash, &mut out)? {
                return Ok(ExitCode::FAILURE);
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Where persistent positions are.
fn folders() -> Folders {
    let program = std::env::current_exe().ok();
    Folders {
        program: program.and_then(|path| Some(path.parent()?.to_owned())),
        working: std::env::current_dir().ok(),
    }
}

/// To the file if one is named, with everything said and heard; else warnings to stderr.
fn start_log(cli: &Cli) -> anyhow::Result<()> {
    let mut builder;
    match &cli.log {
        None => {
            let default = env_logger::Env::default().default_filter_or("warn");
            builder = env_logger::Builder::from_env(default);
        }
        Some(path) => {
            let file = File::create(path)
                .with_context(|| format!("cannot write the log {}", path.display()))?;
            builder = env_logger::Builder::new();
            builder
                .filter_level(log::LevelFilter::Debug)
                .target(env_logger::Target::Pipe(Box::new(file)));
        }
    }
    builder.try_init().context("cannot start the log")
}

/// True if whoever read our output has seen enough.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io_errors = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>());
    io_errors
        .into_iter()
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
