//! Where pieces bear on that go and capture alike, as sets of squares: whole lines are looked
//! along at once.

use std::sync::Arc;

use super::bits::Bits;
use super::royals::{self, Royals};
use crate::movegen::{MoveTables, SymmetricMoves};
use crate::types::{ByColor, Color, Square, TypeId, TypeSet};
use crate::variant::Variant;

/// The squares of a board, numbered in their order and without gaps.
#[derive(Debug)]
pub(super) struct Numbers {
    numbers: [u8; 256],
    squares: Vec<Square>,
}

impl Numbers {
    pub fn new(v: &Variant) -> Numbers {
        let mut squares: Vec<Square> = v.squares().collect();
        squares.sort_by_key(|sq| sq.index());
        let mut numbers = [0; 256];
        for (number, sq) in squares.iter().enumerate() {
            numbers[sq.index()] = number as u8;
        }
        Numbers { numbers, squares }
    }

    pub fn count(&self) -> usize {
        self.squares.len()
    }

    #[inline]
    pub fn of(&self, sq: Square) -> usize {
        usize::from(self.numbers[sq.index()])
    }

    #[inline]
    pub fn square(&self, number: usize) -> Square {
        self.squares[number]
    }

    /// The numbers of some squares.
    pub fn set<const W: usize>(&self, squares: impl IntoIterator<Item = Square>) -> Bits<W> {
        let squares = squares.into_iter();
        squares.fold(Bits::EMPTY, |set, sq| set.with(self.of(sq)))
    }
}

/// Lines from one square, a run of a pool: first those on which numbers ascend, then the others.
#[derive(Clone, Copy, Debug, Default)]
struct Lines {
    start: u32,
    ascending: u16,
    descending: u16,
}

impl Lines {
    #[inline]
    fn of<T>(self, pool: &[T]) -> (&[T], &[T]) {
        let (start, middle) = (self.start as usize, usize::from(self.ascending));
        pool[start..start + middle + usize::from(self.descending)].split_at(middle)
    }
}

/// What a type can do from a square.
#[derive(Clone, Copy, Debug)]
struct View<const W: usize> {
    leaps: Bits<W>,
    lines: Lines,
    /// A run of the pool of lame leaps: where it begins and how long it is.
    lame: (u32, u16),
    /// That is all it can do.
    even: bool,
}

/// The lines on which riders of some types could come to a square.
#[derive(Debug)]
struct Riders<const W: usize> {
    types: TypeSet,
    /// The types that come from the nearest squares of these lines.
    near: TypeSet,
    lines: Lines,
    /// From where on these lines these types could come.
    part: Bits<W>,
}

/// From where plain pieces could come to a square.
#[derive(Debug)]
struct Approach<const W: usize> {
    riders: Vec<Riders<W>>,
    /// By types: the squares from which they could leap.
    leapers: Vec<(TypeSet, Bits<W>)>,
}

/// Empty squares from which pieces of some types could capture on a square.
pub(super) struct Opening<const W: usize> {
    pub squares: Bits<W>,
    pub types: TypeSet,
}

/// The sights of a game on a board of up to 64 `W` squares.
#[derive(Debug)]
pub(super) struct Sights<const W: usize> {
    pub numbers: Arc<Numbers>,
    /// By type and number.
    views: Vec<View<W>>,
    lines: Vec<Bits<W>>,
    /// The squares that have to be empty for a leap, and its target.
    lame_leaps: Vec<(Bits<W>, Bits<W>)>,
    /// By number.
    approaches: Vec<Approach<W>>,
    /// By royal type and number: the square and those to which it can go.
    zones: Vec<Bits<W>>,
    /// By type: where its zones begin.
    first_zone: Vec<usize>,
    /// By colour and number: the squares one rank in front of a royal, and two.
    shelters: ByColor<Vec<[Bits<W>; 2]>>,
}

impl<const W: usize> Sights<W> {
    pub fn new(v: &Variant, tables: &MoveTables, numbers: &Arc<Numbers>) -> Sights<W> {
        let count = numbers.count();
        let mut sights = Sights {
            numbers: numbers.clone(),
            views: Vec::new(),
            lines: Vec::new(),
            lame_leaps: Vec::new(),
            approaches: Vec::new(),
            zones: Vec::new(),
            first_zone: vec![0; v.pieces.len() + 1],
            shelters: ByColor::from_fn(|color| {
                let squares = numbers.squares.iter();
                let masks = |&sq| royals::shelter(v, color, sq).map(|set| numbers.set(set.iter()));
                squares.map(masks).collect()
            }),
        };
        let nothing = View {
            leaps: Bits::EMPTY,
            lines: Lines::default(),
            lame: (0, 0),
            even: false,
        };
        sights.views.resize((v.pieces.len() + 1) * count, nothing);
        for (id, piece) in v.types() {
            for (number, &from) in numbers.squares.iter().enumerate() {
                if let Some(moves) = tables.symmetric_moves(id, from) {
                    sights.views[id.index() * count + number] = sights.view(moves);
                }
            }
            if piece.royalty.is_royal() {
                sights.first_zone[id.index()] = sights.zones.len();
                for &sq in &numbers.squares {
                    let zone = Royals::zone(tables, id, sq);
                    sights.zones.push(numbers.set(zone));
                }
            }
        }
        for &sq in &numbers.squares {
            let approach = sights.approach(tables, sq);
            sights.approaches.push(approach);
        }
        sights
    }

    fn view(&mut self, moves: SymmetricMoves) -> View<W> {
        let first = self.lame_leaps.len();
        let numbers = &self.numbers;
        for (way, to) in moves.lame_leaps {
            let way = numbers.set(way);
            let to = numbers.of(to);
            // several leaps on one condition are one
            let later = &mut self.lame_leaps[first..];
            match later.iter_mut().find(|(other, _)| *other == way) {
                Some((_, targets)) => *targets = targets.with(to),
                None => self.lame_leaps.push((way, Bits::EMPTY.with(to))),
            }
        }
        View {
            leaps: numbers.set(moves.leaps.iter().copied()),
            lame: (first as u32, (self.lame_leaps.len() - first) as u16),
            lines: self.add_lines(moves.slides),
            even: true,
        }
    }

    fn add_lines(&mut self, lines: Vec<Vec<Square>>) -> Lines {
        let (ascending, descending): (Vec<_>, Vec<_>) =
            lines.into_iter().partition(|line| ascends(line));
        let run = Lines {
            start: self.lines.len() as u32,
            ascending: ascending.len() as u16,
            descending: descending.len() as u16,
        };
        let numbers = &self.numbers;
        let all = ascending.into_iter().chain(descending);
        self.lines.extend(all.map(|line| numbers.set(line)));
        run
    }

    /// What a piece bears on if some squares are occupied; `None` if sets do not tell.
    #[inline]
    pub fn sight(&self, id: TypeId, number: usize, occupied: Bits<W>) -> Option<Bits<W>> {
        let view = &self.views[id.index() * self.approaches.len() + number];
        if !view.even {
            return None;
        }
        let mut set = view.leaps.or(self.look(view.lines, occupied));
        if view.lame.1 > 0 {
            set = set.or(self.lame_targets(view, occupied));
        }
        Some(set)
    }

    #[inline(never)]
    fn lame_targets(&self, view: &View<W>, occupied: Bits<W>) -> Bits<W> {
        let (start, count) = (view.lame.0 as usize, usize::from(view.lame.1));
        let mut set = Bits::EMPTY;
        for (way, targets) in &self.lame_leaps[start..start + count] {
            if !way.meets(&occupied) {
                set = set.or(*targets);
            }
        }
        set
    }

    /// The squares on some lines up to the first occupied one of each, which counts.
    #[inline]
    fn look(&self, lines: Lines, occupied: Bits<W>) -> Bits<W> {
        let mut set = Bits::EMPTY;
        let (ascending, descending) = lines.of(&self.lines);
        for line in ascending {
            set = set.or(line.up_to_lowest(line.and(occupied)));
        }
        for line in descending {
            set = set.or(line.down_to_highest(line.and(occupied)));
        }
        set
    }

    /// Shows the empty squares from which plain pieces of `types` could capture
    /// on a square: those of riders with all types that come along such lines, those of leapers with
    /// those among `types` that do.
    #[inline]
    pub fn openings(
        &self,
        target: usize,
        types: TypeSet,
        occupied: Bits<W>,
        mut show: impl FnMut(Opening<W>),
    ) {
        let approach = &self.approaches[target];
        for riders in &approach.riders {
            if !riders.types.meets(types) {
                continue;
            }
            let squares = self.look(riders.lines, occupied).and(riders.part);
            show(Opening {
                squares: squares.without(occupied),
                types: riders.near,
            });
        }
        for &(leapers, squares) in &approach.leapers {
            if leapers.meets(types) {
                show(Opening {
                    squares: squares.without(occupied),
                    types: leapers & types,
                });
            }
        }
    }

    /// The square of a royal and those to which it can go.
    #[inline]
    pub fn zone(&self, id: TypeId, number: usize) -> Bits<W> {
        self.zones[self.first_zone[id.index()] + number]
    }

    /// The squares one rank in front of a royal and beside them, and those of the next rank.
    #[inline]
    pub fn shelter(&self, color: Color, number: usize) -> &[Bits<W>; 2] {
        &self.shelters[color][number]
    }
}

/// [`Riders`] while their lines are gathered.
struct Coming<const W: usize> {
    types: TypeSet,
    near: TypeSet,
    lines: Vec<Vec<Square>>,
    part: Bits<W>,
}

impl<const W: usize> Sights<W> {
    /// From where plain pieces could come to a square.
    fn approach(&mut self, tables: &MoveTables, target: Square) -> Approach<W> {
        let mut riders: Vec<Coming<W>> = Vec::new();
        let mut leapers: Vec<(TypeSet, Bits<W>)> = Vec::new();
        for line in tables.lines_to(target) {
            let squares: Vec<Square> = line.iter().map(|&(sq, _)| sq).collect();
            for part in line.chunk_by(|a, b| a.1 == b.1) {
                let (types, near) = (part[0].1, line[0].1);
                let part: Bits<W> = self.numbers.set(part.iter().map(|&(sq, _)| sq));
                let alike = |other: &&mut Coming<W>| other.types == types && other.near == near;
                match riders.iter_mut().find(alike) {
                    Some(other) => {
                        other.lines.push(squares.clone());
                        other.part = other.part.or(part);
                    }
                    None => riders.push(Coming {
                        types,
                        near,
                        lines: vec![squares.clone()],
                        part,
                    }),
                }
            }
        }
        for (sq, types) in tables.leaps_to(target) {
            let number = self.numbers.of(sq);
            match leapers.iter_mut().find(|(other, _)| *other == types) {
                Some((_, squares)) => *squares = squares.with(number),
                None => leapers.push((types, Bits::EMPTY.with(number))),
            }
        }
        let riders = riders.into_iter();
        let riders = riders.map(|coming| Riders {
            types: coming.types,
            near: coming.near,
            lines: self.add_lines(coming.lines),
            part: coming.part,
        });
        Approach {
            riders: riders.collect(),
            leapers,
        }
    }
}

/// Whether the numbers grow along a line.
fn ascends(line: &[Square]) -> bool {
    line.len() < 2 || line[0].index() < line[1].index()
}

/// The sights of a game on the smallest kind of sets that hold its board.
#[derive(Debug)]
pub(super) enum AnySights {
    Small(Sights<1>),
    Middle(Sights<2>),
    Large(Sights<4>),
}

impl AnySights {
    pub fn new(v: &Variant, tables: &MoveTables, numbers: &Arc<Numbers>) -> AnySights {
        match numbers.count() {
            ..=64 => AnySights::Small(Sights::new(v, tables, numbers)),
            65..=128 => AnySights::Middle(Sights::new(v, tables, numbers)),
            _ => AnySights::Large(Sights::new(v, tables, numbers)),
        }
    }
}

#[cfg(test)]
mod tests;
