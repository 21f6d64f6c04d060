//! The slow reference: what the move descriptors say, read literally on a plain board.
//!
//! Nothing is compiled, cached or incremental here, and nothing of the engine's boards or move
//! generation is used; a [`Position`] is only read.

use std::collections::BTreeSet;

use fmax::board::{Position, Square};
use fmax::variant::{
    Color, Condition, LegEnd, MoveDescriptor, MoveShape, Platform, Promotion, Rights, Step, TypeId,
    Variant,
};

/// Longer walks go round in circles.
const LONGEST: usize = 5000;

pub type Place = (i32, i32);
pub type Piece = (Color, TypeId);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RefMove {
    pub from: Place,
    pub to: Place,
    pub promotion: Option<TypeId>,
    pub en_passant: bool,
    /// Where the castling partner comes from and goes to.
    pub castling: Option<(Place, Place)>,
    /// What is gated in, and where.
    pub gated: Option<(TypeId, Place)>,
    /// What is put there from the hand.
    pub dropped: Option<TypeId>,
}

#[derive(Clone)]
pub struct Model<'a> {
    pub(super) v: &'a Variant,
    pub(super) board: Vec<Vec<Option<Piece>>>,
    pub(super) side: Color,
    pub(super) virgin: BTreeSet<Place>,
    pub(super) passed: Vec<Place>,
    pub(super) victim: Place,
    /// A pawn threatens the last rank even while it cannot go there for want of a promotion.
    pub(super) threatening: bool,
    /// What white and black have in hand, each type once.
    pub(super) hands: [Vec<TypeId>; 2],
    /// The checks that white and black still have to give.
    pub checks: [u8; 2],
}

pub fn place(sq: Square) -> Place {
    (i32::from(sq.file()), i32::from(sq.rank()))
}

impl<'a> Model<'a> {
    pub fn new(v: &'a Variant, pos: &Position) -> Model<'a> {
        let width = if v.has_glass() { 16 } else { v.files };
        let rank = |r| (0..width).map(|f| pos.piece_on(Square::at(f, r))).collect();
        Model {
            v,
            board: (0..v.ranks).map(rank).collect(),
            side: pos.side(),
            virgin: pos.virgins().iter().map(place).collect(),
            passed: pos
                .en_passant()
                .squares()
                .iter()
                .map(|&sq| place(sq))
                .collect(),
            victim: place(pos.en_passant().victim),
            threatening: false,
            hands: Color::ALL.map(|color| {
                let types = v.types().map(|(id, _)| id);
                types.filter(|&id| pos.in_hand(color, id) > 0).collect()
            }),
            checks: Color::ALL.map(|color| pos.checks_left(color)),
        }
    }

    pub fn holds(&self, color: Color, id: TypeId) -> bool {
        self.hands[color.index()].contains(&id)
    }

    pub fn holds_nothing(&self, color: Color) -> bool {
        self.hands[color.index()].is_empty()
    }

    fn inside(&self, (f, r): Place) -> bool {
        let beyond = self.v.has_glass() && (8..8 + i32::from(self.v.files)).contains(&f);
        let here = (0..i32::from(self.v.files)).contains(&f);
        (here || beyond) && (0..i32::from(self.v.ranks)).contains(&r)
    }

    pub fn at(&self, (f, r): Place) -> Option<Piece> {
        self.board[r as usize][f as usize]
    }

    pub(super) fn put(&mut self, (f, r): Place, piece: Option<Piece>) {
        self.board[r as usize][f as usize] = piece;
    }

    pub fn places(&self) -> Vec<Place> {
        let (width, ranks) = (self.board[0].len() as i32, i32::from(self.v.ranks));
        let all = (0..ranks).flat_map(|r| (0..width).map(move |f| (f, r)));
        all.filter(|&sq| self.inside(sq)).collect()
    }

    fn go(&self, (f, r): Place, step: Step, cylinder: bool) -> Option<Place> {
        let files = i32::from(self.v.files);
        let board = if f < files { 0 } else { 8 };
        let mut f = f - board + i32::from(step.files);
        if cylinder {
            f = f.rem_euclid(files);
        }
        let to = (f + board, r + i32::from(step.ranks));
        ((0..files).contains(&f) && self.inside(to)).then_some(to)
    }

    /// The pseudo-legal moves; where an en-passant capture and a quiet move agree in everything
    /// else, only the capture.
    pub fn pseudo(&self) -> BTreeSet<RefMove> {
        let mut moves = BTreeSet::new();
        if self.goal_reached() || self.decided() {
            return moves;
        }
        for from in self.places() {
            if let Some((color, id)) = self.at(from)
                && color == self.side
            {
                for m in self.moves_on(from, id) {
                    self.moves_of(from, id, m, &mut moves);
                }
            }
        }
        self.add_gating(&mut moves);
        self.add_drops(&mut moves);
        let quiet = |mv: &RefMove| {
            !moves.contains(&RefMove {
                en_passant: true,
                ..*mv
            })
        };
        let free = |mv: &RefMove| {
            let arrivals = [Some(mv.to), mv.castling.map(|(_, to)| to)];
            let mut arrivals = arrivals.into_iter().flatten();
            !self.v.has_glass() || arrivals.all(|(f, r)| self.at((f ^ 8, r)).is_none())
        };
        moves
            .iter()
            .copied()
            .filter(|mv| (mv.en_passant || quiet(mv)) && free(mv))
            .collect()
    }

    /// A virgin piece other than a pawn may leave a piece from the hand where it stood; castling
    /// may also leave it in the corner.
    fn add_gating(&self, moves: &mut BTreeSet<RefMove>) {
        let pawn = Some((self.side, TypeId::pawn(self.side)));
        let leaves = |mv: &&RefMove| self.virgin.contains(&mv.from) && self.at(mv.from) != pawn;
        let more: Vec<RefMove> = moves
            .iter()
            .filter(leaves)
            .flat_map(|&mv| {
                let places = [Some(mv.from), mv.castling.map(|(corner, _)| corner)];
                let taken = move |place: &Place| {
                    *place == mv.to || mv.castling.is_some_and(|(_, to)| *place == to)
                };
                let pairs = places
                    .into_iter()
                    .flatten()
                    .filter(move |place| !taken(place));
                pairs
                    .flat_map(move |place| self.gates().map(move |id| (id, place)))
                    .map(move |gated| RefMove {
                        gated: Some(gated),
                        ..mv
                    })
            })
            .collect();
        moves.extend(more);
    }

    /// What the side to move can gate in.
    fn gates(&self) -> impl Iterator<Item = TypeId> {
        let hand = self.hands[self.side.index()].iter().copied();
        hand.filter(|id| self.v.rules.gating.contains(id))
    }

    /// A royal of the side that just moved stands in the middle, where that wins.
    fn goal_reached(&self) -> bool {
        let middle = |n: u8, x: i32| x == i32::from(n - 1) / 2 || x == i32::from(n) / 2;
        self.v.rules.hill.is_some_and(|id| {
            self.places().into_iter().any(|(f, r)| {
                self.at((f, r)) == Some((self.side.other(), id))
                    && middle(self.v.files, f)
                    && middle(self.v.ranks, r)
            })
        })
    }

    /// What a type can do on a square: castling as ever, the rest like the type of the zone there.
    pub(super) fn moves_on(&self, from: Place, id: TypeId) -> Vec<&'a MoveDescriptor> {
        let changes = &self.v.rules.terrain.changes;
        let here = (from.0 as u8, from.1 as u8);
        let like = changes.iter().find_map(|change| {
            let applies = change.id == id && change.zone.squares().any(|square| square == here);
            applies.then_some(change.like)
        });
        let castling = |m: &&MoveDescriptor| matches!(m.shape, MoveShape::Castling { .. });
        let own = self.v.piece(id).moves.iter().filter(castling);
        let others = self.v.piece(like.unwrap_or(id)).moves.iter();
        own.chain(others.filter(|m| !castling(m))).collect()
    }

    /// True if the type is confined to a zone that the square is not in.
    fn is_barred(&self, id: TypeId, (f, r): Place) -> bool {
        let confined = &self.v.rules.terrain.confined;
        (confined.iter()).any(|(other, zone)| *other == id && !zone.contains(f as u8, r as u8))
    }

    /// True if a royal of `by` looks at the square along its file and a royal could stand there, where
    /// royals may not face each other.
    pub(super) fn faced(&self, (f, r): Place, by: Color) -> bool {
        let royal = |id: TypeId| self.v.piece(id).royalty.is_royal();
        let seen = |step: i32| {
            let on_board = |rank: &i32| self.inside((f, *rank));
            let way = std::iter::successors(Some(r + step), |rank| Some(rank + step));
            let mut men = way.take_while(on_board).map(|rank| self.at((f, rank)));
            men.find_map(|man| man)
        };
        self.v.rules.facing_is_illegal
            && (self.v.types()).any(|(id, _)| royal(id) && !self.is_barred(id, (f, r)))
            && [1, -1]
                .into_iter()
                .filter_map(seen)
                .any(|(color, id)| color == by && royal(id))
    }

    pub(super) fn moves_of(
        &self,
        from: Place,
        id: TypeId,
        m: &MoveDescriptor,
        moves: &mut BTreeSet<RefMove>,
    ) {
        let allowed = match m.condition {
            Condition::Always => true,
            Condition::Virgin => self.virgin.contains(&from),
            Condition::BeyondStart => {
                let start = i32::from(self.v.pawn_rank(if id == TypeId::BLACK_PAWN {
                    Color::Black
                } else {
                    Color::White
                }));
                from.1
                    == if id == TypeId::BLACK_PAWN {
                        start - 1
                    } else {
                        start + 1
                    }
            }
        };
        if !allowed {
            return;
        }
        let m = &self.careful(id, m);
        match &m.shape {
            MoveShape::Path { .. } => self.walk(from, id, m, moves),
            MoveShape::MultiPath {
                twice,
                once,
                rights,
            } => {
                let double = Step::new(twice.files * 2, twice.ranks * 2);
                let sum = Step::new(double.files + once.files, double.ranks + once.ranks);
                let Some(to) = self.go(from, sum, m.cylinder) else {
                    return;
                };
                let empty = |steps: [Step; 2]| {
                    let mut sq = from;
                    steps.into_iter().all(|step| {
                        self.go(sq, step, m.cylinder).is_some_and(|next| {
                            sq = next;
                            self.at(next).is_none()
                        })
                    })
                };
                let orders = [[*twice, *twice], [*twice, *once], [*once, *twice]];
                if orders.into_iter().any(empty) {
                    self.arrive(from, id, to, *rights, moves);
                }
            }
            MoveShape::Castling { files, inset } => self.castle(from, id, (*files, *inset), moves),
        }
    }

    fn walk(&self, from: Place, id: TypeId, m: &MoveDescriptor, moves: &mut BTreeSet<RefMove>) {
        let MoveShape::Path { legs, repeat } = &m.shape else {
            return;
        };
        let (mut sq, mut index, mut steps) = (from, 0, 0u8);
        for _ in 0..LONGEST {
            let leg = &legs[index];
            let before = sq;
            sq = match self.go(sq, leg.step, m.cylinder) {
                // on a cylinder a walk may come home; the mover cannot pass itself
                Some(next) if next != from => next,
                _ => return,
            };
            self.arrive(from, id, sq, leg.rights, moves);
            steps += 1;
            let mut next_leg = leg.end == LegEnd::Steps(steps);
            if let Some((color, _)) = self.at(sq) {
                let friend = color == self.side;
                match leg.end {
                    LegEnd::Hop {
                        platform, collide, ..
                    } => {
                        // where it could have captured, an own piece is no platform
                        if friend && leg.rights.capture || !friend && platform == Platform::Friend {
                            return;
                        }
                        if collide {
                            sq = before;
                        }
                        next_leg = true;
                    }
                    _ if friend && leg.over.friend || !friend && leg.over.enemy => {}
                    _ => return,
                }
            } else if !leg.over.empty
                || matches!(
                    leg.end,
                    LegEnd::Hop {
                        immediate: true,
                        ..
                    }
                )
            {
                return;
            }
            if next_leg {
                (index, steps) = (index + 1, 0);
                if index == legs.len() {
                    if !repeat {
                        return;
                    }
                    index = 0;
                }
            } else if leg.end == LegEnd::Slide {
                steps = 0;
            }
        }
    }

    fn arrive(
        &self,
        from: Place,
        id: TypeId,
        to: Place,
        can: Rights,
        moves: &mut BTreeSet<RefMove>,
    ) {
        if self.is_barred(id, to) {
            return;
        }
        let us = self.side;
        let pawn = self.v.is_pawn(id, us);
        let en_passant = pawn && can.capture && self.passed.contains(&to) && self.at(to).is_none();
        let fits = match self.at(to) {
            None => can.quiet || en_passant,
            Some((color, _)) => can.capture && color != us,
        };
        if !fits {
            return;
        }
        let plain = RefMove {
            from,
            to,
            promotion: None,
            en_passant,
            castling: None,
            gated: None,
            dropped: None,
        };
        let capture = en_passant || self.at(to).is_some();
        let choices = if pawn
            && self.v.promotes_on(us, to.1 as u8)
            && !(capture && self.v.rules.promotion_quiet && !self.is_furthest(us, to.1))
        {
            self.promotions(
                us,
                if to.0 < i32::from(self.v.files) {
                    to.0
                } else {
                    to.0 - 8
                },
            )
        } else {
            Vec::new()
        };
        let rules = &self.v.rules;
        let furthest = if us == Color::White {
            i32::from(self.v.ranks) - 1
        } else {
            0
        };
        let zone = pawn && self.v.promotes_on(us, to.1 as u8);
        let may_stay = match (zone, to.1 == furthest) {
            (false, _) => true,
            (true, true) => choices.is_empty() && !rules.promotion_to_captured,
            (true, false) => choices.is_empty() || rules.promotion_optional,
        };
        if may_stay || self.threatening {
            moves.insert(plain);
        }
        moves.extend(choices.into_iter().map(|id| RefMove {
            promotion: Some(id),
            ..plain
        }));
    }

    fn is_furthest(&self, color: Color, rank: i32) -> bool {
        match color {
            Color::White => rank == i32::from(self.v.ranks) - 1,
            Color::Black => rank == 0,
        }
    }

    /// What a pawn may become on a file. Of a royal type there are never more than at the start, and
    /// of no type where only captured pieces come back.
    fn promotions(&self, color: Color, file: i32) -> Vec<TypeId> {
        let mut choices = match &self.v.rules.promotion {
            Promotion::Choice(choices) => choices[color.index()].distinct.clone(),
            Promotion::ByFile(files) => files[color.index()]
                .get(file as usize)
                .copied()
                .flatten()
                .into_iter()
                .collect(),
        };
        choices.retain(|&id| {
            let start = &self.v.back_rank[color.index()];
            let there = start.iter().filter(|other| **other == Some(id)).count();
            let limited = self.v.rules.promotion_to_captured || self.v.piece(id).royalty.is_royal();
            !limited || self.count(color, id) < there
        });
        choices
    }

    pub(super) fn count(&self, color: Color, id: TypeId) -> usize {
        let same = |sq: &Place| self.at(*sq) == Some((color, id));
        self.places().iter().filter(|sq| same(sq)).count()
    }

    fn castle(
        &self,
        from: Place,
        id: TypeId,
        (files, inset): (i8, u8),
        moves: &mut BTreeSet<RefMove>,
    ) {
        let side = i32::from(files.signum());
        let back = if self.side == Color::White {
            0
        } else {
            i32::from(self.v.ranks) - 1
        };
        let array = &self.v.back_rank[self.side.index()];
        let partner = self.v.rules.castling_partner[self.side.index()];
        let mut corner = from;
        let is_partner = |f: i32| partner.is_some() && array.get(f as usize) == Some(&partner);
        if from.0 >= i32::from(self.v.files) {
            return;
        }
        while (0..i32::from(self.v.files)).contains(&(corner.0 + side)) {
            corner.0 += side;
            if is_partner(corner.0) {
                break;
            }
        }
        if inset > 0 {
            // so far from the edge, but not on the other side of the castling piece
            let edge = if side < 0 {
                0
            } else {
                i32::from(self.v.files) - 1
            };
            corner.0 = edge - side * i32::from(inset);
            if (corner.0 - from.0) * side <= 0 {
                return;
            }
        } else if partner.is_some() && !is_partner(corner.0) {
            return;
        }
        let to = (from.0 + i32::from(files), from.1);
        let partner_to = (to.0 - side, to.1);
        let home = array.get(from.0 as usize) == Some(&Some(id)) && from.1 == back;
        let ready = home
            && from != corner
            && self.virgin.contains(&from)
            && self.virgin.contains(&corner)
            && self.inside(to)
            && self.inside(partner_to);
        if !ready {
            return;
        }
        let is_partner_barred =
            (self.at(corner)).is_some_and(|(_, other)| self.is_barred(other, partner_to));
        if self.is_barred(id, to) || is_partner_barred {
            return;
        }
        let between = from.0.min(corner.0)..=from.0.max(corner.0);
        let mut empty = between.map(|f| (f, from.1)).chain([to, partner_to]);
        if empty.all(|sq| sq == from || sq == corner || self.at(sq).is_none()) {
            let castling = Some((corner, partner_to));
            moves.insert(RefMove {
                from,
                to,
                promotion: None,
                en_passant: false,
                castling,
                gated: None,
                dropped: None,
            });
        }
    }
}
