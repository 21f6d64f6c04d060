//! The program as a GUI meets it: a process that has to answer soon and to keep within its memory.

use std::thread;
use std::time::Duration;

use crate::common::process::Engine;

/// Far more than an answer takes (some milliseconds), for machines that have much else to do.
const SOON: Duration = Duration::from_secs(1);

/// Waits until the search has come to a depth. Not every iteration is told: the first ones end
/// sooner than anybody could read.
fn comes_to_depth(engine: &mut Engine, least: u32) {
    loop {
        let (_, line) = engine.hear();
        let depth = line.split_whitespace().next().map(str::parse);
        if depth.is_some_and(|depth| depth.is_ok_and(|depth: u32| depth >= least)) {
            return;
        }
    }
}

#[test]
fn answers_come_soon() {
    let mut engine = Engine::start(&[], None);
    engine.ask(
        "xboard\nprotover 2\nnew\nhard\npost\nlevel 0 60 0\nping 1",
        "pong 1",
    );
    let (mut moves, mut pongs) = (Vec::new(), Vec::new());
    for n in 10..15 {
        engine.say("force\nnew\nlevel 0 60 0\nhard\ngo\n");
        thread::sleep(Duration::from_millis(100));
        moves.push(engine.ask("?", "move "));
        // now it ponders
        thread::sleep(Duration::from_millis(30));
        pongs.push(engine.ask(&format!("ping {n}"), &format!("pong {n}")));
    }
    // the machine may have been busy, but not always
    assert!(moves.iter().min().unwrap() < &SOON, "{moves:?}");
    assert!(pongs.iter().min().unwrap() < &SOON, "{pongs:?}");
    engine.ask("force\nanalyze\nping 20", "pong 20");
    thread::sleep(Duration::from_millis(50));
    let mut least = |text: &str, answer: &str| {
        let times = (0..5).map(|_| engine.ask(text, answer));
        times.min().unwrap()
    };
    assert!(least("ping 21", "pong 21") < SOON);
    assert!(least(".", "stat01: ") < SOON);
    assert!(engine.ask("exit\nping 22", "pong 22") < SOON);
}

#[test]
#[cfg(target_os = "linux")]
fn memory_is_kept_to() {
    // up and down: nothing of an old table may stay
    keeps_to_memory("cores 1\nnew", &[16, 64, 8, 40, 32, 1, 20]);
}

#[test]
#[cfg(target_os = "linux")]
fn memory_is_kept_to_with_two_threads() {
    keeps_to_memory("cores 2\nnew", &[32, 64, 16]);
    // a bigger board has more to learn about
    let big = "memory 64\nnew\nvariant capablanca\ncores 2\nvariant grande-acedrex";
    keeps_to_memory(big, &[64, 40]);
}

#[cfg(target_os = "linux")]
fn keeps_to_memory(begin: &str, sizes: &[usize]) {
    /// What may be needed besides, MB: stacks, a compiled game with its net, and more than a megabyte for
    /// the games of the file, 7 kB each. Pages of the program itself do not count (they are some 5 MB, and more with each
    /// feature): all copies share them, and the system can always take them back.
    const REST: usize = 4;
    /// Lower limits cannot be kept to, for what a search remembers besides the hash table takes as
    /// much, MB.
    const LEAST: usize = 5;
    let mut engine = Engine::start(&[], None);
    engine.ask(
        &format!("xboard\nprotover 2\n{begin}\npost\nforce\nanalyze\nping 1"),
        "pong 1",
    );
    for &megabytes in sizes {
        let order = format!("memory {megabytes}\nping {}", 100 + megabytes);
        engine.ask(&order, &format!("pong {}", 100 + megabytes));
        // what a search needs, too
        comes_to_depth(&mut engine, 8);
        let kilobytes = own_kilobytes(&engine);
        assert!(
            kilobytes <= (megabytes.max(LEAST) + REST) << 10,
            "{kilobytes} kB, but only {megabytes} MB are allowed"
        );
        assert!(kilobytes > megabytes << 9, "the memory is not used");
    }
}

/// The memory that is the process's own.
#[cfg(target_os = "linux")]
fn own_kilobytes(engine: &Engine) -> usize {
    let status = format!("/proc/{}/status", engine.child.id());
    let status = std::fs::read_to_string(status).unwrap();
    let own = status
        .lines()
        .find_map(|line| line.strip_prefix("RssAnon:"));
    own.and_then(|text| text.trim().strip_suffix(" kB"))
        .and_then(|text| text.parse().ok())
        .unwrap()
}

/// Nothing of a game stays when the next one begins, whichever it is.
#[test]
#[cfg(target_os = "linux")]
#[ignore = "begins two thousand games, which takes a minute"]
fn memory_stays_flat_over_many_games() {
    use crate::common::games::library;

    /// What an allocator may keep in pieces, and what solvers of endings need for a moment, kB: to
    /// lose 10 kB with each game would be more.
    const CRUMBS: usize = 16 << 10;
    let names = library().public_names();
    let mut engine = Engine::start(&[], None);
    engine.ask("xboard\nprotover 2\nmemory 8\nping 0", "pong 0");
    let mut most_at_first = 0;
    for (number, name) in names.iter().cycle().take(2000).enumerate() {
        let number = number + 1;
        engine.say(format!("new\nvariant {name}\nsd 3\ngo\n"));
        engine.ask(&format!("ping {number}"), &format!("pong {number}"));
        let kilobytes = own_kilobytes(&engine);
        if number <= 2 * names.len() {
            most_at_first = most_at_first.max(kilobytes);
        } else {
            assert!(
                kilobytes <= most_at_first + CRUMBS,
                "{kilobytes} kB in game {number}, {name}; {most_at_first} kB before"
            );
        }
    }
}
