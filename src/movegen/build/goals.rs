//! The tables of goals.

use crate::movegen::rules::{GoalTable, GoalTarget};
use crate::types::{Bitboard, ByColor, Color, Square, TypeId};
use crate::variant::Variant;
use crate::variant::rules::goals::Goal;

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
                // a piece in two zones counts once
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

    /// The goal of royals that win on the squares in the middle of the board.
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
            ..GoalTable::default()
        }
    }
}

/// All goals of a variant.
pub(super) fn build(v: &Variant) -> Vec<GoalTable> {
    let win = &v.rules.win;
    let hill = win.hill.map(|id| GoalTable::hill(v, id));
    let goals = win.goals.iter().map(|goal| GoalTable::new(v, goal));
    hill.into_iter().chain(goals).collect()
}
