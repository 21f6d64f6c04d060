//! Facts about one game, found by replaying its record.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::kinds::Kinds;
use crate::board::Position;
use crate::game::Game;
use crate::ruleset::Ruleset;
use crate::tools::lab::endings;
use crate::tools::lab::self_play::start;
use crate::tools::lab::shards::Record;
use crate::tools::lab::shards::record::Step;
use crate::types::{Color, Move, Square};

/// The smallest lead in centipawns.
pub const LEAD: i32 = 100;
/// A side that is behind by this many centipawns is losing.
pub const LOSING: i32 = 300;
/// A side that is ahead by this many centipawns is winning.
pub const WINNING: i32 = 500;
/// The first part of a game, in which trades are early.
const EARLY: f64 = 1.0 / 3.0;

/// Events that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    Check,
    Capture,
    Promotion,
    Castling,
    EnPassant,
    Drop,
    Gating,
    Pass,
    Wall,
    /// A capture on a square that the moving piece passes.
    OnTheWay,
}

impl Event {
    /// All events in order, with their names.
    pub const ALL: [(Event, &str); 10] = [
        (Event::Check, "checks"),
        (Event::Capture, "captures"),
        (Event::Promotion, "promotions"),
        (Event::Castling, "castling"),
        (Event::EnPassant, "captures in passing"),
        (Event::Drop, "drops"),
        (Event::Gating, "gating"),
        (Event::Pass, "passes"),
        (Event::Wall, "walls"),
        (Event::OnTheWay, "captures on the way"),
    ];

    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// What happened to the pieces of a kind, as numbers of pieces or moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fate {
    /// Pieces on the board at the start.
    pub started: u32,
    /// Pieces that entered later: promoted, dropped or gated.
    pub entered: u32,
    /// Pieces that entered by promotion.
    pub promoted: u32,
    /// Pieces that were captured or destroyed.
    pub lost: u32,
    /// Pieces that were lost early, with a capture by the other side on the same square right before or after.
    pub traded: u32,
    /// Moves, without drops.
    pub moves: u32,
    /// Moves that captured.
    pub captures: u32,
    /// Pieces on the board at the end.
    pub left: u32,
}

/// Facts about a game.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    pub winner: Option<Color>,
    /// The ending, as in the tables of `fmax match`.
    pub end: String,
    pub plies: usize,
    /// The first move, in the notation of the protocol.
    pub first_move: Option<String>,
    /// Legal moves by ply.
    pub choices: Vec<u32>,
    /// Pieces on the board by ply.
    pub pieces: Vec<u32>,
    /// Scores of the searches by ply, in centipawns for white; `None` in the opening.
    pub scores: Vec<Option<i32>>,
    pub fates: Vec<Fate>,
    /// Counts of the events, in the order of [`Event::ALL`].
    pub events: [u32; Event::ALL.len()],
    /// How often the lead changed.
    pub swings: u32,
    /// True if the winner was losing at some time.
    pub came_back: bool,
    /// True if the game was drawn although one side was winning by both last scores.
    pub unconverted: bool,
    /// A hash of the start position and the moves.
    pub course: u64,
}

struct Loss {
    ply: usize,
    square: Square,
    kind: usize,
    color: Color,
}

/// The number of pieces on the board, by colour and type number.
type Census = [Vec<u32>; 2];

/// Collects facts during the replay.
struct Observer<'k> {
    kinds: &'k Kinds,
    facts: Facts,
    hasher: DefaultHasher,
    losses: Vec<Loss>,
    /// The last move, with the position before it.
    last: Option<(Position, Move)>,
}

impl Facts {
    /// Replays a game.
    pub fn of(record: &Record, rules: &Arc<Ruleset>, kinds: &Kinds) -> anyhow::Result<Facts> {
        let begun = start(rules, record.arrangement);
        let mut observer = Observer::new(begun.position(), kinds);
        let end = record.walk(rules, |step| observer.see(rules, &step))?;
        Ok(observer.conclude(rules, &end, record.winner))
    }

    pub fn count(&self, event: Event) -> u32 {
        self.events[event as usize]
    }
}

impl Observer<'_> {
    fn new<'k>(start: &Position, kinds: &'k Kinds) -> Observer<'k> {
        let mut fates = vec![Fate::default(); kinds.count()];
        for color in Color::ALL {
            for (_, id) in start.pieces(color) {
                fates[kinds.of(id)].started += 1;
            }
        }
        let mut hasher = DefaultHasher::new();
        start.key().hash(&mut hasher);
        Observer {
            kinds,
            facts: Facts {
                fates,
                ..Facts::default()
            },
            hasher,
            losses: Vec::new(),
            last: None,
        }
    }

    /// Notes facts about a move before it is made.
    fn see(&mut self, rules: &Ruleset, step: &Step<'_>) {
        let pos = step.game.position();
        self.settle(rules, pos);
        let facts = &mut self.facts;
        if facts.first_move.is_none() {
            facts.first_move = Some(step.game.format(step.mv));
        }
        facts.choices.push(step.choices as u32);
        let pieces = Color::ALL.map(|color| pos.live(color).count_ones());
        facts.pieces.push(pieces.iter().sum());
        let score = step.score.map(i32::from);
        facts
            .scores
            .push(score.map(|score| pos.side().for_white(score)));
        facts.plies += 1;
        step.mv.hash(&mut self.hasher);
        self.last = Some((pos.without_history(), step.mv));
    }

    fn note(&mut self, event: Event) {
        self.facts.events[event as usize] += 1;
    }

    /// Notes facts about the last move, given the position after it.
    fn settle(&mut self, rules: &Ruleset, after: &Position) {
        let Some((before, mv)) = self.last.take() else {
            return;
        };
        let us = before.side();
        let old = census(&before);
        let mut rest = census(after);
        if rules.tables.in_check(after) {
            self.note(Event::Check);
        }
        for (event, happened) in [
            (Event::Castling, mv.castling().is_some()),
            (Event::EnPassant, mv.is_en_passant()),
            (Event::Drop, mv.dropped().is_some()),
            (Event::Gating, mv.gated().is_some()),
            (Event::Pass, mv.is_pass()),
            (Event::Wall, mv.wall().is_some()),
            (
                Event::OnTheWay,
                mv.via().is_some_and(|sq| before.piece_on(sq).is_some()),
            ),
        ] {
            if happened {
                self.note(event);
            }
        }
        let moves = !mv.is_pass() && !mv.is_wall_alone() && mv.dropped().is_none();
        let mover = before.type_on(mv.from());
        if moves {
            // a promotion is neither the loss of one piece nor the arrival of another
            let to = if rules.variant().has_two_boards() {
                mv.to().on_other_board()
            } else {
                mv.to()
            };
            let now = after.type_on(to);
            let arrived = after.piece_on(to).is_some_and(|(color, _)| color == us);
            if arrived && now != mover && mv.castling().is_none() {
                rest[us.index()][mover.index()] += 1;
                rest[us.index()][now.index()] -= 1;
                let (from, to) = (self.kinds.of(mover), self.kinds.of(now));
                if from != to {
                    self.facts.fates[to].entered += 1;
                    self.facts.fates[to].promoted += 1;
                    if mv.promotion().is_some() {
                        self.note(Event::Promotion);
                    }
                }
            }
        }
        let lost = self.compare(&old, &rest);
        let takes = before.is_capture(mv) || before.captures_own(mv) || lost > 0;
        if takes {
            self.note(Event::Capture);
            self.note_loss(&before, mv);
        }
        if moves {
            let fate = &mut self.facts.fates[self.kinds.of(mover)];
            fate.moves += 1;
            fate.captures += u32::from(takes);
        }
    }

    /// Counts pieces that appeared or disappeared; returns how many disappeared.
    fn compare(&mut self, old: &Census, new: &Census) -> u32 {
        let mut gone = 0;
        for (old, new) in old.iter().zip(new) {
            for (number, (&old, &new)) in old.iter().zip(new).enumerate().skip(1) {
                if old == new {
                    continue;
                }
                let fate = &mut self.facts.fates[self.kinds.of(crate::types::TypeId(number as u8))];
                fate.entered += new.saturating_sub(old);
                fate.lost += old.saturating_sub(new);
                gone += old.saturating_sub(new);
            }
        }
        gone
    }

    /// Notes the loss of a captured piece, in order to find trades.
    fn note_loss(&mut self, before: &Position, mv: Move) {
        let square = before.captured_square(mv);
        let Some((color, id)) = before.piece_on(square) else {
            return;
        };
        self.losses.push(Loss {
            ply: self.facts.plies - 1,
            square,
            kind: self.kinds.of(id),
            color,
        });
    }

    /// Completes the facts at the end of the game.
    fn conclude(mut self, rules: &Ruleset, end: &Game, winner: Option<Color>) -> Facts {
        let pos = end.position();
        self.settle(rules, pos);
        let early = (self.facts.plies as f64 * EARLY) as usize;
        let traded = |a: &Loss, b: &Loss| {
            a.square == b.square && a.color != b.color && a.ply.abs_diff(b.ply) == 1
        };
        for (index, loss) in self.losses.iter().enumerate() {
            let beside = [index.wrapping_sub(1), index + 1];
            let mut beside = beside.into_iter().filter_map(|i| self.losses.get(i));
            if loss.ply < early && beside.any(|other| traded(loss, other)) {
                self.facts.fates[loss.kind].traded += 1;
            }
        }
        let mut facts = self.facts;
        for color in Color::ALL {
            for (_, id) in pos.pieces(color) {
                facts.fates[self.kinds.of(id)].left += 1;
            }
        }
        facts.winner = winner;
        facts.end = match end.outcome() {
            Some(end) => endings::rule(end),
            None => endings::TOO_LONG.to_owned(),
        };
        (facts.swings, facts.came_back) = leads(&facts.scores, winner);
        // the last scores of both sides must agree
        let last: Vec<i32> = (facts.scores.iter().rev().take(2))
            .copied()
            .flatten()
            .collect();
        facts.unconverted = winner.is_none()
            && last.len() == 2
            && (last.iter().all(|&score| score >= WINNING)
                || last.iter().all(|&score| score <= -WINNING));
        facts.course = self.hasher.finish();
        facts
    }
}

fn census(pos: &Position) -> Census {
    let mut census = [const { Vec::new() }; 2];
    for color in Color::ALL {
        let counts = &mut census[color.index()];
        counts.resize(crate::types::MAX_TYPES + 1, 0);
        for (_, id) in pos.pieces(color) {
            counts[id.index()] += 1;
        }
    }
    census
}

/// How often the lead changed, and true if the winner was losing at some time.
fn leads(scores: &[Option<i32>], winner: Option<Color>) -> (u32, bool) {
    let (mut leader, mut swings) = (0, 0);
    for score in scores.iter().flatten() {
        let ahead = match score {
            score if *score >= LEAD => 1,
            score if *score <= -LEAD => -1,
            _ => continue,
        };
        swings += u32::from(leader == -ahead);
        leader = ahead;
    }
    let sign = match winner {
        Some(Color::White) => 1,
        Some(Color::Black) => -1,
        None => return (swings, false),
    };
    let mut known = scores.iter().flatten();
    (swings, known.any(|score| sign * score <= -LOSING))
}

#[cfg(test)]
mod tests;
