//! A running Fairy-Max, controlled over the XBoard protocol.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use fmax::types::{Color, TypeId};

pub const BINARY: &str = "/usr/games/fairymax";
/// Commands sent before reading the answers: few enough to fit in a pipe, so that we never block
/// on writing to a program that hangs.
const BATCH: usize = 4000;
/// The slowest valid batch takes a few seconds; the original hangs for ever when the positions of
/// the game occupy too much of its hash table.
const PATIENCE: Duration = Duration::from_secs(60);
/// How the command `p` prints a piece: the index is the type, plus 16 for black.
const PRINTED: &str = ".*XKNBRQEWFMACHG?x+knbrqewfmachg";

/// The contents of a square, in the original's piece numbers.
pub type Square = Option<(Color, TypeId)>;

pub struct Original {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
    pings: u32,
    bits: u32,
}

impl Drop for Original {
    fn drop(&mut self) {
        // a failure can be ignored: the process has ended or cannot be stopped
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Original {
    /// Starts the program with a hash table of 2^`bits` entries.
    pub fn start(bits: u32) -> Original {
        let mut child = Command::new(BINARY)
            .arg(bits.to_string())
            // the original looks for NAME.hash in the current directory
            .current_dir(env!("CARGO_TARGET_TMPDIR"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|error| panic!("{BINARY}: {error}"));
        let stdin = child.stdin.take().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        // ends when the program closes its output, or is killed
        std::thread::spawn(move || {
            for line in stdout.split(b'\n').map_while(Result::ok) {
                let line = String::from_utf8_lossy(&line).into_owned();
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let mut original = Original {
            child,
            stdin,
            lines,
            pings: 0,
            bits,
        };
        original.ask(&["xboard".to_owned(), "protover 2".to_owned()]);
        original
    }

    pub fn ask(&mut self, commands: &[String]) -> Vec<String> {
        self.pings += 1;
        let text: String = commands
            .iter()
            .map(|command| format!("{command}\n"))
            .collect();
        self.stdin.write_all(text.as_bytes()).unwrap();
        writeln!(self.stdin, "ping {}", self.pings).unwrap();
        self.stdin.flush().unwrap();
        let pong = format!("pong {}", self.pings);
        let mut answer = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE).unwrap_or_else(|error| {
                let last = &commands[commands.len().saturating_sub(40)..];
                panic!("{BINARY} is silent ({error}) after {last:?}")
            });
            if line == pong {
                return answer;
            }
            answer.push(line);
        }
    }

    /// Starts a game and plays these moves; true if all were accepted.
    pub fn set_up(&mut self, game: &str, moves: &[String]) -> bool {
        let mut commands = Vec::new();
        if game.is_empty() {
            // the unnamed variant is the default and cannot be selected later
            *self = Original::start(self.bits);
        } else {
            commands.extend(["new".to_owned(), format!("variant {game}")]);
        }
        commands.push("force".to_owned());
        commands.extend_from_slice(moves);
        let answer = self.ask(&commands);
        assert!(
            !answer.iter().any(|line| line.contains("not supported")),
            "{game}"
        );
        !answer.iter().any(|line| is_refusal(line))
    }

    /// Sends one move; true if it is accepted and has been played.
    pub fn play(&mut self, mv: &str) -> bool {
        let answer = self.ask(&[mv.to_owned()]);
        !answer.iter().any(|line| is_refusal(line))
    }

    /// Sends moves that should all be refused; `Some(i)` if move `i` was accepted. That move has then been played,
    /// together with any accepted moves after it.
    pub fn first_accepted(&mut self, moves: &[String]) -> Option<usize> {
        for (i, batch) in moves.chunks(BATCH).enumerate() {
            let answer = self.ask(batch);
            let mut refused = answer
                .iter()
                .filter_map(|line| line.strip_prefix("Illegal move:"));
            for (j, mv) in batch.iter().enumerate() {
                if refused.next() != Some(mv) {
                    return Some(i * BATCH + j);
                }
            }
        }
        None
    }

    /// Sends moves that should all be accepted, and undoes each of them. False if a move was refused; the position is
    /// then lost.
    pub fn all_accepted(&mut self, moves: &[String]) -> bool {
        let commands: Vec<String> = moves
            .iter()
            .flat_map(|mv| [mv.clone(), "undo".to_owned()])
            .collect();
        !self.ask(&commands).iter().any(|line| is_refusal(line))
    }

    /// The board, rank by rank from the top.
    pub fn board(&mut self, files: u8, ranks: u8) -> Vec<Square> {
        let answer = self.ask(&["p".to_owned()]);
        let mut board = Vec::new();
        for line in answer.iter().take(usize::from(ranks)) {
            let row = line.chars().skip(1).step_by(2).take(usize::from(files));
            board.extend(row.map(|c| {
                let index = PRINTED.find(c).unwrap_or_else(|| panic!("piece {c:?}"));
                let color = if index < 16 {
                    Color::White
                } else {
                    Color::Black
                };
                (index & 15 > 0).then_some((color, TypeId(index as u8 & 15)))
            }));
        }
        assert_eq!(
            board.len(),
            usize::from(files) * usize::from(ranks),
            "{answer:?}"
        );
        board
    }
}

fn is_refusal(line: &str) -> bool {
    line.starts_with("Illegal move") || line.starts_with("Error")
}
