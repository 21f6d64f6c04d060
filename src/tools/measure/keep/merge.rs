//! Merges the files of several machines. The files are not changed.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, bail};

use super::{GameLine, Games, Settings, Store, VERSION};
use crate::tools::lab::jsonl::require_same;
use crate::tools::lab::shards::Header;
use crate::variant::Variant;

/// Merges the games of several files into at least one round. A game in more than one of them counts once. The settings of
/// the rounds are equal except for the values in use.
pub fn merge(paths: &[PathBuf], game: &Variant) -> anyhow::Result<Vec<Games>> {
    together(Store::merge(paths)?.lines.values(), game)
}

/// Sorts games into rounds.
fn together<'l>(
    lines: impl Iterator<Item = &'l GameLine>,
    game: &Variant,
) -> anyhow::Result<Vec<Games>> {
    let fingerprints = Header::fingerprints(game);
    let mut first: Option<&Settings> = None;
    let mut rounds: BTreeMap<u32, Games> = BTreeMap::new();
    for line in lines {
        let which = || format!("game {} of round {}", line.played.game, line.round);
        require_game(line, game, &fingerprints)?;
        let settings = &line.settings;
        let games = rounds.entry(line.round).or_insert_with(|| Games {
            round: line.round,
            settings: settings.clone(),
            games: BTreeMap::new(),
        });
        require_same(&games.settings, settings).with_context(which)?;
        // rounds differ only in the values in use
        let first = *first.get_or_insert(settings);
        let alike = Settings {
            used: first.used.clone(),
            ..settings.clone()
        };
        require_same(first, &alike).with_context(which)?;
        games.add(&line.played).with_context(which)?;
    }
    first.context("there are no games in the files to merge")?;
    let rounds: Vec<Games> = rounds.into_values().collect();
    rounds.iter().for_each(warn_of_missing);
    Ok(rounds)
}

/// Checks that a game is of this variant and version.
fn require_game(
    line: &GameLine,
    game: &Variant,
    (rules, evaluation): &(String, String),
) -> anyhow::Result<()> {
    let which = || format!("game {} of round {}", line.played.game, line.round);
    let settings = &line.settings;
    if line.variant != game.name {
        bail!(
            "{} is one of {}, not of {}",
            which(),
            line.variant,
            game.name
        );
    }
    if settings.version != VERSION {
        bail!("{} was played by another version of fmax", which());
    }
    if (&settings.rules, &settings.evaluation) != (rules, evaluation) {
        bail!(
            "{} was played by other rules or values of {}",
            which(),
            game.name
        );
    }
    Ok(())
}

/// Warns if games are missing before the last one.
fn warn_of_missing(games: &Games) {
    let last = games.games.last_key_value();
    let of = last.map_or(0, |(&last, _)| u64::from(last) + 1);
    let missing = of - games.games.len() as u64;
    if missing > 0 {
        log::warn!(
            "{missing} of the first {of} games of round {} are missing: a part is absent or incomplete",
            games.round
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::games::tests;
    use super::super::super::testbed::TestBed;
    use super::*;
    use crate::testing::games::variant;

    fn line(chess: &Variant, round: u32, seed: u64, pieces: &[String]) -> GameLine {
        let (rules, evaluation) = Header::fingerprints(chess);
        let mut settings = Settings {
            version: VERSION,
            rules,
            evaluation,
            seed,
            pieces: pieces.to_vec(),
            ..tests::settings(&TestBed::new(chess, &[]).unwrap())
        };
        settings.used.insert("N".to_owned(), 300 + round as i32);
        GameLine {
            variant: chess.name.clone(),
            round,
            played: tests::played(1, 0.5, 10),
            settings,
        }
    }

    #[test]
    fn rounds_go_together_that_differ_in_the_values_in_use_alone() {
        let chess = variant("normal");
        let camel = ["camel=C".to_owned()];
        let rounds = [line(&chess, 1, 1, &camel), line(&chess, 2, 1, &camel)];
        let merged = together(rounds.iter(), &chess).unwrap();
        assert_eq!(merged[0].settings.pieces, camel);
        let used = |round: usize| merged[round].settings.used["N"];
        assert_eq!((used(0), used(1)), (301, 302));
        for (other, part) in [
            (line(&chess, 2, 7, &camel), "seed 1, now 7"),
            (line(&chess, 2, 1, &[]), "pieces"),
        ] {
            let error = together([&rounds[0], &other].into_iter(), &chess).unwrap_err();
            let error = format!("{error:#}");
            assert!(
                error.starts_with("game 1 of round 2: ") && error.contains(part),
                "{error}"
            );
        }
        assert!(together(std::iter::empty(), &chess).is_err());
    }
}
