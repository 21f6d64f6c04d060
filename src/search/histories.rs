//! History tables: how well moves did in earlier parts of the search.

use super::MAX_PLY;
use super::tunables::{self as t, HISTORY_LIMIT};
use crate::board::{Layout, Position};
use crate::types::{Color, Move, Square, TypeId};

/// Upper bound on the entries of a continuation table. On large boards with many types neighbouring squares
/// share entries.
const MOST_CONTINUATIONS: usize = 1 << 22;

/// Row of a piece on a square in a continuation table.
pub(super) type Continuation = usize;

/// A move's continuation history looks at the moves this many plies before it.
pub(super) const CONTINUATION_PLIES: [usize; 4] = [1, 2, 4, 6];
/// The table for each of these moves.
const CONTINUATION_TABLES: [usize; 4] = [0, 1, 1, 1];
/// The weight of each of these moves, in halves: older moves count less.
const CONTINUATION_WEIGHTS: [i32; 4] = [2, 2, 1, 1];

/// The moves at [`CONTINUATION_PLIES`] before a ply.
pub(super) type Continuations = [Continuation; CONTINUATION_PLIES.len()];

/// Squares numbered without gaps, or in blocks.
#[derive(Debug)]
struct Places {
    of: Box<[u16; 256]>,
    count: usize,
}

impl Places {
    fn new(layout: &Layout, grain: u8) -> Places {
        let files = layout.squares().map(|sq| sq.file() + 1).max();
        let width = usize::from(files.unwrap_or(1).div_ceil(grain));
        let mut of = Box::new([0; 256]);
        for sq in layout.squares() {
            let (file, rank) = (sq.file() / grain, sq.rank() / grain);
            of[sq.index()] = u16::from(rank) * width as u16 + u16::from(file);
        }
        Places {
            of,
            count: width * usize::from(layout.ranks.div_ceil(grain)),
        }
    }

    /// Blocks small enough for the continuation tables.
    fn for_continuations(layout: &Layout, types: usize) -> Places {
        let mut blocks = Places::new(layout, 1);
        let mut grain = 1;
        while 2 * (types * blocks.count).pow(2) > MOST_CONTINUATIONS {
            grain *= 2;
            blocks = Places::new(layout, grain);
        }
        blocks
    }
}

/// History tables. All values are between plus and minus [`HISTORY_LIMIT`].
#[derive(Debug)]
pub(super) struct Histories {
    places: Places,
    blocks: Places,
    types: usize,
    /// Quiet history: by colour, mover's type and target.
    quiet: Vec<i16>,
    /// Butterfly history: by colour, origin and target. For a drop the origin is the target.
    butterfly: Vec<i16>,
    /// Capture history: by mover's type, target and victim's type.
    captures: Vec<i16>,
    /// Continuation history: by an earlier move, and the mover's type and target. One table is for the opponent's last
    /// move, the other for earlier moves of the mover's own side.
    continuations: [Vec<i16>; 2],
    /// Countermoves: the refutation of the opponent's last move.
    counter: Vec<Move>,
    killers: [[Move; 2]; MAX_PLY],
}

impl Histories {
    pub fn new(layout: &Layout, types: usize) -> Histories {
        // type 0 stands for an empty square
        let types = types + 1;
        let places = Places::new(layout, 1);
        let blocks = Places::for_continuations(layout, types);
        let targets = types * blocks.count;
        Histories {
            quiet: vec![0; 2 * types * places.count],
            butterfly: vec![0; 2 * places.count * places.count],
            captures: vec![0; types * places.count * types],
            continuations: [
                vec![0; 2 * targets * targets],
                vec![0; 2 * targets * targets],
            ],
            counter: vec![Move::NONE; 2 * targets],
            killers: [[Move::NONE; 2]; MAX_PLY],
            places,
            blocks,
            types,
        }
    }

    /// Memory of the tables, in bytes.
    pub fn bytes(layout: &Layout, types: usize) -> usize {
        let types = types + 1;
        let squares = Places::new(layout, 1).count;
        let places = types * squares;
        let targets = types * Places::for_continuations(layout, types).count;
        let scores = 2 * places + 2 * squares * squares + types * places + 4 * targets * targets;
        scores * size_of::<i16>() + 2 * targets * size_of::<Move>() + size_of::<Histories>()
    }

    /// Prepares for a new search: clears the killers and ages the histories.
    pub fn new_search(&mut self) {
        self.killers = [[Move::NONE; 2]; MAX_PLY];
        let lasting = self.quiet.iter_mut().chain(&mut self.butterfly);
        lasting.for_each(|h| *h /= 2);
    }

    /// The row of a piece that moves to a square.
    #[inline]
    pub fn continuation(&self, color: Color, id: TypeId, to: Square) -> Continuation {
        (id.index() * 2 + color.index()) * self.blocks.count
            + usize::from(self.blocks.of[to.index()])
    }

    /// The row of a null move.
    pub const PASS: Continuation = 0;

    #[inline]
    fn place(&self, sq: Square) -> usize {
        usize::from(self.places.of[sq.index()])
    }

    /// The type that a move moves or drops, and its origin. For a drop the origin is the target.
    #[inline]
    fn mover(pos: &Position, mv: Move) -> (TypeId, Square) {
        match mv.dropped() {
            Some(id) => (id, mv.to()),
            None => (pos.type_on(mv.from()), mv.from()),
        }
    }

    /// Index in the quiet history of a mover's entry for the first target.
    #[inline]
    fn quiet_row(&self, color: Color, id: TypeId) -> usize {
        (color.index() * self.types + id.index()) * self.places.count
    }

    /// Index in the butterfly history of the entry for an origin and the first target.
    #[inline]
    fn butterfly_row(&self, color: Color, from: Square) -> usize {
        (color.index() * self.places.count + self.place(from)) * self.places.count
    }

    #[inline]
    fn continuation_index(&self, row: Continuation, id: TypeId, to: Square) -> usize {
        row * self.types * self.blocks.count
            + id.index() * self.blocks.count
            + usize::from(self.blocks.of[to.index()])
    }

    #[inline]
    fn capture_index(&self, id: TypeId, to: Square, victim: TypeId) -> usize {
        (id.index() * self.places.count + self.place(to)) * self.types + victim.index()
    }

    /// The quiet histories of a side, given the earlier moves of the line.
    #[inline]
    pub fn of_quiets(&self, color: Color, continuations: Continuations) -> QuietHistories<'_> {
        let rows = |i: usize| {
            let length = self.types * self.blocks.count;
            let table = &self.continuations[CONTINUATION_TABLES[i]];
            &table[continuations[i] * length..][..length]
        };
        QuietHistories {
            places: &self.places.of,
            blocks: &self.blocks.of,
            counts: (self.places.count, self.blocks.count),
            quiet: &self.quiet[self.quiet_row(color, TypeId(0))..],
            butterfly: &self.butterfly[color.index() * self.places.count.pow(2)..],
            continuations: [rows(0), rows(1), rows(2), rows(3)],
        }
    }

    /// The history of a quiet move.
    #[inline]
    pub fn quiet(&self, pos: &Position, mv: Move, continuations: Continuations) -> i32 {
        let ((id, from), to) = (Histories::mover(pos, mv), mv.to());
        let place = self.place(to);
        total(
            self.quiet[self.quiet_row(pos.side(), id) + place],
            self.butterfly[self.butterfly_row(pos.side(), from) + place],
            |i| {
                let index = self.continuation_index(continuations[i], id, to);
                self.continuations[CONTINUATION_TABLES[i]][index]
            },
        )
    }

    /// The history of a capture.
    #[inline]
    pub fn capture(&self, pos: &Position, mv: Move) -> i32 {
        let (id, to) = (pos.mover(mv), mv.to());
        i32::from(self.captures[self.capture_index(id, to, pos.type_on(to))])
    }

    /// The killers of a ply, and the countermove.
    pub fn refutations(&self, ply: usize, last: Continuation) -> [Move; 3] {
        let [first, second] = self.killers[ply.min(MAX_PLY - 1)];
        [first, second, self.counter[last]]
    }

    /// Clears the killers of the grandchildren of a new node.
    pub fn forget_killers(&mut self, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply + 2) {
            *killers = [Move::NONE; 2];
        }
    }

    /// Learns from a quiet move that has failed high after the quiet moves in `tried` have not.
    pub fn reward_quiet(
        &mut self,
        pos: &Position,
        best: Move,
        tried: &[Move],
        continuations: Continuations,
        depth: i32,
        ply: usize,
    ) {
        self.learn_quiet(pos, best, continuations, bonus(depth));
        for &mv in tried {
            self.learn_quiet(pos, mv, continuations, -bonus(depth));
        }
        let killers = &mut self.killers[ply.min(MAX_PLY - 1)];
        if killers[0] != best {
            *killers = [best, killers[0]];
        }
        self.counter[continuations[0]] = best;
    }

    /// Rewards a quiet move of the side to move, or punishes it if `bonus` is negative.
    pub fn learn_quiet(
        &mut self,
        pos: &Position,
        mv: Move,
        continuations: Continuations,
        bonus: i32,
    ) {
        let ((id, from), to) = (Histories::mover(pos, mv), mv.to());
        let index = self.quiet_row(pos.side(), id) + self.place(to);
        gravity(&mut self.quiet[index], bonus);
        let index = self.butterfly_row(pos.side(), from) + self.place(to);
        gravity(&mut self.butterfly[index], bonus);
        self.learn_continuation((id, to), continuations, bonus);
    }

    /// Updates only the continuation history of a quiet move.
    pub fn learn_continuation(
        &mut self,
        (id, to): (TypeId, Square),
        continuations: Continuations,
        bonus: i32,
    ) {
        for (i, (row, weight)) in weighted(continuations) {
            let index = self.continuation_index(row, id, to);
            gravity(&mut self.continuations[i][index], bonus * weight / 2);
        }
    }

    /// Learns from a cutoff by a capture, or by another move, after the captures tried before it have not failed high.
    pub fn reward_capture(
        &mut self,
        pos: &Position,
        best: Option<Move>,
        tried: &[Move],
        depth: i32,
    ) {
        for (mv, bonus) in (best.into_iter().map(|mv| (mv, bonus(depth))))
            .chain(tried.iter().map(|&mv| (mv, -bonus(depth))))
        {
            let (id, to) = (pos.mover(mv), mv.to());
            let index = self.capture_index(id, to, pos.type_on(to));
            gravity(&mut self.captures[index], bonus);
        }
    }
}

/// The quiet histories of one node: the parts of the tables for its side and for the earlier moves of the line.
#[derive(Debug)]
pub(super) struct QuietHistories<'a> {
    places: &'a [u16; 256],
    blocks: &'a [u16; 256],
    /// Lengths of the parts `quiet` and `butterfly`.
    counts: (usize, usize),
    /// By mover's type and target.
    quiet: &'a [i16],
    /// By origin and target.
    butterfly: &'a [i16],
    /// After each of the earlier moves: by mover's type and target.
    continuations: [&'a [i16]; CONTINUATION_PLIES.len()],
}

impl QuietHistories<'_> {
    /// The history of a move.
    #[inline(always)]
    pub fn of(&self, pos: &Position, mv: Move) -> i32 {
        let ((id, from), to) = (Histories::mover(pos, mv), mv.to());
        let place = |sq: Square| usize::from(self.places[sq.index()]);
        let (places, blocks) = self.counts;
        let index = id.index() * blocks + usize::from(self.blocks[to.index()]);
        total(
            self.quiet[id.index() * places + place(to)],
            self.butterfly[place(from) * places + place(to)],
            |i| self.continuations[i][index],
        )
    }
}

/// The weighted sum of all tables for a quiet move.
#[inline(always)]
fn total(quiet: i16, butterfly: i16, continuation: impl Fn(usize) -> i16) -> i32 {
    let weights = CONTINUATION_WEIGHTS.iter().enumerate();
    let halves = weights.map(|(i, weight)| i32::from(continuation(i)) * weight);
    i32::from(quiet) + i32::from(butterfly) + halves.sum::<i32>() / 2
}

/// The rows of the earlier moves, with their weights and tables.
#[inline]
fn weighted(rows: Continuations) -> impl Iterator<Item = (usize, (Continuation, i32))> {
    CONTINUATION_TABLES
        .into_iter()
        .zip(rows.into_iter().zip(CONTINUATION_WEIGHTS))
}

/// The history bonus of a search of this depth.
pub(super) fn bonus(depth: i32) -> i32 {
    (t::history_bonus() * depth - t::history_bonus_offset()).clamp(0, HISTORY_LIMIT / 8)
}

/// Adds a bonus to a history value. The bonus is scaled down near the limit, so that the value never exceeds it.
fn gravity(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
}
