//! Who castles, with whom, and how far.

use super::{Placed, Writer};
use crate::tools::exchange::fairy::{Kind, Kinds};
use crate::types::{ByColor, Color};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Castling {
    pub kind: Kind,
    pub text: String,
    /// The partner does not stand in the corner.
    inside: bool,
}

impl Writer<'_> {
    /// Who castles and how, from where they start.
    pub(super) fn castling_of(&mut self, color: Color) -> Option<Castling> {
        if !self.game.flag("castling") {
            return None;
        }
        let kind = self.game.piece_of("castlingKingPiece")[color]?;
        let (files, ranks) = self.size;
        let own = self.game.number("castlingRank") as u8 - 1;
        let rank = match color {
            Color::White => own,
            Color::Black => ranks.checked_sub(own + 1)?,
        };
        let dropped = self.game.flag("castlingDroppedPiece");
        let kings: Vec<u8> = (self.start.iter())
            .filter(|p| p.color == color && p.kind == kind && p.rank == rank)
            .map(|p| p.file)
            .collect();
        let named = self.game.file("castlingKingFile");
        let king = match kings[..] {
            [file] => file,
            [] if dropped => named,
            _ if kings.contains(&named) => named,
            _ => return None,
        };
        let rooks = self.game.pieces_of("castlingRookPieces")[color];
        let on = |file: u8| -> Option<&Placed> {
            self.start
                .iter()
                .find(|p| p.color == color && p.rank == rank && p.file == file)
        };
        let is_rook = |file: &u8| on(*file).is_some_and(|p| rooks.contains(p.kind)) || dropped;
        let right = self.game.file("castlingRookKingsideFile").min(files - 1);
        let left = self.game.file("castlingRookQueensideFile");
        let right_rook = (king + 1..=right).rev().find(is_rook);
        let left_rook = (left..king).find(is_rook);
        let mut widths = [None, None];
        if let Some(rook) = right_rook {
            let to = self.game.file("castlingKingsideFile");
            widths[0] = (to > king && to <= rook).then(|| (to - king, rook != files - 1));
        }
        if let Some(rook) = left_rook {
            let to = self.game.file("castlingQueensideFile");
            widths[1] = (to < king && to >= rook).then(|| (king - to, rook != 0));
        }
        let sides = [
            (right_rook, "castlingKingsideFile"),
            (left_rook, "castlingQueensideFile"),
        ];
        let startfen = self.game.text("startFen");
        let rights = startfen.split_whitespace().nth(2).unwrap_or("-").to_owned();
        for ((rook, key), width) in sides.into_iter().zip(widths) {
            if rook.is_some() && width.is_none() && rights != "-" {
                self.lose(
                    key,
                    "castling by which the king does not move towards its partner",
                );
            }
        }
        let (white_right, white_left) = match color {
            // seen by the owner
            Color::White => ("r", "l"),
            Color::Black => ("l", "r"),
        };
        let text = match widths {
            [Some((a, _)), Some((b, _))] if a == b => format!("isO{a}"),
            [a, b] => {
                let side = |width: Option<(u8, bool)>, letter: &str| {
                    width.map_or(String::new(), |(n, _)| format!("i{letter}O{n}"))
                };
                side(a, white_right) + &side(b, white_left)
            }
        };
        let inside = widths.into_iter().flatten().any(|(_, inside)| inside);
        (!text.is_empty()).then_some(Castling { kind, text, inside })
    }

    /// Partners that do not stand in the corner are named.
    pub(super) fn inside_partners(&mut self, castling: &ByColor<Option<Castling>>) {
        let inside = castling.iter().flatten().any(|castling| castling.inside);
        if !inside {
            return;
        }
        let rooks = self.game.pieces_of("castlingRookPieces");
        let all: Kinds = rooks.iter().flat_map(|kinds| kinds.iter()).collect();
        let letters = self.letters(all);
        match letters.chars().count() {
            1 => self.rule(format!("Castling: partner={letters}")),
            _ => self.lose(
                "castlingRookPieces",
                "castling with several kinds of partners that are not in the corners",
            ),
        }
    }

    pub(super) fn castling_rules(&mut self) {
        if self.game.flag("oppositeCastling") {
            self.rule("Castling: opposite");
        }
        let wins = self.game.text("castlingWins");
        let wins: String = wins.chars().filter(char::is_ascii_alphabetic).collect();
        if !wins.is_empty() {
            self.rule(format!("Castling: wins={wins}"));
        }
        let (dropped, placed) = (
            self.game.flag("castlingDroppedPiece"),
            self.game.flag("mustDrop"),
        );
        if self.game.flag("castling") && dropped && !placed {
            self.lose("castlingDroppedPiece", "castling with dropped pieces");
        }
        if self.game.flag("chess960") {
            self.lose(
                "chess960",
                "castling from any square of the first rank; the start position is not shuffled",
            );
        }
    }
}
