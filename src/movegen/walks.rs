//! The moves of a type as data, for the endgame solver.

use super::MoveTables;
use crate::types::{Bitboard, Square, TypeId};
use crate::variant::Over;

/// A square of a walk that must be occupied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WalkPlatform {
    /// The square of the platform.
    pub sq: Square,
    /// A piece of the mover's own colour serves.
    pub friend: bool,
    /// A piece of the other colour serves.
    pub enemy: bool,
}

/// One way of a piece from a square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Walk {
    /// The square where the piece stands.
    pub from: Square,
    /// The square where the piece arrives.
    pub to: Square,
    /// The piece may capture there.
    pub capture: bool,
    /// The piece may go there if the square is empty.
    pub quiet: bool,
    /// The squares that must be empty.
    pub empty: Bitboard,
    /// The platform, if the way needs one.
    pub platform: Option<WalkPlatform>,
}

impl MoveTables {
    /// All ways of a type on the board, without castling and first moves. Ways to the same square over different
    /// squares are separate; promotion is ignored. `None` if some way depends on more than a [`Walk`] can describe: on
    /// several platforms, or on the type of a captured or hopped piece.
    pub fn walks(&self, id: TypeId) -> Option<Vec<Walk>> {
        let v = &self.variant;
        let mut moves = v.moves_anywhere(id);
        if !self.barred_from(id).is_empty()
            || moves.any(|m| m.is_double() || !m.has_common_rights())
        {
            return None;
        }
        let by_rank = self.rules.pushes_by_rank(id);
        let mut walks = Vec::new();
        for from in v.squares().filter(|sq| sq.file() < v.files) {
            for route in self.routes(id, from) {
                let empty: Bitboard = route.empty().collect();
                let mut needs = route.passed.clone();
                needs.retain(|(_, over)| ![Over::EMPTY, Over::ANY].contains(over));
                // the mover's own square and a platform are never empty
                let closed =
                    empty.contains(from) || needs.iter().any(|&(sq, _)| empty.contains(sq));
                if closed || route.first && !by_rank {
                    continue;
                }
                let platform = match needs[..] {
                    [] => None,
                    [(sq, over)] if !over.empty => Some(WalkPlatform {
                        sq,
                        friend: over.friend,
                        enemy: over.enemy,
                    }),
                    _ => return None,
                };
                let to = route.to;
                // a captured piece cannot be on a square that must be empty
                let capture = route.rights.capture && !empty.contains(to);
                let quiet = route.rights.quiet && platform.is_none_or(|p| p.sq != to);
                if capture || quiet {
                    walks.push(Walk {
                        from,
                        to,
                        capture,
                        quiet,
                        empty,
                        platform,
                    });
                }
            }
        }
        Some(walks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Placement, Position, Virginity};
    use crate::ruleset::Ruleset;
    use crate::testing::games::variants;
    use crate::types::{Color, Rng};

    /// In positions with some pieces of both colours, the walks of a piece are its moves.
    #[test]
    fn walks_are_moves() {
        let mut rng = Rng::new(1);
        let mut random = move |n| rng.below(n);
        let mut compared = 0;
        for v in variants() {
            let rules = Ruleset::new(v.clone());
            // castling, and first moves over squares of other moves
            let over = !v.rules.win.only_royals_decide() || v.rules.castling.can_win();
            if over || v.rules.promotion.mobile {
                continue;
            }
            let plain = |&(id, piece): &(TypeId, &crate::variant::PieceType)| {
                id.0 > 2 && !piece.royalty.is_royal()
            };
            let others: Vec<TypeId> = v.types().filter(plain).map(|(id, _)| id).collect();
            let royal = |color: Color| {
                let mut start = v.start_pieces().into_iter();
                let royal = start.find(|p| p.color == color && v.is_royal(p.id));
                royal.map(|placed| placed.id)
            };
            // without royals there are no positions of this kind
            let (Some(white), Some(black)) = (royal(Color::White), royal(Color::Black)) else {
                continue;
            };
            for round in 0..40 {
                let id = others[round % others.len()];
                let mut pieces: Vec<(Square, Color, TypeId)> = Vec::new();
                let men = [
                    (Color::White, id),
                    (Color::White, white),
                    (Color::Black, black),
                    (Color::White, others[random(others.len())]),
                    (Color::Black, others[random(others.len())]),
                    (Color::Black, others[random(others.len())]),
                ];
                for (color, id) in men {
                    let at = |r: &mut dyn FnMut(usize) -> usize| {
                        let (files, ranks) = (usize::from(v.files), usize::from(v.ranks));
                        Square::at(r(files) as u8, r(ranks) as u8)
                    };
                    let mut sq = at(&mut random);
                    while v.is_hole(sq.file(), sq.rank())
                        || pieces.iter().any(|(taken, ..)| *taken == sq)
                    {
                        sq = at(&mut random);
                    }
                    pieces.push((sq, color, id));
                }
                let mut placement = Placement::start(&rules.layout);
                placement.hands.clear();
                placement.pieces = pieces;
                placement.virginity = Virginity::On(Bitboard::EMPTY);
                let pos = Position::new(rules.layout.clone(), &placement).unwrap();
                let from = placement.pieces[0].0;
                let mut moves = Vec::new();
                rules
                    .tables
                    .piece_moves::<true, true>(&pos, from, id, &mut moves);
                let moved: Bitboard = moves.iter().map(|mv| mv.to()).collect();
                let open = |walk: &Walk| {
                    let empty = walk.empty.iter().all(|sq| pos.cell(sq) == 0);
                    let platform = walk.platform.is_none_or(|p| match pos.piece_on(p.sq) {
                        Some((Color::White, _)) => p.friend,
                        Some((Color::Black, _)) => p.enemy,
                        None => false,
                    });
                    let arrives = match pos.piece_on(walk.to) {
                        None => walk.quiet,
                        Some((color, _)) => walk.capture && color == Color::Black,
                    };
                    walk.from == from && empty && platform && arrives
                };
                let Some(walks) = rules.tables.walks(id) else {
                    continue;
                };
                let walked: Bitboard = (walks.iter())
                    .filter(|walk| open(walk))
                    .map(|walk| walk.to)
                    .collect();
                assert_eq!(walked, moved, "{}: {id:?} in {}", v.name, pos.fen());
                compared += 1;
            }
        }
        assert!(compared > 1000, "{compared}");
    }
}
