//! Files: read within bounds, and written so that nothing is ever lost.
//!
//! Whatever the program reads or writes by name goes through here, for the same can go wrong with
//! all of it: what has the name may be a pipe that is waited for until the end of time, it may be as
//! large as the disk, the disk may be full, the power may fail in the middle, and two programs may
//! write at once.
//!
//! | what | how |
//! |---|---|
//! | [`read`] | regular files only, up to a size |
//! | [`replace`] | the old file or the new one, never a part of one |
//! | [`create`], [`append`] | written bit by bit, such as a log: nothing that is waited for |
//! | [`update`] | read, changed and replaced, while no other program does the same |
//! | [`Places`] | where files are that are not named |
//! | [`Fields`], [`checksum`] | what was read, if it is no text, taken apart within bounds |

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
