//! The `fmax` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    fmax::run()
}
