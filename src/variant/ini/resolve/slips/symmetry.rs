//! Moves that go everywhere but in one direction: a sign or a number was mistyped, or a move
//! forgotten.
//!
//! What is a slip here, for moves in steps and modes (who names directions in Betza notation means
//! them):
//!
//! - Of the moves of one kind (leaps or rides of the same length, bent and restricted alike) exactly
//!   one has no mirror image to the left or right, and there are at least three of them. Half a
//!   knight has four such moves, a piece that steps ahead and to the right two moves in all. A piece
//!   whose mirror image is another piece of the game is meant to be one-sided.
//! - Of a piece that both colours have on one line exactly one move, straight ahead or back, leads the
//!   other way for black, and at least two have their like. A lance has none.
//! - White's piece and black's with the same letter, and the two pawns, differ in one move of either
//!   side, seen from the other end of the board, and agree in at least two.
//! - The same move twice on one line.

use std::collections::{HashMap, HashSet};

use super::{Checks, leads, moves_of, written};
use crate::types::{Color, TypeId};
use crate::variant::ini::game_def::MoveToken;
use crate::variant::{Condition, Leg, MoveDescriptor, MoveShape, Rights, Span};

/// So many moves of one kind must be there for one to be the exception.
const SEVERAL: usize = 3;
/// So many moves of both colours must agree for one to be the exception.
const AGREEING: usize = 2;

/// What moves of one kind have in common: everything but their directions.
#[derive(PartialEq, Eq, Hash)]
struct Kind {
    legs: Vec<Leg>,
    multi_path: bool,
    repeat: bool,
    /// It takes something on its way, and perhaps passes the turn.
    double: Option<bool>,
    condition: Condition,
    cylinder: bool,
    en_passant: bool,
}

impl Kind {
    /// None for castling, which is told apart by its width.
    fn of(m: &MoveDescriptor) -> Option<Kind> {
        let mut double = None;
        let (mut legs, multi_path, repeat) = match &m.shape {
            MoveShape::Path { legs, repeat } => (legs.clone(), false, *repeat),
            MoveShape::MultiPath {
                twice,
                once,
                rights,
            } => {
                let legs = [twice, once].map(|&step| Leg::leap(step, *rights));
                (legs.to_vec(), true, false)
            }
            MoveShape::Double {
                first,
                passes,
                then,
            } => {
                double = Some(*passes);
                (vec![Leg::leap(*first, Rights::NONE), *then], false, false)
            }
            MoveShape::Castling { .. } => return None,
        };
        for leg in &mut legs {
            let (a, b) = (leg.step.files.abs(), leg.step.ranks.abs());
            (leg.step.files, leg.step.ranks) = (a.min(b), a.max(b));
        }
        Some(Kind {
            legs,
            multi_path,
            repeat,
            double,
            condition: m.condition,
            cylinder: m.cylinder,
            en_passant: m.en_passant,
        })
    }
}

/// The moves of a piece without castling.
type Moves = HashSet<MoveDescriptor>;

impl Checks<'_> {
    pub(super) fn moves(&mut self) {
        let [white, black] = Color::ALL.map(|color| self.armies[color].clone());
        let mut types: Vec<TypeId> = white.iter().chain(&black).copied().collect();
        types.sort_unstable();
        types.dedup();
        let plain = |m: &&MoveDescriptor| Kind::of(m).is_some();
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

    /// The moves of a line that are in steps and modes, with their places.
    fn steps(&self, id: TypeId) -> Vec<(Span, MoveDescriptor)> {
        let mut def = self.def(id).clone();
        def.moves
            .retain(|token| matches!(token.value, MoveToken::Steps(_)));
        let mut moves = moves_of(&def, self.alternators, id.is_pawn());
        moves.retain(|(_, m)| Kind::of(m).is_some());
        moves
    }

    /// The type that is black's where a type is white's: with the same letter, and for pawns the other
    /// pawn. The type itself if there is none.
    fn counterpart(&self, id: TypeId) -> TypeId {
        if id == TypeId::WHITE_PAWN && self.armies[Color::Black].contains(&TypeId::BLACK_PAWN) {
            return TypeId::BLACK_PAWN;
        }
        let letter = self.variant.piece(id).letter;
        let meant = Color::ALL.map(|color| self.variant.type_by_letter(letter, color));
        match meant {
            [Some(white), Some(black)]
                if white == id && !id.is_pawn() && self.armies[Color::Black].contains(&black) =>
            {
                black
            }
            _ => id,
        }
    }

    /// Tells of the first move of a line that is there already.
    fn repeated(&mut self, id: TypeId) {
        let mut seen = HashSet::new();
        let again = |(span, m)| (!seen.insert(m)).then_some(span);
        if let Some(span) = self.steps(id).into_iter().find_map(again) {
            let message = format!("move {}: it is on this line before", self.token(id, span));
            self.report.warning(span, message, None);
        }
    }

    /// True if that was complained of.
    fn one_sided(&mut self, id: TypeId, sets: &[Moves]) -> bool {
        let own = &sets[id.index() - 1];
        let mirror: Moves = own.iter().map(MoveDescriptor::mirrored).collect();
        // its own mirror image, or another piece's
        if sets.contains(&mirror) {
            return false;
        }
        let steps = self.steps(id);
        let mut kinds: HashMap<Kind, HashSet<&MoveDescriptor>> = HashMap::new();
        for (_, m) in &steps {
            if let Some(kind) = Kind::of(m) {
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
            // to the sides it would be one-sided, which has been judged
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

    /// What the file says at a place of a line.
    fn token(&self, id: TypeId, span: Span) -> String {
        let mut tokens = self.def(id).moves.iter();
        let found = tokens.find(|token| token.span == span);
        found.map_or(String::new(), |token| token.value.to_string())
    }
}
