//! Pieces among pawns: open files, outposts, pieces behind pawns, central squares seen past pawns, and pawns
//! on the squares of a colour-bound piece.

use super::context::{Context, HEAVY_CLASS};
use super::geometry::{central, color_bound, relative_rank};
use crate::board::SquareIndex;
use crate::movegen::attack_maps::AttackMaps;
use crate::types::{Bitboard, ByColor, Color, Score, Square, TypeId};
use crate::variant::Term;

/// The scores of pieces among pawns.
#[derive(Debug)]
pub(super) struct AmongPawns<const W: usize> {
    /// The scores of pieces, by type.
    roles: Vec<Role<W>>,
    /// By colour and square number.
    places: ByColor<Vec<Place<W>>>,
    /// Outpost squares by colour.
    outposts: ByColor<Bitboard<W, usize>>,
    /// The central squares.
    centre: Bitboard<W, usize>,
}

/// The scores for a type, except pawns and royals, which have none.
#[derive(Clone, Debug, Default)]
struct Role<const W: usize> {
    counts: bool,
    /// Bonus for a file without own pawns, and for a file without any pawns.
    files: Option<[Score; 2]>,
    /// Bonus for an outpost, the additional bonus if an own pawn protects it, and the bonus for a protected outpost
    /// within reach.
    outpost: Option<[Score; 3]>,
    /// For a pawn on the square in front of the piece.
    behind: Score,
    /// For each central square on the piece's lines with only pawns as blockers.
    centre: Option<[Score; 1]>,
    /// By square number: the part of the board that the piece cannot leave.
    parts: Vec<Bitboard<W, usize>>,
    /// For each own pawn in this part of the board.
    bound: Option<[Score; 1]>,
}

/// A square and the squares around it that matter to a piece there.
#[derive(Clone, Copy, Debug, Default)]
struct Place<const W: usize> {
    /// The file of the square.
    file: Bitboard<W, usize>,
    /// The square in front of it.
    ahead: Bitboard<W, usize>,
    /// The squares from which enemy pawns could attack the square now or later.
    attackers: Bitboard<W, usize>,
}

/// The pawns, from a side's point of view.
#[derive(Clone, Copy, Debug)]
pub(super) struct PawnSquares<const W: usize> {
    pub own: Bitboard<W, usize>,
    pub enemy: Bitboard<W, usize>,
    /// The squares that the own pawns attack.
    pub attacks: Bitboard<W, usize>,
}

impl<const W: usize> AmongPawns<W> {
    /// `control` gives the squares on which a pawn of a colour could capture now or later, by the number of the pawn's
    /// square.
    pub fn new(
        ctx: &Context,
        control: impl Fn(Color, usize) -> Bitboard<W, usize>,
    ) -> AmongPawns<W> {
        let (v, index) = (ctx.v, ctx.index);
        let rank = |color, sq: Square| relative_rank(v, color, sq.rank());
        let place = |color: Color, sq: Square| {
            let on_file = |to: &Square| to.file() == sq.file();
            let ahead = |to: &Square| on_file(to) && rank(color, *to) == rank(color, sq) + 1;
            let number = index.of(sq);
            let attackers = (0..index.squares().len())
                .filter(|from| control(color.other(), *from).contains(number));
            Place {
                file: index.set(v.squares().filter(on_file)),
                ahead: index.set(v.squares().filter(ahead)),
                attackers: attackers.fold(Bitboard::EMPTY, Bitboard::with),
            }
        };
        // from the middle of the board to the third rank from the end
        let outpost = |rank: u8| (rank + 1) * 2 >= v.ranks && rank + 3 <= v.ranks;
        AmongPawns {
            roles: ctx.v.by_type(Role::default(), |id| Role::new(ctx, id)),
            places: ByColor::from_fn(|color| {
                let squares = index.squares().iter();
                squares.map(|&sq| place(color, sq)).collect()
            }),
            outposts: ByColor::from_fn(|color| {
                index.set(v.squares().filter(|&sq| outpost(rank(color, sq))))
            }),
            centre: index.set(central(v)),
        }
    }

    /// The score of a piece on a square, given the squares that the piece attacks and the squares that its side
    /// occupies.
    #[inline]
    pub fn score(
        &self,
        maps: &AttackMaps<W>,
        color: Color,
        (number, id): (usize, TypeId),
        [attacks, occupied]: [Bitboard<W, usize>; 2],
        pawns: &PawnSquares<W>,
    ) -> Score {
        let role = &self.roles[id.index()];
        let mut score = Score::default();
        if !role.counts {
            return score;
        }
        let place = &self.places[color][number];
        let all = pawns.own | pawns.enemy;
        if let Some([half_open, open]) = role.files
            && !place.file.meets(&pawns.own)
        {
            let is_open = !place.file.meets(&pawns.enemy);
            score += if is_open { open } else { half_open };
        }
        if place.ahead.meets(&all) {
            score += role.behind;
        }
        if let Some([free, protected, next]) = role.outpost {
            if self.is_outpost(color, number, pawns) {
                score += free;
                if pawns.attacks.contains(number) {
                    score += protected;
                }
            }
            let reached = (attacks & pawns.attacks & self.outposts[color]).without(occupied);
            if (reached.iter()).any(|to| self.is_outpost(color, to, pawns)) {
                score += next;
            }
        }
        if let Some([each]) = role.centre {
            let seen = maps.lines_past(id, number, all) & self.centre;
            score += each * seen.len() as i32;
        }
        if let Some([each]) = role.bound {
            score += each * (role.parts[number] & pawns.own).len() as i32;
        }
        score
    }

    /// True for an advanced square that no enemy pawn can ever attack.
    #[inline]
    fn is_outpost(&self, color: Color, number: usize, pawns: &PawnSquares<W>) -> bool {
        let attackers = &self.places[color][number].attackers;
        self.outposts[color].contains(number) && !attackers.meets(&pawns.enemy)
    }
}

impl<const W: usize> Role<W> {
    fn new(ctx: &Context, id: TypeId) -> Role<W> {
        if !ctx.is_piece(id) {
            return Role::default();
        }
        let lines = Lines::of(ctx, id);
        let cheap = ctx.classes.of(id) < HEAVY_CLASS;
        let leaps = cheap && lines.all == 0;
        let looks = cheap && lines.all > 0 && lines.files == 0;
        let goes_along_files = lines.files > 0 && lines.files * 2 >= lines.all;
        let parts = color_bound(ctx.v, ctx.tables, id);
        let files = || ctx.if_any([Term::HalfOpenFile, Term::OpenFile]);
        Role {
            counts: true,
            files: goes_along_files.then(files).flatten(),
            outpost: leaps
                .then(|| ctx.if_any([Term::OutpostFree, Term::Outpost, Term::OutpostNext]))
                .flatten(),
            behind: if cheap {
                ctx.score(Term::BehindPawn)
            } else {
                Score::default()
            },
            centre: looks.then(|| ctx.if_any([Term::CentreSeen])).flatten(),
            bound: (parts.is_some().then(|| ctx.if_any([Term::BoundPawn]))).flatten(),
            parts: parts.map_or(Vec::new(), |parts| alike(ctx.index, &parts)),
        }
    }
}

/// By square number: the squares that have the same entry in a table by square.
fn alike<const W: usize>(index: &SquareIndex, table: &[u8]) -> Vec<Bitboard<W, usize>> {
    let squares = || index.squares().iter().copied();
    let of = |sq: Square| squares().filter(move |to| table[to.index()] == table[sq.index()]);
    squares().map(|sq| index.set(of(sq))).collect()
}

/// The number of lines on which a type rides.
#[derive(Clone, Copy, Debug, Default)]
struct Lines {
    all: usize,
    /// Lines along the file of the piece.
    files: usize,
}

impl Lines {
    /// The lines of a type on its best square.
    fn of(ctx: &Context, id: TypeId) -> Lines {
        let at = |from: Square| {
            let moves = ctx.tables.symmetric_moves(id, from);
            let slides = moves.map(|moves| moves.slides).unwrap_or_default();
            let rides = || slides.iter().filter(|line| line.len() > 1);
            Lines {
                all: rides().count(),
                files: rides()
                    .filter(|line| line.iter().all(|sq| sq.file() == from.file()))
                    .count(),
            }
        };
        let lines = ctx.v.squares().map(at).max_by_key(|lines| lines.all);
        lines.unwrap_or_default()
    }
}
