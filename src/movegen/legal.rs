//! Which pseudo-legal moves are legal.

use super::MoveTables;
use super::tables::ProgramKind;
use crate::board::position::{EMPTY, color_bit};
use crate::board::{Move, Position, Square, SquareSet};
use crate::variant::TypeId;

/// What is known about a position that settles the legality of most moves without trying them.
///
/// For a side with one royal: where it stands, which pieces are pinned to it, and in check which
/// squares a move must go to. The lines of plain moves are enough for that. An enemy piece with
/// other moves (hoppers, lame and bent pieces) only adds the squares on its way to the royal, where
/// nothing is certain.
#[derive(Clone, Copy, Debug)]
pub struct Legality {
    /// The side to move is in check.
    pub in_check: bool,
    /// Where the only royal stands; `None`: every move has to be tried.
    royal: Option<Square>,
    /// A piece checks by other than plain moves, so that no set of evasions is known.
    odd_check: bool,
    /// Own slots whose piece stands alone between the royal and a rider.
    pinned: u64,
    /// In check by plain moves: where a piece other than the royal has to go.
    evasions: SquareSet,
    /// Squares that decide whether an odd piece attacks the royal.
    sensitive: SquareSet,
    /// There are such squares.
    odd_danger: bool,
}

impl MoveTables {
    /// Looks at the royals of the side to move once, for all its moves.
    pub fn legality(&self, pos: &Position) -> Legality {
        let us = pos.side();
        let royals = pos.royals(us);
        let mut known = Legality {
            in_check: false,
            royal: None,
            odd_check: false,
            pinned: 0,
            evasions: SquareSet::EMPTY,
            sensitive: SquareSet::EMPTY,
            odd_danger: false,
        };
        if royals.count_ones() != 1 {
            known.in_check = !self.royals_safe(pos, us);
            return known;
        }
        let royal = pos.cell_square(color_bit(us) | royals.trailing_zeros() as u8);
        known.royal = Some(royal);
        self.note_plain(pos, royal, &mut known);
        if self.odd_types != 0 {
            for (from, id) in pos.pieces(us.other()) {
                if self.odd_types >> id.0 & 1 != 0
                    && self.odd_reach[id.index() << 8 | from.index()].contains(royal)
                {
                    self.note_odd(pos, from, royal, id, &mut known);
                }
            }
        }
        known
    }

    /// Notes checks and pins by plain moves.
    #[inline]
    fn note_plain(&self, pos: &Position, royal: Square, known: &mut Legality) {
        let (own, their) = (color_bit(pos.side()), color_bit(pos.side().other()));
        let approach = &self.approaches[royal.index()];
        for ray in approach.rays.of(&self.rays) {
            let riders = &self.riders[usize::from(ray.kind)];
            let mut sq = royal;
            let mut blocker = EMPTY;
            for steps in 1..usize::from(ray.len) + 1 {
                sq = Square(sq.0.wrapping_add(ray.step));
                let cell = pos.cell(sq);
                if cell == EMPTY {
                    continue;
                }
                if cell & own != 0 && blocker == EMPTY {
                    blocker = cell;
                    continue;
                }
                if cell & their != 0 && riders[steps & 15] >> pos.cell_type(cell).0 & 1 != 0 {
                    if blocker == EMPTY {
                        known.check_along(royal, ray.step, steps);
                    } else {
                        known.pinned |= 1 << (blocker & 63);
                    }
                }
                break;
            }
        }
        for origin in approach.leaps.of(&self.leap_origins) {
            let cell = pos.cell(origin.sq);
            if cell & their != 0 && origin.types >> pos.cell_type(cell).0 & 1 != 0 {
                known.check_along(royal, origin.sq.0.wrapping_sub(royal.0), 1);
            }
        }
    }

    /// Notes checks by a piece whose other moves could lead to the royal, and the squares that
    /// they depend on.
    #[inline(never)]
    fn note_odd(
        &self,
        pos: &Position,
        from: Square,
        royal: Square,
        id: TypeId,
        known: &mut Legality,
    ) {
        let them = pos.side().other();
        let programs = self.entry(id, from).programs.of(&self.programs);
        for program in programs.iter().filter(|program| program.captures) {
            if self.hits(pos, program, from, royal, them) {
                known.in_check = true;
                known.odd_check = true;
            }
            let path = program.path.of(&self.paths);
            let sensitive = &mut known.sensitive;
            match program.kind {
                ProgramKind::MultiPath if path[0].sq != royal => continue,
                ProgramKind::MultiPath => {
                    path[1..].iter().for_each(|step| sensitive.insert(step.sq));
                }
                ProgramKind::Line | ProgramKind::Push { .. } => {
                    let Some(end) = path.iter().position(|step| step.sq == royal) else {
                        continue;
                    };
                    path[..end]
                        .iter()
                        .for_each(|step| sensitive.insert(step.sq));
                }
                ProgramKind::Hop { .. } => {
                    let hops = program.hops.of(&self.hops);
                    path.iter().for_each(|step| sensitive.insert(step.sq));
                    let second = hops.iter().flat_map(|run| run.of(&self.paths));
                    second.for_each(|step| sensitive.insert(step.sq));
                }
            }
            known.odd_danger = true;
        }
    }

    /// True if a pseudo-legal move is legal.
    #[inline]
    pub fn is_legal(&self, pos: &mut Position, mv: Move, known: &Legality) -> bool {
        let Some(royal) = known.royal else {
            return self.survives(pos, mv, known);
        };
        if mv.from() == royal {
            if mv.is_special() {
                return self.survives(pos, mv, known);
            }
            let them = pos.side().other();
            return pos.without(royal, |pos| !self.attacked(pos, mv.to(), them));
        }
        if mv.is_en_passant() || mv.castling().is_some() || self.makes_royal(mv) {
            return self.survives(pos, mv, known);
        }
        if known.in_check && !known.odd_check && !known.evasions.contains(mv.to()) {
            return false;
        }
        let pinned = known.pinned >> (pos.cell(mv.from()) & 63) & 1 != 0;
        let uncertain = known.odd_check
            || known.odd_danger
                && (known.sensitive.contains(mv.from()) || known.sensitive.contains(mv.to()));
        !pinned && !uncertain || self.survives(pos, mv, known)
    }

    #[inline]
    fn makes_royal(&self, mv: Move) -> bool {
        self.royal_promotion
            && mv
                .promotion()
                .is_some_and(|id| self.royal_kinds[id.index()].is_royal())
    }

    /// Tries the move: true if it is legal.
    #[inline(never)]
    fn survives(&self, pos: &mut Position, mv: Move, known: &Legality) -> bool {
        let us = pos.side();
        if mv.is_first_move()
            && known.in_check
            && self.variant.rules.no_royal_leap_in_check
            && self.royal_kinds[pos.type_on(mv.from()).index()].is_royal()
        {
            return false;
        }
        if let Some(index) = mv.castling() {
            let castling = &pos.layout().castlings[us.index()][index];
            if castling
                .safe
                .iter()
                .any(|&sq| self.attacked(pos, sq, us.other()))
            {
                return false;
            }
        }
        pos.make(mv);
        let legal = self.royals_safe(pos, us);
        pos.unmake();
        legal
    }

    /// All legal moves.
    pub fn legal(&self, pos: &mut Position) -> Vec<Move> {
        let known = self.legality(pos);
        let mut moves = Vec::new();
        self.pseudo_legal(pos, &mut moves);
        moves.retain(|&mv| self.is_legal(pos, mv, &known));
        moves
    }

    /// The number of legal moves. As [`MoveTables::legal`], but most moves are not even written
    /// down; `buffer` is room for the others.
    pub fn count_legal(&self, pos: &mut Position, buffer: &mut Vec<Move>) -> u64 {
        if self
            .verdict(pos)
            .is_some_and(|verdict| verdict.is_decisive())
        {
            return 0;
        }
        let us = pos.side();
        let known = self.legality(pos);
        let first = buffer.len();
        let mut count = Count(0);
        let free = known.royal.is_some() && !known.in_check && !known.odd_danger;
        let slots = pos.live(us);
        let certain = if free && !pos.has_hand(us) {
            slots & !known.pinned & !pos.royals(us)
        } else {
            0
        };
        // a capture in passing opens two squares at once, and a new royal may be in danger
        let pawns_too = pos.en_passant().is_useless() && !self.royal_promotion;
        let unlisted = if pawns_too {
            TypeId(0)
        } else {
            TypeId::pawn(us)
        };
        for (from, id) in pos.pieces_in(us, certain) {
            let entry = self.entry(id, from);
            if entry.twins || id == unlisted {
                self.piece_moves::<true, true>(pos, from, id, buffer);
            } else {
                self.emit::<_, true, true>(pos, from, id, entry, &mut count);
            }
        }
        for (from, id) in pos.pieces_in(us, slots & !certain) {
            self.piece_moves::<true, true>(pos, from, id, buffer);
        }
        self.castling_moves(pos, us, buffer);
        for i in first..buffer.len() {
            let mv = buffer[i];
            count.0 += u64::from(self.is_legal(pos, mv, &known));
        }
        buffer.truncate(first);
        count.0
    }
}

impl Legality {
    /// Notes a check from some steps away: it has to be answered on one of these squares.
    #[inline(never)]
    fn check_along(&mut self, royal: Square, step: u8, steps: usize) {
        let next = |sq: &Square| Some(Square(sq.0.wrapping_add(step)));
        let line = std::iter::successors(next(&royal), next);
        let answers: SquareSet = line.take(steps).collect();
        // against two checks at once only what answers both will do
        self.evasions = if self.in_check && !self.odd_check {
            self.evasions.intersection(answers)
        } else {
            answers
        };
        self.in_check = true;
    }
}

/// A sink that only counts.
struct Count(u64);

impl super::generate::Sink for Count {
    #[inline]
    fn push(&mut self, _mv: Move) {
        self.0 += 1;
    }
}
