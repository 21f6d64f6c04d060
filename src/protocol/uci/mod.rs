//! The Universal Chess Interface.
//!
//! [`notation`] reads and writes moves, for the engine that fmax is and for the engines that it drives.

pub mod notation;
