//! The parameters of a diagram for promotion: which pieces are promoted, where, and to what.

use std::collections::{BTreeMap, BTreeSet};

use super::pieces::Piece;
use crate::types::{Color, TypeId};
use crate::variant::{PromotesTo, Variant, letter};

/// Which pieces become which, as indices in the list of pieces.
#[derive(Default)]
struct Wishes {
    /// Pieces that become one piece only, which has their letter with a plus.
    becomes: BTreeMap<usize, usize>,
    /// Of the pieces in `becomes`, those that only one side promotes, though both sides have them.
    one_sided: BTreeSet<usize>,
    /// Pieces that are promoted to a piece of the player's choice.
    choosers: BTreeSet<usize>,
    /// The pieces that the player chooses from, in the order in which they are offered.
    choice: Vec<usize>,
    /// The choice is not the same for all choosers, or for both sides.
    differs: bool,
}

/// The part of a diagram that expresses promotion.
pub struct Promotion {
    /// The pieces in the order that the parameters ask for: first the pieces that are promoted. Without a choice, the piece
    /// that each becomes stands `promoOffset` lines below it.
    pub pieces: Vec<Piece>,
    /// The parameters.
    pub lines: Vec<String>,
    /// True if the parameters express all of it: who is promoted, on which ranks, and to what.
    pub complete: bool,
}

/// The parameters of promotion. Promotions that they would express wrongly are left out.
pub fn promotion(variant: &Variant, pieces: Vec<Piece>, losses: &mut Vec<String>) -> Promotion {
    let before = losses.len();
    let depth = zone_depth(variant);
    let mut wishes = wishes(variant, &pieces);
    let promotes = !wishes.becomes.is_empty() || !wishes.choosers.is_empty();
    if promotes && let Some(why) = beyond(variant, depth) {
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
    // `maxPromote` is 1 by default
    let mut lines = vec![format!("maxPromote={}", first.len())];
    if let Some(depth) = depth
        && !first.is_empty()
    {
        lines.push(format!("promoZone={depth}"));
        let choice = wishes.choice.into_iter();
        let choice: String = choice.map(|to| letter::text(pieces[to].id)).collect();
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

fn wishes(variant: &Variant, pieces: &[Piece]) -> Wishes {
    let (all, offered) = targets(variant, pieces);
    let mut wishes = Wishes::default();
    let mut choices: BTreeSet<BTreeSet<usize>> = BTreeSet::new();
    for (from, targets) in all {
        // a line stands for both sides
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
    for to in offered {
        if !wishes.choice.contains(&to) && choices.iter().any(|choice| choice.contains(&to)) {
            wishes.choice.push(to);
        }
    }
    wishes
}

/// The pieces to which each side that has a piece promotes it, as indices in the list of pieces; empty if it does not.
type Targets = BTreeMap<Color, BTreeSet<usize>>;

/// The targets of each piece of the list, and all targets in the order in which players are offered them.
fn targets(variant: &Variant, pieces: &[Piece]) -> (BTreeMap<usize, Targets>, Vec<usize>) {
    let promotion = &variant.rules.promotion;
    let index = |color: Color, mut id: TypeId| {
        // a piece that hides its promotion looks like another type, and moves like that type
        let piece = variant.piece(id);
        if piece.hides_promotion() {
            id = variant.type_by_letter(piece.letter, color)?;
        }
        let mut pieces = pieces.iter();
        pieces.position(|piece| piece.owners.contains(&(color, id)))
    };
    let mut all: BTreeMap<usize, Targets> = BTreeMap::new();
    let mut offered = Vec::new();
    for color in Color::ALL {
        for id in variant.types_of(color) {
            let Some(from) = index(color, id) else {
                continue;
            };
            let mut to = promotion.of_piece(color, id).to_vec();
            if let PromotesTo::Choice(choices) = &promotion.to
                && id == TypeId::pawn(color)
            {
                to.extend(&choices[color].accepted);
            }
            let to: Vec<usize> = to.into_iter().filter_map(|id| index(color, id)).collect();
            let targets = all.entry(from).or_default();
            targets.entry(color).or_default().extend(&to);
            offered.extend(to);
        }
    }
    (all, offered)
}

/// The letters of the pieces with these indices.
fn letters<'p>(pieces: &[Piece], places: impl IntoIterator<Item = &'p usize>) -> String {
    let places = places.into_iter();
    let letters: Vec<String> = places
        .map(|&place| letter::text(pieces[place].id))
        .collect();
    letters.join(", ")
}

impl Wishes {
    /// Leaves out the promotions that the parameters cannot express, and reports them.
    fn reduce(&mut self, pieces: &[Piece]) -> Vec<String> {
        let mut losses = Vec::new();
        // each piece must stand the same number of lines above the piece that it becomes
        let mut kept: BTreeMap<usize, usize> = BTreeMap::new();
        for (&from, &to) in &self.becomes {
            let why = if self.becomes.contains_key(&to) {
                "what a piece has become is not promoted again"
            } else if kept.values().any(|other| *other == to) {
                "no two pieces can become the same one"
            } else {
                kept.insert(from, to);
                continue;
            };
            let piece = letters(pieces, [&from]);
            losses.push(format!("promotion of {piece}: on a diagram {why}"));
        }
        self.becomes = kept;
        let one_sided = self.one_sided.iter();
        let one_sided = one_sided.filter(|from| self.becomes.contains_key(from));
        let one_sided = letters(pieces, one_sided);
        if !one_sided.is_empty() {
            losses.push(format!(
                "who may become what: on the diagram both sides promote {one_sided}"
            ));
        }
        let choosers = letters(pieces, &self.choosers);
        if !self.becomes.is_empty() && !self.choosers.is_empty() {
            let others = letters(pieces, self.becomes.keys());
            losses.push(format!(
                "promotion of {choosers}, for which players choose a piece: a diagram has either such promotions or those of \
                 pieces that always become the same one, here {others}; on it {choosers} is not promoted"
            ));
        } else if self.differs {
            let choice = letters(pieces, &self.choice);
            losses.push(format!(
                "who may become what: on the diagram {choosers} may become any of {choice}"
            ));
        }
        losses
    }
}

/// True if pieces are promoted as in shogi: without a choice, and each to a piece of its own whose letter has a plus.
pub fn is_by_offset(variant: &Variant) -> bool {
    let mut all = variant.rules.promotion.pieces.iter().flatten().peekable();
    all.peek().is_some()
        && all.all(|(_, to)| match to[..] {
            [to] => letter::base(variant.piece(to).letter).is_some(),
            _ => false,
        })
}

/// Why the parameters would promote pieces that this variant does not promote; `None` if they would not.
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

/// The number of ranks in the promotion zone, if the zone is the last ranks of each side.
fn zone_depth(variant: &Variant) -> Option<u8> {
    let board = variant.board();
    let is_zone = |color: Color, depth: u8| {
        board.squares().all(|(file, rank)| {
            let far = variant.relative_rank(color, rank) + depth > variant.ranks;
            variant.promotes_at(color, file, rank) == far
        })
    };
    let mut depths = 0..=variant.ranks;
    depths.find(|&depth| Color::ALL.into_iter().all(|color| is_zone(color, depth)))
}
