//! Pieces in hand, and what they come in by: drops and hands ([`drops`]), gates ([`gates`]), what is placed
//! before play ([`placement`]), and pairs of rules that meet in one game ([`interplay`]).

mod drops;
mod gates;
mod interplay;
mod placement;
