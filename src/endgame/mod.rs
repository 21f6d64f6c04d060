//! Endings: which forces can mate and how, and the value of an advantage that can only be won with such a force.
//!
//! No piece is known by name. A royal piece with one or two pieces (or three of one type, if no two of them mate) against
//! a bare royal is solved by retrograde analysis with the moves and rules of the variant (`solver`), when a search first
//! comes near such an ending. The tables give exact results to the search ([`Prober::probe`]), and show which types can
//! mate, to scale the evaluation of unsolved positions ([`Prober::scaled`]). Endings with too many positions are not
//! solved, such as those with two pieces on boards larger than 10x10.
//!
//! Tables ignore castling and other first moves, so they are not probed while such a move is possible. Variants that are
//! not decided by mate have no tables: where a bare royal loses at once or wins by reaching a square, or a side may have
//! several royals. Each table is first compared with the legal moves in a sample of positions.
//!
//! | file | contents |
//! |---|---|
//! | `solver`, `problem`, `placements`, `moves` | retrograde analysis: distance to mate of all placements |
//! | `table`, `store`, `validate` | endgame tables, their cache, their comparison with the legal moves |
//! | `probe` | probing in a search |
//! | `study` | an ending solved at any cost: for `fmax mates` |
//! | `force`, `potential`, `scale`, `mop_up` | mating material, and the evaluation of advantages without a table |
//!
//! The result of a search limited by depth or nodes must not depend on the speed of the machine: such a search waits for
//! the tables, which another thread solves, until it is stopped. A search on the clock does not wait.

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
