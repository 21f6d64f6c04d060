//! The results of a match: how they are collected, and how they are shown.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::line::GameLine;
use super::schedule::{Pairing, Plan};
use crate::tools::lab::sprt::{Decision, Sprt};
use crate::tools::lab::statistics::{Estimate, Tally};
use crate::tools::table;

/// The endings, each with its number of games: lost, drawn, and won by the first engine.
type Reasons = [BTreeMap<String, u64>; 3];

#[derive(Clone, Debug, Default)]
struct Row {
    name: String,
    tally: Tally,
    reasons: Reasons,
    /// The results of white.
    white: Tally,
    /// The pairs of which one game is over: half points and course of that game.
    half: BTreeMap<u32, (u8, Option<u64>)>,
    /// Pairs whose games have the same moves.
    repeated: u64,
    /// The engine that does not know the variant.
    unknown_to: Option<String>,
}

/// The results of two engines against each other.
#[derive(Clone, Debug, Default)]
struct Duel {
    rows: Vec<Row>,
    sprt: Option<Sprt>,
    games: usize,
    players: Option<[String; 2]>,
    improper: u64,
    /// Which engines have answered in some game.
    answered: [bool; 2],
}

#[derive(Clone, Debug)]
pub struct Standings {
    /// The duels in the order of the plan, with the engines that play.
    duels: Vec<([usize; 2], Duel)>,
}

impl Row {
    /// Adds the results of another row.
    fn add(&mut self, other: &Row) {
        self.tally.add(&other.tally);
        self.white.add(&other.white);
        self.repeated += other.repeated;
        for (all, some) in self.reasons.iter_mut().zip(&other.reasons) {
            for (reason, count) in some {
                *all.entry(reason.clone()).or_default() += count;
            }
        }
    }

    fn is_played(&self) -> bool {
        self.tally.games() > 0
    }
}

impl Standings {
    pub fn new(plan: &Plan, sprt: Option<Sprt>) -> Standings {
        let entries = plan.entries.iter();
        let names: Vec<&str> = entries.map(|entry| entry.name.as_str()).collect();
        let duel = |&engines| (engines, Duel::new(&names, plan.games_of_duel(), sprt));
        Standings {
            duels: plan.duels.iter().map(duel).collect(),
        }
    }

    pub fn add(&mut self, game: Pairing, line: &GameLine) {
        self.duels[game.duel].1.add(game, line);
    }

    pub fn set_unknown(&mut self, plan: &Plan, entry: usize, engine: usize, name: String) {
        for (engines, duel) in &mut self.duels {
            if engines.contains(&engine) {
                duel.rows[entry].unknown_to = Some(name.clone());
            }
        }
        log::debug!("{name} does not know {}", plan.entries[entry].name);
    }

    pub fn games(&self) -> usize {
        self.duels
            .iter()
            .map(|(_, duel)| duel.total().games() as usize)
            .sum()
    }

    pub fn decision(&self) -> Decision {
        match &self.duels[..] {
            [(_, duel)] => duel.decision(),
            _ => Decision::Open,
        }
    }

    /// True if every game was played, or as many as the test needed, and every engine has answered and none has failed as a
    /// program.
    pub fn is_complete(&self) -> bool {
        self.duels.iter().all(|(_, duel)| duel.is_complete())
    }

    /// The state of the match in one line.
    pub fn line(&self) -> String {
        if let [(_, duel)] = &self.duels[..] {
            return duel.line();
        }
        let scores = self.ranking().into_iter().map(|(name, tally)| {
            let points = tally.wins as f64 + tally.draws as f64 / 2.0;
            format!("{name} {points}/{}", tally.games())
        });
        scores.collect::<Vec<_>>().join(", ")
    }

    /// The engines that have played, with their results against all others, best score first.
    fn ranking(&self) -> Vec<(String, Tally)> {
        let mut all: BTreeMap<usize, (String, Tally)> = BTreeMap::new();
        for (engines, duel) in &self.duels {
            let Some(players) = &duel.players else {
                continue;
            };
            let total = duel.total();
            let tallies = [total.clone(), total.reversed()];
            for ((engine, name), tally) in engines.iter().zip(players).zip(tallies) {
                let known = all
                    .entry(*engine)
                    .or_insert_with(|| (name.clone(), Tally::default()));
                known.1.add(&tally);
            }
        }
        let mut ranking: Vec<_> = all.into_values().collect();
        let score = |tally: &Tally| tally.estimate().map_or(0.0, |estimate| estimate.score);
        ranking.sort_by(|a, b| score(&b.1).total_cmp(&score(&a.1)));
        ranking
    }

    /// Writes all results: for more than two engines the ranking, and a table for each duel.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        if let [(_, duel)] = &self.duels[..] {
            return duel.write(out);
        }
        let ranking = self.ranking();
        let mut rows = vec![heading("engine")];
        rows.extend(
            ranking
                .iter()
                .filter_map(|(name, tally)| cells(name, tally)),
        );
        table::write(&rows, |column| column == 0, out)?;
        for (_, duel) in &self.duels {
            writeln!(out)?;
            duel.write(out)?;
        }
        Ok(())
    }
}

impl Duel {
    /// The results of a duel of `games` games in the variants `names`, before the first game.
    fn new(names: &[&str], games: usize, sprt: Option<Sprt>) -> Duel {
        let row = |name: &&str| Row {
            name: (*name).to_owned(),
            ..Row::default()
        };
        Duel {
            rows: names.iter().map(row).collect(),
            sprt,
            games,
            ..Duel::default()
        }
    }

    fn add(&mut self, game: Pairing, line: &GameLine) {
        let (points, course) = (line.half_points(), line.course());
        let row = &mut self.rows[game.entry];
        row.tally.add_game(points);
        row.white.add_game(line.white_half_points());
        *row.reasons[usize::from(points)]
            .entry(line.reason.clone())
            .or_default() += 1;
        match row.half.remove(&game.pair) {
            Some((other, before)) => {
                row.tally.add_pair(points + other);
                row.repeated += u64::from(course.is_some() && before == course);
            }
            None => {
                row.half.insert(game.pair, (points, course));
            }
        }
        self.improper += u64::from(!line.proper);
        for (answered, silent) in self.answered.iter_mut().zip(line.never_moved()) {
            *answered |= !silent;
        }
        self.players
            .get_or_insert_with(|| [line.a.clone(), line.b.clone()]);
    }

    fn total(&self) -> Tally {
        let mut total = Tally::default();
        self.rows.iter().for_each(|row| total.add(&row.tally));
        total
    }

    /// The results in all variants together, with the reasons.
    fn total_row(&self) -> Row {
        let mut total = Row {
            name: "total".to_owned(),
            ..Row::default()
        };
        self.rows.iter().for_each(|row| total.add(row));
        total
    }

    fn decision(&self) -> Decision {
        let ratio = self.sprt.map(|sprt| sprt.ratio(&self.total()));
        ratio.map_or(Decision::Open, Sprt::decide)
    }

    /// True if every game was played, or as many as the test needed, and every engine has answered and none has failed as a
    /// program.
    fn is_complete(&self) -> bool {
        let all = self.total().games() as usize == self.games;
        let sound = self.improper == 0 && self.answered == [true; 2];
        sound && (all || self.decision() != Decision::Open)
    }

    /// The state of the match in one line.
    fn line(&self) -> String {
        let total = self.total();
        let mut text = format!(
            "{}/{} games: +{} ={} -{}",
            total.games(),
            self.games,
            total.wins,
            total.draws,
            total.losses
        );
        if let Some(estimate) = total.estimate() {
            text += &format!(
                "  {:.1} %  Elo {}",
                100.0 * estimate.score,
                error(&estimate)
            );
        }
        if let Some(sprt) = self.sprt {
            text += &format!("  LLR {:.2}", sprt.ratio(&total));
        }
        text
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        match &self.players {
            Some([a, b]) => self.write_results(a, b, out)?,
            None => writeln!(out, "no game has been played")?,
        }
        for row in &self.rows {
            if let Some(engine) = &row.unknown_to {
                writeln!(out, "{}: not played, {engine} does not know it", row.name)?;
            }
        }
        self.write_test(out)
    }

    fn write_results(&self, a: &str, b: &str, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{a} against {b}")?;
        let total = self.total_row();
        let mut rows = vec![heading("game")];
        let all = self
            .rows
            .iter()
            .chain((self.rows.len() > 1).then_some(&total));
        rows.extend(all.filter_map(|row| cells(&row.name, &row.tally)));
        table::write(&rows, |column| column == 0, out)?;
        self.write_line(out, &total, "white", |row| white(&row.white))?;
        for (points, title) in [
            (2, format!("won by {a}")),
            (1, "drawn".to_owned()),
            (0, format!("lost by {a}")),
        ] {
            self.write_line(out, &total, &title, |row| listed(&row.reasons[points]))?;
        }
        for (name, answered) in [a, b].into_iter().zip(self.answered) {
            if !answered {
                writeln!(out, "{name} has made no move in any game")?;
            }
        }
        if total.repeated > 0 {
            let (repeated, pairs) = (total.repeated, total.tally.pairs.iter().sum::<u64>());
            writeln!(
                out,
                "{repeated} of {pairs} pairs are one game played twice: both engines make the \
                 same moves, and such a pair says nothing"
            )?;
        }
        Ok(())
    }

    fn write_test(&self, out: &mut impl Write) -> io::Result<()> {
        if let Some(sprt) = self.sprt {
            let text = match self.decision() {
                Decision::Open => "not decided",
                Decision::Lower => "the lower hypothesis is accepted",
                Decision::Upper => "the upper hypothesis is accepted",
            };
            let (ratio, bound) = (sprt.ratio(&self.total()), Sprt::bound());
            writeln!(
                out,
                "SPRT of {} against {} Elo: LLR {ratio:.2} (-{bound:.2} to {bound:.2}), {text}",
                sprt.elo0, sprt.elo1
            )?;
        }
        Ok(())
    }

    /// Writes a line about all games and, if several variants have been played, one about each of them. `text` returns
    /// `None` where there is nothing to say.
    fn write_line(
        &self,
        out: &mut impl Write,
        total: &Row,
        title: &str,
        text: impl Fn(&Row) -> Option<String>,
    ) -> io::Result<()> {
        let Some(all) = text(total) else {
            return Ok(());
        };
        writeln!(out, "{title}: {all}")?;
        let played = || self.rows.iter().filter(|row| row.is_played());
        for row in played().filter(|_| played().count() > 1) {
            if let Some(text) = text(row) {
                writeln!(out, "  {}: {text}", row.name)?;
            }
        }
        Ok(())
    }
}

/// The results of white as text: the share of the points, and the games won, drawn and lost.
fn white(tally: &Tally) -> Option<String> {
    let Estimate { score, .. } = tally.estimate()?;
    let (wins, draws, losses) = (tally.wins, tally.draws, tally.losses);
    let percent = 100.0 * score;
    Some(format!("{percent:.1} % (+{wins} ={draws} -{losses})"))
}

fn listed(reasons: &BTreeMap<String, u64>) -> Option<String> {
    let mut sorted: Vec<(&String, &u64)> = reasons.iter().collect();
    sorted.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
    let texts: Vec<String> = (sorted.iter())
        .map(|(reason, count)| format!("{reason} {count}"))
        .collect();
    (!texts.is_empty()).then(|| texts.join(", "))
}

/// The heading of a table, whose first column has this name.
fn heading(first: &str) -> [String; 8] {
    [
        first,
        "games",
        "won",
        "drawn",
        "lost",
        "score",
        "Elo (95 %)",
        "LOS",
    ]
    .map(str::to_owned)
}

/// The row of a table; `None` without games.
fn cells(name: &str, tally: &Tally) -> Option<[String; 8]> {
    let estimate = tally.estimate()?;
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    Some([
        name.to_owned(),
        tally.games().to_string(),
        tally.wins.to_string(),
        tally.draws.to_string(),
        tally.losses.to_string(),
        percent(estimate.score),
        error(&estimate),
        percent(estimate.superiority),
    ])
}

/// A rating difference with its error; if an end of the interval is too far off to mean anything, only the other end.
fn error(estimate: &Estimate) -> String {
    const MOST: f64 = 1000.0;
    let elo = estimate.elo;
    match estimate.interval {
        _ if elo > MOST => format!("> +{MOST:.0}"),
        _ if elo < -MOST => format!("< -{MOST:.0}"),
        None => format!("{elo:+.1} +- ?"),
        Some((low, high)) if low < -MOST && high > MOST => format!("{elo:+.1} +- ?"),
        Some((low, high)) if high > MOST => format!("{elo:+.1} > {low:+.1}"),
        Some((low, high)) if low < -MOST => format!("{elo:+.1} < {high:+.1}"),
        Some((low, high)) => format!("{elo:+.1} +- {:.1}", (high - low) / 2.0),
    }
}

#[cfg(test)]
mod tests;
