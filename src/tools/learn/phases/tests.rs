use std::cell::Cell;
use std::fs;

use clap::Parser;

use super::nets::require_writable;
use super::*;
use crate::eval::net::{Inputs, Mode, Weights};
use crate::testing::files::Folder;
use crate::testing::games::without_net;
use crate::tools::lab::shards::{self, Header};
use crate::tools::on_search_thread;
use crate::variant::Params;
use crate::variant::ini::net_file::Section;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    arguments: Arguments,
}

/// The files in the folder: their names and their contents.
fn files(folder: &Folder) -> Vec<(String, Vec<u8>)> {
    let names = folder.names().into_iter();
    names
        .map(|name| (name.clone(), fs::read(folder.file(&name)).unwrap()))
        .collect()
}

/// A net that corrects nothing, except by a bias that depends on the games from which it was learnt.
fn weak_net(games: &Collection, rules: &Ruleset) -> Vec<u8> {
    let inputs = Inputs::new(rules.variant(), &rules.tables);
    let weights = Weights {
        mode: Mode::Add,
        symmetry: inputs.symmetry(),
        hidden: 32,
        zones: 1,
        reach: 1,
        bias: (games.fingerprint() % 7) as i16,
        // the scale has no effect, but makes each net different
        scale: 1 + games.fingerprint() as u32 % 1_000_000,
        input: vec![0; 32 * inputs.count()],
        biases: vec![0; 32],
        output: vec![0; 64],
        linear: vec![0; inputs.count()],
    };
    weights.write()
}

/// Learns los-alamos in a folder, with a stand-in for the trainer. Returns the output, and how often the trainer was
/// called.
fn learn(folder: &Folder, line: &str) -> (anyhow::Result<String>, u32) {
    let words = format!("learn --variant los-alamos --nodes 60 {line}");
    let arguments = Line::try_parse_from(words.split(' ')).unwrap().arguments;
    let rules = without_net("los-alamos");
    let own = arguments.own_net(&rules);
    let output = folder.path().join("out.net");
    let phases = Phases {
        rules,
        own,
        folder: folder.path(),
        output: &output,
        command: arguments.command("los-alamos"),
        arguments: &arguments,
        gating_nodes: 20,
    };
    let times = Cell::new(0);
    let mut train = |games: &Collection, rules: &Arc<Ruleset>, _: &Wanted, bar: &mut Bar| {
        times.set(times.get() + 1);
        bar.show(1.0, "");
        Ok(Some((weak_net(games, rules), Curve::default())))
    };
    let mut out = Vec::new();
    let trained = if arguments.train.is_empty() {
        phases.run(&mut train, &mut out)
    } else {
        Collection::read(&arguments.train, &phases.rules)
            .and_then(|games| phases.learn_from(&games, &mut train, &mut out))
    };
    let done = require_writable(&output).and(trained);
    (done.map(|_| String::from_utf8(out).unwrap()), times.get())
}

#[test]
fn half_is_for_each_round() {
    let sum = |[a, b]: [Amount; 2]| match (a, b) {
        (Amount::Games(a), Amount::Games(b)) => u64::from(a + b),
        (Amount::Positions(a), Amount::Positions(b)) => a + b,
        other => panic!("{other:?}"),
    };
    assert_eq!(sum(Amount::Games(7).halves()), 7);
    assert_eq!(sum(Amount::Positions(1).halves()), 1);
}

#[test]
fn the_same_command_learns_the_same() {
    let (one, other) = (Folder::new(), Folder::new());
    let (said, times) = learn(&one, "--positions 600 --concurrency 1");
    let said = said.unwrap();
    assert_eq!(times, 2, "{said}");
    assert!(said.contains("los-alamos: round 1, ") && said.contains("round 2, "));
    assert!(
        said.contains("the net is rejected, and not written"),
        "{said}"
    );
    assert!(!one.path().join("out.net").exists());
    let first = files(&one);
    let names: Vec<&str> = first.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.len(), 7, "{names:?}");
    // there is nothing left to do
    let (again, times) = learn(&one, "--positions 600");
    assert_eq!(times, 0);
    assert!(!again.unwrap().contains("a second"));
    assert_eq!(files(&one), first);
    // games that were learnt from before do not matter
    learn(&other, "--positions 300 --concurrency 3").0.unwrap();
    learn(&other, "--positions 600 --concurrency 3").0.unwrap();
    for (name, bytes) in first.iter().filter(|(name, _)| !name.ends_with(".jsonl")) {
        assert!(
            files(&other)
                .iter()
                .any(|(known, same)| known == name && same == bytes),
            "{name}"
        );
    }
    // the second round is played with the first net
    let second = first
        .iter()
        .find(|(name, _)| name.contains("round2-"))
        .unwrap();
    let (header, _) = Header::split(&second.1).unwrap();
    assert!(header.net.is_some_and(|net| second.0.contains(&net)));
}

#[test]
fn learning_starts_from_the_net_of_the_variant() {
    let folder = Folder::new();
    let (said, times) = learn(&folder, "--games 6 --with-net");
    let said = said.unwrap();
    assert_eq!(times, 2);
    assert!(
        said.contains("the new net against the one before"),
        "{said}"
    );
    let files = self::files(&folder);
    let begins = |start: &str| files.iter().find(|(name, _)| name.starts_with(start));
    let first = begins("los-alamos.seed1.round1-").unwrap();
    let header = Header::split(&first.1).unwrap().0;
    // it plays with the weights that it was trained with
    let played = Net::attach(without_net("los-alamos").variant().clone());
    assert_eq!(header.evaluation, Header::fingerprints(&played).1);
    let own = header.net.unwrap();
    let second = begins("los-alamos.seed1.round2-").unwrap();
    assert_ne!(Header::split(&second.1).unwrap().0.net.unwrap(), own);
    assert!(begins(&format!("los-alamos.seed1-{own}.match")).is_some());
    // a net trained without the variant's own net is a different one
    assert_eq!(learn(&folder, "--games 6").1, 2);
}

#[test]
fn an_interruption_does_not_reset_the_minutes() {
    let folder = Folder::new();
    learn(&folder, "--games 6").0.unwrap();
    let path = folder.path().join("los-alamos.seed1.seconds");
    // all but three seconds of the hour have gone by
    fs::write(&path, "3597\n").unwrap();
    let begun = Instant::now();
    let (said, times) = learn(&folder, "--minutes 60");
    assert_eq!(times, 2, "{}", said.unwrap());
    assert!(begun.elapsed() < Duration::from_secs(60));
    // the next command has an hour again
    assert!(!path.exists());
}

#[test]
fn a_better_net_is_written_next_to_others() {
    let folder = Folder::new();
    learn(&folder, "--games 6").0.unwrap();
    // a file in which the net has won all games
    let path = folder.path().join("los-alamos.seed1.match.jsonl");
    let lost = fs::read_to_string(&path).unwrap();
    let won: String = lost
        .lines()
        .map(|line| line[..line.rfind(':').unwrap()].to_owned() + ":2}\n")
        .collect();
    fs::write(&path, won).unwrap();
    let other = Section {
        game: "other".to_owned(),
        fingerprint: 1,
        command: String::new(),
        net: Arc::new(EncodedNet {
            params: Params::default(),
            bytes: (*b"1").into(),
        }),
    };
    let output = folder.path().join("out.net");
    fs::write(&output, net_file::write(std::slice::from_ref(&other))).unwrap();
    let (said, times) = learn(&folder, "--games 6");
    assert!(said.unwrap().contains("written to"));
    assert_eq!(times, 0);
    let (sections, complaints) = net_file::read(&fs::read(&output).unwrap());
    assert_eq!(complaints, Vec::<String>::new());
    assert_eq!(sections[0], other);
    assert_eq!(sections[1].game, "los-alamos");
    let command = "fmax learn --variant los-alamos --games 6 --nodes 60 --openings 8 --seed 1";
    assert_eq!(sections[1].command, command);
    // a file that is not a file of nets is not changed
    fs::write(&output, "my diary").unwrap();
    let said = format!("{:#}", learn(&folder, "--games 6").0.unwrap_err());
    assert!(said.contains("it is not a file of nets"), "{said}");
    assert_eq!(fs::read(&output).unwrap(), b"my diary");
    assert!(require_writable(&folder.path().join("none/out.net")).is_err());
}

#[test]
fn learning_from_files_equals_one_run() {
    let folder = Folder::new();
    let name = |part: &str| {
        on_search_thread(|| {
            let line = format!("learn --variant los-alamos --nodes 60 --games 8 {part}");
            let arguments = Line::try_parse_from(line.split_whitespace())
                .unwrap()
                .arguments;
            let rules = without_net("los-alamos");
            let header = arguments.header(&rules, 1);
            let path = folder.path().join(file_name(&header));
            let mut writer = shards::Writer::open(&path, header).unwrap();
            let amount = arguments.amount();
            let label = String::new();
            round::play(
                &rules,
                &mut writer,
                amount,
                &arguments,
                label,
                &mut Vec::new(),
            )
            .unwrap();
            path.to_str().unwrap().to_owned()
        })
        .unwrap()
    };
    let whole = name("");
    let [first, second] = ["1/2", "2/2"].map(|part| name(&format!("--games-only --shard {part}")));
    let learnt = |files: &str| {
        let (said, times) = learn(&folder, &format!("--train {files}"));
        assert!(said.unwrap().contains("of 8 games"));
        assert_eq!(times, 1);
        let path = folder.path().join("los-alamos.seed1.files.net");
        let net = fs::read(&path).unwrap();
        fs::remove_file(&path).unwrap();
        net
    };
    let net = learnt(&whole);
    assert_eq!(learnt(&format!("{first} {second}")), net);
    assert_eq!(learnt(&format!("{second} {whole} {first}")), net);
}
