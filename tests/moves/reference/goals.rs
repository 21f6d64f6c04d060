//! The reference's other goals: game ends without royals, explosions, and compulsory captures.

use std::collections::BTreeSet;

use fmax::types::{Color, TypeId};
use fmax::variant::rules::goals::Goal;
use fmax::variant::{MoveDescriptor, MoveShape, Zone};

use super::model::{Model, Place, RefMove};

impl Model<'_> {
    fn own(&self, color: Color) -> Vec<TypeId> {
        let pieces = self.places().into_iter().filter_map(|sq| self.at(sq));
        pieces
            .filter(|(owner, _)| *owner == color)
            .map(|(_, id)| id)
            .collect()
    }

    /// True if a side has reached a goal without royals, or can no longer reach it.
    pub fn decided(&self) -> bool {
        if self.passed_out() {
            return true;
        }
        let goals = &self.v.rules.win;
        let royal = |id: &TypeId| self.v.piece(*id).royalty.is_royal();
        // the side to move wins if the other side was bared and has not bared it in turn
        let bare = |color: Color| {
            let named = &goals.baring[color];
            let start = self.v.back_rank[color].iter().flatten();
            let pawn = TypeId::pawn(color);
            let concerned = start.chain([&pawn]).any(|id| named.contains(id));
            concerned
                && !named
                    .iter()
                    .any(|id| self.own(color).contains(id) || self.holds(color, *id))
        };
        if bare(self.side.other()) && !bare(self.side) {
            return true;
        }
        Color::ALL.into_iter().any(|color| {
            let own = self.own(color);
            let starts = self.v.back_rank[color].iter().flatten().any(royal);
            let left = usize::from(goals.extinction_left);
            let number = |id: TypeId| {
                let here = own.iter().filter(|&&other| other == id).count();
                here + self.numbers[color]
                    .iter()
                    .filter(|&&other| other == id)
                    .count()
            };
            let all = own.len() + self.numbers[color].len();
            goals.checks > 0 && self.checks[color] == 0
                || goals.extinction[color].iter().any(|id| number(*id) <= left)
                || goals.extinction_of_all[color] && all <= left
                || goals.bare_king_draws && own.iter().all(royal) && self.holds_nothing(color)
                || goals.explosion.is_some() && starts && !own.iter().any(royal)
                || goals.bare_wins && own.iter().all(royal) && self.holds_nothing(color)
        })
    }

    /// True if the game has ended because pieces stand on goal squares.
    pub(super) fn goal_reached(&self) -> bool {
        self.on_the_hill() || self.v.rules.win.goals.iter().any(|goal| self.ends_at(goal))
    }

    fn ends_at(&self, goal: &Goal) -> bool {
        let (us, them) = (self.side, self.side.other());
        if goal.held {
            // the side to move has held the goal
            return self.is_at(goal, us, false) || goal.safe && self.is_at(goal, them, true);
        }
        if (goal.safe || goal.level) && self.is_at(goal, us, goal.safe) {
            return true;
        }
        let follows = || {
            let open = Model {
                ignores_goals: true,
                ..self.clone()
            };
            let mut moves = open.pseudo().into_iter().filter(|&mv| open.is_legal(mv));
            moves.any(|mv| open.after(mv).is_at(goal, us, goal.safe))
        };
        // black moves second in random games
        let answers = goal.level && us == Color::Black;
        self.is_at(goal, them, goal.safe) && !(answers && follows())
    }

    /// True if a side has enough pieces on the squares of a goal.
    fn is_at(&self, goal: &Goal, color: Color, safe: bool) -> bool {
        let letter = |id: TypeId| self.v.piece(id).letter;
        let wanted = |(f, r): Place, id: TypeId| {
            let here = |(other, zone): &(TypeId, Zone)| {
                letter(*other) == letter(id) && zone.contains(self.shown(f), r as u8)
            };
            goal.targets[color].iter().any(here)
        };
        let own = |&sq: &Place| match self.at(sq) {
            Some((owner, id)) => owner == color && wanted(sq, id),
            None => false,
        };
        let there: Vec<Place> = self.places().into_iter().filter(own).collect();
        let full = |(_, zone): &(TypeId, Zone)| {
            let mut places = self.places().into_iter();
            places.all(|(f, r)| !zone.contains(self.shown(f), r as u8) || self.at((f, r)).is_some())
        };
        let count = usize::from(goal.count);
        let enough = there.len() >= count
            || goal.or_full && !there.is_empty() && goal.targets[color].iter().all(full);
        let taken = |&sq: &Place| self.attacked(sq, color.other());
        enough && !(safe && there.len() == count && there.iter().any(taken))
    }

    /// The file as shown to players, on either board.
    fn shown(&self, f: i32) -> u8 {
        let files = i32::from(self.v.files);
        (if f < files { f } else { f - 8 }) as u8
    }

    /// True if a royal of the side that just moved stands on a winning square in the centre.
    fn on_the_hill(&self) -> bool {
        let middle = |n: u8, x: i32| x == i32::from(n - 1) / 2 || x == i32::from(n) / 2;
        self.v.rules.win.hill.is_some_and(|id| {
            self.places().into_iter().any(|(f, r)| {
                self.at((f, r)) == Some((self.side.other(), id))
                    && middle(self.v.files, f)
                    && middle(self.v.ranks, r)
            })
        })
    }

    /// A square and its neighbours.
    pub fn beside(&self, (f, r): Place) -> Vec<Place> {
        let near = |(a, b): &Place| (a - f).abs() <= 1 && (b - r).abs() <= 1;
        self.places().into_iter().filter(near).collect()
    }

    pub fn captures(&self, mv: RefMove) -> bool {
        if let Some(via) = mv.via {
            return self.at(via).is_some();
        }
        // a pawn that promotes in place captures nothing
        let goes = mv.from != mv.to && mv.castling.is_none();
        mv.en_passant || goes && self.at(mv.to).is_some()
    }

    /// A move of a royal without the right to capture, if captures would blow up the royal.
    pub fn careful(&self, id: TypeId, m: &MoveDescriptor) -> MoveDescriptor {
        let mut m = m.clone();
        if self.v.rules.win.explosion.is_none() || !self.v.piece(id).royalty.is_royal() {
            return m;
        }
        match &mut m.shape {
            MoveShape::Path { legs, .. } => {
                for leg in legs {
                    leg.rights.capture = false;
                }
            }
            MoveShape::MultiPath { rights, .. } => rights.capture = false,
            MoveShape::Castling { .. } | MoveShape::Double { .. } => {}
        }
        m
    }

    /// Blows up the pieces around a capture.
    pub fn explode(&mut self, center: Place) {
        let Some(explosion) = &self.v.rules.win.explosion else {
            return;
        };
        for sq in self.beside(center) {
            let letter = |id: TypeId| self.v.piece(id).letter;
            let spared = |id| {
                explosion
                    .spared
                    .iter()
                    .any(|&other| letter(other) == letter(id))
            };
            let stands = |(_, id)| sq != center && spared(id);
            if !self.at(sq).is_some_and(stands) {
                self.put(sq, None);
                self.virgin.remove(&sq);
            }
        }
    }

    /// [`Model::royals_safe`] where captures explode.
    pub fn safe_from_blasts(&self, color: Color) -> bool {
        let royals = |color: Color| -> Vec<Place> {
            let royal = |sq: &Place| {
                self.at(*sq)
                    .is_some_and(|(c, id)| c == color && self.v.piece(id).royalty.is_royal())
            };
            self.places().into_iter().filter(royal).collect()
        };
        let (own, theirs) = (royals(color), royals(color.other()));
        if own.is_empty() {
            let royal = |id: &TypeId| self.v.piece(*id).royalty.is_royal();
            return !self.v.back_rank[color].iter().flatten().any(royal);
        }
        theirs.is_empty()
            || own.into_iter().all(|sq| {
                let touches = self.beside(sq).iter().any(|near| theirs.contains(near));
                touches || !self.attacked(sq, color.other())
            })
    }

    /// The legal moves that compulsory capture leaves.
    pub fn after_duty(&self, legal: BTreeSet<RefMove>) -> BTreeSet<RefMove> {
        let duty = self.v.rules.win.compulsory_captures;
        if !duty || !legal.iter().any(|&mv| self.captures(mv)) {
            return legal;
        }
        legal.into_iter().filter(|&mv| self.captures(mv)).collect()
    }
}
