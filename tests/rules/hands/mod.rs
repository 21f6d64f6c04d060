//! Pieces in hand and how they enter play: drops and hands ([`drops`]), gates ([`gates`]), placement before
//! play ([`placement`]), and pairs of rules in one variant ([`interplay`]).

mod drops;
mod gates;
mod interplay;
mod placement;
