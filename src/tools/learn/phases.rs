//! The phases of learning a variant: play, train, play with the net, train on all games, and a match that decides whether the
//! net is accepted.
//!
//! Games are in shards, nets beside them, and the games of the match in a file of JSON lines. A phase that is complete is not
//! repeated, so that the same command resumes after an interrupt. For a number of games or positions the result depends only on
//! the command, never on the contents of the folder: a net names the games that it was trained on, and games name their net.

pub(super) mod nets;
mod stopwatch;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::gating::{GatingMatch, Standing};
use super::report::{self, Chapter, Curve, worth};
use super::round::{self, Amount, file_name};
use super::train::attempts::Wanted;
use super::{Arguments, WhatFor};
use crate::eval::net::{Net, Weights, shared, supplied};
use crate::files::safe_name;
use crate::ruleset::Ruleset;
use crate::tools::lab::interrupt;
use crate::tools::lab::progress::{Bar, in_words};
use crate::tools::lab::shards::{Collection, Header, Writer};
use crate::tools::lab::sprt::Decision;
use crate::tools::replacing;
use crate::variant::EncodedNet;
use crate::variant::ini::net_file;
use nets::{Learnt, known_net, section, write_net};

/// The part of the time after which the first round ends ...
const FIRST_ROUND: f64 = 0.4;
/// ... and the part after which the match starts.
const BOTH_ROUNDS: f64 = 0.75;

/// The function that trains a net, and reports its progress. It returns the net as bytes, and `None` after Ctrl-C.
pub type Train<'t> = &'t mut dyn FnMut(
    &Collection,
    &Arc<Ruleset>,
    &Wanted,
    &mut Bar,
) -> anyhow::Result<Option<(Vec<u8>, Curve)>>;

#[derive(Debug)]
pub struct Phases<'p> {
    pub rules: Arc<Ruleset>,
    /// The net that the variant already has, which the new net has to beat.
    pub own: Option<Learnt>,
    pub arguments: &'p Arguments,
    pub folder: &'p Path,
    /// Where an accepted net is written.
    pub output: &'p Path,
    /// The command that is noted in the file of the net.
    pub command: String,
    pub gating_nodes: u64,
}

impl Phases<'_> {
    /// Runs all phases. `None` after Ctrl-C.
    pub fn run(&self, train: Train<'_>, out: &mut impl Write) -> anyhow::Result<Option<Chapter>> {
        let path = self.folder.join(format!("{}.seconds", self.base()));
        stopwatch::timed(&path, |gone| self.both_rounds(gone, train, out))
    }

    /// Runs all phases, when earlier runs of the command have taken the time `gone`.
    fn both_rounds(
        &self,
        gone: Duration,
        train: Train<'_>,
        out: &mut impl Write,
    ) -> anyhow::Result<Option<Chapter>> {
        let now = Instant::now();
        let minutes = match self.arguments.amount() {
            Amount::Until(end) => Some(end.saturating_duration_since(now)),
            _ => None,
        };
        let share = |part: f64| minutes.map(|time| now + time.mul_f64(part).saturating_sub(gone));
        let [first, second] = self.arguments.amount().halves();
        let first = share(FIRST_ROUND).map_or(first, Amount::Until);
        let mut all = Collection::default();
        if !self.play(1, self.own.as_ref(), first, &mut all, out)? {
            return Ok(None);
        }
        let training = Instant::now();
        let Some(net) = self.train(&all, "round1", train, out)? else {
            return Ok(None);
        };
        // the second training has twice as many positions
        let training = 2 * training.elapsed();
        let second = share(BOTH_ROUNDS).map_or(second, |end| {
            Amount::Until(end.checked_sub(training).unwrap_or(end))
        });
        if !self.play(2, Some(&net), second, &mut all, out)? {
            return Ok(None);
        }
        match self.train(&all, "round2", train, out)? {
            Some(last) => self.accept(&[net, last], &all, share(1.0), out),
            None => Ok(None),
        }
    }

    /// Trains on these games, and plays the match.
    pub fn learn_from(
        &self,
        games: &Collection,
        train: Train<'_>,
        out: &mut impl Write,
    ) -> anyhow::Result<Option<Chapter>> {
        match self.train(games, "files", train, out)? {
            Some(net) => self.accept(&[net], games, None, out),
            None => Ok(None),
        }
    }

    /// Plays the missing games of a round, with `net` if there is one, and adds all games of the round to `games`. A
    /// round limited by time is complete if the net trained on it exists. False after Ctrl-C.
    fn play(
        &self,
        round: u32,
        net: Option<&Learnt>,
        amount: Amount,
        games: &mut Collection,
        out: &mut impl Write,
    ) -> anyhow::Result<bool> {
        let rules = self.rules_with(net)?;
        let header = Header {
            net: net.map(|net| net.id.clone()),
            ..self.arguments.header(&rules, round)
        };
        let is_over =
            matches!(amount, Amount::Until(_)) && round == 1 && self.net_path("round1").exists();
        let amount = if is_over { Amount::Games(0) } else { amount };
        let path = self.folder.join(file_name(&header));
        let mut writer = Writer::open(&path, header.clone())?;
        let label = format!("{}: playing, round {round} of 2", self.name());
        let known = round::play(&rules, &mut writer, amount, self.arguments, label, out)?;
        if interrupt::status().is_some() {
            return Ok(false);
        }
        let known = if is_over { None } else { known };
        let belongs = |index: u32| known.is_none_or(|known| index < known);
        let all = writer.games().iter();
        games.add(
            &header,
            all.filter(|(index, _)| belongs(**index))
                .map(|(_, game)| game.clone()),
        );
        Ok(true)
    }

    /// Trains a net on games, or reads the net that was trained on the same games before. `None` after Ctrl-C.
    fn train(
        &self,
        games: &Collection,
        from: &str,
        train: Train<'_>,
        out: &mut impl Write,
    ) -> anyhow::Result<Option<Learnt>> {
        let path = self.net_path(from);
        let command = format!("{} [games {:016x}]", self.command, games.fingerprint());
        if let Some(known) = known_net(&path, &command)? {
            return Ok(Some(known));
        }
        if games.games() == 0 {
            bail!("{}: there are no games to train on", self.name());
        }
        let (count, positions) = (games.games(), games.positions());
        let mut bar = Bar::new(format!("{}: learning", self.name()));
        let wanted = Wanted {
            mode: self.arguments.mode.map(WhatFor::mode),
            seed: self.arguments.openings.seed,
            threads: self.arguments.concurrency as usize,
            begin: self.known_nets()?,
        };
        let trained = train(games, &self.rules, &wanted, &mut bar);
        bar.clear();
        let Some((bytes, curve)) = trained? else {
            return Ok(None);
        };
        let time = in_words(bar.elapsed());
        writeln!(
            out,
            "{}: trained on {positions} positions of {count} games: loss held out {:.5}, without a net {:.5}, {time}",
            self.name(),
            curve.after,
            curve.before
        )?;
        out.flush()?;
        let net = EncodedNet::new(self.rules.variant(), bytes);
        let section = section(self.rules.variant(), command, &net);
        replacing::replace(&path, &net_file::write(&[section]))?;
        let text = serde_json::to_string(&curve)? + "\n";
        replacing::replace(&path.with_extension("json"), text.as_bytes())?;
        Ok(Some(Learnt::new(net, curve)))
    }

    /// Plays the match of the last net, and writes that net if it is accepted.
    fn accept(
        &self,
        nets: &[Learnt],
        games: &Collection,
        end: Option<Instant>,
        out: &mut impl Write,
    ) -> anyhow::Result<Option<Chapter>> {
        let net = nets.last().context("nothing was learnt")?;
        let standing = self.try_out(net, end)?;
        if interrupt::status().is_some() {
            return Ok(None);
        }
        let against = match self.own {
            Some(_) => "with the new net against the one before",
            None => "with the net",
        };
        let result = format!("{against} {}", standing.in_words());
        let verdict = match standing.verdict() {
            Decision::Upper => {
                let section = section(self.rules.variant(), self.command.clone(), &net.net);
                write_net(self.output, section)?;
                format!("{result}: written to {}", self.output.display())
            }
            Decision::Lower => format!("{result}: the net is rejected, and not written"),
            Decision::Open => {
                format!("{result}: the match is not decided, and the net is not written")
            }
        };
        let name = self.name();
        writeln!(out, "{name}: {verdict}")?;
        out.flush()?;
        if standing.verdict() != Decision::Upper {
            log::warn!("{name}: no net was written; more positions make a better one");
        }
        let mut boards = Vec::new();
        if self.arguments.report.is_some() {
            let known = worth::boards(games, &self.rules, &net.net(&self.rules)?)?;
            boards.extend(
                known
                    .iter()
                    .map(|board| report::board(self.rules.variant(), board)),
            );
        }
        Ok(Some(Chapter {
            name: name.to_owned(),
            command: self.command.clone(),
            curves: nets.iter().map(|net| net.curve.clone()).collect(),
            verdict,
            boards,
        }))
    }

    fn try_out(&self, net: &Learnt, end: Option<Instant>) -> anyhow::Result<Standing> {
        let with = net.rules(&self.rules)?;
        let without = self.rules_with(self.own.as_ref())?;
        let gating = GatingMatch {
            with: &with,
            without: &without,
            openings: self.arguments.openings,
            net: &net.id,
            nodes: self.gating_nodes,
            // the match has at least a second
            end: end.map(|end| end.max(Instant::now() + Duration::from_secs(1))),
        };
        let file = self.folder.join(format!("{}.match.jsonl", self.base()));
        gating.run(&file, self.arguments.concurrency as usize)
    }

    /// The nets that may be trained further: the variant's own, or the shared net and those of all other variants.
    fn known_nets(&self) -> anyhow::Result<Vec<Arc<Weights>>> {
        if self.arguments.with_net
            && let Some(own) = &self.own
        {
            return Ok(vec![Arc::new(own.weights(&self.rules)?)]);
        }
        let (rules, values) = (&self.rules, &self.rules.evaluation.values);
        let shared = shared::to_begin_with(rules.variant(), &rules.tables, values);
        // without --with-net the one that it has is not used
        let own = &Net::attach(rules.variant().clone()).net;
        let others = supplied::all().filter(|net| own.as_ref() != Some(net));
        let others = others.map(|net| Ok(Weights::read(&net.bytes)?));
        let shared = shared.map(|(weights, _)| Ok(weights));
        shared
            .into_iter()
            .chain(others)
            .map(|weights| weights.map(Arc::new))
            .collect()
    }

    fn name(&self) -> &str {
        &self.rules.variant().name
    }

    /// The rules of the variant with a net, or without one.
    fn rules_with(&self, net: Option<&Learnt>) -> anyhow::Result<Arc<Ruleset>> {
        net.map_or(Ok(self.rules.clone()), |net| net.rules(&self.rules))
    }

    fn base(&self) -> String {
        let seed = self.arguments.openings.seed;
        let own = self.own.as_ref().map(|own| format!("-{}", own.id));
        format!(
            "{}.seed{seed}{}",
            safe_name(self.name()),
            own.unwrap_or_default()
        )
    }

    /// The file of a net; `from` names the games on which the net was trained.
    fn net_path(&self, from: &str) -> PathBuf {
        self.folder.join(format!("{}.{from}.net", self.base()))
    }
}

#[cfg(test)]
mod tests;
