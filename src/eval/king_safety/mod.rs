//! King safety: pawn shelter, and king danger.

mod places;

use super::context::{CLASSES, Context, HEAVY_CLASS, KINDS, ROYAL_CLASS};
use super::scan::Scan;
use crate::movegen::attack_maps::LineMemo;
use crate::types::{Bitboard, ByColor, Color, Score, Square, TypeId, TypeSet};
use crate::variant::{Royalty, Term};

use places::{ahead, by_square, camp, confined, files, flank, inner, is_walker, zone};

/// Upper bound on king danger, centipawns.
const MOST: f64 = 700.0;
/// A piece of this value is a serious danger, centipawns.
const DEAR: i32 = 700;
/// Other terms count in steps of this many centipawns ...
const GRAIN: i32 = 16;
/// ... and at most this many centipawns of them count, whatever values a file has.
const MOST_SAID: i32 = 10_000;

/// The squares around royals, and the weights of king danger, in eighths of a unit.
#[derive(Debug)]
pub(super) struct KingSafety<const W: usize> {
    /// The king zone by type and square number: the square and the squares to which the royal can move. Only royal types
    /// have zones.
    zones: Vec<Vec<Bitboard<W, usize>>>,
    /// King rings: the zone, and the zone of the square that is one step further from the edge.
    rings: Vec<Vec<Bitboard<W, usize>>>,
    /// By colour and square number: the squares one and two ranks in front of a royal.
    shelters: ByColor<Vec<[Bitboard<W, usize>; 2]>>,
    /// For an own pawn one and two ranks in front, centipawns.
    shelter: [i32; 2],
    /// By colour and square number: the squares in front of a royal, on its own and the adjacent files.
    files: ByColor<Vec<[Bitboard<W, usize>; 3]>>,
    /// For such a file without an own pawn, centipawns.
    open_file: i32,
    /// For an attack on the king zone, by class of piece, without royals.
    attack: [i32; CLASSES],
    pawn_attack: i32,
    weak: i32,
    checking_square: i32,
    safe_check: i32,
    unsafe_check: i32,
    base: i32,
    /// For a safe check, by kind of the checking piece.
    kinds: [i32; KINDS],
    /// By colour and square number: the squares two to four ranks in front of a royal.
    storms: ByColor<Vec<[Bitboard<W, usize>; 3]>>,
    /// For an enemy pawn at these distances, centipawns.
    storm: [i32; 3],
    /// For the square of the number of pieces that attack the king ring.
    attackers: i32,
    /// By colour and square number: the squares around a royal and in front of it.
    camps: ByColor<Vec<[Bitboard<W, usize>; 1]>>,
    camp: i32,
    /// For each [`GRAIN`] centipawns of the enemy's advantage in mobility.
    mobility: i32,
    /// For each [`GRAIN`] centipawns of the pawn shelter.
    sheltered: i32,
    /// Percentage of the weight of checks for checks by lame leapers and hoppers.
    indirect: i32,
    /// Types without attack maps.
    walkers: TypeSet,
    /// If no enemy piece has a value of [`DEAR`] or more.
    calm: i32,
    dear: TypeSet,
    ring: i32,
    guard: i32,
    /// By colour and square number: the squares within two files of a royal.
    flanks: ByColor<Vec<[Bitboard<W, usize>; 1]>>,
    /// For an own pawn on these squares, centipawns.
    flank: i32,
    /// The score by units of king danger.
    danger: Vec<Score>,
    /// The royal types of which no piece may be lost.
    absolute: TypeSet,
}

impl<const W: usize> KingSafety<W> {
    pub fn new(ctx: &Context) -> KingSafety<W> {
        let (v, index) = (ctx.v, ctx.index);
        let whole = |term| ctx.params.get(term).0.round() as i32;
        let types = |is: &dyn Fn(TypeId) -> bool| -> TypeSet {
            let pieces = v.types().map(|(id, _)| id);
            pieces.filter(|&id| ctx.is_piece(id) && is(id)).collect()
        };
        let zone = |id, sq| index.set(zone(ctx.tables, id, sq));
        let by_royal = |of: &dyn Fn(TypeId, Square) -> Bitboard<W, usize>| {
            v.by_type(Vec::new(), |id| {
                let squares = index.squares().iter().filter(|_| v.is_royal(id));
                squares.map(|&sq| of(id, sq)).collect()
            })
        };
        KingSafety {
            zones: by_royal(&zone),
            rings: by_royal(&|id, sq| zone(id, sq) | zone(id, inner(v, sq))),
            shelters: by_square(ctx, |color, sq| [1, 2].map(|by| ahead(v, color, sq, by))),
            shelter: [Term::ShelterNear, Term::ShelterFar].map(whole),
            files: by_square(ctx, |color, sq| files(v, color, sq)),
            open_file: whole(Term::ShelterOpen),
            attack: std::array::from_fn(|class| match class {
                0 => whole(Term::KingDangerLight),
                1 => whole(Term::KingDangerMiddle),
                HEAVY_CLASS => whole(Term::KingDangerHeavy),
                _ => 0,
            }),
            pawn_attack: whole(Term::KingDangerPawn),
            weak: whole(Term::KingDangerWeak),
            checking_square: whole(Term::KingDangerOpen),
            safe_check: whole(Term::KingDangerCheck),
            unsafe_check: whole(Term::KingDangerUnsafe),
            base: whole(Term::KingDangerBase),
            kinds: std::array::from_fn(|kind| {
                let heavy = ctx.classes.class_of_kind(kind) == Some(HEAVY_CLASS);
                let more = if heavy {
                    whole(Term::KingDangerKindHeavy)
                } else {
                    0
                };
                whole(Term::KingDangerKind) + more
            }),
            storms: by_square(ctx, |color, sq| [2, 3, 4].map(|by| ahead(v, color, sq, by))),
            storm: [2.0, 3.0, 4.0]
                .map(|n| (ctx.params.get(Term::ShelterStorm).0 / n).round() as i32),
            attackers: whole(Term::KingDangerAttackers),
            camps: by_square(ctx, |color, sq| [camp(v, color, sq)]),
            camp: whole(Term::KingDangerCamp),
            indirect: whole(Term::KingDangerIndirect),
            walkers: match whole(Term::KingDangerIndirect) {
                0 => TypeSet::EMPTY,
                _ => types(&|id| is_walker(ctx, id)),
            },
            dear: types(&|id| ctx.values[id.index()] >= DEAR),
            calm: whole(Term::KingDangerCalm),
            ring: whole(Term::KingDangerRing),
            guard: whole(Term::KingDangerGuard),
            flanks: by_square(ctx, |_, sq| [flank(v, sq)]),
            flank: whole(Term::ShelterFlank),
            mobility: whole(Term::KingDangerMobility),
            sheltered: whole(Term::KingDangerShelter),
            danger: danger_scores(ctx),
            absolute: (v.types())
                .filter(|(_, piece)| piece.royalty == Royalty::Absolute)
                .map(|(id, _)| id)
                .collect(),
        }
    }

    /// The king zone of a square.
    #[inline]
    pub fn zone(&self, id: TypeId, number: usize) -> Bitboard<W, usize> {
        self.zones[id.index()][number]
    }

    /// The king ring of a square.
    #[inline]
    pub fn ring(&self, id: TypeId, number: usize) -> Bitboard<W, usize> {
        self.rings[id.index()][number]
    }

    /// The king safety of a side. It counts only if both sides have royals: otherwise the side with royals would
    /// always seem worse off.
    #[inline]
    pub fn score(&self, scan: &Scan<W>, color: Color, lines: &mut LineMemo) -> Score {
        match [color, color.other()].map(|color| scan.lone_royal[color]) {
            [Some(sq), Some(_)] => self.lone(scan, color, sq, lines),
            _ if Color::ALL.iter().all(|&color| scan.pos.royals(color) != 0) => {
                self.several(scan, color, lines)
            }
            _ => Score::default(),
        }
    }

    fn lone(&self, scan: &Scan<W>, color: Color, sq: Square, lines: &mut LineMemo) -> Score {
        let pawns = scan.sides[color].pawns;
        let number = scan.maps.index.of(sq);
        let [near, far] = &self.shelters[color][number];
        let [near, far] = [near, far].map(|squares| (*squares & pawns).len() as i32);
        let mut shelter = near * self.shelter[0] + far * self.shelter[1];
        if self.open_file != 0 {
            let is_open = |file: &&Bitboard<W, usize>| !file.is_empty() && !file.meets(&pawns);
            let open = self.files[color][number].iter().filter(is_open).count();
            shelter += open as i32 * self.open_file;
        }
        if self.flank != 0 {
            let [flank] = self.flanks[color][number];
            shelter += (flank & pawns).len() as i32 * self.flank;
        }
        let enemy = &scan.sides[color.other()];
        if self.storm != [0; 3] {
            for (squares, worth) in self.storms[color][number].iter().zip(self.storm) {
                shelter += (*squares & enemy.pawns).len() as i32 * worth;
            }
        }
        let attackers = enemy.zone_attackers * enemy.zone_attackers * self.attackers;
        let danger = self.danger(scan, color, sq, enemy.zone_attacks, lines);
        let danger = self.cost(danger + attackers + said(shelter, self.sheltered));
        Score::new(shelter, 0) - danger
    }

    /// King safety of a side with several royals: if all must be kept, the royal in most danger counts; if one is
    /// enough, the royal in least danger.
    #[inline(never)]
    fn several(&self, scan: &Scan<W>, color: Color, lines: &mut LineMemo) -> Score {
        if let Some(sq) = scan.lone_royal[color] {
            return self.lone(scan, color, sq, lines);
        }
        let pos = scan.pos;
        let royals = || pos.pieces_in(color, pos.royals(color));
        let units = royals().map(|(sq, id)| {
            let number = scan.maps.index.of(sq);
            let around = [self.zone(id, number), self.ring(id, number)];
            let (attacks, attackers) = scan.attacks_on(around, color.other(), lines);
            let danger = self.danger(scan, color, sq, attacks, lines);
            danger + attackers * attackers * self.attackers
        });
        let units = if royals().any(|(_, id)| self.absolute.contains(id)) {
            units.max()
        } else {
            units.min()
        };
        units.map_or(Score::default(), |units| -self.cost(units))
    }

    /// King danger in eighths of a unit, given the number of attacks on the king zone by class.
    fn danger(
        &self,
        scan: &Scan<W>,
        color: Color,
        sq: Square,
        attacks: [i32; CLASSES],
        lines: &mut LineMemo,
    ) -> i32 {
        let [own, enemy] = [color, color.other()].map(|color| &scan.sides[color]);
        let number = scan.maps.index.of(sq);
        let defended = own.defended();
        let zone = self.zone(scan.pos.type_on(sq), number);
        // a royal can capture an adjacent piece unless another piece protects that piece
        let safe_for_enemy = |squares: Bitboard<W, usize>| {
            squares.without(own.all_attacks) | (squares & enemy.twice).without(defended)
        };
        let weak = (zone & enemy.all_attacks).without(defended).len() as i32;
        let mut units = self.base + weak * self.weak;
        if !enemy.types.meets(self.dear) {
            units += self.calm;
        }
        let ring = (self.ring(scan.pos.type_on(sq), number) & enemy.all_attacks).without(zone);
        units += ring.without(defended).len() as i32 * self.ring;
        units += (zone & own.attacks[0]).len() as i32 * self.guard;
        units += (zone & enemy.pawn_attacks).len() as i32 * self.pawn_attack;
        for (count, worth) in attacks[..ROYAL_CLASS].iter().zip(self.attack) {
            units += count * worth;
        }
        let mut checks = Checks::default();
        let barred = enemy.occupied | scan.walls;
        let occupied = scan.occupied();
        let by_kind = |types| {
            let kinds = scan.classes.kinds_among(types).enumerate();
            kinds.map(|(kind, some)| (kind, enemy.by_kind[kind].only_if(some)))
        };
        let add = |squares, types| checks.add(squares, safe_for_enemy(squares), by_kind(types));
        (scan.maps).checking_squares(number, enemy.types, occupied, lines, barred, add);
        units += self.checks(&checks);
        if self.indirect != 0 {
            let mut checks = Checks::default();
            let add = |squares, types| checks.add(squares, safe_for_enemy(squares), by_kind(types));
            (scan.maps).lame_checking_squares(number, enemy.types, occupied, barred, add);
            for id in (enemy.types & self.walkers).iter() {
                let squares = scan.walked_attacks(color.other(), sq, id).without(barred);
                let reach = (scan.classes.kind(id), enemy.walked);
                checks.add(squares, safe_for_enemy(squares), [reach]);
            }
            units += self.checks(&checks) * self.indirect / 100;
        }
        if self.camp != 0 {
            let [camp] = self.camps[color][number];
            let attacked = (camp & enemy.all_attacks).len() + (camp & enemy.twice).len();
            units += (attacked * attacked) as i32 * self.camp / 10;
        }
        units + said((enemy.mobility - own.mobility).mg, self.mobility)
    }

    /// King danger by possible checks, in eighths of a unit.
    #[inline]
    fn checks(&self, checks: &Checks) -> i32 {
        let kinds = self.kinds.iter().zip(checks.kinds);
        let kinds: i32 = kinds.filter(|&(_, can)| can).map(|(worth, _)| worth).sum();
        kinds
            + checks.squares * self.checking_square
            + checks.safe * self.safe_check
            + checks.guarded * self.unsafe_check
    }

    /// The score of king danger, in eighths of a unit.
    #[inline]
    fn cost(&self, units: i32) -> Score {
        self.danger[(units >> 3).clamp(0, 255) as usize]
    }
}

/// The score by units of king danger.
fn danger_scores(ctx: &Context) -> Vec<Score> {
    if ctx.v.rules.checks_are_illegal {
        return vec![Score::default(); 256];
    }
    let times = 1.0 + confined(ctx) * ctx.params.get(Term::KingDangerConfined).0 / 100.0;
    let [square, linear] =
        [Term::KingDanger, Term::KingDangerLinear].map(|term| ctx.params.get(term));
    let cost = |units: f64, square: f64, linear: f64| {
        let cost = times * units * (units * square / 100.0 + linear / 10.0);
        cost.clamp(-MOST, MOST).round() as i32
    };
    (0..256)
        .map(f64::from)
        .map(|units| {
            Score::new(
                cost(units, square.0, linear.0),
                cost(units, square.1, linear.1),
            )
        })
        .collect()
}

/// The possible checks of a side.
#[derive(Debug, Default)]
struct Checks {
    /// Squares from which pieces of the side could give check, whether or not a piece can reach them.
    squares: i32,
    /// Such squares that a piece can reach: safely (`safe`) and otherwise (`guarded`).
    safe: i32,
    guarded: i32,
    /// The kinds that can give a safe check.
    kinds: [bool; KINDS],
}

impl Checks {
    /// Adds squares from which pieces could give check, given the safe squares among them and the squares that pieces
    /// of some kinds can reach.
    #[inline]
    fn add<const W: usize>(
        &mut self,
        squares: Bitboard<W, usize>,
        free: Bitboard<W, usize>,
        reach: impl IntoIterator<Item = (usize, Bitboard<W, usize>)>,
    ) {
        let mut reached = Bitboard::EMPTY;
        for (kind, reach) in reach {
            reached |= reach;
            self.kinds[kind] |= reach.meets(&free);
        }
        self.squares += squares.len() as i32;
        self.safe += (reached & free).len() as i32;
        self.guarded += (reached & squares).without(free).len() as i32;
    }
}

/// The weight of another term in eighths of a unit, if each [`GRAIN`] centipawns of the term weigh `each`.
#[inline]
fn said(worth: i32, each: i32) -> i32 {
    worth.clamp(-MOST_SAID, MOST_SAID) * each / GRAIN
}
