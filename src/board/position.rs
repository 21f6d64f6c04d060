//! A position: pieces, side to move, rights and counters.

use std::sync::Arc;

use super::cell::{Cell, EMPTY, color_bit, is_piece, owner};
use super::layout::Layout;
use super::state::{Board, EnPassant, State};
use crate::types::{Bitboard, ByColor, Color, Move, Score, Square, TypeId};

/// A position with its history.
#[derive(Clone, Debug)]
pub struct Position {
    pub(super) layout: Arc<Layout>,
    pub(super) board: Board,
}

impl Position {
    pub(super) fn empty(layout: Arc<Layout>) -> Position {
        let board = Board {
            cells: [EMPTY; 256],
            square_of: [Square(0); 256],
            type_of: [TypeId(0); 256],
            live: ByColor::both(0),
            pawns: ByColor::both(0),
            walls: Bitboard::EMPTY,
            counts: ByColor::both([0; 64]),
            hands: ByColor::both([0; 64]),
            hand_total: ByColor::both(0),
            side: Color::White,
            move_number: 1,
            state: State::default(),
            stack: Vec::new(),
            states: Vec::new(),
            destroyed: Vec::new(),
            lost: Vec::new(),
        };
        Position { layout, board }
    }

    /// The board data of the variant.
    #[inline]
    pub fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// The side to move.
    #[inline]
    pub fn side(&self) -> Color {
        self.board.side
    }

    /// The move number, which starts at 1 and increases after each move of Black.
    pub fn move_number(&self) -> u32 {
        self.board.move_number
    }

    /// Number of moves that a side has made, according to the move number.
    pub fn moves_made(&self, color: Color) -> u32 {
        let moved = color == Color::White && self.side() == Color::Black;
        self.move_number() - 1 + u32::from(moved)
    }

    /// The cell of a square.
    #[inline]
    pub fn cell(&self, sq: Square) -> Cell {
        self.board.cells[sq.index()]
    }

    /// The type of the piece in a cell; type 0 for the empty cell.
    #[inline]
    pub fn cell_type(&self, cell: Cell) -> TypeId {
        self.board.type_of[usize::from(cell)]
    }

    /// Squares and types of all 64 slots of a colour. Unused slots have arbitrary values.
    #[inline]
    pub fn slots(&self, color: Color) -> (&[Square], &[TypeId]) {
        let first = usize::from(color_bit(color));
        let slots = first..first + 64;
        (
            &self.board.square_of[slots.clone()],
            &self.board.type_of[slots],
        )
    }

    /// The square of the piece of a cell.
    #[inline]
    pub fn cell_square(&self, cell: Cell) -> Square {
        self.board.square_of[usize::from(cell)]
    }

    /// The type on a square; type 0 if it is empty.
    #[inline]
    pub fn type_on(&self, sq: Square) -> TypeId {
        self.board.type_of[usize::from(self.board.cells[sq.index()])]
    }

    /// The type of the moving piece before a move; of a drop, the dropped type.
    #[inline]
    pub fn mover(&self, mv: Move) -> TypeId {
        mv.dropped().unwrap_or_else(|| self.type_on(mv.from()))
    }

    /// The type that a move brings to its target, after promotion.
    #[inline]
    pub fn arriving(&self, mv: Move) -> TypeId {
        if mv.is_special() {
            mv.promotion().unwrap_or(self.mover(mv))
        } else {
            self.type_on(mv.from())
        }
    }

    /// The piece on a square.
    pub fn piece_on(&self, sq: Square) -> Option<(Color, TypeId)> {
        let cell = self.cell(sq);
        is_piece(cell).then(|| (owner(cell), self.cell_type(cell)))
    }

    /// True if a pseudo-legal move captures an enemy piece.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        // a move to the piece's own square, perhaps with promotion, is no capture
        let arrives = self.cell(mv.to()) != EMPTY && mv.from() != mv.to();
        if !mv.is_special() {
            return arrives;
        }
        mv.is_en_passant()
            || arrives && mv.castling().is_none()
            || mv.via().is_some_and(|via| self.cell(via) != EMPTY)
    }

    /// True if a pseudo-legal move captures a piece of its own side.
    pub fn captures_own(&self, mv: Move) -> bool {
        let cell = self.cell(mv.to());
        let goes = mv.from() != mv.to() && mv.castling().is_none();
        goes && cell & color_bit(self.side()) != 0
    }

    /// The square of the piece that a pseudo-legal capture takes; if it takes two, the square of the second.
    #[inline]
    pub fn captured_square(&self, mv: Move) -> Square {
        match (mv.is_en_passant(), mv.via()) {
            (true, _) => self.board.state.en_passant.victim,
            (_, None) => mv.to(),
            (_, Some(via)) => self.last_captured(mv, via),
        }
    }

    /// The same position without its history.
    pub fn without_history(&self) -> Position {
        let board = Board {
            stack: Vec::new(),
            states: Vec::new(),
            destroyed: Vec::new(),
            lost: Vec::new(),
            state: self.board.state,
            ..self.board
        };
        Position {
            layout: self.layout.clone(),
            board,
        }
    }

    /// Evaluates a function as if the square were empty. Only the board and the occupied squares change, not the piece
    /// lists.
    #[inline]
    pub fn without<T>(&mut self, sq: Square, ask: impl FnOnce(&Position) -> T) -> T {
        let cell = std::mem::replace(&mut self.board.cells[sq.index()], EMPTY);
        let number = self.layout.index.of(sq);
        if is_piece(cell) {
            self.board.state.occupied[owner(cell)].remove(number);
        }
        let answer = ask(self);
        if is_piece(cell) {
            self.board.state.occupied[owner(cell)].insert(number);
        }
        self.board.cells[sq.index()] = cell;
        answer
    }

    /// Evaluates a function as if two pieces had moved at once to squares that are empty or that they leave. Only the
    /// board and the occupied squares change, not the piece lists.
    #[inline]
    pub fn as_if_moved<T>(
        &mut self,
        moves: [(Square, Square); 2],
        ask: impl FnOnce(&Position) -> T,
    ) -> T {
        let movers = moves.map(|(from, _)| self.cell(from));
        let stand = |pos: &mut Position, from: [Square; 2], to: [Square; 2]| {
            let cells = &mut pos.board.cells;
            for sq in from {
                cells[sq.index()] = EMPTY;
            }
            for (sq, cell) in to.into_iter().zip(movers) {
                cells[sq.index()] = cell;
            }
        };
        let (from, to) = (moves.map(|m| m.0), moves.map(|m| m.1));
        let occupied = self.board.state.occupied;
        let index = &self.layout.index;
        let own = &mut self.board.state.occupied[owner(movers[0])];
        *own = own.without(index.set(from)) | index.set(to);
        stand(self, from, to);
        let answer = ask(self);
        stand(self, to, from);
        self.board.state.occupied = occupied;
        answer
    }

    /// The squares of a colour's pieces, by number; `W` words must be enough for the board.
    #[inline]
    pub fn occupied_by<const W: usize>(&self, color: Color) -> Bitboard<W, usize> {
        self.board.state.occupied[color].resized()
    }

    /// The squares of a colour's pawns, by number.
    #[inline]
    pub fn pawn_squares<const W: usize>(&self, color: Color) -> Bitboard<W, usize> {
        self.board.state.pawn_squares.resized() & self.occupied_by(color)
    }

    /// The occupied squares, with walls, by number.
    #[inline]
    pub fn occupancy<const W: usize>(&self) -> Bitboard<W, usize> {
        let [white, black] = Color::ALL.map(|color| self.occupied_by(color));
        white | black | self.walls_by_number()
    }

    /// The squares with walls, by number.
    #[inline]
    pub fn walls_by_number<const W: usize>(&self) -> Bitboard<W, usize> {
        self.board.walls.resized()
    }

    /// The slots in use by a colour, one bit each.
    #[inline]
    pub fn live(&self, color: Color) -> u64 {
        self.board.live[color]
    }

    /// The slots of a colour's royal pieces.
    #[inline]
    pub fn royals(&self, color: Color) -> u64 {
        self.board.state.royals[color]
    }

    /// The slots of a colour's pawns.
    #[inline]
    pub fn pawns(&self, color: Color) -> u64 {
        self.board.pawns[color]
    }

    /// Number of a colour's pieces on the board, without royals and pawns.
    #[inline]
    pub fn officers(&self, color: Color) -> u32 {
        let pawn = TypeId::pawn(color);
        let pawns = if self.layout.is_royal(pawn) {
            0
        } else {
            u32::from(self.count(color, pawn))
        };
        self.live(color).count_ones() - self.royals(color).count_ones() - pawns
    }

    /// True if a colour has no pieces besides royals, on the board and in hand.
    #[inline]
    pub fn is_bare(&self, color: Color) -> bool {
        self.live(color) == self.royals(color) && !self.has_hand(color)
    }

    /// The pieces of a colour with their squares, in the order of their slots.
    #[inline]
    pub fn pieces(&self, color: Color) -> Pieces<'_> {
        self.pieces_in(color, self.live(color))
    }

    /// The pieces of a colour in some of its slots.
    #[inline]
    pub fn pieces_in(&self, color: Color, slots: u64) -> Pieces<'_> {
        Pieces {
            position: self,
            slots,
            bit: color_bit(color),
        }
    }

    /// Number of a colour's pieces of a type on the board.
    #[inline]
    pub fn count(&self, color: Color, id: TypeId) -> u8 {
        self.board.counts[color][id.index()]
    }

    /// Number of a colour's pieces of a type in hand.
    #[inline]
    pub fn in_hand(&self, color: Color, id: TypeId) -> u8 {
        self.board.hands[color][id.index()]
    }

    /// True if a colour has pieces in hand.
    #[inline]
    pub fn has_hand(&self, color: Color) -> bool {
        self.board.hand_total[color] > 0
    }

    /// Number of a colour's pieces in hand.
    #[inline]
    pub fn hand_total(&self, color: Color) -> u32 {
        u32::from(self.board.hand_total[color])
    }

    /// True if the piece on that square is virgin and this still matters.
    #[inline]
    pub fn is_virgin(&self, sq: Square) -> bool {
        let number = self.layout.index.find(sq);
        number.is_some_and(|number| self.board.state.virgin.contains(number))
    }

    /// The squares of all virgin pieces whose virginity still matters.
    pub fn virgins(&self) -> Bitboard {
        self.layout.index.members(self.board.state.virgin).collect()
    }

    /// These squares by number; `W` words must be enough for the board.
    #[inline]
    pub fn virgin_numbers<const W: usize>(&self) -> Bitboard<W, usize> {
        self.board.state.virgin.resized()
    }

    /// The en-passant rights of the side to move.
    #[inline]
    pub fn en_passant(&self) -> &EnPassant {
        &self.board.state.en_passant
    }

    /// The Zobrist key: pieces, side to move, useful virginity, usable en-passant rights, hands.
    #[inline]
    pub fn key(&self) -> u64 {
        self.board.state.key
    }

    /// Zobrist keys of parts of the position: of all pawns, of White's other pieces and of Black's other pieces.
    #[inline]
    pub fn part_keys(&self) -> [u64; 3] {
        self.board.state.part_keys
    }

    /// The sum of the piece-square weights, white's minus black's.
    #[inline]
    pub fn score(&self) -> Score {
        self.board.state.score
    }

    /// The sum of the phase weights of all pieces.
    #[inline]
    pub fn phase(&self) -> i32 {
        self.board.state.phase
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    pub fn rule_clock(&self) -> u32 {
        u32::from(self.board.state.rule_clock)
    }

    /// The checks that a colour still needs to win; 0 if checks are not counted.
    #[inline]
    pub fn checks_left(&self, color: Color) -> u8 {
        self.board.state.checks[color]
    }

    /// Number of plies since the position was set up.
    pub fn ply(&self) -> usize {
        self.board.stack.len()
    }

    /// The last move, if any (a pass is [`Move::NONE`]).
    pub fn last_move(&self) -> Option<Move> {
        self.board.stack.last().map(|undo| undo.mv)
    }
}

/// Iterator over pieces of a colour: square and type.
pub struct Pieces<'a> {
    position: &'a Position,
    slots: u64,
    bit: Cell,
}

impl Iterator for Pieces<'_> {
    type Item = (Square, TypeId);

    #[inline]
    fn next(&mut self) -> Option<(Square, TypeId)> {
        if self.slots == 0 {
            return None;
        }
        let cell = self.bit | self.slots.trailing_zeros() as u8;
        self.slots &= self.slots - 1;
        Some((
            self.position.cell_square(cell),
            self.position.cell_type(cell),
        ))
    }
}
