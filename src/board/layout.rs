//! Board data of a variant for making and unmaking moves, computed at load.

pub(super) mod castling;
mod drops;
mod pawn_paths;

use std::sync::Arc;

use super::SquareIndex;
use super::zobrist::Zobrist;
use crate::types::{Bitboard, ByColor, Color, Move, Score, Square, TypeId, TypeSet};
use crate::variant::describe::has_one_royal;
use crate::variant::{Condition, LegEnd, MoveShape, Royalty, Variant};

pub use castling::Castling;
pub use drops::DropTables;
pub use pawn_paths::Push;

use castling::{CastlingNeeds, castlings};
use pawn_paths::{pawn_capture_origins, pushes};

/// Weights whose sums the position maintains. The evaluation sets them.
#[derive(Clone, Debug)]
pub struct Weights {
    /// Per piece and square (see [`Weights::index`]), from the owner's point of view.
    pub square: Vec<Score>,
    /// Phase weight per type.
    pub phase: Vec<i32>,
}

impl Weights {
    /// Weights of zero for this number of types.
    pub fn zero(types: usize) -> Weights {
        Weights {
            square: vec![Score::default(); (types + 1) * 512],
            phase: vec![0; types + 1],
        }
    }

    /// The index of a piece on a square in [`Weights::square`].
    #[inline]
    pub fn index(color: Color, id: TypeId, sq: Square) -> usize {
        Zobrist::piece_index(color, id, sq)
    }
}

/// The contribution of a piece on a square to the sums of a position.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PieceSquare {
    pub key: u64,
    pub score: Score,
}

/// A piece on a square.
pub type Standing = (Square, Color, TypeId);

/// The board data of a variant: everything that [`super::Position`] looks up.
#[derive(Debug)]
pub struct Layout {
    /// The variant.
    pub variant: Arc<Variant>,
    /// Files of the board.
    pub files: u8,
    /// Ranks of the board.
    pub ranks: u8,
    /// The board's squares by number.
    pub index: SquareIndex,
    /// The castlings of each side.
    pub castlings: ByColor<Vec<Castling>>,
    /// The conditions of each castling.
    pub(super) castling_needs: ByColor<Vec<CastlingNeeds>>,
    /// Squares where a pawn of the colour is promoted.
    pub promotion_zone: ByColor<Bitboard>,
    /// The last squares of the files in each side's direction of play.
    last_squares: ByColor<Bitboard>,
    /// Drops of pieces in hand, if the variant has them.
    pub drops: Option<DropTables>,
    /// The start position's pieces.
    pub start: Vec<Standing>,
    /// The pieces that count as unmoved on these squares: the pieces of the start position, and pieces that can be
    /// placed there before play.
    pub homes: Vec<Standing>,
    pub(super) zobrist: Zobrist,
    pub(super) weights: Weights,
    /// Keys and weights together, for making moves: per type and colour (see [`Layout::piece_squares`]), then per
    /// square.
    piece_squares: Vec<[PieceSquare; 256]>,
    pushes: Vec<Vec<Push>>,
    pawn_capture_origins: Vec<Option<Vec<Square>>>,
    /// Squares whose piece has first moves other than castling.
    own_virgin: Bitboard<4, usize>,
    /// Start squares of the pieces of a colour other than pawns.
    pub(super) piece_starts: ByColor<Bitboard<4, usize>>,
    /// The neighbours of each square, if captures explode or pieces burn.
    pub(super) neighbors: Vec<Vec<Square>>,
    /// The types that survive explosions.
    pub(super) spared: TypeSet,
    /// Types that burn neighbouring enemies.
    pub(super) burning: TypeSet,
    /// The type of piece that starts on each square.
    start_type: Vec<Option<(Color, TypeId)>>,
    /// Corners and movers of castlings, and squares that a rule watches.
    castling_squares: Bitboard,
    royal_types: TypeSet,
    /// A piece type that ends an enemy royal's virginity by aiming at it, with the squares it aims at from each
    /// square.
    aim: Option<(TypeId, Vec<Bitboard>)>,
    /// Moves have effects besides moving and capturing.
    pub has_effects: bool,
    /// Some effects cannot be undone from the state and the move.
    pub(super) leaves_traces: bool,
    /// A capture can change the captor.
    pub(super) changes_captors: bool,
    /// Checks win.
    pub counts_checks: bool,
    /// The sides that cannot be without a royal.
    pub(super) needs_royal: ByColor<bool>,
    /// The sides that can never have a second royal.
    pub(super) has_one_royal: ByColor<bool>,
}

impl Layout {
    /// Computes the board data of a variant.
    pub fn new(variant: Arc<Variant>, weights: Weights) -> Layout {
        let v = &*variant;
        let start = usual_start(v);
        let homes = homes(v, &start);
        let castlings = ByColor::from_fn(|color| castlings(v, color, &homes));
        Layout::assemble(variant, weights, start, castlings)
    }

    /// The board data for these start pieces and castlings.
    pub(super) fn assemble(
        variant: Arc<Variant>,
        weights: Weights,
        start: Vec<Standing>,
        castlings: ByColor<Vec<Castling>>,
    ) -> Layout {
        let v = &*variant;
        let homes = homes(v, &start);
        let mut start_type = vec![None; 256];
        for &(sq, color, id) in &homes {
            start_type[sq.index()] = Some((color, id));
        }
        let zobrist = Zobrist::new(v.pieces.len());
        let index = SquareIndex::new(v);
        let castling_squares = castlings
            .iter()
            .flatten()
            .flat_map(|c| [c.from, c.corner])
            .chain(v.squares_with_followers())
            .collect();
        Layout {
            files: v.files,
            ranks: v.ranks,
            promotion_zone: ByColor::from_fn(|color| v.promotion_zone(color)),
            last_squares: ByColor::from_fn(|color| {
                v.squares()
                    .filter(|sq| v.far_end(color, sq.file()) == sq.rank())
                    .collect()
            }),
            piece_squares: piece_squares(v.pieces.len(), &zobrist, &weights),
            zobrist,
            drops: DropTables::new(v),
            pushes: pushes(v),
            pawn_capture_origins: pawn_capture_origins(v),
            royal_types: v.royals().map(|(id, _)| id).collect(),
            aim: v.rules.castling.leap_aim.map(|id| (id, aims(v, id))),
            has_effects: v.rules.have_effects(),
            leaves_traces: v.rules.leave_traces(),
            changes_captors: v.rules.capture_effects.change_captors(),
            piece_starts: ByColor::from_fn(|color| {
                let pieces = homes.iter();
                let own = pieces.filter(|&&(_, c, id)| c == color && !v.is_pawn(id, color));
                index.set(own.map(|&(sq, ..)| sq))
            }),
            neighbors: neighbors(v),
            spared: v.spared_types(),
            burning: v.rules.burning.iter().copied().collect(),
            counts_checks: v.rules.win.checks > 0,
            needs_royal: v.needs_royal(),
            has_one_royal: ByColor::from_fn(|color| has_one_royal(v, color)),
            weights,
            castling_needs: ByColor::from_fn(|color| {
                let own = castlings[color].iter();
                own.map(|castling| CastlingNeeds::of(castling, &index))
                    .collect()
            }),
            castlings,
            own_virgin: index.set(squares_of_first_moves(v, &homes)),
            index,
            start,
            homes,
            start_type,
            castling_squares,
            variant,
        }
    }

    /// The castling that a move of the colour makes.
    pub fn castling(&self, color: Color, mv: Move) -> Option<&Castling> {
        let (from, to) = mv.castling()?;
        let castlings = &self.castlings[color];
        castlings.iter().find(|c| c.from == from && c.to == to)
    }

    /// The squares that a move of the colour occupies: the target of the mover and, in castling, that of its partner.
    pub fn arrivals(&self, color: Color, mv: Move) -> impl Iterator<Item = Square> + use<> {
        let partner = self.castling(color, mv);
        std::iter::once(mv.to()).chain(partner.map(|castling| castling.partner_to))
    }

    /// The contributions of a type and colour to the sums of a position, by square.
    #[inline]
    pub(super) fn piece_squares(&self, color: Color, id: TypeId) -> &[PieceSquare; 256] {
        &self.piece_squares[id.index() << 1 | color.index()]
    }

    /// All squares, rank by rank from a1.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        self.variant.squares()
    }

    /// The type of piece that starts on a square, usually from the start position.
    pub fn start_piece(&self, sq: Square) -> Option<(Color, TypeId)> {
        self.start_type[sq.index()]
    }

    /// True if these are the pieces of the start position.
    pub(super) fn is_start(&self, pieces: &[Standing]) -> bool {
        let stands = |&(sq, color, id): &_| self.start_piece(sq) == Some((color, id));
        pieces.len() == self.start.len() && pieces.iter().all(stands)
    }

    /// Start squares of pieces with first moves that a GUI does not know: all except castling of a king with a rook.
    /// XBoard has no castling rights for a king that is not royal.
    pub(super) fn rights_unknown_to_guis(&self) -> Bitboard {
        let piece = |sq: Square| Some(self.variant.piece(self.start_piece(sq)?.1));
        let known = |castling: &&Castling| {
            let king = piece(castling.from);
            let partner = piece(castling.corner);
            king.is_some_and(|king| king.royalty == Royalty::Absolute)
                && partner.is_some_and(|partner| partner.letter == 'R')
        };
        let castlings = self.castlings.iter().flatten();
        castlings
            .filter(|castling| !known(castling))
            .flat_map(|castling| [castling.from, castling.corner])
            .collect::<Bitboard>()
            | self.index.members(self.own_virgin).collect()
    }

    /// True if a piece on that square may be virgin: a pawn on its pawn rank, or any other piece on its start square.
    pub fn is_start_square(&self, sq: Square, color: Color, id: TypeId) -> bool {
        if self.variant.is_pawn(id, color) {
            sq.rank() == self.variant.pawn_rank(color) && sq.file() < self.files
        } else {
            self.start_piece(sq) == Some((color, id))
        }
    }

    /// True if the square is the last of its file for a pawn of the colour.
    pub fn is_last_rank(&self, color: Color, sq: Square) -> bool {
        self.last_squares[color].contains(sq)
    }

    /// The square of a diagram that shows this square.
    pub fn shown(&self, sq: Square) -> Square {
        Square::at(self.variant.shown_file(sq.file()), sq.rank())
    }

    /// The name of a square on this board.
    pub fn square_name(&self, sq: Square) -> String {
        self.shown(sq).name(self.ranks)
    }

    /// The piece that a letter of a diagram means, and its square.
    pub fn piece_shown(&self, letter: char, color: Color, sq: Square) -> Option<(TypeId, Square)> {
        let (letter, shift) = self.variant.letter_shown(letter);
        let id = self.variant.type_by_letter(letter, color)?;
        Some((id, Square::at(sq.file() + shift, sq.rank())))
    }

    /// True if the loss of this type can lose the game.
    #[inline]
    pub fn is_royal(&self, id: TypeId) -> bool {
        self.royal_types.contains(id)
    }

    /// The pushes of a pawn of this colour from a square that create en-passant squares.
    pub fn pushes(&self, color: Color, from: Square) -> &[Push] {
        &self.pushes[color.index() << 8 | from.index()]
    }

    /// The squares from which a pawn of this colour might capture on `target`; `None` if its captures are not plain
    /// leaps, so that it might be anywhere.
    pub fn pawn_capture_origins(&self, color: Color, target: Square) -> Option<&[Square]> {
        self.pawn_capture_origins[color.index() << 8 | target.index()].as_deref()
    }

    /// The squares that this type aims at from a square, if its aim ends a royal's virginity.
    #[inline]
    pub(super) fn aim(&self, id: TypeId, from: Square) -> Option<&Bitboard> {
        let (aiming, squares) = self.aim.as_ref()?;
        (*aiming == id).then(|| &squares[from.index()])
    }

    /// The virgin squares of a set that still matter. Positions that differ only in useless rights count as
    /// repetitions of each other, so a square leaves the set when its virginity becomes useless: a rook's square when
    /// the king has moved, a king's square when both rooks have moved. `open`: squares where pieces in hand could be
    /// gated.
    pub(super) fn useful_virgins(
        &self,
        virgin: Bitboard<4, usize>,
        open: Bitboard<4, usize>,
    ) -> Bitboard<4, usize> {
        let mut useful = self.own_virgin | open;
        for needs in self.castling_needs.iter().flatten() {
            if needs.are_unmoved(virgin) {
                useful |= needs.virgin;
            }
        }
        virgin & useful
    }

    /// True if the piece that starts there has first moves other than castling.
    pub(super) fn has_virgin_moves(&self, sq: Square) -> bool {
        self.own_virgin.contains(self.index.of(sq))
    }

    /// True if a change of virginity on this square can make the virginity of other squares useless.
    #[inline]
    pub(super) fn is_castling_square(&self, sq: Square) -> bool {
        self.castling_squares.contains(sq)
    }
}

/// The pieces of the usual start position.
pub(super) fn usual_start(v: &Variant) -> Vec<Standing> {
    let pieces = v.start_pieces().into_iter();
    let standing = pieces.map(|p| (Square::at(p.file, p.rank), p.color, p.id));
    standing.collect()
}

/// The pieces of the start position, and the pieces of the back ranks if they can be placed there before play.
pub(super) fn homes(v: &Variant, start: &[Standing]) -> Vec<Standing> {
    let mut homes = start.to_vec();
    if v.rules.placement.unmoved {
        let back_ranks = v.back_rank_pieces().into_iter();
        let back_ranks = back_ranks.map(|p| (Square::at(p.file, p.rank), p.color, p.id));
        homes.extend(back_ranks.filter(|&(sq, ..)| start.iter().all(|&(taken, ..)| taken != sq)));
    }
    homes
}

/// The start squares of pieces and pawns with a first move other than castling. First moves that depend only on the rank of a
/// pawn do not count.
fn squares_of_first_moves(v: &Variant, homes: &[Standing]) -> Vec<Square> {
    let by_rank = ByColor::from_fn(|color| v.pushes_by_rank(color));
    let pushes_by_rank = |id| Color::ALL.iter().any(|&c| by_rank[c] && v.is_pawn(id, c));
    let has_first_move = |sq: Square, id: TypeId| {
        v.moves_at(id, sq.file(), sq.rank()).iter().any(|m| {
            m.condition == Condition::Virgin && !matches!(m.shape, MoveShape::Castling { .. })
        })
    };
    let pawns = Color::ALL.into_iter().flat_map(|color| {
        let rank = v.pawn_rank(color);
        (0..v.files).map(move |file| (Square::at(file, rank), TypeId::pawn(color)))
    });
    let pieces = homes.iter().map(|&(sq, _, id)| (sq, id)).chain(pawns);
    let moving = pieces.filter(|&(sq, id)| {
        !v.is_hole(sq.file(), sq.rank()) && !pushes_by_rank(id) && has_first_move(sq, id)
    });
    moving.map(|(sq, _)| sq).collect()
}

fn piece_squares(types: usize, zobrist: &Zobrist, weights: &Weights) -> Vec<[PieceSquare; 256]> {
    let squares = |index: usize| {
        let (id, color) = (TypeId((index >> 1) as u8), Color::ALL[index & 1]);
        std::array::from_fn(|i| PieceSquare {
            key: zobrist.piece(color, id, Square(i as u8)),
            score: weights.square[Weights::index(color, id, Square(i as u8))],
        })
    };
    (0..2 * (types + 1)).map(squares).collect()
}

/// The neighbours of each square, if captures explode or pieces burn.
fn neighbors(v: &Variant) -> Vec<Vec<Square>> {
    if !v.rules.captures_destroy_more() && v.rules.burning.is_empty() {
        return Vec::new();
    }
    let mut all = vec![Vec::new(); 256];
    let near = |x: u8, n: u8| x.saturating_sub(1)..=(x + 1).min(n - 1);
    for center in v.squares() {
        all[center.index()] = near(center.rank(), v.ranks)
            .flat_map(|rank| near(center.file(), v.files).map(move |file| Square::at(file, rank)))
            .filter(|&sq| sq != center && !v.is_hole(sq.file(), sq.rank()))
            .collect();
    }
    all
}

/// The targets of a type's slides and leaps from each square of an empty board.
fn aims(v: &Variant, id: TypeId) -> Vec<Bitboard> {
    let mut aims = vec![Bitboard::EMPTY; 256];
    for from in v.squares() {
        for m in v.moves_at(id, from.file(), from.rank()) {
            let MoveShape::Path { legs, .. } = &m.shape else {
                continue;
            };
            let steps = match legs[0].end {
                LegEnd::Steps(n) => usize::from(n),
                LegEnd::Slide | LegEnd::Hop { .. } => usize::from(v.files.max(v.ranks)),
            };
            let next = |sq: &Square| v.step_from(*sq, legs[0].step, m.cylinder);
            let ray = std::iter::successors(next(&from), next).take(steps);
            ray.filter(|&sq| v.may_go(id, from, sq))
                .for_each(|sq| aims[from.index()].insert(sq));
        }
    }
    aims
}
