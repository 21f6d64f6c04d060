//! Whatever the options say, the file that is written passes `fmax check`, or the options are refused with a reason.

use super::answers::usual_army;
use super::draft::Draft;
use super::*;
use crate::game::Game;
use crate::movegen::perft::perft;
use crate::ruleset::Ruleset;
use crate::testing::games::{find, library, random_walk, read};
use crate::types::Rng;
use crate::variant::Variant;
use std::sync::Arc;

/// Plays some random moves.
fn play(draft: &Draft, random: &mut Rng) {
    let text = draft.game().file("test.ini");
    let variant = find(&read(&text), &draft.name);
    assert_eq!((variant.files, variant.ranks), (draft.files, draft.ranks));
    let rules = Arc::new(Ruleset::without_net(variant));
    random_walk(Game::new(rules, 50), 12, random, |_, _| ());
}

fn one_of<'a, T>(list: &'a [T], random: &mut Rng) -> &'a T {
    &list[random.below(list.len())]
}

fn random_army(files: u8, catalogue: &Catalogue, random: &mut Rng) -> String {
    let king = random.below(files.into());
    let men = (0..usize::from(files)).map(|file| match (file == king, random.below(8)) {
        (true, _) => "king".to_owned(),
        (_, 0) => "-".to_owned(),
        (_, 1) => format!("own{}=WA", random.below(2)),
        _ => loop {
            let entry = one_of(&catalogue.pieces, random);
            if entry.value != "-1" {
                break entry.name().to_owned();
            }
        },
    });
    men.collect::<Vec<_>>().join(" ")
}

#[test]
fn random_answers_make_games_without_faults() {
    let catalogue = Catalogue::builtin();
    let mut random = Rng::new(18);
    let mut faults: Vec<String> = Vec::new();
    for round in 0..150 {
        let (files, ranks) = (2 + random.below(15) as u8, 4 + random.below(13) as u8);
        let army = random_army(files, &catalogue, &mut random);
        let black = (random.below(3) == 0).then(|| random_army(files, &catalogue, &mut random));
        let men: Vec<&str> = army
            .split(' ')
            .filter(|&man| man != "-" && man != "king")
            .collect();
        let pawn = one_of(&catalogue.pawns, &mut random).name().to_owned();
        let far = ranks >= 6 && random.below(3) == 0;
        let promotion = match (random.below(3), &men[..]) {
            (0, [first, ..]) => Some((*first).to_owned()),
            (1, _) => Some("none".to_owned()),
            _ => None,
        };
        let answers = Arguments {
            name: Some(format!("game-{round}")),
            description: (random.below(2) == 0).then(|| "By chance // and # more".to_owned()),
            board: Some(format!("{files}x{ranks}")),
            army: Some(army.clone()),
            black_army: black,
            pawns: Some(pawn),
            pawn_rank: Some(if far { 3 } else { 2 }),
            promotion,
            ..Arguments::default()
        };
        let draft = answers
            .draft(&catalogue)
            .unwrap_or_else(|error| panic!("{answers:?}: {error}"));
        let wrong = complaints(&draft.game());
        match wrong.is_empty() {
            true => play(&draft, &mut random),
            false => faults.push(format!(
                "{wrong:?}
{}",
                draft.game().text
            )),
        }
    }
}

#[test]
fn every_rule_makes_a_game_on_the_usual_boards() {
    let catalogue = Catalogue::builtin();
    let mut random = Rng::new(5);
    for files in 4..=16 {
        for (word, ..) in rules::WORDS {
            let answers = Arguments {
                name: Some("mine".to_owned()),
                board: Some(format!("{files}x{}", files.max(6))),
                rule: vec![word.to_owned()],
                ..Arguments::default()
            };
            let draft = answers.draft(&catalogue).unwrap();
            let wrong = complaints(&draft.game());
            assert!(wrong.is_empty(), "{} {files}: {wrong:?}", word);
            play(&draft, &mut random);
        }
    }
    assert_eq!(
        usual_army(8),
        "rook knight bishop queen king bishop knight rook"
    );
}

/// A copy of each shipped variant has the moves of the original.
#[test]
fn shipped_variants_are_copied() {
    for entry in library().entries() {
        let variant = entry.variant.as_ref().unwrap();
        let game = from::copy(library(), &entry.name, "mine").unwrap();
        assert_eq!(complaints(&game), [""; 0], "{}", entry.name);
        let text = game.file("test.ini");
        let own = find(&read(&text), "mine");
        let moves = |variant: &Arc<Variant>| {
            let rules = Ruleset::without_net(variant.clone());
            perft(&rules.tables, &mut rules.start(), 2)
        };
        assert_eq!(moves(&own), moves(variant), "{}", entry.name);
    }
}

#[test]
fn what_makes_no_game_is_refused() {
    let catalogue = Catalogue::builtin();
    type Change = fn(&mut Arguments);
    let message = |change: Change| {
        let mut answers = Arguments {
            name: Some("mine".to_owned()),
            ..Arguments::default()
        };
        change(&mut answers);
        match answers.draft(&catalogue) {
            Err(error) => format!("{error:#}"),
            Ok(draft) => complaints(&draft.game()).join("\n"),
        }
    };
    let cases: [(Change, &str); 12] = [
        (|a| a.name = Some("Mine".to_owned()), "no name for a game"),
        (
            |a| a.name = Some("great-shatranj".to_owned()),
            "XBoard takes the name",
        ),
        (|a| a.board = Some("8x3".to_owned()), "4 ranks or more"),
        (|a| a.board = Some("17x8".to_owned()), "no board"),
        (
            |a| a.army = Some("king".to_owned()),
            "1 pieces and the board 8 files",
        ),
        (|a| a.army = Some("rook ".repeat(8)), "no king"),
        (|a| a.army = Some("king ".repeat(8)), "8 kings"),
        (|a| a.pieces.push("x=Foo".to_owned()), "hint"),
        (
            |a| a.pieces.push("rook=WA".to_owned()),
            "name of another piece",
        ),
        (|a| a.promotion = Some("king".to_owned()), "royal"),
        (
            |a| a.rule.push("stalemate-losses".to_owned()),
            "did you mean stalemate-loses?",
        ),
        (
            |a| a.rule.push("Stalemate: perhaps".to_owned()),
            "Stalemate",
        ),
    ];
    for (change, part) in cases {
        let said = message(change);
        assert!(said.contains(part), "{part}: {said}");
    }
}

/// A variant with pieces that the user describes, or why it is refused.
fn with_pieces(pieces: &[&str], change: impl Fn(&mut Arguments)) -> anyhow::Result<Draft> {
    let mut answers = Arguments {
        name: Some("mine".to_owned()),
        pieces: pieces.iter().map(|&text| text.to_owned()).collect(),
        ..Arguments::default()
    };
    change(&mut answers);
    answers.draft(&Catalogue::builtin())
}

#[test]
fn own_pieces_can_take_the_letter_of_another() {
    let moves = |draft: &Draft| -> Vec<String> {
        let own = draft.pieces.iter().filter(|piece| piece.name == "n");
        own.map(|piece| piece.moves.clone()).collect()
    };
    let draft = with_pieces(&["n=KD"], |_| {}).unwrap();
    assert_eq!(moves(&draft), ["KD"]);
    assert_eq!(draft.pieces.len(), 6);
    // in an army the piece named `n` comes before the knight; where no piece has that name, `n` is the knight's letter
    let army = |text: &str| Some(text.to_owned());
    let named = "knight rook n queen king n bishop knight";
    let draft = with_pieces(&["n=KD"], |a| a.army = army(named)).unwrap();
    assert_eq!(moves(&draft), ["KD"]);
    assert_eq!(draft.ranks_of[0][2], draft.ranks_of[0][5]);
    assert_ne!(draft.ranks_of[0][2], draft.ranks_of[0][0]);
    let lettered = "rook knight bishop queen king b n r";
    let draft = with_pieces(&[], |a| a.army = army(lettered)).unwrap();
    let back = &draft.ranks_of[0];
    assert_eq!((back[0], back[1], back[2]), (back[7], back[6], back[5]));
}

#[test]
fn two_pieces_of_a_name_are_refused() {
    let text = "rook x=WA bishop queen king bishop x=WA rook".to_owned();
    let army = |a: &mut Arguments| a.army = Some(text.clone());
    assert!(with_pieces(&["x=WA"], army).is_ok());
    assert!(with_pieces(&["x=WA", "x=WA"], |_| {}).is_ok());
    let refused = [
        with_pieces(&["x=N"], army),
        with_pieces(&["x=WA", "x=N"], |_| {}),
        with_pieces(&[], |a| a.army = Some(text.replacen("x=WA", "x=FD", 1))),
    ];
    for (at, draft) in refused.into_iter().enumerate() {
        let error = draft.expect_err(&at.to_string()).to_string();
        assert!(error.contains("another piece x"), "{at}: {error}");
    }
}

#[test]
fn letters_are_chosen() {
    let letter = |draft: &Draft, name: &str| {
        let mut pieces = draft.pieces.iter();
        pieces
            .find(|piece| piece.name == name)
            .map(|piece| piece.letter)
    };
    let text = "rook ram bishop queen king bishop ram rook".to_owned();
    let army = |a: &mut Arguments| a.army = Some(text.clone());
    let draft = with_pieces(&["ram=M:mNcB"], army).unwrap();
    assert_eq!(letter(&draft, "ram"), Some('M'));
    assert!(complaints(&draft.game()).is_empty());
    // the rook gets another letter, whichever piece comes first
    let draft = with_pieces(&["ram=r:mNcB:300"], army).unwrap();
    assert_eq!(
        (letter(&draft, "ram"), letter(&draft, "rook")),
        (Some('r'), Some('O'))
    );
    for refused in [
        &["ram=P:mNcB"][..],
        &["ram=M:mNcB", "cat=M:W"],
        &["ram=4:mNcB"],
    ] {
        let error = with_pieces(refused, army)
            .expect_err(refused[0])
            .to_string();
        assert!(error.contains("letter"), "{error}");
    }
    // one letter after the equals sign is a move if a value follows
    let draft = with_pieces(&["ram=N:300"], army).unwrap();
    let ram = draft
        .pieces
        .iter()
        .find(|piece| piece.name == "ram")
        .unwrap();
    assert_eq!((ram.moves.as_str(), ram.value.as_str()), ("N", "300"));
}

#[test]
fn rules_may_name_pieces() {
    for (rule, line) in [
        ("Goal: ram=8", "Goal: M=8"),
        (
            "Promotion: white=queen,Rook black=ram",
            "Promotion: white=Q,R black=M",
        ),
        (
            "Drops: all pawn=2-7 no-mate=pawn",
            "Drops: all P=2-7 no-mate=P",
        ),
        ("Gating: archbishop", "Gating: A"),
        (
            "Counting: asean rook=rook khon=bishop knight=ram",
            "Counting: asean rook=R khon=B knight=M",
        ),
        ("Alias: ram queen", "Alias: ram queen"),
        ("Bare-King: loss", "Bare-King: loss"),
    ] {
        let draft = with_pieces(&["ram=M:mNcB"], |a| a.rule.push(rule.to_owned())).unwrap();
        assert_eq!(draft.rules, [line]);
    }
}

#[test]
fn yes_and_no_are_taken_as_people_write_them() {
    #[derive(clap::Parser)]
    struct Command {
        #[command(flatten)]
        arguments: Arguments,
    }
    let castling = |word: &str| {
        let command = <Command as clap::Parser>::try_parse_from(["new", "x", "--castling", word]);
        command.ok().and_then(|command| command.arguments.castling)
    };
    for (words, value) in [
        (["yes", "Yes", "Y", "TRUE", "on", "1"], Some(true)),
        (["no", "No", "N", "FALSE", "off", "0"], Some(false)),
        (["", "2", "maybe", "yess", "10", "-"], None),
    ] {
        for word in words {
            assert_eq!(castling(word), value, "{word}");
        }
    }
}

/// The Betza notation of each piece in the file means the same moves as the piece's line.
#[test]
fn betza_descriptions_equal_those_of_lines() {
    let catalogue = Catalogue::builtin();
    let count = |moves: &str, depth: u32| {
        let text = format!(
            "version 4.8(w)\n\nGame: one\n9x9\n0 0 0 4 3 0 0 0 0\n0 0 0 4 3 0 0 0 0\np:100 fmWfcF\n\
             p:100 fmWfcF\nk:-1 K\nx:300 {moves}\nPromotion: X\n\
             Start: k4p3/9/2x1p1p2/9/3pX4/2P6/1X3P3/4P4/K4P3 w - - 0 1\n"
        );
        let rules = Ruleset::without_net(find(&read(&text), "one"));
        perft(&rules.tables, &mut rules.start(), depth)
    };
    let mut written = 0;
    for entry in &catalogue.pieces {
        let Some(text) = draft::in_betza(&entry.moves[0]) else {
            continue;
        };
        written += 1;
        // the lines of these pieces have white's moves; only in Betza notation black moves the other way
        let one_way = ["crab", "barc"].contains(&entry.name());
        let depth = if one_way { 1 } else { 3 };
        let (word, line) = (count(&text, depth), count(&entry.moves[0], depth));
        assert_eq!(word, line, "{}: {text}", entry.name());
    }
    assert!(written > 50, "{written} of {}", catalogue.pieces.len());
}
