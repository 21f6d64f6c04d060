use super::*;
use crate::variant::Severity;
use crate::variant::ini::game_def::MoveToken;

const BODY: &str = "4x4\n0 3 0 0\n0 3 0 0\np:100 -16,6\np:100 16,6\nk:-1 1,7 -1,7\n";

fn file(games: &str) -> String {
    format!("{VERSION_LINE}\n{games}")
}

fn parse(text: &str) -> SourceFile {
    read("test.ini", text.as_bytes()).unwrap()
}

/// The complaints about the first game, as text.
fn complaints(games: &str) -> Vec<String> {
    parse(&file(games)).games[0]
        .diagnostics
        .iter()
        .map(|d| {
            let message = d.to_string();
            message.split(" (hint").next().unwrap().to_owned()
        })
        .collect()
}

fn file_error(bytes: &[u8]) -> String {
    let list = read("test.ini", bytes).unwrap_err();
    assert_eq!(list.len(), 1);
    assert_eq!(list[0].severity, Severity::Error);
    list[0].to_string()
}

#[test]
fn files_without_a_game_are_refused() {
    assert_eq!(file_error(b""), "test.ini: error: the file is empty");
    assert_eq!(file_error(b" \r\n\n"), "test.ini: error: the file is empty");
    assert!(file_error(b"version 4.8(w)\n\0").contains("binary"));
    assert!(file_error(&vec![b' '; MAX_BYTES + 1]).contains("too large"));
    assert!(file_error(b"version 4.8(w)\nhello\n").contains("no variant"));
    assert_eq!(
        file_error(b"version 4.7\n8x8\n"),
        "test.ini:1:1: error: unknown kind of file, line 1 is `version 4.7` \
         (hint: line 1 must begin `version 4.8(w)`)"
    );
}

/// Characters that look alike on a screen are shown so that they differ.
#[test]
fn tabs_and_blanks_of_line_1_are_shown() {
    let hint = "(hint: line 1 must begin `version 4.8(w)`, with one blank and nothing before it)";
    for (line, shown) in [
        ("version\t4.8(w)", "version\\t4.8(w)"),
        (" version 4.8(w)", " version 4.8(w)"),
        ("version  4.8(w)", "version  4.8(w)"),
    ] {
        let error = file_error(format!("{line}\n8x8\n").as_bytes());
        let expected =
            format!("test.ini:1:1: error: unknown kind of file, line 1 is `{shown}` {hint}");
        assert_eq!(error, expected);
    }
    let escape = file_error(b"version\x1B[2J\n8x8\n");
    assert!(escape.contains("`version\\u{1b}[2J`"), "{escape}");
}

#[test]
fn names_and_descriptions() {
    let text = file(&format!(
        "{BODY}\n// Apart\n// One\n  /// two \n// three\nGame: a # PNpn # fairy\n{BODY}\n\
         // lost\n\nGame:b\n{BODY}Game: c #PNpn\n{BODY}"
    ));
    let file = parse(&text);
    assert_eq!(file.diagnostics, []);
    let value = |field: &Option<Spanned<String>>| field.as_ref().map(|f| f.value.clone());
    let names: Vec<_> = file.games.iter().map(|game| value(&game.name)).collect();
    let some = |text: &str| Some(text.to_owned());
    assert_eq!(names, [None, some("a"), some("b"), some("c")]);
    let a = &file.games[1];
    assert_eq!(value(&a.description), some("One two three"));
    assert_eq!(value(&a.piece_to_char), some("PNpn"));
    assert_eq!(value(&a.parent), some("fairy"));
    assert_eq!(file.games[2].description, None);
    assert_eq!(value(&file.games[3].piece_to_char), some("PNpn"));
    assert_eq!(file.games[3].parent, None);
    for game in &file.games {
        assert_eq!(game.diagnostics, []);
        assert_eq!(game.pieces.len(), 3);
    }
}

#[test]
fn first_game_may_follow_line_1() {
    let games = parse(&file(&format!("\n// hello\nGame: x\n{BODY}"))).games;
    assert_eq!(games.len(), 1);
    assert_eq!(games[0].span, Span { line: 4, column: 1 });
    assert!(games[0].description.is_some());
}

#[test]
fn repeated_and_missing_names() {
    let parsed = parse(&file(&format!(
        "Game: x\n{BODY}Game: x\n{BODY}Game:\n{BODY}"
    )));
    assert_eq!(
        parsed.diagnostics[0].to_string(),
        "test.ini:9:7: warning: the variant `x` is already in line 2, which counts"
    );
    assert_eq!(
        parsed.games[2].diagnostics[0].to_string(),
        "test.ini:16:1: error: this variant has no name"
    );
}

#[test]
fn line_ends_marks_and_bytes() {
    let unix = parse(&file(&format!("Game: x\n{BODY}")));
    let mut bytes = b"\xEF\xBB\xBF".to_vec();
    bytes.extend(
        file(&format!("Game: x\n{BODY}"))
            .replace('\n', "\r\n")
            .bytes(),
    );
    let mut dos = read("test.ini", &bytes).unwrap();
    assert_eq!(dos, unix);
    bytes.extend(b"\r\ncaf\xE9\r\n");
    dos = read("test.ini", &bytes).unwrap();
    assert_eq!(dos, unix);
}

#[test]
fn no_control_character_gets_into_a_name() {
    let text = file(&format!("// a\u{1b}[2Jb\nGame: x\u{7}y\n{BODY}"));
    let read = parse(&text);
    let game = &read.games[0];
    assert_eq!(game.name.as_ref().unwrap().value, "xy");
    assert_eq!(game.description.as_ref().unwrap().value, "a[2Jb");
    let said: Vec<String> = game.diagnostics.iter().map(|d| d.to_string()).collect();
    assert_eq!(
        said,
        ["test.ini:3:7: warning: control characters in the name of the variant are left out"]
    );
}

#[test]
fn tokens_may_be_spread_over_lines() {
    let text = "4x4 0 3\n0 0 0 3 0 0 p:100\n-16,6\n\np: 100 16, 6 k:-1 1,7\n\n-1,7\n";
    let spread = parse(&file(text)).games.remove(0);
    let plain = parse(&file(BODY)).games.remove(0);
    assert_eq!(spread.diagnostics, []);
    let moves = |game: &GameDef| -> Vec<(Option<i32>, Vec<MoveToken>)> {
        (game.pieces.iter())
            .map(|piece| {
                (
                    piece.value,
                    piece.moves.iter().map(|m| m.value.clone()).collect(),
                )
            })
            .collect()
    };
    assert_eq!(moves(&spread), moves(&plain));
    assert_eq!(spread.pieces[2].moves[1].span, Span { line: 8, column: 1 });
    assert_eq!(spread.pieces[1].letter.span, Span { line: 6, column: 1 });
}

#[test]
fn values_left_open() {
    let text =
        "4x4 0 3\n0 0 0 3 0 0 p:100\n-16,6\np:? 16,6 k: -1\n1,7 n: ? 14,7 a: 16, 7 b:\n17,7\n";
    let game = parse(&file(text)).games.remove(0);
    assert_eq!(game.diagnostics, []);
    let found: Vec<_> = (game.pieces.iter())
        .map(|piece| (piece.letter.value, piece.value, piece.moves.len()))
        .collect();
    let royal = Some(-1);
    assert_eq!(
        found,
        [
            ('p', Some(100), 1),
            ('p', None, 1),
            ('k', royal, 1),
            ('n', None, 1),
            ('a', None, 1),
            ('b', None, 1)
        ]
    );
    // a value must be a number or a single question mark, and moves are not a value
    for text in ["n:x 14,7", "n:?? 14,7", "n:?5 14,7"] {
        let body = format!("{BODY}{text}\n");
        let found = parse(&file(&body)).games.remove(0).diagnostics;
        assert_eq!(found.len(), 1, "{text}: {found:?}");
    }
}

#[test]
fn errors_in_the_body() {
    for (body, complaint) in [
        (
            "8",
            "2:1: error: expected the board size FILESxRANKS, found `8`",
        ),
        (
            "8x8=q",
            "2:1: error: expected the board size FILESxRANKS, found `8x8=q`",
        ),
        (
            "17x8\n",
            "2:1: error: a board of 17x8 squares is not possible",
        ),
        (
            "8x0\n",
            "2:1: error: a board of 8x0 squares is not possible",
        ),
        (
            "4x4\n0 3 0",
            "3:5: error: expected number 4 of the 4 on white's back rank, but the variant ends here",
        ),
        (
            "4x4\n0 3 0 0\n0 3 0\np:100",
            "4:5: error: black's back rank has 3 numbers, the board 4 files",
        ),
        (
            "4x4\n0 3 0 0\n0 3 0 0 0\np:100",
            "4:9: error: black's back rank has 5 numbers, the board 4 files",
        ),
        (
            "4x4\n0 3 0 0\n0 3 0 0\n16,7\n",
            "5:1: error: expected the piece line of white's pawn, found `16,7`",
        ),
        (
            "4x4\n0 3 0 0\n0 3 0 0\n",
            "4:7: error: expected the piece line of white's pawn, but the variant ends here",
        ),
        (
            "4x4\n0 3 0 0\n0 3 0 0\nhello\n",
            "5:1: error: expected the piece line of white's pawn, found `hello`",
        ),
    ] {
        assert_eq!(
            complaints(body),
            [format!("test.ini:{complaint}")],
            "{body}"
        );
    }
}

#[test]
fn errors_in_the_pieces() {
    for (piece, complaint) in [
        (
            "n:9 14,7 3l,7",
            "8:10: error: `3l,7` is not a move: its step is not a number",
        ),
        ("é\u{a0}n:2x", "8:1: warning"),
        (
            "n:2x 14,7",
            "8:1: error: `n:2x` is not a piece with its value",
        ),
        (
            "n:9 14,7\nn:2x",
            "9:1: error: `n:2x` is not a piece with its value",
        ),
        ("n:9 14", "8:5: error: `14` is not a move"),
        ("n:9 14,7,2,3", "8:5: error: `14,7,2,3` is not a move"),
        (
            "n:9 14,G",
            "8:5: error: `14,G` is not a move: its mode is not a hexadecimal number",
        ),
        (
            "n:9 14,",
            "8:5: error: `14,` is not a move: its mode is not a hexadecimal number",
        ),
        (
            "n:9 14,123456789",
            "8:5: error: `14,123456789` is not a move: its mode has more",
        ),
        (
            "n:9 14,7,x",
            "8:5: error: `14,7,x` is not a move: its second step is not a number",
        ),
        (
            "n:9 99999999999,7",
            "8:5: error: `99999999999,7` is not a move: its step",
        ),
        (
            "n: x14,7",
            "8:1: error: `n:x14,7` is not a piece with its value",
        ),
        (
            "n:9 14,7 a knight",
            "8:10: warning: the piece list ends here, at `a`",
        ),
        (
            "n:9 14,7\n\n3 is a number",
            "10:1: warning: `3` is not a move",
        ),
    ] {
        let found = complaints(&format!("{BODY}{piece}\n"));
        if piece.starts_with('é') {
            // words on a line of their own end the list
            assert_eq!(found, [""; 0], "{piece}");
            continue;
        }
        assert_eq!(found.len(), 1, "{piece}: {found:?}");
        let expected = format!("test.ini:{complaint}");
        assert!(found[0].starts_with(&expected), "{found:?} for {piece}");
    }
}

#[test]
fn columns_count_characters() {
    let found = complaints(&format!("{BODY}é:9 14,7 3l,7\n"));
    assert!(found[0].starts_with("test.ini:8:10: "), "{found:?}");
}

#[test]
fn gui_and_rule_lines() {
    let tail = "Stalemate: loss // here\n#\n# K& KisO2 \n# P\nLetter:  A=J B=Q\n\nAlias: no\n";
    let game = parse(&file(&format!("{BODY}{tail}"))).games.remove(0);
    let commands: Vec<_> = game.piece_commands.iter().map(|c| &c.value).collect();
    assert_eq!(commands, ["K& KisO2"]);
    assert_eq!(
        game.diagnostics[0].to_string().split(" (").next().unwrap(),
        "test.ini:11:1: warning: the GUI cannot read `# P`"
    );
    let words: Vec<_> = game.rules.iter().map(|rule| &rule.word.value).collect();
    assert_eq!(words, ["Stalemate", "Letter"]);
    assert_eq!(game.rules[0].values.len(), 1);
    let columns: Vec<_> = (game.rules[1].values.iter())
        .map(|value| (value.value.as_str(), value.span.column))
        .collect();
    assert_eq!(columns, [("A=J", 10), ("B=Q", 14)]);
}

#[test]
fn prose_below_a_blank_line_is_no_rule() {
    for tail in ["\nStalemate: loss\n", "some text\nStalemate: loss\n"] {
        let game = parse(&file(&format!("{BODY}{tail}"))).games.remove(0);
        assert_eq!(game.rules, [], "{tail}");
        assert_eq!(game.diagnostics, []);
    }
}

#[test]
fn back_ranks_are_judged_line_by_line() {
    let pawns = "p:100 16,7\np:100 16,7\n";
    let reported = |ranks: &str| {
        let text = format!("{VERSION_LINE}\nGame: x\n4x4\n{ranks}{pawns}");
        let file = read("x", text.as_bytes()).unwrap();
        let list = file.games[0].diagnostics.iter();
        list.map(|d| (d.span.line, d.span.column, d.message.clone()))
            .collect::<Vec<_>>()
    };
    let wrong = |line, column, message: &str| vec![(line, column, message.to_owned())];
    assert_eq!(reported("0 0 1 0\n0 0 1 0\n"), []);
    // the format does not care where lines end
    assert_eq!(reported("0 0 1\n0 0 0\n1 0\n"), []);
    let wide = "white's back rank has 5 numbers, the board 4 files";
    assert_eq!(reported("0 0 1 0 0\n0 0 1 0\n"), wrong(4, 9, wide));
    let narrow = "white's back rank has 1 number, the board 4 files";
    assert_eq!(reported("0\n0 0 1 0\n"), wrong(4, 1, narrow));
    let both = reported("0 0 0\n0 0 1 0 0 0\n");
    assert_eq!(both.len(), 2, "{both:?}");
    let more = "the two back ranks have 9 numbers together, the board 4 files";
    assert_eq!(reported("0 0 0 0 0 0 0 0 0\n"), wrong(4, 17, more));
    let word = reported("0 0 x 0\n0 0 1 0\n");
    let expected = "expected number 3 of the 4 on white's back rank, found `x`";
    assert!(word[0].2.starts_with(expected), "{word:?}");
}

#[test]
fn warns_about_names_with_blanks() {
    let reported = |label: &str| {
        let text = format!("{VERSION_LINE}\n{label}\n2x2\n0 0\n0 0\np:1 16,7\np:1 16,7\n");
        let file = read("x", text.as_bytes()).unwrap();
        let game = &file.games[0];
        let list = game.diagnostics.iter().map(ToString::to_string);
        (
            game.name.as_ref().map(|name| name.value.clone()),
            list.collect::<Vec<_>>(),
        )
    };
    let (name, found) = reported("Game: My Desert Caravan # PNBRQK");
    assert_eq!(name.as_deref(), Some("My"));
    let message = "x:2:10: warning: names have no blanks: this variant is called `My` (hint: write `Game: \
                   my-desert-caravan # PNBRQK`)";
    assert_eq!(found, [message]);
    for (label, hint) in [
        ("Game: My Caravan // the best", "Game: my-caravan"),
        (
            "Game:My Caravan # PNBRQK # fairy //",
            "Game: my-caravan # PNBRQK # fairy",
        ),
    ] {
        let (_, found) = reported(label);
        assert!(
            found[0].ends_with(&format!("(hint: write `{hint}`)")),
            "{found:?}"
        );
    }
    // a comment is no part of a name
    let (name, found) = reported("Game: my // best one");
    assert_eq!(name.as_deref(), Some("my"));
    let message = "x:2:10: warning: `//` is not understood here (hint: the form is `Game: NAME # PIECETOCHAR # PARENT`)";
    assert_eq!(found, [message]);
    let (_, found) = reported("Game: my # PNBRQK # fairy Caravan");
    assert!(
        found[0].contains("`Caravan` is not understood here"),
        "{found:?}"
    );
    assert!(reported("Game: my # PNBRQK # fairy").1.is_empty());
}
