//! The moves of a piece on a square of a board that is empty except for the screens that it hops over.
//!
//! All drawings in the terminal and in pictures are made from these moves. The moves come from the move tables ([`Route`]).
//! Only moves that capture on their way are read from the variant's data, since the tables keep them apart. Castling has a
//! drawing of its own, see [`views`](super::view::views).

use std::collections::BTreeMap;

use crate::movegen::{MoveTables, Route};
use crate::types::{Square, TypeId};
use crate::variant::{MoveShape, Over, Rights, Variant};

/// How a piece reaches a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum How {
    Leap,
    /// Over empty squares, on each of which the piece could stop too.
    Slide,
    /// Over squares that must be empty, on some of which the piece cannot stop.
    Lame,
    Hop,
    /// By a capture on the way.
    Locust,
    Castling,
}

/// A square to which a piece can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    pub sq: Square,
    /// The rights of the piece on the square.
    pub rights: Rights,
    /// How the piece gets there; of several ways the one with the fewest conditions.
    pub how: How,
    /// True if the piece goes there only as its first move.
    pub first: bool,
    /// True if the move continues, though the drawing ends here, or at a platform behind this square.
    pub goes_on: bool,
}

/// A platform that is put on the board for the drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    pub sq: Square,
    pub friend: bool,
}

/// A line over the squares of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The squares of the path, beginning with that of the piece.
    pub points: Vec<Square>,
    pub how: How,
    /// True if the piece moves along the line only as its first move.
    pub first: bool,
    /// True if the move continues, though the drawing ends here.
    pub goes_on: bool,
}

/// The moves of a piece on a square.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// The targets. A square occurs twice if the piece has more rights there on its first move.
    pub marks: Vec<Mark>,
    pub screens: Vec<Screen>,
    /// Squares that must be empty.
    pub lame: Vec<Square>,
    /// Squares where the piece captures on the way.
    pub victims: Vec<Square>,
    /// The lines of moves other than leaps.
    pub lines: Vec<Line>,
}

/// A part of the board, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first and the last file, from 0.
    pub files: (u8, u8),
    /// The first and the last rank, from 0.
    pub ranks: (u8, u8),
}

impl Window {
    pub fn whole(variant: &Variant) -> Window {
        Window {
            files: (0, variant.files - 1),
            ranks: (0, variant.ranks - 1),
        }
    }

    /// True if a square is in the window.
    pub fn contains(&self, sq: Square) -> bool {
        (self.files.0..=self.files.1).contains(&sq.file())
            && (self.ranks.0..=self.ranks.1).contains(&sq.rank())
    }

    /// Width and height in squares.
    pub fn size(&self) -> (u8, u8) {
        (
            self.files.1 - self.files.0 + 1,
            self.ranks.1 - self.ranks.0 + 1,
        )
    }
}

/// The routes of a piece from a square, with the platforms that they need on the drawn board.
#[derive(Clone, Debug)]
pub struct Ways {
    pub from: Square,
    pub open: Vec<Route>,
    /// Routes that are blocked only because the drawing has a platform on them.
    pub blocked: Vec<Route>,
    /// The platforms on the drawn board.
    pub screens: Vec<Screen>,
}

impl Ways {
    /// The routes of a type from a square.
    pub fn new(tables: &MoveTables, id: TypeId, from: Square) -> Ways {
        let all = tables.routes(id, from);
        let screens = screens(&all, from);
        let (open, closed): (Vec<Route>, Vec<Route>) =
            (all.into_iter()).partition(|route| is_open(route, &screens));
        let blocked = closed.into_iter().filter(|route| is_open(route, &[]));
        Ways {
            from,
            open,
            blocked: blocked.collect(),
            screens,
        }
    }
}

/// True if a route is open on a board that has only these platforms.
fn is_open(route: &Route, screens: &[Screen]) -> bool {
    let screen = |sq: Square| screens.iter().find(|screen| screen.sq == sq);
    let passes = |&(sq, over): &(Square, Over)| match screen(sq) {
        Some(screen) if screen.friend => over.friend,
        Some(_) => over.friend || over.enemy,
        None => over.empty,
    };
    screen(route.to).is_none() && route.passed.iter().all(passes)
}

/// The platforms that show one hop in each direction, in the middle of an approach rather than at its start.
fn screens(routes: &[Route], from: Square) -> Vec<Screen> {
    // for each first square of a route: the lowest cost, and its platforms
    let mut best: BTreeMap<Square, (usize, Vec<Screen>)> = BTreeMap::new();
    for route in routes {
        let platforms: Vec<Screen> = (route.platforms())
            .map(|(sq, over)| Screen {
                sq,
                friend: !over.enemy,
            })
            .collect();
        let is_platform = |&(_, over): &(Square, Over)| !over.empty;
        let Some(before) = route.passed.iter().position(is_platform) else {
            continue;
        };
        let lands = platforms.iter().any(|screen| screen.sq == route.to);
        if platforms.len() > 2 || lands || platforms.iter().any(|screen| screen.sq == from) {
            continue;
        }
        // it is best to have one empty square before the first platform, and none after it
        let cost = 10 * before.abs_diff(1) + route.passed.len();
        let first = route.passed[0].0;
        let known = best.get(&first).is_some_and(|(least, _)| *least <= cost);
        if !known {
            best.insert(first, (cost, platforms));
        }
    }
    let mut screens: Vec<Screen> = Vec::new();
    for screen in best.into_values().flat_map(|(_, screens)| screens) {
        if !screens.iter().any(|other| other.sq == screen.sq) {
            screens.push(screen);
        }
    }
    screens
}

/// How a route reaches its square.
fn how(route: &Route, open: &[Route]) -> How {
    if route.platforms().next().is_some() {
        return How::Hop;
    }
    let empty: Vec<Square> = route.empty().collect();
    if empty.is_empty() {
        return How::Leap;
    }
    let stops = |sq: Square| {
        let mut others = open.iter();
        others.any(|other| other.to == sq && other.empty().all(|sq| empty.contains(&sq)))
    };
    if empty.iter().all(|&sq| stops(sq)) {
        How::Slide
    } else {
        How::Lame
    }
}

/// All that is drawn of the moves of a piece in a window.
pub fn reach(variant: &Variant, ways: &Ways, id: TypeId, window: Window) -> Reach {
    let mut reach = Reach {
        screens: ways.screens.clone(),
        ..Reach::default()
    };
    reach.screens.retain(|screen| window.contains(screen.sq));
    let (shown, hidden): (Vec<&Route>, Vec<&Route>) = (ways.open.iter()).partition(|route| {
        window.contains(route.to) && route.passed.iter().all(|&(sq, _)| window.contains(sq))
    });
    for route in &shown {
        let how = how(route, &ways.open);
        let ends = !shown.iter().any(|other| continues(route, other));
        let goes_on = ends && hidden.iter().any(|other| continues(route, other))
            || stops_at_screen(route, &shown, &ways.blocked);
        add(
            &mut reach.marks,
            Mark {
                sq: route.to,
                rights: route.rights,
                how,
                first: route.first,
                goes_on,
            },
        );
        if how == How::Lame {
            let mut stops = ways.open.iter();
            let only_passed = |sq: &Square| !stops.any(|other| other.to == *sq);
            let passed: Vec<Square> = route.empty().filter(only_passed).collect();
            for sq in passed {
                if !reach.lame.contains(&sq) {
                    reach.lame.push(sq);
                }
            }
        }
        if how != How::Leap && ends || goes_on {
            let points = std::iter::once(ways.from)
                .chain(route.passed.iter().map(|&(sq, _)| sq))
                .chain([route.to]);
            let line = Line {
                points: points.collect(),
                // a slide by one step
                how: if how == How::Leap { How::Slide } else { how },
                first: route.first,
                goes_on,
            };
            if !reach.lines.contains(&line) {
                reach.lines.push(line);
            }
        }
    }
    add_doubles(variant, ways.from, id, window, &mut reach);
    reach.marks.sort_by_key(|mark| (mark.sq, mark.first));
    reach
}

/// True if the route `other` continues over the square where the route ends.
fn continues(route: &Route, other: &Route) -> bool {
    let end = route.passed.len();
    other.first == route.first
        && other.passed.get(end).is_some_and(|&(sq, _)| sq == route.to)
        && (other.passed.iter().zip(&route.passed)).all(|(a, b)| a.0 == b.0)
}

/// True if a route ends in the drawing only because a platform for other routes stands on its way.
fn stops_at_screen(route: &Route, shown: &[&Route], blocked: &[Route]) -> bool {
    let plain = |other: &&Route| other.platforms().next().is_none();
    let mut shown = shown.iter().copied().filter(plain);
    let mut blocked = blocked.iter().filter(plain);
    plain(&route)
        && !shown.any(|other| continues(route, other))
        && blocked.any(|other| continues(route, other))
}

/// Adds a mark, or merges it with the mark that its square has.
fn add(marks: &mut Vec<Mark>, new: Mark) {
    let known = |first: bool| {
        let mut marks = marks.iter();
        marks.position(|mark| mark.sq == new.sq && mark.first == first)
    };
    let (always, first) = (known(false), known(true));
    let union = |a: Rights, b: Rights| Rights {
        capture: a.capture || b.capture,
        quiet: a.quiet || b.quiet,
        own: a.own || b.own,
        tame: a.tame && b.tame,
    };
    let covers = |a: Rights, b: Rights| union(a, b) == a;
    let join = |mark: &mut Mark| {
        // the way to the square is that with more rights, and of ways with equal rights that with fewer conditions
        if mark.rights == new.rights || !covers(mark.rights, new.rights) {
            let more = covers(new.rights, mark.rights) && mark.rights != new.rights;
            mark.how = if more { new.how } else { mark.how.min(new.how) };
        }
        mark.rights = union(mark.rights, new.rights);
        mark.goes_on |= new.goes_on;
    };
    match (new.first, always, first) {
        (false, Some(at), _) => join(&mut marks[at]),
        (true, Some(at), _) if covers(marks[at].rights, new.rights) => {}
        (true, _, Some(at)) => join(&mut marks[at]),
        _ => marks.push(new),
    }
}

/// Adds the moves that capture on the way and go on.
fn add_doubles(variant: &Variant, from: Square, id: TypeId, window: Window, reach: &mut Reach) {
    for (_, m) in variant.moves_from(id, from) {
        let MoveShape::Double { first, then, .. } = m.shape else {
            continue;
        };
        let Some(via) = variant.step_from(from, first, false) else {
            continue;
        };
        if !window.contains(via) {
            continue;
        }
        let next = |sq: &Square| variant.step_from(*sq, then.step, false);
        let onward: Vec<Square> = std::iter::successors(next(&via), next)
            .take(then.end.max_steps())
            .collect();
        if !reach.victims.contains(&via) {
            reach.victims.push(via);
        }
        let stops = |sq: &Square| variant.may_stop(id, sq.file(), sq.rank());
        for &sq in onward.iter().filter(|sq| **sq != from && stops(sq)) {
            if !window.contains(sq) {
                break;
            }
            let known = reach.marks.iter().any(|mark| mark.sq == sq);
            if !known {
                reach.marks.push(Mark {
                    sq,
                    rights: then.rights,
                    how: How::Locust,
                    first: false,
                    goes_on: false,
                });
            }
        }
    }
}
