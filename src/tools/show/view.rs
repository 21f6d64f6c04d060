//! The drawing of a piece: the square where it stands, and the visible part of the board.
//!
//! A piece stands where it has the most moves. The visible part of the board is the smallest that shows all of them; of
//! unlimited rides it shows the first squares.

use super::reach::{How, Mark, Reach, Ways, Window, reach};
use crate::board::Layout;
use crate::board::layout::Castling;
use crate::movegen::{MoveTables, Route};
use crate::ruleset::Ruleset;
use crate::types::{Color, Square, TypeId};
use crate::variant::{MoveShape, Rights, Variant, Zone};

/// A piece on a square, with its moves from there.
#[derive(Clone, Debug)]
pub struct View {
    /// The zone that is drawn, if the piece has other moves there, or a name for castling; `None`: the usual moves.
    pub place: Option<String>,
    pub id: TypeId,
    pub color: Color,
    pub from: Square,
    /// How much of the board is shown.
    pub window: Window,
    /// True if the names of squares matter.
    pub named: bool,
    /// True if zones or grid lines matter.
    pub zoned: bool,
    pub reach: Reach,
    /// Other pieces of the same side in the drawing.
    pub others: Vec<(Square, TypeId)>,
}

/// The smallest number of squares that are visible on each side of the piece.
const MARGIN: u8 = 2;
/// Visible steps of an unlimited ride: of king's steps, of longer steps, and of a ride that turns.
const RIDE: usize = 3;
const LONG_RIDE: usize = 2;
const BENT_RIDE: usize = 4;

/// The drawings of all moves of a colour's piece: one for its usual moves, and one for each zone where it moves in another
/// way.
pub fn views(rules: &Ruleset, id: TypeId, color: Color) -> Vec<View> {
    let (variant, tables) = (rules.variant(), &rules.tables);
    let zones = &variant.rules.zones;
    let special = zones.changes.iter().chain(&zones.lines);
    let special: Vec<Zone> = (special.filter(|change| change.id == id))
        .map(|change| change.zone)
        .collect();
    let elsewhere = |sq: &Square| !(special.iter()).any(|zone| zone.contains(sq.file(), sq.rank()));
    let named = !special.is_empty() || zones.confined.iter().any(|(other, _)| *other == id);
    let mut views = Vec::new();
    let draw = |place: Option<String>, here: &dyn Fn(&Square) -> bool| {
        let from = best_square(variant, tables, (id, color), here)?;
        let ways = Ways::new(tables, id, from);
        let window = window(variant, id, &ways, named);
        let reach = reach(variant, &ways, id, window);
        Some(View {
            place,
            id,
            color,
            from,
            window,
            named,
            zoned: named || variant.rules.grid.is_some(),
            reach,
            others: Vec::new(),
        })
    };
    views.extend(draw(None, &elsewhere));
    for zone in &special {
        let here = |sq: &Square| zone.contains(sq.file(), sq.rank());
        let place = crate::variant::describe::area(zone);
        views.extend(draw(Some(format!("on {place}")), &here));
    }
    views.extend(castling(&rules.layout, id, color));
    views
}

/// The castlings of a piece on its start square: a strip of the board with its partners.
fn castling(layout: &Layout, id: TypeId, color: Color) -> Option<View> {
    let home = |from: Square| layout.homes.contains(&(from, color, id));
    let all = layout.castlings[color].iter().filter(|way| home(way.from));
    let from = all.clone().next()?.from;
    let ways: Vec<&Castling> = all.filter(|way| way.from == from).collect();
    let marks = ways.iter().map(|way| Mark {
        sq: way.to,
        rights: Rights::QUIET,
        how: How::Castling,
        first: true,
        goes_on: false,
    });
    let partner = |way: &&Castling| {
        let start = layout.homes.iter().find(|(sq, ..)| *sq == way.corner);
        start.map(|&(sq, _, id)| (sq, id))
    };
    let mut others: Vec<(Square, TypeId)> = ways.iter().filter_map(partner).collect();
    others.dedup();
    let files = || {
        let partners = ways.iter().flat_map(|way| [way.corner, way.to]);
        partners.chain([from]).map(Square::file)
    };
    let first = files().min().unwrap_or(0).saturating_sub(1);
    let last = (files().max().unwrap_or(0) + 1).min(layout.variant.files - 1);
    Some(View {
        place: Some("castling".to_owned()),
        id,
        color,
        from,
        window: Window {
            files: (first, last),
            ranks: (from.rank(), from.rank()),
        },
        named: true,
        zoned: false,
        reach: Reach {
            marks: marks.collect(),
            ..Reach::default()
        },
        others,
    })
}

/// The square from which a piece has the most moves; of several such squares the one nearest to the centre.
fn best_square(
    variant: &Variant,
    tables: &MoveTables,
    (id, color): (TypeId, Color),
    here: &dyn Fn(&Square) -> bool,
) -> Option<Square> {
    let start = variant.start_pieces().into_iter();
    let start = start.filter(|placed| (placed.color, placed.id) == (color, id));
    let start = start.map(|placed| Square::at(placed.file, placed.rank));
    // pawns are drawn on a square from which they have first moves
    let first = |sq: &Square| {
        variant.is_pawn(id, color) && tables.routes(id, *sq).iter().any(|route| route.first)
    };
    let mut all: Vec<Square> = start.filter(|sq| first(sq) && here(sq)).collect();
    let on_board = |sq: &Square| sq.file() < variant.files;
    if all.is_empty() {
        let board = variant.squares().filter(on_board);
        all.extend(board.filter(|sq| here(sq) && variant.may_stop(id, sq.file(), sq.rank())));
    }
    let middle = |sq: &Square| {
        let off = |at: u8, size: u8| (2 * i32::from(at) + 1 - i32::from(size)).abs();
        let (files, ranks) = (off(sq.file(), variant.files), off(sq.rank(), variant.ranks));
        files * files + ranks * ranks
    };
    let count = |sq: &Square| tables.empty_board_targets(id, *sq);
    // of equal squares the one nearest to the owner is taken
    let side = |sq: &Square| match color {
        Color::White => i32::from(sq.rank()),
        Color::Black => -i32::from(sq.rank()),
    };
    all.into_iter()
        .max_by_key(|sq| (count(sq), -middle(sq), -side(sq), -i32::from(sq.file())))
}

/// The visible part of the board.
fn window(variant: &Variant, id: TypeId, ways: &Ways, named: bool) -> Window {
    let whole = Window::whole(variant);
    let mut round = (variant.moves_anywhere(id)).filter(|m| m.cylinder);
    if round.next().is_some() {
        return whole;
    }
    let mut seen: Vec<Square> = ways.screens.iter().map(|screen| screen.sq).collect();
    let limits = Limits::new(variant, id);
    for route in &ways.open {
        if limits.shows(variant, ways, route) {
            seen.push(route.to);
            seen.extend(route.passed.iter().map(|&(sq, _)| sq));
        }
    }
    for m in &variant.piece(id).moves {
        if let MoveShape::Double { first, then, .. } = m.shape {
            let via = variant.step_from(ways.from, first, false);
            seen.extend(via);
            seen.extend(via.and_then(|sq| variant.step_from(sq, then.step, false)));
        }
    }
    let far = |of: fn(Square) -> u8| {
        let own = of(ways.from);
        let most = seen.iter().map(|&sq| of(sq).abs_diff(own)).max();
        most.unwrap_or(0).max(MARGIN)
    };
    let around = |at: u8, far: u8, size: u8| (at.saturating_sub(far), (at + far).min(size - 1));
    let mut window = Window {
        files: around(ways.from.file(), far(Square::file), variant.files),
        ranks: around(ways.from.rank(), far(Square::rank), variant.ranks),
    };
    // if the board is hardly larger than the window, all of it is shown
    let (width, height) = window.size();
    if width + 1 >= variant.files && height + 1 >= variant.ranks {
        window = whole;
    }
    if named {
        // adds a margin for orientation
        let wider =
            |(first, last): (u8, u8), size: u8| (first.saturating_sub(1), (last + 1).min(size - 1));
        window.files = wider(window.files, variant.files);
        window.ranks = wider(window.ranks, variant.ranks);
    }
    window
}

/// The kinds of rides that a piece has, which decide how much of them is shown.
struct Limits {
    /// True if some moves end only at the edge of the board.
    endless: bool,
    /// True if other moves end earlier, and the drawing must show which.
    mixed: bool,
}

impl Limits {
    fn new(variant: &Variant, id: TypeId) -> Limits {
        let (mut endless, mut mixed) = (false, false);
        for m in variant.moves_anywhere(id) {
            let MoveShape::Path { legs, repeat } = &m.shape else {
                continue;
            };
            let mut steps = legs.iter().map(|leg| leg.end.max_steps());
            endless |= *repeat || steps.clone().any(|most| most == usize::MAX);
            mixed |= !repeat && steps.any(|most| most > RIDE && most != usize::MAX);
        }
        Limits { endless, mixed }
    }

    /// True if the end of a route is visible.
    fn shows(&self, variant: &Variant, ways: &Ways, route: &Route) -> bool {
        if !self.endless {
            return true;
        }
        let mut line = vec![ways.from];
        line.extend(route.passed.iter().map(|&(sq, _)| sq));
        line.push(route.to);
        let step = |pair: &[Square]| {
            let of = |to: u8, from: u8| i16::from(to) - i16::from(from);
            (
                of(pair[1].file(), pair[0].file()),
                of(pair[1].rank(), pair[0].rank()),
            )
        };
        let steps: Vec<(i16, i16)> = line.windows(2).map(step).collect();
        let long = steps
            .iter()
            .any(|(files, ranks)| files.abs().max(ranks.abs()) > 1);
        let bent = steps.windows(2).any(|pair| pair[0] != pair[1]);
        let hops = route.platforms().next().is_some();
        let most = match (bent, long) {
            _ if self.mixed || hops => BENT_RIDE,
            (true, true) => usize::from(variant.files.max(variant.ranks)),
            (true, false) => BENT_RIDE,
            (false, true) => LONG_RIDE,
            (false, false) => RIDE,
        };
        steps.len() <= most
    }
}

#[cfg(test)]
mod tests;
