//! What each [`super::Term`] is worth, middle game and end game, in the order of the terms.
//!
//! Generated, not to be edited; the games are played with the table as it was before:
//! `fmax tune --games 60 --nodes 800 --openings 8 --seed 1 --epochs 600 --hold 0.002 --output src/eval/tuned.rs`

#[rustfmt::skip]
pub(super) const TUNED: [(f64, f64); super::Term::ALL.len()] = [
    (9.67, 5.15), // tempo
    (1.05, 2.87), // piece-value
    (0.37, 21.36), // pawn-value
    (3.15, 3.29), // place-targets
    (20.52, 12.23), // place-hint
    (3.53, 1.02), // place-centre
    (12.01, 17.98), // place-advance
    (1.8, -7.71), // place-home
    (6.88, -0.35), // pawn-way
    (-4.17, -3.52), // pawn-rank
    (4.5, 0.08), // pawn-centre
    (-16.08, 0.43), // royal-rank
    (-13.61, 35.95), // royal-centre
    (15.55, 9.55), // mobility
    (-3.98, 5.77), // mobility-root
    (-8.82, -9.62), // mobility-none
    (-26.59, -19.8), // threat-by-pawn
    (-17.59, -11.66), // threat-by-cheaper
    (-5.96, -2.57), // threat-gain
    (-4.34, -12.19), // threat-even
    (-10.82, -15.59), // hanging-pawn
    (-15.39, -11.09), // hanging-piece
    (-3.34, -8.04), // pawn-isolated
    (-6.0, -1.95), // pawn-lagging
    (-13.02, -13.56), // pawn-doubled
    (7.12, -2.45), // pawn-protected
    (9.61, -6.96), // pawn-connected
    (9.53, 13.16), // passed
    (-2.56, 7.81), // passed-flat
    (6.76, 14.92), // passed-free
    (-2.81, -4.75), // passed-blocked
    (4.76, 8.11), // passed-supported
    (11.6, 14.32), // passed-royal
    (12.65, 0.0), // shelter-near
    (2.0, 0.0), // shelter-far
    (21.4, 4.82), // danger
    (10.15, 0.0), // danger-light
    (13.75, 0.0), // danger-middle
    (26.24, 0.0), // danger-heavy
    (4.05, 0.0), // danger-pawn
    (11.2, 0.0), // danger-weak
    (2.02, 0.0), // danger-open
    (15.75, 0.0), // danger-check
    (-38.8, 0.0), // danger-base
    (18.02, 3.76), // pair
    (60.02, 90.2), // hill
    (450.0, 600.0), // hill-race
    (-240.0, -240.0), // vanishing
    (-119.63, -199.34), // bare
];
