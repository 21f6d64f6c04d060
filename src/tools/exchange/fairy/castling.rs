//! Castling: one type of each side castles with one type of partner to either wing, to the same files for both sides.

use super::{Exporter, Importer, Kind};
use crate::types::{ByColor, Color, Square, TypeId};

/// The keys of a wing: the file to which the king goes, and the file of its partner. The right wing comes first.
const WINGS: [(&str, &str); 2] = [
    ("castlingKingsideFile", "castlingRookKingsideFile"),
    ("castlingQueensideFile", "castlingRookQueensideFile"),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Way {
    color: Color,
    mover: TypeId,
    partner: TypeId,
    /// Files: of the mover, of its partner, and where the mover goes.
    from: u8,
    partner_file: u8,
    to: u8,
    /// The rank of both, counted from 1 on the owner's side.
    rank: u8,
}

impl Exporter<'_> {
    pub fn castling(&mut self) {
        let ways = self.ways();
        let Some(first) = ways.first() else {
            self.set("castling", false);
            return;
        };
        let castling = &self.rules.castling;
        self.set("castlingDroppedPiece", self.rules.placement.unmoved);
        self.set("oppositeCastling", castling.opposite);
        let [white, black] = castling.wins.into_array();
        let wins = [white[1], white[0], black[1], black[0]];
        let won = "KQkq".chars().zip(wins).filter(|(_, wins)| *wins);
        self.set(
            "castlingWins",
            won.map(|(letter, _)| letter).collect::<String>(),
        );
        self.set("castlingRank", first.rank);
        self.set("castlingKingFile", first.from);
        for (right, (goal, partner)) in [true, false].into_iter().zip(WINGS) {
            let mut own = ways.iter().filter(|way| (way.to > way.from) == right);
            let Some(way) = own.next() else { continue };
            self.set(goal, way.to);
            if way.partner_file != if right { self.variant.files - 1 } else { 0 } {
                self.set(partner, way.partner_file);
            }
            let alike = |other: &Way| {
                (other.rank, other.to, other.partner_file) == (first.rank, way.to, way.partner_file)
            };
            if !alike(way) || !own.all(alike) {
                self.lose(
                    "castling goes to one square on each wing, the same files for both sides",
                );
            }
        }
        for color in Color::ALL {
            let own: Vec<&Way> = ways.iter().filter(|way| way.color == color).collect();
            let Some(mover) = own.first().map(|way| way.mover) else {
                continue;
            };
            if own.iter().any(|way| way.mover != mover) {
                self.lose("only one kind of piece castles");
            }
            let kind = self.kind_of(color, mover).unwrap_or(Kind::KING);
            self.set_of(color, "castlingKingPiece", Some(kind));
            let own = own.iter().filter(|way| way.mover == mover);
            let partners = self.kinds_of(color, own.map(|way| &way.partner));
            self.set_of(color, "castlingRookPieces", partners);
        }
    }

    /// All castlings that pieces can make from their squares at the start.
    fn ways(&self) -> Vec<Way> {
        let layout = &self.ruleset.layout;
        let type_at = |sq: Square| {
            let home = layout.homes.iter().find(|(home, ..)| *home == sq);
            home.map(|(.., id)| *id)
        };
        let mut ways = Vec::new();
        for color in Color::ALL {
            for castling in &layout.castlings[color] {
                let types = type_at(castling.from).zip(type_at(castling.corner));
                ways.extend(types.map(|(mover, partner)| Way {
                    color,
                    mover,
                    partner,
                    from: castling.from.file(),
                    partner_file: castling.corner.file(),
                    to: castling.to.file(),
                    rank: self.variant.relative_rank(color, castling.from.rank()),
                }));
            }
        }
        ways
    }
}

/// How a side castles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castling {
    pub kind: Kind,
    pub text: String,
    /// True if a partner does not stand in the corner.
    inside: bool,
}

impl Importer<'_> {
    /// The castling of a side, derived from the start position.
    pub fn castling_of(&mut self, color: Color) -> Option<Castling> {
        let game = self.game;
        if !game.flag("castling") {
            return None;
        }
        let kind = game.piece_of("castlingKingPiece")[color]?;
        let (files, ranks) = self.size;
        let own = game.number("castlingRank") as u8;
        let rank = match color {
            Color::White => own - 1,
            Color::Black => ranks.checked_sub(own)?,
        };
        let dropped = game.flag("castlingDroppedPiece");
        let kings = self.places(color, kind).iter();
        let kings = kings.filter(|(_, own)| *own == rank);
        let kings: Vec<u8> = kings.map(|(file, _)| *file).collect();
        let named = game.file("castlingKingFile");
        let king = match kings[..] {
            [file] => file,
            [] if dropped => named,
            _ if kings.contains(&named) => named,
            _ => return None,
        };
        let rooks = game.pieces_of("castlingRookPieces")[color];
        let is_rook = |file: &u8| {
            let stands = |rook: Kind| self.places(color, rook).contains(&(*file, rank));
            dropped || rooks.iter().any(stands)
        };
        let right = (king + 1..=game.file(WINGS[0].1).min(files - 1))
            .rev()
            .find(is_rook);
        let left = (game.file(WINGS[1].1)..king).find(is_rook);
        let start = game.text("startFen");
        let has_rights = start.split_whitespace().nth(2).unwrap_or("-") != "-";
        let mut widths = [None, None];
        for ((rook, (key, _)), width) in [right, left].into_iter().zip(WINGS).zip(&mut widths) {
            let Some(rook) = rook else { continue };
            let to = game.file(key);
            if to != king && (king.min(rook)..=king.max(rook)).contains(&to) {
                *width = Some(to.abs_diff(king));
            } else if has_rights {
                let text = "castling by which the king does not move towards its partner";
                self.lose(key, text);
            }
        }
        // the wings as the owner sees them
        let letters = match color {
            Color::White => ["r", "l"],
            Color::Black => ["l", "r"],
        };
        let text = match widths {
            [Some(a), Some(b)] if a == b => format!("isO{a}"),
            _ => {
                let sides = widths.into_iter().zip(letters);
                sides
                    .filter_map(|(width, letter)| Some(format!("i{letter}O{}", width?)))
                    .collect()
            }
        };
        let inside = widths[0].is_some() && right != Some(files - 1)
            || widths[1].is_some() && left != Some(0);
        (!text.is_empty()).then_some(Castling { kind, text, inside })
    }

    /// Names partners that do not stand in the corner.
    pub fn inside_partners(&mut self, castling: &ByColor<Option<Castling>>) {
        if !castling.iter().flatten().any(|castling| castling.inside) {
            return;
        }
        let [white, black] = self.game.pieces_of("castlingRookPieces").into_array();
        let letters = self.letters(white | black);
        if letters.chars().count() == 1 {
            self.rule(format!("Castling: partner={letters}"));
        } else {
            self.lose(
                "castlingRookPieces",
                "castling with several kinds of partners that are not in the corners",
            );
        }
    }

    pub fn castling_rules(&mut self) {
        let game = self.game;
        if game.flag("oppositeCastling") {
            self.rule("Castling: opposite");
        }
        let mut wins = game.text("castlingWins");
        wins.retain(|c| c.is_ascii_alphabetic());
        if !wins.is_empty() {
            self.rule(format!("Castling: wins={wins}"));
        }
        let dropped = game.flag("castling") && game.flag("castlingDroppedPiece");
        if dropped && !game.flag("mustDrop") {
            self.lose("castlingDroppedPiece", "castling with dropped pieces");
        }
    }
}
