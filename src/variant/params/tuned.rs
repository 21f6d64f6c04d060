//! What each [`super::Term`] is worth, middle game and end game, in the order of the terms.
//!
//! Generated, not to be edited; the games are played with the table as it was before:
//! `fmax tune --games 60 --nodes 2000 --openings 8 --seed 93 --epochs 400 --rounds 2 --hold 0.00005 --variant normal,capablanca,knightmate,shatranj,makruk,seirawan,xiangqi,grand,spartan --output src/variant/params/tuned.rs`

#[rustfmt::skip]
// a number that was found may look like a well-known one
#[allow(clippy::approx_constant)]
pub(super) const TUNED: [(f64, f64); super::Term::ALL.len()] = [
    (42.42, 27.07), // tempo
    (2.82, 10.94), // piece-value
    (-21.29, 10.61), // pawn-value
    (5.49, -7.31), // value-light
    (5.03, -0.64), // value-middle
    (-7.58, 9.22), // value-heavy
    (-1.22, 5.89), // place-targets
    (30.94, 19.18), // place-hint
    (42.65, 9.17), // place-centre
    (10.6, 27.47), // place-advance
    (1.44, 8.51), // place-home
    (2.41, 7.77), // pawn-way
    (-11.98, -10.44), // pawn-rank
    (9.9, 3.31), // pawn-centre
    (-1.73, 16.31), // royal-rank
    (-24.77, 31.52), // royal-centre
    (9.84, -8.16), // mobility
    (-2.25, 31.27), // mobility-root
    (-2.74, -12.05), // mobility-none
    (-0.17, -14.4), // mobility-light
    (-2.56, -3.88), // mobility-heavy
    (-4.25, 0.78), // own-pawn-hit
    (-2.65, 14.4), // enemy-pawn-hit
    (1.59, 3.64), // space
    (0.88, -1.31), // space-middle
    (-35.52, -28.81), // threat-by-pawn
    (-24.56, -14.03), // threat-by-cheaper
    (-11.27, -9.16), // threat-gain
    (-2.96, -10.41), // threat-even
    (-10.17, -9.46), // threat-by-push
    (-12.67, -23.03), // hanging-pawn
    (-21.45, -18.3), // hanging-piece
    (-13.57, -7.36), // threat-weak
    (-8.36, -5.69), // threat-weak-pawn
    (-8.06, -1.59), // contested
    (-10.05, -4.33), // pawn-isolated
    (-12.02, -10.81), // pawn-lagging
    (3.14, -29.09), // pawn-doubled
    (5.91, 0.57), // pawn-protected
    (7.8, 6.78), // pawn-connected
    (10.51, 29.92), // passed
    (-2.45, 22.85), // passed-flat
    (1.62, 18.79), // passed-free
    (-2.78, -4.48), // passed-blocked
    (10.63, 14.48), // passed-supported
    (1.38, 24.88), // passed-royal
    (16.71, 0.0), // shelter-near
    (2.79, 0.0), // shelter-far
    (-7.12, 0.0), // shelter-open
    (-5.06, 0.0), // shelter-storm
    (14.73, 8.18), // danger
    (25.44, 0.0), // danger-light
    (6.95, 0.0), // danger-middle
    (7.42, 0.0), // danger-heavy
    (9.03, 0.0), // danger-pawn
    (-4.61, 0.0), // danger-weak
    (4.67, 0.0), // danger-open
    (32.37, 0.0), // danger-check
    (6.46, 0.0), // danger-unsafe
    (14.2, 0.0), // danger-kind
    (2.35, 0.0), // danger-attackers
    (0.96, 0.0), // danger-camp
    (-33.61, 0.0), // danger-base
    (13.39, -3.16), // pair
    (0.0, -52.72), // scale
    (0.0, 87.17), // scale-own-pawns
    (0.0, 62.99), // scale-all-pawns
    (65.12, 94.81), // hill
    (446.85, 597.87), // hill-race
    (-240.0, -240.0), // vanishing
    (-116.91, -195.0), // bare
];
