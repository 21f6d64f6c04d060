//! Ctrl-C and the signals that ask a program to end, for the whole process.
//!
//! A tool that has something to save calls [`watch`], looks at [`status`] wherever it may wait, and ends with that exit
//! status. A second signal ends the program at once.

#[cfg(feature = "tools")]
use std::io;
#[cfg(feature = "tools")]
use std::process;
use std::sync::atomic::{AtomicU8, Ordering};

/// The exit status to end with; 0 while there is no signal.
static STATUS: AtomicU8 = AtomicU8::new(0);

/// From now on the first signal sets [`status`] instead of ending the program. A second signal runs `last_act` and exits.
#[cfg(feature = "tools")]
pub fn watch(last_act: fn()) -> io::Result<()> {
    listen(move |status| {
        let first = STATUS.compare_exchange(0, status, Ordering::Relaxed, Ordering::Relaxed);
        if first.is_err() {
            last_act();
            process::exit(status.into());
        }
    })
}

/// The exit status to end with, if there was a signal: the status that a shell gives for that signal, 130 for Ctrl-C.
pub fn status() -> Option<u8> {
    Some(STATUS.load(Ordering::Relaxed)).filter(|&status| status != 0)
}

#[cfg(all(unix, feature = "tools"))]
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

/// True if the parent process wants this signal ignored, as `nohup` does. On systems that do not say, this is assumed
/// of the hangup of a terminal.
#[cfg(all(unix, feature = "tools"))]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    match mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()) {
        Some(mask) => mask >> (signal - 1) & 1 == 1,
        None => signal == signal_hook::consts::SIGHUP,
    }
}

#[cfg(all(not(unix), feature = "tools"))]
fn listen(ordered: impl Fn(u8) + Send + 'static) -> io::Result<()> {
    /// The status for Ctrl-C as on other systems; here all signals look the same.
    const CTRL_C: u8 = 130;
    ctrlc::set_handler(move || ordered(CTRL_C)).map_err(io::Error::other)
}
