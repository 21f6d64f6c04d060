//! Scaling of an advantage by the chance to win with it.
//!
//! An advantage is worth less if the leader could not mate with it in the end: without pawns it needs a larger lead in
//! pieces, and the opponent may give a piece for the only pawn (the idea of Pair-o-Max). Solved endings show which pieces
//! mate.

use super::force::{MAX_TABLE_PIECES, Material, royal_of, square_color};
use super::probe::Prober;
use crate::board::Position;
use crate::ruleset::Ruleset;
use crate::types::{Color, Square, TypeId};
use crate::variant::properties::royals_step_everywhere;

/// A full advantage.
pub(super) const FULL: i32 = 64;
/// The leader has no pawns, and cannot mate a bare royal.
const NONE: i32 = 0;
/// The leader cannot mate either, but the opponent has other pieces, which may allow a helpmate.
const HELPMATE: i32 = 4;
/// The leader has no pawns, and leads by at most a piece that cannot mate, against pieces that are not stronger.
const SMALL_LEAD: i32 = 6;
/// The leader has such a small lead, but against stronger pieces, or with many pieces left.
const LEAD_AMONG_MANY: i32 = 16;
/// The opponent can give a piece for the only pawn, which leaves no mating force.
const LAST_PAWN: i32 = 32;
/// The opponent can give a piece for the only pawn, but a small lead remains.
const LAST_PAWN_AND_LEAD: i32 = 44;
/// The only pieces are bound to squares of different colours.
const OPPOSITE: i32 = 36;
/// The pawns promote only in a corner from which the king cannot be driven.
const WRONG_CORNER: i32 = 2;
/// A small lead, if every type can mate, as a percentage of the value of the least valuable type.
const LEAD_PERCENT: i32 = 55;

impl Prober {
    /// Scales an evaluation (for the side to move, in centipawns).
    pub fn scaled(&self, pos: &Position, value: i32) -> i32 {
        let leader = if value > 0 {
            pos.side()
        } else {
            pos.side().other()
        };
        let mop_up = self.mop_up(pos, leader);
        value * self.scale(pos, leader) / FULL + if value > 0 { mop_up } else { -mop_up }
    }

    /// The scale of the leader's advantage, up to [`FULL`].
    fn scale(&self, pos: &Position, leader: Color) -> i32 {
        let rules = &*self.rules;
        let ours = Material::new(rules, pos, leader);
        if ours.pawns > 1 && ours.count > 1 {
            return FULL;
        }
        let theirs = Material::new(rules, pos, leader.other());
        let bare = theirs.count == 0 && theirs.pawns == 0;
        if ours.pawns == 0 {
            return self.without_pawns(leader, &ours, &theirs, bare);
        }
        let mut scale = FULL;
        if ours.pawns == 1 && theirs.count > 0 {
            let lead = ours.pieces_value - (theirs.value - theirs.cheapest);
            if !self.can_mate(leader, &ours) {
                scale = LAST_PAWN;
            } else if ours.count <= 2 && lead <= self.small_lead(leader) {
                scale = LAST_PAWN_AND_LEAD;
            }
        }
        let opposite = |a: &Material, b: &Material| match (a.pieces(), b.pieces()) {
            (&[(a, at)], &[(b, bt)]) => {
                rules.tables.is_color_bound(a)
                    && rules.tables.is_color_bound(b)
                    && square_color(at) != square_color(bt)
            }
            _ => false,
        };
        if opposite(&ours, &theirs) {
            scale = scale.min(OPPOSITE);
        }
        if bare && is_wrong_corner(rules, pos, leader, &ours) {
            scale = WRONG_CORNER;
        }
        scale
    }

    fn without_pawns(&self, leader: Color, ours: &Material, theirs: &Material, bare: bool) -> i32 {
        if !self.can_mate(leader, ours) {
            return if bare { NONE } else { HELPMATE };
        }
        let small = self.small_lead(leader);
        if bare || ours.value - theirs.value > small {
            return FULL;
        }
        if ours.count <= 2 && theirs.value <= small {
            SMALL_LEAD
        } else {
            LEAD_AMONG_MANY
        }
    }

    /// A lead that is not enough without pawns: the value of the best type that cannot mate, among the types that are
    /// worth less than the least valuable type that can.
    fn small_lead(&self, leader: Color) -> i32 {
        let values = |mates: bool| {
            let types = self.rules.variant().types().map(|(id, _)| id);
            let known = types.filter(move |&id| {
                (self.table(leader, &[id])).is_some_and(|table| table.mates() == mates)
            });
            known.map(|id| self.rules.evaluation.value(id))
        };
        let least = values(true).min().unwrap_or(i32::MAX);
        let most = values(false).filter(|&value| value < least).max();
        match (most.unwrap_or(0).max(0), least) {
            (0, i32::MAX) => 0,
            (0, least) => least * LEAD_PERCENT / 100,
            (most, _) => most,
        }
    }
}

/// True if a bare king stands beside the only promotion square of the leader's pawns, a corner whose colour the leader's
/// other pieces cannot reach.
fn is_wrong_corner(rules: &Ruleset, pos: &Position, leader: Color, men: &Material) -> bool {
    let v = rules.variant();
    if v.rules.promotion.ranks != 1
        || men.count > MAX_TABLE_PIECES
        || !rules.tables.pawns_stay_on_files(leader)
        || !royals_step_everywhere(v)
    {
        return false;
    }
    let pawn = TypeId::pawn(leader);
    let mut files = (pos.pieces(leader))
        .filter(|&(_, id)| id == pawn)
        .map(|(sq, _)| sq.file());
    let Some(file) = files.next() else {
        return false;
    };
    let edge = file == 0 || file + 1 == v.files;
    if !edge || files.any(|other| other != file) {
        return false;
    }
    let rank = match leader {
        Color::White => v.ranks - 1,
        Color::Black => 0,
    };
    let corner = Square::at(file, rank);
    let never_there = |&(id, sq): &(TypeId, Square)| {
        rules.tables.is_color_bound(id) && square_color(sq) != square_color(corner)
    };
    let defender = leader.other();
    men.pieces().iter().all(never_there)
        && royal_of(pos, defender).is_some_and(|(sq, _)| sq.distance(corner) <= 1)
}
