//! Response time and memory use of the process.

use std::thread;
use std::time::Duration;

use crate::common::process::Engine;

/// Far more than an answer takes (some milliseconds), for busy machines.
const SOON: Duration = Duration::from_secs(1);

/// Waits until the search reaches a depth. The first iterations are not reported, because they end
/// faster than anybody could read.
fn wait_for_depth(engine: &mut Engine, least: u32) {
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
        // now the engine ponders
        thread::sleep(Duration::from_millis(30));
        pongs.push(engine.ask(&format!("ping {n}"), &format!("pong {n}")));
    }
    // the machine may have been busy, but not every time
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
fn the_memory_limit_is_kept() {
    // up and down: the old table must be freed
    check_memory("cores 1\nnew", &[16, 64, 8, 40, 32, 1, 20]);
}

#[test]
#[cfg(target_os = "linux")]
fn the_memory_limit_is_kept_with_two_threads() {
    check_memory("cores 2\nnew", &[32, 64, 16]);
    // a bigger board needs larger history tables
    let big = "memory 64\nnew\nvariant capablanca\ncores 2\nvariant grande-acedrex";
    check_memory(big, &[64, 40]);
}

#[cfg(target_os = "linux")]
fn check_memory(begin: &str, sizes: &[usize]) {
    /// Memory needed in addition, in MB: stacks, a compiled variant with its net, and more than a megabyte for the
    /// variants of the file, 7 kB each. The pages of the program itself do not count (about 5 MB, growing with each
    /// feature): all processes share them, and the system can always evict them.
    const REST: usize = 4;
    /// Smaller limits cannot be kept, since the search needs this much memory besides the hash table, in MB.
    const LEAST: usize = 5;
    let mut engine = Engine::start(&[], None);
    engine.ask(
        &format!("xboard\nprotover 2\n{begin}\npost\nforce\nanalyze\nping 1"),
        "pong 1",
    );
    for &megabytes in sizes {
        let order = format!("memory {megabytes}\nping {}", 100 + megabytes);
        engine.ask(&order, &format!("pong {}", 100 + megabytes));
        // including the memory of a search
        wait_for_depth(&mut engine, 8);
        let kilobytes = own_kilobytes(&engine);
        assert!(
            kilobytes <= (megabytes.max(LEAST) + REST) << 10,
            "{kilobytes} kB, but only {megabytes} MB are allowed"
        );
        assert!(kilobytes > megabytes << 9, "the memory is not used");
    }
}

/// The private memory of the process.
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

/// No memory is leaked from one game to the next, of any variant.
#[test]
#[cfg(target_os = "linux")]
#[ignore = "begins two thousand games, which takes a minute"]
fn memory_stays_flat_over_many_games() {
    use crate::common::games::library;

    /// Allowance in kB for fragmentation by the allocator and for endgame solvers: a leak of 10 kB per game would
    /// exceed it.
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
