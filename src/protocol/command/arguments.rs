//! Numbers and times in commands.

use std::str::FromStr;
use std::time::Duration;

use super::CommandError;

/// No clock holds more than this. A bound far beyond any game keeps the arithmetic of the clock
/// safe from overflow.
pub(super) const LONGEST: Duration = Duration::from_secs(10_000_000);

/// A whole number.
pub(super) fn number<T: FromStr>(text: &str) -> Result<T, CommandError> {
    match text {
        "" => Err(CommandError::Missing("number")),
        text => text.parse().map_err(|_| CommandError::BadNumber),
    }
}

/// Seconds, perhaps with a fraction.
pub(super) fn seconds(text: &str) -> Option<Duration> {
    // `inf`, `nan` and `1e3` are numbers to the library, but not to the protocol
    let plain = text.chars().all(|c| c.is_ascii_digit() || c == '.');
    let value: f64 = text.parse().ok().filter(|_| plain)?;
    Some(Duration::from_secs_f64(value.min(LONGEST.as_secs_f64())))
}

/// Minutes, perhaps with a fraction, or `MINUTES:SECONDS`. As the protocol asks for, anything
/// else at the end is passed over.
pub(super) fn clock_time(text: &str) -> Option<Duration> {
    let end = text.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ':'));
    let text = &text[..end.unwrap_or(text.len())];
    let (minutes, rest) = text.split_once(':').unwrap_or((text, "0"));
    let total = seconds(minutes)? * 60 + seconds(rest)?;
    Some(total.min(LONGEST))
}

/// Hundredths of seconds; a clock that has run out may show less than nothing.
pub(super) fn centiseconds(text: &str) -> Result<Duration, CommandError> {
    let value: i64 = text.parse().map_err(|_| CommandError::BadTime)?;
    let value = u64::try_from(value).unwrap_or(0);
    Ok(Duration::from_millis(value.saturating_mul(10)).min(LONGEST))
}
