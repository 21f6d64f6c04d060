//! The board and the hands at the start.

use super::{Placed, Writer};
use crate::tools::exchange::fairy::Kind;
use crate::tools::exchange::fairy::quoted;
use crate::types::Color;
use crate::variant::Zone;

impl Writer<'_> {
    /// The start position; the text that our file has for it.
    pub(super) fn start(&mut self) -> Result<String, String> {
        let fen = self.game.text("startFen");
        let mut fields = fen.split_whitespace();
        let placement = fields.next().unwrap_or("");
        let (board, hand) = match placement.split_once('[') {
            Some((board, hand)) => (board, hand.trim_end_matches(']')),
            None => (placement, ""),
        };
        let board = board.trim_end_matches('/');
        self.read_board(board)?;
        for c in hand.chars().filter(char::is_ascii_alphabetic) {
            let color = color_of(c);
            let kind = self.game.kind_in_position(c);
            let kind = kind.ok_or_else(|| {
                format!(
                    "`{}` in the hand of startFen is no piece",
                    quoted(&c.to_string())
                )
            })?;
            self.hand[color].push(kind);
            self.used = self.used.with(kind);
        }
        let rest: Vec<&str> = fields.collect();
        let side = rest
            .first()
            .copied()
            .filter(|s| ["w", "b"].contains(s))
            .unwrap_or("w");
        let mut behind = rest.iter().skip(1).copied().peekable();
        let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        let mut castling = "-";
        if let Some(text) = behind.next_if(|text| !is_number(text)) {
            castling = text;
            let _ = behind.next_if(|text| !is_number(text));
        }
        let counted = behind.next_if(|text| text.contains('+'));
        let castles = self.game.flag("castling") || self.game.flag("gating");
        let castling = match castles {
            true => castling,
            false => "-",
        };
        let checks = match (self.game.flag("checkCounting"), counted) {
            (true, Some(checks)) => format!(" {checks}"),
            (true, None) => " 1+1".to_owned(),
            (false, _) => String::new(),
        };
        let gates = self.game.flag("seirawanGating") && self.game.flag("gating");
        let hands = self.game.flag("pieceDrops") || gates;
        let hand = match hands {
            true => format!("[{}]", hand.replace('-', "")),
            false => String::new(),
        };
        Ok(format!("{board}{hand} {side} {castling} -{checks} 0 1"))
    }

    fn read_board(&mut self, board: &str) -> Result<(), String> {
        let (files, ranks) = self.size;
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != usize::from(ranks) {
            return Err(format!(
                "startFen has {} ranks where the board has {ranks}",
                rows.len()
            ));
        }
        let mut holes = Zone::default();
        for (row, rank) in rows.iter().zip((0..ranks).rev()) {
            let mut file = 0u8;
            let mut number = 0u8;
            let mut promoted = false;
            for c in row.chars() {
                if let Some(digit) = c.to_digit(10) {
                    number = number.saturating_mul(10).saturating_add(digit as u8);
                    continue;
                }
                file = file.saturating_add(std::mem::take(&mut number));
                match c {
                    '+' => promoted = true,
                    '~' => {}
                    '*' => {
                        holes.insert(file, rank);
                        file = file.saturating_add(1);
                    }
                    _ => {
                        let kind = self.game.kind_in_position(c);
                        let kind = kind.ok_or_else(|| {
                            format!("`{}` in startFen is no piece", quoted(&c.to_string()))
                        })?;
                        self.used = self.used.with(kind);
                        let shown = match promoted {
                            true => self
                                .game
                                .pairs("promotedPieceType")
                                .get(&kind)
                                .copied()
                                .unwrap_or(kind),
                            false => kind,
                        };
                        self.start.push(Placed {
                            file,
                            rank,
                            color: color_of(c),
                            kind: shown,
                        });
                        promoted = false;
                        file = file.saturating_add(1);
                    }
                }
            }
            file = file.saturating_add(number);
            if file != files {
                return Err(format!(
                    "`{}` in startFen does not fill {files} files",
                    quoted(row)
                ));
            }
        }
        // what nothing takes away is no part of the board
        if !holes.is_empty() && self.game.text("wallingRule") != "duck" {
            let area = self.area(&holes);
            self.rule(format!("Holes: {area}"));
        } else if !holes.is_empty() {
            self.lose("startFen", "walls that stand from the start on");
        }
        if self.start.is_empty() && !self.game.flag("pieceDrops") {
            return Err("nothing stands on the board".to_owned());
        }
        Ok(())
    }

    /// The back ranks: empty, but where pieces that are dropped at home can castle.
    pub(super) fn back_ranks(&self, pawns: &[String]) -> [String; 2] {
        let mut ranks = [(); 2].map(|()| vec![0; self.size.0.into()]);
        let castles = self.game.flag("mustDrop") && self.game.flag("castlingDroppedPiece");
        let number = |kind: Option<Kind>| {
            let start = format!("{}:", self.letter(kind?));
            let mut lines = pawns.iter().chain(&self.pieces);
            lines
                .position(|line| line.starts_with(&start))
                .map(|i| i + 1)
        };
        for (rank, color) in ranks.iter_mut().zip(Color::ALL).filter(|_| castles) {
            let king = number(self.game.piece_of("castlingKingPiece")[color]);
            let rook = number(
                self.game.pieces_of("castlingRookPieces")[color]
                    .iter()
                    .next(),
            );
            let file = usize::from(self.game.file("castlingKingFile"));
            if let (Some(king), Some(rook)) = (king, rook)
                && let [first, .., last] = &mut rank[..]
            {
                (*first, *last) = (rook, rook);
                if let Some(place) = rank.get_mut(file) {
                    *place = king;
                }
            }
        }
        ranks.map(|rank| {
            let numbers: Vec<String> = rank.iter().map(ToString::to_string).collect();
            numbers.join(" ")
        })
    }
}

/// The colour of a letter of a position.
fn color_of(letter: char) -> Color {
    match letter.is_ascii_uppercase() {
        true => Color::White,
        false => Color::Black,
    }
}
