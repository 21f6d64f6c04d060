//! A virtual screen ([`Screen`]): its windows, keyboard and mouse input through `xdotool`, its pixels.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A screen large enough for the widest board, in pixels.
pub const SCREEN: (usize, usize) = (1280, 1024);

/// A process that is killed when its owner is dropped.
pub struct Process(pub Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A virtual screen.
pub struct Screen {
    _server: Process,
    pub display: String,
    /// The file with the server's frame buffer.
    folder: PathBuf,
}

impl Screen {
    /// Starts a server on an unused display.
    pub fn new() -> Screen {
        let folder = fresh_folder("screen");
        let (width, height) = SCREEN;
        // The server finds a free number and reports it. Without -noreset it would restart when its last
        // client leaves, and reject clients that connect meanwhile.
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0"])
            .arg(format!("{width}x{height}x24"))
            .args(["-noreset", "-nolisten", "tcp", "-fbdir"])
            .arg(&folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("Xvfb does not start");
        let mut number = String::new();
        let stdout = server.stdout.take().unwrap();
        let server = Process(server);
        BufReader::new(stdout).read_line(&mut number).unwrap();
        assert!(!number.trim().is_empty(), "Xvfb found no display");
        Screen {
            _server: server,
            display: format!(":{}", number.trim()),
            folder,
        }
    }

    /// The output of `xdotool`, if it succeeds.
    pub fn xdotool(&self, args: &[&str]) -> Option<String> {
        let mut command = Command::new("xdotool");
        let output = command.args(args).env("DISPLAY", &self.display).output();
        let output = output.expect("xdotool does not start");
        let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        output.status.success().then_some(text)
    }

    /// The visible windows whose title matches a regular expression, the oldest first.
    pub fn windows(&self, title: &str) -> Vec<String> {
        let found = self.xdotool(&["search", "--onlyvisible", "--name", title]);
        let lines = found.unwrap_or_default();
        lines.lines().map(str::to_owned).collect()
    }

    /// The whole picture; the server keeps it in `xwd` format.
    pub fn picture(&self) -> Picture {
        let bytes = fs::read(self.folder.join("Xvfb_screen0")).unwrap();
        // fields of the header, see XWDFile.h: 0 is its size, 4 and 5 are width and height,
        // 11 the bits per pixel, 12 the bytes per line, 19 the number of colours (12 bytes each)
        let word = |i: usize| {
            let word = bytes[4 * i..4 * i + 4].try_into().unwrap();
            u32::from_be_bytes(word) as usize
        };
        assert_eq!((word(4), word(5), word(11)), (SCREEN.0, SCREEN.1, 32));
        Picture {
            pixels: bytes[word(0) + 12 * word(19)..].to_vec(),
            line: word(12),
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The pixels of a screen: blue, green, red and an unused byte each.
pub struct Picture {
    pixels: Vec<u8>,
    line: usize,
}

impl Picture {
    /// Red, green and blue of a pixel.
    pub fn rgb(&self, x: usize, y: usize) -> [u8; 3] {
        let at = y * self.line + 4 * x;
        [self.pixels[at + 2], self.pixels[at + 1], self.pixels[at]]
    }
}

/// Polls until `look` returns a value.
pub fn wait_for<T>(patience: Duration, what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begin.elapsed() < patience, "no {what} within {patience:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A new folder that belongs to this process.
pub fn fresh_folder(name: &str) -> PathBuf {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let name = format!("fmax-xboard-{}-{number}-{name}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}
