//! What is promoted, where, and to what.

use std::collections::{BTreeMap, BTreeSet};

use super::pieces::Piece;
use crate::types::{Color, TypeId};
use crate::variant::{PromotesTo, Variant, letter};

/// What becomes what, by places in the list of pieces.
#[derive(Default)]
struct Wishes {
    /// One thing only, which has its letter with a plus.
    becomes: BTreeMap<usize, usize>,
    /// What can choose.
    choosers: BTreeSet<usize>,
    /// The letters that they choose from.
    choice: Vec<char>,
}

/// The parameters of promotion, and the pieces in the order that these ask for: what is promoted first, and what
/// it becomes, if there is no choice, as many lines below it.
pub fn promotion(
    variant: &Variant,
    pieces: Vec<Piece>,
    losses: &mut Vec<String>,
) -> (Vec<Piece>, Vec<String>) {
    let wishes = wishes(variant, &pieces);
    losses.extend(beyond(variant, &wishes).map(str::to_owned));
    let shogi = !wishes.becomes.is_empty();
    let first: Vec<usize> = match shogi {
        true => wishes.becomes.keys().copied().collect(),
        false => wishes.choosers.iter().copied().collect(),
    };
    let mut last: Vec<usize> = Vec::new();
    for &to in wishes.becomes.values() {
        if !last.contains(&to) && !first.contains(&to) {
            last.push(to);
        }
    }
    let rest = (0..pieces.len()).filter(|i| !first.contains(i) && !last.contains(i));
    let mut order: Vec<usize> = first.iter().copied().chain(rest).collect();
    let offset = order.len();
    order.extend(last);
    // it is 1 by default
    let mut lines = vec![format!("maxPromote={}", first.len())];
    if !first.is_empty() {
        lines.push(format!("promoZone={}", zone_depth(variant).unwrap_or(1)));
        lines.push(match shogi {
            true => format!("promoOffset={offset}"),
            false => {
                let choice: String = wishes.choice.into_iter().map(letter::text).collect();
                format!("promoChoice={choice}")
            }
        });
    }
    let mut taken: Vec<Option<Piece>> = pieces.into_iter().map(Some).collect();
    let ordered = order.into_iter().filter_map(|i| taken[i].take()).collect();
    (ordered, lines)
}

fn wishes(variant: &Variant, pieces: &[Piece]) -> Wishes {
    let promotion = &variant.rules.promotion;
    let index = |color: Color, id: TypeId| {
        let own = |piece: &Piece| piece.owners.contains(&(color, id));
        pieces.iter().position(own)
    };
    let mut wishes = Wishes::default();
    for color in Color::ALL {
        let mut lists: Vec<(TypeId, Vec<TypeId>)> = promotion.pieces[color].clone();
        if let PromotesTo::Choice(choices) = &promotion.to {
            lists.push((TypeId::pawn(color), choices[color].accepted.clone()));
        }
        for (from, to) in lists {
            let Some(from) = index(color, from) else {
                continue;
            };
            let to: Vec<usize> = to.iter().filter_map(|id| index(color, *id)).collect();
            match to[..] {
                [] => {}
                [to] if letter::base(pieces[to].id).is_some() => {
                    wishes.becomes.insert(from, to);
                }
                _ => {
                    wishes.choosers.insert(from);
                    let ids = to.iter().map(|to| pieces[*to].id);
                    let new: Vec<char> = ids.filter(|id| !wishes.choice.contains(id)).collect();
                    wishes.choice.extend(new);
                }
            }
        }
    }
    wishes
}

/// True if pieces are promoted, none has a choice, and each has its own with a plus: a promotion of shogi.
pub fn is_by_offset(variant: &Variant) -> bool {
    let mut all = variant.rules.promotion.pieces.iter().flatten().peekable();
    all.peek().is_some()
        && all.all(|(_, to)| match to[..] {
            [to] => letter::base(variant.piece(to).letter).is_some(),
            _ => false,
        })
}

/// What the parameters cannot say.
fn beyond(variant: &Variant, wishes: &Wishes) -> impl Iterator<Item = &'static str> {
    let each_its_own = match &variant.rules.promotion.to {
        PromotesTo::Choice(choices) => {
            let letters = |color: Color| -> BTreeSet<char> {
                let ids = choices[color].accepted.iter();
                ids.map(|id| variant.piece(*id).letter).collect()
            };
            letters(Color::White) != letters(Color::Black)
        }
        PromotesTo::ByFile(_) => false,
    };
    let targets: BTreeSet<&usize> = wishes.becomes.values().collect();
    let all = [
        (each_its_own, "each side has promotion choices of its own"),
        (
            matches!(variant.rules.promotion.to, PromotesTo::ByFile(_)),
            "pawns become what belongs to the file",
        ),
        (
            !wishes.becomes.is_empty() && !wishes.choosers.is_empty(),
            "pawns that choose what they become beside pieces that do not",
        ),
        (
            targets.len() < wishes.becomes.len(),
            "two pieces that become the same",
        ),
        (
            zone_depth(variant).is_none(),
            "a promotion zone that is no number of ranks",
        ),
    ];
    all.into_iter()
        .filter(|(there, _)| *there)
        .map(|(_, what)| what)
}

/// How many ranks the zone has, if it is that.
fn zone_depth(variant: &Variant) -> Option<u8> {
    let inside = |color: Color, file: u8, own: u8| {
        let rank = match color {
            Color::White => variant.ranks - 1 - own,
            Color::Black => own,
        };
        variant.is_hole(file, rank) || variant.promotes_at(color, file, rank)
    };
    let depth = (0..variant.ranks)
        .take_while(|own| inside(Color::White, 0, *own))
        .count() as u8;
    let fits = Color::ALL.into_iter().all(|color| {
        (0..variant.files).all(|file| {
            (0..variant.ranks).all(|own| {
                inside(color, file, own) == (own < depth) || {
                    let rank = match color {
                        Color::White => variant.ranks - 1 - own,
                        Color::Black => own,
                    };
                    variant.is_hole(file, rank)
                }
            })
        })
    });
    fits.then_some(depth)
}
