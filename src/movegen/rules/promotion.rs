//! Promotion of pieces other than pawns, and squares where a piece could never move again.

use crate::board::Position;
use crate::board::cell::color_bit;
use crate::movegen::entry::PromotionChoice;
use crate::movegen::game_end::{DrawReason, GameEnd};
use crate::movegen::{CheckInfo, MoveTables};
use crate::types::{Bitboard, Color, Move, Square, TypeId};

impl PromotionChoice {
    /// True if a colour is still below the limit of a promotion choice.
    #[inline]
    pub(in crate::movegen) fn is_open(&self, pos: &Position, us: Color) -> bool {
        let count = || -> u32 {
            let counts = self.alike.iter().map(|id| u32::from(pos.count(us, id)));
            counts.sum()
        };
        self.limit == u8::MAX || count() < u32::from(self.limit)
    }
}

impl MoveTables {
    /// True if a type may not move to a square, because it could never move again.
    #[inline]
    pub(in crate::movegen) fn is_dead_end(&self, id: TypeId, sq: Square) -> bool {
        self.rules.dead_ends[id.index()].contains(sq)
    }

    /// Adds the promotions of a piece to its moves from an index on, and keeps the moves asked for: captures without
    /// gating and promotions (`C`), or the rest (`Q`).
    #[inline(never)]
    pub(in crate::movegen) fn change_moves<const C: bool, const Q: bool>(
        &self,
        pos: &Position,
        from: Square,
        id: TypeId,
        (moves, first): (&mut Vec<Move>, usize),
    ) {
        let us = pos.side();
        let rules = &self.variant.rules.promotion;
        let zone = pos.layout().promotion_zone[us];
        let begins = rules.leaving && zone.contains(from);
        let captures_only = rules.capturing || rules.entering && zone.contains(from);
        let choices = self.rules.choices[us][id.index()].iter();
        let choices = choices.filter(|choice| choice.is_open(pos, us));
        // backwards, since moves are added and removed behind the index
        for i in (first..moves.len()).rev() {
            let mv = moves[i];
            if pos.goes_out_and_back(mv) {
                if !Q {
                    moves.swap_remove(i);
                }
                continue;
            }
            let capture = pos.is_capture(mv);
            let here = (begins || zone.contains(mv.to())) && (capture || !captures_only);
            let mut stays = !self.is_dead_end(id, mv.to());
            if here {
                for choice in choices.clone() {
                    stays &= rules.optional;
                    if C {
                        moves.push(mv.promoting(choice.id));
                    }
                }
            }
            let capture = capture && mv.piece_suffix().is_none();
            if !stays || !(if capture { C } else { Q }) {
                moves.swap_remove(i);
            }
        }
        if C && self.rules.promotes_in_place && id == TypeId::pawn(us) {
            self.add_turns(pos, from, moves);
        }
    }

    /// Adds the promotions of a pawn in place, and its moves in the promoted form.
    fn add_turns(&self, pos: &Position, from: Square, moves: &mut Vec<Move>) {
        let us = pos.side();
        let zone = pos.layout().promotion_zone[us];
        if !zone.contains(from) && pos.count(us, TypeId::pawn(us)) > 1 {
            return;
        }
        for choice in &self.promotions[us][usize::from(from.file())] {
            if !choice.is_open(pos, us) {
                continue;
            }
            let first = moves.len();
            moves.push(Move::new(from, from));
            let entry = self.entry(choice.id, from);
            self.emit::<_, false, true>(pos, from, choice.id, entry, moves);
            let mut seen: Bitboard = Bitboard::EMPTY;
            for i in (first..moves.len()).rev() {
                let to = moves[i].to();
                let out = moves[i].is_first_move() || self.is_dead_end(choice.id, to);
                if out || seen.contains(to) {
                    moves.swap_remove(i);
                } else {
                    seen.insert(to);
                    moves[i] = Move::new(from, to).promoting(choice.id);
                }
            }
        }
    }

    /// True if the promotion of a pawn in place would attack something or give check.
    #[inline(never)]
    pub(super) fn disturbs(&self, pos: &mut Position, mv: Move) -> bool {
        let pawn = pos.type_on(mv.from()) == TypeId::pawn(pos.side());
        let Some(id) = mv.promotion().filter(|_| pawn) else {
            return false;
        };
        let (from, to, us) = (mv.from(), mv.to(), pos.side());
        let (mut attacks, mut captures) = (false, Vec::new());
        pos.without(from, |pos| {
            // the promoted piece counts as moved; own pieces that it may capture are not attacked
            self.visit_targets(pos, us, id, to, &mut |_, cell, rights| {
                attacks |= rights.attacks() && cell & color_bit(us.other()) != 0;
            });
            self.add_doubles::<true, false>(pos, to, id, &mut captures);
        });
        if attacks || !captures.is_empty() {
            return true;
        }
        pos.make(mv);
        let checks = self.in_check(pos);
        pos.unmake();
        checks
    }

    /// The stalemate of a side with only a royal and a pawn that could promote in place, but need not.
    pub(super) fn needs_no_promotion(&self, pos: &Position) -> Option<GameEnd> {
        let us = pos.side();
        let two = pos.live(us).count_ones() == 2 && !pos.has_hand(us);
        if !self.rules.promotes_in_place || !two || pos.count(us, TypeId::pawn(us)) != 1 {
            return None;
        }
        let mut copy = pos.without_history();
        let check_info: CheckInfo = self.check_info(pos);
        let mut moves = Vec::new();
        self.generate_undecided::<true, true>(pos, &mut moves);
        moves.retain(|&mv| self.is_legal(&mut copy, mv, &check_info));
        let only = !moves.is_empty() && moves.iter().all(|mv| mv.promotion().is_some());
        (only && !check_info.in_check).then_some(GameEnd::Draw(DrawReason::Stalemate))
    }
}
