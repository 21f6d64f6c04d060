//! Where pieces in hand can come in.

use crate::types::{Bitboard, ByColor, Color, Square, TypeId};
use crate::variant::Variant;

/// What the board needs to know about gating, worked out once at load.
#[derive(Debug)]
pub(in crate::board) struct Gating {
    /// Where a piece waits off the board until that square is left, and which one, per colour.
    pub gates: ByColor<Vec<(Square, TypeId)>>,
    /// Start squares of the pieces that may gate, per colour.
    pub squares: ByColor<Bitboard>,
}

impl Gating {
    /// The gates of a game that begins with these pieces.
    pub(super) fn new(v: &Variant, start: &[(Square, Color, TypeId)]) -> Gating {
        let may_gate =
            |color: Color, id: TypeId| !v.rules.gating.types.is_empty() && !v.is_pawn(id, color);
        Gating {
            gates: ByColor::from_fn(|color| gates(v, color)),
            squares: ByColor::from_fn(|color| {
                let own = start
                    .iter()
                    .filter(|&&(_, c, id)| c == color && may_gate(color, id));
                own.map(|&(sq, ..)| sq).collect()
            }),
        }
    }
}

/// The squares before the gates of a colour, and what waits behind them.
fn gates(v: &Variant, color: Color) -> Vec<(Square, TypeId)> {
    let rank = match color {
        Color::White => 0,
        Color::Black => v.ranks - 1,
    };
    let gates = v.rules.gating.gates[color].iter();
    gates
        .map(|gate| (Square::at(gate.file, rank), gate.id))
        .collect()
}
