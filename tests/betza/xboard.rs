//! XBoard's reading of a description: an interpreter of its dialect, directly from text to moves
//! on a board. It shares no code with the writer.

use std::collections::BTreeSet;

use fmax::types::{Color, TypeId};

use crate::letters::{Family, Modes, directions, family, modes, rotated, toggled};

pub type Place = (i32, i32);
pub type Piece = (Color, TypeId);

/// A move to a square; castling is separate because XBoard knows less about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    Plain(Place),
    Castling(Place),
    /// A move that captures on this square on its way.
    Double(Place, Place),
    /// A move out and back.
    Home,
}

/// XBoard's knowledge of a position.
#[derive(Clone)]
pub struct Board {
    pub files: i32,
    pub ranks: i32,
    pub cells: Vec<Vec<Option<Piece>>>,
    pub start: Vec<Vec<Option<Piece>>>,
    /// Squares of the start position whose piece has moved.
    pub touched: BTreeSet<Place>,
    pub en_passant: BTreeSet<Place>,
    pub holes: BTreeSet<Place>,
}

/// The possible start of a leg: at the mover, or at the end of the previous leg.
#[derive(Clone, Copy)]
struct Joint {
    at: Place,
    direction: usize,
    /// The length of the last ride.
    ridden: Option<i32>,
    /// The square of a capture.
    taken: Option<Place>,
}

/// Upper bound on the length of a ride, even round a cylinder.
const LONGEST: i32 = 256;

/// The text of the remaining legs.
#[derive(Clone, Copy)]
struct Next<'a> {
    prefix: &'a [u8],
    atom: u8,
    range: Option<i32>,
}

/// A leg in one of its directions.
#[derive(Clone, Copy)]
struct Ray<'a> {
    begin: Place,
    vector: (i32, i32),
    direction: usize,
    reach: i32,
    mode: Modes,
    /// The only length allowed.
    length: Option<i32>,
    ridden: Option<i32>,
    taken: Option<Place>,
    next: Option<Next<'a>>,
}

struct Walk<'a> {
    board: &'a Board,
    from: Place,
    color: Color,
    targets: BTreeSet<Target>,
}

/// The moves that the piece on a square has by this description.
pub fn moves(
    board: &Board,
    from: Place,
    color: Color,
    text: &str,
) -> Result<BTreeSet<Target>, String> {
    let mut walk = Walk {
        board,
        from,
        color,
        targets: BTreeSet::new(),
    };
    let mut rest = text;
    while !rest.is_empty() {
        let (term, after) = split_term(rest).ok_or_else(|| format!("no atom in {rest}"))?;
        walk.term(term)?;
        rest = after;
    }
    Ok(walk.targets)
}

/// The first term: prefixes, an atom and a number.
fn split_term(text: &str) -> Option<(&str, &str)> {
    let atom = text.find(|c: char| !c.is_ascii_lowercase())?;
    let digits = text[atom + 1..]
        .bytes()
        .take_while(u8::is_ascii_digit)
        .count();
    (text.as_bytes()[atom].is_ascii_uppercase()).then(|| text.split_at(atom + 1 + digits))
}

fn step_of(atom: u8) -> Option<(i32, i32)> {
    Some(match atom {
        b'W' | b'R' | b'K' | b'Q' => (0, 1),
        b'F' | b'B' => (1, 1),
        b'D' => (0, 2),
        b'N' => (1, 2),
        b'A' => (2, 2),
        b'H' => (0, 3),
        b'C' => (1, 3),
        b'Z' => (2, 3),
        b'G' => (3, 3),
        b'O' => (0, 0),
        _ => return None,
    })
}

impl Walk<'_> {
    fn at(&self, (x, y): Place) -> Option<Piece> {
        self.board.cells[y as usize][x as usize]
    }

    fn is_hole(&self, place: Place) -> bool {
        self.board.holes.contains(&place)
    }

    fn starts_here(&self, (x, y): Place) -> bool {
        let there = self.board.start[y as usize][x as usize];
        there.is_some() && there == self.at((x, y))
    }

    fn term(&mut self, term: &str) -> Result<(), String> {
        let initial = term.bytes().take_while(|c| *c == b'i').count();
        let (x, y) = self.from;
        let allowed = match initial {
            0 => true,
            1 => self.starts_here(self.from) && !self.board.touched.contains(&self.from),
            _ => {
                let back = if self.color == Color::White {
                    y - 1
                } else {
                    y + 1
                };
                (0..self.board.ranks).contains(&back)
                    && self.board.start[back as usize][x as usize] == self.at(self.from)
            }
        };
        if !allowed {
            return Ok(());
        }
        let (atom, range) = term[initial..]
            .find(|c: char| c.is_ascii_uppercase())
            .map(|at| term[initial..].split_at(at))
            .ok_or("no atom")?;
        if let Some((_, chain)) = atom.split_once('a')
            && chain.len() + range.len() > 79
        {
            return Err(format!("more than XBoard copies: {chain}{range}"));
        }
        let letter = range.as_bytes()[0];
        let digits = &range[1..];
        let range = if digits.is_empty() {
            None
        } else {
            Some(digits.parse::<i32>().map_err(|e| e.to_string())?)
        };
        self.leg(atom.as_bytes(), letter, range, None)
    }

    /// One leg and what follows it. `range`: what is written behind the atom.
    fn leg(
        &mut self,
        mut prefix: &[u8],
        atom: u8,
        range: Option<i32>,
        joint: Option<Joint>,
    ) -> Result<(), String> {
        let (sx, sy) = step_of(atom).ok_or_else(|| format!("atom {}", atom as char))?;
        let ridden = joint.and_then(|joint| joint.ridden);
        let length = match (joint, prefix.split_first()) {
            (Some(_), Some((b'i', rest))) => {
                prefix = rest;
                Some(ridden.ok_or("an i without a ride before")?)
            }
            _ => None,
        };
        let family = match joint {
            None => family(atom),
            Some(_) => Family::All,
        };
        let mut set = directions(family, &mut prefix);
        if set == 0 {
            set = match (joint, family) {
                (None, Family::Straight) => 0x55,
                (None, Family::Diagonal) => 0xAA,
                (None, _) => 0xFF,
                // not back, and for an atom of four directions only at right angles
                (Some(_), _) if matches!(self::family(atom), Family::All | Family::Oblique) => 0xEF,
                (Some(_), _) => 0x45,
            };
        }
        match joint {
            Some(joint) => set = set.rotate_left(joint.direction as u32),
            None if self.color == Color::Black => set = set.rotate_left(4),
            None => {}
        }
        let mut mode = modes(&mut prefix);
        let rest = match prefix.split_first() {
            None => None,
            Some((b'a', rest)) => Some(rest),
            Some((other, _)) => return Err(format!("`{}` out of order", *other as char)),
        };
        let slider = matches!(atom, b'B' | b'R' | b'Q');
        let reach = match range {
            Some(0) => i32::MAX,
            Some(n) => n,
            None if slider => i32::MAX,
            None => 1,
        };
        if atom == b'O' {
            self.castle(set, reach, i32::from(mode.jumps));
            return Ok(());
        }
        let next = match rest {
            Some(rest) => {
                if mode.destroy {
                    return Err("captures of friends are not for this engine".to_owned());
                }
                let toggles = mode.hop_and_toggle || mode.toggle;
                if mode.toggle {
                    (mode.hop, mode.hop_and_toggle) = (false, false);
                }
                let passes = mode.hop || mode.hop_and_toggle || mode.capture;
                mode.quiet |= mode.toggle || !passes;
                Some(Next {
                    prefix: rest,
                    atom: if toggles { toggled(atom) } else { atom },
                    range: if toggles {
                        (reach == 1).then_some(0)
                    } else {
                        range
                    },
                })
            }
            None => {
                let any = mode.quiet || mode.capture || mode.destroy || mode.en_passant;
                (mode.quiet, mode.capture) = (mode.quiet || !any, mode.capture || !any);
                None
            }
        };
        for direction in (0..8).filter(|d| set >> d & 1 != 0) {
            let (x, y) = match (family, direction % 2) {
                (Family::All, 0) => (0, sy),
                (Family::All, _) => (sy, sy),
                _ => (sx, sy),
            };
            let ray = Ray {
                begin: joint.map_or(self.from, |joint| joint.at),
                vector: rotated(x, y, direction),
                direction,
                reach,
                mode,
                length,
                ridden: if reach == 1 { ridden } else { None },
                taken: joint.and_then(|joint| joint.taken),
                next,
            };
            self.ray(ray)?;
        }
        Ok(())
    }

    fn ray(&mut self, ray: Ray) -> Result<(), String> {
        let Ray { mode, vector, .. } = ray;
        let ((mut x, mut y), mut left, mut round) = (ray.begin, ray.reach, false);
        let mut walked = 0;
        // between neighbours there is nothing to jump over, so that squares are skipped
        let near = vector.0.abs().max(vector.1.abs()) == 1;
        let mut skipped = if near { i32::from(mode.jumps) } else { 0 };
        let mut hopping = ray.next.is_none() && (mode.hop || mode.hop_and_toggle);
        while left > 0 {
            left -= 1;
            walked += 1;
            if walked > LONGEST {
                return Err("XBoard goes round for ever".to_owned());
            }
            let half = (x + vector.0 / 2, y + vector.1 / 2);
            (x, y) = (x + vector.0, y + vector.1);
            if !(0..self.board.ranks).contains(&y) {
                return Ok(());
            }
            if !(0..self.board.files).contains(&x) {
                if !mode.cylinder {
                    return Ok(());
                }
                x += if x < 0 {
                    self.board.files
                } else {
                    -self.board.files
                };
                round = true;
            }
            if skipped > 0 {
                skipped -= 1;
                continue;
            }
            // only skipped squares may be holes
            if self.is_hole((x, y)) || (mode.lame || mode.jumps > 0 && !near) && self.is_hole(half)
            {
                return Ok(());
            }
            if (mode.lame || mode.jumps > 0 && !near) && mode.cylinder {
                return Err("XBoard does not find the middle of a leap round the board".to_owned());
            }
            if mode.lame && self.at(half).is_some() {
                return Ok(());
            }
            if mode.jumps > 0 && !near && self.at(half).is_none() {
                return Ok(());
            }
            // the mover's own square counts as empty
            let home = (x, y) == self.from && !round;
            let piece = if home { None } else { self.at((x, y)) };
            let foe = piece.is_some_and(|(color, _)| color != self.color);
            if ray.length.is_some_and(|length| length != walked) {
                if piece.is_some() {
                    return Ok(());
                }
                continue;
            }
            if let Some(next) = ray.next {
                let takes = mode.capture && foe;
                let suits = match piece {
                    None => mode.quiet,
                    Some(_) => (mode.hop || mode.hop_and_toggle) && !(mode.tame && foe) || takes,
                };
                let joint = Joint {
                    at: (x, y),
                    direction: ray.direction,
                    ridden: if ray.reach == 1 {
                        ray.ridden
                    } else {
                        Some(walked)
                    },
                    taken: if takes { Some((x, y)) } else { ray.taken },
                };
                if suits {
                    self.leg(next.prefix, next.atom, next.range, Some(joint))?;
                }
            } else if hopping {
                if piece.is_some() {
                    hopping = false;
                    left = if mode.hop_and_toggle {
                        left.min(1)
                    } else {
                        left
                    };
                }
                continue;
            } else {
                let en_passant = mode.en_passant && self.board.en_passant.contains(&(x, y));
                let suits = match piece {
                    None => mode.quiet || en_passant,
                    Some(_) if foe => mode.capture,
                    Some(_) => mode.destroy,
                };
                if suits {
                    self.targets.insert(match ray.taken {
                        Some(via) => Target::Double(via, (x, y)),
                        None if home => Target::Home,
                        None => Target::Plain((x, y)),
                    });
                }
            }
            if piece.is_some() {
                return Ok(());
            }
        }
        Ok(())
    }

    fn castle(&mut self, set: u8, files: i32, inset: i32) {
        for (direction, side) in [(2, 1), (6, -1)] {
            if set >> direction & 1 == 0 {
                continue;
            }
            let (mut x, y) = self.from;
            x += side;
            while (0..self.board.files).contains(&x)
                && !self.is_hole((x, y))
                && self.at((x, y)).is_none()
            {
                x += side;
            }
            let edge = if side > 0 { self.board.files - 1 } else { 0 };
            if x == edge - side * inset && self.starts_here((x, y)) {
                let to = (self.from.0 + side * files, y);
                self.targets.insert(Target::Castling(to));
            }
        }
    }
}
