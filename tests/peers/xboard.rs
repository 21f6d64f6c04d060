//! Plays with a real XBoard on a display of its own: real clicks on the board, and XBoard's own
//! record of what it said to the engine and what it heard.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The board and the pieces of both games: horses that can be blocked, cannons, griffons and
/// lopsided pieces.
const PIECES: &str = "\
6x7
6 4 7 3 5 6
6 4 7 3 5 6
p:80 -16,6 -15,5 -17,5
p:80 16,6 15,5 17,5
k:-1 1,7 -16,7 -1,7 16,7 -15,7 -17,7 15,7 17,7
h:225 16,70,17 16,70,15 -16,70,-15 -16,70,-17 1,70,17 1,70,-15 -1,70,15 -1,70,-17
z:300 1,E4 16,7 -16,7 1,6 -1,6
X:480 1,BA -16,BA -1,BA 16,BA
G:900 -15,3,-16 -15,3,1 -17,3,-16 -17,3,-1 15,3,16 15,3,-1 17,3,16 17,3,1";

/// A game that XBoard has never heard of, and whose file says nothing about how its pieces move;
/// and the same with a pawn that is about to promote.
fn games() -> String {
    let start = "Promotion: GXH\nStart: 1h3k/P5/6/6/6/6/5K w - - 0 1";
    format!("version 4.8(w)\n\nGame: odd\n{PIECES}\n\nGame: odd-end\n{PIECES}\n{start}\n\n")
}
const FILES: f64 = 6.0;

/// Everything that happens on a loaded machine happens within this time.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long XBoard may take to notice a click.
const CLICK_PATIENCE: Duration = Duration::from_secs(10);

/// A process that ends with its owner.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A screen without a monitor.
struct Screen {
    _server: Process,
    display: String,
}

impl Screen {
    fn new() -> Screen {
        // the server looks for a free number and tells it
        let mut server = Command::new("Xvfb")
            .args([
                "-displayfd",
                "1",
                "-screen",
                "0",
                "1024x768x24",
                "-nolisten",
                "tcp",
            ])
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
        }
    }

    fn xdotool(&self, args: &[&str]) -> Option<String> {
        let mut command = Command::new("xdotool");
        let output = command.args(args).env("DISPLAY", &self.display).output();
        let output = output.expect("xdotool does not start");
        let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        output.status.success().then_some(text)
    }
}

/// XBoard with the engine.
struct XBoard<'a> {
    screen: &'a Screen,
    _process: Process,
    folder: PathBuf,
    window: String,
    /// So much of the record has been read.
    read: usize,
}

fn wait_for<T>(patience: Duration, what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(begin.elapsed() < patience, "no {what} within {patience:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

impl<'a> XBoard<'a> {
    fn start(screen: &'a Screen, game: &str, more: &[&str]) -> XBoard<'a> {
        let name = format!("fmax-xboard-{}-{game}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("odd.ini"), games()).unwrap();
        // names without blanks, because XBoard splits its command lines
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_fmax"), folder.join("fmax")).unwrap();
        let installed = Path::new("/usr/games/xboard");
        let program = if installed.exists() {
            installed
        } else {
            Path::new("xboard")
        };
        let process = Command::new(program)
            .args(["-fcp", "./fmax odd.ini", "-fd"])
            .arg(&folder)
            .args([
                "-variant", game, "-mode", "EditGame", "-size", "petite", "-debug",
            ])
            .arg("-nameOfDebugFile")
            .arg(folder.join("record"))
            .args(more)
            .current_dir(&folder)
            .env("HOME", &folder)
            .env("DISPLAY", &screen.display)
            .env("LC_ALL", "C")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("xboard does not start");
        let process = Process(process);
        let window = wait_for(PATIENCE, "window of XBoard", || {
            let found = screen.xdotool(&["search", "--onlyvisible", "--name", "^xboard"])?;
            found.lines().next().map(str::to_owned)
        });
        let mut xboard = XBoard {
            screen,
            _process: process,
            folder,
            window,
            read: 0,
        };
        xboard.hear(PATIENCE, "<first : pong 1");
        xboard
    }

    /// Waits until the record goes on with a line that contains a text; returns everything up to
    /// its end.
    fn hear(&mut self, patience: Duration, text: &str) -> String {
        let path = self.folder.join("record");
        let from = self.read;
        let begin = Instant::now();
        loop {
            let bytes = fs::read(&path).unwrap_or_default();
            let record = String::from_utf8_lossy(&bytes[from.min(bytes.len())..]).into_owned();
            if let Some(at) = record.find(text)
                && let Some(end) = record[at..].find('\n')
            {
                self.read = from + at + end;
                return record[..at + end].to_owned();
            }
            assert!(
                begin.elapsed() < patience,
                "no `{text}` within {patience:?} in:\n{record}"
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Clicks on a square, and again if XBoard was busy, until the record shows a text.
    fn click(&mut self, square: &str, text: &str) -> String {
        let geometry = self
            .screen
            .xdotool(&["getwindowgeometry", "--shell", &self.window])
            .unwrap();
        let value = |key: &str| -> f64 {
            let line = geometry.lines().find_map(|line| line.strip_prefix(key));
            line.unwrap().parse().unwrap()
        };
        // the board fills the width and ends at the bottom
        let side = value("WIDTH=") / FILES;
        let (file, rank) = (square.as_bytes()[0] - b'a', square.as_bytes()[1] - b'1');
        let x = side * (f64::from(file) + 0.5);
        let y = value("HEIGHT=") - side * (f64::from(rank) + 0.5);
        let (x, y) = (format!("{x:.0}"), format!("{y:.0}"));
        // other windows of XBoard may have come up on top
        self.screen.xdotool(&["windowraise", &self.window]).unwrap();
        self.screen
            .xdotool(&["mousemove", "--window", &self.window, &x, &y])
            .unwrap();
        std::thread::sleep(Duration::from_millis(300));
        self.screen.xdotool(&["mousedown", "1"]).unwrap();
        std::thread::sleep(Duration::from_millis(300));
        self.screen.xdotool(&["mouseup", "1"]).unwrap();
        self.hear(CLICK_PATIENCE, text)
    }
}

impl Drop for XBoard<'_> {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[test]
#[ignore = "needs the Debian packages xboard, xvfb and xdotool"]
fn a_user_made_game() {
    let screen = Screen::new();
    let mut xboard = XBoard::start(&screen, "odd", &[]);
    let record = fs::read_to_string(xboard.folder.join("record")).unwrap();
    for line in [
        "<first : setup (P....XZ.....H..G.....Kp....xz.....h..g.....k) 6x7+0_fairy xhgkzx/",
        "<first : piece H& nN\n",
        "<first : piece Z vWsmWirmD\n",
        "<first : piece z vWsmWilmD\n",
        "<first : piece X& mRcpR\n",
        "<first : piece G& FyafsF\n",
    ] {
        assert!(record.contains(line), "{line} not in:\n{record}");
    }
    xboard.click("b2", "highlight 6/6/6/6/1Y4/6/6");
    xboard.click("b3", ">first : b2b3");
    xboard.click("e6", "highlight 6/6/4Y1/6/6/6/6");
    xboard.click("e5", ">first : e6e5");
    // the horse is blocked by its pawns to the sides, but no longer ahead
    xboard.click("b1", "highlight 6/6/6/6/Y1Y3/6/6");
    xboard.click("c3", ">first : b1c3");
    // the lopsided piece leaps two squares to its left, once
    xboard.click("e7", "highlight 6/4Y1/6/6/6/6/6");
    xboard.click("e6", ">first : e7e6");
    // the cannon takes the first piece behind another one
    xboard.click("a1", "highlight 6/R5/6/6/6/6/1Y4");
    let told = xboard.click("a6", ">first : a1a6");
    assert!(!told.to_lowercase().contains("illegal"), "{told}");
}

#[test]
#[ignore = "needs the Debian packages xboard, xvfb and xdotool"]
fn a_promotion_with_choice() {
    let screen = Screen::new();
    // XBoard listens to `choice` only if it does not test legality
    let mut xboard = XBoard::start(&screen, "odd-end", &["-testLegality", "false"]);
    xboard.click("a6", "highlight MM4/6/6/6/6/6/6");
    let told = xboard.click("b7", ">first : a6b7g");
    assert!(told.contains("<first : choice GXH"), "{told}");
    // the griffon on b7 guards the sixth rank
    xboard.click("f7", "<first : highlight 4Y1/6/6/6/6/6/6");
}
