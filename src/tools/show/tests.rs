//! The pages and pictures of all variants are valid for the programs that read them.

use super::examples::{self, Goal, Proof};
use super::page::{self, Additions};
use super::{picture, sheet};
use crate::game::Game;
use crate::ruleset::Ruleset;
use crate::testing::games::{find, read, variants, without_net};
use crate::tools::lab::self_play::Player;
use crate::tools::on_search_thread;
use crate::variant::describe::pictures::{BASE, Pictures};

/// Chess without castling, with a king of this value and some rule lines.
fn with_king(king: i32, lines: &str) -> Ruleset {
    let text = format!(
        "version 4.8(w)\nGame: test\n8x8\n6 4 5 7 3 5 4 6\n6 4 5 7 3 5 4 6\np:74 fmWfcF\np:74 fmWfcF\n\
         k:{king} K\nn:300 N\nb:300 B\nr:500 R\nq:900 Q\n{lines}"
    );
    Ruleset::without_net(find(&read(&text), "test"))
}

/// The number of elements with a tag.
fn count(document: &roxmltree::Document<'_>, tag: &str) -> usize {
    let nodes = document.descendants();
    nodes.filter(|node| node.tag_name().name() == tag).count()
}

#[test]
fn setups_show_every_piece() {
    for variant in variants() {
        let rules = Ruleset::without_net(variant.clone());
        let text = picture::setup(&rules, &Pictures::new(rules.variant())).to_string();
        let document = roxmltree::Document::parse(&text).unwrap();
        let held = variant.rules.hand.iter().flatten();
        let held = held.filter(|(_, count)| *count > 0).count();
        let placed = variant.start_pieces();
        let bases = text.matches(BASE).count();
        assert_eq!(bases, placed.len() + held, "{}", variant.name);
        let squares = variant.squares().count();
        let walls = rules.start().walls().count();
        assert_eq!(
            count(&document, "rect"),
            squares + walls,
            "{}",
            variant.name
        );
    }
}

#[test]
fn pages_are_well_formed_and_complete() {
    for variant in variants() {
        let rules = Ruleset::without_net(variant.clone());
        let sheets = sheet::pieces(&rules);
        let text = page::page(&rules, &sheets, &Additions::default()).unwrap();
        let options = roxmltree::ParsingOptions {
            allow_dtd: true,
            ..Default::default()
        };
        let document = roxmltree::Document::parse_with_options(&text, options)
            .unwrap_or_else(|error| panic!("{}: {error}", variant.name));
        let ids: Vec<&str> = (document.descendants())
            .filter(|node| node.tag_name().name() == "h2")
            .filter_map(|node| node.attribute("id"))
            .collect();
        assert_eq!(
            ids,
            ["setup", "pieces", "rules", "notes"],
            "{}",
            variant.name
        );
        let pieces = document.descendants();
        let pieces = pieces.filter(|node| node.attribute("class") == Some("piece"));
        assert_eq!(pieces.count(), sheets.len(), "{}", variant.name);
        let whole: String = document
            .descendants()
            .filter_map(|node| node.text())
            .collect();
        for line in crate::variant::describe::Pages::new(&variant).rules {
            // on the page a rule begins with a capital
            assert!(whole.contains(&line[1..]), "{}: {line}", variant.name);
        }
        assert!(whole.contains(&rules.start().fen()), "{}", variant.name);
        // nothing is fetched from other servers
        let fetches = |name: &str| ["src", "href", "xlink:href"].contains(&name);
        let mut attributes = document.descendants().flat_map(|node| node.attributes());
        assert!(!attributes.any(|a| fetches(a.name())), "{}", variant.name);
    }
}

#[test]
fn chess_is_no_different_from_chess() {
    let rules = without_net("normal");
    let text = page::page(&rules, &sheet::pieces(&rules), &Additions::default()).unwrap();
    assert!(text.contains("None: this is chess."), "{text}");
    let rules = without_net("capablanca");
    let text = page::page(&rules, &sheet::pieces(&rules), &Additions::default()).unwrap();
    for line in [
        "The board has 10 files and 8 ranks instead of 8 and 8.",
        "are not among the pieces of chess",
        "Castling, White: goes from f1 to i1 while the rook (R) on j1 goes to h1",
        "Archbishop (A)",
    ] {
        assert!(text.contains(line), "{line}");
    }
}

#[test]
fn pictures_become_png() {
    for name in ["chu", "pieces-tester", "alice"] {
        let rules = without_net(name);
        let svg = picture::setup(&rules, &Pictures::new(rules.variant())).to_string();
        let png = picture::png(&svg, 1.0).unwrap();
        assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"), "{name}");
        let word = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        let document = roxmltree::Document::parse(&svg).unwrap();
        let side = |name| {
            document
                .root_element()
                .attribute(name)
                .unwrap()
                .parse::<f64>()
                .unwrap()
        };
        assert_eq!(
            (word(16), word(20)),
            (side("width").ceil() as u32, side("height").ceil() as u32)
        );
        // the picture is not empty: an empty one has a few hundred bytes
        assert!(
            (5_000..200_000).contains(&png.len()),
            "{name}: {}",
            png.len()
        );
    }
}

/// A bishop's move around a cylinder is not drawn back across the board.
#[test]
fn ways_round_a_cylinder_are_not_drawn_across_the_board() {
    let rules = without_net("cylinder");
    let sheets = sheet::pieces(&rules);
    let bishop = sheets.iter().find(|sheet| sheet.written == "B").unwrap();
    let text = picture::view(
        rules.variant(),
        &Pictures::new(rules.variant()),
        &bishop.views[0],
        "B",
    )
    .to_string();
    let document = roxmltree::Document::parse(&text).unwrap();
    let lines: Vec<&str> = (document.descendants())
        .filter(|node| node.attribute("stroke-opacity").is_some())
        .filter_map(|node| node.attribute("d"))
        .collect();
    assert!(
        lines.iter().any(|line| line.matches('M').count() > 1),
        "{lines:?}"
    );
    for part in lines.iter().flat_map(|line| line.split('M')) {
        let files: Vec<f64> = (part.split('L').filter(|point| !point.is_empty()))
            .map(|point| point.split(' ').next().unwrap().parse().unwrap())
            .collect();
        let steps = files.windows(2).map(|pair| (pair[1] - pair[0]).abs());
        assert!(steps.fold(0.0, f64::max) <= picture::CELL, "{part}");
    }
}

/// The caption on a page describes the picture of the same variant.
#[test]
fn pages_speak_of_their_own_game() {
    let dashed = "pieces can promote on";
    for (name, shown, not_shown) in [
        ("chu", dashed, "Commoner"),
        // pieces promote everywhere, so that no line is drawn
        (
            "kyotoshogi",
            "Must become a lance (L) with every move.",
            dashed,
        ),
        (
            "king-of-the-hill",
            "</svg><span>Bringing the king (K) to d4, e4, d5 or e5 wins.</span>",
            "a spare one",
        ),
        (
            "placement",
            "on h1 goes to f1, if both were dropped there and have not moved since.",
            "There is no castling",
        ),
        (
            "seirawan",
            "White holds one Hawk and one Elephant off the board.",
            "has off the board",
        ),
        (
            "spartan",
            "It is royal: lose the last one and you lose the game.",
            "It is royal.",
        ),
        (
            "losers",
            "It is royal: if it is checkmated, its side has won.",
            "you lose",
        ),
        (
            "racingkings",
            "It is royal: it may not be left in check.",
            "you lose",
        ),
        (
            "bughouse",
            "A game for two teams of two players",
            "game for two players",
        ),
        ("antichess", "pieces are light, Black", "have a stripe"),
        ("1d-chess", "8 files (a to h) and 1 rank,", "1 ranks"),
        ("spartan", "royal, a spare one", "legend zones"),
        (
            "grid",
            "</svg><span>Lines divide the board into cells of 2x2 squares.",
            "can promote on",
        ),
    ] {
        let rules = without_net(name);
        let text = page::page(&rules, &sheet::pieces(&rules), &Additions::default()).unwrap();
        assert!(text.contains(shown), "{name}: {shown}");
        assert!(!text.contains(not_shown), "{name}: {not_shown}");
    }
}

/// The page explains all lines that are drawn on the board.
#[test]
fn lines_on_the_board_are_explained_as_they_are_drawn() {
    let red = "<span>Bishop (B) cannot leave a1-h4.</span>";
    let green = " wins.</span>";
    let home = "Zone: home=a1-h4\nConfine: B=home\n";
    let goal = "Goal: K=e5-f6\n";
    let brings = "<span>A side wins by bringing its king (K) to e5, f5, e6 or f6.</span>";
    for (king, lines, has_red, has_green) in [
        (-1, "", false, false),
        (-2, "", false, true),
        (-2, home, true, true),
        (-1, home, true, false),
        (-1, goal, false, true),
    ] {
        let rules = with_king(king, lines);
        let text = page::page(&rules, &sheet::pieces(&rules), &Additions::default()).unwrap();
        let setup = picture::setup(&rules, &Pictures::new(rules.variant())).to_string();
        assert_eq!(text.contains(red), has_red, "{king} {lines}");
        assert_eq!(
            text.contains(green) || text.contains(brings),
            has_green,
            "{king} {lines}"
        );
        // the colours of zones and goals
        assert_eq!(setup.contains("#2f6f9f"), has_red, "{king} {lines}");
        assert_eq!(setup.contains("#1f7a4d"), has_green, "{king} {lines}");
        assert_eq!(text.contains(brings), lines == goal, "{king} {lines}");
    }
}

/// Two rules may have a border in common: each is drawn with its own sign.
#[test]
fn signs_on_the_same_border_are_all_drawn() {
    // the width of the line around zones, and the dashes where pieces move differently
    let signs = ["4.6", "9 5 0.1 5"];
    let home = "Zone: home=c1-f3\n";
    let (confined, changed) = ("Confine: B=home\n", "Zone-Moves: R=Q@home\n");
    for (lines, expected) in [
        ([home, confined, ""], [1, 0]),
        ([home, changed, ""], [0, 1]),
        ([home, confined, changed], [1, 1]),
    ] {
        let rules = with_king(-1, &lines.concat());
        let setup = picture::setup(&rules, &Pictures::new(rules.variant())).to_string();
        let drawn = signs.map(|sign| setup.matches(&format!("\"{sign}\"")).count());
        assert_eq!(drawn, expected, "{lines:?}");
    }
}

#[test]
fn the_author_is_named_on_the_page() {
    let rules = without_net("normal");
    let sheets = sheet::pieces(&rules);
    let byline = |author: Option<&str>| {
        let additions = Additions {
            author,
            ..Additions::default()
        };
        let text = page::page(&rules, &sheets, &additions).unwrap();
        let line = text.lines().find(|line| line.contains("class=\"byline\""));
        line.unwrap().to_owned()
    };
    assert!(byline(Some("A. <B>")).contains("By A. &#60;B&#62;. Page made with fmax "));
    assert!(!byline(None).contains("By "));
}

#[test]
fn a_win_in_two_is_proven() {
    let proven = |name: &str, fen: &str| {
        let mut game = Game::new(without_net(name), 50);
        game.set_fen(fen).unwrap();
        examples::win(&mut Proof::new(), game).map(|(_, puzzle)| puzzle)
    };
    // the king blocks the last rank for the other rook
    let ladder = proven("normal", "1K5k/8/2R5/1R6/8/8/8/8 w - - 0 1").unwrap();
    assert_eq!(ladder.solution.moves, ["b5b7", "h8g8", "c6c8"]);
    assert_eq!(ladder.solution.text, "1. Rb7 Kg8 2. Rc8#");
    assert_eq!(ladder.task(), "White to move and mate in two moves.");
    // either rook can begin
    assert!(proven("normal", "7k/8/R7/1R6/8/8/8/4K3 w - - 0 1").is_none());
    // a mate in one move is not the puzzle
    assert!(proven("normal", "7k/1R6/R7/8/8/8/8/4K3 w - - 0 1").is_none());
    // a win in one, a win by several moves, and one way to the hill between the own pawns
    assert!(proven("king-of-the-hill", "k7/8/8/8/8/4K3/8/8 w - - 0 1").is_none());
    assert!(proven("king-of-the-hill", "k7/8/8/8/8/8/4K3/8 w - - 0 1").is_none());
    let hill = proven("king-of-the-hill", "k7/8/8/5P2/6K1/5P2/8/8 w - - 0 1").unwrap();
    assert_eq!(hill.goal, Goal::Win { mates: false });
    assert_eq!(hill.solution.moves[0], "g4f4");
    assert_eq!(hill.task(), "White to move and win in two moves.");
}

#[test]
fn moves_that_do_not_lose_are_found() {
    on_search_thread(|| {
        // the mate on the last rank saves the rook; after any other move Black takes it or stays a queen ahead
        let mut game = Game::new(without_net("normal"), 50);
        game.set_fen("6k1/5ppp/8/8/8/8/q4PPP/1R4K1 w - - 0 1")
            .unwrap();
        let mut player = Player::new(game.clone(), 1 << 20);
        let found = examples::holding(&mut player, &game, 3000, 1).unwrap();
        let found: Vec<String> = found.iter().map(|(mv, _)| game.format(*mv)).collect();
        assert_eq!(found, ["b1b8"]);
        game.set_fen("6k1/5ppp/8/8/8/8/5PPP/6K1 w - - 0 1").unwrap();
        assert_eq!(examples::holding(&mut player, &game, 300, 3), None);
    })
    .unwrap();
}

#[test]
fn examples_are_legal_and_repeatable() {
    let name = "los-alamos";
    let rules = without_net(name);
    let find = || examples::find(&rules, 2).unwrap();
    let found = find();
    let sample = found.sample.as_ref().unwrap();
    let lines = found.puzzles.iter().map(|puzzle| &puzzle.solution);
    for line in lines.chain([&sample.line]) {
        let mut game = Game::new(rules.clone(), 50);
        game.set_fen(&line.fen).unwrap();
        for mv in &line.moves {
            game.play(game.parse_move(mv).unwrap());
        }
    }
    assert!(!found.puzzles.is_empty());
    assert_eq!(format!("{found:?}"), format!("{:?}", find()));
    let additions = Additions {
        examples: Some(&found),
        player: Some("play/"),
        ..Additions::default()
    };
    let text = page::page(&rules, &sheet::pieces(&rules), &additions).unwrap();
    let links = text
        .matches(&format!("href=\"play/#{name}&#38;fen="))
        .count();
    assert_eq!(links, found.puzzles.len() + 1);
    assert!(text.contains(&sample.line.text));
}
