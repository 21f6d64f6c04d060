//! The rule lines below the pieces of a game.
//!
//! Each rule is one row of [`RULES`]: its form, which is shown as a hint and begins with its word,
//! and the function that understands its values. A row is all that a new rule needs here.

use super::counting;
use super::draws::{self, RepetitionSettings};
use super::goals::GoalSettings;
use super::rule_values::{
    Misfit, alias, alternators, bare_king, castling, keep, letter, letter_pairs, move_rule,
    promotion, promotion_rule, royal_leap, stalemate,
};
use super::terrain::{self, TerrainSettings};
use crate::types::ByColor;
use crate::variant::ini::diagnostic::Report;
use crate::variant::ini::did_you_mean::did_you_mean;
use crate::variant::ini::source::RuleLine;
use crate::variant::{Spanned, Stalemate};

/// The letters that white and black may choose among on promotion, where a game narrows them.
pub(super) type PromotionSets = ByColor<Option<Vec<Spanned<char>>>>;

/// What the rule lines of a game say.
#[derive(Clone, Debug, Default)]
pub(super) struct RuleSettings {
    pub(super) alternators: Option<bool>,
    pub(super) promotion: PromotionSets,
    pub(super) promotion_ranks: Option<Spanned<u8>>,
    pub(super) promotion_optional: bool,
    pub(super) promotion_to_captured: bool,
    pub(super) promotion_quiet: bool,
    /// Alias and real letter, upper case.
    pub(super) letters: Vec<Spanned<(char, char)>>,
    pub(super) aliases: Vec<String>,
    pub(super) move_rule: Option<u32>,
    pub(super) stalemate: Option<Stalemate>,
    pub(super) bare_king_loses: bool,
    pub(super) no_royal_leap_in_check: bool,
    pub(super) royal_leap_aim: Option<Spanned<char>>,
    pub(super) castling_partner: Option<Spanned<char>>,
    pub(super) gating: Vec<Spanned<String>>,
    pub(super) gates: Vec<Spanned<String>>,
    pub(super) drops: Vec<Spanned<String>>,
    pub(super) hand: Vec<Spanned<String>>,
    pub(super) shuffle: Vec<Spanned<String>>,
    pub(super) terrain: TerrainSettings,
    pub(super) facing_is_illegal: bool,
    pub(super) repetition: RepetitionSettings,
    /// Checks and the answers to them do not count for the move rule.
    pub(super) checks_stop_clock: bool,
    /// The name of the counting rules, then letters for pieces.
    pub(super) counting: Vec<Spanned<String>>,
    pub(super) goals: GoalSettings,
    /// Letters here and beyond the looking glass.
    pub(super) looking_glass: Vec<Spanned<(char, char)>>,
    /// The fields of the start position's FEN.
    pub(super) start: Vec<Spanned<String>>,
}

type Apply = fn(&mut RuleSettings, &[Spanned<String>]) -> Result<(), Misfit>;

/// A rule: how it is written, beginning with its word, and what understands its values.
struct RuleForm(&'static str, Apply);

impl RuleForm {
    fn word(&self) -> &'static str {
        self.0.split(':').next().unwrap_or(self.0)
    }
}

const RULES: &[RuleForm] = &[
    RuleForm("Alternators: yes|no", alternators),
    RuleForm(
        "Promotion: QRBN, or Promotion: white=QRBN black=none",
        promotion,
    ),
    RuleForm(
        "Promotion-Rule: ranks=3 optional captured quiet",
        promotion_rule,
    ),
    RuleForm("Letter: NEW=OLD NEW=OLD ...", letter),
    RuleForm("Alias: NAME NAME ...", alias),
    RuleForm("Stalemate: draw|loss|win|fewer", stalemate),
    RuleForm("Bare-King: none|loss|win", bare_king),
    RuleForm("Royal-Leap: no-check aim=R", royal_leap),
    RuleForm("Castling: partner=R", castling),
    RuleForm("Gating: HE", |settings, values| {
        keep(&mut settings.gating, values)
    }),
    RuleForm(
        "Gates: L=b C=g, or Gates: white:L=b black:L=g",
        |settings, values| keep(&mut settings.gates, values),
    ),
    RuleForm(
        "Drops: all P=2-7 one-per-file=P no-mate=P keep-promoted no-captures",
        |settings, values| keep(&mut settings.drops, values),
    ),
    RuleForm(
        "Hand: HE, or Hand: white=HE black=HE",
        |settings, values| keep(&mut settings.hand, values),
    ),
    RuleForm(
        "Shuffle: free, or opposite=B between independent",
        |settings, values| keep(&mut settings.shuffle, values),
    ),
    RuleForm(
        "Move-Rule: 100 (1 to 1000 moves), perhaps with without-checks",
        move_rule,
    ),
    RuleForm("Zone: palace=d1-f3,d8-f10 white:far=a6-i10", terrain::zone),
    RuleForm("Confine: K,A=ZONE", terrain::confine),
    RuleForm("Zone-Moves: LETTER=LIKE@ZONE", terrain::zone_moves),
    RuleForm("Holes: a2-a11,l2-l11 b1", terrain::holes),
    RuleForm("Facing: illegal|legal", terrain::facing),
    RuleForm(
        "Repetition: draw, or Repetition: perpetual-check loses perpetual-chase loses always=H,C>R",
        draws::repetition,
    ),
    RuleForm(
        "Counting: makruk|cambodian|asean rook=R khon=S knight=N",
        counting::counting,
    ),
    RuleForm("Checks: 3", |settings, values| {
        settings.goals.checks(values)
    }),
    RuleForm("Extinction: KQRBNP", |settings, values| {
        settings.goals.extinction(values)
    }),
    RuleForm("Baring: R,A", |settings, values| {
        settings.goals.baring(values)
    }),
    RuleForm("Checkmate: loss|win", |settings, values| {
        settings.goals.checkmate(values)
    }),
    RuleForm(
        "Captures: compulsory, or Captures: explode spare=P",
        |settings, values| settings.goals.captures(values),
    ),
    RuleForm("Alice: P=S N=H ...", |settings, values| {
        settings.looking_glass.extend(letter_pairs(values)?);
        Ok(())
    }),
    RuleForm("Start: FEN", |settings, values| {
        keep(&mut settings.start, values)
    }),
];

/// How far a word may be from a known one to be taken for a misspelling, if it is a long one;
/// others may be no further than 1.
const MISSPELT: usize = 2;
/// The fewest letters of a long word.
const LONG: usize = 5;

/// The forms of all rule lines, for help texts.
pub fn known_rules() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|rule| rule.0)
}

/// Understands all rule lines of a game.
pub(super) fn apply(lines: &[RuleLine], report: &mut Report) -> RuleSettings {
    let mut settings = RuleSettings::default();
    for line in lines {
        let word = &line.word;
        let Some(rule) = find(&word.value) else {
            complain_of_unknown(word, report);
            continue;
        };
        let hint = || Some(format!("the form is `{}`", rule.0));
        if line.values.is_empty() {
            let message = format!("`{}:` says nothing", rule.word());
            report.error(word.span, message, hint());
        } else if let Err(misfit) = (rule.1)(&mut settings, &line.values) {
            report.error(misfit.span, misfit.message, hint());
        }
    }
    settings
}

fn find(word: &str) -> Option<&'static RuleForm> {
    RULES
        .iter()
        .find(|rule| rule.word().eq_ignore_ascii_case(word))
}

/// Near to a known word it is a misspelling; otherwise it may be prose.
fn complain_of_unknown(word: &Spanned<String>, report: &mut Report) {
    let words = RULES.iter().map(|rule| rule.word());
    let message = format!("there is no rule `{}`", word.value);
    let distance = if word.value.len() < LONG { 1 } else { MISSPELT };
    match did_you_mean(&word.value, words, distance) {
        Some(known) => {
            let hint = format!("perhaps `{known}` is meant");
            report.error(word.span, message, Some(hint));
        }
        None => report.warning(word.span, message, None),
    }
}
