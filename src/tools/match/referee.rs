//! One game between two engines, refereed by our rules.

use std::time::{Duration, Instant};

use clap::Args;

use super::clock::{Limit, PlayerClock, positive_seconds};
use super::ending::Ending;
use super::engine::{Engine, Fault, GameError, GameNames, Message};
use crate::game::Game;
use crate::movegen::notation::MoveError;
use crate::movegen::{GameEnd, GameResult};
use crate::tools::lab::adjudication::{Adjudicator, Threshold};
use crate::tools::lab::interrupt;
use crate::tools::lab::openings::Opening;
use crate::types::{ByColor, Color, Move};

/// How long an engine may take to be ready after a game.
const SETTLING: Duration = Duration::from_secs(5);

/// The move that an engine sends when it takes the game as over.
const NO_MOVE: &str = "(none)";

/// How long after the flag a move may arrive if it was read before the flag.
const HAND_OVER: Duration = Duration::from_millis(50);

/// The conditions of a game besides its rules.
#[derive(Clone, Debug, Args)]
pub struct Conditions {
    /// Draw when both engines report scores within CP centipawns for MOVES moves in a row, not before
    /// move FROM.
    #[arg(long, value_name = "MOVES,CP[,FROM]")]
    pub draw_adjudication: Option<Threshold>,
    /// Loss when both engines report it, by CP centipawns or more, for MOVES moves in a row, not before
    /// move FROM.
    #[arg(long, value_name = "MOVES,CP[,FROM]")]
    pub resign_adjudication: Option<Threshold>,
    /// Draw after N moves of each side; 0: never.
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub max_moves: u32,
    /// Draw after N moves of each side without a capture or pawn move; 0: never.
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub move_rule: u32,
    /// Milliseconds by which an engine may exceed its time.
    #[arg(long, value_name = "MS", default_value_t = 20)]
    pub grace: u32,
    /// Seconds after which an engine without a clock counts as stalled.
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = positive_seconds)]
    pub stall: Duration,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Ply {
    pub text: String,
    /// The move in standard algebraic notation, if that identifies the move.
    pub san: Option<String>,
    /// True if the last letter of the text says what the piece becomes, by promotion or on the other board.
    pub suffixed: bool,
    /// The engine's report; `None` for the moves of an opening.
    pub thought: Option<Thought>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thought {
    /// The time of the move on the clock of the game.
    pub time: Duration,
    /// Depth and score of the engine's last line about the move.
    pub reported: Option<(u32, i64)>,
}

/// A game that has been played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The start position as a FEN, if the variant has more than one.
    pub start: Option<String>,
    pub plies: Vec<Ply>,
    pub ending: Ending,
    pub fen: String,
}

/// Plays a game that begins with an opening. `players` are white and black, `limits` the limits of their moves, and `names`
/// the names of the variant.
///
/// # Errors
/// If an engine (white or black) does not know the variant; any other failure of an engine is a result.
pub fn play<'a>(
    players: ByColor<&'a mut dyn Engine>,
    limits: ByColor<Limit>,
    names: &GameNames,
    opening: Opening,
    conditions: &'a Conditions,
) -> Result<Played, Color> {
    let Opening {
        start,
        moves: opening,
    } = opening;
    let set_up = set_up(&start);
    let made = |color: Color| (opening.len() + 1 - color.index()) as u32 / 2;
    let mut table = Table {
        clocks: ByColor::from_fn(|color| PlayerClock::new(limits[color], made(color))),
        adjudicator: Adjudicator::new(conditions.resign_adjudication, conditions.draw_adjudication),
        players,
        game: start,
        conditions,
        plies: Vec::new(),
        offers: ByColor::both(false),
        thinking: None,
    };
    let mut ending = match table.begin(names, set_up.is_some(), &opening)? {
        Some(ending) => ending,
        None => table.contest(),
    };
    // an interrupted game has no result
    if interrupt::status().is_none()
        && let Some(failed) = table.end(&ending)
    {
        ending = failed;
    }
    Ok(Played {
        start: set_up,
        plies: table.plies,
        ending,
        fen: table.game.position().fen(),
    })
}

/// The record of a game that cannot be played, because the engine of one side cannot be started: that side loses without a
/// move.
pub fn forfeit(loser: Color, opening: &Opening) -> Played {
    Played {
        start: set_up(&opening.start),
        plies: Vec::new(),
        ending: Ending::NoStart(loser),
        fen: opening.start.position().fen(),
    }
}

/// The start position to send to engines, if the variant has more than one.
fn set_up(start: &Game) -> Option<String> {
    let shuffled = start.rules().variant().rules.shuffle.is_some();
    shuffled.then(|| start.position().gui_fen())
}

struct Table<'a> {
    players: ByColor<&'a mut dyn Engine>,
    game: Game,
    clocks: ByColor<PlayerClock>,
    conditions: &'a Conditions,
    adjudicator: Adjudicator,
    plies: Vec<Ply>,
    offers: ByColor<bool>,
    thinking: Option<Color>,
}

impl Table<'_> {
    /// Sets up the opening with both engines, and before that the start position if the variant has more than one.
    fn begin(
        &mut self,
        names: &GameNames,
        set_up: bool,
        opening: &[Move],
    ) -> Result<Option<Ending>, Color> {
        for color in Color::ALL {
            let player = &mut *self.players[color];
            match player.begin(names, &self.game, set_up) {
                Ok(()) => {}
                Err(GameError::Unknown) => return Err(color),
                Err(GameError::RefusesPosition) => {
                    return Ok(Some(Ending::RefusesPosition(color)));
                }
                Err(GameError::Fault(fault)) => return Ok(Some(Ending::Fault(color, fault))),
            }
        }
        let start = self.game.clone();
        for &mv in opening {
            self.record(mv, None);
            self.game.play(mv);
        }
        for color in Color::ALL {
            if let Some(ending) = self.open(color, &start, opening) {
                return Ok(Some(ending));
            }
        }
        Ok(None)
    }

    /// Makes the moves of an opening on an engine's board.
    fn open(&mut self, color: Color, start: &Game, opening: &[Move]) -> Option<Ending> {
        let player = &mut *self.players[color];
        let mut game = start.clone();
        let mut set_up = || {
            for &mv in opening {
                player.make(&game, mv)?;
                game.play(mv);
            }
            player.settle(SETTLING)
        };
        match set_up() {
            Ok(None) => None,
            Ok(Some(_)) => Some(Ending::RefusesMove(color)),
            Err(fault) => Some(Ending::Fault(color, fault)),
        }
    }

    fn contest(&mut self) -> Ending {
        let mut last: Option<(Game, Move)> = None;
        loop {
            if let Some(outcome) = self.game.outcome() {
                return Ending::Rules(outcome);
            }
            let most = self.conditions.max_moves as usize;
            if most > 0 && self.game.position().ply() >= 2 * most {
                return Ending::TooLong;
            }
            let color = self.game.position().side();
            match self.turn(color, last.as_ref()) {
                Ok((mv, thought)) => {
                    self.record(mv, Some(thought));
                    let before = self.game.clone();
                    self.game.play(mv);
                    last = Some((before, mv));
                    let number = (self.game.position().ply() as u32).div_ceil(2);
                    let score = thought.reported.map(|(_, score)| score);
                    let by_score = self.adjudicator.note(color, score, number);
                    // a result by the rules counts more than one by the scores
                    match by_score.filter(|_| self.game.outcome().is_none()) {
                        Some(GameResult::Win(winner)) => {
                            return Ending::AdjudicatedLoss(winner.other());
                        }
                        Some(GameResult::Draw) => return Ending::AdjudicatedDraw,
                        None => {}
                    }
                }
                Err(ending) => return ending,
            }
        }
    }

    fn turn(
        &mut self,
        color: Color,
        last: Option<&(Game, Move)>,
    ) -> Result<(Move, Thought), Ending> {
        let (us, them) = (color, color.other());
        let fault = |fault| Ending::Fault(color, fault);
        let last = last.map(|(before, mv)| (before, *mv));
        let asked = Instant::now();
        let begun = self.players[us].think(&self.game, last, &self.clocks);
        let begun = begun.map_err(fault)?;
        self.thinking = Some(color);
        if self.offers[them] {
            self.players[us].offer_draw().map_err(fault)?;
        }
        let allowance = self.clocks[us].allowance();
        let grace = Duration::from_millis(self.conditions.grace.into());
        let patience = allowance.map_or(self.conditions.stall, |time| time + grace);
        let mut reported = None;
        let mut searched = 0;
        loop {
            // a message that was read in time counts, even if it reaches this thread later
            let heard = self.players[us].receive(begun + patience + HAND_OVER);
            let (at, message) = match heard {
                Ok(heard) => heard,
                Err(Fault::Stall) if allowance.is_some() => return Err(self.out_of_time(color)),
                Err(error) => return Err(fault(error)),
            };
            match message {
                Message::Move(text) => {
                    self.thinking = None;
                    let elapsed = at.saturating_duration_since(begun);
                    let time = self.clocks[us].cost(elapsed, searched);
                    if elapsed > patience || self.clocks[us].runs_out(time, grace) {
                        return Err(Ending::Flag(color));
                    }
                    let mv = self.players[us].read_move(&self.game, &text);
                    let mv = mv.map_err(|why| self.illegal(color, text, &why))?;
                    self.clocks[us].spend(time);
                    // an offer stands until the other side has moved
                    self.offers[them] = false;
                    return Ok((mv, Thought { time, reported }));
                }
                Message::Thinks {
                    depth,
                    score,
                    nodes,
                    first: _,
                    // the report may be read before the command that was sent is known to be written
                } if at >= asked => {
                    reported = Some((depth, score));
                    searched = nodes.max(searched);
                }
                other => self.consider(color, other)?,
            }
        }
    }

    /// The ending when a side exceeds its time. The side has not moved at all if the engines made fewer than two moves.
    fn out_of_time(&self, color: Color) -> Ending {
        let by_engines = self.plies.iter().filter(|ply| ply.thought.is_some());
        if by_engines.count() < 2 {
            Ending::NeverMoved(color)
        } else {
            Ending::Flag(color)
        }
    }

    /// Handles a message other than a move.
    fn consider(&mut self, color: Color, message: Message) -> Result<(), Ending> {
        match message {
            Message::Claim(GameResult::Win(winner)) if winner == color => {
                Err(Ending::FalseClaim(color))
            }
            Message::Claim(GameResult::Win(_)) | Message::Resigns => {
                Err(Ending::Resignation(color))
            }
            Message::Claim(GameResult::Draw) => Err(match self.draw_within_reach() {
                Some(outcome) => Ending::Rules(outcome),
                None => Ending::FalseClaim(color),
            }),
            Message::OffersDraw => {
                self.offers[color] = true;
                if self.offers.iter().all(|&offer| offer) {
                    return Err(Ending::Agreement);
                }
                Ok(())
            }
            Message::RefusesMove(_) => Err(Ending::RefusesMove(color)),
            _ => Ok(()),
        }
    }

    /// The ending after an illegal move. An engine that sends no move may mean that the game is over. The log gets all
    /// that is needed to find out whether the engine plays by other rules.
    fn illegal(&self, color: Color, text: String, why: &MoveError) -> Ending {
        if text == NO_MOVE
            && let Some(outcome) = self.only_outcome()
        {
            return Ending::Rules(outcome);
        }
        let moves: Vec<&str> = self.plies.iter().map(|ply| ply.text.as_str()).collect();
        log::warn!(
            "{} plays {text} in {}: {why}; position {}, moves {}",
            self.players[color].name(),
            self.game.rules().variant().name,
            self.game.position().fen(),
            moves.join(" ")
        );
        Ending::IllegalMove(color, text)
    }

    /// The outcome if all legal moves lead to the same outcome: some engines end the game at once for a bared side.
    fn only_outcome(&self) -> Option<GameEnd> {
        let mut outcomes = self.game.legal_moves().into_iter().map(|mv| {
            let mut game = self.game.clone();
            game.play(mv);
            game.outcome()
        });
        let first = outcomes.next().flatten()?;
        outcomes.all(|other| other == Some(first)).then_some(first)
    }

    /// The draw to which some legal move leads. A side may claim this draw instead of making the move.
    fn draw_within_reach(&self) -> Option<GameEnd> {
        let mut moves = self.game.legal_moves().into_iter();
        moves.find_map(|mv| {
            let mut game = self.game.clone();
            game.play(mv);
            game.outcome()
                .filter(|outcome| matches!(outcome, GameEnd::Draw(_)))
        })
    }

    /// Sends the result to both engines. If a side that lost on time does not answer now, its engine has failed; this
    /// is returned.
    fn end(&mut self, ending: &Ending) -> Option<Ending> {
        let text = format!("{} {{{ending}}}", ending.result());
        let mut failed = None;
        for color in Color::ALL {
            let thinking = self.thinking == Some(color);
            let settled = self.players[color].end(&text, thinking, SETTLING);
            if let Err(fault) = settled {
                if [Ending::Flag(color), Ending::NeverMoved(color)].contains(ending) {
                    failed = Some(Ending::Fault(color, fault));
                } else if ending.is_proper() {
                    log::warn!("{} {fault} after a game", self.players[color].name());
                }
            }
        }
        failed
    }

    fn record(&mut self, mv: Move, thought: Option<Thought>) {
        let two_boards = self.game.rules().variant().has_two_boards();
        self.plies.push(Ply {
            text: self.game.format(mv),
            // with two boards other programs do not know which piece a letter means
            san: self.game.san(mv).filter(|_| !two_boards),
            suffixed: mv.promotion().is_some() || two_boards,
            thought,
        });
    }
}
