//! What the user does with the mouse: `lift`, `hover` and `put`, answered with the squares to
//! light up and the pieces to choose from. The GUI takes the lit squares for the legal targets.

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
/// A piece that can be taken on the way: the GUI says that it is put there and lifted again, and marks
/// where the move can go on to.
const ON_THE_WAY: char = 'C';
/// A promotion, for which the GUI asks for the piece; `put` tells it which ones there are. Blue
/// would spare the question if there is just one, but XBoard then waits for a `choice` that it
/// ignores as long as it tests legality; and these games can be played while it does.
const PROMOTION: char = 'M';
/// A move that has to be completed by a letter, see [`completing`](super::completing).
const COMPLETED: char = 'B';
/// What will be captured elsewhere. The small letter is for a square that is no target.
const VICTIM: char = 'g';

impl Session {
    /// The user points at a square. A name that is no square of the board (the GUI's holdings have
    /// such) asks for nothing.
    pub(super) fn point(&mut self, mouse: Mouse, square: &str) {
        let layout = self.game.rules().layout.clone();
        let parsed = Square::parse_prefix(square, layout.files, layout.ranks);
        let parsed = parsed.map(|(sq, _)| sq);
        match mouse {
            Mouse::Lift => self.lift(parsed),
            Mouse::Hover => self.hover(parsed),
            Mouse::Put => self.put(parsed),
        }
    }

    /// Marks where the piece can go, if it is its turn.
    fn lift(&mut self, square: Option<Square>) {
        if self.goes_on(square) {
            return;
        }
        let position = self.game.position();
        let side = position.side();
        let own = |sq: &Square| {
            position
                .piece_on(*sq)
                .is_some_and(|(color, _)| color == side)
        };
        self.gui.lifted = square.map(|sq| position.occupied(sq)).filter(own);
        // the mouse works
        (self.gui.put_on, self.gui.awaited) = (None, None);
        if let Some(from) = self.gui.lifted {
            let targets = self.targets(from);
            self.highlight(&targets);
        }
    }

    /// Marks where a piece can go on to that was put where it takes something on its way, if that is
    /// what the user does.
    fn goes_on(&mut self, square: Option<Square>) -> bool {
        let (Some(from), true) = (self.gui.lifted, square == self.gui.put_on) else {
            return false;
        };
        let layout = self.game.rules().layout.clone();
        let shown = |sq: Option<Square>| sq.map(|sq| layout.shown(sq));
        let mut moves = self.moves_from(from);
        moves.retain(|mv| shown(mv.via()) == square || shown(Some(mv.to())) == square);
        moves.retain(|mv| mv.via().is_none() || shown(mv.via()) == square);
        if square.is_none() || moves.iter().all(|mv| mv.via().is_none()) {
            return false;
        }
        let position = self.game.position();
        let color = |mv: &Move| match position.piece_on(mv.to()) {
            _ if mv.promotion().is_some() => PROMOTION,
            Some(_) if mv.to() != from => CAPTURE,
            _ => QUIET,
        };
        let targets = moves.iter().map(|mv| (layout.shown(mv.to()), color(mv)));
        let targets = targets.collect();
        self.highlight(&targets);
        true
    }

    /// Marks the victim of an en-passant capture besides the targets.
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

    /// Tells what the piece may become, the usual choice first, or what completes the move.
    fn put(&mut self, square: Option<Square>) {
        let (Some(from), Some(to)) = (self.gui.lifted, square) else {
            return;
        };
        self.gui.put_on = Some(to);
        let mut legal = self.moves_from(from);
        legal.retain(|mv| mv.via().is_none() && self.target(*mv, from) == to);
        let becomes = legal.iter().filter_map(|mv| mv.promotion());
        let generated: Vec<TypeId> = becomes.collect();
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

    /// The letters of all that a pawn may become with a move to that square.
    fn promotion_letters(&self, mv: Move, generated: &[TypeId]) -> String {
        let layout = &self.game.rules().layout;
        let choices = match &layout.variant.rules.promotion.to {
            // pieces that move alike are generated once, but each has its letter
            PromotesTo::Choice(choices) => &choices[self.game.position().side()].accepted,
            PromotesTo::ByFile(_) => generated,
        };
        let squares = layout.square_name(mv.from()) + &layout.square_name(mv.to());
        let mut letters = String::new();
        for &id in choices {
            let letter = layout.variant.piece(id).letter;
            let letter = layout.letter_after(mv, letter);
            if letter::base(letter).is_some() {
                // the GUI asks for itself where there is a plus
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
        let goes = |mv: &Move| !mv.is_pass() && !position.goes_out_and_back(*mv);
        moves.retain(|mv| mv.from() == from && goes(mv));
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
                // the same squares can mean a plain move, so castling gets one of its own
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
            let target = |file| targets.get(&Square::at(file, rank));
            let cells: Vec<Option<&char>> = (0..layout.files).map(target).collect();
            let runs = cells.chunk_by(|a, b| a.is_none() && b.is_none());
            runs.map(|run| run[0].map_or(run.len().to_string(), char::to_string))
                .collect()
        };
        let ranks: Vec<String> = (0..layout.ranks).rev().map(rank).collect();
        self.output.send(&Reply::Highlight(ranks.join("/")));
    }
}
