//! The functions of the WebAssembly module. The page writes a command to `buffer`, calls `command`, and reads the
//! answer at `answer`. Both are UTF-8.
//!
//! This is the only file with `unsafe` in it: for the names of the exports, which must be unique, and for the imports,
//! which are safe to call. Rust code here never dereferences a pointer. JavaScript reads and writes the memory of the
//! module: the command before a call, reports during it, and the answer after it.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::panic;
use std::time::Duration;

use super::Session;
use crate::types::lend_clock;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Milliseconds since some fixed moment.
    safe fn now() -> f64;
    /// A report of the running search, as JSON.
    safe fn report(text: *const u8, length: usize);
    /// Reports a panic; the module must not be called again.
    safe fn failed(text: *const u8, length: usize);
}

thread_local! {
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Memory for a command of this length, in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn buffer(length: usize) -> *mut u8 {
    BUFFER.with_borrow_mut(|buffer| {
        *buffer = vec![0; length];
        buffer.as_mut_ptr()
    })
}

/// Executes the command in the buffer; returns the length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn command() -> usize {
    let text = BUFFER.take();
    let text = String::from_utf8_lossy(&text);
    let answer = SESSION.with_borrow_mut(|session| {
        (session.get_or_insert_with(begin)).execute(&text, &mut |line: &str| {
            report(line.as_ptr(), line.len());
        })
    });
    ANSWER.with_borrow_mut(|kept| {
        *kept = answer;
        kept.len()
    })
}

/// The address of the answer to the last command.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

fn begin() -> Session {
    lend_clock(|| Duration::from_secs_f64(now().max(0.0) / 1000.0));
    panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        failed(text.as_ptr(), text.len());
    }));
    Session::default()
}
