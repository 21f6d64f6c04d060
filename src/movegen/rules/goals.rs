//! Goals: squares that win for whoever brings pieces there. The hill is one of them: a royal that
//! reaches the middle of the board has won.

use crate::board::Position;
use crate::board::cell::{EMPTY, color_bit};
use crate::movegen::game_end::{DrawReason, GameEnd, WinReason};
use crate::movegen::{CheckInfo, MoveTables};
use crate::types::{Bitboard, ByColor, Color, Move, Square, TypeId, TypeSet};
use crate::variant::Variant;
use crate::variant::rules::goals::Goal;

/// Pieces of a side that have to get somewhere.
#[derive(Clone, Debug)]
pub struct GoalTarget {
    /// Which pieces.
    pub types: TypeSet,
    /// Where.
    pub squares: Bitboard,
}

/// A goal, ready to be looked at.
#[derive(Debug)]
pub struct GoalTable {
    /// What each side has to bring where; several entries have no square in common for a type.
    pub targets: ByColor<Vec<GoalTarget>>,
    /// So many pieces have to be there.
    pub count: u32,
    or_full: bool,
    safe: bool,
    held: bool,
    level: bool,
}

impl GoalTable {
    fn new(v: &Variant, goal: &Goal) -> GoalTable {
        let squares = |zone: crate::variant::Zone| {
            let squares = v.squares();
            squares
                .filter(|sq| zone.contains(v.shown_file(sq.file()), sq.rank()))
                .collect::<Bitboard>()
        };
        let targets = |color: Color| {
            let mut by_squares: Vec<GoalTarget> = Vec::new();
            for &(id, zone) in &goal.targets[color] {
                let types = v.kind(id);
                // a piece that is in two zones is one piece
                let known = by_squares.iter().filter(|t| !(t.types & types).is_empty());
                let squares = known.fold(squares(zone), |left, t| left.without(t.squares));
                match by_squares.iter_mut().find(|t| t.squares == squares) {
                    Some(target) => target.types |= types,
                    None => by_squares.push(GoalTarget { types, squares }),
                }
            }
            by_squares
        };
        GoalTable {
            targets: ByColor::from_fn(targets),
            count: u32::from(goal.count),
            or_full: goal.or_full,
            safe: goal.safe,
            held: goal.held,
            level: goal.level,
        }
    }

    /// The royals that go for the squares in the middle of the board.
    fn hill(v: &Variant, id: TypeId) -> GoalTable {
        let zone = v.hill_squares();
        let squares = zone.squares().map(|(file, rank)| Square::at(file, rank));
        let target = GoalTarget {
            types: [id].into_iter().collect(),
            squares: squares.collect(),
        };
        GoalTable {
            targets: ByColor::from_fn(|_| vec![target.clone()]),
            count: 1,
            or_full: false,
            safe: false,
            held: false,
            level: false,
        }
    }

    /// True if a piece that gets there has won, and nothing else has to be known.
    fn is_simple(&self) -> bool {
        self.count == 1 && !self.safe && !self.held && !self.level
    }

    /// True if a piece of that type belongs on the square.
    fn is_for(&self, color: Color, id: TypeId, sq: Square) -> bool {
        let fits = |target: &GoalTarget| target.types.contains(id) && target.squares.contains(sq);
        self.targets[color].iter().any(fits)
    }

    /// The squares of the goal on which pieces of a side are that belong there.
    fn arrived<'a>(&'a self, pos: &'a Position, color: Color) -> impl Iterator<Item = Square> + 'a {
        let own = move |target: &GoalTarget, sq: Square| {
            pos.cell(sq) & color_bit(color) != 0 && target.types.contains(pos.type_on(sq))
        };
        let targets = self.targets[color].iter();
        targets.flat_map(move |target| target.squares.iter().filter(move |&sq| own(target, sq)))
    }
}

/// All goals of a game.
pub(super) fn tables(v: &Variant) -> Vec<GoalTable> {
    let win = &v.rules.win;
    let hill = win.hill.map(|id| GoalTable::hill(v, id));
    let goals = win.goals.iter().map(|goal| GoalTable::new(v, goal));
    hill.into_iter().chain(goals).collect()
}

impl MoveTables {
    /// The goals of the game.
    pub fn goals(&self) -> &[GoalTable] {
        &self.rules.goals
    }

    /// True if a type of a colour belongs to a goal.
    pub fn goals_concern(&self, color: Color, id: TypeId) -> bool {
        let mut targets = (self.rules.goals.iter()).flat_map(|goal| &goal.targets[color]);
        targets.any(|target| target.types.contains(id))
    }

    /// True if a move of the side to move brings a piece to a goal (legal or not).
    #[inline]
    pub fn reaches_goal(&self, pos: &Position, mv: Move) -> bool {
        let arrives = |goal: &GoalTable| {
            let id = pos.arriving(mv);
            goal.is_for(pos.side(), id, mv.to())
        };
        self.rules.goals.iter().any(arrives)
    }

    /// True if a piece of the side to move that belongs to a goal has a legal move there that wins.
    /// `buffer` is room to find out.
    #[inline(never)]
    pub fn can_reach_goal(
        &self,
        pos: &mut Position,
        known: &CheckInfo,
        buffer: &mut Vec<Move>,
    ) -> bool {
        let us = pos.side();
        let wins = |goal: &GoalTable| {
            // what has to be held wins by no move of one's own
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
                    let mut kept = first;
                    for i in first..buffer.len() {
                        if target.squares.contains(buffer[i].to()) {
                            buffer[kept] = buffer[i];
                            kept += 1;
                        }
                    }
                    buffer.truncate(kept);
                }
            }
            buffer.iter().any(|&mv| {
                self.is_legal(pos, mv, known)
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

    /// How the game has ended by a goal.
    pub(super) fn ended_at_goal(&self, pos: &Position) -> Option<GameEnd> {
        let goals = self.rules.goals.iter();
        goals.filter_map(|goal| self.end_at_goal(pos, goal)).next()
    }

    fn end_at_goal(&self, pos: &Position, goal: &GoalTable) -> Option<GameEnd> {
        let (us, them) = (pos.side(), pos.side().other());
        let win = |color| Some(GameEnd::Win(color, WinReason::Goal));
        let level = Some(GameEnd::Draw(DrawReason::BothAtGoal));
        // what stood there before the last move has waited for the answer
        if goal.held {
            return match self.is_at_goal(pos, goal, us, false) {
                true => win(us),
                false if goal.safe && self.is_at_goal(pos, goal, them, true) => win(them),
                false => None,
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

    /// True if a side has as many pieces at a goal as are asked for. Those that could be captured do
    /// not count where they have to be safe, unless there are more than the other side could capture.
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

    /// True if the side to move can reach the goal with a move. Whether it has to capture instead
    /// does not count: then it finds out by moving.
    #[inline(never)]
    fn can_draw_level(&self, pos: &Position, goal: &GoalTable) -> bool {
        let us = pos.side();
        let known = self.look_at_royals(pos);
        let mut moves = Vec::new();
        self.generate_undecided::<true, true>(pos, &mut moves);
        let mut copy = pos.without_history();
        moves.into_iter().any(|mv| {
            self.is_legal(&mut copy, mv, &known) && {
                copy.make(mv);
                let there = self.is_at_goal(&copy, goal, us, goal.safe);
                copy.unmake();
                there
            }
        })
    }
}
