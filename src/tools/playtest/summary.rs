//! Statistics of all games. The same games make the same report.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use anyhow::Context;

use super::facts::{Event, Facts, Fate};
use super::first_moves::FirstMoves;
use super::games::Games;
use super::kinds::Kinds;
use super::report::{End, MOST_LEAD, Moment, Piece, Report, Usage};
use super::schedule::{Plan, Seats};
use super::worries;
use crate::ruleset::Ruleset;
use crate::tools::lab::estimate::{Mean, Points, Share, Spread, quantile, rounded};
use crate::tools::lab::statistics::{Tally, half_points};
use crate::types::Color;
use crate::variant::describe::numbering;

/// The course is reported up to the last move that at least this number of games, and this part of them, have reached.
const LEAST_GAMES: usize = 5;
const LEAST_SHARE: f64 = 0.05;

struct Known<'g> {
    games: &'g Games,
    facts: Vec<(Seats, Facts)>,
    kinds: Kinds,
}

impl Report {
    pub fn new(plan: &Plan, games: &Games, first_moves: FirstMoves) -> anyhow::Result<Report> {
        let rules: &Arc<Ruleset> = &plan.rules;
        let kinds = Kinds::new(rules.variant());
        let facts = (games.iter()).map(|(&number, game)| {
            let facts = Facts::of(game, rules, &kinds);
            Ok((
                plan.terms.seats(number),
                facts.with_context(|| format!("game {number}"))?,
            ))
        });
        let facts = facts.collect::<anyhow::Result<_>>()?;
        let known = Known {
            games,
            facts,
            kinds,
        };
        let mut report = known.report(plan, first_moves);
        report.worries = worries::all(&report, rules, &known.kinds);
        Ok(report)
    }
}

impl Known<'_> {
    fn report(&self, plan: &Plan, mut first_moves: FirstMoves) -> Report {
        self.count_first_moves(&mut first_moves);
        let all = || self.facts.iter().map(|(_, facts)| facts);
        let equal: Vec<&Facts> = self.equal().collect();
        let mut white = Tally::default();
        for facts in &equal {
            white.add_game(half_points(facts.winner, Color::White));
        }
        let games = self.facts.len() as u64;
        let lengths: Vec<f64> = all().map(|facts| facts.plies.div_ceil(2) as f64).collect();
        let drawn = equal.iter().filter(|facts| facts.winner.is_none()).count() as u64;
        let won: Vec<_> = equal
            .iter()
            .filter(|facts| facts.winner.is_some())
            .collect();
        let back = won.iter().filter(|facts| facts.came_back).count() as u64;
        let unconverted = all().filter(|facts| facts.unconverted).count() as u64;
        let courses: HashSet<u64> = all().map(|facts| facts.course).collect();
        let choices = all().filter(|facts| facts.plies > 0).map(|facts| {
            let sum: u32 = facts.choices.iter().sum();
            f64::from(sum) / facts.plies as f64
        });
        let every_choice = all().flat_map(|facts| facts.choices.iter().map(|&n| n.into()));
        Report {
            game: plan.rules.variant().name.clone(),
            nodes: plan.nodes,
            stronger: plan.terms.stronger,
            seed: plan.seed,
            openings: plan.openings,
            max_moves: plan.terms.max_moves,
            games,
            distinct: courses.len() as u64,
            white: Points::new(&white),
            drawn: Share::new(drawn, equal.len() as u64),
            decisive: Share::new(won.len() as u64, equal.len() as u64),
            skill: Points::new(&self.skill_tally(plan)),
            length: Spread::of(lengths.clone()),
            mean_length: Mean::of(lengths.iter().copied()),
            choices: Mean::of(choices),
            choices_spread: Spread::of(every_choice.collect()),
            ends: self.ends(),
            swings: Mean::of(equal.iter().map(|facts| facts.swings.into())),
            comebacks: Share::new(back, won.len() as u64),
            unconverted: Share::new(unconverted, games),
            events: Event::ALL
                .map(|(event, name)| self.usage(event, name))
                .into(),
            pieces: (0..self.kinds.count())
                .map(|kind| self.piece(kind))
                .collect(),
            first_moves,
            course: self.course(),
            worries: Vec::new(),
            numbering: numbering(plan.rules.variant().ranks),
            lengths,
        }
    }

    /// The games between equals.
    fn equal(&self) -> impl Iterator<Item = &Facts> {
        let equal = self
            .facts
            .iter()
            .filter(|(seats, _)| *seats == Seats::Equal);
        equal.map(|(_, facts)| facts)
    }

    /// The results of the stronger side.
    fn skill_tally(&self, plan: &Plan) -> Tally {
        let mut tally = Tally::default();
        let mut pairs: BTreeMap<u32, Vec<u8>> = BTreeMap::new();
        for (&number, (seats, facts)) in self.games.keys().zip(&self.facts) {
            let Seats::Stronger(side) = *seats else {
                continue;
            };
            let points = half_points(facts.winner, side);
            tally.add_game(points);
            let pair = pairs.entry(plan.terms.opening_of(number)).or_default();
            pair.push(points);
            if let [one, other] = pair[..] {
                tally.add_pair(one + other);
            }
        }
        tally
    }

    fn count_first_moves(&self, first_moves: &mut FirstMoves) {
        for (seats, facts) in &self.facts {
            let Some(text) = &facts.first_move else {
                continue;
            };
            let Some(first) = first_moves.moves.iter_mut().find(|first| first.mv == *text) else {
                continue;
            };
            first.played += 1;
            if *seats == Seats::Equal {
                first.games += 1;
                first.white_points += f64::from(half_points(facts.winner, Color::White)) / 2.0;
            }
        }
    }

    fn ends(&self) -> Vec<End> {
        let mut counts: BTreeMap<&str, [u64; 3]> = BTreeMap::new();
        for (_, facts) in &self.facts {
            let count = counts.entry(&facts.end).or_default();
            count[0] += 1;
            if let Some(winner) = facts.winner {
                count[1 + winner.index()] += 1;
            }
        }
        let of = self.facts.len() as u64;
        let ends = counts
            .into_iter()
            .map(|(reason, [games, white, black])| End {
                reason: reason.to_owned(),
                games: Share::new(games, of),
                white,
                black,
            });
        let mut ends: Vec<End> = ends.collect();
        ends.sort_by_key(|end| std::cmp::Reverse(end.games.count));
        ends
    }

    fn usage(&self, event: Event, name: &str) -> Usage {
        let counts = || self.facts.iter().map(|(_, facts)| facts.count(event));
        let any = counts().filter(|&count| count > 0).count() as u64;
        Usage {
            what: name.to_owned(),
            per_game: Mean::of(counts().map(f64::from)),
            games: Share::new(any, self.facts.len() as u64),
        }
    }

    fn piece(&self, kind: usize) -> Piece {
        let fates = || self.facts.iter().map(|(_, facts)| facts.fates[kind]);
        // games in which there is a piece of the kind
        let present = || fates().filter(|fate| fate.started + fate.entered > 0);
        let ratio = |part: u32, of: u32| f64::from(part) / f64::from(of.max(1));
        let pieces = |fate: Fate| fate.started + fate.entered;
        let total = |of: fn(Fate) -> u32| fates().map(of).map(u64::from).sum::<u64>();
        let games = self.facts.len().max(1) as f64;
        let plies: usize = self.facts.iter().map(|(_, facts)| facts.plies).sum();
        let moving = present().filter(|fate| fate.moves > 0).count() as u64;
        let begun = fates().filter(|fate| fate.started > 0);
        let described = &self.kinds.kinds[kind];
        Piece {
            letter: described.letter.clone(),
            title: described.title.clone(),
            at_start: rounded(total(|fate| fate.started) as f64 / games),
            come_later: rounded(total(|fate| fate.entered) as f64 / games),
            share_of_moves: rounded(total(|fate| fate.moves) as f64 / plies.max(1) as f64),
            moves: Mean::of(present().map(|fate| ratio(fate.moves, pieces(fate)))),
            captures: Mean::of(fates().map(|fate| fate.captures.into())),
            moving: Share::new(moving, present().count() as u64),
            survive: Mean::of(present().map(|fate| 1.0 - ratio(fate.lost, pieces(fate)).min(1.0))),
            traded: Mean::of(begun.map(|fate| ratio(fate.traded, fate.started).min(1.0))),
        }
    }

    fn course(&self) -> Vec<Moment> {
        let least = LEAST_GAMES.max((LEAST_SHARE * self.facts.len() as f64) as usize);
        let longest = self.facts.iter().map(|(_, facts)| facts.plies).max();
        let mut course = Vec::new();
        for number in 1..=longest.unwrap_or(0).div_ceil(2) {
            // the position before white's move with this number
            let ply = 2 * (number - 1);
            let alive: Vec<&Facts> = (self.facts.iter().map(|(_, facts)| facts))
                .filter(|facts| facts.plies > ply)
                .collect();
            if alive.len() < least {
                break;
            }
            let mean = |of: &dyn Fn(&Facts) -> u32| {
                let sum: u64 = alive.iter().map(|facts| u64::from(of(facts))).sum();
                rounded(sum as f64 / alive.len() as f64)
            };
            course.push(Moment {
                number: number as u32,
                games: alive.len(),
                choices: mean(&|facts| facts.choices[ply]),
                pieces: mean(&|facts| facts.pieces[ply]),
                lead: self.lead(ply),
            });
        }
        course
    }

    /// Quantiles of white's lead in games between equals. Finished games count with their result; otherwise quick wins
    /// would be missing.
    fn lead(&self, ply: usize) -> Option<[f64; 5]> {
        let mut known = false;
        let leads = self.equal().map(|facts| match facts.scores.get(ply) {
            Some(score) => {
                known |= score.is_some();
                score.unwrap_or(0).into()
            }
            None => match facts.winner {
                None => 0.0,
                Some(Color::White) => f64::INFINITY,
                Some(Color::Black) => f64::NEG_INFINITY,
            },
        });
        let mut leads: Vec<f64> = leads
            .map(|lead: f64| lead.clamp(-MOST_LEAD, MOST_LEAD))
            .collect();
        leads.sort_unstable_by(f64::total_cmp);
        known.then(|| [0.1, 0.25, 0.5, 0.75, 0.9].map(|part| rounded(quantile(&leads, part))))
    }
}
