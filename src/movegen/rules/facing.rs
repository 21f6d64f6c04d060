//! Royals that face each other on an open file (or rank). Where that is illegal each seems to capture
//! along it.

use crate::board::Position;
use crate::board::cell::EMPTY;
use crate::types::{Color, Square, Step, TypeId};
use crate::variant::{Leg, Rights, Variant};

/// The legs along which royals may not face each other.
pub(in crate::movegen) fn legs(v: &Variant) -> Vec<Leg> {
    let zones = &v.rules.zones;
    let steps = [(0, 1, true), (0, -1, true), (1, 0, false), (-1, 0, false)];
    let looks = |ahead: bool| zones.facing_is_illegal && (ahead || zones.facing_on_ranks);
    let steps = steps.into_iter().filter(|&(.., ahead)| looks(ahead));
    steps
        .map(|(files, ranks, _)| Leg::slide(Step::new(files, ranks), Rights::CAPTURE))
        .collect()
}

/// True if a type would face a royal on a square that some of these steps lead it to.
pub(in crate::movegen) fn faces(v: &Variant, id: TypeId, step: Step, target: Square) -> bool {
    let stops = |id: TypeId| v.may_stop(id, target.file(), target.rank());
    v.piece(id).royalty.is_royal()
        && legs(v).iter().any(|leg| leg.step == step)
        && v.types()
            .any(|(id, piece)| piece.royalty.is_royal() && stops(id))
}

/// True if two royals of different colours stand on one file, or rank if that counts, with nothing in
/// between but squares of the board.
#[inline(never)]
pub(super) fn do_face(pos: &Position, on_ranks: bool) -> bool {
    let royals = |color: Color| {
        let royals = pos.pieces_in(color, pos.royals(color));
        royals.map(|(sq, _)| sq)
    };
    royals(Color::White).any(|a| {
        royals(Color::Black).any(|b| is_open(pos, a, b) && (on_ranks || a.file() == b.file()))
    })
}

/// True if two squares are on one file or rank, and nothing is between them.
fn is_open(pos: &Position, a: Square, b: Square) -> bool {
    let range = |one: u8, other: u8| one.min(other)..=one.max(other);
    let free = |sq: Square| {
        let hole = pos.layout().variant.is_hole(sq.file(), sq.rank());
        sq == a || sq == b || pos.cell(sq) == EMPTY && !hole
    };
    let mut ranks = range(a.rank(), b.rank());
    (a.file() == b.file() || a.rank() == b.rank())
        && ranks.all(|rank| range(a.file(), b.file()).all(|file| free(Square::at(file, rank))))
}
