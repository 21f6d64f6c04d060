//! Endings: which forces can mate, how, and how much of an advantage that leaves.
//!
//! Nothing here goes by the names of pieces. A royal with one or two pieces (or three that are alike,
//! if no two of them mate) against a lone royal is solved by retrograde analysis with the moves and
//! rules of the game (module `solver`), when a search first comes near such an ending. The tables
//! answer with certainty in the search ([`Prober::probe`]), and tell which types can mate and which
//! cannot, for the judgement of what is not solved ([`Prober::scaled`]). Endings with too many
//! positions are not solved, such as those with two pieces on boards larger than 10x10.
//!
//! Castling and other first moves are left out, so nothing is looked up while any such move is
//! possible. Games that are decided in other ways than by mate have no tables: where a lone royal
//! loses at once, or wins by reaching a square, or royals are not a match for each other. In every
//! game a table is compared with the legal moves in a sample of positions before it is believed.
//!
//! | file | what is in it |
//! |---|---|
//! | `solver`, `problem`, `placements`, `moves` | retrograde analysis: distance to mate of all placements |
//! | `table`, `store`, `validate` | endgame tables; those of a game; comparing them with its moves |
//! | `probe` | looking up positions in a search |
//! | `study` | an ending solved for its own sake, whatever it takes: for `fmax mates` |
//! | `force`, `potential`, `scale`, `mop_up` | mating material, and what an advantage without a table is worth |
//!
//! What a search knows must not depend on the speed of the machine if it is limited by depth or
//! nodes: then it waits for the tables, which are solved on a thread of their own, until it is told to
//! stop. A search on the clock does not wait.

mod force;
mod mop_up;
mod moves;
mod placements;
mod potential;
mod probe;
mod problem;
mod scale;
mod solver;
mod store;
pub mod study;
mod table;
mod validate;

pub use potential::MatingPotential;
pub use probe::Prober;
pub use store::{Endgames, expect_many_games};
pub use table::{Count, ProbeResult};
