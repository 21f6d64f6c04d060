//! What stands in blocks is what the Interactive Diagram reads.

use super::{Diagram, diagram};
use crate::variant::{Library, ReadOptions, Selections};

fn block(name: &str) -> Diagram {
    let library = Library::builtin(ReadOptions::default());
    let variant = library.find(name, &Selections::default()).unwrap();
    diagram(&variant, None).unwrap()
}

/// The lines are all there, and every piece stands where parameters count it.
fn require(name: &str, expected: &[&str]) -> Diagram {
    let found = block(name);
    let lines: Vec<&str> = found.block.lines().collect();
    for line in expected {
        assert!(
            lines.contains(line),
            "{name}: {line} is not in\n{}",
            found.block
        );
    }
    found
}

#[test]
fn squares_of_black_follow_two_commas() {
    let found = require(
        "capablanca",
        &[
            "satellite=capablanca",
            "files=10",
            "ranks=8",
            "graphicsDir=/graphics.dir/alfaeriePNG/",
            "whitePrefix=w",
            "blackPrefix=b",
            "maxPromote=1",
            "promoZone=1",
            "royal=K",
            "Pawn:P:fmWfceFifmnD:pawn:a2,b2,c2,d2,e2,f2,g2,h2,i2,j2,,a7,b7,c7,d7,e7,f7,g7,h7,i7,j7:",
            "King:K:KisO3:king:f1,,f8:",
            "Archbishop:A:BN:archbishop:c1,,c8:",
        ],
    );
    assert_eq!(found.losses, [""; 0]);
    assert!(
        found.notes[0].starts_with("the pictures of Archbishop"),
        "{:?}",
        found.notes
    );
}

#[test]
fn promoted_pieces_stand_below_what_they_come_from() {
    let found = block("shogi");
    let value = |key: &str| -> usize {
        let line = found.block.lines().find_map(|line| line.strip_prefix(key));
        line.unwrap().parse().unwrap()
    };
    let pieces: Vec<&str> = (found.block.lines())
        .filter(|line| line.matches(':').count() == 5)
        .map(|line| line.split(':').nth(1).unwrap())
        .collect();
    let (count, offset) = (value("maxPromote="), value("promoOffset="));
    assert_eq!((count, value("promoZone=")), (6, 3));
    let told = found.losses.join("\n");
    assert!(!told.contains("pieces promote"), "{told}");
    for (number, id) in pieces[..count].iter().enumerate() {
        assert_eq!(pieces[number + offset], format!("+{id}"));
    }
}

#[test]
fn hands_are_numbers_behind_the_squares() {
    let found = block("pocketknight");
    let knight = found.block.lines().find(|line| line.starts_with("Knight:"));
    assert_eq!(knight, Some("Knight:N:N:knight:b1,g1,,b8,g8:1"));
    assert!(!found.losses.is_empty());
    require(
        "breakthrough",
        &[
            "maxPromote=0",
            "Pawn:P:fmWfF:pawn:a1,b1,c1,d1,e1,f1,g1,h1,a2,b2,c2,d2,e2,f2,g2,h2,,a7,b7,c7,d7,e7,f7,g7,h7,a8,b8,c8,d8,e8,f8,g8,h8:",
        ],
    );
}

#[test]
fn what_a_diagram_does_not_know_is_told() {
    let told = block("atomic").losses.join("\n");
    assert!(told.contains("A capture destroys capturer"), "{told}");
    assert!(told.contains("checkmated or blown up"), "{told}");
    let spartan = block("spartan");
    let told = spartan.losses.join("\n");
    assert!(told.contains("a diagram has one royal piece"), "{told}");
    assert!(told.contains("all but the last one"), "{told}");
    let royals = spartan.block.lines().filter(|l| l.starts_with("royal="));
    assert_eq!(royals.count(), 1);
    require("chu", &["squareSize=35"]);
}
