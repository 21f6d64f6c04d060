//! Mouse actions: `lift`, `hover` and `put` are answered with the squares to light up and the pieces to choose from.
//! The GUI takes the lit squares for the legal targets.

use std::collections::BTreeMap;

use super::Session;
use crate::protocol::Reply;
use crate::protocol::command::Mouse;
use crate::types::{Move, Square, TypeId};
use crate::variant::{PromotesTo, letter};

/// A move to an empty square.
const QUIET: char = 'Y';
/// A capture. The GUI sends `hover` for it.
const CAPTURE: char = 'R';
/// A piece that can be captured on the way. The GUI sends `put` and `lift` for its square, and we light up the squares
/// where the move can continue.
const ON_THE_WAY: char = 'C';
/// A promotion. The GUI asks for the piece, and the answer to `put` lists the choices. Blue would avoid the question
/// if there is only one, but then XBoard waits for a `choice`, which it ignores while it tests legality.
const PROMOTION: char = 'M';
/// A move that must be completed by a letter, see [`completing`](super::completing).
const COMPLETED: char = 'B';
/// A piece captured on another square. A lower-case letter marks a square that is not a target.
const VICTIM: char = 'g';

impl Session {
    /// Handles a mouse action. Square names outside the board come from the GUI's holdings and are ignored.
    pub(super) fn point(&mut self, mouse: Mouse, square: &str) {
        let layout = self.game.rules().layout.clone();
        let parsed = Square::parse_prefix(square, layout.files, layout.ranks);
        let square = parsed.map(|(sq, _)| sq);
        match mouse {
            Mouse::Lift => self.lift(square),
            Mouse::Hover => self.hover(square),
            Mouse::Put => self.put(square),
        }
    }

    /// Lights up the targets of a piece of the side to move.
    fn lift(&mut self, square: Option<Square>) {
        if self.continues(square) {
            return;
        }
        let position = self.game.position();
        let is_own = |sq: &Square| {
            (position.piece_on(*sq)).is_some_and(|(color, _)| color == position.side())
        };
        self.gui.lifted = square.map(|sq| position.occupied(sq)).filter(is_own);
        // the user has picked up a piece, so XBoard takes clicks again
        (self.gui.put_on, self.gui.awaited) = (None, None);
        if let Some(from) = self.gui.lifted {
            let targets = self.targets(from);
            self.highlight(&targets);
        }
    }

    /// After a capture on the way, lights up the squares where the move can continue. False if the user's click does
    /// not continue a move.
    fn continues(&mut self, square: Option<Square>) -> bool {
        let (Some(from), Some(clicked)) = (self.gui.lifted, self.gui.put_on) else {
            return false;
        };
        let layout = self.game.rules().layout.clone();
        let mut moves = self.moves_from(from);
        moves.retain(|mv| layout.shown(mv.via().unwrap_or(mv.to())) == clicked);
        if square != Some(clicked) || moves.iter().all(|mv| mv.via().is_none()) {
            return false;
        }
        let position = self.game.position();
        let color = |mv: &Move| match position.piece_on(mv.to()) {
            _ if mv.promotion().is_some() => PROMOTION,
            Some(_) if mv.to() != from => CAPTURE,
            _ => QUIET,
        };
        let targets = moves.iter().map(|mv| (layout.shown(mv.to()), color(mv)));
        self.highlight(&targets.collect());
        true
    }

    /// Lights up the victim of an en-passant capture, besides the targets.
    fn hover(&mut self, square: Option<Square>) {
        let (Some(from), Some(to)) = (self.gui.lifted, square) else {
            return;
        };
        let layout = &self.game.rules().layout;
        let en_passant = |mv: &Move| layout.shown(mv.to()) == to && mv.is_en_passant();
        if self.moves_from(from).iter().any(en_passant) {
            let victim = self.game.position().en_passant().victim;
            let mut targets = self.targets(from);
            targets.entry(layout.shown(victim)).or_insert(VICTIM);
            self.highlight(&targets);
        }
    }

    /// Sends the letters of the pieces that a pawn can promote to, the usual choice first, or the letter that completes
    /// the move.
    fn put(&mut self, square: Option<Square>) {
        let (Some(from), Some(to)) = (self.gui.lifted, square) else {
            return;
        };
        self.gui.put_on = Some(to);
        let mut legal = self.moves_from(from);
        legal.retain(|mv| mv.via().is_none() && self.target(*mv, from) == to);
        let generated: Vec<TypeId> = legal.iter().filter_map(|mv| mv.promotion()).collect();
        let layout = &self.game.rules().layout;
        match legal.first() {
            Some(&mv) if generated.is_empty() && layout.has_two_boards() => {
                self.complete_by_choice(mv);
            }
            Some(mv) if !generated.is_empty() => {
                let letters = self.promotion_letters(*mv, &generated);
                if !letters.is_empty() {
                    self.output.send(&Reply::Choice(letters));
                }
            }
            _ => {}
        }
    }

    /// The letters of the promotions to the target of a move.
    fn promotion_letters(&self, mv: Move, generated: &[TypeId]) -> String {
        let layout = &self.game.rules().layout;
        let choices = match &layout.variant.rules.promotion.to {
            // of pieces that move alike only one is generated, but each of these pieces has its letter
            PromotesTo::Choice(choices) => &choices[self.game.position().side()].accepted,
            PromotesTo::ByFile(_) => generated,
        };
        let squares = layout.square_name(mv.from()) + &layout.square_name(mv.to());
        let mut letters = String::new();
        for &id in choices {
            let letter = layout.variant.piece(id).letter;
            let letter = layout.letter_after(mv, letter);
            if letter::base(letter).is_some() {
                // the GUI itself asks whether to promote
                continue;
            }
            let legal = self.game.parse_move(&format!("{squares}{letter}")).is_ok();
            if legal && !letters.contains(letter) {
                letters.push(letter);
            }
        }
        letters
    }

    fn moves_from(&self, from: Square) -> Vec<Move> {
        let mut moves = self.game.legal_moves();
        let position = self.game.position();
        moves.retain(|mv| mv.from() == from && !mv.is_pass() && !position.goes_out_and_back(*mv));
        moves
    }

    /// The colours of the squares where a piece can go.
    fn targets(&self, from: Square) -> BTreeMap<Square, char> {
        let position = self.game.position();
        let two_boards = position.layout().has_two_boards();
        let mut targets = BTreeMap::new();
        for mv in self.moves_from(from) {
            if let Some(via) = mv.via() {
                targets.insert(position.layout().shown(via), ON_THE_WAY);
                continue;
            }
            let capture = mv.is_en_passant() || position.piece_on(mv.to()).is_some();
            let color = if mv.promotion().is_some() {
                PROMOTION
            } else if two_boards {
                COMPLETED
            } else if capture && mv.castling().is_none() {
                CAPTURE
            } else {
                QUIET
            };
            targets.entry(self.target(mv, from)).or_insert(color);
        }
        targets
    }

    /// The square on which the user puts the piece to make a move.
    fn target(&self, mv: Move, from: Square) -> Square {
        let position = self.game.position();
        let layout = position.layout();
        let sq = match layout.castling(position.side(), mv) {
            Some(castling) => {
                // another move may have the same squares: castle by moving to the rook
                let same = |other: &Move| other.castling().is_none() && other.to() == mv.to();
                let ambiguous = mv.to() == from || self.moves_from(from).iter().any(same);
                if ambiguous { castling.corner } else { mv.to() }
            }
            None => mv.to(),
        };
        layout.shown(sq)
    }

    fn highlight(&mut self, targets: &BTreeMap<Square, char>) {
        let layout = &self.game.rules().layout;
        let rank = |rank: u8| -> String {
            let cells: Vec<Option<&char>> = (0..layout.files)
                .map(|file| targets.get(&Square::at(file, rank)))
                .collect();
            let runs = cells.chunk_by(|a, b| a.is_none() && b.is_none());
            runs.map(|run| run[0].map_or(run.len().to_string(), char::to_string))
                .collect()
        };
        let ranks: Vec<String> = (0..layout.ranks).rev().map(rank).collect();
        self.output.send(&Reply::Highlight(ranks.join("/")));
    }
}
