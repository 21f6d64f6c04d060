//! What each [`super::Term`] is worth, middle game and end game, in the order of the terms.
//!
//! Generated, not to be edited; the games are played with the table as it was before:
//! `fmax tune --games 500 --nodes 2000 --openings 8 --seed 71 --epochs 600 --hold 0.0002 --output src/variant/params/tuned.rs`

#[rustfmt::skip]
// a number that was found may look like a well-known one
#[allow(clippy::approx_constant)]
pub(super) const TUNED: [(f64, f64); super::Term::ALL.len()] = [
    (21.2, 7.61), // tempo
    (2.44, 0.78), // piece-value
    (-13.79, 11.76), // pawn-value
    (6.22, -7.6), // value-light
    (4.16, -3.14), // value-middle
    (-7.8, 1.3), // value-heavy
    (0.31, 2.23), // place-targets
    (24.24, 17.55), // place-hint
    (35.12, 7.88), // place-centre
    (13.52, 28.1), // place-advance
    (4.06, -1.42), // place-home
    (5.61, 2.41), // pawn-way
    (-7.87, -2.86), // pawn-rank
    (6.56, 7.61), // pawn-centre
    (-3.27, 10.08), // royal-rank
    (-26.71, 33.14), // royal-centre
    (9.52, -6.85), // mobility
    (-0.29, 27.4), // mobility-root
    (-4.82, -16.2), // mobility-none
    (1.19, -10.25), // mobility-light
    (-3.36, 0.17), // mobility-heavy
    (-3.38, 0.21), // own-pawn-hit
    (-1.65, 11.76), // enemy-pawn-hit
    (0.77, 2.46), // space
    (0.9, -1.6), // space-middle
    (-32.7, -22.01), // threat-by-pawn
    (-24.44, -13.87), // threat-by-cheaper
    (-8.88, -1.8), // threat-gain
    (-3.06, -19.23), // threat-even
    (-11.3, -6.19), // threat-by-push
    (-16.66, -27.28), // hanging-pawn
    (-20.04, -14.73), // hanging-piece
    (-9.34, -4.11), // pawn-isolated
    (-7.96, -4.76), // pawn-lagging
    (-3.38, -24.71), // pawn-doubled
    (7.5, -2.81), // pawn-protected
    (9.23, 2.87), // pawn-connected
    (11.97, 24.42), // passed
    (-6.43, 12.46), // passed-flat
    (2.8, 21.52), // passed-free
    (-3.74, -3.75), // passed-blocked
    (10.69, 8.13), // passed-supported
    (2.35, 27.26), // passed-royal
    (11.96, 0.0), // shelter-near
    (1.52, 0.0), // shelter-far
    (-10.03, 0.0), // shelter-open
    (22.87, 0.11), // danger
    (23.89, 0.0), // danger-light
    (17.57, 0.0), // danger-middle
    (22.2, 0.0), // danger-heavy
    (10.19, 0.0), // danger-pawn
    (5.54, 0.0), // danger-weak
    (1.11, 0.0), // danger-open
    (27.84, 0.0), // danger-check
    (8.28, 0.0), // danger-unsafe
    (-34.91, 0.0), // danger-base
    (12.96, 0.94), // pair
    (0.0, -28.22), // scale
    (0.0, 60.43), // scale-own-pawns
    (0.0, 47.17), // scale-all-pawns
    (65.12, 94.81), // hill
    (446.85, 597.87), // hill-race
    (-240.0, -240.0), // vanishing
    (-118.14, -196.79), // bare
];
