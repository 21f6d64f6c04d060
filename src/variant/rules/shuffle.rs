//! Shuffled back ranks: how many there are, and which has which number.
//!
//! In orthodox chess with `opposite=B between` the numbers are Scharnagl's numbers of Chess960; 518 is the usual order.
//!
//! Pieces confined to a zone are placed in it. Royals cannot face each other, because pawns stand between.

use std::collections::HashMap;

use super::{Resolver, Rule, Sentences, ValueError, values};
use crate::types::{ByColor, Color, TypeId};
use crate::variant::{Spanned, Variant};

const SHUFFLE: &str = "Shuffle: free, or Shuffle: opposite=B between independent";

pub(super) const RULE: Rule = Rule::new(&[SHUFFLE], resolve, describe);

/// How the back ranks are shuffled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shuffle {
    /// Types of which half stand on squares of each colour.
    pub opposite: ByColor<Vec<TypeId>>,
    /// The royal stands between the pieces that it castles with.
    pub between: bool,
    /// Black's order is independent of White's.
    pub independent: bool,
}

canonical!(struct Shuffle { opposite = 1, between = 2, independent = 3 });

fn resolve(cx: &mut Resolver<'_>) {
    let count = cx.values(SHUFFLE).len();
    if count == 0 {
        return;
    }
    let mut shuffle = Shuffle::default();
    cx.each(SHUFFLE, |cx, value| {
        if let Some(letters) = value.after("opposite") {
            let mut letters = letters.letters()?.into_iter();
            return letters.try_for_each(|letter| opposite(cx, letter, &mut shuffle));
        }
        let Shuffle {
            between,
            independent,
            ..
        } = &mut shuffle;
        if value.sets([("between", between), ("independent", independent)]) {
            Ok(())
        } else if !value.is("free") {
            Err(value.not_understood())
        } else if count > 1 {
            Err(value.error("`free` cannot have conditions"))
        } else {
            Ok(())
        }
    });
    for color in Color::ALL.into_iter().filter(|_| shuffle.between) {
        let complaint = match cx.variant.royal_and_partner(color) {
            None => "needs one royal piece and equal pieces in both corners",
            Some((royal, partner)) => {
                let ids = &shuffle.opposite[color];
                if !ids.contains(&royal) && !ids.contains(&partner) {
                    continue;
                }
                "has two conditions for one piece"
            }
        };
        cx.malformed(SHUFFLE, format!("{color} {complaint}"));
    }
    cx.variant.rules.shuffle = Some(shuffle);
    for color in Color::ALL {
        if !cx.report.has_errors() && cx.variant.arrangements(color) == 0 {
            let message = format!("{color}'s pieces cannot be placed like that");
            let hint = "no order puts each piece on a square where it may stand";
            cx.refuse(SHUFFLE, message, hint);
        }
    }
}

fn opposite(
    cx: &Resolver<'_>,
    letter: Spanned<char>,
    shuffle: &mut Shuffle,
) -> Result<(), ValueError> {
    for (color, id) in Color::ALL.into_iter().zip(cx.types(letter)?) {
        let rank = cx.variant.back_rank[color].iter();
        let count = rank.filter(|other| **other == Some(id)).count();
        if count == 0 || count % 2 != 0 {
            let name = letter.value;
            return Err(letter.error(format!(
                "{color} has {count} of {name}, which is not an even number"
            )));
        }
        values::add(&mut shuffle.opposite[color], id);
    }
    Ok(())
}

fn describe(words: &mut Sentences<'_>) {
    let Some(shuffle) = &words.variant.rules.shuffle else {
        return;
    };
    let orders = words.variant.arrangements(Color::White);
    let both = if shuffle.independent {
        "each player's in its own way"
    } else {
        "both in the same way"
    };
    words.say(format!(
        "The back ranks are shuffled, {both}; there are {orders} orders. Castling ends on the same \
         squares as in the usual order."
    ));
}

/// The plan for one back rank: groups of equal pieces in order of placement. Sets of files are masks.
struct Plan {
    /// Files of the board.
    width: usize,
    /// The files to fill.
    files: u16,
    groups: Vec<Group>,
    /// The groups from this index on, and the rest, can stand on any file.
    unbound: usize,
    /// The pieces for the remaining squares, in order, and where each can stand.
    rest: Vec<(Option<TypeId>, u16)>,
}

struct Group {
    id: Option<TypeId>,
    count: usize,
    /// The files on which the pieces can stand.
    places: u16,
}

/// Number of ways to place the groups from an index on the remaining files.
type Ways = HashMap<(usize, u16), u64>;

impl Variant {
    /// Number of possible orders of a back rank; 1 if it is not shuffled.
    pub fn arrangements(&self, color: Color) -> u64 {
        self.plan(color)
            .map_or(1, |plan| plan.ways(0, plan.files, &mut Ways::new()))
    }

    /// The back rank with a number, modulo the number of orders. The usual back rank if it is not, or cannot be,
    /// shuffled.
    pub fn arrangement(&self, color: Color, number: u64) -> Vec<Option<TypeId>> {
        let filled = self.plan(color).and_then(|plan| plan.fill(number));
        filled.unwrap_or_else(|| self.back_rank[color].clone())
    }

    /// The numbers of both back ranks in start position `number`; `None` if the variant does not shuffle them.
    pub fn start_numbers(&self, number: u64) -> Option<ByColor<u64>> {
        let shuffle = self.rules.shuffle.as_ref()?;
        let black = if shuffle.independent {
            number / self.arrangements(Color::White)
        } else {
            number
        };
        Some(ByColor::new(number, black))
    }

    fn plan(&self, color: Color) -> Option<Plan> {
        let shuffle = self.rules.shuffle.as_ref()?;
        let rank: Vec<Option<TypeId>> = self.home_squares(color).map(|(_, id)| id).collect();
        let count = |id| rank.iter().filter(|other| **other == id).count();
        let mut kinds: Vec<Option<TypeId>> = Vec::new();
        rank.iter().for_each(|&id| values::add(&mut kinds, id));
        kinds.sort_by_key(|&id| (count(id), -id.map_or(0, |id| self.piece(id).value)));
        let middle = self.royal_and_partner(color).filter(|_| shuffle.between);
        let home = self.home_rank(color);
        let mask = |fits: &dyn Fn(u8) -> bool| {
            let files = self.home_squares(color).map(|(file, _)| file);
            let fitting = files.filter(|&file| fits(file));
            fitting.fold(0u16, |mask, file| mask | 1 << file)
        };
        let all = mask(&|_| true);
        let places =
            |id: Option<TypeId>| id.map_or(all, |id| mask(&|file| self.may_stop(id, file, home)));
        let rest = middle.map_or(Vec::new(), |(royal, partner)| {
            let rest = [partner, royal, partner].map(Some);
            rest.map(|id| (id, places(id))).into()
        });
        let mut groups = Vec::new();
        // light squares first; White's second square is light
        for &id in &shuffle.opposite[color] {
            for parity in [1, 0] {
                groups.push(Group {
                    id: Some(id),
                    count: count(Some(id)) / 2,
                    places: places(Some(id)) & mask(&|file| file % 2 == parity),
                });
            }
        }
        let others = kinds.into_iter().filter(|id| {
            let opposite = id.is_some_and(|id| shuffle.opposite[color].contains(&id));
            !opposite && !rest.iter().any(|(other, _)| other == id)
        });
        for id in others {
            groups.push(Group {
                id,
                count: count(id),
                places: places(id),
            });
        }
        let bound = if rest.iter().all(|&(_, places)| places == all) {
            groups.iter().rposition(|group| group.places != all)
        } else {
            groups.len().checked_sub(1)
        };
        Some(Plan {
            width: usize::from(self.files),
            files: all,
            unbound: bound.map_or(0, |last| last + 1),
            groups,
            rest,
        })
    }

    /// The only royal of a back rank, and the type that is in both corners.
    fn royal_and_partner(&self, color: Color) -> Option<(TypeId, TypeId)> {
        let rank: Vec<Option<TypeId>> = self.home_squares(color).map(|(_, id)| id).collect();
        let royal = |id: &Option<TypeId>| id.is_some_and(|id| self.is_royal(id));
        let mut royals = rank.iter().filter(|id| royal(id));
        let (Some(&Some(king)), None) = (royals.next(), royals.next()) else {
            return None;
        };
        let (first, last) = ((*rank.first()?)?, (*rank.last()?)?);
        let partners = rank.iter().filter(|id| **id == Some(first)).count();
        (first == last && partners == 2 && first != king).then_some((king, first))
    }

    /// The squares of a back rank with their usual pieces.
    fn home_squares(&self, color: Color) -> impl Iterator<Item = (u8, Option<TypeId>)> {
        let rank = self.back_rank[color].iter().copied();
        let squares = (0..).zip(rank);
        squares.filter(move |&(file, _)| !self.is_hole(file, self.home_rank(color)))
    }
}

impl Plan {
    /// Number of ways to place the groups from index `k`, and the rest, on the free files.
    fn ways(&self, k: usize, free: u16, known: &mut Ways) -> u64 {
        let Some(group) = self.groups.get(k) else {
            return u64::from(self.rest_fits(free));
        };
        let room = (group.places & free).count_ones() as usize;
        if k >= self.unbound {
            let choices = combinations(room, group.count);
            // every choice leaves the same number of files
            let next = combination(room, group.count, 0);
            return choices * self.ways(k + 1, without(free, group.places, &next), known);
        }
        if let Some(&ways) = known.get(&(k, free)) {
            return ways;
        }
        let ways = (0..combinations(room, group.count))
            .map(|choice| self.ways(k + 1, self.chosen(k, free, choice).1, known))
            .sum();
        known.insert((k, free), ways);
        ways
    }

    /// The files of a group in a choice, and the remaining ones.
    fn chosen(&self, k: usize, free: u16, choice: u64) -> (u16, u16) {
        let group = &self.groups[k];
        let room = (group.places & free).count_ones() as usize;
        let left = without(free, group.places, &combination(room, group.count, choice));
        (free & !left, left)
    }

    fn rest_fits(&self, free: u16) -> bool {
        let places = self.rest.iter().map(|&(_, places)| places);
        free.count_ones() as usize == self.rest.len()
            && (bits(free).zip(places)).all(|(file, places)| places >> file & 1 != 0)
    }

    /// The order with a number; `None` if there is no order.
    ///
    /// Each choice takes the lowest digit of the number. If choices leave different numbers of ways, they take turns
    /// until the choices with fewer ways are used up.
    fn fill(&self, number: u64) -> Option<Vec<Option<TypeId>>> {
        let known = &mut Ways::new();
        let mut free = self.files;
        let mut number = number.checked_rem(self.ways(0, free, known))?;
        let mut rank = vec![None; self.width];
        for (k, group) in self.groups.iter().enumerate() {
            let room = (group.places & free).count_ones() as usize;
            let choices = combinations(room, group.count);
            let ways = |choice| self.ways(k + 1, self.chosen(k, free, choice).1, known);
            let ways: Vec<u64> = (0..choices).map(ways).collect();
            let (choice, round) = turn(&ways, number)?;
            number = round;
            let (taken, left) = self.chosen(k, free, choice);
            bits(taken).for_each(|file| rank[file] = group.id);
            free = left;
        }
        for (file, &(id, _)) in bits(free).zip(&self.rest) {
            rank[file] = id;
        }
        Some(rank)
    }
}

/// The files of a mask, from the a-file.
fn bits(mask: u16) -> impl Iterator<Item = usize> {
    (0..16).filter(move |file| mask >> file & 1 != 0)
}

/// The free files that remain when some of the possible places, given by index, are taken.
fn without(free: u16, places: u16, taken: &[usize]) -> u16 {
    let open: Vec<usize> = bits(free & places).collect();
    (taken.iter()).fold(free, |left, &index| left & !(1 << open[index]))
}

/// The index whose turn it is, and the round, if each index takes one turn per round while it has turns left.
fn turn(turns: &[u64], number: u64) -> Option<(u64, u64)> {
    let before = |round: u64| -> u64 { turns.iter().map(|&n| n.min(round)).sum() };
    let (mut low, mut high) = (0, turns.iter().copied().max()?);
    while low + 1 < high {
        let middle = low + (high - low) / 2;
        if before(middle) <= number {
            low = middle;
        } else {
            high = middle;
        }
    }
    let mut present = (0..).zip(turns).filter(|(_, n)| **n > low);
    let (index, _) = present.nth((number - before(low)) as usize)?;
    Some((index, low))
}

/// Binomial coefficient.
fn combinations(places: usize, count: usize) -> u64 {
    if count > places {
        return 0;
    }
    (0..count as u64).fold(1, |n, i| n * (places as u64 - i) / (i + 1))
}

/// The places of a combination with a number, in lexicographic order.
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
