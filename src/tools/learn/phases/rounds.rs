//! The games of a round: their settings, their file, and playing the missing games.

use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

use crate::files::safe_name;
use crate::ruleset::Ruleset;
use crate::tools::lab::part::Part;
use crate::tools::lab::progress::{Bar, in_words};
use crate::tools::lab::shards::{Header, Writer};
use crate::tools::learn::Arguments;
use crate::tools::learn::round::{self, Amount, Progress};

/// Plays the missing games of a round with [`round::play`], and reports the result.
pub fn play_round(
    rules: &Arc<Ruleset>,
    writer: &mut Writer,
    amount: Amount,
    arguments: &Arguments,
    label: String,
    out: &mut impl Write,
) -> anyhow::Result<Option<u32>> {
    let mut bar = Bar::new(label);
    let begun = Instant::now();
    let mut last = Progress::default();
    let concurrency = arguments.concurrency as usize;
    let played = round::play(rules, writer, amount, concurrency, |progress| {
        last = progress;
        let done = match amount {
            Amount::Games(games) => f64::from(progress.games) / f64::from(games.max(1)),
            Amount::Positions(positions) => progress.positions as f64 / positions.max(1) as f64,
            Amount::Until(end) => {
                let left = end.saturating_duration_since(Instant::now()).as_secs_f64();
                let past = begun.elapsed().as_secs_f64();
                past / (past + left).max(1e-9)
            }
        };
        bar.show(done, &last.in_words(bar.elapsed()));
    });
    bar.clear();
    let played = played?;
    let Header { game, round, .. } = writer.header();
    let (numbers, time) = (last.in_words(bar.elapsed()), in_words(bar.elapsed()));
    writeln!(out, "{game}: round {round}, {numbers}, {time}")?;
    out.flush()?;
    Ok(played)
}

/// The number of games or positions of each of the two rounds, unless time limits them.
pub(super) fn halves(amount: Amount) -> [Amount; 2] {
    match amount {
        Amount::Games(games) => [games.div_ceil(2), games / 2].map(Amount::Games),
        Amount::Positions(positions) => {
            [positions.div_ceil(2), positions / 2].map(Amount::Positions)
        }
        until @ Amount::Until(_) => [until; 2],
    }
}

/// The name of a shard: `GAME.seed1.round1.games`, with the part in it if there are several, and the net if there is one.
pub fn file_name(header: &Header) -> String {
    let Header {
        seed, round, part, ..
    } = header;
    let part = match *part {
        Part::WHOLE => String::new(),
        Part { parts, part } => format!(".part{part}of{parts}"),
    };
    let net = header.net.as_ref().map(|net| format!("-{net}"));
    let (game, net) = (safe_name(&header.game), net.unwrap_or_default());
    format!("{game}.seed{seed}.round{round}{net}{part}.games")
}
