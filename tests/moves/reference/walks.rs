//! The reference's moves: following the legs of a descriptor, arriving, promoting, castling.

use std::collections::BTreeSet;

use fmax::types::{Color, Step, TypeId};
use fmax::variant::{
    Condition, LegEnd, MoveDescriptor, MoveShape, PieceType, Platform, PromotesTo, Rights, Royalty,
    Zone,
};

use super::model::{Model, Place, RefMove};

/// Longer walks go round in circles.
const LONGEST: usize = 5000;

impl Model<'_> {
    pub(super) fn moves_of(
        &self,
        from: Place,
        id: TypeId,
        m: &MoveDescriptor,
        moves: &mut BTreeSet<RefMove>,
    ) {
        let allowed = match m.condition {
            Condition::Always => true,
            // pawns have no memory
            Condition::Virgin if id.is_pawn() => {
                let color = if id == TypeId::BLACK_PAWN {
                    Color::Black
                } else {
                    Color::White
                };
                from.0 < i32::from(self.v.files) && self.v.pushes_from(color, from.1 as u8)
            }
            Condition::Virgin => self.virgin.contains(&from),
            Condition::BeyondStart => {
                let (color, ahead) = if id == TypeId::BLACK_PAWN {
                    (Color::Black, -1)
                } else {
                    (Color::White, 1)
                };
                let start = self.v.pawn_rank(color);
                let hole = self.v.is_hole(from.0 as u8, start);
                from.1 == i32::from(start) + ahead && !hole
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
            MoveShape::Double {
                first,
                passes,
                then,
            } => self.double(from, id, (*first, *passes, *then), moves),
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
                // on a cylinder a walk may return to its start; the mover cannot pass itself
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
                        // an own piece is no platform where the mover could have captured
                        if friend && leg.rights.capture || !friend && platform == Platform::Friend {
                            return;
                        }
                        if self.spares(id, sq) {
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

    pub(super) fn arrive(
        &self,
        from: Place,
        id: TypeId,
        to: Place,
        can: Rights,
        moves: &mut BTreeSet<RefMove>,
    ) {
        // the contents of a target square in question do not matter
        if self.is_barred(id, to)
            || self.stays_in_cell(from, to)
            || self.spares(id, to) && !self.threatening
        {
            return;
        }
        let us = self.side;
        let pawn = self.v.is_pawn(id, us);
        let en_passant = pawn && can.capture && self.passed.contains(&to) && self.at(to).is_none();
        let fits = match self.at(to) {
            None => can.quiet || en_passant,
            Some((color, other)) => {
                let royal = self.v.piece(other).royalty.is_royal();
                if color == us {
                    can.own && !royal && !self.threatening
                } else {
                    can.capture && !(can.tame && (royal || self.threatening))
                }
            }
        };
        if !fits {
            return;
        }
        let plain = RefMove {
            en_passant,
            ..RefMove::plain(from, to)
        };
        let capture = en_passant || self.has_taken || self.at(to).is_some();
        let rules = &self.v.rules;
        let zone = self.is_in_zone(us, to) || rules.promotion.leaving && self.is_in_zone(us, from);
        let last_rank = pawn && self.ranks_to_go(us, to) == 0;
        let stays_in = rules.promotion.entering && self.is_in_zone(us, from) && !last_rank;
        let passing = en_passant && !self.is_dead_end(id, to);
        let barred = (rules.promotion.capturing || stays_in) && !capture || passing;
        let choices = if !zone || barred {
            Vec::new()
        } else if !pawn {
            self.piece_promotions(us, id)
        } else if rules.promotion.in_place {
            Vec::new()
        } else if !(capture && self.v.rules.promotion.quiet && self.ranks_to_go(us, to) > 0) {
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
        let last = last_rank && !rules.promotion.mobile && !rules.promotion.stay;
        let may_stay = match (zone, last) {
            (false, _) => true,
            (true, true) => choices.is_empty() && !rules.promotion.captured,
            (true, false) => choices.is_empty() || rules.promotion.optional,
        };
        let may_stay = may_stay && !self.is_dead_end(id, to);
        if may_stay || self.threatening {
            moves.insert(plain);
        }
        moves.extend(choices.into_iter().map(|id| RefMove {
            promotion: Some(id),
            ..plain
        }));
    }

    /// The types to which a piece other than a pawn may promote, within their limits.
    fn piece_promotions(&self, color: Color, id: TypeId) -> Vec<TypeId> {
        let promotion = &self.v.rules.promotion;
        let own = (promotion.pieces[color].iter()).filter(|(other, _)| *other == id);
        let mut choices: Vec<TypeId> = own.flat_map(|(_, to)| to.clone()).collect();
        choices.retain(|&to| self.count_alike(color, to) < self.most(to));
        choices
    }

    /// Types of the same letter that move alike count as one type: a promoted piece and a dropped piece.
    fn are_alike(&self, id: TypeId, other: TypeId) -> bool {
        let (a, b) = (self.v.piece(id), self.v.piece(other));
        let among = |a: &PieceType, b: &PieceType| a.moves.iter().all(|m| b.moves.contains(m));
        id == other || a.letter == b.letter && a.royalty == b.royalty && among(a, b) && among(b, a)
    }

    fn count_alike(&self, color: Color, id: TypeId) -> usize {
        let types = self.v.types().map(|(other, _)| other);
        let alike = types.filter(|&other| self.are_alike(id, other));
        alike.map(|other| self.count(color, other)).sum()
    }

    /// The limit for a type together with the types alike.
    fn most(&self, id: TypeId) -> usize {
        let mut limits = self.v.rules.promotion.limits.iter();
        let most = limits.find(|(other, _)| self.are_alike(id, *other));
        most.map_or(usize::MAX, |(_, most)| usize::from(*most))
    }

    /// True if a piece would have no move from this square on the empty board, and the rules forbid such squares.
    pub(super) fn is_dead_end(&self, id: TypeId, sq: Place) -> bool {
        let free = Model {
            within: None,
            ..self.clone()
        };
        let first = |m: &MoveDescriptor, within: Option<Zone>| {
            let steps = match &m.shape {
                MoveShape::Path { legs, .. } => vec![legs[0].step],
                MoveShape::MultiPath { twice, once, .. } => vec![*twice, *once],
                MoveShape::Double { first, .. } => vec![*first],
                MoveShape::Castling { .. } => Vec::new(),
            };
            let model = Model {
                within,
                ..free.clone()
            };
            (steps.into_iter()).any(|step| model.go(sq, step, m.cylinder).is_some())
        };
        let lines = self
            .v
            .rules
            .zones
            .lines
            .iter()
            .filter(|line| line.id == id && line.zone.contains(sq.0 as u8, sq.1 as u8));
        let mut on_lines = lines.flat_map(|line| {
            let moves = self.v.piece(line.like).moves.iter();
            let always = moves.filter(|m| m.condition == Condition::Always);
            always.map(|m| (m, Some(line.zone)))
        });
        self.v.rules.promotion.mobile
            && !self.moves_on(sq, id).iter().any(|m| first(m, None))
            && !on_lines.any(|(m, zone)| first(m, zone))
    }

    /// True if the square is in the promotion zone: named squares, or ranks at the end of the file.
    pub(super) fn is_in_zone(&self, color: Color, sq: Place) -> bool {
        if let Some(squares) = &self.v.rules.promotion.squares {
            let file = sq.0 % if self.v.has_two_boards() { 8 } else { 16 };
            return squares[color].contains(file as u8, sq.1 as u8);
        }
        self.ranks_to_go(color, sq) < i32::from(self.v.rules.promotion.ranks)
    }

    /// The promotions of a pawn on a file. Royal types never exceed their number at the start, and where
    /// only captured pieces return, no type does.
    pub(super) fn promotions(&self, color: Color, file: i32) -> Vec<TypeId> {
        let mut choices = match &self.v.rules.promotion.to {
            PromotesTo::Choice(choices) => choices[color].distinct.clone(),
            PromotesTo::ByFile(files) => files[color]
                .get(file as usize)
                .copied()
                .flatten()
                .into_iter()
                .collect(),
        };
        choices.retain(|&id| {
            let start = &self.v.back_rank[color];
            let there = start
                .iter()
                .filter(|other| other.is_some_and(|other| self.are_alike(id, other)))
                .count();
            let limited = self.v.rules.promotion.captured
                || matches!(self.v.piece(id).royalty, Royalty::Extinction { .. });
            self.count_alike(color, id) < if limited { there } else { self.most(id) }
        });
        choices
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
        let array = &self.v.back_rank[self.side];
        let partner = self.v.rules.castling.partner[self.side];
        let mut corner = from;
        let is_partner = |f: i32| partner.is_some() && array.get(f as usize) == Some(&partner);
        if from.0 >= i32::from(self.v.files) {
            return;
        }
        while (0..i32::from(self.v.files)).contains(&(corner.0 + side))
            && !self.hole((corner.0 + side, from.1))
        {
            corner.0 += side;
            if is_partner(corner.0) {
                break;
            }
        }
        if inset > 0 {
            // this far from the edge, but not on the other side of the castling piece
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
        let Some(to) = self.go(from, Step::new(files, 0), false) else {
            return;
        };
        let partner_to = (to.0 - side, to.1);
        let home = array.get(from.0 as usize) == Some(&Some(id)) && from.1 == back;
        let ready =
            home && from != corner && self.virgin.contains(&from) && self.virgin.contains(&corner);
        if !ready {
            return;
        }
        let is_partner_barred =
            (self.at(corner)).is_some_and(|(_, other)| self.is_barred(other, partner_to));
        if self.is_barred(id, to) || is_partner_barred {
            return;
        }
        let between = from.0.min(corner.0)..=from.0.max(corner.0);
        let passed = from.0.min(to.0)..=from.0.max(to.0);
        if (between.clone().chain(passed)).any(|f| self.hole((f, from.1))) {
            return;
        }
        let mut empty = between.map(|f| (f, from.1)).chain([to, partner_to]);
        if empty.all(|sq| sq == from || sq == corner || self.at(sq).is_none()) {
            moves.insert(RefMove {
                castling: Some((corner, partner_to)),
                ..RefMove::plain(from, to)
            });
        }
    }
}
