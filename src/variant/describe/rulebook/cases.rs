//! Rare cases.

use super::Facts;
use crate::types::{Color, TypeId};
use crate::variant::describe::sentences::Sentences;
use crate::variant::rules::walls::Where;
use crate::variant::{Stalemate, Variant};

/// Moves that are illegal because of royal pieces.
fn checks(words: &mut Sentences<'_>) {
    let rules = &words.variant.rules;
    if rules.win.explosion.is_some() {
        words.say(
            "No move may leave or put the own royal piece in check, unless it blows up the enemy's. \
             No capture may blow up one's own royal piece, not even together with the enemy's.",
        );
        words.say(
            "Royal pieces of both sides on neighbouring squares are safe from check: neither \
             could be blown up alone.",
        );
    } else {
        words.say("No move may leave or put the own royal piece in check.");
    }
    match (rules.checks_are_illegal, rules.mates_are_legal) {
        (false, _) => {}
        (true, false) => words.say("No move may give check, not even a discovered check."),
        (true, true) => words.say(
            "No move may give check, not even a discovered check, unless it is checkmate. A \
             check that would be answered by another check is checkmate, unless that one mates.",
        ),
    }
    words.say(
        "A pinned piece, which must not move because it shields its own royal piece, still gives \
         check.",
    );
}

/// True if a side may be able to drop a pawn on a rank with first moves.
fn drops_pushing_pawns(variant: &Variant, color: Color) -> bool {
    let rules = &variant.rules;
    let Some(drops) = &rules.drops else {
        return false;
    };
    let pawn = TypeId::pawn(color);
    let held = (rules.hand[color].iter()).any(|&(id, count)| id == pawn && count > 0);
    let limits = &rules.drop_limits;
    let mut kinds = drops.kinds[color].iter().filter(|kind| kind.id == pawn);
    (held || drops.captures || drops.partner)
        && kinds.any(|kind| {
            variant.squares().any(|sq| {
                limits.allow(color, pawn, sq.file(), sq.rank())
                    && kind.is_open(variant.relative_rank(color, sq.rank()))
                    && variant.pushes_from(color, sq.rank())
            })
        })
}

/// The rare cases of a variant.
pub(super) fn cases(variant: &Variant, facts: &Facts) -> Vec<String> {
    let rules = &variant.rules;
    let mut words = Sentences::new(variant);
    if facts.royals {
        checks(&mut words);
    }
    words.say_if(
        facts.castling,
        "Castling: neither piece may have moved before, and the squares between the two and \
         those where they arrive must be empty, except for the two themselves.",
    );
    words.say_if(
        facts.castling && facts.royals,
        "The castling piece may not be in check, nor pass or arrive on a square that is \
         attacked. Its partner may be attacked, and may pass attacked squares.",
    );
    words.say_if(
        facts.en_passant,
        "En passant: a pawn that has passed empty squares with its first move can be captured by an \
         enemy pawn on any of them, as if it had stopped there, but only with the very next move.",
    );
    if facts.pushes {
        words.say(if variant.pushes_by_rank(Color::White) {
            "The first move of pawns depends only on their rank: a pawn has it whenever it \
             stands on such a rank, wherever it came from."
        } else {
            "A pawn that has moved has lost its first move, wherever it stands."
        });
        let dropped = |color| drops_pushing_pawns(variant, color);
        words.say_if(
            Color::ALL.into_iter().any(dropped),
            "A pawn that is dropped on its start rank has its first move.",
        );
    }
    words.say_if(
        !rules.gating.types.is_empty(),
        "Gating: when a piece other than a pawn leaves its first square for the first time, also \
         by a capture, the player may put a waiting piece on that square as part of the move. \
         Castling can gate one piece, on the first square of either piece. The square of a \
         piece that is captured before it moves allows no gating, and a piece that is not \
         gated before all pieces have moved stays out of the game.",
    );
    words.say_if(
        rules.gating.has_gates(),
        "A piece that waits behind another one must enter with that piece's first move, as part \
         of it. Castling brings in the pieces behind both, unless one of the two ends on that \
         square: then the waiting piece is lost.",
    );
    words.say_if(
        facts.first_moves,
        "A first move is lost with any move of the piece, even if it comes back to its first square.",
    );
    let promotion = &rules.promotion;
    let pawns_promote = Color::ALL
        .into_iter()
        .any(|color| promotion.to.promotes(color));
    if pawns_promote && !promotion.in_place {
        words.say(match (promotion.optional, promotion.captured) {
            (true, true) => {
                "Promotion is part of the move that brings the pawn there. On the last rank it is \
                 compulsory: while its side has lost no piece that the pawn could become, the pawn \
                  cannot move there, but still gives check there."
            }
            (true, false) if promotion.stay => {
                "Promotion is part of the move that brings the pawn there, and optional."
            }
            (true, false) => {
                "Promotion is part of the move that brings the pawn there. It is optional unless the pawn \
                 could never move again."
            }
            (false, true) => {
                "Promotion is compulsory and part of the move; while its side has lost no piece that \
                 the pawn could become, the pawn cannot move to the last rank, but still gives \
                 check there."
            }
            (false, false) if !promotion.limits.is_empty() => {
                "Promotion is compulsory and part of the move."
            }
            (false, false) => {
                "Promotion is compulsory and part of the move. It does not matter how many such pieces \
                 the player has already."
            }
        });
    }
    words.say_if(
        promotion.promotes_pieces(),
        "A piece promotes with the move itself, never later without moving.",
    );
    words.say_if(
        rules.drops.is_some(),
        "A drop is a move like others: unless stated otherwise, it may give check, block a \
         check, and mate. It cannot capture.",
    );
    if let Some(walls) = &rules.walls {
        words.say(
            "No piece can stop on a wall, or slide or step across it; leaps pass over it. Walls \
             belong to neither side and cannot be captured.",
        );
        words.say_if(
            walls.place == Where::Elsewhere,
            "If the wall is not on the board yet, the next move puts it there.",
        );
    }
    words.say_if(
        rules.win.stalemate == Stalemate::Draw && !facts.royals,
        "Having no move at all is stalemate, even for a player with no piece left.",
    );
    if let Some(drops) = &rules.drops {
        words.say(if drops.captures || drops.partner {
            "Both players can see both hands."
        } else {
            "Captured pieces do not go to a hand."
        });
    }
    words.into_lines()
}
