//! Probing the endings near the root of a search.

use std::cell::RefCell;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::force::{Force, MAX_TABLE_PIECES, Material, royal_of};
use super::store::{Endgames, Ending};
use super::table::{ProbeResult, Table};
use crate::board::Position;
use crate::ruleset::Ruleset;
use crate::types::{ByColor, Color, TypeId};
use crate::variant::{PromotesTo, Stalemate};

/// Endings count as near if at most this number of pieces is on the board, without royals and pawns.
const MOST_ON_BOARD: u32 = 6;
/// Time between two checks whether the endings are solved.
const POLL: Duration = Duration::from_micros(500);

/// The endings near a position, of which some may not be solved yet.
#[derive(Debug)]
pub struct Prober {
    pub(super) rules: Arc<Ruleset>,
    /// By colour and type: the ending with only this piece, also for types of the other colour, to compare values.
    single: ByColor<Vec<Option<Arc<Ending>>>>,
    /// By colour: endings with several pieces.
    several: ByColor<Vec<Arc<Ending>>>,
}

impl Prober {
    /// The endings near a position; `None` if there are none. These endings, and no others, are solved in the
    /// background.
    pub fn new(endgames: &Arc<Endgames>, pos: &Position) -> Option<Prober> {
        let (prober, endings) = Prober::near(endgames, pos)?;
        endgames.want(&endings);
        Some(prober)
    }

    /// The endings near a position, after waiting until all endings of at most `most` positions are solved or `stop`
    /// returns true. So results do not depend on the clock. Larger endings are not solved.
    pub fn when_solved(
        endgames: &Arc<Endgames>,
        pos: &Position,
        most: usize,
        mut stop: impl FnMut() -> bool,
    ) -> Option<Prober> {
        let (prober, mut endings) = Prober::near(endgames, pos)?;
        endings.retain(|ending| ending.is_solved() || endgames.positions(&ending.force) <= most);
        if endgames.want(&endings) {
            while endings.iter().any(|ending| !ending.is_solved()) && !stop() {
                thread::sleep(POLL);
            }
        } else {
            let stop = RefCell::new(stop);
            for ending in &endings {
                if ending.solved(endgames, &|| stop.borrow_mut()()).is_err() {
                    break;
                }
            }
        }
        Some(prober)
    }

    /// The endings near a position, in the order in which to solve them. If there are none, solving in the background
    /// stops.
    fn near(endgames: &Arc<Endgames>, pos: &Position) -> Option<(Prober, Vec<Arc<Ending>>)> {
        let rules = &endgames.rules;
        let lone = |color| pos.royals(color).count_ones() == 1 && !pos.has_hand(color);
        let pieces: u32 = Color::ALL.iter().map(|&color| pos.officers(color)).sum();
        if !Color::ALL.into_iter().all(lone)
            || pieces > MOST_ON_BOARD
            || !rules.tables.hunts_royals_only()
        {
            endgames.give_up();
            return None;
        }
        let types = rules.variant().pieces.len() + 1;
        let mut prober = Prober {
            rules: rules.clone(),
            single: ByColor::from_fn(|_| vec![None; types]),
            several: ByColor::default(),
        };
        let mut endings = Vec::new();
        for color in Color::ALL {
            for force in single_forces(rules, pos, color) {
                let ending = endgames.ending(force);
                prober.single[color][ending.force.pieces[0].index()] = Some(ending.clone());
                endings.push(ending);
            }
        }
        for color in Color::ALL {
            let forces = several_forces(pos, color).into_iter();
            let several: Vec<_> = forces.map(|force| endgames.ending(force)).collect();
            endings.extend_from_slice(&several);
            prober.several[color] = several;
        }
        Some((prober, endings))
    }

    #[inline]
    fn ending(&self, color: Color, pieces: &[TypeId]) -> Option<&Arc<Ending>> {
        match pieces {
            [id] => self.single[color][id.index()].as_ref(),
            _ => (self.several[color].iter()).find(|ending| ending.force.pieces == pieces),
        }
    }

    /// The solved ending of a colour with these pieces, in ascending order.
    #[inline]
    pub(super) fn table(&self, color: Color, pieces: &[TypeId]) -> Option<&Arc<Table>> {
        self.ending(color, pieces)?.table()
    }

    /// True if these men can force mate on a bare royal, or if this is unknown.
    pub(super) fn can_mate(&self, color: Color, men: &Material) -> bool {
        let alone = |id| (self.table(color, &[id])).is_none_or(|table| table.mates());
        let pieces = men.pieces();
        match pieces {
            [] => return false,
            &[(id, _)] => return alone(id),
            &[(a, _), (b, _)] if alone(a) || alone(b) => return true,
            _ => {}
        }
        let table = men.types().and_then(|ids| self.table(color, &ids));
        table.is_none_or(|table| table.mates_on(men.is_on_one_color()))
    }

    /// The exact result of a position in which one side has only its royal, if known.
    pub fn probe(&self, pos: &mut Position) -> Option<ProbeResult> {
        let mut sides = Color::ALL.into_iter();
        let bare = sides.find(|&color| pos.live(color).count_ones() == 1)?;
        let strong = bare.other();
        // in a position that was set up, a royal may be capturable
        let count = (pos.live(strong).count_ones() as usize).saturating_sub(1);
        if !(1..=MAX_TABLE_PIECES).contains(&count)
            || pos.royals(strong).count_ones() != 1
            || pos.has_hand(strong)
            || pos.has_hand(bare)
            || !pos.virgin_numbers::<4>().is_empty()
        {
            return None;
        }
        let mut ids = [TypeId(0); MAX_TABLE_PIECES];
        let pieces = pos.pieces_in(strong, pos.live(strong) & !pos.royals(strong));
        for (slot, (_, id)) in ids.iter_mut().zip(pieces) {
            *slot = id;
        }
        let ids = &mut ids[..count];
        ids.sort_unstable();
        let ending = self.ending(strong, ids)?;
        let (table, force) = (ending.table()?, &ending.force);
        let is = |color, royal| royal_of(pos, color).is_some_and(|(_, id)| id == royal);
        if !is(strong, force.royal) || !is(bare, force.bare) {
            return None;
        }
        let result = table.probe(&self.rules, pos, force, strong)?;
        // if stalemate is not a draw, a position that is not won may be lost
        let draws = self.rules.variant().rules.win.stalemate == Stalemate::Draw;
        (draws || result != ProbeResult::Draw).then_some(result)
    }
}

impl Endgames {
    /// True if none of these sides can win. Either a table shows this, or a side has no pawns, cannot force mate, and
    /// has at most one piece or faces a bare royal. Solves the endings first, until `stop` returns true.
    pub fn nobody_can_win(
        self: &Arc<Self>,
        pos: &Position,
        sides: &[Color],
        stop: impl FnMut() -> bool,
    ) -> bool {
        let prober = Prober::when_solved(self, pos, usize::MAX, stop);
        self.give_up();
        prober.is_some_and(|prober| sides.iter().all(|&side| prober.cannot_win(pos, side)))
    }
}

impl Prober {
    fn cannot_win(&self, pos: &Position, color: Color) -> bool {
        let rules = &self.rules.variant().rules;
        if rules.win.stalemate != Stalemate::Draw {
            return false;
        }
        match self.probe(&mut pos.clone()) {
            Some(ProbeResult::Draw) => return true,
            Some(ProbeResult::Win(_)) => return pos.side() != color,
            Some(ProbeResult::Loss(_)) => return pos.side() == color,
            None => {}
        }
        let ours = Material::new(&self.rules, pos, color);
        let is_bare = pos.live(color.other()) == pos.royals(color.other());
        ours.pawns == 0
            && (ours.count < 2 || is_bare)
            && (ours.count == 0 || !rules.promotion.promotes_pieces())
            && !self.can_mate(color, &ours)
    }
}

/// The force of a colour with these pieces and the royals on the board.
fn force(pos: &Position, color: Color, pieces: &[TypeId]) -> Force {
    let royal = |color| royal_of(pos, color).map_or(TypeId(0), |(_, id)| id);
    Force::new(royal(color), pieces, royal(color.other()))
}

/// The forces with one piece: one for each type that is on the board or can come there by promotion.
fn single_forces(rules: &Ruleset, pos: &Position, color: Color) -> Vec<Force> {
    let here = |id: TypeId| {
        Color::ALL.into_iter().any(|color| {
            let pawns = pos.count(color, TypeId::pawn(color)) > 0;
            pos.count(color, id) > 0 || pawns && promotes_to(rules, color, id)
        })
    };
    (rules.variant().types())
        .filter(|&(id, piece)| !id.is_pawn() && !piece.royalty.is_royal() && here(id))
        .map(|(id, _)| force(pos, color, &[id]))
        .collect()
}

/// The force with all pieces of a side without pawns, if the other side has at most one man besides the royal, and the
/// forces with one of three pieces removed.
fn several_forces(pos: &Position, color: Color) -> Vec<Force> {
    let pawns = pos.count(color, TypeId::pawn(color));
    let count = pos.officers(color) as usize;
    let enemies = pos.live(color.other()).count_ones();
    if !(2..=MAX_TABLE_PIECES).contains(&count) || pawns > 0 || enemies > 2 {
        return Vec::new();
    }
    let pieces = pos.pieces_in(color, pos.live(color) & !pos.royals(color));
    let ids: Vec<TypeId> = pieces.map(|(_, id)| id).collect();
    let force = force(pos, color, &ids);
    let mut forces = Vec::new();
    if count > 2 {
        forces.extend((0..count).map(|i| force.without(i)));
        forces.dedup();
    }
    forces.push(force);
    forces
}

fn promotes_to(rules: &Ruleset, color: Color, id: TypeId) -> bool {
    match &rules.variant().rules.promotion.to {
        PromotesTo::Choice(choices) => choices[color].distinct.contains(&id),
        PromotesTo::ByFile(files) => files[color].contains(&Some(id)),
    }
}
