//! How a game ends: the result and the reason, in one type from here to the protocol; and the games
//! that are decided while there still are legal moves.

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
    /// A side has no legal move, and that decides this game.
    Stalemate,
    /// The winner's pieces have reached the goal of the game.
    Goal,
    /// The loser has nothing but the royal left.
    BareKing,
    /// The loser has repeated the position by forcing the other side without end.
    Perpetual(Perpetual),
    /// The winner is in check and has no legal move, and that wins in this game.
    BeingMated,
    /// The winner has given as many checks as the game asks for.
    Checks,
    /// The loser has lost the last piece of a type.
    Extinction,
    /// The winner has lost the last piece of a type, which wins in this game.
    Extinct,
    /// The loser's royal has been blown up.
    RoyalDestroyed,
    /// The loser's royal has been taken: it stood in check while it was the other side's turn, as
    /// only a position that was set up, or the start of a strange game, can have it.
    RoyalTaken,
    /// The winner has got rid of all pieces.
    Rid,
    /// The winner has castled, which wins in this game.
    Castled,
    /// The loser can castle no more, which loses in this game.
    CannotCastle,
    /// What would be a draw is won by one side.
    DrawOdds,
    /// The winner has more points, which decides what would be a draw.
    Points,
}

/// Why nobody has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawReason {
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// The position is on the board for the third time.
    Repetition,
    /// Too many moves without a capture or pawn move; the number of moves of each side.
    MoveRule(u32),
    /// A side has counted to the end.
    Counting,
    /// Both sides are bare, in a game that is lost by being bare.
    BareKings,
    /// A side is bare, in a game that is drawn by that.
    BareKing,
    /// Both sides have reached the goal of the game.
    BothAtGoal,
    /// The side to move is mated in a way that does not count.
    Mate,
    /// Both sides have passed the turn.
    Passes,
    /// The turn was passed while royals faced each other.
    Facing,
    /// Neither side can ever win.
    InsufficientMaterial,
}

/// How a game has ended by its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEnd {
    /// Somebody has won.
    Win(Color, WinReason),
    /// Nobody has.
    Draw(DrawReason),
}

/// The result of a game, `1-0`, `0-1` or `1/2-1/2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// This side has won.
    Win(Color),
    /// Nobody has.
    Draw,
}

impl GameResult {
    /// Reads a result; `None` if the text is none.
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
    /// True if there is nothing left to play: one side has won, or a rule of the game has
    /// drawn it at once.
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

    /// Who has won.
    pub fn result(self) -> GameResult {
        match self {
            GameEnd::Win(color, _) => GameResult::Win(color),
            GameEnd::Draw(_) => GameResult::Draw,
        }
    }

    /// True if the program may claim it. Who is to blame for a repetition is left to whoever
    /// watches over the game: a GUI that does not see it the same way takes the claim for a wrong
    /// one.
    pub fn may_be_claimed(&self) -> bool {
        !matches!(self, GameEnd::Win(_, WinReason::Perpetual(_)))
    }

    /// The reason in words, as the protocol and PGN have it.
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

/// The colours where a sentence begins.
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
    /// The end of a game that is decided by more than the lack of a legal move: a royal has reached
    /// its goal, or a side is bare.
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
        let lone = |color| {
            let live = pos.live(color);
            live.count_ones() == 1 && live == pos.royals(color) && !pos.has_hand(color)
        };
        let pawns = pos.count(us, TypeId::pawn(us)) | pos.count(them, TypeId::pawn(them));
        let dead = lone(us) && lone(them)
            || pawns == 0 && self.orthodox_royals && self.all_on_one_color(pos);
        dead.then_some(GameEnd::Draw(DrawReason::InsufficientMaterial))
    }

    /// The side that has no royal any more, in a game in which it needs one.
    pub fn without_royal(&self, pos: &Position) -> Option<Color> {
        let sides = [pos.side(), pos.side().other()].into_iter();
        let mut lost = sides.filter(|&color| self.has_royals[color] && pos.royals(color) == 0);
        lost.find(|&color| !pos.holds_royal(color))
    }

    /// True if all pieces but two orthodox royals stand on squares of one colour and will for ever:
    /// then neither side can mate, even with the other one's help. A king has neighbours of both
    /// colours, those of the colour without pieces can neither be blocked nor attacked but by the
    /// other king, and this cannot attack two of them without standing beside the first king.
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
