//! The rules of a game beyond how its pieces move. Each has a file of its own with what it is as
//! data, how its lines are written and understood, what cannot be, and how it is told in words.
//!
//! A new rule is a file here, a row of `RULES`, a field of [`Rules`], and a row of `CONFLICTS`
//! for each rule that it does not go with.

pub mod alice;
mod burning;
pub mod capture_effects;
pub mod castling;
mod checking;
mod conflicts;
pub mod counting;
mod doubles;
pub mod draws;
pub mod drop_limits;
pub mod drops;
mod extinction;
mod flight;
pub mod gating;
pub mod goals;
pub mod grid;
mod hand;
pub mod hop_limits;
pub mod mating;
mod names;
mod own_captures;
mod owned;
pub mod passing;
pub mod placement;
pub mod promotion;
pub mod pushes;
pub mod repetition;
mod resolver;
mod royal_slide;
pub mod shuffle;
pub(super) mod start;
pub mod trading;
pub mod values;
pub mod walls;
pub mod win_conditions;
mod words;
pub mod zones;

use super::ini::game_def::GameDef;
use super::{
    Castling, Counting, Drops, MoveRule, Promotion, Repetition, Shuffle, Variant, WinConditions,
    Zones,
};
use crate::types::{ByColor, Color, Square, TypeId};
use capture_effects::CaptureEffects;
use draws::Draws;
use drop_limits::DropLimits;
use gating::Gating;
use grid::Grid;
use hop_limits::HopLimit;
use mating::Mating;
use passing::Pass;
use placement::Placement;
use pushes::Pushes;
pub(super) use resolver::Resolver;
use resolver::Rule;
use trading::Trading;
use walls::Walls;
pub(super) use words::check_words;

/// The rules of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// The rank on which pawns start, counted from the own side, 1 = the back rank.
    pub pawn_rank: u8,
    /// From where pawns push.
    pub pushes: Pushes,
    /// How pawns promote.
    pub promotion: Promotion,
    /// What is special about castling and the other first moves of royals.
    pub castling: Castling,
    /// Parts of the board that are special.
    pub zones: Zones,
    /// Lines that every move has to cross.
    pub grid: Option<Grid>,
    /// What decides the game besides the loss of a royal, and what must be captured.
    pub win: WinConditions,
    /// What captures do to captors, and what cannot be captured.
    pub capture_effects: CaptureEffects,
    /// Types that burn enemies beside them.
    pub burning: Vec<TypeId>,
    /// No move may give check.
    pub checks_are_illegal: bool,
    /// But a move that mates may.
    pub mates_are_legal: bool,
    /// When moves without capture or pawn move make a draw.
    pub move_rule: MoveRule,
    /// Who loses when positions come back.
    pub repetition: Repetition,
    /// The counting rules, for those who want to play by them.
    pub counting: Option<Counting>,
    /// A royal in check may not move but to capture the only piece that gives it.
    pub flight_is_illegal: bool,
    /// A royal may not slide over squares that the other side attacks.
    pub royals_slide_safely: bool,
    /// Which mates count.
    pub mating: Mating,
    /// When white and black may pass the turn.
    pub passing: ByColor<Pass>,
    /// Who wins what would be a draw.
    pub draws: Draws,
    /// What else drops have to observe.
    pub drop_limits: DropLimits,
    /// Types that neither hop over nor capture some others.
    pub hop_limits: Vec<HopLimit>,
    /// Dropping of pieces in hand.
    pub drops: Option<Drops>,
    /// What is placed on the board before play.
    pub placement: Placement,
    /// Walls that moves set up.
    pub walls: Option<Walls>,
    /// Pieces that must not be traded for each other.
    pub trading: Option<Trading>,
    /// What white and black have in hand at the start.
    pub hand: ByColor<Vec<(TypeId, u8)>>,
    /// Pieces in hand that come in where another one leaves its first square.
    pub gating: Gating,
    /// The back ranks are shuffled before the game.
    pub shuffle: Option<Shuffle>,
    /// The game has a second board, and every move is followed by a step
    /// through it, to the same square of the other board: the letters of the pieces and what they
    /// are called there. Empty: there is one board.
    pub alice: Vec<(char, char)>,
}

canonical!(struct Rules {
    pawn_rank = 1,
    pushes = 2,
    promotion = 3,
    castling = 4,
    zones = 5,
    grid = 6,
    win = 7,
    capture_effects = 8,
    burning = 9,
    checks_are_illegal = 10,
    move_rule = 11,
    repetition = 12,
    counting = 13,
    flight_is_illegal = 14,
    royals_slide_safely = 15,
    mating = 16,
    passing = 17,
    draws = 18,
    drop_limits = 19,
    hop_limits = 20,
    drops = 21,
    placement = 22,
    walls = 23,
    trading = 24,
    hand = 25,
    gating = 26,
    shuffle = 27,
    alice = 28,
    mates_are_legal = 29,
});

impl Rules {
    /// True if a player could ever bring a piece of that type from the hand on the board.
    pub fn can_hold(&self, color: Color, id: TypeId) -> bool {
        let mut drops = self.drops.iter();
        self.gating.lets_in(color, id) || drops.any(|drops| drops.can_drop(color, id))
    }

    /// True if endings are nothing but a hunt for a royal with the men on the board: no other way to
    /// win or lose, and what is captured is gone. All rules are named here, so that a new one has to be
    /// thought about.
    pub fn only_mate_wins(&self) -> bool {
        let Rules {
            // what pawns and virgin pieces do, and what is in hand before the ending
            pawn_rank: _,
            pushes: _,
            promotion,
            castling,
            gating: _,
            drop_limits: _,
            placement: _,
            hand: _,
            shuffle: _,
            move_rule: _,
            // only where the user wants it
            counting: _,
            // stalemate is understood where it draws or loses; where it can win, what is won without it
            // still is
            win,
            drops,
            // endings are solved for whole boards only
            zones,
            grid,
            repetition,
            checks_are_illegal,
            mates_are_legal: _,
            flight_is_illegal,
            royals_slide_safely,
            hop_limits,
            capture_effects,
            burning,
            mating,
            passing: _,
            draws,
            walls,
            trading,
            alice,
        } = self;
        *zones == Zones::default()
            && grid.is_none()
            && !promotion.promotes_pieces()
            && !promotion.mobile
            && !promotion.stay
            && !promotion.in_place
            && alice.is_empty()
            && win.only_royals_decide()
            && !castling.can_win()
            && *repetition == Repetition::default()
            && !checks_are_illegal
            && !flight_is_illegal
            && !royals_slide_safely
            && hop_limits.is_empty()
            && *capture_effects == CaptureEffects::default()
            && burning.is_empty()
            && !self.can_pass()
            && *mating == Mating::default()
            && *draws == Draws::Drawn
            && walls.is_none()
            && trading.is_none()
            && (drops.as_ref()).is_none_or(|drops| !drops.captures && !drops.partner)
    }

    /// True if there can be walls on the board.
    pub fn can_have_walls(&self) -> bool {
        self.walls.is_some() || !self.capture_effects.petrify.is_empty()
    }

    /// True if passing the turn can be a move.
    pub fn can_pass(&self) -> bool {
        self.passing != ByColor::both(Pass::Never) || self.zones.facing_offers_end
    }

    /// True if pieces of the hand come in where others leave their first square.
    pub fn let_pieces_in(&self) -> bool {
        self.gating.lets_pieces_in()
    }

    /// True if a capture takes more from the board than the captured piece.
    pub fn captures_destroy_more(&self) -> bool {
        self.win.explosion.is_some()
    }

    /// True if moves have consequences that cannot be taken back by knowing the move.
    pub fn leave_traces(&self) -> bool {
        !self.alice.is_empty()
            || self.gating.has_gates()
            || self.captures_destroy_more()
            || self.capture_effects.change_captors()
            || !self.burning.is_empty()
            || self.walls.is_some()
    }

    /// True if moves have consequences besides what they move and take.
    pub fn have_effects(&self) -> bool {
        self.leave_traces()
            || self.drops.is_some()
            || self.castling.leap_aim.is_some()
            || self.counting.is_some()
            || self.can_pass()
            || self.trading.is_some()
    }

    /// True if players can have pieces in hand.
    pub fn has_hands(&self) -> bool {
        self.gating.lets_pieces_in() || self.drops.is_some()
    }
}

/// All rules, in the order in which they are understood and told: what a rule builds on is before
/// it.
const RULES: [Rule; 31] = [
    zones::HOLES_RULE,
    alice::RULE,
    start::RULE,
    zones::RULE,
    grid::RULE,
    hop_limits::RULE,
    promotion::RULE,
    pushes::RULE,
    goals::RULE,
    extinction::RULE,
    win_conditions::RULE,
    capture_effects::RULE,
    burning::RULE,
    repetition::RULE,
    checking::RULE,
    flight::RULE,
    royal_slide::RULE,
    mating::RULE,
    passing::RULE,
    counting::RULE,
    shuffle::RULE,
    drops::RULE,
    placement::RULE,
    drop_limits::RULE,
    draws::RULE,
    gating::RULE,
    hand::RULE,
    walls::RULE,
    trading::RULE,
    castling::RULE,
    names::RULE,
];

/// How the lines of all rules are written.
pub fn forms() -> impl Iterator<Item = &'static str> {
    RULES.iter().flat_map(|rule| rule.forms).copied()
}

impl Variant {
    /// The squares that must not be left without something coming in there or being lost.
    pub fn squares_with_followers(&self) -> impl Iterator<Item = Square> + '_ {
        let gates = Color::ALL.into_iter().flat_map(|color| self.gates(color));
        gates.map(|(sq, _)| sq)
    }
}

/// True if a rule that needs no line says something of one type that is then both sides'.
pub(super) fn is_one_type_for_both(game: &GameDef, id: TypeId) -> bool {
    win_conditions::hill(game) == Some(id) || gating::by_name(game).contains(&id)
}

/// Works out the rules of a game whose pieces are complete.
pub(super) fn resolve(cx: &mut Resolver<'_>) {
    for rule in &RULES {
        (rule.resolve)(cx);
    }
    win_conditions::check_royals(cx);
    conflicts::check(cx);
}

/// What decides the game besides mate, a sentence each: a part of what [`describe`] tells.
pub(super) fn deciding(variant: &Variant) -> Vec<String> {
    let deciding: [fn(&Variant) -> Vec<String>; 6] = [
        goals::describe,
        extinction::describe,
        win_conditions::decides,
        mating::describe,
        draws::describe,
        castling::decides,
    ];
    deciding
        .iter()
        .flat_map(|decides| decides(variant))
        .collect()
}

/// The rules in words, a sentence each.
pub(super) fn describe(variant: &Variant) -> Vec<String> {
    let rules = RULES.iter();
    rules.flat_map(|rule| (rule.describe)(variant)).collect()
}
