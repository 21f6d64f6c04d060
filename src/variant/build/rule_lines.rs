//! The rule lines below the pieces of a game.
//!
//! Each rule is one row of [`RULES`]: its word, its form (shown as a hint) and the function that
//! understands its values. A row is all that a new rule needs here.

use super::counting;
use super::draws::{self, RepetitionSettings};
use super::goals::GoalSettings;
use super::terrain::{self, TerrainSettings};
use crate::variant::report::Report;
use crate::variant::source::RuleLine;
use crate::variant::spelling;
use crate::variant::{Span, Spanned, Stalemate};

/// The letters that white and black may choose among on promotion, where a game narrows them.
pub(super) type PromotionSets = [Option<Vec<Spanned<char>>>; 2];

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

/// A value that a rule does not understand.
pub(super) struct Misfit {
    span: Span,
    message: String,
}

impl Misfit {
    pub(super) fn new(value: &Spanned<String>) -> Self {
        Misfit {
            span: value.span,
            message: format!("`{}` is not understood here", value.value),
        }
    }
}

type Apply = fn(&mut RuleSettings, &[Spanned<String>]) -> Result<(), Misfit>;

struct RuleForm {
    word: &'static str,
    form: &'static str,
    apply: Apply,
}

const RULES: &[RuleForm] = &[
    RuleForm {
        word: "Alternators",
        form: "Alternators: yes|no",
        apply: alternators,
    },
    RuleForm {
        word: "Promotion",
        form: "Promotion: QRBN, or Promotion: white=QRBN black=none",
        apply: promotion,
    },
    RuleForm {
        word: "Promotion-Rule",
        form: "Promotion-Rule: ranks=3 optional captured quiet",
        apply: promotion_rule,
    },
    RuleForm {
        word: "Letter",
        form: "Letter: NEW=OLD NEW=OLD ...",
        apply: letter,
    },
    RuleForm {
        word: "Alias",
        form: "Alias: NAME NAME ...",
        apply: alias,
    },
    RuleForm {
        word: "Stalemate",
        form: "Stalemate: draw|loss|win|fewer",
        apply: stalemate,
    },
    RuleForm {
        word: "Bare-King",
        form: "Bare-King: none|loss|win",
        apply: bare_king,
    },
    RuleForm {
        word: "Royal-Leap",
        form: "Royal-Leap: no-check aim=R",
        apply: royal_leap,
    },
    RuleForm {
        word: "Castling",
        form: "Castling: partner=R",
        apply: castling,
    },
    RuleForm {
        word: "Gating",
        form: "Gating: HE",
        apply: gating,
    },
    RuleForm {
        word: "Drops",
        form: "Drops: all P=2-7 one-per-file=P no-mate=P keep-promoted no-captures",
        apply: drops,
    },
    RuleForm {
        word: "Hand",
        form: "Hand: HE, or Hand: white=HE black=HE",
        apply: hand,
    },
    RuleForm {
        word: "Shuffle",
        form: "Shuffle: free, or opposite=B between independent",
        apply: shuffle,
    },
    RuleForm {
        word: "Move-Rule",
        form: "Move-Rule: 100 (1 to 1000 moves), perhaps with without-checks",
        apply: move_rule,
    },
    RuleForm {
        word: "Zone",
        form: "Zone: palace=d1-f3,d8-f10 white:far=a6-i10",
        apply: terrain::zone,
    },
    RuleForm {
        word: "Confine",
        form: "Confine: K,A=ZONE",
        apply: terrain::confine,
    },
    RuleForm {
        word: "Zone-Moves",
        form: "Zone-Moves: LETTER=LIKE@ZONE",
        apply: terrain::zone_moves,
    },
    RuleForm {
        word: "Facing",
        form: "Facing: illegal|legal",
        apply: terrain::facing,
    },
    RuleForm {
        word: "Repetition",
        form: "Repetition: draw, or Repetition: perpetual-check loses perpetual-chase loses always=H,C>R",
        apply: draws::repetition,
    },
    RuleForm {
        word: "Counting",
        form: "Counting: makruk|cambodian|asean rook=R khon=S knight=N",
        apply: counting::counting,
    },
    RuleForm {
        word: "Checks",
        form: "Checks: 3",
        apply: |settings, values| settings.goals.checks(values),
    },
    RuleForm {
        word: "Extinction",
        form: "Extinction: KQRBNP",
        apply: |settings, values| settings.goals.extinction(values),
    },
    RuleForm {
        word: "Baring",
        form: "Baring: R,A",
        apply: |settings, values| settings.goals.baring(values),
    },
    RuleForm {
        word: "Checkmate",
        form: "Checkmate: loss|win",
        apply: |settings, values| settings.goals.checkmate(values),
    },
    RuleForm {
        word: "Captures",
        form: "Captures: compulsory, or Captures: explode spare=P",
        apply: |settings, values| settings.goals.captures(values),
    },
    RuleForm {
        word: "Alice",
        form: "Alice: P=S N=H ...",
        apply: |settings, values| {
            settings.looking_glass.extend(letter_pairs(values)?);
            Ok(())
        },
    },
    RuleForm {
        word: "Start",
        form: "Start: FEN",
        apply: start,
    },
];

/// The most moves without capture or pawn move that a game can demand for a draw.
const LONGEST_MOVE_RULE: u32 = 1000;
/// How far a word may be from a known one to be taken for a misspelling, if it is a long one; others
/// may be no further than 1.
const MISSPELT: usize = 2;
/// The fewest letters of a long word.
const LONG: usize = 5;

/// The forms of all rule lines, for help texts.
pub fn known_rules() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|rule| rule.form)
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
        let hint = || Some(format!("the form is `{}`", rule.form));
        if line.values.is_empty() {
            let message = format!("`{}:` says nothing", rule.word);
            report.error(word.span, message, hint());
        } else if let Err(misfit) = (rule.apply)(&mut settings, &line.values) {
            report.error(misfit.span, misfit.message, hint());
        }
    }
    settings
}

fn find(word: &str) -> Option<&'static RuleForm> {
    RULES
        .iter()
        .find(|rule| rule.word.eq_ignore_ascii_case(word))
}

/// Near to a known word it is a misspelling; otherwise it may be prose.
fn complain_of_unknown(word: &Spanned<String>, report: &mut Report) {
    let words = RULES.iter().map(|rule| rule.word);
    let message = format!("there is no rule `{}`", word.value);
    let distance = if word.value.len() < LONG { 1 } else { MISSPELT };
    match spelling::nearest(&word.value, words, distance) {
        Some(known) => {
            let hint = format!("perhaps `{known}` is meant");
            report.error(word.span, message, Some(hint));
        }
        None => report.warning(word.span, message, None),
    }
}

pub(super) fn single(values: &[Spanned<String>]) -> Result<&Spanned<String>, Misfit> {
    match values {
        [value] => Ok(value),
        [_, extra, ..] => Err(Misfit::new(extra)),
        [] => Err(Misfit {
            span: Span::default(),
            message: "a value is missing".to_owned(),
        }),
    }
}

fn alternators(settings: &mut RuleSettings, values: &[Spanned<String>]) -> Result<(), Misfit> {
    let value = single(values)?;
    settings.alternators = match value.value.to_ascii_lowercase().as_str() {
        "yes" => Some(true),
        "no" => Some(false),
        _ => return Err(Misfit::new(value)),
    };
    Ok(())
}

fn move_rule(settings: &mut RuleSettings, values: &[Spanned<String>]) -> Result<(), Misfit> {
    let value = match values {
        [value, word] if word.value.eq_ignore_ascii_case("without-checks") => {
            settings.checks_stop_clock = true;
            value
        }
        _ => single(values)?,
    };
    let moves = value.value.parse().ok();
    let moves = moves.filter(|moves| (1..=LONGEST_MOVE_RULE).contains(moves));
    settings.move_rule = Some(moves.ok_or_else(|| Misfit::new(value))?);
    Ok(())
}

fn stalemate(settings: &mut RuleSettings, values: &[Spanned<String>]) -> Result<(), Misfit> {
    let value = single(values)?;
    settings.stalemate = match value.value.to_ascii_lowercase().as_str() {
        "draw" => Some(Stalemate::Draw),
        "loss" => Some(Stalemate::Loss),
        "win" => Some(Stalemate::Win),
        "fewer" => Some(Stalemate::Fewer),
        _ => return Err(Misfit::new(value)),
    };
    Ok(())
}

fn bare_king(settings: &mut RuleSettings, values: &[Spanned<String>]) -> Result<(), Misfit> {
    let value = single(values)?;
    let outcome = value.value.to_ascii_lowercase();
    if !["none", "loss", "win"].contains(&outcome.as_str()) {
        return Err(Misfit::new(value));
    }
    settings.bare_king_loses = outcome == "loss";
    settings.goals.bare_wins = outcome == "win";
    Ok(())
}

fn royal_leap(settings: &mut RuleSettings, values: &[Spanned<String>]) -> Result<(), Misfit> {
    for value in values {
        let text = value.value.to_ascii_lowercase();
        let letters: Vec<char> = text
            .strip_prefix("aim=")
            .unwrap_or_default()
            .chars()
            .collect();
        match (text.as_str(), letters.as_slice()) {
            ("no-check", _) => settings.no_royal_leap_in_check = true,
            (_, [letter]) if letter.is_ascii_alphabetic() => {
                let letter = letter.to_ascii_uppercase();
                settings.royal_leap_aim = Some(Spanned::new(letter, value.span));
            }
            _ => return Err(Misfit::new(value)),
        }
    }
    Ok(())
}

fn castling(settings: &mut RuleSettings, values: &[Spanned<String>]) -> Result<(), Misfit> {
    let value = single(values)?;
    let text = value.value.to_ascii_uppercase();
    match text.strip_prefix("PARTNER=").map(str::as_bytes) {
        Some([letter]) if letter.is_ascii_alphabetic() => {
            settings.castling_partner = Some(Spanned::new(char::from(*letter), value.span));
            Ok(())
        }
        _ => Err(Misfit::new(value)),
    }
}

fn gating(settings: &mut RuleSettings, values: &[Spanned<String>]) -> Result<(), Misfit> {
    settings.gating = values.to_vec();
    Ok(())
}

fn drops(settings: &mut RuleSettings, values: &[Spanned<String>]) -> Result<(), Misfit> {
    // what the letters mean is known when the pieces are
    settings.drops = values.to_vec();
    Ok(())
}

fn hand(settings: &mut RuleSettings, values: &[Spanned<String>]) -> Result<(), Misfit> {
    settings.hand = values.to_vec();
    Ok(())
}

fn shuffle(settings: &mut RuleSettings, values: &[Spanned<String>]) -> Result<(), Misfit> {
    settings.shuffle = values.to_vec();
    Ok(())
}

fn start(settings: &mut RuleSettings, values: &[Spanned<String>]) -> Result<(), Misfit> {
    // what the fields mean is known when the pieces are
    settings.start = values.to_vec();
    Ok(())
}

fn alias(settings: &mut RuleSettings, values: &[Spanned<String>]) -> Result<(), Misfit> {
    let names = values.iter().flat_map(|value| value.value.split(','));
    settings
        .aliases
        .extend(names.filter(|name| !name.is_empty()).map(str::to_owned));
    Ok(())
}

fn letter(settings: &mut RuleSettings, values: &[Spanned<String>]) -> Result<(), Misfit> {
    settings.letters.extend(letter_pairs(values)?);
    Ok(())
}

/// Pairs of letters, upper case, an = between them.
fn letter_pairs(values: &[Spanned<String>]) -> Result<Vec<Spanned<(char, char)>>, Misfit> {
    let pair = |value: &Spanned<String>| {
        let chars: Vec<char> = value.value.to_ascii_uppercase().chars().collect();
        match chars[..] {
            [one, '=', other] if one.is_ascii_alphabetic() && other.is_ascii_alphabetic() => {
                Ok(Spanned::new((one, other), value.span))
            }
            _ => Err(Misfit::new(value)),
        }
    };
    values.iter().map(pair).collect()
}

fn promotion(settings: &mut RuleSettings, values: &[Spanned<String>]) -> Result<(), Misfit> {
    for value in values {
        let text = value.value.as_str();
        let (colors, letters): (&[usize], &str) = match text.split_once('=') {
            None => (&[0, 1], text),
            Some((color, letters)) if color.eq_ignore_ascii_case("white") => (&[0], letters),
            Some((color, letters)) if color.eq_ignore_ascii_case("black") => (&[1], letters),
            Some(_) => return Err(Misfit::new(value)),
        };
        if letters.eq_ignore_ascii_case("none") {
            for &color in colors {
                settings.promotion[color].get_or_insert_default();
            }
            continue;
        }
        if letters.is_empty() || !letters.chars().all(|c| c.is_ascii_alphabetic()) {
            return Err(Misfit::new(value));
        }
        let before = text.len() - letters.len();
        for (offset, letter) in letters.chars().enumerate() {
            let column = value.span.column + (before + offset) as u32;
            let span = Span {
                column,
                ..value.span
            };
            for &color in colors {
                settings.promotion[color]
                    .get_or_insert_default()
                    .push(Spanned::new(letter.to_ascii_uppercase(), span));
            }
        }
    }
    Ok(())
}

fn promotion_rule(settings: &mut RuleSettings, values: &[Spanned<String>]) -> Result<(), Misfit> {
    for value in values {
        match value.value.to_ascii_lowercase().as_str() {
            "optional" => settings.promotion_optional = true,
            "captured" => settings.promotion_to_captured = true,
            "quiet" => settings.promotion_quiet = true,
            text => {
                let ranks = text.strip_prefix("ranks=").and_then(|n| n.parse().ok());
                let ranks = ranks.ok_or_else(|| Misfit::new(value))?;
                settings.promotion_ranks = Some(Spanned::new(ranks, value.span));
            }
        }
    }
    Ok(())
}
