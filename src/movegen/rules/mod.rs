//! What special rules do to generation, legality and the end of a game: one file per rule, and here
//! where they come in. Where a game has none of them, this costs a flag.

mod alice;
mod burning;
mod capture_effects;
mod castling;
mod checking;
mod doubles;
mod draws;
mod drops;
mod explosion;
pub(super) mod facing;
mod flight;
mod gating;
mod goals;
pub(super) mod hop_limits;
mod mating;
mod passing;
mod placement;
pub(super) mod promotion;
mod royal_slide;
mod trading;
mod walls;
mod win_conditions;

pub(super) use alice::{board_of, letter_on_board, tells_board};
pub(super) use explosion::with_careful_royals;
pub(super) use gating::{is_unnamed, partner_form};
pub use goals::{GoalTable, GoalTarget};

use super::{CheckInfo, GameEnd, MoveTables};
use crate::board::{Castling, Position};
use crate::types::{Bitboard, ByColor, Color, Move, Square, TypeId, TypeSet};
use crate::variant::Variant;
use crate::variant::rules::capture_effects::CaptureEffects;
use crate::variant::rules::mating::Mating;

/// What the special rules of a game need to know.
#[derive(Debug)]
pub(super) struct RuleTables {
    /// The moves of a piece are completed when they are known.
    pub completes: bool,
    /// No general knowledge of a position settles whether a move is legal.
    pub tries_all: bool,
    /// The game can be decided by more than royals.
    pub more_wins: bool,
    /// Castling can win.
    castling_wins: bool,
    /// Who can capture must capture.
    pub must_capture: bool,
    /// Royals of different colours may not face each other: the attack origins show royals as riders
    /// along files.
    pub royals_face: bool,
    /// Pieces in hand can be dropped.
    pub drops: bool,
    /// Some drops must not be mate, or not give check, or put a royal on the board.
    pub drops_are_tried: bool,
    /// Some moves are illegal by themselves: a royal in check may not run away, some pieces may not be
    /// traded, or the turn can be passed.
    pub judges_moves: bool,
    /// Some pieces have to be dropped before any other move.
    pub places: bool,
    /// Moves set up walls.
    pub walls: bool,
    /// Pawns are promoted where they stand.
    pub promotes_in_place: bool,
    /// The moves that take something on their way, if there are any.
    pub doubles: Option<Box<doubles::DoubleTables>>,
    /// A royal in check may not run away.
    stays_in_check: bool,
    /// Pieces capture those of their own side.
    takes_own: bool,
    /// Royals may not slide over attacked squares.
    slides_safely: bool,
    /// Passing the turn can be a move.
    pub passes: bool,
    /// What pieces that are no pawns become, by type.
    pub choices: promotion::Choices,
    /// Per type: where it may not come because it could never move again.
    pub dead_ends: Vec<Bitboard>,
    /// By type: what it neither hops over nor captures; empty if nothing has such limits.
    hop_limits: Vec<TypeSet>,
    /// Not every mate counts.
    limits_mates: bool,
    /// The checks that make a mate count.
    mating: mating::MatingTables,
    /// No move may give check.
    checks_are_illegal: bool,
    /// But those that mate may.
    mates_are_legal: bool,
    /// Every move goes on to another board.
    alice: bool,
    /// Captures explode.
    explodes: bool,
    /// Pieces burn the enemies beside them.
    burns: bool,
    /// Another piece may be made of a captor.
    captors_change: bool,
    /// Some captures are worth more or less than what captures and recaptures on their target bring.
    pub exchanges_differ: bool,
    /// What cannot be captured.
    immune: TypeSet,
    /// What captures without going there.
    rifles: TypeSet,
    /// Only the rank tells whether a pawn of white or black has its first move.
    pushing_by_rank: ByColor<bool>,
    /// Squares that win.
    goals: Vec<GoalTable>,
    /// Kinds of which white and black must not lose the last piece.
    vanishing: ByColor<Vec<TypeSet>>,
    /// Types of which white and black must keep a piece not to be bare.
    baring: ByColor<TypeSet>,
}

impl RuleTables {
    /// True if a type is a pawn whose first move depends on nothing but its rank.
    pub fn pushes_by_rank(&self, id: TypeId) -> bool {
        let pawn = |color: &Color| TypeId::pawn(*color) == id;
        let color = Color::ALL.into_iter().find(pawn);
        color.is_some_and(|color| self.pushing_by_rank[color])
    }

    /// True if a piece may have moves by rules, besides those of its own.
    #[inline]
    pub fn add_to_pieces(&self) -> bool {
        self.completes || self.walls || self.doubles.is_some()
    }

    /// Works out what the rules of a game need.
    pub fn new(v: &Variant) -> RuleTables {
        let rules = &v.rules;
        let alice = v.has_two_boards();
        let explodes = rules.win.explosion.is_some();
        let mut drops = rules
            .drops
            .iter()
            .flat_map(|drops| drops.kinds.iter().flatten());
        let royal = |id| v.piece(id).royalty.is_royal();
        let doubles = doubles::tables(v);
        let takes_own = v.has_own_captures();
        let captors_change = rules.capture_effects.change_captors();
        let burns = !rules.burning.is_empty();
        RuleTables {
            completes: alice || rules.gating.lets_pieces_in(),
            tries_all: alice
                || rules.trading.is_some()
                || explodes
                || rules.checks_are_illegal
                || rules.capture_effects != CaptureEffects::default()
                || !rules.burning.is_empty()
                || rules.walls.is_some()
                || v.has_double_moves(),
            more_wins: !rules.win.only_royals_decide()
                || rules.castling.can_win()
                || rules.can_pass()
                || rules.promotion.in_place,
            castling_wins: rules.castling.can_win(),
            must_capture: rules.win.compulsory_captures,
            royals_face: rules.zones.facing_is_illegal,
            drops: rules.drops.is_some(),
            drops_are_tried: drops.any(|kind| kind.no_mate || royal(kind.id))
                || !rules.drop_limits.no_check.iter().all(Vec::is_empty),
            judges_moves: rules.flight_is_illegal
                || rules.royals_slide_safely
                || rules.can_pass()
                || rules.trading.is_some()
                || !rules.capture_effects.immune.is_empty()
                || !rules.burning.is_empty(),
            exchanges_differ: alice
                || explodes
                || burns
                || takes_own
                || captors_change
                || doubles.is_some(),
            burns,
            immune: rules.capture_effects.immune.iter().copied().collect(),
            rifles: rules.capture_effects.rifle.iter().copied().collect(),
            captors_change,
            places: !rules.placement.is_empty(),
            walls: rules.walls.is_some(),
            promotes_in_place: rules.promotion.in_place,
            doubles,
            stays_in_check: rules.flight_is_illegal,
            takes_own,
            slides_safely: rules.royals_slide_safely,
            passes: rules.can_pass(),
            choices: promotion::choices(v),
            dead_ends: promotion::dead_ends(v),
            hop_limits: hop_limits::limits(v),
            limits_mates: rules.mating != Mating::default(),
            mating: mating::MatingTables::new(v),
            checks_are_illegal: rules.checks_are_illegal,
            mates_are_legal: rules.mates_are_legal,
            alice,
            explodes,
            pushing_by_rank: ByColor::from_fn(|color| v.pushes_by_rank(color)),
            goals: goals::tables(v),
            vanishing: win_conditions::vanishing(v),
            baring: win_conditions::baring(v),
        }
    }
}

impl MoveTables {
    /// True if the moves of the side to move may be more than its pieces have by themselves.
    #[inline]
    pub(super) fn adds_moves(&self, pos: &Position) -> bool {
        self.rules.completes && self.can_gate(pos)
    }

    /// True if there may be more moves of the piece on a square than it has by itself; then they are
    /// made of all of these.
    #[inline]
    pub(super) fn adds_to_moves(&self, pos: &Position, from: Square, id: TypeId) -> bool {
        self.adds_moves(pos) && id != TypeId::pawn(pos.side()) && pos.is_virgin(from)
    }

    /// Completes the moves of the piece on a square, which begin at an index, and adds more made of
    /// them if asked to.
    #[inline(never)]
    pub(super) fn complete_moves(
        &self,
        pos: &Position,
        from: Square,
        (moves, first): (&mut Vec<Move>, usize),
        more: bool,
    ) {
        if self.rules.alice {
            alice::keep_passing(pos, moves, first);
        } else {
            gating::let_in_waiting(pos, from, &mut moves[first..]);
        }
        if more {
            self.add_gating(pos, moves, first);
        }
    }

    /// Adds a castling that is possible as far as one board and its pieces tell. There is seldom one, so that this
    /// is kept apart.
    #[inline(never)]
    fn complete_castling(&self, pos: &Position, castling: &Castling, moves: &mut Vec<Move>) {
        if !self.rules.alice || alice::can_castle(pos, castling) {
            self.add_castling(pos, castling, moves);
        }
    }

    /// Whether a move is legal, where a rule says so whatever is in danger.
    #[inline(never)]
    pub(super) fn is_legal_by_rule(
        &self,
        pos: &mut Position,
        mv: Move,
        known: &CheckInfo,
    ) -> Option<bool> {
        if mv.is_pass() {
            return Some(self.may_pass(pos, known));
        }
        let illegal = self.takes_immune(pos, mv)
            || self.trades(pos, mv)
            || self.rules.stays_in_check && self.runs_away(pos, mv, known)
            || self.rules.slides_safely && self.slides_through_check(pos, mv)
            || known.royals_face && self.keeps_facing(pos, mv)
            || self.rules.burns && self.burns_royal(pos, mv);
        illegal.then_some(false)
    }

    /// True if a move is illegal for another reason than that it leaves a royal in danger.
    #[inline]
    pub(super) fn is_forbidden(&self, pos: &mut Position, mv: Move, known: &CheckInfo) -> bool {
        self.rules.drops_are_tried && self.is_forbidden_drop(pos, mv)
            || self.rules.promotes_in_place && self.disturbs(pos, mv)
            || self.is_forbidden_in_check(pos, mv, known)
            || self.rules.alice && alice::is_royal_met(self, pos, mv)
    }

    /// Why the move that led to a position was illegal, wherever the royals of its side stand. `answered`: see
    /// [`CheckInfo`].
    #[inline]
    pub(super) fn why_forbidden(&self, pos: &Position, answered: u8) -> Option<&'static str> {
        let checks = self.rules.checks_are_illegal && checking::is_illegal(self, pos, answered);
        checks.then_some("it gives check")
    }

    /// Whether the royals of a colour are safe, where a rule has a say in it.
    #[inline]
    pub(super) fn royals_safe_by_rule(&self, pos: &Position, color: Color) -> Option<bool> {
        if self.rules.burns {
            let by = color.other();
            return Some(self.royals_safe_if(pos, color, |sq| self.attacked_or_burnt(pos, sq, by)));
        }
        let explodes = self.rules.explodes;
        explodes.then(|| self.royals_safe_from_blasts(pos, color))
    }

    /// True if a move that wins `balance` more than is asked for does so after all recaptures, where
    /// a rule has a say in that.
    #[inline(never)]
    pub(super) fn see_by_rule(
        &self,
        pos: &mut Position,
        mv: Move,
        balance: i32,
        values: &[i32],
    ) -> Option<bool> {
        if self.rules.takes_own && pos.captures_own(mv) {
            // what was counted as won is lost
            let lost = values.get(pos.type_on(mv.to()).index()).copied();
            return Some(balance - 2 * lost.unwrap_or(0) >= 0);
        }
        if self.rules.alice {
            return Some(alice::survives(self, pos, mv, balance, values));
        }
        if self.rules.captors_change
            && let Some(gain) = self.captor_gain(pos, mv, values)
        {
            return Some(balance + gain >= 0);
        }
        if self.rules.doubles.is_some() && mv.via().is_some() {
            return Some(self.double_survives(pos, mv, balance, values));
        }
        if self.rules.burns
            && let Some(settled) = self.fire_settles(pos, mv, balance, values)
        {
            return Some(settled);
        }
        // after an explosion nobody is left to be recaptured
        self.rules.explodes.then_some(true)
    }

    /// Who has won, or that nobody has, by another rule than mate.
    #[inline(never)]
    pub(super) fn end_by_rule(&self, pos: &Position) -> Option<GameEnd> {
        let explosion = || self.rules.explodes.then(|| self.blown_up(pos)).flatten();
        let passed_out = || self.rules.passes.then(|| self.passed_out(pos)).flatten();
        let castled = || {
            self.rules
                .castling_wins
                .then(|| self.castled(pos))
                .flatten()
        };
        (self.checked_or_extinct(pos))
            .or_else(castled)
            .or_else(passed_out)
            .or_else(explosion)
            .or_else(|| self.gets_rid(pos))
            .or_else(|| self.ended_at_goal(pos))
            .or_else(|| self.bares(pos))
            .or_else(|| self.bare_draw(pos))
            .or_else(|| self.needs_no_promotion(pos))
    }
}
