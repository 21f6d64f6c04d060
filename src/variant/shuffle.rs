//! Back ranks in another order: how many there are, and which one a number stands for.
//!
//! In orthodox chess with `opposite=B between` the numbers are those that Scharnagl gave to the 960
//! start positions of Fischer's random chess; 518 is the usual one.

use super::{Color, TypeId, Variant};

/// How the back ranks of a game are shuffled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shuffle {
    /// White's and black's types of which half stand on squares of one colour, half on the other.
    pub opposite: [Vec<TypeId>; 2],
    /// The royal stands between the two pieces that it castles with.
    pub between: bool,
    /// Black's order has nothing to do with white's.
    pub independent: bool,
}

/// How one back rank is filled: groups of equal pieces in the order in which they are placed.
struct Plan {
    files: u8,
    groups: Vec<Group>,
    /// What fills the squares that are left, in this order.
    rest: Vec<Option<TypeId>>,
}

struct Group {
    id: Option<TypeId>,
    count: usize,
    /// Only squares of one colour: the parity of the file.
    parity: Option<u8>,
}

impl Variant {
    /// The number of different orders of a colour's back rank; 1 in a game that is not shuffled.
    pub fn arrangements(&self, color: Color) -> u64 {
        let Some(plan) = self.plan(color) else {
            return 1;
        };
        let mut product: u64 = 1;
        plan.fill(|choices| {
            product = product.saturating_mul(choices);
            0
        });
        product
    }

    /// The back rank that a number stands for; numbers begin anew after the last one. The usual
    /// one in a game that is not shuffled.
    pub fn arrangement(&self, color: Color, number: u64) -> Vec<Option<TypeId>> {
        let Some(plan) = self.plan(color) else {
            return self.back_rank[color.index()].clone();
        };
        let mut number = number;
        plan.fill(|choices| {
            let choice = number % choices;
            number /= choices;
            choice
        })
    }

    fn plan(&self, color: Color) -> Option<Plan> {
        let shuffle = self.rules.shuffle.as_ref()?;
        let rank = &self.back_rank[color.index()];
        let count = |id| rank.iter().filter(|other| **other == id).count();
        let mut kinds: Vec<Option<TypeId>> = Vec::new();
        for &id in rank {
            if !kinds.contains(&id) {
                kinds.push(id);
            }
        }
        let value = |id: Option<TypeId>| id.map_or(0, |id| self.piece(id).value);
        kinds.sort_by_key(|&id| (count(id), -value(id)));
        let middle = if shuffle.between {
            self.royal_and_partner(color)
        } else {
            None
        };
        let rest = middle.map_or(Vec::new(), |(royal, partner)| {
            vec![Some(partner), Some(royal), Some(partner)]
        });
        let mut groups = Vec::new();
        // white's second square is light, and the light ones are filled first
        for &id in &shuffle.opposite[color.index()] {
            for parity in [1, 0] {
                groups.push(Group {
                    id: Some(id),
                    count: count(Some(id)) / 2,
                    parity: Some(parity),
                });
            }
        }
        let others = kinds.into_iter().filter(|id| {
            let opposite = id.is_some_and(|id| shuffle.opposite[color.index()].contains(&id));
            !opposite && !rest.contains(id)
        });
        for id in others {
            groups.push(Group {
                id,
                count: count(id),
                parity: None,
            });
        }
        Some(Plan {
            files: self.files,
            groups,
            rest,
        })
    }

    /// A colour's only royal of the back rank and the type of which there is one in each corner.
    pub(super) fn royal_and_partner(&self, color: Color) -> Option<(TypeId, TypeId)> {
        let rank = &self.back_rank[color.index()];
        let royal = |id: &Option<TypeId>| id.is_some_and(|id| self.piece(id).royalty.is_royal());
        let mut royals = rank.iter().filter(|id| royal(id));
        let (Some(&Some(king)), None) = (royals.next(), royals.next()) else {
            return None;
        };
        let (first, last) = ((*rank.first()?)?, (*rank.last()?)?);
        let partners = rank.iter().filter(|id| **id == Some(first)).count();
        (first == last && partners == 2 && first != king).then_some((king, first))
    }
}

impl Plan {
    /// Places everything; `choose` picks one of so many possibilities each time.
    fn fill(&self, mut choose: impl FnMut(u64) -> u64) -> Vec<Option<TypeId>> {
        let mut rank = vec![None; usize::from(self.files)];
        let mut free: Vec<usize> = (0..rank.len()).collect();
        for group in &self.groups {
            let fits = |file: &usize| group.parity.is_none_or(|p| *file as u8 % 2 == p);
            let places: Vec<usize> = free.iter().copied().filter(fits).collect();
            let choice = choose(combinations(places.len(), group.count).max(1));
            for index in combination(places.len(), group.count, choice) {
                rank[places[index]] = group.id;
                free.retain(|&file| file != places[index]);
            }
        }
        for (&file, &id) in free.iter().zip(&self.rest) {
            rank[file] = id;
        }
        rank
    }
}

/// In how many ways some of a number of places can be taken.
fn combinations(places: usize, count: usize) -> u64 {
    if count > places {
        return 0;
    }
    (0..count as u64).fold(1, |n, i| n * (places as u64 - i) / (i + 1))
}

/// The places of a combination by its number, in the order of dictionaries.
fn combination(places: usize, count: usize, mut number: u64) -> Vec<usize> {
    let mut chosen = Vec::with_capacity(count);
    let mut first = 0;
    while chosen.len() < count && first < places {
        let with_first = combinations(places - first - 1, count - chosen.len() - 1);
        if number < with_first {
            chosen.push(first);
        } else {
            number -= with_first;
        }
        first += 1;
    }
    chosen
}
