//! The rules of a variant besides the moves of its pieces. Each rule has a file with its data, the forms of its lines,
//! the code that reads and checks them, and its description in words.
//!
//! A new rule is a file here, a row of `RULES`, a field of [`Rules`], and a row of `CONFLICTS` for each rule that it
//! cannot be combined with.

pub mod alice;
mod author;
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
pub mod marks;
pub mod mating;
mod names;
mod own_captures;
mod owned;
pub mod passing;
pub mod pictures;
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

use super::describe::sentences::Sentences;
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
use marks::MarkedZone;
use mating::Mating;
use passing::Pass;
use placement::Placement;
use pushes::Pushes;
pub(super) use resolver::Resolver;
use resolver::{MAKES_ROYAL, Rule};
use trading::Trading;
use values::{Value, ValueError};
use walls::Walls;
pub(super) use words::check_words;

/// The rules of a variant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// The rank on which pawns start, counted from 1 on the owner's side.
    pub pawn_rank: u8,
    /// Ranks from which pawns push.
    pub pushes: Pushes,
    /// How pawns promote.
    pub promotion: Promotion,
    /// Castling and other first moves of royals.
    pub castling: Castling,
    /// Holes, zones and facing royals.
    pub zones: Zones,
    /// Lines that every move must cross.
    pub grid: Option<Grid>,
    /// Win conditions besides the loss of a royal, and compulsory captures.
    pub win: WinConditions,
    /// Effects of captures on captors, and pieces that cannot be captured.
    pub capture_effects: CaptureEffects,
    /// Types that burn neighbouring enemies.
    pub burning: Vec<TypeId>,
    /// No move may give check.
    pub checks_are_illegal: bool,
    /// Even if checks are illegal, a move that mates is legal.
    pub mates_are_legal: bool,
    /// Draw by moves without capture or pawn move.
    pub move_rule: MoveRule,
    /// Losses by repetition.
    pub repetition: Repetition,
    /// The counting rules, which are optional.
    pub counting: Option<Counting>,
    /// A royal in check may not move, except to capture the only checking piece.
    pub flight_is_illegal: bool,
    /// A royal may not slide over squares that the other side attacks.
    pub royals_slide_safely: bool,
    /// Limits of mates.
    pub mating: Mating,
    /// When each side may pass the turn.
    pub passing: ByColor<Pass>,
    /// How draws are adjudicated.
    pub draws: Draws,
    /// Limits of drops.
    pub drop_limits: DropLimits,
    /// Types that neither hop over nor capture other types.
    pub hop_limits: Vec<HopLimit>,
    /// Drops of pieces in hand.
    pub drops: Option<Drops>,
    /// Drops before play.
    pub placement: Placement,
    /// Walls that moves set up.
    pub walls: Option<Walls>,
    /// Pieces that may not be traded for each other.
    pub trading: Option<Trading>,
    /// The pieces in hand at the start.
    pub hand: ByColor<Vec<(TypeId, u8)>>,
    /// Gating.
    pub gating: Gating,
    /// The back ranks are shuffled before the game.
    pub shuffle: Option<Shuffle>,
    /// The letters of the pieces on both boards; empty: there is one board. With two boards every move ends on the
    /// corresponding square of the other board.
    pub alice: Vec<(char, char)>,
}

canonical!(struct Rules {
    pawn_rank = 1, pushes = 2, promotion = 3, castling = 4, zones = 5, grid = 6, win = 7,
    capture_effects = 8, burning = 9, checks_are_illegal = 10, move_rule = 11, repetition = 12,
    counting = 13, flight_is_illegal = 14, royals_slide_safely = 15, mating = 16, passing = 17,
    draws = 18, drop_limits = 19, hop_limits = 20, drops = 21, placement = 22, walls = 23,
    trading = 24, hand = 25, gating = 26, shuffle = 27, alice = 28, mates_are_legal = 29,
});

impl Rules {
    /// True if a player can bring a piece of this type from the hand to the board.
    pub fn can_hold(&self, color: Color, id: TypeId) -> bool {
        self.gating.lets_in(color, id) || self.can_drop(color, id)
    }

    /// True if a player can drop a type.
    pub fn can_drop(&self, color: Color, id: TypeId) -> bool {
        let drops = self.drops.as_ref();
        drops.is_some_and(|drops| drops.can_drop(color, id))
    }

    /// True if endings are decided by mate alone and captured pieces are removed. Rules that are not named here change
    /// endings, so a new rule excludes them unless it is added.
    pub fn only_mate_wins(&self) -> bool {
        let others = Rules {
            // these concern pawns, virgin pieces and hands, which endings do not have
            pawn_rank: 0,
            pushes: Pushes::default(),
            gating: Gating::default(),
            drop_limits: DropLimits::default(),
            placement: Placement::default(),
            hand: ByColor::default(),
            shuffle: None,
            move_rule: MoveRule::default(),
            // the counting rules are optional
            counting: None,
            mates_are_legal: false,
            // some of these change endings, see below
            promotion: Promotion::default(),
            castling: Castling::default(),
            // the solver handles stalemate as draw or loss; if it can win, wins without it still count
            win: WinConditions::default(),
            drops: None,
            ..self.clone()
        };
        let promotion = &self.promotion;
        others == Rules::default()
            && !promotion.promotes_pieces()
            && !promotion.mobile
            && !promotion.stay
            && !promotion.in_place
            && !self.castling.can_win()
            && self.win.only_royals_decide()
            && (self.drops.as_ref()).is_none_or(|drops| !drops.captures && !drops.partner)
    }

    /// True if walls can be on the board.
    pub fn can_have_walls(&self) -> bool {
        self.walls.is_some() || !self.capture_effects.petrify.is_empty()
    }

    /// True if passing the turn can be a legal move.
    pub fn can_pass(&self) -> bool {
        self.passing != ByColor::both(Pass::Never) || self.zones.facing_offers_end
    }

    /// True if a capture removes more than the captured piece.
    pub fn captures_destroy_more(&self) -> bool {
        self.win.explosion.is_some()
    }

    /// True if moves have effects that cannot be undone from the move alone.
    pub fn leave_traces(&self) -> bool {
        !self.alice.is_empty()
            || self.gating.has_gates()
            || self.captures_destroy_more()
            || self.capture_effects.change_captors()
            || !self.burning.is_empty()
            || self.walls.is_some()
    }

    /// True if moves have effects besides moving and capturing.
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

/// All rules, in the order in which they are resolved and described: a rule follows the rules it builds on.
const RULES: [Rule; 33] = [
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
    pictures::RULE,
    author::RULE,
];

/// The forms of the lines of all rules.
pub fn forms() -> impl Iterator<Item = &'static str> {
    RULES.iter().flat_map(|rule| rule.forms).copied()
}

impl Variant {
    /// The squares before gates.
    pub fn squares_with_followers(&self) -> impl Iterator<Item = Square> + '_ {
        let gates = Color::ALL.into_iter().flat_map(|color| self.gates(color));
        gates.map(|(sq, _)| sq)
    }
}

/// True if a rule without a line concerns one type, which both sides then share.
pub(super) fn is_one_type_for_both(game: &GameDef, id: TypeId) -> bool {
    win_conditions::hill(game) == Some(id) || gating::by_name(game).contains(&id)
}

/// Resolves the rules of a variant whose pieces are complete.
pub(super) fn resolve(cx: &mut Resolver<'_>) {
    for rule in &RULES {
        (rule.resolve)(cx);
    }
    win_conditions::check_royals(cx);
    conflicts::check(cx);
}

/// The win conditions besides mate, one sentence each: a part of [`describe`].
pub(super) fn deciding(variant: &Variant) -> Vec<String> {
    Sentences::of(
        variant,
        &[
            goals::describe,
            extinction::describe,
            win_conditions::decides,
            mating::describe,
            draws::describe,
            castling::decides,
        ],
    )
}

/// The parts of the board that rules name.
pub(super) fn marked(variant: &Variant) -> Vec<MarkedZone> {
    let marking: [fn(&Variant) -> Vec<MarkedZone>; 7] = [
        zones::holes,
        zones::marked,
        goals::marked,
        win_conditions::marked,
        promotion::zone::marked,
        gating::marked,
        grid::marked,
    ];
    (marking.iter())
        .flat_map(|marked| marked(variant))
        .collect()
}

/// The rules in words, one sentence each.
pub(super) fn describe(variant: &Variant) -> Vec<String> {
    Sentences::of(variant, &RULES.each_ref().map(|rule| rule.describe))
}
