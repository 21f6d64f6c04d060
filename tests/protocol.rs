//! Transcripts of conversations with the engine, without a process and without waiting longer
//! than its searches take.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::io::{self, Write};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fmax::protocol::{Config, Event, Output, Session};
use fmax::variant::{Library, ReadOptions};

/// A writer whose text can be looked at.
#[derive(Clone, Default)]
struct Transcript(Arc<Mutex<Vec<u8>>>);

impl Write for Transcript {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

struct Gui {
    session: Session,
    events: Receiver<Event>,
    transcript: Transcript,
}

impl Gui {
    fn new() -> Gui {
        Gui::with(None)
    }

    fn with(game: Option<&str>) -> Gui {
        let (sender, events) = mpsc::channel();
        let transcript = Transcript::default();
        let config = Config {
            library: Library::builtin(ReadOptions::default()),
            reading: ReadOptions::default(),
            hash_bytes: 1 << 20,
            game: game.map(str::to_owned),
        };
        let output = Output::new(Box::new(transcript.clone()));
        let session = Session::new(config, output, sender).unwrap();
        Gui {
            session,
            events,
            transcript,
        }
    }

    /// Sends lines and returns what is answered at once.
    fn say(&mut self, lines: &str) -> Vec<String> {
        for line in lines.lines() {
            self.session.handle(Event::Input(line.to_owned()));
        }
        let bytes = std::mem::take(&mut *self.transcript.0.lock().unwrap());
        let text = String::from_utf8(bytes).unwrap();
        text.lines().map(str::to_owned).collect()
    }

    /// Returns what is answered until the engine has nothing more to do.
    fn wait(&mut self) -> Vec<String> {
        while self.session.is_busy() {
            let event = self.events.recv_timeout(Duration::from_secs(60)).unwrap();
            self.session.handle(event);
        }
        self.say("")
    }

    /// Sends lines and returns what is answered until the engine has nothing more to do.
    fn ask(&mut self, lines: &str) -> Vec<String> {
        let mut answer = self.say(lines);
        answer.extend(self.wait());
        answer
    }

    fn fen(&self) -> String {
        self.session.game().position().fen()
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn is_move(line: &str) -> bool {
    line.starts_with("move ")
}

#[test]
fn features() {
    let mut gui = Gui::new();
    let lines = gui.say("xboard\nprotover 2");
    assert!(lines.iter().all(|line| line.starts_with("feature ")));
    assert_eq!(lines[0], "feature done=0");
    assert_eq!(lines.last().unwrap(), "feature done=1");
    let all = lines.join("\n");
    for part in [
        " ping=1 ",
        " setboard=1 ",
        " usermove=1 ",
        " san=0 ",
        " sigint=0 ",
        " debug=1 ",
        "myname=\"fmax ",
        "variants=\"normal,nocastle,shatranj,",
        ",fairy\"",
        "option=\"Resign -check 0\"",
        "option=\"Resign Threshold -spin 800 200 1200\"",
        "option=\"Claim draw after -spin 50 0 200\"",
        "option=\"Ini File -file ",
        "option=\"Variant fairy selects -combo *FIDE-Clobberers /// Clobberers-FIDE",
        "option=\"Makruk rules -combo *makruk /// Cambodian /// Ai-wok\"",
        "option=\"Info -button\"",
        "option=\"Clear Hash -button\"",
    ] {
        assert!(all.contains(part), "{part} in {all}");
    }
    let silent = "accepted ping\nrejected debug\nnew\nrandom\nlevel 40 5 0\npost\nhard\neasy\n\
        computer\nname x\nrating 1 2\ncores 2\nics -\n# hello\n\nnps 5\nsetscore 1 2\nlift e2\n\
        hover e4\nput e4\npause\nresume\nexit\n.\n?\nforce";
    assert_eq!(gui.say(silent), [""; 0]);
}

#[test]
fn plays_a_game() {
    let mut gui = Gui::new();
    assert_eq!(gui.ask("new\nsd 1"), [""; 0]);
    let answer = gui.ask("usermove e2e4");
    assert_eq!(answer.len(), 1);
    assert!(is_move(&answer[0]));
    assert_eq!(gui.session.game().position().ply(), 2);
    // a bare move will do
    assert!(is_move(&gui.ask("d2d4")[0]));
    assert_eq!(gui.ask("remove"), [""; 0]);
    assert_eq!(gui.session.game().position().ply(), 2);
    assert!(is_move(&gui.ask("g1f3")[0]));
    // now the other side
    assert!(is_move(&gui.ask("go")[0]));
    assert_eq!(gui.ask("force\nundo\nundo\nundo\nundo\nundo"), [""; 0]);
    assert_eq!(gui.fen(), START);
    assert_eq!(gui.ask("undo"), ["Error (no move to take back): undo"]);
    assert_eq!(gui.ask("remove"), ["Error (no move to take back): remove"]);
    assert_eq!(
        gui.ask("e2e4\nremove"),
        ["Error (no move to take back): remove"]
    );
    assert_eq!(gui.session.game().position().ply(), 1);
    gui.ask("new");
    assert_eq!(gui.fen(), START);
}

#[test]
fn force_mode_only_follows() {
    let mut gui = Gui::new();
    gui.ask("new\nforce\nsd 1");
    assert_eq!(gui.ask("usermove e2e4\nusermove e7e5"), [""; 0]);
    // playother waits for a move
    assert_eq!(gui.ask("playother"), [""; 0]);
    assert!(is_move(&gui.ask("usermove g1f3")[0]));
    gui.ask("force");
    assert_eq!(gui.ask("usermove a2a3"), [""; 0]);
    assert!(is_move(&gui.ask("go")[0]));
}

#[test]
fn white_and_black() {
    let mut gui = Gui::new();
    gui.ask("new\nsd 1");
    assert_eq!(gui.ask("black"), [""; 0]);
    assert_eq!(gui.fen(), START.replace(" w ", " b "));
    assert!(is_move(&gui.ask("usermove e7e5")[0]));
    gui.ask("new\nwhite");
    assert_eq!(gui.fen(), START);
}

#[test]
fn illegal_moves() {
    let mut gui = Gui::new();
    gui.ask("new\nforce");
    for (text, reason) in [
        ("e2e5", "the piece does not move so"),
        ("e4e5", "no piece on e4"),
        ("e7e5", "the piece on e7 is the opponent's"),
        ("O-O", "castling is not possible"),
        ("@@@@", "not a move"),
        ("Nf3", "not a move"),
        ("z9z9", "not a move"),
        ("e2e4e", "not a move"),
    ] {
        let line = format!("usermove {text}");
        let expected = format!("Illegal move ({reason}): {text}");
        let answer = gui.ask(&line);
        if text != "e2e4e" {
            assert_eq!(answer, [expected]);
        }
        assert!(answer[0].starts_with("Illegal move ("), "{answer:?}");
        assert_eq!(gui.fen(), START);
    }
}

#[test]
fn nonsense_changes_nothing() {
    let mut gui = Gui::new();
    gui.ask("new");
    for (line, answer) in [
        ("bogus", "Error (unknown command): bogus"),
        ("bogus e2e4", "Error (unknown command): bogus e2e4"),
        ("level 40", "Error (time control missing): level 40"),
        ("level x 5 0", "Error (bad number): level x 5 0"),
        ("level 40 5 x", "Error (bad time): level 40 5 x"),
        ("st 0", "Error (bad time): st 0"),
        ("sd 0", "Error (bad number): sd 0"),
        ("time soon", "Error (bad time): time soon"),
        ("ping x", "Error (bad number): ping x"),
        ("usermove", "Error (move missing): usermove"),
        ("memory 0", "Error (bad number): memory 0"),
        ("memory -4", "Error (bad number): memory -4"),
        ("memory many", "Error (bad number): memory many"),
        (
            "memory 99999999999",
            "Error (not enough memory): memory 99999999999",
        ),
        (
            "option Nothing=1",
            "Error (no such option): option Nothing=1",
        ),
        (
            "option Resign=maybe",
            "Error (bad value): option Resign=maybe",
        ),
        ("option Resign", "Error (bad value): option Resign"),
        (
            "option Resign Threshold=5",
            "Error (not between 200 and 1200): option Resign Threshold=5",
        ),
        (
            "option Makruk rules=x",
            "Error (bad value): option Makruk rules=x",
        ),
        (
            "egtpath nalimov /x",
            "Error (no end-game tables are used): egtpath nalimov /x",
        ),
        ("nps many", "Error (bad number): nps many"),
    ] {
        assert_eq!(gui.ask(line), [answer]);
    }
    let long = "y".repeat(5000);
    assert!(gui.ask(&long)[0].len() < 300);
    gui.session.handle(Event::Overlong("zzz".to_owned()));
    assert_eq!(gui.ask(""), ["Error (line too long): zzz"]);
    assert_eq!(gui.fen(), START);
    assert!(!gui.session.is_over());
}

#[test]
fn pings() {
    let mut gui = Gui::new();
    gui.ask("new");
    assert_eq!(gui.say("ping 1"), ["pong 1"]);
    let wide = "ping 123456789012345678901234567890";
    assert_eq!(gui.say(wide), [wide.replace('i', "o")]);
    // while it is the engine's turn, the move comes first
    gui.say("level 0 60 0\nusermove e2e4");
    assert_eq!(gui.say("ping 2\nping 3"), [""; 0]);
    gui.say("?");
    let answer = gui.wait();
    assert!(is_move(&answer[0]));
    assert_eq!(answer[1..], ["pong 2", "pong 3"]);
    // unless there will be none
    gui.say("usermove d2d4");
    assert_eq!(gui.say("ping 4\nforce\nping 5"), ["pong 4", "pong 5"]);
    assert_eq!(gui.wait(), [""; 0]);
}

#[test]
fn commands_act_at_once_while_thinking() {
    for command in [
        "force",
        "new",
        "undo",
        "setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "variant shatranj",
        "result 1-0 {White mates}",
        "edit",
        "playother",
        "white",
    ] {
        let mut gui = Gui::new();
        gui.ask("new\nlevel 0 60 0");
        gui.say("usermove e2e4");
        assert!(gui.session.is_busy());
        gui.say(command);
        // a new game is ready when the hash table is cleared
        assert_eq!(gui.session.is_busy(), command == "new", "{command}");
        // the result of the search is dropped when it comes
        loop {
            let late = gui.events.recv_timeout(Duration::from_secs(60)).unwrap();
            let last = matches!(late, Event::Finished { .. });
            gui.session.handle(late);
            if last {
                break;
            }
        }
        assert!(!gui.say("").iter().any(|line| is_move(line)), "{command}");
    }
    let mut gui = Gui::new();
    gui.say("new\nlevel 0 60 0\nusermove e2e4");
    assert_eq!(
        gui.say("usermove e7e5"),
        ["Illegal move (it is not your turn): e7e5"]
    );
    assert_eq!(gui.say("go\npost\nhard\ntime 5000\notim 6000"), [""; 0]);
    assert!(gui.session.is_busy());
    gui.say("quit");
    assert!(gui.session.is_over());
}

#[test]
fn a_new_search_may_follow_at_once() {
    let mut gui = Gui::new();
    gui.say("new\nlevel 0 60 0\nusermove e2e4\nforce\nusermove e7e5\nsd 1\ngo");
    let answer = gui.wait();
    assert!(is_move(&answer[0]), "{answer:?}");
    assert_eq!(answer.len(), 1);
    assert_eq!(gui.session.game().position().ply(), 3);
}

#[test]
fn end_of_input() {
    let mut gui = Gui::new();
    gui.say("new\nlevel 0 60 0\nusermove e2e4");
    gui.session.handle(Event::EndOfInput);
    assert!(gui.session.is_over());
}

#[test]
fn thinking_output() {
    let mut gui = Gui::new();
    gui.ask("new\nsd 1\npost");
    let answer = gui.ask("usermove e2e4");
    let (last, lines) = answer.split_last().unwrap();
    assert!(is_move(last));
    assert!(!lines.is_empty());
    for line in lines {
        let (numbers, moves) = line.split_once('\t').unwrap();
        let numbers = numbers.split(' ').map(|n| n.parse::<i64>().unwrap());
        assert_eq!(numbers.count(), 7);
        assert!(!moves.is_empty());
    }
    assert_eq!(gui.ask("nopost\nusermove d2d4").len(), 1);
}

#[test]
fn claims_mate() {
    let mut gui = Gui::new();
    // fool's mate by the engine
    gui.ask("new\nforce\nf2f3\ne7e5\ng2g4\nsd 3");
    assert_eq!(gui.ask("go"), ["move d8h4", "0-1 {Black mates}"]);
    // by the opponent
    gui.ask("new\nforce\nf2f3\ne7e5\ng2g4\nundo\ng2g4\nplayother");
    assert_eq!(gui.ask("usermove d8h4"), ["0-1 {Black mates}"]);
    assert_eq!(gui.ask("go"), ["Error (the game is over): go"]);
    // and taken back
    gui.ask("force\nundo\nsd 1");
    assert!(is_move(&gui.ask("go")[0]));
}

#[test]
fn claims_only_what_is_true() {
    let mut gui = Gui::new();
    gui.ask("new\nforce\nsetboard 7k/8/8/8/8/8/5Q2/K7 w - - 0 1\nplayother");
    assert_eq!(gui.ask("usermove f2f7"), ["1/2-1/2 {Stalemate}"]);
    gui.ask("force\nsetboard 7k/8/8/8/8/8/5Q2/K7 w - - 99 80\nplayother");
    assert_eq!(gui.ask("usermove f2f3"), ["1/2-1/2 {Draw by 50-move rule}"]);
    gui.ask("force\noption Claim draw after=0\nsetboard 7k/8/8/8/8/8/5Q2/K7 w - - 99 80");
    assert!(is_move(&gui.ask("playother\nsd 1\nusermove f2f3")[0]));
    // repetition
    gui.ask("new\nforce");
    let round = "g1f3\ng8f6\nf3g1\nf6g8\n";
    assert_eq!(gui.ask(&round.repeat(2)), [""; 0]);
    assert_eq!(gui.ask("go"), ["1/2-1/2 {Draw by repetition}"]);
    // a position that is mate from the beginning
    gui.ask("new\nforce\nsetboard R6k/6pp/8/8/8/8/8/K7 b - - 0 1");
    assert_eq!(gui.ask("go"), ["1-0 {White mates}"]);
}

#[test]
fn results_of_the_gui() {
    let mut gui = Gui::new();
    gui.ask("new\nsd 1\nusermove e2e4");
    assert_eq!(gui.ask("result 1-0 {Black resigns}"), [""; 0]);
    assert_eq!(gui.ask("go"), ["Error (the game is over): go"]);
    gui.ask("result *");
    assert!(is_move(&gui.ask("go")[0]));
    gui.ask("result 0-1\nnew\nsd 1");
    assert!(is_move(&gui.ask("usermove e2e4")[0]));
}

#[test]
fn positions() {
    let mut gui = Gui::new();
    gui.ask("new\nforce");
    let fen = "r3k3/8/8/8/8/8/8/4K2R b Kq - 3 10";
    assert_eq!(gui.ask(&format!("setboard {fen}")), [""; 0]);
    assert_eq!(gui.fen(), fen);
    for bad in [
        "setboard 8/8/8 w - - 0 1",
        "setboard 8/8/8/8/8/8/8/8 w - - 0 1",
        "setboard 4k3/8/8/8/8/8/8/4K2X w - - 0 1",
        "setboard r3k3/8/8/8/8/8/8/4K2R x - - 0 1",
        // white could take the king
        "setboard 4k3/8/8/8/8/8/8/K3R3 w - - 0 1",
    ] {
        let answer = gui.ask(bad);
        assert_eq!(answer.len(), 1);
        assert!(
            answer[0].starts_with("tellusererror Illegal position: "),
            "{answer:?}"
        );
        assert_eq!(gui.fen(), fen);
    }
    assert_eq!(gui.ask("undo"), ["Error (no move to take back): undo"]);
}

#[test]
fn editing() {
    let mut gui = Gui::new();
    gui.ask("new\nforce\na2a3\nedit");
    // every line belongs to the editor now
    assert_eq!(gui.ask("new"), ["Error (unknown edit command): new"]);
    assert_eq!(gui.ask("Xa4"), ["Error (no piece `X` in this game): Xa4"]);
    assert_eq!(gui.ask("Pa9"), ["Error (unknown edit command): Pa9"]);
    assert_eq!(
        gui.ask("#\nKe1\nRh1\nPd4\nc\nKe8\nPa7\nPd5\nxd5\n."),
        [""; 0]
    );
    assert_eq!(gui.fen(), "4k3/p7/8/8/3P4/8/8/4K2R b K - 0 1");
    let answer = gui.ask("edit\n#\nKe1\n.");
    assert_eq!(
        answer,
        ["tellusererror Illegal position: black has no royal piece"]
    );
    assert_eq!(gui.fen(), "4k3/p7/8/8/3P4/8/8/4K2R b K - 0 1");
    // boards of ten ranks count from 0
    gui.ask("new\nvariant xiangqi\nvariant mexican");
    gui.ask("new\nforce");
    gui.say("edit\nquit");
    assert!(gui.session.is_over());
}

#[test]
fn variants() {
    let mut gui = Gui::new();
    assert_eq!(gui.ask("new\nvariant capablanca"), [""; 0]);
    assert!(gui.fen().starts_with("rnabqkbcnr/"));
    gui.ask("sd 1");
    assert!(is_move(&gui.ask("usermove e2e4")[0]));
    // unknown: the old game goes on
    let answer = gui.ask("variant nonesuch");
    assert_eq!(answer.len(), 1);
    assert!(
        answer[0].starts_with("telluser variant nonesuch not supported: "),
        "{answer:?}"
    );
    assert_eq!(gui.session.game().position().ply(), 2);
    // a parent and pieces to describe
    let answer = gui.ask("new\nvariant bifurcator");
    assert_eq!(
        answer[0],
        "setup (PNBRQKpnbrqk) 8x8+0_fairy \
         rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    );
    assert_eq!(answer[1], "piece B& BtgabyabsB");
    assert_eq!(answer[2], "piece R& RtgabyabsR");
    // letters only
    let answer = gui.ask("new\nvariant fairy");
    assert!(
        answer[0].starts_with("setup (PNBRQ.EAC....LKpnbrq.eac....lk) "),
        "{answer:?}"
    );
    assert!(answer[0].ends_with(" w KQkq - 0 1"), "{answer:?}");
    assert!(answer[1..].iter().all(|line| line.starts_with("piece ")));
    // new is chess again
    assert_eq!(gui.ask("new"), [""; 0]);
    assert_eq!(gui.fen(), START);
}

#[test]
fn selections() {
    let mut gui = Gui::new();
    gui.ask("new\nvariant fairy");
    let first = gui.fen();
    assert_eq!(
        gui.ask("option variant FAIRY selects=FIDE-Rookies"),
        [""; 0]
    );
    assert!(gui.ask("variant fairy")[0].contains("PNBRQ.........W.MH.S.K"));
    assert_ne!(gui.fen(), first);
    let all = gui.ask("protover 2").join("\n");
    assert!(all.contains("/// *FIDE-Rookies ///"));
    gui.ask("option Makruk rules=Cambodian\nvariant makruk");
    let text = gui.ask("option Info");
    assert!(
        text[0].starts_with("telluser Cambodian: 8x8 board"),
        "{text:?}"
    );
}

#[test]
fn home_game() {
    let mut gui = Gui::with(Some("makruk"));
    gui.ask("new");
    assert!(gui.fen().starts_with("rnsmksnr/8/pppppppp/"));
    gui.ask("variant normal");
    assert_eq!(gui.fen(), START);
}

#[test]
fn other_files() {
    let path = std::env::temp_dir().join(format!("fmax-protocol-{}.ini", std::process::id()));
    let mut gui = Gui::new();
    gui.ask("new");
    let missing = gui.ask("option Ini File=/nonexistent/x.ini");
    assert!(
        missing[0].starts_with("telluser cannot read /nonexistent/x.ini: "),
        "{missing:?}"
    );
    std::fs::write(&path, "nonsense\n").unwrap();
    let option = format!("option Ini File={}", path.display());
    let broken = gui.ask(&option);
    assert!(broken[0].starts_with("telluser "), "{broken:?}");
    assert!(broken[0].contains(&path.display().to_string()));
    gui.ask("variant capablanca");
    assert!(gui.fen().starts_with("rnabqkbcnr/"));
    std::fs::write(&path, include_str!("../fmax.ini")).unwrap();
    let answer = gui.ask(&option);
    let told = answer.last().unwrap();
    assert!(told.starts_with("feature variants=\"normal,"), "{answer:?}");
    gui.ask("new\nsd 1");
    assert!(is_move(&gui.ask("e2e4")[0]));
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn memory_and_hash() {
    let mut gui = Gui::new();
    gui.ask("new\nsd 1");
    for command in ["memory 1", "memory 8", "option clear hash", "memory 32"] {
        assert_eq!(gui.ask(command), [""; 0]);
        assert!(is_move(&gui.ask("go")[0]), "{command}");
    }
}

#[test]
fn times_are_kept() {
    let mut gui = Gui::new();
    for limit in [
        "st 0.05",
        "level 40 0:02 0",
        "level 0 0:01 0.05",
        "level 1 0.01 0",
    ] {
        let started = std::time::Instant::now();
        assert!(is_move(&gui.ask(&format!("new\n{limit}\ne2e4"))[0]));
        assert!(started.elapsed() < Duration::from_secs(5), "{limit}");
        assert!(is_move(&gui.ask("time 5\notim 5\nd2d4")[0]));
    }
}

#[test]
fn hints() {
    let mut gui = Gui::new();
    gui.ask("new\nforce");
    let answer = gui.ask("hint\nping 1");
    assert!(answer[0].starts_with("Hint: "), "{answer:?}");
    assert_eq!(answer[1..], ["pong 1"]);
    // a move makes it pointless
    gui.say("hint\ne2e4");
    assert!(!gui.session.is_busy());
    // nothing to suggest
    gui.ask("setboard R6k/6pp/8/8/8/8/8/K7 b - - 0 1");
    assert_eq!(gui.ask("hint"), [""; 0]);
}

#[test]
fn book_and_help() {
    let mut gui = Gui::new();
    assert_eq!(gui.ask("bk"), [" There is no opening book.", ""]);
    for command in ["help", "show", "d", "moves"] {
        let answer = gui.ask(command);
        assert!(!answer.is_empty());
        assert!(answer.iter().all(|line| line.starts_with("# ")));
    }
    gui.session.greet();
    assert!(gui.ask("")[0].starts_with("# fmax "));
    gui.ask("variant grande-acedrex");
    let board = gui.ask("show");
    assert!(board[0].starts_with("# 12 "), "{board:?}");
}

#[test]
fn random_mode_plays_legal_moves() {
    let mut gui = Gui::new();
    gui.ask("new\nrandom\nsd 2");
    for _ in 0..8 {
        assert!(is_move(&gui.ask("go")[0]));
    }
}

#[test]
fn draw_offers_and_resigning() {
    let mut gui = Gui::new();
    assert_eq!(gui.ask("new\ndraw"), [""; 0]);
    // a queen and a rook behind
    gui.ask("option Resign=1\nforce\nsd 1");
    gui.ask("setboard 3k4/8/8/8/8/8/3QR3/3K4 b - - 0 1");
    for mv in ["d1c1", "c1b1"] {
        assert!(is_move(&gui.ask("go")[0]));
        assert_eq!(gui.ask("force\ndraw"), ["offer draw"]);
        assert_eq!(gui.ask(mv), [""; 0]);
    }
    assert_eq!(gui.ask("go"), ["resign"]);
    assert_eq!(gui.ask("go"), ["Error (the game is over): go"]);
    // not if the user does not want it
    gui.ask("option Resign=0\nforce\nundo\nundo");
    assert!(is_move(&gui.ask("go")[0]));
}

#[test]
fn a_ping_before_go_is_answered_before_the_move() {
    // XBoard sends all of this at once, and ignores moves until it has its pong
    let mut gui = Gui::new();
    let at_once = gui.say("memory 8\nnew\nping 1\nsd 3\ngo\nping 2");
    assert_eq!(at_once, ["pong 1"]);
    let later = gui.wait();
    let index = |start: &str| later.iter().position(|line| line.starts_with(start));
    assert!(
        index("move ").unwrap() < index("pong 2").unwrap(),
        "{later:?}"
    );
}

#[test]
fn rights_that_xboard_cannot_know() {
    // XBoard takes only rooks for castling partners, and black has none in this army
    let mut gui = Gui::new();
    let rank = "lecakcel/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    gui.ask(&format!("variant fairy\nforce\nsetboard {rank} w KQ - 0 1"));
    assert_eq!(gui.fen(), format!("{rank} w KQkq - 0 1"));
    // with rooks it knows, and may mean what it says
    gui.ask(&format!("variant fairy\nforce\nsetboard {rank} w - - 0 1"));
    assert_eq!(gui.fen(), format!("{rank} w kq - 0 1"));
    gui.ask(&format!("new\nforce\nsetboard {START_RANKS} w - - 0 1"));
    assert_eq!(gui.fen(), format!("{START_RANKS} w - - 0 1"));
    // and anywhere else its word counts
    let later = "lecakcel/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR";
    gui.ask(&format!(
        "variant fairy\nforce\nsetboard {later} b KQ - 0 1"
    ));
    assert_eq!(gui.fen(), format!("{later} b KQ - 0 1"));
}

const START_RANKS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
