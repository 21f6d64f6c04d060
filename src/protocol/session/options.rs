//! The options a user can set in the GUI's menu.

use super::{Refusal, Session, State};
use crate::protocol::Reply;
use crate::search::MultiPv;
use crate::variant::{Library, Origin, Selections, describe};

/// So many letters are put on a line of a dialog, which XBoard makes as wide as its longest line.
const DIALOG_WIDTH: usize = 90;

/// The values of the options.
#[derive(Clone, Debug)]
pub(super) struct Options {
    /// The engine may resign.
    pub resign: bool,
    /// So many centipawns behind is lost.
    pub resign_threshold: u32,
    /// Moves of each side without capture or pawn move that draw; 0: never.
    pub claim_draw_after: u32,
    /// Games with counting rules are played by them.
    pub counting: bool,
    /// Positions searched for a move at most; 0: no limit.
    pub nodes: u32,
    /// Which moves get a line of their own.
    pub multi_pv: MultiPv,
    /// Which of its start positions a shuffled game begins with; `None`: in a game that the GUI
    /// knows by its name the GUI sends it, in others chance decides.
    pub start_number: Option<u32>,
    /// Analysis asks whether to remember the position.
    pub hash_dialog: bool,
    /// What the names `fairy` and `makruk` stand for.
    pub selections: Selections,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            resign: false,
            resign_threshold: 800,
            claim_draw_after: 50,
            counting: false,
            nodes: 0,
            multi_pv: MultiPv::SINGLE,
            start_number: None,
            hash_dialog: false,
            selections: Selections::default(),
        }
    }
}

/// An option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Resign,
    ResignThreshold,
    ClaimDrawAfter,
    Counting,
    Nodes,
    IniFile,
    MultiPv,
    MultiPvMargin,
    Fairy,
    Makruk,
    StartNumber,
    HashDialog,
    Info,
    SaveHash,
    ClearHash,
}

/// The options by name, in the order of the menu.
const KEYS: [(Key, &str); 15] = [
    (Key::Resign, "Resign"),
    (Key::ResignThreshold, "Resign Threshold"),
    (Key::ClaimDrawAfter, "Claim draw after"),
    (Key::Counting, "Counting rules"),
    (Key::Nodes, "Nodes"),
    (Key::IniFile, "Ini File"),
    (Key::MultiPv, "MultiPV"),
    (Key::MultiPvMargin, "Multi-PV Margin"),
    (Key::Fairy, "Variant fairy selects"),
    (Key::Makruk, "Makruk rules"),
    (Key::StartNumber, "Start Number"),
    (Key::HashDialog, "Automatic persistent-hash dialog"),
    (Key::Info, "Info"),
    (Key::SaveHash, "Save in hash file"),
    (Key::ClearHash, "Clear Hash"),
];
const THRESHOLDS: (u32, u32) = (200, 1200);
const CLAIMS: (u32, u32) = (0, 200);
const NODES: (u32, u32) = (0, 2_000_000_000);
const LINES: (u32, u32) = (1, 100);
const MARGINS: (u32, u32) = (0, 1000);
const START_NUMBERS: (u32, u32) = (0, 2_000_000_000);
/// No start position in particular.
const ANY_START: &str = "-1";

impl Options {
    /// The options as the GUI wants them described; those without a choice are left out.
    pub fn describe(&self, library: &Library) -> Vec<String> {
        let describe = |(key, name): (Key, &str)| {
            let kind = self.kind(key, library)?;
            Some(format!("{name} -{kind}"))
        };
        KEYS.into_iter().filter_map(describe).collect()
    }

    fn kind(&self, key: Key, library: &Library) -> Option<String> {
        Some(match key {
            Key::Resign => format!("check {}", u8::from(self.resign)),
            Key::ResignThreshold => spin(self.resign_threshold, THRESHOLDS),
            Key::ClaimDrawAfter => spin(self.claim_draw_after, CLAIMS),
            Key::Counting => format!("check {}", u8::from(self.counting)),
            Key::Nodes => spin(self.nodes, NODES),
            Key::IniFile => match library.origin() {
                Origin::File(path) => format!("file {}", path.display()),
                Origin::BuiltIn => "file ".to_owned(),
            },
            Key::MultiPv => spin(self.multi_pv.lines, LINES),
            Key::MultiPvMargin => spin(self.multi_pv.margin, MARGINS),
            Key::Fairy => combo(&library.fairy_choices(), self.selections.fairy.as_deref())?,
            Key::Makruk => combo(&library.makruk_choices(), self.selections.makruk.as_deref())?,
            Key::StartNumber => {
                let number = self.start_number.map(|number| number.to_string());
                let most = START_NUMBERS.1;
                format!("spin {} -1 {most}", number.as_deref().unwrap_or(ANY_START))
            }
            Key::HashDialog => format!("check {}", u8::from(self.hash_dialog)),
            Key::Info | Key::SaveHash | Key::ClearHash => "button".to_owned(),
        })
    }
}

impl Session {
    /// `option NAME=VALUE`; a refused value leaves the old one.
    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), Refusal> {
        let known = |(_, known): &&(Key, &str)| known.eq_ignore_ascii_case(name);
        let (key, _) = KEYS.iter().find(known).ok_or(Refusal::NoSuchOption)?;
        match (*key, value) {
            (Key::Info, _) => self.tell_about_game(),
            (Key::SaveHash, _) => return self.remember(None),
            (Key::ClearHash, _) => {
                self.recall();
                self.clear_hash();
            }
            (_, None) => return Err(Refusal::BadValue),
            (Key::Resign, Some(value)) => self.options.resign = parse_check(value)?,
            (Key::ResignThreshold, Some(value)) => {
                self.options.resign_threshold = parse_spin(value, THRESHOLDS)?;
            }
            (Key::ClaimDrawAfter, Some(value)) => {
                self.options.claim_draw_after = parse_spin(value, CLAIMS)?;
                self.game.set_move_rule(self.options.claim_draw_after);
                self.analyse_anew();
            }
            (Key::Counting, Some(value)) => {
                self.options.counting = parse_check(value)?;
                self.game.set_counting(self.options.counting);
                self.analyse_anew();
            }
            (Key::MultiPv, Some(value)) => {
                self.options.multi_pv.lines = parse_spin(value, LINES)?;
                self.analyse_anew();
            }
            (Key::MultiPvMargin, Some(value)) => {
                self.options.multi_pv.margin = parse_spin(value, MARGINS)?;
                self.analyse_anew();
            }
            (Key::Nodes, Some(value)) => self.options.nodes = parse_spin(value, NODES)?,
            (Key::StartNumber, Some(ANY_START)) => self.options.start_number = None,
            (Key::StartNumber, Some(value)) => {
                self.options.start_number = Some(parse_spin(value, START_NUMBERS)?);
            }
            (Key::HashDialog, Some(value)) => self.options.hash_dialog = parse_check(value)?,
            (Key::IniFile, Some(path)) => self.read_library(path),
            (Key::Fairy, Some(value)) => {
                let chosen = parse_combo(value, &self.library.fairy_choices())?;
                self.options.selections.fairy = Some(chosen);
            }
            (Key::Makruk, Some(value)) => {
                let chosen = parse_combo(value, &self.library.makruk_choices())?;
                self.options.selections.makruk = Some(chosen);
            }
        }
        Ok(())
    }

    pub(super) fn clear_hash(&mut self) {
        self.yield_table();
        self.chores += 1;
        self.search_thread.clear();
    }

    /// Breaks off a search without an end, which would keep others from the hash table; it begins
    /// again after them.
    pub(super) fn yield_table(&mut self) {
        if matches!(self.state, State::Pondering(_) | State::Analysing(_)) {
            self.break_off();
        }
    }

    /// Describes the game, in one dialog.
    fn tell_about_game(&mut self) {
        let lines = describe::game(self.variant());
        let wrapped: Vec<String> = (lines.iter())
            .flat_map(|line| describe::wrap(line, DIALOG_WIDTH))
            .collect();
        let text = wrapped.join("\n");
        self.output.send(&Reply::TellUser(text));
    }
}

fn spin(value: u32, (least, most): (u32, u32)) -> String {
    format!("spin {value} {least} {most}")
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

fn parse_check(value: &str) -> Result<bool, Refusal> {
    match value {
        "1" | "true" => Ok(true),
        "0" | "false" => Ok(false),
        _ => Err(Refusal::BadValue),
    }
}

fn parse_spin(value: &str, (least, most): (u32, u32)) -> Result<u32, Refusal> {
    let number = value.parse().map_err(|_| Refusal::BadValue)?;
    if (least..=most).contains(&number) {
        Ok(number)
    } else {
        Err(Refusal::OutOfRange(least, most))
    }
}

fn parse_combo(value: &str, choices: &[&str]) -> Result<String, Refusal> {
    let value = value.trim_start_matches('*').trim();
    let exact = choices.iter().find(|choice| **choice == value);
    exact
        .or_else(|| {
            choices
                .iter()
                .find(|choice| choice.eq_ignore_ascii_case(value))
        })
        .map(|choice| (*choice).to_owned())
        .ok_or(Refusal::BadValue)
}
