//! The match that decides whether a net is accepted. The engine with the net plays the engine without it, at fixed nodes,
//! from openings played with both colours. Results count in the order of the games, not in the order in which they arrive, so
//! that the same games always lead to the same decision.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use serde::{Deserialize, Serialize};

use crate::eval::net::Mode;
use crate::ruleset::Ruleset;
use crate::tools::lab::adjudication::{DRAWN, Threshold};
use crate::tools::lab::jsonl::{self, Target};
use crate::tools::lab::openings::{OpeningArguments, Openings};
use crate::tools::lab::progress::Bar;
use crate::tools::lab::self_play::{self, Conditions, Player, start};
use crate::tools::lab::sprt::{Decision, Sprt};
use crate::tools::lab::statistics::{Estimate, Tally, half_points};
use crate::tools::lab::workers::{self, InOrder};
use crate::types::{ByColor, Color};

/// The hash table of each side in bytes.
const TABLE_BYTES: usize = 4 << 20;
/// The hypotheses about the net.
const TEST: Sprt = Sprt {
    elo0: 0.0,
    elo1: 30.0,
};
/// When a game is adjudicated as lost.
const LOST: Threshold = Threshold {
    moves: 3,
    score: 1000,
    from: 0,
};
/// A game is drawn after this many plies.
const MOST_PLIES: usize = 600;
/// Nodes for each move: enough to expose a net that helps shallow searches only.
pub const NODES: u64 = 5000;
/// The nodes that a search with a net alone visits in the time of 100 nodes with the hand-written evaluation, with or
/// without a net that corrects it.
const ALONE_PERCENT: u64 = 140;
/// A match that the test leaves open is won at this likelihood of superiority, 0 to 1 ...
const SURE: f64 = 0.95;
/// ... after this many games.
const FEWEST_GAMES: u64 = 20;
/// The most games of a match.
pub const MOST_GAMES: u32 = 1000;

#[derive(Debug)]
pub struct GatingMatch<'t> {
    pub with: &'t Arc<Ruleset>,
    pub without: &'t Arc<Ruleset>,
    pub openings: OpeningArguments,
    /// The fingerprint of the net.
    pub net: &'t str,
    pub nodes: u64,
    pub end: Option<Instant>,
}

/// The results so far.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    points: InOrder<u8>,
    /// The half points of the net in the first game of the current pair.
    half: u8,
    /// The results from the net's side.
    tally: Tally,
}

/// A game as a line of JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct GameLine {
    variant: String,
    net: String,
    nodes: u64,
    openings: u32,
    seed: u64,
    /// The number of the game, from 0; the net has white in games with even numbers.
    game: u32,
    /// The half points of the net.
    half_points: u8,
}

impl Standing {
    fn add(&mut self, game: u32, half_points: u8) {
        self.points.add(game, half_points);
        while !self.is_decided()
            && let Some((game, points)) = self.points.take()
        {
            self.tally.add_game(points);
            match game % 2 {
                0 => self.half = points,
                _ => self.tally.add_pair(self.half + points),
            }
        }
    }

    fn is_decided(&self) -> bool {
        self.tally.games() >= MOST_GAMES.into() || self.decision() != Decision::Open
    }

    fn decision(&self) -> Decision {
        Sprt::decide(TEST.ratio(&self.tally))
    }

    /// Whether the net is accepted ([`Decision::Upper`]). A match that ends before the test decides is judged by the
    /// likelihood that the net is stronger at all.
    pub fn verdict(&self) -> Decision {
        let sure = |estimate: Estimate| estimate.superiority >= SURE;
        match self.decision() {
            Decision::Open
                if self.tally.games() >= FEWEST_GAMES
                    && self.tally.estimate().is_some_and(sure) =>
            {
                Decision::Upper
            }
            decision => decision,
        }
    }

    /// `54 won, 20 drawn, 26 lost, +35 ± 40 Elo`
    pub fn in_words(&self) -> String {
        let tally = &self.tally;
        let games = format!(
            "{} won, {} drawn, {} lost",
            tally.wins, tally.draws, tally.losses
        );
        let Some(estimate) = tally.estimate() else {
            return games;
        };
        let error = estimate.interval.map_or(String::new(), |(low, high)| {
            format!(" ± {:.0}", (high - low) / 2.0)
        });
        format!("{games}, {:+.0}{error} Elo", estimate.elo)
    }

    /// How close the test is to a decision, 0 to 1.
    fn done(&self) -> f64 {
        (TEST.ratio(&self.tally).abs() / Sprt::bound()).min(1.0)
    }
}

impl GatingMatch<'_> {
    /// Plays the games that are not in the file until the match is decided, `concurrency` at a time. The match is still open
    /// after Ctrl-C, or when time or games have run out.
    pub fn run(&self, file: &Path, concurrency: usize) -> anyhow::Result<Standing> {
        let mut standing = Standing::default();
        let mut known = vec![false; MOST_GAMES as usize];
        jsonl::read(file, |line: GameLine, _| {
            if line == self.line(line.game, line.half_points)
                && line.half_points <= 2
                && let Some(known) = known.get_mut(line.game as usize)
            {
                *known = true;
                standing.add(line.game, line.half_points);
            }
            Ok(())
        })?;
        let mut target = Target::open(file)?;
        let openings = Openings::new(
            start(self.without, None),
            &self.without.variant().name,
            self.openings,
        );
        let missing = (0..MOST_GAMES).filter(|&game| !known[game as usize]);
        let is_over = |standing: &Standing| {
            standing.is_decided() || self.end.is_some_and(|end| Instant::now() >= end)
        };
        if !is_over(&standing) {
            let mut bar = Bar::new(format!("{}: trying", self.without.variant().name));
            let played = workers::run(
                "gating",
                concurrency,
                missing,
                || [self.with, self.without].map(player),
                |players, game, stop| self.play(players, game, &openings, stop),
                |played| {
                    if let Some((game, half_points)) = played.filter(|_| !is_over(&standing)) {
                        let line = self.line(game, half_points);
                        let text = serde_json::to_string(&line).context("cannot write a game")?;
                        target.add(text + "\n")?;
                        standing.add(game, half_points);
                    }
                    bar.show(standing.done(), &standing.in_words());
                    Ok(!is_over(&standing))
                },
            );
            bar.clear();
            played?;
        }
        Ok(standing)
    }

    /// The nodes of a player for each move, chosen so that both players take the same time.
    fn nodes_of(&self, player: &Player) -> u64 {
        let net = player.game.rules().evaluation.net();
        match net.map(|net| net.mode) {
            Some(Mode::Replace) => self.nodes * ALONE_PERCENT / 100,
            _ => self.nodes,
        }
    }

    /// Plays a game, and returns its number with the half points of the net.
    fn play(
        &self,
        [with, without]: &mut [Player; 2],
        number: u32,
        openings: &Openings,
        stop: &dyn Fn() -> bool,
    ) -> Option<(u32, u8)> {
        let opening = openings.get(number as usize / 2);
        for player in [&mut *with, &mut *without] {
            let mut game = start(player.game.rules(), None);
            // shuffled variants have many start positions
            let first = opening.start.position().fen();
            if first != game.position().fen() {
                game.set_fen(&first).ok()?;
            }
            opening.moves.iter().for_each(|&mv| game.play(mv));
            player.begin(game);
        }
        let side = Color::ALL[number as usize % 2];
        let (first, second) = match side {
            Color::White => (with, without),
            Color::Black => (without, with),
        };
        let conditions = Conditions {
            nodes: ByColor::new(self.nodes_of(first), self.nodes_of(second)),
            lost: Some(LOST),
            drawn: Some(DRAWN),
            most_plies: MOST_PLIES,
        };
        let course = self_play::play(first, Some(second), &conditions, stop)?;
        Some((number, half_points(course.winner, side)))
    }

    fn line(&self, game: u32, half_points: u8) -> GameLine {
        GameLine {
            variant: self.without.variant().name.clone(),
            net: self.net.to_owned(),
            nodes: self.nodes,
            openings: self.openings.plies,
            seed: self.openings.seed,
            game,
            half_points,
        }
    }
}

fn player(rules: &Arc<Ruleset>) -> Player {
    Player::new(start(rules, None), TABLE_BYTES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::net::{Inputs, Net, Weights};
    use crate::testing::files::Folder;
    use crate::testing::games::variant;
    use crate::variant::{Params, Term, Variant};

    #[test]
    fn results_count_in_the_order_of_the_games() {
        let points = |game: u32| if game.is_multiple_of(3) { 1 } else { 2 };
        let mut forward = Standing::default();
        (0..MOST_GAMES).for_each(|game| forward.add(game, points(game)));
        let mut blocks = Standing::default();
        for block in 0..MOST_GAMES / 10 {
            (0..10)
                .rev()
                .for_each(|game| blocks.add(10 * block + game, points(10 * block + game)));
        }
        assert_eq!(forward.tally, blocks.tally);
        assert_eq!(forward.decision(), Decision::Upper);
        let games = forward.tally.games();
        assert!(games < 100 && games % 2 == 0);
        // without the first game no later one counts
        let mut late = Standing::default();
        (1..MOST_GAMES).for_each(|game| late.add(game, 2));
        assert_eq!(late.tally, Tally::default());
    }

    fn rules(params: Params) -> Arc<Ruleset> {
        let variant = Variant {
            params,
            ..(*variant("los-alamos")).clone()
        };
        Arc::new(Ruleset::new(Arc::new(variant)))
    }

    #[test]
    fn the_stronger_side_is_found() {
        let mut bad = Params::default();
        // a net that gives more pieces a lower score
        bad.set(Term::PieceValue, (-150.0, -150.0));
        let (good, bad) = (rules(Params::default()), rules(bad));
        let run = |with, without, concurrency| {
            let gating = GatingMatch {
                with,
                without,
                openings: OpeningArguments { plies: 4, seed: 3 },
                net: "x",
                nodes: 60,
                end: None,
            };
            let folder = Folder::new();
            let file = folder.path().join("x.match");
            let standing = gating.run(&file, concurrency).unwrap();
            let text = std::fs::read_to_string(&file).unwrap();
            // games that are in the file need not be played again
            let again = gating.run(&file, 1).unwrap();
            assert_eq!(again.tally, standing.tally);
            assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
            standing
        };
        let upper = run(&good, &bad, 1);
        assert_eq!(upper.decision(), Decision::Upper);
        assert_eq!(run(&good, &bad, 3).tally, upper.tally);
        assert_eq!(run(&bad, &good, 2).decision(), Decision::Lower);
    }

    #[test]
    fn a_net_alone_has_more_nodes_in_the_same_time() {
        let plain = rules(Params::default());
        let plain = Arc::new(Ruleset::without_net(plain.variant().clone()));
        let nodes = |mode| {
            let inputs = Inputs::new(plain.variant(), &plain.tables);
            let weights = Weights {
                mode,
                symmetry: inputs.symmetry(),
                hidden: 32,
                zones: 1,
                reach: 0,
                bias: 0,
                scale: 0,
                input: vec![0; 32 * inputs.count()],
                biases: vec![0; 32],
                output: vec![0; 64],
                linear: vec![0; inputs.count()],
            };
            let net = Net::new(weights, inputs).unwrap();
            let with = Arc::new(Ruleset::with_net(plain.variant().clone(), net));
            let gating = GatingMatch {
                with: &with,
                without: &plain,
                openings: OpeningArguments { plies: 4, seed: 3 },
                net: "x",
                nodes: 500,
                end: None,
            };
            [&with, &plain].map(|rules| gating.nodes_of(&player(rules)))
        };
        assert_eq!(nodes(Mode::Add), [500, 500]);
        assert_eq!(nodes(Mode::Replace), [700, 500]);
    }

    #[test]
    fn a_match_that_the_test_leaves_open_is_judged() {
        let standing = |points: &[u8]| {
            let mut results = Standing::default();
            (0..)
                .zip(points)
                .for_each(|(game, &points)| results.add(game, points));
            results
        };
        let better = standing(&[2, 2, 0, 1, 2, 0, 2, 1].repeat(6));
        assert_eq!(better.decision(), Decision::Open);
        assert_eq!(better.verdict(), Decision::Upper);
        let short = standing(&[2, 2, 0, 1, 2, 2, 2, 1].repeat(2));
        assert_eq!(short.verdict(), Decision::Open);
        let even = standing(&[2, 0, 1, 1].repeat(12));
        assert_eq!(even.verdict(), Decision::Open);
    }

    #[test]
    fn equals_are_rejected() {
        let mut even = Standing::default();
        (0..MOST_GAMES)
            .for_each(|game| even.add(game, [2, 0, 1, 1, 0, 2, 1, 0][game as usize % 8]));
        assert_eq!(even.decision(), Decision::Lower);
        assert!(even.done() >= 1.0);
    }
}
