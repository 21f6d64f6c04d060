//! Drops of pieces in hand instead of a move, and captured pieces in hand.

use super::owned::of_type;
use super::values::add;
use super::{Resolver, Rule, Sentences, Value, ValueError};
use crate::types::{ByColor, Color, MAX_TYPES, Square, TypeId};
use crate::variant::describe::names::named;
use crate::variant::describe::phrases::{either, join, plural, ranks};
use crate::variant::{Change, PieceType, Spanned, Variant, letter};

pub(super) const DROPS: &str = "Drops: all, or Drops: QRBNP P=1-7 one-per-file=P two-per-file=N no-mate=P \
                                keep-promoted, or Drops: N no-captures, or Drops: all partner";

pub(super) const RULE: Rule = Rule::new(&[DROPS], resolve, describe);

/// Pieces in hand that can be put on empty squares instead of a move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drops {
    /// The types that each side may drop.
    pub kinds: ByColor<Vec<DropKind>>,
    /// Captured pieces go to the captor's hand if they can be dropped. Otherwise they are removed.
    pub captures: bool,
    /// Captured pieces go to the partner at another board, and pieces in hand come from there, so they do not follow from
    /// the moves.
    pub partner: bool,
}

canonical!(struct Drops { kinds = 1, captures = 2, partner = 3 });

/// A type that can be dropped, and its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DropKind {
    /// The type that appears on the board: the type in hand, or its promoted form.
    pub id: TypeId,
    /// First and last rank for drops, counted from 1 on the owner's side.
    pub ranks: (u8, u8),
    /// The type may not be dropped on a file where its owner has this number of such pieces; 0: no limit.
    pub per_file: u8,
    /// A drop may not give mate.
    pub no_mate: bool,
}

canonical!(struct DropKind { id = 1, ranks = 2, per_file = 3, no_mate = 4 });

impl Drops {
    /// True if a colour can drop a type.
    pub fn can_drop(&self, color: Color, id: TypeId) -> bool {
        self.kinds[color].iter().any(|kind| kind.id == id)
    }
}

/// The types of a letter, if such pieces can be in hand.
pub(super) fn holdable(
    cx: &Resolver<'_>,
    letter: Spanned<char>,
) -> Result<ByColor<TypeId>, ValueError> {
    let types = cx.types(letter)?;
    let name = letter::text(letter.value);
    for (color, id) in Color::ALL.into_iter().zip(types) {
        // royals can be placed before play
        let placed = cx.variant.rules.placement.first[color].contains(&id);
        let message = if cx.variant.is_royal(id) && !placed {
            format!("a royal piece like {name} cannot be in hand")
        } else if cx.variant.is_pawn(id, color.other()) {
            format!("{name} is a pawn of {color}'s opponent")
        } else {
            continue;
        };
        return Err(letter.error(message));
    }
    Ok(types)
}

fn resolve(cx: &mut Resolver<'_>) {
    if cx.values(DROPS).is_empty() {
        return;
    }
    let mut drops = Drops {
        captures: true,
        ..Drops::default()
    };
    let keeps = cx.values(DROPS).iter().any(|value| value.is(KEEP_PROMOTED));
    if keeps {
        // without demotion, promoted pieces are pieces like others
        (cx.variant.pieces.iter_mut()).for_each(|piece| piece.promoted_from = None);
    }
    // types first, then their limits, in any order
    let is_limit = |value: Value<'_>| value.text.contains(['=', '-']);
    cx.each_listed(DROPS, |cx, value| {
        if is_limit(value) || value.is(PARTNER) {
            Ok(())
        } else {
            kinds(cx, value, &mut drops)
        }
    });
    if drops.kinds.iter().all(Vec::is_empty) {
        cx.malformed(DROPS, "nothing can be dropped");
    }
    cx.each(DROPS, |cx, value| {
        if value.is("no-captures") {
            drops.captures = false;
        } else if value.is(PARTNER) {
            (drops.captures, drops.partner) = (false, true);
        } else if is_limit(value) && !value.is(KEEP_PROMOTED) {
            return limit(cx, value, &mut drops);
        }
        Ok(())
    });
    check_useless(cx, DROPS, &drops.kinds);
    let captures = drops.captures || drops.partner;
    cx.variant.rules.drops = Some(drops);
    if captures && !keeps {
        check_pieces(cx);
        add_promoted_types(cx);
    }
}

/// Reports pieces whose promoted form does not show what the piece was before.
fn check_pieces(cx: &mut Resolver<'_>) {
    let plus = |id: TypeId| letter::base(cx.variant.piece(id).letter).is_some();
    let pieces = cx.variant.rules.promotion.pieces.iter().flatten();
    let unclear = |(id, to): &&(TypeId, Vec<TypeId>)| !plus(*id) && !to.iter().all(|&to| plus(to));
    if let Some((id, _)) = pieces.clone().find(unclear) {
        let letter = cx.variant.piece(*id).written();
        let message =
            format!("captured pieces that were {letter} could not be distinguished from others");
        let hint = format!(
            "what {letter} becomes needs a letter with a plus, or the drops a `{KEEP_PROMOTED}`"
        );
        cx.refuse(DROPS, message, hint);
    }
}

/// Promoted pieces stay promoted in the captor's hand.
const KEEP_PROMOTED: &str = "keep-promoted";

/// Captured pieces go to the partner.
const PARTNER: &str = "partner";

impl DropKind {
    /// A type without limits, except that pawns are not dropped on the first and last rank.
    pub(super) fn new(id: TypeId, color: Color, ranks: u8) -> DropKind {
        DropKind {
            id,
            ranks: if id == TypeId::pawn(color) {
                (2, ranks - 1)
            } else {
                (1, ranks)
            },
            per_file: 0,
            no_mate: false,
        }
    }

    /// True if the type can be dropped on a rank, counted from 1 on the owner's side.
    pub fn is_open(&self, rank: u8) -> bool {
        (self.ranks.0..=self.ranks.1).contains(&rank)
    }
}

impl Variant {
    /// True if ranks, zones and limits of drops allow a colour to drop a type on a square.
    pub fn is_open_to(&self, color: Color, kind: &DropKind, sq: Square) -> bool {
        kind.is_open(self.relative_rank(color, sq.rank()))
            && self.may_stop(kind.id, sq.file(), sq.rank())
            && (self.rules.drop_limits).allow(color, kind.id, sq.file(), sq.rank())
    }
}

fn kinds(cx: &Resolver<'_>, value: Value<'_>, drops: &mut Drops) -> Result<(), ValueError> {
    let all = value.is("all");
    let letters: Vec<Spanned<char>> = if all {
        let pieces = cx.variant.pieces.iter();
        let whole = pieces.filter(|piece| piece.promoted_from.is_none());
        whole
            .map(|piece| Spanned::new(piece.letter, value.span))
            .collect()
    } else {
        value.letters()?
    };
    for letter in letters {
        let types = if all {
            cx.types(letter)?
        } else {
            holdable(cx, letter)?
        };
        for (color, id) in Color::ALL.into_iter().zip(types) {
            let royal = cx.variant.is_royal(id);
            let pawn_of_other = cx.variant.is_pawn(id, color.other());
            if !royal && !pawn_of_other && !drops.can_drop(color, id) {
                drops.kinds[color].push(DropKind::new(id, color, cx.variant.ranks));
            }
        }
    }
    Ok(())
}

fn limit(cx: &Resolver<'_>, value: Value<'_>, drops: &mut Drops) -> Result<(), ValueError> {
    let (word, rest) = value.pair('=')?;
    if word.is("one-per-file") {
        change(cx, rest, drops, |kind| kind.per_file = 1)
    } else if word.is("two-per-file") {
        change(cx, rest, drops, |kind| kind.per_file = 2)
    } else if word.is("no-mate") {
        change(cx, rest, drops, |kind| kind.no_mate = true)
    } else {
        let ranks = rest.ranks(cx.variant.ranks)?;
        change(cx, word, drops, |kind| kind.ranks = ranks)
    }
}

/// Changes kinds for both colours.
fn change(
    cx: &Resolver<'_>,
    letters: Value<'_>,
    drops: &mut Drops,
    change: impl Fn(&mut DropKind),
) -> Result<(), ValueError> {
    for letter in letters.letters()? {
        for (color, id) in Color::ALL.into_iter().zip(cx.types(letter)?) {
            let mut kinds = drops.kinds[color].iter_mut();
            let kind = kinds.find(|kind| kind.id == id).ok_or_else(|| {
                let message = format!("{color} cannot drop {}", letter::text(letter.value));
                letter.error(message)
            })?;
            change(kind);
        }
    }
    Ok(())
}

/// Reports pieces that cannot be dropped on any square.
pub(super) fn check_useless(
    cx: &mut Resolver<'_>,
    form: &'static str,
    kinds: &ByColor<Vec<DropKind>>,
) {
    for color in Color::ALL {
        for kind in &kinds[color] {
            let variant = &cx.variant;
            if !(variant.squares()).any(|sq| variant.is_open_to(color, kind, sq)) {
                let letter = variant.piece(kind.id).written();
                let message = format!("{color} can drop {letter} nowhere");
                let hint =
                    "its ranks, its zone and its line `Drop-Limits` have no square in common";
                cx.refuse(form, message, hint);
            }
        }
    }
}

/// If captured pieces change sides, gives every promotion choice its own type, so that the board shows which pieces are
/// demoted in the captor's hand.
fn add_promoted_types(cx: &mut Resolver<'_>) {
    let mut added: Vec<(TypeId, TypeId)> = Vec::new();
    let mut promotes_to = cx.variant.rules.promotion.to.clone();
    for id in promotes_to.types_mut() {
        let piece = cx.variant.piece(*id);
        if piece.royalty.is_royal() || piece.promoted_from.is_some() {
            continue;
        }
        if let Some(&(_, promoted)) = added.iter().find(|(old, _)| old == id) {
            *id = promoted;
            continue;
        }
        if cx.variant.pieces.len() >= MAX_TYPES {
            let message = "promoted pieces need types of their own, and there are too many";
            let hint = "with `keep-promoted` in the line Drops they need none";
            return cx.refuse(DROPS, message, hint);
        }
        let promoted = PieceType {
            promoted_from: Some(TypeId::WHITE_PAWN),
            ..piece.clone()
        };
        cx.variant.pieces.push(promoted);
        let new = TypeId(cx.variant.pieces.len() as u8);
        added.push((*id, new));
        *id = new;
    }
    cx.variant.rules.promotion.to = promotes_to;
    // a promoted piece has the same zones
    let zones = &mut cx.variant.rules.zones;
    for (old, new) in added {
        let confined = of_type(&zones.confined, old).map(|&zone| (new, zone));
        zones.confined.extend(confined);
        for changes in [&mut zones.changes, &mut zones.lines] {
            let own = changes.iter().filter(|change| change.id == old);
            let own: Vec<Change> = own.map(|c| Change { id: new, ..*c }).collect();
            changes.extend(own);
        }
    }
}

/// The types that each side can ever have in hand and drop. `Drops: all` also names promoted pieces, and pieces that
/// never exist, such as models for moves in zones.
pub fn ever_dropped(variant: &Variant, drops: &Drops) -> ByColor<Vec<DropKind>> {
    let letter = |id: TypeId| variant.piece(id).letter;
    let held_letter = |id: TypeId| letter(variant.piece(id).promoted_from.unwrap_or(id));
    let promotion = &variant.rules.promotion;
    let held = variant.rules.hand.iter().flatten();
    let mut hand: Vec<char> = held.map(|&(id, _)| letter(id)).collect();
    let start = variant.start_pieces().into_iter();
    let mut board: Vec<TypeId> = start.map(|placed| placed.id).collect();
    let mut next = 0;
    loop {
        while let Some(&id) = board.get(next) {
            next += 1;
            if drops.captures || drops.partner {
                add(&mut hand, held_letter(id));
            }
            for color in Color::ALL {
                let mut becomes = promotion.of_piece(color, id).to_vec();
                if variant.is_pawn(id, color) {
                    becomes.extend(promotion.to.of_pawns(color));
                }
                becomes.into_iter().for_each(|to| add(&mut board, to));
            }
        }
        let mut kinds = drops.kinds.clone();
        for kinds in &mut kinds {
            kinds.retain(|kind| hand.contains(&held_letter(kind.id)));
        }
        for kind in kinds.iter().flatten() {
            add(&mut board, kind.id);
        }
        if next == board.len() {
            return kinds;
        }
    }
}

fn describe(words: &mut Sentences<'_>) {
    let variant = words.variant;
    let Some(drops) = &variant.rules.drops else {
        return;
    };
    let whence = if drops.captures {
        "Captured pieces change sides: instead of a move"
    } else if drops.partner {
        "Captured pieces go to the partner at another board, and the partner's come here: instead of a move"
    } else {
        "Instead of a move"
    };
    let kinds: Vec<DropKind> = ever_dropped(variant, drops).into_iter().flatten().collect();
    // a piece in hand may be dropped promoted
    let (turned, plain): (Vec<TypeId>, Vec<TypeId>) = (kinds.iter().map(|kind| kind.id))
        .partition(|&id| variant.piece(id).promoted_from.is_some());
    words.say(format!(
        "{whence} a player may drop one of these from the hand on an empty square: {}.",
        named(variant, &plain).join(", ")
    ));
    words.about(&turned, |turned| {
        format!("They may also be dropped promoted: {turned}.")
    });
    let promotion = &variant.rules.promotion;
    let promotes = promotion.promotes_pieces()
        || Color::ALL
            .into_iter()
            .any(|color| promotion.to.promotes(color));
    if promotes && (drops.captures || drops.partner) {
        let turns_back = variant
            .pieces
            .iter()
            .any(|piece| piece.promoted_from.is_some());
        words.say(if turns_back {
            "A captured piece that has been promoted goes to the hand unpromoted."
        } else {
            "A captured piece that has been promoted stays promoted."
        });
    }
    limits(words, kinds);
}

/// Limits of drops. Pieces with the same limits share a line.
fn limits(words: &mut Sentences<'_>, mut kinds: Vec<DropKind>) {
    let variant = words.variant;
    kinds.sort_by_key(|kind| kind.id);
    let of = |like: &dyn Fn(&DropKind) -> bool| {
        let alike = kinds.iter().filter(|kind| like(kind));
        let types: Vec<TypeId> = alike.map(|kind| kind.id).collect();
        named(variant, &types)
    };
    for kind in &kinds {
        if kind.ranks != (1, variant.ranks) {
            let who = of(&|other| other.ranks == kind.ranks);
            let who: Vec<String> = who.iter().map(|name| plural(name)).collect();
            let (who, ranks) = (join(&who), ranks(kind.ranks));
            words.say_once(format!(
                "{who} may be dropped only on their owner's {ranks}."
            ));
        }
        let others = match kind.per_file {
            1 => "another one".to_owned(),
            n => format!("{n} others"),
        };
        if kind.per_file > 0 {
            let name = words.names(&[kind.id]);
            words.say_once(format!(
                "No {name} can be dropped on a file with {others} of its owner."
            ));
        }
        if kind.no_mate {
            let who = either(&of(&|other| other.no_mate));
            words.say_once(format!("No {who} may be dropped to give mate."));
        }
    }
}
