//! The tools of inventors: pieces and rules to choose from, new variants, values, and playtests.

use std::ffi::OsString;
use std::sync::Arc;

use clap::{Args, Command};
use serde_json::{Value as Json, json};

use crate::ruleset::Ruleset;
use crate::tools::format::SHIPPED;
use crate::tools::new::answers::usual_army;
use crate::tools::new::catalogue::{Catalogue, Entry};
use crate::tools::new::draft::{Game, in_betza};
use crate::tools::new::{self, from, rules::WORDS};
use crate::tools::playtest;
use crate::tools::playtest::first_moves::Candidates;
use crate::tools::playtest::games::{Games, Generator, UNRECORDED};
use crate::tools::playtest::report::Report;
use crate::tools::report::warnings::Warning;
use crate::tools::report::{Document, Part, Section};
use crate::tools::values::Values;
use crate::types::MAX_SIDE;

/// The most games of a playtest, and the most nodes for each of their moves.
const MOST_GAMES: u32 = 2000;
const MOST_NODES: u64 = 100_000;
/// The options of a playtest; the others of the command are about files and threads.
const OPTIONS: &str = "games nodes stronger openings max-moves seed";

/// The pieces, pawns and rules that have names.
pub fn catalogue() -> Json {
    let catalogue = Catalogue::builtin();
    let entry = |entry: &Entry| {
        let moves = entry.moves.first().map_or("", String::as_str);
        json!({
            "names": &entry.names,
            "about": entry.about,
            "moves": in_betza(moves).as_deref().unwrap_or(moves),
        })
    };
    let rules = WORDS
        .iter()
        .map(|(word, line, about)| json!({ "word": word, "line": line, "about": about }));
    json!({
        "pieces": catalogue.pieces.iter().map(entry).collect::<Vec<_>>(),
        "pawns": catalogue.pawns.iter().map(entry).collect::<Vec<_>>(),
        "rules": rules.collect::<Vec<_>>(),
        "armies": (0..=MAX_SIDE).map(usual_army).collect::<Vec<_>>(),
    })
}

/// The file of a new variant, given an option of `fmax new` in each line.
pub fn new(options: &str) -> Result<Json, String> {
    let arguments: new::Arguments = parse(options.lines())?;
    if arguments.list || arguments.force || arguments.output.is_some() {
        return Err("the page writes no files".to_owned());
    }
    let made = new::make(&SHIPPED, &Catalogue::builtin(), &arguments);
    let (game, notes) = made.map_err(|error| format!("{error:#}"))?;
    Ok(file(&game, &notes))
}

/// The lines of a shipped variant as a file.
pub fn source(name: &str) -> Result<Json, String> {
    let copied = from::copy(&SHIPPED, name, name);
    Ok(file(&copied.map_err(|error| format!("{error:#}"))?, &[]))
}

fn file(game: &Game, notes: &[String]) -> Json {
    json!({ "name": game.name, "text": game.with_comments(), "notes": notes })
}

/// Reads options as the command with these arguments does.
fn parse<T: Args>(
    options: impl IntoIterator<Item = impl Into<OsString> + Clone>,
) -> Result<T, String> {
    let command = Command::new("")
        .no_binary_name(true)
        .disable_help_flag(true);
    let matches = T::augment_args(command).try_get_matches_from(options);
    T::from_arg_matches(&matches.map_err(refusal)?).map_err(refusal)
}

/// An error in options, without hints for users of a terminal.
fn refusal(error: clap::Error) -> String {
    let text = error.to_string();
    let text = text.split("\n\nUsage:").next().unwrap_or_default();
    text.trim_start_matches("error: ").trim().to_owned()
}

/// The values of the pieces, as in the table of `fmax values`.
pub fn values(rules: &Arc<Ruleset>) -> Json {
    let values = Values::new(rules);
    let pieces = values.pieces.iter().map(|value| {
        json!({
            "id": value.number,
            "value": value.used,
            "empty": value.empty,
            "crowded": value.crowded,
            "cells": values.cells(value),
        })
    });
    json!({
        "heading": Values::heading(),
        "pieces": pieces.collect::<Vec<_>>(),
        "notes": values.notes(),
    })
}

/// Plays a variant against itself and reports as `fmax playtest` does.
pub fn playtest(
    rules: &Arc<Ruleset>,
    options: &str,
    report: &mut dyn FnMut(&str),
) -> Result<Json, String> {
    let arguments = playtest_arguments(options)?;
    let plan = arguments.plan(rules.clone());
    let mut generator = Generator::new(&plan);
    let mut games = Games::new();
    for number in 0..arguments.games {
        let game = generator.play(number, || false).ok_or(UNRECORDED)?;
        games.insert(number, game);
        report(&json!({ "played": (number + 1), "games": arguments.games }).to_string());
    }
    let candidates = Candidates::new(&plan);
    let mut player = candidates.player();
    let values = (0..candidates.count()).map(|index| candidates.search(&mut player, index));
    let first_moves = candidates.weigh(values);
    let found = Report::new(&plan, &games, first_moves).map_err(|error| format!("{error:#}"))?;
    Ok(written(&found.document(), &found.worries))
}

fn playtest_arguments(options: &str) -> Result<playtest::Arguments, String> {
    let mut words = Vec::new();
    for option in options.split_whitespace() {
        let (name, _) = option.split_once('=').unwrap_or_default();
        if !OPTIONS.split(' ').any(|known| known == name) {
            return Err(format!("unknown option `{option}` of a playtest"));
        }
        words.push(format!("--{option}"));
    }
    let arguments: playtest::Arguments = parse(words)?;
    if arguments.games > MOST_GAMES || arguments.nodes > MOST_NODES {
        return Err(format!(
            "a page plays at most {MOST_GAMES} games with {MOST_NODES} nodes for each move; `fmax playtest` can play more"
        ));
    }
    Ok(arguments)
}

fn written(document: &Document, worries: &[Warning]) -> Json {
    let is_written = |part: &Part| matches!(part, Part::Lines(_) | Part::Table(..) | Part::Text(_));
    let sections = document.sections.iter();
    let sections = sections.filter(|section| section.parts.iter().any(is_written));
    json!({
        "introduction": &document.introduction,
        "sections": sections.map(section).collect::<Vec<_>>(),
        "worries": worries,
    })
}

/// A section of a report, without its figures.
fn section(section: &Section) -> Json {
    let (mut lines, mut table, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    for part in &section.parts {
        match part {
            Part::Lines(all) => lines.extend(all.iter().map(|(label, text)| [label, text])),
            Part::Table(rows, _) => table.extend(rows),
            Part::Text(text) | Part::Note(text) => notes.push(text),
            Part::Warnings(_) | Part::Figures(_) | Part::Command(_) => {}
        }
    }
    json!({ "title": section.title, "lines": lines, "table": table, "notes": notes })
}

#[cfg(test)]
mod tests;
