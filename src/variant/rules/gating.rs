//! Gating: a piece in hand enters on the square that another piece leaves for the first time, by the player's choice
//! (Seirawan gating) or at a fixed square (gates).

use super::drops::holdable;
use super::marks::{Mark, MarkedZone};
use super::{Resolver, Rule, Sentences, Value, ValueError, values};
use crate::types::{ByColor, Color, Square, TypeId};
use crate::variant::describe::{names::named, phrases::join};
use crate::variant::ini::game_def::GameDef;
use crate::variant::{Spanned, Variant, Zone};

pub(super) const GATING: &str = "Gating: AC";
pub(super) const GATES: &str = "Gates: A=b C=g, or Gates: white=A=b black=A=g";

/// The name that gives a variant gating without a rule line, and the types that are gated.
const GATING_GAME: (&str, [TypeId; 2]) = ("seirawan", [TypeId(9), TypeId(10)]);

pub(super) const RULE: Rule = Rule::new(&[GATING, GATES], resolve, describe);

/// The types that can be gated, and the gates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gating {
    /// Types that each side starts with in hand and may gate onto the square that a virgin piece, not a pawn, leaves.
    pub types: Vec<TypeId>,
    /// Gates. A piece waits at each gate for the piece in front to move, and is lost if the piece in front is captured.
    /// No type waits at two gates of a colour, and no waiting type can be dropped.
    pub gates: ByColor<Vec<Gate>>,
}

canonical!(struct Gating { types = 1, gates = 2 });

/// A piece that waits off the board, and enters when the piece in front of it moves for the first time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gate {
    /// The file, counted from 0. The piece enters on this file of the owner's first rank.
    pub file: u8,
    /// The waiting type.
    pub id: TypeId,
}

canonical!(struct Gate { file = 1, id = 2 });

impl Gating {
    /// True if there is any gating.
    pub fn lets_pieces_in(&self) -> bool {
        !self.types.is_empty() || self.has_gates()
    }

    /// True if there are gates.
    pub fn has_gates(&self) -> bool {
        !self.gates.iter().all(Vec::is_empty)
    }

    /// True if a piece of this type and colour can be gated.
    pub fn lets_in(&self, color: Color, id: TypeId) -> bool {
        let mut gates = self.gates[color].iter();
        self.types.contains(&id) || gates.any(|gate| gate.id == id)
    }
}

impl Resolver<'_> {
    /// Refuses a piece in hand that can never come to the board.
    pub(super) fn check_given(
        &self,
        letter: Spanned<char>,
        color: Color,
        id: TypeId,
    ) -> Result<(), ValueError> {
        let rules = &self.variant.rules;
        if rules.gating.types.contains(&id) || rules.can_drop(color, id) {
            return Ok(());
        }
        let message = format!("{color} can neither gate nor drop {}", letter.value);
        let hint = "a `Gating` or a `Drops` line says what can";
        Err(letter.error(message).hint(hint))
    }
}

impl Variant {
    /// The pieces that a colour has in hand for its gates, and with `by_choice` one of each type that it may gate.
    pub(super) fn waiting(&self, color: Color, by_choice: bool) -> Vec<TypeId> {
        let own = |id: &&TypeId| {
            let letter = self.piece(**id).letter;
            by_choice && self.type_by_letter(letter, color) == Some(**id)
        };
        let Gating { types, gates } = &self.rules.gating;
        let gates = gates[color].iter().map(|gate| gate.id);
        types.iter().filter(own).copied().chain(gates).collect()
    }

    /// The squares before the gates of a colour, with the waiting types.
    pub fn gates(&self, color: Color) -> impl Iterator<Item = (Square, TypeId)> + '_ {
        let rank = self.home_rank(color);
        let gates = self.rules.gating.gates[color].iter();
        gates.map(move |gate| (Square::at(gate.file, rank), gate.id))
    }
}

/// The types gated by the name of the variant.
pub fn by_name(game: &GameDef) -> Vec<TypeId> {
    let (name, types) = GATING_GAME;
    let exist = types.iter().all(|&id| game.raw_value(id).is_some());
    match &game.name {
        Some(game) if exist && game.value.eq_ignore_ascii_case(name) => types.to_vec(),
        _ => Vec::new(),
    }
}

fn resolve(cx: &mut Resolver<'_>) {
    if cx.values(GATING).is_empty() {
        cx.variant.rules.gating.types = by_name(cx.game);
    }
    cx.each_listed(GATING, |cx, value| {
        for letter in value.letters()? {
            for id in holdable(cx, letter)? {
                values::add(&mut cx.variant.rules.gating.types, id);
            }
        }
        Ok(())
    });
    cx.each(GATES, |cx, value| {
        let (colors, rest) = value.owner()?;
        (colors.iter()).try_for_each(|&color| gate(cx, rest, color))
    });
}

/// Reads a gate such as `L=b` of a colour.
fn gate(cx: &mut Resolver<'_>, value: Value<'_>, color: Color) -> Result<(), ValueError> {
    let malformed = || value.error(format!("`{}` is not a piece and its file", value.text));
    let (letter, file) = value.split_once(&['=']).ok_or_else(malformed)?;
    let letter = letter.letter().map_err(|_| malformed())?;
    let id = holdable(cx, letter)?[color];
    let name = file.text.to_ascii_lowercase();
    let &[byte] = name.as_bytes() else {
        return Err(malformed());
    };
    let number = byte.wrapping_sub(b'a');
    if number >= cx.variant.files {
        return Err(file.error(format!("`{name}` is not a file of this board")));
    }
    let rank = cx.variant.home_rank(color);
    let pieces = cx.own_pieces(color);
    let front = pieces.iter().find(|p| (p.file, p.rank) == (number, rank));
    if front.is_none_or(|piece| cx.variant.is_pawn(piece.id, color)) {
        let message = format!("no piece of {color} begins before a gate on the {name}-file");
        let hint = "it must stand on its owner's first rank, and must not be a pawn";
        return Err(file.error(message).hint(hint));
    }
    let known = &cx.variant.rules.gating.gates[color];
    if known.iter().any(|gate| gate.file == number) {
        let message = format!("{color} has a piece waiting on the {name}-file already");
        let hint = "only one piece can wait on each file";
        return Err(file.error(message).hint(hint));
    }
    if known.iter().any(|gate| gate.id == id) {
        let message = format!("a {} of {color} waits already", letter.value);
        let hint = "only one piece of each kind can wait";
        return Err(letter.error(message).hint(hint));
    }
    if cx.variant.rules.can_drop(color, id) {
        let name = letter.value;
        let message = format!("{name} can be dropped, so it cannot wait at a gate");
        let hint = "leave it out of the line `Drops`, with letters instead of `all`";
        return Err(letter.error(message).hint(hint));
    }
    if !cx.variant.may_stop(id, number, rank) {
        let message = format!("{} may not stand where it would come in", letter.value);
        return Err(letter.error(message).hint("a line `Confine` forbids it"));
    }
    cx.variant.rules.gating.gates[color].push(Gate { file: number, id });
    Ok(())
}

fn describe(words: &mut Sentences<'_>) {
    words.about(&words.variant.rules.gating.types, |types| {
        format!(
            "{types} wait off the board; one of them may be gated onto the square that a piece leaves \
             for the first time."
        )
    });
    at_gates(words);
}

/// The squares before gates.
pub(super) fn marked(variant: &Variant) -> Vec<MarkedZone> {
    let squares = variant.squares_with_followers();
    let zone: Zone = squares.map(|sq| (sq.file(), sq.rank())).collect();
    let words = Sentences::of(variant, &[at_gates]).join(" ");
    let marked = MarkedZone::new(Mark::Gate, zone, "gate", words);
    (!zone.is_empty()).then_some(marked).into_iter().collect()
}

/// The pieces that wait at gates.
fn at_gates(words: &mut Sentences<'_>) {
    let variant = words.variant;
    let subjects = [
        "Off the board wait",
        "Off the board wait white's",
        "Off the board wait black's",
    ];
    words.of_sides(subjects, |color| {
        let gates = variant.rules.gating.gates[color].iter().map(|gate| {
            let file = char::from(b'a' + gate.file);
            format!("{} on the {file}-file", join(&named(variant, &[gate.id])))
        });
        let gates = join(&gates.collect::<Vec<_>>());
        (!gates.is_empty()).then(|| {
            format!(
                "{gates}: each enters when the piece before it first moves, and is lost if that is \
                 captured before."
            )
        })
    });
}
