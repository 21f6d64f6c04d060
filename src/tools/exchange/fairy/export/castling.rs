//! Castling: one piece of each side castles with one partner to either wing, to the same files for both.

use super::Exporter;
use crate::tools::exchange::fairy::keys::Value;
use crate::tools::exchange::fairy::{Kind, Kinds};
use crate::types::{Color, TypeId};
use crate::variant::{MoveShape, Placed};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Way {
    color: Color,
    mover: TypeId,
    partner: TypeId,
    /// Files: where the two stand, and where the mover goes.
    from: u8,
    partner_file: u8,
    to: u8,
    rank: u8,
}

impl Exporter<'_> {
    pub(super) fn castling(&mut self) {
        let rules = &self.variant.rules.castling;
        let (opposite, wins) = (rules.opposite, rules.wins);
        let ways = self.ways();
        if ways.is_empty() {
            self.game.set("castling", false);
            return;
        }
        self.game.set("oppositeCastling", opposite);
        let letters = ["KQ", "kq"].into_iter().zip(wins.iter());
        let won: String = letters
            .flat_map(|(letters, [left, right])| {
                let mut letters = letters.chars();
                let king = letters.next().filter(|_| *right);
                king.into_iter().chain(letters.next().filter(|_| *left))
            })
            .collect();
        self.game.set("castlingWins", won.as_str());
        let first = ways[0];
        self.game
            .set("castlingRank", Value::Number(u32::from(first.rank) + 1));
        self.game.set("castlingKingFile", Value::File(first.from));
        let right = ways.iter().find(|way| way.to > way.from).copied();
        let left = ways.iter().find(|way| way.to < way.from).copied();
        for (way, goal, partner, corner) in [
            (
                right,
                "castlingKingsideFile",
                "castlingRookKingsideFile",
                self.variant.files - 1,
            ),
            (
                left,
                "castlingQueensideFile",
                "castlingRookQueensideFile",
                0,
            ),
        ] {
            let Some(way) = way else { continue };
            self.game.set(goal, Value::File(way.to));
            if way.partner_file != corner {
                self.game.set(partner, Value::File(way.partner_file));
            }
        }
        let fits = |way: &Way| {
            let same = if way.to > way.from { right } else { left };
            way.rank == first.rank
                && same
                    .is_some_and(|same| same.to == way.to && same.partner_file == way.partner_file)
        };
        if !ways.iter().all(fits) {
            self.lose("castling goes to one square on each wing, the same files for both sides");
        }
        for color in Color::ALL {
            let own: Vec<&Way> = ways.iter().filter(|way| way.color == color).collect();
            let Some(&&Way { mover, .. }) = own.first() else {
                continue;
            };
            if own.iter().any(|way| way.mover != mover) {
                self.lose("only one kind of piece castles");
            }
            let kind = self.kinds.get(&(color, mover)).copied();
            self.game
                .set_of(color, "castlingKingPiece", Some(kind.unwrap_or(Kind::KING)));
            let partners = own
                .iter()
                .filter(|way| way.mover == mover)
                .map(|way| way.partner);
            let partners: Kinds = self.kinds_of(color, partners);
            self.game.set_of(color, "castlingRookPieces", partners);
        }
    }

    /// All castlings that pieces can make from where they start.
    fn ways(&mut self) -> Vec<Way> {
        let variant = self.variant;
        let start = match variant.rules.placement.unmoved {
            true => variant.back_rank_pieces(),
            false => variant.start_pieces(),
        };
        let mut ways = Vec::new();
        let mut castles = false;
        for placed in &start {
            for m in &variant.piece(placed.id).moves {
                let MoveShape::Castling { files, inset } = m.shape else {
                    continue;
                };
                castles = true;
                let Some(partner) = self.partner(&start, placed, files, inset) else {
                    continue;
                };
                let Some(to) = placed.file.checked_add_signed(files) else {
                    continue;
                };
                ways.push(Way {
                    color: placed.color,
                    mover: placed.id,
                    partner: partner.id,
                    from: placed.file,
                    partner_file: partner.file,
                    to,
                    rank: match placed.color {
                        Color::White => placed.rank,
                        Color::Black => variant.ranks - 1 - placed.rank,
                    },
                });
            }
        }
        if variant.rules.placement.unmoved && castles {
            self.game.set("castlingDroppedPiece", true);
        }
        ways
    }

    /// Whom a piece castles with on one side.
    fn partner(&self, start: &[Placed], mover: &Placed, files: i8, inset: u8) -> Option<Placed> {
        let variant = self.variant;
        let on = |file: u8| {
            start
                .iter()
                .find(|p| p.color == mover.color && p.rank == mover.rank && p.file == file)
        };
        let edge = |file: u8| match files > 0 {
            true => variant.files - 1 - file,
            false => file,
        };
        if inset == 0
            && let Some(kind) = variant.rules.castling.partner[mover.color]
        {
            let mut file = mover.file;
            loop {
                file = file
                    .checked_add_signed(files.signum())
                    .filter(|file| *file < variant.files)?;
                if let Some(found) = on(file).filter(|found| found.id == kind) {
                    return Some(*found);
                }
            }
        }
        (0..variant.files)
            .find(|file| edge(*file) == inset && (*file > mover.file) == (files > 0))
            .and_then(on)
            .copied()
    }
}
