//! The options a user can set in the GUI's menu.

use std::time::Duration;

use anyhow::{Context, bail};

use super::skill::FULL_STRENGTH;
use super::{Session, State};
use crate::game::Game;
use crate::protocol::search_thread::Preparation;
use crate::protocol::time_control::MOVE_OVERHEAD;
use crate::protocol::{Command, Reply};
use crate::search::MultiPv;
use crate::variant::describe::{Pages, wrap};
use crate::variant::{Library, Origin, Selections};

/// So many letters are put on a line of a dialog, which XBoard makes as wide as its longest line.
const DIALOG_WIDTH: usize = 90;

/// The values of the options.
#[derive(Clone, Debug, Default)]
pub(super) struct Options {
    /// The engine may resign.
    pub resign: bool,
    /// So many centipawns behind is lost.
    pub resign_threshold: u32,
    /// Moves of each side without capture or pawn move that draw; 0: never.
    pub claim_draw_after: u32,
    /// Games with counting rules are played by them.
    pub counting: bool,
    /// What was learnt for a game counts there, from the next one on.
    pub learned: bool,
    /// Kept back of the clock for the way of a move to the GUI, on top of what was measured,
    /// milliseconds.
    pub move_overhead: u32,
    /// Positions searched for a move at most; 0: no limit.
    pub nodes: u32,
    /// How well it plays, up to full strength.
    pub skill_level: u32,
    /// What chance decides is decided by this number and the position; `None`: by chance.
    pub seed: Option<u32>,
    /// Which moves get a line of their own.
    pub multi_pv: MultiPv,
    /// Which of its start positions a shuffled game begins with; `None`: in a game that the GUI
    /// knows by its name the GUI sends it, in others chance decides.
    pub start_number: Option<u32>,
    /// Analysis asks whether to remember the position.
    pub hash_dialog: bool,
    /// The game that shall have a place in the GUI's menu, whatever that has room for.
    pub offered: Option<String>,
    /// What the names `fairy` and `makruk` stand for.
    pub selections: Selections,
    /// The GUI wants to see what the search thinks.
    pub posting: bool,
    /// The engine thinks on the opponent's time.
    pub pondering: bool,
    /// The first moves of a game are varied.
    pub random: bool,
}

/// How an option is set and where its value is.
enum Kind {
    Check(fn(&mut Options) -> &mut bool),
    /// A number from one to another.
    Spin(fn(&mut Options) -> &mut u32, u32, u32),
    /// A number up to another, or -1 for none.
    Optional(fn(&mut Options) -> &mut Option<u32>, u32),
    /// One of some names.
    Combo(
        fn(&Library) -> Vec<&str>,
        fn(&mut Selections) -> &mut Option<String>,
    ),
    /// One of the games.
    Game,
    /// The file of games.
    IniFile,
    Button(fn(&mut Session) -> anyhow::Result<()>),
}

/// No number in particular.
const NONE: &str = "-1";
/// An option cannot have this value.
const BAD_VALUE: &str = "bad value";
const MOST: u32 = 2_000_000_000;

/// The options by name, in the order of the menu.
const OPTIONS: [(&str, Kind); 20] = [
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
    ("Info", Kind::Button(Session::tell_about_game)),
    (
        "Save in hash file",
        Kind::Button(|s| s.dispatch(Command::Remember(None))),
    ),
    ("Clear Hash", Kind::Button(Session::forget)),
];

impl Options {
    /// As they are when nobody says anything.
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

    /// Makes a game be played by these options.
    pub fn apply(&self, game: &mut Game) {
        game.set_move_rule(self.claim_draw_after);
        game.set_counting(self.counting);
    }

    /// The values on which it depends what an analysis shows.
    fn shown(&self) -> (u32, bool, MultiPv) {
        (self.claim_draw_after, self.counting, self.multi_pv)
    }

    /// The options as the GUI wants them described; those without a choice are left out.
    pub fn describe(&self, library: &Library) -> Vec<String> {
        let mut options = self.clone();
        let describe = |(name, kind)| Some(format!("{name} -{}", options.value(&kind, library)?));
        OPTIONS.into_iter().filter_map(describe).collect()
    }

    /// Kind and value of an option in the GUI's words.
    fn value(&mut self, kind: &Kind, library: &Library) -> Option<String> {
        Some(match *kind {
            Kind::Check(field) => format!("check {}", u8::from(*field(self))),
            Kind::Spin(field, least, most) => format!("spin {} {least} {most}", field(self)),
            Kind::Optional(field, most) => {
                let number = field(self).map_or(NONE.to_owned(), |number| number.to_string());
                format!("spin {number} {NONE} {most}")
            }
            Kind::Combo(choices, field) => {
                combo(&choices(library), field(&mut self.selections).as_deref())?
            }
            Kind::Game => combo(&games(library), self.offered.as_deref())?,
            Kind::IniFile => match library.origin() {
                Origin::File(path) => format!("file {}", path.display()),
                Origin::BuiltIn => "file ".to_owned(),
            },
            Kind::Button(_) => "button".to_owned(),
        })
    }
}

impl Session {
    /// `option NAME=VALUE`; a refused value leaves the old one.
    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) -> anyhow::Result<()> {
        let known = |(known, _): &(&str, Kind)| known.eq_ignore_ascii_case(name);
        let found = OPTIONS.into_iter().find(known);
        let (_, kind) = found.context("no such option")?;
        let before = self.options.shown();
        let options = &mut self.options;
        match (kind, value) {
            (Kind::Button(press), _) => return press(self),
            (_, None) => bail!(BAD_VALUE),
            (Kind::Check(field), Some(value)) => *field(options) = parse_check(value)?,
            (Kind::Spin(field, least, most), Some(value)) => {
                *field(options) = parse_spin(value, least, most)?;
            }
            (Kind::Optional(field, _), Some(NONE)) => *field(options) = None,
            (Kind::Optional(field, most), Some(value)) => {
                *field(options) = Some(parse_spin(value, 0, most)?);
            }
            (Kind::Combo(choices, field), Some(value)) => {
                let chosen = parse_combo(value, &choices(&self.variants.library))?;
                *field(&mut options.selections) = Some(chosen);
            }
            (Kind::Game, Some(value)) => {
                let chosen = parse_combo(value, &games(&self.variants.library))?;
                self.offer_game(chosen);
            }
            (Kind::IniFile, Some(path)) => self.read_library(path),
        }
        self.clock.move_overhead = Duration::from_millis(self.options.move_overhead.into());
        if self.options.shown() != before {
            self.options.apply(&mut self.game);
            self.analyse_anew();
        }
        Ok(())
    }

    /// The button that clears the hash table, and what `setscore` has said.
    fn forget(&mut self) -> anyhow::Result<()> {
        self.recall();
        self.clear_hash();
        Ok(())
    }

    pub(super) fn clear_hash(&mut self) {
        self.yield_table();
        self.searches.prepare(Preparation::Clear);
    }

    /// Breaks off a search without an end, which would keep others from the hash table; it begins
    /// again after them.
    pub(super) fn yield_table(&mut self) {
        if matches!(self.state, State::Pondering(_) | State::Analysing(_)) {
            self.break_off();
        }
    }

    /// Describes the game, in one dialog.
    fn tell_about_game(&mut self) -> anyhow::Result<()> {
        let lines = Pages::new(self.variant()).without_board();
        let wrapped: Vec<String> = (lines.iter())
            .flat_map(|line| wrap(line, DIALOG_WIDTH))
            .collect();
        let text = wrapped.join("\n");
        self.output.send(&Reply::TellUser(text));
        Ok(())
    }
}

/// The names to choose from, each in one spelling.
fn games(library: &Library) -> Vec<&str> {
    let letters = |name: &str| name.replace(['-', '_', ' '], "").to_lowercase();
    let mut names = library.public_names();
    let all: Vec<String> = names.iter().map(|name| letters(name)).collect();
    let mut index = 0;
    names.retain(|_| {
        index += 1;
        !all[..index - 1].contains(&all[index - 1])
    });
    names
}

/// The choices with a star before the current one, which is the first if none is chosen.
fn combo(choices: &[&str], chosen: Option<&str>) -> Option<String> {
    let first = choices.first()?;
    let current = chosen
        .filter(|chosen| choices.contains(chosen))
        .unwrap_or(first);
    let star = |choice: &&str| {
        if *choice == current {
            format!("*{choice}")
        } else {
            (*choice).to_owned()
        }
    };
    let texts: Vec<String> = choices.iter().map(star).collect();
    Some(format!("combo {}", texts.join(" /// ")))
}

fn parse_check(value: &str) -> anyhow::Result<bool> {
    match value {
        "1" | "true" => Ok(true),
        "0" | "false" => Ok(false),
        _ => bail!(BAD_VALUE),
    }
}

fn parse_spin(value: &str, least: u32, most: u32) -> anyhow::Result<u32> {
    let number = value.parse().context(BAD_VALUE)?;
    if !(least..=most).contains(&number) {
        bail!("not between {least} and {most}");
    }
    Ok(number)
}

fn parse_combo(value: &str, choices: &[&str]) -> anyhow::Result<String> {
    let value = value.trim_start_matches('*').trim();
    let exact = choices.iter().find(|choice| **choice == value);
    let similar = || {
        choices
            .iter()
            .find(|choice| choice.eq_ignore_ascii_case(value))
    };
    let choice = exact.or_else(similar).context(BAD_VALUE)?;
    Ok((*choice).to_owned())
}
