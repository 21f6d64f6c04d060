//! Merges the files of several machines. The files are not changed.

use std::path::PathBuf;

use anyhow::{Context, bail};

use super::{GameLine, Games, Settings, Store, VERSION, known};
use crate::tools::lab::jsonl::require_same;
use crate::tools::lab::shards::Header;
use crate::variant::Variant;

/// Merges the games of several files into at least one round. A game in more than one of them counts once. The settings of
/// the rounds are equal except for the values in use.
pub fn merge(paths: &[PathBuf], game: &Variant) -> anyhow::Result<Vec<Games>> {
    rounds(&Store::merge(paths)?, game)
}

/// The rounds of a store.
fn rounds(store: &Store, game: &Variant) -> anyhow::Result<Vec<Games>> {
    let mut rounds: Vec<Games> = Vec::new();
    for (&(round, number), GameLine { settings, .. }) in &store.lines {
        if rounds.last().is_some_and(|last| last.round == round) {
            continue;
        }
        let games = known(store, &game.name, round, settings)?;
        let which = || format!("game {number} of round {round}");
        if settings.version != VERSION {
            bail!("{} was played by another version of fmax", which());
        }
        if (settings.rules.clone(), settings.evaluation.clone()) != Header::fingerprints(game) {
            bail!(
                "{} was played by other rules or values of {}",
                which(),
                game.name
            );
        }
        if let Some(first) = rounds.first() {
            // rounds differ only in the values in use
            let alike = Settings {
                used: first.settings.used.clone(),
                ..settings.clone()
            };
            require_same(&first.settings, &alike).with_context(which)?;
        }
        warn_of_missing(&games);
        rounds.push(games);
    }
    if rounds.is_empty() {
        bail!("there are no games in the files to merge");
    }
    Ok(rounds)
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
        let merged = |lines: Vec<GameLine>| {
            let mut store = Store::default();
            lines
                .into_iter()
                .for_each(|line| store.insert(line).unwrap());
            rounds(&store, &chess)
        };
        let first = line(&chess, 1, 1, &camel);
        let both = merged(vec![first.clone(), line(&chess, 2, 1, &camel)]).unwrap();
        assert_eq!(both[0].settings.pieces, camel);
        let used = |round: usize| both[round].settings.used["N"];
        assert_eq!((used(0), used(1)), (301, 302));
        for (other, part) in [
            (line(&chess, 2, 7, &camel), "seed 1, now 7"),
            (line(&chess, 2, 1, &[]), "pieces"),
        ] {
            let error = merged(vec![first.clone(), other]).unwrap_err();
            let error = format!("{error:#}");
            assert!(
                error.starts_with("game 1 of round 2: ") && error.contains(part),
                "{error}"
            );
        }
        assert!(merged(Vec::new()).is_err());
    }
}
