//! The endings near a position: what a search from there may look up.

use std::sync::Arc;

use super::problem::{Force, number};
use super::scale::Men;
use super::store::{Endgames, Ending, MOST_PIECES, solve_in_background};
use super::table::Table;
use crate::board::Position;
use crate::ruleset::Ruleset;
use crate::types::{ByColor, Color, Square, TypeId};
use crate::variant::{PromotesTo, Stalemate};

/// With at most so many pieces on the board, royals and pawns not counted, endings are near.
const MOST_MEN: u32 = 6;
/// Types that win alone against a lone royal from such a share of all positions are said to be
/// able to mate.
pub(super) const MATING_SHARE: f64 = 0.3;

/// What is known for sure of a position with a lone royal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Nobody wins.
    Draw,
    /// The side to move mates in so many plies.
    Won(u32),
    /// The side to move is mated in so many plies.
    Lost(u32),
}

/// The endings near a position. Solved ones can be asked; of the others nothing is known as yet.
#[derive(Debug)]
pub struct Near {
    /// By colour of the side with pieces: its royal and the royal it hunts.
    royals: ByColor<TypeId>,
    /// By colour and type: the ending with that piece alone. Types that only the other colour has
    /// are measures of what can mate.
    single: ByColor<Vec<Option<Arc<Ending>>>>,
    /// By colour: endings with several pieces.
    several: ByColor<Vec<Arc<Ending>>>,
    /// What is not won is drawn.
    pub(super) draws: bool,
}

impl Near {
    /// The endings near a position; `None` if there are none. With `wait` all of them are solved
    /// before this returns, so that what is known does not depend on the clock; otherwise those
    /// that are not solved yet will be in the background, and can be asked when they are.
    pub fn of(endgames: &Arc<Endgames>, pos: &Position, wait: bool) -> Option<Near> {
        let rules = &*endgames.rules;
        let v = rules.variant();
        let lone = |color| pos.royals(color).count_ones() == 1 && !pos.has_hand(color);
        let men = |color: Color| {
            let pawns = u32::from(pos.count(color, TypeId::pawn(color)));
            pos.live(color).count_ones() - 1 - pawns
        };
        if !Color::ALL.into_iter().all(lone)
            || Color::ALL.into_iter().map(men).sum::<u32>() > MOST_MEN
            || !rules.tables.hunts_royals_only()
        {
            return None;
        }
        let royals = ByColor::from_fn(|color| {
            let royal = pos.pieces_in(color, pos.royals(color)).next();
            royal.map_or(TypeId(0), |(_, id)| id)
        });
        let mut near = Near {
            royals,
            single: ByColor::from_fn(|_| vec![None; v.pieces.len() + 1]),
            several: ByColor::default(),
            draws: v.rules.win.stalemate == Stalemate::Draw,
        };
        let mut endings = Vec::new();
        let here = |id: TypeId| {
            Color::ALL.into_iter().any(|color| {
                let pawns = pos.count(color, TypeId::pawn(color)) > 0;
                pos.count(color, id) > 0 || pawns && promotes_to(rules, color, id)
            })
        };
        for color in Color::ALL {
            for (id, piece) in v.types() {
                if !id.is_pawn() && !piece.royalty.is_royal() && here(id) {
                    let ending = endgames.ending(near.force(color, &[id]));
                    endings.push(ending.clone());
                    near.single[color][id.index()] = Some(ending);
                }
            }
        }
        for color in Color::ALL {
            let against = pos.live(color.other()).count_ones() - 1;
            let pawns = pos.count(color, TypeId::pawn(color));
            let count = men(color) as usize;
            if !(2..=MOST_PIECES).contains(&count) || pawns > 0 || against > 1 {
                continue;
            }
            let pieces = pos.live(color) & !pos.royals(color);
            let pieces: Vec<TypeId> = pos.pieces_in(color, pieces).map(|(_, id)| id).collect();
            let force = near.force(color, &pieces);
            let mut forces = Vec::new();
            if count > 2 {
                forces.extend((0..count).map(|i| force.without(i)));
                forces.dedup();
            }
            forces.push(force);
            for force in forces {
                let ending = endgames.ending(force);
                endings.push(ending.clone());
                near.several[color].push(ending);
            }
        }
        if wait {
            for ending in &endings {
                ending.solved(endgames);
            }
        } else {
            solve_in_background(endgames, &endings);
        }
        Some(near)
    }

    fn force(&self, color: Color, pieces: &[TypeId]) -> Force {
        let [royal, bare] = [color, color.other()].map(|color| self.royals[color]);
        Force::new(royal, pieces, bare)
    }

    /// The solved ending of a colour with these pieces, in ascending order.
    #[inline]
    pub(super) fn table(&self, color: Color, pieces: &[TypeId]) -> Option<&Arc<Table>> {
        let ending = match pieces {
            [id] => self.single[color][id.index()].as_ref(),
            _ => (self.several[color].iter()).find(|ending| ending.force.pieces == pieces),
        };
        ending?.table()
    }

    /// True if these men can force mate on a lone royal, as far as is known: what nobody has
    /// found out is taken to win.
    pub(super) fn can_mate(&self, color: Color, men: &Men) -> bool {
        let single = |id: TypeId| self.table(color, &[id]).map(|table| table.share());
        match men.pieces() {
            [] => false,
            &[(id, _)] => single(id).is_none_or(|share| share >= MATING_SHARE),
            &[(a, at), (b, bt)] => {
                let alone = |id| single(id).is_none_or(|share| share >= MATING_SHARE);
                if alone(a) || alone(b) {
                    return true;
                }
                let pair = [a.min(b), a.max(b)];
                self.table(color, &pair)
                    .is_none_or(|table| table.share_on(shade(at) == shade(bt)) >= MATING_SHARE)
            }
            three if men.count() == three.len() => {
                let mut ids: Vec<TypeId> = three.iter().map(|&(id, _)| id).collect();
                ids.sort_unstable();
                let one_color = three.iter().all(|&(_, at)| shade(at) == shade(three[0].1));
                self.table(color, &ids)
                    .is_none_or(|table| table.share_on(one_color) >= MATING_SHARE)
            }
            _ => true,
        }
    }

    /// The share of positions won by one piece alone, if it is known.
    pub(super) fn alone(&self, color: Color, id: TypeId) -> Option<f64> {
        Some(self.table(color, &[id])?.share())
    }

    /// What is known for sure of a position in which one side has nothing but its royal.
    pub fn probe(&self, rules: &Ruleset, pos: &mut Position) -> Option<Known> {
        let bare = Color::ALL
            .into_iter()
            .find(|&color| pos.live(color).count_ones() == 1)?;
        let strong = bare.other();
        // a position may have been set up in which a royal can be taken
        let count = (pos.live(strong).count_ones() as usize).saturating_sub(1);
        if !(1..=MOST_PIECES).contains(&count)
            || pos.royals(strong).count_ones() != 1
            || pos.has_hand(strong)
            || pos.has_hand(bare)
            || !pos.virgins().is_empty()
        {
            return None;
        }
        let mut ids = [TypeId(0); MOST_PIECES];
        let pieces = pos.pieces_in(strong, pos.live(strong) & !pos.royals(strong));
        for (slot, (_, id)) in ids.iter_mut().zip(pieces) {
            *slot = id;
        }
        let ids = &mut ids[..count];
        ids.sort_unstable();
        let table = self.table(strong, ids)?;
        let royals = [strong, bare].map(|color| {
            let royal = pos.pieces_in(color, pos.royals(color)).next();
            royal.map(|(_, id)| id)
        });
        if royals != [strong, bare].map(|color| Some(self.royals[color])) {
            return None;
        }
        let known = if pos.side() == strong {
            match level(pos, strong, table) {
                0 => Known::Draw,
                moves => Known::Won(2 * u32::from(moves) - 1),
            }
        } else {
            after_moves(rules, pos, &self.force(strong, ids), table)?
        };
        (self.draws || known != Known::Draw).then_some(known)
    }
}

/// What the moves of the lone royal lead to, given the table of the force against it.
pub(super) fn after_moves(
    rules: &Ruleset,
    pos: &mut Position,
    force: &Force,
    table: &Table,
) -> Option<Known> {
    let strong = pos.side().other();
    let moves = rules.tables.legal(pos);
    if moves.is_empty() {
        let lost =
            rules.tables.in_check(pos) || rules.variant().rules.win.stalemate == Stalemate::Loss;
        return Some(if lost { Known::Lost(0) } else { Known::Draw });
    }
    let mut longest = 0;
    for mv in moves {
        pos.make(mv);
        let left = pos.live(strong).count_ones() as usize - 1;
        let reply = if pos.has_hand(Color::White) || pos.has_hand(Color::Black) {
            None
        } else if left == force.pieces.len() {
            Some(level(pos, strong, table))
        } else if left == 0 {
            Some(0)
        } else {
            less_level(pos, force, table, strong)
        };
        pos.unmake();
        match reply? {
            0 => return Some(Known::Draw),
            moves => longest = longest.max(u32::from(moves)),
        }
    }
    Some(Known::Lost(2 * longest))
}

/// The level of a position in which a piece of the force has gone.
fn less_level(pos: &Position, force: &Force, table: &Table, strong: Color) -> Option<u8> {
    let gone = |id: TypeId| {
        let count = force.pieces.iter().filter(|&&piece| piece == id).count();
        usize::from(pos.count(strong, id)) < count
    };
    let index = force.pieces.iter().position(|&id| gone(id))?;
    Some(level(pos, strong, table.less.get(index)?.as_ref()?))
}

/// In how many moves the side with pieces wins, being to move.
fn level(pos: &Position, strong: Color, table: &Table) -> u8 {
    let files = pos.layout().files;
    let royals = pos.royals(strong);
    let mut men = [(TypeId(0), 0); MOST_PIECES];
    let mut count = 0;
    for (sq, id) in pos.pieces_in(strong, pos.live(strong) & !royals) {
        men[count] = (id, number(sq, files));
        count += 1;
    }
    let men = &mut men[..count];
    men.sort_unstable();
    let royal = |color: Color| {
        let royal = pos.pieces_in(color, pos.royals(color)).next();
        royal.map(|(sq, _)| number(sq, files))
    };
    let squares = (royal(strong).into_iter())
        .chain(men.iter().map(|&(_, square)| square))
        .chain(royal(strong.other()));
    table.level(squares)
}

/// 0 or 1 by the colour of the square.
pub(super) fn shade(sq: Square) -> u8 {
    (sq.file() + sq.rank()) & 1
}

fn promotes_to(rules: &Ruleset, color: Color, id: TypeId) -> bool {
    match &rules.variant().rules.promotion.to {
        PromotesTo::Choice(choices) => choices[color].distinct.contains(&id),
        PromotesTo::ByFile(files) => files[color].contains(&Some(id)),
    }
}
