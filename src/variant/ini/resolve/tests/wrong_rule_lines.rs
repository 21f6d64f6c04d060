//! Complaints about rule lines, with their places.

use super::*;

#[test]
fn wrong_rule_lines() {
    for (rule, complaint) in [
        ("Stalemat: loss", "13:1: error: there is no rule `Stalemat`"),
        (
            "Stalemate: lose",
            "13:12: error: `lose` is not understood here",
        ),
        (
            "Stalemate: draw loss",
            "13:17: error: `loss` is not understood here",
        ),
        ("Stalemate:", "13:1: error: `Stalemate:` has no values"),
        (
            "Alternators: perhaps",
            "13:14: error: `perhaps` is not understood here",
        ),
        ("Picture: Z=z.svg", "13:10: error: there is no piece Z"),
        ("Picture: N", "13:10: error: `N` is not understood here"),
        ("Name: Z=Zebra", "13:7: error: there is no piece Z"),
        ("Name: Queen", "13:7: error: `Queen` is not understood here"),
        ("Name: Q=", "13:7: error: `Q=` is not understood here"),
        ("Name: Q= Queen", "13:7: error: `Q=` is not understood here"),
        (
            "Name: QR=Queen",
            "13:7: error: `QR=Queen` is not understood here",
        ),
        (
            "Name: red:Q=Queen",
            "13:7: error: `red` is neither white nor black",
        ),
        (
            "Name: Q=War queen, elephant",
            "13:7: error: `War queen, elephant` is not the name of a piece",
        ),
        (
            "Name: Q=Queen Q=Lady",
            "13:15: error: the Q has a name already",
        ),
        (
            "Name: white=Q=Queen black=Q=Lady",
            "13:21: error: the Q has a name already",
        ),
        (
            "Name: Q=Q\u{1b}[2J",
            "13:7: error: `Q\\u{1b}[2J` is not the name of a piece",
        ),
        (
            "Name: Q=aaaaaaaaa aaaaaaaaaa aaaaaaaaaa aaaaaaaaaa",
            "13:7: error: this name is longer than 40 characters",
        ),
        ("Letter: AQ", "13:9: error: `AQ` is not understood here"),
        (
            "Letter: A=Q R=Q",
            "13:13: error: the letter R belongs to a piece already",
        ),
        ("Letter: A=Z", "13:9: error: no piece has the letter Z"),
        ("Promotion: QZ", "13:13: error: there is no piece Z"),
        (
            "Promotion: black=QB",
            "13:19: error: black's pawns cannot become B",
        ),
        (
            "Promotion-Rule: ranks=0",
            "13:17: error: pawns cannot promote on 0 ranks",
        ),
        (
            "Promotion-Rule: ranks=7",
            "13:17: error: pawns cannot promote on 7 ranks",
        ),
        (
            "Promotion-Rule: captured maybe",
            "13:26: error: `maybe` is not understood here",
        ),
        ("Castling: partner=Z", "13:19: error: there is no piece Z"),
        (
            "Castling: partner=RN",
            "13:11: error: `partner=RN` is not understood here",
        ),
        ("Castling: R", "13:11: error: `R` is not understood here"),
        ("Alice: P", "13:8: error: `P` is not understood here"),
        (
            "Alice: P=O K=L N=M B=C R=D",
            "13:8: error: Q has no letter on the other board",
        ),
        (
            "Alice: P=O K=L N=M B=C R=D Q=D",
            "13:28: error: Q=D repeats a letter",
        ),
        (
            "Alice: P=N",
            "13:8: error: the letter N belongs to a piece already",
        ),
        (
            "Alice: P=O K=L N=M B=C R=D Q=E\nCaptures: explode",
            "13:8: error: two boards cannot be combined with captures that explode",
        ),
        (
            "Stalemate: fewer many",
            "13:18: error: `many` is not understood here",
        ),
        ("Checks: 0", "13:9: error: `0` is not understood here"),
        ("Checks: 100", "13:9: error: `100` is not understood here"),
        ("Baring: Z", "13:9: error: there is no piece Z"),
        (
            "Baring: Q,K",
            "13:11: error: K is royal and cannot be named here",
        ),
        (
            "Baring: Q",
            "13:9: error: neither side begins with any of these pieces",
        ),
        (
            "Checkmate: draw",
            "13:12: error: `draw` is not understood here",
        ),
        ("Extinction: PZ", "13:14: error: there is no piece Z"),
        (
            "Extinction: Q,4",
            "13:15: error: `4` is not the letter of a piece",
        ),
        (
            "Extinction: N",
            "13:13: error: white begins without N and has lost",
        ),
        (
            "Extinction: K",
            "13:13: error: K is royal: its loss decides the game anyway",
        ),
        ("Goal: Z=8", "13:7: error: there is no piece Z"),
        ("Goal: K=9", "13:7: error: there are no ranks 9 to 9 of 8"),
        ("Goal: K=i1", "13:9: error: `i1` is not on the board"),
        ("Goal: K", "13:7: error: `K` is not understood here"),
        (
            "Goal: red=K=8",
            "13:7: error: `red` is neither white nor black",
        ),
        ("Goal: safe", "13:7: error: this goal is for neither side"),
        (
            "Goal: K=8 count=0",
            "13:11: error: `count=0` is not understood here",
        ),
        (
            "Goal: K=1",
            "13:7: error: white has reached its goal at the start",
        ),
        (
            "Goal: black=K=8 level",
            "13:17: error: `level` needs a goal for both sides",
        ),
        ("Holes: d4\nGoal: K=d4", "14:9: error: there are only holes"),
        (
            "Extinction: white=all left=16",
            "13:19: error: white begins with 9 pieces and has lost",
        ),
        (
            "Extinction: Q left=1 wins",
            "13:13: error: white begins without Q and has won",
        ),
        ("Extinction: left=2", "13:13: error: no pieces can die out"),
        ("Pushes: 0", "13:9: error: there are no ranks 0 to 0 of 8"),
        (
            "Pushes: white=2-1",
            "13:9: error: there are no ranks 2 to 1 of 8",
        ),
        (
            "Pushes: red=2",
            "13:9: error: `red=2` is not a range of ranks such as 2-7",
        ),
        (
            "Pushes: en-passant=x",
            "13:9: error: `x` is not a range of ranks such as 2-7",
        ),
        (
            "Drops: N N=9",
            "13:10: error: there are no ranks 9 to 9 of 8",
        ),
        (
            "Drop-Limits: all=1-4",
            "13:14: error: there is no line Drops",
        ),
        (
            "Drops: N\nDrop-Limits: R=1-4",
            "14:14: error: white cannot drop R",
        ),
        (
            "Drops: N N=1-4\nDrop-Limits: N=5-8",
            "14:14: error: white can drop N nowhere",
        ),
        (
            "Drops: N\nDrop-Limits: no-mate=N=1",
            "14:14: error: `no-mate` is neither white nor black",
        ),
        (
            "Royal-Flight: never",
            "13:15: error: `never` is not understood here",
        ),
        (
            "Captures: never",
            "13:11: error: `never` is not understood here",
        ),
        (
            "Captures: compulsory spare=P",
            "13:28: error: `spare` has no effect: captures do not explode",
        ),
        (
            "Captures: explode spare=PZ",
            "13:26: error: there is no piece Z",
        ),
        (
            "Checking: maybe",
            "13:11: error: `maybe` is not understood here",
        ),
        (
            "Checking: no\nChecks: 3",
            "13:11: error: checks that are illegal cannot be combined with checks that win",
        ),
        (
            "Checkmate: win\nChecking: no",
            "14:11: error: checks that are illegal cannot be combined with a line `Checkmate: win`",
        ),
        (
            "Promotion: red=Q",
            "13:12: error: `red` is neither white nor black nor pieces",
        ),
    ] {
        let built = built("8x8", &(PIECES.to_owned() + rule + "\n"));
        let found = complaints(&built);
        assert_eq!(found[0], format!("test.ini:{complaint}"), "{rule}");
        assert_eq!(built.variant, None);
    }
}
