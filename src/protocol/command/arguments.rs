//! Numbers and times in the arguments of commands.

use std::str::FromStr;
use std::time::Duration;

use crate::protocol::CommandError;
use crate::protocol::time_control::LONGEST;

/// A whole number.
pub(super) fn number<T: FromStr>(text: &str) -> Result<T, CommandError> {
    match text {
        "" => Err(CommandError::Missing("number")),
        text => text.parse().map_err(|_| CommandError::Bad("number")),
    }
}

/// Seconds, with an optional fraction.
pub(super) fn seconds(text: &str) -> Option<Duration> {
    // Rust parses `inf`, `nan` and `1e3` as well
    let plain = text.chars().all(|c| c.is_ascii_digit() || c == '.');
    let value: f64 = text.parse().ok().filter(|_| plain)?;
    Some(Duration::from_secs_f64(value.min(LONGEST.as_secs_f64())))
}

/// Minutes with an optional fraction, or `MINUTES:SECONDS`. The protocol asks to ignore other characters at the end.
pub(super) fn clock_time(text: &str) -> Option<Duration> {
    let end = text.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ':'));
    let text = &text[..end.unwrap_or(text.len())];
    let (minutes, rest) = text.split_once(':').unwrap_or((text, "0"));
    let total = seconds(minutes)? * 60 + seconds(rest)?;
    Some(total.min(LONGEST))
}

/// Hundredths of a second. A clock that has run out may be negative.
pub(super) fn centiseconds(text: &str) -> Result<Duration, CommandError> {
    let value: i64 = text.parse().map_err(|_| CommandError::Bad("time"))?;
    let value = u64::try_from(value).unwrap_or(0);
    Ok(Duration::from_millis(value.saturating_mul(10)).min(LONGEST))
}
