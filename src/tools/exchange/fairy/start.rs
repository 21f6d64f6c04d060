//! The board and the start position.

use super::{Exporter, Importer, Kind, quoted};
use crate::types::Color;
use crate::variant::{Zone, letter};

/// A part of the first field of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    /// This number of empty squares.
    Empty(u8),
    /// A letter; true if it has a plus in front.
    Piece(char, bool),
    Other(char),
}

fn signs(board: &str) -> Vec<Sign> {
    let mut signs = Vec::new();
    let mut plus = false;
    for c in board.chars() {
        match (c.to_digit(10), signs.last_mut()) {
            (Some(digit), Some(Sign::Empty(n))) => {
                *n = n.saturating_mul(10).saturating_add(digit as u8);
            }
            (Some(digit), _) => signs.push(Sign::Empty(digit as u8)),
            _ if c == '+' => plus = true,
            _ if c.is_ascii_alphabetic() => signs.push(Sign::Piece(c, std::mem::take(&mut plus))),
            _ => signs.push(Sign::Other(c)),
        }
    }
    signs
}

impl Exporter<'_> {
    pub fn board(&mut self) {
        self.game.synonyms = self.variant.letter_aliases.iter().copied().collect();
        self.set("maxRank", self.variant.ranks);
        self.set("maxFile", self.variant.files - 1);
        if self.rules.shuffle.is_some() {
            self.note("the start position is the usual one: Fairy-Stockfish leaves it to the GUI to shuffle");
        }
    }

    pub fn start(&mut self) {
        let fen = self.ruleset.start().fen();
        // the castling field may name files of unmoved pieces, not letters
        let board = fen.split_inclusive(' ').next().unwrap_or("");
        self.set("startFen", self.translated(board) + &fen[board.len()..]);
        for (color, ours, theirs) in self.renamed.clone() {
            if !self.is_written_with_plus(color, ours) {
                let ours = letter::text(ours);
                self.note(format!("{color}'s {ours} has the letter {theirs} there"));
            }
        }
    }

    /// The kind of the type that a letter means in positions of fmax.
    pub fn kind_of_letter(&self, color: Color, ours: char) -> Option<Kind> {
        self.kind_of(color, self.variant.type_by_letter(ours, color)?)
    }

    /// True if Fairy-Stockfish, too, writes a letter with a plus: the kind of the plain letter is promoted to its kind.
    fn is_written_with_plus(&self, color: Color, ours: char) -> bool {
        let pairs = self.game.pairs("promotedPieceType");
        let plain = letter::base(ours).and_then(|base| self.kind_of_letter(color, base));
        let becomes = plain.and_then(|kind| pairs.get(&kind).copied());
        becomes.is_some() && becomes == self.kind_of_letter(color, ours)
    }

    /// The first field of a FEN and the blank behind it, with Fairy-Stockfish's letters. A square is empty if
    /// Fairy-Stockfish has no kind for its piece.
    fn translated(&self, board: &str) -> String {
        let mut text = String::new();
        let (mut empty, mut in_hand) = (0, false);
        for sign in signs(board) {
            let theirs = match sign {
                Sign::Empty(n) => {
                    empty += u32::from(n);
                    continue;
                }
                Sign::Piece(c, plus) => self.letter_there(c, plus),
                Sign::Other(c) => Some(c.to_string()),
            };
            in_hand |= sign == Sign::Other('[');
            match theirs {
                Some(theirs) => {
                    if empty > 0 {
                        text += &std::mem::take(&mut empty).to_string();
                    }
                    text += &theirs;
                }
                None => empty += u32::from(!in_hand),
            }
        }
        text
    }

    /// The text of one of our letters in Fairy-Stockfish's FENs; the letter may have a plus.
    fn letter_there(&self, c: char, plus: bool) -> Option<String> {
        let color = Color::of_letter(c);
        let base = c.to_ascii_uppercase();
        let ours = if plus { letter::promoted(base)? } else { base };
        let written = |kind: Kind| {
            let letter = self.game.letters.get(&kind)?;
            Some(letter::colored(*letter, color))
        };
        if plus && self.is_written_with_plus(color, ours) {
            let plain = written(self.kind_of_letter(color, base)?)?;
            return Some(format!("+{plain}"));
        }
        match self.kind_of_letter(color, ours) {
            Some(kind) => written(kind),
            // a synonym, in Fairy-Stockfish as well
            None => (self.game.synonyms.contains_key(&base)).then(|| c.to_string()),
        }
    }
}

impl Importer<'_> {
    /// Reads the start position, and returns the FEN for our file.
    ///
    /// # Errors
    /// If it does not fit the board, or has letters that no piece has.
    pub fn start(&mut self) -> Result<String, String> {
        let game = self.game;
        let fen = game.text("startFen");
        let mut fields = fen.split_whitespace().peekable();
        let placement = fields.next().unwrap_or("");
        let (board, hand) = placement.split_once('[').unwrap_or((placement, ""));
        let hand = hand.trim_end_matches(']');
        let board = board.trim_end_matches('/');
        self.read_board(board)?;
        for c in hand.chars().filter(char::is_ascii_alphabetic) {
            let kind = self.piece(c, "the hand of startFen")?;
            self.hand[Color::of_letter(c)].push(kind);
        }
        let side = fields
            .next()
            .filter(|side| ["w", "b"].contains(side))
            .unwrap_or("w");
        let is_number = |text: &&str| text.starts_with(|c: char| c.is_ascii_digit());
        let mut rights = "-";
        if let Some(text) = fields.next_if(|text| !is_number(text)) {
            rights = text;
            // the square of a capture in passing
            fields.next_if(|text| !is_number(text));
        }
        let counted = fields.next_if(|text| text.contains('+'));
        let castles = game.flag("castling") || game.flag("gating");
        let rights = if castles { rights } else { "-" };
        let gates = game.flag("seirawanGating") && game.flag("gating");
        let mut fen = board.to_owned();
        if game.flag("pieceDrops") || gates {
            fen += &format!("[{}]", hand.replace('-', ""));
        }
        fen += &format!(" {side} {rights} -");
        if game.flag("checkCounting") {
            fen += &format!(" {}", counted.unwrap_or("1+1"));
        }
        Ok(fen + " 0 1")
    }

    /// The kind of a letter; marks it as used.
    fn piece(&mut self, letter: char, place: &str) -> Result<Kind, String> {
        let kind = self.game.kind_in_position(letter);
        let kind = kind
            .ok_or_else(|| format!("`{}` in {place} is no piece", quoted(&letter.to_string())))?;
        self.used = self.used.with(kind);
        Ok(kind)
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
        let pairs = self.game.pairs("promotedPieceType");
        let mut holes = Zone::default();
        for (row, rank) in rows.iter().zip((0..ranks).rev()) {
            let mut file = 0u8;
            for sign in signs(row) {
                let width = match sign {
                    Sign::Empty(n) => n,
                    Sign::Other('~') => 0,
                    Sign::Other('*') => {
                        holes.insert(file, rank);
                        1
                    }
                    Sign::Other(c) => {
                        self.piece(c, "startFen")?;
                        1
                    }
                    Sign::Piece(c, plus) => {
                        let kind = self.piece(c, "startFen")?;
                        let promoted = if plus { pairs.get(&kind) } else { None };
                        let kind = *promoted.unwrap_or(&kind);
                        let own = self.start.entry((Color::of_letter(c), kind)).or_default();
                        own.push((file, rank));
                        1
                    }
                };
                file = file.saturating_add(width);
            }
            if file != files {
                return Err(format!(
                    "`{}` in startFen does not fill {files} files",
                    quoted(row)
                ));
            }
        }
        // walls that never move are no part of the board
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

    /// The back ranks for our file: empty, unless pieces that are dropped at home can castle.
    pub fn back_ranks(&self, pawns: &[String]) -> [String; 2] {
        let game = self.game;
        let castles = game.flag("mustDrop") && game.flag("castlingDroppedPiece");
        let number = |kind: Kind| {
            let start = format!("{}:", self.letter(kind));
            let mut lines = pawns.iter().chain(&self.pieces);
            Some(1 + lines.position(|line| line.starts_with(&start))?)
        };
        Color::ALL.map(|color| {
            let mut rank = vec![0; self.size.0.into()];
            let king = game.piece_of("castlingKingPiece")[color].and_then(number);
            let rooks = game.pieces_of("castlingRookPieces")[color];
            let rook = rooks.iter().next().and_then(number);
            if let (true, Some(king), Some(rook)) = (castles, king, rook)
                && let [first, .., last] = &mut rank[..]
            {
                (*first, *last) = (rook, rook);
                if let Some(place) = rank.get_mut(usize::from(game.file("castlingKingFile"))) {
                    *place = king;
                }
            }
            let numbers: Vec<String> = rank.iter().map(ToString::to_string).collect();
            numbers.join(" ")
        })
    }

    /// Rule lines for letters that stand for others.
    pub fn synonyms(&mut self) {
        for (&letter, &meant) in &self.game.synonyms {
            let kind = self.game.kind_of(meant);
            let used = kind.is_some_and(|kind| self.used.contains(kind));
            if used && self.game.kind_of(letter).is_none() {
                self.rule(format!("Letter: {letter}={meant}"));
                self.free_letters.retain(|free| *free != letter);
            }
        }
    }
}
