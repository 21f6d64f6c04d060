//! Where kings can get to, which decides what the rule about kings that face each other means: there it is
//! about ranks as well as files.

use super::FairyGame;
use crate::tools::exchange::fairy::moves::{self, Manner};
use crate::tools::exchange::fairy::pieces::Kind;
use crate::types::{ByColor, Color};
use crate::variant::Zone;

/// A leap by which kings of Cambodian chess begin goes so many ranks.
const FIRST_LEAP: u8 = 1;

impl FairyGame {
    /// True if kings of both colours, which start on these squares, can come to stand on one rank.
    pub fn kings_share_ranks(&self, starts: &ByColor<Vec<(u8, u8)>>) -> bool {
        let reached = ByColor::from_fn(|color| self.king_squares(color, &starts[color]));
        let [white, black] = reached
            .map(|zone| {
                let ranks: Vec<u8> = zone.squares().map(|(_, rank)| rank).collect();
                ranks
            })
            .into_array();
        let near = if self.flag("cambodianMoves") {
            FIRST_LEAP
        } else {
            0
        };
        (white.iter()).any(|rank| black.iter().any(|other| rank.abs_diff(*other) <= near))
    }

    /// The squares that a king can get to over an empty board; all that it may stop on if it starts in hand. Castling
    /// does not leave the rank.
    fn king_squares(&self, color: Color, starts: &[(u8, u8)]) -> Zone {
        let mut all = Zone::default();
        let (files, ranks) = self.size();
        (0..ranks).for_each(|rank| (0..files).for_each(|file| all.insert(file, rank)));
        let may_stop = match self.mobility.get(&(color, Kind::KING)) {
            Some(zone) => self.on_board(zone),
            None => all,
        };
        if starts.is_empty() {
            return may_stop;
        }
        let rays = moves::read(self.betza(Kind::KING));
        let mut reached = Zone::default();
        let mut next: Vec<(u8, u8)> = starts.to_vec();
        while let Some((file, rank)) = next.pop() {
            if reached.contains(file, rank) {
                continue;
            }
            reached.insert(file, rank);
            for ray in &rays {
                let steps = match ray.manner {
                    Manner::Leap | Manner::Lame => 1,
                    Manner::Slide(0) | Manner::Hop(_) => i8::MAX,
                    Manner::Slide(most) => most as i8,
                };
                let forward = match color {
                    Color::White => 1,
                    Color::Black => -1,
                };
                let (mut to_file, mut to_rank) = (file, rank);
                for _ in 0..steps {
                    let onward = to_file
                        .checked_add_signed(ray.step.files)
                        .zip(to_rank.checked_add_signed(ray.step.ranks * forward));
                    let Some((f, r)) = onward.filter(|&(f, r)| f < files && r < ranks) else {
                        break;
                    };
                    (to_file, to_rank) = (f, r);
                    if may_stop.contains(f, r) {
                        next.push((f, r));
                    }
                }
            }
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::exchange::fairy::ini;

    fn share(lines: &str) -> bool {
        let (sections, _) = ini::read(&format!("[a]\nking = k\n{lines}"));
        let mut game = FairyGame::default();
        assert_eq!(game.apply(&sections[0]), []);
        game.kings_share_ranks(&ByColor::new(vec![(4, 0)], vec![(4, 7)]))
    }

    #[test]
    fn kings_of_two_palaces_do_not_meet() {
        assert!(share(""));
        let palaces =
            "mobilityRegionWhiteKing = *1 *2 *7 *8\nmobilityRegionBlackKing = *1 *2 *7 *8\n";
        assert!(!share(palaces));
        // a rider gets over
        assert!(share(&format!("{palaces}king = k:R\n")));
        assert!(!share("king = k:sW\n"));
        assert!(!share("king = k:fA\n") && share("king = k:fW\n"));
    }
}
