//! Moves in all directions except one: a mistyped sign or number, or a forgotten move.
//!
//! These are slips, for moves in steps and modes (directions in Betza notation are intended):
//!
//! - Of at least three moves of one kind (leaps or rides of the same length, bends and limits) exactly one has no
//!   mirror image to the left or right. Half a knight has four such moves; a piece that steps ahead and to the right
//!   has two moves in total. A piece whose mirror image is another piece is intended.
//! - Of a piece that both colours share exactly one move, straight ahead or back, has no opposite, and at least two
//!   have one. A lance has none.
//! - White's and Black's piece with the same letter, and the two pawns, differ in one move of either side, as their
//!   owners see it, and agree in at least two.
//! - The same move twice on one line.

use std::collections::{HashMap, HashSet};

use super::{Checks, leads, moves_of, written};
use crate::types::{Color, Step, TypeId};
use crate::variant::ini::game_def::MoveToken;
use crate::variant::{MoveDescriptor, MoveShape, Span};

/// Smallest number of moves of one kind for an exception.
const SEVERAL: usize = 3;
/// Smallest number of equal moves of both colours for an exception.
const AGREEING: usize = 2;

/// The kind of a move: everything except its directions. `None` for castling, which differs by its width.
fn kind(m: &MoveDescriptor) -> Option<MoveDescriptor> {
    let castles = matches!(m.shape, MoveShape::Castling { .. });
    (!castles).then(|| {
        m.with_steps(|step| {
            let (a, b) = (step.files.abs(), step.ranks.abs());
            Step::new(a.min(b), a.max(b))
        })
    })
}

/// The moves of a piece without castling.
type Moves = HashSet<MoveDescriptor>;

impl Checks<'_> {
    pub(super) fn moves(&mut self) {
        let [white, black] = Color::ALL.map(|color| self.armies[color].clone());
        let mut types: Vec<TypeId> = white.iter().chain(&black).copied().collect();
        types.sort_unstable();
        types.dedup();
        let plain = |m: &&MoveDescriptor| kind(m).is_some();
        let pieces = self.variant.pieces.iter();
        let sets: Vec<Moves> = pieces
            .map(|piece| piece.moves.iter().filter(plain).cloned().collect())
            .collect();
        let mut one_sided = Vec::new();
        for &id in &types {
            self.repeated(id);
            if self.one_sided(id, &sets) {
                one_sided.push(id);
            }
        }
        for &id in &types {
            let other = self.counterpart(id);
            let both = other != id || (white.contains(&id) && black.contains(&id));
            if both && ![id, other].iter().any(|id| one_sided.contains(id)) {
                self.colours(id, other, &sets);
            }
        }
    }

    /// The moves of a line in steps and modes, with their places.
    fn steps(&self, id: TypeId) -> Vec<(Span, MoveDescriptor)> {
        let mut def = self.def(id).clone();
        def.moves
            .retain(|token| matches!(token.value, MoveToken::Steps(_)));
        let mut moves = moves_of(&def, self.alternators, id.is_pawn());
        moves.retain(|(_, m)| kind(m).is_some());
        moves
    }

    /// Black's type for a type of White: the type with the same letter, for pawns the other pawn, or else the type
    /// itself.
    fn counterpart(&self, id: TypeId) -> TypeId {
        let letter = self.variant.piece(id).letter;
        let [white, black] = Color::ALL.map(|color| self.variant.type_by_letter(letter, color));
        let black = match id {
            TypeId::WHITE_PAWN => Some(TypeId::BLACK_PAWN),
            TypeId::BLACK_PAWN => None,
            _ => black.filter(|_| white == Some(id)),
        };
        let army = &self.armies[Color::Black];
        black.filter(|black| army.contains(black)).unwrap_or(id)
    }

    /// Reports the first repeated move of a line.
    fn repeated(&mut self, id: TypeId) {
        let mut seen = HashSet::new();
        let again = |(span, m)| (!seen.insert(m)).then_some(span);
        if let Some(span) = self.steps(id).into_iter().find_map(again) {
            let message = format!("move {}: it is on this line before", self.token(id, span));
            self.report.warning(span, message, None);
        }
    }

    /// Reports a move that, alone of its kind, has no mirror image. True if there is such a move.
    fn one_sided(&mut self, id: TypeId, sets: &[Moves]) -> bool {
        let own = &sets[id.index() - 1];
        let mirror: Moves = own.iter().map(MoveDescriptor::mirrored).collect();
        // the piece is its own mirror image, or that of another piece
        if sets.contains(&mirror) {
            return false;
        }
        let steps = self.steps(id);
        let mut kinds: HashMap<MoveDescriptor, HashSet<&MoveDescriptor>> = HashMap::new();
        for (_, m) in &steps {
            if let Some(kind) = kind(m) {
                kinds.entry(kind).or_default().insert(m);
            }
        }
        let mut exceptions: Vec<&MoveDescriptor> = Vec::new();
        for kind in kinds.values().filter(|kind| kind.len() >= SEVERAL) {
            let mut alone = kind.iter().filter(|m| !mirror.contains(**m));
            if let (Some(m), None) = (alone.next(), alone.next()) {
                exceptions.push(m);
            }
        }
        for (span, m) in steps.iter().filter(|(_, m)| exceptions.contains(&m)) {
            let message = format!(
                "move {}: it has no mirror image, as the other moves of its kind have",
                self.token(id, *span)
            );
            let hint = written(&[m.mirrored()], id.is_pawn());
            let hint = hint.map(|text| format!("to the other side it is {text}"));
            self.report.warning(*span, message, hint);
        }
        !exceptions.is_empty()
    }

    /// White's type and black's, which may be the same.
    fn colours(&mut self, white: TypeId, black: TypeId, sets: &[Moves]) {
        if self.steps(white).is_empty() || self.steps(black).is_empty() {
            return;
        }
        let [own, theirs] = [white, black].map(|id| &sets[id.index() - 1]);
        let other: Moves = theirs.iter().map(MoveDescriptor::turned).collect();
        let only: Vec<&MoveDescriptor> = own.difference(&other).collect();
        let missing: Vec<&MoveDescriptor> = other.difference(own).collect();
        if own.intersection(&other).count() < AGREEING || only.len() > 1 || missing.len() > 1 {
            return;
        }
        let letter = self.variant.piece(white).letter;
        let place = |id: TypeId, m: &MoveDescriptor| {
            let steps = self.steps(id).into_iter();
            let mut steps = steps.filter(|(_, other)| other == m);
            steps.next().map(|(span, _)| span)
        };
        let text = |m: &MoveDescriptor| written(std::slice::from_ref(m), white.is_pawn());
        let (span, message, hint) = match (only.first(), missing.first()) {
            (None, None) => return,
            // a sideways move would be one-sided, for which the piece was checked before
            (Some(m), _) if white == black && m.mirrored() != **m => return,
            (Some(m), _) if white == black => {
                let Some(span) = place(white, m) else { return };
                let way = if leads(m, 1) { "ahead" } else { "back" };
                let message = format!(
                    "move {}: white's {letter} goes {way} by it, and black's the other way, as by no \
                     other move",
                    self.token(white, span)
                );
                let hint =
                    "a piece that moves unlike its mirror image needs a line for each colour";
                (span, message, Some(hint.to_owned()))
            }
            (only, Some(m)) => {
                let Some(span) = place(black, &m.turned()) else {
                    return;
                };
                let message = format!(
                    "move {}: white's {letter} has nothing that is like it for black",
                    self.token(black, span)
                );
                let hint = match only.and_then(|m| text(&m.turned())) {
                    Some(text) => Some(format!("for black {text} is missing")),
                    None => text(m).map(|text| format!("for white it is {text}")),
                };
                (span, message, hint)
            }
            (Some(m), None) => {
                let Some(text) = text(&m.turned()) else {
                    return;
                };
                let message =
                    format!("black's {letter} has not all moves of white's: {text} is missing");
                (self.def(black).letter.span, message, None)
            }
        };
        self.report.warning(span, message, hint);
    }

    /// The text at a place of a line.
    fn token(&self, id: TypeId, span: Span) -> String {
        let mut tokens = self.def(id).moves.iter();
        let found = tokens.find(|token| token.span == span);
        found.map_or(String::new(), |token| token.value.to_string())
    }
}
