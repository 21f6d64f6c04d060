//! Where kinds may stop, and what lines on the board add to their moves.

use super::Exporter;
use crate::tools::exchange::fairy::Kind;
use crate::tools::exchange::fairy::keys::Value;
use crate::tools::exchange::fairy::moves;
use crate::types::Color;

impl Exporter<'_> {
    /// Where kinds may stop, and what lines add to their moves.
    pub(super) fn zones(&mut self) {
        let variant = self.variant;
        for (id, zone) in &variant.rules.zones.confined {
            for color in Color::ALL {
                if let Some(&kind) = self.kinds.get(&(color, *id)) {
                    self.game.mobility.insert((color, kind), *zone);
                }
            }
        }
        for color in Color::ALL {
            for id in variant.types_of(color) {
                if self.kinds.get(&(color, id)) == Some(&Kind::SOLDIER)
                    && let Some(rank) = self.soldier(color, id)
                {
                    let value = Value::Number(rank.into());
                    self.game.set("soldierPromotionRank", value);
                }
            }
        }
        self.lines();
    }

    /// The lines of the palaces: there each kind gets what Fairy-Stockfish knows for it.
    fn lines(&mut self) {
        let variant = self.variant;
        let Some(first) = variant.rules.zones.lines.first() else {
            return;
        };
        let known = |kind: Kind| match kind {
            Kind::WAZIR => Some("F"),
            Kind::SOLDIER => Some("fF"),
            Kind::ROOK => Some("B"),
            Kind::JANGGI_CANNON => Some("pB"),
            _ => None,
        };
        let side = variant.files.max(variant.ranks);
        for line in &variant.rules.zones.lines {
            let owner = self.kinds.iter().find(|((_, id), _)| *id == line.id);
            let Some((&(color, _), &kind)) = owner else {
                continue;
            };
            let rays = moves::from_moves(&variant.piece(line.like).moves, color, side);
            let wazir = kind == Kind::KING
                && moves::read(self.game.betza(kind)) == moves::read("W")
                && rays == Some(moves::read("F"));
            if wazir && line.zone == first.zone {
                self.game.king_is_wazir = true;
                let name = self.name(line.id);
                self.text_losses.push(format!(
                    "{name} does not move along the lines of the board, unless the section inherits from a game where it does"
                ));
                continue;
            }
            if line.zone != first.zone || rays != known(kind).map(moves::read) {
                let name = self.name(line.id);
                self.lose(format!("{name} does not move along the lines of the board"));
            }
        }
        let zone = first.zone;
        self.game.set("diagonalLines", self.squares(&zone));
    }
}
