//! Drawings of well-known pieces, and of every piece of every variant.

use std::sync::Arc;

use super::*;
use crate::testing::games::{variants, without_net};
use crate::tools::show::reach::Screen;

fn drawn(game: &str, letter: char) -> (Arc<Ruleset>, Vec<View>) {
    let rules = without_net(game);
    let id = (rules.variant().type_by_letter(letter, Color::White)).unwrap();
    let views = views(&rules, id, Color::White);
    (rules, views)
}

/// The marks, relative to the square of the piece: files, ranks, rights, how the piece gets there, and first moves.
fn marks(view: &View) -> Vec<(i32, i32, &'static str, How, bool)> {
    let rights = |rights: Rights| match (rights.quiet, rights.capture) {
        (true, true) => "both",
        (true, false) => "move",
        (false, _) => "capture",
    };
    let off = |to: u8, from: u8| i32::from(to) - i32::from(from);
    let mut marks: Vec<_> = (view.reach.marks.iter())
        .map(|mark| {
            (
                off(mark.sq.file(), view.from.file()),
                off(mark.sq.rank(), view.from.rank()),
                rights(mark.rights),
                mark.how,
                mark.first,
            )
        })
        .collect();
    marks.sort_by_key(|mark| (mark.0, mark.1));
    marks
}

#[test]
fn a_knight_leaps() {
    let (_, views) = drawn("normal", 'N');
    let [view] = views.as_slice() else {
        panic!("{views:?}")
    };
    let leap = |files, ranks| (files, ranks, "both", How::Leap, false);
    let expected = [
        leap(-2, -1),
        leap(-2, 1),
        leap(-1, -2),
        leap(-1, 2),
        leap(1, -2),
        leap(1, 2),
        leap(2, -1),
        leap(2, 1),
    ];
    assert_eq!(marks(view), expected);
    assert_eq!(view.window.size(), (5, 5));
    assert!(view.reach.lines.is_empty() && view.reach.lame.is_empty());
}

#[test]
fn a_pawn_is_drawn_where_it_pushes() {
    let (_, views) = drawn("normal", 'P');
    assert_eq!(views[0].from.rank(), 1);
    let expected = [
        (-1, 1, "capture", How::Leap, false),
        (0, 1, "move", How::Leap, false),
        (0, 2, "move", How::Slide, true),
        (1, 1, "capture", How::Leap, false),
    ];
    assert_eq!(marks(&views[0]), expected);
}

#[test]
fn a_cannon_captures_over_screens() {
    let (_, views) = drawn("xiangqi", 'C');
    let view = &views[0];
    assert_eq!(view.reach.screens.len(), 4);
    assert!(view.reach.screens.iter().all(|screen| !screen.friend));
    // without platforms the piece slides
    let quiet = view.reach.marks.iter().filter(|mark| mark.rights.quiet);
    assert!(quiet.clone().count() == 4 && quiet.clone().all(|mark| mark.goes_on));
    let marks = marks(view);
    for (files, ranks) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
        let at = |n: i32| {
            marks
                .iter()
                .find(|mark| (mark.0, mark.1) == (n * files, n * ranks))
        };
        assert_eq!(at(1), Some(&(files, ranks, "move", How::Leap, false)));
        assert_eq!(at(2), None, "a screen");
        let beyond = (3 * files, 3 * ranks, "capture", How::Hop, false);
        assert_eq!(at(3), Some(&beyond));
    }
}

#[test]
fn a_horse_needs_a_free_square_beside_it() {
    let (_, views) = drawn("xiangqi", 'H');
    let view = &views[0];
    assert_eq!(marks(view).len(), 8);
    assert!(
        marks(view)
            .iter()
            .all(|mark| mark.2 == "both" && mark.3 == How::Lame)
    );
    let mut lame: Vec<(u8, u8)> = (view.reach.lame.iter())
        .map(|sq| {
            (
                sq.file().abs_diff(view.from.file()),
                sq.rank().abs_diff(view.from.rank()),
            )
        })
        .collect();
    lame.sort_unstable();
    assert_eq!(lame, [(0, 1), (0, 1), (1, 0), (1, 0)]);
}

#[test]
fn a_griffon_turns_after_one_step() {
    let (_, views) = drawn("pieces-tester", 'G');
    let view = &views[0];
    let lines = &view.reach.lines;
    assert_eq!(lines.len(), 8);
    for line in lines {
        assert!(line.goes_on && line.how == How::Slide, "{line:?}");
        let [from, turn, next] = line.points[..3] else {
            panic!("{line:?}")
        };
        let step =
            |a: Square, b: Square| (a.file().abs_diff(b.file()), a.rank().abs_diff(b.rank()));
        assert_eq!(step(from, turn), (1, 1));
        assert!([(0, 1), (1, 0)].contains(&step(turn, next)));
    }
    let leaps = marks(view).into_iter().filter(|mark| mark.3 == How::Leap);
    assert!(
        leaps
            .map(|mark| (mark.0.abs(), mark.1.abs()))
            .eq([(1, 1); 4])
    );
}

#[test]
fn a_grasshopper_lands_behind_its_screen() {
    let (_, views) = drawn("grasshopper", 'G');
    let view = &views[0];
    assert_eq!(view.reach.screens.len(), 8);
    assert!(
        marks(view)
            .iter()
            .all(|mark| mark.3 == How::Hop && mark.2 == "both")
    );
    let far = |screen: &Screen| screen.sq.distance(view.from);
    assert!(view.reach.screens.iter().all(|screen| far(screen) == 2));
    assert!(
        view.reach
            .marks
            .iter()
            .all(|mark| mark.sq.distance(view.from) == 3)
    );
}

#[test]
fn a_lion_takes_on_its_way() {
    let (_, views) = drawn("chu", 'N');
    let reach = &views[0].reach;
    assert_eq!((reach.victims.len(), reach.marks.len()), (8, 24));
}

#[test]
fn zones_have_drawings_of_their_own() {
    // a soldier before and beyond the river
    let (_, views) = drawn("xiangqi", 'P');
    let places: Vec<Option<&str>> = views.iter().map(|view| view.place.as_deref()).collect();
    assert_eq!(places, [None, Some("on a6-i10")]);
    assert_eq!((marks(&views[0]).len(), marks(&views[1]).len()), (1, 3));
    // an elephant stays on its side
    let (_, views) = drawn("xiangqi", 'E');
    assert!(views[0].reach.marks.iter().all(|mark| mark.sq.rank() < 5));
    assert_eq!(views[0].reach.marks.len(), 4);
}

#[test]
fn castling_is_drawn_with_the_partners() {
    let (_, views) = drawn("normal", 'K');
    let [_, castling] = views.as_slice() else {
        panic!("{views:?}")
    };
    let names: Vec<String> = (castling.reach.marks.iter())
        .map(|mark| mark.sq.name(8))
        .collect();
    assert_eq!(names, ["g1", "c1"]);
    assert_eq!(castling.others.len(), 2);
    assert_eq!(castling.window.ranks, (0, 0));
}

/// Every piece of every variant is drawn within the board, and with moves if it can move.
#[test]
fn all_pieces_can_be_drawn() {
    let mut drawn = 0;
    for variant in variants() {
        let rules = Ruleset::without_net(variant.clone());
        for color in Color::ALL {
            for id in variant.types_of(color) {
                let views = views(&rules, id, color);
                let name = format!("{} {}", variant.name, variant.piece(id).written());
                assert!(!views.is_empty(), "{name}");
                for view in &views {
                    let marks = &view.reach.marks;
                    let moves = rules.tables.routes(id, view.from);
                    assert_eq!(
                        marks.is_empty(),
                        moves.is_empty() && view.others.is_empty(),
                        "{name}"
                    );
                    let squares = marks.iter().map(|mark| mark.sq);
                    for sq in squares.chain(view.reach.lame.iter().copied()) {
                        assert!(view.window.contains(sq), "{name}");
                        assert!(!variant.is_hole(sq.file(), sq.rank()), "{name}");
                    }
                    assert!(view.window.contains(view.from), "{name}");
                    drawn += 1;
                }
            }
        }
    }
    assert!(drawn > 2000, "{drawn}");
}
