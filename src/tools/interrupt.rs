//! Orders from outside to end: Ctrl-C, and the signals that ask a program to go.
//!
//! There is one of it for the whole program, as there is for signals. A tool that has something to
//! save watches, looks at [`status`] wherever it may wait, and ends in order with that exit status.
//! Whoever orders it twice does not want to wait: then it ends at once.

use std::io;
use std::process;
use std::sync::atomic::{AtomicU8, Ordering};

/// The exit status that was ordered; 0 as long as none was.
static STATUS: AtomicU8 = AtomicU8::new(0);

/// From now on the program is not ended by the first order, but told by [`status`]. At the second
/// one `last_act` is all that is done.
///
/// # Errors
/// If the system does not let us listen.
pub fn watch(last_act: fn()) -> io::Result<()> {
    listen(move |status| {
        let first = STATUS.compare_exchange(0, status, Ordering::Relaxed, Ordering::Relaxed);
        if first.is_err() {
            last_act();
            process::exit(status.into());
        }
    })
}

/// The exit status with which to end, if there is an order to end: that of a shell for a program
/// ended by the signal, 130 for Ctrl-C.
pub fn status() -> Option<u8> {
    Some(STATUS.load(Ordering::Relaxed)).filter(|&status| status != 0)
}

#[cfg(unix)]
fn listen(ordered: impl Fn(u8) + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let heeded = [SIGHUP, SIGINT, SIGTERM];
    let mut signals = Signals::new(heeded.into_iter().filter(|&signal| !is_ignored(signal)))?;
    let wait = move || {
        for signal in signals.forever() {
            ordered(128 + u8::try_from(signal).unwrap_or_default());
        }
    };
    std::thread::Builder::new()
        .name("signals".into())
        .spawn(wait)?;
    Ok(())
}

/// True if whoever has started us does not want this signal to end us, as `nohup` does. Where the
/// system does not tell, the end of the terminal is taken to be such.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    match mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()) {
        Some(mask) => mask >> (signal - 1) & 1 == 1,
        None => signal == signal_hook::consts::SIGHUP,
    }
}

#[cfg(not(unix))]
fn listen(ordered: impl Fn(u8) + Send + 'static) -> io::Result<()> {
    /// As elsewhere: there are no signals to tell apart.
    const CTRL_C: u8 = 130;
    ctrlc::set_handler(move || ordered(CTRL_C)).map_err(io::Error::other)
}
