//! Weight of each [`super::Term`] in the middle game and the end game, in the order of the terms.
//!
//! The sources are in `benches/RESULTS.md` under "Hand-written evaluation". `fmax tune --train GAMES --output` with the name of
//! this file learns another table.

#[rustfmt::skip]
// a tuned weight may happen to look like a mathematical constant
#[allow(clippy::approx_constant)]
pub(super) const TUNED: [(f64, f64); super::Term::ALL.len()] = [
    (20.0, 12.0), // tempo
    (0.61, 2.52), // piece-value
    (-17.19, 3.74), // pawn-value
    (4.76, -6.81), // value-light
    (4.22, -2.95), // value-middle
    (-8.09, 2.46), // value-heavy
    (2.42, -0.17), // place-targets
    (32.99, 27.7), // place-hint
    (15.36, -14.26), // place-centre
    (-43.05, 8.38), // place-advance
    (-4.34, -1.9), // place-home
    (2.56, 12.84), // pawn-way
    (-18.79, -24.82), // pawn-rank
    (-14.77, -19.17), // pawn-centre
    (20.12, 0.42), // royal-rank
    (-151.51, 56.36), // royal-centre
    (-8.82, -21.68), // mobility
    (15.58, 31.55), // mobility-root
    (8.2, 7.05), // mobility-none
    (-0.47, -1.29), // mobility-light
    (-0.97, 6.82), // mobility-heavy
    (6.8, 9.26), // mobility-share
    (-2.04, 2.29), // own-pawn-hit
    (-1.17, 1.59), // enemy-pawn-hit
    (6.39, 8.54), // half-open-file
    (27.22, 12.55), // open-file
    (12.48, 3.3), // outpost-free
    (20.6, 3.99), // outpost
    (13.6, 8.07), // outpost-next
    (7.48, -1.37), // behind-pawn
    (7.6, -5.86), // centre-seen
    (-2.89, -2.66), // bound-pawn
    (1.55, 3.42), // space
    (1.89, -0.85), // space-middle
    (-34.7, -36.95), // threat-by-pawn
    (-32.04, -21.28), // threat-by-cheaper
    (1.53, 2.78), // threat-gain
    (-4.54, 2.69), // threat-even
    (-10.37, -2.47), // threat-by-push
    (-15.58, -7.62), // hanging-pawn
    (7.16, 1.65), // hanging-piece
    (-9.38, -17.25), // threat-weak
    (-7.64, -7.55), // threat-weak-pawn
    (-8.0, -2.81), // contested
    (-9.62, -5.41), // pawn-isolated
    (2.2, -6.97), // pawn-lagging
    (7.06, -3.85), // pawn-doubled
    (8.06, 9.54), // pawn-protected
    (5.48, 6.33), // pawn-connected
    (9.71, 25.98), // passed
    (-1.82, 2.05), // passed-flat
    (1.83, 25.02), // passed-free
    (-10.57, -8.38), // passed-blocked
    (1.9, 8.67), // passed-supported
    (-4.08, 22.08), // passed-royal
    (3.99, 0.0), // shelter-near
    (-0.3, 0.0), // shelter-far
    (-3.97, 0.0), // shelter-open
    (-19.24, 0.0), // shelter-storm
    (16.58, 0.0), // shelter-flank
    (8.73, 3.48), // danger
    (7.77, 17.29), // danger-linear
    (166.45, 0.0), // danger-confined
    (14.9, 0.0), // danger-light
    (10.67, 0.0), // danger-middle
    (3.4, 0.0), // danger-heavy
    (18.43, 0.0), // danger-pawn
    (1.55, 0.0), // danger-weak
    (5.65, 0.0), // danger-open
    (15.63, 0.0), // danger-check
    (10.72, 0.0), // danger-unsafe
    (53.5, 0.0), // danger-kind
    (10.74, 0.0), // danger-kind-heavy
    (24.17, 0.0), // danger-mobility
    (-7.56, 0.0), // danger-shelter
    (7.51, 0.0), // danger-attackers
    (1.23, 0.0), // danger-camp
    (100.0, 0.0), // danger-indirect
    (-181.86, 0.0), // danger-calm
    (26.67, 0.0), // danger-ring
    (-10.95, 0.0), // danger-guard
    (68.5, 0.0), // danger-base
    (6.57, 6.23), // pair
    (0.0, -33.45), // scale
    (0.0, 90.18), // scale-own-pawns
    (0.0, 63.79), // scale-all-pawns
    (65.12, 94.81), // hill
    (446.85, 597.87), // hill-race
    (-240.0, -240.0), // vanishing
    (-111.85, -175.55), // bare
];
