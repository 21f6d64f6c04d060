//! The self-play laboratory: what every command that plays games or searches many positions shares.
//!
//! | module | owns |
//! |---|---|
//! | `workers` | the threads, and Ctrl-C |
//! | `interrupt` | signals that ask the program to end |
//! | `progress` | the progress line, and its 30-second form in logs |
//! | `openings` | random openings |
//! | `self_play` | one game of the engine against itself |
//! | `adjudication` | ending games by score |
//! | `endings` | the ends of games in words |
//! | `adam` | the optimiser of both trainers |
//! | `estimate` | shares, means and points with their intervals |
//! | `statistics`, `sprt` | Elo, intervals, and when a match is decided |
//! | `jsonl` | games as lines of JSON: append, resume, merge |
//! | `shards` | games as binary records with checksums |
//! | `part` | the share of the games that one machine plays |

pub mod adam;
pub mod adjudication;
pub mod endings;
pub mod estimate;
pub mod interrupt;
pub mod jsonl;
pub mod openings;
pub mod part;
pub mod progress;
pub mod self_play;
pub mod shards;
pub mod sprt;
pub mod statistics;
pub mod workers;
