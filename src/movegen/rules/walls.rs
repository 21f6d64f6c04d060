//! Walls: each move becomes several moves, one for each square where it can place a wall.

use crate::board::Position;
use crate::board::cell::EMPTY;
use crate::movegen::MoveTables;
use crate::types::{Bitboard, Move, Square};
use crate::variant::rules::walls::{Walls, Where};

impl MoveTables {
    /// Replaces the moves from index `first` on by these moves with all walls that they can place.
    #[inline(never)]
    pub(in crate::movegen) fn add_walls(
        &self,
        pos: &Position,
        moves: &mut Vec<Move>,
        first: usize,
    ) {
        let Some(walls) = &self.variant.rules.walls else {
            return;
        };
        if walls.instead || moves.len() == first {
            return;
        }
        let allowed = self.walled_zone(pos, walls);
        let empty: Bitboard = (allowed.iter())
            .filter(|sq| pos.cell(*sq) == EMPTY)
            .collect();
        let plain = moves.split_off(first);
        let (mut copy, mut shots) = (None, Vec::new());
        for mv in plain {
            let squares = match walls.place {
                Where::Behind => std::iter::once(mv.from()).collect(),
                Where::Shot => {
                    let copy = copy.get_or_insert_with(|| pos.without_history());
                    self.shots(copy, mv, &mut shots)
                }
                _ => freed(pos, mv).fold(empty, Bitboard::with),
            };
            let taken = pos.layout().arrivals(pos.side(), mv).collect();
            let free = (squares & allowed).without(taken).iter();
            moves.extend(free.map(|sq| mv.walling(sq)));
        }
    }

    /// Adds the moves that only place a wall. They are encoded as a move of the side's first piece to its own square.
    #[inline(never)]
    pub(in crate::movegen) fn walls_alone(&self, pos: &Position, moves: &mut Vec<Move>) {
        let us = pos.side();
        let Some(walls) = self
            .variant
            .rules
            .walls
            .as_ref()
            .filter(|walls| walls.instead)
        else {
            return;
        };
        let Some(stays) = pos
            .pieces(us)
            .map(|(sq, _)| sq)
            .min_by_key(|sq| (sq.rank(), sq.file()))
        else {
            return;
        };
        let allowed = self.walled_zone(pos, walls).iter();
        let empty = allowed.filter(|sq| pos.cell(*sq) == EMPTY);
        moves.extend(empty.map(|sq| Move::new(stays, stays).walling(sq)));
    }

    /// The squares where the side to move may place walls, empty or not.
    fn walled_zone(&self, pos: &Position, walls: &Walls) -> Bitboard {
        let zone = walls.zones[pos.side()].as_ref();
        let inside = |sq: &Square| zone.is_none_or(|zone| zone.contains(sq.file(), sq.rank()));
        let near = |sq: &Square| walls.place != Where::Edge || self.is_edge(pos, *sq);
        let squares = self.variant.squares();
        squares.filter(|sq| inside(sq) && near(sq)).collect()
    }

    /// True if a square is on the edge of the board, or orthogonally adjacent to a wall.
    fn is_edge(&self, pos: &Position, sq: Square) -> bool {
        let (files, ranks) = (self.variant.files, self.variant.ranks);
        let (file, rank) = (sq.file(), sq.rank());
        file == 0
            || rank == 0
            || file + 1 == files
            || rank + 1 == ranks
            || pos
                .walls()
                .any(|wall| file.abs_diff(wall.file()) + rank.abs_diff(wall.rank()) == 1)
    }

    /// The squares that the mover could reach from its target without capturing. Leaves the position unchanged; `moves` is a
    /// buffer.
    fn shots(&self, pos: &mut Position, mv: Move, moves: &mut Vec<Move>) -> Bitboard {
        let id = pos.type_on(mv.from());
        moves.clear();
        pos.without(mv.from(), |pos| {
            self.emit::<_, false, true>(pos, mv.to(), id, self.entry(id, mv.to()), moves);
        });
        let plain = moves
            .iter()
            .filter(|mv| !mv.is_first_move() && !mv.is_push());
        plain.map(|mv| mv.to()).collect()
    }
}

/// The squares that a move vacates.
fn freed(pos: &Position, mv: Move) -> impl Iterator<Item = Square> {
    let castling = pos.layout().castling(pos.side(), mv);
    let passed = mv.is_en_passant().then(|| pos.captured_square(mv));
    let corner = castling.map(|castling| castling.corner);
    [Some(mv.from()), corner, passed].into_iter().flatten()
}
