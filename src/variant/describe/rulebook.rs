//! The complete rules in sentences, for a printed page: differences from chess, turns, the end of the game, rare cases.
//!
//! [`Pages`] describe only what is special, which is enough on a screen that refuses illegal moves.

mod cases;
mod differences;

use self::cases::cases;
use self::differences::differences;
use super::names::named;
use super::phrases::join;
use super::{Pages, capitalised, royals, rules};
use crate::types::{Color, TypeId};
use crate::variant::properties::{are_bare_royals_harmless, are_royals_orthodox, color_bound};
use crate::variant::rules::mating::Mating;
use crate::variant::rules::passing::Pass;
use crate::variant::rules::repetition::{move_rule_in_words, move_rule_sentence};
use crate::variant::{
    Condition, LegEnd, MoveDescriptor, MoveShape, PromotesTo, Stalemate, Variant,
};

/// The rules of a variant, one or two sentences each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rulebook {
    /// Differences from chess.
    pub differences: Vec<String>,
    /// How the game is won.
    pub goal: Vec<String>,
    /// Turns and special moves.
    pub play: Vec<String>,
    /// Draws and other ends of the game.
    pub ends: Vec<String>,
    /// Rare cases.
    pub cases: Vec<String>,
}

/// The move rule if the variant has none of its own.
const USUAL_MOVE_RULE: u32 = 50;
/// The sentence about promotion in chess, before the names in any order.
const PROMOTION_OF_CHESS: &str = "Pawns promote on the last rank to: ";
impl Rulebook {
    /// The rules of a variant.
    pub fn new(variant: &Variant) -> Rulebook {
        let special = specials(variant);
        let facts = Facts::new(variant);
        let mut differences = differences(variant, &facts);
        let (usual, special): (Vec<String>, Vec<String>) =
            (special.into_iter()).partition(|line| is_usual(line));
        differences.extend(special);
        if decides_otherwise(variant) {
            differences.push(
                "How the game is decided differs from chess: see Object of the game.".to_owned(),
            );
        }
        Rulebook {
            differences,
            goal: goal(variant, &facts),
            play: play(variant, &facts, usual),
            ends: ends(variant, &facts),
            cases: cases(variant, &facts),
        }
    }
}

/// True if the game is decided by more than the mate of a single royal, or by other things.
fn decides_otherwise(variant: &Variant) -> bool {
    let win = &variant.rules.win;
    !rules::deciding(variant).is_empty()
        || win.explosion.is_some()
        || win.mated_wins
        || royals::can_be_spared(variant)
}

/// Facts about a variant on which sentences depend.
struct Facts {
    /// Some side has a royal piece.
    royals: bool,
    /// Both sides have a royal piece.
    both_royal: bool,
    /// Some piece castles.
    castling: bool,
    /// Pawns have first moves that pass squares.
    pushes: bool,
    /// Pawns can be captured en passant.
    en_passant: bool,
    /// Pieces other than pawns have first moves.
    first_moves: bool,
    /// Some piece hops over others.
    hoppers: bool,
    /// Some piece captures on its way.
    doubles: bool,
    /// Pawns promote.
    promotion: bool,
    /// Pieces other than pawns promote.
    pieces_promote: bool,
    /// The variant has pawns.
    pawns: bool,
}

impl Facts {
    fn new(variant: &Variant) -> Facts {
        let mut types: Vec<(Color, TypeId)> = Vec::new();
        for color in Color::ALL {
            types.extend(variant.types_of(color).into_iter().map(|id| (color, id)));
        }
        let moves = |pawns: bool| {
            let own = types.iter();
            let own = own.filter(move |(color, id)| variant.is_pawn(*id, *color) == pawns);
            own.flat_map(|(_, id)| variant.moves_anywhere(*id))
        };
        let castles = |m: &MoveDescriptor| matches!(m.shape, MoveShape::Castling { .. });
        let first = |m: &MoveDescriptor| m.condition == Condition::Virgin && !castles(m);
        let has_royals = |side: Color| {
            let mut own = types.iter().filter(|(color, _)| *color == side);
            own.any(|(_, id)| variant.piece(*id).royalty.is_royal())
        };
        let promotion = &variant.rules.promotion;
        Facts {
            royals: Color::ALL.into_iter().any(has_royals),
            both_royal: Color::ALL.into_iter().all(has_royals),
            castling: moves(false).any(castles),
            pushes: moves(true).any(first),
            en_passant: moves(true).any(|m| m.en_passant),
            first_moves: moves(false).any(first),
            hoppers: moves(false).any(hops),
            doubles: moves(false).any(MoveDescriptor::is_double),
            promotion: match &promotion.to {
                PromotesTo::ByFile(_) => true,
                PromotesTo::Choice(choices) => {
                    choices.iter().any(|choices| !choices.accepted.is_empty())
                }
            },
            pieces_promote: promotion.promotes_pieces(),
            pawns: types.iter().any(|(color, id)| variant.is_pawn(*id, *color)),
        }
    }
}

/// True for a move that needs a platform.
fn hops(m: &MoveDescriptor) -> bool {
    let MoveShape::Path { legs, .. } = &m.shape else {
        return false;
    };
    let platform = |leg: &crate::variant::Leg| {
        matches!(leg.end, LegEnd::Hop { .. })
            || (!leg.over.empty && (leg.over.friend || leg.over.enemy))
    };
    legs.iter().any(platform)
}

/// Special rules besides win conditions.
fn specials(variant: &Variant) -> Vec<String> {
    let mut deciding = royals::sentences(variant);
    deciding.extend(rules::deciding(variant));
    deciding.extend(move_rule_in_words(variant));
    let deciding: Vec<String> = deciding.iter().map(|line| capitalised(line)).collect();
    let lines = Pages::new(variant).rules.into_iter();
    lines.filter(|line| !deciding.contains(line)).collect()
}

/// True for a sentence that also holds in chess.
fn is_usual(line: &str) -> bool {
    let choices = line.strip_prefix(PROMOTION_OF_CHESS);
    choices.is_some_and(|choices| {
        let mut names: Vec<&str> = choices.trim_end_matches('.').split(", ").collect();
        names.sort_unstable();
        names == ["bishop (B)", "knight (N)", "queen (Q)", "rook (R)"]
    })
}

/// How the game is won.
fn goal(variant: &Variant, facts: &Facts) -> Vec<String> {
    let mut lines = royals::sentences(variant);
    let deciding = rules::deciding(variant);
    lines.extend(deciding.iter().map(|line| capitalised(line)));
    let rules = &variant.rules;
    if !facts.royals {
        lines.push("No piece is royal, so there is no check.".to_owned());
    } else if rules.checks_are_illegal && !rules.mates_are_legal {
        lines.push(
            "A royal piece that could be captured by the next enemy move is in check; that must never \
             happen, so there is no checkmate."
                .to_owned(),
        );
    } else {
        lines.push(check(variant, facts));
    }
    lines
}

/// Explains check and checkmate.
fn check(variant: &Variant, facts: &Facts) -> String {
    let rules = &variant.rules;
    let spare = if royals::can_be_spared(variant) {
        ", unless it is one of several and can be spared"
    } else {
        ""
    };
    let mut answers = vec!["move the royal piece", "capture the attacker", "block"];
    if facts.hoppers {
        answers.push("move away the piece that the attacker jumps over");
    }
    if rules.win.explosion.is_some() {
        answers.push("blow up the enemy's royal piece");
    }
    let last = answers.pop().unwrap_or_default();
    let answers = answers.join(", ");
    let mate = if rules.win.mated_wins {
        "has won"
    } else if rules.drops.as_ref().is_some_and(|drops| drops.partner) {
        "has lost, unless a piece from the partner could help: then the player waits for it"
    } else if rules.mating != Mating::default() {
        "has lost at once, except as described above"
    } else {
        "has lost at once"
    };
    format!(
        "A royal piece that could be captured by the next enemy move is in check{spare}. A player in check must \
         get out of it at once: {answers}, or {last}. A player who cannot is checkmated and {mate}; the capture \
         itself is not played."
    )
}

/// Explains turns and, if it is as in chess, promotion.
fn play(variant: &Variant, facts: &Facts, usual: Vec<String>) -> Vec<String> {
    let first = match variant.first_to_move() {
        Color::White => "White",
        Color::Black => "Black",
    };
    let rules = &variant.rules;
    let mut lines = vec![
        format!("{first} moves first. Then the players take turns, one move each."),
        "A move takes one piece to another square. An enemy piece on that square is captured: it is \
         removed from the board. No piece can end its move on a piece of its own side, except \
         those that capture their own side (see Pieces)."
            .to_owned(),
        "Pieces that slide or step several times cross only empty squares; the first piece in the \
         way ends the move, and can be captured if it is an enemy. Leaps cross occupied squares."
            .to_owned(),
    ];
    if facts.hoppers {
        lines.push("A jump does not capture the pieces jumped over, of either side.".to_owned());
    }
    if facts.doubles {
        lines.push(
            "If a piece captures on its way and continues, that is one move, and the captured \
             piece is removed too."
                .to_owned(),
        );
    }
    lines.extend(usual);
    if rules.drops.is_none() && !rules.gating.lets_pieces_in() {
        lines.push("Captured pieces are out of the game.".to_owned());
    }
    if rules.passing.iter().all(|pass| *pass == Pass::Never) && !rules.zones.facing_offers_end {
        lines.push("Passing the turn is not allowed.".to_owned());
    }
    lines
}

/// Draws and other ends of the game.
fn ends(variant: &Variant, facts: &Facts) -> Vec<String> {
    let rules = &variant.rules;
    let mut lines = Vec::new();
    let check = if facts.royals {
        " who is not in check"
    } else {
        ""
    };
    if rules.win.stalemate == Stalemate::Draw {
        let unless = if rules.drops.as_ref().is_some_and(|drops| drops.partner) {
            ", unless a piece from the partner could give a move"
        } else {
            ""
        };
        lines.push(format!(
            "A player with no legal move{check} is stalemated, and the game is drawn{unless}."
        ));
    }
    let repetition = &rules.repetition;
    if repetition.perpetual_check_loses {
        lines.push(
            "A player who gives check with every move until the position occurs for the third time has \
             lost, unless the other side does the same."
                .to_owned(),
        );
    }
    if repetition.perpetual_chase_loses {
        lines.push(
            "So has a player who attacks the same piece, not a king, with every move until the position occurs \
             for the third time. Kings and pawns may attack for ever, and a protected piece or a pawn that has \
             not crossed to the other half may be attacked for ever."
                .to_owned(),
        );
    }
    for &(attacker, victim) in &repetition.always_chased {
        let name = |id: TypeId| join(&named(variant, &[id]));
        let line = format!(
            "{} may not attack {} for ever even if that is protected.",
            capitalised(&name(attacker)),
            name(victim)
        );
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    let otherwise = if repetition.perpetual_check_loses || repetition.perpetual_chase_loses {
        "In all other cases the"
    } else {
        "The"
    };
    let same = same_position(variant, facts);
    lines.push(format!(
        "{otherwise} game is drawn when the same position, {same}, occurs for the third time."
    ));
    lines.push(
        move_rule_in_words(variant).unwrap_or_else(|| move_rule_sentence(USUAL_MOVE_RULE, false)),
    );
    lines.extend(too_little_left(variant, facts));
    lines
}

/// The conditions for equal positions.
fn same_position(variant: &Variant, facts: &Facts) -> String {
    let mut rights = Vec::new();
    if facts.castling {
        rights.push("to castle".to_owned());
    }
    if facts.en_passant {
        rights.push("to capture in passing".to_owned());
    }
    let mut same = vec!["with the same player to move".to_owned()];
    if !rights.is_empty() {
        same.push(format!("the same rights {}", join(&rights)));
    }
    if variant.rules.has_hands() {
        same.push("the same pieces in hand".to_owned());
    }
    join(&same)
}

/// Draws by insufficient material.
fn too_little_left(variant: &Variant, facts: &Facts) -> Vec<String> {
    let mut lines = Vec::new();
    if !facts.both_royal || !are_bare_royals_harmless(variant) {
        return lines;
    }
    let hands = if variant.rules.has_hands() {
        ", and nothing in hand"
    } else {
        ""
    };
    lines.push(format!(
        "The game is drawn when each side has only one royal piece left{hands}."
    ));
    let bound = color_bound(variant);
    let mut types: Vec<TypeId> = Color::ALL
        .into_iter()
        .flat_map(|color| variant.types_of(color))
        .collect();
    types.retain(|id| bound.contains(*id) && !variant.piece(*id).moves.is_empty());
    let bound = join(&named(variant, &types));
    if are_royals_orthodox(variant) && !bound.is_empty() {
        let first = if facts.castling || facts.first_moves {
            ", and no piece can make a first move any more"
        } else {
            ""
        };
        lines.push(format!(
            "It is also drawn when, besides one royal piece of each side, only pieces that never \
             leave squares of one colour are left, here {bound}, all on squares of the same \
             colour{hands}{first}."
        ));
    }
    lines
}

#[cfg(test)]
mod tests;
