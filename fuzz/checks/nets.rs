//! The nets beside a file of games: the whole file if the first byte is even, the numbers of one net if
//! it is odd.

use std::sync::{Arc, OnceLock};

use fmax::eval::net::inputs::ZONES;
use fmax::eval::net::{Inputs, Mode, Net, Weights};
use fmax::game::Game;
use fmax::ruleset::Ruleset;
use fmax::variant::ini::net_file;

use super::course::{self, Numbers};
use super::games::read;

/// A small variant with pieces in hand and counted checks, which are features of its net too.
const GAMES: &str = "version 4.8(w)\n\nGame: small\n5x5\n6 4 3 5 6\n6 4 3 5 6\n\
    p:80 fmWfceF\np:80 fmWfceF\nk:-1 K\nn:250 N\nb:300 B\nR:450 R\nPromotion: RBN\nDrops: all\nChecks: 5\n";

fn game() -> &'static Ruleset {
    static RULES: OnceLock<Ruleset> = OnceLock::new();
    RULES.get_or_init(|| Ruleset::without_net(read(GAMES).default_game().unwrap()))
}

pub fn check(data: &[u8]) {
    match data.split_first() {
        Some((kind, bytes)) if kind % 2 == 0 => file(bytes),
        Some((_, bytes)) if !bytes.is_empty() => numbers(bytes),
        _ => {}
    }
}

/// Any net that can be read is written as it was read, and can be played with.
fn file(bytes: &[u8]) {
    let (sections, complaints) = net_file::read(bytes);
    for complaint in complaints {
        assert!(!complaint.is_empty() && !complaint.contains(char::is_control));
    }
    let written = net_file::write(&sections);
    assert_eq!(net_file::read(&written), (sections.clone(), Vec::new()));
    let rules = game();
    for section in sections {
        if let Ok(net) = Net::read(&section.net.bytes, rules.variant(), &rules.tables) {
            play(net, bytes);
        }
    }
}

/// A net of the game with these numbers, as often as they are needed, is refused or can be played with.
fn numbers(bytes: &[u8]) {
    let rules = game();
    let inputs = Inputs::new(rules.variant(), &rules.tables);
    let mut stream = bytes.iter().copied().cycle();
    let mut byte = || stream.next().unwrap_or(0);
    let hidden = [32, 64][usize::from(byte() & 1)];
    let mut words = |count: usize, shift: u8| -> Vec<i16> {
        let word = |_| i16::from_le_bytes([byte(), byte()]) >> (shift & 15);
        (0..count).map(word).collect()
    };
    let head = words(4, 0);
    let zones = if head[1] & 2 == 0 { 1 } else { ZONES };
    let shifts = head[0].to_le_bytes();
    let weights = Weights {
        mode: if head[1] & 1 == 0 {
            Mode::Add
        } else {
            Mode::Replace
        },
        symmetry: inputs.symmetry(),
        hidden,
        zones,
        reach: head[2].unsigned_abs() % 5001,
        bias: head[3],
        scale: u32::from(head[1].unsigned_abs()) << 16 | u32::from(head[2].unsigned_abs()),
        input: words(zones * inputs.count() * hidden, shifts[0]),
        biases: words(hidden, shifts[0] >> 4),
        output: words(2 * hidden, 8),
        linear: words(inputs.count(), shifts[1]),
    };
    let written = weights.write();
    // too large a weight
    let Ok(read) = Weights::read(&written) else {
        return;
    };
    assert_eq!(read, weights);
    if let Ok(net) = Net::new(weights, inputs) {
        play(net, bytes);
    }
}

fn play(net: Net, seed: &[u8]) {
    let rules = Arc::new(Ruleset::with_net(game().variant().clone(), net));
    course::play(Game::new(rules, 50), &mut Numbers::of(seed), 8, 300);
}
