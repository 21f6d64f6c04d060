//! The rare cases: what players of a game may doubt who know its rules.

use super::Facts;
use crate::types::{Color, Square, TypeId};
use crate::variant::rules::walls::Where;
use crate::variant::{Stalemate, Variant};

/// What moves must not do to royal pieces.
fn checks(variant: &Variant) -> Vec<&'static str> {
    let rules = &variant.rules;
    let mut lines = Vec::new();
    lines.push(match rules.win.explosion.is_some() {
        true => {
            "No move may leave or put the own royal piece in check, unless it blows up the enemy's. No capture \
             may blow up one's own royal piece, not even together with the enemy's."
        }
        false => "No move may leave or put the own royal piece in check.",
    });
    if rules.win.explosion.is_some() {
        lines.push(
            "Royal pieces of both sides on neighbouring squares are safe from check: nobody could blow up \
             one of them alone.",
        );
    }
    match (rules.checks_are_illegal, rules.mates_are_legal) {
        (false, _) => {}
        (true, false) => {
            lines.push("No move may give check, not even by going out of the way of another piece.");
        }
        (true, true) => lines.push(
            "No move may give check, not even by going out of the way of another piece, unless it is \
             checkmate. A check that would be answered by another check is checkmate, unless that one mates.",
        ),
    }
    lines.push(
        "A pinned piece, which must not move because it shields its own royal piece, still gives check.",
    );
    lines
}

/// True if a side may come to drop a pawn where pawns have a first move.
fn drops_pushing_pawns(variant: &Variant, color: Color) -> bool {
    let rules = &variant.rules;
    let Some(drops) = &rules.drops else {
        return false;
    };
    let pawn = TypeId::pawn(color);
    let held = rules.hand[color]
        .iter()
        .any(|&(id, count)| id == pawn && count > 0);
    let mut limits = rules.drop_limits.zones[color].iter();
    let limit = limits.find(|(id, _)| *id == pawn).map(|(_, zone)| zone);
    let allows = |sq: &Square| limit.is_none_or(|zone| zone.contains(sq.file(), sq.rank()));
    let mut kinds = drops.kinds[color].iter().filter(|kind| kind.id == pawn);
    (held || drops.captures || drops.partner)
        && kinds.any(|kind| {
            let mut squares = variant.squares().filter(allows);
            squares.any(|sq| {
                let rank = variant.relative_rank(color, sq.rank());
                (kind.ranks.0..=kind.ranks.1).contains(&rank)
                    && variant.pushes_from(color, sq.rank())
            })
        })
}

/// What may be doubted.
pub(super) fn cases(variant: &Variant, facts: &Facts) -> Vec<String> {
    let rules = &variant.rules;
    let mut lines: Vec<&str> = Vec::new();
    if facts.royals {
        lines.extend(checks(variant));
    }
    if facts.castling {
        lines.push(
            "Castling: neither piece may have moved before, all squares between the two must be empty, and \
             so must those where they arrive, apart from the two themselves.",
        );
        if facts.royals {
            lines.push(
                "The castling piece may not be in check, nor pass or arrive on a square that is \
                 attacked. Its partner may be attacked, and may pass attacked squares.",
            );
        }
    }
    if facts.en_passant {
        lines.push(
            "En passant: a pawn that has passed empty squares with its first move can be captured by an \
             enemy pawn on any of them, as if it had stopped there, but only with the very next move.",
        );
    }
    if facts.pushes {
        lines.push(match variant.pushes_by_rank(Color::White) {
            true => {
                "The first move of pawns depends on where they stand only: a pawn has it whenever it \
                 stands on such a rank, wherever it came from."
            }
            false => "A pawn that has moved has lost its first move, wherever it stands.",
        });
        if Color::ALL
            .into_iter()
            .any(|c| drops_pushing_pawns(variant, c))
        {
            lines.push("A pawn that is dropped on its start rank has its first move.");
        }
    }
    if !rules.gating.types.is_empty() {
        lines.push(
            "What waits off the board comes in as part of the move of a piece, other than a pawn, that \
             leaves its first square for the first time, if the player wants it: on the square that \
             is left, with captures too. Castling can let in one piece, on the first square of either of \
             the two pieces. Behind a piece that is captured on its first square nothing comes in, and \
             what has not come in when all pieces have moved never does.",
        );
    }
    if rules.gating.has_gates() {
        lines.push(
            "What waits behind a piece has to come in with the first move of that piece, as part of it. \
             Castling lets in what waits behind both pieces, unless one of them ends on that square: \
             then it is lost.",
        );
    }
    if facts.first_moves {
        lines.push(
            "A first move is lost with any move of the piece, even if it comes back to its first square.",
        );
    }
    if facts.promotion && !rules.promotion.in_place {
        lines.push(match (rules.promotion.optional, rules.promotion.captured) {
            (true, true) => {
                "Promotion is part of the move that brings the pawn there. On the last rank it is \
                 compulsory: while nothing has been lost that the pawn could become, it cannot move there, \
                 though it gives check there."
            }
            (true, false) if rules.promotion.stay => {
                "Promotion is part of the move that brings the pawn there, and a choice."
            }
            (true, false) => {
                "Promotion is part of the move that brings the pawn there. It is a choice until the pawn \
                 could not move any more."
            }
            (false, true) => {
                "Promotion is compulsory and part of the move; while nothing has been lost that the pawn \
                 could become, it cannot move to the last rank, though it gives check there."
            }
            (false, false) if !rules.promotion.limits.is_empty() => {
                "Promotion is compulsory and part of the move."
            }
            (false, false) => {
                "Promotion is compulsory and part of the move. It does not matter how many such pieces \
                 the player has already."
            }
        });
    }
    if facts.pieces_promote {
        lines.push("A piece promotes with the move itself, never later without moving.");
    }
    if rules.drops.is_some() {
        lines.push(
            "A drop is a move like others: unless something else is said, it may give check, block one, \
             and mate. It captures nothing.",
        );
    }
    if let Some(walls) = &rules.walls {
        lines.push(
            "No piece stops on a square that is closed by a wall, and none slides or steps across it; leaps pass \
             over it. Walls belong to nobody and cannot be captured.",
        );
        if walls.place == Where::Elsewhere {
            lines.push("While the wall is on no square yet, the next move puts it on one.");
        }
    }
    let mut lines: Vec<String> = lines.into_iter().map(str::to_owned).collect();
    if rules.win.stalemate == Stalemate::Draw && !facts.royals {
        lines.push(
            "Having no move at all is stalemate, even for a player with no piece left.".to_owned(),
        );
    }
    if rules.has_hands() && rules.drops.is_some() {
        lines.push(match &rules.drops {
            Some(drops) if !drops.captures && !drops.partner => {
                "What is captured does not come into a hand.".to_owned()
            }
            _ => "What both players have in hand is open to both.".to_owned(),
        });
    }
    lines
}
