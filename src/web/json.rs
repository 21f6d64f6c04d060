//! A minimal JSON writer.

use std::fmt::Write as _;

/// A text as a JSON string.
pub fn string(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c < ' ' => {
                // writing to a String cannot fail
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// An array; its values are already JSON.
pub fn array(values: impl IntoIterator<Item = String>) -> String {
    let values: Vec<String> = values.into_iter().collect();
    format!("[{}]", values.join(","))
}

/// An array of numbers.
pub fn numbers<T: ToString>(values: impl IntoIterator<Item = T>) -> String {
    array(values.into_iter().map(|value| value.to_string()))
}

/// An array of texts.
pub fn strings<T: AsRef<str>>(values: impl IntoIterator<Item = T>) -> String {
    array(values.into_iter().map(|value| string(value.as_ref())))
}

/// An object; its values are already JSON.
pub fn object(fields: &[(&str, String)]) -> String {
    let fields: Vec<String> = (fields.iter())
        .map(|(name, value)| format!("{}:{value}", string(name)))
        .collect();
    format!("{{{}}}", fields.join(","))
}

/// The value, which is already JSON, or `null`.
pub fn or_null(value: Option<String>) -> String {
    value.unwrap_or_else(|| "null".to_owned())
}
