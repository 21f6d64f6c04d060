//! The options in CECP.

use std::time::Duration;

use anyhow::{Context, bail};

use super::{Session, State};
use crate::protocol::options::{
    BAD_VALUE, Button, Kind, NONE, OPTIONS, Options, find, games, optional, parse_combo,
};
use crate::protocol::search_thread::Preparation;
use crate::protocol::{Command, Reply};
use crate::search::MultiPv;
use crate::variant::describe::{Pages, wrap};
use crate::variant::{Library, Origin};

/// Characters per line of a dialog, which XBoard makes as wide as its longest line.
const DIALOG_WIDTH: usize = 90;

impl Options {
    /// The options that an analysis depends on.
    fn shown(&self) -> (u32, bool, MultiPv) {
        (self.claim_draw_after, self.counting, self.multi_pv)
    }

    /// The options in the form of `feature option`; combos without choices are left out.
    pub fn describe(&self, library: &Library) -> Vec<String> {
        let mut options = self.clone();
        (OPTIONS.into_iter())
            .filter_map(|(name, kind)| Some(format!("{name} -{}", options.value(kind, library)?)))
            .collect()
    }

    /// The type and value of an option.
    fn value(&mut self, kind: Kind, library: &Library) -> Option<String> {
        Some(match kind {
            Kind::Check(field) => format!("check {}", u8::from(*field(self))),
            Kind::Spin(field, least, most) => format!("spin {} {least} {most}", field(self)),
            Kind::Optional(field, most) => {
                format!("spin {} {NONE} {most}", optional(*field(self)))
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
    /// `option NAME=VALUE`; a refused value changes nothing.
    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>) -> anyhow::Result<()> {
        let (_, kind) = find(name).context("no such option")?;
        let before = self.options.shown();
        match (kind, value) {
            (Kind::Button(button), _) => return self.press(button),
            (_, None) => bail!(BAD_VALUE),
            (Kind::Game, Some(value)) => {
                let chosen = parse_combo(value, &games(&self.variants.library))?;
                self.offer_variant(chosen);
            }
            (Kind::IniFile, Some(path)) => self.read_library(path),
            (kind, Some(value)) => self.options.set(kind, value, &self.variants.library)?,
        }
        self.clock.move_overhead = Duration::from_millis(self.options.move_overhead.into());
        if self.options.shown() != before {
            self.options.apply(&mut self.game);
            self.restart_analysis();
        }
        Ok(())
    }

    fn press(&mut self, button: Button) -> anyhow::Result<()> {
        match button {
            Button::Info => self.describe_variant(),
            Button::SaveInHashFile => self.dispatch(Command::Remember(None))?,
            Button::ClearHash => {
                // this drops the scores of `setscore` as well
                self.recall();
                self.clear_hash();
            }
        }
        Ok(())
    }

    pub(super) fn clear_hash(&mut self) {
        self.yield_table();
        self.searches.prepare(Preparation::Clear);
    }

    /// Stops a search without an end, so that the hash table can be changed; the search starts again afterwards.
    pub(super) fn yield_table(&mut self) {
        if matches!(self.state, State::Pondering(_) | State::Analysing(_)) {
            self.break_off();
        }
    }

    /// Describes the variant in a dialog.
    fn describe_variant(&mut self) {
        let lines = Pages::new(self.variant()).without_board();
        let wrapped = lines.iter().flat_map(|line| wrap(line, DIALOG_WIDTH));
        let text = wrapped.collect::<Vec<String>>().join("\n");
        self.output.send(&Reply::TellUser(text));
    }
}

/// The choices, with a star before the current choice, which is by default the first.
fn combo(choices: &[&str], chosen: Option<&str>) -> Option<String> {
    let first = choices.first()?;
    let current = chosen
        .filter(|chosen| choices.contains(chosen))
        .unwrap_or(first);
    let texts = choices.iter().map(|choice| {
        let star = if *choice == current { "*" } else { "" };
        format!("{star}{choice}")
    });
    let texts: Vec<String> = texts.collect();
    Some(format!("combo {}", texts.join(" /// ")))
}
