//! Pawn structure. It is derived from the moves of the pawns, which may advance diagonally and capture straight ahead, as in
//! Berolina chess.

use std::sync::Arc;

use super::context::Context;
use super::geometry::pawn_advancement;
use super::values::promotion_gain;
use crate::board::{Position, SquareIndex};
use crate::types::{Bitboard, ByColor, Color, Score, Square, TypeId};
use crate::variant::Term;

/// The targets of a pawn from a square.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Targets<const W: usize> {
    /// The targets of its next step.
    pub(super) quiet: Bitboard<W, usize>,
    /// The targets of its captures.
    captures: Bitboard<W, usize>,
    /// The squares that it can reach by any number of moves without capture.
    ahead: Bitboard<W, usize>,
    /// The squares on which it can capture now or later.
    pub(super) control: Bitboard<W, usize>,
    /// The squares on which it can capture after its next step.
    captures_next: Bitboard<W, usize>,
}

/// The pawn evaluation of a variant, on a board of up to 64 `W` squares.
#[derive(Debug)]
pub(super) struct Pawns<const W: usize> {
    index: Arc<SquareIndex>,
    /// By colour and square number.
    pub(super) targets: ByColor<Vec<Targets<W>>>,
    /// Promotion squares by colour.
    goal: ByColor<Bitboard<W, usize>>,
    isolated: Score,
    backward: Score,
    doubled: Score,
    protected: Score,
    connected: Score,
    /// Passed pawns by colour and rank ...
    passed: ByColor<[Score; 16]>,
    /// ... bonus if the next square is free and safe ...
    pub(super) free: ByColor<[Score; 16]>,
    /// ... if it is blocked ...
    pub(super) blocked: ByColor<[Score; 16]>,
    /// ... if the next square is protected ...
    pub(super) supported: ByColor<[Score; 16]>,
    /// ... and for each step by which the royals' distances from the next square differ, in sixteenths.
    pub(super) royal: ByColor<[Score; 16]>,
}

/// The pawn structure of a position, regardless of other pieces. The default has no pawns.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PawnEntry {
    pub key: u64,
    /// From white's point of view.
    pub score: Score,
    /// Squares attacked by pawns, by colour.
    attacks: ByColor<Bitboard<4, usize>>,
    /// Passed pawns of both colours.
    passers: [Square; PawnEntry::MOST],
    count: u8,
}

impl PawnEntry {
    /// Where passed pawns are evaluated one by one, further passed pawns are ignored.
    const MOST: usize = 12;

    /// The squares attacked by the pawns of a colour.
    #[inline]
    pub fn attacks<const W: usize>(&self, color: Color) -> Bitboard<W, usize> {
        self.attacks[color].resized()
    }

    pub fn passers(&self) -> &[Square] {
        &self.passers[..usize::from(self.count)]
    }
}

/// The squares that pawns of one colour may come to protect.
#[derive(Clone, Copy, Debug, Default)]
struct Cover<const W: usize> {
    once: Bitboard<W, usize>,
    twice: Bitboard<W, usize>,
}

impl<const W: usize> Cover<W> {
    /// The squares that pawns may come to protect, without the pawn that has this control.
    fn others(&self, control: Bitboard<W, usize>) -> Bitboard<W, usize> {
        self.twice | self.once.without(control)
    }
}

impl<const W: usize> Pawns<W> {
    pub fn new(ctx: &Context) -> Pawns<W> {
        let v = ctx.v;
        let score = |term| ctx.score(term);
        let by_rank = |term, flat: f64, per_gain: bool, power: i32, unit: f64| {
            ByColor::from_fn(|color| {
                let gain = promotion_gain(v, ctx.values, color) / 100.0;
                let gain = if per_gain { gain } else { gain.min(1.0) };
                let (flat_mg, flat_eg) = ctx.params.get(Term::PassedFlat);
                let (mg, eg) = ctx.params.get(term);
                std::array::from_fn(|rank| {
                    let rank = (rank as u8).min(v.ranks - 1);
                    let far = pawn_advancement(v, color, Square::at(v.files / 2, rank)).powi(power)
                        * gain;
                    let part = |base: f64, w: f64| (unit * (base * flat + far * w)).round() as i32;
                    Score::new(part(flat_mg, mg), part(flat_eg, eg))
                })
            })
        };
        Pawns {
            index: ctx.index.clone(),
            targets: ByColor::from_fn(|color| targets(ctx, color)),
            goal: ByColor::from_fn(|color| ctx.index.set(v.promotion_zone(color).iter())),
            isolated: score(Term::PawnIsolated),
            backward: score(Term::PawnBackward),
            doubled: score(Term::PawnDoubled),
            protected: score(Term::PawnProtected),
            connected: score(Term::PawnConnected),
            passed: by_rank(Term::Passed, 1.0, true, 2, 1.0),
            free: by_rank(Term::PassedFree, 0.0, true, 2, 1.0),
            blocked: by_rank(Term::PassedBlocked, 0.0, true, 2, 1.0),
            supported: by_rank(Term::PassedSupported, 0.0, true, 2, 1.0),
            royal: by_rank(Term::PassedRoyal, 0.0, false, 1, 16.0),
        }
    }

    /// The pawn entry of the position.
    pub fn entry(&self, pos: &Position) -> PawnEntry {
        let mut entry = PawnEntry {
            key: pos.part_keys()[0],
            ..PawnEntry::default()
        };
        let pawns: ByColor<Bitboard<W, usize>> = ByColor::from_fn(|color| pos.pawn_squares(color));
        let attacks = ByColor::from_fn(|color| {
            let own = pawns[color].iter();
            own.fold(Bitboard::EMPTY, |set, number| {
                set | self.targets[color][number].captures
            })
        });
        entry.attacks = attacks.map(Bitboard::resized);
        for color in Color::ALL {
            let them = color.other();
            let (mut barred, mut defended) = (pawns[them], Bitboard::EMPTY);
            for number in pawns[them].iter() {
                let targets = &self.targets[them][number];
                defended |= targets.control;
                barred |= targets.ahead;
            }
            barred |= defended;
            let own = pawns[color];
            let cover = self.cover(color, own);
            for number in own.iter() {
                let mut score = self.structure(color, number, own, attacks[color], &cover);
                if !defended.contains(number) && self.can_reach_promotion(color, number, barred) {
                    let sq = self.index.square(number);
                    score += self.passed[color][usize::from(sq.rank())];
                    if usize::from(entry.count) < PawnEntry::MOST {
                        entry.passers[usize::from(entry.count)] = sq;
                        entry.count += 1;
                    }
                }
                entry.score += color.for_white(score);
            }
        }
        entry
    }

    /// The squares on which pawns of a colour could capture after their next step, if the squares of these steps are
    /// free.
    #[inline]
    pub fn captures_next(&self, color: Color, own: Bitboard<W, usize>) -> Bitboard<W, usize> {
        own.iter().fold(Bitboard::EMPTY, |set, number| {
            set | self.targets[color][number].captures_next
        })
    }

    fn cover(&self, color: Color, own: Bitboard<W, usize>) -> Cover<W> {
        let mut cover = Cover::default();
        for number in own.iter() {
            let control = self.targets[color][number].control;
            cover.twice |= cover.once & control;
            cover.once |= control;
        }
        cover
    }

    /// The score of a pawn that depends on the other pawns of its colour.
    fn structure(
        &self,
        color: Color,
        number: usize,
        own: Bitboard<W, usize>,
        attacks: Bitboard<W, usize>,
        cover: &Cover<W>,
    ) -> Score {
        let targets = &self.targets[color][number];
        let mut score = Score::default();
        let others = cover.others(targets.control);
        let (here, ahead) = (others.contains(number), others.meets(&targets.ahead));
        if !here {
            score += if ahead { self.backward } else { self.isolated };
        }
        if attacks.contains(number) {
            score += self.protected;
        }
        if targets.quiet.meets(&attacks) {
            score += self.connected;
        }
        // a pawn with a choice of steps does not wait for another pawn
        if targets.ahead.meets(&own) && targets.quiet.len() == 1 {
            score += self.doubled;
        }
        score
    }

    /// True if the pawn can reach a promotion square without entering the squares of `barred`.
    fn can_reach_promotion(&self, color: Color, from: usize, barred: Bitboard<W, usize>) -> bool {
        let targets = &self.targets[color];
        let (mut seen, mut open) = (barred, Bitboard::EMPTY.with(from));
        while let Some(number) = open.iter().next() {
            open.remove(number);
            let next = targets[number].quiet.without(seen);
            if next.meets(&self.goal[color]) {
                return true;
            }
            seen |= next;
            open |= next;
        }
        false
    }
}

/// The targets of a colour's pawn from each square.
fn targets<const W: usize>(ctx: &Context, color: Color) -> Vec<Targets<W>> {
    let pawn = TypeId::pawn(color);
    let squares = ctx.index.squares();
    let set = |targets: Bitboard| ctx.index.set(targets.iter());
    let at = |&sq: &Square| Targets {
        quiet: set(ctx.tables.quiet_targets(pawn, sq)),
        captures: set(ctx.tables.capture_targets(pawn, sq)),
        ..Targets::default()
    };
    let mut targets: Vec<Targets<W>> = squares.iter().map(at).collect();
    for number in 0..squares.len() {
        let mut ahead = Bitboard::EMPTY;
        let mut control = targets[number].captures;
        let mut open = vec![number];
        while let Some(at) = open.pop() {
            for next in targets[at].quiet.without(ahead).iter() {
                ahead.insert(next);
                control |= targets[next].captures;
                open.push(next);
            }
        }
        let next = targets[number].quiet.iter();
        targets[number].captures_next =
            next.fold(Bitboard::EMPTY, |set, next| set | targets[next].captures);
        targets[number].ahead = ahead;
        targets[number].control = control;
    }
    targets
}

#[cfg(test)]
mod tests {
    use crate::board::Position;
    use crate::testing::games::rules;

    /// The passed pawns of a position, as names of squares.
    fn passers(game: &str, fen: &str) -> Vec<String> {
        let rules = rules(game);
        let pos = Position::from_fen(&rules.layout, fen).unwrap();
        let entry = rules.evaluation.pawns(&pos);
        let mut names: Vec<String> = (entry.passers().iter())
            .map(|&sq| rules.layout.square_name(sq))
            .collect();
        names.sort();
        names
    }

    #[test]
    fn pawns_that_nothing_can_stop() {
        // a pawn in front on the file, one that could capture, and neither
        let fen = "4k3/p7/8/1P4p1/7P/3P4/8/4K3 w - - 0 1";
        assert_eq!(passers("normal", fen), ["d3"]);
        // enemy pawns that the pawn has already passed do not matter
        let fen = "4k3/8/3P4/2p5/8/8/8/4K3 w - - 0 1";
        assert_eq!(passers("normal", fen), ["c5", "d6"]);
        // on a cylinder the two edges are neighbours
        assert_eq!(
            passers("normal", "4k3/7p/8/P7/8/8/8/4K3 w - - 0 1"),
            ["a5", "h7"]
        );
        let edge = passers("cylinder", "4k3/7p/8/P7/8/8/8/4K3 w - - 0 1");
        assert_eq!(edge, Vec::<String>::new());
    }

    #[test]
    fn berolina_pawns_go_round() {
        // these pawns move diagonally and capture straight ahead
        assert_eq!(
            passers("berolina", "4k3/8/8/8/P7/8/8/4K3 w - - 0 1"),
            ["a4"]
        );
        let fen = "4k3/3p4/8/8/8/3P4/8/4K3 w - - 0 1";
        assert_eq!(passers("berolina", fen), Vec::<String>::new());
        let fen = "4k3/8/8/3P4/3p4/8/8/4K3 w - - 0 1";
        assert_eq!(passers("berolina", fen), ["d4", "d5"]);
    }
}
