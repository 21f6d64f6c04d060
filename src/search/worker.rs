//! The state of a searching thread, and helpers for all parts of the search.

use super::correction::Corrections;
use super::histories::{CONTINUATION_PLIES, Continuations, Histories};
use super::stack::{MadeMove, Ply, STACK_OFFSET};
use super::time_manager::TimeManager;
use super::tt::{Entry, TranspositionTable};
use super::{Bound, FixedScores, MATE_IN_MAX, MAX_PLY, SearchSettings};
use crate::board::Position;
use crate::endgame::Prober;
use crate::eval::EvalCache;
use crate::movegen::{CheckInfo, gain};
use crate::ruleset::Ruleset;
use crate::types::{Color, Move};
use crate::variant::Stalemate;

/// The histories of one thread, which outlive the search.
#[derive(Debug)]
pub(super) struct ThreadHistories {
    pub histories: Histories,
    pub corrections: Corrections,
    pub cache: EvalCache,
}

impl ThreadHistories {
    pub fn new(rules: &Ruleset) -> ThreadHistories {
        ThreadHistories {
            histories: Histories::new(&rules.layout, rules.variant().pieces.len()),
            corrections: Corrections::new(),
            cache: EvalCache::default(),
        }
    }

    /// Clears everything but the evaluation cache.
    pub fn forget(&mut self, rules: &Ruleset) {
        self.histories = Histories::new(&rules.layout, rules.variant().pieces.len());
        self.corrections = Corrections::new();
    }

    /// Upper bound on the memory of the histories, in bytes.
    pub fn bytes(rules: &Ruleset) -> usize {
        Histories::bytes(&rules.layout, rules.variant().pieces.len())
            + Corrections::BYTES
            + EvalCache::BYTES
    }
}

/// A move with its ordering score.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoredMove {
    pub mv: Move,
    pub score: i32,
}

/// The state of a searching thread.
pub(super) struct Worker<'a> {
    pub rules: &'a Ruleset,
    pub table: &'a TranspositionTable,
    /// Positions whose score is given by the user.
    pub fixed: &'a FixedScores,
    /// The solved endings; `None` if no ending is near.
    pub endings: Option<&'a Prober>,
    pub histories: &'a mut Histories,
    pub corrections: &'a mut Corrections,
    pub cache: &'a mut EvalCache,
    pub reductions: &'a [[u8; 64]; 64],
    pub pos: Position,
    /// The search stack by ply, after [`STACK_OFFSET`] entries for plies before the root.
    pub stack: Vec<Ply>,
    /// Generated moves of all plies.
    pub moves: Vec<ScoredMove>,
    /// Moves before they are scored.
    pub buffer: Vec<Move>,
    /// The principal variation from each ply on.
    pub pv: Vec<Vec<Move>>,
    /// Nodes searched by this thread.
    pub nodes: u64,
    pub selective_depth: usize,
    /// Depth of the iteration, in plies.
    pub iteration: i32,
    pub stopped: bool,
    pub time: TimeManager<'a>,
    /// Plies without capture or pawn move that draw; 0: never.
    pub move_rule: u32,
    /// The counting rules of the variant are in force.
    pub counting: bool,
    /// A single move can decide the game: by reaching a goal, or by taking the last piece of a kind.
    pub decisive_moves: bool,
    /// Losing material wins, so that material heuristics do not hold.
    pub losing_wins: bool,
    /// A side may win drawn games.
    pub draws_may_win: bool,
}

impl<'a> Worker<'a> {
    #[allow(clippy::too_many_arguments)]
    pub fn new(
        rules: &'a Ruleset,
        table: &'a TranspositionTable,
        fixed: &'a FixedScores,
        own: &'a mut ThreadHistories,
        reductions: &'a [[u8; 64]; 64],
        pos: Position,
        time: TimeManager<'a>,
        settings: &SearchSettings,
    ) -> Worker<'a> {
        own.histories.new_search();
        let game = rules.variant();
        let extinction = |royalty| matches!(royalty, crate::variant::Royalty::Extinction { .. });
        Worker {
            rules,
            table,
            fixed,
            endings: None,
            histories: &mut own.histories,
            corrections: &mut own.corrections,
            cache: &mut own.cache,
            reductions,
            pos,
            stack: vec![Ply::NEW; MAX_PLY + STACK_OFFSET + 2],
            moves: Vec::with_capacity(4096),
            buffer: Vec::with_capacity(512),
            pv: vec![Vec::new(); MAX_PLY + 2],
            nodes: 0,
            selective_depth: 0,
            iteration: 0,
            stopped: false,
            time,
            move_rule: settings.move_rule_plies,
            counting: settings.counting && game.rules.counting.is_some(),
            decisive_moves: !game.rules.win.only_royals_decide()
                || game.rules.castling.can_win()
                || game.pieces.iter().any(|piece| extinction(piece.royalty)),
            draws_may_win: rules.tables.draws_may_win(),
            losing_wins: game.rules.win.bare_wins
                || game.rules.win.mated_wins
                || game.rules.win.extinction_wins,
        }
    }

    /// The stack entry of a ply.
    #[inline]
    pub fn at(&mut self, ply: usize) -> &mut Ply {
        &mut self.stack[ply + STACK_OFFSET]
    }

    /// The earlier moves that the continuation history looks at.
    #[inline]
    pub fn continuations(&self, ply: usize) -> Continuations {
        CONTINUATION_PLIES.map(|plies| self.stack[ply + STACK_OFFSET - plies].made.row)
    }

    /// True if a pseudo-legal move is legal.
    #[inline]
    pub fn is_legal(&mut self, mv: Move, check_info: &CheckInfo) -> bool {
        self.rules.tables.is_legal(&mut self.pos, mv, check_info)
    }

    /// Makes a move at a ply: the `number`th move of its node, or 0 at the root.
    #[inline]
    pub fn make(&mut self, mv: Move, ply: usize, number: i32) {
        self.at(ply).made = MadeMove::new(self.histories, &self.pos, mv, number);
        self.rules.tables.make(&mut self.pos, mv);
    }

    /// Prefetches the hash entry of the position after a move.
    #[inline]
    pub fn prefetch(&self, mv: Move) {
        self.table.prefetch(self.pos.key_after(mv));
    }

    /// Makes a null move at a ply.
    pub fn make_null(&mut self, ply: usize) {
        self.at(ply).made = MadeMove::PASS;
        self.pos.make_null();
    }

    /// True if the side to move has pieces that make zugzwang unlikely, and both sides have more than a bare
    /// royal.
    pub fn may_null_move(&self) -> bool {
        let pieces = |color: Color| {
            // a side with a piece to drop is never in zugzwang
            let held = u32::from(self.pos.has_hand(color));
            self.pos.officers(color) + held
        };
        let us = self.pos.side();
        // the next pass could end the game; during placement, a side gains by waiting while the other side places its
        // pieces
        if self.rules.variant().rules.win.compulsory_captures
            || self.pos.passes() > 0
            || self.rules.tables.is_placing(&self.pos)
        {
            return false;
        }
        let stalemate_loses = self.rules.variant().rules.win.stalemate == Stalemate::Loss;
        let enough = if stalemate_loses { 2 } else { 1 };
        let them = us.other();
        let bare = self.pos.live(them).count_ones() == 1 && !self.pos.has_hand(them);
        pieces(us) >= enough && !bare
    }

    /// The material that a move wins at once, centipawns; `None` for quiet moves.
    #[inline]
    pub fn gain(&self, mv: Move) -> Option<i32> {
        gain(&self.pos, &self.rules.evaluation.values, mv)
    }

    /// True if a move wins at least `threshold` centipawns in the static exchange; `gain` is what the move wins at
    /// once.
    #[inline]
    pub fn see_ge(&mut self, mv: Move, gain: i32, threshold: i32) -> bool {
        let evaluation = &self.rules.evaluation;
        if self.losing_wins {
            return true;
        }
        (self.rules.tables).see_ge(&mut self.pos, mv, gain, threshold, &evaluation.values)
    }

    /// True if the move may decide the game at once and must not be pruned: it reaches a goal, takes a royal, or bares
    /// a royal.
    pub fn may_end_game(&self, mv: Move) -> bool {
        if !self.decisive_moves {
            return false;
        }
        let them = self.pos.side().other();
        // any move may give the last check, or leave the last piece en prise
        if self.losing_wins || self.checks_to_give() == Some(1) {
            return true;
        }
        let taken = self.pos.cell(mv.to());
        let royals = self.pos.royals(them);
        let takes_royal = taken != 0 && royals >> (taken & 63) & 1 != 0;
        let bares = self.rules.variant().rules.win.bare_king_loses
            && taken != 0
            && self.pos.live(them).count_ones() <= royals.count_ones() + 1;
        takes_royal
            || bares
            || self.rules.tables.extinguishes(&self.pos, mv)
            || self.pos.layout().destroys_royal(&self.pos, mv)
            || self.rules.tables.reaches_goal(&self.pos, mv)
    }

    /// True if a legal move wins at once by reaching a goal.
    #[inline]
    pub fn wins_by_goal(&mut self, check_info: &CheckInfo) -> bool {
        !self.rules.tables.goals().is_empty()
            && (self.rules.tables).can_reach_goal(&mut self.pos, check_info, &mut self.buffer)
    }

    /// Checks that the side to move must still give to win; `None` if checks are not counted.
    #[inline]
    pub fn checks_to_give(&self) -> Option<u8> {
        let counted = self.pos.layout().counts_checks;
        counted.then(|| self.pos.checks_left(self.pos.side()))
    }

    /// True if a move gives the last check needed.
    #[inline]
    pub fn wins_by_check(&mut self, check_info: &CheckInfo) -> bool {
        self.checks_to_give() == Some(1) && self.can_give_last_check(check_info)
    }

    #[inline(never)]
    fn can_give_last_check(&mut self, check_info: &CheckInfo) -> bool {
        let us = self.pos.side();
        let tables = &self.rules.tables;
        let mut moves = std::mem::take(&mut self.buffer);
        moves.clear();
        tables.pseudo_legal(&self.pos, &mut moves);
        let found = moves.iter().any(|&mv| {
            tables.make(&mut self.pos, mv);
            let last = self.pos.checks_left(us) == 0;
            self.pos.unmake();
            last && tables.is_legal(&mut self.pos, mv, check_info)
        });
        self.buffer = moves;
        found
    }

    /// Nodes searched by all threads, as last published.
    pub fn all_nodes(&self) -> u64 {
        self.time.nodes(self.nodes)
    }

    /// Counts a node and checks the limits regularly.
    #[inline]
    pub fn count_node(&mut self, ply: usize) {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        if self.time.is_due(self.nodes) && self.time.must_stop(self.nodes) {
            self.stopped = true;
        }
    }

    /// The hash move, if it is pseudo-legal here: two positions may share a key.
    #[inline]
    pub fn hash_move(&mut self, entry: Option<Entry>) -> Move {
        let mv = entry.map_or(Move::NONE, |entry| entry.mv);
        let tables = &self.rules.tables;
        if mv == Move::NONE || !tables.is_pseudo_legal(&self.pos, mv, &mut self.buffer) {
            return Move::NONE;
        }
        mv
    }

    /// Updates the principal variation of this ply: the move, then the line of the next ply.
    pub fn update_pv(&mut self, ply: usize, mv: Move) {
        let (now, next) = self.pv.split_at_mut(ply + 1);
        now[ply].clear();
        now[ply].push(mv);
        now[ply].extend_from_slice(&next[0]);
    }
}

/// The static evaluation, improved by the hash score where the bound allows it.
#[inline]
pub(super) fn refined(eval: i32, entry: Option<Entry>) -> i32 {
    match entry {
        Some(entry) if entry.score.abs() < MATE_IN_MAX => match entry.bound {
            Bound::Exact => entry.score,
            Bound::Lower => eval.max(entry.score),
            Bound::Upper => eval.min(entry.score),
        },
        _ => eval,
    }
}
