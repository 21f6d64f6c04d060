use std::fs;
use std::path::PathBuf;
use std::sync::OnceLock;

use super::*;
use crate::testing::files::Folder;
use crate::testing::games::rules;
use crate::tools::lab::part::Part;
use crate::tools::lab::self_play::start;
use crate::tools::learn::games::tests::{games, header};
use crate::types::{ByColor, Color};

/// A shard in a folder of its own.
struct Shard(Folder);

impl Shard {
    fn new(bytes: impl AsRef<[u8]>) -> Shard {
        let shard = Shard(Folder::new());
        fs::write(shard.path(), bytes).unwrap();
        shard
    }

    fn path(&self) -> PathBuf {
        self.0.path().join("x.games")
    }
}

/// Some games of los-alamos, and a shard with them.
fn example() -> &'static (Arc<Ruleset>, Vec<Record>, Vec<u8>) {
    static EXAMPLE: OnceLock<(Arc<Ruleset>, Vec<Record>, Vec<u8>)> = OnceLock::new();
    EXAMPLE.get_or_init(|| {
        let rules = rules("los-alamos");
        let games = games(&rules, 0..4);
        let mut bytes = header(&rules).line().unwrap().into_bytes();
        games.iter().for_each(|game| bytes.extend(framed(game)));
        (rules, games, bytes)
    })
}

fn error<T: std::fmt::Debug>(result: anyhow::Result<T>) -> String {
    format!("{:#}", result.unwrap_err())
}

#[test]
fn a_game_is_played_again_from_its_record() {
    for name in [
        "crazyhouse",
        "fischerandom",
        "seirawan",
        "alice",
        "shatranj",
    ] {
        let rules = rules(name);
        for game in games(&rules, 0..2) {
            assert_eq!(Record::read(&game.write()).unwrap(), game);
            let mut sides = ByColor::new([0u64; 3], [0; 3]);
            let mut count = 0;
            let each = &mut |pos: &Position, sample: Sample| {
                let tables = &rules.tables;
                assert!(
                    tables.legal(&mut pos.clone()).contains(&sample.best),
                    "{name}"
                );
                assert!(!sample.quiet || !tables.in_check(pos) && !pos.is_capture(sample.best));
                sides[pos.side()][sample.result as usize] += 1;
                count += 1;
            };
            game.replay(&rules, each).unwrap();
            assert_eq!(count, game.positions());
            assert!(count > 0);
            // a win for one side is a loss for the other
            let result = |color| match game.winner {
                None => 1,
                Some(winner) => 2 * usize::from(winner == color),
            };
            for color in Color::ALL {
                assert_eq!(
                    sides[color][result(color)],
                    sides[color].iter().sum::<u64>()
                );
            }
            // three bytes a position, and little more
            assert!(game.write().len() < 3 * game.positions() as usize + 60);
        }
    }
}

#[test]
fn a_shuffled_game_is_numbered() {
    let rules = rules("fischerandom");
    let games = games(&rules, 0..3);
    let starts: Vec<String> = games
        .iter()
        .map(|game| start(&rules, game.arrangement).position().fen())
        .collect();
    assert!(games.iter().all(|game| game.arrangement.is_some()));
    assert!(starts[0] != starts[1] || starts[1] != starts[2]);
}

#[test]
fn games_by_other_rules_are_refused() {
    let (_, games, _) = example();
    let other = rules("minixiangqi");
    let failed = |game: &&Record| game.replay(&other, &mut |_, _| {}).is_err();
    assert_eq!(games.iter().filter(failed).count(), games.len());
    assert!(Record::read(&[]).is_err());
    let bytes = games[0].write();
    for cut in 0..bytes.len() {
        assert!(Record::read(&bytes[..cut]).is_err());
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(Record::read(&longer).is_err());
}

#[test]
fn truncation_is_not_damage() {
    let (_, games, whole) = example();
    let line = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    let mut ends = vec![line];
    for game in games {
        ends.push(ends[ends.len() - 1] + framed(game).len());
    }
    for cut in (0..whole.len()).step_by(7).chain([whole.len()]) {
        let file = Shard::new(&whole[..cut]);
        if cut < line {
            let said = error(read(&file.path()));
            let known = [
                "its first line is damaged",
                "it has no games",
                "another version",
            ];
            assert!(known.iter().any(|text| said.contains(text)), "{said}");
            continue;
        }
        let contents = read(&file.path()).unwrap();
        let complete = ends.iter().filter(|&&end| end <= cut).count() - 1;
        assert_eq!(contents.games, games[..complete], "{cut}");
        assert_eq!(contents.length, ends[complete] as u64);
        assert_eq!(contents.torn, (cut - ends[complete]) as u64);
    }
}

#[test]
fn damage_is_refused_wherever_it_is() {
    let (_, games, whole) = example();
    let last = whole.len() - framed(&games[3]).len();
    for at in (0..last).step_by(3) {
        for bit in [0, 7] {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << bit;
            let said = error(read(&Shard::new(&bytes).path()));
            let known = ["damaged", "no games", "another version"];
            assert!(known.iter().any(|text| said.contains(text)), "{at}: {said}");
        }
    }
    for (bytes, message) in [
        (&b"my diary"[..], "it has no games of `fmax learn`"),
        (b"", "it has no games of `fmax learn`"),
        (
            b"fmax games 1 0 {}\n",
            "its games have the format of another version of fmax",
        ),
        (b"fmax games 2 0 {}\n", "its first line is damaged"),
    ] {
        let said = error(read(&Shard::new(bytes).path()));
        assert!(said.contains(message), "{said}");
    }
}

#[test]
fn a_shard_is_continued() {
    let (rules, games, whole) = example();
    let file = Shard::new("");
    let mut writer = Writer::open(&file.path(), header(rules)).unwrap();
    // games are added in another order than that of their numbers
    for index in [1, 0, 3] {
        writer.add(index, games[index as usize].clone()).unwrap();
    }
    // a second writer is refused
    let said = error(Writer::open(&file.path(), header(rules)));
    assert!(said.contains("another program is writing it"), "{said}");
    drop(writer);
    // leaves the file as if the writer had been killed
    let mut bytes = fs::read(file.path()).unwrap();
    bytes.extend(&framed(&games[2])[..30]);
    fs::write(file.path(), &bytes).unwrap();
    let mut writer = Writer::open(&file.path(), header(rules)).unwrap();
    let known: Vec<u32> = writer.games().keys().copied().collect();
    assert_eq!(known, [0, 1, 3]);
    writer.add(2, games[2].clone()).unwrap();
    writer.finish().unwrap();
    assert_eq!(fs::read(file.path()).unwrap(), *whole);
    // the shard can still grow
    writer.add(4, games[3].clone()).unwrap();
    drop(writer);
    assert!(fs::read(file.path()).unwrap().starts_with(whole));
}

#[test]
fn only_games_of_the_same_kind_are_added() {
    let (rules, _, whole) = example();
    let file = Shard::new(whole);
    let now = header(rules);
    for (other, message) in [
        (
            Header {
                seed: 8,
                ..now.clone()
            },
            "played with other settings: seed 7, now 8",
        ),
        (
            Header {
                nodes: 61,
                net: Some("x".to_owned()),
                ..now.clone()
            },
            "net null, now \"x\"; nodes 60, now 61",
        ),
    ] {
        let said = error(Writer::open(&file.path(), other));
        assert!(said.contains(message), "{said}");
    }
    assert_eq!(fs::read(file.path()).unwrap(), *whole);
    // the beginning of a header can be replaced, other files cannot
    let line = now.line().unwrap();
    for (text, ours) in [(&line[..40], true), ("fmax", true), ("fmin", false)] {
        let file = Shard::new(text);
        let opened = Writer::open(&file.path(), now.clone());
        assert_eq!(opened.is_ok(), ours, "{text}");
        let expected = if ours { &line } else { text };
        assert_eq!(fs::read(file.path()).unwrap(), expected.as_bytes());
    }
}

#[test]
fn the_distribution_over_files_does_not_matter() {
    let (rules, games, whole) = example();
    let all = Shard::new(whole);
    let part = |part: u32| {
        let header = Header {
            part: Part { parts: 2, part },
            ..header(rules)
        };
        let file = Shard::new("");
        let mut writer = Writer::open(&file.path(), header.clone()).unwrap();
        for game in games {
            if let Some(index) = header.part.index(game.number) {
                assert_eq!(header.part.number(index), Some(game.number));
                writer.add(index, game.clone()).unwrap();
            }
        }
        file
    };
    let (first, second) = (part(1), part(2));
    let samples = |files: &[&Shard]| {
        let paths: Vec<PathBuf> = files.iter().map(|file| file.path()).collect();
        let collection = Collection::read(&paths, rules).unwrap();
        let mut samples = Vec::new();
        collection
            .samples(rules, |pos, sample| {
                samples.push((pos.fen(), sample));
            })
            .unwrap();
        assert_eq!(samples.len() as u64, collection.positions());
        assert_eq!(collection.games(), games.len());
        samples
    };
    let one = samples(&[&all]);
    assert_eq!(samples(&[&first, &second]), one);
    assert_eq!(samples(&[&second, &first]), one);
    // a game that is in two files counts once
    assert_eq!(samples(&[&second, &all, &first, &all]), one);
    let other = Collection::read(&[all.path()], &crate::testing::games::rules("normal"));
    assert!(error(other).contains("its games are of los-alamos, not of normal"));
}
