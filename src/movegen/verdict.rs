//! Games that are decided while there still are legal moves.

use super::MoveTables;
use crate::board::Position;
use crate::types::{Color, Move, TypeId};

/// Why a game is drawn although there are moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeadDraw {
    /// Both sides are bare, in a game that is lost by being bare.
    BareKings,
    /// Neither side can ever win.
    InsufficientMaterial,
}

/// Why a game is decided although there are moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A royal has reached the goal of the game.
    Goal,
    /// A side has nothing but its royal left.
    BareKing,
    /// A side has given as many checks as the game asks for.
    Checks,
    /// A side has lost the last piece of a type.
    Extinction,
    /// A royal has been blown up.
    Explosion,
    /// A side has got rid of its pieces.
    Rid,
}

/// How a decided game has ended for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It has won.
    Won(Decision),
    /// It has lost.
    Lost(Decision),
    /// Nobody can win.
    Draw(DeadDraw),
}

impl Verdict {
    /// True if one side has won, so that there is nothing left to play.
    pub fn is_decisive(self) -> bool {
        !matches!(self, Verdict::Draw(_))
    }
}

impl MoveTables {
    /// True if a move of the side to move reaches its goal (legal or not).
    #[inline]
    pub fn reaches_goal(&self, pos: &Position, mv: Move) -> bool {
        self.hill
            .as_ref()
            .is_some_and(|(id, hill)| pos.type_on(mv.from()) == *id && hill.contains(mv.to()))
    }

    /// The verdict on a game that is decided by more than the lack of a legal move: a royal has
    /// reached its goal, or a side is bare.
    #[inline]
    pub fn verdict(&self, pos: &Position) -> Option<Verdict> {
        if !self.decides_early {
            return None;
        }
        if self.has_goals
            && let Some(verdict) = self.goal_verdict(pos)
        {
            return Some(verdict);
        }
        let (us, them) = (pos.side(), pos.side().other());
        if let Some((id, hill)) = &self.hill {
            let mut royals = pos.pieces_in(them, pos.royals(them));
            if royals.any(|(sq, royal)| royal == *id && hill.contains(sq)) {
                return Some(Verdict::Lost(Decision::Goal));
            }
        }
        if self.variant.rules.win.bare_king_loses || self.baring != [0; 2] {
            // the bared side has had its move, and has not bared us
            match (self.is_bare(pos, us), self.is_bare(pos, them)) {
                (true, true) => return Some(Verdict::Draw(DeadDraw::BareKings)),
                (false, true) => return Some(Verdict::Won(Decision::BareKing)),
                (_, false) => {}
            }
        }
        if !self.bare_royals_draw {
            return None;
        }
        let lone = |color| {
            let live = pos.live(color);
            live.count_ones() == 1 && live == pos.royals(color) && !pos.has_hand(color)
        };
        let pawns = pos.count(us, TypeId::pawn(us)) | pos.count(them, TypeId::pawn(them));
        let dead = lone(us) && lone(them)
            || pawns == 0 && self.orthodox_royals && self.all_on_one_shade(pos);
        dead.then_some(Verdict::Draw(DeadDraw::InsufficientMaterial))
    }

    /// True if all pieces but two orthodox royals stand on squares of one colour and will for ever:
    /// then neither side can mate, even with the other one's help. A king has neighbours of both
    /// colours, those of the colour without pieces can neither be blocked nor attacked but by the
    /// other king, and this cannot attack two of them without standing beside the first king.
    #[inline(never)]
    fn all_on_one_shade(&self, pos: &Position) -> bool {
        let mut shades = 0;
        for color in Color::ALL {
            let royals = pos.royals(color);
            if royals.count_ones() != 1 || pos.has_hand(color) {
                return false;
            }
            for (sq, id) in pos.pieces_in(color, pos.live(color) & !royals) {
                if !self.keeps_shade(id) {
                    return false;
                }
                shades |= 1 << ((sq.file() + sq.rank()) & 1);
            }
        }
        shades != 3 && pos.virgins().is_empty()
    }
}
