//! Setting up a position, for the start position, FEN and `edit`.

use std::fmt;
use std::sync::Arc;

use super::Position;
use super::layout::{Layout, Push};

use super::cell::{EMPTY, color_bit, is_piece};
use crate::types::{Bitboard, ByColor, Color, MAX_PIECES, Square, TypeId};
use crate::variant::describe::{capitalised, royal_name};

/// The virgin pieces of a new position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Virginity {
    /// All pieces on their start squares.
    AsPlaced,
    /// Pawns on their pawn rank, and other pieces on these squares if the squares are their start squares.
    On(Bitboard),
}

/// A position as lists of facts.
#[derive(Clone, Debug)]
pub struct Placement {
    /// The pieces.
    pub pieces: Vec<(Square, Color, TypeId)>,
    /// Pieces in hand.
    pub hands: Vec<(Color, TypeId, u8)>,
    /// Squares with walls.
    pub walls: Vec<Square>,
    /// The side to move.
    pub side: Color,
    /// The virgin pieces.
    pub virginity: Virginity,
    /// The en-passant squares.
    pub en_passant: Vec<Square>,
    /// The square of the last move, if it captured a piece that may not be traded and so shields the other pieces of
    /// this kind.
    pub shielded: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub rule_clock: u16,
    /// Plies counted so far and the limit, with counting rules.
    pub count: Option<(u16, u16)>,
    /// The checks that each side still needs, if checks win.
    pub checks: ByColor<u8>,
    /// The number of the move, from 1.
    pub move_number: u32,
}

impl Placement {
    /// Removes the effects of the last move: en passant and shielded pieces.
    pub fn forget_last_move(&mut self) {
        self.en_passant.clear();
        self.shielded = None;
    }

    /// The start position of a variant.
    pub fn start(layout: &Layout) -> Placement {
        let mut placement = Placement::array(layout);
        if let Some(start) = &layout.variant.start {
            // the loader refuses invalid fields
            let result = placement.read_fields(layout, &start.fields);
            debug_assert!(result.is_ok(), "{result:?}");
        }
        placement
    }

    /// The pieces of the start position, all virgin, White to move.
    pub(super) fn array(layout: &Layout) -> Placement {
        let rules = &layout.variant.rules;
        let hands = Color::ALL
            .into_iter()
            .flat_map(|color| {
                let hand = rules.hand[color].iter();
                hand.map(move |&(id, count)| (color, id, count))
            })
            .collect();
        Placement {
            pieces: layout.start.clone(),
            hands,
            walls: Vec::new(),
            side: Color::White,
            virginity: Virginity::AsPlaced,
            en_passant: Vec::new(),
            shielded: None,
            rule_clock: 0,
            count: None,
            checks: ByColor::both(rules.win.checks),
            move_number: 1,
        }
    }
}

/// The position without its history.
impl From<&Position> for Placement {
    fn from(position: &Position) -> Placement {
        let mut placement = Placement::array(position.layout());
        placement.pieces.clear();
        placement.hands.clear();
        for color in Color::ALL {
            let pieces = position.pieces(color);
            placement
                .pieces
                .extend(pieces.map(|(sq, id)| (sq, color, id)));
            for (id, _) in position.layout().variant.types() {
                placement
                    .hands
                    .push((color, id, position.in_hand(color, id)));
            }
        }
        placement.walls = position.walls().collect();
        placement.side = position.side();
        placement.virginity = Virginity::On(position.virgins());
        placement.checks = ByColor::from_fn(|color| position.checks_left(color));
        placement.move_number = position.move_number();
        placement.count = position.move_count();
        placement.rule_clock = position.board.state.rule_clock;
        placement.en_passant = position.en_passant().squares().to_vec();
        placement.shielded = position.board.state.shielded;
        placement
    }
}

/// Why pieces are not a valid position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlacementError {
    /// Two pieces on one square.
    Taken(String),
    /// A piece on a hole.
    Hole(String),
    /// A colour has no royal piece. The text is the name of the royal.
    NoRoyal(Color, String),
    /// A colour has several royal pieces but may have only one: their number and name.
    Royals(Color, usize, String),
    /// More pieces than a side can have.
    TooMany(Color),
    /// A piece in hand, by its letter, in a variant without hands.
    Hand(Color, String),
    /// Several walls in a variant with one wall.
    Walls,
    /// No pawn can have passed that square with the last move.
    EnPassant(String),
}

impl fmt::Display for PlacementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlacementError::Taken(square) => write!(f, "two pieces on {square}"),
            PlacementError::Hole(square) => write!(f, "{square} is a hole of the board"),
            PlacementError::NoRoyal(color, name) => {
                write!(f, "{} has no {name}", capitalised(&color.to_string()))
            }
            PlacementError::Royals(color, count, name) => {
                let count = match count {
                    2 => "two".to_owned(),
                    3 => "three".to_owned(),
                    n => n.to_string(),
                };
                write!(f, "{} has {count} {name}s", capitalised(&color.to_string()))
            }
            PlacementError::TooMany(color) => {
                write!(f, "{color} has more than {MAX_PIECES} pieces")
            }
            PlacementError::Hand(color, letter) => {
                write!(
                    f,
                    "{color} has a {letter} in hand, but nothing comes from the hand in this game"
                )
            }
            PlacementError::Walls => f.write_str("there is only one wall in this game"),
            PlacementError::EnPassant(square) => {
                write!(
                    f,
                    "no pawn can just have passed the en-passant square {square}"
                )
            }
        }
    }
}

impl std::error::Error for PlacementError {}

impl Position {
    /// The start position of a variant.
    pub fn start(layout: Arc<Layout>) -> Position {
        let mut position = Position::empty(layout);
        let start = Placement::start(&position.layout);
        // the loader refuses variants whose start position is invalid
        let result = position.fill(&start);
        debug_assert!(result.is_ok(), "{result:?}");
        position
    }

    /// The position of these pieces.
    pub fn new(layout: Arc<Layout>, placement: &Placement) -> Result<Position, PlacementError> {
        let mut position = Position::empty(layout);
        position.fill(placement)?;
        Ok(position)
    }

    fn fill(&mut self, placement: &Placement) -> Result<(), PlacementError> {
        let layout = &*self.layout;
        let board = &mut self.board;
        let mut slots = ByColor::both(0usize);
        for &(sq, color, id) in &placement.pieces {
            if layout.variant.is_hole(sq.file(), sq.rank()) {
                return Err(PlacementError::Hole(layout.square_name(sq)));
            }
            if [sq, layout.twin(sq)]
                .iter()
                .any(|sq| board.cells[sq.index()] != EMPTY)
            {
                return Err(PlacementError::Taken(layout.square_name(sq)));
            }
            let slot = &mut slots[color];
            if *slot >= MAX_PIECES {
                return Err(PlacementError::TooMany(color));
            }
            board.place(layout, color, color_bit(color) | *slot as u8, id, sq);
            *slot += 1;
        }
        if layout.has_one_wall() && placement.walls.len() > 1 {
            return Err(PlacementError::Walls);
        }
        for &sq in &placement.walls {
            if board.cells[sq.index()] != EMPTY {
                return Err(PlacementError::Taken(layout.square_name(sq)));
            }
            board.add_wall(layout, sq);
        }
        for &(color, id, count) in &placement.hands {
            if count > 0 && !layout.variant.rules.has_hands() {
                let letter = layout.variant.piece(id).written();
                return Err(PlacementError::Hand(color, letter));
            }
            let held = usize::from(board.hand_total[color]) + usize::from(count);
            // pieces to drop can wait in hand until there is room on the board
            let room = if layout.drops.is_some() {
                MAX_PIECES
            } else {
                MAX_PIECES - slots[color]
            };
            if held > room {
                return Err(PlacementError::TooMany(color));
            }
            for _ in 0..count {
                board.change_hand(layout, color, id, 1);
            }
        }
        for color in Color::ALL {
            let needs = layout.needs_royal[color] && board.state.royals[color] == 0;
            if needs && !board.holds_royal(layout, color) {
                let name = royal_name(&layout.variant, color);
                return Err(PlacementError::NoRoyal(color, name));
            }
            let count = board.state.royals[color].count_ones() as usize;
            if count > 1 && layout.has_one_royal[color] {
                let name = royal_name(&layout.variant, color);
                return Err(PlacementError::Royals(color, count, name));
            }
        }
        board.side = placement.side;
        if placement.side == Color::Black {
            board.state.key ^= layout.zobrist.side;
        }
        board.move_number = placement.move_number.max(1);
        board.state.rule_clock = placement.rule_clock;
        if layout.variant.rules.counting.is_some() {
            (board.state.count, board.state.count_limit) = placement.count.unwrap_or_default();
        }
        for color in Color::ALL {
            let left = placement.checks[color].min(layout.variant.rules.win.checks);
            board.state.checks[color] = left;
            board.state.key ^= layout.zobrist.checks(color, left);
        }
        board.shield(layout, placement.shielded);
        self.set_virginity(placement);
        self.set_passed(placement)
    }

    fn set_virginity(&mut self, placement: &Placement) {
        let layout = &*self.layout;
        let virgin = placement.pieces.iter().filter(|&&(sq, color, id)| {
            layout.is_start_square(sq, color, id)
                && match &placement.virginity {
                    Virginity::AsPlaced => true,
                    Virginity::On(set) => set.contains(sq) || layout.variant.is_pawn(id, color),
                }
        });
        let virgin = layout.index.set(virgin.map(|&(sq, ..)| sq));
        self.board.keep_waiting(layout, virgin);
        let virgin = self.board.useful_virgins(layout, virgin);
        self.board.set_virgins(layout, virgin);
    }

    /// Finds the pawn that passed the en-passant squares.
    fn set_passed(&mut self, placement: &Placement) -> Result<(), PlacementError> {
        let Some(&first) = placement.en_passant.first() else {
            return Ok(());
        };
        let layout = &*self.layout;
        let board = &mut self.board;
        let pusher = placement.side.other();
        let fits = &|from: Square, push: &&Push| {
            let to = layout.twin(push.to);
            let cell = board.cells[to.index()];
            let named = &placement.en_passant;
            named
                .iter()
                .all(|&sq| push.passed.contains(&layout.twin(sq)) || push.passed.contains(&sq))
                && !is_piece(board.cells[from.index()])
                && push
                    .passed
                    .iter()
                    .all(|sq| board.cells[sq.index()] == EMPTY)
                && cell & color_bit(pusher) != 0
                && board.type_of[usize::from(cell)] == TypeId::pawn(pusher)
        };
        // the shortest push that passes all of these squares: a longer push over the same squares passes more
        let push = layout
            .squares()
            .flat_map(|from| {
                let pushes = layout.pushes(pusher, from).iter();
                pushes.filter(move |push| fits(from, push))
            })
            .min_by_key(|push| push.passed.len());
        let Some(push) = push else {
            return Err(PlacementError::EnPassant(layout.square_name(first)));
        };
        let victim = layout.twin(push.to);
        board.set_en_passant_squares(layout, pusher, &push.passed, victim);
        Ok(())
    }
}
