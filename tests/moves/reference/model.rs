//! The slow reference: move descriptors interpreted literally on a plain board.
//!
//! Nothing here is compiled, cached or incremental, and none of the engine's board or move generation
//! code is used; a [`Position`] is only read.

use std::collections::BTreeSet;

use fmax::board::Position;
use fmax::types::{ByColor, Color, Square, Step, TypeId};
use fmax::variant::{Condition, MoveDescriptor, MoveShape, Variant, Zone};

pub type Place = (i32, i32);
pub type Piece = (Color, TypeId);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RefMove {
    pub from: Place,
    pub to: Place,
    pub promotion: Option<TypeId>,
    pub en_passant: bool,
    /// The castling partner's origin and target.
    pub castling: Option<(Place, Place)>,
    /// The gated piece and its square.
    pub gated: Option<(TypeId, Place)>,
    /// The second gated piece, when castling between two gates.
    pub second: Option<(TypeId, Place)>,
    /// The dropped type.
    pub dropped: Option<TypeId>,
    /// A pass.
    pub pass: bool,
    /// The square of a capture on the way.
    pub via: Option<Place>,
}

impl RefMove {
    /// A plain move.
    pub fn plain(from: Place, to: Place) -> RefMove {
        RefMove {
            from,
            to,
            promotion: None,
            en_passant: false,
            castling: None,
            gated: None,
            second: None,
            dropped: None,
            pass: false,
            via: None,
        }
    }
}

#[derive(Clone)]
pub struct Model<'a> {
    pub(super) v: &'a Variant,
    pub(super) board: Vec<Vec<Option<Piece>>>,
    pub(super) side: Color,
    pub(super) virgin: BTreeSet<Place>,
    pub(super) passed: Vec<Place>,
    pub(super) victim: Place,
    /// A pawn threatens the last rank even if it cannot move there for lack of a promotion.
    pub(super) threatening: bool,
    /// Goal squares are ignored, for a look ahead.
    pub(super) ignores_goals: bool,
    /// Pieces that must not be traded cannot be captured.
    pub shielded: bool,
    /// A piece has been captured on the way.
    pub(super) has_taken: bool,
    /// The squares that a move must not leave.
    pub(super) within: Option<Zone>,
    /// Consecutive passes.
    pub(super) passes: u8,
    /// The pieces in hand of white and black, each type once.
    pub(super) hands: ByColor<Vec<TypeId>>,
    /// The pieces in hand of White and Black, with each type as often as it is held.
    pub(super) numbers: ByColor<Vec<TypeId>>,
    /// The checks that white and black still have to give.
    pub checks: ByColor<u8>,
}

pub fn place(sq: Square) -> Place {
    (i32::from(sq.file()), i32::from(sq.rank()))
}

impl<'a> Model<'a> {
    pub fn new(v: &'a Variant, pos: &Position) -> Model<'a> {
        let width = if v.has_two_boards() { 16 } else { v.files };
        Model {
            v,
            board: (0..v.ranks)
                .map(|r| (0..width).map(|f| pos.piece_on(Square::at(f, r))).collect())
                .collect(),
            side: pos.side(),
            virgin: pos.virgins().iter().map(place).collect(),
            passed: pos
                .en_passant()
                .squares()
                .iter()
                .map(|&sq| place(sq))
                .collect(),
            victim: place(pos.en_passant().victim),
            threatening: false,
            ignores_goals: false,
            shielded: pos.shields_traded(),
            has_taken: false,
            within: None,
            passes: pos.passes(),
            hands: ByColor::from_fn(|color| {
                let types = v.types().map(|(id, _)| id);
                types.filter(|&id| pos.in_hand(color, id) > 0).collect()
            }),
            numbers: ByColor::from_fn(|color| {
                let held = |id: TypeId| std::iter::repeat_n(id, pos.in_hand(color, id).into());
                v.types().flat_map(|(id, _)| held(id)).collect()
            }),
            checks: ByColor::from_fn(|color| pos.checks_left(color)),
        }
    }

    pub fn holds(&self, color: Color, id: TypeId) -> bool {
        self.hands[color].contains(&id)
    }

    pub fn holds_nothing(&self, color: Color) -> bool {
        self.hands[color].is_empty()
    }

    /// True if the square exists: within the edges of a board, and not a hole.
    pub(super) fn inside(&self, (f, r): Place) -> bool {
        self.within_edges((f, r)) && !self.hole((f, r)) && self.on_line((f, r))
    }

    fn on_line(&self, (f, r): Place) -> bool {
        (self.within.as_ref()).is_none_or(|zone| zone.squares().any(|sq| sq == (f as u8, r as u8)))
    }

    /// True if a square within the edges is a hole.
    pub(super) fn hole(&self, (f, r): Place) -> bool {
        let shown = if f < i32::from(self.v.files) {
            f
        } else {
            f - 8
        };
        self.v
            .rules
            .zones
            .holes
            .squares()
            .any(|(file, rank)| (i32::from(file), i32::from(rank)) == (shown, r))
    }

    /// The number of squares ahead of a square on its file, as the side moves; 0 on the last square.
    pub(super) fn ranks_to_go(&self, side: Color, (f, r): Place) -> i32 {
        let ahead = match side {
            Color::White => r + 1..i32::from(self.v.ranks),
            Color::Black => 0..r,
        };
        let far = ahead
            .filter(|&rank| !self.hole((f, rank)))
            .map(|rank| (rank - r).abs());
        far.max().unwrap_or(0)
    }

    fn within_edges(&self, (f, r): Place) -> bool {
        let beyond = self.v.has_two_boards() && (8..8 + i32::from(self.v.files)).contains(&f);
        let here = (0..i32::from(self.v.files)).contains(&f);
        (here || beyond) && (0..i32::from(self.v.ranks)).contains(&r)
    }

    pub fn at(&self, (f, r): Place) -> Option<Piece> {
        self.board[r as usize][f as usize]
    }

    pub(super) fn put(&mut self, (f, r): Place, piece: Option<Piece>) {
        self.board[r as usize][f as usize] = piece;
    }

    pub(super) fn count(&self, color: Color, id: TypeId) -> usize {
        // on the whole board, without regard to the squares that a move must not leave
        let cells = self.board.iter().flatten();
        cells.filter(|cell| **cell == Some((color, id))).count()
    }

    pub fn places(&self) -> Vec<Place> {
        let (width, ranks) = (self.board[0].len() as i32, i32::from(self.v.ranks));
        let all = (0..ranks).flat_map(|r| (0..width).map(move |f| (f, r)));
        all.filter(|&sq| self.inside(sq)).collect()
    }

    pub(super) fn go(&self, (f, r): Place, step: Step, cylinder: bool) -> Option<Place> {
        let files = i32::from(self.v.files);
        let board = if f < files { 0 } else { 8 };
        let mut f = f - board + i32::from(step.files);
        if cylinder {
            f = f.rem_euclid(files);
        }
        let to = (f + board, r + i32::from(step.ranks));
        ((0..files).contains(&f) && self.inside(to)).then_some(to)
    }

    /// The pseudo-legal moves. If an en-passant capture and a quiet move agree in everything else, only the capture is
    /// included.
    pub fn pseudo(&self) -> BTreeSet<RefMove> {
        let mut moves = BTreeSet::new();
        if !self.ignores_goals && self.goal_reached() || self.decided() {
            return moves;
        }
        for from in self.places() {
            if let Some((color, id)) = self.at(from)
                && color == self.side
            {
                self.moves_from(from, id, &mut moves);
                self.add_turns(from, id, &mut moves);
            }
        }
        self.add_gating(&mut moves);
        let mut moves = self.through_gates(moves);
        self.add_drops(&mut moves);
        moves.extend(self.pass());
        let quiet = |mv: &RefMove| {
            !moves.contains(&RefMove {
                en_passant: true,
                ..*mv
            })
        };
        let free = |mv: &RefMove| {
            let arrivals = [Some(mv.to), mv.castling.map(|(_, to)| to)];
            let mut arrivals = arrivals.into_iter().flatten();
            !self.v.has_two_boards() || arrivals.all(|(f, r)| self.at((f ^ 8, r)).is_none())
        };
        moves
            .iter()
            .copied()
            .filter(|mv| (mv.en_passant || quiet(mv)) && free(mv))
            .collect()
    }

    /// A virgin piece other than a pawn may leave a piece from the hand where it stood; castling
    /// may also leave it in the corner.
    fn add_gating(&self, moves: &mut BTreeSet<RefMove>) {
        let pawn = Some((self.side, TypeId::pawn(self.side)));
        let more: Vec<RefMove> = moves
            .iter()
            .filter(|mv| self.virgin.contains(&mv.from) && self.at(mv.from) != pawn)
            .flat_map(|&mv| {
                let places = [Some(mv.from), mv.castling.map(|(corner, _)| corner)];
                let taken = move |place: &Place| {
                    *place == mv.to || mv.castling.is_some_and(|(_, to)| *place == to)
                };
                let pairs = places
                    .into_iter()
                    .flatten()
                    .filter(move |place| !taken(place));
                pairs
                    .flat_map(move |place| self.gates().map(move |id| (id, place)))
                    .filter(|&(id, place)| !self.is_barred(id, place))
                    .map(move |gated| RefMove {
                        gated: Some(gated),
                        ..mv
                    })
            })
            .collect();
        moves.extend(more);
    }

    /// The types that the side to move can gate.
    fn gates(&self) -> impl Iterator<Item = TypeId> {
        let hand = self.hands[self.side].iter().copied();
        hand.filter(|id| self.v.rules.gating.types.contains(id))
    }

    pub(super) fn moves_from(&self, from: Place, id: TypeId, moves: &mut BTreeSet<RefMove>) {
        for m in self.moves_on(from, id) {
            self.moves_of(from, id, m, moves);
        }
        self.along_lines(from, id, moves);
    }

    /// True if a type may neither capture nor hop over the piece on a square.
    pub(super) fn spares(&self, id: TypeId, sq: Place) -> bool {
        let kind = |id: TypeId| self.v.piece(id).letter;
        let there = self.at(sq).map(|(_, other)| kind(other));
        self.v.rules.hop_limits.iter().any(|limit| {
            let mut barred = limit.barred.iter();
            kind(limit.id) == kind(id) && barred.any(|&other| Some(kind(other)) == there)
        })
    }

    /// Further moves of a type along the lines of a zone.
    fn along_lines(&self, from: Place, id: TypeId, moves: &mut BTreeSet<RefMove>) {
        for line in &self.v.rules.zones.lines {
            let within = Model {
                within: Some(line.zone),
                ..self.clone()
            };
            if line.id == id && within.on_line(from) {
                let always = |m: &&MoveDescriptor| m.condition == Condition::Always;
                for m in self.v.piece(line.like).moves.iter().filter(always) {
                    within.moves_of(from, id, m, moves);
                }
            }
        }
    }

    /// The moves of a type on a square: castling by its own rules, all other moves like those of the zone's type.
    pub(super) fn moves_on(&self, from: Place, id: TypeId) -> Vec<&'a MoveDescriptor> {
        let changes = &self.v.rules.zones.changes;
        let here = (from.0 as u8, from.1 as u8);
        let like = changes.iter().find_map(|change| {
            let applies = change.id == id && change.zone.squares().any(|square| square == here);
            applies.then_some(change.like)
        });
        let castling = |m: &&MoveDescriptor| matches!(m.shape, MoveShape::Castling { .. });
        let own = self.v.piece(id).moves.iter().filter(castling);
        let others = self.v.piece(like.unwrap_or(id)).moves.iter();
        own.chain(others.filter(|m| !castling(m))).collect()
    }

    /// True if the type is confined to a zone and the square is outside this zone.
    pub(super) fn is_barred(&self, id: TypeId, (f, r): Place) -> bool {
        let confined = &self.v.rules.zones.confined;
        (confined.iter()).any(|(other, zone)| *other == id && !zone.contains(f as u8, r as u8))
    }

    /// True if no grid line separates two squares.
    pub(super) fn stays_in_cell(&self, a: Place, b: Place) -> bool {
        self.v.rules.grid.is_some_and(|grid| {
            let cell = |at: i32, from: u8, size: u8| (at - i32::from(from)).div_euclid(size.into());
            let (size, from) = (grid.cell, grid.from);
            // the second board has the same lines
            let shown = |file: i32| i32::from(self.v.shown_file(file as u8));
            cell(shown(a.0), from.0, size.0) == cell(shown(b.0), from.0, size.0)
                && cell(a.1, from.1, size.1) == cell(b.1, from.1, size.1)
        })
    }

    /// True if a royal of `by` faces the square along its file and a royal could stand there, where
    /// royals may not face each other.
    pub(super) fn faced(&self, sq: Place, by: Color) -> bool {
        let royal = |id: TypeId| self.v.piece(id).royalty.is_royal();
        self.v.rules.zones.facing_is_illegal
            && (self.v.types()).any(|(id, _)| royal(id) && !self.is_barred(id, sq))
            && self.sees_royal(sq, by)
    }

    /// True if a royal of `by` is the first piece on the file from a square, or on the rank if the rule
    /// includes ranks.
    pub(super) fn sees_royal(&self, (f, r): Place, by: Color) -> bool {
        let royal = |id: TypeId| self.v.piece(id).royalty.is_royal();
        let seen = |(df, dr): Place| {
            let on_board = |sq: &Place| self.inside(*sq);
            let way =
                std::iter::successors(Some((f + df, r + dr)), |sq| Some((sq.0 + df, sq.1 + dr)));
            let mut men = way.take_while(on_board).map(|sq| self.at(sq));
            men.find_map(|man| man)
        };
        let sideways = self.v.rules.zones.facing_on_ranks;
        [(0, 1), (0, -1), (1, 0), (-1, 0)]
            .into_iter()
            .filter(|(_, dr)| *dr != 0 || sideways)
            .filter_map(seen)
            .any(|(color, id)| color == by && royal(id))
    }
}
