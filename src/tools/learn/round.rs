//! A round: games with one evaluation, played until the shard has enough of them.
//!
//! The games of a round do not depend on the speed of the threads: for a number of positions, the round has the first
//! games that together have this many. A game that ends before one with a lower number is written at once if it
//! certainly belongs to the round; near the end of the round such a game waits until that is known.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Arguments;
use super::games::{Generator, MOST_PLIES};
use crate::files::safe_name;
use crate::ruleset::Ruleset;
use crate::tools::lab::part::Part;
use crate::tools::lab::progress::{Bar, in_words};
use crate::tools::lab::shards::{Header, Record, Writer};
use crate::tools::lab::workers;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Amount {
    /// The shard has all games with indices below this.
    Games(u32),
    /// The first games of the shard together have this many positions.
    Positions(u64),
    Until(Instant),
}

impl Amount {
    /// The number of games or positions of each of two rounds, unless time limits them.
    pub fn halves(self) -> [Amount; 2] {
        match self {
            Amount::Games(games) => [games.div_ceil(2), games / 2].map(Amount::Games),
            Amount::Positions(positions) => {
                [positions.div_ceil(2), positions / 2].map(Amount::Positions)
            }
            Amount::Until(_) => [self; 2],
        }
    }
}

/// The games of a round that are known so far, and the amount at which the round is complete.
#[derive(Debug)]
struct Round<'w> {
    writer: &'w mut Writer,
    amount: Amount,
    /// All games with a lower index are known ...
    frontier: u32,
    /// ... and together they have this many positions.
    before: u64,
    /// Games that may not belong to the round.
    held: BTreeMap<u32, Record>,
    games: u32,
    positions: u64,
    /// The positions that were played in this run, not read from the file.
    new_positions: u64,
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

/// Plays the missing games of a round, and reports the result. Returns how many of the first games of the shard belong to the
/// round; `None` if the clock ends the round, so that all of them do. After Ctrl-C the round is incomplete.
pub fn play(
    rules: &Arc<Ruleset>,
    writer: &mut Writer,
    amount: Amount,
    arguments: &Arguments,
    label: String,
    out: &mut impl Write,
) -> anyhow::Result<Option<u32>> {
    let mut bar = Bar::new(label);
    let header = writer.header().clone();
    let mut round = Round::new(writer, amount);
    round.advance()?;
    if !round.is_complete() {
        let known = round.writer.games();
        let behind = known.last_key_value().map_or(0, |(&last, _)| last + 1);
        let gaps: Vec<u32> = (0..behind)
            .filter(|index| !known.contains_key(index))
            .collect();
        let most = match amount {
            Amount::Games(games) => games,
            _ => u32::MAX,
        };
        let indices = gaps.into_iter().chain(behind..);
        let indices = indices.take_while(|&index| index < most);
        let jobs = indices.map_while(|index| Some((index, header.part.number(index)?)));
        let played = workers::run(
            "learn",
            arguments.concurrency as usize,
            jobs,
            || Generator::new(rules, &header),
            |generator, (index, number), stop| Some((index, generator.play(number, stop)?)),
            |played| {
                if let Some((index, game)) = played {
                    round.add(index, game)?;
                }
                let time = bar.elapsed();
                bar.show(round.done(time), &round.in_words(time));
                Ok(!round.is_complete())
            },
        );
        bar.clear();
        played?;
    }
    if round.is_complete() {
        if !matches!(amount, Amount::Until(_)) {
            // games beyond the end of the round do not count
            (round.games, round.positions) = (round.frontier, round.before);
        }
        round.writer.finish()?;
    }
    let (game, number) = (&header.game, header.round);
    let time = bar.elapsed();
    let (numbers, time) = (round.in_words(time), in_words(time));
    writeln!(out, "{game}: round {number}, {numbers}, {time}")?;
    out.flush()?;
    Ok(match amount {
        Amount::Until(_) => None,
        Amount::Games(games) => Some(games),
        Amount::Positions(_) => Some(round.frontier),
    })
}

impl Round<'_> {
    fn new(writer: &mut Writer, amount: Amount) -> Round<'_> {
        let games = writer.games();
        Round {
            games: games.len() as u32,
            positions: games.values().map(Record::positions).sum(),
            new_positions: 0,
            writer,
            amount,
            frontier: 0,
            before: 0,
            held: BTreeMap::new(),
        }
    }

    /// `12 games, 1034 positions (1023 a second)`
    fn in_words(&self, time: Duration) -> String {
        let rate = self.new_positions as f64 / time.as_secs_f64().max(1e-9);
        let rate = match self.new_positions {
            0 => String::new(),
            _ => format!(" ({rate:.0} a second)"),
        };
        format!("{} games, {} positions{rate}", self.games, self.positions)
    }

    /// The fraction of the round that is complete after this time, 0 to 1.
    fn done(&self, time: Duration) -> f64 {
        match self.amount {
            Amount::Games(games) => f64::from(self.games) / f64::from(games.max(1)),
            Amount::Positions(positions) => self.positions as f64 / positions.max(1) as f64,
            Amount::Until(end) => {
                let left = end.saturating_duration_since(Instant::now()).as_secs_f64();
                let past = time.as_secs_f64();
                past / (past + left).max(1e-9)
            }
        }
    }

    fn is_complete(&self) -> bool {
        match self.amount {
            Amount::Games(games) => self.frontier >= games,
            Amount::Positions(positions) => self.before >= positions,
            Amount::Until(end) => Instant::now() >= end,
        }
    }

    fn add(&mut self, index: u32, game: Record) -> anyhow::Result<()> {
        self.games += 1;
        self.positions += game.positions();
        self.new_positions += game.positions();
        self.held.insert(index, game);
        self.advance()
    }

    /// Advances the frontier, and writes the games that belong to the round.
    fn advance(&mut self) -> anyhow::Result<()> {
        while !self.is_complete() {
            let known = self.writer.games().get(&self.frontier);
            let Some(game) = known.or_else(|| self.held.get(&self.frontier)) else {
                break;
            };
            self.before += game.positions();
            self.frontier += 1;
        }
        // finds games that belong to the round even if the missing games before them are as long as possible
        let (mut most, mut index) = (self.before, self.frontier);
        let mut belong: Vec<u32> = self
            .held
            .range(..self.frontier)
            .map(|(&index, _)| index)
            .collect();
        for (&held, _) in self.held.range(self.frontier..) {
            let between = self.writer.games().range(index..held);
            let (mut games, mut positions) = (0, 0);
            for (_, game) in between {
                games += 1;
                positions += game.positions();
            }
            most += positions + u64::from(held - index - games) * MOST_PLIES as u64;
            if !self.belongs(held, most) {
                break;
            }
            belong.push(held);
            most += self.held[&held].positions();
            index = held + 1;
        }
        for index in belong {
            if let Some(game) = self.held.remove(&index) {
                self.writer.add(index, game)?;
            }
        }
        Ok(())
    }

    /// True if the game with this index belongs to the round, given that at most `before` positions precede it.
    fn belongs(&self, index: u32, before: u64) -> bool {
        match self.amount {
            Amount::Games(games) => index < games,
            Amount::Positions(positions) => before < positions,
            Amount::Until(_) => true,
        }
    }
}
