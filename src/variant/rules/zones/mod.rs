//! Parts of the board: holes, zones to which pieces are confined or where they move differently, and facing royals.
//!
//! Rule lines name letters and colours; here the zones belong to types. Move tables are compiled per square, so zones
//! never change during a game.

mod lines;

use super::marks::{Mark, MarkedZone};
use super::owned::{by_zone, of_type};
use super::{Rule, Sentences};
use crate::types::{Bitboard, Color, MAX_SIDE, Square, TypeId};
use crate::variant::describe::{
    names::called,
    phrases::{join, when},
    pieces,
};
use crate::variant::rules::values::square_name;
use crate::variant::{Condition, MoveDescriptor, Variant};

pub(super) use lines::{CONFINE, FACING, HOLES, ZONE, ZONE_LINES, ZONE_MOVES, area_squares};

/// Holes; they are read before the start position.
pub(super) const HOLES_RULE: Rule = Rule::new(&[HOLES], lines::holes, |words| {
    let holes = words.variant.rules.zones.holes;
    words.say_if(!holes.is_empty(), without(&holes));
});

pub(super) const RULE: Rule = Rule::new(
    &[ZONE, CONFINE, ZONE_MOVES, ZONE_LINES, FACING],
    lines::zones,
    describe,
);

/// A set of squares, files and ranks counted from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Zone {
    ranks: [u16; MAX_SIDE as usize],
}

canonical!(struct Zone { ranks = 1 });

impl Zone {
    /// True if the zone has the square; false off the board.
    pub fn contains(&self, file: u8, rank: u8) -> bool {
        let row = self.ranks.get(usize::from(rank)).copied().unwrap_or(0);
        file < MAX_SIDE && row >> file & 1 != 0
    }

    /// Adds a square; squares off every board are ignored.
    pub fn insert(&mut self, file: u8, rank: u8) {
        if file < MAX_SIDE
            && let Some(row) = self.ranks.get_mut(usize::from(rank))
        {
            *row |= 1 << file;
        }
    }

    /// True if the zone has no squares.
    pub fn is_empty(&self) -> bool {
        *self == Zone::default()
    }

    /// True if the two zones have a common square.
    pub fn meets(&self, other: &Zone) -> bool {
        self.ranks.iter().zip(other.ranks).any(|(a, b)| a & b != 0)
    }

    /// Adds the squares of another zone.
    pub fn add(&mut self, other: &Zone) {
        for (row, more) in self.ranks.iter_mut().zip(other.ranks) {
            *row |= more;
        }
    }

    /// The mirror image for the other colour, on a board with this number of ranks.
    pub fn mirrored(&self, ranks: u8) -> Zone {
        let mut mirrored = Zone::default();
        let rows = usize::from(ranks.min(MAX_SIDE));
        for (rank, row) in self.ranks[..rows].iter().enumerate() {
            mirrored.ranks[rows - 1 - rank] = *row;
        }
        mirrored
    }

    /// The squares of the zone for which `fits(file, rank)` is true.
    pub fn only(&self, fits: impl Fn(u8, u8) -> bool) -> Zone {
        let squares = self.squares();
        squares.filter(|&(file, rank)| fits(file, rank)).collect()
    }

    fn first(&self) -> Option<(u8, u8)> {
        self.squares().next()
    }

    /// The squares of the zone as file and rank, rank by rank.
    pub fn squares(&self) -> impl Iterator<Item = (u8, u8)> + '_ {
        (0..MAX_SIDE)
            .flat_map(|rank| (0..MAX_SIDE).map(move |file| (file, rank)))
            .filter(|&(file, rank)| self.contains(file, rank))
    }
}

impl FromIterator<(u8, u8)> for Zone {
    fn from_iter<I: IntoIterator<Item = (u8, u8)>>(squares: I) -> Zone {
        let mut zone = Zone::default();
        for (file, rank) in squares {
            zone.insert(file, rank);
        }
        zone
    }
}

/// A type that moves like another one in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The type.
    pub id: TypeId,
    /// The zone.
    pub zone: Zone,
    /// The type that it moves like.
    pub like: TypeId,
}

canonical!(struct Change { id = 1, zone = 2, like = 3 });

/// Holes, zones and facing royals.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Zones {
    /// Squares that are not part of the board: no piece stands there, and no step crosses them, as at the edge.
    pub holes: Zone,
    /// Types that may stop only in a zone, at most one entry for each. They may cross other squares. A piece outside
    /// its zone, for example after a promotion, can only move into the zone.
    pub confined: Vec<(TypeId, Zone)>,
    /// Types that move like another one while they stand in a zone, except castling. The entries for a type do not overlap,
    /// and the moves of the other type are those outside its own zones.
    pub changes: Vec<Change>,
    /// Types that also move like another one from square to square of a zone, as along lines drawn there. For these moves
    /// the zone's border is the edge of the board. First moves and castling of the other type do not count.
    pub lines: Vec<Change>,
    /// Royals of different colours may not face each other on an open file.
    pub facing_is_illegal: bool,
    /// Making royals face each other offers a draw: the other side passes the turn, which draws, or must end the facing.
    pub facing_offers_end: bool,
    /// Royals face each other on ranks as well.
    pub facing_on_ranks: bool,
}

canonical!(struct Zones {
    holes = 1, confined = 2, changes = 3, lines = 4, facing_is_illegal = 5,
    facing_offers_end = 6, facing_on_ranks = 7,
});

impl Zones {
    /// True if zones concern no type.
    pub fn is_plain(&self) -> bool {
        self.confined.is_empty() && self.changes.is_empty() && self.lines.is_empty()
    }

    /// True if zones do not concern a type.
    pub fn is_plain_for(&self, id: TypeId) -> bool {
        of_type(&self.confined, id).is_none()
            && !self.changes.iter().any(|change| change.id == id)
            && !self.lines.iter().any(|line| line.id == id)
    }

    /// True if two types have the same zones.
    pub fn is_same_for(&self, a: TypeId, b: TypeId) -> bool {
        fn of(changes: &[Change], id: TypeId) -> impl Iterator<Item = (Zone, TypeId)> {
            let own = changes.iter().filter(move |change| change.id == id);
            own.map(|change| (change.zone, change.like))
        }
        let same = |changes: &[Change]| of(changes, a).eq(of(changes, b));
        of_type(&self.confined, a) == of_type(&self.confined, b)
            && same(&self.changes)
            && same(&self.lines)
    }
}

impl Variant {
    /// The squares of the board, without holes.
    pub fn board(&self) -> Zone {
        let squares = self.squares();
        squares
            .map(|sq| (self.shown_file(sq.file()), sq.rank()))
            .collect()
    }

    /// True if a square is a hole.
    pub fn is_hole(&self, file: u8, rank: u8) -> bool {
        self.rules.zones.holes.contains(self.shown_file(file), rank)
    }

    /// The rank of the last square of a file in a colour's direction.
    pub fn far_end(&self, color: Color, file: u8) -> u8 {
        let on_board = |rank: &u8| !self.is_hole(file, *rank);
        match color {
            Color::White => (0..self.ranks).rev().find(on_board),
            Color::Black => (0..self.ranks).find(on_board),
        }
        .unwrap_or(0)
    }

    /// True if a square is in the promotion zone of a colour: a named square, or one of the last squares of its file.
    pub fn promotes_at(&self, color: Color, file: u8, rank: u8) -> bool {
        if let Some(squares) = &self.rules.promotion.squares {
            return squares[color].contains(self.shown_file(file), rank);
        }
        self.far_end(color, file).abs_diff(rank) < self.rules.promotion.ranks
    }

    /// The promotion zone of a colour.
    pub fn promotion_zone(&self, color: Color) -> Bitboard {
        let squares = self.squares();
        squares
            .filter(|sq| self.promotes_at(color, sq.file(), sq.rank()))
            .collect()
    }

    /// True if a type may end a move on a square.
    pub fn may_stop(&self, id: TypeId, file: u8, rank: u8) -> bool {
        let zone = of_type(&self.rules.zones.confined, id);
        !self.is_hole(file, rank) && zone.is_none_or(|zone| zone.contains(file, rank))
    }

    /// The moves of a type on a square, before the limits of [`Variant::may_stop`].
    pub fn moves_at(&self, id: TypeId, file: u8, rank: u8) -> &[MoveDescriptor] {
        let mut changes = self.rules.zones.changes.iter();
        let change = changes.find(|change| change.id == id && change.zone.contains(file, rank));
        &self.piece(change.map_or(id, |change| change.like)).moves
    }

    /// The additional moves of a type on a square, each with the zone that it may not leave.
    pub fn moves_on_lines(
        &self,
        id: TypeId,
        file: u8,
        rank: u8,
    ) -> impl Iterator<Item = (&Zone, &MoveDescriptor)> {
        let lines = self.rules.zones.lines.iter();
        let here = lines.filter(move |line| line.id == id && line.zone.contains(file, rank));
        here.flat_map(|line| {
            let moves = self.piece(line.like).moves.iter();
            let lasting = moves.filter(|m| m.condition == Condition::Always);
            lasting.map(|m| (&line.zone, m))
        })
    }

    /// All moves of a type on a square: those of [`Variant::moves_at`], then those of [`Variant::moves_on_lines`] with the
    /// zone that they may not leave.
    pub fn moves_from(
        &self,
        id: TypeId,
        sq: Square,
    ) -> impl Iterator<Item = (Option<&Zone>, &MoveDescriptor)> {
        let (file, rank) = (self.shown_file(sq.file()), sq.rank());
        let own = self.moves_at(id, file, rank).iter().map(|m| (None, m));
        let on_lines = self.moves_on_lines(id, file, rank);
        own.chain(on_lines.map(|(zone, m)| (Some(zone), m)))
    }

    /// All moves of a type on any square: its own, then those of its zones.
    pub fn moves_anywhere(&self, id: TypeId) -> impl Iterator<Item = &MoveDescriptor> {
        let zones = &self.rules.zones;
        let changes = zones.changes.iter().chain(&zones.lines);
        let others = changes.filter(move |change| change.id == id);
        let others = others.map(|change| change.like);
        std::iter::once(id)
            .chain(others)
            .flat_map(|id| &self.piece(id).moves)
    }

    /// True if two types differ only in name and value.
    pub fn are_twins(&self, a: TypeId, b: TypeId) -> bool {
        self.piece(a).is_twin_of(self.piece(b)) && self.rules.zones.is_same_for(a, b)
    }
}

/// The holes in words.
fn without(holes: &Zone) -> String {
    format!(
        "The board has no {}: sliders stop before these squares, leapers may pass over them.",
        area(holes)
    )
}

/// The holes with squares on all sides. The others look like the outside of the board.
pub(super) fn holes(variant: &Variant) -> Vec<MarkedZone> {
    let (board, holes) = (variant.board(), variant.rules.zones.holes);
    let enclosed = holes.only(|file, rank| {
        let beside = |mut files: std::ops::Range<u8>| files.any(|file| board.contains(file, rank));
        let along = |mut ranks: std::ops::Range<u8>| ranks.any(|rank| board.contains(file, rank));
        beside(0..file) && beside(file..MAX_SIDE) && along(0..rank) && along(rank..MAX_SIDE)
    });
    let marked = MarkedZone::new(Mark::Hole, enclosed, "", without(&holes));
    (!enclosed.is_empty())
        .then_some(marked)
        .into_iter()
        .collect()
}

/// The zones that concern types.
pub(super) fn marked(variant: &Variant) -> Vec<MarkedZone> {
    let zones = &variant.rules.zones;
    // the border of whole ranks crosses the board; such a zone needs no name
    let border = |zone: &Zone, mark, name| {
        let whole = |(_, rank)| (0..variant.files).all(|file| zone.contains(file, rank));
        if zone.squares().all(whole) {
            (Mark::River, "")
        } else {
            (mark, name)
        }
    };
    let mut marked: Vec<MarkedZone> = Vec::new();
    for (zone, types) in by_zone(&zones.confined) {
        let names: Vec<String> = types.iter().map(|&id| name(variant, id)).collect();
        let words = format!("{} cannot leave {}.", join(&names), area(&zone));
        let (mark, name) = border(&zone, Mark::Area, "closed zone");
        marked.push(MarkedZone::new(mark, zone, name, words));
    }
    for change in &zones.changes {
        let moves = pieces::moves(variant, change.like, owner(variant, change.id)).join("; ");
        let name = name(variant, change.id);
        let words = format!("On {} {name} {moves}.", area(&change.zone));
        let (mark, name) = border(&change.zone, Mark::Change, "zone of other moves");
        marked.push(MarkedZone::new(mark, change.zone, name, words));
    }
    for line in &zones.lines {
        let moves = pieces::moves(variant, line.like, owner(variant, line.id)).join("; ");
        let (name, area) = (name(variant, line.id), area(&line.zone));
        let words = format!("On {area} {name} also {moves}; these moves stay within that area.");
        marked.push(MarkedZone::new(Mark::Lines, line.zone, "lines", words));
    }
    marked
}

/// Sentences about zones and facing royals.
fn describe(words: &mut Sentences<'_>) {
    let zones = &words.variant.rules.zones;
    words.say_all(marked(words.variant).into_iter().map(|zone| zone.words));
    let or_rank = when(zones.facing_on_ranks, " or rank");
    words.say_if(
        zones.facing_is_illegal,
        format!(
            "Royals of different colours may not face each other on a file{or_rank} with nothing in between."
        ),
    );
    words.say_if(
        zones.facing_offers_end,
        format!(
            "Royals of different colours that face each other on a file{or_rank} with nothing in between offer a \
             draw: the side to move accepts by passing the turn, even in check, or must make a move that \
             ends the facing."
        ),
    );
}

/// The first colour that can have the type.
fn owner(variant: &Variant, id: TypeId) -> Color {
    let white = variant.type_by_letter(variant.piece(id).letter, Color::White);
    if white == Some(id) {
        Color::White
    } else {
        Color::Black
    }
}

/// The name of a type, with its owner if the other colour's piece of that letter differs.
fn name(variant: &Variant, id: TypeId) -> String {
    let letter = variant.piece(id).letter;
    let [white, black] = Color::ALL.map(|color| variant.type_by_letter(letter, color));
    if white == black {
        return called(variant, id, Color::White);
    }
    let owner = owner(variant, id);
    format!("{owner}'s {}", called(variant, id, owner))
}

/// The zone in words, ranks counted from 1 as in the file.
pub fn area(zone: &Zone) -> String {
    join(&areas(zone))
}

/// Rectangles up to this size are written square by square.
const FEW_SQUARES: usize = 4;

/// The parts of a zone: rectangles, or squares.
pub fn areas(zone: &Zone) -> Vec<String> {
    let mut parts = Vec::new();
    for (from, to) in rectangles(zone) {
        let ranks = from.1..=to.1;
        let squares = ranks.flat_map(|rank| (from.0..=to.0).map(move |file| (file, rank)));
        if squares.clone().count() <= FEW_SQUARES {
            parts.extend(squares.map(|(file, rank)| square_name(file, rank)));
        } else {
            let corners = [from, to].map(|(file, rank)| square_name(file, rank));
            parts.push(corners.join("-"));
        }
    }
    parts
}

/// The rectangles of a zone, by their first and last squares.
pub fn rectangles(zone: &Zone) -> Vec<((u8, u8), (u8, u8))> {
    let mut left = *zone;
    let mut found = Vec::new();
    while let Some((file, rank)) = left.first() {
        let row = |rank: u8, last: u8| (file..=last).all(|file| left.contains(file, rank));
        let right = (file..16).take_while(|&file| left.contains(file, rank));
        let right = right.last().unwrap_or(file);
        let top = (rank..16).take_while(|&rank| row(rank, right)).last();
        let top = top.unwrap_or(rank);
        left = left.only(|f, r| !(file..=right).contains(&f) || !(rank..=top).contains(&r));
        found.push(((file, rank), (right, top)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_areas_are_written_square_by_square() {
        let zone = |squares: &[(u8, u8)]| {
            let mut zone = Zone::default();
            squares
                .iter()
                .for_each(|&(file, rank)| zone.insert(file, rank));
            zone
        };
        assert_eq!(
            area(&zone(&[(4, 4), (5, 4), (4, 5), (5, 5)])),
            "e5, f5, e6 and f6"
        );
        let rank: Vec<(u8, u8)> = (0..8).map(|file| (file, 7)).collect();
        assert_eq!(areas(&zone(&rank)), ["a8-h8"]);
    }

    #[test]
    fn a_zone_holds_squares_of_the_board_only() {
        let mut zone = Zone::default();
        assert!(zone.is_empty());
        for (file, rank) in [(3, 0), (15, 2), (16, 2), (3, 16)] {
            zone.insert(file, rank);
        }
        assert!(zone.squares().eq([(3, 0), (15, 2)]));
        assert!(!zone.contains(16, 2) && !zone.contains(3, 16));
        let mirrored = zone.mirrored(10);
        assert!(mirrored.squares().eq([(15, 7), (3, 9)]));
        assert_eq!(mirrored.mirrored(10), zone);
        assert!(!zone.meets(&mirrored) && zone.meets(&zone));
    }
}
