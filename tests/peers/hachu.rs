//! Our legal moves in chu shogi against those of HaChu: it lists its legal moves when it gets an illegal one.
//!
//! Not compared: repetitions, which are illegal there; passing by a lion, which HaChu writes as one move for all
//! lions; and declining a promotion where the promoted piece can do everything the piece can, which HaChu does not
//! list although it accepts such a move.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;

use fmax::game::Game;
use fmax::movegen::notation::MoveError;
use fmax::ruleset::Ruleset;
use fmax::types::{Rng, Square};

use crate::games::rules;

/// The variant.
const GAME: &str = "chu";
/// The files and ranks of its board.
const SIDE: u8 = 12;
/// A move that is never legal.
const NO_MOVE: &str = "a1a1";
/// HaChu's notation for a lion that steps out and back.
const PASS: &str = "@@@@";
/// Random games of each kind, and their maximum length.
const WALKS: u64 = 20;
const PLIES: u32 = 300;

/// A running HaChu.
struct HaChu {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    pings: usize,
}

impl HaChu {
    fn start() -> HaChu {
        let mut process = Command::new("/usr/games/hachu")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("HaChu is installed");
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let mut engine = HaChu {
            process,
            input,
            output,
            pings: 0,
        };
        engine.ask(&format!(
            "xboard\nprotover 2\nmemory 16\nnew\nvariant {GAME}\nforce\noption Allow repeats=1"
        ));
        engine
    }

    /// The answer of HaChu to some lines.
    fn ask(&mut self, lines: &str) -> Vec<String> {
        self.pings += 1;
        let pong = format!("pong {}", self.pings);
        writeln!(self.input, "{lines}\nping {}", self.pings).unwrap();
        let mut answer = Vec::new();
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "{answer:?}");
            if line.trim_end() == pong {
                return answer;
            }
            answer.push(line.trim_end().to_owned());
        }
    }

    /// The legal moves of HaChu. Its list continues with the illegal moves, numbered from the start again.
    fn moves(&mut self) -> BTreeSet<String> {
        let answer = self.ask(&format!("usermove {NO_MOVE}"));
        let listed = answer.iter().filter_map(|line| {
            let mut words = line.strip_prefix("# ")?.split_whitespace();
            let number: i32 = words.next()?.strip_suffix('.')?.parse().ok()?;
            let [bits, wanted, text] = [words.next()?, words.next()?, words.next()?];
            (bits.len() == 8 && wanted.len() == 8).then(|| (number, text.to_owned()))
        });
        let mut moves = BTreeSet::new();
        let mut last = None;
        for (number, text) in listed {
            if last.is_some_and(|last| number <= last) {
                break;
            }
            last = Some(number);
            moves.insert(text);
        }
        moves
    }
}

impl Drop for HaChu {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Numbers of positions compared, of promotions among their moves, and of double captures.
#[derive(Debug, Default)]
struct Count {
    positions: u32,
    promotions: u32,
    doubles: u32,
}

/// Plays a random game and compares the moves on the way.
fn walk(rules: &Arc<Ruleset>, seed: u64, count: &mut Count) {
    let mut random = Rng::new(seed);
    let mut hachu = HaChu::start();
    let mut game = Game::new(rules.clone(), 0);
    let mut deferred = false;
    for _ in 0..PLIES {
        let legal = game.legal_moves();
        if legal.is_empty() || game.outcome().is_some() || deferred {
            return;
        }
        let fen = game.position().fen();
        let theirs = hachu.moves();
        let ours: BTreeSet<String> = legal.iter().map(|&mv| game.format(mv)).collect();
        for text in ours.difference(&theirs) {
            let mv = game.parse_move(text).unwrap();
            let passes = game.position().goes_out_and_back(mv);
            let stays = ours.contains(&format!("{text}+"));
            assert!(passes || stays, "{fen}: HaChu does not know {text}");
        }
        for text in theirs.difference(&ours).filter(|text| *text != PASS) {
            let refused = game.parse_move(text);
            assert_eq!(refused, Err(MoveError::InCheck), "{fen}: {text}");
            // a side with two kings, or about to get a second king, need not protect either
            let position = game.position();
            let (from, _) = Square::parse_prefix(text, SIDE, SIDE).unwrap();
            let mover = rules.variant().piece(position.type_on(from));
            let one = position.royals(position.side()).count_ones() == 1;
            assert!(
                one && !(mover.letter == 'E' && text.ends_with('+')),
                "{fen}: {text}"
            );
        }
        count.positions += 1;
        count.promotions += theirs.iter().filter(|text| text.ends_with('+')).count() as u32;
        count.doubles += theirs.iter().filter(|text| text.contains(',')).count() as u32;
        let mv = legal[random.below(legal.len())];
        let text = game.format(mv);
        // HaChu never lets a piece promote later if it did not promote at once
        deferred = ours.contains(&format!("{text}+"));
        let passes = game.position().goes_out_and_back(mv);
        let sent = if passes { PASS } else { &text };
        let answer = hachu.ask(&format!("usermove {sent}"));
        let refused = answer.iter().find(|line| line.starts_with("Illegal"));
        assert_eq!(refused, None, "{fen}: {text}");
        game.play(mv);
    }
}

#[test]
#[ignore = "needs HaChu"]
fn legal_moves_are_those_of_hachu() {
    let rules = rules(GAME);
    let mut count = Count::default();
    (1..=WALKS).for_each(|seed| walk(&rules, seed, &mut count));
    println!("{count:?}");
    assert!(count.positions > 1_500, "{count:?}");
    assert!(count.doubles > 3_000 && count.promotions > 500, "{count:?}");
}
