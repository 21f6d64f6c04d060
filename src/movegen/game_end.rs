//! How games end: the result and its reason, as the protocols show them; and games that end while there are legal
//! moves.

use std::fmt;

use super::MoveTables;
use super::repetition::Perpetual;
use crate::board::Position;
use crate::types::{ByColor, Color, TypeId};

/// Why a side has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinReason {
    /// The loser is in check and has no legal move.
    Checkmate,
    /// A side has no legal move, which decides this variant.
    Stalemate,
    /// The winner's pieces have reached the goal of the variant.
    Goal,
    /// The loser has only the royal left.
    BareKing,
    /// The loser has repeated the position by perpetual check or chase.
    Perpetual(Perpetual),
    /// The winner is in check and has no legal move, which wins in this variant.
    BeingMated,
    /// The winner has given enough checks.
    Checks,
    /// The loser has lost the last piece of a type.
    Extinction,
    /// The winner has lost the last piece of a type, which wins in this variant.
    Extinct,
    /// The loser's royal has been blown up.
    RoyalDestroyed,
    /// The loser's royal has been captured: it was in check on the other side's turn, which only happens in
    /// positions that were set up, or at the start of an odd variant.
    RoyalTaken,
    /// The winner has got rid of all pieces.
    Rid,
    /// The winner has castled, which wins in this variant.
    Castled,
    /// The loser cannot castle any more, which loses in this variant.
    CannotCastle,
    /// A drawn game is won by one side.
    DrawOdds,
    /// The winner has more points, which decides a drawn game.
    Points,
}

/// Why a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawReason {
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// The position has occurred three times.
    Repetition,
    /// Too many moves without a capture or pawn move. The value is the number of moves of each side.
    MoveRule(u32),
    /// A counting side has reached its limit.
    Counting,
    /// Both sides are bare, where being bare loses.
    BareKings,
    /// A side is bare, which draws in this variant.
    BareKing,
    /// Both sides have reached the goal.
    BothAtGoal,
    /// The side to move is mated, but this mate does not count.
    Mate,
    /// Both sides have passed the turn.
    Passes,
    /// The turn was passed while royals faced each other.
    Facing,
    /// Neither side can ever win.
    InsufficientMaterial,
}

/// The end of a game by its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// A side has won.
    Win(Color, WinReason),
    /// The game is drawn.
    Draw(DrawReason),
}

/// The result of a game, `1-0`, `0-1` or `1/2-1/2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// This side has won.
    Win(Color),
    /// A draw.
    Draw,
}

impl GameResult {
    /// Reads a result; `None` for any other text.
    pub fn parse(text: &str) -> Option<GameResult> {
        let all = [
            GameResult::Win(Color::White),
            GameResult::Win(Color::Black),
            GameResult::Draw,
        ];
        all.into_iter().find(|result| result.to_string() == text)
    }
}

impl GameEnd {
    /// True if play must end: one side has won, or a rule has drawn the game at once.
    pub fn ends_play(self) -> bool {
        matches!(
            self,
            GameEnd::Win(..)
                | GameEnd::Draw(
                    DrawReason::BothAtGoal
                        | DrawReason::BareKing
                        | DrawReason::Passes
                        | DrawReason::Facing
                )
        )
    }

    /// The result without its reason.
    pub fn result(self) -> GameResult {
        match self {
            GameEnd::Win(color, _) => GameResult::Win(color),
            GameEnd::Draw(_) => GameResult::Draw,
        }
    }

    /// True if the program may claim this end. Wins by repetition are left to the GUI: a GUI with other repetition
    /// rules would call the claim false.
    pub fn may_be_claimed(&self) -> bool {
        !matches!(self, GameEnd::Win(_, WinReason::Perpetual(_)))
    }

    /// The reason in words, for the protocol and PGN.
    pub fn reason(self) -> String {
        let (color, reason) = match self {
            GameEnd::Win(color, reason) => (color, reason),
            GameEnd::Draw(reason) => {
                return match reason {
                    DrawReason::Stalemate => "Stalemate".to_owned(),
                    DrawReason::Repetition => "Draw by repetition".to_owned(),
                    DrawReason::MoveRule(moves) => format!("Draw by {moves}-move rule"),
                    DrawReason::Counting => "Draw by counting".to_owned(),
                    DrawReason::BareKings => "Bare kings".to_owned(),
                    DrawReason::BareKing => "Bare king".to_owned(),
                    DrawReason::BothAtGoal => "Both reach the goal".to_owned(),
                    DrawReason::Mate => "Mate that does not count".to_owned(),
                    DrawReason::Passes => "Both sides pass".to_owned(),
                    DrawReason::Facing => "Royals face each other".to_owned(),
                    DrawReason::InsufficientMaterial => "Insufficient material".to_owned(),
                };
            }
        };
        let how = match reason {
            WinReason::Checkmate => "mates",
            WinReason::Stalemate => "wins by stalemate",
            WinReason::Goal => "reaches the goal",
            WinReason::BareKing => "wins by bare king",
            WinReason::Perpetual(Perpetual::Check) => "wins by perpetual check",
            WinReason::Perpetual(Perpetual::Chase) => "wins by perpetual chase",
            WinReason::BeingMated => "wins by being mated",
            WinReason::Checks => "has given enough checks",
            WinReason::Extinction => "wins by extinction",
            WinReason::Extinct => "has lost what it had to lose",
            WinReason::RoyalDestroyed => "blows up the king",
            WinReason::RoyalTaken => "takes the king",
            WinReason::Rid => "has no pieces left to lose",
            WinReason::Castled => "wins by castling",
            WinReason::CannotCastle => "wins: the other side can castle no more",
            WinReason::DrawOdds => "wins by draw odds",
            WinReason::Points => "wins on points",
        };
        format!("{} {how}", COLOR_NAMES[color])
    }
}

/// The names of the colours at the start of a sentence.
pub const COLOR_NAMES: ByColor<&str> = ByColor::new("White", "Black");

impl fmt::Display for GameEnd {
    /// The protocol's form: the result, and the reason in braces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{{}}}", self.result(), self.reason())
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::Win(Color::White) => "1-0",
            GameResult::Win(Color::Black) => "0-1",
            GameResult::Draw => "1/2-1/2",
        })
    }
}

impl MoveTables {
    /// The end of a game that a rule decides while there are legal moves: a royal has reached its goal, or a
    /// side is bare.
    #[inline]
    pub fn game_end(&self, pos: &Position) -> Option<GameEnd> {
        if !self.decides_early {
            return None;
        }
        if self.rules.more_wins
            && let Some(end) = self.end_by_rule(pos)
        {
            return Some(end);
        }
        let (us, them) = (pos.side(), pos.side().other());
        if !self.bare_royals_draw {
            return None;
        }
        let lone = |color| pos.live(color).count_ones() == 1 && pos.is_bare(color);
        let pawns = pos.count(us, TypeId::pawn(us)) | pos.count(them, TypeId::pawn(them));
        let dead = lone(us) && lone(them)
            || pawns == 0 && self.orthodox_royals && self.all_on_one_color(pos);
        dead.then_some(GameEnd::Draw(DrawReason::InsufficientMaterial))
    }

    /// The side that has lost the royal it needs.
    pub fn without_royal(&self, pos: &Position) -> Option<Color> {
        let sides = [pos.side(), pos.side().other()].into_iter();
        let mut lost = sides.filter(|&color| self.has_royals[color] && pos.royals(color) == 0);
        lost.find(|&color| !pos.holds_royal(color))
    }

    /// True if all pieces except two orthodox royals are bound to squares of one colour. Then no mate is possible,
    /// even with the other side's help. A king has neighbours of both colours. The neighbours on the colour without
    /// pieces can only be blocked or attacked by the other king, which cannot attack two of them without standing next
    /// to the first king.
    #[inline(never)]
    fn all_on_one_color(&self, pos: &Position) -> bool {
        let mut square_colors = 0;
        for color in Color::ALL {
            let royals = pos.royals(color);
            if royals.count_ones() != 1 || pos.has_hand(color) {
                return false;
            }
            for (sq, id) in pos.pieces_in(color, pos.live(color) & !royals) {
                if !self.is_color_bound(id) {
                    return false;
                }
                square_colors |= 1 << ((sq.file() + sq.rank()) & 1);
            }
        }
        square_colors != 3 && pos.virgin_numbers::<4>().is_empty()
    }
}
