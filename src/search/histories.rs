//! What earlier parts of the search tell about moves.

use super::MAX_PLY;
use super::tunables::{self as t, HISTORY_LIMIT};
use crate::board::{Layout, Position};
use crate::types::{Color, Move, Square, TypeId};

/// The most entries of the table of continuations; on big boards with many types neighbouring
/// squares share theirs.
const MOST_CONTINUATIONS: usize = 1 << 22;

/// Index of a piece on a square among the continuations of the continuation table.
pub(super) type Continuation = usize;

/// So many plies before a move are the moves that it may follow up well.
pub(super) const CONTINUATION_PLIES: [usize; 4] = [1, 2, 4, 6];
/// In which of the two tables each of them is.
const CONTINUATION_TABLES: [usize; 4] = [0, 1, 1, 1];
/// How much each of them counts in its history, in halves: what is long ago says less.
const CONTINUATION_WEIGHTS: [i32; 4] = [2, 2, 1, 1];

/// The moves at [`CONTINUATION_PLIES`] before a ply.
pub(super) type Continuations = [Continuation; CONTINUATION_PLIES.len()];

/// Squares of the board numbered without gaps, or by blocks of them.
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

    /// As small as the table of continuations needs them.
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

/// Statistics on which moves were good, all in units of [`HISTORY_LIMIT`] as the greatest.
#[derive(Debug)]
pub(super) struct Histories {
    places: Places,
    blocks: Places,
    types: usize,
    /// By colour, mover's type and target.
    quiet: Vec<i16>,
    /// By colour, origin and target; what is dropped comes from where it arrives.
    butterfly: Vec<i16>,
    /// By mover's type, target and victim's type.
    captures: Vec<i16>,
    /// By an earlier move, and the mover's type and target: one table for the opponent's last move,
    /// one for those of the mover's own side.
    continuations: [Vec<i16>; 2],
    /// By the opponent's last move: the answer that refuted it.
    counter: Vec<Move>,
    killers: [[Move; 2]; MAX_PLY],
}

impl Histories {
    pub fn new(layout: &Layout, types: usize) -> Histories {
        // type 0 stands for no piece
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

    /// What they take, bytes.
    pub fn bytes(layout: &Layout, types: usize) -> usize {
        let types = types + 1;
        let squares = Places::new(layout, 1).count;
        let places = types * squares;
        let targets = types * Places::for_continuations(layout, types).count;
        let scores = 2 * places + 2 * squares * squares + types * places + 4 * targets * targets;
        scores * size_of::<i16>() + 2 * targets * size_of::<Move>() + size_of::<Histories>()
    }

    /// Begins a new search: killers are gone, and what holds for any position fades.
    pub fn new_search(&mut self) {
        self.killers = [[Move::NONE; 2]; MAX_PLY];
        let lasting = self.quiet.iter_mut().chain(&mut self.butterfly);
        lasting.for_each(|h| *h /= 2);
    }

    /// The row of a piece that arrives on a square.
    #[inline]
    pub fn continuation(&self, color: Color, id: TypeId, to: Square) -> Continuation {
        (id.index() * 2 + color.index()) * self.blocks.count
            + usize::from(self.blocks.of[to.index()])
    }

    /// The row of a passed turn.
    pub const PASS: Continuation = 0;

    #[inline]
    fn place(&self, sq: Square) -> usize {
        usize::from(self.places.of[sq.index()])
    }

    /// The type that a move moves or drops, and from where: what is dropped comes from where it arrives.
    #[inline]
    fn mover(pos: &Position, mv: Move) -> (TypeId, Square) {
        match mv.dropped() {
            Some(id) => (id, mv.to()),
            None => (pos.type_on(mv.from()), mv.from()),
        }
    }

    /// Where the targets of a mover begin among the quiet histories.
    #[inline]
    fn quiet_row(&self, color: Color, id: TypeId) -> usize {
        (color.index() * self.types + id.index()) * self.places.count
    }

    /// Where the targets of moves from a square begin in the butterfly table.
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

    /// How good quiet moves of a side have been, here and after the moves before.
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

    /// How good one quiet move has been.
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

    /// How good a capture has been.
    #[inline]
    pub fn capture(&self, pos: &Position, mv: Move) -> i32 {
        let (id, to) = (pos.mover(mv), mv.to());
        i32::from(self.captures[self.capture_index(id, to, pos.type_on(to))])
    }

    /// The killers of a ply, and the move that refuted the opponent's last one.
    pub fn refutations(&self, ply: usize, last: Continuation) -> [Move; 3] {
        let [first, second] = self.killers[ply.min(MAX_PLY - 1)];
        [first, second, self.counter[last]]
    }

    /// The killers two plies on are of no use for a new node.
    pub fn forget_killers(&mut self, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply + 2) {
            *killers = [Move::NONE; 2];
        }
    }

    /// A quiet move has failed high; those tried before it have not.
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

    /// A quiet move of the side to move has turned out well, or badly: a negative bonus.
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

    /// The same for what is said of a piece that arrives on a square after the moves before.
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

    /// A capture has failed high (or some other move has, after these captures).
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

/// The histories of the quiet moves of one node: those parts of the tables that are about its side and the
/// moves before.
#[derive(Debug)]
pub(super) struct QuietHistories<'a> {
    places: &'a [u16; 256],
    blocks: &'a [u16; 256],
    /// How many of them there are.
    counts: (usize, usize),
    /// By mover's type and target.
    quiet: &'a [i16],
    /// By origin and target.
    butterfly: &'a [i16],
    /// What followed the moves before, by the mover's type and target.
    continuations: [&'a [i16]; CONTINUATION_PLIES.len()],
}

impl QuietHistories<'_> {
    /// How good a move has been.
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

/// What the histories of a quiet move say together.
#[inline(always)]
fn total(quiet: i16, butterfly: i16, continuation: impl Fn(usize) -> i16) -> i32 {
    let weights = CONTINUATION_WEIGHTS.iter().enumerate();
    let halves = weights.map(|(i, weight)| i32::from(continuation(i)) * weight);
    i32::from(quiet) + i32::from(butterfly) + halves.sum::<i32>() / 2
}

/// The rows of the moves before with their weights, and in which of the two tables they are.
#[inline]
fn weighted(rows: Continuations) -> impl Iterator<Item = (usize, (Continuation, i32))> {
    CONTINUATION_TABLES
        .into_iter()
        .zip(rows.into_iter().zip(CONTINUATION_WEIGHTS))
}

/// What a search of so many plies teaches at once.
pub(super) fn bonus(depth: i32) -> i32 {
    (t::history_bonus() * depth - t::history_bonus_offset()).clamp(0, HISTORY_LIMIT / 8)
}

/// Moves a value towards the limit by a share of what is left, so that it never gets there.
fn gravity(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
}
