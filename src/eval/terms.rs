//! What is counted on the board at every evaluation: one scan of what all pieces bear on serves
//! mobility, threats and the danger to the royals.

use super::Evaluation;
use super::bits::Bits;
use super::pawns::PawnEntry;
use super::sights::{AnySights, Sights};
use crate::board::Position;
use crate::board::position::EMPTY;
use crate::movegen::MoveTables;
use crate::types::{ByColor, Color, Score, Square, TypeId, TypeSet};

/// Classes of pieces by worth, from the first: three of pieces, and the royals.
pub(super) const CLASSES: usize = 4;
/// The class of royals.
pub(super) const ROYAL_CLASS: usize = 3;
/// Most targets that are told apart.
pub(super) const MOST_TARGETS: usize = 63;
/// A side has no more pieces on the board than this.
const MOST_PIECES: usize = 64;

/// What the pieces bear on.
pub(super) struct Scan<'a, const W: usize> {
    pub pos: &'a Position,
    pub sights: &'a Sights<W>,
    /// What is found out about each side.
    pub sides: ByColor<Side<W>>,
}

/// Where the pieces of a side stand, and what they bear on.
pub(super) struct Side<const W: usize> {
    pub men: Bits<W>,
    pub pawns: Bits<W>,
    /// What the pawns attack.
    pub strikes: Bits<W>,
    /// What the pieces of each class bear on.
    pub classes: [Bits<W>; CLASSES],
    /// The types on the board, royals and pawns left out.
    pub types: TypeSet,
    /// How often its pieces bear on what is near the other side's lone royal, each as often as its
    /// class says.
    pub hits: i32,
    /// The type and the number of the square of each piece that is no pawn.
    pieces: [(TypeId, u8); MOST_PIECES],
    /// How many of them there are.
    count: usize,
}

impl<const W: usize> Side<W> {
    const EMPTY: Side<W> = Side {
        men: Bits::EMPTY,
        pawns: Bits::EMPTY,
        strikes: Bits::EMPTY,
        classes: [Bits::EMPTY; CLASSES],
        types: TypeSet::EMPTY,
        hits: 0,
        pieces: [(TypeId(0), 0); MOST_PIECES],
        count: 0,
    };

    /// Finds out where everything stands.
    #[inline]
    fn place(&mut self, pos: &Position, color: Color, sights: &Sights<W>, pawns: &PawnEntry) {
        self.pawns = pawns.men(color);
        self.strikes = pawns.strikes(color);
        let pawn = TypeId::pawn(color);
        let mut men = self.pawns;
        let mut count = 0;
        for (sq, id) in pos.pieces(color) {
            if id != pawn {
                let number = sights.numbers.of(sq);
                men = men.with(number);
                self.pieces[count & (MOST_PIECES - 1)] = (id, number as u8);
                count += 1;
            }
        }
        self.men = men;
        self.count = count;
    }

    /// What anything of the side bears on.
    #[inline]
    pub fn all(&self) -> Bits<W> {
        self.guarded().or(self.classes[ROYAL_CLASS])
    }

    /// What anything but royals bears on.
    #[inline]
    pub fn guarded(&self) -> Bits<W> {
        let classes = self.classes[..ROYAL_CLASS].iter();
        classes.fold(self.strikes, |all, &class| all.or(class))
    }

    /// The types of the pieces that are no pawns, with the numbers of their squares.
    #[inline]
    pub fn pieces(&self) -> &[(TypeId, u8)] {
        &self.pieces[..self.count.min(MOST_PIECES)]
    }
}

impl<const W: usize> Scan<'_, W> {
    /// True if pieces of a colour bear on a square.
    #[inline]
    pub fn is_attacked(&self, sq: Square, by: Color) -> bool {
        self.sides[by].all().has(self.sights.numbers.of(sq))
    }
}

impl Evaluation {
    /// The sum of all terms, white's minus black's.
    pub(super) fn terms(&self, tables: &MoveTables, pos: &Position, pawns: &PawnEntry) -> Score {
        match &self.sights {
            AnySights::Small(sights) => self.terms_seen(sights, tables, pos, pawns),
            AnySights::Middle(sights) => self.terms_seen(sights, tables, pos, pawns),
            AnySights::Large(sights) => self.terms_seen(sights, tables, pos, pawns),
        }
    }

    fn terms_seen<const W: usize>(
        &self,
        sights: &Sights<W>,
        tables: &MoveTables,
        pos: &Position,
        pawns: &PawnEntry,
    ) -> Score {
        let mut scan = Scan {
            pos,
            sights,
            sides: ByColor::new(Side::EMPTY, Side::EMPTY),
        };
        for color in Color::ALL {
            let side = &mut scan.sides[color];
            side.place(pos, color, sights, pawns);
        }
        let lone = ByColor::from_fn(|color| lone_royal(pos, color));
        let mut score = pawns.score;
        score += self.reach(tables, &mut scan, Color::White, lone[Color::Black]);
        score -= self.reach(tables, &mut scan, Color::Black, lone[Color::White]);
        score += self.threats(&scan, Color::White);
        score -= self.threats(&scan, Color::Black);
        if let [Some(white), Some(black)] = lone.into_array() {
            score += self.royal(&scan, Color::White, white);
            score -= self.royal(&scan, Color::Black, black);
        } else if Color::ALL.iter().all(|&color| pos.royals(color) != 0) {
            // a side that alone has to care for its royals would seem worse off than it is, so they
            // count only where both have some
            score += self.several_royals(tables, &scan, Color::White);
            score -= self.several_royals(tables, &scan, Color::Black);
        }
        if !pawns.passers().is_empty() {
            score += self.passers(&scan, pawns, lone);
        }
        if let Some(goals) = &self.goals {
            score += goals.score(&scan, Color::White);
            score -= goals.score(&scan, Color::Black);
        }
        for bound in &self.bound {
            score += bound.score(&scan, Color::White);
            score -= bound.score(&scan, Color::Black);
        }
        score
    }

    /// What the pieces of a side are worth by what they can reach; finds out what they bear on, also
    /// near the other side's royal if it is a lone one.
    #[inline]
    fn reach<const W: usize>(
        &self,
        tables: &MoveTables,
        scan: &mut Scan<W>,
        color: Color,
        royal: Option<Square>,
    ) -> Score {
        let (side, other) = scan.sides.split_mut(color);
        let occupied = side.men.or(other.men);
        let barred = side.men.or(other.strikes);
        let zone = royal.map_or(Bits::EMPTY, |sq| {
            let number = scan.sights.numbers.of(sq);
            scan.sights.zone(scan.pos.type_on(sq), number)
        });
        let mut score = Score::default();
        for &(id, number) in &side.pieces[..side.count.min(MOST_PIECES)] {
            let class = self.class(id);
            let (targets, count) = match scan.sights.sight(id, usize::from(number), occupied) {
                Some(sight) => (sight, sight.without(barred).len() as usize),
                None => odd_targets(tables, scan.pos, scan.sights, (color, id, number), barred),
            };
            side.classes[class] = side.classes[class].or(targets);
            if class != ROYAL_CLASS {
                side.types.insert(id);
            }
            let near = targets.and(zone);
            if !near.is_empty() {
                side.hits += near.len() as i32 * self.royals.hits[class];
            }
            score += self.mobility[id.index()][count & MOST_TARGETS];
        }
        score
    }

    /// How often the pieces of a side bear on some squares, each as often as its class says.
    pub(super) fn hits<const W: usize>(
        &self,
        tables: &MoveTables,
        scan: &Scan<W>,
        color: Color,
        zone: Bits<W>,
    ) -> i32 {
        let occupied = scan.sides[Color::White]
            .men
            .or(scan.sides[Color::Black].men);
        let pieces = scan.sides[color].pieces().iter();
        let hits = pieces.map(|&(id, number)| {
            let sight = scan.sights.sight(id, usize::from(number), occupied);
            let targets = sight.unwrap_or_else(|| {
                let piece = (color, id, number);
                odd_targets(tables, scan.pos, scan.sights, piece, Bits::EMPTY).0
            });
            targets.and(zone).len() as i32 * self.royals.hits[self.class(id)]
        });
        hits.sum()
    }

    /// The class of a type that is no pawn.
    #[inline]
    fn class(&self, id: TypeId) -> usize {
        usize::from(self.class[id.index()]) & (CLASSES - 1)
    }

    /// What the enemy's attacks on the pieces of a side are worth.
    #[inline]
    fn threats<const W: usize>(&self, scan: &Scan<W>, color: Color) -> Score {
        let (us, them) = (color, color.other());
        let (side, enemy) = (&scan.sides[us], &scan.sides[them]);
        let attacked = side.men.and(enemy.all());
        let protected = side.all();
        let mut score = Score::default();
        for number in attacked.iter() {
            let classes = || (1..CLASSES).find(|&class| enemy.classes[class - 1].has(number));
            let cheapest = if enemy.strikes.has(number) {
                0
            } else {
                classes().unwrap_or(CLASSES)
            };
            let id = scan.pos.type_on(scan.sights.numbers.square(number));
            let threats = &self.threats[id.index()];
            score += threats.attacked[cheapest];
            if !protected.has(number) {
                score += threats.hanging;
            }
        }
        score
    }

    /// What passed pawns are worth by what else stands on the board, white's minus black's.
    #[inline(never)]
    fn passers<const W: usize>(
        &self,
        scan: &Scan<W>,
        pawns: &PawnEntry,
        lone: ByColor<Option<Square>>,
    ) -> Score {
        let mut sum = Score::default();
        for &sq in pawns.passers() {
            let Some((color, _)) = scan.pos.piece_on(sq) else {
                continue;
            };
            let (us, them) = (color, color.other());
            let rank = usize::from(sq.rank());
            let (mut blocked, mut free, mut supported) = (true, false, false);
            let mut near = None;
            let mut score = Score::default();
            for next in self.pawns.steps(color, sq).iter() {
                if scan.pos.cell(next) == EMPTY {
                    blocked = false;
                    free |= !scan.is_attacked(next, color.other());
                }
                supported |= scan.is_attacked(next, color);
                if let [Some(white), Some(black)] = lone.into_array() {
                    let to = ByColor::new(white, black).map(|royal| royal.distance(next).min(6));
                    let more = to[them] - to[us];
                    near = Some(near.map_or(more, |best: i32| best.max(more)));
                }
            }
            if let Some(more) = near {
                let worth = self.pawns.royal[us][rank];
                score += Score::new(worth.mg * more / 16, worth.eg * more / 16);
            }
            if blocked {
                score += self.pawns.blocked[us][rank];
            }
            if free {
                score += self.pawns.free[us][rank];
            }
            if supported {
                score += self.pawns.supported[us][rank];
            }
            sum += if color == Color::White { score } else { -score };
        }
        sum
    }
}

/// What a piece attacks by moves of any kind, and how many squares it can reach that are not barred.
#[inline(never)]
fn odd_targets<const W: usize>(
    tables: &MoveTables,
    pos: &Position,
    sights: &Sights<W>,
    (color, id, number): (Color, TypeId, u8),
    barred: Bits<W>,
) -> (Bits<W>, usize) {
    let from = sights.numbers.square(usize::from(number));
    let mut targets = Bits::EMPTY;
    let mut count = 0;
    tables.visit_targets(pos, color, id, from, &mut |to, cell, means| {
        let to = sights.numbers.of(to);
        if means.capture {
            targets = targets.with(to);
        }
        let free = if cell == EMPTY {
            means.quiet
        } else {
            means.capture
        };
        count += usize::from(free && !barred.has(to));
    });
    (targets, count)
}

/// The royal of a side that has only one.
#[inline]
pub(super) fn lone_royal(pos: &Position, color: Color) -> Option<Square> {
    let slots = pos.royals(color);
    if slots.count_ones() != 1 {
        return None;
    }
    pos.pieces_in(color, slots).next().map(|(sq, _)| sq)
}
