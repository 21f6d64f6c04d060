//! The blocks that fmax writes are those that the Interactive Diagram reads.

use super::{Export, diagram};
use crate::testing::games::{find, read, variant};

fn block(name: &str) -> Export {
    diagram(&variant(name), None).unwrap()
}

/// The block has all the expected lines, and every piece stands where the parameters count it.
fn require(name: &str, expected: &[&str]) -> Export {
    let found = block(name);
    let lines: Vec<&str> = found.text.lines().collect();
    for line in expected {
        assert!(
            lines.contains(line),
            "{name}: {line} is not in\n{}",
            found.text
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
fn promoted_pieces_stand_below_their_origin() {
    let found = block("shogi");
    let value = |key: &str| -> usize {
        let line = found.text.lines().find_map(|line| line.strip_prefix(key));
        line.unwrap().parse().unwrap()
    };
    let pieces: Vec<&str> = (found.text.lines())
        .filter(|line| line.matches(':').count() == 5)
        .map(|line| line.split(':').nth(1).unwrap())
        .collect();
    let (count, offset) = (value("maxPromote="), value("promoOffset="));
    assert_eq!((count, value("promoZone=")), (6, 3));
    let reported = found.losses.join("\n");
    assert!(!reported.contains("pieces promote"), "{reported}");
    for (number, id) in pieces[..count].iter().enumerate() {
        assert_eq!(pieces[number + offset], format!("+{id}"));
    }
}

#[test]
fn hands_are_numbers_behind_the_squares() {
    let found = block("pocketknight");
    let knight = found.text.lines().find(|line| line.starts_with("Knight:"));
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
fn losses_of_a_diagram_are_reported() {
    let reported = block("atomic").losses.join("\n");
    assert!(
        reported.contains("A capture destroys the capturing piece"),
        "{reported}"
    );
    assert!(reported.contains("checkmated or blown up"), "{reported}");
    let spartan = block("spartan");
    let reported = spartan.losses.join("\n");
    assert!(
        reported.contains("a diagram has one royal piece"),
        "{reported}"
    );
    assert!(reported.contains("all but the last one"), "{reported}");
    let royals = spartan.text.lines().filter(|l| l.starts_with("royal="));
    assert_eq!(royals.count(), 1);
    require("chu", &["squareSize=35"]);
}

/// The diagram of chess with more lines for pieces and rules.
fn with(pieces: &str, rules: &str) -> Export {
    let text = format!(
        "version 4.8(w)\n\nGame: own\n8x8\n6 4 5 7 3 5 4 6\n6 4 5 7 3 5 4 6\np:100 fmWfcFifmnD\np:100 fmWfcFifmnD\n\
         k:-1 KisO2\nn:325 N\nb:350 B\nR:500 R\nQ:950 Q\n{pieces}{rules}"
    );
    diagram(&find(&read(&text), "own"), None).unwrap()
}

#[test]
fn promotion_of_one_side_is_reported() {
    let one_sided = "who may become what: on the diagram both sides promote N";
    for (rule, loss) in [
        ("none", None),
        ("none black=N=none", Some(one_sided)),
        ("none white=N=none", Some(one_sided)),
    ] {
        let found = with("+N:900 NK\n", &format!("Promotion: {rule}\n"));
        assert!(found.text.contains("\npromoOffset="), "{}", found.text);
        let reported = (found.losses.iter()).find(|loss| loss.starts_with("who may"));
        assert_eq!(reported.map(String::as_str), loss, "{rule}");
        // a rule without a loss is exported
        assert_eq!(found.losses.is_empty(), loss.is_none(), "{rule}");
    }
    for (rule, differs) in [
        ("none N=Q", false),
        ("none N=QR B=QR", false),
        ("none N=QR B=QN", true),
        ("none white=N=Q", true),
        ("none white=N=QR black=N=Q", true),
        ("QRBN", false),
        ("white=QRBN black=none", true),
        ("white=QR black=RQ", false),
    ] {
        let found = with("", &format!("Promotion: {rule}\n"));
        assert!(found.text.contains("\npromoChoice="), "{}", found.text);
        let mut losses = found.losses.iter();
        let reported = losses.any(|loss| loss.starts_with("who may become what"));
        assert_eq!(reported, differs, "{rule}: {:?}", found.losses);
        assert_eq!(
            found.losses.is_empty(),
            !differs,
            "{rule}: {:?}",
            found.losses
        );
    }
}

#[test]
fn promoting_twice_is_not_reported_as_sharing_promotions() {
    let pieces = "+N:900 NK\n+B:900 BK\n";
    let again = "promotion of N: on a diagram what a piece has become is not promoted again";
    let shared = "promotion of B: on a diagram no two pieces can become the same one";
    for (rule, loss) in [("N=+N +N=+B", again), ("N=+N B=+N", shared)] {
        let found = with(pieces, &format!("Promotion: none B=none {rule}\n"));
        let about = found
            .losses
            .iter()
            .filter(|l| l.starts_with("promotion of"));
        assert_eq!(about.collect::<Vec<_>>(), [loss], "{:?}", found.losses);
    }
}
