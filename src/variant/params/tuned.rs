//! What each [`super::Term`] is worth, middle game and end game, in the order of the terms.
//!
//! Learnt by `fmax tune` (six rounds, `--hold 0.00005`) from the scores of 180,000 positions of normal, capablanca, knightmate, shatranj,
//! makruk, seirawan, xiangqi, grand and spartan; then having the move, mobility, places, shelter and the scale were changed by what games
//! said of them, see "Danger that grows with mobility" in `benches/STRENGTH.md`. To learn another table: `fmax tune --output` with
//! the name of this file.

#[rustfmt::skip]
// a number that was found may look like a well-known one
#[allow(clippy::approx_constant)]
pub(super) const TUNED: [(f64, f64); super::Term::ALL.len()] = [
    (20.0, 12.0), // tempo
    (0.61, 2.52), // piece-value
    (-17.19, 3.74), // pawn-value
    (4.76, -6.81), // value-light
    (4.22, -2.95), // value-middle
    (-8.09, 2.46), // value-heavy
    (-1.65, 1.0), // place-targets
    (34.27, 19.11), // place-hint
    (54.08, 10.58), // place-centre
    (-5.88, 39.42), // place-advance
    (1.07, 5.18), // place-home
    (2.56, 12.84), // pawn-way
    (-18.79, -24.82), // pawn-rank
    (6.57, -18.12), // pawn-centre
    (-3.75, 14.38), // royal-rank
    (-23.65, 32.63), // royal-centre
    (5.51, -6.0), // mobility
    (5.98, 29.57), // mobility-root
    (5.44, -17.66), // mobility-none
    (-2.41, -9.76), // mobility-light
    (-7.9, 2.88), // mobility-heavy
    (-3.06, 1.77), // own-pawn-hit
    (-1.4, 6.2), // enemy-pawn-hit
    (3.48, 2.74), // space
    (4.64, 0.22), // space-middle
    (-36.41, -32.36), // threat-by-pawn
    (-29.97, -15.15), // threat-by-cheaper
    (-13.14, -10.05), // threat-gain
    (-5.53, -9.76), // threat-even
    (-9.57, -6.77), // threat-by-push
    (-12.19, -24.86), // hanging-pawn
    (-16.88, -25.9), // hanging-piece
    (-14.13, -20.43), // threat-weak
    (-11.36, -5.78), // threat-weak-pawn
    (-9.56, -2.61), // contested
    (-8.36, -6.0), // pawn-isolated
    (-9.98, -5.73), // pawn-lagging
    (-2.88, -9.79), // pawn-doubled
    (5.24, 0.16), // pawn-protected
    (7.59, 1.92), // pawn-connected
    (9.71, 25.98), // passed
    (-1.82, 2.05), // passed-flat
    (1.83, 25.02), // passed-free
    (-10.57, -8.38), // passed-blocked
    (1.9, 8.67), // passed-supported
    (-4.08, 22.08), // passed-royal
    (15.78, 0.0), // shelter-near
    (8.03, 0.0), // shelter-far
    (-0.4, 0.0), // shelter-open
    (-12.93, 0.0), // shelter-storm
    (7.45, 17.03), // danger
    (12.33, 0.0), // danger-light
    (0.75, 0.0), // danger-middle
    (3.56, 0.0), // danger-heavy
    (13.48, 0.0), // danger-pawn
    (-8.34, 0.0), // danger-weak
    (5.21, 0.0), // danger-open
    (20.19, 0.0), // danger-check
    (14.76, 0.0), // danger-unsafe
    (30.95, 0.0), // danger-kind
    (23.61, 0.0), // danger-kind-heavy
    (5.01, 0.0), // danger-mobility
    (3.71, 0.0), // danger-shelter
    (2.25, 0.0), // danger-attackers
    (2.05, 0.0), // danger-camp
    (-16.99, 0.0), // danger-base
    (16.27, 0.28), // pair
    (0.0, -33.45), // scale
    (0.0, 90.18), // scale-own-pawns
    (0.0, 63.79), // scale-all-pawns
    (65.12, 94.81), // hill
    (446.85, 597.87), // hill-race
    (-240.0, -240.0), // vanishing
    (-116.08, -194.7), // bare
];
