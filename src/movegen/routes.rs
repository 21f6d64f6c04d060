//! All ways of a piece from one square, with the occupants that they need, for diagrams.
//!
//! [`Walk`](super::Walk)s are made of them for the endgame solver: without first moves, and a type has no walks if a way
//! depends on several pieces. [`Route`]s only leave out castling and moves that capture on the way, because the tables
//! of paths do not contain them.

use super::MoveTables;
use super::path::{Exit, Occupants};
use crate::types::{Square, TypeId};
use crate::variant::{Over, Rights};

/// One way of a piece to a square.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Route {
    /// The square where the way leads.
    pub to: Square,
    /// What the piece may do there.
    pub rights: Rights,
    /// The way is only for a piece that has never moved, or for a pawn on its push ranks.
    pub first: bool,
    /// The squares that the piece passes, in order, with the occupants that they may hold.
    pub passed: Vec<(Square, Over)>,
}

impl Route {
    /// The squares that must be empty.
    pub fn empty(&self) -> impl Iterator<Item = Square> + '_ {
        let bound = self.passed.iter().filter(|(_, over)| *over == Over::EMPTY);
        bound.map(|&(sq, _)| sq)
    }

    /// The squares that need a piece, with the kinds of pieces that serve.
    pub fn platforms(&self) -> impl Iterator<Item = (Square, Over)> + '_ {
        self.passed.iter().copied().filter(|(_, over)| !over.empty)
    }
}

/// Occupants of the walker as data of the variant.
fn over(occupants: Occupants) -> Over {
    Over::new(
        occupants.include(Occupants::EMPTY),
        occupants.include(Occupants::FRIEND),
        occupants.include(Occupants::ENEMY),
    )
}

impl MoveTables {
    /// All ways of a type from a square of the board, including first moves, without castling and moves that
    /// capture on the way.
    pub fn routes(&self, id: TypeId, from: Square) -> Vec<Route> {
        let entry = self.entry(id, from);
        let mut found = Collector::default();
        self.walk_plain(entry, from, &Vec::new(), &mut found);
        let by_rank = self.rules.pushes_by_rank(id);
        for path in entry.paths.of(&self.paths) {
            found.first = path.virgin || path.push && by_rank;
            self.walk(path, Vec::new(), &mut found);
        }
        found.routes
    }
}

/// Collects the ways of walks.
#[derive(Default)]
struct Collector {
    /// The walk is only for first moves.
    first: bool,
    routes: Vec<Route>,
}

impl super::path::Visitor<Vec<(Square, Over)>> for Collector {
    fn arrive(&mut self, way: &mut Vec<(Square, Over)>, sq: Square, rights: Rights) {
        let route = Route {
            to: sq,
            rights,
            first: self.first,
            passed: way.clone(),
        };
        if !self.routes.contains(&route) {
            self.routes.push(route);
        }
    }

    fn pass(
        &mut self,
        mut way: Vec<(Square, Over)>,
        sq: Square,
        occupants: Occupants,
        exit: Exit,
    ) -> Option<Vec<(Square, Over)>> {
        match (exit, occupants) {
            (Exit::Detour, _) => way.clear(),
            (_, Occupants::NONE) => return None,
            _ => way.push((sq, over(occupants))),
        }
        Some(way)
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::games::without_net;
    use crate::types::Square;
    use crate::variant::Over;

    /// A soldier's horse is lame, a pawn's first move passes one square, and a cannon needs a screen.
    #[test]
    fn routes_depend_on_blockers_and_screens() {
        let rules = without_net("normal");
        let pawn = rules.variant().types().next().unwrap().0;
        let routes = rules.tables.routes(pawn, Square::at(4, 1));
        let push = routes
            .iter()
            .find(|route| route.to == Square::at(4, 3))
            .unwrap();
        assert!(push.first && push.rights.quiet && !push.rights.capture);
        assert_eq!(push.passed, [(Square::at(4, 2), Over::EMPTY)]);
        assert_eq!(routes.iter().filter(|route| route.first).count(), 1);
        let rules = without_net("xiangqi");
        let cannon = rules
            .variant()
            .type_by_letter('C', crate::types::Color::White)
            .unwrap();
        let routes = rules.tables.routes(cannon, Square::at(0, 0));
        let captures = || routes.iter().filter(|route| route.rights.capture);
        assert!(captures().all(|route| route.platforms().count() == 1));
        assert_eq!(
            captures()
                .filter(|route| route.to == Square::at(0, 9))
                .count(),
            8
        );
    }
}
