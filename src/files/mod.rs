//! Files: read within bounds, and written so that nothing is ever lost.
//!
//! The program reads and writes all files through this module. It guards against pipes that block, files as large as the
//! disk, full disks, power failures, and two programs that write at once.
//!
//! | item | how |
//! |---|---|
//! | [`read`] | regular files only, up to a size |
//! | [`replace`] | the old file or the new one, never a part of one |
//! | [`create`], [`append`] | written bit by bit, such as a log; never blocks |
//! | [`update`] | read, changed and replaced, while no other program does the same |
//! | [`Places`] | the paths of files that the user does not name |
//! | [`Fields`], [`checksum`] | binary contents, read within bounds |

mod checksum;
mod create;
mod fields;
mod kind;
mod lock;
mod places;
mod read;
mod replace;

pub use checksum::checksum;
pub use create::{append, create};
pub use fields::{Fields, put_text};
pub use kind::{is_taken, kind_of, require_regular, safe_name};
pub use lock::{Lock, can_be_made, update};
pub use places::Places;
pub use read::read;
pub use replace::{Step, replace, replace_watched};

#[cfg(test)]
mod tests;
