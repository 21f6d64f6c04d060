//! The prefix letters of an atom, as XBoard reads them.

/// Vector of the directions 0 to 7, clockwise from ahead, for a step of sides `x` and `y`.
pub fn rotated(x: i32, y: i32, direction: usize) -> (i32, i32) {
    let quarter = match direction % 2 {
        0 => (x, y),
        _ => (y, x),
    };
    (0..direction / 2).fold(quarter, |(x, y), _| (y, -x))
}

/// The slider for a leaper, and the leaper for a slider.
pub fn toggled(atom: u8) -> u8 {
    let partners = b"WRFBKQ";
    match partners.iter().position(|&known| known == atom) {
        Some(index) => partners[index ^ 1],
        None => atom,
    }
}

#[derive(Clone, Copy, PartialEq)]
pub enum Family {
    Straight,
    Diagonal,
    Oblique,
    All,
}

pub fn family(atom: u8) -> Family {
    match atom {
        b'W' | b'R' | b'D' | b'H' | b'O' => Family::Straight,
        b'F' | b'B' | b'A' | b'G' => Family::Diagonal,
        b'K' | b'Q' => Family::All,
        _ => Family::Oblique,
    }
}

/// True if a vector points to the side of the board that a letter names.
pub fn lies(letter: u8, (x, y): (i32, i32)) -> bool {
    match letter {
        b'f' => y > 0,
        b'b' => y < 0,
        b'r' => x > 0,
        b'l' => x < 0,
        b'v' => y != 0,
        b's' => x != 0,
        _ => letter == b'h',
    }
}

/// True if a vector points mainly to the side of the board that a letter names.
pub fn mostly(letter: u8, (x, y): (i32, i32)) -> bool {
    let dominant = match letter {
        b'f' | b'b' | b'v' => y.abs() > x.abs(),
        b'h' => true,
        _ => x.abs() > y.abs(),
    };
    dominant && lies(letter, (x, y))
}

/// Reads direction letters off the front; returns the set, 0 if there are none.
pub fn directions(family: Family, text: &mut &[u8]) -> u8 {
    let all = |test: &dyn Fn((i32, i32)) -> bool, (x, y): (i32, i32), parity: Option<usize>| {
        (0..8usize)
            .filter(|d| parity.is_none_or(|p| d % 2 == p) && test(rotated(x, y, *d)))
            .fold(0u8, |set, d| set | 1 << d)
    };
    // for king moves the straight and diagonal directions have steps of different form
    let compass =
        |test: &dyn Fn((i32, i32)) -> bool| all(test, (0, 1), Some(0)) | all(test, (1, 1), Some(1));
    let mut set = 0;
    if family == Family::Oblique && text.first() == Some(&b'h') {
        set = if text.get(1) == Some(&b'r') {
            0x55
        } else {
            0xAA
        };
        *text = &text[2..];
        return set;
    }
    loop {
        let (Some(&a), b) = (text.first(), text.get(1).copied().unwrap_or(0)) else {
            return set;
        };
        if !b"fblrvsh".contains(&a) || family == Family::Straight && a == b'h' {
            return set;
        }
        let vertical = |c: u8| b"fbv".contains(&c);
        let lateral = |c: u8| b"lrs".contains(&c);
        let cross = vertical(a) && lateral(b) || lateral(a) && vertical(b);
        let single_sided = b"fblr".contains(&a);
        let wide_table = |c: u8| !b"vs".contains(&c);
        let (selected, used) = match family {
            Family::Straight => (all(&|v| mostly(a, v), (0, 1), Some(0)), 1),
            Family::Diagonal if cross => {
                let both = wide_table(a) && wide_table(b);
                (
                    all(&|v| both && lies(a, v) && lies(b, v), (1, 1), Some(1)),
                    2,
                )
            }
            Family::Diagonal => (all(&|v| wide_table(a) && lies(a, v), (1, 1), Some(1)), 1),
            Family::Oblique if b == b'h' => {
                (all(&|v| wide_table(a) && lies(a, v), (1, 2), None), 2)
            }
            Family::Oblique if a == b || single_sided && cross => (
                all(
                    &|v| wide_table(a) && lies(a, v) && mostly(b, v),
                    (1, 2),
                    None,
                ),
                2,
            ),
            Family::Oblique => (all(&|v| mostly(a, v), (1, 2), None), 1),
            Family::All if a == b => (compass(&|v| mostly(a, v)), 2),
            Family::All if single_sided && cross => (compass(&|v| lies(a, v) && lies(b, v)), 2),
            Family::All => (compass(&|v| mostly(a, v)), 1),
        };
        set |= selected;
        *text = &text[used..];
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Modes {
    pub quiet: bool,
    pub capture: bool,
    pub destroy: bool,
    pub en_passant: bool,
    pub tame: bool,
    pub hop: bool,
    pub hop_and_toggle: bool,
    pub cylinder: bool,
    pub toggle: bool,
    pub lame: bool,
    pub jumps: u8,
}

/// Reads mode letters, which must come in this order.
pub fn modes(text: &mut &[u8]) -> Modes {
    let mut modes = Modes::default();
    let mut take = |letter: u8| {
        let there = text.first() == Some(&letter);
        if there {
            *text = &text[1..];
        }
        there
    };
    modes.quiet = take(b'm');
    modes.capture = take(b'c');
    modes.destroy = take(b'd');
    modes.en_passant = take(b'e');
    modes.tame = take(b't');
    modes.hop = take(b'p');
    modes.hop_and_toggle = take(b'g');
    modes.cylinder = take(b'o');
    modes.toggle = take(b'y');
    modes.lame = take(b'n');
    while take(b'j') {
        modes.jumps += 1;
    }
    modes
}
