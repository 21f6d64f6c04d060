//! `fmax tune`: learns the coefficients of the evaluation from games that `fmax learn` has played, of one variant or of several.
//!
//! | module | owns |
//! |---|---|
//! | `samples` | the positions of the games |
//! | `coefficients` | the effect of each coefficient in these positions |
//! | `gradient` | fitting the coefficients to the results |

mod coefficients;
mod gradient;
mod samples;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use clap::Args;

use crate::files;
use crate::ruleset::Ruleset;
use crate::tools::lab::interrupt;
use crate::tools::learn::collections;
use crate::tools::{companion, named_variants};
use crate::variant::ini::params_file;
use crate::variant::{Library, Params, Term};
use coefficients::Coefficient;
use gradient::{Row, Settings};
use samples::Sample;

/// See [`Settings::trust`]: with this value the predicted error agrees with the real one within 0.2 %.
const TRUST: f64 = 0.001;

#[derive(Clone, Debug, Args)]
pub struct Arguments {
    /// The variants to tune, separated by commas; `all` stands for all variants that `fmax variants` lists.
    #[arg(
        long = "variant",
        id = "variant",
        value_name = "NAME",
        value_delimiter = ',',
        required = true
    )]
    variants: Vec<String>,
    /// Files of games that `fmax learn` has played, of these variants.
    #[arg(long, value_name = "FILE", num_args = 1.., required = true)]
    train: Vec<PathBuf>,
    /// Use at most N positions of each variant, chosen at random.
    #[arg(long, value_name = "N", default_value_t = 50_000,
        value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,
    /// Steps of the gradient descent in each round.
    #[arg(long, value_name = "N", default_value_t = 400,
        value_parser = clap::value_parser!(u32).range(1..=100_000))]
    epochs: u32,
    /// Rounds: how often the effect of each coefficient near its value is measured.
    #[arg(long, value_name = "N", default_value_t = 3,
        value_parser = clap::value_parser!(u32).range(1..=100))]
    rounds: u32,
    /// How strongly the coefficients are held at their values; 0: not at all.
    #[arg(long, value_name = "X", default_value_t = 0.002, value_parser = not_negative)]
    hold: f64,
    /// The file to write [default: next to the file of variants, which is then read with it]. A name that
    /// ends in .rs writes the table of the program.
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

fn not_negative(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number >= 0.0 && number.is_finite() => Ok(number),
        _ => Err("a number from 0 on is expected".to_owned()),
    }
}

/// Reads the games, fits and writes, and reports progress to `out`. Returns the exit status: 0, or the status of an interrupt,
/// after which nothing has been written.
pub fn run(library: &Library, arguments: &Arguments, out: &mut impl Write) -> anyhow::Result<u8> {
    let target = target(library, arguments)?;
    let variants = named_variants(library, &arguments.variants)?.into_iter();
    let rules: Vec<Arc<Ruleset>> = variants
        .map(|(_, variant)| Arc::new(Ruleset::without_net(variant)))
        .collect();
    let games = collections(&rules, &arguments.train)?;
    interrupt::watch(|| {}).context("cannot listen to signals")?;
    let mut positions = Vec::new();
    for rules in &rules {
        let name = &rules.variant().name;
        let games = &games[name];
        let (samples, all) = samples::samples(games, rules, arguments.positions as usize)?;
        writeln!(
            out,
            "{name}: {} of {all} quiet positions of {} games",
            samples.len(),
            games.games()
        )?;
        out.flush()?;
        positions.push((rules, samples));
        if let Some(status) = interrupt::status() {
            return Ok(interrupted(status));
        }
    }
    // the descent starts with the coefficients of the first variant
    let start = &positions[0].0.variant().params;
    let learnt = learn(&positions, start, arguments, out)?;
    // an interrupt may have cut the descent short
    if let Some(status) = interrupt::status() {
        return Ok(interrupted(status));
    }
    let variants = rules.iter().map(|rules| &*rules.variant().name);
    write(&target, &learnt, arguments, variants)?;
    writeln!(out, "written to {}", target.display())?;
    Ok(0)
}

fn interrupted(status: u8) -> u8 {
    log::warn!("interrupted; nothing is written");
    status
}

/// Fits the coefficients, and reports the errors. The effect of a coefficient depends on the other coefficients, so it is
/// measured again in each round, and no coefficient changes much in one round.
fn learn(
    positions: &[(&Arc<Ruleset>, Vec<Sample>)],
    start: &Params,
    arguments: &Arguments,
    out: &mut impl Write,
) -> anyhow::Result<Params> {
    let settings = Settings {
        epochs: arguments.epochs,
        rate: 0.5,
        hold: arguments.hold,
        trust: TRUST,
    };
    let all = Coefficient::all();
    let rows = |params: &Params| -> Vec<Row> {
        let positions = positions.iter().enumerate();
        let own = positions
            .map(|(number, (rules, samples))| coefficients::rows(rules, params, samples, number));
        own.flatten().collect()
    };
    let mut learnt = start.clone();
    let mut now = rows(start);
    let scales = gradient::scales(&now, positions.len());
    let before = gradient::error_of(&now, &scales);
    let mut after = before;
    for round in 1..=arguments.rounds {
        let mut rest = &mut now[..];
        for (rules, samples) in positions {
            let (own, others) = rest.split_at_mut(samples.len());
            if !coefficients::slopes(rules, &learnt, samples, own) {
                return Ok(learnt);
            }
            rest = others;
        }
        // a coefficient without effect cannot be learned
        let free: Vec<bool> = (0..all.len())
            .map(|i| now.iter().any(|row| row.slope[i].abs() > 1e-3))
            .collect();
        let away = |c: &Coefficient| c.worth(&learnt) - c.worth(start);
        let away: Vec<f64> = all.iter().map(away).collect();
        let fit = gradient::fit(&now, &scales, &free, &away, &settings);
        if interrupt::status().is_some() {
            return Ok(learnt);
        }
        for (coefficient, &change) in all.iter().zip(&fit.change) {
            learnt = coefficient.raised(&learnt, change);
        }
        learnt = rounded(&learnt);
        now = rows(&learnt);
        after = gradient::error_of(&now, &scales);
        writeln!(
            out,
            "round {round}, {} coefficients: mean squared error {after:.6}, {:.6} was predicted",
            free.iter().filter(|&&free| free).count(),
            fit.error.1
        )?;
        out.flush()?;
    }
    writeln!(
        out,
        "{} positions: mean squared error {before:.6}, now {after:.6}",
        now.len()
    )?;
    Ok(learnt)
}

/// Rounds to the two decimals that are written.
fn rounded(params: &Params) -> Params {
    let digits = |x: f64| (100.0 * x).round() / 100.0;
    let mut rounded = params.clone();
    for term in Term::ALL {
        let (mg, eg) = params.get(term);
        rounded.set(term, (digits(mg), digits(eg)));
    }
    rounded
}

/// The file to write: the table of the program if its name ends in .rs, otherwise a file that is read with the file of
/// variants.
fn target(library: &Library, arguments: &Arguments) -> anyhow::Result<PathBuf> {
    let named = arguments.output.as_deref();
    match named.filter(|path| is_source(path)) {
        Some(path) => Ok(path.to_owned()),
        None => companion(library, named, params_file::EXTENSION),
    }
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|end| end == "rs")
}

fn write<'v>(
    path: &Path,
    learnt: &Params,
    arguments: &Arguments,
    variants: impl Iterator<Item = &'v str>,
) -> anyhow::Result<()> {
    let command = command(arguments);
    let written = if is_source(path) {
        files::replace(path, source(learnt, &command).as_bytes())
    } else {
        // another process may tune another variant at the same time
        files::update(path, params_file::MAX_BYTES, |old| {
            let mut text = String::from_utf8(old)
                .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
            for name in variants {
                text = replaced(&text, name, &section(learnt, name, &command));
            }
            Ok(text.into_bytes())
        })
    };
    written.with_context(|| format!("cannot write {}", path.display()))
}

fn command(arguments: &Arguments) -> String {
    let Arguments {
        positions,
        epochs,
        rounds,
        hold,
        ..
    } = arguments;
    let variants = arguments.variants.join(",");
    format!(
        "fmax tune --variant {variants} --train ... --positions {positions} --epochs {epochs} --rounds {rounds} --hold {hold}"
    )
}

fn source(learnt: &Params, command: &str) -> String {
    let mut text = format!(
        "//! What each [`super::Term`] is worth, middle game and end game, in the order of the terms.\n\
         //!\n\
         //! Generated, not to be edited:\n\
         //! `{command} --output src/variant/params/tuned.rs`\n\n\
         #[rustfmt::skip]\n\
         // a tuned weight may happen to look like a mathematical constant\n\
         #[allow(clippy::approx_constant)]\n\
         pub(super) const TUNED: [(f64, f64); super::Term::ALL.len()] = [\n"
    );
    for term in Term::ALL {
        let (mg, eg) = learnt.get(term);
        text += &format!("    ({mg:?}, {eg:?}), // {}\n", term.name());
    }
    text + "];\n"
}

/// The coefficients as a section of a file.
pub(in crate::tools) fn section(learnt: &Params, game: &str, command: &str) -> String {
    let lines = params_file::lines(learnt);
    format!("Game: {game}\n// {command}\n{lines}\n")
}

/// Replaces or adds the section of a variant.
fn replaced(text: &str, game: &str, section: &str) -> String {
    let label = format!("Game: {game}");
    let (mut kept, mut inside) = (String::new(), false);
    for line in text.lines() {
        if line.starts_with("Game:") {
            inside = line.trim_end() == label;
        }
        if !inside {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept + section
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_replace_each_other() {
        let text = "// mine\nGame: a\ntempo 1 2\n\nGame: b\ntempo 3 4\n\n";
        let new = replaced(text, "a", "Game: a\ntempo 5 6\n\n");
        assert_eq!(new, "// mine\nGame: b\ntempo 3 4\n\nGame: a\ntempo 5 6\n\n");
        assert_eq!(replaced("", "a", "Game: a\n"), "Game: a\n");
    }

    #[test]
    fn the_table_names_every_term() {
        let text = source(&Params::default(), "fmax tune");
        assert_eq!(text.matches(" // ").count(), Term::ALL.len());
        for term in Term::ALL {
            assert!(text.contains(&format!("// {}\n", term.name())), "{term:?}");
        }
    }

    /// The table in the program's source looks as this tool writes it.
    #[test]
    fn the_table_is_up_to_date() {
        // the comment above the table says where it came from, so only the table is compared
        let table = |text: &str| text.split_once("\n\n").map(|(_, table)| table.to_owned());
        let written = source(&Params::default(), "fmax tune --rounds 1");
        assert!(written.contains("`fmax tune --rounds 1 --output"));
        let file = include_str!("../../variant/params/tuned.rs");
        assert_eq!(table(&written), table(file));
        assert!(table(file).is_some());
    }
}
