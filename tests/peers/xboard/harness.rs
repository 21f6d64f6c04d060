//! Helpers for tests under XBoard: XBoard with the engine on a [`Screen`] ([`XBoard`]), clicks,
//! XBoard's debug record (lines such as `<first : highlight 8/8/...` for output of the engine and
//! `>first : b2b3` for its input), and the pixels of the board.
//!
//! A click names the text that the record must show next; the wait is long, because everything
//! is slow on a loaded machine. If the variable `FMAX_SHOTS` names a folder, [`XBoard::shot`] saves
//! the screen there as `NAME.ppm`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::screen::{Process, SCREEN, fresh_folder};
pub use super::screen::{Screen, wait_for};

/// Upper bound for any reaction on a loaded machine.
pub const PATIENCE: Duration = Duration::from_secs(60);
/// How long XBoard may take to notice a click.
pub const CLICK_PATIENCE: Duration = Duration::from_secs(10);

/// The number of pixels of a square that belong to a white or a black piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    light: usize,
    dark: usize,
}

/// The board shown by XBoard, white at the bottom.
#[derive(Clone, Copy)]
pub struct Board {
    files: u8,
    ranks: u8,
    /// Columns on either side for pieces in hand, which are shown in the outer one.
    hand: u8,
}

impl Board {
    /// A board of this size.
    pub const fn new(files: u8, ranks: u8) -> Board {
        Board {
            files,
            ranks,
            hand: 0,
        }
    }

    /// The same board with pieces in hand.
    pub const fn with_hand(self) -> Board {
        Board { hand: 2, ..self }
    }

    /// The column and row of a square such as `b3`, counted from the lower left corner (XBoard counts ten ranks from
    /// 0), or of a piece in hand: `+1` is White's lowest piece, `-1` Black's highest.
    fn cell(self, place: &str) -> (u8, u8) {
        let (file, rank) = place.split_at(1);
        let file = file.as_bytes()[0].wrapping_sub(b'a');
        let rank: u8 = rank.parse().unwrap();
        match place.as_bytes()[0] {
            b'+' => return (self.files + 2 * self.hand - 1, rank - 1),
            b'-' => return (0, self.ranks - rank),
            _ => {}
        }
        let first = u8::from(self.ranks != 10);
        (self.hand + file, rank - first)
    }
}

/// The source of the variants.
pub enum Ini {
    /// The shipped file.
    Shipped,
    /// A file with this text.
    Text(String),
}

/// A variant to open in XBoard.
pub struct Launch<'a> {
    /// The name passed to XBoard.
    game: &'a str,
    board: Board,
    ini: Ini,
    /// The position that XBoard reads from a file.
    position: Option<&'a str>,
    options: &'a [&'a str],
}

impl<'a> Launch<'a> {
    /// A variant of the shipped file, both sides moved by hand.
    pub fn new(game: &'a str, board: Board) -> Launch<'a> {
        Launch {
            game,
            board,
            ini: Ini::Shipped,
            position: None,
            options: &[],
        }
    }

    /// The launch with other variants.
    pub fn with(self, ini: Ini) -> Launch<'a> {
        Launch { ini, ..self }
    }

    /// The launch from a position in a file.
    pub fn position(self, fen: &'a str) -> Launch<'a> {
        Launch {
            position: Some(fen),
            ..self
        }
    }

    /// The launch with these options for XBoard (a later `-mode` overrides the option of `new`).
    pub fn options(self, options: &'a [&'a str]) -> Launch<'a> {
        Launch { options, ..self }
    }
}

/// XBoard with the engine.
pub struct XBoard<'a> {
    screen: &'a Screen,
    board: Board,
    _process: Process,
    folder: PathBuf,
    window: String,
    /// The number of bytes of the record that have been read.
    read: usize,
}

impl<'a> XBoard<'a> {
    /// Starts XBoard and waits until the engine has selected the variant.
    pub fn start(screen: &'a Screen, launch: Launch<'_>) -> XBoard<'a> {
        let folder = fresh_folder(launch.game);
        let text = match launch.ini {
            Ini::Shipped => include_str!("../../../fmax.ini").to_owned(),
            Ini::Text(text) => text,
        };
        fs::write(folder.join("games.ini"), text).unwrap();
        let position: &[&str] = match launch.position {
            Some(fen) => {
                fs::write(folder.join("position"), format!("{fen}\n")).unwrap();
                &["-loadPositionFile", "position"]
            }
            None => &[],
        };
        // file dialogs open in the current folder of the process and have a line for a name
        let gtk = folder.join(".config/gtk-2.0");
        fs::create_dir_all(&gtk).unwrap();
        let settings = "[Filechooser Settings]\nLocationMode=filename-entry\nStartupMode=cwd\n";
        fs::write(gtk.join("gtkfilechooser.ini"), settings).unwrap();
        // names without blanks, because XBoard splits its command lines
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_fmax"), folder.join("fmax")).unwrap();
        let installed = Path::new("/usr/games/xboard");
        let program = if installed.exists() {
            installed
        } else {
            Path::new("xboard")
        };
        let process = Command::new(program)
            .args(["-fcp", "./fmax games.ini", "-fd"])
            .arg(&folder)
            .args(["-variant", launch.game, "-size", "petite", "-debug"])
            // a piece looks the same on all squares of one colour
            .args([
                "-useBoardTexture",
                "false",
                "-highlightMoveWithArrow",
                "false",
            ])
            .args(["-mode", "EditGame"])
            .arg("-nameOfDebugFile")
            .arg(folder.join("record"))
            .args(position)
            .args(launch.options)
            .current_dir(&folder)
            .env("HOME", &folder)
            .env("DISPLAY", &screen.display)
            .env("LC_ALL", "C")
            .stdout(Stdio::null())
            .stderr(fs::File::create(folder.join("errors")).unwrap())
            .spawn()
            .expect("xboard does not start");
        let mut process = Process(process);
        let window = wait_for(PATIENCE, "window of XBoard", || {
            if let Some(status) = process.0.try_wait().unwrap() {
                let errors = fs::read_to_string(folder.join("errors"));
                panic!("xboard: {status}: {}", errors.unwrap());
            }
            screen.windows("^xboard").into_iter().next()
        });
        let mut xboard = XBoard {
            screen,
            board: launch.board,
            _process: process,
            folder,
            window,
            read: 0,
        };
        xboard.hear(PATIENCE, "<first : pong 1");
        xboard
    }

    /// Opens a PGN file with the menu's dialog. Its games must be of the current variant.
    pub fn load_game(&mut self, pgn: &str) {
        let screen = self.screen;
        // a short name in the folder of the dialog, because longer names are completed
        fs::write(self.folder.join("g"), pgn).unwrap();
        screen.xdotool(&["windowfocus", &self.window]).unwrap();
        let dialog = wait_for(PATIENCE, "dialog", || {
            screen.xdotool(&["key", "ctrl+o"]).unwrap();
            std::thread::sleep(Duration::from_millis(1000));
            screen.windows("^Load game").into_iter().next()
        });
        screen.xdotool(&["windowfocus", &dialog]).unwrap();
        std::thread::sleep(Duration::from_millis(300));
        screen.xdotool(&["type", "g"]).unwrap();
        std::thread::sleep(Duration::from_millis(300));
        screen.xdotool(&["key", "Return"]).unwrap();
    }

    /// XBoard's main window, for `xdotool`.
    pub fn window(&self) -> &str {
        &self.window
    }

    /// The whole record so far.
    pub fn record(&self) -> String {
        let bytes = fs::read(self.folder.join("record")).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Waits until the record has a further line that contains a text; returns the record up to the end
    /// of that line.
    pub fn hear(&mut self, patience: Duration, text: &str) -> String {
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
            if begin.elapsed() > patience {
                self.shot("not-heard");
                panic!("no `{text}` within {patience:?} in:\n{record}");
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Clicks a square or a piece in hand, and waits until the record shows a text.
    pub fn click(&mut self, place: &str, text: &str) -> String {
        let (column, row) = self.board.cell(place);
        self.press_and_release(column, row);
        self.hear(CLICK_PATIENCE, text)
    }

    /// Presses and releases the left button in the middle of a cell.
    fn press_and_release(&self, column: u8, row: u8) {
        // another window of XBoard may have covered the board
        let screen = self.screen;
        screen.xdotool(&["windowraise", &self.window]).unwrap();
        self.point(self.middle(column, row));
        screen.xdotool(&["mousedown", "1"]).unwrap();
        std::thread::sleep(Duration::from_millis(300));
        screen.xdotool(&["mouseup", "1"]).unwrap();
    }

    /// Moves the pointer to a point of the window.
    fn point(&self, (x, y): (f64, f64)) {
        let (x, y) = (format!("{x:.0}"), format!("{y:.0}"));
        let there = ["mousemove", "--window", &self.window, &x, &y];
        self.screen.xdotool(&there).unwrap();
        std::thread::sleep(Duration::from_millis(300));
    }

    /// Drags a piece off the board, which removes it when a position is edited.
    pub fn drag_off(&self, place: &str) {
        let (column, row) = self.board.cell(place);
        self.screen.xdotool(&["windowraise", &self.window]).unwrap();
        self.point(self.middle(column, row));
        self.screen.xdotool(&["mousedown", "1"]).unwrap();
        std::thread::sleep(Duration::from_millis(300));
        // to a point above the last rank, in two steps so that it counts as a drag
        let (x, y) = self.middle(column, self.board.ranks);
        self.point((x, y + self.side()));
        self.point((x, y));
        self.screen.xdotool(&["mouseup", "1"]).unwrap();
        std::thread::sleep(Duration::from_millis(300));
    }

    /// Presses a keyboard shortcut, such as `ctrl+w`.
    pub fn key(&self, key: &str) {
        let screen = self.screen;
        screen.xdotool(&["windowfocus", &self.window]).unwrap();
        std::thread::sleep(Duration::from_millis(300));
        screen.xdotool(&["key", key]).unwrap();
    }

    /// A property of the window: `X`, `Y`, `WIDTH` or `HEIGHT`, in pixels.
    fn geometry(&self, key: &str) -> f64 {
        let command = ["getwindowgeometry", "--shell", &self.window];
        let output = self.screen.xdotool(&command).unwrap();
        let value = output.lines().find_map(|line| {
            let (name, value) = line.split_once('=')?;
            (name == key).then_some(value)
        });
        value.unwrap().parse().unwrap()
    }

    /// The side of a square, in pixels: the board is as wide as the window.
    fn side(&self) -> f64 {
        self.geometry("WIDTH") / f64::from(self.board.files + 2 * self.board.hand)
    }

    /// The centre of a cell within the window: the board ends at the bottom of the window.
    fn middle(&self, column: u8, row: u8) -> (f64, f64) {
        let side = self.side();
        let x = side * (f64::from(column) + 0.5);
        let y = self.geometry("HEIGHT") - side * (f64::from(row) + 0.5);
        (x, y)
    }

    /// The picture of a square: a piece looks the same on all squares, whatever their colour.
    pub fn look_at(&self, place: &str) -> Look {
        let (column, row) = self.board.cell(place);
        let (x, y) = self.middle(column, row);
        let (x, y) = (x + self.geometry("X"), y + self.geometry("Y"));
        // excludes the edge, which may be highlighted
        let half = self.side() * 0.45;
        let picture = self.screen.picture();
        let span = |middle: f64| (middle - half) as usize..(middle + half) as usize;
        let pixels = span(y).flat_map(|y| span(x).map(move |x| (x, y)));
        // squares are not aligned to pixels, so pixels are only counted
        let [mut light, mut dark] = [0, 0];
        for (x, y) in pixels {
            let [red, green, blue] = picture.rgb(x, y);
            light += usize::from(red > 250 && green > 250 && blue > 190);
            dark += usize::from(red < 45 && green < 45 && blue < 45);
        }
        Look { light, dark }
    }

    /// Saves a screenshot if `FMAX_SHOTS` is set.
    pub fn shot(&self, name: &str) {
        let Some(folder) = std::env::var_os("FMAX_SHOTS") else {
            return;
        };
        let (width, height) = SCREEN;
        let picture = self.screen.picture();
        let mut file = format!("P6\n{width} {height}\n255\n").into_bytes();
        for y in 0..height {
            file.extend((0..width).flat_map(|x| picture.rgb(x, y)));
        }
        fs::write(Path::new(&folder).join(format!("{name}.ppm")), file).unwrap();
    }
}

impl Drop for XBoard<'_> {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}
