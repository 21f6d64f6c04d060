//! Win conditions besides the loss of a royal: stalemate, mate, checks, bare sides, the hill. Compulsory captures and
//! captures that explode.

use super::extinction::BARING;
use super::goals::Goal;
use super::marks::{Mark, MarkedZone};
use super::start::START;
use super::values::{self, square_name};
use super::zones::{HOLES, Zone};
use super::{MAKES_ROYAL, Resolver, Rule, Sentences};
use crate::types::{ByColor, Color, TypeId, TypeSet};
use crate::variant::describe::names::named;
use crate::variant::describe::phrases::{either, join, when};
use crate::variant::ini::game_def::GameDef;
use crate::variant::{Royalty, Variant};

const STALEMATE: &str =
    "Stalemate: draw, or Stalemate: loss, or Stalemate: win, or Stalemate: fewer";
const BARE_KING: &str =
    "Bare-King: loss, or Bare-King: draw, or Bare-King: win, or Bare-King: none";
pub(super) const CHECKS: &str = "Checks: 3";
const CHECKMATE: &str = "Checkmate: win, or Checkmate: loss";
pub(super) const CAPTURES: &str = "Captures: compulsory, or Captures: explode spare=P";

/// The value that changes the rules when given to certain pieces.
const RULE_VALUE: i32 = -2;
/// The piece whose [`RULE_VALUE`] makes a race to the central squares.
const HILL_TYPE: TypeId = TypeId(3);
/// The piece whose [`RULE_VALUE`] makes stalemate a loss.
const STALEMATE_TYPE: TypeId = TypeId(9);
/// Largest number of checks.
const MOST_CHECKS: u8 = 99;

pub(super) const RULE: Rule = Rule::new(
    &[STALEMATE, BARE_KING, CHECKS, CHECKMATE, CAPTURES],
    resolve,
    describe,
);

/// The result of a stalemate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stalemate {
    /// The game is drawn.
    #[default]
    Draw,
    /// The stalemated side loses.
    Loss,
    /// The stalemated side wins.
    Win,
    /// The side with fewer pieces wins; equal numbers are a draw.
    Fewer,
}

canonical!(enum Stalemate: Draw = 0, Loss = 1, Win = 2, Fewer = 3);

/// Captures that explode.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Explosion {
    /// Types that survive the blast, unless they capture or are captured.
    pub spared: Vec<TypeId>,
}

canonical!(struct Explosion { spared = 1 });

impl Variant {
    /// The types that survive the blast, with their promoted forms.
    pub fn spared_types(&self) -> TypeSet {
        let explosion = self.rules.win.explosion.as_ref();
        explosion.map_or(TypeSet::EMPTY, |explosion| self.kinds(&explosion.spared))
    }

    /// The central squares, where the hill is.
    pub fn hill_squares(&self) -> Zone {
        let is_middle = |at: u8, n: u8| ((n - 1) / 2..=n / 2).contains(&at);
        let board = self.board();
        board.only(|file, rank| is_middle(file, self.files) && is_middle(rank, self.ranks))
    }
}

/// Win conditions besides the loss of a royal; none by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WinConditions {
    /// The result of a stalemate.
    pub stalemate: Stalemate,
    /// The type of royal (either colour's) that wins by reaching one of the central squares.
    pub hill: Option<TypeId>,
    /// Squares that win.
    pub goals: Vec<Goal>,
    /// A side with only its royal left loses, unless it can at once bare the other side's royal as well, which draws.
    pub bare_king_loses: bool,
    /// Number of checks that wins; 0: checks do not count.
    pub checks: u8,
    /// Types that a side must keep: it loses with the last piece of such a type.
    pub extinction: ByColor<Vec<TypeId>>,
    /// A side loses with the last of all its pieces.
    pub extinction_of_all: ByColor<bool>,
    /// This number of pieces of a type, or of all, counts as extinct.
    pub extinction_left: u8,
    /// Extinction wins instead of losing.
    pub extinction_wins: bool,
    /// The game is drawn when a side has only its royal left.
    pub bare_king_draws: bool,
    /// Types of which a side must have a piece left. A side without such pieces loses, unless it can at once take the
    /// other side's last such piece as well, which draws.
    pub baring: ByColor<Vec<TypeId>>,
    /// A side with only its royal left wins; so does a side that has no royal, when it has no piece left.
    pub bare_wins: bool,
    /// The mated side wins.
    pub mated_wins: bool,
    /// Captures are compulsory.
    pub compulsory_captures: bool,
    /// A capture destroys captor, captured piece and all neighbours. So royals cannot capture.
    pub explosion: Option<Explosion>,
}

canonical!(struct WinConditions {
    stalemate = 1, hill = 2, goals = 3, bare_king_loses = 4, checks = 5, extinction = 6,
    extinction_of_all = 7, extinction_left = 8, extinction_wins = 9, bare_king_draws = 10,
    baring = 11, bare_wins = 12, mated_wins = 13, compulsory_captures = 14, explosion = 15,
});

impl WinConditions {
    /// True if only mate, the loss of a royal and stalemate decide the game, and captures are ordinary.
    pub fn only_royals_decide(&self) -> bool {
        let usual = WinConditions {
            stalemate: self.stalemate,
            ..WinConditions::default()
        };
        *self == usual
    }

    /// True if two bare royals draw.
    pub fn leave_royals_alone(&self) -> bool {
        let others = WinConditions {
            // these conditions need other pieces, or do not decide the game
            extinction_left: 0,
            extinction_wins: false,
            checks: 0,
            baring: ByColor::default(),
            compulsory_captures: false,
            explosion: None,
            ..self.clone()
        };
        others == WinConditions::default()
    }

    /// True if a rule here concerns a type but not its twins.
    pub(super) fn singles_out(&self, id: TypeId) -> bool {
        self.hill == Some(id)
    }

    /// True if a side can lose without having a royal.
    pub fn replace_royals(&self, color: Color) -> bool {
        self.bare_wins || self.can_die_out(color) || self.goals_decide_against(color)
    }
}

/// The royal that wins on the hill by the values of the variant.
pub fn hill(game: &GameDef) -> Option<TypeId> {
    (game.raw_value(HILL_TYPE) == Some(RULE_VALUE)).then_some(HILL_TYPE)
}

fn resolve(cx: &mut Resolver<'_>) {
    const OUTCOMES: [(&str, Stalemate); 4] = [
        ("draw", Stalemate::Draw),
        ("loss", Stalemate::Loss),
        ("win", Stalemate::Win),
        ("fewer", Stalemate::Fewer),
    ];
    let stalemate = match cx.game.raw_value(STALEMATE_TYPE) {
        Some(RULE_VALUE) => Stalemate::Loss,
        _ => Stalemate::Draw,
    };
    // (loses, wins, draws)
    const BARE: [(&str, (bool, bool, bool)); 4] = [
        ("none", (false, false, false)),
        ("loss", (true, false, false)),
        ("win", (false, true, false)),
        ("draw", (false, false, true)),
    ];
    let bare = cx.one(BARE_KING, |value| value.one_of(&BARE));
    let (bare_king_loses, bare_wins, bare_king_draws) = bare.unwrap_or_default();
    let mated = cx.one(CHECKMATE, |value| {
        value.one_of(&[("loss", false), ("win", true)])
    });
    let checks = cx.one(CHECKS, |value| value.number(1..=MOST_CHECKS));
    cx.variant.rules.win = WinConditions {
        stalemate: (cx.one(STALEMATE, |value| value.one_of(&OUTCOMES))).unwrap_or(stalemate),
        hill: hill(cx.game),
        bare_king_loses,
        bare_king_draws,
        checks: checks.unwrap_or(0),
        bare_wins,
        mated_wins: mated.unwrap_or(false),
        // goals and extinction are resolved already
        ..std::mem::take(&mut cx.variant.rules.win)
    };
    captures(cx);
    if !cx.start_is_unknown() {
        check_start(cx);
    }
}

fn captures(cx: &mut Resolver<'_>) {
    let mut spared = Vec::new();
    cx.each(CAPTURES, |cx, value| {
        let win = &mut cx.variant.rules.win;
        match value.after("spare") {
            Some(value) => cx.each_type(value, |id| values::add(&mut spared, id))?,
            None if value.is("compulsory") => win.compulsory_captures = true,
            None if value.is("explode") => win.explosion = Some(Explosion::default()),
            None => return Err(value.not_understood()),
        }
        Ok(())
    });
    if let Some(explosion) = &mut cx.variant.rules.win.explosion {
        explosion.spared = spared;
    } else if !spared.is_empty() {
        let values = cx.values(CAPTURES).into_iter();
        let span = values.filter_map(|value| value.after("spare")).next();
        let message = "`spare` has no effect: captures do not explode";
        let span = span.map(|value| value.span).unwrap_or_default();
        cx.report.error(span, message, "add the word explode");
    }
}

/// Checks win conditions against the start position.
fn check_start(cx: &mut Resolver<'_>) {
    let own = ByColor::from_fn(|color| cx.own_pieces(color));
    let win = &cx.variant.rules.win;
    // a side that starts without any of the named pieces is exempt
    let named = |color: Color| {
        let mut own = own[color].iter();
        own.any(|piece| win.baring[color].contains(&piece.id))
    };
    let nobody = !win.baring[Color::White].is_empty() && !Color::ALL.into_iter().any(named);
    let crowd = own.iter().any(|own| {
        let royals = own.iter().map(|piece| cx.variant.piece(piece.id).royalty);
        let royals: Vec<Royalty> = royals.filter(|royalty| royalty.is_royal()).collect();
        royals.len() > 1 || royals.iter().any(|&royalty| royalty != Royalty::Absolute)
    });
    let blown_up = win.explosion.is_some() && crowd;
    let no_hill = win.hill.is_some() && cx.variant.hill_squares().is_empty();
    if nobody {
        let message = "neither side begins with any of these pieces";
        cx.refuse(BARING, message, None);
    }
    if blown_up {
        let message = "explosions cannot be combined with several royals on a side";
        let hint = "give each side one piece of value -1, or none";
        let values = cx.values(CAPTURES);
        let explode = values.iter().rfind(|value| value.is("explode"));
        let span = explode.map(|value| value.span).unwrap_or_default();
        cx.report.error(span, message, hint);
    }
    if no_hill {
        let message = "the king cannot win in the middle of the board: there are only holes";
        cx.refuse(HOLES, message, None);
    }
}

/// Reports a side that needs a royal, on the board or in hand, and has none.
pub(super) fn check_royals(cx: &mut Resolver<'_>) {
    if cx.start_is_unknown() {
        return;
    }
    let royal = cx.variant.needs_royal();
    let mut without = Color::ALL.to_vec();
    without.retain(|&color| !royal[color]);
    for &color in &without {
        if cx.variant.rules.win.replace_royals(color) {
            continue;
        }
        let stalemate = cx.variant.rules.win.stalemate;
        if stalemate != Stalemate::Draw && cx.variant.rules.walls.is_some() {
            // walls bring stalemate about
            return;
        }
        if without.len() > 1 && stalemate == Stalemate::Loss {
            let message = "neither side has a royal piece, so only stalemate decides the game";
            cx.report.warning(cx.span(STALEMATE), message, None);
            break;
        }
        let message = format!("{color} has no royal piece");
        if cx.variant.start.is_some() {
            cx.refuse(START, message, MAKES_ROYAL);
        } else {
            let first = cx.game.back_ranks[color].first();
            let span = first.map(|first| first.span).unwrap_or_default();
            let hint = "give one piece of the back rank the value -1";
            cx.report.error(span, message, hint);
        }
    }
    let Some(color) = without.first() else {
        return;
    };
    let win = &cx.variant.rules.win;
    let uses = [
        (win.checks > 0, CHECKS, "check"),
        (win.mated_wins, CHECKMATE, "mate"),
    ];
    for (needs_royal, form, what) in uses {
        if needs_royal {
            let message = format!("no side can {what} {color}, which has no royal piece");
            cx.refuse(form, message, MAKES_ROYAL);
        }
    }
}

fn describe(words: &mut Sentences<'_>) {
    let (variant, win) = (words.variant, &words.variant.rules.win);
    decides(words);
    words.say_if(
        win.compulsory_captures,
        "A player who can capture must capture.",
    );
    if let Some(Explosion { spared }) = &win.explosion {
        let but = if spared.is_empty() {
            String::new()
        } else {
            format!(" but {}", either(&named(variant, spared)))
        };
        let royal = variant.royals().next().is_some();
        let royals = when(royal, "; royal pieces cannot capture");
        words.say(format!(
            "A capture destroys the capturing piece, the captured piece and all pieces on the \
             squares around{but}{royals}."
        ));
    }
}

/// The hill.
pub(super) fn marked(variant: &Variant) -> Vec<MarkedZone> {
    let hill = variant.rules.win.hill.map(|id| {
        let who = join(&named(variant, &[id]));
        let zone = variant.hill_squares();
        let squares = zone.squares().map(|(file, rank)| square_name(file, rank));
        let squares = either(&squares.collect::<Vec<_>>());
        let words = format!("Bringing the {who} to {squares} wins.");
        MarkedZone::new(Mark::Goal, zone, "hill", words)
    });
    hill.into_iter().collect()
}

/// The win conditions of this file, in words.
pub(super) fn decides(words: &mut Sentences<'_>) {
    let (variant, win) = (words.variant, &words.variant.rules.win);
    match win.stalemate {
        Stalemate::Draw => {}
        Stalemate::Loss => words.say("Stalemate loses for the side that cannot move."),
        Stalemate::Win => words.say("Stalemate wins for the side that cannot move."),
        Stalemate::Fewer => words.say("In a stalemate the side with fewer pieces wins."),
    }
    words.say_if(
        win.checks > 0,
        format!("Giving check {} times wins.", win.checks),
    );
    if win.bare_wins {
        let royals: Vec<TypeId> = variant.royals().map(|(id, _)| id).collect();
        let except = match words.names(&royals).as_str() {
            "" => String::new(),
            royals => format!(" except its {royals}"),
        };
        words.say(format!("A side with no pieces left{except} wins."));
    }
    words.say_all(marked(variant).into_iter().map(|hill| hill.words));
    words.say_if(
        win.bare_king_draws,
        "The game is drawn when a side has only its king left.",
    );
    words.say_if(
        win.bare_king_loses,
        "A side with only its king left loses, unless it can at once do the same to the other \
         side, which draws.",
    );
}
