use std::fs;

use super::*;
use crate::game::Game;
use crate::search::Value;
use crate::testing::files::Folder;
use crate::testing::games::{library, rules};

fn parse(game: &str, text: &str) -> (HashFile, Vec<String>) {
    let (file, problems) = HashFile::parse(Path::new("f.hash"), text.as_bytes(), &rules(game));
    (file, problems.iter().map(Diagnostic::to_string).collect())
}

const KRK: &str = "8/8/8/4k3/8/8/8/R3K3 w - -";

#[test]
fn reads_what_it_writes() {
    let text = format!("{KRK} dm 11; acd 20; bm e1e2; id \"a;b\";");
    let (file, problems) = parse("normal", &text);
    assert_eq!(problems, [""; 0]);
    let record = file.records().next().unwrap();
    assert_eq!(record.value, Value::Mate(11));
    assert_eq!(record.depth, Some(20));
    assert_eq!(record.best.as_ref().unwrap().1, "e1e2");
    assert_eq!(record.to_string(), text);
    for (operation, value) in [
        ("ce -35", Value::Centipawns(-35)),
        ("dm -3", Value::Mated(3)),
        ("ce 5; dm 2", Value::Mate(2)),
        ("dm 2; ce 5", Value::Mate(2)),
    ] {
        // with the counters of a FEN, and without the last semicolon
        let (file, problems) = parse("normal", &format!("  {KRK} 0 1 {operation}"));
        assert_eq!(problems, [""; 0]);
        assert_eq!(file.records().next().unwrap().value, value);
    }
    // every variant reads the record that it writes
    for name in library().public_names() {
        let game = Game::new(rules(name), 0);
        let mv = game.legal_moves()[0];
        let record = Record::new(&game, Value::Centipawns(7), Some(3), Some(mv));
        let (file, problems) = parse(name, &record.to_string());
        assert_eq!(problems, [""; 0], "{name}");
        assert_eq!(file.records().next(), Some(&record), "{name}");
    }
}

#[test]
fn broken_lines_are_reported_with_their_places() {
    for (line, complaint) in [
        ("hello", "6: error: a position has four fields"),
        (
            &format!("{KRK} ce 1; ce 2;"),
            "34: error: `ce` is said twice",
        ),
        (" 8/8 w - - ce 1;", "2: error: "),
        (KRK, "27: error: score missing: `ce` or `dm`"),
        (
            &format!("{KRK} ce;"),
            "28: error: `ce` needs a score, not ``",
        ),
        (
            &format!("{KRK}  acd 3; ce x;"),
            "36: error: `ce` needs a score, not `x`",
        ),
        (
            &format!("{KRK} dm 0;"),
            "28: error: `dm` needs a number of moves, not `0`",
        ),
        (
            &format!("{KRK} ce 99999999999;"),
            "28: error: `ce` needs a score",
        ),
        (
            &format!("{KRK} ce 1; acd -1;"),
            "34: error: `acd` needs a depth",
        ),
        (
            &format!("{KRK} ce 1; bm e1e5;"),
            "34: error: the piece does not move so: e1e5",
        ),
        ("é w x y", "1: error: "),
    ] {
        let (file, problems) = parse("normal", &format!("// comment\n{line}\n"));
        assert_eq!(problems.len(), 1, "{line}: {problems:?}");
        let expected = format!("f.hash:2:{complaint}");
        assert!(
            problems[0].starts_with(&expected),
            "{problems:?} {expected}"
        );
        assert_eq!(file.records().count(), 0);
    }
}

#[test]
fn files_of_the_original_are_recognised() {
    let text = "79810814:752b613c=-7995\n0593bb0a:76e21832=-7995\n";
    let (file, problems) = parse("makruk", text);
    assert_eq!(problems.len(), 1);
    assert!(problems[0].starts_with("f.hash:1:1: warning: 2 lines with keys that only Fairy-Max"));
    assert_eq!(file.records().count(), 0);
}

#[test]
fn the_first_broken_lines_are_listed_and_the_rest_counted() {
    let text: String = (0..60_000).map(|i| format!("nonsense {i}\n")).collect();
    let (file, problems) = parse("normal", &text);
    assert_eq!(problems.len(), 6);
    assert!(problems[4].starts_with("f.hash:5:11: error: a position has"));
    let more = "f.hash:6:11: error: 59995 more errors and warnings from here on";
    assert_eq!(problems[5], more);
    assert_eq!(file.bytes(), text.as_bytes());
}

#[test]
fn a_file_does_not_grow_beyond_what_can_be_read() {
    let folder = Folder::new();
    let path = folder.path().join("normal.hash");
    let full = vec![b'#'; MAX_BYTES as usize];
    fs::write(&path, &full).unwrap();
    let rules = rules("normal");
    let record = Record::new(
        &Game::new(rules.clone(), 0),
        Value::Centipawns(1),
        None,
        None,
    );
    let error = HashFile::keep(&path, &rules, record).unwrap_err();
    assert_eq!(error.to_string(), "it would be larger than 1 MB");
    assert_eq!(fs::read(&path).unwrap(), full);
}

#[test]
fn names_of_files() {
    assert_eq!(file_name("normal"), "normal.hash");
    assert_eq!(file_name("los-alamos"), "los-alamos.hash");
    assert_eq!(file_name("fairy/FIDE-Rookies"), "fairy_FIDE-Rookies.hash");
    assert_eq!(file_name("../../etc/x"), "______etc_x.hash");
}

#[test]
fn nothing_is_lost_when_a_position_is_put() {
    let folder = Folder::new();
    let path = folder.path().join("normal.hash");
    let broken = b"// mine\n\n\xFF broken\r\n8/8/8/4k3/8/8/8/R3K3 w - - ce 5; id \"x\";\r\n79810814:752b613c=-7995\nlast";
    fs::write(&path, broken).unwrap();
    let rules = rules("normal");
    let (_, problems) = HashFile::read(&path, &rules).unwrap();
    assert_eq!(problems.len(), 3, "{problems:?}");
    let mut game = Game::new(rules.clone(), 0);
    let record = Record::new(&game, Value::Centipawns(20), None, None);
    HashFile::keep(&path, &rules, record).unwrap();
    game.set_fen(KRK).unwrap();
    let record = Record::new(&game, Value::Mate(11), Some(9), None);
    HashFile::keep(&path, &rules, record).unwrap();
    let expected = b"// mine\n\n\xFF broken\r\n8/8/8/4k3/8/8/8/R3K3 w - - dm 11; acd 9; id \"x\";\n79810814:752b613c=-7995\nlast\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ce 20;\n";
    assert_eq!(
        String::from_utf8_lossy(&fs::read(&path).unwrap()),
        String::from_utf8_lossy(expected)
    );
    assert_eq!(folder.names(), ["normal.hash"]);
    // a file that is not there
    let (file, problems) = HashFile::read(&folder.path().join("none.hash"), &rules).unwrap();
    assert!(problems.is_empty() && file.records().count() == 0);
    // a folder is not a file
    assert!(HashFile::read(folder.path(), &rules).is_err());
}

#[cfg(unix)]
#[test]
fn a_pipe_is_not_waited_for() {
    let folder = Folder::new();
    let path = folder.path().join("normal.hash");
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(made.unwrap().success());
    assert!(HashFile::read(&path, &rules("normal")).is_err());
}
