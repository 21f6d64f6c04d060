//! Files of the maximum size, full of one kind of item: reading takes time linear in the size, and excess items are
//! refused with their position.

use std::time::{Duration, Instant};

use fmax::variant::Selections;

use crate::common::games::{ARRAY, PIECES, complaints, read};

/// The maximum file size.
const LARGEST: usize = 1 << 20;

/// A chess variant with further lines.
fn chess(rest: &str) -> String {
    format!("version 4.8(w)\n\nGame: test\n{ARRAY}{PIECES}{rest}\n")
}

/// A text that repeats an item as often as fits into a file.
fn full(item: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    for number in 0.. {
        let item = item(number);
        if text.len() + item.len() > LARGEST - 1000 {
            break;
        }
        text += &item;
    }
    text
}

fn again(item: &str) -> String {
    full(|_| item.to_owned())
}

/// On a busy machine a debug build takes a fraction of the limit; anything quadratic would take
/// minutes.
#[test]
fn reading_takes_no_longer_than_the_size_says() {
    let tiny = "4x4\n3 0 0 0\n3 0 0 0\np:1 -16,6\np:1 16,6\nk:-1 1,7\n";
    let games = full(|i| format!("\nGame: g{i}\n{tiny}"));
    for text in [
        format!("version 4.8(w)\n{games}"),
        format!("version 4.8(w)\n{}", full(|i| format!("Game: g{i}\n"))),
        format!("version 4.8(w)\n{}", again("Game: g\n")),
        format!("version 4.8(w)\nGame: t\n8x8\n{}", again("1 ")),
        chess(&format!("Alias: {}", full(|i| format!("a{i} ")))),
        chess(&full(|i| format!("Alias: a{i}\n"))),
        chess(&format!("Z:5 {}", full(|i| format!("{},7 ", i % 200)))),
        chess(&format!("Z:5 {}", again("1,7FFFF "))),
        chess(&format!("Z:5 {}", again("W"))),
        chess(&format!("Z:5 {}", again("WF "))),
        chess(&again("Z:5 1,7\n")),
        chess(&format!("Holes: {}e4", again("e4,"))),
        chess(&format!("Holes: {}e4", again("a3-h6,"))),
        chess(&format!("Holes: {}e4", again("z9,"))),
        chess(&format!("Holes: {}", again("z9 "))),
        chess(&full(|i| format!("Zone: z{i}=a1\n"))),
        chess(&format!("Zone: {}", full(|i| format!("z{i}=a1 ")))),
        chess(&format!("Confine: {}=z", again("N,"))),
        chess(&format!("Promotion: {}", again("Q,"))),
        chess(&again("Prmotion: Q\n")),
        chess(&format!("{}: y", again("X"))),
        chess(&format!("Start: {}", again("8/"))),
        chess(&format!("#\n{}", again("# N& N\n"))),
        chess("").replace("test", &again("x")),
    ] {
        let begun = Instant::now();
        let library = read(&text);
        for name in library.public_names().into_iter().take(3) {
            let _ = library.find(name, &Selections::default());
        }
        let _ = library.find("nonexistent", &Selections::default());
        let took = begun.elapsed();
        let start: String = text.chars().skip(text.len() - 20).collect();
        assert!(took < Duration::from_secs(5), "{took:?}: ...{start}");
        let most = library.diagnostics().len();
        assert!(most <= 3 * library.entries().len() + 101, "{most}");
        assert!(library.entries().len() <= 1000);
    }
}

#[test]
fn excess_items_are_reported() {
    let many = |count: usize, item: &str| item.repeat(count);
    let name = "n".repeat(81);
    for (text, complaint) in [
        (
            chess(&format!("Z:5 {}", many(1025, "1,7 "))),
            "14:4101: error: a piece has at most 1024 moves",
        ),
        (
            chess(&format!("Z:5 {}", many(257, "W "))),
            "14:517: error: a piece has at most 1024 moves",
        ),
        (
            chess(&format!("Z:5 {}", many(1001, "W"))),
            "14:5: error: a word in Betza notation has at most 1000 characters",
        ),
        (
            chess(&many(5, &format!("Z:5 {}\n", many(1000, "1,7 ")))),
            "3:1: error: all pieces of a variant have at most 4096 moves together",
        ),
        (
            chess(&many(201, "Holes: e4\n")),
            "214:1: error: a variant has at most 200 rule lines, with 1000 values in total",
        ),
        (
            chess(&format!("Holes: {}", many(1001, "e4 "))),
            "14:1: error: a variant has at most 200 rule lines, with 1000 values in total",
        ),
        (
            chess(&format!("#\n{}", many(257, "# N& N\n"))),
            "271:1: warning: the GUI gets at most 256 such lines",
        ),
        (
            chess("").replace("test", &name),
            "3:7: error: a name has at most 80 characters",
        ),
        (
            chess(&format!("Holes: {}", many(101, "z9 "))),
            "14:308: error: `z9` is not on the board",
        ),
        (
            chess(&format!("Holes: {}", many(150, "z9 "))),
            "14:308: error: 50 more errors and warnings from here on",
        ),
    ] {
        let said = complaints(&read(&text));
        let last = said.last().unwrap();
        let expected = format!("test.ini:{complaint}");
        assert!(last.starts_with(&expected), "{last}, not {expected}");
    }
    // variants beyond the limit are dropped, the variants before can be played
    let text: String = (0..1001)
        .map(|i| format!("Game: g{i}\n{ARRAY}{PIECES}\n"))
        .collect();
    let library = read(&format!("version 4.8(w)\n\n{text}"));
    assert_eq!(library.entries().len(), 1000);
    let said = complaints(&library);
    assert_eq!(said.len(), 1);
    assert!(said[0].contains("variants from here on are left out: a file has at most 1000"));
    assert!(library.find("g999", &Selections::default()).is_ok());
    assert!(library.find("g1000", &Selections::default()).is_err());
}
