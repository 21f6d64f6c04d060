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
    /// Of these, what is promoted for one side only, though both have it.
    one_sided: BTreeSet<usize>,
    /// What can choose.
    choosers: BTreeSet<usize>,
    /// The letters that they choose from.
    choice: Vec<char>,
    /// The choice is not the same for all of them, or for both sides.
    differs: bool,
}

impl Wishes {
    fn are_none(&self) -> bool {
        self.becomes.is_empty() && self.choosers.is_empty()
    }
}

/// What a diagram says of promotion.
pub struct Promotion {
    /// The pieces in the order that the parameters ask for: what is promoted first, and what it becomes, if there
    /// is no choice, as many lines below it.
    pub pieces: Vec<Piece>,
    /// The parameters.
    pub lines: Vec<String>,
    /// They say who is promoted on which ranks to what.
    pub complete: bool,
}

/// The parameters of promotion. What they would say wrongly is left out.
pub fn promotion(variant: &Variant, pieces: Vec<Piece>, losses: &mut Vec<String>) -> Promotion {
    let before = losses.len();
    let depth = zone_depth(variant);
    let mut wishes = wishes(variant, &pieces);
    if !wishes.are_none()
        && let Some(why) = beyond(variant, depth)
    {
        losses.push(format!(
            "promotion: {why}; on the diagram nothing is promoted"
        ));
        wishes = Wishes::default();
    }
    losses.extend(wishes.reduce(&pieces));
    if matches!(variant.rules.promotion.to, PromotesTo::ByFile(_)) {
        losses.push(
            "promotion of pawns: here the file decides what a pawn becomes; on the diagram it stays a pawn"
                .to_owned(),
        );
    }
    let complete = losses.len() == before;
    let shogi = !wishes.becomes.is_empty();
    let first: Vec<usize> = if shogi {
        wishes.becomes.keys().copied().collect()
    } else {
        wishes.choosers.iter().copied().collect()
    };
    let last: Vec<usize> = wishes.becomes.values().copied().collect();
    let rest = (0..pieces.len()).filter(|i| !first.contains(i) && !last.contains(i));
    let mut order: Vec<usize> = first.iter().copied().chain(rest).collect();
    let offset = order.len();
    order.extend(last);
    // it is 1 by default
    let mut lines = vec![format!("maxPromote={}", first.len())];
    if let Some(depth) = depth
        && !first.is_empty()
    {
        lines.push(format!("promoZone={depth}"));
        let choice: String = wishes.choice.into_iter().map(letter::text).collect();
        lines.push(if shogi {
            format!("promoOffset={offset}")
        } else {
            format!("promoChoice={choice}")
        });
    }
    let mut pieces: Vec<Option<Piece>> = pieces.into_iter().map(Some).collect();
    let pieces = order.into_iter().filter_map(|i| pieces[i].take()).collect();
    Promotion {
        pieces,
        lines,
        complete,
    }
}

/// What the sides that have a piece promote it to, by places in the list of pieces: nothing if they do not.
type Targets = BTreeMap<Color, BTreeSet<usize>>;

fn wishes(variant: &Variant, pieces: &[Piece]) -> Wishes {
    let mut wishes = Wishes::default();
    let mut choices: BTreeSet<BTreeSet<usize>> = BTreeSet::new();
    let (all, order) = targets(variant, pieces);
    for (from, targets) in all {
        // a line is for both sides
        let differ = targets.values().collect::<BTreeSet<_>>().len() > 1;
        let named: BTreeSet<usize> = targets.values().flatten().copied().collect();
        let mut named = named.into_iter();
        match (named.next(), named.next()) {
            (None, _) => {}
            (Some(to), None) if letter::base(pieces[to].id).is_some() => {
                wishes.becomes.insert(from, to);
                wishes.one_sided.extend(differ.then_some(from));
            }
            _ => {
                wishes.choosers.insert(from);
                wishes.differs |= differ;
                choices.extend(targets.into_values());
            }
        }
    }
    wishes.differs |= choices.len() > 1;
    let offered = order
        .into_iter()
        .filter(|to| choices.iter().any(|choice| choice.contains(to)));
    wishes.choice = offered.map(|to| pieces[to].id).collect();
    wishes
}

/// What each piece of the list becomes, and all that something becomes in the order in which players are offered it.
fn targets(variant: &Variant, pieces: &[Piece]) -> (BTreeMap<usize, Targets>, Vec<usize>) {
    let promotion = &variant.rules.promotion;
    let index = |color: Color, mut id: TypeId| {
        // what hides that it was promoted looks like another type, and moves like it
        let piece = variant.piece(id);
        if piece.hides_promotion() {
            id = variant.type_by_letter(piece.letter, color)?;
        }
        pieces
            .iter()
            .position(|piece| piece.owners.contains(&(color, id)))
    };
    let mut all: BTreeMap<usize, Targets> = BTreeMap::new();
    for (place, piece) in pieces.iter().enumerate() {
        let owners = piece
            .owners
            .iter()
            .map(|(color, _)| (*color, BTreeSet::new()));
        all.insert(place, owners.collect());
    }
    let mut order = Vec::new();
    for color in Color::ALL {
        let mut lists = promotion.pieces[color].clone();
        if let PromotesTo::Choice(choices) = &promotion.to {
            lists.push((TypeId::pawn(color), choices[color].accepted.clone()));
        }
        for (from, to) in lists {
            let Some(from) = index(color, from) else {
                continue;
            };
            for to in to.iter().filter_map(|id| index(color, *id)) {
                all.entry(from)
                    .or_default()
                    .entry(color)
                    .or_default()
                    .insert(to);
                if !order.contains(&to) {
                    order.push(to);
                }
            }
        }
    }
    (all, order)
}

impl Wishes {
    /// Leaves out what the parameters have no form for, and reports it.
    fn reduce(&mut self, pieces: &[Piece]) -> Vec<String> {
        let listed = |letters: &mut dyn Iterator<Item = char>| {
            letters.map(letter::text).collect::<Vec<_>>().join(", ")
        };
        let names = |places: &mut dyn Iterator<Item = &usize>| {
            listed(&mut places.map(|place| pieces[*place].id))
        };
        let mut losses = Vec::new();
        // each must stand as many lines above what it becomes
        let mut kept: BTreeMap<usize, usize> = BTreeMap::new();
        let (mut again, mut shared) = (Vec::new(), Vec::new());
        for (&from, &to) in &self.becomes {
            if self.becomes.contains_key(&to) {
                again.push(from);
            } else if kept.values().any(|other| *other == to) {
                shared.push(from);
            } else {
                kept.insert(from, to);
            }
        }
        for (left, why) in [
            (
                again,
                "on a diagram what a piece has become is not promoted again",
            ),
            (shared, "on a diagram no two pieces can become the same one"),
        ] {
            if !left.is_empty() {
                losses.push(format!("promotion of {}: {why}", names(&mut left.iter())));
            }
        }
        let one_sided = self.one_sided.iter().filter(|from| kept.contains_key(from));
        let one_sided = names(&mut one_sided.into_iter());
        if !one_sided.is_empty() {
            losses.push(format!(
                "who may become what: on the diagram both sides promote {one_sided}"
            ));
        }
        self.becomes = kept;
        let choosers = names(&mut self.choosers.iter());
        if !self.becomes.is_empty() && !self.choosers.is_empty() {
            let others = names(&mut self.becomes.keys());
            losses.push(format!(
                "promotion of {choosers}, for which players choose a piece: a diagram has either such promotions or those of \
                 pieces that always become the same one, here {others}; on it {choosers} is not promoted"
            ));
        } else if self.differs {
            let choice = listed(&mut self.choice.iter().copied());
            losses.push(format!(
                "who may become what: on the diagram {choosers} may become any of {choice}"
            ));
        }
        losses
    }
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

/// Why the parameters would promote what is not promoted here, if that is so.
fn beyond(variant: &Variant, depth: Option<u8>) -> Option<&'static str> {
    let promotion = &variant.rules.promotion;
    if promotion.capturing {
        Some("here only a capture promotes")
    } else if promotion.in_place {
        Some("here pieces are promoted where they stand, instead of moving")
    } else if promotion.back {
        Some("here a promoted piece is turned back when it would be promoted again")
    } else if depth.is_none() {
        Some(
            "here the squares that promote are not whole ranks, as many for one side as for the other",
        )
    } else {
        None
    }
}

/// How many ranks the zone has, if it is that.
fn zone_depth(variant: &Variant) -> Option<u8> {
    let is_zone = |color: Color, file: u8, rank: u8, depth: u8| {
        let far = variant.relative_rank(color, rank) + depth > variant.ranks;
        variant.is_hole(file, rank) || variant.promotes_at(color, file, rank) == far
    };
    let fits = |depth: &u8| {
        let mut squares = (0..variant.files).flat_map(|f| (0..variant.ranks).map(move |r| (f, r)));
        squares.all(|(f, r)| {
            Color::ALL
                .into_iter()
                .all(|color| is_zone(color, f, r, *depth))
        })
    };
    (0..=variant.ranks).find(fits)
}
