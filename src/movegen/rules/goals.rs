//! Goals: squares that win for a side that brings pieces there. The hill is such a goal: a royal in the middle of the
//! board wins.

use crate::board::Position;
use crate::board::cell::EMPTY;
use crate::movegen::game_end::{DrawReason, GameEnd, WinReason};
use crate::movegen::rules::GoalTable;
use crate::movegen::{CheckInfo, MoveTables};
use crate::types::{Color, Move, TypeId};

impl MoveTables {
    /// The goals of the variant.
    pub fn goals(&self) -> &[GoalTable] {
        &self.rules.goals
    }

    /// True if a type of a colour belongs to a goal.
    pub fn goals_concern(&self, color: Color, id: TypeId) -> bool {
        let mut targets = (self.rules.goals.iter()).flat_map(|goal| &goal.targets[color]);
        targets.any(|target| target.types.contains(id))
    }

    /// True if a move of the side to move brings a piece to a goal, whether or not the move is legal.
    #[inline]
    pub fn reaches_goal(&self, pos: &Position, mv: Move) -> bool {
        let arrives = |goal: &GoalTable| {
            let id = pos.arriving(mv);
            goal.is_for(pos.side(), id, mv.to())
        };
        self.rules.goals.iter().any(arrives)
    }

    /// True if a piece of the side to move has a legal move that wins by reaching a goal. `buffer` is scratch
    /// space.
    #[inline(never)]
    pub fn can_reach_goal(
        &self,
        pos: &mut Position,
        check_info: &CheckInfo,
        buffer: &mut Vec<Move>,
    ) -> bool {
        let us = pos.side();
        let wins = |goal: &GoalTable| {
            // a goal that must be held is not won by one's own move
            if goal.held && !goal.safe || goal.targets[us].is_empty() {
                return false;
            }
            if goal.count > 1 && goal.arrived(pos, us).count() as u32 + 1 < goal.count {
                return false;
            }
            buffer.clear();
            for target in &goal.targets[us] {
                let pieces = pos.pieces(us).filter(|&(_, id)| target.types.contains(id));
                for (sq, id) in pieces {
                    let first = buffer.len();
                    self.piece_moves::<true, true>(pos, sq, id, buffer);
                    let misses = |mv: &mut Move| !target.squares.contains(mv.to());
                    buffer.extract_if(first.., misses).for_each(drop);
                }
            }
            buffer.iter().any(|&mv| {
                self.is_legal(pos, mv, check_info)
                    && (goal.is_simple() || {
                        pos.make(mv);
                        let won = self.end_at_goal(pos, goal);
                        pos.unmake();
                        matches!(won, Some(GameEnd::Win(winner, _)) if winner == us)
                    })
            })
        };
        self.rules.goals.iter().any(wins)
    }

    /// The end of the game by a goal.
    pub(super) fn ended_at_goal(&self, pos: &Position) -> Option<GameEnd> {
        let goals = self.rules.goals.iter();
        goals.filter_map(|goal| self.end_at_goal(pos, goal)).next()
    }

    fn end_at_goal(&self, pos: &Position, goal: &GoalTable) -> Option<GameEnd> {
        let (us, them) = (pos.side(), pos.side().other());
        let win = |color| Some(GameEnd::Win(color, WinReason::Goal));
        let level = Some(GameEnd::Draw(DrawReason::BothAtGoal));
        // pieces that were at the goal before the last move have held it
        if goal.held {
            return if self.is_at_goal(pos, goal, us, false) {
                win(us)
            } else if goal.safe && self.is_at_goal(pos, goal, them, true) {
                win(them)
            } else {
                None
            };
        }
        let theirs = self.is_at_goal(pos, goal, them, goal.safe);
        let ours = (goal.level || goal.safe) && self.is_at_goal(pos, goal, us, goal.safe);
        let second = self.variant.first_to_move().other();
        match (ours, theirs) {
            (true, true) if !goal.level || them == second => level,
            (true, _) => win(us),
            (false, true) if goal.level && us == second && self.can_draw_level(pos, goal) => None,
            (false, true) => win(them),
            (false, false) => None,
        }
    }

    /// True if a side has enough pieces at a goal. Where they must be safe, attacked pieces do not count,
    /// unless there are more than the other side can capture.
    fn is_at_goal(&self, pos: &Position, goal: &GoalTable, color: Color, safe: bool) -> bool {
        let there = goal.arrived(pos, color).count() as u32;
        let enough = there >= goal.count
            || there > 0
                && goal.or_full
                && goal.targets[color].iter().all(|target| {
                    let mut squares = target.squares.iter();
                    squares.all(|sq| pos.cell(sq) != EMPTY)
                });
        enough
            && (!safe
                || there != goal.count
                || (goal.arrived(pos, color)).all(|sq| !self.attacked(pos, sq, color.other())))
    }

    /// True if the side to move can reach the goal. Compulsory captures are ignored.
    #[inline(never)]
    fn can_draw_level(&self, pos: &Position, goal: &GoalTable) -> bool {
        let us = pos.side();
        let check_info = self.look_at_royals(pos);
        let mut moves = Vec::new();
        self.generate_undecided::<true, true>(pos, &mut moves);
        let mut copy = pos.without_history();
        moves.into_iter().any(|mv| {
            self.is_legal(&mut copy, mv, &check_info) && {
                copy.make(mv);
                let there = self.is_at_goal(&copy, goal, us, goal.safe);
                copy.unmake();
                there
            }
        })
    }
}
