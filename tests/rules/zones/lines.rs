//! Lines between squares, as in the palace of Janggi, and hoppers that may not hop over or capture some types.

use super::{game, moves};
use crate::common::games::rules;

const POINTS: &str = "Zone: points=d1,f1,e2,d3,f3\n";

#[test]
fn a_piece_follows_the_lines_but_does_not_leave_them() {
    let rules = game(&format!("{POINTS}Zone-Lines: W=Q@points P=F@points"));
    assert_eq!(
        moves(&rules, "7k/8/8/8/8/8/8/K2W4 w", "d1"),
        "d1c1 d1d2 d1e1 d1e2 d1f3"
    );
    // off the lines, and on a point without a line
    assert_eq!(
        moves(&rules, "7k/8/8/8/8/8/3W4/K7 w", "d2"),
        "d2c2 d2d1 d2d3 d2e2"
    );
    let blocked = "7k/8/8/8/8/8/4p3/K2W4 w";
    assert_eq!(moves(&rules, blocked, "d1"), "d1c1 d1d2 d1e1 d1e2");
    assert_eq!(moves(&rules, "7k/8/8/8/8/5P2/8/K7 w", "f3"), "f3e2 f3f4");
}

#[test]
fn checks_and_pins_go_along_lines() {
    let rules = game(&format!("{POINTS}Zone-Lines: W=Q@points"));
    assert_eq!(
        moves(&rules, "7k/8/8/8/8/5w2/8/3K4 w", ""),
        "d1c1 d1c2 d1d2 d1e1"
    );
    // a pinned piece can only capture the attacker
    assert_eq!(moves(&rules, "7k/8/8/8/8/5w2/4Q3/3K4 w", "e2"), "e2f3");
    // beyond the points there is no line
    let free = moves(&rules, "7k/8/8/8/6w1/8/4Q3/3K4 w", "e2");
    assert!(free.split(' ').count() > 10, "{free}");
}

#[test]
fn a_piece_that_can_follow_a_line_is_not_stuck() {
    let stuck = game("Promotion-Rule: mobile\nPromotion: W=Q\nDrops: P P=1-8 keep-promoted");
    let rules = game(
        "Promotion-Rule: mobile\nPromotion: W=Q\nDrops: P P=1-8 keep-promoted\nZone: rim=a8,b8\n\
         Zone-Lines: P=R@rim",
    );
    let fen = "7k/8/8/8/8/8/8/K7[P] w";
    assert!(!moves(&stuck, fen, "P").contains("P@a8"));
    let drops = moves(&rules, fen, "P");
    assert!(drops.contains("P@a8") && !drops.contains("P@c8"), "{drops}");
}

#[test]
fn cannons_leave_cannons_alone() {
    let rules = rules("synochess");
    let all = |fen: &str, start: &str| moves(&rules, fen, start);
    // over a soldier, with a cannon behind it
    assert_eq!(all("4k3/8/8/8/8/2c5/2S5/c1s1c2K b", "a1"), "a1d1");
    // over a cannon, of either colour, nothing goes
    assert_eq!(all("4k3/8/8/8/8/8/8/c1c1R2K b", "a1"), "");
    // no check over a cannon, until another piece captures it
    assert_eq!(all("8/8/8/8/k7/8/8/c3c2K w", "h1"), "h1g1 h1g2 h1h2");
    assert_eq!(all("8/8/8/8/k7/8/8/c3s2K w", "h1"), "h1g2 h1h2");
    let taken = "k3c3/8/8/8/4c3/8/3N4/4K3 w";
    let knight = all(taken, "d2");
    assert!(
        !knight.contains("d2e4") && knight.contains("d2f3"),
        "{knight}"
    );
}
