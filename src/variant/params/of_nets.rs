//! What each [`super::Term`] was worth when the nets of the program were learnt, in the order of the terms.
//!
//! A net corrects an evaluation with these worths; with others it would correct what is no longer wrong. As
//! soon as all nets have been learnt on top of the table for games without nets, this one can go. What the
//! nets do not know counts for nothing.

#[rustfmt::skip]
pub(super) const OF_NETS: [(f64, f64); super::Term::ALL.len()] = [
    (10.32, 3.82), // tempo
    (0.06, 10.39), // piece-value
    (-7.07, 18.91), // pawn-value
    (0.0, 0.0), // value-light
    (0.0, 0.0), // value-middle
    (0.0, 0.0), // value-heavy
    (2.14, 2.17), // place-targets
    (23.75, 13.45), // place-hint
    (8.78, 2.67), // place-centre
    (7.45, 20.65), // place-advance
    (4.97, -7.33), // place-home
    (6.54, -0.42), // pawn-way
    (-2.29, -1.48), // pawn-rank
    (10.1, 3.57), // pawn-centre
    (-11.03, 5.61), // royal-rank
    (-13.41, 34.87), // royal-centre
    (13.43, 7.04), // mobility
    (-4.75, 8.18), // mobility-root
    (-8.79, -10.54), // mobility-none
    (0.0, 0.0), // mobility-light
    (0.0, 0.0), // mobility-heavy
    (0.0, 0.0), // own-pawn-hit
    (0.0, 0.0), // enemy-pawn-hit
    (0.0, 0.0), // space
    (0.0, 0.0), // space-middle
    (-26.42, -19.35), // threat-by-pawn
    (-18.67, -12.08), // threat-by-cheaper
    (-5.79, -1.98), // threat-gain
    (-2.66, -13.19), // threat-even
    (0.0, 0.0), // threat-by-push
    (-12.42, -19.58), // hanging-pawn
    (-14.63, -11.49), // hanging-piece
    (0.0, 0.0), // threat-weak
    (0.0, 0.0), // threat-weak-pawn
    (0.0, 0.0), // contested
    (-5.51, -10.43), // pawn-isolated
    (-9.55, -2.94), // pawn-lagging
    (-12.31, -14.2), // pawn-doubled
    (6.72, 1.06), // pawn-protected
    (9.23, -2.66), // pawn-connected
    (10.5, 17.24), // passed
    (-5.54, 9.36), // passed-flat
    (7.32, 22.27), // passed-free
    (-3.5, -9.19), // passed-blocked
    (8.56, 12.08), // passed-supported
    (13.31, 19.05), // passed-royal
    (13.67, 0.0), // shelter-near
    (3.87, 0.0), // shelter-far
    (0.0, 0.0), // shelter-open
    (0.0, 0.0), // shelter-storm
    (22.19, 6.13), // danger
    (11.17, 0.0), // danger-light
    (14.27, 0.0), // danger-middle
    (27.59, 0.0), // danger-heavy
    (5.5, 0.0), // danger-pawn
    (11.21, 0.0), // danger-weak
    (1.63, 0.0), // danger-open
    (16.47, 0.0), // danger-check
    (0.0, 0.0), // danger-unsafe
    (0.0, 0.0), // danger-kind
    (0.0, 0.0), // danger-kind-heavy
    (0.0, 0.0), // danger-mobility
    (0.0, 0.0), // danger-shelter
    (0.0, 0.0), // danger-attackers
    (0.0, 0.0), // danger-camp
    (-38.31, 0.0), // danger-base
    (18.44, -4.24), // pair
    (0.0, 0.0), // scale
    (0.0, 0.0), // scale-own-pawns
    (0.0, 0.0), // scale-all-pawns
    (60.2, 90.23), // hill
    (449.74, 600.11), // hill-race
    (-240.0, -240.0), // vanishing
    (-119.19, -198.31), // bare
];
