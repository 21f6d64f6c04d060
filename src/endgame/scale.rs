//! How much of an advantage can be turned into a win.
//!
//! An advantage is worth less if the side that has it could not mate even if it kept it to the
//! end: without pawns it needs enough pieces more, and one pawn alone may be bought with a piece
//! (the idea of Pair-o-Max). Which pieces mate is known from solved endings, what they are worth
//! from the one table of values.

use super::probe::{MATING_SHARE, Near, shade};
use crate::board::Position;
use crate::ruleset::Ruleset;
use crate::types::{Color, Square, TypeId};

/// A full advantage.
pub(super) const FULL: i32 = 64;
/// Without pawns, and unable to mate although the other side has only its royal.
const NONE: i32 = 0;
/// The same if the other side has more than that, and might do itself harm.
const HELPMATE: i32 = 4;
/// Without pawns and ahead by no more than a piece that cannot mate: against such pieces ...
const SMALL_LEAD: i32 = 6;
/// ... and against stronger ones, or with many pieces left.
const LEAD_AMONG_MANY: i32 = 16;
/// The only pawn can be bought with a piece, which leaves no mating force ...
const LAST_PAWN: i32 = 32;
/// ... or a small lead.
const LAST_PAWN_AND_LEAD: i32 = 44;
/// The only pieces are bound to squares of opposite colours.
const OPPOSITE: i32 = 36;
/// The pawns can promote only in a corner that the royal cannot be driven from.
const WRONG_CORNER: i32 = 2;
/// What a small lead is where no type is known that cannot mate, of the value of the least that can.
const LEAD_PERCENT: i32 = 55;

/// The most pieces of a side that are looked at one by one.
const LISTED: usize = 3;

/// The men of a side but for its royal.
#[derive(Debug)]
pub(super) struct Men {
    /// The first pieces, pawns left out.
    listed: [(TypeId, Square); LISTED],
    /// How many there are, pawns left out.
    count: usize,
    pawns: u32,
    /// The worth of the pieces, and of all men.
    pieces_value: i32,
    value: i32,
    cheapest: i32,
}

impl Men {
    pub fn new(rules: &Ruleset, pos: &Position, color: Color) -> Men {
        let mut men = Men {
            listed: [(TypeId(0), Square(0)); LISTED],
            count: 0,
            pawns: 0,
            pieces_value: 0,
            value: 0,
            cheapest: i32::MAX,
        };
        for (sq, id) in pos.pieces_in(color, pos.live(color) & !pos.royals(color)) {
            let value = rules.evaluation.value(id);
            men.value += value;
            if id == TypeId::pawn(color) {
                men.pawns += 1;
                continue;
            }
            if let Some(place) = men.listed.get_mut(men.count) {
                *place = (id, sq);
            }
            men.count += 1;
            men.pieces_value += value;
            men.cheapest = men.cheapest.min(value);
        }
        men
    }

    /// How many pieces there are, pawns left out.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The pieces, as far as they are listed.
    pub fn pieces(&self) -> &[(TypeId, Square)] {
        &self.listed[..self.count.min(LISTED)]
    }
}

impl Near {
    /// The part of an evaluation (for the side to move, in centipawns) that can be hoped for.
    pub fn scaled(&self, rules: &Ruleset, pos: &Position, value: i32) -> i32 {
        let leader = if value > 0 {
            pos.side()
        } else {
            pos.side().other()
        };
        let scaled = value * self.scale(rules, pos, leader) / FULL;
        let drive = self.mop_up(rules, pos, leader);
        let drive = if value > 0 { drive } else { -drive };
        scaled + drive
    }

    /// How much of an advantage of the leader counts, of [`FULL`].
    fn scale(&self, rules: &Ruleset, pos: &Position, leader: Color) -> i32 {
        let ours = Men::new(rules, pos, leader);
        if ours.pawns > 1 && ours.count > 1 {
            return FULL;
        }
        let theirs = Men::new(rules, pos, leader.other());
        let bare = theirs.count == 0 && theirs.pawns == 0;
        if ours.pawns == 0 {
            return self.without_pawns(rules, leader, &ours, &theirs, bare);
        }
        let mut scale = FULL;
        if ours.pawns == 1 && theirs.count > 0 {
            let lead = ours.pieces_value - (theirs.value - theirs.cheapest);
            if !self.can_mate(leader, &ours) {
                scale = LAST_PAWN;
            } else if ours.count <= 2 && lead <= self.small_lead(rules, leader) {
                scale = LAST_PAWN_AND_LEAD;
            }
        }
        let opposite = |a: &Men, b: &Men| match (a.pieces(), b.pieces()) {
            (&[(a, at)], &[(b, bt)]) => {
                rules.tables.is_color_bound(a)
                    && rules.tables.is_color_bound(b)
                    && shade(at) != shade(bt)
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

    fn without_pawns(
        &self,
        rules: &Ruleset,
        leader: Color,
        ours: &Men,
        theirs: &Men,
        bare: bool,
    ) -> i32 {
        if !self.can_mate(leader, ours) {
            return if bare { NONE } else { HELPMATE };
        }
        let small = self.small_lead(rules, leader);
        if bare || ours.value - theirs.value > small {
            return FULL;
        }
        if ours.count <= 2 && theirs.value <= small {
            SMALL_LEAD
        } else {
            LEAD_AMONG_MANY
        }
    }

    /// A lead that is not enough without pawns: the value of the best type that cannot mate, of
    /// those worth less than the least that can.
    fn small_lead(&self, rules: &Ruleset, leader: Color) -> i32 {
        let (mut least, mut most) = (i32::MAX, 0);
        let types = || rules.variant().types().map(|(id, _)| id);
        let known = |id| Some((self.alone(leader, id)?, rules.evaluation.value(id)));
        for (_, value) in types().filter_map(known).filter(|k| k.0 >= MATING_SHARE) {
            least = least.min(value);
        }
        for (_, value) in types().filter_map(known).filter(|k| k.0 < MATING_SHARE) {
            if value < least {
                most = most.max(value);
            }
        }
        match (most, least) {
            (0, i32::MAX) => 0,
            (0, least) => least * LEAD_PERCENT / 100,
            (most, _) => most,
        }
    }
}

/// True if a lone king stands beside the only square where the pawns of the leader promote, in a
/// corner whose colour none of its other pieces ever stands on.
fn is_wrong_corner(rules: &Ruleset, pos: &Position, leader: Color, men: &Men) -> bool {
    let v = rules.variant();
    if v.rules.promotion.ranks != 1
        || men.count > LISTED
        || !rules.tables.pawns_stay_on_files(leader)
        || !rules.tables.royals_step_everywhere()
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
        rules.tables.is_color_bound(id) && shade(sq) != shade(corner)
    };
    let defender = leader.other();
    let royal = pos.pieces_in(defender, pos.royals(defender)).next();
    men.pieces().iter().all(never_there) && royal.is_some_and(|(sq, _)| sq.distance(corner) <= 1)
}
