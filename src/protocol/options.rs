//! The options of the engine, shared by both protocols.

use std::collections::HashSet;

use anyhow::{Context, bail};

use super::time_control::MOVE_OVERHEAD;
use crate::game::Game;
use crate::search::MultiPv;
use crate::variant::{Library, Selections};

/// The skill level without limits.
pub const FULL_STRENGTH: u32 = 10;

/// The values of the options.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The engine may resign.
    pub resign: bool,
    /// The engine resigns when it is this far behind, in centipawns.
    pub resign_threshold: u32,
    /// The game is drawn after this number of moves of each side without capture or pawn move; 0: never.
    pub claim_draw_after: u32,
    /// The counting rules apply in variants that have them.
    pub counting: bool,
    /// Learned evaluations are used, from the next game on.
    pub learned: bool,
    /// Time reserved for sending a move to the GUI, besides the measured delay, in milliseconds.
    pub move_overhead: u32,
    /// Node limit per move; 0: no limit.
    pub nodes: u32,
    /// Playing strength, from 0 to full strength.
    pub skill_level: u32,
    /// Seed of all random choices, together with the position; `None`: the choices differ on each run.
    pub seed: Option<u32>,
    /// Moves that get their own line of analysis.
    pub multi_pv: MultiPv,
    /// Number of the start position in shuffled variants; `None`: a random position, or the position that a GUI sends
    /// if it knows the variant.
    pub start_number: Option<u32>,
    /// Analysis offers to remember the position.
    pub hash_dialog: bool,
    /// The variant that always gets a place in the GUI's menu.
    pub offered: Option<String>,
    /// The variants that `fairy` and `makruk` stand for.
    pub selections: Selections,
    /// Thinking output is on.
    pub posting: bool,
    /// The engine thinks on the opponent's time.
    pub pondering: bool,
    /// The first moves of a game are varied.
    pub random: bool,
}

/// The type of an option, and the field that holds its value.
#[derive(Clone, Copy)]
pub enum Kind {
    /// On or off.
    Check(fn(&mut Options) -> &mut bool),
    /// A number within bounds.
    Spin(fn(&mut Options) -> &mut u32, u32, u32),
    /// A number up to a bound, or -1 for no number.
    Optional(fn(&mut Options) -> &mut Option<u32>, u32),
    /// One of several names.
    Combo(
        fn(&Library) -> Vec<&str>,
        fn(&mut Selections) -> &mut Option<String>,
    ),
    /// One of the variants.
    Game,
    /// The file of variants.
    IniFile,
    /// An action.
    Button(Button),
}

/// The actions of buttons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// Describe the variant.
    Info,
    /// Keep the position with the score found last.
    SaveInHashFile,
    /// Clear the hash table.
    ClearHash,
}

/// The value of an optional number that is not set.
pub const NONE: &str = "-1";
/// The message for a refused value.
pub const BAD_VALUE: &str = "bad value";
const MOST: u32 = 2_000_000_000;

/// The options by name, in the order of the menu.
pub const OPTIONS: [(&str, Kind); 20] = [
    ("Resign", Kind::Check(|o| &mut o.resign)),
    (
        "Resign Threshold",
        Kind::Spin(|o| &mut o.resign_threshold, 200, 1200),
    ),
    (
        "Claim draw after",
        Kind::Spin(|o| &mut o.claim_draw_after, 0, 200),
    ),
    ("Counting rules", Kind::Check(|o| &mut o.counting)),
    ("Learned evaluation", Kind::Check(|o| &mut o.learned)),
    (
        "Move Overhead",
        Kind::Spin(|o| &mut o.move_overhead, 0, 5000),
    ),
    ("Nodes", Kind::Spin(|o| &mut o.nodes, 0, MOST)),
    (
        "Skill Level",
        Kind::Spin(|o| &mut o.skill_level, 0, FULL_STRENGTH),
    ),
    ("Random Seed", Kind::Optional(|o| &mut o.seed, MOST)),
    ("Ini File", Kind::IniFile),
    ("MultiPV", Kind::Spin(|o| &mut o.multi_pv.lines, 1, 100)),
    (
        "Multi-PV Margin",
        Kind::Spin(|o| &mut o.multi_pv.margin, 0, 1000),
    ),
    ("Variant", Kind::Game),
    (
        "Variant fairy selects",
        Kind::Combo(Library::fairy_choices, |s| &mut s.fairy),
    ),
    (
        "Makruk rules",
        Kind::Combo(Library::makruk_choices, |s| &mut s.makruk),
    ),
    (
        "Start Number",
        Kind::Optional(|o| &mut o.start_number, MOST),
    ),
    (
        "Automatic persistent-hash dialog",
        Kind::Check(|o| &mut o.hash_dialog),
    ),
    ("Info", Kind::Button(Button::Info)),
    ("Save in hash file", Kind::Button(Button::SaveInHashFile)),
    ("Clear Hash", Kind::Button(Button::ClearHash)),
];

impl Options {
    /// The defaults.
    pub fn new() -> Options {
        Options {
            resign_threshold: 800,
            claim_draw_after: 50,
            learned: true,
            move_overhead: MOVE_OVERHEAD.as_millis() as u32,
            skill_level: FULL_STRENGTH,
            multi_pv: MultiPv::SINGLE,
            ..Options::default()
        }
    }

    /// Applies the options to a game.
    pub fn apply(&self, game: &mut Game) {
        game.set_move_rule(self.claim_draw_after);
        game.set_counting(self.counting);
    }

    /// Sets an option that only holds a value; a refused value changes nothing.
    pub fn set(&mut self, kind: Kind, value: &str, library: &Library) -> anyhow::Result<()> {
        match kind {
            Kind::Check(field) => *field(self) = parse_check(value)?,
            Kind::Spin(field, least, most) => *field(self) = parse_spin(value, least, most)?,
            Kind::Optional(field, _) if value == NONE => *field(self) = None,
            Kind::Optional(field, most) => *field(self) = Some(parse_spin(value, 0, most)?),
            Kind::Combo(choices, field) => {
                let chosen = parse_combo(value, &choices(library))?;
                *field(&mut self.selections) = Some(chosen);
            }
            Kind::Game | Kind::IniFile | Kind::Button(_) => {}
        }
        Ok(())
    }
}

/// Finds an option by name.
pub fn find(name: &str) -> Option<(&'static str, Kind)> {
    let mut options = OPTIONS.into_iter();
    options.find(|(known, _)| known.eq_ignore_ascii_case(name))
}

/// The text of an optional number.
pub fn optional(value: Option<u32>) -> String {
    value.map_or(NONE.to_owned(), |number| number.to_string())
}

/// The names of the variants, each in one spelling only.
pub fn games(library: &Library) -> Vec<&str> {
    let letters = |name: &str| name.replace(['-', '_', ' '], "").to_lowercase();
    let mut names = library.public_names();
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(letters(name)));
    names
}

pub fn parse_check(value: &str) -> anyhow::Result<bool> {
    match value {
        "1" | "true" => Ok(true),
        "0" | "false" => Ok(false),
        _ => bail!(BAD_VALUE),
    }
}

pub fn parse_spin(value: &str, least: u32, most: u32) -> anyhow::Result<u32> {
    let number = value.parse().context(BAD_VALUE)?;
    if !(least..=most).contains(&number) {
        bail!("not between {least} and {most}");
    }
    Ok(number)
}

pub fn parse_combo(value: &str, choices: &[&str]) -> anyhow::Result<String> {
    let value = value.trim_start_matches('*').trim();
    let exact = choices.iter().find(|choice| **choice == value);
    let mut similar = (choices.iter()).filter(|choice| choice.eq_ignore_ascii_case(value));
    let choice = exact.or_else(|| similar.next()).context(BAD_VALUE)?;
    Ok((*choice).to_owned())
}
